"""The judgement of one move: the best value, the value of the played move, and the verdict.

The played move has a value in the analysis of its position, beside the best move, and in that of
the next position, seen from the other side. A proof counts before an estimate, then the value
with more visits: a tree visits a move that looks bad only rarely, and only the next position
shows how bad it is. Without trees it is the narrower interval. If both are equally well known,
both moves' values come from the same search, which looks at both equally far, so that they share
most of their error.

The loss of a move is one number, in the unit of the values: 0 if it may be noise. Verdict, words,
sums and accuracy follow from it.

Each position has the value of its own analysis, and two analyses differ by the noise of a search
even if nothing was lost between them. An interval therefore contains the values of both. A proof
about a position also counts for the positions before it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core.analysis import RESULT_UNIT, MoveValue, distance_key, sort_moves
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.search.review.results import LOST_WIN_PROBABILITY, ReviewedMove

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.analysis import Analysis
    from polygames.core.plugs import Verdicts
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.search.review.results import Review

LOSS_TOLERANCE = 1e-9


class MoveComparison(NamedTuple):
    """The best move and the played move of a position, with their values."""

    analysis: Analysis
    """The analysis of the position before the move."""
    best: MoveValue
    played: MoveValue | None
    same_search_value: MoveValue | None
    """The played move as valued by the search that found the best move."""
    game_count: int
    """The number of games in the smaller of the trees used; 0 without trees."""

    @property
    def rules(self) -> Verdicts:
        """The game's rules for losses and verdicts."""
        return info_of(self.analysis.state).engine.verdicts

    @property
    def noise_tolerance(self) -> float | None:
        """The largest difference between two trees that may be noise; None without trees."""
        return self.rules.tree_noise_after(self.game_count) if self.game_count else None

    @property
    def has_proof(self) -> bool:
        """Whether either move's value is proved."""
        return self.best.proved or (self.played is not None and self.played.proved)

    @property
    def loss(self) -> float:
        """The loss of the played move; 0 if it may be noise.

        Half of the noise is subtracted from differences between trees, since large apparent losses
        are overestimated on average.
        """
        if self.played is None or not _is_beyond_noise(self.best, self.played, self):
            return 0.0
        noise = 0.0 if self.has_proof else (self.noise_tolerance or 0.0) / 2
        loss = self.best.value - self.played.value - noise
        return 0.0 if loss < LOSS_TOLERANCE else loss


def judge_move(
    node: Node,
    analysis_before: Analysis,
    analysis_after: Analysis | None,
    previous_answer: Analysis | None = None,
) -> ReviewedMove:
    """Return the review of the move that led to a node.

    It uses the analyses of the positions before and after the move; the one after may be missing.
    If nothing is proved, the loss is at most that by `previous_answer`, the previous answer of the
    search before the move.
    """
    analysis_before, analysis_after = (
        proofs_to_points(analysis_before),
        None if analysis_after is None else proofs_to_points(analysis_after),
    )
    found = _compare_moves(node, analysis_before, analysis_after)
    if found is None:  # the search was stopped immediately
        return ReviewedMove(node.number, analysis_before.state.turn, node.move, "good", node=node)
    is_open = previous_answer is not None and not found.has_proof
    then = (
        _compare_moves(node, proofs_to_points(previous_answer), analysis_after)
        if previous_answer and is_open
        else None
    )
    if then is None or then.loss >= found.loss:
        return _build_reviewed_move(node, found)
    return _build_reviewed_move(node, then)  # all numbers come from the same search


def proofs_to_points(analysis: Analysis) -> Analysis:
    """Return an analysis with proved results converted to points, if the game's rules require it.

    Estimates are limited to the same range.
    """
    far = info_of(analysis.state).engine.verdicts.proved_win_value
    if far is None or analysis.unit == RESULT_UNIT:
        return analysis

    def near(value: float) -> float:
        return max(-far, min(far, value))

    moves = tuple(
        replace(each, value=near(each.value), low=near(each.low), high=near(each.high))
        for each in analysis.moves
    )
    return replace(analysis, moves=moves, scale=(-far, far))


def _compare_moves(
    node: Node, analysis_before: Analysis, analysis_after: Analysis | None
) -> MoveComparison | None:
    """Return the best and the played move with their values; None if neither is known."""
    state, move = analysis_before.state, node.move
    listed = next((each for each in analysis_before.moves if each.move == move), None)
    seen = _value_seen_later(state, node, analysis_before, analysis_after)
    is_later = seen is not None and (listed is None or _is_better_known(seen, listed))
    played = seen if is_later else _with_longer_line(listed, seen)
    best = next(iter(analysis_before.moves), None) or played
    if best is None:
        return None
    own = best  # as the position's own analysis has it
    if best.move != move and _is_symmetric_move(state, best.move, node.state):
        line = (move,) if played is None else played.line
        best = replace(best, move=move, line=line)
        played = played if played is not None and played.proved else best
    if best.move == move and played is not None and played.proved:
        best = replace(best, **_value_fields(played))
    if played is not None and (_is_played_better(played, best) or _is_as_good(best, played)):
        best = played
    if not best.proved:
        ends = {"low": min(own.low, best.value), "high": max(own.high, best.value)}
        best = replace(best, **(_value_fields(own) | ends))
    if played is not None and _is_decided_in_both(analysis_before, best, played):
        played = replace(played, value=best.value)
    trees = (
        [analysis_before, analysis_after]
        if is_later and analysis_after is not None
        else [analysis_before]
    )
    return MoveComparison(analysis_before, best, played, listed, min(map(_count_games, trees)))


