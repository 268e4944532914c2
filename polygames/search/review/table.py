"""The table of a review: one value for each position, found from the last position to the first.

The value of a position is the larger of two: that of the best move that was *not* played, as the
search of this position found it, and that of the played move, which is the value of the next
position. So a loss is the difference of two neighbouring positions, and a best move loses nothing.

Before a roll, the value is that of the move before it, as the search of that move found it. The
luck of the roll is the difference to the value after it. A proof counts before any estimate, and it
also limits the values of the next positions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from polygames.core.analysis import RESULT_UNIT, distance_key
from polygames.core.protocol import CHANCE
from polygames.search.review.findings import Candidate, Finding
from polygames.search.review.positions import (
    Estimate,
    ReviewedPosition,
    Scale,
    exact_estimate,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node

MAX_REVIEW_LINE_PLIES: Final = 40
"""The maximum number of moves in a line."""


def find_scale(nodes: Sequence[Node], findings: Mapping[int, Finding]) -> Scale:
    """Return the scale of the first analysed position of a game.

    The analysis of a later position may have another one, if it is too large for the game's own
    search. Its values do not count.
    """
    known = (findings.get(id(node)) for node in nodes)
    default = Scale(RESULT_UNIT, -1.0, 1.0, "result", nodes[0].state.seats)
    return next((each.scale for each in known if each is not None and each.scale), default)


def evaluate_positions(
    nodes: Sequence[Node], findings: Mapping[int, Finding], scale: Scale
) -> tuple[ReviewedPosition, ...]:
    """Return the reviewed positions of a game, first to last, as far as they are known.

    Parameters
    ----------
    nodes
        The start of the game and the nodes after the reviewed moves, each after its parent. Of the
        moves from one position, that of the main line comes first.
    findings
        The findings of the positions before the end, by the id of the node.
    scale
        The meaning of the values.
    """
    table = _Table(nodes, findings, scale)
    for node in reversed(nodes):
        table.evaluate(node)
    for node in nodes:
        table.limit_children(node)
    return tuple(table.positions[id(node)] for node in nodes if id(node) in table.positions)


class _Table:
    """The positions of a review, while their values are found."""

    def __init__(
        self, nodes: Sequence[Node], findings: Mapping[int, Finding], scale: Scale
    ) -> None:
        self.positions: dict[int, ReviewedPosition] = {}
        """The positions evaluated so far, by the id of the node."""
        self._findings = {
            key: each if each.scale is None or each.scale.unit == scale.unit else Finding()
            for key, each in findings.items()
        }
        self._scale = scale
        self._children: dict[int, list[Node]] = {id(node): [] for node in nodes}
        for node in nodes:
            if id(node.parent) in self._children:
                self._children[id(node.parent)].append(node)

    def evaluate(self, node: Node) -> None:
        """Evaluate a position; the reviewed positions after it are evaluated already."""
        finding = self._findings.get(id(node), None if node.state.outcome is None else Finding())
        if finding is None:
            return
        line: tuple[Any, ...] = ()
        if node.state.outcome is not None:
            estimates = [final_estimate(node.state, seat, self._scale) for seat in self._owners]
        elif node.state.turn == CHANCE:
            estimates = self._estimates_before_roll(node, finding)
        else:
            estimates, line = self._estimates_before_move(node, finding)
        self.positions[id(node)] = ReviewedPosition(
            tuple(estimates), line, finding.all_alike, finding.is_quick, finding.work, node
        )
        self._apply_proof_from_parent(node)

    @property
    def _owners(self) -> Sequence[Seat]:
        """The seats with stored estimates."""
        return (0,) if self._scale.is_opposed else range(self._scale.seats)

    def _known_children(self, node: Node) -> list[Node]:
        return [child for child in self._children[id(node)] if id(child) in self.positions]

    def _estimates_before_roll(self, node: Node, finding: Finding) -> list[Estimate | None]:
        """Return the estimates after the roll, less its luck."""
        after = next(iter(self._known_children(node)), None)
        if after is None or not finding.lucks:
            return [None for _ in self._owners]
        known = [self.positions[id(after)].for_seat(seat) for seat in self._owners]
        return [
            None if each is None or luck is None else each.add_points(-luck)
            for each, luck in zip(known, finding.lucks, strict=False)
        ]

    def _estimates_before_move(
        self, node: Node, finding: Finding
    ) -> tuple[list[Estimate | None], tuple[Any, ...]]:
        """Return the estimates of a position, and the best line of the seat to move."""
        mover, children = node.state.turn, self._known_children(node)
        played = [
            Candidate(each, (child.move, *self.positions[id(child)].line)[:MAX_REVIEW_LINE_PLIES])
            for child in children
            if (each := self._played_estimate(node, child, finding)) is not None
        ]
        is_rest_proved = finding.is_rest_proved and len(played) == len(self._children[id(node)])
        best = self._best_candidate(replace(finding, is_rest_proved=is_rest_proved), played)
        estimates = [self._estimate_of_other(node, seat) for seat in self._owners]
        if best is not None:
            self._set_estimate(estimates, mover, best.estimate)
        return estimates, () if best is None else best.line

    def _played_estimate(self, node: Node, child: Node, finding: Finding) -> Estimate | None:
        """Return the value of a played move for its player: that of the next position."""
        seat, given = node.state.turn, finding.played.get(child.move)
        known = self.positions[id(child)].for_seat(seat)
        is_open = known is None or (not known.proved and self._has_roll_before_turn(child, seat))
        if is_open and given is not None:
            self._replace_estimate(child, seat, given)
            return given
        if known is None:
            return None
        is_counted = known.proved and known.distance is not None and known.value != 0
        return known._replace(distance=(known.distance or 0) + 1) if is_counted else known

    def _has_roll_before_turn(self, node: Node, seat: Seat) -> bool:
        """Return True if dice are rolled before a seat moves again."""
        while node.state.outcome is None and node.state.turn not in {seat, CHANCE}:
            if not (children := self._children[id(node)]):
                break
            node = children[0]
        return node.state.turn == CHANCE

    def _best_candidate(self, finding: Finding, played: list[Candidate]) -> Candidate | None:
        """Return the best move with the value of the position; the played move if it is as good."""
        best = max(played, key=lambda each: each.estimate.value, default=None)
        rival = finding.proof or finding.alternative
        if best is None or rival is None:
            found = best or rival
        else:
            found = rival if _is_better(rival.estimate, best.estimate) else best
        if found is None:
            return None
        if finding.proof is not None:
            is_known = found.estimate.value == finding.proof.estimate.value
            return found if is_known and found.estimate.proved else finding.proof
        every = [each.estimate for each in (*played, rival) if each is not None]
        return found._replace(estimate=self._value_of_best(found.estimate, every, finding))

    def _value_of_best(
        self, best: Estimate, candidates: list[Estimate], finding: Finding
    ) -> Estimate:
        """Return the value of the best of some moves as the value of their position."""
        is_whole = finding.is_rest_proved and all(each.proved for each in candidates)
        if best.proved and (best.value == self._scale.high or is_whole):
            return best
        low, high = max(each.low for each in candidates), max(each.high for each in candidates)
        return best._replace(
            low=min(low, best.value), high=max(high, best.value), proved=False, distance=None
        )

    def _estimate_of_other(self, node: Node, seat: Seat) -> Estimate | None:
        """Return the estimate for a seat that is not to move, if its total is its own affair."""
        after = next(iter(self._children[id(node)]), None)
        is_known = self._scale.measure == "total" and id(after) in self.positions
        return self.positions[id(after)].for_seat(seat) if is_known else None

    def _set_estimate(
        self, estimates: list[Estimate | None], seat: Seat, estimate: Estimate
    ) -> None:
        if seat < len(estimates):
            estimates[seat] = estimate
        else:
            estimates[0] = estimate.for_opponent()

    # Proofs

    def _apply_proof_from_parent(self, node: Node) -> None:
        """Use the value of the move that led here if the search before it has proved that."""
        parent = node.parent
        finding = None if parent is None else self._findings.get(id(parent))
        given = None if finding is None else finding.played.get(node.move)
        if parent is None or given is None or not given.proved:
            return
        known = self.positions[id(node)].for_seat(parent.state.turn)
        if known is None or not known.proved:
            distance = given.distance and given.distance - 1
            self._replace_estimate(node, parent.state.turn, given._replace(distance=distance))

    def limit_children(self, node: Node) -> None:
        """Limit the values of the next positions by the value of a position.

        A value may be proved by the search of an earlier position. Then no move leads to more, and
        a move that leads to less is not the best one, even if no better move is known.
        """
        if id(node) not in self.positions:
            return
        here, state = self.positions[id(node)], node.state
        for child in self._known_children(node) if state.turn != CHANCE else ():
            is_first = child is self._children[id(node)][0]
            for seat in self._owners if self._scale.measure == "total" and is_first else ():
                if seat != state.turn:
                    self._carry_on(node, child, seat)
            known, after = here.for_seat(state.turn), self.positions[id(child)].for_seat(state.turn)
            if known is None or after is None:
                continue
            if after.value < known.value and here.line[:1] == (child.move,):
                here = self.positions[id(node)] = replace(here, line=())
            is_lost = known.proved and known.value == self._scale.low
            if after.value > known.value or (is_lost and not after.proved):
                self._replace_estimate(
                    child, state.turn, after.limit_to(known.value, proved=is_lost)
                )

    def _carry_on(self, node: Node, child: Node, seat: Seat) -> None:
        """Give a seat that did not move the same value as before."""
        known, after = (self.positions[id(end)].for_seat(seat) for end in (node, child))
        if known is not None and (after is None or after.value != known.value):
            self._replace_estimate(child, seat, known)

    def _replace_estimate(self, node: Node, seat: Seat, estimate: Estimate) -> None:
        position = self.positions[id(node)]
        estimates = list(position.estimates)
        self._set_estimate(estimates, seat, estimate)
        self.positions[id(node)] = replace(position, estimates=tuple(estimates))


def _is_better(first: Estimate, second: Estimate) -> bool:
    """Return True if a value is larger, or a proved win sooner, or a proved loss later."""
    if first.value != second.value or not (first.proved and second.proved):
        return first.value > second.value
    is_unknown = None in {first.distance, second.distance} and first.value > 0
    ends = (distance_key(each.value, each.distance) for each in (first, second))
    return not is_unknown and next(ends) > next(ends)


def final_estimate(state: State[Any], seat: Seat, scale: Scale) -> Estimate | None:
    """Return the value of a finished game for a seat; None if it ended without a result."""
    outcome = state.outcome
    if scale.measure == "total":
        return exact_estimate(state.scores[seat])
    if outcome is None or not outcome.winners:
        return None
    share = (seat in outcome.winners) / len(outcome.winners)
    if scale.measure == "lead" and scale.is_opposed:
        return exact_estimate(state.scores[seat] - state.scores[1 - seat], share)
    return exact_estimate(scale.high * (2 * share - 1), share, distance=0)
