"""Pages of the repository as pages of the site; what is not there is linked to its source."""

from __future__ import annotations

import posixpath
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LINK: Final = re.compile(
    r"(?P<image>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)(?P<path>[^)#\s]+)(?P<place>#[^)\s]*)?\)"
)
"""A relative link or picture. Its words may have a pair of brackets in them."""

PLACES: Final = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
    "benchmarks/README.md": "benchmarks.md",
    "notebooks/teacher/README.md": "teacher/index.md",
    "polygames/__init__.py": "reference/index.md",
}
"""Where pages of the repository stand on the site, beside those of docs and of teachers."""


@cache
def address() -> str | None:
    """Return the address of the repository; None if it is not published."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: str | None = settings["project"].get("urls", {}).get("Source")
    return found


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


def moved(text: str, source: str, target: str, repository: str | None = address()) -> str:
    """Return a page of the repository for its place on the site, with links that are right there.

    `source` is where it stands in the repository, `target` where on the site. A file that is not on
    the site is linked to in the repository. If that has no address, the words stay without a link.

    Examples
    --------
    >>> moved("[so](../notebooks/teacher/01_nim.md#a)", "docs/lite.md", "lite.md")
    '[so](teacher/01_nim.md#a)'
    >>> moved("[it](../LICENSE)", "docs/lite.md", "lite.md", "https://a.example/b")
    '[it](https://a.example/b/blob/main/LICENSE)'
    >>> moved("[it](../LICENSE)", "docs/lite.md", "lite.md", None)
    'it'
    """

    def linked(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), found["path"]))
        there, words = place(path), f"{found['image']}[{found['words']}]"
        if there is not None:
            from_here = posixpath.relpath(there, posixpath.dirname(target) or ".")
            return f"{words}({from_here}{found['place'] or ''})"
        return f"{words}({repository}/blob/main/{path})" if repository else found["words"]

    return LINK.sub(linked, text)
