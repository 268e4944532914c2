"""Puzzles of Splitter from the last rounds, where the mean total can be computed exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.plugs import Theme, find_theme
from polygames.games.splitter.agents import greedy
from polygames.games.splitter.rules import new
from polygames.games.splitter.scoring import Score
from polygames.games.splitter.symmetry import symmetry_images  # noqa: F401 - a puzzle's, too
from polygames.search.puzzles.exhaustive import values_in_points

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.core.plugs import ExactValue
    from polygames.games.splitter.rules import Splitter

HORIZON_PLIES: Final = (None,)
MIN_VALUE_GAP: Final = 0.05
MAX_THEME_SHARE: Final = 0.4


class Facts(NamedTuple):
    """The facts about a puzzle that its theme depends on."""

    before: Score
    """The score of the sheet before the placement."""
    after: Score
    """The score after the best placement."""
    highest: int
    """The highest total after any placement."""
    is_second_swapped: bool
    """Whether the second-best placement has the same two cells, with the numbers exchanged."""

    @property
    def gain(self) -> int:
        """The points that the placement gains at once."""
        return self.after.total - self.before.total

    @property
    def new_groups(self) -> int:
        """The number of groups that the placement adds; fewer than two if a number joins one."""
        return len(self.after.groups) - len(self.before.groups)

    @property
    def new_scoring_groups(self) -> int:
        """The number of groups that score only after the placement."""
        return _count_scoring(self.after) - _count_scoring(self.before)


PUZZLE_THEMES: Final[tuple[Theme[Facts], ...]] = (
    Theme(
        "the hearts",
        "The placement completes the hearts.",
        "Look at the hearts.",
        lambda facts: facts.after.hearts > facts.before.hearts,
    ),
    Theme(
        "a star counts",
        "A group on a star scores only after the placement.",
        "Look for a group on a star. It counts twice.",
        lambda facts: facts.after.stars > facts.before.stars,
    ),
    Theme(
        "wait for more",
        "Another placement gives more points at once.",
        "Do not take the most points now. Wait for more.",
        lambda facts: facts.after.total < facts.highest,
    ),
    Theme(
        "which side",
        "The second-best placement uses the same two cells, with the numbers exchanged.",
        "The cells are easy to find. Think about which number goes to which side.",
        lambda facts: facts.is_second_swapped,
    ),
    Theme(
        "two groups at once",
        "Two groups score only after the placement.",
        "Complete two groups with one placement.",
        lambda facts: facts.gain > 0 and facts.new_scoring_groups > 1,
    ),
    Theme(
        "complete a group",
        "The placement gains points, and a number joins a group.",
        "Look for a group that has the right size with one more cell.",
        lambda facts: facts.gain > 0 and facts.new_groups < 2,  # noqa: PLR2004 - both numbers
    ),
    Theme(
        "points now",
        "The placement gains points with a new group.",
        "Take the most points now.",
        lambda facts: facts.gain > 0,
    ),
    Theme(
        "grow a group",
        "The placement gains no points, and a number joins a group.",
        "You cannot gain points now. Which group can still reach its size?",
        lambda facts: facts.new_groups < 2,  # noqa: PLR2004 - both numbers
    ),
    Theme(
        "out of the way",
        "The placement gains no points, and both numbers begin groups of their own.",
        "You cannot gain points now. Keep room for your groups.",
        lambda _: True,
    ),
)


def _count_scoring(score: Score) -> int:
    return sum(group.points > 0 for group in score.groups)


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
    """Return the task of a puzzle as a sentence, and the name of its theme."""
    assert state.roll is not None  # noqa: S101 - a puzzle begins with a roll
    left = state.pad.rounds - state.round
    dice = f"{state.roll.high} and {state.roll.low}"
    more = "One more roll follows" if left == 2 else f"{left - 1} more rolls follow"  # noqa: PLR2004 - a pair
    task = f"You rolled {dice}. {more}. Which placement scores most on average?"
    return task, find_theme(PUZZLE_THEMES, _facts(state, values))


def _facts(state: Splitter, values: dict[Any, ExactValue]) -> Facts:
    best, second = sorted(values, key=lambda move: -values[move].value)[:2]
    pad = state.pad
    is_swapped = (second.row, second.column) == (best.row, pad.width - 1 - best.column)
    totals = [Score(pad, state.sheet_after(move)).total for move in state.placements]
    before, after = Score(pad, state.sheets[state.turn]), Score(pad, state.sheet_after(best))
    return Facts(before, after, max(totals), is_swapped)
