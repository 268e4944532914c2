"""The value of each move in points: proved, or estimated by a search within proved bounds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice
from math import copysign, sqrt, tanh
from typing import TYPE_CHECKING

from polygames.core.analysis import Analysis, MoveValue, sort_moves
from polygames.games.territory.boards import tiles_of
from polygames.games.territory.engine.solitaire import BranchAndBound
from polygames.games.territory.rules import Claim, TakeOver
from polygames.games.territory.solver import solve
from polygames.runtime.clock import CountingClock
from polygames.runtime.jit import HAS_NUMBA
from polygames.search.analysis.anytime import legal_prefix
from polygames.search.analysis.calibration import load_calibrations
from polygames.search.analysis.first_guesses import lower_costly_moves
from polygames.search.analysis.readiness import is_ready, mark_ready
from polygames.search.analysis.smoothing import SmoothedAnalyses, limit_chance_by_lead

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from polygames.games.territory.boards import Tile
    from polygames.games.territory.engine.iterative_deepening import IterativeDeepening
    from polygames.games.territory.rules import Move, Territory
    from polygames.runtime.clock import Clock

ENGINE_PACKAGE = "polygames.games.territory.engine"

LEAD_UNIT, TOTAL_UNIT = "final lead in points", "final total in points"
"""The units of the values."""

CLAIMED_SHARE_SCALE = 2.5
"""A lead has full weight in the chance to win once 1 in 2.5 tiles is claimed."""
STATIC_ERROR_SHARE, GREEDY_ERROR_SHARE = 0.7, 0.2
"""The half-width of the 95% interval of a lead, as a share of the points still free.

The first is for the lead right after a move, the second for the lead after greedy play to the end.
Both were measured on solved positions (187 moves on boards of 10 x 10)."""
MAX_GREEDY_MOVES = 24
"""The largest number of moves with greedy play to the end, ..."""
MAX_QUICK_PLIES = 1500
"""... and of plies of such play in a quick look."""
GREEDY_NOTE = "both go on with the best tile"
MAX_TILE_REPLIES = 8
"""The number of replies in a look two plies ahead: the tiles with the most points. More than one
matters only if a reply can end the game."""
WIN_SCORE = 1e9
"""The value of a won game: more than any points."""
DEPTHS_AVERAGED = 2
"""The number of depths in a reported mean: the last claim of a search alternates between seats."""
CALIBRATION_DEPTH = 2
"""The least depth of reported values: the calibration was fitted to it."""
MAX_LINES, MAX_LINE_PLIES = 6, 10
"""The number of moves with a line, and the largest length of a line in plies."""
NODES_BY_ROUND, NODES_PER_SECOND = tuple(1000 * 4**step for step in range(16)), 100_000
"""The nodes for each move of solitaire, result by result, and the nodes in a second of work."""


def deepen(state: Territory, *, clock: Clock, rng: Random) -> Iterator[Analysis]:  # noqa: ARG001 - no chance
    """Yield ever more precise analyses of all moves; see `polygames.search.deepen`.

    The interval of an estimate is proved: it has the lead that each side can guarantee by always
    claiming the most valuable of its adjacent tiles. On boards with more than 64 free tiles the
    analysis covers only the tiles nearest to those owned.
    """
    if state.rules.solitaire:
        yield from _analyse_solitaire(state, clock)
    elif state.fixed_difference is not None:
        yield _analyse_literal(state)
    else:
        if is_ready("territory"):
            yield _to_analysis(state, _static_values(state), "the lead at once")
        else:
            yield _quick_look(state)
        if not HAS_NUMBA and not clock.stop.is_set():
            yield _to_analysis(state, _greedy_values(state), GREEDY_NOTE)
        if HAS_NUMBA and not clock.stop.is_set():
            yield from _iter_search_analyses(state, clock)


def _quick_look(state: Territory) -> Analysis:
    """Return an analysis by greedy play to the end, without compiled code.

    No move comes first that costs many points by the next move.
    """
    leads = _leads_in_two_plies(state)
    count = max(1, min(MAX_GREEDY_MOVES, MAX_QUICK_PLIES // state.free.bit_count()))
    ranked = sorted(leads, key=lambda move: -leads[move])
    ends = {move: _greedy_lead(state, move) for move in ranked[:count]}
    if state.is_before_swap:
        ends = {move: -abs(lead) for move, lead in ends.items()}
    values = lower_costly_moves(ends, leads)
    least = _lead(state, state.turn) - sum(map(state.points, tiles_of(state.free)))
    moves = []
    for move in ranked:
        is_played_out = values[move] == ends.get(move)
        share = GREEDY_ERROR_SHARE if is_played_out else STATIC_ERROR_SHARE
        moves.append(_estimate(state, move, max(least, values[move]), share))
    found = _to_analysis(state, moves, f"quick look: {GREEDY_NOTE}")
    return replace(found, is_quick_look=True)


def _leads_in_two_plies(state: Territory) -> dict[Move, float]:
    """Return the mover's lead after each move and the best reply. A won game counts `WIN_SCORE`."""
    leads: dict[Move, float] = {}
    orders: dict[int, list[Tile]] = {}  # the best first; a takeover changes it
    for move in state.legal_moves:
        after = state.play(move)
        if after.blue not in orders:
            worth = partial(after.value, seat=after.turn)
            orders[after.blue] = sorted(tiles_of(state.free), key=worth, reverse=True)
        possible = (tile for tile in orders[after.blue] if after.claimable >> tile & 1)
        replies: list[Move] = [
            state.board.claims[tile] for tile in islice(possible, MAX_TILE_REPLIES)
        ]
        replies += [TakeOver()] if after.may_take_over else []
        ends = [after] if after.outcome is not None else map(after.play, replies)
        leads[move] = min(_lead_with_result(end, state.turn) for end in ends)
        if after.outcome is not None and leads[move] > 0:
            leads[move] += WIN_SCORE  # a win at once is better than one by the next move
    return leads


