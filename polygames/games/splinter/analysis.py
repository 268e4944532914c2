"""Analysis of Splinter's moves by tree search, with ties at their true value.

The agents value a tie below half a win (contempt), so that they go on looking for a win. An
analysis does not, so that its values are the same for both seats.
"""

from __future__ import annotations

from dataclasses import replace
from math import copysign, sqrt, tanh
from typing import TYPE_CHECKING

from polygames.core.analysis import Analysis, MoveValue, sort_moves
from polygames.core.registry import info_of
from polygames.games.splinter.engine.features import static_value
from polygames.search.analysis.anytime import (
    deepen_by_rules,
    proved_move_value,
    result_for_seat,
    shrink_means,
)
from polygames.search.analysis.calibration import load_calibrations
from polygames.search.analysis.first_guesses import mark_refuted_moves
from polygames.search.analysis.readiness import is_ready, mark_ready
from polygames.search.analysis.rows import best_move_by_click
from polygames.search.analysis.smoothing import SmoothedAnalyses

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from random import Random

    from polygames.games.splinter.engine.analysis_tree import AnalysisTree, Branch, Optimism
    from polygames.games.splinter.rules import Push, Splinter
    from polygames.runtime.clock import Clock
    from polygames.search.kernel_adapter import KernelPosition

ENGINE_PACKAGE = "polygames.games.splinter.engine"

FIRST_VISITS = 3000
"""Games played for the first answer; each later total is half as large again."""
WORK_GROWTH = 1.5
GAMES_PER_SECOND = 60_000
"""Games that count as one second of work."""
MAX_TREE_NODES = 6_000_000
VALUE_SMOOTHING_WINDOW = 16
"""Number of answers averaged: those of some 20 seconds."""
MIN_POINT_ESTIMATE_GAMES = 10_000
"""With fewer games an interval is shown instead of a number."""
MAX_LINES, MAX_LINE_PLIES = 10, 8
"""Maximum number of moves that get a line, and of plies in a line."""
MIN_TRUSTED_VISITS = 50
"""Visits of a move from which on its mean counts in full."""
OPTIMISM_AT_START, OPTIMISM_END_PLY, OPTIMISM_AT_END = 0.06, 120, -0.006
"""The optimism of the search: its bias for the seat to move at the start, the ply at which that has
worn off, and the bias later. Each is half the sum of the means before and after the best move, in
the pairs of the study of calibration."""
MIN_REPLY_VISITS = 100
"""Visits from which on the preferred reply bounds the bias: by half of what is lost by the reply.
Where nothing can be lost, as in a dead tie, there is no bias. In 1,018 positions of 140 games this
reduced the mean difference of the values before and after the best move from 5.8 to 4.7 points of
the chance, and the results of the games were predicted equally well."""
OPTIMISM_FULL_GAMES, OPTIMISM_EXPONENT = 4500, 0.37
"""With more games than the first number the bias shrinks by a power of their number, the second,
as half sums at 3,000 to 4,000,000 games showed."""
SHRINK_FULL_GAMES, SHRINK_EXPONENT = 45_000, 0.2
"""With more games than the first number all means approach 0, because both sides defend better: by
a power of their number, the second, as means at 45,000 to 400,000 games showed. The result of a
game does not depend on the length of its analysis."""
DRAW_MARGIN, DRAW_FROM_PLY = 0.02, 100
"""Means this close to 0 are noise from that ply on: such games end in a tie."""
DRAW_WEIGHT = 0.1
"""The weight of the noise in a mean: enough to preserve the order of the moves."""
CLEAR_LEAD = 0.2
"""The scale of a clear lead: larger leads saturate, because strong agents miss wins."""
ERROR_AFTER_SECOND, ERROR_EXPONENT = 0.04, 0.53
"""The standard error of the best move's value after `GAMES_PER_SECOND` games, and the power of
their number with which it falls, by ``benchmarks/studies/value_errors.py``."""
MEAN_ERRORS = 4.5
"""The half-width of the interval of a mean result, in standard errors. Two are 95%, but the mean of
the best of a hundred moves is too high. With 3, 13 of 102 mistakes in reviews of level 5 were
refuted by 20 times the work, by ``benchmarks/studies/review_verdicts.py``."""
GAMES_PER_UNPROVED_MOVE = (100, 400, 1600, 6400)
"""Games for each unproved move once the position is proved."""


