"""The address of a Pyodide distribution on the command line."""

from __future__ import annotations

from argparse import ArgumentTypeError
from urllib.parse import urlsplit

__all__ = ["address"]


def address(typed: str) -> str:
    """Return the address of a folder on the web, with the slash at its end.

    Examples
    --------
    >>> address("https://example.org/pyodide/full")
    'https://example.org/pyodide/full/'
    """
    parts = urlsplit(typed)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        msg = f"an address begins with https://, not {typed!r}"
        raise ArgumentTypeError(msg)
    return typed.rstrip("/") + "/"
