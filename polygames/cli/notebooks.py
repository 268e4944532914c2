"""Copy the lessons to a folder, to be opened in JupyterLab.

No file is ever written over: if one of them is there, nothing is copied.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames
from polygames.core.errors import OptionError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from polygames.cli.words import Say

__all__ = ["add", "lessons", "run"]

FIRST = "00_play.ipynb"
SOLUTIONS = "solutions"


def add(parser: argparse.ArgumentParser) -> None:
    """Take a folder."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="made if it is not there")
    parser.add_argument("--solutions", action="store_true", help="with the solutions, for teachers")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Copy."""
    home, folder = lessons(), given.folder
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


def lessons() -> Path:
    """Return the folder of the lessons: in an installed package, or beside one in its repository.

    Examples
    --------
    >>> (lessons() / "00_play.ipynb").is_file()
    True
    """
    package = Path(polygames.__file__).parent
    for home in (package / "notebooks", package.parent / "notebooks"):
        if (home / FIRST).is_file():
            return home
    msg = "this installation of polygames has no lessons"
    raise OptionError(msg)


def files(home: Path) -> Iterator[Path]:
    """Yield what belongs to the lessons, without what Jupyter and Python leave beside them."""
    for path in sorted(home.rglob("*")):
        name = path.relative_to(home)
        hidden = any(part.startswith((".", "__")) for part in name.parts)
        if path.is_file() and not hidden and name.parts[0] != "polygames-autosave":
            yield name