def _is_symmetric_move(state: State[Any], move: Any, next_state: State[Any]) -> bool:
    """Return True if a move leads to a symmetric image of `next_state`."""
    images = info_of(state).engine.symmetry_images
    return images is not None and not images(next_state).isdisjoint(images(state.play(move)))


def _count_games(analysis: Analysis) -> int:
    """Return the number of games in an analysis's tree."""
    return sum(each.visits for each in analysis.moves)


def _build_reviewed_move(node: Node, comparison: MoveComparison) -> ReviewedMove:
    best, played, state = comparison.best, comparison.played, comparison.analysis.state
    known = played or replace(best, move=node.move, line=(node.move,))
    is_best = played is not None and (played.move == best.move or _is_as_good(best, played))
    is_forced = state.legal_moves.finite and len(state.legal_moves) == 1
    # The value after the move also affects whether the position before it is proved.
    moves = {each.move: each for each in comparison.analysis.moves}
    moves |= {each.move: each for each in (comparison.played, comparison.best) if each is not None}
    first = moves.pop(comparison.best.move)
    is_sure, highs = (
        replace(comparison.analysis, moves=(first, *moves.values())).is_settled,
        [best.high],
    )
    if best.proved and not is_sure:  # another move may have a higher value
        highs += [each.high for each in comparison.analysis.moves]
    return ReviewedMove(
        ply=node.number,
        seat=state.turn,
        move=node.move,
        verdict="forced" if is_forced else "best" if is_best else "good",
        value=best.value,
        low=best.low,
        high=max(highs),
        best=best.move,
        line=best.line,
        after=None if played is None else played.value,
        answer=known.line,
        proved=is_sure and played is not None and played.proved,
        proved_before=is_sure,
        proved_after=played is not None and played.proved,
        chance=best.chance,
        chance_after=None if played is None else played.chance,
        all_alike=_are_all_alike(comparison.analysis),
        distance=best.distance,
        node=node,
    ).with_loss(comparison.loss)


def _are_all_alike(analysis: Analysis) -> bool:
    """Return True if all moves are proved to have the same value."""
    moves, values = analysis.state.legal_moves, {each.value for each in analysis.moves}
    is_all = moves.finite and len(moves) == len(analysis.moves) > 1
    return is_all and analysis.is_proved and len(values) == 1


# --- The value of the played move ---------------------------------------------------------------


def _value_seen_later(
    state: State[Any], node: Node, analysis: Analysis, next_analysis: Analysis | None
) -> MoveValue | None:
    """Return a move's value for its player, from the analysis after it; None if unknown."""
    seen = _value_after_reply(state, node.state, analysis, next_analysis)
    if seen is None:
        return None
    rest = () if seen.move is None else seen.line
    return replace(seen, move=node.move, line=(node.move, *rest))


def _value_after_reply(
    state: State[Any], next_state: State[Any], analysis: Analysis, next_analysis: Analysis | None
) -> MoveValue | None:
    if next_state.outcome is not None:
        return _final_value(state, next_state, analysis)
    if (
        next_analysis is None
        or not next_analysis.moves
        or next_analysis.unit != analysis.unit
        or next_state.turn == CHANCE
    ):
        return None
    best, is_proved = next_analysis.moves[0], next_analysis.is_settled
    distance = best.distance and best.distance + 1 if is_proved and best.value else None
    best = replace(best, proved=is_proved, distance=distance)
    if next_state.turn == state.turn:
        return replace(best, line=())
    if not _is_zero_sum(state, analysis):
        return None
    return replace(
        best,
        value=-best.value,
        low=-best.high,
        high=-best.low,
        chance=None if best.chance is None else 1 - best.chance,
    )


def _is_zero_sum(state: State[Any], analysis: Analysis) -> bool:
    """Return True if one seat's gain is the other's loss."""
    low, high = analysis.scale
    return state.seats == 2 and low == -high  # noqa: PLR2004 - a pair


def _final_value(state: State[Any], next_state: State[Any], analysis: Analysis) -> MoveValue | None:
    """Return the value of a game-ending move, in the measure of an analysis; None if unknown."""
    outcome, own = next_state.outcome, next_state.scores[state.turn]
    if analysis.measure == "total":
        return MoveValue(None, own, own, own, proved=True)
    if outcome is None or not outcome.winners or not _is_zero_sum(state, analysis):
        return None
    share = (state.turn in outcome.winners) / len(outcome.winners)
    is_lead = analysis.measure == "lead"
    value = (
        own - next_state.scores[1 - state.turn] if is_lead else analysis.scale[1] * (2 * share - 1)
    )
    return MoveValue(None, value, value, value, proved=True, chance=share)


