"""What a board shows: header, picture, the choices of a person; and what its client answers."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar, Final

import ipywidgets as widgets

from polygames.core.errors import PolygamesError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.core.words import caption, error_words
from polygames.core.words import preview as preview_of
from polygames.runtime.cooperative import has_threads
from polygames.runtime.owner import owned
from polygames.runtime.priority import answering
from polygames.scene.drawn_marks import DrawnMark, draw, named
from polygames.scene.marks import LAST
from polygames.scene.model import Motion, Preview, Scene, Text, Window, window_of
from polygames.view.frame import last_words, moved, plays, spellings
from polygames.view.messages import MOVING, read
from polygames.view.overlay import words_under
from polygames.widgets.header import (
    header,
    seat_name,
    static_image,
    whose_turn,
    words_at_end,
)
from polygames.widgets.painter.canvas_stack import WIDTH, Layers
from polygames.widgets.presence import client, others
from polygames.widgets.previews import BoardPosition, PreviewQueue
from polygames.widgets.tasks.timers import Debounce, PageLoop
from polygames.widgets.toolbar import Shared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import State
    from polygames.core.registry import GameInfo
    from polygames.records.node import Node
    from polygames.records.record import Record
    from polygames.scene.drawn_marks import Place
    from polygames.scene.model import Point
    from polygames.widgets.session import Session

REST: Final = 0.03
"""Seconds from the picture to the rest: the page has painted by then, and nobody has clicked."""

ELSEWHERE: Final = "is played on another page"
"""Why a page cannot move for a seat that was taken on another one."""

MOST_TOLD: Final = 6
"""So many moves are read out at once: who answers at once may play several."""

BESIDE: Final = 400
"""A board of a fixed width has the rest beside it up to this width, in pixels; else below."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How marks are drawn: what, in which colour, and whether any pointer does (``on``)."""

    kind: str = "arrow"
    color: str = "green"
    on: bool = False


