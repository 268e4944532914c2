"""The notebooks of this project, without those that somebody has made beside them.

Git lists them. In a copy without git, as from an archive, all that are there count.
"""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IS_CLONE = (ROOT / ".git").exists()


@cache
def notebooks(folder="."):
    """Return the paths of the notebooks in a folder below `notebooks`; ``.`` is all of them."""
    inside = ROOT / "notebooks" / folder
    found = {ROOT / name for name in _listed("--cached")} if IS_CLONE else inside.rglob("*.ipynb")
    return sorted(path for path in found if path.is_relative_to(inside) and path.is_file())


@cache
def others():
    """Return the names of notebooks that git does not track and was not told to ignore."""
    return sorted(_listed("--others", "--exclude-standard")) if IS_CLONE else []


def _listed(*options):
    command = ["git", "ls-files", "-z", *options, "notebooks/*.ipynb"]
    reply = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [*filter(None, reply.stdout.split("\0"))]
