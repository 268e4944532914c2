"""The interface of a connection between notebooks, and the shared state of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat, State

REMOTE_PLAYER: Final = "remote"
"""The player of a seat that is played at another notebook."""


@dataclass(frozen=True, slots=True)
class SharedGame:
    """The state of a game between notebooks: its start, moves, players and requests."""

    start: str
    """The start position, as the text of a record."""
    moves: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """The known names of the players, by seat."""
    takeback_requested_by: Seat | None = None
    """The seat that asks to take back its last move; None if there is no request."""
    status: str = ""
    """The room's status text; empty without a room."""
    table: int = 0
    """The number of the table; a new number means a new game."""
    seat: Seat | None = None
    """The seat that the room assigned to this notebook; None if the notebook chose its seats."""


class Transport(Protocol):
    """A connection between notebooks; a refused call raises an error and changes nothing."""

    shared_game: SharedGame
    """The last known state of the game."""

    def open(
        self, on_game: Callable[[SharedGame], object], on_error: Callable[[str], object]
    ) -> None:
        """Set the functions to call with each new state and error text (empty once solved)."""

    def send_move(self, ply: int, text: str) -> None:
        """Send a move that this notebook plays after the first `ply` moves of the game."""

    def request_takeback(self, seat: Seat) -> None:
        """Ask the other players to let a seat take back its last move."""

    def answer_takeback(self, *, is_granted: bool) -> None:
        """Accept or decline the request to take back a move."""

    def close(self) -> None:
        """Close the connection."""


def ply_before_last_move(seat: Seat, states: list[State[Any]]) -> int | None:
    """Return the ply of the position before a seat's last move; None if it has not moved.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon"))
    >>> record.push("A-C")
    >>> ply_before_last_move(0, record.states), ply_before_last_move(1, record.states)
    (0, None)
    """
    found = [ply for ply, state in enumerate(states[:-1]) if state.turn == seat]
    return found[-1] if found else None
