"""What dice brought: the luck of each roll, and what a seat can expect before and after a game.

What a seat could expect at the start, the luck of its rolls and what its play made of both add up
to what it reached: see `Review.skill`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core import registry
from polygames.search.analysis.anytime import result_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import State
    from polygames.records.node import Node


def line_of(nodes: Sequence[Node]) -> list[Node]:
    """Return the moves of the line that was last played, without those of branches."""
    line: list[Node] = []
    for node in nodes:
        if line and node.parent is not line[-1]:
            break
        line.append(node)
    return line


def expected_of(state: State[Any], measure: str) -> tuple[float, ...]:
    """Return what each seat has in the end, or can expect; empty where nobody says.

    This is in what the values of the game's analyses measure.
    """
    seats, evaluate = range(state.seats), registry.info_of(state).engine.evaluate
    if state.outcome is None:
        return () if evaluate is None else tuple(float(evaluate(state, seat)) for seat in seats)
    if measure == "total":
        return tuple(map(float, state.scores))
    if measure == "lead":
        return tuple(float(2 * own - sum(state.scores)) for own in state.scores)
    return tuple(result_of(state, seat) for seat in seats)


def lucks_of(node: Node) -> tuple[float, ...]:
    """Return for each seat what a roll was worth beyond a mean one; empty where nobody says."""
    return () if node.parent is None else lucks_at(node.parent.state, node.state)


def lucks_at(before: State[Any], after: State[Any]) -> tuple[float, ...]:
    """Return for each seat what the roll between two positions was worth beyond a mean one.

    It is empty where the game does not say what a position is worth.

    Examples
    --------
    >>> import polygames as pg
    >>> start = pg.new("splitter", players=2)
    >>> after = start.play(start.parse("roll 4-1"))
    >>> len(lucks_at(start, after))
    2
    """
    engine, seats = registry.info_of(after).engine, range(after.seats)
    if engine.luck is not None:
        return tuple(engine.luck(after, seat) for seat in seats)
    evaluate = engine.evaluate
    if evaluate is None:
        return ()
    rolls = [(before.play(roll), float(chance)) for roll, chance in before.chance_outcomes()]
    return tuple(
        evaluate(after, seat) - sum(chance * evaluate(one, seat) for one, chance in rolls)
        for seat in seats
    )
