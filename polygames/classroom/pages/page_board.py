"""The board on one page of a class: the conversation about it, and what the page has been sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.table.conversation import Conversation
from polygames.view.known_items import KnownItems

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.classroom.pages.seat_view import SeatView
    from polygames.core.protocol import Seat
    from polygames.table.table import Table


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
        """The table, version, seat and state of play that the page shows."""
        self._is_outdated = False
        """Whether the page needs the board again, although these are the same."""

    def forget(self) -> None:
        """Forget all that was sent; the next table or the new page gets everything."""
        self._sent = ()
        self.conversation.reset_page()

    def set_view(self, view: SeatView) -> None:
        """Set the view of the position that the page shows."""
        self.conversation.show(view.position, version=view.version, is_active=view.is_active)

    def show(self, table: Table, seat: Seat | None, view: SeatView) -> None:
        """Send the last move's animation, the pointer data and the picture, if they are new.

        Call `set_view` with the same view first.
        """
        shown = (table.number, view.version, seat, view.is_in_play)
        if shown == self._sent and not self._is_outdated:
            return
        before, self._sent, self._is_outdated = self._sent, shown, False
        if before[:1] != shown[:1]:
            self._known_items = KnownItems()
            if before:
                self.conversation.reset_page()
        is_next = before[:1] == shown[:1] and before[1] == view.version - 1
        if is_next:
            self.conversation.send_motion()
        spoken = self.conversation.spoken_moves()  # the goal is in the status line above the board
        frame = self.conversation.frame() | {"spoken_text": spoken}
        is_new = self._known_items.update(frame["items"])
        known = {"known_items": self._known_items.to_json()} if is_new else {}
        pointer = {"frame": self._known_items.frame_json(frame), **known}
        sheet = {"picture": view.picture(self.conversation.page), "pixels": view.pixels}
        traits = {"kind": "traits", "position_hash": table.next_hash}
        self._send({**traits, "layer": "pointer", "values": pointer})
        self._send({**traits, "layer": "sheet", "values": sheet})

    # What the conversation needs: see `polygames.table.conversation.Carrier`

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the page's pointer layer."""
        self._send({"kind": "board_message", "content": message})

    def play(self, move: Any) -> None:
        """Play a move of the page."""
        self._play(move)

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
