"""Copy the lessons to a folder, to be opened in JupyterLab.

No file is ever written over: if one of them is there, nothing is copied.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.lessons import notebooks

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from polygames.cli.words import Say

FIRST = "00_play.ipynb"
SOLUTIONS = "solutions"


def add(parser: argparse.ArgumentParser) -> None:
    """Take a folder."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="made if it is not there")
    parser.add_argument("--solutions", action="store_true", help="with the solutions, for teachers")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Copy."""
    home, folder = notebooks(), given.folder
    names = [name for name in files(home) if given.solutions or name.parts[0] != SOLUTIONS]
    for name in names:
        if (folder / name).exists():
            msg = f"{folder / name} is there already: nothing was copied"
            raise OptionError(msg)
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes((home / name).read_bytes())
    say(f"{len(names)} files in {folder}; begin with {folder / FIRST}")
    return {"folder": str(folder), "files": [name.as_posix() for name in names]}


def files(home: Path) -> Iterator[Path]:
    """Yield what belongs to the lessons, without what Jupyter and Python leave beside them."""
    for path in sorted(home.rglob("*")):
        name = path.relative_to(home)
        hidden = any(part.startswith((".", "__")) for part in name.parts)
        if path.is_file() and not hidden and name.parts[0] != "polygames-autosave":
            yield name
