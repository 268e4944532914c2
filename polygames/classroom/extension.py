"""A Jupyter Server extension: pupils reach a class at the server's own address and port.

It is only a proxy. Requests of a page are forwarded to the class, which runs in a kernel (or in a
terminal) of the same owner, and the replies are sent back. The class checks its own code; Jupyter's
token is neither required nor revealed. Only the paths of a class are forwarded, and only to a port
that its owner has listed in a file (`proxy_registry.py`).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.utils import url_path_join
from tornado.httpclient import AsyncHTTPClient, HTTPError, HTTPRequest
from tornado.netutil import is_valid_ip
from tornado.web import RequestHandler
from tornado.websocket import websocket_connect

from polygames.classroom.pages.handlers import (
    CLIENT_ADDRESS_HEADER,
    PROXY_HEADER,
    TOKEN_SUBPROTOCOL,
    Socket,
    send,
    served_files,
)
from polygames.classroom.pages.rate_limits import MAX_PAGE_MESSAGE_BYTES, TokenBucket
from polygames.classroom.proxy_registry import URL_PREFIX, find_endpoint, is_on_hub

if TYPE_CHECKING:
    from polygames.classroom.proxy_registry import ProxyEndpoint

FORWARDED_HEADERS: Final = (
    "Content-Type",
    "Content-Encoding",
    "Content-Security-Policy",
    "X-Content-Type-Options",
    "Referrer-Policy",
    "Cache-Control",
    "Vary",
)
"""The response headers of a class that are forwarded."""


class ProbeHandler(RequestHandler):
    """A request handler that shows that this extension of Jupyter Server is running."""

    @allow_unauthenticated
    def get(self) -> None:
        """Send the text ``polygames``, by which the extension is recognised."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("polygames")


class FileProxyHandler(RequestHandler):
    """A proxy for the files that the pages of a class load from its server."""

    @allow_unauthenticated
    async def get(self, port: str, name: str) -> None:
        """Fetch a file from the server of a class, and send it to the page."""
        door = find_endpoint(port)
        if door is None or f"/{name}" not in served_files():
            self.send_error(404)
            return
        request = HTTPRequest(
            f"http://127.0.0.1:{door.port}/{name}",
            headers={"Accept-Encoding": self.request.headers.get("Accept-Encoding", "")},
            decompress_response=False,
            follow_redirects=False,
        )
        try:
            answer = await AsyncHTTPClient().fetch(request)
        except (HTTPError, OSError):
            self.send_error(502)
            return
        self.clear_header("Server")
        for header in FORWARDED_HEADERS:
            if header in answer.headers:
                self.set_header(header, answer.headers[header])
        self.finish(answer.body)


class WebSocketProxyHandler(Socket):
    """A proxy for the WebSocket between a page and a class. Pages of another origin are refused."""

    upstream: Any = None

    @allow_unauthenticated
    async def get(self, *args: Any, **kwargs: Any) -> None:
        """Start the WebSocket without a Jupyter login."""
        await super().get(*args, **kwargs)

    async def open(self, port: str) -> None:
        """Connect to the server of the class that listens on a port."""
        self.set_nodelay(True)
        self._message_bucket = TokenBucket(time.monotonic)
        door = find_endpoint(port)
        try:
            if door is not None:
                self.upstream = await websocket_connect(
                    self._request(door),
                    on_message_callback=self._forward_to_page,
                    subprotocols=[TOKEN_SUBPROTOCOL, self.token] if self.token else None,
                )
        except (HTTPError, OSError):
            door = None
        if door is None:
            self.close(1013, "no class is open here")
        elif self.ws_connection is None:  # the page has closed meanwhile
            self.on_close()

    def on_message(self, message: str | bytes) -> None:
        """Forward a message from the page to the class, within the rate limit."""
        if self._message_bucket.is_exhausted:
            self.drop("too many messages")
        elif self._message_bucket.allows() and self.upstream is not None:
            send(self.upstream, message)

    def on_close(self) -> None:
        """Close the connection to the class after the page has closed."""
        if self.upstream is not None:
            self.upstream.close()

    @property
    def max_message_size(self) -> int:
        """The maximum size of a message from the page, in bytes."""
        return MAX_PAGE_MESSAGE_BYTES

    @property
    def ping_interval(self) -> float:
        """The number of seconds between pings to the page."""
        return 20.0

    def _request(self, endpoint: ProxyEndpoint) -> HTTPRequest:
        """Return the HTTP request that opens a WebSocket to the server of a class.

        It includes the page's IP address, which the class uses for its limits.
        """
        headers = {CLIENT_ADDRESS_HEADER: self._client_address(), PROXY_HEADER: endpoint.secret}
        return HTTPRequest(
            f"ws://127.0.0.1:{endpoint.port}/link", headers=headers, connect_timeout=5
        )

    def _client_address(self) -> str:
        """Return the IP address of the page; on a JupyterHub it comes from the proxy's header."""
        trusts = getattr(self.settings.get("serverapp"), "trust_xheaders", False)
        said = self.request.headers.get("X-Forwarded-For", "") if is_on_hub() else ""
        last = said.rpartition(",")[2].strip()
        return last if is_valid_ip(last) and not trusts else self.request.remote_ip or ""

    def _forward_to_page(self, message: str | bytes | None) -> None:
        """Forward a message from the class to the page; if it is None, close the connection."""
        if message is None:
            self.close(self.upstream.close_code, self.upstream.close_reason)
        else:
            send(self, message)


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    """Return the name of this module, as Jupyter Server requires of an extension."""
    return [{"module": __name__}]


def _load_jupyter_server_extension(app: Any) -> None:
    """Add the request handlers of this extension to a Jupyter server."""
    base = url_path_join(app.web_app.settings["base_url"], URL_PREFIX)
    app.web_app.add_handlers(
        ".*$",
        [
            (f"{base}/", ProbeHandler),
            (rf"{base}/(\d{{1,5}})/link", WebSocketProxyHandler),
            (rf"{base}/(\d{{1,5}})/([\w.]*)", FileProxyHandler),
        ],
    )
