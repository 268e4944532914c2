"""A table: one game between some seats, as the lines of a log.

Each action is written to the log before it is carried out. An action that is refused, late or
repeated writes nothing, so it changes nothing. A table is restored by replaying its lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import IllegalMoveError, OptionError, RecordError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.records.record import Record
from polygames.table.clock import TableClock
from polygames.table.players import EMPTY_SEAT, is_pupil, random_roll

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import Seat, State
    from polygames.records.append_log import Log

MAX_TAKEBACKS: Final = 100
"""Takebacks of a seat in one game; each is a line of the table's file."""

NO_MOVE_TO_UNDO_TEXT: Final = "there is no move of yours to undo"

DICE_KNOWN_TEXT: Final = "the next dice are known: you cannot undo a move before them"


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game: the winners (two or more in a tie), and the reason for the end."""

    winners: frozenset[Seat]
    reason: str

    def points(self, seat: Seat) -> float:
        """Return a seat's points: 1 for a win, an equal share of 1 for a tie, 0 for a loss.

        Examples
        --------
        >>> GameResult(frozenset({0, 1}), "no move left").points(0)
        0.5
        """
        return 1 / len(self.winners) if seat in self.winners else 0.0


class Table:
    """A game or puzzle with its seats, clock and result, all restored from a log.

    Examples
    --------
    >>> from polygames.records.append_log import Log
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
            msg = f"{log.path or 'the log'}: expected the start of the table in its first line"
            raise RecordError(msg)
        self.number, self.log = number, log
        self._text: tuple[State[Any], str] | None = None
        start = log.entries[0]
        with log.verify_line(start, str):
            self._set_up(start, now)
        for entry in log.entries[1:]:
            with log.verify_line(entry, self._position_text):
                self._apply_event(entry)

    def _set_up(self, first_entry: dict[str, Any], now: Callable[[], float]) -> None:
        """Set up the table from the first line of its log."""
        self.record = Record.from_text(first_entry["record"])
        self.seats: list[str] = list(first_entry["seats"])
        if list(map(type, self.seats)) != [str] * self.record.start.seats:
            msg = f"expected a player for each of {self.record.start.seats} seats, not {self.seats}"
            raise RecordError(msg)
        """The occupant of each seat: the id of a pupil, the name of an agent, or `EMPTY_SEAT`."""
        self.round: int = first_entry["round"]
        self.seed: int = first_entry["seed"]
        self.first_roll: int = first_entry.get("first_roll", 0)
        """The number of the class's rolls that are older than this game."""
        self.puzzle: int | None = first_entry.get("puzzle")
        """The number of the puzzle at this table; None for a game."""
        self.race_seconds_left: float | None = first_entry.get("race_left")
        """The seconds left in the race at the start of this puzzle."""
        self.wrong_moves = 0
        """The number of wrong moves at the puzzle."""
        self.is_solved = False
        self.minutes: float | None = first_entry["minutes"]
        self.clock = TableClock(self.minutes, len(self.seats), now)
        self.is_clock_started = False
        """Whether the clock has been started since the table was created, restored or filled."""
        self.takeback_requested_by: Seat | None = None
        """The seat that requests a takeback."""
        self.takeback_declined_to: Seat | None = None
        """The seat whose last request was declined, until the next move or request."""
        self.rematch_requested_by: set[Seat] = set()
        """The seats that ask to play again after the game."""
        self.early_result: GameResult | None = None
        self._was_started = False
        """Whether the game ended on time after its clock was started with all players present."""
        self.result = self._find_result()
        """The result of the game; None while it is being played."""
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
        first_roll: int = 0,
        now: Callable[[], float] = lambda: 0.0,
    ) -> Table:
        """Create a table: write the first line of its log and return the table."""
        text = record.to_text()
        begun = {"seats": list(seats), "minutes": minutes, "seed": seed, "round": round_number}
        if race is not None:
            begun["puzzle"], begun["race_left"] = race
        if first_roll:
            begun["first_roll"] = first_roll
        log.add("", do="start", record=text, **begun)
        return cls(number, log, now)

    @property
    def state(self) -> State[Any]:
        """The current state of the game."""
        return self.record.state

    @property
    def version(self) -> int:
        """The number of lines in the log, used to reject late messages."""
        return len(self.log.entries)

    @property
    def next_hash(self) -> str:
        """The hash of the log's next line, which identifies this table in its present state."""
        return self.log.line_hash(self._position_text())

    @property
    def has_valid_result(self) -> bool:
        """Whether the game is over and its result counts.

        A game that ended by resignation does not count unless every winner has moved. A game that
        ended on time counts: its clock starts when all players are present.
        """
        if self.result is None or self.is_struck:
            return False
        if self.early_result is None or self._was_started:
            return True
        return all(map(self.has_move_of, self.early_result.winners))

    @property
    def is_full(self) -> bool:
        """Whether every seat is occupied."""
        return EMPTY_SEAT not in self.seats

    @property
    def is_in_play(self) -> bool:
        """Whether a move can be made."""
        return EMPTY_SEAT not in self.seats and self.result is None and not self.is_closed

    @property
    def roll_count(self) -> int:
        """The number of dice rolls in the game so far."""
        return sum(node.state.turn == CHANCE for node in self.record.path[:-1])

    @property
    def mover(self) -> str:
        """The id of the pupil or the name of the agent to move, or `EMPTY_SEAT`."""
        return (
            self.seats[self.state.turn] if self.is_in_play and self.state.turn >= 0 else EMPTY_SEAT
        )

    @property
    def all_occupants(self) -> set[str]:
        """All players of this table so far, including those that were replaced."""
        later = {each["who"] for each in self.log.entries if each["do"] == "sit"}
        return {*self.log.entries[0]["seats"], *later}

    def seat_of(self, occupant: str) -> Seat | None:
        """Return the seat of a pupil or agent; None if the player is not at this table."""
        return self.seats.index(occupant) if occupant in self.seats else None

    def assign_seat(self, seat: Seat, occupant: str) -> None:
        """Assign a seat to a pupil or an agent."""
        self._write(do="sit", seat=seat, who=occupant)

    def play(
        self,
        seat: Seat,
        move: Any,
        *,
        version: int,
        expected_hash: str | None = None,
        author: str = "",
    ) -> bool:
        """Play a move or its text; return False if it is a duplicate or for an older position.

        `version`, and `expected_hash` if it is known, are those of the position that the move was
        meant for. `author` goes into the log: the start of the hash of the pupil's token, or the
        name of an agent. A refused move changes nothing.
        """
        if version != self.version or expected_hash not in (None, self.next_hash):
            return False
        if not self.is_in_play:
            raise IllegalMoveError(self._not_playable_reason())
        if self.state.turn != seat:
            msg = "it is not your turn"
            raise IllegalMoveError(msg)
        text = str(self.parse_legal_move(move))
        self.clock.update()
        if self.clock.is_out_of_time(seat):
            self.lose_on_time(seat)
            return False
        left = self.clock.seconds_left and [
            round(seconds, 1) for seconds in self.clock.seconds_left
        ]
        self._write(do="move", seat=seat, text=text, left=left, by=author)
        return True

    def roll(self, move: Any = None) -> None:
        """Roll the dice, with a given result or a random one from the table's seed."""
        is_random = move is None
        rolled = random_roll(self.state, self.seed) if is_random else self.parse_legal_move(move)
        self._write(do="roll", text=str(rolled))

    @property
    def is_under_way(self) -> bool:
        """Whether the game is not over and at least one move has been made."""
        return self.result is None and any(map(self.has_move_of, range(len(self.seats))))

    def can_take_back(self, seat: Seat) -> bool:
        """Return True if a seat has a move to take back, and no dice were rolled after it."""
        last = self._last_move_index(seat)
        return self.result is None and last is not None and not self._has_roll_after(last)

    def has_move_of(self, seat: Seat) -> bool:
        """Return True if a seat has made a move that is still in the record."""
        return self._last_move_index(seat) is not None

    def strike(self, *, is_struck: bool) -> None:
        """Void the result of a finished game, or restore it."""
        if self.result is None or self.puzzle is not None:
            msg = f"the game at table {self.number} is not over: wait for its end"
            raise OptionError(msg)
        if is_struck != self.is_struck:
            self._write(do="strike", struck=is_struck)

    def request_takeback(self, seat: Seat) -> None:
        """Request permission to take back this seat's last move.

        It is granted at once if no other person sits at the table.
        """
        if not self.can_take_back(seat):
            is_late = self.result is None and self.has_move_of(seat)
            raise IllegalMoveError(DICE_KNOWN_TEXT if is_late else NO_MOVE_TO_UNDO_TEXT)
        back = sum(each["do"] == "take_back" and each["seat"] == seat for each in self.log.entries)
        if back >= MAX_TAKEBACKS:
            msg = f"you have undone {MAX_TAKEBACKS} moves in this game: no more are possible"
            raise IllegalMoveError(msg)
        people = [who for at, who in enumerate(self.seats) if at != seat and is_pupil(who)]
        self.takeback_requested_by, self.takeback_declined_to = seat, None
        if not people:
            self.grant_takeback(seat, granting_seat=None)

    def grant_takeback(self, requesting_seat: Seat, granting_seat: Seat | None) -> bool:
        """Take back the last move of the seat that requested it.

        Return False if no request exists.
        """
        if requesting_seat != self.takeback_requested_by or granting_seat == requesting_seat:
            return False
        ply = self._last_move_index(requesting_seat)
        self.takeback_requested_by = None
        if ply is None:
            return False
        self._write(do="take_back", ply=ply, seat=requesting_seat)
        return True

    def decline_takeback(self) -> None:
        """Decline the request for a takeback, if there is one."""
        self.takeback_declined_to, self.takeback_requested_by = self.takeback_requested_by, None

    def resign(self, seat: Seat) -> None:
        """End the game because a seat resigns: the other seats win."""
        self._end_early(seat, "gives up")

    def lose_on_time(self, seat: Seat) -> None:
        """End the game because a seat has no time left: the other seats win."""
        self._end_early(seat, "no time left", was_started=True)

    def record_wrong_move(self, move: Any) -> None:
        """Record a wrong move of the pupil in the puzzle."""
        self._write(do="wrong_move", text=str(move))

    def record_solution(self) -> None:
        """Record the puzzle as solved, and close the table."""
        self._write(do="solved")

    def close(self) -> None:
        """Close the table: no further moves are possible."""
        if not self.is_closed:
            self._write(do="close")

    def start_clock(self) -> None:
        """Start the clock of the seat to move. Call this when all players are present."""
        if self.minutes is not None and self.is_in_play and not self.is_clock_started:
            self.is_clock_started = True
            self._run_clock()

    def _run_clock(self) -> None:
        """Run the clock of the seat to move, if the clock has been started."""
        is_running = self.is_in_play and self.is_clock_started
        self.clock.start(self.state.turn if is_running else None)

    def _end_early(self, loser: Seat, reason: str, **more: bool) -> None:
        if self.result is not None:
            msg = "the game is over"
            raise IllegalMoveError(msg)
        self._write(do="end", seat=loser, reason=reason, **more)

    def _not_playable_reason(self) -> str:
        if self.result is not None:
            return "the game is over"
        return "this table is closed" if self.is_closed else "the other player is not here yet"

    def parse_legal_move(self, move: Any) -> Any:
        """Return a legal move, given as a move or as text. Raise a MoveError if it is not legal."""
        if isinstance(move, str):
            return info_of(self.state).parse(self.state, move)
        if move not in self.state.legal_moves:
            msg = f"illegal move {str(move)!r}"
            raise IllegalMoveError(msg)
        return move

    def _last_move_index(self, seat: Seat) -> int | None:
        """Return the index of a seat's last move in the game so far; None if it has not moved."""
        path = self.record.path
        found = [at for at, node in enumerate(path[:-1]) if node.state.turn == seat]
        return found[-1] if found else None

    def _has_roll_after(self, index: int) -> bool:
        """Return True if dice were rolled after the move at an index of the game so far."""
        return any(node.state.turn == CHANCE for node in self.record.path[index + 1 : -1])

    def _write(self, **content: Any) -> None:
        """Append a line to the log, and change the table accordingly."""
        self._apply_event(self.log.add(self._position_text(), **content))

    def _position_text(self) -> str:
        """Return the text of the current position; the last one is cached."""
        state = self.state
        if self._text is None or self._text[0] is not state:
            self._text = state, state.to_text()
        return self._text[1]

    def _apply_event(self, entry: dict[str, Any]) -> None:
        """Change the table according to a line of the log."""
        match entry:
            case {"do": "move" | "roll", "text": text}:
                self.record.push(text)
                self.takeback_requested_by = self.takeback_declined_to = None
                self.clock.restore(entry.get("left"))
            case {"do": "take_back", "ply": ply}:
                while len(self.record.path) - 1 > ply:
                    self.record.pop()
            case {"do": "sit", "seat": seat, "who": who}:
                self.seats[seat] = who
                self.is_clock_started = False
            case {"do": "end", "seat": loser, "reason": reason}:
                others = frozenset(range(len(self.seats))) - {loser}
                self.early_result = GameResult(others, reason)
                self._was_started = entry.get("was_started", False)
            case {"do": "wrong_move"}:
                self.wrong_moves += 1
            case {"do": "solved"}:
                self.is_solved = self.is_closed = True
            case {"do": "close"}:
                self.is_closed = True
            case {"do": "strike", "struck": bool(struck)}:
                self.is_struck = struck
        self.result = self._find_result()
        self._run_clock()

    def _find_result(self) -> GameResult | None:
        if self.early_result is not None:
            return self.early_result
        outcome = self.state.outcome
        return None if outcome is None else GameResult(outcome.winners, outcome.reason)
