"""A notebook with a lesson in the room of a class: it has no seat, and reports exercises."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.widgets.remote.link import Link
from polygames.widgets.remote.opening import Seats, notebook_name

if TYPE_CHECKING:
    import os


class LessonLink(Link):
    """Reports what the checks of the lessons say.

    Parameters
    ----------
    address
        Of the room, with its code behind a ``#``.
    name
        What the pupil is called there.
    token
        By which the room knows the notebook again; empty for one that is new.

    Raises
    ------
    OptionError
        If the room does not answer, or the code is wrong.
    """

    def __init__(self, address: str, name: str, token: str = "") -> None:
        super().__init__(address, name, token)
        self.start()
        if not self.is_known:
            self.close()
            why = self._refusal or "nobody answers there"
            msg = f"the room at {address.partition('#')[0]} does not let you in: {why}"
            raise OptionError(msg)

    is_known = False
    """Whether the room has let the notebook in."""

    def _hello(self) -> None:
        who = {"do": "back", "token": self.token} if self.token else {"do": "join"}
        self._write({**who, "code": self._code, "name": self._name, "as": "lessons"})

    def _hear(self, text: str | bytes) -> None:
        message: dict[str, Any] = json.loads(text)
        match message:
            case {"kind": "in", **more}:
                self.token = str(more.get("token", self.token))
                self._name = str(more.get("name", self._name))
                self.is_known = True
                self._report_all()
                self._is_there.set()
            case {"kind": "out"} if self.token:
                self.token = ""  # another class, by now: come in as somebody new
                self._hello()
            case {"kind": "no" | "out", "text": str(words)}:
                self._refusal = words
                self._is_there.set()

    def __repr__(self) -> str:
        """Say to whom what is reported."""
        if self._is_over:
            return "<your exercises are reported no longer>"
        return f"<your exercises are reported to the class, as {self._name}; .close() ends it>"


def lesson_link(
    address: str, name: str | None, autosave: str | os.PathLike[str] | None
) -> LessonLink:
    """Return the link of a lesson; a new kernel has the name of the one before.

    Raises
    ------
    OptionError
        If the room does not let it in.
    """
    known = Seats(autosave)
    link = LessonLink(address, notebook_name(name), known.token(f"{address} lessons"))
    known.keep(f"{address} lessons", link.token)
    return link
