"""The link of a lesson notebook to a class: it has no seat and reports exercises."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.widgets.remote.room_client import RoomClient
from polygames.widgets.remote.setup import SeatTokens, notebook_name

if TYPE_CHECKING:
    import os


class ExerciseReporter(RoomClient):
    """A connection to a class that reports the results of the exercises in a lesson notebook.

    Parameters
    ----------
    address
        The address of the room, with its code after a ``#``.
    name
        The name of the pupil in the class.
    token
        The token of this notebook in the room; empty for a new one.

    Raises
    ------
    OptionError
        If the room does not answer, or the code is wrong.
    """

    def __init__(self, address: str, name: str, token: str = "") -> None:
        super().__init__(address, name, token)
        self.start()
        if not self.has_joined:
            self.close()
            why = self._refusal_text or "no answer"
            msg = f"the room at {address.partition('#')[0]} refuses you: {why}"
            raise OptionError(msg)

    has_joined = False
    """Whether the room has accepted the notebook."""

    def _send_identity(self) -> None:
        who = {"do": "rejoin", "token": self.token} if self.token else {"do": "join"}
        self._write_message({**who, "code": self._code, "name": self._name, "client": "lesson"})

    def _handle_message(self, text: str | bytes) -> None:
        message: dict[str, Any] = json.loads(text)
        match message:
            case {"kind": "logged_in", **more}:
                self.token = str(more.get("token", self.token))
                self._name = str(more.get("name", self._name))
                self.has_joined = True
                self._resend_results()
                self._answer_event.set()
            case {"kind": "logged_out", "text": ""} if self.token:
                self.token = ""  # a new class does not know the token: join anew
                self._send_identity()
            case {"kind": "class_over" | "logged_out", "text": str(words)}:
                self._end(words)
            case {"kind": "error", "text": str(words)}:
                self._refusal_text = words
                self._answer_event.set()

    def __repr__(self) -> str:
        """Return the name under which results are reported, or a note that the link is closed."""
        if self._is_closed or self.end_text:
            return "<your exercises are reported no longer>"
        return f"<your exercises are reported to the class, as {self._name}; .close() ends it>"


def connect_lesson(
    address: str, name: str | None, autosave: str | os.PathLike[str] | None
) -> ExerciseReporter:
    """Connect a lesson notebook to a class.

    After a restart, the kernel has the same identity if its token was saved.

    Raises
    ------
    OptionError
        If the room refuses the notebook.
    """
    known = SeatTokens(autosave)
    link = ExerciseReporter(address, notebook_name(name), known.load_token(f"{address} lessons"))
    known.save_token(f"{address} lessons", link.token)
    return link
