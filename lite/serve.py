"""A server of the site for this machine only. For a class, use any web host."""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Handler", "Server", "kept_for", "serve", "server"]

HOST: Final = "127.0.0.1"
DAY: Final = 86_400

TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
}
"""The content types that browsers need to load modules and to compile fast."""


def kept_for(path: str) -> str:
    """Return the Cache-Control header for a path.

    A site has over a hundred files. Checking each of them costs seconds at the second visit.

    Examples
    --------
    >>> kept_for("/static/pyodide/pyodide.asm.wasm")
    'public, max-age=86400'
    >>> kept_for("/lab/index.html"), kept_for("/jupyter-lite.json"), kept_for("/lab/")
    ('no-cache', 'no-cache', 'no-cache')
    """
    name = path.partition("?")[0].rpartition("/")[2]
    is_page = not name or name.endswith((".html", ".json", ".ipynb"))
    return "no-cache" if is_page else f"public, max-age={DAY}"


class Handler(SimpleHTTPRequestHandler):
    """A handler that sends files with the content types and cache times of the site."""

    protocol_version = "HTTP/1.1"  # one connection for many files
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self) -> None:
        """Add the Cache-Control header."""
        self.send_header("Cache-Control", kept_for(self.path))
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing, because a page requests hundreds of files."""


class Server(ThreadingHTTPServer):
    """A server of a folder that ignores closed connections."""

    def handle_error(self, *asked: Any) -> None:
        """Report every error except a closed connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(*asked)


def server(folder: Path, port: int = 0) -> Server:
    """Return a server for a folder; a free port by default."""
    return Server((HOST, port), partial(Handler, directory=str(folder)))


def serve(folder: Path, port: int) -> None:
    """Serve a site until somebody presses Ctrl-C."""
    if not (folder / "index.html").is_file():
        sys.exit(f"no site in {folder}: run python -m lite build first")
    with server(folder, port) as served:
        print(f"http://{HOST}:{port}/  (Ctrl-C ends it)", flush=True)
        try:
            served.serve_forever()
        except KeyboardInterrupt:
            print()
