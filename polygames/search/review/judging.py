"""What one move cost: the value of the best one, of the one that was played, and the verdict.

The move that was played is found in the analysis of the position, beside the best one. The analysis
of the next position knows it, too, seen from the other side. What is proved counts before what is
estimated, then what was visited more often: a tree looks little at a move that it thinks is bad,
and only the next position says how bad. Without trees it is the narrower interval. Where both are
as well known, the values of both moves are of one search: it looks at both equally far, and they
share most of their error.

What a move lost is one number, in the unit of the values: none if it may be noise. Verdict, words,
sums and accuracy follow from it.

Each position has the value of its look, and two looks differ by the noise of a search, though
nothing was lost between them. So an interval holds what both say. What is proved of a position
counts for those before it, too.
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
    """The best move and the one that was played."""

    analysis: Analysis
    """What says so."""
    best: MoveValue
    played: MoveValue | None
    listed: MoveValue | None
    """The one that was played, as the search says that found the best one."""
    games: int
    """How many games went through the smaller one of the trees that say it; 0 without trees."""

    @property
    def rules(self) -> Verdicts:
        """What the game declares of its values."""
        return info_of(self.analysis.state).engine.verdicts

    @property
    def apart(self) -> float | None:
        """How far apart the values may be for nothing; None if no tree says them."""
        return self.rules.apart_after(self.games) if self.games else None

    @property
    def has_a_proof(self) -> bool:
        """Whether one of the two is proved."""
        return self.best.proved or (self.played is not None and self.played.proved)

    @property
    def loss(self) -> float:
        """What the move that was played lost: nothing, if it may be noise.

        Of what trees say half of the noise is taken off: what seems to lose much seems to lose too
        much.
        """
        if self.played is None or not _is_beyond_noise(self.best, self.played, self):
            return 0.0
        noise = 0.0 if self.has_a_proof else (self.apart or 0.0) / 2
        loss = self.best.value - self.played.value - noise
        return 0.0 if loss < LOSS_TOLERANCE else loss


def judge(
    node: Node, before: Analysis, after: Analysis | None, earlier: Analysis | None = None
) -> ReviewedMove:
    """Return what a move cost, which led to a node.

    It is told by the analyses of the positions before and after it; there may be none after it. If
    nothing is proved, it is only as bad as also `earlier` says: what the search before it had said
    a step earlier.
    """
    before, after = proved_as_points(before), None if after is None else proved_as_points(after)
    found = _compare_moves(node, before, after)
    if found is None:  # the search was stopped at once
        return ReviewedMove(node.number, before.state.turn, node.move, "good", node=node)
    is_open = earlier is not None and not found.has_a_proof
    then = _compare_moves(node, proved_as_points(earlier), after) if earlier and is_open else None
    if then is None or then.loss >= found.loss:
        return _reviewed_move(node, found)
    return _reviewed_move(node, then)  # all numbers are of the same search


def proved_as_points(analysis: Analysis) -> Analysis:
    """Return an analysis with results that are proved without points as so many points.

    Estimates are no farther from 0.
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
    """Return the best move and the one that was played; None if nothing is known of either."""
    state, move = before.state, node.move
    listed = next((each for each in before.moves if each.move == move), None)
    seen = _seen_later(state, node, before, after)
    is_later = seen is not None and (listed is None or _is_better_known(seen, listed))
    played = seen if is_later else _with_longer_line(listed, seen)
    best = next(iter(before.moves), None) or played
    if best is None:
        return None
    own = best  # what the look at the position says
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
    """Whether a symmetry of the game turns what a move makes of a state into another position."""
    images = info_of(state).engine.images
    return images is not None and not images(after).isdisjoint(images(state.play(move)))


def _games(analysis: Analysis) -> int:
    """Return how many games went through a tree."""
    return sum(each.visits for each in analysis.moves)


