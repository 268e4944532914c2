"""Write benchmarks/README.md from the figures in benchmarks/results.

``python -m benchmarks.report``. Each part of the page is a function in `lib/parts`; it is left out
while there are no figures for it.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.lib import machine
from benchmarks.lib.parts import (
    analyses,
    arena,
    batch,
    board,
    classroom,
    fuzz,
    levels,
    lite,
    polygon,
    review,
    site,
    splinter,
    split,
    splitter,
    steady,
    study,
    take_it_easy,
    territory,
)

HEAD = """\
# Benchmarks

Written by `python -m benchmarks.report` from the JSON files in `results/`; no figure here was
typed. The scripts that wrote them stand by kind: `speed/`, `strength/`, `studies/` (what is so of a
game), `peers/` (others' ways to the same, to compare with), `training/`, and `lib/`, what they
share. Run them as the commands below say, from the repository, with the package installed.
"""

SUBJECTS = (
    board,
    classroom,
    lite,
    analyses,
    split,
    splinter,
    polygon,
    splitter,
    territory,
    take_it_easy,
    levels,
    review,
    steady,
    arena,
    study,
    batch,
    site,
    fuzz,
)
PAGE = Path(__file__).parent / "README.md"


def page() -> str:
    """Return the page."""
    functions = [pair for subject in SUBJECTS for pair in subject.PARTS.items()]
    parts = [part(figures) for name, part in functions if (figures := machine.read(name))]
    return "\n".join([HEAD, *parts])


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
