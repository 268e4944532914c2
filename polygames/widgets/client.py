"""The messages between a board and the pages that show it.

Each position has a version number. A message of a page has the version to which it refers. A
message for an earlier version is too late, and is not handled.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import takewhile
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import PolygamesError
from polygames.core.protocol import CHANCE
from polygames.core.words import caption, error_words
from polygames.runtime.cooperative import answering
from polygames.runtime.owner import with_owner
from polygames.scene.model import Window
from polygames.view.frame import last_words, motions_to_json
from polygames.view.messages import MOVE_KINDS, read
from polygames.widgets.header import seat_name, whose_turn
from polygames.widgets.presence import client, others
from polygames.widgets.tasks.timers import PageLoop
from polygames.widgets.tasks.worker import SLICE_GAP_SECONDS, running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable, Iterator

    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.widgets.parts import BoardLike
    from polygames.widgets.stage import Stage

OTHER_PAGE_TEXT: Final = "plays on another page"
"""The reason why a page cannot move for a seat; it follows the name of the seat."""

MOST_TOLD: Final = 6
"""The largest number of moves that are read out together. Agents may play several at once."""

PREVIEW_DELAY_SECONDS: Final = 0.05
"""Seconds before the first slice of previews, so that pages show earlier messages first."""

PREVIEW_SLICE_SECONDS: Final = 0.004
"""Minimum duration of a slice in seconds. A click waits until the current slice ends."""


class Client:
    """The connection of a board to the pages that show it.

    Parameters
    ----------
    board
        The board. It builds the frames for pages, and its `act` handles their messages.
    stage
        The picture of the board.
    most_previews
        If a position has more moves, they are sent without previews. The page requests those that
        it needs.
    """

    def __init__(self, board: BoardLike, stage: Stage, most_previews: float) -> None:
        self._board, self._stage, self._most = board, stage, most_previews
        self.version = 0
        """The version number of the position on the board."""
        self.sent: dict[str, Any] = {}
        """The frame that was sent last."""
        self.heard: PageLoop | None = None
        """The event loop that handled the last message of a page, perhaps not that of the cells."""
        self._told: tuple[Node | None, str] = (None, "")
        self._last: tuple[State[Any], Any] | None = None
        self._is_by_hand = False
        self._queue = PreviewQueue()
        self.pointer = stage.layers.pointer
        self.pointer.on_msg(lambda _, content, __: self.hear(content))

    # Messages to the pages

    def take(self, last: tuple[State[Any], Any] | None) -> None:
        """Start a new version for the next position.

        `last` is the state before it and the move that led to it, if that was just played.
        """
        self._last = last
        self.version += 1
        self._queue.stop()

    def show_motion(self) -> None:
        """Send the animation of the last move; call it before the new picture is sent."""
        if self._last is None:
            return
        state, move = self._last
        is_painted = self._is_by_hand and state.turn != CHANCE  # the page painted it at once
        if not is_painted or self._board.session.places.are_many:
            motions = motions_to_json(self._board.motion(state, move))
            self.send({"kind": "motion", "version": self.version - 1, "motions": motions})

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to all pages."""
        self.pointer.send(message)

    def send_frame(self) -> None:
        """Send the current frame to the pages, and start to compute previews if it needs them."""
        self.sent = self.pointer.frame = self._board.frame()
        if self.sent["peeks"] == "ahead":
            position = self._stage.position
            self._queue.find(position.told(position.ways), self._send_previews)

    def show_again(self) -> None:
        """Send the picture and the frame once more, as a page may have lost them."""
        self._stage.paint_whole()
        self.pointer.send_state("frame")

    def frame(self) -> dict[str, Any]:
        """Return the frame of the position, with claimed seat, width, spoken text and pen."""
        board, stage = self._board, self._stage
        return stage.position.frame(
            version=self.version,
            active=board.session.is_human_turn,
            most=self._most,
            window=stage.part,
            rest=board.rest(),
            last=self._last,
        ) | {
            "taken": self._taken(),
            "wide": stage.width,
            "spoken": self._spoken(),
            "drawing": asdict(board.pen),
        }

    def close(self) -> None:
        """Stop the computation of previews."""
        self._queue.stop()

    def _send_previews(self, found: list[dict[str, Any]]) -> None:
        self.pointer.previews = {"version": self.version, "moves": found}

    def _spoken(self) -> str:
        """Return the text for screen readers: the moves since the last frame, and the status."""
        session = self._board.session
        names, node = session.names, session.record.node
        if self._told[0] is not node:
            since = list(takewhile(lambda each: each is not self._told[0], (node, *node.above)))
            is_next = since[-1].parent is self._told[0] or self._told[0] is None
            words = " ".join(last_words(each, names) for each in since[:MOST_TOLD][::-1])
            self._told = node, words if is_next else f"Back to move {node.number}."
        status = whose_turn(session, caption(session.state, names).status)
        result = self._board.match_result()
        return " ".join(filter(None, (self._told[1], status, result)))

    def _taken(self) -> dict[str, str] | None:
        """Return the page that claimed the seat to move, and a text for other pages; or None."""
        session = self._board.session
        page = session.places.page_of(session.state.turn)
        if page is None:
            return None
        return {
            "page": page,
            "words": f"{seat_name(session, session.state.turn)} {OTHER_PAGE_TEXT}",
        }

    # Messages from the pages

    @answering()
    @with_owner
    def hear(self, content: object) -> None:
        """Handle a message of a page; ignore an action for an earlier version."""
        self.heard = PageLoop.here()
        message = read(content)
        if message is None:
            return
        if message["kind"] == "view":
            window = message["window"]
            self._board.show_window(Window(*window) if window else None, message.get("space"))
        elif message["kind"] == "screen":
            if self._stage.layers.fit(message["pixels"]):
                self._stage.paint()
        elif message["kind"] == "page":
            self._greet(message)
        elif message["kind"] == "take":
            self._board.attempt(lambda: self._take_seat(message["seat"]))
            self.send_frame()
        elif message["kind"] == "copied":
            self._board.confirm_copy()
        elif message["kind"] in MOVE_KINDS:
            self._take_move(message)
        elif message.get("version") == self.version:
            self._board.attempt(lambda: self._board.act(message), self._refuse)

    def is_here(self) -> bool:
        """Return True if the client of the current message may move for the seat to move."""
        session = self._board.session
        return session.places.allows(session.state.turn, client())

    def attempt_here(self, action: Callable[[], Any]) -> None:
        """Run an action of the seat to move; refuse it if another page has claimed the seat."""
        session = self._board.session
        if self.is_here():
            self._board.attempt(action)
        else:
            self._board.tell(f"{seat_name(session, session.state.turn)} {OTHER_PAGE_TEXT}.")

    def _greet(self, message: dict[str, Any]) -> None:
        """Register or remove a view of the board, and update all boards with the same game."""
        session, view = self._board.session, message["view"]
        if message["is_seen"]:
            session.places.greet(client(), page=message["page"], view=view)
        else:
            session.places.leave(view)
        for each in (session, *others(session)):
            each.on_change()

    def _take_seat(self, seat: int) -> None:
        """Claim a seat for the page, or release it, and show a message that explains it."""
        session = self._board.session
        session.take(seat, client())
        name = seat_name(session, seat)
        text = f"Every page can move for {name} again."
        if session.places.page_of(seat) is not None:
            text = f"Only this page can move for {name} now."
            text += " Press the name again to allow every page."
        self._board.tell(text)

    def _take_move(self, message: dict[str, Any]) -> None:
        """Play a move that a page has painted already, and send the answer.

        The version identifies the position of the move, so a move that arrives twice is played
        once. A page that repeats a message may have missed the answer: it is sent once more.
        """
        number = message.get("id")
        if message.get("version") != self.version:
            if message.get("again"):
                self.show_again()
                self._answer(number)
            return
        if not self.sent.get("active") or not self.is_here():
            self._say_refused("it is not your turn", number)
            return
        self._is_by_hand = True
        try:
            self._board.act(message)
        except (PolygamesError, OSError, UnicodeError) as error:
            self._refuse(error, number)
        else:
            self._answer(number)
        finally:
            self._is_by_hand = False

    def _answer(self, number: int | None) -> None:
        """Confirm a move to the page, after its picture was sent."""
        if number is not None:
            self.send({"kind": "answered", "id": number, "version": self.version})

    def _refuse(self, error: Exception, number: int | None = None) -> None:
        """Show the reason of a refused action at the pointer and in the header."""
        words = error_words(error)
        self._board.tell(words, aloud=False)
        self._say_refused(words, number)

    def _say_refused(self, words: str, number: int | None) -> None:
        self.send({"kind": "refused", "text": words, "id": number})


class PreviewQueue:
    """A queue that computes previews in slices of the event loop, and sends them together.

    Without an event loop it computes nothing. Then pages request the previews they need.
    """

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def find(self, finds: Iterable[Any], tell: Callable[[list[Any]], object]) -> None:
        """Start to collect the items of `finds`, and cancel an earlier run.

        `tell` is called with the list of all items at the end.
        """
        self.stop()
        if (loop := running_loop()) is not None:
            self._timer = loop.call_later(
                PREVIEW_DELAY_SECONDS, self._slice, loop, iter(finds), [], tell
            )

    def stop(self) -> None:
        """Cancel the computation."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @with_owner
    def _slice(
        self,
        loop: asyncio.AbstractEventLoop,
        finds: Iterator[Any],
        found: list[Any],
        tell: Callable[[list[Any]], object],
    ) -> None:
        end = perf_counter() + PREVIEW_SLICE_SECONDS
        for each in finds:
            found.append(each)
            if perf_counter() > end:
                self._timer = loop.call_later(
                    SLICE_GAP_SECONDS, self._slice, loop, finds, found, tell
                )
                return
        self._timer = None
        tell(found)
