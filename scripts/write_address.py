"""Write the address of this repository to all places that link to it, or remove it.

    python scripts/write_address.py            the address of the git remote `origin`
    python scripts/write_address.py --remote upstream
    python scripts/write_address.py --none     no address: nothing is published

It writes the Binder badge of the README, `Source` in `pyproject.toml`, `repository-code` in
`CITATION.cff`, and the Binder link in the first cell of each lesson. Commit what it changes.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

REPOSITORY_ROOT: Final = Path(__file__).resolve().parents[1]
ADDRESS_COMMENT: Final = "scripts/write_address.py"
"""The end of the comment above the address in a text file."""
README_WITHOUT: Final = (
    "To let others play in a browser without an installation, publish your copy on GitHub or GitLab"
    " and run `python scripts/write_address.py`. It adds a Binder badge here."
)
LESSON_LINK: Final = "[Open this lesson in your browser]"


def public_address(remote: str) -> str | None:
    """Return the address of the web page of a git remote, or None if it has none.

    Examples
    --------
    >>> public_address("git@github.com:someone/games.git")
    'https://github.com/someone/games'
    >>> public_address("https://token@gitlab.com/school/games.git/")
    'https://gitlab.com/school/games'
    >>> public_address("../games") is None
    True
    """
    if found := re.fullmatch(r"[\w.-]+@([\w.-]+\.\w+):(.+)", remote.strip()):  # as scp writes it
        host, path = found.groups()
    else:
        parts = urlsplit(remote.strip())
        if parts.scheme not in {"http", "https", "ssh", "git"} or not parts.hostname:
            return None
        host, path = parts.hostname, parts.path
    return f"https://{host}/{path.strip('/').removesuffix('.git')}"


def binder(address: str, notebook: str) -> str:
    """Return the Binder address that opens a notebook of a repository.

    Examples
    --------
    >>> binder("https://github.com/someone/games", "00_play.ipynb")
    'https://mybinder.org/v2/gh/someone/games/HEAD?urlpath=lab/tree/notebooks/00_play.ipynb'
    """
    path = urlsplit(address).path.strip("/")
    place = {
        "github.com": f"gh/{path}",
        "gitlab.com": f"gl/{quote(path, safe='')}",
    }.get(urlsplit(address).netloc, f"git/{quote(address, safe='')}")
    return f"https://mybinder.org/v2/{place}/HEAD?urlpath=lab/tree/notebooks/{notebook}"


def with_address(name: str, text: str, address: str | None) -> str:
    """Return the text of a file of the repository with another address, or without one."""
    if name.endswith(".ipynb"):
        return _notebook_with_address(Path(name).name, text, address)
    lines = {"README.md": README_WITHOUT} if address is None else _lines(address)
    comment = rf"(^(?:#|<!--) [^\n]*{re.escape(ADDRESS_COMMENT)}(?: -->)?\n)"
    written = f"{lines[name]}\n" if name in lines else ""
    return re.sub(rf"{comment}(?:[^\n]+\n)*", rf"\g<1>{written}", text, count=1, flags=re.MULTILINE)


def _lines(address: str) -> dict[str, str]:
    """Return the lines after the comment in each text file."""
    badge = f"[![Binder](https://mybinder.org/badge_logo.svg)]({binder(address, '00_play.ipynb')})"
    return {
        "README.md": f"{badge} Play in your browser, without an installation.",
        "pyproject.toml": f'[project.urls]\nSource = "{address}"',
        "CITATION.cff": f"repository-code: {address}",
    }


def _notebook_with_address(name: str, text: str, address: str | None) -> str:
    """Change the first cell line by line, so that the file differs nowhere else."""
    blank = '    "\\n",\n'
    text = re.sub(
        rf'^    "{re.escape(LESSON_LINK)}.*\n{re.escape(blank)}', "", text, flags=re.MULTILINE
    )
    if address is None:
        return text
    link = f"{LESSON_LINK}({binder(address, name)}): on Binder, with nothing to install.\n"
    title = rf'(^    "# .*\n{re.escape(blank)})'
    added = f"    {json.dumps(link)},\n{blank}"
    return re.sub(title, lambda found: found[1] + added, text, count=1, flags=re.MULTILINE)


def files() -> list[str]:
    """Return the names of the files that can contain the address."""
    lessons = [
        path.name for path in sorted((REPOSITORY_ROOT / "notebooks/solutions").glob("[0-9]*.ipynb"))
    ]
    copies = [f"notebooks/{folder}{name}" for folder in ("", "solutions/") for name in lessons]
    return ["README.md", "pyproject.toml", "CITATION.cff", *copies]


def write(address: str | None, root: Path = REPOSITORY_ROOT) -> list[str]:
    """Write the address to all files below a folder; return the names of those that changed."""
    changed = []
    for name in files():
        path = root / name
        old = path.read_text(encoding="utf-8")
        new = with_address(name, old, address)
        if new != old:
            path.write_text(new, encoding="utf-8")
            changed.append(name)
    return changed


def main(args: Sequence[str]) -> str | None:
    """Write the address of a remote; return an error message or None."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--remote", default="origin", help="the name of a git remote")
    parser.add_argument("--none", action="store_true", help="remove the address")
    given = parser.parse_args(args)
    address = None
    if not given.none:
        command = ["git", "remote", "get-url", given.remote]
        reply = subprocess.run(
            command, cwd=REPOSITORY_ROOT, capture_output=True, text=True, check=False
        )
        address = public_address(reply.stdout) if reply.returncode == 0 else None
        if address is None:
            found = reply.stdout.strip() or "no such remote"
            return (
                f"expected a remote {given.remote!r} with a web address, found: {found}."
                f" Publish the repository, then: git remote add {given.remote} URL"
            )
    changed = write(address)
    print(f"{address or 'no address'}: {len(changed)} files changed")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
