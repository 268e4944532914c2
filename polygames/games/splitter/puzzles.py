"""Puzzles of Splitter from the last rounds, where the mean total can be computed exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.games.splitter.agents import greedy
from polygames.games.splitter.rules import new
from polygames.games.splitter.scoring import Score
from polygames.games.splitter.symmetry import symmetry_images  # noqa: F401 - a puzzle's, too
from polygames.search.puzzles.exhaustive import values_in_points

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.core.plugs import ExactValue
    from polygames.games.splitter.rules import Placement, Splitter

HORIZON_PLIES: Final = (None,)
MIN_VALUE_GAP: Final = 0.05
MAX_THEME_SHARE: Final = 0.4
THEME_HINTS: Final = {
    "keep groups open": "You cannot gain points now. Keep room for your groups.",
    "points now": "Take the most points now.",
    "wait for more": "Do not take the most points now. Wait for more.",
    "a star counts": "Look for a group on a star. It counts twice.",
    "the hearts": "Look at the hearts.",
}

ROUNDS_LEFT_RANGE: Final = (2, 3)
"""The rounds left in a puzzle. One is not enough: the last round has only two placements."""
PUZZLE_RANDOM_MOVE_RATE: Final = 0.2
"""The share of random placements, for variety of sheets."""
MAX_NODES: Final = 60_000


def candidate_positions(rng: Random) -> Iterator[Splitter]:
    """Yield a late position after a roll if one placement seems clearly the best; else nothing.

    The exact count takes more than a second with three rounds left, so a fast estimate, which is
    nearly the same, filters the positions.
    """
    state, left = new(pad=rng.choice("AB")), rng.choice(ROUNDS_LEFT_RANGE)
    agent = greedy()
    while state.round < state.pad.rounds - left or state.roll is None:
        by_chance = state.roll is None or rng.random() < PUZZLE_RANDOM_MOVE_RATE
        moves = state.legal_moves
        state = state.play(moves.sample(rng) if by_chance else agent.choose(state, rng))
    values = sorted(_estimated_totals(state).values(), reverse=True)
    if len(values) > 1 and values[0] - values[1] >= MIN_VALUE_GAP:
        yield state


def _estimated_totals(state: Splitter) -> dict[Any, float]:
    """Return the estimated mean total after each placement, by the compiled evaluation."""
    # imports numba, which a hint does not need
    from polygames.games.splitter.engine.placement_ranking import evaluator_of

    found = evaluator_of(state.pad).by_expectimax(state, 2 * state.pad.rounds)
    return {each.move: each.value for each in found}


def exact_values(state: Splitter, _: int | None = None) -> dict[Any, ExactValue] | None:
    """Return the exact mean total after each placement, with best play afterwards."""
    return values_in_points(state, MAX_NODES)


def solver_values(state: Splitter, _: int | None = None) -> dict[Any, float]:
    """Return each placement's mean total by compiled search; {} with more than two rounds left."""
    return _estimated_totals(state) if state.round >= state.pad.rounds - 2 else {}


def task_and_theme(
    state: Splitter, _: int | None, values: dict[Any, ExactValue]
) -> tuple[str, str]:
    """Return the task of a puzzle as a sentence, and the theme as a key of `THEME_HINTS`."""
    assert state.roll is not None  # noqa: S101 - a puzzle begins with a roll
    left = state.pad.rounds - state.round
    dice = f"{state.roll.high} and {state.roll.low}"
    more = "One more roll follows" if left == 2 else f"{left - 1} more rolls follow"  # noqa: PLR2004 - a pair
    task = f"You rolled {dice}. {more}. Which placement scores most on average?"
    return task, _theme_key(state, max(values, key=lambda move: values[move].value))


def _theme_key(state: Splitter, best: Placement) -> str:
    """Return the key of `THEME_HINTS` for the best placement: points, a star or hearts."""
    pad = state.pad
    before = Score(pad, state.sheets[state.turn])
    after = {move: Score(pad, state.sheet_after(move)) for move in state.placements}
    own = after[best]
    if own.hearts > before.hearts:
        return "the hearts"
    if own.stars > before.stars:
        return "a star counts"
    if own.total < max(each.total for each in after.values()):
        return "wait for more"
    return "points now" if own.total > before.total else "keep groups open"
