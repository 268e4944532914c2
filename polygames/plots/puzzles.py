"""Figures of puzzles: a single one, or a sheet to print with the answers on further pages."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from polygames.core.descriptions import move_text
from polygames.core.options import raise_option_error
from polygames.core.registry import info_of
from polygames.plots.figure import draw_scene, png_of_figure, true_type_fonts
from polygames.plots.style import check_type, new_axes
from polygames.runtime.progress import progress
from polygames.scene.palette import PURPLE
from polygames.search.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes

    from polygames.scene.model import Scene

PAGE_SIZE_INCHES: Final = (8.27, 11.69)
"""The size of an A4 page, in inches."""
PAGE_ROWS, PAGE_COLUMNS = 3, 2
PUZZLES_PER_PAGE: Final = PAGE_ROWS * PAGE_COLUMNS
"""The number of puzzles on a page."""
TASK_CHARS_PER_LINE: Final = 44
"""The maximum number of characters in a line of a task on a sheet."""
TASK_FONT_POINTS, PAGE_TITLE_POINTS = 8.5, 14


def puzzle_plot(puzzle: Puzzle, ax: Axes | None = None, *, answer: bool = False) -> Axes:
    """Draw the position of a puzzle with its task, or with its answer.

    Parameters
    ----------
    puzzle
        One of `polygames.puzzles`.
    ax
        The axes to draw into; a new figure of pyplot by default.
    answer
        Whether to mark the right move and state its value.

    Returns
    -------
    Axes
        The axes in board units, y down.

    Examples
    --------
    >>> puzzle = pg.puzzles("territory")[0]
    >>> " ".join(puzzle_plot(puzzle, answer=True).get_title(loc="left").split())
    '1. claims 8 blue cells (row 1, column 1). 93; the next best 89.'
    """
    check_type(puzzle, Puzzle, "puzzle_plot", "pg.puzzle")
    ax = new_axes(4.2, 4.6) if ax is None else ax
    words = _answer_text(puzzle) if answer else puzzle.task
    ax.set_title(
        fill(f"{puzzle.number}. {words}", TASK_CHARS_PER_LINE),
        fontsize=TASK_FONT_POINTS,
        loc="left",
    )
    draw_scene(_puzzle_scene(puzzle, has_answer=answer), ax)
    return ax


def puzzle_sheet(puzzles: Sequence[Puzzle]) -> list[Figure]:
    """Return printable pages as figures: the puzzles, six per page, then their answers.

    Examples
    --------
    >>> len(puzzle_sheet(pg.puzzles("polygon")[:6]))
    2
    """
    return list(_pages(puzzles))


def save_sheet(puzzles: Sequence[Puzzle], path: str | Path) -> list[Path]:
    """Save puzzles and their answers as one PDF with all pages, or as a PNG for each page.

    Returns
    -------
    list of Path
        The files: ``NAME.pdf``; or ``NAME-1.png``, ``NAME-2.png`` and so on.

    Examples
    --------
    >>> [file.name for file in save_sheet(pg.puzzles("polygon")[:1], "sheet.png")]
    ['sheet-1.png', 'sheet-2.png']
    """
    path, pages = Path(path), _pages(puzzles)
    if path.suffix.lower() == ".pdf":
        from matplotlib.backends.backend_pdf import PdfPages

        with true_type_fonts(), PdfPages(path, metadata={"CreationDate": None}) as file:
            for page in pages:
                file.savefig(page)
        return [path]
    if path.suffix.lower() != ".png":
        raise_option_error("the file of a sheet", "must end in .pdf or .png", str(path))
    files = []
    for number, page in enumerate(pages, 1):
        files.append(path.with_name(f"{path.stem}-{number}.png"))
        page.savefig(files[-1], dpi=150)
    return files


def _pages(puzzles: Sequence[Puzzle]) -> Iterator[Figure]:
    """Yield the pages of a sheet, each drawn on demand, with a progress bar if that takes long.

    The bar includes the caller's work on each page, such as saving it.
    """
    is_row = isinstance(puzzles, (list, tuple)) and len(puzzles) > 0
    if not is_row or not all(isinstance(each, Puzzle) for each in puzzles):
        raise_option_error(
            "a sheet", "must be a list of puzzles, such as polygames.puzzles('split')[:6]", puzzles
        )
    parts = [puzzles[at : at + PUZZLES_PER_PAGE] for at in range(0, len(puzzles), PUZZLES_PER_PAGE)]
    drawn = (_draw_page(part, answer=answer) for answer in (False, True) for part in parts)
    return progress(drawn, "pages", total=2 * len(parts), unit="page")


def png_of(puzzle: Puzzle) -> bytes:
    """Return a puzzle's figure as PNG, for a notebook."""
    figure = Figure(figsize=(4.2, 4.6), layout="constrained")
    puzzle_plot(puzzle, figure.add_subplot())
    return png_of_figure(figure)


def _draw_page(puzzles: Sequence[Puzzle], *, answer: bool) -> Figure:
    figure = Figure(figsize=PAGE_SIZE_INCHES, layout=ConstrainedLayoutEngine(w_pad=0.25, h_pad=0.2))
    title = info_of(puzzles[0].state).title
    games = {puzzle.game for puzzle in puzzles}
    head = f"{title}: puzzles" if len(games) == 1 else "Puzzles"
    figure.suptitle(f"{head}, the answers" if answer else head, fontsize=PAGE_TITLE_POINTS)
    places = figure.subplots(PAGE_ROWS, PAGE_COLUMNS, squeeze=False).flat
    for place, ax in enumerate(places):
        ax.set_axis_off()
        if place < len(puzzles):
            puzzle_plot(puzzles[place], ax, answer=answer)
    return figure


def _puzzle_scene(puzzle: Puzzle, *, has_answer: bool) -> Scene:
    info, state = info_of(puzzle.state), puzzle.state
    scene = info.scene(state)
    if has_answer:
        scene = (*scene, *info.highlight_move(state, puzzle.solution[0], PURPLE))
    return scene


def _answer_text(puzzle: Puzzle) -> str:
    """Return the moves of a puzzle's solution as text, with their value."""
    state, said = puzzle.state, []
    for move in puzzle.solution:
        said.append(move_text(state, move))
        state = state.play(move)
    if {puzzle.value, puzzle.second} == {1, -1}:
        return f"{', '.join(said)}. It wins."
    return f"{', '.join(said)}. {puzzle.value:.4g}; the next best {puzzle.second:.4g}."
