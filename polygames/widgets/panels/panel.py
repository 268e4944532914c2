"""The panels beside a board.

A panel is created when it is first opened. Only the open panel is updated; a panel that must follow
the game at all times sets `Panel.follows_always`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import ipywidgets as widgets

from polygames.core.analysis import Analysis, MoveValue
from polygames.core.registry import info_of
from polygames.runtime.game_lock import with_game_lock
from polygames.view.overlay import BAD_LINE_COLORS, GOOD_LINE_COLORS, draw_line
from polygames.widgets.tasks.worker import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from polygames.core.game_info import GameInfo
    from polygames.records.record import Record
    from polygames.widgets.interfaces import BoardLike

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
    def heading(self) -> tuple[str, str]:
        """A pair: the headline shown in the panel and above the board, and the text after it."""
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

    @property
    def is_open(self) -> bool:
        """Whether the panel is the one that is shown."""
        return bool(self.box.layout.display != "none")

    def refresh(self) -> None:
        """Update the panel after a change on the board."""

    def close(self) -> None:
        """Stop the background work of the panel."""


class Tabs:
    """A group of panels with a row of tabs, one panel open at a time.

    Parameters
    ----------
    factories
        Functions that create the panels, by name; the first panel is open.
    on_open
        Called with the name of a panel that has been opened.
    layout
        The shared layout of the containers; it must not be changed.
    """

    def __init__(
        self,
        factories: Mapping[str, Callable[[], Panel]],
        on_open: Callable[[str], None],
        layout: widgets.Layout,
    ) -> None:
        self._factories, self._on_open = dict(factories), on_open
        self.panels: dict[str, Panel] = {}
        """The panels created so far, by name."""
        self._previous_name = next(iter(factories))
        self._tab_buttons = widgets.ToggleButtons(
            options=list(factories), style={"button_width": "auto"}, layout=layout
        )
        self._tab_buttons.add_class("polygames-tabs")
        self.box = widgets.VBox([self._tab_buttons], layout=layout)
        self.box.add_class("polygames-side")
        self.get_panel(self.open_name)
        self._tab_buttons.observe(self._on_tab_change, "value")

    @property
    def open_name(self) -> str:
        """The name of the open panel."""
        name: str = self._tab_buttons.value
        return name

    def open(self, name: str) -> None:
        """Open a panel."""
        self._tab_buttons.value = name

    def get_panel(self, name: str) -> Panel:
        """Return a panel; create it if it was never opened."""
        if name not in self.panels:
            made = self.panels[name] = self._factories[name]()
            made.box.add_class("polygames-panel")
            made.box.add_class(f"polygames-panel-{name.replace(' ', '-')}")  # for words.js
            self._show_open_panel()
            made.refresh()
        return self.panels[name]

    def add(self, name: str, factory: Callable[[], Panel]) -> None:
        """Add a panel before the others and open it."""
        self._factories = {name: factory, **self._factories}
        self._tab_buttons.options = list(self._factories)
        self.open(name)

    def replace(self, name: str, factory: Callable[[], Panel]) -> None:
        """Replace the panel of this name, or add one before the others, and open it."""
        if (old := self.panels.pop(name, None)) is not None:
            old.close()
            self._factories[name] = factory
            if self.open_name == name:
                self.get_panel(name)
        if name not in self._factories:
            self.add(name, factory)
        self.open(name)

    def toggle(self, name: str) -> None:
        """Open a panel; if it is open already, return to the previous panel."""
        self.open(self._previous_name if self.open_name == name else name)

    def refresh(self) -> None:
        """Update the open panel and those that always follow the board."""
        for name, panel in self.panels.items():
            if name == self.open_name or panel.follows_always:
                panel.refresh()

    def close(self) -> None:
        """Stop the background work of all panels."""
        for panel in self.panels.values():
            panel.close()

    def _on_tab_change(self, change: dict[str, Any]) -> None:
        self._previous_name = change["old"]
        self.get_panel(self.open_name).refresh()
        self._show_open_panel()
        self._on_open(change["new"])

    def _show_open_panel(self) -> None:
        """Display only the open panel."""
        for name, panel in self.panels.items():
            panel.box.layout.display = "" if name == self.open_name else "none"
        boxes = (self.panels[name].box for name in self._factories if name in self.panels)
        self.box.children = (self._tab_buttons, *boxes)


class LineAnimation:
    """An animation of a sequence of moves over a board; it ends when the position changes."""

    def __init__(self, board: BoardLike) -> None:
        self._board = board
        self._run_id = 0

    def stop(self) -> None:
        """Stop the animation."""
        self._run_id += 1

    def play(self, start: Any, line: Sequence[Any], inks: Sequence[str] = GOOD_LINE_COLORS) -> None:
        """Animate a sequence of moves from a position.

        Without an event loop, all its moves are shown at once.
        """
        shown = tuple(line[:SHOWN_LINE_MOVES])
        self._run_id += 1
        loop = running_loop()
        if loop is None:
            self._show_line(self._run_id, start, shown, inks)
            return
        for count in range(1, len(shown) + 1):
            loop.call_later(
                count * REPLAY_MOVE_SECONDS,
                self._show_line,
                self._run_id,
                start,
                shown[:count],
                inks,
            )

    def show_mistake(self, start: Any, line: Sequence[Any]) -> None:
        """Show a wrong move and the answer to it at once, without animation."""
        self._run_id += 1
        self._show_line(self._run_id, start, tuple(line[:SHOWN_LINE_MOVES]), BAD_LINE_COLORS)

    @with_game_lock
    def _show_line(
        self, run_id: int, start: Any, line: tuple[Any, ...], inks: Sequence[str]
    ) -> None:
        if run_id != self._run_id or not line or start != self._board.session.state:
            return
        value = MoveValue(line[0], 0.0, 0.0, 0.0, line=line)
        found, board = Analysis(start, (value,)), self._board
        board.set_overlay(
            lambda: draw_line(found, value, board.info.highlight_move, board.scene, inks)
        )
