"""The request handlers: one page, a few scripts, and a WebSocket for each open page."""

from __future__ import annotations

import asyncio
import hmac
import time
from contextlib import suppress
from functools import cache, partial
from ipaddress import ip_address
from math import ceil
from pathlib import Path
from socket import gethostname
from typing import TYPE_CHECKING, Any, Final

from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from polygames.classroom.pages.connection import Connection, is_wall_key
from polygames.classroom.pages.rate_limits import (
    ABUSE_COST,
    ANONYMOUS_RATE_LIMIT,
    MAX_PAGE_MESSAGE_BYTES,
    LoginLimiter,
    TokenBucket,
    connection_buckets,
)
from polygames.view.js_bundle import bundle_module
from polygames.view.page_styles import read_page_styles

if TYPE_CHECKING:
    from polygames.classroom.pages.broadcast import Connections

STATIC_FOLDER: Final = Path(__file__).parents[1] / "js"
"""The folder with the scripts and pages of a class."""

MAX_PAGES: Final = 400
"""Logged-in pages; beyond it only pages with a token are accepted."""

MAX_ANONYMOUS_PAGES: Final = 200
"""Pages without a login; beyond it the oldest is closed."""

LOGIN_TIMEOUT_SECONDS: Final = 120.0
"""Seconds for a page to log in; a person may have to look for the code."""

MAX_ANONYMOUS_PER_ADDRESS: Final = 100
"""Pages without a login from one IP address; beyond it the oldest is closed."""

TEACHER_OWNER: Final = "wall"
"""The owner of a page with the teacher's key, the teacher's dashboard (wall)."""

MAX_PAGES_PER_PUPIL: Final = 5
"""Pages of one pupil at a time; beyond it the oldest is closed."""

TOKEN_SUBPROTOCOL: Final = "polygames"  # noqa: S105 - the name of a protocol, not a password
"""The WebSocket subprotocol of a page with a token, which follows as the second name.

The token is known before the connection is open, so the limits for strangers do not apply.
"""

TRY_LATER_CLOSE_CODE: Final = 4429
"""The close code of a page over the connection limit; the reason has the waiting time."""

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src data: blob:; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""The policy of the pages: they load files of this server only."""

PROXY_HEADER: Final = "X-Polygames-Door"
"""The header with the door's secret, by which a Jupyter server proves it is the proxy."""

CLIENT_ADDRESS_HEADER: Final = "X-Polygames-Place"
"""The header in which the proxy sends the IP address of the page."""

RESPONSE_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def refuse_other_hosts(handler: RequestHandler) -> None:
    """Raise HTTPError 421 if a request is for a host name that this computer does not have.

    This prevents DNS rebinding: a foreign host name can resolve to this computer. An IP address is
    always accepted.
    """
    host = handler.request.host_name.strip("[]").rstrip(".").lower()
    with suppress(ValueError):
        ip_address(host)
        return
    if host not in local_host_names():
        raise HTTPError(421)


@cache
def local_host_names() -> frozenset[str]:
    """Return the host names of this computer."""
    name = gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


class TextHandler(RequestHandler):
    """A request handler that serves one text file."""

    def prepare(self) -> None:
        """Refuse a request for a host name that this computer does not have."""
        refuse_other_hosts(self)

    def initialize(self, name: str, kind: str) -> None:
        """Set the name of the file and its content type."""
        self.name, self.kind = name, kind

    def set_default_headers(self) -> None:
        """Set the security headers."""
        self.clear_header("Server")
        for name, value in RESPONSE_HEADERS.items():
            self.set_header(name, value)

    def get(self) -> None:
        """Send the file."""
        self.set_header("Content-Type", f"{self.kind}; charset=utf-8")
        self.finish(served_text(self.name))


