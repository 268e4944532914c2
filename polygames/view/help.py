"""How to play: pictures of a few moves, the game's rules, and the keys."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from polygames.core.protocol import CHANCE
from polygames.scene.marks import LAST
from polygames.scene.svg import svg
from polygames.view.rules import list_of_rules, rules_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from polygames.core.game_info import GameInfo, Tour
    from polygames.core.protocol import State
    from polygames.scene.model import Scene

WIDTH = 240
"""What the pictures are drawn for; on the page they take the width that there is."""


def tour_of(info: GameInfo) -> str:
    """Return the tour of a game as HTML: its pictures and a first move to try; empty without one.

    Examples
    --------
    >>> import polygames as pg
    >>> tour_of(pg.game("split")).count("<svg")
    3
    """
    if info.guide.tour is None:
        return ""
    shown = "".join(_figure(picture, words) for picture, words in pictures(info, info.guide.tour))
    first = f"<p><b>A first move to try.</b> {escape(info.guide.tour.first_move)}</p>"
    row = f"<div style='display:flex;flex-wrap:wrap;gap:8px'>{shown}</div>"
    return f"<div class='polygames-tour polygames-of-{info.name}'>{row}{first}</div>"


def pictures(info: GameInfo, tour: Tour) -> Iterator[tuple[str, str]]:
    """Yield each picture of a tour as SVG, and what is said of it."""
    state = info.new(**tour.options)
    marks: Scene = ()
    for moves, words in tour.steps:
        for text in filter(None, (part.strip() for part in moves.split(";"))):
            move = state.parse(text)
            marks = (
                () if info.board.mark is None or state.turn == CHANCE else _marks(info, state, move)
            )
            state = state.play(move)
        yield svg((*info.scene(state), *marks), WIDTH, title=words), words


def _marks(info: GameInfo, state: State[Any], move: Any) -> Scene:
    assert info.board.mark is not None  # noqa: S101 - the caller has looked
    return info.board.mark(state, move, LAST)


def _figure(picture: str, words: str) -> str:
    picture = picture.replace("<svg ", "<svg style='width:100%;height:auto' ", 1)
    style = "flex:1 1 7em;max-width:15em;margin:0"
    return f"<figure style='{style}'>{picture}<figcaption>{escape(words)}</figcaption></figure>"


MOUSE = """
**Mouse and touch.** Click anything that lights up.{lines} Escape or the right button cancels. Zoom
with Ctrl + wheel or a pinch; move the picture with the middle button.

**Arrows and circles.** Drag with the right button to draw an arrow, click with it to draw a circle;
the same again erases it. Shift draws in red, Alt in blue. Under **Record** you choose lines,
numbers and colours, and draw with a finger. What you draw is kept with the game.
"""

KEYS = """
**Keys.** Tab takes you to the board. The arrow keys move the cursor, Enter chooses and Escape
cancels; `n` and `p` go to the next and the previous place. `1` `2` … press the buttons, `u` undoes
a move, `r` redoes it, `+` `-` `0` zoom.{picture} At the cursor `c` draws a circle and `m` a number;
`a` and `l` begin and end an arrow and a line, `x` erases all that is drawn.
"""

PAGES = """
**Two people, two pages.** Open the notebook in two windows. Press the name of a player above the
board to play it in this window only: ⌂ is this window, ↗ another one.

**Moves and analysis.** Click a move under **Moves** to go there; the arrow keys, Home and End walk
from move to move, Enter writes a comment, Delete deletes a branch. What you play from an earlier
point becomes a branch. **Analyse** judges the moves while you look: point at a row to see its line,
press it to play it. **Review** looks back at a game: what each move cost, and what was better.
"""

LINES = " To draw a line, drag from border to border or click twice."
SHIFT = " Shift and an arrow key move the picture."


def other_rules(info: GameInfo, options: Mapping[str, Any]) -> str:
    """Return the rules of a game that are not those of the text below, as HTML; empty for none.

    Examples
    --------
    >>> import polygames as pg
    >>> other_rules(pg.game("polygon"), pg.new("polygon").options)
    ''
    >>> "Corners: <b>7</b>" in other_rules(pg.game("polygon"), pg.new("polygon", n=7).options)
    True
    """
    usual = rules_in_words(info, info.defaults)
    other = [rule for rule in rules_in_words(info, options) if rule not in usual]
    return f"<b>{OTHER}</b>{list_of_rules(other)}" if other else ""


OTHER = "In this game other rules hold than what is said below:"


def controls_of(info: GameInfo) -> str:
    """Return what the help says of mouse, touch and keys; of lines only where the game has them."""
    lines = info.board.boundary is not None
    mouse = MOUSE.format(lines=LINES if lines else "")
    pages = PAGES if info.seats > 1 or info.seats_option else ""
    return mouse + KEYS.format(picture="" if lines else SHIFT) + pages


def keys_of(info: GameInfo) -> str:
    """Return what the help says of the keys that only this game has; nothing if it has none."""
    if not info.guide.keys:
        return ""
    return f"\n**Keys in {info.title}.**\n\n" + "".join(
        f"- `{key}`: {what}\n" for key, what in info.guide.keys
    )


def how_to_play(info: GameInfo) -> str:
    """Return the numbered rules of a game's RULES.md, without the notes on their origin.

    A game that has no such file is described by its summary.
    """
    head = f"**{info.title}.** {info.summary}"
    if not info.guide.rules_text:
        return head
    text = files(info.guide.rules_text).joinpath("RULES.md").read_text(encoding="utf-8")
    first = re.search(r"^1\. .*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)
    rules = first[0] if first else text
    return f"{head}\n\n" + _for_players(re.sub(r"\s*\[(source|fact|ours)[^]]*\]", "", rules))


def _for_players(rules: str) -> str:
    """Call the seats of the rules what the board calls them: they count from 1 there.

    Examples
    --------
    >>> _for_players("Seat 0 moves first, then seat 1.")
    'Player 1 moves first, then player 2.'
    """
    return _SEAT.sub(
        lambda found: f"{'P' if found[1] == 'S' else 'p'}layer {int(found[2]) + 1}", rules
    )


_SEAT = re.compile(r"\b([Ss])eat (\d+)\b")
