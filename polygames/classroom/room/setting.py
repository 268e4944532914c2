"""What is played in a class, and how: chosen once, when it opens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from polygames.core.options import choice, flag, number, refuse
from polygames.core.protocol import CHANCE
from polygames.core.registry import game
from polygames.records.position import state_of
from polygames.records.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.protocol import State
    from polygames.records.position import Position

DICE_MODES: Final = ("each", "same", "wall")
"""Each table has its own dice; all tables the same; or the teacher throws them for all."""

MAX_CLOCK_MINUTES: Final = 24 * 60


@dataclass(frozen=True, slots=True)
class Setting:
    """What every table of a class begins with.

    Examples
    --------
    >>> Setting.of("polygon", {"n": 8}, level=2).seats
    2
    """

    record: str
    """The start as a record's text."""
    level: int | None = None
    """Everybody plays the computer at this level; None if pupils play each other."""
    minutes: float | None = None
    """What each seat has on its clock; None without one."""
    dice: str = "each"
    """One of `DICE_MODES`."""
    sits: bool = True
    """Whether who comes in sits down at once, at the first table with a free seat."""
    seed: int = 0

    @classmethod
    def of(
        cls,
        what: Position,
        options: Mapping[str, Any],
        *,
        level: int | str | None = None,
        minutes: float | None = None,
        dice: str = "each",
        sits: bool = True,
        seed: int = 0,
    ) -> Setting:
        """Check what was chosen; OptionError says what is wrong with it."""
        record = _record(what, options)
        if level is not None:
            level = game(record.game).level(level)
        if minutes is not None:
            minutes = minutes_of(minutes)
        dice = choice("the option dice", dice, DICE_MODES)
        sits = flag("the option sits", sits)
        return cls(record.to_text(), level, minutes, dice, sits, seed)

    @property
    def start(self) -> Record:
        """A new record of the start."""
        return Record.from_text(self.record)

    @property
    def seats(self) -> int:
        """How many play at a table."""
        return self.start.state.seats

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.start.game

    def changed(self, *, start: Any = None, minutes: float | None = None) -> Setting:
        """Return the setting of a round that begins elsewhere, or has another clock."""
        found = self
        if start is not None:
            record = _record(start, {})
            if record.game != self.game:
                refuse("the start of a round", f"must be one of {self.game}", record.game)
            found = replace(found, record=record.to_text())
        return found if minutes is None else replace(found, minutes=minutes_of(minutes))

    def replaced(self, entry: dict[str, Any]) -> Setting:
        """Return the setting of a round as it was written down."""
        return replace(
            self,
            record=entry.get("start", self.record),
            minutes=entry.get("minutes", self.minutes),
        )

    def seed_of(self, table: int) -> int:
        """Return the seed of a table's dice."""
        return self.seed if self.dice == "same" else self.seed + table


def minutes_of(minutes: object) -> float | None:
    """Return what a clock begins with; None for 0, without a clock.

    Examples
    --------
    >>> minutes_of(5), minutes_of(0)
    (5.0, None)
    """
    if minutes == 0:
        return None
    return float(number("the option minutes", minutes, 0.1, MAX_CLOCK_MINUTES))


def _record(what: Position, options: Mapping[str, Any]) -> Record:
    """Return a record that begins where the games are to begin."""
    state = state_of(what, options)
    if state.outcome is not None:
        refuse("what a class plays", "must not be over", what)
    return Record(state)


def has_to_roll(state: State[Any]) -> bool:
    """Whether dice move next.

    Examples
    --------
    >>> has_to_roll(pg.new("splitter")), has_to_roll(pg.new("split"))
    (True, False)
    """
    return state.outcome is None and state.turn == CHANCE
