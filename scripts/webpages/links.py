"""Links between pages of the site, and from there to files of the repository."""

from __future__ import annotations

import posixpath
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

REPOSITORY_ROOT: Final = Path(__file__).resolve().parents[2]
RELATIVE_LINK: Final = re.compile(
    r"(?P<image>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)(?P<path>[^)#\s]+)(?P<place>#[^)\s]*)?\)"
)
"""A relative link or picture. Its text may contain a pair of brackets."""

SITE_PAGES: Final = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
    "benchmarks/page.md": "benchmarks.md",
    "benchmarks/results.md": "results.md",
    "notebooks/teacher/README.md": "teacher/index.md",
    "polygames/__init__.py": "reference/index.md",
    "scripts/webpages/encodings.py": "encodings.md",
}
"""The page of the site for a file outside docs and notebooks/teacher."""

GENERATED_PAGES: Final = {
    "README.md",
    "benchmarks/page.md",
    "benchmarks/results.md",
    "polygames/__init__.py",
    "scripts/webpages/encodings.py",
}
"""The files of `SITE_PAGES` that a generator turns into a page. The others are copied."""


@cache
def repository_address() -> str | None:
    """Return the address of the repository; None if it is not published."""
    settings = tomllib.loads((REPOSITORY_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: str | None = settings["project"].get("urls", {}).get("Source")
    return found


def site_path(path: str) -> str | None:
    """Return the place of a file on the site, or None if the site has no page for it.

    Examples
    --------
    >>> place("docs/lite.md"), place("notebooks/teacher/01_nim.md"), place("LICENSE")
    ('lite.md', 'teacher/01_nim.md', None)
    """
    if path in SITE_PAGES:
        return SITE_PAGES[path]
    for folder, there in (("docs/", ""), ("notebooks/teacher/", "teacher/")):
        if path.startswith(folder):
            return there + path.removeprefix(folder)
    if rules := re.fullmatch(r"polygames/games/(\w+)/RULES\.md", path):
        return f"games/{rules[1]}.md"
    return None


def move_links(
    text: str, source: str, target: str, repository: str | None = repository_address()
) -> str:
    """Return the text of a page with its relative links changed for the site.

    `source` is the path of the page in the repository, and `target` its path on the site. A link to
    a file without a page leads to the repository. Without an address of the repository, only the
    text of the link is left.

    Examples
    --------
    >>> moved("[so](../notebooks/teacher/01_nim.md#a)", "docs/lite.md", "lite.md")
    '[so](teacher/01_nim.md#a)'
    >>> moved("[it](../LICENSE)", "docs/lite.md", "lite.md", "https://a.example/b")
    '[it](https://a.example/b/blob/main/LICENSE)'
    >>> moved("[it](../LICENSE)", "docs/lite.md", "lite.md", None)
    'it'
    """

    def replace_link(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), found["path"]))
        there, words = site_path(path), f"{found['image']}[{found['words']}]"
        if there is not None:
            from_here = posixpath.relpath(there, posixpath.dirname(target) or ".")
            return f"{words}({from_here}{found['place'] or ''})"
        return f"{words}({repository}/blob/main/{path})" if repository else found["words"]

    return RELATIVE_LINK.sub(replace_link, text)