def deepen(state: Splinter, *, clock: Clock, rng: Random) -> Iterator[Analysis]:
    """Yield increasingly precise analyses of the moves; see `polygames.search.deepen`.

    A move that repeats a position, or after which a tie is the best result, comes first only where
    it is best.
    """
    drawing = frozenset(move for move in state.legal_moves if _is_drawing(state.play(move)))
    for analysis, branches in _iter_analyses(state, clock, rng):
        tied = drawing.union(branch.move for branch in branches if branch.high == 0)
        yield _demote_moves(analysis, tied) if tied else analysis


def _is_drawing(next_state: Splinter) -> bool:
    """Return True if the move to a position ended the game in a tie, or repeated a position."""
    end = next_state.outcome
    return next_state.occurrence > 1 if end is None else len(end.winners) > 1


def _demote_moves(analysis: Analysis, drawing: Collection[Push]) -> Analysis:
    """Return an analysis with drawing moves behind those that may be as good.

    Values are as good within the noise of the search. If all other moves are worse than a tie by
    more than that, the player is behind, and a tie is welcome: the order remains.
    """
    noise = info_of(analysis.state).engine.verdicts.noise or 0.0
    others = [each.value for each in analysis.moves if each.move not in drawing]
    if max(others, default=-1.0) < -noise:
        return analysis

    def merit(each: MoveValue) -> tuple[float, bool]:
        is_other = each.move not in drawing
        return (each.value if is_other else each.value - noise, is_other)

    return replace(analysis, moves=tuple(sorted(analysis.moves, key=merit, reverse=True)))


def _iter_analyses(
    state: Splinter, clock: Clock, rng: Random
) -> Iterator[tuple[Analysis, Sequence[Branch]]]:
    """Yield the analyses with the moves in the order of their values, and the trees' results."""
    if not is_ready("splinter"):
        with clock.exclude_compilation():
            first = _quick_look(state)
        yield first, ()
        if clock.stop.is_set():
            return
    with clock.exclude_compilation():
        from polygames.search.kernel_adapter import encode_position  # numba loads here
    position = encode_position(state)
    if position is None:
        yield from ((each, ()) for each in deepen_by_rules(state, clock=clock, rng=rng))
        return
    with clock.exclude_compilation():
        seed = rng.getrandbits(62)
        tree = _new_tree(state, position, MAX_TREE_NODES, seed)
    mark_ready("splinter")
    smoothed, most = (
        SmoothedAnalyses(VALUE_SMOOTHING_WINDOW),
        clock.take_step_budget(GAMES_PER_SECOND),
    )
    size = FIRST_VISITS
    while True:
        tree.grow(min(size, most - tree.visits), clock)
        branches = _discounted_branches(tree)
        analysis = _to_analysis(state, tree.visits, branches, tree.optimism())
        yield smoothed.add(analysis), branches
        if not clock or (tree.visits >= most and not tree.is_proved):
            return
        if tree.is_proved:
            break
        size = max(FIRST_VISITS, int(tree.visits * (WORK_GROWTH - 1)))
    yield from _analyse_unproved(state, tree, clock, seed, most - tree.visits)


def _quick_look(state: Splinter) -> Analysis:
    """Return an analysis based on the static evaluation, whose best move no reply refutes."""
    found = []
    for move in state.legal_moves:
        after = state.play(move)
        if after.outcome is not None:
            found.append(proved_move_value(move, result_for_seat(after, state.turn), distance=1))
        else:
            value = static_value(after, state.turn)
            found.append(MoveValue(move, value, -1.0, 1.0, depth=1, chance=(1 + value) / 2))
    note = "quick look: one move ahead, and replies that win at once"
    return Analysis(state, mark_refuted_moves(state, found), note=note, is_quick_look=True)


def _new_tree(state: Splinter, position: KernelPosition, nodes: int, seed: int) -> AnalysisTree:
    """Return a search tree rooted at a position."""
    from polygames.games.splinter.agents import TREE_TUNING  # numba loads here
    from polygames.games.splinter.engine.analysis_tree import AnalysisTree

    tuning = TREE_TUNING._replace(skips_proved=True)
    return AnalysisTree(state, position, tuning, nodes=nodes, seed=seed)


def _discounted_branches(tree: AnalysisTree) -> list[Branch]:
    """Return a tree's result for each move, with the means of rarely visited moves reduced."""
    branches = list(tree.branches(MAX_LINES, MAX_LINE_PLIES))
    means = shrink_means(
        [b.mean for b in branches], [b.visits for b in branches], MIN_TRUSTED_VISITS
    )
    return [b._replace(mean=mean) for b, mean in zip(branches, means, strict=True)]