def _is_better_known(first: MoveValue, second: MoveValue) -> bool:
    """Return True if the first of two values for a move is more reliable than the second."""
    if first.proved or second.proved:
        return not second.proved
    if first.visits and second.visits:  # the tree grown from the position after the move is larger
        return first.visits > second.visits
    return first.high - first.low < second.high - second.low - LOSS_TOLERANCE


def _with_longer_line(
    move_value: MoveValue | None, later_value: MoveValue | None
) -> MoveValue | None:
    if move_value is None or later_value is None:
        return move_value
    return replace(move_value, line=max(move_value.line, later_value.line, key=len))


def _value_fields(move_value: MoveValue) -> dict[str, Any]:
    names = ("value", "low", "high", "proved", "chance")
    return {name: getattr(move_value, name) for name in names}


def _is_played_better(played: MoveValue, best: MoveValue) -> bool:
    """Return True if the played move turned out better than the apparent best move."""
    return played.value > best.value and (played.proved or not best.proved)


# --- The loss -----------------------------------------------------------------------------------


def _is_decided_in_both(analysis: Analysis, best: MoveValue, played: MoveValue) -> bool:
    """Return True if one move has a proved winner, and the other almost surely the same one."""
    if best.proved == played.proved or analysis.measure != "result" or analysis.unit == RESULT_UNIT:
        return False
    sure, other = (best, played) if best.proved else (played, best)
    return other.chance is not None and abs(other.chance - (sure.value > 0)) < LOST_WIN_PROBABILITY


def _is_as_good(best: MoveValue, played: MoveValue) -> bool:
    """Return True if both values are proved equal and `played` wins no later or loses no sooner."""
    if not (best.proved and played.proved) or best.value - played.value > LOSS_TOLERANCE:
        return False
    is_unknown = None in {best.distance, played.distance} and best.value > 0
    return is_unknown or distance_key(played) >= distance_key(best)


def _is_beyond_noise(best: MoveValue, played: MoveValue, comparison: MoveComparison) -> bool:
    """Return True if a loss is proved, or is too large to be search noise."""
    loss, rules = best.value - played.value, comparison.rules
    if best.proved and played.proved:
        return loss > LOSS_TOLERANCE
    if best.low > played.high + LOSS_TOLERANCE:
        return True
    if (
        rules.estimate_noise is not None
        and _is_estimate_beside_proof(best, played)
        and loss > rules.estimate_noise
    ):
        return True
    return _is_loss_in_one_search(comparison, loss)


def _is_loss_in_one_search(comparison: MoveComparison, loss: float) -> bool:
    """Return True if the search that found the best move rates the played one clearly lower."""
    best, listed, apart, noise = (
        comparison.best,
        comparison.same_search_value,
        comparison.noise_tolerance,
        comparison.rules.noise,
    )
    if listed is None:
        return False
    if apart is not None and best.visits and listed.visits:
        return min(loss, best.value - listed.value) > apart
    if noise is None or listed.depth != best.depth:
        return False
    if not best.depth and not best.visits:  # no search: only a first impression of each move
        return False
    return min(loss, best.value - listed.value) > noise


def _is_estimate_beside_proof(best: MoveValue, played: MoveValue) -> bool:
    """Return True if one move is proved, and the other has an estimate with a narrow interval."""
    sure, estimate = (best, played) if best.proved else (played, best)
    return sure.proved and estimate.high - estimate.low < 2 * abs(sure.value) - LOSS_TOLERANCE


# --- The whole game ------------------------------------------------------------------------------


def with_later_proof(node: Node, analysis_before: Analysis, analysis_after: Analysis) -> Analysis:
    """Return the analysis before a move, with any proof found after the move."""
    seen = _value_seen_later(analysis_before.state, node, analysis_before, analysis_after)
    if seen is None or not seen.proved:
        return analysis_before
    others = (each for each in analysis_before.moves if each.move != node.move)
    return replace(analysis_before, moves=sort_moves((seen, *others)))


def widen_intervals(review: Review) -> Review:
    """Return a review with each interval widened to include the value found one move earlier."""
    known = {id(each.node): each for each in review.moves if each.node is not None}
    return replace(
        review, moves=tuple(_widen_interval(review, each, known) for each in review.moves)
    )


def _widen_interval(
    review: Review, reviewed_move: ReviewedMove, moves_by_node: Mapping[int, ReviewedMove]
) -> ReviewedMove:
    earlier = (
        None if reviewed_move.node is None else moves_by_node.get(id(reviewed_move.node.parent))
    )
    if (
        earlier is None
        or earlier.after is None
        or reviewed_move.proved_before
        or not review.is_opposed
    ):
        return reviewed_move
    if reviewed_move.low is None or reviewed_move.high is None:
        return reviewed_move
    told = earlier.after if earlier.seat == reviewed_move.seat else -earlier.after
    return replace(
        reviewed_move, low=min(reviewed_move.low, told), high=max(reviewed_move.high, told)
    )
