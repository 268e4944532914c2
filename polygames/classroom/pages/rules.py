"""How to play, for a page of the class: what stands at the board, and the help of a notebook."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from polygames.core.registry import game, info_of
from polygames.core.words import goal_words

if TYPE_CHECKING:
    from polygames.classroom.tables.table import Table
    from polygames.core.registry import GameInfo
    from polygames.records.record import Record

TAP = "Tap what lights up."
DRAW = "To draw, drag from line to line, or tap twice."
ZOOM = "Two fingers make the board larger."


def aim_of(table: Table) -> str:
    """Say what a game is about; before the first move how one moves, too. Empty when it is over."""
    state = table.state
    if table.result is not None or table.is_solved:
        return ""
    is_new = table.puzzle is None and not table.is_begun
    goal = goal_words(state, is_new=is_new)
    return f"{goal} {how_to_move(info_of(state))}" if is_new else goal


def how_to_move(info: GameInfo) -> str:
    """Say what a finger does at a game.

    Examples
    --------
    >>> import polygames as pg
    >>> how_to_move(pg.game("territory"))
    'Tap what lights up.'
    """
    return TAP if info.board.boundary is None else DRAW


def help_of(record: Record) -> str:
    """Return how to play a game as HTML: the pictures and the rules that a notebook's Help has.

    Examples
    --------
    >>> import polygames as pg
    >>> text = help_of(pg.Record(pg.new("split")))
    >>> text.count("<svg"), text.count("<li>"), "drag from line to line" in text
    (3, 8, True)
    """
    from polygames.widgets.panels.help import other_rules

    return f"{other_rules(game(record.game), record.options)}{_usual(record.game)}"


@cache
def _usual(name: str) -> str:
    from polygames.widgets.panels.help import how_to_play, tour_of

    info = game(name)
    moving = f"<p><b>With a finger.</b> {escape(how_to_move(info))} {ZOOM}</p>"
    return f"{tour_of(info)}{moving}{as_html(how_to_play(info))}"


def as_html(text: str) -> str:
    r"""Write as HTML what the rules of a game have of Markdown: paragraphs, one list, a few signs.

    Examples
    --------
    >>> as_html("**Nim.**\n\n1. One < two.\n2. The `n`\n   th.")
    '<p><b>Nim.</b></p><ol><li>One &lt; two.</li><li>The <code>n</code> th.</li></ol>'
    """
    return "".join(_block(block) for block in re.split(r"\n\s*\n", text.strip()))


def _block(block: str) -> str:
    items = re.split(r"^\d+\. ", block, flags=re.MULTILINE)
    if len(items) == 1:
        return f"<p>{_line(block)}</p>"
    first = f"<p>{_line(items[0])}</p>" if items[0].strip() else ""
    return f"{first}<ol>{''.join(f'<li>{_line(item)}</li>' for item in items[1:])}</ol>"


def _line(text: str) -> str:
    said = escape(" ".join(text.split()), quote=False)
    said = re.sub(r"`([^`]+)`", r"<code>\1</code>", said)
    said = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", said)
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", said)
