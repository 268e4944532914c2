"""Puzzles of Splitter: last rounds, where the mean total can be counted exactly."""

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
    "keep groups open": "Nothing can be gained at once: keep room for your groups.",
    "points now": "Take the most points at once.",
    "wait for more": "Do not take the most points at once: wait for more.",
    "a star counts": "Look for a group on a star, which counts twice.",
    "the hearts": "Look at the hearts.",
}

ROUNDS_LEFT: Final = (2, 3)
"""How many rounds are still to be written; in the last one there are two placements only."""
PUZZLE_RANDOM_MOVE_RATE: Final = 0.2
"""The share of placements that are left to chance, so that sheets differ."""
MAX_NODES: Final = 60_000


def positions(rng: Random) -> Iterator[Splitter]:
    """Yield a position of a game near its end, the dice rolled, if it may have one best placement.

    To count exactly takes more than a second with three rounds to go; an estimate that is nearly
    the same takes none.
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
    """Return what the compiled evaluation says of placements: the mean total."""
    # numba loads here: a hint does without
    from polygames.games.splitter.engine.evaluator import evaluator_of

    found = evaluator_of(state.pad).by_expectimax(state, 2 * state.pad.rounds)
    return {each.move: each.value for each in found}


def judged(state: Splitter, _: int | None = None) -> dict[Any, JudgedMove] | None:
    """Return the mean total after each placement, if every later one is best."""
    return by_points(state, MAX_NODES)


def proved(state: Splitter, _: int | None = None) -> dict[Any, float]:
    """Return what the compiled evaluation says where it is exact: with two rounds to go at most."""
    return _estimates(state) if state.round >= state.pad.rounds - 2 else {}


def words(state: Splitter, _: int | None, found: dict[Any, JudgedMove]) -> tuple[str, str]:
    """Return the task and the theme."""
    assert state.roll is not None  # noqa: S101 - a puzzle begins with a roll
    left = state.pad.rounds - state.round
    dice = f"{state.roll.high} and {state.roll.low}"
    more = "one more roll follows" if left == 2 else f"{left - 1} more rolls follow"  # noqa: PLR2004 - a pair
    task = f"You rolled {dice}, and {more}. Which placement scores most on average?"
    return task, _theme(state, max(found, key=lambda move: found[move].value))


def _theme(state: Splitter, best: Placement) -> str:
    """Name what makes a placement the best one: points at once, those to come, a star, hearts."""
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
