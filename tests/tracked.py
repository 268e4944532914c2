"""The notebooks of this project, without a user's own notebooks in the same folders.

Git lists them. In a copy without git, as from an archive, all notebooks count.
"""

import subprocess
from functools import cache
from pathlib import Path

REPOSITORY_ROOT = Path(__file__).resolve().parents[1]
IS_CLONE = (REPOSITORY_ROOT / ".git").exists()


@cache
def notebooks(folder="."):
    """Return the paths of the notebooks in a folder below `notebooks`; ``.`` is all of them."""
    inside = REPOSITORY_ROOT / "notebooks" / folder
    found = (
        {REPOSITORY_ROOT / name for name in _list_files("--cached")}
        if IS_CLONE
        else inside.rglob("*.ipynb")
    )
    return sorted(path for path in found if path.is_relative_to(inside) and path.is_file())


@cache
def untracked_notebooks():
    """Return the names of notebooks that git neither tracks nor ignores."""
    return sorted(_list_files("--others", "--exclude-standard")) if IS_CLONE else []


def _list_files(*options):
    command = ["git", "ls-files", "-z", *options, "notebooks/*.ipynb"]
    reply = subprocess.run(command, cwd=REPOSITORY_ROOT, capture_output=True, text=True, check=True)
    return [*filter(None, reply.stdout.split("\0"))]
