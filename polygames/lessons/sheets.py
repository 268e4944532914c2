"""Boards and pads to print: ``python -m polygames.lessons.sheets boards.pdf``.

One page A4 for each: Split's square, three polygons, Splinter's board, Splitter's pads, Territory's
tiles. Nothing on them is coloured that a pencil should colour.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.core.registry import info_of
from polygames.plots.figure import draw_scene
from polygames.scene.model import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.figure import Figure

A4: Final = (8.27, 11.69)

BEGUN: Final = re.compile(r"0|100\.0|round \d+ of \d+|at most \d+")
"""The scores and counts that a board shows before the first move."""


def pages() -> Iterator[tuple[str, Any]]:
    """Yield each page's title and the position that it shows.

    Examples
    --------
    >>> [title.partition(":")[0] for title, _ in pages()][:3]
    ['Split', 'Polygon', 'Polygon']
    """
    yield "Split: cut, choose and fill. Each player needs a colour.", pg.new("split")
    for corners in (6, 7, 8):
        title = f"Polygon: {corners} corners. Draw on from where the last segment ended."
        yield title, pg.new("polygon", n=corners)
    yield "Splinter: put coins on the pieces, and push.", pg.new("splinter")
    for pad in ("A", "B"):
        yield f"Splitter: pad {pad}. 22 rolls of two dice.", pg.new("splitter", pad=pad)
    yield "Territory: claim tiles that touch yours.", pg.new("territory", size=10, seed=1)


def print_sheets(path: Path | str) -> int:
    """Write all pages to a PDF file; return how many there are."""
    from matplotlib.backends.backend_pdf import PdfPages

    with PdfPages(path) as book:
        for title, state in pages():
            book.savefig(_page(title, state))
        return int(book.get_pagecount())


def _page(title: str, state: Any) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=A4)
    figure.text(0.08, 0.94, title, fontsize=14)
    figure.text(0.08, 0.05, "Date, names, result:", fontsize=11, color="0.3")
    ax = figure.add_axes((0.08, 0.12, 0.84, 0.78))
    blank = (each for each in info_of(state).scene(state) if not _is_filled_in(each))
    draw_scene(tuple(blank), ax)
    return figure


def _is_filled_in(primitive: Any) -> bool:
    """Say whether something is a number that a pencil should write: of a game just begun."""
    return isinstance(primitive, Text) and BEGUN.fullmatch(primitive.text) is not None


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("path", type=Path, help="the PDF file to write")
    path = parser.parse_args(arguments).path
    print(f"{path}: {print_sheets(path)} pages")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
