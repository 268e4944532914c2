"""A position with what an analysis says of it, as the live board shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.registry import info_of
from polygames.plots.figure import draw_scene
from polygames.view.overlay import overlay as overlay_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from polygames.core.analysis import Analysis


def overlay(analysis: Analysis, ax: Axes | None = None) -> Axes:
    """Draw the position of an analysis, what its places are worth and the three best moves.

    Parameters
    ----------
    analysis
        What `polygames.analyse` returns.
    ax
        Where to draw; a new figure of pyplot by default.

    Returns
    -------
    Axes
        With equal scales, in the coordinates of the board.

    Examples
    --------
    >>> ax = overlay(pg.analyse(pg.new("polygon", n=5), seconds=5))
    >>> [float(end) for end in ax.get_ylim()]  # y runs down, as on the board
    [1.17, -1.17]
    """
    picture = info_of(analysis.state).scene(analysis.state)
    return draw_scene((*picture, *overlay_of(analysis, picture)), ax)
