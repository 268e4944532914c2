"""What one move cost: the value of the best one, of the one that was played, and the verdict.

The move that was played is found in the analysis of the position, beside the best one. The analysis
of the next position knows it, too, seen from the other side. What is proved counts before what is
estimated, then what was visited more often: a tree looks little at a move that it thinks is bad,
and only the next position says how bad. Without trees it is the narrower interval. Where both are
as well known, the values of both moves are of one search: it looks at both equally far, and they
share most of their error.

Then one curve is laid through the whole game, so that label, sentence and curve say the same of
each move. Each position is looked at for itself, and two looks differ by the noise of a search,
though nothing was lost between them. What a move lost is judged with less noise: mostly within one
search. So the curve is the one nearest to all looks that falls by what each move lost: Gauss's
least squares, as in a Kalman smoother. What is proved stays as it is, and rolls of dice part the
curve.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core.analysis import RESULT, MoveValue
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.search.review.findings import (
    GLYPH_OF,
    VERDICTS,
    ReviewedMove,
    Verdict,
    has_a_proof,
    line_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.analysis import Analysis
    from polygames.core.plugs import Verdicts
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.search.review.findings import Review, Verdict

EPSILON = 1e-9
CERTAIN = 0.5
"""A proved loss of so much of the chance to win (a win, or a tie, thrown away) is a blunder."""


class Compared(NamedTuple):
    """The best move and the one that was played."""

    best: MoveValue
    played: MoveValue | None
    listed: MoveValue | None
    """The one that was played, as the search says that found the best one."""
    games: int
    """How many games went through the smaller one of the trees that say it; 0 without trees."""

    def apart(self, rules: Verdicts) -> float | None:
        """Return how far apart the values may be for nothing; None if no tree says them."""
        return rules.apart_after(self.games) if self.games else None


def judge(
    node: Node, before: Analysis, after: Analysis | None, earlier: Analysis | None = None
) -> ReviewedMove:
    """Return what a move cost, which led to a node.

    It is told by the analyses of the positions before and after it; there may be none after it. If
    nothing is proved, it is only as bad as also `earlier` says: what the search before it had said
    a step earlier.
    """
    found = _compared(node, before, after)
    if found is None:  # the search was stopped at once
        return ReviewedMove(node.number, before.state.turn, node.move, "good", node=node)
    verdict = _verdict(before.state, found)
    then = None if earlier is None or _has_a_proof(found) else _compared(node, earlier, after)
    if then is not None and earlier is not None:
        milder = _verdict(before.state, then)
        if _severity(milder) < _severity(verdict):  # verdict and numbers are of the same search
            before, found = earlier, then
            verdict = milder if milder in GLYPH_OF else "good"
    return _reviewed_move(node, before, verdict, found)


def _compared(node: Node, before: Analysis, after: Analysis | None) -> Compared | None:
    """Return the best move and the one that was played; None if nothing is known of either."""
    state, move = before.state, node.move
    listed = next((each for each in before.moves if each.move == move), None)
    seen = _seen_later(state, node, before, after)
    is_later = seen is not None and (listed is None or _is_better_known(seen, listed))
    played = seen if is_later else _with_longer_line(listed, seen)
    best = next(iter(before.moves), None) or played
    if best is None:
        return None
    if best.move == move and played is not None:
        best = replace(best, **_worth_of(played))
    if played is not None and (_is_ahead(played, best) or _is_as_good(best, played)):
        best = played
    trees = [before, after] if is_later and after is not None else [before]
    return Compared(best, played, listed, min(map(_games, trees)))


def _games(analysis: Analysis) -> int:
    """Return how many games went through a tree."""
    return sum(each.visits for each in analysis.moves)


def _reviewed_move(node: Node, before: Analysis, verdict: Verdict, found: Compared) -> ReviewedMove:
    best, played, state = found.best, found.played, before.state
    known = played or replace(best, move=node.move, line=(node.move,))
    loss = max(0.0, best.value - known.value)
    return ReviewedMove(
        ply=node.number,
        seat=state.turn,
        move=node.move,
        verdict=verdict,
        value=best.value,
        low=best.low,
        high=best.high,
        best=best.move,
        line=best.line,
        after=None if played is None else played.value,
        answer=known.line,
        loss=0.0 if loss < EPSILON else loss,
        proved=best.proved and played is not None and played.proved,
        proved_before=best.proved,
        proved_after=played is not None and played.proved,
        chance=best.chance,
        chance_after=None if played is None else played.chance,
        points=_points(before, best, known),
        all_alike=_are_all_alike(before),
        distance=best.distance,
        apart=found.apart(info_of(state).engine.verdicts),
        node=node,
    )


def _points(analysis: Analysis, best: MoveValue, played: MoveValue) -> float | None:
    """Return what a move cost in points; None where a value is a bare result, or there are none.

    A win that is proved without its points has an end of the scale as its value.
    """
    is_lead = analysis.unit != RESULT
    bare = analysis.measure == "result"
    if not is_lead or (bare and (best.proved or played.proved)):
        return None
    lost = best.value - played.value
    return lost if lost >= EPSILON else 0.0


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
    if later is None or not later.moves or after.turn == CHANCE:
        return None
    best = later.moves[0]
    if after.turn == state.turn:
        return replace(best, line=())
    if not _is_opposed(state, analysis):
        return None
    return replace(
        best,
        value=-best.value,
        low=-best.high,
        high=-best.low,
        chance=None if best.chance is None else 1 - best.chance,
    )


def _is_opposed(state: State[Any], analysis: Analysis) -> bool:
    """Whether what one seat wins the other one loses."""
    low, high = analysis.scale
    return state.seats == 2 and low == -high  # noqa: PLR2004 - a pair


def _at_the_end(state: State[Any], after: State[Any], analysis: Analysis) -> MoveValue | None:
    """Return the value of a move that ended the game, in what the values of an analysis measure."""
    outcome, own = after.outcome, after.scores[state.turn]
    if analysis.measure == "total":
        return MoveValue(None, own, own, own, proved=True)
    if outcome is None or not outcome.winners or not _is_opposed(state, analysis):
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
    return one.high - one.low < other.high - other.low - EPSILON


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


# --- The verdict --------------------------------------------------------------------------------


def _verdict(state: State[Any], found: Compared) -> Verdict:
    best, played = found.best, found.played
    if state.legal_moves.finite and len(state.legal_moves) == 1:
        return "forced"
    if played is None:
        return "good"  # nothing is known against it
    if played.move == best.move or _is_as_good(best, played):
        return "best"
    rules: Verdicts = info_of(state).engine.verdicts
    if not _is_beyond_noise(best, played, found, rules):
        return "good"
    lost, drop = best.value - played.value, _drop(best, played)
    if best.proved and played.proved and drop is not None and drop >= CERTAIN:
        return "blunder"
    is_by_chance = rules.measure == "chance" and drop is not None
    return rules.of(drop or 0.0) if is_by_chance else rules.in_points.of(lost)


def _severity(verdict: Verdict) -> int:
    """Return how bad a verdict is: 0 if it is no reproach."""
    return ("", *GLYPH_OF).index(verdict) if verdict in GLYPH_OF else 0


def _has_a_proof(found: Compared) -> bool:
    return found.best.proved or (found.played is not None and found.played.proved)


def _is_as_good(best: MoveValue, played: MoveValue) -> bool:
    """Whether two values are proved and the same; a slower win is good, not best."""
    if not (best.proved and played.proved) or best.value - played.value > EPSILON:
        return False
    return best.distance is None or played.distance is None or played.distance <= best.distance


def _is_beyond_noise(best: MoveValue, played: MoveValue, found: Compared, rules: Verdicts) -> bool:
    """Whether the loss is proved, or the intervals are apart, or it is larger than the noise."""
    loss = best.value - played.value
    if best.proved and played.proved:
        return loss > EPSILON
    if best.low > played.high + EPSILON:
        return True
    if rules.doubt is not None and _is_against_a_proof(best, played) and loss > rules.doubt:
        return True
    return _is_seen_by_one_search(found, loss, rules)


def _is_seen_by_one_search(found: Compared, loss: float, rules: Verdicts) -> bool:
    """Whether the search that found the best move says, too, that the other one is worse."""
    best, listed, apart = found.best, found.listed, found.apart(rules)
    if listed is None:
        return False
    if apart is not None and best.visits and listed.visits:
        return min(loss, best.value - listed.value) > apart
    if rules.noise is None or listed.depth != best.depth:
        return False
    if not best.depth and not best.visits:  # no search: what a move looks like at once
        return False
    return min(loss, best.value - listed.value) > rules.noise


def _is_against_a_proof(best: MoveValue, played: MoveValue) -> bool:
    """Whether one result is proved, and the estimate of the other move is not all open."""
    sure, estimate = (best, played) if best.proved else (played, best)
    return sure.proved and estimate.high - estimate.low < 2 * abs(sure.value) - EPSILON


def _drop(best: MoveValue, played: MoveValue) -> float | None:
    """Return how much of the chance to win was lost, where it is known."""
    if best.chance is None or played.chance is None:
        return None
    return best.chance - played.chance


EXACT, SURE, LOOSE = 10_000.0, 10.0, 0.5
"""How much more than a look it counts what a move cost: one that is marked; one of which the
search is sure that it cost little; and one that is unclear."""
TOLERANCE = 1e-3
"""By so much less may a marked move lose on the curve."""
ROUNDING = 1e-12
"""So small a change is none."""
PROVED = 1e9
"""How much more than a look a proof counts."""


class Look(NamedTuple):
    """What is known of a position for itself: the chance of seat 0."""

    chance: float
    is_proved: bool


def steadied(review: Review) -> Review:
    """Return a review whose chances to win are those of one curve."""
    if not review.is_opposed:
        return review
    moves = list(review.moves)
    known = {id(each.node): place for place, each in enumerate(moves) if each.node is not None}
    nodes = [each.node for each in moves if each.node is not None]
    line = [known[id(node)] for node in line_of(nodes)]
    for part in _parts(moves, line):
        own = [moves[place] for place in part]
        for place, each in zip(part, _of_one_curve(review, own), strict=True):
            moves[place] = each
    return replace(review, moves=tuple(moves))


def _parts(moves: Sequence[ReviewedMove], line: Sequence[int]) -> Iterator[list[int]]:
    """Yield the places of moves that follow each other, and whose chances are known."""
    part: list[int] = []
    for place in line:
        each = moves[place]
        if each.chance is None or each.chance_after is None:
            if part:
                yield part
            part = []
        else:
            part.append(place)
    if part:
        yield part


def _of_one_curve(review: Review, moves: Sequence[ReviewedMove]) -> Iterator[ReviewedMove]:
    """Yield moves that follow each other with the chances of one curve."""
    looks = [*map(_look_before, moves), _look_after(moves[-1])]
    links = [_link(each) for each in moves]
    falls = [_sign(each) * -_lost(each) for each in moves]
    curve = nearest(looks, falls, links)
    for each, (before, after) in zip(moves, pairwise(curve), strict=True):
        mine = (before, after) if each.seat == 0 else (1 - before, 1 - after)
        yield _with(review, each, *mine)


def nearest(looks: Sequence[Look], falls: Sequence[float], links: Sequence[float]) -> list[float]:
    """Return the curve nearest to looks, and to what is known of its changes."""
    weights = [PROVED if look.is_proved else 1.0 for look in looks]
    before, after = [0.0, *links], [*links, 0.0]
    rises = [0.0, *falls], [*falls, 0.0]
    # A system of three diagonals, solved from one end to the other and back.
    slopes, levels = list[float](), list[float]()
    for place, (look, weight) in enumerate(zip(looks, weights, strict=True)):
        down, up = before[place], after[place]
        right = weight * look.chance + down * rises[0][place] - up * rises[1][place]
        whole = weight + down + up
        if slopes:
            whole -= down * slopes[-1]
            right += down * levels[-1]
        slopes.append(up / whole)
        levels.append(right / whole)
    curve = [levels[-1]]
    for slope, level in zip(slopes[-2::-1], levels[-2::-1], strict=True):
        curve.append(level + slope * curve[-1])
    return [
        look.chance if look.is_proved else min(1.0, max(0.0, chance))
        for look, chance in zip(looks, reversed(curve), strict=True)
    ]


def _look_before(each: ReviewedMove) -> Look:
    assert each.chance is not None  # noqa: S101 - only such moves are in a part
    chance = each.chance if each.seat == 0 else 1 - each.chance
    return Look(chance, each.proved or each.proved_before)


def _look_after(each: ReviewedMove) -> Look:
    """Return what is known of the position after the last move."""
    assert each.chance_after is not None  # noqa: S101 - as above
    chance = each.chance_after if each.seat == 0 else 1 - each.chance_after
    is_over = each.node is not None and each.node.state.outcome is not None
    return Look(chance, is_over or each.proved or each.proved_after)


def _sign(each: ReviewedMove) -> int:
    return 1 if each.seat == 0 else -1


def _lost(each: ReviewedMove) -> float:
    """Return what a move lost of the chance to win, as it was judged."""
    if each.verdict in {"best", "forced"} or each.is_unclear:
        return 0.0
    assert each.chance is not None  # noqa: S101 - as above
    assert each.chance_after is not None  # noqa: S101 - as above
    return max(0.0, each.chance - each.chance_after - _noise(each))


def _noise(each: ReviewedMove) -> float:
    """Return how much of a fall is to be put down to the two trees that found it: half of the most.

    What is marked was chosen because it seemed to lose much, so it seems to lose too much.
    """
    if each.verdict not in GLYPH_OF or each.node is None or has_a_proof(each):
        return 0.0
    apart = each.apart
    if apart is None:  # nobody says how large the trees were
        apart = info_of(each.node.state).engine.verdicts.apart
    return 0.0 if apart is None else apart / 4  # a value has twice the scale of a chance


def _link(each: ReviewedMove) -> float:
    """Return how much it counts what a move lost."""
    if each.verdict in GLYPH_OF:
        return EXACT
    return LOOSE if each.is_unclear else SURE


def _verdict_of(each: ReviewedMove, lost: float) -> Verdict:
    """Return the verdict of a move, no worse than what it lost on the curve."""
    if each.verdict not in GLYPH_OF or each.node is None or each.proved:
        return each.verdict
    rules = info_of(each.node.state).engine.verdicts
    if rules.measure != "chance":
        return each.verdict
    return min(each.verdict, rules.of(lost + TOLERANCE), key=VERDICTS.index)


def _with(review: Review, each: ReviewedMove, before: float, after: float) -> ReviewedMove:
    """Return a move with other chances, and with the value that goes with them."""
    assert each.chance is not None  # noqa: S101 - as above
    assert each.chance_after is not None  # noqa: S101 - as above
    if max(abs(before - each.chance), abs(after - each.chance_after)) < ROUNDING:
        return each
    verdict = _verdict_of(each, before - after)
    moved = replace(each, verdict=verdict, chance=before, chance_after=after)
    is_chance = review.unit == RESULT and each.value is not None
    if not is_chance or each.low is None or each.high is None:
        return moved
    value, step = 2 * before - 1, 2 * (before - each.chance)
    is_equal = each.verdict in {"best", "forced"}
    low, high = review.scale
    return replace(
        moved,
        value=value,
        low=each.low if each.low in {each.high, low} else max(low, each.low + step),
        high=each.high if each.high in {each.low, high} else min(high, each.high + step),
        after=2 * after - 1,
        loss=0.0 if is_equal else max(0.0, 2 * (before - after)),
    )
