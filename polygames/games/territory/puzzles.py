"""Puzzles of Territory: the only tile that keeps the value, or the best total in solitaire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import count_text
from polygames.core.errors import OptionError
from polygames.games.territory.agents import greedy
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
THEME_HINTS: Final = {
    "greed": "Claim the tile that gives the most points now.",
    "take what is the other's": (
        "Look at the tiles of the other player's colour. One of them is right."
    ),
    "alone": (
        "Plan all your moves. The tiles that you can still reach matter as much as the points now."
    ),
    "not the largest": ("The most points now may not be best. Look where you can go next."),
    "a tile worth nothing": (
        "Look at the yellow tiles. One of them is right, but it gives no points."
    ),
    "a move without a tile": "The right move claims no tile.",
}

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
    """Return the task of a puzzle as a sentence, and its theme as a key of `THEME_HINTS`."""
    best = max(values, key=lambda move: values[move].value)
    points = count_text(f"{abs(values[best].value):g}", "point")
    if state.rules.solitaire:
        return f"You play alone and can get {points}. Which tile comes next?", "alone"
    name = state.color(state.turn).capitalize()
    if values[best].value > 0:
        task = f"{name} to move can win by {points}. Which tile does it?"
    elif values[best].value < 0:
        task = f"{name} to move can lose by only {points}. Which tile does it?"
    else:
        task = f"{name} to move can reach a tie. Which tile does it?"
    return task, _theme_key(state, best)


def _theme_key(state: Territory, best: Any) -> str:
    tile = state.board.named.get(best)
    if tile is None:
        return "a move without a tile"
    from random import Random

    color = TILE_COLORS[state.board.colors[tile]]
    if color == "yellow":
        return "a tile worth nothing"
    if color != state.color(state.turn):
        return "take what is the other's"
    return "greed" if greedy().choose(state, Random(0)) == best else "not the largest"
