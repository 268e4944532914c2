"""The controls below a board that plays with another notebook."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.core.registry import info_of
from polygames.widgets.interfaces import set_visible
from polygames.widgets.remote.paste_transport import PasteTransport

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.widgets.remote.session import RemoteSession


class RemoteControls:
    """The controls of a game with another notebook: takeback requests, and moves to copy or paste.

    Parameters
    ----------
    session
        The session of the board.
    run_action
        A function that runs an action and shows its error at the board.
    copy_text
        A function that asks the page to copy a text; its second argument is the text's name.
    """

    def __init__(
        self,
        session: RemoteSession,
        run_action: Callable[[Callable[[], Any]], Any],
        copy_text: Callable[[str, str], Any],
    ) -> None:
        self._session, self._run_action, self._copy_text = session, run_action, copy_text
        self._status_widget = widgets.HTML()
        self._accept_button = self._action_button(
            "Yes", lambda: session.answer_takeback(is_granted=True), "success"
        )
        self._decline_button = self._action_button(
            "No", lambda: session.answer_takeback(is_granted=False)
        )
        self._takeback_buttons = widgets.HBox([self._accept_button, self._decline_button])
        self._to_game_button = self._action_button("To the game", session.show_latest, "primary")
        self._paste_rows = (
            self._create_paste_rows(session.transport)
            if isinstance(session.transport, PasteTransport)
            else None
        )
        rows = [self._status_widget, self._takeback_buttons, self._to_game_button]
        self.box = widgets.VBox(rows if self._paste_rows is None else [*rows, self._paste_rows])
        self.box.add_class("polygames-remote")
        self.refresh()

    def refresh(self) -> None:
        """Update the takeback request, the status text, and the line of text to send."""
        session = self._session
        asks = session.remote_takeback_seat
        words = self._status_text()
        set_visible(self._status_widget, bool(words))
        self._status_widget.value = escape(words)
        set_visible(self._takeback_buttons, asks is not None)
        set_visible(self._to_game_button, not session.is_at_game)
        if isinstance(session.transport, PasteTransport):
            line = session.transport.line
            self._line_to_send.value = line
            set_visible(self._send_row, bool(line))
            set_visible(self._reply_row, not line)

    def _status_text(self) -> str:
        session = self._session
        if (asks := session.remote_takeback_seat) is not None:
            asking = session.names.with_verb(asks, "asks")
            return f"{asking} to undo the last move. Do you agree?"
        status: str = session.shared_game.status
        if session.shared_game.table:
            return f"Table {session.shared_game.table} of the class · {status}"
        if isinstance(session.transport, PasteTransport):
            if session.transport.line:
                return "Send this line to the other player:"
            return (
                "" if session.state.outcome is not None else "Paste the line from the other player:"
            )
        return ""

    def _create_paste_rows(self, transport: PasteTransport) -> widgets.Widget:
        """Return two rows: the line of text to send, and a field for the reply."""
        game = info_of(self._session.state).title
        self._line_to_send = widgets.Text(
            disabled=True, layout=widgets.Layout(flex="1 1 0", width="auto")
        )
        self._line_to_send.add_class("polygames-line")
        self._reply_field = widgets.Text(
            placeholder=f"polygames {self._session.record.game} …",
            layout=widgets.Layout(flex="1 1 0", width="auto"),
        )
        copy = self._action_button(
            "Copy", lambda: self._copy_text(self._line_to_send.value, f"The move in {game}")
        )
        take = self._action_button("Take", partial(self._apply_line, transport), "primary")
        self._send_row, self._reply_row = (
            widgets.HBox([self._line_to_send, copy]),
            widgets.HBox([self._reply_field, take]),
        )
        return widgets.VBox([self._send_row, self._reply_row])

    def _apply_line(self, transport: PasteTransport) -> None:
        transport.apply_line(self._reply_field.value)
        self._reply_field.value = ""

    def _action_button(
        self, text: str, action: Callable[[], Any], style: str = ""
    ) -> widgets.Button:
        button = widgets.Button(description=text, button_style=style)
        button.on_click(lambda _: self._run_action(action))
        return button
