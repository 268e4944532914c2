"""Puzzles of Polygon: the only segment that wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.games.polygon.engine.symmetry import Image, symmetries
from polygames.games.polygon.rules import new
from polygames.games.polygon.solver import solve
from polygames.search.puzzles.exact import by_force

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.core.judged import Judged
    from polygames.games.polygon.rules import PolygonGame

HORIZONS: Final = (None,)
MARGIN: Final = 1.0
SHARE: Final = 0.5

CORNERS: Final = (6, 7, 7, 8)
LONGEST: Final = 16
"""After more segments points lie too close together to be told apart."""
BEFORE: Final = (3, 12)
"""How many plies before the end of a random game a puzzle may begin."""
TRIED: Final = 3
MOST: Final = 400
COLORS: Final = ("Red", "Blue")
AHEAD: Final = {1: "the last segment", 3: "two segments ahead", 5: "three segments ahead"}


def positions(rng: Random) -> Iterator[PolygonGame]:
    """Yield some positions of a random game near its end, those with the most moves first."""
    state = new(n=rng.choice(CORNERS))
    path = [state]
    while state.outcome is None and state.ply < LONGEST:
        state = state.play(state.legal_moves.sample(rng))
        path.append(state)
    if state.outcome is not None:
        late = [each for each in path[-BEFORE[1] : -BEFORE[0] + 1] if len(each.legal_moves) > 1]
        rng.shuffle(late)
        yield from sorted(late[:TRIED], key=lambda each: -len(each.legal_moves))


def judged(state: PolygonGame, plies: int | None = None) -> dict[Any, Judged] | None:
    """Say of each segment whether it wins."""
    return by_force(state, plies, MOST)


def proved(state: PolygonGame, _: int | None = None) -> dict[Any, float]:
    """Return what the solver proves, for the seat to move."""
    sign = 1 if state.turn == 0 else -1
    values = solve(state, seconds=None, every_move=True).values
    return {move: sign * value for move, value in values.items()}


def images(state: PolygonGame) -> set[Any]:
    """Return the position as every symmetry of the polygon shows it."""
    maps = (Image(state, way) for way in symmetries(state.rules))
    return {(state.rules, *image.position(state)) for image in maps}


def words(state: PolygonGame, _: int | None, __: dict[Any, Judged]) -> tuple[str, str]:
    """Return the task and the theme."""
    task = f"{COLORS[state.turn]} to move: one segment wins. Which?"
    for plies, theme in AHEAD.items():
        found = by_force(state, plies, MOST)
        if found is not None and any(each.value > 0 for each in found.values()):
            return task, theme
    return task, "a long way"
