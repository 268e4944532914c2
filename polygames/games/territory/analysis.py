"""What each move is worth in points: proved, or looked ahead within proved bounds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import sqrt, tanh
from typing import TYPE_CHECKING

from polygames.core.analysis import Analysis, MoveValue, sort_moves
from polygames.games.territory.boards import tiles_of
from polygames.games.territory.engine.solitaire import BranchAndBound
from polygames.games.territory.rules import Claim, TakeOver
from polygames.games.territory.solver import solve
from polygames.runtime.clock import Allowance
from polygames.runtime.compiling import HAS_NUMBA
from polygames.search.analysis.anytime import legal_part
from polygames.search.analysis.calibration import calibrations_of
from polygames.search.analysis.readiness import is_ready, note_ready
from polygames.search.analysis.smoothing import SmoothedAnalyses, agreeing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from polygames.games.territory.engine.deepening import IterativeDeepening
    from polygames.games.territory.rules import Move, Territory
    from polygames.runtime.clock import Clock

ENGINE = "polygames.games.territory.engine"

LEAD, TOTAL = "final lead in points", "final total in points"
"""The units of the values."""

CLAIMED_SHARE_SCALE = 2.5
"""When one tile in so many is claimed, a lead of the search is as good as sure."""
AT_ONCE, PLAYED_ON = 0.7, 0.2
"""What is still to be had changes the lead at once by so much of it, in 95 of 100 solved positions;
and so far off is the lead if both go on with the best tile (of 187 moves on boards of 10 by 10)."""
MOVES_PLAYED_ON = 24
"""How many moves are played on."""
DEPTHS_AVERAGED = 2
"""The mean over so many depths is told: who claims last at one does not at the other."""
CALIBRATION_DEPTH = 2
"""From this depth on values are told: the model was fitted to it, and they are off by less than 5%
of the scale in 95 of 100 positions (`benchmarks.studies.first_interval`)."""
LINED, LINE = 6, 10
"""How many moves get a line, and of how many plies at most."""
LOOKS, LOOKS_PER_SECOND = tuple(1000 * 4**step for step in range(16)), 100_000
"""How much work goes into each move of solitaire, answer by answer; how much a second is."""


def deepen(state: Territory, *, clock: Clock, rng: Random) -> Iterator[Analysis]:  # noqa: ARG001 - no chance
    """Yield what each move is worth if both go on as well as they can; see `deepen` of search.

    The interval of an estimate is one that the value is proved to lie in: what each side can make
    sure of by always claiming the most valuable of the tiles at its sides now. On boards with more
    than 64 free tiles only those nearest to what is owned are judged.
    """
    if state.rules.solitaire:
        yield from _solitaire(state, clock)
    elif state.fixed_difference is not None:
        yield _literal(state)
    else:
        is_quick = not is_ready("territory")
        yield _first_look(state, _by_lead_now(state), "the lead at once", is_quick=is_quick)
        if (is_quick or not HAS_NUMBA) and not clock.stop.is_set():
            note = "both go on with the best tile"
            yield _first_look(state, _by_playing_on(state), note, is_quick=is_quick)
        if HAS_NUMBA and not clock.stop.is_set():
            yield from _by_search(state, clock)


def _first_look(
    state: Territory, moves: Iterable[MoveValue], note: str, *, is_quick: bool
) -> Analysis:
    """Return what is known without a search; a quick look if the search is not ready yet."""
    found = _as_analysis(state, moves, f"quick look: {note}" if is_quick else note)
    return replace(found, is_quick_look=is_quick)


def _as_analysis(state: Territory, moves: Iterable[MoveValue], note: str) -> Analysis:
    """Return what is known of moves; the ends of the scale are half of all that is to be had."""
    end = sum(map(state.points, _all(state))) / 2
    shown = sort_moves(_with_chance(state, each) for each in moves)
    is_early = HAS_NUMBA and max((each.depth for each in shown), default=0) < CALIBRATION_DEPTH
    is_early &= not all(each.proved for each in shown)
    return Analysis(state, shown, LEAD, note, (-end, end), "lead", is_early)


def _all(state: Territory) -> range:
    return range(len(state.board.areas))


def features(state: Territory, lead: float) -> tuple[float, ...]:
    """Return what the chance to win depends on; see `polygames.search.analysis.calibration`.

    A lead counts for more when less is left that could change it, and when more tiles are claimed:
    then the search sees most of what can still happen.
    """
    free = list(tiles_of(state.free))
    left = sqrt(sum(state.points(tile) ** 2 for tile in free))
    claimed = 1 - len(free) / len(state.board.areas)
    return (1.0, lead / (1 + left), tanh(lead) * min(1.0, CLAIMED_SHARE_SCALE * claimed))


def _with_chance(state: Territory, each: MoveValue) -> MoveValue:
    """Return a value with the chance to win that goes with it."""
    if each.proved:
        return replace(each, chance=0.5 + 0.5 * ((each.value > 0) - (each.value < 0)))
    model = calibrations_of(ENGINE)["chance"]
    chance = model.of(features(state, each.value))
    return agreeing(replace(each, chance=chance, raw=each.value))


def _literal(state: Territory) -> Analysis:
    solution, sign = solve(state, seconds=None, progress=False), 1 if state.turn == 0 else -1
    moves = [
        MoveValue(move, sign * value, sign * value, sign * value, proved=True)
        for move, value in solution.values.items()
    ]
    return _as_analysis(state, moves, "no claim changes the difference")


def _by_search(state: Territory, clock: Clock) -> Iterator[Analysis]:
    """Yield what looking ahead shows, a move further each time; in the end all is proved."""
    try:
        with clock.uncounted():
            # numba loads here
            from polygames.games.territory.engine.deepening import IterativeDeepening

            search = IterativeDeepening(state)
    except OverflowError:
        return
    note_ready("territory")
    smoothed = SmoothedAnalyses(DEPTHS_AVERAGED, is_bound=True)
    claims, tiles = state.board.claims, search.remaining.tiles
    for depth, leads in search.deepen_all(clock):
        is_proved = search.is_whole and depth >= state.free.bit_count()
        found: dict[Move, MoveValue] = {}
        for bit, lead in leads.items():
            move = claims[tiles[bit]]
            bounds = (lead, lead) if is_proved else search.bounds(bit)
            found[move] = MoveValue(move, lead, *bounds, depth=depth, proved=is_proved)
        if found and state.may_take_over:
            found[TakeOver()] = _taken_over(list(found.values()))
        elif found and state.is_before_swap:
            found = {move: _before_swap(each) for move, each in found.items()}
        found = _with_lines(state, search, found)
        note = "proved" if is_proved else f"alpha-beta, {depth} plies ahead"
        yield smoothed.add(_as_analysis(state, found.values(), note))


def _with_lines(
    state: Territory, search: IterativeDeepening, found: dict[Move, MoveValue]
) -> dict[Move, MoveValue]:
    """Return the values with lines for the best claims, as far as the search remembers them."""
    best = sorted(found.values(), key=lambda each: -each.value)[:LINED]
    lines = {}
    for each in best:
        if isinstance(each.move, Claim):
            tile = search.remaining.tiles.index(state.board.named[each.move])
            claims = [state.board.claims[tile] for tile in search.line(tile, LINE)]
            lines[each.move] = replace(each, line=legal_part(state, claims))
    return found | lines


def _taken_over(claims: Sequence[MoveValue]) -> MoveValue:
    """Return what it is worth to change sides: the position after it is this one, exchanged."""
    best = max(claims, key=lambda each: each.value)
    most, least = max(each.high for each in claims), max(each.low for each in claims)
    return MoveValue(TakeOver(), -best.value, -most, -least, proved=best.proved, depth=best.depth)


def _by_lead_now(state: Territory) -> Iterator[MoveValue]:
    """Yield the lead after each move."""
    for move in state.legal_moves:
        yield _estimate(state, move, state.play(move), AT_ONCE)


def _by_playing_on(state: Territory) -> Iterator[MoveValue]:
    """Yield the lead in the end if both go on with the tile that is worth most, move by move."""
    for move in sorted(state.legal_moves, key=lambda move: -_swing(state, move))[:MOVES_PLAYED_ON]:
        end = state.play(move)
        while end.outcome is None:
            end = end.play(max(end.legal_moves, key=partial(_swing, end)))
        yield _estimate(state, move, end, PLAYED_ON)


def _estimate(state: Territory, move: Move, end: Territory, share: float) -> MoveValue:
    """Return the lead that a move came to; some of what is left after it can change that."""
    lead = end.scores[state.turn] - end.scores[1 - state.turn]
    half = share * float(sum(map(state.points, tiles_of(state.play(move).free))))
    each = MoveValue(move, lead, lead - half, lead + half)
    return _before_swap(each) if state.is_before_swap else each


def _swing(state: Territory, move: Move) -> float:
    """Return what a claim gains beyond what the tile would bring the other seat."""
    if not isinstance(move, Claim):
        return 0.0
    tile = state.board.named[move]
    return float(state.value(tile, state.turn) + state.value(tile, 1 - state.turn))


def _before_swap(each: MoveValue) -> MoveValue:
    """Return what a first claim is worth when the other seat chooses sides after it."""
    far = max(abs(each.low), abs(each.high))
    near = 0.0 if each.low <= 0 <= each.high else min(abs(each.low), abs(each.high))
    return replace(each, value=-abs(each.value), low=-far, high=-near)


def _solitaire(state: Territory, clock: Clock) -> Iterator[Analysis]:
    """Yield for each move of solitaire the best total after it, as far as found."""
    found: dict[Move, MoveValue] = {}
    left = clock.steps(LOOKS_PER_SECOND)
    for nodes in LOOKS:
        for move in state.legal_moves:
            if not (move in found and found[move].proved):
                found[move] = _total_after(state, move, nodes, clock)
                left -= found[move].visits
            if not clock and len(found) == len(state.legal_moves):
                break
        proved = all(each.proved for each in found.values())
        note = "proved" if proved else "the best found so far"
        end = sum(max(0.0, state.value(tile, 0)) for tile in _all(state))
        yield Analysis(state, sort_moves(found.values()), TOTAL, note, (0.0, end), "total")
        if proved or not clock or left <= 0:
            return


def _total_after(state: Territory, move: Move, looks: int, clock: Clock) -> MoveValue:
    """Return the best total after a move of solitaire that so much work finds."""
    after = state.play(move)
    if after.outcome is not None:
        total = after.scores[0]
        return MoveValue(move, total, total, total, proved=True)
    search = BranchAndBound(after, Allowance(looks, clock))
    proved = search.run()
    high = search.points if proved else search.bound
    line = (move, *search.line)
    return MoveValue(move, search.points, search.points, high, search.nodes, proved, line)
