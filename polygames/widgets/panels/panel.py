"""The pages beside a board, and what they may do with it.

A page is made when somebody first turns to it. From then on it is told of changes while it is open;
one that has to follow the game says so (`Panel.follows_always`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

import ipywidgets as widgets

from polygames.core.registry import info_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.records.record import Record
    from polygames.scene.model import Scene
    from polygames.widgets.session import Session
    from polygames.widgets.view import Pen


ANALYSIS, MOVES, REVIEW, PUZZLE = "Analysis", "Moves", "Review", "Puzzle"
NEW, RECORD, HELP = "New game", "Record", "Help"
GAMES, TRAIN = "Games", "Train"
"""The names of the pages."""

BY_ANALYSIS: Final = "analysis"
"""Who gives the hints if no agent is chosen."""


class Board(Protocol):
    """What a panel sees of the board that it stands beside."""

    session: Session
    """The game, who plays it, and where it is kept."""
    message: str
    """What is said above the board; empty if nothing is."""
    hint_agent: str | None
    """Who gives hints; None if nobody can."""

    @property
    def scene(self) -> Scene:
        """The picture of the position as it was painted last."""

    def seen(self) -> State[Any]:
        """Return what the player to move may see."""

    def attempt(self, action: Callable[[], Any]) -> None:
        """Do what a person asked for; if it is refused, say why at the board."""

    def tell(self, message: str) -> None:
        """Show a message below the status line."""

    def show_words(self) -> None:
        """Show again what is said above the board."""

    def refresh(self) -> None:
        """Show again what is said at the board, and what can be done."""

    def open_page(self, name: str) -> None:
        """Turn to a page by its name."""

    def copy_picture(self) -> None:
        """Put the picture of the position on the clipboard."""

    def draw_with(self, pen: Pen) -> None:
        """Choose how marks are drawn."""

    def erase_marks(self) -> None:
        """Take away all that is drawn on the position."""

    def copy_text(self, text: str, what: str) -> None:
        """Put a text on the clipboard, and say what it is."""

    def play(self, move: Any) -> None:
        """Play a move."""

    def go(self, node: Node) -> None:
        """Show a place of the record."""

    def new(self, *, seats: Sequence[str] | None = None, **options: Any) -> None:
        """Start a new game."""

    def load(self, record: Record) -> None:
        """Go on with a record."""

    def begin(self, record: Record) -> None:
        """Put any record of the game on the board."""

    def set_position(self, text: str) -> None:
        """Start from a position given as text."""

    def picture_of(self, state: State[Any], move: Any, color: str) -> Scene:
        """Draw a move over a state, in a colour."""

    def lay_over(self, draw: Callable[[], Scene]) -> None:
        """Lay a scene over the board until the next move."""

    def light(self, places: Sequence[str]) -> bool:
        """Ring some places by their names until the next move; whether all are on the board."""


class Panel:
    """What is on one page.

    Attributes
    ----------
    follows_always
        Whether it is told of changes also while another page is open.
    """

    follows_always: ClassVar[bool] = False

    @property
    def words(self) -> str:
        """What is said here of the position on the board: the board says it above, too."""
        return ""

    def __init__(self, board: Board, box: widgets.Widget) -> None:
        self.board, self.box = board, box

    @property
    def record(self) -> Record:
        """The game on the board."""
        return self.board.session.record

    @property
    def info(self) -> GameInfo:
        """What is known of the game."""
        return info_of(self.record.start)

    def show(self) -> None:
        """Show what has changed on the board."""

    def close(self) -> None:
        """Stop what is still being done for it."""


class Tabs:
    """Pages that share one place; the row of tabs above them says which one is open.

    Parameters
    ----------
    makers
        What makes the panel of each page, by its name; the first one is open.
    on_open
        Called with the name of a page that has been opened.
    layout
        That of what holds them, which nobody changes.
    """

    def __init__(
        self,
        makers: Mapping[str, Callable[[], Panel]],
        on_open: Callable[[str], None],
        layout: widgets.Layout,
    ) -> None:
        self._makers, self._on_open = dict(makers), on_open
        self.made: dict[str, Panel] = {}
        """The panels of the pages that were opened so far."""
        self._before = next(iter(makers))
        self._tabs = widgets.ToggleButtons(
            options=list(makers), style={"button_width": "auto"}, layout=layout
        )
        self._tabs.add_class("polygames-tabs")
        self.box = widgets.VBox([self._tabs], layout=layout)
        self.box.add_class("polygames-side")
        self.panel(self.shown)
        self._tabs.observe(self._turned, "value")

    @property
    def shown(self) -> str:
        """The name of the open page."""
        name: str = self._tabs.value
        return name

    def open(self, name: str) -> None:
        """Turn to a page."""
        self._tabs.value = name

    def panel(self, name: str) -> Panel:
        """Return the panel of a page, which is made now if nobody has turned to it so far."""
        if name not in self.made:
            made = self.made[name] = self._makers[name]()
            made.box.add_class("polygames-page")
            made.box.add_class(f"polygames-page-{name.replace(' ', '-')}")  # for tabs.js
            self._arrange()
            made.show()
        return self.made[name]

    def add(self, name: str, make: Callable[[], Panel]) -> None:
        """Put a page before the others, and turn to it."""
        self._makers = {name: make, **self._makers}
        self._tabs.options = list(self._makers)
        self.open(name)

    def put(self, name: str, make: Callable[[], Panel]) -> None:
        """Put a page before the others, in the place of one of this name, and turn to it."""
        if (old := self.made.pop(name, None)) is not None:
            old.close()
            self._makers[name] = make
            if self.shown == name:
                self.panel(name)
        if name not in self._makers:
            self.add(name, make)
        self.open(name)

    def toggle(self, name: str) -> None:
        """Turn to a page, or back to the one before if it is open."""
        self.open(self._before if self.shown == name else name)

    def show(self) -> None:
        """Tell the open page, and those that always follow, what has changed."""
        for name, panel in self.made.items():
            if name == self.shown or panel.follows_always:
                panel.show()

    def close(self) -> None:
        """Stop what is still being done for the pages."""
        for panel in self.made.values():
            panel.close()

    def _turned(self, change: dict[str, Any]) -> None:
        self._before = change["old"]
        self.panel(self.shown).show()
        self._arrange()
        self._on_open(change["new"])

    def _arrange(self) -> None:
        """Show the open page alone."""
        for name, panel in self.made.items():
            panel.box.layout.display = "" if name == self.shown else "none"
        boxes = (self.made[name].box for name in self._makers if name in self.made)
        self.box.children = (self._tabs, *boxes)
