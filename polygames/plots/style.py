"""Parts shared by all plots: axes, font sizes, colours of values, seats."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from matplotlib import rcParams
from matplotlib.colors import Colormap, LinearSegmentedColormap, Normalize
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.textpath import TextPath
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Affine2D

from polygames.core.options import raise_option_error
from polygames.scene import palette

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.path import Path

    from polygames.scene.model import Caption

TITLE_SIZE: Final = "medium"
"""The font size of titles; all sizes are relative to the user's ``font.size``."""

LABEL_SIZE: Final = "small"
"""The font size of axis labels and legends."""

TICK_SIZE: Final = "x-small"
"""The font size of ticks, and of labels with little room."""


@cache
def value_colormap(color: str) -> Colormap:
    """Return the tints of a colour for values, light to dark; black text is legible on all."""
    return LinearSegmentedColormap.from_list(
        "values", [palette.tint(color, share) for share in (0.04, 0.55)]
    )


VALUE_COLORMAP: Final[Colormap] = value_colormap(palette.GREEN)
"""The colour map of open areas by value, in games that give their areas no colours."""

_SYMBOL_FONT: Final = "DejaVu Sans"
"""The font of the seats' symbols, which comes with matplotlib."""


def text_color() -> str:
    """Return the text colour of the current style, for text on the figure's background.

    Examples
    --------
    >>> from matplotlib import pyplot as plt
    >>> with plt.style.context("dark_background"):
    ...     text_color()
    'white'
    """
    return str(rcParams["text.color"])


def new_axes(width: float, height: float) -> Axes:
    """Return the axes of a new pyplot figure with the given size in inches."""
    from matplotlib import pyplot as plt

    return plt.figure(figsize=(width, height), layout="constrained").add_subplot()


def check_type(value: object, kind: type, plot: str, source: str) -> None:
    """Raise OptionError if a value has the wrong type, naming `source` as the way to get one."""
    if not isinstance(value, kind):
        raise_option_error(f"the argument of {plot}()", f"must be a result of {source}", value)


def run_layout(ax: Axes) -> None:
    """Run the figure's layout engine, if any, so that the axes get their final position."""
    figure = ax.get_figure(root=True)
    if figure is not None and figure.get_layout_engine() is not None:
        figure.draw_without_rendering()


def set_ply_ticks(ax: Axes) -> None:
    """Set the ticks of the x axis to round numbers of plies."""
    ax.xaxis.set_major_locator(integer_ticks())


def integer_ticks() -> MaxNLocator:
    """Return a tick locator for a few round integers."""
    return MaxNLocator(8, integer=True, steps=[1, 2, 5, 10])


def width_of(ax: Axes) -> float:
    """Return the current width of axes, in points."""
    figure = ax.get_figure(root=True)
    assert figure is not None  # noqa: S101 - axes that are drawn into stand in a figure
    return 72 * float(ax.get_position().width * figure.get_size_inches()[0])


def label_axes(ax: Axes, *, x: str, y: str) -> None:
    """Label the axes and hide the frame's top and right sides."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=TICK_SIZE, length=3)
    ax.set_xlabel(x, fontsize=LABEL_SIZE)
    ax.set_ylabel(y, fontsize=LABEL_SIZE)


def font_size(size: str) -> float:
    """Return the size in points of a named font size such as ``"small"``."""
    return FontProperties(size=size).get_size_in_points()


def number_text(value: float) -> str:
    """Return a value as text with one decimal, none if whole, or ``<0.1`` if tiny."""
    if value == round(value):
        return f"{value:.0f}"
    return "<0.1" if 0 < value < 0.05 else f"{value:.1f}"  # noqa: PLR2004 - it would read 0.0


def value_norm(values: Iterable[float], limit: float | None = None) -> Normalize:
    """Return the normalisation of values for colours: from 0 to the largest value or the limit."""
    return Normalize(0, max([*values, limit or 0.0]) or 1.0)


def add_seat_legend(ax: Axes, caption: Caption, scores: Sequence[float]) -> None:
    """Add a legend with each seat's symbol, name and score above the axes, in a row if it fits.

    As beside the board, a seat may have another count than its score, or none.
    """
    labels = caption.seats
    texts = [
        f"{seat.name}: {seat.count or number_text(score)}" if caption.scored else seat.name
        for seat, score in zip(labels, scores, strict=True)
    ]
    handles = [
        Line2D(
            [],
            [],
            linestyle="none",
            marker=_letter_path(seat.mark),
            markersize=9,
            markeredgewidth=0,
            color=seat.color,
            label=text,
        )
        for seat, text in zip(labels, texts, strict=True)
    ]
    size = font_size(LABEL_SIZE)
    column = max(text_length(text, size) for text in texts) + 5 * size
    ax.legend(
        handles=handles,
        ncols=max(1, int(width_of(ax) / column)),
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
        fontsize=LABEL_SIZE,
        frameon=False,
        handletextpad=0.2,
    )


@cache
def _letter_path(mark: str) -> Path:
    """Return a letter as a centred path of height 1, for use as a marker."""
    path = TextPath((0, 0), mark, size=1, prop=FontProperties(family=_SYMBOL_FONT))
    box = path.get_extents()
    center = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    return path.transformed(Affine2D().translate(-center[0], -center[1]))


@cache
def text_length(text: str, size: float) -> float:
    """Return the length of a text at a font size, both in points."""
    path = TextPath((0, 0), text, size=size, prop=FontProperties())
    return float(path.get_extents().width)
