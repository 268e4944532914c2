"""The Python snippets of a page, run as a reader types them: in order, in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
BLOCK = re.compile(r"(?m)^(<!-- not run by the tests: [^\n]+ -->\n)?```python\n((?:.*\n)*?)```$")
NOT_RUN = {"classroom": 1, "many_machines": 3}
"""How many snippets of a page say that they need a class or a cluster, and are not run."""
FEWER_GAMES = {"pairs=1000": "pairs=1", "pairs=100": "pairs=1", "games=200": "games=2"}
"""What the pages play for minutes is played for seconds. All else is run as it is written."""


def pages():
    """Return the names of the pages that have snippets to run, without those that are doctests."""
    return [path.stem for path in sorted(DOCS.glob("*.md")) if any(snippets(path.stem))]


def snippets(page):
    """Return the snippets of a page that are run."""
    found = BLOCK.findall((DOCS / f"{page}.md").read_text(encoding="utf-8"))
    return [code for skipped, code in found if not skipped and not code.startswith(">>>")]


def skipped(page):
    """Return how many snippets of a page are not run."""
    found = BLOCK.findall((DOCS / f"{page}.md").read_text(encoding="utf-8"))
    return sum(bool(mark) for mark, _ in found)


def run(page, folder):
    """Run the snippets of a page one after the other in a new process; return how it ended."""
    code = "\n".join(snippets(page))
    for many, few in FEWER_GAMES.items():
        code = code.replace(many, few)
    file = folder / "typed.py"
    file.write_text(code, encoding="utf-8")
    where = folder / "empty"
    where.mkdir()
    environment = os.environ | {"MPLBACKEND": "agg", "HOME": str(folder)}
    command = [sys.executable, "-c", GUARDED, str(file)]
    return subprocess.run(
        command, cwd=where, env=environment, capture_output=True, text=True, check=False
    )


GUARDED = """
import runpy, sys
if __name__ == "__main__":
    runpy.run_path(sys.argv[1], run_name="typed")
"""
"""Worker processes import the main module anew: they must not run the page again."""
