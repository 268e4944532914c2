"""Lesson 02b, the last move."""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    all_close,
    all_equal,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import Picture, matplotlib_object, new_figure, regular_polygon
from polygames.lessons.polygon import strip_axes
from polygames.lessons.sums import chord_value
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, PURPLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from matplotlib.axes import Axes

    Chord = tuple[int, int]
    Place = tuple[float, float]


@exercise
def exercise_1(is_n: Any) -> AnswerAndTrials:
    """Check a function that returns True if the player to move wins with best play."""
    tries: list[Any] = [pg.new("polygon", n=n) for n in (3, 4, 5, 6)]
    tries += map(_hexagon, ("A-D", "A-C", "A-C C-E", "A-D D-B B-E", "A-E"))
    return calls(is_n, *((state,) for state in tries)), [
        (lambda got: got[0] == 0, "in a triangle no move is possible: P. Return True or False."),
        (lambda got: got[1] == 1, "in a square Red moves, and Blue cannot: N."),
        (lambda got: got[2] == 1, "the pentagon has five moves."),
        (all_equal(map(mover_wins, tries)), "try every move. Does one of them lead to a P?"),
    ]


@exercise
def exercise_2(kinds: Any) -> AnswerAndTrials:
    """Check a function that counts the first moves on a regular polygon, up to symmetry."""
    sizes = range(4, 13)
    return calls(kinds, *((n,) for n in sizes)), [
        (
            lambda got: is_close(got[0], 1),
            "in the square, A-C, C-A, B-D and D-B are all of one kind.",
        ),
        (
            lambda got: is_close(got[1], 1),
            "the ten first moves of the pentagon are all of one kind.",
        ),
        (lambda got: is_close(got[2], 2), "the hexagon has short diagonals and long ones."),
        (
            all_close(n // 2 - 1 for n in sizes),
            "go the shorter way round. How many corners do you skip?",
        ),
    ]


@exercise
def exercise_3(answer: Any) -> AnswerAndTrials:
    """Check a function that returns the symmetric reply to a chord between points on a circle."""
    cases = [(6, (1, 2)), (10, (1, 3))]
    return calls(answer, *cases), [
        (lambda got: {*got[0]} == {4, 5}, "with six points the image of (1, 2) is (4, 5)."),
        (lambda got: {*got[1]} == {7, 9}, "fold along the first chord. Where does each end go?"),
        (
            lambda _: _always_answers(6, answer, ((0, 3),)),
            "with six points, one of your replies is not legal.",
        ),
        (
            lambda _: _always_answers(8, answer, ((0, 4),)),
            "with eight points, one of your replies is not legal.",
        ),
        (
            lambda _: _always_answers(10, answer, ((0, 5),)),
            "with ten points, one of your replies is not legal.",
        ),
    ]


@exercise
def exercise_4(smallest: Any) -> AnswerAndTrials:
    """Check a function that returns the number of positions in the smallest proof of a result."""
    boards: list[Any] = [pg.new("polygon", n=n) for n in (3, 4, 5)]
    boards += [_hexagon("A-C C-E"), _hexagon("A-D D-B"), _hexagon("A-C C-F")]
    return calls(smallest, *((state,) for state in boards)), [
        (
            lambda got: is_close(got[0], 1),
            "the triangle has only one position, so its proof has 1.",
        ),
        (
            lambda got: is_close(got[1], 2),
            "in the square there is one move, and the game is over: 2 positions.",
        ),
        (lambda got: is_close(got[2], 6), "the pentagon has five moves in a row: 6 positions."),
        (
            lambda got: all(is_close(got[k], _smallest_proof(boards[k])) for k in (3, 5)),
            "if the player to move loses, *all* moves are in the proof.",
        ),
        (
            lambda got: is_close(got[4], _smallest_proof(boards[4])),
            "take the winning move with the smallest proof.",
        ),
    ]


def _hexagon(moves: str) -> Any:
    state: Any = pg.new("polygon", n=6)
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


def _can_draw(chord: Chord, drawn_chords: tuple[Chord, ...]) -> bool:
    a, b = sorted(chord)
    return a != b and all(
        not {a, b} & {c, d} and (a < c < b) == (a < d < b) for c, d in drawn_chords
    )


def _always_answers(
    n: int, reply: Callable[[int, Chord], Any], drawn_chords: tuple[Chord, ...]
) -> bool:
    for chord in combinations(range(n), 2):
        if _can_draw(chord, drawn_chords):
            said = tuple(reply(n, chord))
            both = (*drawn_chords, chord, said)
            fits = all(0 <= point < n for point in said) and _can_draw(said, both[:-1])
            if not fits or not _always_answers(n, reply, both):
                return False
    return True


go_on = make_go_on(
    is_n=(exercise_1, mover_wins, bool),
    answer=(exercise_3, lambda n, chord: tuple((n - point) % n for point in chord)),
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
