"""A picture with a description: for those who cannot see it, and for pages that do not load it."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Picture", "canvas", "of"]

DPI: Final = 100


class Picture:
    """A figure that a notebook shows with its description (alt text).

    Parameters
    ----------
    figure
        What is drawn; it is painted at once.
    description
        What it shows, in a sentence or two.
    """

    def __init__(self, figure: Any, description: str) -> None:
        self.description = description
        buffer = BytesIO()
        figure.savefig(buffer, format="png", dpi=DPI, facecolor="white", metadata={"Software": ""})
        self.png = buffer.getvalue()

    def __repr__(self) -> str:
        return f"Picture: {self.description}"

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
        """Return the picture and its words, and the words once more where pages look for them."""
        shown = {"image/png": b64encode(self.png).decode(), "text/plain": repr(self)}
        return shown, {"image/png": {"alt": self.description}}


def canvas(rows: int, columns: int, size: tuple[float, float], **options: Any) -> Any:
    """Return a figure that no window owns, and its axes, row by row in one flat list."""
    figure = Figure(figsize=size, layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))
    axes = figure.subplots(rows, columns, squeeze=False, **options)
    return figure, list(axes.flat)


def of(axes: Axes, description: str) -> Picture:
    """Return a figure that was drawn by other means, such as `polygames.plots`, with its words.

    A figure of pyplot is closed: the notebook would show it a second time.
    """
    from matplotlib import pyplot as plt

    figure = axes.get_figure(root=True)
    picture = Picture(figure, description)
    if isinstance(figure, Figure):
        plt.close(figure)
    return picture
