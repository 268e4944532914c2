"""Tournaments with hostile agents: each harms its own games only, and nothing of it stays."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from uuid import uuid4

import polygames as pg
from fuzzing.case import REFUSED
from fuzzing.hostile import HOSTILE, PLAYS, agent_file
from fuzzing.plugs import short_options
from polygames.arena import sandbox, supervisor

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fuzzing.case import Case, Run

__all__ = ["agents", "broken", "guests", "invited", "marked", "still_running"]

GUESTS = 3
"""Hostile agents in a tournament."""
LIMITS: dict[str, Any] = {"move_seconds": 1.0, "memory": 300}
LINE = 400
"""Letters of a reason."""
PATIENCE = 20.0
"""Seconds in which what was started has ended."""
MARK = "POLYGAMES_FUZZ"


def agents(run: Run) -> None:
    """Let some hostile agents play one that harms nobody, with the wall or without."""
    wall = supervisor.can_wall() and run.rng.random() < 2 / 3
    names = [name for name in of_case(run.case) if wall or not HOSTILE[name].needs_wall]
    options = {"seed": run.rng.randrange(1000), **short_options(run.game, run.rng)}
    if seats := pg.game(run.game).seats_option:
        options[seats] = 2
    about = f"{'wall' if wall else 'no wall'}: {names}"
    found = run.works(
        "tournament", about, lambda: invited(run.game, names, wall=wall, **options), seconds=60
    )
    run.counts["inputs"] += len(names)
    if found is not REFUSED:
        cup, left = found
        run.counts["games"] += len(cup.games)
        run.counts["faults"] += sum(game.failed is not None for game in cup.games)
        for what, said in broken(cup, names, left):
            run.found(what, f"{about}: {said}", "is not so")


def of_case(case: Case) -> list[str]:
    """Return some agents: all come in turn, in an order that depends on the seed."""
    order = list(HOSTILE)
    Random(f"{case.seed} {case.game}").shuffle(order)
    first = case.number * GUESTS
    return [order[place % len(order)] for place in range(first, first + GUESTS)]


def guests(*, wall: bool) -> list[str]:
    """Return the agents that can be invited where there is a wall, or none."""
    return [name for name, one in HOSTILE.items() if wall or not one.needs_wall]


def invited(
    game: str, names: Sequence[str], *, wall: bool, **options: Any
) -> tuple[pg.Tournament, list[str]]:
    """Let hostile agents play the one that harms nobody; return what came of it, and what stays."""
    with marked() as mark, patch.object(sandbox, "WALL", wall):
        players = [PLAYS, *(agent_file(name, HOSTILE[name], mark) for name in names)]
        given: dict[str, Any] = {"games": 2, "plan": "gauntlet", "workers": 1, "progress": False}
        cup = pg.tournament(game, players, on_failure="lose", **given, **LIMITS, **options)
        sandbox.end_kept()
        return cup, still_running(mark)


def broken(cup: pg.Tournament, names: Sequence[str], left: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the promises that a tournament has broken, and where."""
    if left:
        yield "nothing of an agent stays", str(left)
    if cup.faulty:
        yield "every agent can be made", str(cup.faulty)
    if len(cup.games) != 2 * len(names):
        yield "every game has a result", str(len(cup.games))
    for game in cup.games:
        (name,) = set(game.seats) - {PLAYS.name}
        said = f"{name}: {game.reason}"
        failed = None if game.failed is None else game.seats[game.failed]
        if failed == PLAYS.name:
            yield "one agent's fault costs the other nothing", said
        if len(game.reason) > LINE or not game.reason.isprintable():
            yield "a fault is told in a line", said
        loses = HOSTILE[name].loses
        if loses is not None and game.plies >= 2 and (failed == name) != loses:  # noqa: PLR2004 - it has moved
            yield f"an agent that {name} {'loses' if loses else 'does not lose'} by it", said


@contextmanager
def marked() -> Iterator[str]:
    """Mark what is started meanwhile: every process that it starts holds the mark."""
    mark = uuid4().hex
    os.environ[MARK] = mark
    try:
        yield mark
    finally:
        del os.environ[MARK]


def still_running(mark: str) -> list[str]:
    """Return the processes with a mark that do not end by themselves, killed by now."""
    end = time.monotonic() + PATIENCE
    while (found := holders(mark)) and time.monotonic() < end:
        time.sleep(0.05)
    for pid in found:
        with suppress(OSError):
            os.kill(pid, 9)
    return [*found.values()]


def holders(mark: str) -> dict[int, str]:
    """Return the commands of the processes that hold a mark, and have not ended."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            texts = [(folder / name).read_bytes() for name in ("environ", "cmdline")]
        except OSError:  # it has just ended
            continue
        if any(mark.encode() in text for text in texts) and folder.name != str(os.getpid()):
            found[int(folder.name)] = texts[1].replace(b"\0", b" ").decode(errors="replace")[:80]
    return found
