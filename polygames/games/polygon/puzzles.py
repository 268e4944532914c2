"""Puzzles of Polygon: find the only segment that wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.plugs import ExactValue, Theme, find_theme
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


class Facts(NamedTuple):
    """The facts about a puzzle that its theme depends on."""

    state: PolygonGame
    best: Any
    after: PolygonGame

    def reply_counts(self) -> list[int]:
        """Return the number of replies after each move."""
        return [_count_replies(self.state.play(move)) for move in self.state.legal_moves]

    def crossing_counts(self) -> list[int]:
        """Return the number of crossings after each move."""
        return [len(self.state.play(move).crossings) for move in self.state.legal_moves]

    def is_at_corner(self) -> bool:
        """Return True if the segment ends at a corner."""
        return "x" not in str(self.best).partition("-")[2]


PUZZLE_THEMES: Final[tuple[Theme[Facts], ...]] = (
    Theme(
        "the last segment",
        "After the segment, the other player cannot draw any more.",
        "Draw the last possible segment.",
        lambda facts: facts.after.outcome is not None,
    ),
    Theme(
        "the rest is decided",
        "After the segment you win, whatever both players draw.",
        "Count the segments of the rest of the game. Their number must be even.",
        lambda facts: has_certain_winner(facts.after),
    ),
    Theme(
        "one reply is left",
        "After the segment, the other player has only one segment.",
        "Leave the other player only one segment.",
        lambda facts: _count_replies(facts.after) == 1,
    ),
    Theme(
        "more choice for the other",
        "Another segment would leave the other player fewer replies.",
        "The fewest replies are not best here. Count what comes after each reply.",
        lambda facts: _count_replies(facts.after) > min(facts.reply_counts()),
    ),
    Theme(
        "avoid new crossings",
        "The segment makes fewer new crossings than some other segment.",
        "Count the new crossings that each segment makes. Each one can become an end.",
        lambda facts: len(facts.after.crossings) < max(facts.crossing_counts()),
    ),
    Theme(
        "close a corner",
        "The segment ends at a corner, so no other segment may end there.",
        "Look for a corner where your segment can end.",
        Facts.is_at_corner,
    ),
    Theme(
        "close a crossing",
        "The segment ends at a crossing, so no other segment may end there.",
        "Look for a crossing where your segment can end.",
        lambda _: True,
    ),
)


def _count_replies(state: PolygonGame) -> int:
    return 0 if state.outcome is not None else len(state.legal_moves)


def has_certain_winner(state: PolygonGame) -> bool:
    """Return True if every way to play on has the same winner, of at most `MAX_NODES` positions."""
    return len(_find_losers(state, {})) == 1


def _find_losers(state: PolygonGame, known: dict[PolygonGame, frozenset[int]]) -> frozenset[int]:
    """Return the seats that can lose in some way to play on; both if there are too many ways."""
    both = frozenset({0, 1})
    if state in known:
        return known[state]
    if state.outcome is not None:
        return frozenset({state.turn})
    found: frozenset[int] = frozenset()
    for move in state.legal_moves:
        found |= _find_losers(state.play(move), known) if len(known) < MAX_NODES else both
        if found == both:
            break
    known[state] = found
    return found


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
    theme = find_theme(PUZZLE_THEMES, Facts(state, best, state.play(best)))
    return f"{COLORS[state.turn]} to move. Only one segment wins. Which one?", theme
