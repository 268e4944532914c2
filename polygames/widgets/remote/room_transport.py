"""The link of a notebook with a seat in the room of a class.

The state of the room is authoritative. A move is displayed before the room confirms it, and is sent
again after a lost connection. Its version and hash show whether it was accepted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from polygames.core.errors import IllegalMoveError, OptionError
from polygames.widgets.remote.room_client import RoomClient

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat


@dataclass(frozen=True, slots=True)
class Absence:
    """What the room says about absent players, as on the page of a pupil."""

    text: str
    can_replace: bool
    """Whether the computer can play for the absent players."""
    can_change_partner: bool
    """Whether this notebook can get another partner."""


@dataclass(frozen=True, slots=True)
class SharedGame:
    """The state of a game in a class: its start, moves, players and requests."""

    start: str
    """The start position, as the text of a record."""
    moves: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """The known names of the players, by seat."""
    takeback_requested_by: Seat | None = None
    """The seat that asks to take back its last move; None if there is no request."""
    status: str = ""
    """The room's status text."""
    table: int = 0
    """The number of the table; a new number means a new game."""
    seat: Seat | None = None
    """The seat that the room assigned to this notebook; None if it has none."""
    absence: Absence | None = None
    """The players who are away, and the ways to go on without them; None if nobody is away."""


class RoomTransport(RoomClient):
    """A connection to the room of a class, in which this notebook plays a seat.

    Parameters
    ----------
    address
        The address of the room, with its code after a ``#``.
    name
        The name of the notebook in the class.
    game
        The game that the notebook's board can play.
    token
        The token of this notebook in the room; empty for a new one.

    Raises
    ------
    OptionError
        If the room does not answer, the code is wrong, or the teacher has given no table yet.
    """

    def __init__(self, address: str, name: str, game: str, token: str = "") -> None:
        super().__init__(address, name, token)
        self._game = game
        self.shared_game = SharedGame("")
        """The last known state of the game."""
        self._last_message: dict[str, Any] = {}
        self._pending_move: tuple[int, str] | None = None
        """The unconfirmed move: the number of moves before it, and its text."""
        self._sent_version = -1
        self._pending_callbacks: list[Callable[[], object]] = []
        """The callbacks to run after the lock is released."""
        self._on_game: Callable[[SharedGame], object] = lambda _: None
        self._on_error: Callable[[str], object] = lambda _: None
        self.start()
        if not self.shared_game.start:
            self.close()
            why = (
                self._refusal_text or "no answer, or the teacher has not started a game for you yet"
            )
            msg = f"the room at {address.partition('#')[0]} has no seat for you: {why}"
            raise OptionError(msg)

    def open(
        self, on_game: Callable[[SharedGame], object], on_error: Callable[[str], object]
    ) -> None:
        """Set the functions to call with each new state and error text (empty once solved)."""
        with self._lock:
            self._on_game, self._on_error = on_game, on_error

    def send_move(self, ply: int, text: str) -> None:
        """Send a move; it is displayed at once, and removed if the room refuses it."""
        with self._lock:
            if self.end_text:
                raise IllegalMoveError(self.end_text)
            if len(self.shared_game.moves) != ply or self._pending_move is not None:
                msg = "the room has not answered yet: try again in a moment"
                raise IllegalMoveError(msg)
            self._pending_move, self._sent_version = (ply, text), -1
            self.shared_game = replace(self.shared_game, moves=(*self.shared_game.moves, text))
            self._send_pending_move()

    def request_takeback(self) -> None:
        """Ask the other players to let this notebook take back its last move."""
        self.send(do="request_takeback")

    def replace_absent(self) -> None:
        """Let the computer play for the absent players."""
        self.send(do="replace_absent")

    def change_partner(self) -> None:
        """Leave the board of an absent partner for one with another partner."""
        self.send(do="change_partner")

    def answer_takeback(self, *, is_granted: bool) -> None:
        """Accept or decline the request to take back a move."""
        self.send(do="answer_takeback", granted=is_granted)

    # Messages

    def _on_disconnect(self, text: str) -> None:
        self._on_error(text)

    def _send_identity(self) -> None:
        """Send the name and the token; an unconfirmed move follows once the room sends the game."""
        self._sent_version = -1
        new = {"do": "join", "game": self._game}
        who = {"do": "rejoin", "token": self.token} if self.token else new
        self._write_message({**who, "code": self._code, "name": self._name, "client": "notebook"})

    def _handle_message(self, text: str | bytes) -> None:
        """Process a message from the room; run the callbacks after the lock is released.

        A board that plays a move holds `GAME_LOCK` and waits for this lock. A callback that waits
        for `GAME_LOCK` while this lock is held would cause a deadlock.
        """
        message = json.loads(text)
        with self._lock:
            match message:
                case {"kind": "logged_in", **more}:
                    self.token = str(more.get("token", self.token))
                    self._add_callback(lambda: self._on_error(""))
                    self._resend_results()
                case {"kind": "logged_out", "text": ""} if self.token:
                    self.token = ""  # a new class does not know the token: join anew
                    self._send_identity()
                case {"kind": "class_over" | "logged_out", "text": str(words)}:
                    self._end(words)
                case {"kind": "error", "text": str(words)}:
                    self._handle_refusal(words)
                case {"kind": "game_state", "table": int()}:
                    self._update_game(message)
            due, self._pending_callbacks = self._pending_callbacks, []
        for tell in due:
            tell()

    def _add_callback(self, callback: Callable[[], object]) -> None:
        self._pending_callbacks.append(callback)

    def _update_game(self, message: dict[str, Any]) -> None:
        """Update the shared game from a message that contains the room's version of it."""
        moves = tuple(message["moves"])
        if self._pending_move is not None:
            ply, _ = self._pending_move
            if message["table"] != self.shared_game.table or len(moves) != ply:
                self._pending_move = None  # accepted or overruled
        self._last_message = message
        self.shared_game = SharedGame(
            message["start"],
            moves if self._pending_move is None else (*moves, self._pending_move[1]),
            tuple(message["names"]),
            message["takeback_requested_by"],
            message["status"],
            message["table"],
            message["seat"],
            _parse_absence(message["away"]),
        )
        self._send_pending_move()
        self._answer_event.set()
        self._add_callback(lambda: self._on_game(self.shared_game))

    def _handle_refusal(self, text: str) -> None:
        """Handle a refusal by the room, and remove any unconfirmed move."""
        if self._last_message and self._pending_move is not None:
            self._pending_move = None
            self._update_game(self._last_message)
        self._refusal_text = text
        if not self._last_message:
            self._answer_event.set()
        self._add_callback(lambda: self._on_error(text))

    def _send_pending_move(self) -> None:
        """Send the unconfirmed move, if any, at most once for each version of the room's game."""
        if self._pending_move is not None and self._last_message["version"] != self._sent_version:
            self._sent_version = self._last_message["version"]
            text = self._pending_move[1]
            self.send(
                do="play_move",
                text=text,
                version=self._sent_version,
                position_hash=self._last_message["position_hash"],
            )


def _parse_absence(news: dict[str, Any] | None) -> Absence | None:
    """Return the absence in a message of the room; None if nobody is away."""
    if news is None:
        return None
    return Absence(news["text"], news["can_replace"], news["can_change_partner"])
