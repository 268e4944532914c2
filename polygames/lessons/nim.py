"""Lesson 01, the winner with best play."""

from __future__ import annotations

from functools import cache, partial, reduce
from itertools import chain, combinations_with_replacement, product
from operator import xor
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.lessons.conjectures import Case, make_try_to_break, value_fault
from polygames.lessons.domains import Domain, agrees, satisfies
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    as_set,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import (
    Picture,
    draw_square,
    matplotlib_object,
    new_figure,
    picture_of,
)
from polygames.scene.palette import BLUE, GREY, INK, ORANGE, tint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

Heaps = tuple[int, ...]


def _small_heaps(most: int, size: int) -> Iterator[tuple[Heaps]]:
    """Yield up to `most` heaps of up to `size` stones each, the positions with few stones first."""
    every = [heaps for k in range(1, most + 1) for heaps in product(range(size + 1), repeat=k)]
    yield from ((heaps,) for heaps in sorted(every, key=lambda heaps: (sum(heaps), len(heaps))))


def _draw_heaps(rng: Random) -> tuple[Heaps]:
    """Return up to six heaps of up to 20 stones."""
    return (tuple(rng.randrange(21) for _ in range(rng.randint(1, 6))),)


def _heaps_domain(size: int, draw: Callable[[Random], Any] | None = _draw_heaps) -> Domain:
    text = f"up to four heaps of up to {size} stones"
    return Domain(text, partial(_small_heaps, 4, size), draw)


PROOF_SECONDS: Final = 60.0
"""The time limit of a proof. In a hexagon it takes less than a second."""

MAX_STONES: Final = 6
"""The number of stones that a search without a cache plays with quickly."""

FEW_STONES: Final = Domain(
    f"up to three heaps with up to {MAX_STONES} stones together",
    lambda: chain(
        (case for case in _small_heaps(3, MAX_STONES) if sum(case[0]) <= MAX_STONES),
        (((1, 3, 4),), ((1, 4, 5),), ((2, 4, 6),), ((7, 8),)),
    ),
)


@exercise
def exercise_1(moves: Any) -> AnswerAndTrials:
    """Check a function that returns all positions that one move leads to."""
    return calls(moves, *((heaps,) for heaps in ((2,), (0,), (1, 2), (2, 2), (3, 0, 1)))), [
        (
            lambda got: as_set(got[0]) == {(1,), (0,)},
            "from a heap of 2 you can take one stone or two.",
        ),
        (
            lambda got: as_set(got[1]) == set(),
            "without stones there is no move. Return an empty set.",
        ),
        (
            lambda got: as_set(got[2]) == {(0, 2), (1, 1), (1, 0)},
            "(1, 2) leads to (0, 2), (1, 1) and (1, 0). One heap changes, the other stays.",
        ),
        (
            lambda got: as_set(got[3]) == _moves((2, 2)) and as_set(got[4]) == _moves((3, 0, 1)),
            "heaps keep their places. You can take stones from any heap.",
        ),
        agrees(
            moves,
            _heaps_domain(5),
            _moves,
            "from each heap you can take any number of stones, at least one.",
            form=as_set,
        ),
    ]


@exercise
def exercise_2(is_n: Any) -> AnswerAndTrials:
    """Check a function that returns True if the player to move wins with best play."""
    return calls(is_n, ((0,),), ((3,),), ((2, 2),)), [
        (
            lambda got: got[0] == 0,
            "without stones you cannot move, and you lose: P. Return True or False.",
        ),
        (
            lambda got: got[1] == 1,
            "if there is one heap, take it all. The other player cannot move: N.",
        ),
        (lambda got: got[2] == 0, "with two equal heaps the other player can copy you: P."),
        agrees(
            is_n,
            FEW_STONES,
            _is_n,
            "a position is N if *some* move leads to a P.",
            form=bool,
        ),
    ]


@exercise
def exercise_3(nim_sum: Any) -> AnswerAndTrials:
    """Check a function that returns the nim-sum: the binary sum of the heaps without carrying."""
    cases: list[Heaps] = [(3, 3), (1, 2), (3, 5)]
    return calls(nim_sum, *((heaps,) for heaps in cases)), [
        (lambda got: is_close(got[0], 0), "equal heaps cancel: 3 and 3 give 0."),
        (lambda got: is_close(got[1], 3), "1 and 2 share no binary digit, so the nim-sum is 3."),
        (lambda got: is_close(got[2], 6), "3 is 011 and 5 is 101. The last digit cancels: 110."),
        agrees(
            nim_sum,
            _heaps_domain(9),
            _nim_sum,
            "a digit is 1 if an odd number of heaps has it.",
            same=is_close,
        ),
    ]


@exercise
def exercise_4(good: Any) -> AnswerAndTrials:
    """Check a function that returns the position after a winning move; None if no move wins."""
    return calls(good, ((0,),), ((3,),), ((1, 2),)), [
        (
            lambda got: got[0] is None,
            "without stones no move wins: None. Else return one position, not a list.",
        ),
        (
            lambda got: tuple(got[1] or ()) == (0,),
            "if there is one heap, take it all: (3,) becomes (0,).",
        ),
        (lambda got: sorted(got[2] or ()) == [1, 1], "from (1, 2), make the heaps equal."),
        satisfies(
            good,
            _heaps_domain(5, draw=None),
            _is_good,
            "return None if no move wins. If one does, the position after it has nim-sum 0.",
        ),
    ]


