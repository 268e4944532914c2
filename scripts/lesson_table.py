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

MAX_RUN_SECONDS: Final = 60
"""The maximum processor time of a run."""

MAX_CELL_SECONDS: Final = 10
"""The maximum processor time of a cell without compiled code."""

SLOWEST_CELL_COUNT: Final = 3
"""The number of cells that ``--cells`` names."""

KERNEL_MEMORY_BYTES: Final = 2 * 2**30
"""The memory limit of a run."""

COLUMN_HEADS: Final = (
    "lesson",
    "cells",
    "median",
    "longest",
    "words/line",
    "exercises",
    "wrong",
    "right",
)
TIME_HEADS: Final = ("cold s", "warm s", "MB")


def main() -> None:
    """Print the table; fail if a run takes too long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="such as 03_split; by default all")
    parser.add_argument("--run", action="store_true", help="run each notebook, cold and warm")
    parser.add_argument("--cells", action="store_true", help="name the slowest cells, cold")
    chosen = parser.parse_args()
    paths = [path for path in maker.lessons() if not chosen.names or path.stem in chosen.names]
    if chosen.cells:
        sys.exit(int(print_cells(paths)))
    print(table_row([*COLUMN_HEADS, *TIME_HEADS] if chosen.run else COLUMN_HEADS))
    print(table_row(["---"] * (len(COLUMN_HEADS) + len(TIME_HEADS) * chosen.run)))
    total, slow = [0, 0, 0, 0], False
    for path in paths:
        facts = count_lesson(maker.read(path))
        total = [a + b for a, b in zip(total, [facts[0], *facts[4:]], strict=True)]
        runs = measure_runs(path) if chosen.run else ()
        slow |= any(seconds > MAX_RUN_SECONDS for seconds in runs[:2])
        print(table_row([path.stem, *facts, *(f"{each:.0f}" for each in runs)]), flush=True)
    print(
        table_row(["all", total[0], "", "", "", *total[1:], *([""] * len(TIME_HEADS) * chosen.run)])
    )
    sys.exit(int(slow))


def table_row(fields: Any) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(map(str, fields))} |"


def count_lesson(lesson: maker.Notebook) -> list[Any]:
    """Return the counts of a lesson."""
    code = [maker.source(cell) for cell in lesson["cells"] if cell["cell_type"] == "code"]
    text = [maker.source(cell) for cell in lesson["cells"] if cell["cell_type"] == "markdown"]
    lengths = [sum(bool(each.strip()) for each in cell.splitlines()) for cell in code]
    lines = [line for cell in text for line in cell.splitlines()]
    words = sum(len(line.split()) for line in lines if not line.startswith(LESSON_LINK))
    answers = [cell["metadata"]["polygames"] for cell in lesson["cells"] if is_solution(cell)]
    given = [sum(len(each[kind]) for each in answers) for kind in ("wrong", "right")]
    ratio = f"{words / sum(lengths):.0f}"
    return [len(code), f"{median(lengths):g}", max(lengths), ratio, len(answers), *given]


def is_solution(cell: maker.Cell) -> bool:
    """Return True if a cell solves an exercise."""
    return cell["cell_type"] == "code" and "solution" in maker.tags(cell)


def print_cells(paths: list[Path]) -> bool:
    """Print the slowest cells of each lesson; return True if one takes too long."""
    print(table_row(["lesson", *(f"slowest {k}" for k in range(1, SLOWEST_CELL_COUNT + 1))]))
    print(table_row(["---"] * (SLOWEST_CELL_COUNT + 1)))
    slow = False
    for path in paths:
        with TemporaryDirectory() as compiled, environment(NUMBA_CACHE_DIR=compiled):
            cell_seconds = measure_cells(path)
        slowest = sorted(cell_seconds, key=cell_seconds.__getitem__, reverse=True)[
            :SLOWEST_CELL_COUNT
        ]
        slow |= any(seconds > MAX_CELL_SECONDS for seconds in cell_seconds.values())
        print(
            table_row([path.stem, *(f"{each} {cell_seconds[each]:.1f} s" for each in slowest)]),
            flush=True,
        )
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


def measure_cells(path: Path) -> dict[str, float]:
    """Run a lesson, and return the processor time of its kernel and workers by cell id."""
    notebook, cell_seconds = freezer.read(path), dict[str, float]()
    begun = 0.0

    def used_seconds() -> float:
        kernel = psutil.Process(client.km.provisioner.pid)
        return sum(map(processor_time, [kernel, *kernel.children(recursive=True)]))

    def start_cell(cell: Any, **_: object) -> None:  # noqa: ARG001 - nbclient names it so
        nonlocal begun
        begun = used_seconds()

    def end_cell(cell: Any, **_: object) -> None:
        cell_seconds[cell["id"]] = used_seconds() - begun

    with TemporaryDirectory() as work:
        client: Any = NotebookClient(
            notebook,
            timeout=freezer.CELL_TIMEOUT_SECONDS,
            kernel_name="python3",
            on_cell_execute=start_cell,
            on_cell_executed=end_cell,
            resources={"metadata": {"path": str(freezer.copy_folder(path, Path(work)))}},
        )
        client.execute()
    return cell_seconds


def processor_time(process: Any) -> float:
    """Return the processor time of a process and its finished children."""
    try:
        return float(sum(process.cpu_times()[:4]))
    except psutil.NoSuchProcess:
        return 0.0


def measure_runs(path: Path) -> list[float]:
    """Return the seconds of a cold and a warm run, and the larger memory peak in MB."""
    with TemporaryDirectory() as compiled:
        runs = [run_lesson(path, compiled) for _ in ("cold", "warm")]
    return [*(seconds for seconds, _ in runs), max(most for _, most in runs)]


def run_lesson(path: Path, compiled: str) -> tuple[float, float]:
    """Run a copy of a lesson in a separate process; return its seconds and memory peak in MB.

    Compiled code is cached in the folder `compiled`.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(path.read_bytes())
        task = subprocess.Popen(
            [sys.executable, maker.FREEZE_SCRIPT, copy],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"NUMBA_CACHE_DIR": compiled},
            preexec_fn=limit_memory,  # noqa: PLW1509 - no threads run here
        )
        _, status, used = os.wait4(task.pid, 0)
        task.returncode = os.waitstatus_to_exitcode(status)
    if task.returncode:
        sys.exit(f"{path.name} did not run to its end within {KERNEL_MEMORY_BYTES >> 20} MB")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def limit_memory() -> None:
    """Limit the memory of this process."""
    resource.setrlimit(resource.RLIMIT_DATA, (KERNEL_MEMORY_BYTES, KERNEL_MEMORY_BYTES))


if __name__ == "__main__":
    main()
