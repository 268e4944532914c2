"""Print a table of the lessons: length, exercises, tested answers, and running times.

    python scripts/lesson_table.py [--run | --cells] [NAME...]

Each row has the number of code cells, their median and largest length in lines, the words of text
per line of code, the exercises, and the wrong and right answers in the tests.

With ``--run``, each notebook runs twice from top to bottom: cold (without compiled code) and warm,
in a process with 2 GB of memory. It fails if a run takes more than 60 s of processor time. With
``--cells``, each notebook runs once, cold, and the table names the slowest cells. It fails if a
cell takes more than 10 s, because graders stop a cell after 30 s. Processor time does not depend on
other programs.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import freeze_notebooks as freezer
import make_lessons as maker
import psutil  # type: ignore[import-untyped]  # it comes with ipykernel
from nbclient import NotebookClient
from write_address import LESSON_LINK

if TYPE_CHECKING:
    from collections.abc import Iterator

FREEZE: Final = Path(__file__).with_name("freeze_notebooks.py")

SECONDS: Final = 60
"""How long a run may take."""

CELL_SECONDS: Final = 10
"""How long a cell may take when nothing is compiled yet."""

NAMED: Final = 3
"""So many of the slowest cells are named."""

MEMORY: Final = 2 * 2**30
"""How much memory its kernel may use, in bytes."""

HEADS: Final = ("lesson", "cells", "median", "longest", "words/line", "exercises", "wrong", "right")
TIMES: Final = ("cold s", "warm s", "MB")


def main() -> None:
    """Print the table; fail if a run takes too long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="such as 03_split; by default all")
    parser.add_argument("--run", action="store_true", help="run each notebook, cold and warm")
    parser.add_argument("--cells", action="store_true", help="name the slowest cells, cold")
    chosen = parser.parse_args()
    paths = [path for path in maker.lessons() if not chosen.names or path.stem in chosen.names]
    if chosen.cells:
        sys.exit(int(say_cells(paths)))
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
    """Return the counts of a lesson."""
    code = [maker.source(cell) for cell in lesson["cells"] if cell["cell_type"] == "code"]
    text = [maker.source(cell) for cell in lesson["cells"] if cell["cell_type"] == "markdown"]
    lengths = [sum(bool(each.strip()) for each in cell.splitlines()) for cell in code]
    lines = [line for cell in text for line in cell.splitlines()]
    words = sum(len(line.split()) for line in lines if not line.startswith(LESSON_LINK))
    answers = [cell["metadata"]["polygames"] for cell in lesson["cells"] if is_answer(cell)]
    given = [sum(len(each[kind]) for each in answers) for kind in ("wrong", "right")]
    ratio = f"{words / sum(lengths):.0f}"
    return [len(code), f"{median(lengths):g}", max(lengths), ratio, len(answers), *given]


def is_answer(cell: maker.Cell) -> bool:
    """Return True if a cell solves an exercise."""
    return cell["cell_type"] == "code" and "solution" in maker.tags(cell)


def say_cells(paths: list[Path]) -> bool:
    """Print the slowest cells of each lesson; return True if one takes too long."""
    print(line(["lesson", *(f"slowest {k}" for k in range(1, NAMED + 1))]))
    print(line(["---"] * (NAMED + 1)))
    slow = False
    for path in paths:
        with TemporaryDirectory() as compiled, environment(NUMBA_CACHE_DIR=compiled):
            taken = seconds_of_cells(path)
        slowest = sorted(taken, key=taken.__getitem__, reverse=True)[:NAMED]
        slow |= any(seconds > CELL_SECONDS for seconds in taken.values())
        print(line([path.stem, *(f"{each} {taken[each]:.1f} s" for each in slowest)]), flush=True)
    return slow


@contextmanager
def environment(**variables: str) -> Iterator[None]:
    """Set environment variables for the kernels that start in this block."""
    old = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(old)


def seconds_of_cells(path: Path) -> dict[str, float]:
    """Run a lesson; return for each cell, by its id, the seconds of its kernel and its workers."""
    notebook, taken = freezer.read(path), dict[str, float]()
    begun = 0.0

    def used() -> float:
        kernel = psutil.Process(client.km.provisioner.pid)
        return sum(map(processor_time, [kernel, *kernel.children(recursive=True)]))

    def before(cell: Any, **_: object) -> None:  # noqa: ARG001 - nbclient names it so
        nonlocal begun
        begun = used()

    def after(cell: Any, **_: object) -> None:
        taken[cell["id"]] = used() - begun

    with TemporaryDirectory() as work:
        client: Any = NotebookClient(
            notebook,
            timeout=freezer.SECONDS,
            kernel_name="python3",
            on_cell_execute=before,
            on_cell_executed=after,
            resources={"metadata": {"path": str(freezer.folder_copy(path, Path(work)))}},
        )
        client.execute()
    return taken


def processor_time(process: Any) -> float:
    """Return the seconds that a process and those of its children that have ended used."""
    try:
        return float(sum(process.cpu_times()[:4]))
    except psutil.NoSuchProcess:
        return 0.0


def measured(path: Path) -> list[float]:
    """Return the seconds of a cold run and of a warm one, and the most memory in MB."""
    with TemporaryDirectory() as compiled:
        runs = [run(path, compiled) for _ in ("cold", "warm")]
    return [*(seconds for seconds, _ in runs), max(most for _, most in runs)]


def run(path: Path, compiled: str) -> tuple[float, float]:
    """Run a copy of a lesson in a process of its own; return its seconds and its most memory in MB.

    Compiled code is kept in the folder `compiled`.
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
    """Limit the memory of this process."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
