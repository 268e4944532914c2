"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex

__all__ = ["write_whole"]


def write_whole(path: str | os.PathLike[str], text: str) -> Path:
    """Write a text file so that a reader, or a crash, finds the old text or the new, never half.

    Returns
    -------
    pathlib.Path
        The path written.
    """
    path = Path(path)
    draft = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return path
