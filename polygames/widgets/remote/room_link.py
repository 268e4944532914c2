"""A notebook's seat in the room of a class.

What the room says counts. A move that it has not taken yet is shown already, and is sent again when
the link was lost: the version and the hash with it say whether it was taken.
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

CONNECTION_LOST_TEXT: Final = "No connection to the room. Trying again …"


class RoomLink(Link):
    """A seat in a room.

    Parameters
    ----------
    address
        Of the room, with its code behind a ``#``.
    name
        What the notebook is called there.
    game
        What the notebook's board can play.
    token
        By which the room knows the notebook again; empty for one that is new.

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
        """The move that the room has not taken yet: after how many moves, and its text."""
        self._sent_at = -1
        self._due: list[Callable[[], object]] = []
        """What is to be told once the lock is let go."""
        self._on_game: Callable[[Common], object] = lambda _: None
        self._on_trouble: Callable[[str], object] = lambda _: None
        self.start()
        if not self.common.start:
            self.close()
            why = self._refusal or "nobody answers there, or the teacher has given no table yet"
            msg = f"the room at {address.partition('#')[0]} gives no seat: {why}"
            raise OptionError(msg)

    def open(
        self, on_game: Callable[[Common], object], on_trouble: Callable[[str], object]
    ) -> None:
        """Tell what is heard."""
        with self._lock:
            self._on_game, self._on_trouble = on_game, on_trouble

    def offer(self, ply: int, text: str) -> None:
        """Send a move; it is shown at once, and taken back if the room refuses it."""
        with self._lock:
            if len(self.common.moves) != ply or self._offered is not None:
                msg = "the room has not answered yet: try again in a moment"
                raise IllegalMoveError(msg)
            self._offered, self._sent_at = (ply, text), -1
            self.common = replace(self.common, moves=(*self.common.moves, text))
            self._send_offered()

    def ask_back(self, _: Seat) -> None:
        """Ask the other one to take back this notebook's last move."""
        self.say(do="ask back")

    def say_back(self, *, yes: bool) -> None:
        """Agree that a move is taken back, or leave it."""
        self.say(do="say back", yes=yes)

    # What it says and hears

    def _miss(self) -> None:
        self._on_trouble(CONNECTION_LOST_TEXT)

    def _hello(self) -> None:
        """Say who this is; whatever was under way is sent again once the room has told the game."""
        self._sent_at = -1
        new = {"do": "join", "game": self._game}
        who = {"do": "back", "token": self.token} if self.token else new
        self._write({**who, "code": self._code, "name": self._name, "as": "notebook"})

    def _hear(self, text: str | bytes) -> None:
        """Take what the room says; whoever is told of it is told with the lock let go.

        A board that plays a move has its owner, and waits for this lock: who holds the lock must
        not wait for the owner.
        """
        message = json.loads(text)
        with self._lock:
            match message:
                case {"kind": "in", **more}:
                    self.token = str(more.get("token", self.token))
                    self._later(lambda: self._on_trouble(""))
                    self._report_all()
                case {"kind": "out"} if self.token:
                    self.token = ""  # another class, by now: come in as somebody new
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
        """Take what the room says of the game."""
        moves = tuple(news["moves"])
        if self._offered is not None:
            ply, _ = self._offered
            if news["table"] != self.common.table or len(moves) != ply:
                self._offered = None  # taken, or overruled
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
        """Note that the room refuses something: a move that was shown is no more."""
        if self._news and self._offered is not None:
            self._offered = None
            self._handle(self._news)
        self._refusal = words
        if not self._news:
            self._is_there.set()
        self._later(lambda: self._on_trouble(words))

    def _send_offered(self) -> None:
        """Send the move that is under way, once for each version of the table."""
        if self._offered is not None and self._news["version"] != self._sent_at:
            self._sent_at = self._news["version"]
            text = self._offered[1]
            self.say(do="play", text=text, version=self._sent_at, mark=self._news["mark"])
