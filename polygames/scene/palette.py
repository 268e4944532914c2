"""The colours of all boards and plots, distinguishable by everyone: Okabe and Ito's, and a red.

Sources: M. Okabe and K. Ito, Color Universal Design (2008), https://jfly.uni-koeln.de/color/. Their
vermilion looks orange, and the games need a red. So red is from P. Tol's vibrant scheme, Colour
Schemes (2021), https://sronpersonalpages.nl/~pault/. Players are never distinguished by colour
alone: each has a mark or pattern of its own as well.
"""

from __future__ import annotations

from typing import Final

RED: Final = "#cc3311"
BLUE: Final = "#0072b2"
ORANGE: Final = "#e69f00"
SKY: Final = "#56b4e9"
GREEN: Final = "#009e73"
FOREST: Final = "#00664a"
"""A darker green, for lines on coloured ground; like INK, GREY and SOFT not of that palette."""
YELLOW: Final = "#f0e442"
PURPLE: Final = "#cc79a7"
INK: Final = "#222222"
GREY: Final = "#666666"
SOFT: Final = "#d8d8d8"
PAPER: Final = "#ffffff"


def tint(color: str, share: float) -> str:
    """Return a colour mixed with white; a share of 1 is the colour itself, 0 is white.

    Examples
    --------
    >>> tint("#000000", 0.5)
    '#808080'
    """
    channels = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    mixed = (round(255 + (channel - 255) * share) for channel in channels)
    return "#" + "".join(f"{channel:02x}" for channel in mixed)
