"""Count the lines and modules of each folder, and hold them against the table of CONTRIBUTING.

Usage: python scripts/budget.py [--write]. Without it what is over is said; with it the numbers of
folders that have become smaller are lowered in the table.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "CONTRIBUTING.md"
ROW: Final = re.compile(r"^\| `([\w/]+)` \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
KINDS: Final = {".py", ".js", ".css", ".html"}
STEP: Final = 10
"""Numbers of lines are rounded up to this."""

Counts = dict[str, tuple[int, int]]


def folder_of(path: Path) -> str:
    """Return the folder by which a file is counted: a floor of the package, or a top folder.

    Examples
    --------
    >>> folder_of(Path("polygames/view/js/look.css")), folder_of(Path("tests/core/test_a.py"))
    ('polygames/view', 'tests')
    """
    parts = path.parts
    return "/".join(parts[:2]) if parts[0] == "polygames" and len(parts) > 2 else parts[0]  # noqa: PLR2004 - package, floor, file


def counted() -> Counts:
    """Return lines and modules of each folder."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    lines, modules = Counter[str](), Counter[str]()
    for name in map(Path, listed.stdout.split("\n")):
        if name.suffix in KINDS and len(name.parts) > 1 and (ROOT / name).is_file():
            lines[folder_of(name)] += (ROOT / name).read_text(encoding="utf-8").count("\n")
            modules[folder_of(name)] += 1
    return {folder: (count, modules[folder]) for folder, count in sorted(lines.items())}


def table_of(text: str) -> Counts:
    """Return the table as it stands in a text of CONTRIBUTING."""
    return {
        folder: (int(lines.replace(",", "")), int(modules.replace(",", "")))
        for folder, lines, modules in ROW.findall(text)
    }


def over(counts: Counts, budget: Counts) -> list[str]:
    """Say which folders have more than their budget.

    Examples
    --------
    >>> over({"tests": (120, 3)}, {"tests": (100, 3)})
    ['tests has 120 lines, its budget is 100: take away as much as you add']
    """
    said = []
    for folder, numbers in counts.items():
        for what, count, most in zip(("lines", "files"), numbers, budget[folder], strict=True):
            if count > most:
                why = f"{folder} has {count} {what}, its budget is {most}"
                said.append(f"{why}: take away as much as you add")
    return said


def lowered(text: str, counts: Counts) -> str:
    """Return CONTRIBUTING with the numbers of folders that have become smaller."""
    budget = table_of(text)

    def row(found: re.Match[str]) -> str:
        lines, modules = counts.get(found[1], (0, 0))
        least = (
            min(budget[found[1]][0], -(-lines // STEP) * STEP),
            min(budget[found[1]][1], modules),
        )
        return f"| `{found[1]}` | {least[0]:,} | {least[1]:,} |"

    return ROW.sub(row, text)


def main() -> int:
    """Hold the folders against the table, or lower it."""
    text, counts = PAGE.read_text(encoding="utf-8"), counted()
    if "--write" in sys.argv[1:]:
        PAGE.write_text(lowered(text, counts), encoding="utf-8")
    said = over(counts, table_of(text))
    print("\n".join(said) or "all folders are within their budgets")
    return bool(said)


if __name__ == "__main__":
    sys.exit(main())
