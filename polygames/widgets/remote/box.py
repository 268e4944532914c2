"""The controls below a board that plays with another notebook."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.core.registry import info_of
from polygames.widgets.parts import put_in_sight
from polygames.widgets.remote.pasted import Pasted

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.widgets.remote.session import RemoteSession


class RemoteBox:
    """The controls for a game with another notebook: requests, and the lines to send.

    Parameters
    ----------
    session
        The session of the board.
    attempt
        A function that runs an action and shows its error at the board.
    copy
        A function that asks the page to copy a text; its second argument is the text's name.
    """

    def __init__(
        self,
        session: RemoteSession,
        attempt: Callable[[Callable[[], Any]], Any],
        copy: Callable[[str, str], Any],
    ) -> None:
        self._session, self._attempt, self._copy = session, attempt, copy
        self._said = widgets.HTML()
        self._yes = self._button("Yes", lambda: session.say_back(yes=True), "success")
        self._no = self._button("No", lambda: session.say_back(yes=False))
        self._asked = widgets.HBox([self._yes, self._no])
        self._to_game = self._button("To the game", session.to_game, "primary")
        self._lines = self._mail(session.carrier) if isinstance(session.carrier, Pasted) else None
        rows = [self._said, self._asked, self._to_game]
        self.box = widgets.VBox(rows if self._lines is None else [*rows, self._lines])
        self.box.add_class("polygames-remote")
        self.refresh()

    def refresh(self) -> None:
        """Update the request, the status, and the line to send."""
        session = self._session
        asks = session.asked_by
        words = self._words()
        put_in_sight(self._said, bool(words))
        self._said.value = escape(words)
        put_in_sight(self._asked, asks is not None)
        put_in_sight(self._to_game, not session.is_at_game)
        if isinstance(session.carrier, Pasted):
            line = session.carrier.line
            self._line.value = line
            put_in_sight(self._out, bool(line))
            put_in_sight(self._into, not line)

    def _words(self) -> str:
        session = self._session
        if (asks := session.asked_by) is not None:
            asking = session.names.does(asks, "asks")
            return f"{asking} to undo the last move. Do you agree?"
        status: str = session.common.status
        if session.common.table:
            return f"Table {session.common.table} of the class · {status}"
        if isinstance(session.carrier, Pasted):
            if session.carrier.line:
                return "Send this line to the other player:"
            return (
                "" if session.state.outcome is not None else "Paste the line from the other player:"
            )
        return ""

    def _mail(self, carrier: Pasted) -> widgets.Widget:
        """Return the row with the line to send, and the row with the field for the reply."""
        game = info_of(self._session.state).title
        self._line = widgets.Text(disabled=True, layout=widgets.Layout(flex="1 1 0", width="auto"))
        self._line.add_class("polygames-line")
        self._field = widgets.Text(
            placeholder=f"polygames {self._session.record.game} …",
            layout=widgets.Layout(flex="1 1 0", width="auto"),
        )
        copy = self._button("Copy", lambda: self._copy(self._line.value, f"The move in {game}"))
        take = self._button("Take", partial(self._take, carrier), "primary")
        self._out, self._into = widgets.HBox([self._line, copy]), widgets.HBox([self._field, take])
        return widgets.VBox([self._out, self._into])

    def _take(self, carrier: Pasted) -> None:
        carrier.take(self._field.value)
        self._field.value = ""

    def _button(self, text: str, action: Callable[[], Any], style: str = "") -> widgets.Button:
        button = widgets.Button(description=text, button_style=style)
        button.on_click(lambda _: self._attempt(action))
        return button
