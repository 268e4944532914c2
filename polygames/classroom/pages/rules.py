"""How to play, for a page of the class: what stands at the board, and the help of a notebook."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING

from polygames.core.registry import game, info_of
from polygames.core.words import goal_words
from polygames.view.help import how_to_play, other_rules, tour_of
from polygames.view.markdown import as_html

if TYPE_CHECKING:
    from polygames.classroom.tables.table import Table
    from polygames.core.game_info import GameInfo
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
    return f"{other_rules(game(record.game), record.options)}{_usual(record.game)}"


@cache
def _usual(name: str) -> str:
    info = game(name)
    moving = f"<p><b>With a finger.</b> {escape(how_to_move(info))} {ZOOM}</p>"
    return f"{tour_of(info)}{moving}{as_html(how_to_play(info))}"
