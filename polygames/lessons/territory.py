"""Lesson 06, Territory."""

from __future__ import annotations

from functools import partial
from itertools import pairwise, product
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polygames as pg
from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.domains import Domain, agrees
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import Picture, matplotlib_object, new_figure
from polygames.scene.palette import BLUE, INK, PAPER, RED, YELLOW, tint

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from matplotlib.axes import Axes

LESSON_TILES: Final = ["AABBC", "ADDBC", "EEDFC", "GEHFF", "GGHII"]


Pair = tuple[str, str]


def _small_boards() -> Iterator[tuple[list[str]]]:
    """Yield all boards of up to 2 by 3 cells with three letters, those with few cells first."""
    sizes = [(height, width) for height in (1, 2, 3) for width in (1, 2, 3) if height * width <= 6]
    for height, width in sorted(sizes, key=lambda size: (size[0] * size[1], size)):
        rows = map("".join, product("ABC", repeat=width))
        yield from (([*board],) for board in product([*rows], repeat=height))


def _draw_board(rng: Random) -> tuple[list[str]]:
    """Return a board of up to 8 by 8 cells with up to nine letters."""
    width, letters = rng.randint(2, 8), "ABCDEFGHI"[: rng.randint(2, 9)]
    return (["".join(rng.choices(letters, k=width)) for _ in range(rng.randint(2, 8))],)


def _as_pairs(result: Any) -> list[Pair]:
    """Return pairs as sorted tuples, those that are there twice twice."""
    return sorted(tuple(pair) for pair in result)


@exercise
def exercise_1(touching: Any) -> AnswerAndTrials:
    """Check a function that returns the pairs of adjacent tiles on a board."""
    return calls(touching, (["AB"],), (["B", "A"],), (["AAB", "CCD"],)), [
        (lambda got: _as_pairs(got[0]) == [("A", "B")], "two letters side by side touch."),
        (
            lambda got: _as_pairs(got[1]) == [("A", "B")],
            "two letters, one above the other, touch too. Put the smaller letter first.",
        ),
        (
            lambda got: not {("A", "D"), ("B", "C")} & {*_as_pairs(got[2])},
            "in AAB, CCD the tiles A and D share only a corner. They do not touch.",
        ),
        agrees(
            touching,
            Domain(
                "all boards of up to 2 by 3 cells with the letters A, B and C",
                _small_boards,
                _draw_board,
            ),
            lambda rows: sorted(_touching_pairs(rows)),
            "write each pair of different letters that share a side, once, with the smaller"
            " letter first.",
            form=_as_pairs,
        ),
    ]


COLOR_NAMES: Final = "blue", "red", "yellow"
"""The names of a tile's colour, by its number."""


def _coloured_boards() -> Iterator[tuple[Any]]:
    """Yield three small boards with all colours of their tiles."""
    for rows in (["AB"], ["AAB", "CCB"], ["AAAAAAAABBB", "CCCAAAAAABB"]):
        letters = sorted({*"".join(rows)})
        for names in product(COLOR_NAMES, repeat=len(letters)):
            colors = dict(zip(letters, names, strict=True))
            yield (pg.new("territory", tiles=rows, colors=colors).board,)


def _draw_coloured_board(rng: Random) -> tuple[Any]:
    state: Any = pg.new("territory", size=rng.randint(4, 14), seed=rng.randrange(10**6))
    return (state.board,)


@exercise
def exercise_2(foretold: Any) -> AnswerAndTrials:
    """Check a function that predicts the final lead of a game from its board."""
    colors = dict.fromkeys("ACFH", "blue") | dict.fromkeys("BEI", "red")
    colors |= dict.fromkeys("DG", "yellow")
    ours: Any = pg.new("territory", tiles=LESSON_TILES, colors=colors)
    return calls(foretold, (ours.board,)), [
        (
            lambda got: is_close(got[0], _lead(ours)),
            "on our board, add the squares of the blue areas. Subtract the red ones.",
        ),
        agrees(
            foretold,
            Domain(
                "all colours of three small boards",
                _coloured_boards,
                _draw_coloured_board,
                draws=30,
            ),
            _foretold,
            "each blue tile adds the square of its area, and each red tile takes it off.",
            same=is_close,
        ),
    ]


@exercise
def exercise_3(match: Any) -> AnswerAndTrials:
    """Check the total result of a two-game match in which the players swap colours."""
    once = 9
    return match, [
        (lambda n: not is_close(n, 2 * once), "in the second game Ann is Red."),
        (lambda n: is_close(n, once - once), "Blue wins each game by nine. Ann is Blue once."),
    ]


def _draw_tile(rng: Random) -> tuple[int, float]:
    return rng.randint(1, 40), rng.randint(0, 100) / 100


