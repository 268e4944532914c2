"""A tournament of which a process is killed at any moment: nothing goes on, no result is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.agents import PATIENCE, holders, marked, still_running
from fuzzing.case import REFUSED
from fuzzing.plugs import short_options
from polygames.arena import sandbox
from polygames.arena.submissions import AgentFile

if TYPE_CHECKING:
    from fuzzing.case import Run

__all__ = ["arenakills"]

LATEST = 6.0
"""Seconds until the kill, at most."""
PLAYS = """
import subprocess, time
def choose(state, rng):
    time.sleep(0.01)
    if state.ply < 2:
        subprocess.Popen(["sleep", "300"], start_new_session=True)
    return state.legal_moves.sample(rng)
"""
"""An agent that always begins something that would outlive it."""
AGENTS: list[Any] = [AgentFile("one", PLAYS), AgentFile("other", PLAYS), "random"]
PROGRAM = """
from fuzzing.arenakills import play
play({game!r}, {file!r}, {options!r}, {workers})
"""


def play(game: str, file: str | None, options: dict[str, Any], workers: int) -> pg.Tournament:
    """Play the tournament, or what of it is not in the file."""
    given: dict[str, Any] = {"games": 6, "move_seconds": 60, "progress": False}
    given |= {"on_failure": "lose", "file": file, "workers": workers}
    return pg.tournament(game, AGENTS, **given, **options)


def arenakills(run: Run) -> None:
    """Kill a process of a tournament, the program or one that it started; then play the rest."""
    options = {"seed": run.rng.randrange(1000), **short_options(run.game, run.rng)}
    if seats := pg.game(run.game).seats_option:
        options[seats] = 2
    file, workers = str(run.folder / "results.jsonl"), run.rng.choice((1, 2))
    with marked() as mark:
        killed = disturbed(run, mark, {"file": file, "workers": workers, "options": options})
        about = f"{killed} of {workers} workers with {options}"
        run.require(not still_running(mark), "nothing goes on after a kill", about)
    if killed == "nothing":
        return
    run.counts["kills"] += 1
    again = run.works("play on", about, lambda: play(run.game, file, options, 1), seconds=60)
    sandbox.end_kept()  # the agents leave something in each game
    plain = run.works("undisturbed", about, lambda: play(run.game, None, options, 1), seconds=60)
    sandbox.end_kept()
    if REFUSED not in (again, plain):
        run.counts["games"] += len(again.games)
        compare(run, again, plain, about)


def disturbed(run: Run, mark: str, given: dict[str, Any]) -> str:
    """Play a tournament in a program of its own and kill one process; say which."""
    paths = [str(Path(__file__).parents[1]), *filter(None, sys.path)]
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(game=run.game, **given)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        time.sleep(run.rng.uniform(0.1, LATEST))
        there = sorted(holders(mark).items())
        if program.poll() is not None or not there:
            return "nothing"
        victim, command = run.rng.choice([*there, (program.pid, "the program")])
        os.kill(victim, signal.SIGKILL)
        if victim != program.pid:
            program.wait(20 * PATIENCE)
    except ProcessLookupError:  # it has just ended
        return "nothing"
    else:
        return "the program" if victim == program.pid else command
    finally:
        program.kill()
        program.wait()


def compare(run: Run, again: pg.Tournament, plain: pg.Tournament, about: str) -> None:
    """Require that each game is there once, and as it was to be unless its agent was killed."""
    run.require(not plain.faulty and not again.faulty, "every agent can be made", about)
    keys = [(game.pair, game.seats) for game in again.games]
    wanted = [(game.pair, game.seats) for game in plain.games]
    run.require(keys == wanted, "no result is lost or doubled", f"{about}: {keys}")
    other = [pair for pair in zip(again.games, plain.games, strict=False) if pair[0] != pair[1]]
    run.counts["faults"] += len(other)
    is_told = all(sandbox.GONE in game.reason for game, _ in other)
    what = "only the game of the agent is lost"
    run.require(is_told and len(other) <= 1, what, f"{about}: {other}")
