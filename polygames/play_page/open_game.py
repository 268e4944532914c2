"""The game or puzzle on a play page, with its players and its saved form."""

from __future__ import annotations

import json
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import Names
from polygames.core.errors import OptionError, RecordError
from polygames.core.links import GAME_LINK, POSITION_LINK, PUZZLE_LINK, Link
from polygames.core.options import check_choice, whole
from polygames.core.registry import from_text, game, games
from polygames.records.append_log import Log
from polygames.records.record import Record
from polygames.search.puzzles.puzzle import find_puzzle, find_puzzle_by_key
from polygames.table.players import PUZZLE_OPPONENT, computer_name, is_agent, is_pupil
from polygames.table.puzzle_table import prepare_puzzle
from polygames.table.table import Table
from polygames.view.board_start import board_start

if TYPE_CHECKING:
    from polygames.core.protocol import Seat, State
    from polygames.search.puzzles.puzzle import Puzzle

PERSON_OPPONENT: Final = "person"
"""The opponent in a game of two people on one device."""

NO_OPPONENT: Final = "alone"
"""The opponent in a game for one player."""

DEFAULT_OPPONENT: Final = "level 1"

MAX_SHOWN_KEY_CHARS: Final = 20

MAX_PUZZLE_NUMBER_DIGITS: Final = 5
"""A link with more digits has the key of a puzzle, not its number."""


