"""Puzzles of Polygon: find the only segment that wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.plugs import ExactValue
from polygames.games.polygon import symmetry
from polygames.games.polygon.rules import new
from polygames.games.polygon.solver import solve
from polygames.search.puzzles.exhaustive import TooLongError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.games.polygon.rules import PolygonGame

HORIZON_PLIES: Final = (None,)
MIN_VALUE_GAP: Final = 1.0
MAX_THEME_SHARE: Final = 0.5

CORNER_COUNTS: Final = (7, 7, 7, 8, 8, 9)
MAX_GAME_PLIES: Final = 16
"""Random games end here: later, points are too close together to distinguish."""
MAX_SEARCH_PLIES: Final = 24
"""Searches end here: later, coordinates have hundreds of digits."""
PLIES_BEFORE_END: Final = (3, 12)
"""Least and greatest distance of a puzzle from the end of a random game, in plies."""
MAX_NODES: Final = 250
"""Maximum number of positions searched to judge one."""
COLORS: Final = ("Red", "Blue")
symmetry_images: Final = symmetry.symmetry_images
THEME_HINTS: Final = {
    "to a corner": "Look for a corner where your segment can end.",
    "to a crossing": "Look for a crossing where your segment can end.",
    "one reply is left": "Leave the other player only one segment.",
    "the last segment": "Draw the last possible segment.",
}


def candidate_positions(rng: Random) -> Iterator[PolygonGame]:
    """Yield late positions of a random game in which only one segment wins, last first."""
    state = new(n=rng.choice(CORNER_COUNTS))
    path = [state]
    while state.outcome is None and state.ply < MAX_GAME_PLIES:
        state = state.play(state.legal_moves.sample(rng))
        path.append(state)
    if state.outcome is None:
        return
    for each in reversed(path[-PLIES_BEFORE_END[1] : -PLIES_BEFORE_END[0] + 1]):
        found = exact_values(each)
        if found is None:  # the trees of earlier positions are larger still
            return
        if sum(one.value > 0 for one in found.values()) == 1 < len(found):
            yield each


def exact_values(state: PolygonGame, _: int | None = None) -> dict[Any, ExactValue] | None:
    """Return the value (1 or -1) of each move by exhaustive search; None if it takes too long."""
    ways = _WinSearch()
    try:
        return {move: ways.exact_value(state.play(move)) for move in state.legal_moves}
    except TooLongError:
        return None


class _WinSearch:
    """A cached exhaustive search: a player who cannot move loses, so there are no draws."""

    def __init__(self) -> None:
        self._cache: dict[PolygonGame, bool] = {}

    def exact_value(self, next_state: PolygonGame) -> ExactValue:
        """Return the value of the move that led to a position: 1, or -1 with a refuting reply."""
        if not self._is_won(next_state):
            return ExactValue(1)
        return ExactValue(
            -1, next(m for m in next_state.legal_moves if not self._is_won(next_state.play(m)))
        )

    def _is_won(self, state: PolygonGame) -> bool:
        """Return True if the seat to move wins. Raise TooLongError after `MAX_NODES` positions."""
        if state not in self._cache:
            if len(self._cache) >= MAX_NODES or state.ply > MAX_SEARCH_PLIES:
                raise TooLongError
            after = map(state.play, state.legal_moves)
            self._cache[state] = any(not self._is_won(each) for each in after)
        return self._cache[state]


def solver_values(state: PolygonGame, _: int | None = None) -> dict[Any, float]:
    """Return the value of each move for the seat to move, as proved by the solver: 1 or -1."""
    sign = 1 if state.turn == 0 else -1
    values = solve(state, seconds=None, every_move=True, progress=False).values
    return {move: sign * value for move, value in values.items()}


def task_and_theme(
    state: PolygonGame, _: int | None, values: dict[Any, ExactValue]
) -> tuple[str, str]:
    """Return the task of a puzzle as a sentence, and the name of its theme."""
    best = max(values, key=lambda move: values[move].value)
    after = state.play(best)
    if after.outcome is not None:
        theme = "the last segment"
    elif len(after.legal_moves) == 1:
        theme = "one reply is left"
    else:
        theme = "to a crossing" if "x" in str(best).partition("-")[2] else "to a corner"
    return f"{COLORS[state.turn]} to move. Only one segment wins. Which one?", theme
