"""What is done at the tables: moves, take-backs, the end of a game, dice and clocks."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from polygames.classroom.room.ledger import synchronized
from polygames.classroom.room.racing import Racing
from polygames.classroom.tables.setting import has_to_roll
from polygames.classroom.tables.table import EMPTY, Table, is_agent, is_pupil
from polygames.core.errors import IllegalMoveError, OptionError

if TYPE_CHECKING:
    from polygames.classroom.room.people import Pupil


class Playing(Racing):
    """What pupils do at their table, agents at theirs, and the teacher at all of them."""

    @synchronized
    def play(
        self,
        pupil: Pupil,
        move: Any,
        *,
        version: int,
        mark: str | None = None,
        table: int | None = None,
    ) -> bool:
        """Play a move for a pupil; see `Table.play`.

        Raises
        ------
        MoveError
            If it is refused; nothing has changed then.
        """
        at, seat = self._place(pupil, table)
        self._refuse_paused()
        is_new = version == at.version and mark in (None, at.mark)
        if is_new and at.puzzle is not None and at.is_on:
            self._judge(at, move)
        done = at.play(seat, move, version=version, mark=mark, by=pupil.key[:12])
        if done:
            self._follow(at)
        if done or at.result is not None:
            self._tell(at.number)
        return done

    @synchronized
    def answer(self, number: int, move: Any, *, version: int) -> bool:
        """Play the move of the agent that is to move at a table; False if it comes too late."""
        table = self.tables[number]
        who = table.seats[table.state.turn] if table.is_on and table.state.turn >= 0 else EMPTY
        if not is_agent(who) or self.is_paused:
            return False
        try:
            done = table.play(table.state.turn, move, version=version, by=who)
        except OSError:
            self._held_up.add(number)
            raise
        if done:
            self._follow(table)
            self._tell(number)
        return done

    @synchronized
    def ask_back(self, pupil: Pupil) -> None:
        """Ask to take back the pupil's last move; the other people at the table agree, or not."""
        table, seat = self._game_of(pupil)
        self._refuse_paused()
        table.ask_back(seat)
        self._tell(table.number)

    @synchronized
    def say_back(self, pupil: Pupil, *, yes: bool) -> None:
        """Agree that a move is taken back, or leave it."""
        table, seat = self._game_of(pupil)
        if table.asks_back is None:
            return
        if not yes:
            table.decline()
        else:
            table.agree(table.asks_back, by=seat)
        self._tell(table.number)

    @synchronized
    def give_up(self, pupil: Pupil) -> None:
        """Let the others at the pupil's table win."""
        table, seat = self._game_of(pupil)
        self._refuse_paused()
        if not table.is_full or table.is_closed:
            msg = "nobody plays here"
            raise IllegalMoveError(msg)
        table.give_up(seat)
        self._tell(table.number)

    @synchronized
    def again(self, pupil: Pupil) -> Table:
        """Put up the same table once more, the seats exchanged, after a game is over."""
        table, _ = self._game_of(pupil)
        if table.result is None:
            msg = "the game is not over"
            raise OptionError(msg)
        others = [who for who in table.seats if is_pupil(who)]
        if any(self.people.get(who) is None or self.table_of(who) is not table for who in others):
            msg = "somebody of this table plays elsewhere by now"
            raise OptionError(msg)
        first, *rest = table.seats
        minutes = table.minutes or 0
        return self.put_up([*rest, first], start=table.record.start, minutes=minutes)

    # At all tables

    @synchronized
    def pause(self, *, paused: bool = True) -> None:
        """Let all tables wait, and their clocks; or go on."""
        self._write(do="pause", paused=bool(paused))
        clocks = [table.clock for table in self.tables.values()]
        for clock in [*clocks, self.race.clock] if self.race else clocks:
            clock.hold(is_held=self.is_paused)
        self._tell(None)
        for number in tuple(self.tables):
            self._tell(number)

    @synchronized
    def throw(self, roll: str | None = None) -> str:
        """Throw the dice for all tables: they fall by chance, or as given.

        Raises
        ------
        OptionError
            If the class has not chosen ``dice="wall"``.
        """
        if self.setting.dice != "wall":
            msg = "the dice of this class are not thrown at the wall: open it with dice='wall'"
            raise OptionError(msg)
        start = self.setting.start.state
        if not has_to_roll(start):
            msg = f"{self.setting.game} does not begin with dice"
            raise OptionError(msg)
        fair = Random(f"{self.setting.seed}:{len(self.rolls)}")
        move = start.legal_moves.sample(fair) if roll is None else start.parse(roll)
        self._write(do="throw", text=str(move))
        for table in tuple(self.tables.values()):  # in a race who goes on sits down at a new one
            self._follow(table)
            self._tell(table.number)
        self._tell(None)
        return str(move)

    @synchronized
    def look_at_clocks(self) -> None:
        """End the games of those who have no time left; try again what a full disk has held up."""
        for number in tuple(self._held_up):
            self._held_up.discard(number)
            self._follow(self.tables[number])
            self._tell(number)
        for table in tuple(self.tables.values()):
            seat = table.clock.running
            table.clock.look()
            if seat is not None and table.is_on and table.clock.is_out(seat):
                table.run_out(seat)
                self._tell(table.number)
        if self.race is not None and not self.race.is_over:
            self.race.clock.look()
            if self.race.clock.is_out(0):
                self.end_race()
