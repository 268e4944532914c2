"""Puzzles of Territory: the only tile that keeps the value, or the best total in solitaire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.descriptions import count_text
from polygames.core.errors import OptionError
from polygames.core.plugs import Theme, find_theme
from polygames.games.territory.boards import TILE_COLORS, Claim
from polygames.games.territory.rules import new
from polygames.games.territory.solver import solve
from polygames.games.territory.symmetry import symmetry_images  # noqa: F401 - a puzzle's, too
from polygames.search.puzzles.exhaustive import values_in_points

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.core.plugs import ExactValue
    from polygames.games.territory.rules import Territory

HORIZON_PLIES: Final = (None,)
MIN_VALUE_GAP: Final = 0.5
MAX_THEME_SHARE: Final = 0.25


class Facts(NamedTuple):
    """The facts about a puzzle that its theme depends on."""

    state: Territory
    best: Any

    def color(self) -> str:
        """Return the colour of the best tile; empty for a move without a tile."""
        tile = self.state.board.named.get(self.best)
        return "" if tile is None else TILE_COLORS[self.state.board.colors[tile]]

    def is_own_color(self) -> bool:
        """Return True if the best tile has the player's own colour."""
        return self.color() == self.state.color(self.state.turn)

    def gains(self) -> dict[Any, float]:
        """Return the points of each tile that can be claimed, for the player to move."""
        return _values_of_tiles(self.state, self.state.turn)

    def leaves_fewest(self) -> bool:
        """Return True if the best tile leaves the other player the fewest tiles to claim."""
        left = {move: _count_claims(self.state.play(move)) for move in self.gains()}
        return left[self.best] == min(left.values()) < max(left.values())


PUZZLE_THEMES: Final[tuple[Theme[Facts], ...]] = (
    Theme(
        "alone",
        "You play alone, and the tile leads to the best total.",
        "Plan all your moves. Tiles that you can still reach matter as much as the points now.",
        lambda facts: facts.state.rules.solitaire,
    ),
    Theme(
        "a move without a tile",
        "The right move claims no tile.",
        "The right move claims no tile.",
        lambda facts: not facts.color(),
    ),
    Theme(
        "a tile worth nothing",
        "The right tile is yellow and gives no points.",
        "Look at the yellow tiles. One of them is right, but it gives no points.",
        lambda facts: facts.color() == "yellow",
    ),
    Theme(
        "take what is the other's",
        "The right tile costs you points, and the other player loses a tile of its colour.",
        "Look at the tiles of the other player's colour. One of them is right.",
        lambda facts: not facts.is_own_color(),
    ),
    Theme(
        "greed",
        "The right tile gives the most points now.",
        "Claim the tile that gives the most points now.",
        lambda facts: facts.gains()[facts.best] == max(facts.gains().values()),
    ),
    Theme(
        "hold the border",
        "Another tile gives more points now, but this one leaves the other player fewest tiles.",
        "The most points now may not be best. Which tile shuts the other player out?",
        Facts.leaves_fewest,
    ),
    Theme(
        "not the largest",
        "Another tile gives more points now.",
        "The most points now may not be best. Look where you can go next.",
        lambda _: True,
    ),
)


def _values_of_tiles(state: Territory, seat: int) -> dict[Any, float]:
    named = state.board.named
    return {move: state.value(named[move], seat) for move in state.legal_moves if move in named}


def _count_claims(state: Territory) -> int:
    return 0 if state.outcome is not None else len(state.legal_moves)


BOARD_SIZES: Final = (4, 5, 5, 6, 6)
SOLITAIRE_SHARE: Final = 0.3
"""The share of puzzles in solitaire."""
FREE_TILES_RANGE: Final = range(4, 10)
"""The allowed numbers of free tiles at the start of a puzzle."""
MIN_PUZZLE_MOVES: Final = 3
"""The least number of legal moves at the start of a puzzle."""
MAX_NODES: Final = 30_000


def candidate_positions(rng: Random) -> Iterator[Territory]:
    """Yield late positions of a random game, with few enough tiles for an exhaustive search."""
    size, seed = rng.choice(BOARD_SIZES), rng.randrange(1_000_000)
    alone = rng.random() < SOLITAIRE_SHARE
    try:
        state = new(size=size, seed=seed, penalty=0.5, solitaire=alone)
    except OptionError:  # no board was found
        return
    while state.outcome is None:
        moves = [move for move in state.legal_moves if isinstance(move, Claim)]
        if state.free.bit_count() in FREE_TILES_RANGE and len(moves) >= MIN_PUZZLE_MOVES:
            yield state
        state = state.play(rng.choice(moves))


def exact_values(state: Territory, _: int | None = None) -> dict[Any, ExactValue] | None:
    """Return the exact final lead, or total in solitaire, after each move."""
    return values_in_points(state, MAX_NODES)


def solver_values(state: Territory, _: int | None = None) -> dict[Any, float]:
    """Return the proved values of the moves, for the seat to move."""
    sign = 1 if state.turn == 0 else -1
    found = solve(state, seconds=None, progress=False)
    if not found.values and found.value is not None:
        return {found.best: sign * found.value}
    return {move: sign * value for move, value in found.values.items()}


def task_and_theme(
    state: Territory, _: int | None, values: dict[Any, ExactValue]
) -> tuple[str, str]:
    """Return the task of a puzzle as a sentence, and the name of its theme."""
    best = max(values, key=lambda move: values[move].value)
    points = count_text(f"{abs(values[best].value):g}", "point")
    theme = find_theme(PUZZLE_THEMES, Facts(state, best))
    if state.rules.solitaire:
        goal = f"can get {points}" if values[best].value >= 0 else f"must lose at least {points}"
        return f"You play alone and {goal}. Which tile comes next?", theme
    name = state.color(state.turn).capitalize()
    if values[best].value > 0:
        return f"{name} to move can win by {points}. Which tile does it?", theme
    if values[best].value < 0:
        return f"{name} to move can lose by only {points}. Which tile does it?", theme
    return f"{name} to move can reach a tie. Which tile does it?", theme