class Socket(WebSocketHandler):
    """A WebSocket to a page, used by the server of a class and by the Jupyter proxy."""

    def drop(self, reason: str) -> None:
        """Close the connection, and discard any unread messages."""
        connection = self.ws_connection
        self.close(1008, reason)
        if connection is not None:
            connection.on_connection_close()  # otherwise tornado reads for five more seconds

    def select_subprotocol(self, subprotocols: list[str]) -> str | None:
        """Return the subprotocol with which a page sends its login token; None if not offered."""
        return TOKEN_SUBPROTOCOL if TOKEN_SUBPROTOCOL in subprotocols else None

    @property
    def token(self) -> str:
        """The login token, which a page sends as a WebSocket subprotocol.

        Empty if there is none.
        """
        header = self.request.headers.get("Sec-WebSocket-Protocol", "")
        protocol, _, token = header.partition(",")
        return token.strip() if protocol.strip() == TOKEN_SUBPROTOCOL else ""

    def get_compression_options(self) -> dict[str, Any]:
        """Return the options for compressing messages."""
        return {"compression_level": 3}


def send(web_socket: Any, message: str | bytes) -> None:
    """Send a message through a WebSocket; do nothing if it has closed."""
    try:
        sent = web_socket.write_message(message, binary=isinstance(message, bytes))
    except WebSocketClosedError:
        return
    sent.add_done_callback(lambda done: done.cancelled() or done.exception())


class PageSocket(Socket):
    """The WebSocket between a page and the class. Tornado refuses pages of another origin."""

    def initialize(self, connections: Connections, key: str, secret: str) -> None:
        """Set the connections of the class, the teacher's key and the Jupyter proxy's secret."""
        self.connections, self.key, self.secret = connections, key, secret
        self.owner = ""
        """The id of the pupil whose token the page has sent, `TEACHER_OWNER`, or empty."""
        self._wait_seconds = 0.0
        self.connection: Connection | None = None
        self._is_dropped = self._has_sent_message = False

    def prepare(self) -> None:
        """Limit the connections of an IP address without a login token."""
        refuse_other_hosts(self)
        self.owner = self._owner_of(self.token)
        if not self.owner and not self._connection_bucket.allows():
            self._wait_seconds = self._connection_bucket.wait_seconds

    @property
    def _connection_bucket(self) -> TokenBucket:
        bucket: TokenBucket = self.settings["connection_buckets"](self.client_address)
        return bucket

    def _owner_of(self, token: str) -> str:
        """Return the owner of a login token: a pupil's id, `TEACHER_OWNER`, or empty if unknown."""
        if is_wall_key(self.key, token):
            return TEACHER_OWNER
        pupil = self.connections.room.people.find_by_token(token) if token else None
        return "" if pupil is None else pupil.id

    def open(self, *_: str, **__: str) -> None:
        """Accept a page within the limits on open pages; it must then log in before a timeout."""
        links = self.settings["links"]
        if self._wait_seconds:
            seconds = ceil(self._wait_seconds)
            self.close(
                TRY_LATER_CLOSE_CODE, f"Too many pages from your network. Wait {seconds} seconds."
            )
            return
        unknown = [link for link in links if link.is_anonymous]
        if len(links) - len(unknown) >= MAX_PAGES and not self.owner:
            self.close(1013, "the class is full")
            return
        self._close_oldest(
            [link for link in unknown if link.client_address == self.client_address],
            MAX_ANONYMOUS_PER_ADDRESS,
        )
        self._close_oldest(unknown, MAX_ANONYMOUS_PAGES)
        if self.owner not in ("", TEACHER_OWNER):
            own = [link for link in links if link.owner == self.owner]
            self._close_oldest(own, MAX_PAGES_PER_PUPIL)
        self.set_nodelay(True)
        self.logged_in_bucket, self.anonymous_bucket = (
            TokenBucket(time.monotonic),
            TokenBucket(time.monotonic, **ANONYMOUS_RATE_LIMIT),
        )
        links[self] = None
        say = partial(send, self)
        gate = LoginLimiter(time.monotonic)
        self.connection = Connection(self.connections, say, gate, wall_key=self.key)
        self.connections.call_later(LOGIN_TIMEOUT_SECONDS, self.close_anonymous)

    def _close_oldest(self, links: list[PageSocket], limit: int) -> None:
        """Close the oldest connections to make room for a new one within the limit."""
        for link in links[: max(0, 1 + len(links) - limit)]:
            link.close(1013, "too many pages are open")

    async def on_message(self, message: str | bytes) -> None:
        """Handle a message within the rate limit, after a delay if the CPU budget is used up.

        Tornado reads the next message of this page after this returns.
        """
        if self.connection is None or self._is_dropped:
            return
        self._has_sent_message = True
        meter = self.logged_in_bucket if self.connection.is_logged_in else self.anonymous_bucket
        if not meter.allows():
            if meter.is_exhausted:
                self.drop("too many messages")
            return
        budget = self._budget
        if budget is not None and (wait := budget.wait_seconds):
            await asyncio.sleep(wait)
            if self._is_disconnected:
                return
        begun = time.thread_time()
        self.connection.handle_message(message)
        if budget is not None:
            budget.charge(time.thread_time() - begun)

    @property
    def _is_disconnected(self) -> bool:
        """Whether the page has disconnected or was dropped."""
        return self.connection is None or self._is_dropped

    @property
    def _budget(self) -> TokenBucket | None:
        """The CPU budget of the page's pupil; None for the teacher and before the login."""
        pupil = self.connection.pupil if self.connection is not None else None
        return None if pupil is None else self.connections.budget_of(pupil.id)

    @property
    def is_anonymous(self) -> bool:
        """Whether the page is open and has not logged in."""
        return self.connection is not None and not self.connection.is_logged_in

    def drop(self, reason: str) -> None:
        """Close the connection, and discard any unread messages."""
        self._is_dropped = True
        super().drop(reason)

    def on_close(self) -> None:
        """Remove the page; penalise its IP address if it was dropped or never logged in."""
        self.settings["links"].pop(self, None)
        if not self.settings["links"]:
            self.settings["gone"].set()
        connection, self.connection = self.connection, None
        if connection is not None:
            if self._is_dropped or (self._has_sent_message and not connection.is_logged_in):
                self._connection_bucket.charge(ABUSE_COST)
            connection.close()

    def close_anonymous(self) -> None:
        """Close a page that has not logged in."""
        if self.is_anonymous:
            self.close(1008, "no name was sent")

    @property
    def client_address(self) -> str:
        """The IP address of the page; a trusted proxy sends it in a header."""
        headers = self.request.headers
        if self.secret and hmac.compare_digest(headers.get(PROXY_HEADER, ""), self.secret):
            return str(headers.get(CLIENT_ADDRESS_HEADER, ""))
        return self.request.remote_ip or ""


