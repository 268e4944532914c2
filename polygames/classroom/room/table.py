"""A table: one game between some seats, as the lines of a log.

Each action is written to the log before it is carried out. An action that is refused, late or
repeated writes nothing, so it changes nothing. A table is restored by replaying its lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import IllegalMoveError, OptionError, RecordError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.records.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import Seat, State
    from polygames.records.log import Log

EMPTY_SEAT: Final = ""
"""The occupant of a seat that is still free."""

MAX_TAKEBACKS: Final = 100
"""Takebacks of a seat in one game; each is a line of the table's file."""

PUZZLE_OPPONENT: Final = "puzzle"
"""The occupant of the other seats at the table of a puzzle."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a game: the winners (several share the win), and the reason."""

    winners: frozenset[Seat]
    reason: str

    def points(self, seat: Seat) -> float:
        """Return 1 for a win, a share of it for a tie, 0 for a loss.

        Examples
        --------
        >>> TableResult(frozenset({0, 1}), "no move left").points(0)
        0.5
        """
        return 1 / len(self.winners) if seat in self.winners else 0.0


class TableClock:
    """The seconds that each seat has left; they run for one seat at a time.

    Without minutes there is no time limit.

    Examples
    --------
    >>> times = iter([0.0, 70.0])
    >>> clock = TableClock(1, 2, lambda: next(times))
    >>> clock.run(0)
    >>> clock.update()
    >>> clock.left, clock.is_out(0)
    ([0.0, 60.0], True)
    """

    def __init__(self, minutes: float | None, seats: int, now: Callable[[], float]) -> None:
        self.left = None if minutes is None else [60.0 * minutes] * seats
        """The seconds left, by seat, at the last update."""
        self._now, self._since = now, 0.0
        self.running: Seat | None = None
        """The seat whose clock is running; None if no clock is."""
        self._is_held = False

    def update(self) -> None:
        """Subtract the time that has passed since the last update."""
        if self.left is None or self.running is None or self._is_held:
            return
        now = self._now()
        self.left[self.running] = max(0.0, self.left[self.running] - now + self._since)
        self._since = now

    def run(self, seat: Seat | None) -> None:
        """Run the clock of a seat from now on, or stop all clocks (None)."""
        if self.left is None:
            return
        self.update()
        self.running = seat if seat is None or seat >= 0 else None
        self._since = self._now()

    def hold(self, *, is_held: bool) -> None:
        """Pause or resume the clock."""
        if self.left is None or is_held == self._is_held:
            return
        self.update()
        self._is_held, self._since = is_held, self._now()

    def runs_for(self, seat: Seat) -> bool:
        """Return True if the clock of a seat is running now."""
        return self.left is not None and self.running == seat and not self._is_held

    def take(self, left: Sequence[float] | None) -> None:
        """Set the seconds left to those recorded with a move."""
        if self.left is not None and left is not None:
            self.left = list(left)

    def is_out(self, seat: Seat) -> bool:
        """Return True if a seat has no time left."""
        return self.left is not None and self.left[seat] <= 0