@exercise
def exercise_4(stake: Any) -> AnswerAndTrials:
    """Check a function that returns the stake of a tile, the difference between its two claims."""
    return calls(stake, (3, 1), (3, 0)), [
        (lambda got: is_close(got[0], 0), "at penalty 1 nothing is at stake. This is the theorem."),
        (lambda got: is_close(got[1], 9), "at penalty 0 the tile counts only for its own colour."),
        agrees(
            stake,
            Domain(
                "areas from 1 to 9 with penalties from 0 to 1",
                lambda: ((area, tenths / 10) for area in range(1, 10) for tenths in range(11)),
                _draw_tile,
            ),
            lambda area, penalty: (1 - penalty) * area**2,
            "Blue's claim adds v to the lead. Red's claim adds p·v.",
            same=is_close,
        ),
    ]


@exercise
def exercise_5(
    moves: Any, values: Mapping[str, float], gains: Mapping[str, float]
) -> AnswerAndTrials:
    """Check the best first move, and the greedy one that gains the most points at once.

    The values are those of the first moves with best play, the gains their points at once.
    """
    return [str(move).strip().lower() if move is not ... else move for move in moves], [
        (
            lambda got: all(move in values for move in got),
            "a move is the first cell of a tile, such as 'r0c0'. Count rows and columns from 0.",
        ),
        (lambda got: values[got[0]] == max(values.values()), "take the largest value in `first`."),
        (lambda got: gains[got[1]] == max(gains.values()), "greed takes the most points at once."),
    ]


