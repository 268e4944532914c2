"""Puzzles of Splitter from the last rounds, where the mean total can be computed exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.games.splitter.agents import greedy
from polygames.games.splitter.rules import new
from polygames.games.splitter.scoring import Score
from polygames.games.splitter.symmetry import images  # noqa: F401 - a puzzle's, too
from polygames.search.puzzles.exact import by_points

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.core.plugs import JudgedMove
    from polygames.games.splitter.rules import Placement, Splitter

HORIZONS: Final = (None,)
MARGIN: Final = 0.05
SHARE: Final = 0.4
HINTS: Final = {
    "keep groups open": "You cannot gain points now. Keep room for your groups.",
    "points now": "Take the most points now.",
    "wait for more": "Do not take the most points now. Wait for more.",
    "a star counts": "Look for a group on a star. It counts twice.",
    "the hearts": "Look at the hearts.",
}

ROUNDS_LEFT: Final = (2, 3)
"""The rounds left in a puzzle. One is not enough: the last round has only two placements."""
PUZZLE_RANDOM_MOVE_RATE: Final = 0.2
"""The share of random placements, for variety of sheets."""
MAX_NODES: Final = 60_000


def positions(rng: Random) -> Iterator[Splitter]:
    """Yield a late position with rolled dice, if it may have a unique best placement.

    The exact count takes more than a second with three rounds left, so a fast estimate, which is
    nearly the same, filters the positions.
    """
    state, left = new(pad=rng.choice("AB")), rng.choice(ROUNDS_LEFT)
    agent = greedy()
    while state.round < state.pad.rounds - left or state.roll is None:
        by_chance = state.roll is None or rng.random() < PUZZLE_RANDOM_MOVE_RATE
        moves = state.legal_moves
        state = state.play(moves.sample(rng) if by_chance else agent.choose(state, rng))
    values = sorted(_estimates(state).values(), reverse=True)
    if len(values) > 1 and values[0] - values[1] >= MARGIN:
        yield state


def _estimates(state: Splitter) -> dict[Any, float]:
    """Return the mean total after each placement, by the compiled evaluation."""
    # imports numba, which a hint does not need
    from polygames.games.splitter.engine.evaluator import evaluator_of

    found = evaluator_of(state.pad).by_expectimax(state, 2 * state.pad.rounds)
    return {each.move: each.value for each in found}


def judged(state: Splitter, _: int | None = None) -> dict[Any, JudgedMove] | None:
    """Return the exact mean total after each placement, with best play afterwards."""
    return by_points(state, MAX_NODES)


def proved(state: Splitter, _: int | None = None) -> dict[Any, float]:
    """Return the compiled evaluation where it is exact, with at most two rounds left; else {}."""
    return _estimates(state) if state.round >= state.pad.rounds - 2 else {}


def words(state: Splitter, _: int | None, found: dict[Any, JudgedMove]) -> tuple[str, str]:
    """Return the task of a puzzle, a sentence, and its theme, a key of `HINTS`."""
    assert state.roll is not None  # noqa: S101 - a puzzle begins with a roll
    left = state.pad.rounds - state.round
    dice = f"{state.roll.high} and {state.roll.low}"
    more = "One more roll follows" if left == 2 else f"{left - 1} more rolls follow"  # noqa: PLR2004 - a pair
    task = f"You rolled {dice}. {more}. Which placement scores most on average?"
    return task, _theme(state, max(found, key=lambda move: found[move].value))


def _theme(state: Splitter, best: Placement) -> str:
    """Return the key of `HINTS` for the merit of the best placement: points, a star, hearts."""
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