class Table:
    """A game at a table, with its seats, clock and result, restored from its log.

    Examples
    --------
    >>> from polygames.records.log import Log
    >>> table = Table.new(1, Log(), pg.Record(pg.new("polygon")), ["p1", "p2"])
    >>> table.play(0, "A-C", version=table.version)
    True
    >>> table.play(0, "A-C", version=table.version - 1)  # it came twice
    False
    >>> table.state.turn
    1
    """

    def __init__(self, number: int, log: Log, now: Callable[[], float]) -> None:
        if not log.entries or log.entries[0].get("do") != "start":
            msg = f"{log.path or 'the log'}: a table begins with a line that says how it starts"
            raise RecordError(msg)
        self.number, self.log = number, log
        start = log.entries[0]
        with log.follow(start, str):
            self._begin(start, now)
        for entry in log.entries[1:]:
            with log.follow(entry, self.state.to_text):
                self._do(entry)

    def _begin(self, start: dict[str, Any], now: Callable[[], float]) -> None:
        """Set up the table from the first line of its log."""
        self.record = Record.from_text(start["record"])
        self.seats: list[str] = list(start["seats"])
        if list(map(type, self.seats)) != [str] * self.record.start.seats:
            msg = f"expected who sits on each of {self.record.start.seats} seats, not {self.seats}"
            raise RecordError(msg)
        """The occupant of each seat: the id of a pupil, the name of an agent, or `EMPTY_SEAT`."""
        self.round: int = start["round"]
        self.seed: int = start["seed"]
        self.puzzle: int | None = start.get("puzzle")
        """The number of the puzzle at this table; None for a game."""
        self.race_left: float | None = start.get("race_left")
        """The seconds left in the race at the start of this puzzle."""
        self.wrong = 0
        """The number of wrong moves at the puzzle."""
        self.is_solved = False
        self.minutes: float | None = start["minutes"]
        self.clock = TableClock(self.minutes, len(self.seats), now)
        self.asks_back: Seat | None = None
        """The seat that requests a takeback."""
        self.given_up: TableResult | None = None
        self.is_struck = False
        """Whether the teacher has voided the result."""
        self.is_closed = False
        """Whether play at this table has ended, finished or not."""

    @classmethod
    def new(
        cls,
        number: int,
        log: Log,
        record: Record,
        seats: Sequence[str],
        *,
        minutes: float | None = None,
        seed: int = 0,
        round_number: int = 0,
        race: tuple[int, float] | None = None,
        now: Callable[[], float] = lambda: 0.0,
    ) -> Table:
        """Create a table; write the first line of its log."""
        text = record.to_text()
        begun = {"seats": list(seats), "minutes": minutes, "seed": seed, "round": round_number}
        if race is not None:
            begun["puzzle"], begun["race_left"] = race
        log.add("", do="start", record=text, **begun)
        return cls(number, log, now)

    @property
    def state(self) -> State[Any]:
        """The current state of the game."""
        return self.record.state

    @property
    def version(self) -> int:
        """The number of lines in the log; a message for another version is out of date."""
        return len(self.log.entries)

    @property
    def mark(self) -> str:
        """The hash of the next line; unique to this table and this moment."""
        return self.log.mark(self.state.to_text())

    @property
    def result(self) -> TableResult | None:
        """The result of the game; None while it is being played."""
        if self.given_up is not None:
            return self.given_up
        outcome = self.state.outcome
        return None if outcome is None else TableResult(outcome.winners, outcome.reason)

    @property
    def counts(self) -> bool:
        """Whether the game is over and its result counts.

        A game that ended by resignation or on time does not count unless every winner has moved.
        """
        if self.result is None or self.is_struck:
            return False
        return self.given_up is None or all(map(self.has_played, self.given_up.winners))

    @property
    def is_full(self) -> bool:
        """Whether every seat is occupied."""
        return EMPTY_SEAT not in self.seats

    @property
    def is_on(self) -> bool:
        """Whether a move can be made."""
        return self.is_full and self.result is None and not self.is_closed

    @property
    def rolled(self) -> int:
        """The number of dice rolls in the game so far."""
        return sum(node.state.turn == CHANCE for node in self.record.path[:-1])

    @property
    def mover(self) -> str:
        """The id of the pupil, or the name of the agent, to move; else `EMPTY_SEAT`."""
        return self.seats[self.state.turn] if self.is_on and self.state.turn >= 0 else EMPTY_SEAT

    def seat_of(self, who: str) -> Seat | None:
        """Return the seat of a player; None if not at this table."""
        return self.seats.index(who) if who in self.seats else None

    def sit(self, seat: Seat, who: str) -> None:
        """Assign a seat to a pupil or an agent."""
        self._write(do="sit", seat=seat, who=who)

    def play(
        self, seat: Seat, move: Any, *, version: int, mark: str | None = None, by: str = ""
    ) -> bool:
        """Play a move, given as such or as text; return False if it is late or repeated.

        `version`, and `mark` if it is known, are those of the position that the move was meant for.
        `by` goes into the log: the start of the hash of the pupil's token, or the name of an agent.
        A refused move changes nothing.
        """
        if version != self.version or mark not in (None, self.mark):
            return False
        if not self.is_on:
            raise IllegalMoveError(self._why_off())
        if self.state.turn != seat:
            msg = "it is not your turn"
            raise IllegalMoveError(msg)
        text = str(self.legal(move))
        self.clock.update()
        if self.clock.is_out(seat):
            self.run_out(seat)
            return False
        left = self.clock.left and [round(seconds, 1) for seconds in self.clock.left]
        self._write(do="move", seat=seat, text=text, left=left, by=by)
        return True

    def roll(self, move: Any = None) -> None:
        """Roll the dice: the given roll, or a random one from the table's seed."""
        rng = Random(f"{self.seed}:{self.state.ply}")
        rolled = self.state.legal_moves.sample(rng) if move is None else self.legal(move)
        self._write(do="roll", text=str(rolled))

    @property
    def is_begun(self) -> bool:
        """Whether any seat has moved in a game that is not over."""
        return any(map(self.has_moved, range(len(self.seats))))

    def has_moved(self, seat: Seat) -> bool:
        """Return True if a seat has a move that could be taken back."""
        return self.result is None and self._last_of(seat) is not None

    def has_played(self, seat: Seat) -> bool:
        """Return True if the record has a move of a seat."""
        return self._last_of(seat) is not None

    def has_acted(self, seat: Seat) -> bool:
        """Return True if a seat has moved, or lost by resignation or on time."""
        ended = self.given_up is not None and seat not in self.given_up.winners
        return ended or self.has_played(seat)

    def strike(self, *, is_struck: bool) -> None:
        """Void the result of a finished game, or restore it."""
        if self.result is None or self.puzzle is not None:
            msg = f"expected a finished game, but table {self.number} has none: wait for its end"
            raise OptionError(msg)
        if is_struck != self.is_struck:
            self._write(do="strike", struck=is_struck)

    def ask_back(self, seat: Seat) -> None:
        """Request a takeback of this seat's last move.

        It is granted at once if no other person sits at the table.
        """
        if not self.has_moved(seat):
            msg = "there is no move of yours to undo"
            raise IllegalMoveError(msg)
        back = sum(each["do"] == "back" and each["seat"] == seat for each in self.log.entries)
        if back >= MAX_TAKEBACKS:
            msg = f"you have undone {MAX_TAKEBACKS} moves in this game: no more are possible"
            raise IllegalMoveError(msg)
        people = [who for at, who in enumerate(self.seats) if at != seat and is_pupil(who)]
        self.asks_back = seat
        if not people:
            self.agree(seat, by=None)

    def agree(self, asked: Seat, by: Seat | None) -> bool:
        """Grant a takeback to the seat that requested it; return False if there is no request."""
        if asked != self.asks_back or by == asked:
            return False
        ply = self._last_of(asked)
        self.asks_back = None
        if ply is None:
            return False
        self._write(do="back", ply=ply, seat=asked)
        return True

    def decline(self) -> None:
        """Decline the requested takeback."""
        self.asks_back = None

    def give_up(self, seat: Seat) -> None:
        """Resign for a seat: the other seats win."""
        self._end(seat, "gives up")

    def run_out(self, seat: Seat) -> None:
        """End the game for a seat without time: the other seats win."""
        self._end(seat, "no time left")

    def miss(self) -> None:
        """Record a wrong move at the puzzle."""
        self._write(do="wrong")

    def solve(self) -> None:
        """Record the puzzle as solved, and close the table."""
        self._write(do="solved")

    def close(self) -> None:
        """Close the table: no further moves are possible."""
        if not self.is_closed:
            self._write(do="close")

    def _end(self, loser: Seat, reason: str) -> None:
        if self.result is not None:
            msg = "the game is over"
            raise IllegalMoveError(msg)
        self._write(do="end", seat=loser, reason=reason)

    def _why_off(self) -> str:
        if self.result is not None:
            return "the game is over"
        return "this table is closed" if self.is_closed else "the other player is not here yet"

    def legal(self, move: Any) -> Any:
        """Return a move if it is legal. Raise IllegalMoveError, or a parse error, if not."""
        if isinstance(move, str):
            return info_of(self.state).parse(self.state, move)
        if move not in self.state.legal_moves:
            msg = f"illegal move {str(move)!r}"
            raise IllegalMoveError(msg)
        return move

    def _last_of(self, seat: Seat) -> int | None:
        """Return the index of a seat's last move on the path; None if it has not moved."""
        path = self.record.path
        found = [at for at, node in enumerate(path[:-1]) if node.state.turn == seat]
        return found[-1] if found else None

    def _write(self, **content: Any) -> None:
        """Append a line to the log, then apply it."""
        self._do(self.log.add(self.state.to_text(), **content))

    def _do(self, entry: dict[str, Any]) -> None:
        """Apply a line of the log."""
        match entry:
            case {"do": "move" | "roll", "text": text}:
                self.record.push(text)
                self.asks_back = None
                self.clock.take(entry.get("left"))
            case {"do": "back", "ply": ply}:
                while len(self.record.path) - 1 > ply:
                    self.record.pop()
            case {"do": "sit", "seat": seat, "who": who}:
                self.seats[seat] = who
            case {"do": "end", "seat": loser, "reason": reason}:
                others = frozenset(range(len(self.seats))) - {loser}
                self.given_up = TableResult(others, reason)
            case {"do": "wrong"}:
                self.wrong += 1
            case {"do": "solved"}:
                self.is_solved = self.is_closed = True
            case {"do": "close"}:
                self.is_closed = True
            case {"do": "strike", "struck": bool(struck)}:
                self.is_struck = struck
        self.clock.run(self.state.turn if self.is_on and self.record.moves else None)


def is_pupil(who: str) -> bool:
    """Return True if the occupant of a seat is the id of a pupil.

    Examples
    --------
    >>> is_pupil("p12"), is_pupil("level 2"), is_pupil("")
    (True, False, False)
    """
    return who[:1] == "p" and who[1:].isdecimal()


def is_agent(who: str) -> bool:
    """Return True if the occupant of a seat is an agent.

    Examples
    --------
    >>> is_agent("level 2"), is_agent("p12"), is_agent(PUZZLE_OPPONENT)
    (True, False, False)
    """
    return who not in (EMPTY_SEAT, PUZZLE_OPPONENT) and not is_pupil(who)
