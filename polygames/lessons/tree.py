"""Lesson 09, random games and Monte Carlo tree search."""

from __future__ import annotations

from functools import cache, partial, wraps
from itertools import product
from math import inf, isinf, log, sqrt
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import polygames as pg
from polygames.core.moveset import FiniteMoves
from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.domains import Domain, agrees, satisfies
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    all_close,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import Picture, new_figure
from polygames.scene.palette import BLUE, GREY, INK, ORANGE, PAPER, RED, tint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

RANDOM_GAMES_PER_MEAN: Final = 400
"""The number of random games of a mean, whose error is then about 0.07 at most."""
LEAF_NAMES: Final = ("A1", "A2", "B1", "B2")
PATH_STATISTICS: Final = ((1, 10, 6.0), (0, 6, 3.0), (1, 3, 1.0))
"""The seat, the games and the points of each node on a path."""
NEW_RESULT: Final = (11, 7, 4)
FAVOURITE_MOVE: Final = "r0c1"
NODE_COLORS: Final = {"A": "blue", "B": "red", "C": "red", "D": "blue"}


def _small_board() -> Any:
    return pg.new("territory", tiles=["AAB", "CDB"], colors=NODE_COLORS, penalty=0.5)


def _positions() -> Iterator[Any]:
    """Yield all positions of games on the small board, those with few moves to the end first."""
    found = [_small_board()]
    for state in found:
        if state.outcome is None:
            found += [after for after in map(state.play, state.legal_moves) if after not in found]
    yield from reversed(found)


GAME_ENDS: Final = Domain(
    "all ends of games on a board of four tiles, for both seats",
    lambda: ((end, seat) for end in _positions() if end.outcome is not None for seat in (0, 1)),
)

GAMES_PER_MOVE: Final = 100
MAX_MEAN_ERROR: Final = 0.3
"""The mean of 100 random games has a larger error about once in 30 million times."""

SMALL_BOARD_MOVES: Final = Domain(
    "all moves on a board of four tiles",
    lambda: (
        (state, move, GAMES_PER_MOVE, Random(1))
        for state in _positions()
        for move in state.legal_moves
    ),
)


def _small_bounds() -> Iterator[tuple[float, int, int]]:
    """Yield means, tries and totals, small totals first."""
    for total in range(1, 31):
        for tries in range(min(total, 9) + 1):
            yield from ((tenths / 10, tries, total) for tenths in range(11))


def _draw_bound(rng: Random) -> tuple[float, int, int]:
    """Return a mean, its number of tries, and a total of up to a million."""
    total = rng.randint(1, 10 ** rng.randint(1, 6))
    return round(rng.random(), 2), rng.randint(0, total), total


SMALL_BOUNDS: Final = Domain(
    "all means in steps of 0.1, up to 9 tries and up to 30 games in total",
    _small_bounds,
    _draw_bound,
)

NodeNumbers: TypeAlias = tuple[int, int, float]
"""The seat, the visits and the points of a node."""


def _small_paths() -> Iterator[tuple[tuple[NodeNumbers, ...], tuple[float, float]]]:
    """Yield paths of up to four nodes with the results of a game, short paths first."""
    for size in range(1, 5):
        for seats in product((0, 1), repeat=size):
            path = tuple((seat, 3 * (size - k) - 3, size - k - 1.0) for k, seat in enumerate(seats))
            yield from ((path, points) for points in ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0)))


def _draw_path(rng: Random) -> tuple[tuple[NodeNumbers, ...], tuple[float, float]]:
    """Return a path of up to 12 nodes, with the result of a game."""
    size, won = rng.randint(1, 12), rng.choice((0.0, 0.5, 1.0))
    visits = sorted(rng.choices(range(99), k=size), reverse=True)
    return tuple((rng.randrange(2), n, rng.randrange(2 * n + 1) / 2) for n in visits), (
        won,
        1 - won,
    )


SHORT_PATHS: Final = Domain("all paths of up to four nodes", _small_paths, _draw_path)