@exercise
def exercise_6(left_to_me: Any) -> AnswerAndTrials:
    """Check a function that returns the value of a first move if the opponent may swap sides."""
    return calls(left_to_me, (7,), (-3,)), [
        (lambda got: is_close(got[0], -7), "if Blue's side is worth 7, Red takes over."),
        (lambda got: is_close(got[1], -3), "if Blue's side loses 3, Red does not take over."),
        agrees(
            left_to_me,
            Domain(
                "v from -9 to 9 in steps of one half",
                lambda: ((half / 2,) for half in sorted(range(-18, 19), key=abs)),
                lambda rng: (rng.randint(-400, 400) / 4,),
            ),
            _left_to_the_first,
            "Red takes over each time that Blue's side is ahead, even by half a point.",
            same=is_close,
        ),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _touching_pairs(rows: Sequence[str]) -> set[Pair]:
    beside = [pair for row in rows for pair in pairwise(row)]
    below = [pair for a, b in pairwise(rows) for pair in zip(a, b, strict=True)]
    return {(min(pair), max(pair)) for pair in (*beside, *below) if pair[0] != pair[1]}


def _foretold(board: Any) -> int:
    signs = 1, -1, 0
    return sum(signs[c] * area**2 for area, c in zip(board.areas, board.colors, strict=True))


def _left_to_the_first(value: float) -> float:
    return -abs(value)


def _lead(state: Any) -> float:
    rng = Random(1)
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
    return float(state.scores[state.blue] - state.scores[1 - state.blue])


go_on = make_go_on(
    touching=(exercise_1, _touching_pairs, lambda result: {*_as_pairs(result)}),
    left_to_me=(exercise_6, _left_to_the_first),
)


# --- The conjecture -----------------------------------------------------------------------------

BOARD_COUNT: Final = 25
"""The number of small boards in the cases."""
BOARD_SIZE: Final = 5


class Tile(NamedTuple):
    """The facts about a tile that a rule can use.

    First cell, area, colour, number of neighbours.
    """

    name: str
    area: int
    color: str
    neighbour_count: int


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: small boards as lists of their tiles, small ones first."""
    boards: list[Any] = [
        pg.new("territory", size=BOARD_SIZE, seed=s, penalty=0.5) for s in range(BOARD_COUNT)
    ]
    for seed, state in sorted(enumerate(boards), key=lambda each: len(each[1].board.areas)):
        words = f"the board of size={BOARD_SIZE}, seed={seed}"
        yield Case((_tiles(state),), words, partial(_find_fault, state))


try_to_break = make_try_to_break(cases)


def _tiles(state: Any) -> list[Tile]:
    board = state.board
    names = (str(move) for move in state.legal_moves)
    facts = zip(names, board.areas, board.colors, board.near, strict=True)
    return [Tile(name, area, COLOR_NAMES[c], near.bit_count()) for name, area, c, near in facts]


def _find_fault(state: Any, answer: Any) -> str:
    values = {str(move): value for move, value in pg.solve(state).values.items()}
    name = answer.name if isinstance(answer, Tile) else answer
    if name not in values:
        return f"{name!r} is not a tile there; the tiles are {', '.join(values)}"
    best = max(values, key=lambda move: values[move])
    if values[name] == values[best]:
        return ""
    return f"{name} leads to {values[name]:+g} for Blue, and {best} to {values[best]:+g}"


# --- The pictures -------------------------------------------------------------------------------

MAX_LABELS: Final = 18
"""The largest number of bars with labels."""
LESSON_TILE_FILLS = {"blue": tint(BLUE, 0.34), "red": tint(RED, 0.36), "yellow": tint(YELLOW, 0.42)}


def graph(
    rows: Sequence[str], colors: Mapping[str, str], pairs: Collection[tuple[str, str]]
) -> Picture:
    """Draw a board and, beside it, the graph of its tiles with a line for each adjacent pair."""
    figure, (board, net) = new_figure(1, 2, (9.2, 4.8))
    for ax, fill in ((board, 1.0), (net, 0.45)):
        _paint_cells(ax, rows, colors, fill)
    middles = _middle_cells(rows)
    for one, other in pairs:
        xs, ys = zip(middles[one], middles[other], strict=True)
        net.plot(xs, ys, color=INK, linewidth=1.8, zorder=2)
    for letter, (x, y) in middles.items():
        net.plot(x, y, "o", markersize=20, color=PAPER, markeredgecolor=INK, zorder=3)
        for ax in (board, net):
            ax.text(x, y, letter, ha="center", va="center", fontsize=13, zorder=4)
    board.set_title("the tiles")
    net.set_title("their graph")
    lines = ", ".join(sorted("".join(pair) for pair in pairs))
    return Picture(figure, f"A board of {len(middles)} tiles, and its graph. Lines: {lines}.")


def bars(counts: Mapping[float, int], title: str) -> Picture:
    """Draw the number of games with each final lead, as bars with labels."""
    figure, (ax,) = new_figure(1, 1, (8.4, 3.6))
    places = sorted(counts)
    drawn = ax.bar(places, [counts[place] for place in places], width=0.4, color=BLUE)
    if len(places) <= MAX_LABELS:
        ax.bar_label(drawn, padding=2)
        ax.set_xticks(places, [f"{place:g}" for place in places], rotation=90)
        ax.margins(y=0.12)
    ax.set(xlabel="Blue's points minus Red's, at the end", ylabel="games", title=title)
    often = max(counts, key=lambda place: counts[place])
    return Picture(
        figure,
        f"{title}: Blue's lead at the end is between {min(places):g} and {max(places):g},"
        f" most often at {often:g} ({counts[often]} games).",
    )


def _paint_cells(ax: Axes, rows: Sequence[str], colors: Mapping[str, str], fill: float) -> None:
    """Draw the cells of a board in the colours of their tiles, with borders between tiles."""
    rectangle = matplotlib_object("matplotlib.patches:Rectangle")
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            look: dict[str, Any] = {"facecolor": LESSON_TILE_FILLS[colors[letter]], "linewidth": 0}
            ax.add_patch(rectangle((c, r), 1, 1, zorder=0, alpha=fill, **look))
            if c and row[c - 1] != letter:
                ax.plot((c, c), (r, r + 1), color=INK, linewidth=2, zorder=1, alpha=fill)
            if r and rows[r - 1][c] != letter:
                ax.plot((c, c + 1), (r, r), color=INK, linewidth=2, zorder=1, alpha=fill)
    frame: dict[str, Any] = {"fill": False, "edgecolor": INK, "linewidth": 2.5, "alpha": fill}
    ax.add_patch(rectangle((0, 0), len(rows[0]), len(rows), zorder=1, **frame))
    ax.set(xlim=(-0.05, len(rows[0]) + 0.05), ylim=(len(rows) + 0.05, -0.05), aspect="equal")
    ax.set_axis_off()


def _middle_cells(rows: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return, for each tile, the middle of the cell that is nearest to the tile's centre."""
    cells: dict[str, list[tuple[float, float]]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            cells.setdefault(letter, []).append((c + 0.5, r + 0.5))
    found = {}
    for letter, places in cells.items():
        x, y = (sum(axis) / len(places) for axis in zip(*places, strict=True))
        found[letter] = min(places, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    return found


def two_games(start: Any, by_points: Callable[[Any, int], Any]) -> Picture:
    """Draw the points in two games: both players take points, and both throw them away.

    Parameters
    ----------
    start
        The first position.
    by_points
        A function of a position and a sign that returns the move with the most or fewest points.
    """
    figure, axes = new_figure(1, 2, (9.0, 3.6), sharey=True)
    draw = matplotlib_object("polygames.plots.scores:score_curve")
    leads = []
    for sign, ax in zip((1, -1), axes, strict=True):
        record = pg.Record(start)
        while record.outcome is None:
            record.push(by_points(record.state, sign))
        draw(record, ax)
        title = "both take points" if sign == 1 else "both throw points away"
        ax.set_title(title, loc="left")  # in place of the result
        blue, red = record.state.scores
        leads.append(f"{blue:g} to {red:g}")
    return Picture(
        figure, f"The points in two games, move by move. They end {' and '.join(leads)}."
    )
