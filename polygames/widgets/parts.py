"""What the parts of a board see of it, and the looks that its widgets share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Protocol

import ipywidgets as widgets
from ipywidgets.widgets.widget_string import HTMLStyle

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from polygames.core.analysis import Analysis
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.records.record import Record
    from polygames.scene.model import Motion, Preview, Scene, Window
    from polygames.search.puzzles.puzzle import Puzzle
    from polygames.study.deck import Deck
    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.session import Session

ANALYSIS, MOVES, REVIEW, PUZZLE = "Analysis", "Moves", "Review", "Puzzle"
NEW, RECORD, HELP = "New game", "Record", "Help"
GAMES, TRAIN = "Games", "Train"
"""The names of the panels."""

BY_ANALYSIS: Final = "analysis"
"""Who gives the hints if no agent is chosen."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How marks are drawn: what, in which colour, and whether any pointer does (``on``)."""

    kind: str = "arrow"
    color: str = "green"
    on: bool = False


class BoardLike(Protocol):
    """A board as its picture, panels and toolbar see it; a game may change what it shows."""

    session: Session
    """The game, who plays it, and where it is kept."""
    shared: Shared
    """What styles the widgets of the board that need nothing of their own."""
    message: str
    """What is said above the board; empty if nothing is."""
    hint_agent: str | None
    """Who gives hints; None if nobody can."""
    pen: Pen
    """How marks are drawn."""
    analysing: bool
    """Whether each position is analysed while somebody looks."""

    @property
    def info(self) -> GameInfo:
        """What is known of the game."""

    @property
    def scene(self) -> Scene:
        """The picture of the position as it was painted last."""

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the position that is shown."""

    @property
    def has_analysed(self) -> bool:
        """Whether nothing more is looked for in the position."""

    @property
    def is_puzzling(self) -> bool:
        """Whether a puzzle or a card is on the board."""

    @property
    def is_asked(self) -> bool:
        """Whether its move is still to be found."""

    @property
    def to_better(self) -> Node | None:
        """The position of a review in which a better move is looked for."""

    def review(self) -> None:
        """Look back at the game."""

    def seen(self) -> State[Any]:
        """Return what the player to move may see."""

    def picture(self) -> Scene:
        """Return the picture of the position."""

    def picture_of(self, state: State[Any], move: Any, color: str) -> Scene:
        """Draw a move over a state, in a colour."""

    def last_move(self) -> Scene:
        """Return how the move that led here is marked."""

    def drawn(self) -> Scene:
        """Return what is drawn on the position."""

    def rest(self) -> Window | None:
        """Return the part that is shown while nobody has zoomed."""

    def show_window(self, window: Window | None, space: int | None) -> None:
        """Show a part of the board."""

    def motion(self, state: State[Any], move: Any) -> tuple[Motion, ...]:
        """Return how a move is seen to be made."""

    def ways(self) -> dict[tuple[str, ...], Any]:
        """Return each way to click a move."""

    def match_result(self) -> str:
        """Return who won a match of several games."""

    def preview(self, state: State[Any], move: Any) -> Preview:
        """Say and draw what a move would do."""

    def quick_preview(self, state: State[Any], move: Any) -> Preview:
        """Return what a page is told of a move before anybody points at it."""

    def frame(self) -> dict[str, Any]:
        """Return what pages are told."""

    def act(self, content: dict[str, Any]) -> None:
        """Do what a message of a page says."""

    def attempt(
        self, action: Callable[[], Any], refuse: Callable[[Exception], None] | None = None
    ) -> None:
        """Do what a person asked for; if it is refused, say why at the board, or as given."""

    def tell(self, message: str, *, aloud: bool = True) -> None:
        """Show a message below the status line."""

    def show_error(self, error: Exception) -> None:
        """Say at the board why something was refused or failed."""

    def show_words(self) -> None:
        """Show again what is said above the board."""

    def show_hint(self, move: Any, note: str = "") -> None:
        """Say and mark what an agent would play."""

    def hint_note(self, found: Analysis) -> str:
        """Say with a hint how the position stands."""

    def show_marks(self, marks: Scene) -> None:
        """Lay a scene over the board until the next move."""

    def lay_over(self, draw: Callable[[], Scene]) -> None:
        """Lay a scene over the board until the next move."""

    def light(self, places: Sequence[str]) -> bool:
        """Ring some places by their names until the next move; whether all are on the board."""

    def refresh(self) -> None:
        """Show again what is said at the board, and what can be done."""

    def refresh_tools(self) -> None:
        """Show again what the buttons at the board can do."""

    def send_frame(self) -> None:
        """Tell pages again what they show."""

    def open_panel(self, name: str) -> None:
        """Open a panel by its name."""

    def open_new(self) -> None:
        """Turn to the form for a new game, or back."""

    def copy_picture(self) -> None:
        """Ask the page to copy the picture of the position."""

    def draw_with(self, pen: Pen) -> None:
        """Choose how marks are drawn."""

    def erase_marks(self) -> None:
        """Take away all that is drawn on the position."""

    def copy_text(self, text: str, what: str) -> None:
        """Ask the page to copy a text; `what` names it."""

    def confirm_copy(self) -> None:
        """Show that the page has copied what it was asked to."""

    def zoom(self, factor: float | None) -> None:
        """Zoom in or out, or show the whole board."""

    def hint(self) -> None:
        """Say what to play."""

    def play(self, move: Any) -> None:
        """Play a move."""

    def take_row(self, move: Any) -> None:
        """Play a move whose row of the analysis was pressed."""

    def undo(self) -> None:
        """Take back to the last choice that a person had."""

    def redo(self) -> None:
        """Play forward again what was taken back."""

    def go(self, node: Node) -> None:
        """Show a place of the record."""

    def new(self, *, seats: Sequence[str] | None = None, **options: Any) -> None:
        """Start a new game."""

    def load(self, record: Record) -> None:
        """Go on with a record."""

    def try_out(self, record: Record) -> None:
        """Put a puzzle on the board: it is not kept, and the game there waits."""

    def go_back(self) -> None:
        """Put the game on the board again that waits."""

    def resume(self, kept: SavedGame) -> None:
        """Go on with a game that was kept."""

    def pose(self, puzzle: Puzzle) -> None:
        """Put up a puzzle, with a panel of its own."""

    def train(self, deck: Deck) -> None:
        """Deal the cards of a deck, with a panel of its own."""

    def set_position(self, text: str) -> None:
        """Start from a position given as text."""


class Shared:
    """What styles all widgets of a board that need nothing of their own.

    ipywidgets makes two more models for each widget otherwise. What is shared is never changed: who
    looks otherwise from now on gets another one, as `showing` gives it.
    """

    def __init__(self) -> None:
        self.layout = widgets.Layout()
        self.button_style, self.html_style = widgets.ButtonStyle(), HTMLStyle()

    @cached_property
    def fitting(self) -> widgets.Layout:
        """The layout of what is as wide as its words."""
        return widgets.Layout(width="auto")

    @cached_property
    def wrapping(self) -> widgets.Layout:
        """The layout of a row that goes on below where it is too long."""
        return widgets.Layout(flex_flow="row wrap")

    @cached_property
    def hidden(self) -> widgets.Layout:
        """The layout of what is not seen now."""
        return widgets.Layout(display="none")

    def showing(self, *, shown: bool) -> widgets.Layout:
        """Return the layout of what is seen now and then."""
        return self.layout if shown else self.hidden

    def button(self, text: str, tooltip: str, look: str = "") -> widgets.Button:
        """Return a button."""
        return widgets.Button(
            description=text,
            tooltip=tooltip,
            button_style=look,
            layout=self.layout,
            style=self.button_style,
        )

    def dispose(self, widget: widgets.Widget) -> None:
        """Close a widget before the board is closed: all of it but what others need, too."""
        dispose(widget, set(vars(self).values()))

    def close(self) -> None:
        """Close them, with the board."""
        for each in vars(self).values():
            each.close()


def dispose(widget: widgets.Widget, keep: Collection[widgets.Widget] = ()) -> None:
    """Close a widget, all that it holds and what styles it: ipywidgets never collects one."""
    for child in getattr(widget, "children", ()):
        dispose(child, keep)
    for part in ("layout", "style"):
        if (look := getattr(widget, part, None)) is not None and look not in keep:
            look.close()
    widget.close()


def put_in_sight(widget: widgets.Widget, shown: bool) -> None:  # noqa: FBT001 - it is what it does
    """Show a widget, or take it away with its place."""
    widget.layout.display = "" if shown else "none"


def to_press(
    board: BoardLike, text: str, tooltip: str, action: Callable[[], Any]
) -> widgets.Button:
    """Return a button of a board: what it does is said there if it is refused."""
    button = board.shared.button(text, tooltip)
    button.on_click(lambda _: board.attempt(action))
    return button
