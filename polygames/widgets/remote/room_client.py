"""A WebSocket from a notebook to a class, in a thread, which reconnects by itself."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

from polygames.core.errors import OptionError
from polygames.core.lazy_imports import require_library
from polygames.core.options import short_repr
from polygames.runtime.progress import check_listeners

CONNECT_TIMEOUT_SECONDS: Final = 10.0
"""Seconds to wait for an answer of the room."""

FIRST_RETRY_SECONDS: Final = 0.2
MAX_RETRY_SECONDS: Final = 5.0
"""The longest wait before a reconnection, in seconds; each failure doubles the wait."""

LONG_LOSS_SECONDS: Final = 60.0
"""Seconds without a connection after which the class may be over, as on a pupil's page."""

MAX_LOSS_SECONDS: Final = 1800.0
"""Seconds without a connection after which the notebook stops trying to reconnect."""

LOST_TEXT: Final = "No connection. Trying again …"
LONG_LOST_TEXT: Final = (
    "No connection for a while. Perhaps the class is over. Your teacher has all games."
)
"""The sentences about a lost connection, as in ``classroom/js/link.js``."""

RECONNECT_TEXT: Final = "Run this cell again to connect."
"""The advice in a notebook that has stopped connecting."""

MAX_MESSAGE_BYTES: Final = 2_000_000
"""The maximum length of a message in bytes; games are far shorter."""


def parse_address(text: object) -> tuple[str, str]:
    """Return the WebSocket address of a room, and its code.

    Raises
    ------
    OptionError
        If the text is not an address with a code.

    Examples
    --------
    >>> parse_address("http://192.168.1.5:8765/#ACDEFH")
    ('ws://192.168.1.5:8765/link', 'ACDEFH')
    """
    parts = urlsplit("")
    with suppress(ValueError):  # a malformed host
        parts = urlsplit(text if isinstance(text, str) else "")
    if parts.scheme not in {"http", "https"} or not parts.netloc or not parts.fragment:
        msg = (
            "the option room must be the address of a class with its code behind a #, such as "
            f"'http://192.168.1.5:8765/#ACDEFH', not {short_repr(text)}: open a class with "
            "pg.classroom or python -m polygames class, also for two people"
        )
        raise OptionError(msg)
    scheme = "wss" if parts.scheme == "https" else "ws"
    folder = parts.path[: parts.path.rfind("/") + 1] or "/"
    return f"{scheme}://{parts.netloc}{folder}link", parts.fragment.strip().upper()


class RoomClient:
    """A connection to the room of a class; it reconnects and identifies itself automatically.

    Parameters
    ----------
    address
        The address of the room, with its code after a ``#``.
    name
        The name of the notebook in the class.
    token
        The token of this notebook in the room; empty for a new one.
    """

    def __init__(self, address: str, name: str, token: str = "") -> None:
        self._url, self._code = parse_address(address)
        require_library("tornado", "a link to a class")
        self._name, self.token = name, token
        self._refusal_text, self._is_closed = "", False
        self.end_text = ""
        """The reason why the notebook does not connect again; empty while it does."""
        self._lock, self._answer_event = threading.RLock(), threading.Event()
        self._socket: Any = None
        self._results: dict[str, list[str]] = {}
        """The last result of each exercise and the answer, by exercise."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run_loop, name="polygames-room", daemon=True)

    def start(self) -> None:
        """Connect, and wait for the room's answer or for `CONNECT_TIMEOUT_SECONDS`."""
        self._thread.start()
        self._answer_event.wait(CONNECT_TIMEOUT_SECONDS)
        check_listeners.append(self.report)

    def close(self) -> None:
        """Close the connection; the room reserves the seat for this notebook."""
        if not self._is_closed:
            self._is_closed = True
            with suppress(ValueError):  # it never started
                check_listeners.remove(self.report)
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(2)

    def send(self, **content: Any) -> None:
        """Send a message; it is dropped while the connection is down."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._write_message, content)

    def report(self, exercise: str, result: str, answer: str = "") -> None:
        """Send the result of an exercise; `answer` is the answer given on the board, if any."""
        with self._lock:
            self._results[exercise] = [result, answer]
        self.send(do="report_results", results={exercise: [result, answer]})

    # For subclasses

    def _send_identity(self) -> None:
        """Send the name of this notebook, and the token that identifies it to the room."""
        raise NotImplementedError

    def _handle_message(self, text: str | bytes) -> None:
        """Handle a message from the room."""
        raise NotImplementedError

    def _on_disconnect(self, text: str) -> None:
        """Handle a failed or lost connection, described by a text; do nothing by default."""

    def _end(self, text: str) -> None:
        """Stop connecting: the class is over, or away for too long, or has removed the pupil."""
        self._refusal_text, self.end_text = text, f"{text} {RECONNECT_TEXT}"
        self._answer_event.set()

    def _resend_results(self) -> None:
        """Send the results of all exercises again; the room ignores those it has."""
        with self._lock:
            results = dict(self._results)
        if results:
            self._write_message({"do": "report_results", "results": results})

    # In the link's thread

    def _run_loop(self) -> None:
        asyncio.set_event_loop(self._loop)
        task = self._loop.create_task(self._run_connection())
        try:
            self._loop.run_forever()
            task.cancel()
            rest = asyncio.gather(*asyncio.all_tasks(self._loop), return_exceptions=True)
            self._loop.run_until_complete(rest)
        finally:
            self._loop.close()

    def _has_ended(self) -> bool:
        return self._is_closed or bool(self.end_text)

    async def _run_connection(self) -> None:
        """Connect, and reconnect with backoff until the class ends or is away for too long."""
        from tornado.httpclient import HTTPError
        from tornado.websocket import websocket_connect

        wait = FIRST_RETRY_SECONDS
        lost_at: float | None = None  # None while the room answers
        while not self._has_ended():
            try:
                self._socket = await websocket_connect(
                    self._url,
                    connect_timeout=CONNECT_TIMEOUT_SECONDS,
                    max_message_size=MAX_MESSAGE_BYTES,
                )
                self._send_identity()
                while text := await self._socket.read_message():
                    wait = FIRST_RETRY_SECONDS
                    self._handle_message(text)
                    lost_at = None
                    if self._has_ended():
                        break
            except (OSError, HTTPError, ValueError):
                pass
            finally:
                if self._socket is not None:
                    self._socket.close()
                self._socket = None
            now = self._loop.time()
            lost_at = now if lost_at is None else lost_at
            lost_seconds = now - lost_at
            if not self.end_text and lost_seconds > MAX_LOSS_SECONDS:
                self._end(LONG_LOST_TEXT)
            lost_text = LONG_LOST_TEXT if lost_seconds > LONG_LOSS_SECONDS else LOST_TEXT
            self._on_disconnect(self.end_text or lost_text)
            await asyncio.sleep(wait)
            wait = min(MAX_RETRY_SECONDS, 2 * wait)

    def _write_message(self, content: dict[str, Any]) -> None:
        from tornado.websocket import WebSocketClosedError

        if self._socket is not None:
            with suppress(WebSocketClosedError):
                sent = self._socket.write_message(json.dumps(content))
                sent.add_done_callback(lambda done: done.cancelled() or done.exception())
