"""Boards and pads to print: ``python -m polygames.lessons.sheets boards.pdf``.

With ``--first`` it writes a double page for each lesson instead, for twenty minutes without Python.

The pages are A4 with the rules in a box: Split's square with a scale, three polygons, Splinter's
board on two pages to be glued, Splitter's pads, Territory's tiles. Areas to be coloured with a
pencil are blank. Printed at 100%, a square of Splinter is as large as a coin, and Split's square
has sides of 15 cm.
"""

from __future__ import annotations

import argparse
import re
from io import BytesIO
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polygames as pg
from polygames.core.registry import info_of
from polygames.lessons import first_question, notebooks
from polygames.plots.figure import draw_scene
from polygames.scene.model import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAGE_SIZE_MM: Final = (210.0, 297.0)
"""The width and height of a page."""

MM_PER_INCH: Final = 25.4
PAGE_MARGIN_MM: Final = 12.0
COIN_SQUARE_MM: Final = 18.0
"""The side of a square for coins, most of which have a diameter of 16 to 18 mm."""

LINE_HEIGHT_MM: Final = 5.0
CHARS_PER_LINE: Final = 92
"""The largest number of characters in a line of text."""

SPLIT_UNIT_MM: Final = 15.0
"""The printed length of one of the ten units of Split's square, in millimetres."""

START_SCORE_PATTERN: Final = re.compile(r"0|100\.0|round \d+ of \d+|at most \d+")
"""The pattern of scores and counts on a board before the first move."""

SHORT_RULES: Final = {
    "split": (
        "One of you draws a line across the square, the other takes red or blue. Then take turns.",
        "A line goes through one area, from border to border, and never into a corner. If both of",
        "its ends are on lines of your colour, the other player says which piece you fill.",
        "An area of 5 points or less can only be filled. More than 50 points win.",
    ),
    "polygon": (
        "Red joins two corners that are not neighbours. Then you take turns.",
        "Each segment begins where the last one ended. Mark its end with a dot.",
        "It ends at a corner or where a red and a blue segment cross, never at a dot.",
        "No two points are joined twice. Whoever cannot go on loses.",
    ),
    "splinter": (
        "A piece moves one square in any direction and pushes all pieces before it.",
        "Pieces that no longer hang together with a king, by sides or corners, are taken off.",
        "When the kings are apart, the king in the larger group wins. Kings: two coins on top.",
    ),
    "splitter": (
        "Roll two dice. Write the numbers into two mirrored cells. Everybody has the same dice.",
        "In the end a group of cells with one number scores this number, if it has",
        "exactly so many cells: five 5s that touch by sides score 5. A star doubles its group.",
    ),
    "territory": (
        "Claim a tile, then in turn one that touches a tile of yours. Mark it with your sign.",
        "A tile of n cells counts n times n: for you if it has your colour,",
        "against you if it has the other colour. Yellow ones count nothing.",
    ),
}
"""The short rules on the pages, by game; RULES.md of each game has the complete rules."""


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


def first_pages(link: str = "") -> Iterator[Figure]:
    """Yield two pages for each lesson: the first question with the board, and the answer key.

    The link is the address of a page where the class continues, such as one without a server.
    """
    for path in sorted(notebooks().glob("[01]*.ipynb")):
        if path.stem in {"00_play", "12_puzzles"}:
            continue
        asked = first_question(path.stem)
        choices = [
            f"{letter}  {words}" for letter, words in zip("ABCD", asked.choices, strict=False)
        ]
        more = [f"{asked.text} Choose, and write down why.", *choices, "I choose ____ because"]
        yield _draw_text_page(asked.title, [*asked.instructions, *more], asked.picture)
        key = [f"{each}\n{said}" for each, said in zip(choices, asked.replies, strict=True)]
        end = ["What surprised you? Write it down, and tell the others.", f"{path.name} {link}"]
        yield _draw_text_page(f"Key: {asked.title}", [asked.text, *key, *end])


def _draw_text_page(title: str, paragraphs: list[str], picture: bytes | None = None) -> Figure:
    """Return a figure of a page with a title, paragraphs, and a picture below if there is one."""
    from matplotlib.figure import Figure
    from matplotlib.image import imread

    width, height = PAGE_SIZE_MM
    figure = Figure(figsize=(width / MM_PER_INCH, height / MM_PER_INCH))
    figure.text(PAGE_MARGIN_MM / width, 1 - PAGE_MARGIN_MM / height, title, fontsize=14, va="top")
    top = 2 * PAGE_MARGIN_MM
    for each in paragraphs:
        is_table = each.startswith(("|", "```"))
        plain = re.sub(r"[*`]|\n\|[-|]+\|| above", "", each).strip("\n")
        text = (
            plain
            if is_table
            else "\n".join(fill(line, CHARS_PER_LINE) for line in plain.split("\n"))
        )
        family = "monospace" if is_table else "sans-serif"
        figure.text(
            PAGE_MARGIN_MM / width, 1 - top / height, text, fontsize=11, va="top", family=family
        )
        top += LINE_HEIGHT_MM * (text.count("\n") + 2)
    if picture is not None:
        left, bottom = PAGE_MARGIN_MM / width, PAGE_MARGIN_MM / height
        ax = figure.add_axes((left, bottom, 1 - 2 * left, 1 - 2 * bottom - top / height))
        ax.imshow(imread(BytesIO(picture)))
        ax.set_axis_off()
    return figure


def draw_page(page: Page) -> Figure:
    """Return a page as a figure: title, board, rules in a box, and a line for names."""
    from matplotlib.figure import Figure

    width, height = PAGE_SIZE_MM[::-1] if page.rows else PAGE_SIZE_MM
    figure = Figure(figsize=(width / MM_PER_INCH, height / MM_PER_INCH))
    figure.text(PAGE_MARGIN_MM / width, 1 - 9 / height, page.title, fontsize=14, va="center")
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
    blank = tuple(each for each in info_of(page.state).scene(page.state) if not _is_score(each))
    left, bottom = PAGE_MARGIN_MM, 58.0
    size = width - 2 * PAGE_MARGIN_MM, height - 20 - bottom
    ax = figure.add_axes((left / width, bottom / height, size[0] / width, size[1] / height))
    draw_scene(blank, ax)
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


def _is_score(primitive: Any) -> bool:
    """Return True if a drawn text is a score or count, which players write with a pencil."""
    return isinstance(primitive, Text) and START_SCORE_PATTERN.fullmatch(primitive.text) is not None


def main(arguments: Sequence[str] | None = None) -> None:
    """Write printable pages to the PDF file given in the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("path", type=Path, help="the PDF file to write")
    parser.add_argument("--first", action="store_true", help="the first question of each lesson")
    parser.add_argument("--link", default="", help="the address of a page with the lessons")
    chosen = parser.parse_args(arguments)
    count = print_sheets(chosen.path, first_pages(chosen.link) if chosen.first else None)
    print(f"{chosen.path}: {count} pages")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
