"""The result of the search of one position: the best move that was not played there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core.analysis import RESULT_UNIT
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.search.review.positions import Estimate, ReviewWork, Scale, round_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from polygames.core.analysis import Analysis, MoveValue
    from polygames.core.plugs import Verdicts
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.search.review.positions import ReviewedPosition
    from polygames.search.review.results import Review


class Candidate(NamedTuple):
    """A move with its estimate for the seat to move, and the line that begins with it."""

    estimate: Estimate
    line: tuple[Any, ...]


@dataclass(frozen=True)
class Finding:
    """The result of the search of one position, apart from the moves that were played there."""

    alternative: Candidate | None = None
    """The best move that was not played."""
    proof: Candidate | None = None
    """The exact value of the position, if it is proved, with a best move."""
    played: Mapping[Any, Estimate] = field(default_factory=dict)
    """The values of the played moves according to this search. Only proofs count, and values before
    a roll, or of positions that are not searched themselves."""
    is_rest_proved: bool = False
    """Whether the values of all moves that were not played are proved."""
    all_alike: bool = False
    lucks: tuple[float | None, ...] = ()
    """The luck of the roll that was made here, for each seat; empty or None if unknown."""
    is_quick: bool = False
    work: ReviewWork | None = None
    scale: Scale | None = None
    """The meaning of the values; None without values."""


def find_alternatives(analysis: Analysis, children: Sequence[Node]) -> Finding:
    """Return the finding of a position's analysis.

    Parameters
    ----------
    analysis
        The analysis of the position.
    children
        The nodes after the reviewed moves from this position.
    """
    analysis = proofs_to_points(analysis)
    state, moves = analysis.state, analysis.state.legal_moves
    rules = info_of(state).engine.verdicts

    def to_candidate(each: MoveValue) -> Candidate:
        value, low, high = map(round_value, (each.value, *_interval(each, rules)))
        estimate = Estimate(value, low, high, each.proved, each.chance, each.distance)
        return Candidate(estimate, each.line)

    images_after = {child.move: _images(child.state) for child in children}
    played = {
        each.move: to_candidate(each).estimate
        for each in analysis.moves
        if each.move in images_after
    }
    others = [each for each in analysis.moves if each.move not in images_after]
    known_images = set().union(*images_after.values())
    first = next(
        (each for each in others if known_images.isdisjoint(_images(state.play(each.move)))), None
    )
    proof = to_candidate(analysis.moves[0]) if analysis.moves and analysis.is_settled else None
    if proof is not None:  # it is also a proof of the best move's mirror images
        best_images = _images(state.play(proof.line[0]))
        for move, images in images_after.items():
            if not best_images.isdisjoint(images):
                played[move] = proof.estimate
    is_whole = moves.finite and len(moves) == len(analysis.moves)
    return Finding(
        None if first is None else to_candidate(first),
        proof,
        played,
        is_rest_proved=is_whole and all(each.proved for each in others),
        all_alike=is_whole
        and len(moves) > 1
        and analysis.is_proved
        and len({each.value for each in analysis.moves}) == 1,
        is_quick=analysis.is_quick_look,
        scale=Scale(analysis.unit, *analysis.scale, analysis.measure, state.seats),
    )


def _interval(move_value: MoveValue, rules: Verdicts) -> tuple[float, float]:
    """Return the 95% interval of a value, by the game's standard error if it is known."""
    value, low, high = move_value.value, move_value.low, move_value.high
    error = None if move_value.proved else rules.standard_error(value)
    if error is not None:
        low, high = max(low, value - 2 * error), min(high, value + 2 * error)
    return min(low, value), max(high, value)


def _images(state: State[Any]) -> set[Any]:
    """Return the symmetric images of a position; empty if the game has no symmetry."""
    images = info_of(state).engine.symmetry_images
    return set() if images is None else images(state)


def proofs_to_points(analysis: Analysis) -> Analysis:
    """Return an analysis with proved results converted to points, if the game's rules require it.

    Estimates are limited to the same range.
    """
    far = info_of(analysis.state).engine.verdicts.proved_win_value
    if far is None or analysis.unit == RESULT_UNIT:
        return analysis

    def clamp(value: float) -> float:
        return max(-far, min(far, value))

    moves = tuple(
        replace(each, value=clamp(each.value), low=clamp(each.low), high=clamp(each.high))
        for each in analysis.moves
    )
    return replace(analysis, moves=moves, scale=(-far, far))


def findings_of(review: Review) -> dict[int, Finding]:
    """Return the findings from which the positions of a review follow, by the id of the node."""
    children: dict[int, list[ReviewedPosition]] = {}
    for each in review.positions:
        if each.node is not None:
            children.setdefault(id(each.node.parent), []).append(each)
    return {
        id(each.node): _finding_of(each, children.get(id(each.node), []), review.full_scale)
        for each in review.positions
        if each.node is not None and each.node.state.outcome is None
    }


def _finding_of(
    position: ReviewedPosition, children: Sequence[ReviewedPosition], scale: Scale
) -> Finding:
    """Return a finding from which the value of a reviewed position follows."""
    next_position = next(iter(children), None)
    state = position.node.state  # type: ignore[union-attr]  # only positions with nodes
    own = Finding(scale=scale, all_alike=position.all_alike, work=position.work)
    if state.turn == CHANCE:
        after = () if next_position is None else next_position.estimates
        ends = zip(position.estimates, after, strict=False)
        return replace(own, lucks=tuple(b.value - a.value if a and b else None for a, b in ends))
    known_moves = [(each.node.move, each.for_seat(state.turn)) for each in children if each.node]
    own = replace(own, played={move: each for move, each in known_moves if each is not None})
    best = position.for_seat(state.turn)
    if best is None:
        return own
    found = Candidate(best, position.line)
    if best.proved:
        return replace(own, proof=found)
    is_played_best = any(
        move == next(iter(position.line), None) or each.value >= best.value
        for move, each in own.played.items()
    )
    return own if is_played_best else replace(own, alternative=found)
