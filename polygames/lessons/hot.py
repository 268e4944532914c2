"""Lesson 15, urgent tiles."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    all_close,
    calls,
    exercise,
    is_close,
    is_whole,
    letters,
    make_go_on,
)
from polygames.lessons.figures import Picture, new_figure
from polygames.lessons.on_board import BoardExercise, choice_part
from polygames.scene.palette import BLUE, GREY, RED

if TYPE_CHECKING:
    from collections.abc import Sequence

Tile: TypeAlias = tuple[int, str]
MINE, YOURS, BOTH = "mine", "yours", "both"
TEST_GAMES: Final = 600
"""The number of small games to test a rule."""


@exercise
def exercise_1(order: Any) -> AnswerAndTrials:
    """Check an ordering of four positions by how much the first move is worth."""
    said = letters(order)
    return order, [
        (lambda _: sorted(said) == [*"abcd"], "use each of the letters a, b, c and d once."),
        (lambda _: said[-1] == "a", "in (a) each player gets 64. The first turn is worth nothing."),
        (lambda _: said[0] == "d", "in (d) the first move brings 25. Then no tile is left."),
        (lambda _: said == "dcba", "(c) is worth 16 - 9 + 9, and (b) is worth 9 - 1."),
    ]


RANK_NAMES: Final = ("worth the most", "then", "and then", "worth the least")

on_board = BoardExercise.for_exercise(
    exercise_1, "order", *(choice_part(place, "abcd") for place in RANK_NAMES)
)


@exercise
def exercise_2(turn_worth: Any) -> AnswerAndTrials:
    """Check a function that returns the first player's lead if both may take any tile."""
    cases = [[64, 64], [9, 1], [16, 9, 9], [25], [1, 4, 9, 16], [9, 25, 16, 36, 1], [], [4, 4, 4]]
    return calls(turn_worth, *((each,) for each in cases)), [
        (lambda got: is_close(got[0], 0), "64 and 64: each player takes one tile."),
        (lambda got: is_close(got[1], 8), "9 and 1: you are 8 ahead."),
        (
            lambda got: is_close(got[2], 16),
            "16, 9, 9: you get 16 and 9, and the other player gets 9.",
        ),
        (
            lambda got: is_close(got[4], 10),
            "1, 4, 9, 16: the tiles are not sorted. You get 16 and 4.",
        ),
        (lambda got: is_close(got[6], 0), "without tiles nobody gets a point: 0."),
        (
            all_close(map(_turn_worth, cases)),
            "the players take turns. Each takes the largest tile that is left.",
        ),
    ]


@exercise
def exercise_3(urgent: Any) -> AnswerAndTrials:
    """Check a function that chooses a tile and must never lose a point."""
    games = _random_games()
    return calls(urgent, *(([*tiles],) for tiles in games)), [
        (
            lambda got: all(is_whole(k) for k in got),
            "return a place in the list: a number from 0 on.",
        ),
        (
            lambda got: not any(map(_explain_choice, games, got)),
            "a game breaks your rule. Use `lesson.try_to_break` to see it.",
        ),
    ]


@exercise
def exercise_4(margin: Any) -> AnswerAndTrials:
    """Check a function that returns the difference between the best value and the next best."""
    cases: list[list[float]]
    cases = [[5, 9, 2], [7, 7, 1], [-4, -9], [3], [94, 94, 134, 64], [-60.5, -52, -22], [0, 0, 0]]
    return calls(margin, *((each,) for each in cases)), [
        (lambda got: is_close(got[0], 4), "the best is 9, and the next best is 5: 4."),
        (
            lambda got: is_close(got[1], 0),
            "two moves are best, so the next best is equally good: 0.",
        ),
        (lambda got: is_close(got[2], 5), "-4 is better than -9."),
        (lambda got: is_close(got[3], 0), "there is only one move, so you cannot miss it: 0."),
        (all_close(map(_margin, cases)), "the list is not sorted. Sort the values first."),
    ]


