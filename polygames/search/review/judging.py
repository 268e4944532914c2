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

from polygames.core.analysis import RESULT_UNIT, MoveValue, soon, sort_moves
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.search.review.findings import LOST_WIN_PROBABILITY, ReviewedMove

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.analysis import Analysis
    from polygames.core.plugs import Verdicts
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.search.review.findings import Review

LOSS_TOLERANCE = 1e-9


class Compared(NamedTuple):
    """The best move and the played move of a position, with their values."""

    analysis: Analysis
    """The analysis of the position before the move."""
    best: MoveValue
    played: MoveValue | None
    listed: MoveValue | None
    """The played move as valued by the search that found the best move."""
    games: int
    """The number of games in the smaller of the trees used; 0 without trees."""

    @property
    def rules(self) -> Verdicts:
        """The game's rules for losses and verdicts."""
        return info_of(self.analysis.state).engine.verdicts

    @property
    def apart(self) -> float | None:
        """The difference of values that may be noise; None without trees."""
        return self.rules.apart_after(self.games) if self.games else None

    @property
    def has_a_proof(self) -> bool:
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
        noise = 0.0 if self.has_a_proof else (self.apart or 0.0) / 2
        loss = self.best.value - self.played.value - noise
        return 0.0 if loss < LOSS_TOLERANCE else loss


def judge(
    node: Node, before: Analysis, after: Analysis | None, earlier: Analysis | None = None
) -> ReviewedMove:
    """Return the review of the move that led to a node.

    It uses the analyses of the positions before and after the move; the one after may be missing.
    If nothing is proved, the loss is at most that by `earlier`, the previous answer of the search
    before the move.
    """
    before, after = proved_as_points(before), None if after is None else proved_as_points(after)
    found = _compare_moves(node, before, after)
    if found is None:  # the search was stopped immediately
        return ReviewedMove(node.number, before.state.turn, node.move, "good", node=node)
    is_open = earlier is not None and not found.has_a_proof
    then = _compare_moves(node, proved_as_points(earlier), after) if earlier and is_open else None
    if then is None or then.loss >= found.loss:
        return _reviewed_move(node, found)
    return _reviewed_move(node, then)  # all numbers come from the same search


def proved_as_points(analysis: Analysis) -> Analysis:
    """Return an analysis with proved results converted to points, where the game declares so.

    Estimates are limited to the same range.
    """
    far = info_of(analysis.state).engine.verdicts.decided
    if far is None or analysis.unit == RESULT_UNIT:
        return analysis

    def near(value: float) -> float:
        return max(-far, min(far, value))

    moves = tuple(
        replace(each, value=near(each.value), low=near(each.low), high=near(each.high))
        for each in analysis.moves
    )
    return replace(analysis, moves=moves, scale=(-far, far))


def _compare_moves(node: Node, before: Analysis, after: Analysis | None) -> Compared | None:
    """Return the best and the played move with their values; None if neither is known."""
    state, move = before.state, node.move
    listed = next((each for each in before.moves if each.move == move), None)
    seen = _seen_later(state, node, before, after)
    is_later = seen is not None and (listed is None or _is_better_known(seen, listed))
    played = seen if is_later else _with_longer_line(listed, seen)
    best = next(iter(before.moves), None) or played
    if best is None:
        return None
    own = best  # as the position's own analysis has it
    if best.move != move and _is_image(state, best.move, node.state):
        line = (move,) if played is None else played.line
        best = replace(best, move=move, line=line)
        played = played if played is not None and played.proved else best
    if best.move == move and played is not None and played.proved:
        best = replace(best, **_worth_of(played))
    if played is not None and (_is_ahead(played, best) or _is_as_good(best, played)):
        best = played
    if not best.proved:
        ends = {"low": min(own.low, best.value), "high": max(own.high, best.value)}
        best = replace(best, **(_worth_of(own) | ends))
    if played is not None and _is_decided_in_both(before, best, played):
        played = replace(played, value=best.value)
    trees = [before, after] if is_later and after is not None else [before]
    return Compared(before, best, played, listed, min(map(_games, trees)))


