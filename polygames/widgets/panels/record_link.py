"""The part of the record panel that links to the game on the play page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import ipywidgets as widgets

from polygames.core.errors import OptionError
from polygames.core.links import PLAY_ADDRESS_VARIABLE, play_address
from polygames.core.registry import is_built_in
from polygames.view.qr_code import missing_code_text, qr_svg
from polygames.widgets.panels.refusal import refusal_html

if TYPE_CHECKING:
    from polygames.records.node import Node
    from polygames.widgets.interfaces import BoardLike

LINK_TEXT: Final = (
    "The link opens the game up to this position, or the puzzle on the board. It opens on any "
    "device, without an installation. Names and comments are not in it."
)

NO_ADDRESS_TEXT: Final = (
    "A link needs the address of your play page. The documentation says how to publish one. Run "
    "this line with your address. Then open this panel again."
    f"<br><code>%env {PLAY_ADDRESS_VARIABLE}=https://school.example/play/</code>"
)

OWN_GAME_TEXT: Final = "The play page has only the five games of this package, not this game."


class LinkPart:
    """The link to what is on the board: a text about it, and its QR code."""

    def __init__(self, board: BoardLike) -> None:
        self._board = board
        self.about = widgets.HTML()
        """A text about the link, or the reason why there is none."""
        self.code = widgets.HTML()
        """The QR code; empty if it is hidden."""
        self._code_node: Node | None = None
        """The position whose code is displayed; None if no code is displayed."""

    def copy(self) -> None:
        """Ask the page to copy the link."""
        self._board.copy_text(self._board.as_link().address(), "The link")

    def toggle_code(self) -> None:
        """Show the QR code of the link, or the reason why there is none; hide a displayed one."""
        if self._code_node is not None:
            self._hide_code()
            return
        code = qr_svg(self._board.as_link().address())
        self._code_node = self._board.session.record.node
        self.code.value = (
            f"<div class='polygames-link-code' role='img' aria-label='the link as a QR code'>{code}"
            "</div>"
            if code
            else f"<span role='status'>{missing_code_text()}</span>"
        )

    def refresh(self) -> bool:
        """Hide the code of another position. Return True if there is a link to this game."""
        missing = self._missing_link_html()
        self.about.value = f"<span class='polygames-form-help'>{missing or LINK_TEXT}</span>"
        if missing or self._code_node is not self._board.session.record.node:
            self._hide_code()
        return not missing

    def _hide_code(self) -> None:
        self._code_node, self.code.value = None, ""

    def _missing_link_html(self) -> str:
        """Return the reason why there is no link to this game; empty if there is one."""
        if not is_built_in(self._board.session.record.game):
            return OWN_GAME_TEXT
        try:
            return "" if play_address() else NO_ADDRESS_TEXT
        except OptionError as error:
            return refusal_html(error)
