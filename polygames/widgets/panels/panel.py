"""The panels beside a board.

A panel is created when it is first opened. Only the open panel is updated; a panel that must follow
the game at all times sets `Panel.follows_always`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import ipywidgets as widgets

from polygames.core.analysis import Analysis, MoveValue
from polygames.core.registry import info_of
from polygames.runtime.owner import with_owner
from polygames.view.overlay import BAD_LINE, GOOD_LINE, line_scene
from polygames.widgets.tasks.worker import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from polygames.core.game_info import GameInfo
    from polygames.records.record import Record
    from polygames.widgets.parts import BoardLike

REPLAY_MOVE_SECONDS: Final = 0.7
"""Seconds between two moves of an animated line."""

SHOWN_LINE_MOVES: Final = 4
"""The maximum number of moves of an animated line."""


class Panel:
    """A panel beside a board; the base class of all panels.

    Attributes
    ----------
    follows_always
        Whether it is also updated while another panel is open.
    """

    follows_always: ClassVar[bool] = False

    @property
    def headed(self) -> tuple[str, str]:
        """The headline shown here and above the board, and the text after it."""
        return "", ""

    def __init__(self, board: BoardLike, box: widgets.Widget) -> None:
        self.board, self.box = board, box

    @property
    def record(self) -> Record:
        """The record of the game on the board."""
        return self.board.session.record

    @property
    def info(self) -> GameInfo:
        """The description of the game."""
        return info_of(self.record.start)

    def show(self) -> None:
        """Update the panel after a change on the board."""

    def close(self) -> None:
        """Stop the background work of the panel."""


class Tabs:
    """A group of panels with a row of tabs, one panel open at a time.

    Parameters
    ----------
    makers
        Functions that create the panels, by name; the first panel is open.
    on_open
        Called with the name of a panel that has been opened.
    layout
        The shared layout of the containers; it must not be changed.
    """

    def __init__(
        self,
        makers: Mapping[str, Callable[[], Panel]],
        on_open: Callable[[str], None],
        layout: widgets.Layout,
    ) -> None:
        self._makers, self._on_open = dict(makers), on_open
        self.made: dict[str, Panel] = {}
        """The panels created so far, by name."""
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
        """The name of the open panel."""
        name: str = self._tabs.value
        return name

    def open(self, name: str) -> None:
        """Open a panel."""
        self._tabs.value = name

    def panel(self, name: str) -> Panel:
        """Return a panel; create it if it was never opened."""
        if name not in self.made:
            made = self.made[name] = self._makers[name]()
            made.box.add_class("polygames-panel")
            made.box.add_class(f"polygames-panel-{name.replace(' ', '-')}")  # for words.js
            self._arrange()
            made.show()
        return self.made[name]

    def add(self, name: str, make: Callable[[], Panel]) -> None:
        """Add a panel before the others and open it."""
        self._makers = {name: make, **self._makers}
        self._tabs.options = list(self._makers)
        self.open(name)

    def put(self, name: str, make: Callable[[], Panel]) -> None:
        """Replace the panel of this name, or add one before the others, and open it."""
        if (old := self.made.pop(name, None)) is not None:
            old.close()
            self._makers[name] = make
            if self.shown == name:
                self.panel(name)
        if name not in self._makers:
            self.add(name, make)
        self.open(name)

    def toggle(self, name: str) -> None:
        """Open a panel, or the previous one if it is open already."""
        self.open(self._before if self.shown == name else name)

    def show(self) -> None:
        """Update the open panel and those that always follow the board."""
        for name, panel in self.made.items():
            if name == self.shown or panel.follows_always:
                panel.show()

    def close(self) -> None:
        """Stop the background work of all panels."""
        for panel in self.made.values():
            panel.close()

    def _turned(self, change: dict[str, Any]) -> None:
        self._before = change["old"]
        self.panel(self.shown).show()
        self._arrange()
        self._on_open(change["new"])

    def _arrange(self) -> None:
        """Display only the open panel."""
        for name, panel in self.made.items():
            panel.box.layout.display = "" if name == self.shown else "none"
        boxes = (self.made[name].box for name in self._makers if name in self.made)
        self.box.children = (self._tabs, *boxes)


class LineAnimation:
    """An animation of lines over a board, which ends when anything else happens there."""

    def __init__(self, board: BoardLike) -> None:
        self._board = board
        self._turn = 0

    def forget(self) -> None:
        """Stop the animation."""
        self._turn += 1

    def play(self, start: Any, line: Sequence[Any], inks: Sequence[str] = GOOD_LINE) -> None:
        """Animate a line from a position; without an event loop show the whole line at once."""
        shown = tuple(line[:SHOWN_LINE_MOVES])
        self._turn += 1
        loop = running_loop()
        if loop is None:
            self._show_line(self._turn, start, shown, inks)
            return
        for count in range(1, len(shown) + 1):
            loop.call_later(
                count * REPLAY_MOVE_SECONDS, self._show_line, self._turn, start, shown[:count], inks
            )

    def show_mistake(self, start: Any, line: Sequence[Any]) -> None:
        """Show a mistake and its refutation at once: the board has shown both moves before."""
        self._turn += 1
        self._show_line(self._turn, start, tuple(line[:SHOWN_LINE_MOVES]), BAD_LINE)

    @with_owner
    def _show_line(self, turn: int, start: Any, line: tuple[Any, ...], inks: Sequence[str]) -> None:
        if turn != self._turn or not line or start != self._board.session.state:
            return
        value = MoveValue(line[0], 0.0, 0.0, 0.0, line=line)
        found, board = Analysis(start, (value,)), self._board
        board.lay_over(lambda: line_scene(found, value, board.picture_of, board.scene, inks))
