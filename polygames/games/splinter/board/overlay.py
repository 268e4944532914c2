"""What an analysis says of each piece, and which king it is nearer to."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from polygames.games.splinter.boards import PIECE, squares
from polygames.scene import palette
from polygames.scene.model import Disc
from polygames.scene.overlay import loss_color, losses, middle, shapes, tag
from polygames.search.targets import values_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.splinter.rules import Splinter
    from polygames.scene.model import Primitive, Scene
    from polygames.search.analysis import Analysis

__all__ = ["holders", "overlay"]

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
    return (*rings, *tags, *_dots(state))


def holders(state: Splinter) -> dict[tuple[int, int], int]:
    """Return for each piece the seat whose king is fewer steps away, from piece to touching piece.

    Pieces as far from one as from the other are left out. These are the groups that the kings
    would have if the block broke in the middle.

    Examples
    --------
    >>> import polygames as pg
    >>> holders(pg.new("splinter", board=["W.w", ".wb", "..B"]))
    {(0, 0): 0, (0, 2): 1, (1, 2): 1, (2, 2): 1}
    """
    grid = state.grid
    pieces = {grid.place(at): state.cells[at] for at in squares(PIECE, state.cells)}
    steps = [_steps(pieces, king) for king in "WB"]
    found = {}
    for place in pieces:
        mine, its = (each.get(place, len(pieces)) for each in steps)
        if mine != its:
            found[place] = 0 if mine < its else 1
    return found


def _steps(pieces: dict[tuple[int, int], str], king: str) -> dict[tuple[int, int], int]:
    """Return how many steps each piece is from a king."""
    edge = [place for place, kind in pieces.items() if kind == king]
    found = dict.fromkeys(edge, 0)
    for r, c in edge:  # it grows while it is walked through
        around = ((r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
        fresh = [place for place in around if place in pieces and place not in found]
        found |= dict.fromkeys(fresh, found[r, c] + 1)
        edge += fresh
    return found


def _dots(state: Splinter) -> Iterator[Disc]:
    """Put a white or a black dot at the corner of each piece: that of the king it is nearer to."""
    for (r, c), seat in holders(state).items():
        fill = (palette.PAPER, palette.INK)[seat]
        yield Disc((c + 0.12, r + 0.12), DOT, fill, palette.INK, 1.2)
