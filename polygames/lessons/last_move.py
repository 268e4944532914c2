"""Lesson 02b, the last move."""

from __future__ import annotations

from functools import cache, partial
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.domains import Domain, agrees
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    calls,
    exercise,
    is_close,
    make_go_on,
    to_plain,
)
from polygames.lessons.figures import Picture, matplotlib_object, new_figure, regular_polygon
from polygames.lessons.polygon import strip_axes
from polygames.lessons.sums import chord_value
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, PURPLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from matplotlib.axes import Axes

    Chord = tuple[int, int]
    Place = tuple[float, float]


LOST_WITH_FOUR_MOVES: Final = (
    "A-E E-G G-D D-A A-F F-C C-2x5 2x5-3x6 3x6-B B-1x8 1x8-4x9 4x9-1x6 1x6-3x10 3x10-4x7 4x7-3x12"
    " 3x12-8x13"
)
"""The moves to a position on the heptagon where the player to move has four moves, and loses."""


def _small_positions() -> Iterator[tuple[Any]]:
    """Yield positions with three to seven corners, those with few positions below them first.

    On the hexagon the first move is A-C or A-D: the others are turns and mirror images.
    """
    found: list[Any] = [pg.new("polygon", n=n) for n in (3, 4, 5)]
    found += map(_hexagon, ("A-C", "A-D"))
    found.append(_position(7, LOST_WITH_FOUR_MOVES))
    for state in found:
        found += map(state.play, state.legal_moves)
    yield from ((state,) for state in sorted(found, key=_count_positions))


PLIES_TO_END: Final = 4


def _draw_position(rng: Random) -> tuple[Any]:
    """Return a position of an uneven hexagon, a few moves before the end of a random game."""
    near = [x + rng.randint(-9, 9) for x in (0, 60, 90, 70, 20, -30)]
    corners = zip(near, (0, -10, 40, 90, 100, 50), strict=True)
    path: list[Any] = [pg.new("polygon", vertices=[*corners])]
    while path[-1].outcome is None:
        path.append(path[-1].play(path[-1].legal_moves.sample(rng)))
    return (path[max(1, len(path) - 1 - PLIES_TO_END)],)


POLYGON_POSITIONS: Final = Domain(
    "positions of Polygon with three to seven corners, and of uneven hexagons near the end",
    _small_positions,
    _draw_position,
    draws=8,
)


@exercise
def exercise_1(is_n: Any) -> AnswerAndTrials:
    """Check a function that returns True if the player to move wins with best play."""
    return calls(is_n, *((pg.new("polygon", n=n),) for n in (3, 4, 5))), [
        (lambda got: not got[0], "in a triangle no move is possible: P. Return True or False."),
        (lambda got: got[1], "in a square Red moves, and Blue cannot: N."),
        (lambda got: got[2], "the pentagon has five moves."),
        agrees(
            is_n,
            POLYGON_POSITIONS,
            mover_wins,
            "try every move. Does one of them lead to a P?",
            form=bool,
        ),
    ]


KIND_SIZES: Final = Domain(
    "n from 4 to 30, and larger n",
    lambda: ((n,) for n in range(4, 31)),
    lambda rng: (rng.randint(31, 60),),
    draws=5,
)


@exercise
def exercise_2(kinds: Any) -> AnswerAndTrials:
    """Check a function that counts the first moves on a regular polygon, up to symmetry."""
    return calls(kinds, (4,), (5,), (6,)), [
        (
            lambda got: is_close(got[0], 1),
            "in the square, A-C, C-A, B-D and D-B are all of one kind.",
        ),
        (
            lambda got: is_close(got[1], 1),
            "the ten first moves of the pentagon are all of one kind.",
        ),
        (lambda got: is_close(got[2], 2), "the hexagon has short diagonals and long ones."),
        agrees(
            kinds,
            KIND_SIZES,
            _count_kinds,
            "go the shorter way round. How many corners do you skip?",
            same=is_close,
        ),
    ]


def _small_chords() -> Iterator[tuple[int, Chord]]:
    """Yield each number of points up to 16 with the chords that do not meet the first chord."""
    for n in range(6, 17, 2):
        yield from ((n, chord) for chord in permutations(range(n), 2) if _is_beside(n, chord))