def make_application(connections: Connections, key: str, secret: str = "") -> Application:
    """Return the tornado application of a class."""
    routes: list[Any] = [
        (path, TextHandler, {"name": n, "kind": k}) for path, (n, k) in served_files().items()
    ]
    routes.append(("/link", PageSocket, {"connections": connections, "key": key, "secret": secret}))
    return Application(
        routes,
        compress_response=True,
        links={},
        gone=asyncio.Event(),
        connection_buckets=connection_buckets(time.monotonic),
        websocket_max_message_size=MAX_PAGE_MESSAGE_BYTES,
        websocket_ping_interval=20,
        log_function=lambda _: None,
    )


_PAGE_SCRIPTS: Final = {"class": ("a class", "class.js"), "wall": ("the wall", "wall_page.js")}
"""The title and the script of each page."""


@cache
def served_files() -> dict[str, tuple[str, str]]:
    """Return the served URL paths, each with a file name and a content type."""
    return {
        "/": ("class", "text/html"),
        "/wall": ("wall", "text/html"),
        "/class.css": ("class.css", "text/css"),
        **{f"/{name}": (name, "text/javascript") for name in served_scripts()},
    }


@cache
def served_scripts() -> dict[str, str]:
    """Return the pages' scripts by file name."""
    return {name: bundle_module(STATIC_FOLDER / name) for _, name in _PAGE_SCRIPTS.values()}


@cache
def served_text(name: str) -> str:
    """Return the text of a served file: a script, the style sheet or an HTML page."""
    if name in served_scripts():
        return served_scripts()[name]
    if name == "class.css":
        own = (STATIC_FOLDER / each for each in (name, "wall.css"))
        return read_page_styles() + "".join(path.read_text(encoding="utf-8") for path in own)
    title, script = _PAGE_SCRIPTS[name]
    return (
        (STATIC_FOLDER / "page.html").read_text(encoding="utf-8").format(title=title, script=script)
    )
