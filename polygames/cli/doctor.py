"""Say what is here: libraries, extras, threads, compiled code, what can be written, how fast it is.

The searches are compiled when they are first used, once on a machine, which takes a minute for all
of them. Who compiles ahead, with --compile, waits for none of it at a board.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version
from random import Random
from tempfile import TemporaryFile
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli import warm
from polygames.core.lazy import has
from polygames.runtime.compiling import HAS_NUMBA
from polygames.runtime.cooperative import has_threads
from polygames.runtime.random_numbers import below

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say

WITHOUT = {
    "numpy": "no ratings, no best sheet in hindsight; searches are slower",
    "numba": "searches are slower",
    "matplotlib": "no plots, no pictures in saved notebooks",
    "shapely": "no export of areas, no area plots",
    "ipycanvas": "boards are painted as SVG",
    "ipywidgets": "no boards",
    "anywidget": "no boards",
    "joblib": "matches run in one process",
}
"""What is not there without a library."""

EXTRAS = {
    "lab": "jupyterlab",
    "solve": "ortools",
    "study": "fsrs",
    "dask": "distributed",
    "ray": "ray",
    "openspiel": "pyspiel",
    "pettingzoo": "pettingzoo",
}
"""A library of each extra: where it is found, the extra is."""

MOVES = 300
"""So many random moves are played to say how fast Python is here."""


def add(parser: argparse.ArgumentParser) -> None:
    """Take one switch."""
    parser.add_argument("--compile", action="store_true", help="compile all searches now")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Look, and say what was found."""
    say(f"Python {python_version()} on {sys.platform}, polygames {pg.__version__}")
    libraries = {name: _version(name) for name in WITHOUT}
    for name, found in libraries.items():
        say(f"{name} {found or f'is missing: {WITHOUT[name]}'}")
    say("threads can be started" if has_threads() else "no threads: searches work in slices")
    extras = {name: has(library) for name, library in EXTRAS.items()}
    there = ", ".join(name for name, found in extras.items() if found) or "none"
    say(f"extras that are installed: {there}")
    say(f"records can{'' if (writable := _is_writable()) else 'not'} be saved in {Path.cwd()}")
    speeds = {name: moves_a_second(name) for name in pg.games()}
    said = ", ".join(f"{name} {speed}" for name, speed in speeds.items())
    say(f"moves a second by the rules, in Python: {said}; 'bench GAME' measures the searches")
    seconds = warm.run(given, say) if given.compile else {}
    place, count = compiled_files()
    if place is not None:
        said = f"{count} files of compiled code, kept in {place}"
        say(said if count else f"{said}; --compile makes them, or the first use of each search")
    elif HAS_NUMBA:
        say("compiled code cannot be kept: no directory can be written to")
    return {
        "version": pg.__version__,
        "python": python_version(),
        "libraries": libraries,
        "extras": extras,
        "threads": has_threads(),
        "writable": writable,
        "moves a second": speeds,
        "compiled": {"place": None if place is None else str(place), "files": count},
        "seconds": seconds,
    }


def moves_a_second(game: str) -> int:
    """Return how many random moves the rules of a game make in a second of the processor.

    Examples
    --------
    >>> moves_a_second("splinter") > 0
    True
    """
    rng, began = Random(1), process_time()
    state = pg.new(game)
    for _ in range(MOVES):
        state = pg.new(game) if state.outcome else state.play(state.legal_moves.sample(rng))
    return round(MOVES / max(process_time() - began, 1e-6))


def compiled_files() -> tuple[Path | None, int]:
    """Return where compiled code is kept (None: nowhere), and how many files there are."""
    directory = getattr(getattr(below, "_cache", None), "cache_path", None)
    if directory is None:
        return None, 0
    beside = Path(directory).name == "__pycache__"  # each module has its own
    place = Path(pg.__file__).parent if beside else Path(directory).parent
    return place, sum(1 for _ in place.rglob("*.nbc"))


def _is_writable() -> bool:
    """Say whether a file can be made in the working directory, by making one."""
    try:
        with TemporaryFile(dir=Path.cwd()):
            return True
    except OSError:
        return False


def _version(library: str) -> str | None:
    if not has(library):
        return None
    try:
        return version(library)
    except PackageNotFoundError:  # it was put there by hand
        return "of an unknown version"
