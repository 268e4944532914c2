"""The server of a class: tornado in a thread of its own, so that a notebook stays usable.

It serves one page, a few scripts and one WebSocket, and no other paths. It accepts connections from
this computer only, unless `lan` is set.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import socket
import threading
from contextlib import suppress
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from polygames.classroom.pages.broadcast import Connections
from polygames.classroom.pages.rate_limits import MAX_PAGE_MESSAGE_BYTES
from polygames.classroom.proxy_registry import ProxyEndpoint, public_url
from polygames.core.errors import OptionError
from polygames.records.atomic_files import read_text, write_atomically
from polygames.view.qr_code import qr_svg

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from polygames.classroom.room import Room

DEFAULT_PORT: Final = 8765
"""The first port to try."""

MAX_PORT_ATTEMPTS: Final = 20
"""The number of successive ports to try."""

CLOSE_TIMEOUT_SECONDS: Final = 1.0
"""Seconds for the pages to acknowledge that the class has ended."""

IDLE_TIMEOUT_SECONDS: Final = 60.0
"""Seconds after which an idle HTTP connection is closed."""

ABSENCE_UPDATE_SECONDS: Final = 5.0
"""The interval between two updates of the players who are away."""

KEY_FILE: Final = "wall.key"

LOOPBACK_HOSTS: Final = ("127.0.0.1", "localhost", "::1")
"""Host names that no other computer can use to reach this one."""


class Entrance:
    """The listening socket of a class, and its address for this computer, a network or Jupyter.

    Pages connect from this computer, from the network (`lan`), or through a Jupyter server
    (`jupyter`). Without a port, the first free one from `DEFAULT_PORT` on is used; 0 means any.
    """

    def __init__(self, *, port: int | None, lan: bool, jupyter: bool) -> None:
        self.lan = lan
        self.socket = _bind_socket(port, "0.0.0.0" if lan else "127.0.0.1")  # noqa: S104 - asked for
        self.port: int = self.socket.getsockname()[1]
        self.requested_port = port or None
        """The port that the teacher has chosen; None if any port will do."""
        self.url = f"http://{lan_address() if lan else '127.0.0.1'}:{self.port}/"
        """The pupils' address."""
        self.proxy_endpoint: ProxyEndpoint | None = None
        """The file by which the Jupyter server finds this class; None without Jupyter."""
        if jupyter:
            try:
                self.url = public_url(self.port)
                self.proxy_endpoint = ProxyEndpoint.create(self.port)
            except BaseException:
                self.socket.close()
                raise

    @property
    def is_local_only(self) -> bool:
        """Whether only this computer can connect."""
        return urlsplit(self.url).hostname in LOOPBACK_HOSTS

    def close(self) -> None:
        """Close the socket, and delete the file through which Jupyter finds the class."""
        self.socket.close()
        if self.proxy_endpoint is not None:
            self.proxy_endpoint.close()