def _analyse_unproved(
    state: Splinter, tree: AnalysisTree, clock: Clock, seed: int, max_games: int
) -> Iterator[tuple[Analysis, Sequence[Branch]]]:
    """Yield analyses of the moves that the tree has left unproved, and the trees' results.

    Each gets a tree of its own.
    """
    from polygames.search.kernel_adapter import encode_position  # numba has been loaded

    branches = {branch.move: branch for branch in tree.branches(MAX_LINES, MAX_LINE_PLIES)}
    for visits in GAMES_PER_UNPROVED_MOVE:
        for branch in [b for b in branches.values() if b.proved is None]:
            after = state.play(branch.move)
            position = encode_position(after)
            if position is None or not clock or max_games <= 0:
                return
            max_games -= visits
            own = _new_tree(after, position, 40 * visits, seed)
            own.grow(visits, clock)
            branches[branch.move] = own.as_branch(branch.move, MAX_LINE_PLIES)
        found = list(branches.values())
        yield _to_analysis(state, tree.visits, found, tree.optimism()), found


def value_error(games: int) -> float:
    """Return the standard error of the best move's value after some games through the tree."""
    return float(ERROR_AFTER_SECOND * (GAMES_PER_SECOND / max(1, games)) ** ERROR_EXPONENT)


def features(
    state: Splinter, mean: float, games: int = FIRST_VISITS, optimism: Optimism | None = None
) -> tuple[float, ...]:
    """Return the features from which a fitted model predicts the chance to win.

    See `polygames.search.analysis.calibration`.

    `mean` is that of `games` games through the tree, from -1 to +1.
    """
    flattery = max(OPTIMISM_AT_END, OPTIMISM_AT_START * (1 - state.ply / OPTIMISM_END_PLY))
    flattery *= min(1.0, (OPTIMISM_FULL_GAMES / max(1, games)) ** OPTIMISM_EXPONENT)
    if optimism is not None:  # the bias is bounded by the tree's, as far as it is known
        seen = max(0.0, optimism.excess / 2)
        flattery -= min(1.0, optimism.visits / MIN_REPLY_VISITS) * max(0.0, flattery - seen)
    fair = mean - flattery
    fair *= max(1.0, games / SHRINK_FULL_GAMES) ** SHRINK_EXPONENT
    noise = DRAW_MARGIN * min(1.0, state.ply / DRAW_FROM_PLY)
    clear = copysign(max(0.0, abs(fair) - noise), fair)
    lead = DRAW_WEIGHT * fair + (1 - DRAW_WEIGHT) * clear
    return (1.0, tanh(lead / CLEAR_LEAD))


def _to_analysis(
    state: Splinter, games: int, branches: Sequence[Branch], optimism: Optimism | None = None
) -> Analysis:
    places = {move: place for place, move in enumerate(state.legal_moves)}
    in_order = sorted(branches, key=lambda branch: places[branch.move])  # a fixed order of equals
    moves = sort_moves(_branch_value(state, branch, games, optimism) for branch in in_order)
    known = sum(each.proved for each in moves)
    note = f"{games:,} games through a tree"
    if known:
        note += f", {known} moves proved"
    return Analysis(state, moves, note=note, is_early=games < MIN_POINT_ESTIMATE_GAMES)


def _branch_value(
    state: Splinter, branch: Branch, games: int, optimism: Optimism | None
) -> MoveValue:
    """Return the value of a move: its proved result, or its mean result after calibration.

    The calibrated value is limited to the proved bounds.
    """
    visits, line, mean = max(1, branch.visits), branch.line, branch.mean
    if branch.proved is not None:
        ends = state.play(branch.move).outcome is not None
        known = {"visits": visits, "raw": branch.proved, "distance": 1 if ends else None}
        return proved_move_value(branch.move, branch.proved, line, **known)
    model = load_calibrations(ENGINE_PACKAGE)["chance"]
    half = MEAN_ERRORS / sqrt(visits)
    raws = (mean - half, mean, mean + half)
    predicted = [model.predict(features(state, raw, games, optimism)) for raw in raws]
    lowest, highest = (1 + branch.low) / 2, (1 + branch.high) / 2
    chances = [max(lowest, min(highest, chance)) for chance in predicted]
    low, value, high = (2 * chance - 1 for chance in chances)
    doubt = 2 * value_error(games)
    return MoveValue(
        branch.move,
        value,
        max(branch.low, min(low, value - doubt)),
        min(branch.high, max(high, value + doubt)),
        visits,
        line=line,
        depth=len(line),
        chance=chances[1],
        raw=mean,
    )


def best_by_target(analysis: Analysis) -> Mapping[str, MoveValue]:
    """Return the best move of each piece, keyed by its square."""
    return best_move_by_click(analysis, slice(1))
