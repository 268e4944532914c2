"""The board: one widget that plays every game, by mouse, touch, keys or Python."""

from __future__ import annotations

from base64 import b64encode
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

import ipywidgets as widgets

from polygames.core.errors import OptionError, PolygamesError
from polygames.core.options import number, refuse
from polygames.core.protocol import CHANCE
from polygames.core.record import Record
from polygames.core.registry import info_of
from polygames.core.state import png
from polygames.scene.model import Preview, Scene, Window, window_of
from polygames.scene.palette import GREEN, PURPLE
from polygames.search.analysis import analyse
from polygames.widgets import given
from polygames.widgets.analysis import AnalysisPanel, marks_of
from polygames.widgets.discard import discard
from polygames.widgets.frame import buttons, frame, previewed, spellings
from polygames.widgets.header import header, in_words
from polygames.widgets.layers import Layers
from polygames.widgets.messages import MOVING, read
from polygames.widgets.newgame import NewPanel, Setting
from polygames.widgets.panels import HelpPanel
from polygames.widgets.position import Position
from polygames.widgets.records import Desk, RecordPanel
from polygames.widgets.session import Session
from polygames.widgets.toolbar import Actions, Toolbar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from random import Random

    from polygames.core.node import Node
    from polygames.core.protocol import State
    from polygames.core.registry import GameInfo
    from polygames.search.analysis import Analysis

__all__ = ["BoardWidget"]


