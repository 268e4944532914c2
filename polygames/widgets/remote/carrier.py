"""What carries a game from one notebook to another, and what it says of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat, State

REMOTE_PLAYER: Final = "remote"
"""Who sits on a seat that is played at another notebook."""


@dataclass(frozen=True, slots=True)
class Common:
    """A game as everybody sees it who plays: what counts, whatever a board shows meanwhile."""

    start: str
    """The start, as the text of a record."""
    moves: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Who plays, by seat, as far as it is known."""
    asks: Seat | None = None
    """The seat that asks the others to take its last move back."""
    status: str = ""
    """What the room says of the game; empty where nobody does."""
    table: int = 0
    """Another number is another game."""
    seat: Seat | None = None
    """Where the room has this notebook sit; None where the notebook has chosen."""


class Carrier(Protocol):
    """A way between notebooks. What it cannot do raises an error of ours, and changes nothing."""

    common: Common
    """What it has last heard."""

    def open(
        self, on_game: Callable[[Common], object], on_trouble: Callable[[str], object]
    ) -> None:
        """Tell from now on what is heard, and what goes wrong (an empty text once it is well)."""

    def offer(self, ply: int, text: str) -> None:
        """Take a move of this notebook, the one after so many."""

    def ask_back(self, seat: Seat) -> None:
        """Ask the others to take a seat's last move back."""

    def say_back(self, *, yes: bool) -> None:
        """Agree that a move is taken back, or leave it."""

    def close(self) -> None:
        """End the connection."""


def last_ply_of(seat: Seat, states: list[State[Any]]) -> int | None:
    """Return before which move of a game a seat moved last; None if it has not.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon"))
    >>> record.push("A-C")
    >>> last_ply_of(0, record.states), last_ply_of(1, record.states)
    (0, None)
    """
    found = [ply for ply, state in enumerate(states[:-1]) if state.turn == seat]
    return found[-1] if found else None
