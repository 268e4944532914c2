"""The board: one widget that plays every game, by mouse, touch, keys or Python."""

from __future__ import annotations

from base64 import b64encode
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

import ipywidgets as widgets
from ipycanvas import MultiCanvas

from polygames.core.errors import OptionError, PolygamesError
from polygames.core.options import number, refuse
from polygames.core.protocol import CHANCE
from polygames.core.record import Record
from polygames.core.registry import game, games, info_of
from polygames.core.state import png
from polygames.scene.model import Preview, Scene, Window, window_of
from polygames.scene.palette import GREEN, PURPLE
from polygames.scene.viewport import height_for
from polygames.search.analysis import analyse
from polygames.widgets import given
from polygames.widgets.analysis import AnalysisPanel, marks_of
from polygames.widgets.canvas import held, paint
from polygames.widgets.discard import discard
from polygames.widgets.frame import buttons, frame, previewed, spellings
from polygames.widgets.header import header, in_words
from polygames.widgets.messages import MOVING, read
from polygames.widgets.panels import HelpPanel, NewPanel, RecordPanel
from polygames.widgets.pointer import Pointer
from polygames.widgets.session import HUMAN, Session
from polygames.widgets.toolbar import Toolbar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from random import Random

    from polygames.core.protocol import State
    from polygames.core.registry import GameInfo
    from polygames.search.analysis import Analysis

__all__ = ["BoardWidget", "play"]

PIXEL_RATIO: Final = 2.0
"""Canvas pixels for each pixel of the layout: sharp on fine displays too."""

AUTOSAVE: Final = "polygames-autosave"
"""The folder of autosave records, in the working directory."""

STATE, OVER = 0, 1  # layers of the canvas: the position; last move, hint and other marks


