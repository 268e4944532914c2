"""The link of a notebook with a seat in the room of a class.

The state of the room is authoritative. A move is displayed before the room confirms it, and is sent
again after a lost connection. Its version and hash show whether it was accepted.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import IllegalMoveError, OptionError
from polygames.widgets.remote.carrier import Common
from polygames.widgets.remote.link import Link

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat

CONNECTION_LOST_TEXT: Final = "No connection to the class. Trying again …"


class RoomLink(Link):
    """A seat in a room.

    Parameters
    ----------
    address
        The address of the room, with its code after a ``#``.
    name
        The name of the notebook in the class.
    game
        The game that the notebook's board can play.
    token
        The token of this notebook in the room; empty for a new one.

    Raises
    ------
    OptionError
        If the room does not answer, the code is wrong, or the teacher has given no table yet.
    """

    def __init__(self, address: str, name: str, game: str, token: str = "") -> None:
        super().__init__(address, name, token)
        self._game = game
        self.common = Common("")
        self._news: dict[str, Any] = {}
        self._offered: tuple[int, str] | None = None
        """The unconfirmed move: the number of moves before it, and its text."""
        self._sent_at = -1
        self._due: list[Callable[[], object]] = []
        """The callbacks to run after the lock is released."""
        self._on_game: Callable[[Common], object] = lambda _: None
        self._on_trouble: Callable[[str], object] = lambda _: None
        self.start()
        if not self.common.start:
            self.close()
            why = self._refusal or "no answer, or the teacher has not started a game for you yet"
            msg = f"the room at {address.partition('#')[0]} gives no seat: {why}"
            raise OptionError(msg)

    def open(
        self, on_game: Callable[[Common], object], on_trouble: Callable[[str], object]
    ) -> None:
        """Call `on_game` with each new state, and `on_trouble` with each error."""
        with self._lock:
            self._on_game, self._on_trouble = on_game, on_trouble

    def offer(self, ply: int, text: str) -> None:
        """Send a move; it is displayed at once, and removed if the room refuses it."""
        with self._lock:
            if len(self.common.moves) != ply or self._offered is not None:
                msg = "the room has not answered yet: try again in a moment"
                raise IllegalMoveError(msg)
            self._offered, self._sent_at = (ply, text), -1
            self.common = replace(self.common, moves=(*self.common.moves, text))
            self._send_offered()

    def ask_back(self, _: Seat) -> None:
        """Ask to take back this notebook's last move."""
        self.say(do="ask back")

    def say_back(self, *, yes: bool) -> None:
        """Accept or decline the request to take back a move."""
        self.say(do="say back", yes=yes)

    # Messages

    def _miss(self) -> None:
        self._on_trouble(CONNECTION_LOST_TEXT)

    def _hello(self) -> None:
        """Send the name and the token; an unconfirmed move follows once the room sends the game."""
        self._sent_at = -1
        new = {"do": "join", "game": self._game}
        who = {"do": "back", "token": self.token} if self.token else new
        self._write({**who, "code": self._code, "name": self._name, "as": "notebook"})

    def _hear(self, text: str | bytes) -> None:
        """Handle a message of the room; run the callbacks after the lock is released.

        A board that plays a move holds its owner lock and waits for this lock. A callback that
        waits for the owner while this lock is held would cause a deadlock.
        """
        message = json.loads(text)
        with self._lock:
            match message:
                case {"kind": "in", **more}:
                    self.token = str(more.get("token", self.token))
                    self._later(lambda: self._on_trouble(""))
                    self._report_all()
                case {"kind": "out"} if self.token:
                    self.token = ""  # a new class does not know the token: join anew
                    self._hello()
                case {"kind": "no" | "out", "text": str(words)}:
                    self._refuse(words)
                case {"kind": "game", "table": int()}:
                    self._handle(message)
            due, self._due = self._due, []
        for tell in due:
            tell()

    def _later(self, tell: Callable[[], object]) -> None:
        self._due.append(tell)

    def _handle(self, news: dict[str, Any]) -> None:
        """Update the shared state from the room's state of the game."""
        moves = tuple(news["moves"])
        if self._offered is not None:
            ply, _ = self._offered
            if news["table"] != self.common.table or len(moves) != ply:
                self._offered = None  # accepted or overruled
        self._news = news
        self.common = Common(
            news["start"],
            moves if self._offered is None else (*moves, self._offered[1]),
            tuple(news["names"]),
            news["asks"],
            news["status"],
            news["table"],
            news["seat"],
        )
        self._send_offered()
        self._is_there.set()
        self._later(lambda: self._on_game(self.common))

    def _refuse(self, words: str) -> None:
        """Handle a refusal by the room; an unconfirmed move is removed."""
        if self._news and self._offered is not None:
            self._offered = None
            self._handle(self._news)
        self._refusal = words
        if not self._news:
            self._is_there.set()
        self._later(lambda: self._on_trouble(words))

    def _send_offered(self) -> None:
        """Send the unconfirmed move, at most once for each version of the table."""
        if self._offered is not None and self._news["version"] != self._sent_at:
            self._sent_at = self._news["version"]
            text = self._offered[1]
            self.say(do="play", text=text, version=self._sent_at, mark=self._news["mark"])
