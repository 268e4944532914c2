"""Computers at the tables: they think in threads, and a move counts if its table still waits."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

from polygames.classroom.tables.table import is_agent
from polygames.core.registry import game
from polygames.runtime.cooperative import thinking
from polygames.runtime.workers import as_exception

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.classroom.room import Room
    from polygames.classroom.tables.table import Table
    from polygames.core.protocol import State


class Computers:
    """The agents of a class.

    Parameters
    ----------
    room
        Whose tables they sit at.
    fail
        Is told of an agent that gave no move: its name, and the error.
    threads
        How many think at a time.
    """

    def __init__(
        self, room: Room, fail: Callable[[str, Exception], None], *, threads: int = 2
    ) -> None:
        self._room, self._fail = room, fail
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="polygames-class")
        self._asked: dict[int, int] = {}
        """The version of each table for which an agent thinks, or has thought."""

    def look(self, table: Table) -> None:
        """Have an agent think if it is to move at a table."""
        who = mover(table)
        if who is None or self._room.is_paused or self._asked.get(table.number) == table.version:
            return
        self._asked[table.number] = table.version
        rng = Random(f"{table.seed}:{table.state.ply}")
        view = table.state.view(table.state.turn)
        self._pool.submit(self._think, table.number, table.version, who, view, rng)

    def again(self) -> None:
        """Ask once more at each table: a class that was paused goes on."""
        self._asked.clear()
        for table in tuple(self._room.tables.values()):
            self.look(table)

    def close(self) -> None:
        """Let nobody begin to think."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _think(self, number: int, version: int, who: str, view: State[Any], rng: Random) -> None:
        try:
            with thinking():
                move = game(view.game).agent(who).choose(view, rng)
            self._room.answer(number, move, version=version)
        except OSError as error:  # a full disk: it is asked again when the room tells of it
            self._asked.pop(number, None)
            self._fail(who, error)
        except BaseException as error:  # noqa: BLE001 - the teacher is told, and the class goes on
            self._fail(who, as_exception(error))


def mover(table: Table) -> str | None:
    """Return the agent that is to move at a table; None if it is a person, or nobody."""
    if not table.is_on or table.state.turn < 0:
        return None
    who = table.seats[table.state.turn]
    return who if is_agent(who) else None