def _lead_with_result(state: Territory, seat: int) -> float:
    lead = _lead(state, seat)
    return lead if state.outcome is None or not lead else lead + copysign(WIN_SCORE, lead)


def _lead(state: Territory, seat: int) -> float:
    return state.scores[seat] - state.scores[1 - seat]


def _to_analysis(state: Territory, moves: Iterable[MoveValue], note: str) -> Analysis:
    """Return an analysis of move values, on a scale of up to half of the board's points."""
    end = sum(map(state.points, _all_tiles(state))) / 2
    shown = sort_moves(_with_chance(state, each) for each in moves)
    is_early = HAS_NUMBA and max((each.depth for each in shown), default=0) < CALIBRATION_DEPTH
    is_early &= not all(each.proved for each in shown)
    return Analysis(state, shown, LEAD_UNIT, note, (-end, end), "lead", is_early)


def _all_tiles(state: Territory) -> range:
    return range(len(state.board.areas))


def features(state: Territory, lead: float) -> tuple[float, ...]:
    """Return the features that predict the chance to win from a lead.

    They are a constant, the lead relative to the points still free, and the smoothed sign of the
    lead. The sign has more weight when more tiles are claimed: the search then covers most of the
    game.
    """
    free = list(tiles_of(state.free))
    left = sqrt(sum(state.points(tile) ** 2 for tile in free))
    claimed = 1 - len(free) / len(state.board.areas)
    return (1.0, lead / (1 + left), tanh(lead) * min(1.0, CLAIMED_SHARE_SCALE * claimed))


def _with_chance(state: Territory, move_value: MoveValue) -> MoveValue:
    """Return a move value with its chance to win."""
    if move_value.proved:
        return replace(
            move_value, chance=0.5 + 0.5 * ((move_value.value > 0) - (move_value.value < 0))
        )
    model = load_calibrations(ENGINE_PACKAGE)["chance"]
    chance = model.predict(features(state, move_value.value))
    return limit_chance_by_lead(replace(move_value, chance=chance, raw=move_value.value))


def _analyse_literal(state: Territory) -> Analysis:
    solution, sign = solve(state, seconds=None, progress=False), 1 if state.turn == 0 else -1
    moves = [
        MoveValue(move, sign * value, sign * value, sign * value, proved=True)
        for move, value in solution.values.items()
    ]
    return _to_analysis(state, moves, "no claim changes the difference")


def _iter_search_analyses(state: Territory, clock: Clock) -> Iterator[Analysis]:
    """Yield an analysis for each depth of iterative deepening, proved at full depth."""
    try:
        with clock.exclude_compilation():
            # imports numba
            from polygames.games.territory.engine.iterative_deepening import IterativeDeepening

            search = IterativeDeepening(state)
    except OverflowError:
        return
    mark_ready("territory")
    smoothed = SmoothedAnalyses(DEPTHS_AVERAGED, is_bound=True)
    claims, tiles = state.board.claims, search.remaining.tiles
    for depth, leads in search.deepen_all(clock):
        is_proved = search.has_all_tiles and depth >= state.free.bit_count()
        found: dict[Move, MoveValue] = {}
        for bit, lead in leads.items():
            move = claims[tiles[bit]]
            bounds = (lead, lead) if is_proved else search.bounds(bit)
            found[move] = MoveValue(move, lead, *bounds, depth=depth, proved=is_proved)
        if found and state.may_take_over:
            found[TakeOver()] = _takeover_value(list(found.values()))
        elif found and state.is_before_swap:
            found = {move: _value_before_swap(each) for move, each in found.items()}
        found = _with_lines(state, search, found)
        note = "proved" if is_proved else f"alpha-beta, {depth} plies ahead"
        yield smoothed.add(_to_analysis(state, found.values(), note))


