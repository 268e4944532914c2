"""The connection of a board to the browser pages that show it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from polygames.core.descriptions import position_caption
from polygames.runtime.game_lock import with_game_lock
from polygames.runtime.scheduling import pause_searches
from polygames.table.conversation import Conversation
from polygames.view.messages import parse_message
from polygames.widgets.header import turn_text
from polygames.widgets.presence import other_sessions
from polygames.widgets.tasks.timers import PageLoop

if TYPE_CHECKING:
    from polygames.view.position_view import PositionView
    from polygames.widgets.board_picture import BoardPicture
    from polygames.widgets.interfaces import BoardLike


class PageConnection:
    """The connection of a board to its pages, which share one conversation with the table.

    Parameters
    ----------
    board
        The board. It handles the messages that are not about moves and the picture.
    """

    def __init__(self, board: BoardLike) -> None:
        self._board = board
        self.conversation = Conversation(self)
        self._board_picture: BoardPicture
        self.last_frame: dict[str, Any] = {}
        """The frame that was sent last."""
        self.page_loop: PageLoop | None = None
        """The event loop that handled the last message of a page, perhaps not that of the cells."""
        self._is_new_move = False

    def connect(self, board_picture: BoardPicture) -> None:
        """Start to listen to the pages that show a picture."""
        self._board_picture = board_picture
        self.pointer = board_picture.layers.pointer
        self.pointer.on_msg(lambda _, content, __: self.handle_message(content))

    # Messages to the pages

    def show(self, view: PositionView, *, is_new_version: bool, is_new_move: bool = False) -> None:
        """Set the position that the pages show.

        With `is_new_move`, its last move has just been played, so that it is animated.
        """
        talk, is_active = self.conversation, self._board.can_move
        talk.show(view, version=talk.version + is_new_version, is_active=is_active)
        if is_new_version:
            self._is_new_move = is_new_move

    def send_motion(self) -> None:
        """Send the animation of the last move; call it before the new picture is sent."""
        if self._is_new_move:
            has_other_pages = len(self._board.session.views) > 1
            self.conversation.send_motion(has_other_pages=has_other_pages)

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to all pages."""
        self.pointer.send(message)

    def send_frame(self) -> None:
        """Send the data of the position (the frame) to the pages."""
        self.conversation.is_active = self._board.can_move
        self.last_frame = self._board.frame()
        self.pointer.show_frame(self.last_frame)

    def frame(self) -> dict[str, Any]:
        """Return the data of the position for pages, with width, spoken text and pen."""
        board = self._board
        return self.conversation.frame(is_new=self._is_new_move) | {
            "picture_width": self._board_picture.width,
            "spoken_text": self._spoken_text(),
            "drawing_tool": asdict(board.pen),
        }

    def _spoken_text(self) -> str:
        """Return the text for screen readers: the moves since the last frame, and the status."""
        session, talk = self._board.session, self.conversation
        moves, caption = talk.spoken_moves(), position_caption(session.state, session.names)
        status = turn_text(session, (talk.has_spoken_move and caption.spoken) or caption.status)
        parts = (moves, self._board.result_text() or status)
        return " ".join(filter(None, parts))

    # What the conversation needs: see `polygames.table.conversation.Carrier`

    def play(self, move: Any) -> None:
        """Play a move of a page."""
        self._board.play(move)

    def show_page_state(self) -> None:
        """Show the zoom and the draft of the page."""
        self._board.show_page_state()

    def send_board_again(self) -> None:
        """Send the picture and the frame again, because a page may have lost them."""
        self._board_picture.paint_whole()
        self.pointer.send_state(["frame", "known_items"])

    def show_refusal(self, text: str) -> None:
        """Show the reason why an action was refused in the header, too."""
        self._board.show_refusal(text)

    # Messages from the pages

    @pause_searches()
    @with_game_lock
    def handle_message(self, content: object) -> None:
        """Handle a message from a page; ignore actions for an earlier version of the position."""
        self.page_loop = PageLoop.current()
        message = parse_message(content)
        if message is None:
            return
        if message["kind"] == "report_width":
            if self._board_picture.layers.set_pixel_width(message["pixels"]):
                self._board_picture.paint()
        elif message["kind"] == "report_presence":
            self._update_presence(message)
        elif message["kind"] == "copied":
            self._board.confirm_copy()
        elif (
            not self.conversation.handle(message)
            and message.get("version") == self.conversation.version
        ):
            self._board.run_action(
                lambda: self._board.handle_action(message), self.conversation.refuse
            )

    def _update_presence(self, message: dict[str, Any]) -> None:
        """Register or remove a view of the board, and update all boards with the same game."""
        session = self._board.session
        if message["is_visible"]:
            session.views.add(message["view"])
        else:
            session.views.discard(message["view"])
        for each in (session, *other_sessions(session)):
            each.on_change()
