"""Boards and pads to print: ``python -m polygames.lessons.sheets boards.pdf``.

With ``--first`` it writes a double page for each lesson instead, for twenty minutes without Python.
With ``--lesson 06_territory`` it writes that of one lesson.

The pages are A4 with the rules in a box: Split's square with a scale, three polygons, Splinter's
board on two pages to be glued, Splitter's pads, Territory's tiles. Areas to be coloured with a
pencil are blank. Printed at 100%, a square of Splinter is as large as a coin, and Split's square
has sides of 15 cm.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polygames as pg
from polygames.lessons.double_pages import (
    MM_PER_INCH,
    PAGE_MARGIN_MM,
    blank_scene,
    double_pages,
    new_page,
)
from polygames.lessons.printed_texts import PRINTED_LESSONS, SHORT_RULES
from polygames.plots.figure import draw_scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COIN_SQUARE_MM: Final = 18.0
"""The side of a square for coins, most of which have a diameter of 16 to 18 mm."""

SPLIT_UNIT_MM: Final = 15.0
"""The printed length of one of the ten units of Split's square, in millimetres."""


class Page(NamedTuple):
    """The contents of a printed page: a title, a position, and its size on paper.

    Attributes
    ----------
    title
        The first line.
    state
        The position.
    rows
        The first and the last row of the board on this page, if it does not fit on one page.
    unit
        The printed length of a unit of the picture, in millimetres; None for the largest that fits.
    """

    title: str
    state: Any
    rows: tuple[float, float] | None = None
    unit: float | None = None


def pages() -> Iterator[Page]:
    """Yield the pages to print: the boards of all games, and the pads of Splitter.

    Examples
    --------
    >>> [page.title.partition(":")[0] for page in pages()][:3]
    ['Split', 'Polygon', 'Polygon']
    """
    yield Page("Split: cut, choose and fill", pg.new("split"), unit=SPLIT_UNIT_MM)
    for corners in (6, 7, 8):
        title = f"Polygon: {corners} corners"
        yield Page(title, pg.new("polygon", n=corners))
    board = pg.new("splinter")
    yield Page(
        "Splinter: the upper half. Put coins on the pieces.", board, (-0.6, 9), COIN_SQUARE_MM
    )
    yield Page(
        "Splinter: the lower half. Glue it to the upper one.", board, (9, 18.6), COIN_SQUARE_MM
    )
    for pad in ("A", "B"):
        yield Page(f"Splitter: pad {pad}, 22 rolls of two dice", pg.new("splitter", pad=pad))
    yield Page("Territory: claim tiles that touch yours", pg.new("territory", size=10, seed=1))


def print_sheets(path: Path | str, figures: Iterable[Figure] | None = None) -> int:
    """Write figures, by default all boards and pads, to a PDF file; return the number of pages."""
    from matplotlib.backends.backend_pdf import PdfPages

    with PdfPages(path) as book:
        for figure in figures or map(draw_page, pages()):
            book.savefig(figure)
        return int(book.get_pagecount())


def draw_page(page: Page) -> Figure:
    """Return a page as a figure: title, board, rules in a box, and a line for names."""
    figure = new_page(page.title, is_wide=page.rows is not None)
    width, height = figure.get_size_inches() * MM_PER_INCH
    words = SHORT_RULES[page.state.game]
    if page.rows is None or page.rows[0] < 0:
        box = {"boxstyle": "round,pad=0.6", "facecolor": "white", "edgecolor": "0.4"}
        place = (PAGE_MARGIN_MM + 4) / width, (7 if page.rows else 20) / height
        figure.text(*place, "\n".join(words), fontsize=8 if page.rows else 11, bbox=box)
    if page.rows is None:
        figure.text(
            PAGE_MARGIN_MM / width, 8 / height, "Date, names, result:", fontsize=11, color="0.3"
        )
    _draw_board(page, figure, width, height)
    return figure


def _draw_board(page: Page, figure: Figure, width: float, height: float) -> None:
    """Draw the board of a page in a figure, in the size that the page specifies."""
    left, bottom = PAGE_MARGIN_MM, 58.0
    size = width - 2 * PAGE_MARGIN_MM, height - 20 - bottom
    ax = figure.add_axes((left / width, bottom / height, size[0] / width, size[1] / height))
    draw_scene(blank_scene(page.state), ax)
    if page.unit is None:
        return
    x, y = ax.get_xlim(), ax.get_ylim()
    if page.rows is not None:
        x, y = (-0.5, 15.5), page.rows[::-1]
        ax.set(xlim=x, ylim=y)
    if page.state.game == "split":
        x, y = (-0.6, 10.6), (10.6, -0.6)
        ax.set(xlim=x, ylim=y)
        _add_scale(ax)
    wide, high = (page.unit * abs(each[1] - each[0]) for each in (x, y))
    top = height - 14 - high
    ax.set_position(((width - wide) / 2 / width, top / height, wide / width, high / height))


def _add_scale(ax: Axes) -> None:
    """Draw a ruler along the four sides of Split's square."""
    for k in range(101):
        at, long = k / 10, 0.22 if k % 10 == 0 else 0.15 if k % 5 == 0 else 0.08
        for xs, ys in (
            ((at, at), (0, -long)),
            ((at, at), (10, 10 + long)),
            ((0, -long), (at, at)),
            ((10, 10 + long), (at, at)),
        ):
            ax.plot(xs, ys, color="0.4", linewidth=0.6, clip_on=False)
        if k % 10 == 0:
            for x, y in ((at, -0.4), (at, 10.4), (-0.4, at), (10.4, at)):
                ax.text(x, y, str(k // 10), ha="center", va="center", fontsize=8, color="0.3")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write printable pages to the PDF file given in the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("path", type=Path, help="the PDF file to write")
    parser.add_argument("--first", action="store_true", help="the first question of each lesson")
    parser.add_argument(
        "--lesson", choices=PRINTED_LESSONS, metavar="NAME", help="only this lesson: 06_territory"
    )
    parser.add_argument("--link", default="", help="the address of a page with the lessons")
    chosen = parser.parse_args(arguments)
    lessons = [chosen.lesson] if chosen.lesson else PRINTED_LESSONS
    is_lesson = chosen.first or chosen.lesson
    count = print_sheets(chosen.path, double_pages(chosen.link, lessons) if is_lesson else None)
    print(f"{chosen.path}: {count} pages")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