@exercise
def exercise_5(answer: Any, values: Any) -> AnswerAndTrials:
    """Check the best move of a position, and the points lost by claiming the largest tile."""
    best = max(values, key=values.get)
    said = str(answer[0]).strip().lower()
    return answer, [
        (lambda _: said in values, "give a move as text, such as 'r3c2'."),
        (lambda _: said == best, "this is not the move with the largest value."),
        (
            lambda got: is_close(got[1], values[best] - values["r1c5"]),
            "subtract the value of r1c5 from the best value.",
        ),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _turn_worth(values: Sequence[float]) -> float:
    ordered = sorted(values, reverse=True)
    return sum(ordered[::2]) - sum(ordered[1::2])


def _margin(values: Sequence[float]) -> float:
    best, *others = sorted(values, reverse=True)
    return best - others[0] if others else 0


def _random_games() -> list[tuple[Tile, ...]]:
    """Return random small games in which the player to move can take a tile, small ones first."""
    rng, found = Random(0), list[tuple[Tile, ...]]()
    while len(found) < TEST_GAMES:
        count = 2 + len(found) * 5 // TEST_GAMES
        tiles = tuple(
            (rng.choice((1, 4, 9, 16, 25)), rng.choice((MINE, YOURS, BOTH, BOTH)))
            for _ in range(count)
        )
        if any(who != YOURS for _, who in tiles):
            found.append(tiles)
    return found


@cache
def final_lead(tiles: tuple[Tile, ...], *, is_mine: bool = True) -> int:
    """Return the final lead of the player to move with best play, by exhaustive search.

    Examples
    --------
    >>> final_lead(((16, "mine"), (9, "both")))
    25
    """
    own, other = (MINE, YOURS) if is_mine else (YOURS, MINE)
    if not tiles:
        return 0
    ways = [k for k, (_, who) in enumerate(tiles) if who in {own, BOTH}]
    if not ways:
        return -sum(value for value, who in tiles if who == other)
    return max(
        tiles[k][0] - final_lead(tiles[:k] + tiles[k + 1 :], is_mine=not is_mine) for k in ways
    )


def _explain_choice(tiles: tuple[Tile, ...], index: Any) -> str:
    """Return what is wrong with a chosen tile, or an empty string if it is a best move."""
    if not is_whole(index) or not 0 <= index < len(tiles):
        return f"{index} is not a place in the list"
    if tiles[index][1] == YOURS:
        return f"tile {index} cannot be taken"
    rest = tiles[:index] + tiles[index + 1 :]
    lost = final_lead(tiles) - (tiles[index][0] - final_lead(rest, is_mine=False))
    return f"tile {index} costs {lost} points" if lost else ""


try_to_break = make_try_to_break(
    lambda: (
        Case(([*each],), f"{[*each]}", partial(_explain_choice, each)) for each in _random_games()
    )
)


go_on = make_go_on(turn_worth=(exercise_2, _turn_worth), margin=(exercise_4, _margin))


# --- The pictures -------------------------------------------------------------------------------


def margins(rows: Sequence[tuple[float, float, bool, float]]) -> Picture:
    """Draw each position as a dot by largest tile and margin, red if that tile is a mistake.

    A row has the points of the largest tile in reach, the margin (best less next best), True if
    this tile is a best move, and the cost of the worst claim.
    """
    figure, (ax,) = new_figure(1, 1, (8.0, 4.4))
    for is_best, color, mark, label in (
        (True, BLUE, "o", "the largest tile is a best move"),
        (False, RED, "X", "the largest tile is a mistake"),
    ):
        chosen = [(size, gap) for size, gap, best, _ in rows if best == is_best]
        x, y = zip(*chosen, strict=True) if chosen else ((), ())
        ax.plot(x, y, mark, color=color, label=label, markersize=7, alpha=0.6, linestyle="none")
    ax.axhline(0, color=GREY, linewidth=0.8)
    ax.set(xlabel="points of the largest tile in reach", ylabel="margin: best minus next best")
    ax.legend(frameon=False)
    equal = sum(gap == 0 for _, gap, _, _ in rows)
    wrong = sum(not best for _, _, best, _ in rows)
    return Picture(
        figure,
        f"{len(rows)} positions: their margin against their largest tile. In {equal} the margin is"
        f" 0; in {wrong} the largest tile is not a best move.",
    )
