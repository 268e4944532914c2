"""Write benchmarks/README.md from the figures in benchmarks/results.

``python benchmarks/report.py``. Each part of the page is a function in `parts`; it is left out
while there are no figures for it.
"""

from __future__ import annotations

from pathlib import Path

import machine
from parts import board, fuzz, polygon, splinter, split, splitter, territory

HEAD = """\
# Benchmarks

Written by `python benchmarks/report.py` from the JSON files in `results/`, which the scripts
below wrote; no figure here was typed. Run from the repository, with the package installed.
"""

SUBJECTS = (board, split, splinter, polygon, splitter, territory, fuzz)


def main() -> None:
    """Write the page."""
    functions = [pair for subject in SUBJECTS for pair in subject.PARTS.items()]
    parts = [part(figures) for name, part in functions if (figures := machine.read(name))]
    page = "\n".join([HEAD, *parts])
    (Path(__file__).parent / "README.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
