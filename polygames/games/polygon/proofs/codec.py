"""Bytes as text, compressed; read with care, as a file may hold anything."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os


def packed(data: bytes, level: int) -> str:
    """Return bytes as text, compressed more the higher the level, up to 9."""
    return b64encode(zlib.compress(data, level)).decode()


def unpacked(text: str, most: int) -> bytes:
    """Return the bytes that were packed; ValueError if there are none, or more than so many.

    A short text can stand for a thousand times as many bytes: no more are made than are wanted.
    """
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(b64decode(text, validate=True), most + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(data) > most:
        msg = f"it holds more than {most:,} bytes"
        raise ValueError(msg)
    if not stream.eof or stream.unused_data:
        msg = "it is cut off, or goes on after its end"
        raise ValueError(msg)
    return data


def text_of(path: str | os.PathLike[str], most: int) -> str:
    """Return the text of a file; ValueError if it is no text, or longer than so many bytes."""
    size = Path(path).stat().st_size
    if size > most:
        msg = f"it has {size:,} bytes, more than any such file"
        raise ValueError(msg)
    return Path(path).read_text(encoding="utf-8-sig")


def facts_of(text: str) -> dict[str, Any]:
    """Return what a JSON object holds; ValueError if the text is none."""
    try:
        facts = json.loads(text)
    except RecursionError:
        msg = "it is nested too deeply"
        raise ValueError(msg) from None
    if not isinstance(facts, dict):
        msg = f"it holds no facts but a {type(facts).__name__}"
        raise ValueError(msg)  # noqa: TRY004 - the text is what is wrong
    return facts
