"""A class whose server is killed at any moment, and a second server that comes too early.

What a page was told to be done is there when the folder is opened again, and while the first server
lives nobody else opens it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import polygames as pg
from fuzzing.case import REFUSED
from fuzzing.kills import killed, tell, texts
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from fuzzing.case import Run

__all__ = ["classkills"]

PUPILS: Final = 4
MOST: Final = 60
"""Moves of a table until another one is put up."""


def classkills(run: Run) -> None:
    """Kill one server; open its folder again."""
    told = killed(run, in_a_class, run.folder, meanwhile=partial(come_too_early, run))
    if problem := told.pop("problem", None if told else "no move was kept in time"):
        run.found("a class", "the server that is killed", str(problem))
        return
    run.counts["kills"] += 1
    run.counts["moves kept"] += sum(map(len, told.values()))
    room = run.works("open after a kill", "the folder", lambda: Room(None, run.folder))
    if room is REFUSED:
        return
    for number, moves in told.items():
        played = texts(room.tables[int(number)].record)[: len(moves)]
        run.require(played == moves, "all moves are kept after a kill", (moves, played))
    room.close()


def come_too_early(run: Run) -> None:
    """Be a second server on the folder while the first one lives: it is refused, in our words."""
    try:
        Room(None, run.folder).close()
    except pg.PolygamesError:
        run.counts["second servers"] += 1
    else:
        run.found("a class", "a second server", "both have opened the folder")


def in_a_class(game: str, folder: Path, rng: Random, writer: int) -> None:
    """Play at all tables of a class by turns, and tell what is done."""
    room = Room(Setting.of(game, {}), folder, rng=rng)
    pupils = [room.seating.join(f"Pupil {number}")[0] for number in range(PUPILS)]
    room.rounds.pair()
    while True:
        for pupil in pupils:
            table = room.seating.table_of(pupil.id)
            if table is None or table.result is not None or len(table.record.moves) > MOST:
                room.rounds.pair()
                continue
            if table.is_on and table.state.turn == table.seat_of(pupil.id):
                move = table.state.view(table.state.turn).legal_moves.sample(rng)
                room.play(pupil, str(move), version=table.version)
                tell(writer, table.number, texts(table.record))
