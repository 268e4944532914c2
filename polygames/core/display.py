"""Base classes of results that can be shown: as a picture in a notebook, a plot or an HTML page.

The functions that draw are in higher layers and need libraries. `polygames/__init__.py` registers
them for each kind of result.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Final

from polygames.core.errors import MissingExtraError
from polygames.core.lazy_imports import LazyModule

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

_RENDERERS: dict[str, Mapping[str, Callable[..., Any]]] = {}


def register_renderers(renderers: Mapping[str, Mapping[str, Callable[..., Any]]]) -> None:
    """Register functions that draw results: one per kind of result and output format.

    The formats are ``png``, ``plot`` and ``page`` (HTML).
    """
    _RENDERERS.update(renderers)


def find_renderer(kind: str, name: str) -> Callable[..., Any]:
    """Return the function that draws a kind of result as ``png``, ``plot`` or ``page``."""
    return _RENDERERS[kind][name]


class Tabular:
    """The base class of results with rows: `table` returns them, `frame` as a DataFrame."""

    __slots__ = ()

    _columns: ClassVar[Sequence[str] | None] = None
    """The columns of a DataFrame without rows."""

    def table(self) -> list[dict[str, Any]]:
        """Return the rows, each a dictionary from column names to values."""
        raise NotImplementedError

    def frame(self, *arguments: Any) -> Any:
        """Return the rows of `table`, called with these arguments, as a pandas DataFrame.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> list(record.frame()["move"])
        ['A-C']
        """
        rows = self.table(*arguments)
        return LazyModule("pandas", "frame()").DataFrame(
            rows, columns=None if rows else self._columns
        )


class TableResult(Tabular):
    """The base class of results that a notebook shows as text with a table below it.

    Its ``repr`` is the first line of its text.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Return the first line of the text, shortened to `MAX_REPR_CHARS` characters."""
        first = str(self).partition("\n")[0].removesuffix(":")
        return first if len(first) <= MAX_REPR_CHARS else f"{first[:MAX_REPR_CHARS]}..."

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002, FBT001 - of IPython
        """Print the whole text with the pretty printer of IPython."""
        printer.text(str(self))

    def _heading(self) -> str:
        """Return the text to show above the table: by default the whole text."""
        return str(self)

    def _repr_html_(self) -> str:
        """Return the heading and the first rows of the table as HTML, for a notebook."""
        rows = self.table()
        lines = [
            {name: _cell_html(each) for name, each in row.items()} for row in rows[:PREVIEW_ROWS]
        ]
        head = "".join(f"<th>{name}</th>" for name in (lines or [{}])[0])
        body = "".join(
            f"<tr>{''.join(f'<td>{each}</td>' for each in line.values())}</tr>" for line in lines
        )
        more = (
            f"<p>and {len(rows) - PREVIEW_ROWS} more rows</p>" if len(rows) > PREVIEW_ROWS else ""
        )
        above = f"<pre>{escape(said)}</pre>" if (said := self._heading()) else ""
        return f"{above}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


MAX_REPR_CHARS: Final = 200
"""The maximum length of a repr, in characters; a line of moves may be longer."""

PREVIEW_ROWS: Final = 20
"""The maximum number of table rows in a notebook."""


def _cell_html(value: Any) -> str:
    """Return the HTML text of a table cell, escaped; an empty string for None and NaN."""
    if value is None or value != value:  # noqa: PLR0124 - nan is not itself
        return ""
    return escape(f"{value:.4g}" if isinstance(value, float) else str(value))


class PictureResult:
    """The base class of results that can be shown as a picture or saved as an HTML page."""

    __slots__ = ()

    _kind: ClassVar[str]

    def __init_subclass__(cls, kind: str) -> None:
        """Set the kind of result: the name under which its drawing functions are registered."""
        cls._kind = kind

    def save_html(self, path: str | os.PathLike[str]) -> Path:
        """Save the result as an HTML page that needs no server, and return the path.

        See `polygames.Record.save_html`.

        Examples
        --------
        >>> pg.puzzles("polygon")[0].save_html("puzzle.html").name
        'puzzle.html'
        """
        written: Path = find_renderer(self._kind, "page")(self, path)
        return written

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the text and a PNG picture for a notebook, by MIME type.

        If the drawing library is missing, `_fallback_data` replaces the picture.
        """
        text = {"text/plain": str(self)}
        try:
            return text | {"image/png": b64encode(find_renderer(self._kind, "png")(self)).decode()}
        except MissingExtraError:
            return text | self._fallback_data()

    def _fallback_data(self) -> dict[str, str]:
        """Return the data, by MIME type, to show if the picture cannot be drawn."""
        return {}