def _reviewed_move(node: Node, found: Compared) -> ReviewedMove:
    best, played, state = found.best, found.played, found.analysis.state
    known = played or replace(best, move=node.move, line=(node.move,))
    is_best = played is not None and (played.move == best.move or _is_as_good(best, played))
    is_forced = state.legal_moves.finite and len(state.legal_moves) == 1
    # What is known after the move says, too, whether the position before it is proved.
    moves = {each.move: each for each in found.analysis.moves}
    moves |= {each.move: each for each in (found.played, found.best) if each is not None}
    first = moves.pop(found.best.move)
    is_sure, highs = replace(found.analysis, moves=(first, *moves.values())).is_settled, [best.high]
    if best.proved and not is_sure:  # another move may be worth more
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
    """Whether it is proved that all moves are worth the same."""
    moves, values = analysis.state.legal_moves, {each.value for each in analysis.moves}
    is_all = moves.finite and len(moves) == len(analysis.moves) > 1
    return is_all and analysis.is_proved and len(values) == 1


# --- What the move that was played is worth -----------------------------------------------------


def _seen_later(
    state: State[Any], node: Node, analysis: Analysis, later: Analysis | None
) -> MoveValue | None:
    """Return what the next position says of the move that led to it, for the seat that moved."""
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
    """Whether what one seat wins the other one loses."""
    low, high = analysis.scale
    return state.seats == 2 and low == -high  # noqa: PLR2004 - a pair


def _at_the_end(state: State[Any], after: State[Any], analysis: Analysis) -> MoveValue | None:
    """Return the value of a move that ended the game, in what the values of an analysis measure."""
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
    """Whether a value of a move is better known than another one of it."""
    if one.proved or other.proved:
        return not other.proved
    if one.visits and other.visits:  # of two trees the one that was grown from the move is larger
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
    """Whether a move that was played turned out to be better than what looked best."""
    return one.value > other.value and (one.proved or not other.proved)


# --- What it lost -------------------------------------------------------------------------------


def _is_decided_in_both(analysis: Analysis, best: MoveValue, played: MoveValue) -> bool:
    """Whether a result is proved of one move, without points, and as good as sure of the other."""
    if best.proved == played.proved or analysis.measure != "result" or analysis.unit == RESULT_UNIT:
        return False
    sure, other = (best, played) if best.proved else (played, best)
    return other.chance is not None and abs(other.chance - (sure.value > 0)) < LOST_WIN_PROBABILITY


def _is_as_good(best: MoveValue, played: MoveValue) -> bool:
    """Whether two values are proved and the same; a slower win, a sooner loss is good, not best."""
    if not (best.proved and played.proved) or best.value - played.value > LOSS_TOLERANCE:
        return False
    is_unknown = None in {best.distance, played.distance} and best.value > 0
    return is_unknown or soon(played) >= soon(best)


def _is_beyond_noise(best: MoveValue, played: MoveValue, found: Compared) -> bool:
    """Whether the loss is proved, or the intervals are apart, or it is larger than the noise."""
    loss, rules = best.value - played.value, found.rules
    if best.proved and played.proved:
        return loss > LOSS_TOLERANCE
    if best.low > played.high + LOSS_TOLERANCE:
        return True
    if rules.doubt is not None and _is_against_a_proof(best, played) and loss > rules.doubt:
        return True
    return _is_seen_by_one_search(found, loss)


def _is_seen_by_one_search(found: Compared, loss: float) -> bool:
    """Whether the search that found the best move says, too, that the other one is worse."""
    best, listed, apart, noise = found.best, found.listed, found.apart, found.rules.noise
    if listed is None:
        return False
    if apart is not None and best.visits and listed.visits:
        return min(loss, best.value - listed.value) > apart
    if noise is None or listed.depth != best.depth:
        return False
    if not best.depth and not best.visits:  # no search: what a move looks like at once
        return False
    return min(loss, best.value - listed.value) > noise


def _is_against_a_proof(best: MoveValue, played: MoveValue) -> bool:
    """Whether one result is proved, and the estimate of the other move is not all open."""
    sure, estimate = (best, played) if best.proved else (played, best)
    return sure.proved and estimate.high - estimate.low < 2 * abs(sure.value) - LOSS_TOLERANCE


# --- The whole game ------------------------------------------------------------------------------


def with_known_proofs(node: Node, before: Analysis, after: Analysis) -> Analysis:
    """Return what is known before a move, with what is proved of it after it."""
    seen = _seen_later(before.state, node, before, after)
    if seen is None or not seen.proved:
        return before
    others = (each for each in before.moves if each.move != node.move)
    return replace(before, moves=sort_moves((seen, *others)))


def widen_intervals(review: Review) -> Review:
    """Return a review in which an interval holds what was said of the position before it, too."""
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