@exercise
def exercise_1(points: Any) -> AnswerAndTrials:
    """Check a function that returns the points of a seat (a player) in a finished game."""
    ends = {each.outcome.winners: each for each, _ in GAME_ENDS.small()}
    won, lost, tie = (ends[frozenset(winners)] for winners in ((0,), (1,), (0, 1)))
    return calls(points, (won, 0), (won, 1), (lost, 0), (tie, 1)), [
        (lambda got: is_close(got[0], 1), "a seat that wins alone has 1 point."),
        (lambda got: is_close(got[1], 0), "a seat that loses has 0 points."),
        (lambda got: is_close(got[2], 0), "return the points of the given seat."),
        (lambda got: is_close(got[3], 0.5), "in a tie each seat has half a point."),
        agrees(
            points,
            GAME_ENDS,
            _points,
            "look who has won: this seat, both, or the other.",
            same=is_close,
        ),
    ]


@exercise
def exercise_2(mean_after: Any) -> AnswerAndTrials:
    """Check a function that returns the mean points after a move, estimated by random games."""
    start = _small_board()
    later = start.play(start.parse("r0c0"))
    cases = [(s, move) for s in (start, later) for move in s.legal_moves]
    right = [_mean_points(state.play(move), state.turn) for state, move in cases]
    got = calls(
        mean_after, *((state, move, RANDOM_GAMES_PER_MEAN, Random(1)) for state, move in cases)
    )
    return got, [
        (lambda got: all(0 <= mean <= 1 for mean in got), "a mean of points is between 0 and 1."),
        (
            all_close(right[:4], 0.1),
            "play the move, then random games. Here return the mean of seat 0's points.",
        ),
        (
            all_close(right, 0.1),
            "return the points of the seat that makes the move. Here this is seat 1.",
        ),
        (
            lambda _: all(_count_games(mean_after, games)[0] == games for games in (1, 2, 7)),
            "play exactly the given number of games.",
        ),
        (
            lambda _: all(is_close(_count_games(mean_after, games)[1], 1) for games in (1, 2, 7)),
            "if the seat wins every game, the mean is 1. Divide by the number of games.",
        ),
        satisfies(
            mean_after,
            SMALL_BOARD_MOVES,
            lambda mean, state, move, *_: is_close(
                mean, _mean_points(state.play(move), state.turn), MAX_MEAN_ERROR
            ),
            "this is too far from the mean points of the seat that makes the move.",
        ),
    ]


@exercise
def exercise_3(ucb: Any) -> AnswerAndTrials:
    """Check a function that returns the upper confidence bound (UCB) of a move."""
    return calls(ucb, (0.5, 4, 100), (0.5, 25, 100), (0.0, 0, 10)), [
        (lambda got: isinf(got[2]) and got[2] > 0, "a move without games comes first: inf."),
        (
            lambda got: got[0] > got[1],
            "if two means are equal, the move with fewer tries has the larger sum.",
        ),
        agrees(
            ucb,
            SMALL_BOUNDS,
            _ucb,
            "mean + 0.7·√(log(total)/tries), also for mean 0.",
            same=lambda said, bound: said == bound or is_close(said, bound),
        ),
    ]


@exercise
def exercise_4(leaf: Any) -> AnswerAndTrials:
    """Check which leaf of the example tree the next game of a tree search reaches."""
    return leaf, [
        (lambda text: _name(text) in LEAF_NAMES, f"give one of {', '.join(LEAF_NAMES)}."),
        (
            lambda text: _name(text) != "B1",
            "B has the better mean, but A had fewer tries. Compare the sums.",
        ),
        (lambda text: _name(text)[0] == "A", "at the root, compute mean + 0.7·√(log(20)/tries)."),
        (
            lambda text: _name(text) == "A1",
            "at A, seat 1 chooses. The tree shows the points of seat 1.",
        ),
    ]


@exercise
def exercise_5(learn: Any) -> AnswerAndTrials:
    """Check a function that updates the nodes on a path of the tree with the result of a game."""
    path, points = _example_path(), (1.0, 0.0)
    said = calls(learn, (path, points))
    return said if said == [...] else [*said, path], [
        (
            lambda _: [node.visits for node in path] == [*NEW_RESULT],
            "every node of the path has one more visit.",
        ),
        (
            lambda _: is_close(path[1].points, 4) and is_close(path[2].points, 1),
            "a node stores the points of its own `seat`. This seat chose the move to the node.",
        ),
        agrees(
            _numbers_after(learn),
            SHORT_PATHS,
            _numbers_after(_learn),
            "here each node is (seat, visits, points). Every node of the path has one more visit,"
            " and more points if its own seat has points.",
            same=lambda said, right: all(
                all(map(is_close, node, expected))
                for node, expected in zip(said, right, strict=True)
            ),
        ),
    ]


