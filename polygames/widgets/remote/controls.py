"""The controls below a board that plays in a class."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.widgets.interfaces import set_visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.widgets.remote.session import RemoteSession


class RemoteControls:
    """The controls of a game in a class: status, takeback requests, and absent players.

    Parameters
    ----------
    session
        The session of the board.
    run_action
        A function that runs an action and shows its error at the board.
    """

    def __init__(
        self, session: RemoteSession, run_action: Callable[[Callable[[], Any]], Any]
    ) -> None:
        self._session, self._run_action = session, run_action
        self._status_widget = widgets.HTML()
        self._accept_button = self._action_button(
            "Yes", lambda: session.answer_takeback(is_granted=True), "success"
        )
        self._decline_button = self._action_button(
            "No", lambda: session.answer_takeback(is_granted=False)
        )
        self._takeback_buttons = widgets.HBox([self._accept_button, self._decline_button])
        transport = session.transport
        self._replace_button = self._action_button("Play the computer", transport.replace_absent)
        self._partner_button = self._action_button("Another partner", transport.change_partner)
        absence_buttons = widgets.HBox([self._replace_button, self._partner_button])
        self._to_game_button = self._action_button("To the game", session.show_latest, "primary")
        self.box = widgets.VBox(
            [self._status_widget, self._takeback_buttons, absence_buttons, self._to_game_button]
        )
        self.box.add_class("polygames-remote")
        self.refresh()

    def refresh(self) -> None:
        """Update the status text and the buttons that apply now."""
        session = self._session
        asks = session.remote_takeback_seat
        self._status_widget.value = escape(self._status_text())
        set_visible(self._takeback_buttons, asks is not None)
        absence = None if session.transport.end_text else session.shared_game.absence
        set_visible(self._replace_button, absence is not None and absence.can_replace)
        set_visible(self._partner_button, absence is not None and absence.can_change_partner)
        set_visible(self._to_game_button, not session.is_at_game)

    def _status_text(self) -> str:
        session = self._session
        if (asks := session.remote_takeback_seat) is not None:
            asking = session.names.with_verb(asks, "asks")
            return f"{asking} to undo the last move. Do you agree?"
        game = session.shared_game
        if session.transport.end_text:
            return session.transport.end_text
        if game.absence is not None:
            return game.absence.text
        return f"Table {game.table} of the class · {game.status}"

    def _action_button(
        self, text: str, action: Callable[[], Any], style: str = ""
    ) -> widgets.Button:
        button = widgets.Button(description=text, button_style=style)
        button.on_click(lambda _: self._run_action(action))
        return button
