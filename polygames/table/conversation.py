"""The conversation of a table with a page that shows it: the page's messages, and the answers.

A page sends the messages of `polygames.view.messages`. Each refers to a version of the position. A
move that comes twice is played once, and one for an earlier version is not played. Whoever connects
a page (a notebook's board, a class, a page without a server) is its `Carrier`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, Protocol

from polygames.core.descriptions import error_text, seat_count_texts, seat_scores_text
from polygames.core.errors import IllegalMoveError, PolygamesError
from polygames.core.protocol import CHANCE
from polygames.scene.model import Window, scene_window
from polygames.view.frame import last_move_text, motions_to_json
from polygames.view.messages import MOVE_KINDS
from polygames.view.position_view import PageState

if TYPE_CHECKING:
    from polygames.records.node import Node
    from polygames.view.frame import Choice, Spelling
    from polygames.view.position_view import PositionView

NOT_YOUR_TURN_TEXT: Final = "it is not your turn"

WHOLE_BOARD_SHARE: Final = 0.999
"""A window with this share of the board's width is the whole board."""

MAX_SPOKEN_MOVES: Final = 6
"""The largest number of moves that are read out together. Agents may play several at once."""

MAX_SEATS_WITH_ALL_SCORES: Final = 2
"""With more seats, only the scores that have changed are read out."""


class Carrier(Protocol):
    """What a conversation needs from the connection to its page."""

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the page's pointer layer."""

    def play(self, move: Any) -> None:
        """Play a move of the page. Raise an error if it is refused, which changes nothing."""

    def show_page_state(self) -> None:
        """Send the page its board again, because its zoom or its draft has changed."""

    def send_board_again(self) -> None:
        """Send the page its whole board, which it may have lost."""

    def show_refusal(self, text: str) -> None:
        """Show why an action was refused, in addition to the message at the pointer."""


