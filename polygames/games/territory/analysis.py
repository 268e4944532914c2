"""The value of each move in points: proved, or estimated by a search within proved bounds."""

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
"""A lead has full weight in the chance to win once 1 in 2.5 tiles is claimed."""
AT_ONCE, PLAYED_ON = 0.7, 0.2
"""The half-width of the 95% interval of a lead, as a share of the points still free.

The first is for the lead right after a move, the second for the lead after greedy play to the end.
Both were measured on solved positions (187 moves on boards of 10 x 10)."""
MOVES_PLAYED_ON = 24
"""The largest number of moves with greedy play to the end."""
DEPTHS_AVERAGED = 2
"""The number of depths in a reported mean: the last claim of a search alternates between seats."""
CALIBRATION_DEPTH = 2
"""The least depth of reported values: the calibration was fitted to it.

Values are then off by less than 5% of the scale in 95% of positions
(`benchmarks.studies.first_interval`)."""
LINED, LINE = 6, 10
"""The number of moves with a line, and the largest length of a line in plies."""
LOOKS, LOOKS_PER_SECOND = tuple(1000 * 4**step for step in range(16)), 100_000
"""The nodes for each move of solitaire, result by result, and the nodes in a second of work."""


def deepen(state: Territory, *, clock: Clock, rng: Random) -> Iterator[Analysis]:  # noqa: ARG001 - no chance
    """Yield analyses of all moves, each more precise; see `polygames.search.deepen`.

    The interval of an estimate is proved: it has the lead that each side can guarantee by always
    claiming the most valuable of its adjacent tiles. On boards with more than 64 free tiles the
    analysis covers only the tiles nearest to those owned.
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
    """Return an analysis without search, marked as a quick look if the search is not ready."""
    found = _as_analysis(state, moves, f"quick look: {note}" if is_quick else note)
    return replace(found, is_quick_look=is_quick)


def _as_analysis(state: Territory, moves: Iterable[MoveValue], note: str) -> Analysis:
    """Return an analysis of move values; the scale ends at half of all points of the board."""
    end = sum(map(state.points, _all(state))) / 2
    shown = sort_moves(_with_chance(state, each) for each in moves)
    is_early = HAS_NUMBA and max((each.depth for each in shown), default=0) < CALIBRATION_DEPTH
    is_early &= not all(each.proved for each in shown)
    return Analysis(state, shown, LEAD, note, (-end, end), "lead", is_early)


def _all(state: Territory) -> range:
    return range(len(state.board.areas))


def features(state: Territory, lead: float) -> tuple[float, ...]:
    """Return the features of the chance to win; see `polygames.search.analysis.calibration`.

    They are a constant, the lead relative to the points still free, and the smoothed sign of the
    lead. The sign has more weight when more tiles are claimed: the search then covers most of the
    game.
    """
    free = list(tiles_of(state.free))
    left = sqrt(sum(state.points(tile) ** 2 for tile in free))
    claimed = 1 - len(free) / len(state.board.areas)
    return (1.0, lead / (1 + left), tanh(lead) * min(1.0, CLAIMED_SHARE_SCALE * claimed))


def _with_chance(state: Territory, each: MoveValue) -> MoveValue:
    """Return a move value with its chance to win."""
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
    """Yield the analyses of the iterative deepening, depth by depth; the last one is proved."""
    try:
        with clock.uncounted():
            # imports numba
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
    """Return the values, with lines from the transposition table for the best claims."""
    best = sorted(found.values(), key=lambda each: -each.value)[:LINED]
    lines = {}
    for each in best:
        if isinstance(each.move, Claim):
            tile = search.remaining.tiles.index(state.board.named[each.move])
            claims = [state.board.claims[tile] for tile in search.line(tile, LINE)]
            lines[each.move] = replace(each, line=legal_part(state, claims))
    return found | lines


def _taken_over(claims: Sequence[MoveValue]) -> MoveValue:
    """Return the value of a takeover: the negative of the best claim's, as the seats change."""
    best = max(claims, key=lambda each: each.value)
    most, least = max(each.high for each in claims), max(each.low for each in claims)
    return MoveValue(TakeOver(), -best.value, -most, -least, proved=best.proved, depth=best.depth)


def _by_lead_now(state: Territory) -> Iterator[MoveValue]:
    """Yield each move with the lead right after it."""
    for move in state.legal_moves:
        yield _estimate(state, move, state.play(move), AT_ONCE)


def _by_playing_on(state: Territory) -> Iterator[MoveValue]:
    """Yield each move with the final lead if both then claim the tile with the largest swing."""
    for move in sorted(state.legal_moves, key=lambda move: -_swing(state, move))[:MOVES_PLAYED_ON]:
        end = state.play(move)
        while end.outcome is None:
            end = end.play(max(end.legal_moves, key=partial(_swing, end)))
        yield _estimate(state, move, end, PLAYED_ON)


def _estimate(state: Territory, move: Move, end: Territory, share: float) -> MoveValue:
    """Return the lead at `end` as a move value; the interval is a share of the free points."""
    lead = end.scores[state.turn] - end.scores[1 - state.turn]
    half = share * float(sum(map(state.points, tiles_of(state.play(move).free))))
    each = MoveValue(move, lead, lead - half, lead + half)
    return _before_swap(each) if state.is_before_swap else each


def _swing(state: Territory, move: Move) -> float:
    """Return the swing of a claim: its gain plus the denied gain; 0 for another move."""
    if not isinstance(move, Claim):
        return 0.0
    tile = state.board.named[move]
    return float(state.value(tile, state.turn) + state.value(tile, 1 - state.turn))


def _before_swap(each: MoveValue) -> MoveValue:
    """Return the value of a first claim if the other seat chooses sides after it."""
    far = max(abs(each.low), abs(each.high))
    near = 0.0 if each.low <= 0 <= each.high else min(abs(each.low), abs(each.high))
    return replace(each, value=-abs(each.value), low=-far, high=-near)


def _solitaire(state: Territory, clock: Clock) -> Iterator[Analysis]:
    """Yield analyses of solitaire: the best totals found after each move, by growing searches."""
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
    """Return the best total after a move of solitaire, from a search of `looks` nodes."""
    after = state.play(move)
    if after.outcome is not None:
        total = after.scores[0]
        return MoveValue(move, total, total, total, proved=True)
    search = BranchAndBound(after, Allowance(looks, clock))
    proved = search.run()
    high = search.points if proved else search.bound
    line = (move, *search.line)
    return MoveValue(move, search.points, search.points, high, search.nodes, proved, line)
