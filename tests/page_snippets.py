"""The Python snippets of a page, run as a reader types them: in order, in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

DOCS_FOLDER = Path(__file__).resolve().parents[1] / "docs"
PYTHON_BLOCK = re.compile(
    r"(?m)^(<!-- not run by the tests: [^\n]+ -->\n)?```python\n((?:.*\n)*?)```$"
)
SKIPPED_COUNTS = {"any_language": 1, "board": 1, "classroom": 1, "many_machines": 2}
"""The number of snippets of a page that do not run: they need a class, a cluster or a program."""
FEWER_GAMES = {"games=2000": "games=2", "games=200": "games=2"}
"""Replacements in the code, so that long matches take seconds. All other code is unchanged."""


def pages():
    """Return the names of the pages with snippets to run. Doctests are no such snippets."""
    return [path.stem for path in sorted(DOCS_FOLDER.glob("*.md")) if any(snippets(path.stem))]


def snippets(page):
    """Return the snippets of a page that are run."""
    found = PYTHON_BLOCK.findall((DOCS_FOLDER / f"{page}.md").read_text(encoding="utf-8"))
    return [code for skipped, code in found if not skipped and not code.startswith(">>>")]


def count_skipped(page):
    """Return the number of snippets of a page that are not run."""
    found = PYTHON_BLOCK.findall((DOCS_FOLDER / f"{page}.md").read_text(encoding="utf-8"))
    return sum(bool(mark) for mark, _ in found)


def run(page, folder):
    """Run the snippets of a page one after the other in a new process; return the result."""
    code = "\n".join(snippets(page))
    for many, few in FEWER_GAMES.items():
        code = code.replace(many, few)
    file = folder / "typed.py"
    file.write_text(code, encoding="utf-8")
    where = folder / "empty"
    where.mkdir()
    environment = os.environ | {"MPLBACKEND": "agg", "HOME": str(folder)}
    command = [sys.executable, "-c", GUARDED_RUN, str(file)]
    return subprocess.run(
        command, cwd=where, env=environment, capture_output=True, text=True, check=False
    )


GUARDED_RUN = """
import runpy, sys
if __name__ == "__main__":
    runpy.run_path(sys.argv[1], run_name="typed")
"""
"""A main module for the page. Worker processes import it, and must not run the page again."""
