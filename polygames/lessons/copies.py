"""Copies of the lessons in the user's folder, and their updates."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from polygames.records.atomic_files import read_bytes, write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

ORIGINALS_FILE: Final = ".polygames-originals.json"
"""The file beside the copies with the digests of the originals; JupyterLab does not list it."""


class Digests(NamedTuple):
    """The hashes of an original file: of its whole content, and of its cells' sources only.

    JupyterLab saves new outputs as soon as a cell runs. So the second one covers only the cells'
    sources of a notebook. For any other file both are equal.
    """

    file: str
    sources: str


class Update(NamedTuple):
    """The names of the files that an update has copied, refreshed, or left because of edits."""

    copied: list[str]
    refreshed: list[str]
    edited: list[str]
    """The files with a newer original that the user has edited."""


def update_copies(originals: Path, names: Iterable[Path], folder: Path) -> Update:
    """Copy missing files to a folder and refresh unedited copies; return the files' names.

    Parameters
    ----------
    originals, names
        The folder of the originals, and the files' names in it.
    folder
        The folder of the copies. It is made if it does not exist.
    """
    known, update = _read_originals(folder), Update([], [], [])
    for name in names:
        key, copy = name.as_posix(), folder / name
        content = read_bytes(originals / name)
        new = _digests(content)
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(copy, content)
            update.copied.append(key)
        elif _is_newer(new, known.get(key), copy):
            is_edited = _digests(read_bytes(copy)).sources not in _unedited_digests(
                new, known.get(key)
            )
            if not is_edited:
                write_atomically(copy, content)
            (update.edited if is_edited else update.refreshed).append(key)
        known[key] = new
    write_atomically(folder / ORIGINALS_FILE, json.dumps(known, indent=1))
    return update


def _is_newer(new: Digests, old: Digests | None, copy: Path) -> bool:
    """Return True if the original has changed since it was copied, or differs from the copy."""
    return new != old if old else new.file != _digests(read_bytes(copy)).file


def _unedited_digests(new: Digests, old: Digests | None) -> set[str]:
    """Return the source hashes that identify an unedited copy."""
    return {new.sources, old.sources} if old else {new.sources}


def _digests(content: bytes) -> Digests:
    whole = sha256(content).hexdigest()
    try:
        cells = json.loads(content)["cells"]
        sources = [[cell["cell_type"], "".join(cell["source"])] for cell in cells]
    except (ValueError, TypeError, KeyError):  # it is not a notebook
        return Digests(whole, whole)
    return Digests(whole, sha256(json.dumps(sources).encode()).hexdigest())


def _read_originals(folder: Path) -> dict[str, Digests]:
    """Return the saved hashes of the originals by file name; empty if they cannot be read."""
    try:
        saved = json.loads(read_bytes(folder / ORIGINALS_FILE))
        return {name: Digests(*map(str, digests)) for name, digests in saved.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
