"""Splinter's board in a notebook, with its help text."""

from __future__ import annotations

from polygames.widgets.board import BoardWidget

SPLINTER_HELP = """
**On this board.** You see the pieces and up to four squares around them. This area grows when a
piece comes near its edge. Press **⤢** or the key `0` to see the whole board. Press it again to go
back.
"""


class SplinterBoard(BoardWidget):
    """The board of a game of Splinter; without zoom it shows the pieces and a margin."""

    help_text = SPLINTER_HELP
