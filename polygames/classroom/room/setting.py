"""The settings of a class: the start, the level, the clock and the dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.core.options import check_choice, check_flag, check_number, raise_option_error
from polygames.core.protocol import CHANCE
from polygames.core.registry import game
from polygames.records.position_sources import state_of
from polygames.records.record import Record

if TYPE_CHECKING:
    from polygames.core.protocol import State
    from polygames.records.position_sources import Position

DICE_MODES: Final = ("each", "same", "wall")
"""Separate dice at each table, the same dice at all, or dice thrown by the teacher."""

MAX_CLOCK_MINUTES: Final = 24 * 60


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of every table of a class, fixed when the class opens.

    Examples
    --------
    >>> Setting.from_position(pg.new("polygon", n=8), level=2).seats
    2
    """

    record: str
    """The start position, as a record's text."""
    level: int | None = None
    """The level of the computer that each pupil plays; None if pupils play each other."""
    minutes: float | None = None
    """The clock time of each seat in minutes; None for no clock."""
    dice: str = "each"
    """One of `DICE_MODES`."""
    sits: bool = True
    """Whether a new pupil gets the first free seat at once."""
    seed: int = 0

    @classmethod
    def from_position(
        cls,
        source: Position,
        *,
        level: int | str | None = None,
        minutes: float | None = None,
        dice: str = "each",
        sits: bool = True,
        seed: int = 0,
    ) -> Setting:
        """Return validated settings. Raise OptionError if an option is invalid."""
        record = _start_record(source)
        if level is not None:
            level = game(record.game).level_number(level)
        if minutes is not None:
            minutes = parse_minutes(minutes)
        dice = check_choice("the option dice", dice, DICE_MODES)
        sits = check_flag("the option sits", sits)
        return cls(record.to_text(), level, minutes, dice, sits, seed)

    @property
    def start(self) -> Record:
        """A new record that begins at the start position."""
        return Record.from_text(self.record)

    @property
    def seats(self) -> int:
        """The number of seats at a table."""
        return _read_start(self.record).state.seats

    @property
    def game(self) -> str:
        """The name of the game."""
        return _read_start(self.record).game

    def for_round(self, *, start: Any = None, minutes: float | None = None) -> Setting:
        """Return a copy of the settings with another start position or clock, for one round."""
        found = self
        if start is not None:
            record = _start_record(start)
            if record.game != self.game:
                raise_option_error(
                    "the start of a round", f"must be a position of {self.game}", record.game
                )
            found = replace(found, record=record.to_text())
        return found if minutes is None else replace(found, minutes=parse_minutes(minutes))

    def with_round_entry(self, entry: dict[str, Any]) -> Setting:
        """Return a copy of the settings with the changes from a round's log entry."""
        return replace(
            self,
            record=entry.get("start", self.record),
            minutes=entry.get("minutes", self.minutes),
        )

    def seed_of(self, table: int, round_number: int = 0, earlier_games: int = 0) -> int:
        """Return the seed of the dice at a table.

        With the same dice for all, the first games of a round have one seed, the second games
        another one, and so on: no player knows the rolls of a new game.

        Parameters
        ----------
        table
            The number of the table.
        round_number
            The round of the class.
        earlier_games
            The number of games that the players have begun in this round.

        Examples
        --------
        >>> setting = Setting.from_position("splitter", dice="same")
        >>> setting.seed_of(1) == setting.seed_of(2), setting.seed_of(1) == setting.seed_of(1, 0, 1)
        (True, False)
        """
        if self.dice != "same":
            return self.seed + table
        if round_number == earlier_games == 0:
            return self.seed
        return Random(f"{self.seed}:{round_number}:{earlier_games}").getrandbits(32)


def parse_minutes(minutes: object) -> float | None:
    """Return the clock time in minutes; None (no clock) for 0.

    Raise OptionError if it is out of range.

    Examples
    --------
    >>> parse_minutes(5), parse_minutes(0)
    (5.0, None)
    """
    if minutes == 0:
        return None
    return float(check_number("the option minutes", minutes, 0.1, MAX_CLOCK_MINUTES))


@lru_cache(maxsize=8)
def _read_start(text: str) -> Record:
    """Return the record at the start, to be read but not changed."""
    return Record.from_text(text)


def _start_record(source: Position) -> Record:
    """Return a new record at the start position. Raise OptionError if the game is already over."""
    state = state_of(source)
    if state.outcome is not None:
        raise_option_error("the start of a class", "must not be a finished game", source)
    return Record(state)


def has_to_roll(state: State[Any]) -> bool:
    """Return True if the next move is a roll of the dice.

    Examples
    --------
    >>> has_to_roll(pg.new("splitter")), has_to_roll(pg.new("split"))
    (True, False)
    """
    return state.outcome is None and state.turn == CHANCE