def play(
    what: str | State[Any] | Record,
    *,
    seats: Sequence[str] = (),
    width: int = 520,
    seed: int | None = None,
    autosave: str | Path | None = AUTOSAVE,
    agent_options: Mapping[str, Any] | None = None,
    dice: str | Sequence[Any] = "auto",
    **options: Any,
) -> BoardWidget:
    """Return a board to play on.

    Parameters
    ----------
    what
        The name of a game, a state to start from, or a record to go on with.
    seats
        Who plays, by seat: ``"human"`` (the default) or the name of an agent.
    width
        The width of the board in pixels.
    seed
        Seeds the agents, the dice and, where chance makes it, the game's start; by default
        another one each time, kept in the record.
    autosave
        Where every move is written to at once; None turns it off. In a folder each game gets a
        file of its own. In a file ``*.txt`` a game that is there already goes on if it is the
        one on the board; any other game gets a numbered file beside it, and the board says so.
    agent_options
        Options of the agents, as for `polygames.agent`: ``{"seconds": 2.0}``.
    dice
        Where dice fall: ``"auto"`` rolls them from the seed, ``"hand"`` waits until somebody
        enters what real dice show, and a list is used up in turn, then waits.
    **options
        Options of the game, if `what` is its name.

    Raises
    ------
    OptionError
        If a game, option or player is unknown, or a value out of range; nothing is made then.

    Examples
    --------
    >>> board = play("split", seats=("human", "greedy"), autosave=None)
    >>> board.play("draw 0,5 - 10,5")
    >>> board.record.moves[0]
    DrawLine(start=Spot(line=1, at=0.5), end=Spot(line=3, at=0.5))
    """
    width = given.width_of(width)
    if seed is None:
        kept = what.seed if isinstance(what, Record) else None
        seed = SystemRandom().randrange(2**31) if kept is None else kept
    record = _record_of(what, given.seed_of(seed), options)
    session = Session(
        record,
        given.names(seats) or _known_players(record),
        {} if agent_options is None else given.options_of_agents(agent_options),
        given.seed_of(seed),
        autosave,
        dice=given.rolls(record.state, dice),
    )
    board: BoardWidget = (game(record.game).widget or BoardWidget)(session, size=width)
    return board


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
        self._size = size
        self._version = 0
        self._sent: dict[str, Any] = {}
        self._window: Window | None = None
        self._marks: Scene = ()
        self._marker: Callable[[], Scene] | None = None
        self._shown: object = None
        self._drawn: tuple[object, Scene] = (None, ())
        self._last: tuple[State[Any], Any] | None = None
        self._header = widgets.HTML()
        self._choices = widgets.HBox(layout={"min_height": "36px", "align_items": "center"})
        self._toolbar = Toolbar(self)
        self._analysis, self._new = AnalysisPanel(), self.new_panel(self)
        self._help, self._records = HelpPanel(self), RecordPanel(self)
        self.pointer = Pointer()
        self.pointer.on_msg(self._on_message)
        self._build_canvas()
        self._extras = self.extras()
        super().__init__(
            [
                *(self._header, self._stack, self._choices, self._toolbar.box),
                *(self._analysis.box, *self._panels, *self._extras),
            ]
        )
        self.layout.width = f"{size + 4}px"
        self.layout.overflow = "visible"
        self._is_made = True
        session.on_change = self.refresh
        session.on_error = self._show_error
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
        self._restart(Record(start), seats)

    def load(self, record: Record) -> None:
        """Go on with a record, for example from `polygames.load`.

        Raises
        ------
        OptionError
            If it is no record of this game.
        """
        if not isinstance(record, Record) or record.game != self.record.game:
            refuse("what a board continues", f"must be a record of {self.record.game}", record)
        self._restart(record, None)

    def set_position(self, text: str) -> None:
        """Start from a position given as text; PositionError if it is none of this game."""
        self._restart(Record(self.info.from_text(text)), None)

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
            self.session.ask(name, self._show_hint)

    def analyse(self, seconds: float = 2.0) -> None:
        """Show what the moves are worth: a table below the board, the best ones marked on it."""
        seconds = number("the option seconds", seconds, above=0)
        if self.state.outcome is None:
            self.session.consult(partial(_analysed, seconds), self._show_analysis)

    def zoom(self, factor: float | None) -> None:
        """Zoom in (a factor below 1) or out; None shows the whole board."""
        self.pointer.send({"kind": "zoom", "factor": factor})

    def close(self) -> None:
        """Stop agents and give up every widget of the board, the layers of the canvas too."""
        if not self._is_made:  # refused while it was made: there is nothing to give up
            return
        self.session.close()
        for layer in self._canvas._canvases:  # noqa: SLF001 - no public way
            discard(layer)
        for child in self.children:
            discard(child)
        self.layout.close()
        super().close()

    # What a game's own board may add

    def extras(self) -> tuple[widgets.Widget, ...]:
        """Return what stands below the toolbar; called once, before anything is shown."""
        return ()

    def show_marks(self, marks: Scene) -> None:
        """Lay a scene over the board until the next move."""
        self._marks, self._marker = marks, None
        self._paint()

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

    def frame(self) -> dict[str, Any]:
        """Return what the client is told."""
        return frame(
            self.seen(),
            version=self._version,
            active=self.session.is_human_turn,
            window=self._window,
            scene=self._scene(),
            last=self._last,
            preview=self.sketch,
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
        return self.preview(state, move)

    def look(self, window: Window | None, space: int | None) -> None:
        """Show a part of the board, or all of it; `space` is that of the frame it is taken from."""
        del space  # only boards without a deepest zoom count their spaces
        home = window_of(self._scene())
        whole = window is None or window.right - window.left >= 0.999 * (home.right - home.left)
        self._window = None if whole else window
        self.redraw(anew=False)

    def redraw(self, *, anew: bool = True) -> None:
        """Show the position again; anew if something else of the picture has changed."""
        if anew:
            self._drawn = (None, ())
            if self._marker is not None:
                self._marks = self._marker()
        self._paint()
        self._send_frame()

    # What it does inside

    def refresh(self) -> None:
        """Draw the game as it stands and tell the client what can be done."""
        node, parent = self.record.node, self.record.node.parent
        if node is not self._shown:
            self._last = (parent.state, node.move) if parent and parent is self._shown else None
            self._shown, self._marks, self.message = node, (), ""
            self._marker = None
            self._analysis.clear()
            self._version += 1
        self._paint()
        self._header.value = header(self.session, self.message)
        for old in self._choices.children:
            discard(old)
        self._choices.children = self._choice_buttons()
        self._toolbar.refresh()
        self._records.refresh()
        self._send_frame()

    def _build_canvas(self) -> None:
        home = window_of(self._scene())
        width, height = self._size, height_for(home, self._size)
        self._canvas = MultiCanvas(2, width=width * PIXEL_RATIO, height=height * PIXEL_RATIO)
        self._canvas.on_client_ready(self._paint)
        place = {"width": f"{width}px", "height": f"{height}px", "grid_area": "1 / 1 / 2 / 2"}
        for widget in (self._canvas, self.pointer):
            for name, value in place.items():
                setattr(widget.layout, name, value)
        self._stack = widgets.GridBox(
            [self._canvas, self.pointer],
            layout={
                "grid_template_columns": f"{width}px",
                "grid_template_rows": f"{height}px",
                "width": f"{width}px",
            },
        )
        self._stack.add_class("polygames-stack")

    def _scene(self) -> Scene:
        """Return the picture of the position; it is made once, for canvas, buttons and client."""
        if self._drawn[0] is not self.state:
            self._drawn = (self.state, self.picture())
        return self._drawn[1]

    def _paint(self) -> None:
        """Paint every layer; a client that has just connected starts with a blank canvas."""
        scene = self._scene()
        home = window_of(scene)
        with held():
            paint(self._canvas[STATE], scene, self._window, home=home, pixel_ratio=PIXEL_RATIO)
            marks = (*self.last_move(), *self._marks)
            paint(self._canvas[OVER], marks, self._window or home, home=home)

    def last_move(self) -> Scene:
        """Return how the move that led here is marked."""
        node = self.record.node
        if node.parent is None:
            return ()
        return self.picture_of(node.parent.state, node.move, GREEN)

    def _send_frame(self) -> None:
        self._sent = self.pointer.frame = self.frame()

    def _choice_buttons(self) -> tuple[widgets.Button, ...]:
        if not self.session.is_human_turn:
            return ()
        made = []
        for key, (label, move) in enumerate(buttons(self.state, self._scene()), start=1):
            button = widgets.Button(
                description=label, tooltip=f"key {key}", layout={"width": "auto"}
            )
            button.on_click(lambda _, move=move: self.attempt(lambda: self.play(move)))
            made.append(button)
        return tuple(made)

    def attempt(self, action: Any) -> None:
        """Do what a person asked for; if it is refused, say why at the board."""
        try:
            action()
        except (PolygamesError, OSError, UnicodeError) as error:
            self._show_error(error)

    def tell(self, message: str) -> None:
        """Show a message below the status line, until the next move."""
        self.message = message
        self._header.value = header(self.session, message)

    def copy(self) -> None:
        """Put the position as text on the clipboard of the person at the board."""
        self.pointer.send({"kind": "copy", "text": self.seen().to_text()})
        self.tell("the position is on the clipboard")

    def open_new(self) -> None:
        """Open the form for a new game."""
        self._show_panel(self._new.box)

    def open_record(self) -> None:
        """Open the form that saves and loads."""
        self._show_panel(self._records.box)

    def open_help(self) -> None:
        """Open how to play."""
        self._show_panel(self._help.box)

    def close_panels(self) -> None:
        """Close whatever is open below the board."""
        self._show_panel(None)

    def _show_panel(self, panel: Any) -> None:
        """Open one panel below the board, or close it if it is open."""
        for each in self._panels:
            is_open = each is panel and each.layout.display == "none"
            each.layout.display = "" if is_open else "none"

    @property
    def _panels(self) -> tuple[widgets.Widget, ...]:
        return (self._new.box, self._help.box, self._records.box)

    def _restart(self, record: Record, seats: Sequence[str] | None) -> None:
        """Put another game on the board; one that its players refuse changes nothing."""
        seats = self.session.seats_for(record, seats)
        self._window, self._marks, self._marker = None, (), None
        self.session.restart(record, seats)

    def _show_error(self, error: Exception) -> None:
        self.tell(in_words(error))

    def _show_hint(self, move: Any) -> None:
        self.message = f"Hint: {self.preview(self.state, move).label}"
        self._mark_with(lambda: self.picture_of(self.state, move, PURPLE))

    def _show_analysis(self, analysis: Analysis) -> None:
        self._analysis.show(analysis)
        self._mark_with(lambda: marks_of(analysis, self.picture_of))

    def _mark_with(self, marker: Callable[[], Scene]) -> None:
        """Mark moves until the next one; the marks are made again when the picture is."""
        self._marks, self._marker = marker(), marker
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
            case {"kind": "move", "spelling": spelling} if spelling in (ways := self._ways()):
                self.play(ways[spelling])
            case {"kind": "line", "start": start, "end": end} if self.info.boundary:
                draw = self.state.draw  # type: ignore[attr-defined]  # games with lines have it
                self.play(draw(start, end))
            case {"kind": "peek", "spelling": spelling} if spelling in (ways := self._ways()):
                self.pointer.send(content | previewed(self.preview, self.seen(), ways[spelling]))
            case {"kind": "key", "key": "u"}:
                self.undo()
            case {"kind": "key", "key": "r"}:
                self.redo()
            case {"kind": "key", "key": "?"}:
                self.open_help()

    def _ways(self) -> dict[tuple[str, ...], Any]:
        """Return each way to click a move."""
        return spellings(self.state)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Show the live board, and in a saved notebook a picture of it."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        picture = b64encode(png(self.state, width=self._size)).decode()
        text = f"{self.info.title} board: {self.info.caption(self.state).status}"
        size = {"image/png": {"width": self._size}}
        return {**data, "image/png": picture, "text/plain": text}, {**metadata, **size}


def _record_of(what: str | State[Any] | Record, seed: int, options: dict[str, Any]) -> Record:
    """Return the record to play on: a new game by its name, with its options, or what is given."""
    if isinstance(what, str):
        if (option := game(what).seed_option) is not None:
            options.setdefault(option, seed)
        return Record(game(what).new(**options))
    if options:
        refuse("an option of a game", "goes with the name of a game to begin", options)
    if isinstance(what, Record):
        return what
    if getattr(what, "game", None) not in games():
        refuse("what to play", "must be the name of a game, a state or a record", what)
    return Record(what)


def _analysed(seconds: float, state: State[Any], rng: Random) -> Analysis:
    return analyse(state, seconds=seconds, seed=rng.getrandbits(31))


def _known_players(record: Record) -> tuple[str, ...]:
    """Return the seats of a record, as far as this installation knows such players."""
    known = (HUMAN, *game(record.game).agents)
    seats = (record.players.get(seat, HUMAN) for seat in range(record.start.seats))
    return tuple(name if name in known else HUMAN for name in seats)
