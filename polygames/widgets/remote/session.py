"""The session of a board that plays in a class; the game of the class is authoritative."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from polygames.core.errors import IllegalMoveError, OptionError, PolygamesError
from polygames.core.protocol import CHANCE
from polygames.records.record import Record
from polygames.runtime.game_lock import with_game_lock
from polygames.table.table import NO_MOVE_TO_UNDO_TEXT
from polygames.widgets.board_options import HUMAN_SEAT, REMOTE_PLAYER
from polygames.widgets.presence import activate
from polygames.widgets.session import Session
from polygames.widgets.tasks.worker import post_to_loop, running_loop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import Seat
    from polygames.records.node import Node
    from polygames.widgets.remote.room_transport import RoomTransport, SharedGame


@dataclass(eq=False)
class RemoteSession(Session):
    """The session of a game in a class, in which this notebook plays one seat.

    A move is sent to the transport first and displayed afterwards. The record follows the state of
    the transport. Players may go back at any time; moves played there by a program are a local
    branch.
    """

    transport: RoomTransport = field(kw_only=True)

    def __post_init__(self) -> None:
        """Load the game of the transport (the connection), and follow its changes."""
        self.connection_error = ""
        """The error of the connection; empty if it works."""
        self._table = self.transport.shared_game.table
        self._latest_node: Node = self.record.root
        self._event_loop = running_loop()
        super().__post_init__()
        self._follow_game(self.transport.shared_game)
        self.transport.open(self._on_shared_game, self._on_transport_error)

    @property
    def shared_game(self) -> SharedGame:
        """The state of the game in the class."""
        return self.transport.shared_game

    @property
    def is_at_game(self) -> bool:
        """Whether the board displays the current position of the game, not an earlier one."""
        return self.record.node is self._latest_node

    @property
    def has_computer(self) -> bool:
        """Always False: the class plays all other seats."""
        return False

    @property
    def remote_takeback_seat(self) -> Seat | None:
        """The seat of another player that asks to take back its last move; None if none does."""
        asks = self.shared_game.takeback_requested_by
        return asks if asks is not None and self.players[asks] != HUMAN_SEAT else None

    @property
    def status_note(self) -> str:
        """A note about the connection, a request, or a board at an earlier position."""
        if self.connection_error:
            return self.connection_error
        asks = self.shared_game.takeback_requested_by
        if asks is not None and self.players[asks] == HUMAN_SEAT:
            return "You have asked to undo your last move."
        if not self.is_at_game:
            return "You are looking at another position. Press To the game to play on."
        return super().status_note

    @property
    def folder(self) -> None:
        """Always None, because the game is not autosaved here."""

    def _player_name(self, seat: Seat) -> str:
        """Return the name of a player, at this notebook or elsewhere in the class."""
        if self.players[seat] != REMOTE_PLAYER:
            return super()._player_name(seat)
        names = self.shared_game.names
        return names[seat] if seat < len(names) else ""

    @property
    def viewer_seat(self) -> Seat | None:
        """The first seat at this notebook, while another player is to move."""
        here = [seat for seat, who in enumerate(self.players) if who == HUMAN_SEAT]
        if self.state.turn == CHANCE or self.state.turn in here or not here:
            return None
        return here[0]

    @with_game_lock
    def play(self, move: Any) -> None:
        """Play a move. Raise IllegalMoveError if it is illegal or not the turn of this notebook."""
        state = self._latest_node.state
        if not self.is_at_game:
            msg = "this is not the current position: press To the game, then play"
            raise IllegalMoveError(msg)
        move = state.parse(move) if isinstance(move, str) else move
        if move not in state.legal_moves:
            msg = f"illegal move {str(move)!r}"
            raise IllegalMoveError(msg)
        if self.players[state.turn] != HUMAN_SEAT:
            msg = f"it is the turn of {self.names.name(state.turn)}"
            raise IllegalMoveError(msg)
        activate(self)
        self.transport.send_move(len(self._game_nodes()), str(move))
        self._follow_game(self.shared_game)

    @with_game_lock
    def undo(self) -> None:
        """Ask to take back the last move of this notebook; the other player may decline."""
        here = [seat for seat, who in enumerate(self.players) if who == HUMAN_SEAT]
        movers = [node.state.turn for node in self._path_to_latest()[:-1]]
        if not {*movers} & {*here}:
            raise IllegalMoveError(NO_MOVE_TO_UNDO_TEXT)
        self.transport.request_takeback()
        self.on_change()

    @with_game_lock
    def answer_takeback(self, *, is_granted: bool) -> None:
        """Accept or decline the other player's request to take back a move."""
        self.transport.answer_takeback(is_granted=is_granted)
        self._follow_game(self.shared_game)

    @with_game_lock
    def show_latest(self) -> None:
        """Display the current position of the game."""
        self._show_latest_node()

    @with_game_lock
    def restart(self, record: Record, players: Sequence[str] | None = None) -> None:  # noqa: ARG002 - refused
        """Raise OptionError, because only the teacher starts the games of a class."""
        msg = "this board plays in a class: open another board with pg.play"
        raise OptionError(msg)

    @with_game_lock
    def close(self) -> None:
        """Close the connection and the board."""
        self.transport.close()
        super().close()

    # Internals

    def _on_shared_game(self, shared_game: SharedGame) -> None:
        """Handle a new state of the shared game, in the event loop of the board."""
        if self._event_loop is None:
            self._follow_latest(shared_game)
        else:
            post_to_loop(self._event_loop, self._follow_latest, shared_game)

    def _on_transport_error(self, text: str) -> None:
        if self._event_loop is None:
            self._set_connection_error(text)
        else:
            post_to_loop(self._event_loop, self._set_connection_error, text)

    @with_game_lock
    def _set_connection_error(self, text: str) -> None:
        self.connection_error = text
        self.on_change()

    @with_game_lock
    def _follow_latest(self, _: SharedGame) -> None:
        """Update to the latest shared game, which may be newer than the argument."""
        try:
            self._follow_game(self.shared_game)
        except PolygamesError as error:
            self.on_error(error)

    def _follow_game(self, shared_game: SharedGame) -> None:
        """Update the record to the shared state, and display its last move if it is new."""
        if shared_game.table != self._table:
            self._change_table(shared_game)
        self.players = self._prepare_players(self.record, ())
        node, new = self.record.root, False
        for text in shared_game.moves:
            known = next((each for each in node.children if str(each.move) == text), None)
            if known is None:
                self._change_record(setattr, self.record, "node", node)
                self._change_record(self.record.push, text)
                known, new = self.record.node, True
            elif known is not node.children[0]:
                self._change_record(self.record.promote, known)
            node = known
        is_elsewhere = node is not self._latest_node
        self._latest_node = node
        if new or is_elsewhere or (self.record.node is not node and not shared_game.moves):
            self._show_latest_node()
        else:
            self.on_change()

    def _show_latest_node(self) -> None:
        if self.record.node is not self._latest_node:
            self._change_record(setattr, self.record, "node", self._latest_node)
        self.paused = self.is_branching = False
        self._update_and_advance()

    def _change_table(self, shared_game: SharedGame) -> None:
        """Replace the record with the game of another table, which the room has assigned."""
        self._detach()
        self._table = shared_game.table
        self.record = Record.from_text(shared_game.start)
        self._latest_node = self.record.root
        self.players = self._prepare_players(self.record, ())
        self._attach(self.record)

    def _path_to_latest(self) -> list[Node]:
        found, node = [self._latest_node], self._latest_node
        while node.parent is not None:
            node = node.parent
            found.append(node)
        return found[::-1]

    def _game_nodes(self) -> list[Node]:
        """Return the record's nodes for the moves of the shared game, without the start."""
        return self._path_to_latest()[1:]

    def _advance_once(self) -> bool:
        """Return False, because no computer plays here and the transport rolls the dice."""
        return False

    def _prepare_players(self, record: Record, _: tuple[Any, ...]) -> tuple[str, ...]:
        """Return ``"human"`` for the assigned seat, and ``"remote"`` for all others."""
        mine = self.shared_game.seat
        return tuple(
            HUMAN_SEAT if seat == mine else REMOTE_PLAYER for seat in range(record.start.seats)
        )