def _numbers_after(learn: Any) -> Callable[..., list[tuple[int, int, float]]]:
    """Return a function that returns the numbers of the nodes of a path after `learn`."""

    @wraps(learn)
    def learn_path(path: Sequence[NodeNumbers], points: Sequence[float]) -> list[NodeNumbers]:
        nodes = _example_path(path)
        learn(nodes, [*points])
        return [(node.seat, node.visits, node.points) for node in nodes]

    return learn_path


@exercise
def exercise_6(best: Any) -> AnswerAndTrials:
    """Check the best first move on a board on which random games prefer a wrong move."""
    trap: Any = pg.new("territory", size=5, seed=5, penalty=0.5, balanced=True)
    worth = _move_values(trap)
    return best if best is ... else str(best).strip().lower(), [
        (lambda text: text in worth, "give a first move of this board, as text."),
        (
            lambda text: text != FAVOURITE_MOVE,
            "random games like this move. Against best play it does not win.",
        ),
        (lambda text: worth[text] == max(worth.values()), "use `pg.solve(trap)`."),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _name(answer: Any) -> str:
    return str(answer).strip().upper()


def _count_games(mean_after: Any, games: int) -> tuple[int, Any]:
    """Return the number of games that a function plays, and its result if seat 0 always wins."""
    board = _CountingGame(0, [])
    mean = mean_after(board, "on", games, Random(1))
    return len(board.ends), mean


class _CountingGame:
    """A game of two forced moves that counts its finished games."""

    scores = (1.0, 0.0)

    def __init__(self, turn: int, ends: list[None]) -> None:
        self.turn, self.ply, self.ends = turn, turn, ends
        self.outcome = pg.Outcome(frozenset({0}), self.scores, "the end") if turn == 2 else None
        self.legal_moves = FiniteMoves(() if self.outcome else ("on",))

    def play(self, move: str) -> _CountingGame:  # noqa: ARG002 - there is one
        self.ends += [None] * self.turn
        return _CountingGame(self.turn + 1, self.ends)

    def parse(self, text: str) -> str:
        return text

    after = play


def _example_path(statistics: Sequence[tuple[int, int, float]] = PATH_STATISTICS) -> list[Any]:
    return [
        SimpleNamespace(seat=s, visits=visits, points=points) for s, visits, points in statistics
    ]


@cache
def _mean_points(state: Any, seat: int) -> float:
    """Return the exact mean of a seat's points in random games from a position."""
    if state.outcome is not None:
        return _points(state, seat)
    each = [_mean_points(state.play(move), seat) for move in state.legal_moves]
    return sum(each) / len(each)


def _points(state: Any, seat: int) -> float:
    return (seat in state.outcome.winners) / len(state.outcome.winners)


def _mean_after(state: Any, move: Any, games: int, rng: Random) -> float:
    total = 0.0
    for _ in range(games):
        end = state.play(move)
        while end.outcome is None:
            end = end.play(end.legal_moves.sample(rng))
        total += _points(end, state.turn)
    return total / games


def _learn(path: Sequence[Any], points: Sequence[float]) -> None:
    for node in path:
        node.visits += 1
        node.points += points[node.seat]


def _ucb(mean: float, tries: int, total: int) -> float:
    return mean + 0.7 * sqrt(log(total) / tries) if tries else inf


def _move_values(state: Any) -> dict[str, float]:
    return {str(move): value for move, value in pg.solve(state).values.items()}


go_on = make_go_on(
    points=(exercise_1, _points, float),
    mean_after=(exercise_2, _mean_after, float),
    ucb=(exercise_3, _ucb, float),
    learn=(exercise_5, _learn),
)


# --- The conjecture -----------------------------------------------------------------------------

BOARDS_MADE: Final = 40
"""The number of random boards."""
MAX_EXACT_TILES: Final = 7
"""The largest number of tiles of a board in the cases, for exact means."""


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: each move's exact mean over random games, on small boards."""
    for seed in range(BOARDS_MADE):
        start: Any = pg.new("territory", size=5, seed=seed, penalty=0.5, balanced=True)
        if len(start.board.areas) <= MAX_EXACT_TILES:
            means = {str(m): round(_mean_points(start.play(m), 0), 4) for m in start.legal_moves}
            yield Case((means,), f"the board of seed={seed}", partial(_find_fault, start))


try_to_break = make_try_to_break(cases)


def _find_fault(start: Any, answer: Any) -> str:
    values = _move_values(start)
    if answer not in values:
        return f"{answer!r} is not a move there; the moves are {', '.join(values)}"
    best = max(values, key=lambda move: values[move])
    if _lead_result(values[answer]) == _lead_result(values[best]):
        return ""
    words = {1: "wins", 0: "ties", -1: "loses"}
    answer_text, best_text = (words[_lead_result(values[move])] for move in (answer, best))
    return f"{answer} {answer_text}, and {best} {best_text}"


def _lead_result(lead: float) -> int:
    return (lead > 0) - (lead < 0)


# --- The pictures -------------------------------------------------------------------------------

UPPER_NODE_POSITIONS: Final[dict[str, tuple[float, float]]] = {
    "root": (3, 2),
    "A": (1.3, 1),
    "B": (4.7, 1),
}
NODE_POSITIONS: Final = UPPER_NODE_POSITIONS | {
    "A1": (0.4, 0),
    "A2": (2.2, 0),
    "B1": (3.8, 0),
    "B2": (5.6, 0),
}
EXAMPLE_TREE: Final = {
    "A": (2, 5),
    "B": (7, 14),
    "A1": (2, 2),
    "A2": (1, 2),
    "B1": (5, 8),
    "B2": (2, 5),
}
"""For each node the points of the seat that chose it, and the number of games through it.

It is the result if seat 0 wins games 1 to 3, 5, 6, 8, 12, 13, 18 and 20, and loses the others."""


def shares(groups: Mapping[str, Mapping[str, int]], state: Any) -> Picture:
    """Draw the number of random games of each move, a row for each way to distribute the games.

    The moves are sorted by their proved values in the position.
    """
    values = _move_values(state)
    figure, axes = new_figure(len(groups), 1, (8.4, 2.1 * len(groups) + 0.6), sharex=True)
    moves = sorted(values, key=lambda move: -values[move])
    for ax, (name, games) in zip(axes, groups.items(), strict=True):
        bars = ax.bar(moves, [games[move] for move in moves], color=tint(BLUE, 0.6))
        ax.bar_label(bars, padding=2)
        ax.set(title=name, ylabel="games")
        ax.margins(y=0.2)
    axes[-1].set_xticks(moves, [f"{move}\nworth {values[move]:g}" for move in moves])
    told = [
        f"{name}: {', '.join(f'{move} {games[move]}' for move in moves)}"
        for name, games in groups.items()
    ]
    return Picture(figure, f"How many games each first move got. {'; '.join(told)}.")


def small_tree() -> Picture:
    """Draw the example tree of the lesson, with the points and the games of each node."""
    figure, (ax,) = new_figure(1, 1, (8.4, 4.2))
    for name in EXAMPLE_TREE:
        (x, y), (u, v) = NODE_POSITIONS[name[0] if len(name) > 1 else "root"], NODE_POSITIONS[name]
        ax.plot((x, u), (y, v), color=GREY, linewidth=2, zorder=0)
    for name, (x, y) in NODE_POSITIONS.items():
        points, games = EXAMPLE_TREE.get(name, (None, 20))
        kept = f"{games} games" if points is None else f"{points} of {games}"
        fill = PAPER if points is None else tint(BLUE if y == 1 else ORANGE, 0.3)
        box: dict[str, Any] = {"boxstyle": "round,pad=0.4", "facecolor": fill, "edgecolor": INK}
        ax.text(x, y, f"{name}: {kept}", ha="center", va="center", fontsize=12, bbox=box)
    for level, who, color in ((1.5, "seat 0 chooses", BLUE), (0.5, "seat 1 chooses", RED)):
        ax.text(6.5, level, who, ha="center", va="center", fontsize=11, color=color)
    ax.set(xlim=(-0.4, 7.3), ylim=(-0.4, 2.4))
    ax.set_axis_off()
    told = ", ".join(
        f"{name} {points} of {games}" for name, (points, games) in EXAMPLE_TREE.items()
    )
    return Picture(figure, f"A tree of 20 games; points of the seat that chose, and games: {told}.")