class BoardView(widgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Shows the game of a session, and gives the messages of the client to `act`.

    Each position is looked at, drawn and painted once; what has not changed is not sent again.
    """

    most_previews: ClassVar[float] = 24
    """More moves than this are sent without previews: those follow when there is time, or when
    somebody points at the first thing to click. A game with quick previews sets no limit."""

    def __init__(self, session: Session, *, size: int | None) -> None:
        self.session = session
        self.message = ""
        """What the board last said about a refused action, or a hint; empty else."""
        self._size, self._version = size or WIDTH, 0
        self._shown: tuple[Node, tuple[str, ...]] | None = None
        self._sent: dict[str, Any] = {}
        self._offered = 0
        """The version of the position whose choices are shown."""
        self._is_by_hand = False
        """Whether a person is making a move on the board just now."""
        self._rest = Debounce(REST)
        self._told: tuple[Node | None, str] = (None, "")
        """The position that pages were told last, and what was said of the moves up to it."""
        self._heard: PageLoop | None = None
        """Where a page was heard last: it may not be where cells run."""
        self.shared = Shared()
        """What styles the widgets of this board that need nothing of their own."""
        self._preview_queue = PreviewQueue()
        self._window: Window | None = None
        self._overlay: Scene = ()
        self._painted: tuple[DrawnMark, ...] = ()
        """The drawn marks that are on the picture."""
        self.pen = Pen()
        """How marks are drawn at this board."""
        self._draw_overlay: Callable[[], Scene] | None = None
        self._last: tuple[State[Any], Any] | None = None
        self._position = self._looked_at(None)
        plain = self.shared.layout
        self._layers = Layers(self.scene, size, self._paint, plain)
        self.pointer = self._layers.pointer
        self.pointer.on_msg(lambda _, content, __: self.hear(content))
        self._header = widgets.HTML(layout=plain, style=self.shared.html_style)
        self._choices = widgets.HBox(layout=plain)
        self._grid = widgets.Box([self._header, self._layers.box, self._choices], layout=plain)
        for part, name in (
            (self._header, "head"),
            (self._choices, "choices"),
            (self._grid, "grid"),
        ):
            part.add_class(f"polygames-{name}")
        super().__init__([self._grid])
        self.add_class("polygames-board")
        self.add_class(f"polygames-of-{self.info.name}")
        if not self.info.board.has_choices:
            self.add_class("polygames-plain")
        if size is not None:
            self.add_class("polygames-fixed" if size <= BESIDE else "polygames-below")
        canvas, is_last = self._layers.canvas_id, not has_threads()
        self.pointer.saved = {"view": self.model_id, "canvas": canvas, "is_last": is_last}

    @property
    def record(self) -> Record:
        """The game that is played."""
        return self.session.record

    @property
    def state(self) -> State[Any]:
        """The position on the board."""
        return self.session.state

    @property
    def version(self) -> int:
        """The number of the position on the board; a page names the one that it answers to."""
        return self._version

    @property
    def scene(self) -> Scene:
        """The picture of the position as it was painted last."""
        return self._position.scene

    @property
    def overlay(self) -> Scene:
        """What lies over the picture until the next move: a hint, or an analysis."""
        return self._overlay

    @property
    def info(self) -> GameInfo:
        """What is known of the game."""
        return info_of(self.state)

    # What a game's own board may show in another way

    def seen(self) -> State[Any]:
        """Return what the player to move may see."""
        return self.session.viewed(self.state)

    def picture(self) -> Scene:
        """Return the picture of the position; see `redraw` for what else it may depend on."""
        return self.info.scene(self.seen())

    def picture_of(self, state: State[Any], move: Any, color: str) -> Scene:
        """Return a move as it is laid over the picture: the last one, or a hint."""
        marks: Scene = self.info.board.mark(state, move, color) if self.info.board.mark else ()
        return marks

    def last_move(self) -> Scene:
        """Return how the move that led here is marked."""
        node = self.record.node
        if node.parent is None:
            return ()
        return self.picture_of(node.parent.state, node.move, LAST)

    def drawn(self) -> Scene:
        """Return what is drawn on the position: arrows, lines, circles and numbers."""
        marks = self.record.node.marks
        if not marks:
            return ()
        shown = [replace(each, places=self._places(each)) for each in marks]
        others = [self.info.scene(self.record.start)]
        return draw(shown, self.scene, others=others, window=self._seen_part())

    def light(self, places: Sequence[str]) -> bool:
        """Ring some places by their names until the next move; whether all are on the board."""
        marks = [DrawnMark("circle", (place,)) for place in places]
        self.lay_over(lambda: draw(marks, self.scene, window=self._seen_part()))
        return bool(places) and named(self.scene).keys() >= set(places)

    @property
    def is_zoomed(self) -> bool:
        """Whether a person has chosen what is shown, a part of the board or the whole."""
        return self._window is not None

    def rest(self) -> Window | None:
        """Return the part that is shown while nobody has zoomed; None for the whole board."""
        return None

    def on_board(self, point: Point) -> Point:
        """Return where a point of the whole picture is in the picture that is shown."""
        return point

    def in_picture(self, point: Point, space: int | None) -> Point:
        """Return a point that a client names in the coordinates of the whole picture."""
        del space  # only boards without a deepest zoom count their spaces
        return point

    def _places(self, mark: DrawnMark) -> tuple[Place, ...]:
        return tuple(each if isinstance(each, str) else self.on_board(each) for each in mark.places)

    def motion(self, state: State[Any], move: Any) -> tuple[Motion, ...]:
        """Return how a move is seen to be made."""
        return self.info.board.motion(state, move) if self.info.board.motion else ()

    def ways(self) -> dict[tuple[str, ...], Any]:
        """Return each way to click a move."""
        return spellings(self.state)

    def choices(self) -> tuple[widgets.Button, ...]:
        """Return a button for each choice of a person that has no place on the board."""
        if not self.session.is_human_turn:
            return ()
        made = []
        for key, (spelling, label, move) in enumerate(self._position.choices, start=1):
            button = self.choice_button(label, f"{label} (key {key})", spelling=spelling)
            button.on_click(partial(self._choose, self._version, move))
            made.append(button)
        return tuple(made)

    def choice_button(
        self, label: str, tooltip: str, look: str = "", *, spelling: tuple[str, ...] = ()
    ) -> widgets.Button:
        """Return a button of the row of choices; it is closed with the position it belongs to.

        With the spelling of a move the page makes this move at once when the button is pressed.
        """
        shared = self.shared
        button = widgets.Button(
            description=label,
            tooltip=tooltip,
            button_style=look,
            layout=shared.layout,
            style=shared.button_style,
        )
        if spelling:
            button.add_class(plays(spelling))
        return button

    def frame(self) -> dict[str, Any]:
        """Return what the client is told."""
        return self._position.frame(
            version=self._version,
            active=self.session.is_human_turn,
            most=self.most_previews,
            window=self._seen_part(),
            rest=self.rest(),
            last=self._last,
        ) | {
            "taken": self._taken(),
            "wide": self._size,
            "spoken": self._spoken(),
            "drawing": asdict(self.pen),
        }

    def _spoken(self) -> str:
        """Say what was played since a page was told last, and what is to do: it is read out."""
        names, node = self.session.names, self.record.node
        if self._told[0] is not node:
            since = list(takewhile(lambda each: each is not self._told[0], (node, *node.above)))
            is_next = since[-1].parent is self._told[0] or self._told[0] is None
            words = " ".join(last_words(each, names) for each in since[:MOST_TOLD][::-1])
            self._told = node, words if is_next else f"Back to move {node.number}."
        status = whose_turn(self.session, caption(self.state, names).status)
        return f"{self._told[1]} {status}".strip()

    def preview(self, state: State[Any], move: Any) -> Preview:
        """Say and draw what a move would do, with the names that the players have at this board."""
        return preview_of(state, move, self.session.names)

    def quick_preview(self, state: State[Any], move: Any) -> Preview:
        """Return what the client is told of a move before anybody points at it.

        A game whose previews take their time gives quick ones, and has ``"peeks"`` in its frame:
        then the client asks for the preview of a move that is pointed at.
        """
        return self._position.preview(state, move)

    def look(self, window: Window | None, space: int | None) -> None:
        """Show a part of the board, or what it shows before anybody zooms.

        `space` is that of the frame from which the part was chosen.
        """
        del space  # only boards without a deepest zoom count their spaces
        home, was_zoomed = window_of(self.scene), self.is_zoomed
        if window and window.right - window.left >= 0.999 * (home.right - home.left):
            window = None if self.rest() is None else home
        self._window = window
        if self.rest() is not None and was_zoomed != self.is_zoomed:
            self._position.forget_scene()
        self.redraw(anew=False)

    def next_step(self) -> str:
        """Say what a person does next, where the status alone does not; empty else."""
        return ""

    def act(self, content: dict[str, Any]) -> None:
        """Do what a message of the client says, one that `polygames.view.messages` has read."""

    # What the parts of a board do with it

    @owned
    def attempt(
        self, action: Callable[[], Any], refuse: Callable[[Exception], None] | None = None
    ) -> None:
        """Do what a person asked for; if it is refused, say why at the board, or as given."""
        try:
            action()
        except (PolygamesError, OSError, UnicodeError) as error:
            (refuse or self.show_error)(error)

    def attempt_here(self, action: Callable[[], Any]) -> None:
        """Do what belongs to the seat to move, unless it was taken on another page."""
        if self._is_here():
            self.attempt(action)
        else:
            self.tell(f"{seat_name(self.session, self.state.turn)} {ELSEWHERE}.")

    @owned
    def tell(self, message: str, *, aloud: bool = True) -> None:
        """Show a message below the status line, until the next move; a screen reader says it."""
        self.message = message
        self._header.value = header(self.session, message)
        if message and aloud:
            self.pointer.send({"kind": "said", "text": message})

    def show_words(self) -> None:
        """Show what is said above the board: a message, or else what the position asks for."""
        step = self.next_step()
        if step and self.session.note:
            step = f"{step} {self.session.note}"
        self._header.value = header(self.session, self.message or self.words_of_page() or step)

    def words_of_page(self) -> str:
        """Return what the open page says of the position; the board says it, too."""
        return ""

    def show_error(self, error: Exception) -> None:
        """Say at the board why something was refused or failed."""
        self.tell(error_words(error))

    @owned
    def show_marks(self, marks: Scene) -> None:
        """Lay a scene over the board until the next move."""
        self._overlay, self._draw_overlay = marks, None
        self._paint()

    @owned
    def lay_over(self, draw: Callable[[], Scene]) -> None:
        """Lay a scene over the board until the next move; it is drawn again when the picture is."""
        self._overlay, self._draw_overlay = draw(), draw
        self._paint()
        self.refresh()

    def _renew_overlay(self) -> None:
        """Draw again what lies over the board, if it can be drawn."""
        if self._draw_overlay is not None:
            self._overlay = self._draw_overlay()

    @owned
    def refresh(self) -> None:
        """Show what has changed: the picture at once, and the rest when the page has painted it.

        The rest of several changes is shown once. Without an event loop (a script, a test), and
        when the board is new, all is shown at once.
        """
        shown = (self.record.node, self.session.players)
        if shown != self._shown:
            before, self._shown = self._shown, shown
            self.take_position(before[0] if before else None)
        elif self.record.node.marks != self._painted:
            self._paint()
        if self._sent:
            self._rest.ask(self.show_rest, self._heard)
        else:
            self.show_rest()

    def show_rest(self) -> None:
        """Show what has changed beside the picture: who is to move, who thinks, what can be done.

        The client hears of it before anything else: its next click needs that.
        """
        if self._offered != self._version:
            self.offer()
        self.show_words()
        self.pointer.gone = words_at_end(self.session)

    def take_position(self, before: Node | None) -> None:
        """Show another position than that of the node before: what was said of that one is over."""
        node = self.record.node
        self._last = (before.state, node.move) if before and before is node.parent else None
        self._overlay, self._draw_overlay, self.message = (), None, ""
        if self._version:  # the first position has just been looked at
            self._position = self._looked_at(self._position if before else None)
        self._version += 1
        self._preview_queue.stop()
        with self._layers.held():  # pages hear of the motion right before they get the picture
            self._paint()
            if self._last is not None:
                self._show_motion(*self._last)

    @owned
    def redraw(self, *, anew: bool = True) -> None:
        """Show the position again; anew if something else of the picture has changed."""
        if anew:
            self._position = self._looked_at(self._position.before)
            self._renew_overlay()
        self._paint()
        self.send_frame()

    @owned
    def offer(self) -> None:
        """Say what can be done now: to the client, and by buttons."""
        self._offered = self._version  # first: the next position may come while this is done
        self.send_frame()
        for old in self._choices.children:
            self.shared.dispose(old)
        self._choices.children = self.choices()

    @owned
    def send_frame(self) -> None:
        """Tell the client what it shows."""
        self._sent = self.pointer.frame = self.frame()
        if self._sent["peeks"] == "ahead":
            self._preview_queue.find(self._position.told(self._position.ways), self._send_previews)

    @owned
    def close(self) -> None:
        """Show nothing more."""
        self._rest.cancel()
        self._preview_queue.stop()
        super().close()

    def __del__(self) -> None:
        """Close nothing: what is collected is closed, and this runs in any thread at any time."""

    @answering()
    @owned
    def hear(self, content: object) -> None:
        """Do what a message of the page says; one for an earlier state is too late."""
        self._heard = PageLoop.here()
        message = read(content)
        if message is None:
            return
        if message["kind"] == "view":
            window = message["window"]
            self.look(Window(*window) if window else None, message.get("space"))
        elif message["kind"] == "screen":
            if self._layers.fit(message["pixels"]):
                self._paint()
        elif message["kind"] == "page":
            self._greet(message)
        elif message["kind"] == "take":
            self.attempt(lambda: self._take_seat(message["seat"]))
            self.send_frame()
        elif message["kind"] in MOVING:
            self._take_move(message)
        elif message.get("version") == self._version:
            self.attempt(lambda: self.act(message), self._refuse)

    # What it does inside

    def _take_seat(self, seat: int) -> None:
        """Play a seat on one page only, or on any page again, and say what that means."""
        self.session.take(seat, client())
        name = seat_name(self.session, seat)
        where = "on any page again"
        if self.session.places.page_of(seat) is not None:
            where = "on this page only; press the name again to let any page play it"
        self.tell(f"{name} is played {where}.")

    def _show_motion(self, state: State[Any], move: Any) -> None:
        """Have the pages show how a move is made, while they have the picture before it."""
        is_thrown = state.turn == CHANCE
        if self._is_by_hand and not is_thrown and not self.session.places.are_many:
            return  # the page has painted it
        motions = self.motion(state, move)
        played_in = self._version - 1
        self.pointer.send({"kind": "motion", "version": played_in, "motions": moved(motions)})

    def _taken(self) -> dict[str, str] | None:
        """Return on which page the seat to move was taken, and what any other page says then."""
        turn = self.state.turn
        page = self.session.places.page_of(turn)
        if page is None:
            return None
        return {"page": page, "words": f"{seat_name(self.session, turn)} {ELSEWHERE}"}

    def _send_previews(self, found: list[dict[str, Any]]) -> None:
        self.pointer.previews = {"version": self._version, "moves": found}

    def _choose(self, version: int, move: Any, _: object) -> None:
        """Play the move of a button; one of an earlier position may be there for a moment."""
        if version == self._version:
            self.attempt_here(partial(self.play, move))

    def _looked_at(self, before: BoardPosition | None) -> BoardPosition:
        """Return the position, with nothing found out about it yet."""
        if before is not None:
            before.before = None  # nothing further back is needed
        return BoardPosition(self, before)

    def _seen_part(self) -> Window | None:
        return self._window or self.rest()

    def _words_above(self) -> Scene:
        """Return the words of the picture that stay readable over any marks: those with a rim."""
        if not self._overlay:
            return ()
        crossed = {word.at: word for word in words_under(self._overlay, self.scene)}
        rimmed = (each for each in self.scene if isinstance(each, Text) and each.halo)
        return tuple(crossed.get(each.at, each) for each in rimmed)

    @owned
    def _paint(self) -> None:
        """Paint every layer; a client that has just connected starts with a blank canvas."""
        self._painted = self.record.node.marks
        over = (*self.last_move(), *self._overlay, *self._words_above(), *self.drawn())
        self._layers.paint(self.scene, over, self._seen_part())

    def _greet(self, message: dict[str, Any]) -> None:
        """Note that a page shows the board, or does no longer; boards with the same game say so."""
        places, view = self.session.places, message["view"]
        if message["is_seen"]:
            places.greet(client(), page=message["page"], view=view)
        else:
            places.leave(view)
        for session in (self.session, *others(self.session)):
            session.on_change()

    def _take_move(self, message: dict[str, Any]) -> None:
        """Make a move that a page has painted already, and answer.

        The version says for which position it was meant: so one that comes twice is made once. A
        page that asks again has perhaps not got the answer: it is sent once more.
        """
        number = message.get("id")
        if message.get("version") != self._version:
            if message.get("again"):
                self._show_again()
                self._answer(number)
            return
        if not self._sent.get("active") or not self._is_here():
            self._say_refused("it is not your turn", number)
            return
        self._is_by_hand = True
        try:
            self.act(message)
        except (PolygamesError, OSError, UnicodeError) as error:
            self._refuse(error, number)
        else:
            self._answer(number)
        finally:
            self._is_by_hand = False

    def _answer(self, number: int | None) -> None:
        """Say that a move was taken: its picture has just been sent."""
        if number is not None:
            self.pointer.send({"kind": "answered", "id": number, "version": self._version})

    def _show_again(self) -> None:
        """Send picture and frame once more."""
        self._layers.forget()
        self._paint()
        self.pointer.send_state("frame")

    def _refuse(self, error: Exception, number: int | None = None) -> None:
        """Say why something was refused that a person did on the board: there, and above it."""
        words = error_words(error)
        self.tell(words, aloud=False)
        self._say_refused(words, number)

    def _say_refused(self, words: str, number: int | None) -> None:
        self.pointer.send({"kind": "refused", "text": words, "id": number})

    def _is_here(self) -> bool:
        """Whether the client that asks may move for the seat to move."""
        return self.session.places.allows(self.state.turn, client())

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Show the live board, and in a saved notebook a picture of it."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        text = f"{self.info.title} board: {self.info.board.caption(self.state).status}"
        kind, picture = static_image(self.state, self._size)
        size = {kind: {"width": self._size}}
        return {**data, kind: picture, "text/plain": text}, {**metadata, **size}
