"""What is on the pages beside a board; here how to play, from the game's rules, and the keys."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

import ipywidgets as widgets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.registry import GameInfo

__all__ = ["HelpPanel", "Panel", "how_to_play", "keys_of"]

KEYS = """
**Mouse and touch.** Click anything that lights up. To draw a line, drag from border to border or
click twice. Escape or the right button cancels. Zoom with Ctrl + wheel or a pinch; move the
picture with the middle button.

**Keys.** Tab takes you to the board. The arrow keys move the cursor, Enter chooses and Escape
cancels; `n` and `p` go to the next and the previous place. `1` `2` … press the buttons, `u` undoes
a move, `r` redoes it, `+` `-` `0` zoom. Shift and an arrow key move the picture, except where you
draw lines freely.
"""


class Panel:
    """What is on one page of the panel."""

    def __init__(self, children: Sequence[widgets.Widget]) -> None:
        self.box = widgets.VBox(children)


class HelpPanel(Panel):
    """How to play, from the game's rules, and the keys."""

    def __init__(self, info: GameInfo, more: str = "") -> None:
        text = (how_to_play(info), f"{KEYS}{keys_of(info)}\n{more}")
        super().__init__([_markdown(each) for each in text])


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