class OpenGame:
    """A game or a puzzle on the page, with its table.

    Parameters
    ----------
    record
        The game so far.
    opponent
        `PERSON_OPPONENT`, `NO_OPPONENT` or a level of the computer.
    seat
        The seat of the user, against the computer.
    number
        The number of the table, unique on this page.
    seed
        The seed of the dice and of the computer; by default a random one.
    puzzle
        The puzzle, if it is one.

    Examples
    --------
    >>> opened = OpenGame(Record(pg.new("polygon")), "level 1", 0, number=1)
    >>> opened.table.seats, opened.names
    (['p1', 'level 1'], Names(names=('', 'Computer (level 1)'), you=0))
    """

    def __init__(
        self,
        record: Record,
        opponent: str,
        seat: Seat,
        *,
        number: int,
        seed: int | None = None,
        puzzle: Puzzle | None = None,
    ) -> None:
        self.game = record.game
        self.opponent, self.seat = opponent, seat
        self.seed = SystemRandom().getrandbits(32) if seed is None else seed
        self.puzzle = puzzle
        self.is_saved_game = puzzle is None
        """Whether the browser saves the game, in place of its last game of this kind.

        It does not save a game from a link, so the user's own game stays. The address of the page
        contains such a game up to its last move.
        """
        self.was_answer_shown = False
        """Whether the answer of the puzzle was shown, so that it does not count as solved."""
        seats = self._occupants(record.start.seats)
        race = None
        if puzzle is not None:
            record, seats = prepare_puzzle(puzzle, "p1")
            race = (puzzle.number, 0.0)
        self.table = Table.new(number, Log(), record, seats, seed=self.seed, race=race)

    def _occupants(self, seats: int) -> list[str]:
        people = [f"p{number}" for number in range(1, seats + 1)]
        if self.opponent in {PERSON_OPPONENT, NO_OPPONENT}:
            return people
        return ["p1" if at == self.seat else self.opponent for at in range(seats)]

    @classmethod
    def new(cls, name: str, opponent: object, seat: object, *, number: int) -> OpenGame:
        """Create a new game, with the same rules as a new board in a notebook.

        Raises
        ------
        OptionError
            If there is no such game, opponent or seat.
        """
        random_seed = SystemRandom().getrandbits(32)
        state = board_start(check_choice("the game", name, games()), {}, random_seed)
        return cls(
            Record(state),
            checked_opponent(state, opponent),
            whole("the seat", seat, 0, state.seats - 1),
            number=number,
        )

    @classmethod
    def from_link(cls, link: Link, *, number: int) -> OpenGame:
        """Create the game or puzzle of a link.

        Raises
        ------
        PolygamesError
            If there is no such game or puzzle, or the position or the record cannot be read.
        """
        check_choice("the game of the link", link.game, games())
        if link.kind == PUZZLE_LINK:
            return cls.of_puzzle(_linked_puzzle(link), number=number)
        if link.kind == POSITION_LINK:
            record = Record(from_text(link.content))
        elif link.kind == GAME_LINK:
            record = Record.from_text(link.content)
        else:
            return cls.new(link.game, DEFAULT_OPPONENT, 0, number=number)
        if record.game != link.game:
            msg = f"the link is for {link.game}, but it has a position of {record.game}"
            raise OptionError(msg)
        is_over = record.state.outcome is not None  # perhaps a game of other people
        known = PERSON_OPPONENT if is_over else DEFAULT_OPPONENT
        opponent = checked_opponent(record.start, known)
        opened = cls(record, opponent, max(record.state.turn, 0), number=number)
        opened.is_saved_game = False
        return opened

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, *, number: int) -> OpenGame:
        """Create a puzzle for one person."""
        turn = puzzle.state.turn
        return cls(Record(puzzle.state), PUZZLE_OPPONENT, turn, number=number, puzzle=puzzle)

    @classmethod
    def from_json(cls, text: str, *, number: int) -> OpenGame:
        """Restore a game from the JSON of `to_json`.

        Raises
        ------
        PolygamesError
            If the text is damaged.
        """
        try:
            saved = json.loads(text)
            record = Record.from_text(saved["record"])
            seat = whole("the seat", saved["seat"], 0, record.start.seats - 1)
            seed = whole("the seed", saved["seed"], 0)
            opponent = checked_opponent(record.start, saved["opponent"])
        except (ValueError, KeyError, TypeError) as error:
            msg = "the saved game cannot be read"
            raise RecordError(msg) from error
        return cls(record, opponent, seat, number=number, seed=seed)

    def rematch(self, *, number: int) -> OpenGame:
        """Create a new game from the same start. Against the computer, the seats are exchanged."""
        start = self.table.record.start
        seat = (self.seat + 1) % start.seats
        opened = OpenGame(Record(start), self.opponent, seat, number=number)
        opened.is_saved_game = self.is_saved_game
        return opened

    def as_link(self) -> Link:
        """Return a link to the puzzle, or to the moves of the game so far."""
        if self.puzzle is not None:
            return self.puzzle.as_link()
        return self.table.record.as_link()

    def to_json(self) -> str:
        """Return the game as JSON, for the storage of the browser."""
        return json.dumps(
            {
                "record": self.table.record.to_text(),
                "opponent": self.opponent,
                "seat": self.seat,
                "seed": self.seed,
            }
        )

    @property
    def names(self) -> Names:
        """The names of the players: "You" and the computer; without names for two people."""
        seats = self.table.seats
        if self.opponent == PERSON_OPPONENT:
            return Names()
        you = next(at for at, who in enumerate(seats) if is_pupil(who))
        known = tuple(computer_name(who) if is_agent(who) else "" for who in seats)
        return Names(known, you=you)

    @property
    def page_seat(self) -> Seat:
        """The seat of the displayed view: a person's seat, if possible the one to move."""
        turn = self.table.state.turn
        if turn >= 0 and is_pupil(self.table.seats[turn]):
            return turn
        return next(at for at, who in enumerate(self.table.seats) if is_pupil(who))

    @property
    def undoable_seat(self) -> Seat | None:
        """The seat of the last move that can be undone; None if there is none."""
        if self.puzzle is not None:
            return None
        for node in self.table.record.path[-2::-1]:
            turn = node.state.turn
            if turn >= 0 and is_pupil(self.table.seats[turn]):
                return turn
        return None

    def undo(self) -> None:
        """Undo the last move of a person, and all later moves. The next dice stay the same."""
        if (seat := self.undoable_seat) is not None:
            self.table.takeback_requested_by = seat
            self.table.grant_takeback(seat, granting_seat=None)


def checked_opponent(start: State[Any], opponent: object) -> str:
    """Return a valid opponent for a start. In a game for one player, it is `NO_OPPONENT`."""
    if start.seats == 1:
        return NO_OPPONENT
    return check_choice("the opponent", opponent, (*game(start.game).level_names, PERSON_OPPONENT))


def _linked_puzzle(link: Link) -> Puzzle:
    """Return the puzzle of a link, by its number or its key."""
    if link.content.isdecimal() and len(link.content) <= MAX_PUZZLE_NUMBER_DIGITS:
        return find_puzzle(link.game, int(link.content))
    puzzle = find_puzzle_by_key(link.game, link.content)
    if puzzle is None:
        key = link.content[:MAX_SHOWN_KEY_CHARS]
        msg = f"this version of the page does not have the puzzle {key} of {link.game}"
        raise OptionError(msg)
    return puzzle
