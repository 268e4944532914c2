"""A picture with a description: for those who cannot see it, and for pages that do not load it."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.pictures.backend import BLANK, tool
from polygames.lessons.pictures.printed import printed
from polygames.runtime.optional_imports import has

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DPI: Final = 100

ELSEWHERE: Final = "it needs matplotlib: open the lesson in JupyterLab or on Binder"
AS_PRINTED: Final = (
    f"The picture as the lesson has it. This page cannot draw a new one, {ELSEWHERE}."
)
IN_WORDS: Final = f"This page cannot draw the picture, {ELSEWHERE} to see it."


class Picture:
    """A figure that a notebook shows with its description (alt text).

    Without matplotlib it is the same picture as it was drawn for the page, if there is one, and
    else its description; a sentence says so.

    Parameters
    ----------
    figure
        What is drawn; it is painted at once.
    description
        What it shows, in a sentence or two.
    """

    def __init__(self, figure: Any, description: str) -> None:
        self.description = description
        self.is_drawn = figure is not BLANK
        self.png = _painted(figure) if self.is_drawn else printed(description)

    def __repr__(self) -> str:
        return f"Picture: {self.description}"

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
        """Return the picture and its words, and the words once more where pages look for them."""
        if self.png is None or not self.is_drawn:
            return {"text/html": self._html(), "text/plain": f"{IN_WORDS} {self!r}"}, {}
        shown = {"image/png": b64encode(self.png).decode(), "text/plain": repr(self)}
        return shown, {"image/png": {"alt": self.description}}

    def _html(self) -> str:
        """Return what is shown where nothing can be drawn."""
        words = escape(self.description)
        if self.png is None:
            return f"<p><em>{IN_WORDS}</em></p><p>{words}</p>"
        source = f"data:image/png;base64,{b64encode(self.png).decode()}"
        return f'<img src="{source}" alt="{words}"><p><em>{AS_PRINTED}</em></p>'


def canvas(rows: int, columns: int, size: tuple[float, float], **options: Any) -> Any:
    """Return a figure that no window owns, and its axes, row by row in one flat list."""
    if not has("matplotlib"):
        return BLANK, [BLANK] * (rows * columns)
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = Figure(figsize=size, layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))
    axes = figure.subplots(rows, columns, squeeze=False, **options)
    return figure, list(axes.flat)


def of(axes: Axes, description: str) -> Picture:
    """Return a figure that was drawn by other means, such as `polygames.plots`, with its words.

    A figure of pyplot is closed: the notebook would show it a second time.
    """
    figure = axes.get_figure(root=True)
    picture = Picture(figure, description)
    if picture.is_drawn:
        tool("matplotlib.pyplot:close")(figure)
    return picture


def _painted(figure: Any) -> bytes:
    """Return a figure as PNG."""
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI, facecolor="white", metadata={"Software": ""})
    return buffer.getvalue()
