"""Boards of the play page on other pages of the site: in a frame, or behind a link."""

from __future__ import annotations

from html import escape
from typing import Final

import polygames as pg
from webpages.printed import add_lesson_column

PLAY_PAGE: Final = "play/index.html"
"""The path of the play page on the site."""

LESSON_GAMES: Final = {
    **dict.fromkeys(("01_nim", "02_polygon", "02b_last_move", "18_referee"), "polygon"),
    **dict.fromkeys(("03_split", "03b_first_line", "13_halving"), "split"),
    **dict.fromkeys(("04_splinter", "14_crowd"), "splinter"),
    **dict.fromkeys(("05_splitter", "17_value"), "splitter"),
    **dict.fromkeys(("06_territory", "07_arena", "09_tree"), "territory"),
    **dict.fromkeys(("11_sharing", "15_hot", "16_cycle"), "territory"),
    **dict.fromkeys(("08_game", "10_sums"), ""),
}
"""The game of each lesson; empty if the play page does not have it."""

BOARD_PART: Final = """\
## Play it here

This board plays against you. At the first visit it needs a few seconds, and loads about 9 MB.
<a href="../{page}#{name}">Open the board alone</a>

<iframe class="replay board" src="../{page}#{name}" title="{title}" loading="lazy"></iframe>
"""


def board_part(name: str) -> str:
    """Return the part of a game's page with a board to play on."""
    title = escape(f"A board of {pg.game(name).title}", quote=True)
    return BOARD_PART.format(page=PLAY_PAGE, name=name, title=title)


def board_link(lesson: str, up: str = "") -> str:
    """Return a link to the board of a lesson's game; `up` leads from the page to the site's top.

    Examples
    --------
    >>> board_link("04_splinter", "../")
    '<a href="../play/index.html#splinter">Try the board</a>'
    >>> board_link("08_game")
    '<a href="play/index.html">Try another game</a>'
    """
    if game := LESSON_GAMES[lesson]:
        return f'<a href="{up}{PLAY_PAGE}#{game}">Try the board</a>'
    return f'<a href="{up}{PLAY_PAGE}">Try another game</a>'


def add_board_column(text: str) -> str:
    """Return a page with a column of boards in each table that links to lessons."""
    return add_lesson_column(text, "board", board_link)


def add_board_line(text: str, lesson: str) -> str:
    """Return the page of a lesson in the folder ``teacher`` with a link to its board on top.

    Examples
    --------
    >>> print(add_board_line("# Title", "03_split"))
    # Title
    <BLANKLINE>
    <a href="../play/index.html#split">Try the board</a>
    """
    title, rest = text.partition("\n")[::2]
    return f"{title}\n\n{board_link(lesson, '../')}\n{rest}".rstrip("\n")
