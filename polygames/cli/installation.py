"""Commands about this machine and the installation: games, lessons, compiled code."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version
from random import Random
from tempfile import TemporaryFile
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.arena.bubblewrap import has_bubblewrap, protection_text
from polygames.core.lazy_imports import EXTRA_BY_LIBRARY, is_available
from polygames.core.protocol import CHANCE
from polygames.lessons import notebooks
from polygames.lessons.copies import update_copies
from polygames.records.user_folder import DEFAULT_FOLDER_NAME
from polygames.runtime.jit import HAS_NUMBA
from polygames.runtime.random_numbers import random_below
from polygames.runtime.scheduling import has_threads

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from polygames.cli.arguments import PrintLine


def list_games(_: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """List the games with their agents and presets."""
    data = {}
    for name, info in _iter_loadable_games():
        print_line(f"{name}: {info.summary}")
        print_line(f"  agents: {', '.join(info.agents) or 'none'}")
        if info.presets:
            print_line(f"  presets: {', '.join(info.presets)}")
        data[name] = {
            "title": info.title,
            "summary": info.summary,
            "seats": info.seats,
            "agents": list(info.agents),
            "levels": list(info.level_names),
            "presets": list(info.presets),
            "options": info.defaults,
        }
    return data


def _iter_loadable_games() -> Iterator[tuple[str, pg.GameInfo]]:
    """Yield the name and info of each game; print an error for one that cannot be loaded."""
    for name in pg.games():
        try:
            info = pg.game(name)
        except pg.OptionError as error:
            print(error, file=sys.stderr)  # noqa: T201 - a command
        else:
            yield name, info


def warm(_: argparse.Namespace, print_line: PrintLine) -> dict[str, float]:
    """Compile the searches now, instead of at their first use, and cache the fonts."""
    from polygames.plots.png import png
    from polygames.search.analysis.readiness import WARM_UP_SECONDS, warm_up_agent
    from polygames.search.kernel_adapter import kernel_of
    from polygames.search.playouts import playouts

    seconds = {}
    for name, info in _iter_loadable_games():
        start = perf_counter()
        state = info.new()
        if kernel_of(state) is not None:
            playouts(state, games=1)
        while state.turn == CHANCE:
            state = state.play(state.legal_moves.sample(Random(0)))
        for agent in info.agents:
            warm_up_agent(info, agent, state)
        pg.analyse(state, seconds=WARM_UP_SECONDS)
        png(state)  # reads the fonts of this machine
        seconds[name] = perf_counter() - start
        print_line(f"{name}: warm after {seconds[name]:.1f} s")
    return seconds


# --- Lessons --------------------------------------------------------------------------------------


FIRST_NOTEBOOK = "00_play.ipynb"
SOLUTIONS_FOLDER = "solutions"


def add_notebooks(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``notebooks``: a folder and two flags."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="made if it is not there")
    parser.add_argument("--solutions", action="store_true", help="with the solutions, for teachers")
    parser.add_argument(
        "--update", action="store_true", help="add and refresh lessons in a folder of copies"
    )


def copy_notebooks(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Copy the lessons to a folder, to be opened in JupyterLab.

    No file is ever written over: if one of them is there, nothing is copied. With --update what is
    missing is copied, and a copy is refreshed if its original is newer and you have not edited it.
    """
    home, folder = notebooks(), args.folder
    names = [
        name for name in _iter_files(home) if args.solutions or name.parts[0] != SOLUTIONS_FOLDER
    ]
    if args.update:
        return _update_copies(home, names, folder, print_line)
    for name in names:
        if (folder / name).exists():
            msg = f"{folder / name} exists already: nothing was copied"
            raise pg.OptionError(msg)
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes((home / name).read_bytes())
    print_line(f"{len(names)} files in {folder}; begin with {folder / FIRST_NOTEBOOK}")
    return {"folder": str(folder), "files": [name.as_posix() for name in names]}


def _update_copies(
    source: Path, names: list[Path], folder: Path, print_line: PrintLine
) -> dict[str, Any]:
    """Update copies of the lessons.

    Print the files updated and those left because you edited them.
    """
    update = update_copies(source, names, folder)
    if FIRST_NOTEBOOK in update.copied:
        print_line(
            f"Your own copy of the lessons is in {folder}; begin with {folder / FIRST_NOTEBOOK}"
        )
    elif new := [*update.copied, *update.refreshed]:
        print_line(f"Updated in {folder}: {', '.join(new)}")
    if update.edited:
        names_text = ", ".join(update.edited)
        print_line(f"Edited by you and left as it is, although a newer one is out: {names_text}")
    return {"folder": str(folder), **update._asdict()}


