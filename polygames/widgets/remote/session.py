"""The session of a board that plays with another notebook; the shared game is authoritative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from polygames.core.errors import IllegalMoveError, OptionError, PolygamesError
from polygames.core.protocol import CHANCE
from polygames.records.record import Record
from polygames.runtime.owner import with_owner
from polygames.widgets.presence import activate
from polygames.widgets.remote.carrier import REMOTE_PLAYER
from polygames.widgets.seats import HUMAN_SEAT, seat_players
from polygames.widgets.session import Session
from polygames.widgets.tasks.worker import post, running_loop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node
    from polygames.widgets.remote.carrier import Carrier, Common


@dataclass(eq=False)
class RemoteSession(Session):
    """A game with some seats played at another notebook.

    A move is sent to the carrier first and displayed afterwards. The record follows the state of
    the carrier. Players may go back at any time; moves played there by a program are a local
    branch.
    """

    carrier: Carrier | None = None

    def __post_init__(self) -> None:
        """Start the session with the game of the carrier."""
        if self.carrier is None:
            msg = "a game with another notebook needs a way to it"
            raise OptionError(msg)
        self.trouble = ""
        """The error of the connection; empty if it works."""
        self._table = self.carrier.common.table
        self._tip: Node = self.record.root
        self._event_loop = running_loop()
        super().__post_init__()
        self._follow_common(self.carrier.common)
        self.carrier.open(self._hear, self._hear_trouble)

    @property
    def common(self) -> Common:
        """The shared state of the game."""
        assert self.carrier is not None  # noqa: S101 - refused when it was made
        return self.carrier.common

    @property
    def is_at_game(self) -> bool:
        """Whether the board displays the current position of the game, not an earlier one."""
        return self.record.node is self._tip

    @property
    def has_computer(self) -> bool:
        """False: people play all seats, here or at another notebook."""
        return False

    @property
    def asked_by(self) -> Seat | None:
        """The seat of another notebook that asks to take back its last move; None if none does."""
        asks = self.common.asks
        return asks if asks is not None and self.players[asks] != HUMAN_SEAT else None

    @property
    def note(self) -> str:
        """A note about the connection, a request, or a board at an earlier position."""
        if self.trouble:
            return self.trouble
        asks = self.common.asks
        if asks is not None and self.players[asks] == HUMAN_SEAT:
            return "You have asked to undo your last move."
        if not self.is_at_game:
            return "You are looking at another position. Press To the game to play on."
        return super().note

    @property
    def folder(self) -> None:
        """None: the game is not autosaved here."""

    def _name(self, seat: Seat) -> str:
        """Return the name of a player, here or at another notebook."""
        if self.players[seat] != REMOTE_PLAYER:
            return super()._name(seat)
        names = self.common.names
        return names[seat] if seat < len(names) else ""

    def viewed(self, state: State[Any]) -> State[Any]:
        """Return the view of a state for the seats of this notebook, at any turn."""
        here = [seat for seat, who in enumerate(self.players) if who == HUMAN_SEAT]
        if state.turn == CHANCE or state.turn in here or not here:
            return super().viewed(state)
        return state.view(here[0])

    @with_owner
    def play(self, move: Any) -> None:
        """Play a move. Raise IllegalMoveError if it is illegal or it is another notebook's turn."""
        state = self._tip.state
        if not self.is_at_game:
            msg = "this is not where the game stands: press To the game, then play"
            raise IllegalMoveError(msg)
        move = state.parse(move) if isinstance(move, str) else move
        if move not in state.legal_moves:
            msg = f"illegal move {str(move)!r}"
            raise IllegalMoveError(msg)
        if self.players[state.turn] != HUMAN_SEAT:
            msg = f"it is the turn of {self.names.of(state.turn)}, at another notebook"
            raise IllegalMoveError(msg)
        activate(self)
        self._carry().offer(len(self._line()), str(move))
        self._follow_common(self.common)

    @with_owner
    def undo(self) -> None:
        """Ask to take back the last move of this notebook; the other player may decline."""
        here = [seat for seat, who in enumerate(self.players) if who == HUMAN_SEAT]
        movers = [node.state.turn for node in self._tip_path()[:-1]]
        mine = [seat for seat in movers if seat in here]
        if not mine:
            msg = "there is no move of yours to undo"
            raise IllegalMoveError(msg)
        self._carry().ask_back(mine[-1])
        self.on_change()

    @with_owner
    def say_back(self, *, yes: bool) -> None:
        """Accept or decline the other player's request to take back a move."""
        self._carry().say_back(yes=yes)
        self._follow_common(self.common)

    @with_owner
    def to_game(self) -> None:
        """Display the current position of the game."""
        self._show_tip()

    @with_owner
    def restart(self, record: Record, players: Sequence[str] | None = None) -> None:  # noqa: ARG002 - refused
        """Raise OptionError: the other notebooks cannot follow to another game."""
        msg = "this board plays with another notebook: open another board with pg.play"
        raise OptionError(msg)

    @with_owner
    def close(self) -> None:
        """Close the connection and the board."""
        if self.carrier is not None:
            self.carrier.close()
        super().close()

    # Internals

    def _carry(self) -> Carrier:
        assert self.carrier is not None  # noqa: S101 - refused when it was made
        return self.carrier

    def _hear(self, common: Common) -> None:
        """Handle a new state of the carrier, in the thread of the board."""
        if self._event_loop is None:
            self._take_common(common)
        else:
            post(self._event_loop, self._take_common, common)

    def _hear_trouble(self, words: str) -> None:
        if self._event_loop is None:
            self._take_trouble(words)
        else:
            post(self._event_loop, self._take_trouble, words)

    @with_owner
    def _take_trouble(self, words: str) -> None:
        self.trouble = words
        self.on_change()

    @with_owner
    def _take_common(self, _: Common) -> None:
        """Follow the latest state; of several queued callbacks only the last state counts."""
        try:
            self._follow_common(self.common)
        except PolygamesError as error:
            self.on_error(error)

    def _follow_common(self, common: Common) -> None:
        """Update the record to the shared state, and display its last move if it is new."""
        if common.table != self._table:
            self._change_table(common)
        self._sit(common)
        node, new = self.record.root, False
        for text in common.moves:
            known = next((each for each in node.children if str(each.move) == text), None)
            if known is None:
                self._act(setattr, self.record, "node", node)
                self._act(self.record.push, text)
                known, new = self.record.node, True
            elif known is not node.children[0]:
                self._act(self.record.promote, known)
            node = known
        is_elsewhere = node is not self._tip
        self._tip = node
        if new or is_elsewhere or (self.record.node is not node and not common.moves):
            self._show_tip()
        else:
            self.on_change()

    def _show_tip(self) -> None:
        if self.record.node is not self._tip:
            self._act(setattr, self.record, "node", self._tip)
        self.paused = self.is_looking = False
        self._changed()

    def _change_table(self, common: Common) -> None:
        """Replace the record, because the room has assigned another table."""
        self._leave()
        self._table = common.table
        self.record = Record.from_text(common.start)
        self._tip = self.record.root
        self.places.clear()
        self._sit(common)
        self._adopt(self.record)

    def _sit(self, common: Common) -> None:
        """Set the players by the seat that the room assigned, if it has."""
        if common.seat is not None:
            count = self.record.start.seats
            self.players = tuple(
                HUMAN_SEAT if s == common.seat else REMOTE_PLAYER for s in range(count)
            )

    def _tip_path(self) -> list[Node]:
        found, node = [self._tip], self._tip
        while node.parent is not None:
            node = node.parent
            found.append(node)
        return found[::-1]

    def _line(self) -> list[Node]:
        """Return the nodes of the shared game, without the start."""
        return self._tip_path()[1:]

    def _step(self) -> bool:
        """Return False: no computer plays here, and the carrier rolls the dice."""
        return False

    def _seated(self, record: Record, names: tuple[Any, ...]) -> tuple[str, ...]:
        """Return the player of each seat, here or remote. Raise OptionError for any other."""
        seats = (*names, *(REMOTE_PLAYER,) * (record.state.seats - len(names)))
        if any(seat not in (HUMAN_SEAT, REMOTE_PLAYER) for seat in seats) or len({*seats}) == 1:
            msg = (
                f"the option seats must have {HUMAN_SEAT!r} and {REMOTE_PLAYER!r}, "
                "and nobody else, with the "
                f"option room; this is {names!r}"
            )
            raise OptionError(msg)
        seat_players(record.state, tuple(HUMAN_SEAT for _ in seats))  # refuses too many
        return seats
