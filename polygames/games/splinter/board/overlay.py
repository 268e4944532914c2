"""What an analysis says of each piece, and which king it is nearer to."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from polygames.games.splinter.analysis import holders
from polygames.scene import palette
from polygames.scene.model import Disc
from polygames.search.overlay import loss_color, losses, middle, shapes, tag
from polygames.search.target_values import values_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from polygames.core.analysis import Analysis
    from polygames.games.splinter.rules import Splinter
    from polygames.scene.model import Polygon, Primitive, Scene

RING, SIZE, DOT = 0.45, 0.34, 0.1


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Ring each piece that can move, with the chance to win by its best move; dot all by kings."""
    values, places = values_of(analysis), shapes(picture)
    rings: list[Primitive] = []
    tags: list[Primitive] = []
    state = cast("Splinter", analysis.state)
    for target, loss in losses(analysis, values).items():
        (x, y), each, ink = middle(places[target]), values[target], loss_color(loss)
        rings.append(Disc((x, y), RING, stroke=ink, width=3.0))
        chance = (1 + each.value) / 2 if each.chance is None else each.chance
        tags += tag((x, y + 0.3), f"{100 * chance:.0f}", ink, SIZE)
    return (*rings, *tags, *_dots(state, places))


def _dots(state: Splinter, places: Mapping[str, Polygon | Disc]) -> Iterator[Disc]:
    """Put a white or a black dot at the corner of each piece: that of the king it is nearer to."""
    for square, seat in holders(state).items():
        if seat is not None:
            x, y = middle(places[square])
            yield Disc(
                (x - 0.38, y - 0.38), DOT, (palette.PAPER, palette.INK)[seat], palette.INK, 1.2
            )