def _is_image(state: State[Any], move: Any, after: State[Any]) -> bool:
    """Return True if a move leads to a symmetric image of another position."""
    images = info_of(state).engine.images
    return images is not None and not images(after).isdisjoint(images(state.play(move)))


def _games(analysis: Analysis) -> int:
    """Return the number of games in an analysis's tree."""
    return sum(each.visits for each in analysis.moves)


def _reviewed_move(node: Node, found: Compared) -> ReviewedMove:
    best, played, state = found.best, found.played, found.analysis.state
    known = played or replace(best, move=node.move, line=(node.move,))
    is_best = played is not None and (played.move == best.move or _is_as_good(best, played))
    is_forced = state.legal_moves.finite and len(state.legal_moves) == 1
    # The value after the move also affects whether the position before it is proved.
    moves = {each.move: each for each in found.analysis.moves}
    moves |= {each.move: each for each in (found.played, found.best) if each is not None}
    first = moves.pop(found.best.move)
    is_sure, highs = replace(found.analysis, moves=(first, *moves.values())).is_settled, [best.high]
    if best.proved and not is_sure:  # another move may have a higher value
        highs += [each.high for each in found.analysis.moves]
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
        all_alike=_are_all_alike(found.analysis),
        distance=best.distance,
        node=node,
    ).costing(found.loss)


def _are_all_alike(analysis: Analysis) -> bool:
    """Return True if all moves are proved to have the same value."""
    moves, values = analysis.state.legal_moves, {each.value for each in analysis.moves}
    is_all = moves.finite and len(moves) == len(analysis.moves) > 1
    return is_all and analysis.is_proved and len(values) == 1


# --- The value of the played move ---------------------------------------------------------------


def _seen_later(
    state: State[Any], node: Node, analysis: Analysis, later: Analysis | None
) -> MoveValue | None:
    """Return the value of a move by the analysis of the next position, for the seat that moved."""
    seen = _worth_later(state, node.state, analysis, later)
    if seen is None:
        return None
    rest = () if seen.move is None else seen.line
    return replace(seen, move=node.move, line=(node.move, *rest))


def _worth_later(
    state: State[Any], after: State[Any], analysis: Analysis, later: Analysis | None
) -> MoveValue | None:
    if after.outcome is not None:
        return _at_the_end(state, after, analysis)
    if later is None or not later.moves or later.unit != analysis.unit or after.turn == CHANCE:
        return None
    best, is_proved = later.moves[0], later.is_settled
    distance = best.distance and best.distance + 1 if is_proved and best.value else None
    best = replace(best, proved=is_proved, distance=distance)
    if after.turn == state.turn:
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


def _at_the_end(state: State[Any], after: State[Any], analysis: Analysis) -> MoveValue | None:
    """Return the value of a move that ended the game, in the measure of an analysis."""
    outcome, own = after.outcome, after.scores[state.turn]
    if analysis.measure == "total":
        return MoveValue(None, own, own, own, proved=True)
    if outcome is None or not outcome.winners or not _is_zero_sum(state, analysis):
        return None
    share = (state.turn in outcome.winners) / len(outcome.winners)
    is_lead = analysis.measure == "lead"
    value = own - after.scores[1 - state.turn] if is_lead else analysis.scale[1] * (2 * share - 1)
    return MoveValue(None, value, value, value, proved=True, chance=share)


def _is_better_known(one: MoveValue, other: MoveValue) -> bool:
    """Return True if one value of a move is better known than another value of it."""
    if one.proved or other.proved:
        return not other.proved
    if one.visits and other.visits:  # the tree grown from the position after the move is larger
        return one.visits > other.visits
    return one.high - one.low < other.high - other.low - LOSS_TOLERANCE