class BoardWidget(widgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A game on a board.

    Everything the buttons do is a method as well: `play`, `undo`, `redo`, `new`, `hint`,
    `save`, `load`. `record` holds the game, `state` the position, and both can be used in
    other cells at any time.
    """

    new_panel: ClassVar[type[NewPanel]] = NewPanel
    """The form for a new game."""

    help_text: ClassVar[str] = ""
    """What the help says of a game's own board, as Markdown."""

    _is_made = False

    def __new__(cls, session: Session, *, size: int = 520) -> Self:
        """Refuse a session or a size that is none while there is nothing to be closed again."""
        if not isinstance(session, Session):
            refuse("what a board shows", "must be a session", session)
        given.width_of(size)
        board: Self = super().__new__(cls, session, size=size)
        return board

    def __init__(self, session: Session, *, size: int = 520) -> None:
        size = given.width_of(size)
        self.session = session
        self.message = ""
        """What the board last said about a refused action, or a hint; empty else."""
        self.hint_agent = next(reversed(info_of(session.state).agents), None)
        """The agent that `hint` asks: the game's best, or the one chosen in the form; None if the
        game has no agents."""
        self._size, self._version = size, 0
        self._shown: tuple[Node, tuple[str, ...]] | None = None
        self._sent: dict[str, Any] = {}
        self._window: Window | None = None
        self._marks: Scene = ()
        self._marker: Callable[[], Scene] | None = None
        self._last: tuple[State[Any], Any] | None = None
        self._position = self._looked_at(None)
        self._layers = Layers(self._scene(), size, self._paint)
        self.pointer = self._layers.pointer
        self.pointer.on_msg(self._on_message)
        self._header = widgets.HTML()
        self._choices = widgets.HBox(layout={"min_height": "36px", "align_items": "center"})
        self._toolbar = self._make_toolbar()
        self._analysis, self._new = AnalysisPanel(), self._make_form()
        self._help, self._records = HelpPanel(self.info, self.help_text), self._make_records()
        self._panels = (self._new.box, self._help.box, self._records.box)
        self._extras = self.extras()
        super().__init__(
            [
                *(self._header, self._layers.box, self._choices, self._toolbar.box),
                *(self._analysis.box, *self._panels, *self._extras),
            ]
        )
        self.layout.width = f"{size + 4}px"
        self.layout.overflow = "visible"
        self._is_made = True
        session.on_change = self.refresh
        session.on_error = self.show_error
        self.refresh()
        session.advance()

    # What the board shows

    @property
    def record(self) -> Record:
        """The game that is played."""
        return self.session.record

    @property
    def state(self) -> State[Any]:
        """The position on the board."""
        return self.session.state

    @property
    def info(self) -> GameInfo:
        """What is known of the game."""
        return info_of(self.state)

    # What a person can do, as calls

    def play(self, move: Any) -> None:
        """Play a move, given as such or as text.

        Raises
        ------
        InvalidMoveError, IllegalMoveError
            If it is refused; nothing has changed then.
        """
        self.session.play(move)

    def undo(self) -> None:
        """Take back to the last choice that a person had; RecordError at the start."""
        self.session.undo()

    def redo(self) -> None:
        """Play forward again what was taken back; RecordError if nothing was."""
        self.session.redo()

    def new(self, *, seats: Sequence[str] | None = None, **options: Any) -> None:
        """Start a new game; without options, with those of the game on the board."""
        start = self.info.new(**(options or self.record.options))
        self.begin(Record(start), seats)

    def load(self, record: Record) -> None:
        """Go on with a record, for example from `polygames.load`.

        Raises
        ------
        OptionError
            If it is no record of this game.
        """
        if not isinstance(record, Record) or record.game != self.record.game:
            refuse("what a board continues", f"must be a record of {self.record.game}", record)
        self.begin(record)

    def set_position(self, text: str) -> None:
        """Start from a position given as text; PositionError if it is none of this game."""
        self.begin(Record(self.info.from_text(text)))

    def save(self, path: str | Path) -> Path:
        """Write the record to a file, whole or not at all, and return its path."""
        return self.record.save(path)

    def hint(self, agent: str | None = None) -> None:
        """Let an agent (`hint_agent` by default) say what it would play.

        Raises
        ------
        OptionError
            If the game has no such agent, or none at all.
        """
        name = agent or self.hint_agent
        if name is None:
            msg = f"{self.info.title} has no agent that could give a hint"
            raise OptionError(msg)
        if self.state.outcome is None:
            self.session.ask(name, self.show_hint)

    def analyse(self, seconds: float = 2.0) -> None:
        """Show what the moves are worth: a table below the board, the best ones marked on it."""
        seconds = number("the option seconds", seconds, above=0)
        if self.state.outcome is None:
            self.session.consult(partial(_analysed, seconds), self._show_analysis)

    def zoom(self, factor: float | None) -> None:
        """Zoom in (a factor below 1) or out; None shows the whole board."""
        self.pointer.send({"kind": "zoom", "factor": factor})

    def copy(self) -> None:
        """Put the position as text on the clipboard of the person at the board."""
        self.pointer.send({"kind": "copy", "text": self.seen().to_text()})
        self.tell("The position is on the clipboard.")

    def open_new(self) -> None:
        """Open the form for a new game, or close it."""
        self._show_panel(self._new.box)

    def open_record(self) -> None:
        """Open the form that saves and loads, or close it."""
        self._show_panel(self._records.box)

    def open_help(self) -> None:
        """Open how to play, or close it."""
        self._show_panel(self._help.box)

    def close_panels(self) -> None:
        """Close whatever is open below the board."""
        self._show_panel(None)

    def close(self) -> None:
        """Stop agents and give up every widget of the board, the layers of the canvas too."""
        if not self._is_made:  # refused while it was made: there is nothing to give up
            return
        self.session.close()
        self._layers.close()
        for child in self.children:
            discard(child)
        self.layout.close()
        super().close()

    # What a game's own board may add to, or do in another way

    def extras(self) -> tuple[widgets.Widget, ...]:
        """Return what stands below the toolbar; called once, before anything is shown."""
        return ()

    def begin(self, record: Record, seats: Sequence[str] | None = None) -> None:
        """Put another game on the board; one that its players refuse changes nothing."""
        seats = self.session.seats_for(record, seats)
        self._window, self._shown = None, None
        self.session.restart(record, seats)

    def refresh(self) -> None:
        """Show what has changed: another position, or only who thinks and what can be done."""
        shown = (self.record.node, self.session.players)
        if shown != self._shown:
            before, self._shown = self._shown, shown
            self.take_position(before[0] if before else None)
        self._header.value = header(self.session, self.message)
        self._toolbar.refresh(self.session)
        self._records.show_file(self.session.file)

    def take_position(self, before: Node | None) -> None:
        """Show another position than that of the node before: what was said of that one is over."""
        node = self.record.node
        self._last = (before.state, node.move) if before and before is node.parent else None
        self._marks, self._marker, self.message = (), None, ""
        if self._version:  # the first position has just been looked at
            self._position = self._looked_at(self._position if before else None)
        self._version += 1
        self._analysis.clear()
        self._records.show_position(self._position.state.to_text())
        self._paint()
        self.offer()

    def seen(self) -> State[Any]:
        """Return what the player to move may see."""
        state = self.state
        return state if state.turn == CHANCE else state.view(state.turn)

    def picture(self) -> Scene:
        """Return the picture of the position; see `redraw` for what else it may depend on."""
        return self.info.scene(self.seen())

    def picture_of(self, state: State[Any], move: Any, color: str) -> Scene:
        """Return a move as it is laid over the picture: the last one, or a hint."""
        marks: Scene = self.info.mark(state, move, color) if self.info.mark else ()
        return marks

    def last_move(self) -> Scene:
        """Return how the move that led here is marked."""
        node = self.record.node
        if node.parent is None:
            return ()
        return self.picture_of(node.parent.state, node.move, GREEN)

    def ways(self) -> dict[tuple[str, ...], Any]:
        """Return each way to click a move."""
        return spellings(self.state)

    def choices(self) -> tuple[widgets.Button, ...]:
        """Return a button for each choice of a person that has no place on the board."""
        if not self.session.is_human_turn:
            return ()
        shown = self._position
        made = []
        found = buttons(shown.state, shown.scene, shown.ways, shown.preview)
        for key, (label, move) in enumerate(found, start=1):
            button = widgets.Button(
                description=label, tooltip=f"key {key}", layout={"width": "auto"}
            )
            button.on_click(lambda _, move=move: self.attempt(lambda: self.play(move)))
            made.append(button)
        return tuple(made)

    def frame(self) -> dict[str, Any]:
        """Return what the client is told."""
        shown, active = self._position, self.session.is_human_turn
        return frame(
            shown.state,
            version=self._version,
            active=active,
            window=self._window,
            scene=shown.scene,
            last=self._last,
            preview=shown.sketch,
            ways=shown.ways if active else {},
        )

    def preview(self, state: State[Any], move: Any) -> Preview:
        """Say and draw what a move would do."""
        preview = self.info.preview
        return Preview(str(move)) if preview is None else preview(state, move)

    def sketch(self, state: State[Any], move: Any) -> Preview:
        """Return what the client is told of a move before anybody points at it.

        A game whose previews take their time sketches them, and has ``"peeks"`` in its frame:
        then the client asks for the preview of a move that is pointed at.
        """
        return self._position.preview(state, move)

    def look(self, window: Window | None, space: int | None) -> None:
        """Show a part of the board, or all of it; `space` is that of the frame it is taken from."""
        del space  # only boards without a deepest zoom count their spaces
        home = window_of(self._scene())
        whole = window is None or window.right - window.left >= 0.999 * (home.right - home.left)
        self._window = None if whole else window
        self.redraw(anew=False)

    def show_hint(self, move: Any) -> None:
        """Say and mark what an agent would play."""
        shown = self._position
        self.message = f"Hint: {shown.preview(shown.state, move).label}"
        self._mark_with(lambda: self.picture_of(self.state, move, PURPLE))

    # What its parts do with it

    def attempt(self, action: Callable[[], Any]) -> None:
        """Do what a person asked for; if it is refused, say why at the board."""
        try:
            action()
        except (PolygamesError, OSError, UnicodeError) as error:
            self.show_error(error)

    def tell(self, message: str) -> None:
        """Show a message below the status line, until the next move."""
        self.message = message
        self._header.value = header(self.session, message)

    def show_error(self, error: Exception) -> None:
        """Say at the board why something was refused or failed."""
        self.tell(in_words(error))

    def show_marks(self, marks: Scene) -> None:
        """Lay a scene over the board until the next move."""
        self._marks, self._marker = marks, None
        self._paint()

    def offer(self) -> None:
        """Say what can be done now: to the client, and by buttons."""
        for old in self._choices.children:
            discard(old)
        self._choices.children = self.choices()
        self.send_frame()

    def send_frame(self) -> None:
        """Tell the client what it shows."""
        self._sent = self.pointer.frame = self.frame()

    def redraw(self, *, anew: bool = True) -> None:
        """Show the position again; anew if something else of the picture has changed."""
        if anew:
            self._position = self._looked_at(self._position.before)
            if self._marker is not None:
                self._marks = self._marker()
        self._paint()
        self.send_frame()

    # What it does inside

    def _make_toolbar(self) -> Toolbar:
        actions = Actions(
            new=self.open_new,
            undo=self.undo,
            redo=self.redo,
            hint=self.hint if self.info.agents else None,
            analyse=self.analyse,
            pause=lambda: self.session.pause(paused=not self.session.paused),
            record=self.open_record,
            zoom=self.zoom,
            help=self.open_help,
        )
        return Toolbar(actions, self.attempt)

    def _make_form(self) -> NewPanel:
        setting = Setting(
            info=self.info,
            options=self.record.options,
            players=self.session.players,
            hint_agent=self.hint_agent,
            state=lambda: self.state,
            start=self._start_chosen,
            take_hints_from=lambda name: setattr(self, "hint_agent", name),
            attempt=self.attempt,
        )
        return self.new_panel(setting)

    def _make_records(self) -> RecordPanel:
        desk = Desk(
            record=lambda: self.record,
            load=self.load,
            copy=self.copy,
            set_up=self.set_position,
            attempt=self.attempt,
            tell=self.tell,
        )
        return RecordPanel(desk)

    def _start_chosen(self, seats: Sequence[str], options: dict[str, Any]) -> None:
        """Start the game that the form describes."""
        self.new(seats=seats, **options)
        self.close_panels()

    def _looked_at(self, before: Position | None) -> Position:
        """Return the position, with nothing found out about it yet."""
        if before is not None:
            before.before = None  # nothing further back is needed
        return Position(self.seen(), self.picture, self.ways, self.preview, self.sketch, before)

    def _scene(self) -> Scene:
        return self._position.scene

    def _paint(self) -> None:
        """Paint every layer; a client that has just connected starts with a blank canvas."""
        self._layers.paint(self._scene(), (*self.last_move(), *self._marks), self._window)

    def _show_panel(self, panel: Any) -> None:
        """Open one panel below the board, or close it if it is open."""
        for each in self._panels:
            is_open = each is panel and each.layout.display == "none"
            each.layout.display = "" if is_open else "none"

    def _show_analysis(self, analysis: Analysis) -> None:
        self._analysis.show(analysis)
        self._mark_with(lambda: marks_of(analysis, self.picture_of))

    def _mark_with(self, marker: Callable[[], Scene]) -> None:
        """Mark moves until the next one; the marks are made again when the picture is."""
        self._marks, self._marker = marker(), marker
        self._paint()
        self.refresh()

    def _on_message(self, _: object, content: object, __: object) -> None:
        """Take a message of the pointer layer; one for an earlier state is too late."""
        message = read(content)
        if message is None:
            return
        if message["kind"] == "view":
            window = message["window"]
            self.look(Window(*window) if window else None, message.get("space"))
        elif message.get("version") == self._version and self._takes(message["kind"]):
            self.attempt(lambda: self.act(message))

    def _takes(self, kind: str) -> bool:
        """Whether such a message means anything now: who plays must be to move."""
        return kind not in MOVING or bool(self._sent.get("active"))

    def act(self, content: dict[str, Any]) -> None:
        """Do what a message of the client says, one that `polygames.widgets.messages` has read."""
        match content:
            case {"kind": "move", "spelling": spelling} if spelling in (
                ways := self._position.ways
            ):
                self.play(ways[spelling])
            case {"kind": "line", "start": start, "end": end} if self.info.boundary:
                draw = self.state.draw  # type: ignore[attr-defined]  # games with lines have it
                self.play(draw(start, end))
            case {"kind": "peek", "spelling": spelling} if spelling in (
                ways := self._position.ways
            ):
                shown = self._position
                self.pointer.send(content | previewed(shown.preview, shown.state, ways[spelling]))
            case {"kind": "key", "key": "u"}:
                self.undo()
            case {"kind": "key", "key": "r"}:
                self.redo()
            case {"kind": "key", "key": "?"}:
                self.open_help()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Show the live board, and in a saved notebook a picture of it."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        picture = b64encode(png(self.state, width=self._size)).decode()
        text = f"{self.info.title} board: {self.info.caption(self.state).status}"
        size = {"image/png": {"width": self._size}}
        return {**data, "image/png": picture, "text/plain": text}, {**metadata, **size}


def _analysed(seconds: float, state: State[Any], rng: Random) -> Analysis:
    return analyse(state, seconds=seconds, seed=rng.getrandbits(31))
