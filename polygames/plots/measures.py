"""The areas and the quantities of a state that plots show, in any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.errors import MissingPartError
from polygames.core.measures import Quantity
from polygames.core.registry import info_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.measures import AreaLike
    from polygames.core.protocol import State


def areas_of(state: State[Any]) -> Sequence[AreaLike]:
    """Return the areas of a state: the game's part ``areas``, or else the attribute ``areas``.

    Raises
    ------
    MissingPartError
        If the game defines neither.

    Examples
    --------
    >>> [area.value for area in areas_of(pg.new("split"))]
    [100.0]
    """
    part = info_of(state).board.areas
    areas: Sequence[AreaLike] | None = (
        getattr(state, "areas", None) if part is None else part(state)
    )
    if areas is None:
        msg = (
            f"{state.game} has no areas to plot: its game information lacks the part 'areas', "
            "a function that returns the areas of a state"
        )
        raise MissingPartError(msg)
    return areas


def has_areas(state: State[Any]) -> bool:
    """Return True if the game of a state has areas to plot.

    Examples
    --------
    >>> has_areas(pg.new("split"))
    True
    """
    return info_of(state).board.areas is not None or hasattr(state, "areas")


def curves_of(state: State[Any]) -> Sequence[Quantity]:
    """Return the quantities of a state's score curve: by default the score of each seat.

    Examples
    --------
    >>> curves_of(pg.new("territory", size=4, seed=1))[1]
    Quantity(label='Red', value=0, seat=1)
    """
    board = info_of(state).board
    if board.curves is not None:
        quantities: Sequence[Quantity] = board.curves(state)
        return quantities
    names = [label.name for label in board.caption(state).seats]
    return [
        Quantity(name, score, seat)
        for seat, (name, score) in enumerate(zip(names, state.scores, strict=True))
    ]
