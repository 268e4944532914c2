"""Pages of the repository as pages of the site; what is not there is linked to its source."""

from __future__ import annotations

import posixpath
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LINK: Final = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?(?=\))")

PLACES: Final = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
    "benchmarks/README.md": "benchmarks.md",
    "notebooks/teacher/README.md": "teacher/index.md",
}
"""Where pages of the repository stand on the site, beside those of docs and of teachers."""


@cache
def address() -> str:
    """Return the address of the repository."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(settings["project"]["urls"]["Source"])


def place(path: str) -> str | None:
    """Return where a file of the repository stands on the site; None if it does not.

    Examples
    --------
    >>> place("docs/lite.md"), place("notebooks/teacher/01_nim.md"), place("LICENSE")
    ('lite.md', 'teacher/01_nim.md', None)
    """
    if path in PLACES:
        return PLACES[path]
    for folder, there in (("docs/", ""), ("notebooks/teacher/", "teacher/")):
        if path.startswith(folder):
            return there + path.removeprefix(folder)
    if rules := re.fullmatch(r"polygames/games/(\w+)/RULES\.md", path):
        return f"games/{rules[1]}.md"
    return None


def moved(text: str, source: str, target: str) -> str:
    """Return a page of the repository for its place on the site, with links that are right there.

    `source` is where it stands in the repository, `target` where on the site.

    Examples
    --------
    >>> moved("[so](../notebooks/teacher/01_nim.md#a)", "docs/lite.md", "lite.md")
    '[so](teacher/01_nim.md#a)'
    >>> moved("[it](../LICENSE)", "docs/lite.md", "lite.md").endswith("/blob/main/LICENSE)")
    True
    """

    def linked(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), found[1]))
        there = place(path)
        if there is None:
            return f"{address()}/blob/main/{path}"
        return posixpath.relpath(there, posixpath.dirname(target) or ".") + (found[2] or "")

    return LINK.sub(linked, text)
