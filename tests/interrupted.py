"""A process to interrupt: it enters one door of a game after the other and says what came of it.

It is run as ``python interrupted.py GAME``. Before a door it says "enter", then one line: how
it came out again, and how many seconds the process has worked by then. Each door is first entered
for a moment, so that compiling does not count.

``python interrupted.py GAME SECONDS`` interrupts itself, at any moment, for so many seconds in each
door. It hangs or crashes if it is not as whole as before, which takes minutes to show.
"""

import asyncio  # noqa: F401 - interrupted halfway, its first import cannot be made good by Python
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from random import Random
from threading import Timer
from time import monotonic, process_time, sleep

from helpers import options_of, to_move

import polygames as pg
from polygames.search import playouts

STARTS = {"polygon": {"n": 13}, "territory": {"size": 14, "penalty": 0}}
"""Games of a length that no door comes to the end of, where the usual ones are too short."""
TWICE = ("solve", "hindsight", "exact hindsight")
"""Doors that take two interrupts in a row for an interrupt of the program."""
SOON = 2.1
"""Seconds after which an interrupt is a new one for them."""
LIMITS = {"depth": 40, "nodes": 2**60, "visits": 2**60}


def start(game):
    """Return the first state of a game in which a seat is to move."""
    return to_move(pg.new(game, **STARTS.get(game, {})), 0)


def doors(game):
    """Yield the name of each door, and calls that take a moment and for ever."""
    state, info = start(game), pg.game(game)
    for name, maker in info.engine.agent_makers.items():
        known = options_of(maker)
        if "seconds" not in known:
            continue
        moment = partial(choice, info, state, name, seconds=0.05)
        yield f"{name} seconds", moment, partial(choice, info, state, name, seconds=600)
        for limit in LIMITS.keys() & known:
            options = {"seconds": None, limit: LIMITS[limit]}
            yield f"{name} {limit}", moment, partial(choice, info, state, name, **options)
    timed = {"analyse": pg.analyse} | ({"solve": pg.solve} if state.seats > 1 else {})
    for name, door in timed.items():
        yield name, partial(door, state, seconds=0.1), partial(door, state, seconds=600)
    yield "playouts", partial(playouts, state, 1), partial(playouts, state, 10**9)
    if state.legal_moves.finite:
        yield "perft", partial(pg.perft, state, 1), partial(pg.perft, state, 30)
    if game == "splitter":
        yield "hindsight", partial(look_back, 0.05), partial(look_back, None)
        if find_spec("ortools"):
            yield "exact hindsight", partial(prove_best, 0.5), partial(prove_best, None)


def choice(info, state, name, **options):
    """Let an agent choose."""
    return info.agent(name, **options).choose(state, Random(0))


def look_back(seconds):
    """Look for the best sheet of hard rolls."""
    from polygames.games.splitter import hindsight

    return hindsight("B", hard_rolls(), seconds=seconds)


def prove_best(seconds):
    """Let OR-tools do it, which has a way of its own to hear an interrupt."""
    from polygames.games.splitter.best_sheet.exact import prove_best
    from polygames.games.splitter.pads import find_pad
    from polygames.runtime.clock import Clock

    return prove_best(find_pad("B"), hard_rolls(), (), 0, Clock(seconds))


def hard_rolls():
    """Return rolls for which no sheet is soon proved to be the best."""
    rng = Random(1)
    return [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(22)]


def say(line):
    """Write a line, to be read at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def enter_often(game, seconds):
    """Enter each door again and again, and be interrupted each time; say how often."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background has none
    rng = Random(0)
    for name, moment, for_ever in doors(game):
        moment()
        count, end = 0, monotonic() + seconds
        while monotonic() < end:
            timer = Timer(rng.uniform(0.03, 0.15), os.kill, (os.getpid(), signal.SIGINT))
            with suppress(KeyboardInterrupt):  # it may come before the door is entered
                timer.start()
                for_ever()
            timer.join()
            count += 1
            if name in TWICE:
                sleep(SOON)
        say(f"{name}: {count}")


def main():
    """Enter all doors of a game."""
    if sys.argv[2:]:
        enter_often(sys.argv[1], float(sys.argv[2]))
        return
    for name, moment, for_ever in doors(sys.argv[1]):
        moment()
        if name in TWICE:
            sleep(SOON)
        with suppress(KeyboardInterrupt):  # one that comes late, as the door is left
            say(f"enter {name}")
            try:
                for_ever()
                said = "returned"
            except KeyboardInterrupt:
                said = "raised"
            say(f"{said} {process_time()}")


if __name__ == "__main__":
    main()
