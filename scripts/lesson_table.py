"""Say how long the lessons are, how many answers test their checks, and what running them takes.

    python scripts/lesson_table.py [--run] [NAME...]

For each notebook: cells of code, the median and the longest of them in lines, words of text per
line of code, exercises, wrong and right answers that the tests give. With ``--run`` each one is run
from top to bottom twice, cold (nothing compiled is kept) and warm, in a process that may have 2 GB
of memory; it fails where a run takes more than 60 s. Seconds are those of the processor, so that
other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

import make_lessons as maker

FREEZE: Final = Path(__file__).with_name("freeze_notebooks.py")

SECONDS: Final = 60
"""How long a run may take."""

MEMORY: Final = 2 * 2**30
"""How much memory its kernel may use, in bytes."""

HEADS: Final = ("lesson", "cells", "median", "longest", "words/line", "exercises", "wrong", "right")
TIMES: Final = ("cold s", "warm s", "MB")


def main() -> None:
    """Print the table; fail if a run takes too long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="such as 03_split; all without one"
    )
    parser.add_argument("--run", action="store_true", help="run each one, cold and warm")
    chosen = parser.parse_args()
    paths = [path for path in maker.lessons() if not chosen.names or path.stem in chosen.names]
    print(line([*HEADS, *TIMES] if chosen.run else HEADS))
    print(line(["---"] * (len(HEADS) + len(TIMES) * chosen.run)))
    total, slow = [0, 0, 0, 0], False
    for path in paths:
        facts = facts_of(maker.read(path))
        total = [a + b for a, b in zip(total, [facts[0], *facts[4:]], strict=True)]
        runs = measured(path) if chosen.run else ()
        slow |= any(seconds > SECONDS for seconds in runs[:2])
        print(line([path.stem, *facts, *(f"{each:.0f}" for each in runs)]), flush=True)
    print(line(["all", total[0], "", "", "", *total[1:], *([""] * len(TIMES) * chosen.run)]))
    sys.exit(int(slow))


def line(fields: Any) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(map(str, fields))} |"


def facts_of(lesson: maker.Notebook) -> list[Any]:
    """Return what is counted in a lesson."""
    code = [maker.source(cell) for cell in lesson["cells"] if cell["cell_type"] == "code"]
    text = [maker.source(cell) for cell in lesson["cells"] if cell["cell_type"] == "markdown"]
    lengths = [sum(bool(each.strip()) for each in cell.splitlines()) for cell in code]
    words = sum(len(each.split()) for each in text)
    answers = [cell["metadata"]["polygames"] for cell in lesson["cells"] if is_answer(cell)]
    given = [sum(len(each[kind]) for each in answers) for kind in ("wrong", "right")]
    ratio = f"{words / sum(lengths):.0f}"
    return [len(code), f"{median(lengths):g}", max(lengths), ratio, len(answers), *given]


def is_answer(cell: maker.Cell) -> bool:
    """Say whether a cell solves an exercise."""
    return cell["cell_type"] == "code" and "solution" in maker.tags(cell)


def measured(path: Path) -> list[float]:
    """Return the seconds of a cold run and of a warm one, and the most memory in MB."""
    with TemporaryDirectory() as compiled:
        runs = [run(path, compiled) for _ in ("cold", "warm")]
    return [*(seconds for seconds, _ in runs), max(most for _, most in runs)]


def run(path: Path, compiled: str) -> tuple[float, float]:
    """Run a lesson in a process of its own; return its seconds and its most memory in MB.

    Parameters
    ----------
    path
        The lesson; a copy of it runs.
    compiled
        The folder where compiled code is kept.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(path.read_bytes())
        task = subprocess.Popen(
            [sys.executable, FREEZE, copy],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"NUMBA_CACHE_DIR": compiled},
            preexec_fn=limited,  # noqa: PLW1509 - no threads run here
        )
        _, status, used = os.wait4(task.pid, 0)
        task.returncode = os.waitstatus_to_exitcode(status)
    if task.returncode:
        sys.exit(f"{path.name} did not run to its end within {MEMORY >> 20} MB")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def limited() -> None:
    """Let a process have so much memory and no more."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
