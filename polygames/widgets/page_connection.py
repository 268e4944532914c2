"""The messages between a board and the pages that show it.

Each position has a version number. A message of a page has the version to which it refers. A
message for an earlier version is too late, and is not handled.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import takewhile
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import error_text, position_caption
from polygames.core.errors import PolygamesError
from polygames.core.protocol import CHANCE
from polygames.runtime.game_lock import with_game_lock
from polygames.runtime.scheduling import pause_searches
from polygames.scene.model import Window
from polygames.view.frame import last_move_text, motions_to_json
from polygames.view.messages import MOVE_KINDS, parse_message
from polygames.widgets.header import seat_name, turn_text
from polygames.widgets.presence import current_client_id, other_sessions
from polygames.widgets.tasks.timers import PageLoop
from polygames.widgets.tasks.worker import SLICE_GAP_SECONDS, running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable, Iterator

    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.widgets.board_picture import BoardPicture
    from polygames.widgets.interfaces import BoardLike

OTHER_PAGE_TEXT: Final = "plays on another page"
"""The reason why a page cannot move for a seat; it follows the name of the seat."""

MAX_SPOKEN_MOVES: Final = 6
"""The largest number of moves that are read out together. Agents may play several at once."""

PREVIEW_DELAY_SECONDS: Final = 0.05
"""Seconds before the first slice of previews, so that pages show earlier messages first."""

PREVIEW_SLICE_SECONDS: Final = 0.004
"""Minimum duration of a slice in seconds. A click waits until the current slice ends."""


class PageConnection:
    """The connection of a board to the browser pages that show it.

    Parameters
    ----------
    board
        The board. It builds the frames for pages, and its `handle_action` handles their messages.
    board_picture
        The picture of the board.
    max_previews
        If a position has more moves, they are sent without previews. The page requests those that
        it needs.
    """

    def __init__(self, board: BoardLike, board_picture: BoardPicture, max_previews: float) -> None:
        self._board, self._board_picture, self._max_previews = board, board_picture, max_previews
        self.version = 0
        """The version number of the position on the board."""
        self.last_frame: dict[str, Any] = {}
        """The frame that was sent last."""
        self.page_loop: PageLoop | None = None
        """The event loop that handled the last message of a page, perhaps not that of the cells."""
        self._announced: tuple[Node | None, str] = (None, "")
        self._last_move: tuple[State[Any], Any] | None = None
        self._is_page_move = False
        self._preview_queue = PreviewQueue()
        self.pointer = board_picture.layers.pointer
        self.pointer.on_msg(lambda _, content, __: self.handle_message(content))

    # Messages to the pages

    def start_version(self, last_move: tuple[State[Any], Any] | None) -> None:
        """Increase the version number, because the board has a new position.

        `last_move` is the state before it and the move that led to it, if that was just played.
        """
        self._last_move = last_move
        self.version += 1
        self._preview_queue.stop()

    def send_motion(self) -> None:
        """Send the animation of the last move; call it before the new picture is sent."""
        if self._last_move is None:
            return
        state, move = self._last_move
        is_painted = self._is_page_move and state.turn != CHANCE  # the page painted it at once
        if not is_painted or self._board.session.seat_claims.has_many_views:
            motions = motions_to_json(self._board.motion(state, move))
            self.send({"kind": "motion", "version": self.version - 1, "motions": motions})

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to all pages."""
        self.pointer.send(message)

    def send_frame(self) -> None:
        """Send the data of the position (the frame) to the pages; compute previews if required."""
        self.last_frame = self.pointer.frame = self._board.frame()
        if self.last_frame["preview_requests"] == "continuations":
            position = self._board_picture.position
            self._preview_queue.start(
                position.iter_previews(position.moves_by_clicks), self._send_previews
            )

    def resend_picture(self) -> None:
        """Send the picture and the frame again, because a page may have lost them."""
        self._board_picture.paint_whole()
        self.pointer.send_state("frame")

    def frame(self) -> dict[str, Any]:
        """Return the data of the position for pages, including seat, width, spoken text and pen."""
        board, stage = self._board, self._board_picture
        return stage.position.frame(
            version=self.version,
            active=board.session.is_human_turn,
            max_previews=self._max_previews,
            window=stage.visible_window,
            rest=board.default_window(),
            last=self._last_move,
        ) | {
            "claim": self._claim_data(),
            "picture_width": stage.width,
            "spoken_text": self._spoken_text(),
            "drawing_tool": asdict(board.pen),
        }

    def close(self) -> None:
        """Stop the computation of previews."""
        self._preview_queue.stop()

    def _send_previews(self, previews: list[dict[str, Any]]) -> None:
        self.pointer.previews = {"version": self.version, "moves": previews}

    def _spoken_text(self) -> str:
        """Return the text for screen readers: the moves since the last frame, and the status."""
        session = self._board.session
        names, node = session.names, session.record.node
        if self._announced[0] is not node:
            since = list(
                takewhile(lambda each: each is not self._announced[0], (node, *node.ancestors))
            )
            is_next = since[-1].parent is self._announced[0] or self._announced[0] is None
            words = " ".join(last_move_text(each, names) for each in since[:MAX_SPOKEN_MOVES][::-1])
            self._announced = node, words if is_next else f"Back to move {node.number}."
        status = turn_text(session, position_caption(session.state, names).status)
        result = self._board.match_result()
        return " ".join(filter(None, (self._announced[1], status, result)))

    def _claim_data(self) -> dict[str, str] | None:
        """Return the page that has claimed the seat to move, and a text for other pages.

        Return None if no page has claimed it.
        """
        session = self._board.session
        page = session.seat_claims.claiming_page(session.state.turn)
        if page is None:
            return None
        return {
            "page": page,
            "text": f"{seat_name(session, session.state.turn)} {OTHER_PAGE_TEXT}",
        }

    # Messages from the pages

    @pause_searches()
    @with_game_lock
    def handle_message(self, content: object) -> None:
        """Handle a message from a page; ignore actions for an earlier version of the position."""
        self.page_loop = PageLoop.current()
        message = parse_message(content)
        if message is None:
            return
        if message["kind"] == "show_window":
            window = message["window"]
            self._board.show_window(Window(*window) if window else None, message.get("space"))
        elif message["kind"] == "report_width":
            if self._board_picture.layers.set_pixel_width(message["pixels"]):
                self._board_picture.paint()
        elif message["kind"] == "report_presence":
            self._update_presence(message)
        elif message["kind"] == "claim_seat":
            self._board.run_action(lambda: self._claim_seat(message["seat"]))
            self.send_frame()
        elif message["kind"] == "copied":
            self._board.confirm_copy()
        elif message["kind"] in MOVE_KINDS:
            self._play_page_move(message)
        elif message.get("version") == self.version:
            self._board.run_action(lambda: self._board.handle_action(message), self._show_refusal)

    def can_play(self) -> bool:
        """Return True if the page that sent the current message may move for the seat to move."""
        session = self._board.session
        return session.seat_claims.can_play(session.state.turn, current_client_id())

    def run_seat_action(self, action: Callable[[], Any]) -> None:
        """Run an action for the seat to move, or show a message if another page has claimed it."""
        session = self._board.session
        if self.can_play():
            self._board.run_action(action)
        else:
            self._board.show_message(f"{seat_name(session, session.state.turn)} {OTHER_PAGE_TEXT}.")

    def _update_presence(self, message: dict[str, Any]) -> None:
        """Register or remove a view of the board, and update all boards with the same game."""
        session, view = self._board.session, message["view"]
        if message["is_visible"]:
            session.seat_claims.register_view(current_client_id(), page=message["page"], view=view)
        else:
            session.seat_claims.remove_view(view)
        for each in (session, *other_sessions(session)):
            each.on_change()

    def _claim_seat(self, seat: int) -> None:
        """Claim a seat for the page, or release its claim, and show a message about the change."""
        session = self._board.session
        session.toggle_claim(seat, current_client_id())
        name = seat_name(session, seat)
        text = f"Every page can move for {name} again."
        if session.seat_claims.claiming_page(seat) is not None:
            text = f"Only this page can move for {name} now."
            text += " Press the name again to allow every page."
        self._board.show_message(text)

    def _play_page_move(self, message: dict[str, Any]) -> None:
        """Play a move that a page has already drawn, and confirm or refuse it.

        The version identifies the position of the move, so a move that arrives twice is played
        once. A page that repeats a message may have missed the answer: it is sent once more.
        """
        number = message.get("id")
        if message.get("version") != self.version:
            if message.get("again"):
                self.resend_picture()
                self._confirm_move(number)
            return
        if not self.last_frame.get("active") or not self.can_play():
            self._send_refusal("it is not your turn", number)
            return
        self._is_page_move = True
        try:
            self._board.handle_action(message)
        except (PolygamesError, OSError, UnicodeError) as error:
            self._show_refusal(error, number)
        else:
            self._confirm_move(number)
        finally:
            self._is_page_move = False

    def _confirm_move(self, number: int | None) -> None:
        """Confirm a move to the page, once its picture has been sent."""
        if number is not None:
            self.send({"kind": "confirmed", "id": number, "version": self.version})

    def _show_refusal(self, error: Exception, number: int | None = None) -> None:
        """Show the reason why an action was refused, at the pointer and in the header."""
        words = error_text(error)
        self._board.show_message(words, is_spoken=False)
        self._send_refusal(words, number)

    def _send_refusal(self, text: str, number: int | None) -> None:
        self.send({"kind": "refused", "text": text, "id": number})


class PreviewQueue:
    """A queue that computes previews in short slices of time, and passes them on together.

    Without an event loop it computes nothing. Then pages request the previews they need.
    """

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self, previews: Iterable[Any], on_done: Callable[[list[Any]], object]) -> None:
        """Start collecting the items of `previews`, and cancel any earlier run.

        `on_done` is called with the list of all items at the end.
        """
        self.stop()
        if (loop := running_loop()) is not None:
            self._timer = loop.call_later(
                PREVIEW_DELAY_SECONDS, self._run_slice, loop, iter(previews), [], on_done
            )

    def stop(self) -> None:
        """Cancel the computation."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @with_game_lock
    def _run_slice(
        self,
        loop: asyncio.AbstractEventLoop,
        previews: Iterator[Any],
        results: list[Any],
        on_done: Callable[[list[Any]], object],
    ) -> None:
        end = perf_counter() + PREVIEW_SLICE_SECONDS
        for each in previews:
            results.append(each)
            if perf_counter() > end:
                self._timer = loop.call_later(
                    SLICE_GAP_SECONDS, self._run_slice, loop, previews, results, on_done
                )
                return
        self._timer = None
        on_done(results)