class Conversation:
    """The messages between a page and the table that it shows.

    A notebook's board has one conversation with all pages that show it.
    """

    def __init__(self, carrier: Carrier) -> None:
        self._carrier = carrier
        self.page = PageState()
        """What the person has done on the page without playing: the zoom, and a draft."""
        self.view: PositionView
        """The position on the page."""
        self.version = 0
        """The version of the position, to which the messages of the page refer."""
        self.is_active = False
        """Whether somebody at the page is to move."""
        self.is_page_move = False
        """Whether the move that is being played comes from the page, which shows it already."""
        self._last_taken: tuple[int | None, int | None] | None = None
        """The version and the number of the last move message that was carried out."""
        self.has_spoken_move = False
        """Whether `spoken_moves` names the last move."""
        self._announced_node: Node | None = None
        self._spoken_moves = ""
        self._spoken_counts: tuple[str, ...] | None = None

    def show(self, view: PositionView, *, version: int, is_active: bool) -> None:
        """Set the position that the page shows from now on; a draft for another one is gone."""
        if self.page.draft is not None and view.node is not self.view.node:
            self.page = replace(self.page, draft=None)
        self.view, self.version, self.is_active = view, version, is_active

    def reset_page(self) -> None:
        """Forget zoom, draft and spoken moves, because the page shows another game."""
        self.page = PageState(is_confirming=self.page.is_confirming)
        self._announced_node = self._spoken_counts = None

    # Messages to the page

    @property
    def visible_window(self) -> Window | None:
        """The visible part of the board; None for the whole board."""
        return self.page.window or self.view.default_window

    @property
    def buttons(self) -> list[Choice]:
        """The buttons below the board: moves without a place, or the answers to a draft."""
        return self.view.buttons(self.page) if self.is_active else []

    @property
    def prompt(self) -> str:
        """The next step for a draft, as a sentence; empty if there is none."""
        return self.view.prompt(self.page) if self.is_active else ""

    def frame(self, *, is_new: bool = True, **more: Any) -> dict[str, Any]:
        """Return the data for the page's pointer layer; see `PositionView.frame`."""
        return self.view.frame(
            version=self.version, active=self.is_active, page=self.page, is_new=is_new, **more
        )

    def send_motion(self, *, has_other_pages: bool = False, is_reply: bool = False) -> None:
        """Send the animation of the last move; call it before the picture is sent.

        A page that has just sent the move shows it already. `has_other_pages` tells whether other
        pages share this conversation, and `is_reply` whether the move answers that of the page. In
        a game without animations the page gets an empty one, so that it pauses before the answer.
        """
        before = self.view.node.parent
        is_page_move = self.is_page_move and not is_reply
        is_shown = is_page_move and before is not None and before.state.turn != CHANCE
        if has_other_pages or not is_shown:
            motions = motions_to_json(self.view.motions)
            message = {"kind": "motion", "version": self.version - 1, "motions": motions}
            self._carrier.send(message)

    def spoken_moves(self) -> str:
        """Return the moves since the position that was read out last, and scores that changed."""
        node, announced = self.view.node, self._announced_node
        if node is not announced:
            since = list(takewhile(lambda each: each is not announced, (node, *node.ancestors)))
            is_next = announced is None or since[-1].parent is announced
            told = since[:MAX_SPOKEN_MOVES] if announced is not None else since[:1]
            words = " ".join(last_move_text(each, self.view.names) for each in told[::-1])
            self.has_spoken_move = is_next and bool(words)
            place = f"move {node.number}" if node.parent is not None else "the start"
            news = words if is_next else f"Back to {place}."
            self._spoken_moves = f"{news} {self._changed_scores()}".strip()
            self._announced_node = node
        return self._spoken_moves

    def _changed_scores(self) -> str:
        """Return the scores as a sentence if they have changed; of many seats only those that did.

        The scores of the first position are not read out.
        """
        counts, before = seat_count_texts(self.view.state), self._spoken_counts
        self._spoken_counts = counts
        if before is None or before == counts:
            return ""
        changed = [
            seat
            for seat, (now, then) in enumerate(zip(counts, before, strict=True))
            if now != then or len(counts) <= MAX_SEATS_WITH_ALL_SCORES
        ]
        return f"{seat_scores_text(self.view.state, self.view.names, changed)}."

    # Messages of the page

    def handle(self, message: dict[str, Any]) -> bool:
        """Handle a parsed message of the page; return False if it does not belong here."""
        kind: str = message["kind"]
        if kind in MOVE_KINDS:
            self._take_move(message)
        elif kind == "show_window":
            self.set_window(message["window"] and Window(*message["window"]))
        elif kind == "request_frame":
            self._carrier.send_board_again()
        elif message.get("version") != self.version:
            return kind == "request_preview"
        elif kind == "request_preview":
            if self.is_active and (answer := self.view.preview_message(message)) is not None:
                self._carrier.send(answer)
        else:
            return self._take_action(message)
        return True

    def set_window(self, window: Window | None) -> None:
        """Zoom to a part of the board; None restores the default part."""
        home = scene_window(self.view.scene)
        if window and window.right - window.left >= WHOLE_BOARD_SHARE * (home.right - home.left):
            window = home if self.view.default_window is not None else None
        self.page = replace(self.page, window=window)
        self._carrier.show_page_state()

    def set_draft(self, move: Any) -> None:
        """Show a move that waits for confirmation; None discards the one that is shown."""
        self.page = replace(self.page, draft=move, draft_target=None)
        self._carrier.show_page_state()

    def set_confirmation(self, *, is_confirming: bool) -> None:
        """Set whether a clicked move waits for confirmation, in a game that offers this."""
        self.page = replace(self.page, draft=None, is_confirming=is_confirming)
        self._carrier.show_page_state()

    def _take_move(self, message: dict[str, Any]) -> None:
        """Handle a move that the page already shows: confirm or refuse it."""
        number, is_repeated = message.get("id"), bool(message.get("again"))
        version = message.get("version")
        is_late = version != self.version
        if is_late or (is_repeated and (version, number) == self._last_taken):
            if is_repeated:  # the page may have missed the answer
                self._carrier.send_board_again()
                self._confirm(number)
            return
        try:
            if not self.is_active:
                raise IllegalMoveError(NOT_YOUR_TURN_TEXT)
            self._play(message)
        except (PolygamesError, OSError, UnicodeError) as error:
            self.refuse(error, number)
        else:
            self._last_taken = version, number
            self._confirm(number)

    def press(self, spelling: Spelling) -> None:
        """Press a button below the board; raise an error if its move is refused."""
        self._play({"kind": "move", "spelling": spelling})

    def _play(self, message: dict[str, Any]) -> None:
        move, page = self.view.take_action(message, self.page)
        if move is None:
            self.page = page
            self._carrier.show_page_state()
            return
        self.is_page_move = True
        try:
            self._carrier.play(move)
        finally:
            self.is_page_move = False

    def _take_action(self, message: dict[str, Any]) -> bool:
        """Pass a message other than a move to the view; return False if nothing changes."""
        _, page = self.view.take_action(message, self.page)
        if page == self.page:
            return False
        self.page = page
        self._carrier.show_page_state()
        return True

    def _confirm(self, number: int | None) -> None:
        """Confirm a move to the page, once its picture has been sent."""
        if number is not None:
            self._carrier.send({"kind": "confirmed", "id": number, "version": self.version})

    def refuse(self, error: Exception, number: int | None = None) -> None:
        """Send the page the reason why an action was refused."""
        text = error_text(error)
        self._carrier.send({"kind": "refused", "text": text, "id": number})
        self._carrier.show_refusal(text)