def _with_longer_line(listed: MoveValue | None, seen: MoveValue | None) -> MoveValue | None:
    if listed is None or seen is None:
        return listed
    return replace(listed, line=max(listed.line, seen.line, key=len))


def _worth_of(each: MoveValue) -> dict[str, Any]:
    names = ("value", "low", "high", "proved", "chance")
    return {name: getattr(each, name) for name in names}


def _is_ahead(one: MoveValue, other: MoveValue) -> bool:
    """Return True if the played move turned out better than the apparent best move."""
    return one.value > other.value and (one.proved or not other.proved)


# --- The loss -----------------------------------------------------------------------------------


def _is_decided_in_both(analysis: Analysis, best: MoveValue, played: MoveValue) -> bool:
    """Return True if one move's result is proved, without points, and the other's almost sure."""
    if best.proved == played.proved or analysis.measure != "result" or analysis.unit == RESULT_UNIT:
        return False
    sure, other = (best, played) if best.proved else (played, best)
    return other.chance is not None and abs(other.chance - (sure.value > 0)) < LOST_WIN_PROBABILITY


def _is_as_good(best: MoveValue, played: MoveValue) -> bool:
    """Return True if both values are proved and equal, and `played` is no slower win."""
    if not (best.proved and played.proved) or best.value - played.value > LOSS_TOLERANCE:
        return False
    is_unknown = None in {best.distance, played.distance} and best.value > 0
    return is_unknown or soon(played) >= soon(best)


def _is_beyond_noise(best: MoveValue, played: MoveValue, found: Compared) -> bool:
    """Return True if a loss is proved, exceeds the noise, or the intervals do not overlap."""
    loss, rules = best.value - played.value, found.rules
    if best.proved and played.proved:
        return loss > LOSS_TOLERANCE
    if best.low > played.high + LOSS_TOLERANCE:
        return True
    if rules.doubt is not None and _is_against_a_proof(best, played) and loss > rules.doubt:
        return True
    return _is_seen_by_one_search(found, loss)


def _is_seen_by_one_search(found: Compared, loss: float) -> bool:
    """Return True if the search that found the best move also values the played move lower."""
    best, listed, apart, noise = found.best, found.listed, found.apart, found.rules.noise
    if listed is None:
        return False
    if apart is not None and best.visits and listed.visits:
        return min(loss, best.value - listed.value) > apart
    if noise is None or listed.depth != best.depth:
        return False
    if not best.depth and not best.visits:  # no search: only a first impression of each move
        return False
    return min(loss, best.value - listed.value) > noise


def _is_against_a_proof(best: MoveValue, played: MoveValue) -> bool:
    """Return True if one result is proved, and the other's estimate is not completely open."""
    sure, estimate = (best, played) if best.proved else (played, best)
    return sure.proved and estimate.high - estimate.low < 2 * abs(sure.value) - LOSS_TOLERANCE


# --- The whole game ------------------------------------------------------------------------------


def with_known_proofs(node: Node, before: Analysis, after: Analysis) -> Analysis:
    """Return the analysis before a move, with any proof found after the move."""
    seen = _seen_later(before.state, node, before, after)
    if seen is None or not seen.proved:
        return before
    others = (each for each in before.moves if each.move != node.move)
    return replace(before, moves=sort_moves((seen, *others)))


def widen_intervals(review: Review) -> Review:
    """Return a review with intervals that also contain the values from the positions before."""
    known = {id(each.node): each for each in review.moves if each.node is not None}
    return replace(review, moves=tuple(_widen_move(review, each, known) for each in review.moves))


def _widen_move(
    review: Review, each: ReviewedMove, known: Mapping[int, ReviewedMove]
) -> ReviewedMove:
    earlier = None if each.node is None else known.get(id(each.node.parent))
    if earlier is None or earlier.after is None or each.proved_before or not review.is_opposed:
        return each
    if each.low is None or each.high is None:
        return each
    told = earlier.after if earlier.seat == each.seat else -earlier.after
    return replace(each, low=min(each.low, told), high=max(each.high, told))
