"""What one move cost: the value of the best one, of the one that was played, and the verdict.

The move that was played is found in the analysis of the position, beside the best one. The analysis
of the next position knows it, too, seen from the other side. What is proved counts before what is
estimated, and then the narrower interval: a tree looks little at a move that it thinks is bad, and
only the next position says how bad.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.search.analysis import MoveValue
from polygames.search.review.findings import ReviewedMove, Verdict

if TYPE_CHECKING:
    from polygames.core.node import Node
    from polygames.core.protocol import State
    from polygames.core.verdicts import Verdicts
    from polygames.search.analysis import Analysis

__all__ = ["judge"]

EPSILON = 1e-9
CERTAIN = 0.5
"""A proved loss of so much of the chance to win (a win, or a tie, thrown away) is a blunder."""


def judge(node: Node, before: Analysis, after: Analysis | None) -> ReviewedMove:
    """Return what a move cost.

    Parameters
    ----------
    node
        Where the move led to.
    before, after
        The analyses of the positions before and after it; None if there is none after it.
    """
    state, move = before.state, node.move
    seen = _seen_later(state, node.state, before, after)
    listed = next((each for each in before.moves if each.move == move), None)
    played = _better_known(move, listed, seen)
    best = next(iter(before.moves), None) or played
    if best is None:  # nothing was found: the search was stopped at once
        return ReviewedMove(node.number, state.turn, move, "good", node=node)
    if best.move == move and played is not None:
        best = replace(best, **_worth_of(played))
    if played is not None and (_is_ahead(played, best) or _is_as_good(best, played)):
        best = played
    return _told(node, state, best, played)


def _told(node: Node, state: State[Any], best: MoveValue, played: MoveValue | None) -> ReviewedMove:
    known = played or replace(best, move=node.move, line=(node.move,))
    loss = max(0.0, best.value - known.value)
    return ReviewedMove(
        ply=node.number,
        seat=state.turn,
        move=node.move,
        verdict=_verdict(state, best, played),
        value=best.value,
        low=best.low,
        high=best.high,
        best=best.move,
        line=best.line,
        after=None if played is None else played.value,
        answer=known.line,
        loss=0.0 if loss < EPSILON else loss,
        proved=best.proved and played is not None and played.proved,
        chance=best.chance,
        chance_after=None if played is None else played.chance,
        distance=best.distance,
        node=node,
    )


# --- What the move that was played is worth -----------------------------------------------------


def _seen_later(
    state: State[Any], after: State[Any], analysis: Analysis, later: Analysis | None
) -> MoveValue | None:
    """Return what the next position says of the move that led to it, for the seat that moved."""
    low, high = analysis.scale
    is_opposed = state.seats == 2 and low == -high  # noqa: PLR2004 - a pair
    if after.outcome is not None:
        return _at_the_end(state, after, analysis) if is_opposed else None
    if later is None or not later.moves or after.turn == CHANCE:
        return None
    best = later.moves[0]
    if after.turn == state.turn:
        return replace(best, line=())
    if not is_opposed:
        return None
    return replace(
        best,
        value=-best.value,
        low=-best.high,
        high=-best.low,
        chance=None if best.chance is None else 1 - best.chance,
    )


def _at_the_end(state: State[Any], after: State[Any], analysis: Analysis) -> MoveValue | None:
    """Return the value of a move that ended the game, where values are the two ends or a tie."""
    outcome = after.outcome
    if outcome is None or not outcome.winners:
        return None
    share = (state.turn in outcome.winners) / len(outcome.winners)
    value = analysis.scale[1] * (2 * share - 1)
    return MoveValue(None, value, value, value, proved=True, chance=share)


def _better_known(move: Any, listed: MoveValue | None, seen: MoveValue | None) -> MoveValue | None:
    """Return the better known of two values of a move."""
    if seen is None:
        return listed
    seen = replace(seen, move=move, line=(move, *_rest(seen)))
    if listed is None:
        return seen
    is_wider = seen.high - seen.low >= listed.high - listed.low
    if listed.proved or (is_wider and not seen.proved):
        return replace(listed, line=max(listed.line, seen.line, key=len))
    return seen


def _rest(seen: MoveValue) -> tuple[Any, ...]:
    return seen.line if seen.move is not None else ()


def _worth_of(each: MoveValue) -> dict[str, Any]:
    names = ("value", "low", "high", "proved", "chance")
    return {name: getattr(each, name) for name in names}


def _is_ahead(one: MoveValue, other: MoveValue) -> bool:
    """Whether a move that was played turned out to be better than what looked best."""
    return one.value > other.value and (one.proved or not other.proved)


# --- The verdict --------------------------------------------------------------------------------


def _verdict(state: State[Any], best: MoveValue, played: MoveValue | None) -> Verdict:
    if state.legal_moves.finite and len(state.legal_moves) == 1:
        return "forced"
    if played is None:
        return "good"  # nothing is known against it
    if played.move == best.move or _is_as_good(best, played):
        return "best"
    rules: Verdicts = info_of(state).verdicts
    if not _is_beyond_noise(best, played, rules.noise):
        return "good"
    lost, drop = best.value - played.value, _drop(best, played)
    if best.proved and played.proved and drop is not None and drop >= CERTAIN:
        return "blunder"
    is_by_chance = rules.measure == "chance" and drop is not None
    return rules.of(drop if is_by_chance and drop is not None else lost)


def _is_as_good(best: MoveValue, played: MoveValue) -> bool:
    """Whether two values are proved and the same; a slower win is good, not best."""
    if not (best.proved and played.proved) or best.value - played.value > EPSILON:
        return False
    return best.distance is None or played.distance is None or played.distance <= best.distance


def _is_beyond_noise(best: MoveValue, played: MoveValue, noise: float | None) -> bool:
    """Whether the loss is proved, or the intervals are apart, or it is large for one search."""
    loss = best.value - played.value
    if best.proved and played.proved:
        return loss > EPSILON
    if noise is not None and best.depth == played.depth and loss > noise:
        return True
    return best.low > played.high + EPSILON


def _drop(best: MoveValue, played: MoveValue) -> float | None:
    """Return how much of the chance to win was lost, where it is known."""
    if best.chance is None or played.chance is None:
        return None
    return best.chance - played.chance
