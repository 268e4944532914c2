"""The building blocks of the lessons' pictures, and their display in notebooks.

Each picture has a description (alt text), for people who cannot see it and for pages that do not
load it. Without matplotlib nothing is drawn. The code that draws also computes the description, so
it must run everywhere, also on a page without a server.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from polygames.core.lazy_imports import Lazy, is_available

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from matplotlib.axes import Axes

FIGURE_DPI: Final = 100

NO_MATPLOTLIB_TEXT: Final = "it needs matplotlib: open the lesson in JupyterLab or on Binder"
SAVED_PICTURE_TEXT: Final = (
    f"The picture as the lesson has it. This page cannot draw a new one, {NO_MATPLOTLIB_TEXT}."
)
NO_PICTURE_TEXT: Final = f"This page cannot draw the picture, {NO_MATPLOTLIB_TEXT} to see it."


class Picture:
    """A figure with its description (alt text), which a notebook displays.

    Without matplotlib it shows the picture saved when the page was built, or else the description,
    with a note.

    Parameters
    ----------
    figure
        The figure; it is rendered at once.
    description
        A description of the figure, in a sentence or two.
    """

    def __init__(self, figure: Any, description: str) -> None:
        self.description = description
        self.is_drawn = figure is not BLANK_FIGURE
        self.png = _render_png(figure) if self.is_drawn else saved_picture(description)

    def __repr__(self) -> str:
        return f"Picture: {self.description}"

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
        """Return the image with its alt text for a notebook, or HTML without matplotlib."""
        if self.png is None or not self.is_drawn:
            return {"text/html": self._html(), "text/plain": f"{NO_PICTURE_TEXT} {self!r}"}, {}
        shown = {"image/png": b64encode(self.png).decode(), "text/plain": repr(self)}
        return shown, {"image/png": {"alt": self.description}}

    def _html(self) -> str:
        """Return HTML for use without matplotlib: the saved picture, or else the description."""
        words = escape(self.description)
        if self.png is None:
            return f"<p><em>{NO_PICTURE_TEXT}</em></p><p>{words}</p>"
        return f"{self.image()}<p><em>{SAVED_PICTURE_TEXT}</em></p>"

    def image(self) -> str:
        """Return an HTML image with alt text and a fixed size, so that the layout does not jump."""
        png = self.png or b""
        width, height = (int.from_bytes(png[k : k + 4], "big") for k in (16, 20))
        source = f"data:image/png;base64,{b64encode(png).decode()}"
        size = f'width="{width}" height="{height}" style="max-width: 100%; height: auto"'
        return f'<img src="{source}" alt="{escape(self.description)}" {size} decoding="sync">'


def new_figure(
    rows: int, columns: int, size: tuple[float, float], *, framed: bool = False, **options: Any
) -> Any:
    """Return a matplotlib figure that pyplot does not manage, and a flat list of its axes.

    The axes have no top and right spines, unless `framed` is True.
    """
    if not is_available("matplotlib"):
        return BLANK_FIGURE, [BLANK_FIGURE] * (rows * columns)
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = Figure(figsize=size, layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))
    axes = list(figure.subplots(rows, columns, squeeze=False, **options).flat)
    for ax in axes:
        ax.spines[["top", "right"]].set_visible(framed)
    return figure, axes


def draw_square(
    ax: Axes, corner: tuple[float, float], text: str, fill: str, edge: str, **style: Any
) -> None:
    """Draw a square with sides of length 1 and a text in the middle."""
    box = matplotlib_object("matplotlib.patches:Rectangle")(
        corner, 1, 1, facecolor=fill, edgecolor=edge
    )
    ax.add_patch(box)
    ax.text(corner[0] + 0.5, corner[1] + 0.5, text, ha="center", va="center", **style)


def regular_polygon(n: int) -> list[tuple[float, float]]:
    """Return the corners of a regular polygon, the first one on top, then clockwise."""
    return [(sin(2 * pi * k / n), cos(2 * pi * k / n)) for k in range(n)]


def picture_of(axes: Axes, description: str) -> Picture:
    """Return a picture of axes that were drawn elsewhere, such as by `polygames.plots`."""
    figure = axes.get_figure(root=True)
    picture = Picture(figure, description)
    if picture.is_drawn:  # a figure of pyplot would be displayed a second time
        matplotlib_object("matplotlib.pyplot:close")(figure)
    return picture


def _render_png(figure: Any) -> bytes:
    buffer = BytesIO()
    figure.savefig(
        buffer, format="png", dpi=FIGURE_DPI, facecolor="white", metadata={"Software": ""}
    )
    return buffer.getvalue()


# --- Without matplotlib -------------------------------------------------------------------------


class NullFigure:
    """A stand-in for figures and axes that accepts all calls and draws nothing.

    Examples
    --------
    >>> axes = NullFigure()
    >>> bars = axes.bar([1, 2], [3, 4], color="red")
    >>> axes.text(0, 0.4 * axes.get_ylim()[1], "high") is axes, list(bars)
    (True, [])
    """

    def __getattr__(self, name: str) -> NullFigure:
        """Return the object itself. Raise AttributeError for names with a leading underscore."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: object, **__: object) -> NullFigure:
        """Return the object itself."""
        return self

    def __getitem__(self, _: object) -> NullFigure:
        """Return the object itself."""
        return self

    def __iter__(self) -> Iterator[NullFigure]:
        """Yield nothing."""
        return iter(())

    def __rmul__(self, _: object) -> NullFigure:
        """Return the object itself as the product."""
        return self


