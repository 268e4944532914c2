"""Seconds until an analysis says something: with nothing compiled, and after.

``python -m benchmarks.speed.first_look [--games G ...]``. For each game in processes of their own,
from the start of the first analysis, the package imported: until the quick look is there, and until
the search itself has its first answer. First with an empty folder of compiled code, then with what
that process has left there; at last again in the same process. The times are those of the clock and
of the processor.

And what a person waits for who presses *Analyse*, *Hint* or *Review* first of all, with nothing
compiled: until something is told, and the longest time in which nothing new is, until the compiler
begins, which the board says. A hint is the analysis of the start of a game; the review is of
twenty moves.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from itertools import pairwise
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from benchmarks.lib import machine
from polygames.runtime.compiling import when_compiling
from polygames.search import deepen
from polygames.search.analysis.readiness import is_quick_look
from polygames.search.review import reviewing

if TYPE_CHECKING:
    from collections.abc import Iterator

OPTIONS: Final[dict[str, dict[str, Any]]] = {"polygon": {"n": 10}, "territory": {"penalty": 0.5}}
PLIES: Final = 4
REVIEWED: Final = 20
"""How many moves the game has that is reviewed."""
BUTTONS: Final = ("Analyse", "Hint", "Review")


def position(game: str) -> pg.State[Any]:
    """Return a position in which a player is to move."""
    state, rng = pg.new(game, **OPTIONS.get(game, {})), Random(3)
    while state.ply < PLIES or state.turn == pg.CHANCE:
        state = state.play(state.legal_moves.sample(rng))
    return state


def times(state: pg.State[Any]) -> dict[str, list[float]]:
    """Return the seconds, by the clock and of the processor, of the first look and the search."""
    wall, spent = perf_counter(), process_time()
    found: dict[str, list[float]] = {}
    for answer in deepen(state):
        now = [round(perf_counter() - wall, 3), round(process_time() - spent, 3)]
        found.setdefault("first look", now)
        if not is_quick_look(answer):
            found["search"] = now
            break
    return found


def pressed(game: str, button: str) -> Iterator[bool]:
    """Do what a button does; yield, for each answer, whether it is a quick look."""
    if button == "Review":
        rng, record = Random(3), pg.Record(pg.new(game, **OPTIONS.get(game, {})))
        while record.state.outcome is None and record.state.ply < REVIEWED:
            record.push(record.state.legal_moves.sample(rng))
        yield from (each.is_quick_look for each in reviewing(record, at_once=True))
        return
    state, rng = pg.new(game, **OPTIONS.get(game, {})), Random(3)
    while state.turn == pg.CHANCE:
        state = state.play(state.legal_moves.sample(rng))
    answers = deepen(position(game) if button == "Analyse" else state)
    yield from (is_quick_look(each) for each in answers)


def waits(game: str, button: str) -> None:
    """Press a button, print what a person waits for, and end the process: what follows is long."""
    told = [(perf_counter(), process_time())]

    def end() -> None:
        if len(told) == 1:  # nothing was told before it is compiled
            told.append((perf_counter(), process_time()))
        gaps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(told)]
        longest = max(gaps)
        first = [round(each, 3) for each in gaps[0]]
        row = {"first": first, "longest": [round(each, 3) for each in longest], "told": len(gaps)}
        print(json.dumps(row), flush=True)
        os._exit(0)

    with when_compiling(end):
        for is_quick in pressed(game, button):
            told.append((perf_counter(), process_time()))
            if not is_quick:
                break
    end()


def in_own_process(game: str, folder: str, button: str = "") -> dict[str, Any]:
    """Measure in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.speed.first_look", "--one", game]
    command += ["--button", button] if button else []
    env = os.environ | {"NUMBA_CACHE_DIR": folder}
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - this very Python
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure, print and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=pg.games())
    parser.add_argument("--one", choices=pg.games(), help="in this process, printed only")
    parser.add_argument("--button", choices=BUTTONS, help="with --one: what is pressed")
    parser.add_argument("--buttons", action="store_true", help="measure these only")
    options = parser.parse_args()
    if options.one and options.button:
        waits(options.one, options.button)
    if options.one:
        state = position(options.one)
        print(json.dumps({"first": times(state), "again": times(state)}))
        return
    kept = machine.read("first_look")
    figures, buttons = kept.get("games", {}), kept.get("buttons", {})
    for game in options.games:
        buttons[game] = {}
        for button in BUTTONS:
            with tempfile.TemporaryDirectory() as folder:
                buttons[game][button] = in_own_process(game, folder, button)
            print(f"{game:10} {button:17} {buttons[game][button]}", flush=True)
    for game in () if options.buttons else options.games:
        with tempfile.TemporaryDirectory() as folder:
            cold, warm = in_own_process(game, folder), in_own_process(game, folder)
        figures[game] = {
            "nothing compiled": cold["first"],
            "compiled": warm["first"],
            "again": warm["again"],
        }
        for when, row in figures[game].items():
            print(f"{game:10} {when:17} {row}", flush=True)
    load = round(os.getloadavg()[0], 1)
    machine.write("first_look", {"games": figures, "buttons": buttons, "load": load})


if __name__ == "__main__":
    main()
