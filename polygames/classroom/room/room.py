"""A class without a network: pupils, tables, rounds, and all of it in the files of one folder.

Everything goes through a `Room`, from whichever thread; it says to those who `watch` it which table
has changed. What happened is in ``room.jsonl`` and in a file for each table, written before it is
told. A room that is opened on such a folder goes on where it stopped, whatever stopped it.

What a room can do stands by subject: `ledger.py` (what is written down, and what follows from it),
`seating.py` (pupils and tables), `racing.py` (a puzzle race), `playing.py` (at the tables),
`messages.py` (what is said and asked), and here rounds and results.
"""

from __future__ import annotations

import time
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from polygames.classroom.room import results, rounds
from polygames.classroom.room.ledger import synchronized
from polygames.classroom.room.messages import Messages
from polygames.classroom.room.playing import Playing
from polygames.core.options import refuse
from polygames.core.registry import game
from polygames.records.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from polygames.classroom.tables.setting import Setting
    from polygames.classroom.tables.table import Table


class Room(Playing, Messages):
    """A class: who is in it, and what they play.

    Parameters
    ----------
    setting
        What is played; None to go on with what is in the folder.
    folder
        Where everything is kept; None keeps nothing.
    now
        Tells the time, in seconds, for the clocks.
    rng
        Mixes the pupils for a round.

    Examples
    --------
    >>> from polygames.classroom.tables.setting import Setting
    >>> room = Room(Setting.of("polygon", {}))
    >>> ana, _ = room.join("Ana")
    >>> ben, _ = room.join("Ben")
    >>> table = room.table_of(ana.id)
    >>> room.play(ana, "A-C", version=table.version)
    True
    >>> table.state.turn == table.seat_of(ben.id)
    True
    """

    def __init__(
        self,
        setting: Setting | None,
        folder: Path | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        rng: Random | None = None,
    ) -> None:
        super().__init__(setting, folder, now)
        self._rng = rng or SystemRandom()
        self._resume()

    def _resume(self) -> None:
        """Go on with what was under way when the room was stopped."""
        if self.race is not None:
            self.race.go_on(self.tables.values(), is_held=self.is_paused)
        for table in tuple(self.tables.values()):
            self._go_on(table)  # it may have stopped between a move and the dice

    @synchronized
    def pair(
        self,
        how: str | Sequence[Sequence[str]] = "random",
        *,
        level: int | None = 2,
        start: Any = None,
        minutes: float | None = None,
    ) -> list[Table]:
        """Begin a new round: every pupil gets a table.

        Parameters
        ----------
        how
            ``"random"``, ``"swiss"``, ``"ladder"``, or by hand: groups of the ids of pupils.
        level
            Who is left over plays the computer at this level; None to wait.
        start
            A position, record or puzzle to start from; that of the class by default.
        minutes
            What each seat has on its clock; as the class was opened by default, 0 for no clock.
        """
        playing = self.setting.changed(start=start, minutes=minutes)
        groups, left = rounds.grouped(self, how, self._rng)
        self._end_race()
        ladder = rounds.climbed(self) if how == "ladder" else self.ladder
        played = {"start": playing.record, "minutes": playing.minutes}
        self._write(do="round", number=self.round + 1, ladder=ladder, **played)
        made = [self.put_up(group) for group in groups]
        if level is not None and playing.seats > 1 and game(playing.game).engine.levels:
            made += [self.put_up([who, *self._computers(level)]) for who in left]
        else:
            made += [self.put_up([who]) for who in left]
        return made

    @synchronized
    def results(self) -> list[dict[str, Any]]:
        """Return a row for each pupil: games, won, tied, lost, points.

        After a race also the puzzles that were solved, and where notebooks have reported the
        exercises that are right.
        """
        found = results.rows(self.people, self.games)
        tables = list(self.tables.values())
        more = {pupil.name: pupil.id for pupil in self.people}
        for row in found:
            who = more[row["name"]]
            if self.race is not None:
                row["puzzles"] = sum(t.is_solved for t in tables if who in t.seats)
            if self.progress:
                row["exercises"] = self.progress.count(who)
        return found

    @synchronized
    def cross_table(self) -> list[list[str]]:
        """Return who scored how many points against whom, with a head."""
        return results.cross(self.people, self.games)

    @synchronized
    def save(self, folder: Path | None = None) -> list[Path]:
        """Write every game as a record, and the results as CSV; return the files.

        Raises
        ------
        OptionError
            If the room has no folder and none is given.
        """
        to = folder or self.folder
        if to is None:
            refuse("where a class is saved", "must be a folder", to)
        made = []
        for table in self.tables.values():
            names = {seat: self.people.name(who) for seat, who in enumerate(table.seats)}
            table.record.players, table.record.seed = names, table.seed
            made.append(table.record.save(to / f"table-{table.number:03}.txt"))
        return [*made, write_whole(to / "results.csv", results.as_csv(self.results()))]
