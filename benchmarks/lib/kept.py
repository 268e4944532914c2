"""Rows of a long study, written down as they are found: broken off, it goes on there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from polygames.records.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path


def read(path: Path) -> list[Any]:
    """Return the rows of a file; a line that was broken off is left out, with all after it."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        try:
            found.append(json.loads(line))
        except ValueError:
            break
    return found


def write(path: Path, rows: list[Any]) -> None:
    """Write all rows, as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, "".join(f"{json.dumps(row)}\n" for row in rows))