class Server:
    """The web server of a class, which runs in a thread of its own."""

    def __init__(self, room: Room, entrance: Entrance) -> None:
        self.room, self.entrance = room, entrance
        self.url, self.port = entrance.url, entrance.port
        self.key = _load_or_create_key(room.ledger.folder)
        """The teacher's token; it permits every command of the teacher's dashboard (wall)."""
        self._loop = asyncio.new_event_loop()
        self._is_ready = threading.Event()
        self._is_closed = False
        self._shown_code = ""
        self.connections: Connections
        self._thread = threading.Thread(target=self._run, name="polygames-class", daemon=True)
        self._thread.start()
        self._is_ready.wait()

    @property
    def wall_url(self) -> str:
        """The address of the teacher's dashboard (wall), which contains the key.

        It is in the fragment, which browsers do not send.
        """
        here = self.url if self.entrance.proxy_endpoint else f"http://127.0.0.1:{self.port}/"
        return f"{here}wall#{self.key}"

    @property
    def is_open(self) -> bool:
        """Whether the server is running and accepts pages."""
        return not self._is_closed

    def close(self) -> None:
        """Disconnect all pages and stop the server; the files of the class remain."""
        if not self._is_closed:
            self._is_closed = True
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self.entrance.close()

    def schedule(self, callback: Callable[[], Any]) -> None:
        """Schedule a call in the server's thread."""
        if not self._is_closed:
            self._loop.call_soon_threadsafe(callback)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._open())
            self._is_ready.set()
            self._loop.run_forever()
            self._loop.run_until_complete(self._shut_down())
        finally:
            self._is_ready.set()
            self._loop.close()

    async def _open(self) -> None:
        from tornado.httpserver import HTTPServer
        from tornado.ioloop import PeriodicCallback

        from polygames.classroom.pages.handlers import make_application

        self.connections = Connections(self.room, self.schedule, self._loop.call_later)
        self._update_join_info()
        self.room.ledger.watch(self._update_join_info)
        door = self.entrance.proxy_endpoint
        secret = door.secret if door else ""
        self._application = make_application(self.connections, self.key, secret)
        self._http = HTTPServer(
            self._application,
            max_body_size=MAX_PAGE_MESSAGE_BYTES,
            idle_connection_timeout=IDLE_TIMEOUT_SECONDS,
        )
        self._http.add_socket(self.entrance.socket)
        self._clock_timer = PeriodicCallback(self.room.update_clocks, 1000)
        self._clock_timer.start()
        self._absence_timer = PeriodicCallback(
            self.connections.update_absences, 1000 * ABSENCE_UPDATE_SECONDS
        )
        self._absence_timer.start()

    def _update_join_info(self, _: int | None = None) -> None:
        """Update the address and QR code on the teacher's dashboard if the code has changed."""
        if self._shown_code != self.room.ledger.code:
            self._shown_code = self.room.ledger.code
            self.connections.join_info = self._make_join_info()

    def _make_join_info(self) -> dict[str, Any]:
        """Return the address, QR code and advice to show on the teacher's dashboard."""
        if not self.entrance.is_local_only:
            is_whole = "://" in self.url  # a hub may hide its address, which the wall's page knows
            picture = qr_svg(f"{self.url}#{self.connections.room.ledger.code}") if is_whole else ""
            return {"url": self.url, "qr": picture, "local_only": None}
        why = "Pupils cannot join yet. Close the class and open it again with the network:"
        if self.entrance.lan and self.entrance.proxy_endpoint is None:
            why = "This computer has no network. Connect it to one and open the class again:"
        folder, game = self.room.ledger.folder, self.room.ledger.setting.game
        what = game if folder is None else f"--go-on {shlex.quote(str(folder))}"
        named = repr(game) if folder is None else f"folder={str(folder)!r}"
        port = self.entrance.requested_port
        ways = [
            f"python -m polygames class {what} --lan{f' --port {port}' if port else ''}",
            f"pg.classroom({named}, lan=True{f', port={port}' if port else ''})",
        ]
        return {"url": self.url, "qr": "", "local_only": {"reason": why, "remedies": ways}}

    async def _shut_down(self) -> None:
        self._clock_timer.stop()
        self._absence_timer.stop()
        self.room.ledger.unwatch(self._update_join_info)
        self.connections.send_farewell()
        self.connections.close()
        self._http.stop()
        for link in tuple(self._application.settings["links"]):
            link.close(1001, "the class is closed")
        if self._application.settings["links"]:
            with suppress(TimeoutError):
                await asyncio.wait_for(
                    self._application.settings["gone"].wait(), CLOSE_TIMEOUT_SECONDS
                )
        await self._http.close_all_connections()
        rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


def _bind_socket(port: int | None, address: str) -> socket.socket:
    """Return a listening socket. Raise OptionError if no port is free."""
    tried = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + MAX_PORT_ATTEMPTS)
    problem: OSError | OverflowError | None = None
    for each in tried:
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if os.name == "posix":  # elsewhere two servers could share one port
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((address, each))
            made.listen(128)
        except (OSError, OverflowError) as error:
            made.close()
            problem = error
        else:
            made.setblocking(False)  # noqa: FBT003 - the name of the library
            return made
    msg = f"cannot use port {tried[0]}: {problem}; choose another one with port="
    raise OptionError(msg)


def lan_address() -> str:
    """Return the IP address of this computer on its network, without sending a packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _load_or_create_key(folder: Path | None) -> str:
    """Return the teacher's key from the folder; create a new key if there is none."""
    file = None if folder is None else folder / KEY_FILE
    if (
        file is not None
        and file.exists()
        and (kept := read_text(file, "the key of a class").strip())
    ):
        return kept
    key = token_urlsafe(18)
    if file is not None:
        file.touch(0o600)
        write_atomically(file, key)
    return key
