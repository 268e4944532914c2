"""The printed lessons: a double page for each, for a class without computers.

The front page has the rules, the first question of the lesson and a picture to play on. The back
page has the key with reasons, and a surprise to try on paper.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import chain
from math import cos, pi, sin
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

import polygames as pg
from polygames.core.registry import info_of
from polygames.lessons import first_question
from polygames.lessons.printed_texts import PRINTED_LESSONS
from polygames.lessons.referee import genuine
from polygames.plots.figure import draw_scene
from polygames.scene.model import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from matplotlib.axes import Axes

    Picture: TypeAlias = Callable[[Axes], None]

PAGE_SIZE_MM: Final = (210.0, 297.0)
"""The width and height of a page."""

MM_PER_INCH: Final = 25.4
PAGE_MARGIN_MM: Final = 12.0
TITLE_MIDDLE_MM: Final = 9.0
LINE_HEIGHT_MM: Final = 5.8
PARAGRAPH_GAP_MM: Final = 2.5
TEXT_POINTS: Final = 12
CHARS_PER_LINE: Final = 79
"""The largest number of characters in a line of text."""

MAX_PICTURES_PER_ROW: Final = 3
INK_GRAY: Final = "0.3"

START_SCORE_PATTERN: Final = re.compile(r"0|100|round \d+ of \d+|at most \d+.*")
"""The pattern of scores and counts on a board before the first move."""


def lesson_name(lesson: str) -> str:
    """Return the number and the title of a lesson.

    Examples
    --------
    >>> lesson_name("10_sums")
    '10 What is a sum of games worth?'
    """
    return f"{lesson.partition('_')[0]} {first_question(lesson).title}"


def double_page(lesson: str, link: str = "") -> tuple[Figure, Figure]:
    """Return the front page and the back page of a printed lesson.

    Parameters
    ----------
    lesson
        The name of the notebook, such as ``"01_nim"``.
    link
        The address of a page where the class continues, such as one without a server.
    """
    asked, printed, name = first_question(lesson), PRINTED_LESSONS[lesson], lesson_name(lesson)
    choices = [f"{letter}  {words}" for letter, words in zip("ABC", asked.choices, strict=True)]
    right = next(k for k, reply in enumerate(asked.replies) if reply.startswith("Yes"))
    answer = "Choose: ____  because\n" + "_" * CHARS_PER_LINE
    front, top = _text_page(
        name,
        ("The rules", [printed.rules]),
        ("Try it", [printed.task] if printed.task else asked.instructions),
        ("The question", [asked.text, "\n".join(choices), answer]),
    )
    _draw_pictures(front, top, LESSON_PICTURES[lesson])
    wrong = [
        f"{choice}\n{reply}"
        for k, (choice, reply) in enumerate(zip(choices, asked.replies, strict=True))
        if k != right
    ]
    plan = [f"{moves or 'At the start'}: Red plays {move}" for moves, move in genuine().items()]
    proof = ["\n".join(plan)] if lesson == "18_referee" else []
    back, _ = _text_page(
        f"Key: {name}",
        ("The question", [asked.text]),
        (f"Right: {choices[right]}", [printed.reason or asked.replies[right]]),
        ("The other answers", wrong),
        ("A surprise to try on paper", [printed.surprise, *proof]),
        ("The reason for the surprise", [printed.surprise_reason]),
        ("", ["What surprised you? Write it down, and tell the others."]),
        ("", [f"The lesson: {lesson}.ipynb {link}"]),
    )
    return front, back


def double_pages(link: str = "", lessons: Iterable[str] = PRINTED_LESSONS) -> Iterable[Figure]:
    """Return the pages of printed lessons, the front before the back."""
    return chain.from_iterable(double_page(lesson, link) for lesson in lessons)


def new_page(title: str, *, is_wide: bool = False) -> Figure:
    """Return an empty page with a title."""
    width, height = PAGE_SIZE_MM[::-1] if is_wide else PAGE_SIZE_MM
    page = Figure(figsize=(width / MM_PER_INCH, height / MM_PER_INCH))
    place = PAGE_MARGIN_MM / width, 1 - TITLE_MIDDLE_MM / height
    page.text(*place, title, fontsize=14, va="center")
    return page


def _text_page(title: str, *sections: tuple[str, Sequence[str]]) -> tuple[Figure, float]:
    """Return a page with headings and paragraphs, and the end of its text in mm from the top."""
    page, top = new_page(title), 2 * TITLE_MIDDLE_MM
    width, height = PAGE_SIZE_MM
    for heading, paragraphs in sections:
        for text, weight in ((heading, "bold"), *((each, "normal") for each in paragraphs)):
            if not text:
                continue
            lines = "\n".join(
                fill(line, CHARS_PER_LINE) for line in re.sub(r"[*`]", "", text).split("\n")
            )
            page.text(
                PAGE_MARGIN_MM / width,
                1 - top / height,
                lines,
                fontsize=TEXT_POINTS,
                va="top",
                weight=weight,
            )
            gap = 1 if weight == "bold" else PARAGRAPH_GAP_MM
            top += LINE_HEIGHT_MM * (lines.count("\n") + 1) + gap
        top += PARAGRAPH_GAP_MM / 2
    return page, top


def _draw_pictures(page: Figure, top: float, pictures: Sequence[Picture]) -> None:
    """Draw pictures in rows, in the space below the text; lengths are in mm."""
    width, height = PAGE_SIZE_MM
    columns = 2 if len(pictures) == 4 else min(len(pictures), MAX_PICTURES_PER_ROW)
    rows = -(-len(pictures) // columns)
    wide = (width - 2 * PAGE_MARGIN_MM) / columns
    high = (height - top - PAGE_MARGIN_MM) / rows
    gap = 2.0
    for k, draw in enumerate(pictures):
        left, low = (
            PAGE_MARGIN_MM + k % columns * wide,
            PAGE_MARGIN_MM + (rows - 1 - k // columns) * high,
        )
        box = left + gap, low + gap, wide - 2 * gap, high - 2 * gap
        ax = page.add_axes((box[0] / width, box[1] / height, box[2] / width, box[3] / height))
        ax.set_axis_off()
        draw(ax)
        ax.set_anchor("N")


def blank_scene(state: Any) -> tuple[Any, ...]:
    """Return the picture of a position without scores, which players write with a pencil."""
    return tuple(each for each in info_of(state).scene(state) if not _is_score(each))


def _is_score(primitive: Any) -> bool:
    """Return True if a drawn text is a score or count at the start of a game."""
    return isinstance(primitive, Text) and START_SCORE_PATTERN.fullmatch(primitive.text) is not None


def _draw_board(ax: Axes, game: str, **options: Any) -> None:
    """Draw the start of a game."""
    draw_scene(blank_scene(pg.new(game, **options)), ax)


def _draw_cells(
    ax: Axes, rows: Sequence[Sequence[str]], title: str = "", *, scale: bool = False
) -> None:
    """Draw a table of squares: ``#`` is dark, ``.`` is white, and other texts are written.

    A space is no square. With ``scale`` the grid lines have numbers above and on the left.
    """
    for y, row in enumerate(rows):
        for x, text in enumerate(row):
            if text == " ":
                continue
            color = "0.6" if text == "#" else "white"
            ax.add_patch(Rectangle((x, y), 1, 1, facecolor=color, edgecolor=INK_GRAY))
            if text not in {"#", "."}:
                ax.text(x + 0.5, y + 0.5, text, ha="center", va="center", fontsize=11)
    width, height = len(rows[0]), len(rows)
    if scale:
        for k in range(width + 1):
            ax.text(k, -0.35, str(k), ha="center", va="center", fontsize=8)
        for k in range(height + 1):
            ax.text(-0.35, k, str(k), ha="center", va="center", fontsize=8)
    ax.text(width / 2, height + 0.2, title, ha="center", va="top", fontsize=11)
    ax.set(xlim=(-0.7, width + 0.2), ylim=(height + 1, -0.7), aspect="equal")


def _draw_circle(ax: Axes, points: int) -> None:
    """Draw a circle with a number of points."""
    ax.add_patch(Circle((0, 0), 1, fill=False, edgecolor="0.7"))
    for k in range(points):
        turn = 2 * pi * (k + 1 / 2) / points
        ax.add_patch(Circle((sin(turn), cos(turn)), 0.06, color=INK_GRAY))
    ax.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2), aspect="equal")


def _draw_heaps(ax: Axes, heaps: Sequence[int]) -> None:
    """Draw heaps of stones, one above the other."""
    for y, size in enumerate(heaps):
        for x in range(size):
            ax.add_patch(Circle((x, y), 0.35, fill=False, edgecolor=INK_GRAY))
    ax.set(xlim=(-0.7, 4.7), ylim=(2.7, -0.7), aspect="equal")


def _draw_doors(ax: Axes) -> None:
    """Draw two doors: behind the first, there is a crossing with an enemy."""
    for ends in (((0, 0), (3, 2)), ((0, 0), (3, -2)), ((3, 2), (6, 3.2)), ((3, 2), (6, 0.8))):
        ax.plot(*zip(*ends, strict=True), color=INK_GRAY)
    ax.plot((3, 6), (-2, -2), color=INK_GRAY)
    labels = {
        (0, 0): "you",
        (1.5, 1): "first door\n80 of 100 arrive",
        (1.5, -1): "second door\n60 of 100 arrive",
        (3, 2): "an enemy chooses",
        (6, 3.2): "?",
        (6, 0.8): "?",
        (6, -2): "chance decides",
    }
    for (x, y), words in labels.items():
        frame = {"boxstyle": "round", "facecolor": "white", "edgecolor": INK_GRAY}
        ax.text(x, y, words, ha="center", va="center", fontsize=11, bbox=frame)
    ax.set(xlim=(-0.7, 7), ylim=(-3, 4))


def _blank_cells(width: int, height: int, title: str = "", *, scale: bool = False) -> Picture:
    """Return the picture of a table of empty squares."""
    return partial(_draw_cells, rows=["." * width] * height, title=title, scale=scale)


NINE_TILES_ROWS: Final = ("AABBC", "ADDBC", "EEDFC", "GEHFF", "GGHII")
NINE_TILES_COLORS: Final = (
    dict.fromkeys("ACFH", "blue") | dict.fromkeys("BEI", "red") | dict.fromkeys("DG", "yellow")
)
"""The small board of lesson 06."""

SMALL_SPLINTER: Final = (
    ".........",
    ".........",
    "..bwbwb..",
    "..wbwbw..",
    "..bwBwb..",
    "..wbWbw..",
    "..bwbwb..",
    "..wbwbw..",
    ".........",
    ".........",
)
"""The start of Splinter on a board for one page."""

FIVE_ROLLS_PAD: Final = ("★..★", "....", " .. ")
"""The pad of lesson 17."""

CROWD_FIELDS: Final = (
    ("#...", ".##.", "...#", "...."),
    ("##..", ".##.", "..##", "...."),
    ("#.#.", ".#.#", "#...", "...."),
    ("##.#", "...#", "#.##", "###."),
)
"""The fields of lesson 14."""

DICE_SIDES: Final = {"A": (3, 3, 3, 3, 3, 6), "B": (2, 2, 2, 5, 5, 5), "C": (1, 4, 4, 4, 4, 4)}
"""The sides of the dice of lesson 16."""

CAKE_PICTURES: Final = ("sun", "fish", "tree", "star", "cat", "boat")
"""The pictures on the cake of lesson 11."""

_draw_hexagon = partial(_draw_board, game="polygon", n=6)
_draw_split = partial(_draw_board, game="split")
_draw_territory = partial(
    _draw_board, game="territory", tiles=NINE_TILES_ROWS, colors=NINE_TILES_COLORS
)
_draw_pad = partial(_draw_cells, rows=FIVE_ROLLS_PAD)
_draw_bar = partial(_draw_cells, rows=["X...", "....", "...."])
_draw_cake = partial(
    _draw_cells,
    rows=[CAKE_PICTURES, "." * 6, " " * 6, CAKE_PICTURES, "." * 6],
    title="a cake for each player, with room for the points",
)

LESSON_PICTURES: Final[dict[str, tuple[Picture, ...]]] = {
    "01_nim": tuple(partial(_draw_heaps, heaps=each) for each in ((1, 2, 3), (2, 2, 1), (5, 5))),
    "02_polygon": (_draw_hexagon,),
    "02b_last_move": (partial(_draw_circle, points=6),) * 6,
    "03_split": (_draw_split, *(_blank_cells(8, 5, "an area of 40"),) * 3),
    "03b_first_line": (_draw_split,),
    "04_splinter": (partial(_draw_board, game="splinter", board=SMALL_SPLINTER),),
    "05_splitter": (partial(_draw_board, game="splitter", pad="A"),),
    "06_territory": (_draw_territory, _draw_territory),
    "07_arena": (
        partial(
            _draw_cells,
            rows=[
                ["", *map(str, range(1, 11)), "heads"],
                ["I", *"." * 11],
                ["you", *"." * 11],
            ],
        ),
    ),
    "08_game": (_draw_bar,) * 6,
    "09_tree": (_draw_doors,),
    "10_sums": tuple(partial(_draw_circle, points=each) for each in (4, 5, 6, 5, 5)),
    "11_sharing": (_draw_cake,),
    "13_halving": (_blank_cells(10, 10, scale=True),),
    "14_crowd": (
        *(
            partial(_draw_cells, rows=rows, title=f"field {number}")
            for number, rows in enumerate(CROWD_FIELDS, 1)
        ),
        *(_blank_cells(4, 4, "to colour"),) * 2,
    ),
    "15_hot": tuple(
        partial(_draw_cells, rows=[tiles]) for tiles in (["9", "1"], ["16", "9", "9"], ["64", "64"])
    ),
    "16_cycle": (
        partial(_draw_cells, rows=[[name, *map(str, sides)] for name, sides in DICE_SIDES.items()]),
    ),
    "17_value": (_draw_pad,) * 3,
    "18_referee": (_draw_hexagon, _draw_hexagon),
}
"""The pictures on the front page of each lesson."""