def _is_good(after: Any, heaps: Heaps) -> bool:
    """Return True for a position with nim-sum 0 after one move, or for None if there is none."""
    if not _nim_sum(heaps):
        return after is None
    return tuple(after) in _moves(heaps) and not _nim_sum(after)


@exercise
def exercise_5(wins: Any) -> AnswerAndTrials:
    """Check a function that returns True if the player to move wins, for several small games."""
    return calls(wins, *((pg.new("polygon", n=n),) for n in (3, 4))), [
        (lambda got: got[0] == 0, "the triangle is over at once. Seat 0 has not won."),
        (lambda got: got[1] == 1, "in the square the player to move makes one move, and wins."),
        agrees(
            wins,
            SMALL_STATES,
            lambda state: _wins_for(state, state.turn),
            "is it over? Use outcome.winners, a set. If not, try all moves for this seat. A seat"
            " may move twice in Territory: look at state.turn.",
            form=bool,
        ),
    ]


def _small_states() -> Iterator[tuple[Any]]:
    """Yield the positions of three small games, those with few moves to the end first."""
    tiles = pg.new("territory", tiles=["AAB", "CDB"], colors=_NODE_COLORS, ending="stuck")
    found: list[Any] = [*(pg.new("polygon", n=n) for n in (3, 4, 5)), tiles]
    for state in found:
        found += [after for after in map(state.play, state.legal_moves) if after not in found]
    yield from ((state,) for state in found[::-1])


SMALL_STATES: Final = Domain(
    "positions of small games: Polygon with three to five corners, and Territory with four tiles",
    _small_states,
)


_NODE_COLORS: Final = {"A": "blue", "B": "red", "C": "red", "D": "blue"}


def _nim_sum(heaps: Heaps) -> int:
    return reduce(xor, heaps, 0)


def _moves(heaps: Heaps) -> set[Heaps]:
    return {(*heaps[:k], left, *heaps[k + 1 :]) for k, n in enumerate(heaps) for left in range(n)}


@cache
def _is_n(heaps: Heaps) -> bool:
    return any(not _is_n(after) for after in _moves(heaps))


@cache
def _wins_for(state: Any, seat: int) -> bool:
    """Return True if a seat wins with best play, whichever seat is to move."""
    if state.outcome is not None:
        return bool(state.outcome.winners == {seat})
    after = (_wins_for(state.play(move), seat) for move in state.legal_moves)
    return any(after) if state.turn == seat else all(after)


go_on = make_go_on(
    moves=(exercise_1, _moves, as_set),
    is_n=(exercise_2, _is_n, bool),
    nim_sum=(exercise_3, _nim_sum),
    wins=(exercise_5, lambda state: _wins_for(state, state.turn), bool),
)


# --- The conjecture -----------------------------------------------------------------------------


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: up to four heaps of up to six stones, small ones first."""
    every = [h for k in (1, 2, 3, 4) for h in combinations_with_replacement(range(1, 7), k)]
    for heaps in sorted(every, key=lambda heaps: (sum(heaps), heaps)):
        yield Case((heaps,), f"the heaps {heaps}", partial(_find_fault, heaps))


try_to_break = make_try_to_break(cases)


def _find_fault(heaps: Heaps, answer: Any) -> str:
    return value_fault("N" if _is_won(heaps) else "P", "N" if answer else "P")


@cache
def _is_won(heaps: Heaps) -> bool:
    """Return True if the player to move wins when taking the last stone loses."""
    if not any(heaps):
        return True
    return any(not _is_won(tuple(sorted(after))) for after in _moves(heaps))


# --- The pictures -------------------------------------------------------------------------------


def kinds_map(is_n: Callable[[tuple[int, int]], object], size: int = 8) -> Picture:
    """Draw a map of the positions of two heaps: N if the player to move wins, P if not."""
    figure, (ax,) = new_figure(1, 1, (5.6, 5.6), framed=True)
    lost = []
    for a in range(size + 1):
        for b in range(size + 1):
            kind = "N" if is_n((a, b)) else "P"
            fill = {"N": tint(BLUE, 0.15), "P": tint(ORANGE, 0.7)}[kind]
            draw_square(ax, (a - 0.5, b - 0.5), kind, fill, GREY, color=INK, fontsize=12)
            lost += [f"{a}, {b}"] * (kind == "P")
    ax.set(xlim=(-0.5, size + 0.5), ylim=(-0.5, size + 0.5), aspect="equal")
    ax.set(xlabel="stones in the first heap", ylabel="stones in the second heap")
    return Picture(figure, f"A map of the positions with two heaps: P at {'; '.join(lost)}.")


def first_moves(state: Any) -> Picture:
    """Draw the proved values of all moves of a position: 1 wins, and -1 loses."""
    found = pg.analyse(state, seconds=PROOF_SECONDS, progress=False)
    wins = sum(each.value > 0 for each in found.moves)
    draw = matplotlib_object("polygames.plots.analyses:move_values")
    return picture_of(
        draw(found, most=len(found.moves)),
        f"The values of {len(found.moves)} first moves: {wins} win, and the others lose.",
    )
