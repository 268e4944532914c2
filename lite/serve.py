"""A server for this machine only: any web host does the same for a class."""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Handler", "kept_for", "serve", "server"]

HOST: Final = "127.0.0.1"
DAY: Final = 86_400

TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
}
"""Without these a browser refuses modules, or compiles more slowly."""


def kept_for(path: str) -> str:
    """Say how long a browser may use a file without asking.

    What it asks for each time costs seconds at the second visit: a site has over a hundred files.

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
    """Sends files with the types and the lifetimes that the site needs."""

    protocol_version = "HTTP/1.1"  # one connection for many files
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self) -> None:
        """Say how long the file may be kept."""
        self.send_header("Cache-Control", kept_for(self.path))
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing: a page asks for hundreds of files."""


def server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server for a folder; a free port by default."""
    return ThreadingHTTPServer((HOST, port), partial(Handler, directory=str(folder)))


def serve(folder: Path, port: int) -> None:
    """Serve a site until somebody presses Ctrl-C."""
    if not (folder / "index.html").is_file():
        sys.exit(f"{folder} holds no site: run python -m lite build first")
    with server(folder, port) as served:
        print(f"http://{HOST}:{port}/  (Ctrl-C ends it)", flush=True)
        try:
            served.serve_forever()
        except KeyboardInterrupt:
            print()
