"""What a search keeps on disk, to go on from another day."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from polygames.core.errors import OptionError
from polygames.core.files import write_whole

if TYPE_CHECKING:
    import os

    from polygames.games.polygon._search import Table

__all__ = ["Checkpoint", "packed", "unpacked"]

FORMAT = "polygames polygon checkpoint 2"
MOST = 1 << 20
"""How many positions of the table are kept: those that cost the most."""


class Checkpoint:
    """A file of facts, JSON, written whole or not at all."""

    EVERY = 120.0
    """Seconds from one writing to the next."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.written = monotonic()

    @property
    def is_due(self) -> bool:
        """Whether it is time to write again."""
        return monotonic() - self.written > self.EVERY

    def write(self, position: str, facts: dict[str, Any]) -> None:
        """Write facts about a position."""
        write_whole(self.path, json.dumps({"format": FORMAT, "position": position, **facts}))
        self.written = monotonic()

    def read(self, position: str) -> dict[str, Any]:
        """Return the facts about a position.

        Raises
        ------
        OptionError
            If the file is about another position, or about none.
        """
        try:
            facts = json.loads(self.path.read_text(encoding="utf-8"))
            about = facts["position"] if facts["format"] == FORMAT else None
        except (ValueError, KeyError, TypeError) as error:
            msg = f"{self.path} is no checkpoint of polygon that can be read: {error}"
            raise OptionError(msg) from None
        if about != position:
            msg = f"the checkpoint {self.path} is about another position: {about!r}"
            raise OptionError(msg)
        return dict(facts)


def packed(table: Table) -> str:
    """Return what matters most in a table as text."""
    rows = np.flatnonzero(table.work)
    if rows.size > MOST:
        rows = rows[np.argpartition(table.work[rows], rows.size - MOST)[rows.size - MOST :]]
    return b64encode(zlib.compress(b"".join(part[rows].tobytes() for part in table), 1)).decode()


def unpacked(text: str, table: Table) -> None:
    """Put into a table what another one held."""
    from polygames.games.polygon._search import Table, fill

    data = zlib.decompress(b64decode(text))
    count, at = len(data) // sum(part.itemsize for part in table), 0
    columns: list[Any] = []
    for part in table:
        columns.append(np.frombuffer(data, part.dtype, count, at).copy())
        at += columns[-1].nbytes
    fill(table, Table(*columns))
