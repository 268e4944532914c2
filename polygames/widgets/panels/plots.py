"""The panel with plots of the game: score curve, areas, values and numbers of moves.

The plot follows the game while the panel is open. It is drawn in the background, one picture at a
time, so that no move waits for it.
"""

from __future__ import annotations

from base64 import b64encode
from copy import copy
from functools import partial
from html import escape
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import ipywidgets as widgets

from polygames.core.display import find_renderer
from polygames.core.lazy_imports import is_available
from polygames.records.atomic_files import make_folder, write_atomically
from polygames.records.user_folder import PLOTS_FOLDER
from polygames.widgets.autosave import readable_errors
from polygames.widgets.interfaces import PLOTS_TAB, BoardLike, set_visible
from polygames.widgets.panels.panel import Panel
from polygames.widgets.panels.record import Feedback
from polygames.widgets.tasks.timers import Debounce
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Hashable

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State

PLOT_NAMES: Final = {
    "Score curve": "score_curve",
    "Area plot": "area_plot",
    "Move values": "move_values",
    "Distribution of areas": "area_distribution",
    "Legal moves": "move_counts",
}
"""The function of `polygames.plots` for each name in the menu."""

AREA_PLOTS: Final = frozenset({"area_plot", "area_distribution"})
"""The plots that need a game with areas."""

FILE_KINDS: Final = ("PNG", "SVG", "PDF")

DRAWING_DELAY_SECONDS: Final = 0.25
"""Seconds from a change on the board to the new plot, so that several moves make one plot."""

NO_LIBRARY_TEXT: Final = "Plots need matplotlib, which is not installed here."
NO_ANALYSIS_TEXT: Final = "Press Analyse to see the values of the moves."
TASK_TEXT: Final = "Find the move first. Then you can see the values of the moves."
GAME_OVER_TEXT: Final = "The game is over. There are no moves to compare."
DRAWING_TEXT: Final = "Drawing the plot …"


class Subject(NamedTuple):
    """What a plot shows: its name, and the record, state or analysis that it is drawn from."""

    name: str
    value: Any
    key: Hashable
    """Equal for subjects with the same plot."""