def _with_lines(
    state: Territory, search: IterativeDeepening, values: dict[Move, MoveValue]
) -> dict[Move, MoveValue]:
    """Return the values, adding the expected line of play to each of the best claims."""
    best = sorted(values.values(), key=lambda each: -each.value)[:MAX_LINES]
    lines = {}
    for each in best:
        if isinstance(each.move, Claim):
            tile = search.remaining.tiles.index(state.board.named[each.move])
            claims = [state.board.claims[tile] for tile in search.main_line(tile, MAX_LINE_PLIES)]
            lines[each.move] = replace(each, line=legal_prefix(state, claims))
    return values | lines


def _takeover_value(claims: Sequence[MoveValue]) -> MoveValue:
    """Return the value of a takeover, which is minus that of the best claim."""
    best = max(claims, key=lambda each: each.value)
    most, least = max(each.high for each in claims), max(each.low for each in claims)
    return MoveValue(TakeOver(), -best.value, -most, -least, proved=best.proved, depth=best.depth)


def _static_values(state: Territory) -> Iterator[MoveValue]:
    """Yield each move, valued by the lead right after it."""
    for move in state.legal_moves:
        yield _estimate(state, move, _lead(state.play(move), state.turn), STATIC_ERROR_SHARE)


def _greedy_values(state: Territory) -> Iterator[MoveValue]:
    """Yield the best moves, each valued by the final lead if both players then play greedily."""
    for move in sorted(state.legal_moves, key=lambda move: -_swing(state, move))[:MAX_GREEDY_MOVES]:
        yield _estimate(state, move, _greedy_lead(state, move), GREEDY_ERROR_SHARE)


def _greedy_lead(state: Territory, move: Move) -> float:
    """Return the mover's final lead if both players play greedily after a move."""
    end = state.play(move)
    while end.outcome is None:
        end = end.play(max(end.legal_moves, key=partial(_swing, end)))
    return _lead(end, state.turn)


def _estimate(state: Territory, move: Move, lead: float, share: float) -> MoveValue:
    """Return a final lead as the value of a move, with an interval."""
    half = share * float(sum(map(state.points, tiles_of(state.play(move).free))))
    each = MoveValue(move, lead, lead - half, lead + half)
    return _value_before_swap(each) if state.is_before_swap else each


def _swing(state: Territory, move: Move) -> float:
    """Return a claim's gain plus the gain it denies to the opponent, or 0 for other moves."""
    if not isinstance(move, Claim):
        return 0.0
    tile = state.board.named[move]
    return float(state.value(tile, state.turn) + state.value(tile, 1 - state.turn))


def _value_before_swap(move_value: MoveValue) -> MoveValue:
    """Return the value of a first claim after which the other player may take over."""
    far = max(abs(move_value.low), abs(move_value.high))
    near = (
        0.0
        if move_value.low <= 0 <= move_value.high
        else min(abs(move_value.low), abs(move_value.high))
    )
    return replace(move_value, value=-abs(move_value.value), low=-far, high=-near)


def _analyse_solitaire(state: Territory, clock: Clock) -> Iterator[Analysis]:
    """Yield analyses of solitaire.

    The best total found after each move, in ever longer searches.
    """
    found: dict[Move, MoveValue] = {}
    left = clock.take_step_budget(NODES_PER_SECOND)
    for nodes in NODES_BY_ROUND:
        for move in state.legal_moves:
            if not (move in found and found[move].proved):
                found[move] = _total_value(state, move, nodes, clock)
                left -= found[move].visits
            if not clock and len(found) == len(state.legal_moves):
                break
        proved = all(each.proved for each in found.values())
        note = "proved" if proved else "the best found so far"
        end = sum(max(0.0, state.value(tile, 0)) for tile in _all_tiles(state))
        yield Analysis(state, sort_moves(found.values()), TOTAL_UNIT, note, (0.0, end), "total")
        if proved or not clock or left <= 0:
            return


def _total_value(state: Territory, move: Move, max_nodes: int, clock: Clock) -> MoveValue:
    """Return the best total after a solitaire move, from a search limited to `max_nodes` nodes."""
    after = state.play(move)
    if after.outcome is not None:
        total = after.scores[0]
        return MoveValue(move, total, total, total, proved=True)
    search = BranchAndBound(after, CountingClock(max_nodes, clock))
    proved = search.run()
    high = search.best_points if proved else search.bound
    line = (move, *search.best_line)
    return MoveValue(move, search.best_points, search.best_points, high, search.nodes, proved, line)