def _draw_chord_to_answer(rng: Random) -> tuple[int, Chord]:
    """Return an even number of points up to 100 and a chord that does not meet the first one."""
    n = 2 * rng.randint(9, 50)
    chord = (0, 0)
    while not _is_beside(n, chord):
        chord = rng.randrange(n), rng.randrange(n)
    return n, chord


def _is_beside(n: int, chord: Chord) -> bool:
    """Return True if a chord has two ends, on one side of the chord between 0 and n/2."""
    low, high = sorted(chord)
    return 0 < low < high < n // 2 or n // 2 < low < high


CHORDS_TO_ANSWER: Final = Domain(
    "all chords with up to 16 points, and chords with more points",
    _small_chords,
    _draw_chord_to_answer,
)


@exercise
def exercise_3(answer: Any) -> AnswerAndTrials:
    """Check a function that returns the symmetric reply to a chord between points on a circle."""
    return calls(answer, (6, (1, 2)), (10, (1, 3))), [
        (lambda got: {*got[0]} == {4, 5}, "with six points the image of (1, 2) is (4, 5)."),
        (lambda got: {*got[1]} == {7, 9}, "fold along the first chord. Where does each end go?"),
        agrees(
            answer,
            CHORDS_TO_ANSWER,
            lambda n, chord: sorted(_mirror_chord(n, chord)),
            "fold along the first chord: each end goes to the point opposite it.",
            form=sorted,
        ),
    ]


@exercise
def exercise_4(smallest: Any) -> AnswerAndTrials:
    """Check a function that returns the number of positions in the smallest proof of a result."""
    return calls(smallest, *((pg.new("polygon", n=n),) for n in (3, 4, 5))), [
        (
            lambda got: is_close(got[0], 1),
            "the triangle has only one position, so its proof has 1.",
        ),
        (
            lambda got: is_close(got[1], 2),
            "in the square there is one move, and the game is over: 2 positions.",
        ),
        (lambda got: is_close(got[2], 6), "the pentagon has five moves in a row: 6 positions."),
        agrees(
            smallest,
            POLYGON_POSITIONS,
            _smallest_proof,
            "if the player to move wins, take the winning move with the smallest proof. If not,"
            " *all* moves are in the proof.",
            same=is_close,
        ),
    ]


def _hexagon(moves: str) -> Any:
    return _position(6, moves)


def _position(corners: int, moves: str) -> Any:
    state: Any = pg.new("polygon", n=corners)
    for text in moves.split():
        state = state.play(state.parse(text))
    return state


@cache
def mover_wins(state: Any) -> bool:
    """Return True if the player to move wins with best play, by exhaustive search.

    Examples
    --------
    >>> mover_wins(pg.new("polygon", n=3)), mover_wins(pg.new("polygon", n=4))
    (False, True)
    """
    return any(not mover_wins(state.play(move)) for move in state.legal_moves)


@cache
def _smallest_proof(state: Any) -> int:
    after = [state.play(move) for move in state.legal_moves]
    won = [_smallest_proof(each) for each in after if not mover_wins(each)]
    return 1 + (min(won) if won else sum(map(_smallest_proof, after)))


@cache
def _count_positions(state: Any) -> int:
    return 1 + sum(_count_positions(state.play(move)) for move in state.legal_moves)


def _count_kinds(n: int) -> int:
    return n // 2 - 1


def _mirror_chord(n: int, chord: Chord) -> Chord:
    i, j = chord
    return n - i, n - j


go_on = make_go_on(
    is_n=(exercise_1, mover_wins, bool),
    kinds=(exercise_2, _count_kinds, round),
    answer=(exercise_3, _mirror_chord, lambda reply: tuple(map(int, to_plain(reply)))),
)


# --- The conjecture -----------------------------------------------------------------------------

