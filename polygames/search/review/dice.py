"""Expected values and luck in games with dice, by the evaluation that a game declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.registry import info_of
from polygames.search.analysis.anytime import result_for_seat

if TYPE_CHECKING:
    from polygames.core.protocol import State


def expected_values(state: State[Any], measure: str) -> tuple[float, ...]:
    """Return the final or expected value of each seat; empty if the game has no evaluation.

    The values are in the measure of the game's analyses.
    """
    seats, evaluate = range(state.seats), info_of(state).engine.evaluate
    if state.outcome is None:
        return () if evaluate is None else tuple(float(evaluate(state, seat)) for seat in seats)
    if measure == "total":
        return tuple(map(float, state.scores))
    if measure == "lead":
        return tuple(float(2 * own - sum(state.scores)) for own in state.scores)
    return tuple(result_for_seat(state, seat) for seat in seats)


def luck_by_seat(state: State[Any], next_state: State[Any]) -> tuple[float, ...]:
    """Return each seat's luck in the roll between two positions: its value minus the mean.

    The result is empty if the game has no evaluation.
    """
    engine, seats = info_of(next_state).engine, range(next_state.seats)
    if engine.luck is not None:
        return tuple(engine.luck(next_state, seat) for seat in seats)
    evaluate = engine.evaluate
    if evaluate is None:
        return ()
    rolls = [(state.play(roll), float(chance)) for roll, chance in state.chance_outcomes()]
    return tuple(
        evaluate(next_state, seat) - sum(chance * evaluate(one, seat) for one, chance in rolls)
        for seat in seats
    )