class PlotsPanel(Panel):
    """The panel with plots of the game, which follow it and can be saved."""

    def __init__(self, board: BoardLike) -> None:
        self._worker, self._file_worker = Worker(), Worker()
        self._debounce = Debounce(DRAWING_DELAY_SECONDS)
        self._drawn_key: Hashable = None
        """The key of the plot that is shown or being drawn; None for a text in its place."""
        self._menu = widgets.Dropdown(
            options=_plots_of_game(board.info, board.session.record.start),
            description="Plot",
            layout={"width": "auto"},
        )
        self._text, self._picture = widgets.HTML(), widgets.HTML()
        self._picture.add_class("polygames-plot")
        self._feedback = Feedback()
        self._analyse_button = widgets.Button(
            description="Analyse",
            tooltip="find the values of the moves; they get more precise while you watch",
            layout={"width": "auto", "display": "none"},
        )
        self._analyse_button.on_click(lambda _: board.run_action(self._start_analysis))
        self._save_buttons = [self._create_save_button(kind) for kind in FILE_KINDS]
        row = widgets.HBox(self._save_buttons, layout={"flex_flow": "row wrap"})
        parts = [self._menu, self._text, self._analyse_button, self._picture, row, self._feedback]
        super().__init__(board, widgets.VBox(parts))
        self.box.add_class("polygames-form")
        self._menu.observe(lambda _: self.refresh(), "value")

    def refresh(self) -> None:
        """Draw the plot again a moment later, if it is out of date."""
        self._debounce.schedule(self._draw)

    def close(self) -> None:
        """Stop drawing and saving."""
        self._debounce.cancel()
        self._worker.stop()
        self._file_worker.stop()

    # What is drawn

    def _find_subject(self) -> Subject | str:
        """Return the subject of the chosen plot, or a text that says why there is none."""
        name, node = self._menu.value, self.record.node
        if not is_available("matplotlib"):
            return NO_LIBRARY_TEXT
        if name in AREA_PLOTS:
            state = self.board.visible_state()
            return Subject(name, state, (name, state))
        if name != "move_values":
            # A copy has a current node of its own, so a thread can read it.
            return Subject(name, copy(self.record), (name, node, node.comment))
        if node.state.outcome is not None:
            return GAME_OVER_TEXT
        if self.board.has_open_task:
            return TASK_TEXT
        analysis = self.board.analysis
        return NO_ANALYSIS_TEXT if analysis is None else Subject(name, analysis, id(analysis))

    def _draw(self) -> None:
        """Draw the chosen plot, unless it is shown already or another one is being drawn."""
        if self._worker.job is not None:
            return  # the next plot is drawn when that one is shown
        subject = self._find_subject()
        if isinstance(subject, str):
            self._drawn_key = None
            self._show_text(subject)
        elif subject.key != self._drawn_key:
            self._drawn_key = subject.key
            self._set_text("" if self._picture.value else DRAWING_TEXT)
            set_visible(self._analyse_button, is_visible=False)
            work = partial(_render, subject, "png")
            self._worker.submit(work, self._show_plot, self._show_failure)

    def _show_plot(self, plot: Any) -> None:
        """Show a plot, and draw the next one if the board has changed since."""
        source = f"data:image/png;base64,{b64encode(plot.data).decode()}"
        self._picture.value = f"<img src='{source}' alt='{escape(plot.text)}'>"
        self._set_text("")
        self._set_saving(is_enabled=True)
        if self.is_open:
            self._draw()

    def _show_failure(self, error: Exception) -> None:
        self._show_text(str(error))

    def _show_text(self, text: str) -> None:
        """Show a text in place of a plot."""
        self._picture.value = ""
        self._set_text(text)
        set_visible(self._analyse_button, text == NO_ANALYSIS_TEXT)
        self._set_saving(is_enabled=False)

    def _set_text(self, text: str) -> None:
        """Set the text above the picture; an empty one takes no space."""
        self._text.value = escape(text)
        set_visible(self._text, bool(text))

    def _start_analysis(self) -> None:
        """Switch the live analysis on, and return to this panel."""
        self.board.analysing = True
        self.board.open_panel(PLOTS_TAB)

    # Files

    def _create_save_button(self, kind: str) -> widgets.Button:
        button = widgets.Button(
            description=kind,
            tooltip=f"save the plot as a {kind} file",
            layout={"width": "auto"},
            disabled=True,
        )
        button.on_click(lambda _: self.board.run_action(partial(self._save, kind.lower())))
        return button

    def _set_saving(self, *, is_enabled: bool) -> None:
        for each in self._save_buttons:
            each.disabled = not is_enabled

    def _save(self, kind: str) -> None:
        """Save the chosen plot in the folder of plots."""
        subject = self._find_subject()
        if isinstance(subject, str):
            self._show_text(subject)
            return
        work = partial(_save_plot, subject, kind, self.info.name)
        self._feedback.clear()
        self._file_worker.submit(work, self._show_saved, self._feedback.show_error)

    def _show_saved(self, file: Path) -> None:
        self._feedback.show_message(f"Saved as {file}")


def _plots_of_game(info: GameInfo, start: State[Any]) -> list[tuple[str, str]]:
    """Return the names and functions of the plots that a game has."""
    has_areas = info.board.areas is not None or hasattr(start, "areas")
    shown = PLOT_NAMES.items()
    return [(text, name) for text, name in shown if has_areas or name not in AREA_PLOTS]


def _render(subject: Subject, kind: str) -> Any:
    """Return the plot of a subject as a file of a kind."""
    return find_renderer("board", "plot")(subject.name, subject.value, kind)


def _save_plot(subject: Subject, kind: str, game: str) -> Path:
    """Write a plot to a new file in the folder of plots, and return its path."""
    plot, folder = _render(subject, kind), Path(PLOTS_FOLDER)
    with readable_errors(folder):
        make_folder(folder)
        names = (f"{game}-{subject.name.replace('_', '-')}-{number}.{kind}" for number in count(1))
        file = next(folder / name for name in names if not (folder / name).exists())
        return write_atomically(file, plot.data)
