"""Puzzles of Splitter: last rounds, where the mean total can be counted exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.games.splitter.agents import greedy
from polygames.games.splitter.engine.evaluator import evaluator_of
from polygames.games.splitter.rules import new
from polygames.search.puzzles.exact import by_points

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.core.judged import Judged
    from polygames.games.splitter.rules import Splitter

HORIZONS: Final = (None,)
MARGIN: Final = 0.05
SHARE: Final = 0.4

ROUNDS: Final = (1, 2, 2, 3)
"""How many rounds are still to be written."""
SLIPS: Final = 0.2
"""The share of placements that are left to chance, so that sheets differ."""
MOST: Final = 60_000
THEMES: Final = {1: "the last round", 2: "two rounds to go", 3: "three rounds to go"}


def positions(rng: Random) -> Iterator[Splitter]:
    """Yield a position of a game near its end, the dice rolled."""
    state, left = new(pad=rng.choice("AB")), rng.choice(ROUNDS)
    agent = greedy()
    while state.round < state.pad.rounds - left or state.roll is None:
        by_chance = state.roll is None or rng.random() < SLIPS
        moves = state.legal_moves
        state = state.play(moves.sample(rng) if by_chance else agent.choose(state, rng))
    yield state


def judged(state: Splitter, _: int | None = None) -> dict[Any, Judged] | None:
    """Return the mean total after each placement, if every later one is best."""
    return by_points(state, MOST)


def proved(state: Splitter, _: int | None = None) -> dict[Any, float]:
    """Return what the compiled evaluation says where it is exact: with two rounds to go at most."""
    if state.round < state.pad.rounds - 2:
        return {}
    evaluator = evaluator_of(state.pad)
    found = evaluator.by_expectimax(state, 2 * state.pad.rounds)
    return {each.move: each.value for each in found}


def images(state: Splitter) -> set[Any]:
    """Return the sheet and its reflections, as far as the pad stays the same."""
    pad, numbers = str(state.pad), state.rows[0]
    cells = tuple(state.pad.rows)
    seen = {(pad, numbers, state.roll), (pad, tuple(row[::-1] for row in numbers), state.roll)}
    if cells == cells[::-1]:
        seen |= {(pad, rows[::-1], roll) for _, rows, roll in seen}
    return seen


def words(state: Splitter, _: int | None, __: dict[Any, Judged]) -> tuple[str, str]:
    """Return the task and the theme."""
    assert state.roll is not None  # noqa: S101 - a puzzle begins with a roll
    left = state.pad.rounds - state.round
    dice = f"{state.roll.high} and {state.roll.low}"
    if left == 1:
        return f"The last roll is {dice}. Which placement scores most?", THEMES[left]
    more = "one more roll follows" if left == 2 else f"{left - 1} more rolls follow"  # noqa: PLR2004 - a pair
    return f"You rolled {dice}, and {more}. Which placement scores most on average?", THEMES[left]
