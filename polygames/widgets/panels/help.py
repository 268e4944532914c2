"""What is on the pages beside a board; here how to play, from the game's rules, and the keys."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.widgets.panels.tour import tour_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.registry import GameInfo

MOUSE = """
**Mouse and touch.** Click anything that lights up.{lines} Escape or the right button cancels. Zoom
with Ctrl + wheel or a pinch; move the picture with the middle button.
"""

KEYS = """
**Keys.** Tab takes you to the board. The arrow keys move the cursor, Enter chooses and Escape
cancels; `n` and `p` go to the next and the previous place. `1` `2` … press the buttons, `u` undoes
a move, `r` redoes it, `+` `-` `0` zoom.{picture}
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


class Panel:
    """What is on one page of the panel."""

    def __init__(self, children: Sequence[widgets.Widget]) -> None:
        self.box = widgets.VBox(children)


class HelpPanel(Panel):
    """How to play, from the game's rules, and the keys."""

    def __init__(self, info: GameInfo, more: str = "") -> None:
        self._info, self._tour = info, widgets.HTML()
        text = (how_to_play(info), f"{controls_of(info)}{keys_of(info)}\n{PAGES}\n{more}")
        super().__init__([self._tour, *(_markdown(each) for each in text)])
        self.box.add_class("polygames-help")
        self.box.layout.observe(self._take_display, "display")

    def _take_display(self, change: dict[str, Any]) -> None:
        """Draw the pictures when the help is opened for the first time."""
        if change["new"] != "none" and not self._tour.value:
            self._tour.value = tour_of(self._info)


def controls_of(info: GameInfo) -> str:
    """Return what the help says of mouse, touch and keys; of lines only where the game has them."""
    lines = info.boundary is not None
    mouse = MOUSE.format(lines=LINES if lines else "")
    pages = PAGES if info.seats > 1 or info.seats_option else ""
    return mouse + KEYS.format(picture="" if lines else SHIFT) + pages


def keys_of(info: GameInfo) -> str:
    """Return what the help says of the keys that only this game has; nothing if it has none."""
    if not info.keys:
        return ""
    return f"\n**Keys in {info.title}.**\n\n" + "".join(
        f"- `{key}`: {what}\n" for key, what in info.keys
    )


def how_to_play(info: GameInfo) -> str:
    """Return the numbered rules of a game's RULES.md, without the notes on their origin.

    A game that has no such file is described by its summary.
    """
    head = f"**{info.title}.** {info.summary}"
    if not info.rules_text:
        return head
    text = files(info.rules_text).joinpath("RULES.md").read_text(encoding="utf-8")
    first = re.search(r"^1\. .*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)
    rules = first[0] if first else text
    return f"{head}\n\n" + re.sub(r"\s*\[(source|fact|ours)[^]]*\]", "", rules)


def _markdown(text: str) -> widgets.Widget:
    """Show Markdown in an output area, which renders it in every front end."""
    output = {"output_type": "display_data", "data": {"text/markdown": text}, "metadata": {}}
    return widgets.Output(outputs=(output,))
