"""A notebook's seat in the room of a class: a WebSocket in a thread, which comes back by itself.

What the room says counts. A move that it has not taken yet is shown already, and is sent again when
the link was lost: the version and the hash with it say whether it was taken.
"""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from polygames.core.errors import IllegalMoveError, OptionError
from polygames.runtime.optional_imports import need
from polygames.widgets.remote.carrier import Common

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat

PATIENCE: Final = 10.0
"""Seconds to wait for the room when a board is opened."""

FIRST: Final = 0.2
LONGEST_WAIT: Final = 5.0
"""Seconds until a lost link is tried again, at first and at last."""

LARGEST: Final = 2_000_000
"""Bytes of a message: no game is as long."""

LOST: Final = "No connection to the room. Trying again …"


def address_of(text: str) -> tuple[str, str]:
    """Return the address of a room's WebSocket, and its code.

    Raises
    ------
    OptionError
        If it is no address with a code.

    Examples
    --------
    >>> address_of("http://192.168.1.5:8765/#ACDEFH")
    ('ws://192.168.1.5:8765/link', 'ACDEFH')
    """
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.netloc or not parts.fragment:
        msg = (
            "the option room must be the address of a class with its code behind a #, such as "
            f"'http://192.168.1.5:8765/#ACDEFH'; this is {text!r}"
        )
        raise OptionError(msg)
    scheme = "wss" if parts.scheme == "https" else "ws"
    folder = parts.path[: parts.path.rfind("/") + 1] or "/"
    return f"{scheme}://{parts.netloc}{folder}link", parts.fragment.strip().upper()


class RoomLink:
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
        need("tornado", "a game with another notebook")
        self._url, self._code = address_of(address)
        self._name, self._game, self.token = name, game, token
        self.common = Common("")
        self._news: dict[str, Any] = {}
        self._offered: tuple[int, str] | None = None
        """The move that the room has not taken yet: after how many moves, and its text."""
        self._sent_at = -1
        self._told: Callable[[Common], object] = lambda _: None
        self._trouble: Callable[[str], object] = lambda _: None
        self._lock, self._is_there = threading.RLock(), threading.Event()
        self._refusal, self._is_over = "", False
        self._socket: Any = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="polygames-room", daemon=True)
        self._thread.start()
        self._is_there.wait(PATIENCE)
        if not self.common.start:
            self.close()
            why = self._refusal or "nobody answers there, or the teacher has given no table yet"
            msg = f"the room at {address.partition('#')[0]} gives no seat: {why}"
            raise OptionError(msg)

    def open(self, told: Callable[[Common], object], trouble: Callable[[str], object]) -> None:
        """Tell what is heard."""
        with self._lock:
            self._told, self._trouble = told, trouble

    def close(self) -> None:
        """Hang up; the seat stays this notebook's."""
        if not self._is_over:
            self._is_over = True
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(2)

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
        self._say(do="ask back")

    def say_back(self, *, yes: bool) -> None:
        """Agree that a move is taken back, or leave it."""
        self._say(do="say back", yes=yes)

    # The link, in its thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        task = self._loop.create_task(self._stay())
        try:
            self._loop.run_forever()
            task.cancel()
            rest = asyncio.gather(*asyncio.all_tasks(self._loop), return_exceptions=True)
            self._loop.run_until_complete(rest)
        finally:
            self._loop.close()

    async def _stay(self) -> None:
        """Be connected, and connect again."""
        from tornado.httpclient import HTTPError
        from tornado.websocket import websocket_connect

        wait = FIRST
        while not self._is_over:
            try:
                self._socket = await websocket_connect(
                    self._url, connect_timeout=PATIENCE, max_message_size=LARGEST
                )
                self._hello()
                while (text := await self._socket.read_message()) is not None:
                    wait = FIRST
                    self._hear(text)
            except (OSError, HTTPError, ValueError):
                pass
            finally:
                if self._socket is not None:
                    self._socket.close()
                self._socket = None
            self._trouble(LOST)
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, 2 * wait)

    def _hello(self) -> None:
        """Say who this is; whatever was under way is sent again once the room has told the game."""
        self._sent_at = -1
        new = {"do": "join", "game": self._game}
        who = {"do": "back", "token": self.token} if self.token else new
        self._write({**who, "code": self._code, "name": self._name, "as": "notebook"})

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        with self._lock:
            match message:
                case {"kind": "in", **more}:
                    self.token = str(more.get("token", self.token))
                    self._trouble("")
                case {"kind": "out"} if self.token:
                    self.token = ""  # another class, by now: come in as somebody new
                    self._hello()
                case {"kind": "no" | "out", "text": str(words)}:
                    self._refuse(words)
                case {"kind": "game", "table": int()}:
                    self._take(message)

    def _take(self, news: dict[str, Any]) -> None:
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
        self._told(self.common)

    def _refuse(self, words: str) -> None:
        """Note that the room refuses something: a move that was shown is no more."""
        if self._news and self._offered is not None:
            self._offered = None
            self._take(self._news)
        self._refusal = words
        if not self._news:
            self._is_there.set()
        self._trouble(words)

    def _send_offered(self) -> None:
        """Send the move that is under way, once for each version of the table."""
        if self._offered is not None and self._news["version"] != self._sent_at:
            self._sent_at = self._news["version"]
            text = self._offered[1]
            self._say(do="play", text=text, version=self._sent_at, mark=self._news["mark"])

    def _say(self, **content: Any) -> None:
        """Say something; while the link is lost it is not heard."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._write, content)

    def _write(self, content: dict[str, Any]) -> None:
        from tornado.websocket import WebSocketClosedError

        if self._socket is not None:
            with suppress(WebSocketClosedError):
                sent = self._socket.write_message(json.dumps(content))
                sent.add_done_callback(lambda done: done.cancelled() or done.exception())
