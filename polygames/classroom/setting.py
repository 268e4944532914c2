"""What is played in a class, and how: chosen once, when it opens."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from polygames.core.options import choice, flag, number, refuse, whole
from polygames.core.protocol import CHANCE
from polygames.core.registry import game, games
from polygames.records.record import Record

if TYPE_CHECKING:
    from polygames.core.protocol import State

DICE: Final = ("each", "same", "wall")
"""Each table has its own dice; all tables the same; or the teacher throws them for all."""

MOST_MINUTES: Final = 24 * 60


@dataclass(frozen=True, slots=True)
class Setting:
    """What every table of a class begins with.

    Examples
    --------
    >>> import polygames as pg
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
    """One of `DICE`."""
    sits: bool = True
    """Whether who comes in sits down at once, at the first table with a free seat."""
    seed: int = 0

    @classmethod
    def of(
        cls,
        what: str | State[Any] | Record,
        options: dict[str, Any],
        *,
        level: int | None = None,
        minutes: float | None = None,
        dice: str = "each",
        sits: bool = True,
        seed: int = 0,
    ) -> Setting:
        """Check what was chosen; OptionError says what is wrong with it."""
        record = _record(what, options)
        if level is not None:
            most = len(game(record.game).engine.levels)
            level = whole("the option level", level, 1, most)
        if minutes is not None:
            minutes = number("the option minutes", minutes, 0.1, MOST_MINUTES)
        dice = choice("the option dice", dice, DICE)
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

    def seed_of(self, table: int) -> int:
        """Return the seed of a table's dice."""
        return self.seed if self.dice == "same" else self.seed + table

    def as_json(self) -> dict[str, Any]:
        """Return what is written down."""
        return asdict(self)


def _record(what: Any, options: dict[str, Any]) -> Record:
    """Return a record that begins where the games are to begin."""
    if isinstance(what, str):
        return Record(game(what).new(**options))
    if options:
        refuse("a game option", "needs the name of a game, because a position has its own", options)
    state = what.state if isinstance(what, Record) else what
    if getattr(state, "game", None) not in games():
        refuse("what a class plays", "must be the name of a game, a state or a record", what)
    if state.outcome is not None:
        refuse("what a class plays", "must not be over", what)
    return Record(state)


def has_to_roll(state: State[Any]) -> bool:
    """Whether dice move next.

    Examples
    --------
    >>> import polygames as pg
    >>> has_to_roll(pg.new("splitter")), has_to_roll(pg.new("split"))
    (True, False)
    """
    return state.outcome is None and state.turn == CHANCE
