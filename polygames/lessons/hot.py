"""Lesson 15, urgent tiles."""

from __future__ import annotations

from functools import cache, partial
from itertools import chain, product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.domains import Domain, agrees, satisfies
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    calls,
    exercise,
    is_close,
    is_whole,
    letters,
    make_go_on,
    to_plain,
)
from polygames.lessons.figures import Picture, new_figure
from polygames.lessons.on_board import BoardExercise, choice_part
from polygames.scene.palette import BLUE, GREY, RED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

Tile: TypeAlias = tuple[int, str]
MINE, YOURS, BOTH = "mine", "yours", "both"


def _small_lists(points: Iterable[int], *, min_length: int) -> Iterator[tuple[list[int]]]:
    """Yield all lists of up to four numbers, short ones first."""
    every = [*points]
    for length in range(min_length, 5):
        yield from (([*each],) for each in product(every, repeat=length))


TILE_DOMAIN: Final = Domain(
    "up to 4 tiles of 1 to 8 points",
    lambda: _small_lists(range(1, 9), min_length=0),
    lambda rng: ([rng.randint(1, 20) ** 2 for _ in range(rng.randint(5, 12))],),
)
VALUE_DOMAIN: Final = Domain(
    "1 to 4 values from -3 to 3",
    lambda: _small_lists(range(-3, 4), min_length=1),
    lambda rng: ([rng.randint(-200, 200) / 2 for _ in range(rng.randint(5, 12))],),
)


def _small_games() -> Iterator[tuple[list[Tile]]]:
    """Yield all games of up to three tiles in which the player to move can take a tile."""
    kinds = [*product((1, 4, 9, 100), (MINE, YOURS, BOTH))]
    for count in (1, 2, 3):
        yield from (([*each],) for each in product(kinds, repeat=count) if _can_move(each))


def _draw_game(rng: Random) -> tuple[list[Tile]]:
    """Return a larger game in which the player to move can take a tile."""
    tiles = list[Tile]()
    while not _can_move(tiles):
        tiles = [
            (rng.randint(1, 12) ** 2, rng.choice((MINE, YOURS, BOTH, BOTH)))
            for _ in range(rng.randint(4, 7))
        ]
    return (tiles,)


def _can_move(tiles: Iterable[Tile]) -> bool:
    return any(who != YOURS for _, who in tiles)


GAME_DOMAIN: Final = Domain("up to 3 tiles of 1, 4, 9 or 100 points", _small_games, _draw_game)


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
    named: list[list[int]] = [[64, 64], [9, 1], [16, 9, 9], [1, 4, 9, 16], []]
    return calls(turn_worth, *((each,) for each in named)), [
        (lambda got: is_close(got[0], 0), "64 and 64: each player takes one tile."),
        (lambda got: is_close(got[1], 8), "9 and 1: you are 8 ahead."),
        (
            lambda got: is_close(got[2], 16),
            "16, 9, 9: you get 16 and 9, and the other player gets 9.",
        ),
        (
            lambda got: is_close(got[3], 10),
            "1, 4, 9, 16: the tiles are not sorted. You get 16 and 4.",
        ),
        (lambda got: is_close(got[4], 0), "without tiles nobody gets a point: 0."),
        agrees(
            turn_worth,
            TILE_DOMAIN,
            _turn_worth,
            "the players take turns. Each takes the largest tile that is left.",
            same=is_close,
        ),
    ]


@exercise
def exercise_3(urgent: Any) -> AnswerAndTrials:
    """Check a function that chooses a tile and must never lose a point."""
    return calls(urgent, ([(9, MINE)],), ([(4, YOURS), (1, MINE)],)), [
        (
            lambda got: all(is_whole(k) for k in got),
            "return a place in the list: a number from 0 on.",
        ),
        (lambda got: got[1] == 1, "you cannot take a tile that only the other player can reach."),
        satisfies(
            urgent,
            GAME_DOMAIN,
            lambda index, tiles: not _choice_error(tiles, index),
            "another tile that you can take leads to more points at the end.",
        ),
    ]


@exercise
def exercise_4(margin: Any) -> AnswerAndTrials:
    """Check a function that returns the difference between the best value and the next best."""
    return calls(margin, ([5, 9, 2],), ([7, 7, 1],), ([-4, -9],), ([3],)), [
        (lambda got: is_close(got[0], 4), "the best is 9, and the next best is 5: 4."),
        (
            lambda got: is_close(got[1], 0),
            "two moves are best, so the next best is equally good: 0.",
        ),
        (lambda got: is_close(got[2], 5), "-4 is better than -9."),
        (lambda got: is_close(got[3], 0), "there is only one move, so you cannot miss it: 0."),
        agrees(
            margin,
            VALUE_DOMAIN,
            _margin,
            "subtract the second largest value from the largest. The list is not sorted.",
            same=is_close,
        ),
    ]


@exercise
def exercise_5(answer: Any, values: Any) -> AnswerAndTrials:
    """Check the best move of a position, and the points lost by claiming the largest tile."""
    best = max(values, key=values.get)
    said = "".join(str(answer[0]).split()).lower()
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


def _choice_error(tiles: Sequence[Tile], index: Any) -> str:
    """Return the fault of a chosen tile as text, empty for a best move."""
    if not is_whole(index) or not 0 <= index < len(tiles):
        return f"{index} is not a place in the list"
    if tiles[index][1] == YOURS:
        return f"tile {index} cannot be taken"
    rest = (*tiles[:index], *tiles[index + 1 :])
    lost = final_lead((*tiles,)) - (tiles[index][0] - final_lead(rest, is_mine=False))
    return f"tile {index} costs {lost} points" if lost else ""


def cases() -> Iterator[Case]:
    """Yield small games for a student's rule, first the one in the text of the lesson."""
    for (tiles,) in chain([([(9, MINE), (1, BOTH)],)], GAME_DOMAIN.cases()):
        yield Case((tiles,), f"{tiles}", partial(_choice_error, tiles))


try_to_break = make_try_to_break(cases)


go_on = make_go_on(
    turn_worth=(exercise_2, _turn_worth, to_plain), margin=(exercise_4, _margin, to_plain)
)


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
