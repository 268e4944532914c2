"""The board on one page of a class: the conversation about it, and what the page has been sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.table.conversation import Conversation
from polygames.view.frame import first_steps, ghost_data
from polygames.view.known_items import KnownItems

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat, State
    from polygames.table.seat_view import SeatView
    from polygames.table.table import Table

MOVES_WITH_REPLY: Final = 2
"""The moves since the last picture if one was answered at once: by a puzzle, or by the dice."""


class PageBoard:
    """The board of a page, as the carrier of its conversation.

    Parameters
    ----------
    send
        Sends a message to the page.
    play
        Plays a move for the page, or raises an error.
    refresh
        Sends the page the texts around the board, and calls `show`.
    """

    def __init__(
        self,
        send: Callable[[dict[str, Any]], None],
        play: Callable[[Any], None],
        refresh: Callable[[], None],
    ) -> None:
        self.conversation = Conversation(self)
        self._send, self._play, self._refresh = send, play, refresh
        self._known_items = KnownItems()
        self._sent: tuple[Any, ...] = ()
        """The table, version, seat, state of play, move number and marks that the page shows."""
        self._is_outdated = False
        """Whether the page needs the board again, although these are the same."""
        self._is_guided = False
        """Whether the page shows a ghost of the pupil's next move."""
        self._has_seen_ghost = False
        """Whether the pupil has played a move after a ghost, which is not shown again then."""

    def forget(self) -> None:
        """Forget all that was sent; the next table or the new page gets everything."""
        self._sent = ()
        self.conversation.reset_page()

    def set_view(self, view: SeatView) -> None:
        """Set the view of the position that the page shows."""
        self.conversation.show(view.position, version=view.version, is_active=view.is_active)

    def show(self, table: Table, seat: Seat | None, view: SeatView) -> None:
        """Send the last move's animation, the picture and the pointer data, if they are new.

        Call `set_view` with the same view first.
        """
        number = view.position.node.number
        shown = (table.number, view.version, seat, view.is_in_play, number, view.marks)
        if shown == self._sent and not self._is_outdated:
            return
        before, self._sent, self._is_outdated = self._sent, shown, False
        if before[:1] != shown[:1]:
            self._known_items = KnownItems()
            if before:
                self.conversation.reset_page()
        count = view.version - before[1] if before[:1] == shown[:1] else 0
        if count == 1 and before[4] != number:  # the same number: a spectator may not see the move
            self.conversation.send_motion()
        elif count == MOVES_WITH_REPLY and number - before[4] == count:
            self.conversation.send_motion(is_reply=True)
        spoken = self.conversation.spoken_moves()  # the goal is in the status line above the board
        frame = self.conversation.frame() | {"spoken_text": spoken} | self._ghost(table, seat, view)
        is_new = self._known_items.update(frame["items"])
        known = {"known_items": self._known_items.to_json()} if is_new else {}
        pointer = {"frame": self._known_items.frame_json(frame), **known}
        sheet = {"picture": view.picture(self.conversation.page), "pixels": view.pixels}
        traits = {"kind": "traits", "position_hash": table.next_hash}
        # The picture is first: it is drawn late, and the page shows the own move until then.
        self._send({**traits, "layer": "sheet", "values": sheet})
        self._send({**traits, "layer": "pointer", "values": pointer})

    def _ghost(self, table: Table, seat: Seat | None, view: SeatView) -> dict[str, Any]:
        """Return the ghost of a gesture, for the first move of the pupil's first game."""
        node, page = view.position.node, self.conversation.page
        is_known = (
            self._has_seen_ghost
            or not view.is_active
            or table.puzzle is not None
            or any(_is_guided_turn(before.state, seat) for before in node.ancestors)
        )
        steps = None if is_known else first_steps(view.position.state)
        self._is_guided = steps is not None
        return ghost_data(steps if page.draft is None else None)

    # What the conversation needs: see `polygames.table.conversation.Carrier`

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the page's pointer layer."""
        self._send({"kind": "board_message", "content": message})

    def play(self, move: Any) -> None:
        """Play a move of the page."""
        was_guided = self._is_guided
        self._play(move)
        self._has_seen_ghost |= was_guided

    def show_page_state(self) -> None:
        """Send the page its board again, because its zoom or its draft has changed."""
        self._is_outdated = True
        self._refresh()

    def send_board_again(self) -> None:
        """Send the page its whole board, which it may have lost."""
        self._known_items = KnownItems()
        self.show_page_state()

    def show_refusal(self, _: str) -> None:
        """Update the texts around the board: a puzzle counts its wrong moves."""
        self._refresh()


def _is_guided_turn(state: State[Any], seat: Seat | None) -> bool:
    """Return True if a seat was to move in a state for which its game has a guide."""
    return state.turn == seat and first_steps(state) is not None
