"""A notebook's link to a class: a WebSocket in a thread, which comes back by itself."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

from polygames.core.errors import OptionError
from polygames.core.lazy import require_library
from polygames.runtime.progress import listen, unlisten

CONNECT_TIMEOUT_SECONDS: Final = 10.0
"""Seconds to wait for the room."""

FIRST_RETRY_SECONDS: Final = 0.2
LONGEST_WAIT: Final = 5.0
"""Seconds until a lost link is tried again, at first and at last."""

MAX_MESSAGE_BYTES: Final = 2_000_000
"""Bytes of a message: no game is as long."""


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


class Link:
    """Says who the notebook is, each time that the room answers, and hears the rest.

    Parameters
    ----------
    address
        Of the room, with its code behind a ``#``.
    name
        What the notebook is called there.
    token
        By which the room knows the notebook again; empty for one that is new.
    """

    def __init__(self, address: str, name: str, token: str = "") -> None:
        require_library("tornado", "a link to a class")
        self._url, self._code = address_of(address)
        self._name, self.token = name, token
        self._refusal, self._is_over = "", False
        self._lock, self._is_there = threading.RLock(), threading.Event()
        self._socket: Any = None
        self._said: dict[str, list[str]] = {}
        """What the checks of the lessons have said here, by exercise."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="polygames-room", daemon=True)

    def start(self) -> None:
        """Connect, and wait until the room has answered, or for `CONNECT_TIMEOUT_SECONDS`."""
        self._thread.start()
        self._is_there.wait(CONNECT_TIMEOUT_SECONDS)
        listen(self.report)

    def close(self) -> None:
        """End the connection; the seat stays this notebook's."""
        if not self._is_over:
            self._is_over = True
            unlisten(self.report)
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(2)

    def say(self, **content: Any) -> None:
        """Say something; while the link is lost it is not heard."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._write, content)

    def report(self, exercise: str, said: str, answer: str = "") -> None:
        """Tell the room what a check has said, and an answer only if it was given on the board."""
        with self._lock:
            self._said[exercise] = [said, answer]
        self.say(do="report", said={exercise: [said, answer]})

    # What each kind of link does

    def _hello(self) -> None:
        """Say who this is."""
        raise NotImplementedError

    def _hear(self, text: str | bytes) -> None:
        """Take what the room says."""
        raise NotImplementedError

    def _miss(self) -> None:
        """Note that nobody answers just now."""

    def _report_all(self) -> None:
        """Tell the room what it may have missed; what it knows already changes nothing there."""
        with self._lock:
            said = dict(self._said)
        if said:
            self._write({"do": "report", "said": said})

    # The link, in its thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        task = self._loop.create_task(self._keep_connected())
        try:
            self._loop.run_forever()
            task.cancel()
            rest = asyncio.gather(*asyncio.all_tasks(self._loop), return_exceptions=True)
            self._loop.run_until_complete(rest)
        finally:
            self._loop.close()

    async def _keep_connected(self) -> None:
        """Connect, and connect again each time that the link is lost."""
        from tornado.httpclient import HTTPError
        from tornado.websocket import websocket_connect

        wait = FIRST_RETRY_SECONDS
        while not self._is_over:
            try:
                self._socket = await websocket_connect(
                    self._url,
                    connect_timeout=CONNECT_TIMEOUT_SECONDS,
                    max_message_size=MAX_MESSAGE_BYTES,
                )
                self._hello()
                while (text := await self._socket.read_message()) is not None:
                    wait = FIRST_RETRY_SECONDS
                    self._hear(text)
            except (OSError, HTTPError, ValueError):
                pass
            finally:
                if self._socket is not None:
                    self._socket.close()
                self._socket = None
            self._miss()
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, 2 * wait)

    def _write(self, content: dict[str, Any]) -> None:
        from tornado.websocket import WebSocketClosedError

        if self._socket is not None:
            with suppress(WebSocketClosedError):
                sent = self._socket.write_message(json.dumps(content))
                sent.add_done_callback(lambda done: done.cancelled() or done.exception())
