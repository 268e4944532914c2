"""What each move is worth in points: proved, or looked ahead within proved bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.territory.boards import tiles_of
from polygames.games.territory.engine.solitaire import BranchAndBound
from polygames.games.territory.rules import TakeOver
from polygames.games.territory.solver import solve
from polygames.search.analysis import Analysis, MoveValue
from polygames.search.clock import Clock
from polygames.search.interrupt import passed_on
from polygames.search.kernels import HAS_NUMBA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from random import Random

    from polygames.games.territory.rules import Move, Territory

__all__ = ["analyse"]

LEAD, TOTAL = "final lead in points", "final total in points"
"""The units of the values."""


def analyse(state: Territory, *, seconds: float, rng: Random) -> Analysis:  # noqa: ARG001 - no chance
    """Say what each move is worth to the seat to move if both go on as well as they can.

    Half of the time goes to proofs, the other half to looking ahead. The interval of an estimate
    is one that the value is proved to lie in: what each side can make sure of by always claiming
    the most valuable of the tiles at its sides now. On boards with more than 64 free tiles only
    those nearest to what is owned are judged.

    Parameters
    ----------
    state
        A position that is not over.
    seconds
        The time to think, in all.
    rng
        Not used: nothing here is left to chance.
    """
    if state.rules.solitaire:
        moves = list(_solitaire(state, Clock(seconds)))
        note = "proved" if all(move.proved for move in moves) else "the best found within the time"
        return Analysis(state, _ranked(moves), TOTAL, note)
    sign = 1 if state.turn == 0 else -1
    with passed_on():
        solution = solve(state, seconds=seconds / 2)
    found: dict[Move, MoveValue] = {
        move: MoveValue(move, sign * value, sign * value, sign * value, proved=True)
        for move, value in solution.values.items()
    }
    if len(found) == len(state.legal_moves):
        return Analysis(state, _ranked(found.values()), LEAD, "proved")
    note = "proved where it says so"
    ahead = _by_search(state, Clock(seconds / 2)) if HAS_NUMBA else {}
    note += ", looked ahead elsewhere" if ahead else ", the lead at once elsewhere"
    found = (ahead or _by_lead_now(state)) | found
    return Analysis(state, _ranked(found.values()), LEAD, note)


def _by_search(state: Territory, clock: Clock) -> dict[Move, MoveValue]:
    from polygames.games.territory.engine.deepening import IterativeDeepening  # numba loads here

    try:
        search = IterativeDeepening(state)
    except OverflowError:
        return {}
    leads: Mapping[int, float] = {}
    for _, leads in search.deepen_all(clock):  # noqa: B007 - the deepest counts
        pass
    claims, tiles = state.board.claims, search.remaining.tiles
    found: dict[Move, MoveValue] = {
        claims[tiles[bit]]: MoveValue(claims[tiles[bit]], lead, *search.bounds(bit))
        for bit, lead in leads.items()
    }
    if found and state.may_take_over:
        best = max(found.values(), key=lambda each: each.value)
        most = max(each.high for each in found.values())
        least = max(each.low for each in found.values())
        found[TakeOver()] = MoveValue(TakeOver(), -best.value, -most, -least)
    elif found and state.rules.swap and state.ply == 0:
        found = {move: _before_swap(each) for move, each in found.items()}
    return found


def _by_lead_now(state: Territory) -> dict[Move, MoveValue]:
    """Return the lead after each move; what is left can change it by all that it is worth."""
    found: dict[Move, MoveValue] = {}
    for move in state.legal_moves:
        after = state.play(move)
        lead = after.scores[state.turn] - after.scores[1 - state.turn]
        rest = sum(
            max(abs(after.value(tile, seat)) for seat in range(2)) for tile in tiles_of(after.free)
        )
        each = MoveValue(move, lead, lead - rest, lead + rest)
        found[move] = _before_swap(each) if state.rules.swap and state.ply == 0 else each
    return found


def _before_swap(each: MoveValue) -> MoveValue:
    """Return what a first claim is worth when the other seat chooses sides after it."""
    far = max(abs(each.low), abs(each.high))
    near = 0.0 if each.low <= 0 <= each.high else min(abs(each.low), abs(each.high))
    return MoveValue(each.move, -abs(each.value), -far, -near)


def _solitaire(state: Territory, clock: Clock) -> Iterator[MoveValue]:
    """Yield for each move of solitaire the best total after it, as far as found."""
    moves = tuple(state.legal_moves)
    for number, move in enumerate(moves):
        after = state.play(move)
        if after.outcome is not None:
            total = after.scores[0]
            yield MoveValue(move, total, total, total, proved=True)
            continue
        share = (clock.left or 0.0) / (len(moves) - number)
        search = BranchAndBound(after, Clock(max(share, 0.001)))
        proved = search.run()
        high = search.points if proved else search.bound
        yield MoveValue(move, search.points, search.points, high, proved=proved)


def _ranked(moves: Iterable[MoveValue]) -> tuple[MoveValue, ...]:
    return tuple(sorted(moves, key=lambda each: (-each.value, not each.proved)))