BLANK_FIGURE: Final = NullFigure()


def matplotlib_object(path: str) -> Any:
    """Return a matplotlib object by its dotted path, or `BLANK_FIGURE` without matplotlib.

    Examples
    --------
    >>> matplotlib_object("matplotlib.patches:Circle").__name__
    'Circle'
    """
    return Lazy(path).load() if is_available("matplotlib") else BLANK_FIGURE


# --- Saved pictures for pages without matplotlib -------------------------------------------------


PRINTED_FOLDER: Final = "printed"
"""The folder of pictures that were drawn when the page was built; only the page's wheel has it."""


def picture_file_name(description: str) -> str:
    """Return the file name of a saved picture, a hash of its description.

    Examples
    --------
    >>> picture_file_name("A cake.")
    'a3d66701a514a363.png'
    """
    return f"{sha256(description.encode()).hexdigest()[:16]}.png"


def saved_picture(description: str, folder: Path | None = None) -> bytes | None:
    """Return the picture saved with a description as PNG bytes, or None if there is none.

    Examples
    --------
    >>> saved_picture("A cake that nobody baked.") is None
    True
    """
    file = (folder or Path(__file__).with_name(PRINTED_FOLDER)) / picture_file_name(description)
    return file.read_bytes() if file.is_file() else None


# --- Pictures with a slider ---------------------------------------------------------------------


class Slider:
    """A slider with a picture below it, which the function `draw` returns for each value.

    A page without a kernel or without matplotlib shows the picture for the value `static_value`.
    """

    def __init__(
        self, label: str, values: Sequence[Any], draw: Callable[[Any], Picture], static_value: Any
    ) -> None:
        self.label, self.values, self.draw = label, values, draw
        self.static_value = draw(static_value)

    def _repr_mimebundle_(self, **kwargs: object) -> Any:
        data, metadata = self.static_value._repr_mimebundle_()
        if not self.static_value.is_drawn:
            return data, metadata
        from ipywidgets import HTML, SelectionSlider, VBox

        from polygames.widgets.page_widget import with_input_helper

        wide = {"layout": {"width": "min(36em, 98%)"}, "style": {"description_width": "initial"}}
        slider = SelectionSlider(options=self.values, description=self.label, **wide)
        shown = HTML(self.draw(slider.value).image())

        def move(change: Any) -> None:
            shown.value = self.draw(change.new).image()

        slider.observe(move, "value")
        box = with_input_helper(VBox([slider, shown]))
        return {**box._repr_mimebundle_(**kwargs), **data}, metadata