MAX_POINTS: Final = 120
"""The largest number of points in the cases."""


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: numbers of points on a circle, from 1 to `MAX_POINTS`."""
    for n in range(1, MAX_POINTS + 1):
        yield Case((n,), f"n = {n}", partial(_find_fault, n))


try_to_break = make_try_to_break(cases)


def _find_fault(n: int, answer: Any) -> str:
    names = "first", "second"
    right = chord_value(n) == 0
    if bool(answer) == right:
        return ""
    return f"you say that the {names[bool(answer)]} player wins, but the {names[right]} player wins"


# --- The pictures -------------------------------------------------------------------------------

WINNER_NAMES = {1: "Red", -1: "Blue", None: "open"}


def first_moves(values: Mapping[str, bool]) -> Picture:
    """Draw the first moves on a regular hexagon: thick if they win, dotted if they lose.

    The value of a move is True if the player to move *after* it wins.
    """
    figure, (ax,) = new_figure(1, 1, (5.4, 4.8))
    corners = dict(zip("ABCDEF", regular_polygon(6), strict=True))
    ax.fill(*zip(*corners.values(), strict=True), facecolor="#fbf8f1", edgecolor=GREY)
    for name, (x, y) in corners.items():
        ax.text(1.13 * x, 1.13 * y, name, ha="center", va="center")
    looks: dict[object, dict[str, Any]] = {
        False: {"color": GREEN, "linewidth": 3.5, "label": "wins"},
        True: {"color": GREY, "linestyle": ":", "label": "loses"},
    }
    for move, loses in values.items():
        line = zip(*(corners[name] for name in move.split("-")), strict=True)
        ax.plot(*line, **looks[loses], zorder=1 if loses else 2)
    handles = {line.get_label(): line for line in ax.lines}
    look = {"loc": "upper left", "frameon": False, "bbox_to_anchor": (0.86, 1.0)}
    ax.legend(handles.values(), handles.keys(), **look)
    ax.set(xlim=(-1.25, 1.75), ylim=(-1.25, 1.25))
    strip_axes(ax)
    wins = ", ".join(move for move, loses in values.items() if not loses)
    return Picture(figure, f"The first moves on a regular hexagon; these win: {wins}.")


def chords(count: int, first_chord: Chord, pairs: Sequence[tuple[Chord, Chord]]) -> Picture:
    """Draw chords between points on a circle: a first one, and pairs of a chord and its reply.

    The points are numbered from 0 at the top.
    """
    figure, (ax,) = new_figure(1, 1, (4.8, 4.8))
    ax.add_patch(
        matplotlib_object("matplotlib.patches:Circle")(
            (0, 0), 1, facecolor="#fbf8f1", edgecolor=GREY
        )
    )
    places = regular_polygon(count)
    _draw_chord(ax, places, first_chord, INK, "-")
    for (chord, answer), ink in zip(pairs, (ORANGE, PURPLE, BLUE), strict=False):
        _draw_chord(ax, places, chord, ink, "-")
        _draw_chord(ax, places, answer, ink, "--")
    for k, (x, y) in enumerate(places):
        ax.plot(x, y, "o", color=INK, markersize=5, zorder=3)
        ax.text(1.13 * x, 1.13 * y, str(k), ha="center", va="center")
    ax.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25))
    strip_axes(ax)
    words = "; ".join(f"{chord} answered by {reply}" for chord, reply in pairs)
    return Picture(figure, f"{count} points on a circle, the first chord {first_chord}; {words}.")


def outcome_table(cases: Sequence[Mapping[str, Any]]) -> MarkdownTable:
    """Return a table of the winner and the proof size after each kind of first move.

    The cases are from `benchmarks/studies/polygon_outcomes.py`.
    """
    moves = sorted({row["move"] for case in cases for row in case["first_moves"]})
    lines = [
        ["colours", "corners", *moves, "winner"],
        ["---"] + ["---:"] * (len(moves) + 1) + ["---"],
    ]
    for case in cases:
        entries = {row["move"]: _table_entry(row) for row in case["first_moves"]}
        cells = [entries.get(move, "") for move in moves]
        winner = WINNER_NAMES[case["value"]]
        lines.append([case["colors"], str(case["n"]), *cells, f"**{winner}**"])
    return MarkdownTable("\n".join(f"| {' | '.join(line)} |" for line in lines))


class MarkdownTable:
    """A Markdown table, which a notebook renders."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


def _table_entry(row: Mapping[str, Any]) -> str:
    size = f" · {row['proof_positions']:,}" if row.get("checked") else ""
    return f"{WINNER_NAMES[row['value']]}{size}"


def _draw_chord(ax: Axes, places: Sequence[Place], chord: Chord, ink: str, style: str) -> None:
    ends = (places[k] for k in chord)
    ax.plot(*zip(*ends, strict=True), color=ink, linestyle=style, linewidth=2.6, zorder=2)