def _iter_files(source: Path) -> Iterator[Path]:
    """Yield the relative paths of the lesson files, skipping hidden files and caches."""
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source)
        hidden = any(part.startswith((".", "__")) for part in name.parts)
        if (
            path.is_file() and not hidden and name.parts[0] != DEFAULT_FOLDER_NAME
        ):  # boards write there
            yield name


# --- What works here ------------------------------------------------------------------------------


MISSING_LIBRARY_EFFECTS = {
    "numpy": "no ratings, no best sheet in hindsight; searches are slower",
    "numba": "searches are slower",
    "matplotlib": "no plots, no pictures in saved notebooks",
    "shapely": "no export of areas, no area plots",
    "ipycanvas": "boards are painted as SVG",
    "ipywidgets": "no boards",
    "anywidget": "no boards",
    "joblib": "matches run in one process",
}
"""The consequences of a missing library, by its name."""

SPEED_TEST_MOVES = 300
"""The number of random moves in the test of Python's speed."""


def add_doctor(parser: argparse.ArgumentParser) -> None:
    """Add the argument of the command ``doctor``, a single flag."""
    parser.add_argument("--compile", action="store_true", help="compile all searches now")


def doctor(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Report on this installation: libraries, threads, compiled code, speed and folders.

    The searches are compiled when they are first used, once on a machine, which takes a minute for
    all of them. Who compiles ahead, with --compile, waits for none of it at a board.
    """
    print_line(f"Python {python_version()} on {sys.platform}, polygames {pg.__version__}")
    libraries = {name: _library_version(name) for name in MISSING_LIBRARY_EFFECTS}
    for name, found in libraries.items():
        print_line(f"{name} {found or f'is missing: {MISSING_LIBRARY_EFFECTS[name]}'}")
    print_line("threads can be started" if has_threads() else "no threads: searches work in slices")
    print_line(protection_text())
    extras = {extra: is_available(library) for library, extra in reversed(EXTRA_BY_LIBRARY.items())}
    there = ", ".join(name for name, found in extras.items() if found) or "none"
    print_line(f"extras that are installed: {there}")
    print_line(f"boards, reviews and classes keep what they write in {pg.folder().absolute()}")
    print_line(
        f"records can{'' if (writable := _is_writable()) else 'not'} be saved in {Path.cwd()}"
    )
    speeds = {name: _moves_per_second(name) for name in pg.games()}
    said = ", ".join(f"{name} {speed}" for name, speed in speeds.items())
    print_line(f"moves a second by the rules, in Python: {said}")
    seconds = warm(args, print_line) if args.compile else {}
    place, count = _count_compiled_files()
    if place is not None:
        said = f"{count} files of compiled code, kept in {place}"
        print_line(
            said if count else f"{said}; --compile makes them, or the first use of each search"
        )
    elif HAS_NUMBA:
        print_line("compiled code cannot be kept: no directory can be written to")
    return {
        "version": pg.__version__,
        "python": python_version(),
        "libraries": libraries,
        "extras": extras,
        "threads": has_threads(),
        "bubblewrap": has_bubblewrap(),
        "writable": writable,
        "moves a second": speeds,
        "compiled": {"place": None if place is None else str(place), "files": count},
        "seconds": seconds,
    }


def _moves_per_second(game: str) -> int:
    """Return how many random moves of a game can be played per second of CPU time."""
    rng, began = Random(1), process_time()
    state = pg.new(game)
    for _ in range(SPEED_TEST_MOVES):
        state = pg.new(game) if state.outcome else state.play(state.legal_moves.sample(rng))
    return round(SPEED_TEST_MOVES / max(process_time() - began, 1e-6))


def _count_compiled_files() -> tuple[Path | None, int]:
    """Return the folder with the compiled code, or None, and its number of files."""
    directory = getattr(getattr(random_below, "_cache", None), "cache_path", None)
    if directory is None:
        return None, 0
    beside = Path(directory).name == "__pycache__"  # one in each package folder
    place = Path(pg.__file__).parent if beside else Path(directory).parent
    return place, sum(1 for _ in place.rglob("*.nbc"))


def _is_writable() -> bool:
    """Return True if a temporary file can be created in the working directory."""
    try:
        with TemporaryFile(dir=Path.cwd()):
            return True
    except OSError:
        return False


def _library_version(library: str) -> str | None:
    if not is_available(library):
        return None
    try:
        return version(library)
    except PackageNotFoundError:  # it was copied there by hand
        return "of an unknown version"
