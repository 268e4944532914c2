"""A process for tests of interrupts, which makes the long calls of a game one after the other.

``python interrupted.py GAME`` prints "enter" and the name before each call. After it, a line has
the way in which the call ended and the CPU seconds of the process so far. A short call comes first,
so that compiling does not count.

``python interrupted.py GAME SECONDS`` interrupts itself at random moments, for so many seconds in
each call. A damaged state shows itself within minutes: the process hangs or crashes.
"""

import asyncio  # noqa: F401 - an interrupt during its first import would damage the module
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

LONG_GAMES = {"polygon": {"n": 13}, "territory": {"size": 14, "penalty": 0}}
"""Options of games so long that no call finishes, for games whose default is too short."""
DOUBLE_INTERRUPT_CALLS = ("solve", "hindsight", "exact hindsight")
"""Calls that treat two interrupts in a row as an interrupt of the program."""
INTERRUPT_PAUSE_SECONDS = 2.1
"""The time after which these calls treat an interrupt as a new one."""
LARGE_LIMITS = {"depth": 40, "nodes": 2**60, "visits": 2**60}


def start(game):
    """Return the first state of a game in which a seat is to move."""
    return to_move(pg.new(game, **LONG_GAMES.get(game, {})), 0)


def long_calls(game):
    """Yield the name of each long call, a short version of it, and one that never ends."""
    state, info = start(game), pg.game(game)
    for name, maker in info.engine.agent_makers.items():
        known = options_of(maker)
        if "seconds" not in known:
            continue
        moment = partial(choose_move, info, state, name, seconds=0.05)
        yield f"{name} seconds", moment, partial(choose_move, info, state, name, seconds=600)
        for limit in LARGE_LIMITS.keys() & known:
            options = {"seconds": None, limit: LARGE_LIMITS[limit]}
            yield f"{name} {limit}", moment, partial(choose_move, info, state, name, **options)
    timed = {"analyse": pg.analyse} | ({"solve": pg.solve} if state.seats > 1 else {})
    for name, call in timed.items():
        yield name, partial(call, state, seconds=0.1), partial(call, state, seconds=600)
    yield "playouts", partial(playouts, state, 1), partial(playouts, state, 10**9)
    if state.legal_moves.finite:
        yield "perft", partial(pg.perft, state, 1), partial(pg.perft, state, 30)
    if game == "splitter":
        yield "hindsight", partial(look_back, 0.05), partial(look_back, None)
        if find_spec("ortools"):
            yield "exact hindsight", partial(prove_best, 0.5), partial(prove_best, None)


def choose_move(info, state, name, **options):
    """Return the move that an agent chooses."""
    return info.agent(name, **options).choose(state, Random(0))


def look_back(seconds):
    """Search for the best sheet of hard rolls."""
    from polygames.games.splitter import hindsight

    return hindsight("B", hard_rolls(), seconds=seconds)


def prove_best(seconds):
    """Prove the best sheet of hard rolls with OR-tools, which handles interrupts in its own way."""
    from polygames.games.splitter.best_sheet.exact import prove_best
    from polygames.games.splitter.pads import find_pad
    from polygames.runtime.clock import Clock

    return prove_best(find_pad("B"), hard_rolls(), (), 0, Clock(seconds))


def hard_rolls():
    """Return rolls for which the proof of the best sheet takes long."""
    rng = Random(1)
    return [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(22)]


def write_line(line):
    """Write a line without buffering."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def interrupt_often(game, seconds):
    """Repeat each long call with an interrupt each time, and print the number of repetitions."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background has none
    rng = Random(0)
    for name, moment, for_ever in long_calls(game):
        moment()
        count, end = 0, monotonic() + seconds
        while monotonic() < end:
            timer = Timer(rng.uniform(0.03, 0.15), os.kill, (os.getpid(), signal.SIGINT))
            with suppress(KeyboardInterrupt):  # it may come before the call
                timer.start()
                for_ever()
            timer.join()
            count += 1
            if name in DOUBLE_INTERRUPT_CALLS:
                sleep(INTERRUPT_PAUSE_SECONDS)
        write_line(f"{name}: {count}")


def main():
    """Make all long calls of a game."""
    if sys.argv[2:]:
        interrupt_often(sys.argv[1], float(sys.argv[2]))
        return
    for name, moment, for_ever in long_calls(sys.argv[1]):
        moment()
        if name in DOUBLE_INTERRUPT_CALLS:
            sleep(INTERRUPT_PAUSE_SECONDS)
        with suppress(KeyboardInterrupt):  # it may come after the call
            write_line(f"enter {name}")
            try:
                for_ever()
                ending = "returned"
            except KeyboardInterrupt:
                ending = "raised"
            write_line(f"{ending} {process_time()}")


if __name__ == "__main__":
    main()
