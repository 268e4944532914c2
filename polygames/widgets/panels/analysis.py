"""The panel of the live analysis: an evaluation bar and rows of moves that can be played."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import traitlets

from polygames.core.descriptions import position_caption
from polygames.core.errors import OptionError
from polygames.core.protocol import CHANCE
from polygames.core.state import move_name_key
from polygames.runtime.game_lock import with_game_lock
from polygames.search.analysis.rows import merge_rows
from polygames.search.review.annotations import store_proof, with_stored_proof
from polygames.view.js_bundle import JS_FOLDER, bundle_module
from polygames.view.overlay import draw_analysis
from polygames.widgets.interfaces import ANALYSIS_TAB, BoardLike
from polygames.widgets.live_analysis import LiveAnalysis
from polygames.widgets.page_widget import PageWidget
from polygames.widgets.painter.pointer import AS_TEXT
from polygames.widgets.panels.analysis_speech import AnalysisSpeech
from polygames.widgets.panels.analysis_text import DEFAULT_ROWS, depth_text, panel_content
from polygames.widgets.panels.panel import Panel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.analysis import Analysis, MoveValue
    from polygames.core.protocol import State
    from polygames.scene.model import Scene
    from polygames.widgets.board_picture import BoardPicture

_ANALYSIS_JS: Final = JS_FOLDER / "analysis"

ROW_CHOICES: Final = (1, 3, 5, 8, 15)
"""The numbers of rows that the menu offers."""

DURATION_CHOICES: Final = {5.0: "5 s", 20.0: "20 s", 120.0: "2 min", 600.0: "10 min"}
"""The seconds per position that the menu offers, with their labels."""

MAX_READY_ANALYSES: Final = 3
"""The number of cached analyses; the search may finish the next while one is displayed."""

Content: TypeAlias = dict[str, Any]
"""The content that is sent to the page."""
RowMoves: TypeAlias = "tuple[MoveValue, ...]"
"""The first move of each row."""

CONTENT_KEYS: Final = ("bar", "rows", "note", "details", "position", "busy")
"""The keys of the content that is sent to the page without an analysis."""

ANALYSIS_INVITATION: Final = (
    "Press Analyse to rank the moves. The numbers get more precise while you watch. "
    "Point at a move, or tap it, to see what follows. Click it, or tap it again, to play it."
)

READYING_TEXT: Final = "The search is getting ready. The first time, this takes a few seconds …"


class MoveRowsWidget(PageWidget):
    """A widget that displays rows of moves (its `content`), which only the kernel can set.

    The client sends ``play_row`` with the ``version`` of its content and the ``move`` of a row as
    text, because the order of the rows may have changed. With a ``ply`` too, ``play_line`` plays
    the row's line up to there as a branch. ``hover_rows`` reports whether the pointer is on a row
    (``is_hovered``), and ``set_choice`` the ``value`` of a menu (``name``). ``page_visible`` is the
    heartbeat of a ``page`` that shows the panel; at the end it sends ``page_hidden``.
    """

    _esm = bundle_module(_ANALYSIS_JS / "analysis.js")
    _css = (_ANALYSIS_JS / "analysis.css").read_text(encoding="utf-8")

    content = traitlets.Dict().tag(from_json=lambda _, widget: widget.content, **AS_TEXT)


class AnalysisPanel(Panel):
    """The panel with the best moves of the position, which it also draws over the board.

    Parameters
    ----------
    board
        The board beside the panel.
    board_picture
        The picture of the board.
    """

    def __init__(self, board: BoardLike, board_picture: BoardPicture) -> None:
        super().__init__(board, MoveRowsWidget())
        self._board_picture = board_picture
        self.live_analysis = LiveAnalysis(
            self.show_analysis, board.show_error, self._update_thinking, self._fill_caches
        )
        self.analysis: Analysis | None = None
        """The analysis of the displayed position; None if there is none."""
        self._speech = AnalysisSpeech(board.say)
        self._is_stopped = False
        """Whether the analysis was stopped and remains on the page."""
        self._is_row_hovered = False
        """Whether the pointer is on a row; the page then draws only the line of that row."""
        self._version = 0
        self.max_rows = DEFAULT_ROWS
        """The maximum number of rows."""
        self._rows_by_move: dict[str, MoveValue] = {}
        """The rows displayed for this position so far, by move; a page may not be up to date."""
        self._first_version = 0
        """The first version whose content belonged to this position."""
        self._last_shown: tuple[Analysis, str, bool] | None = None
        self._content_cache: deque[tuple[Analysis, Content, RowMoves]] = deque(
            maxlen=MAX_READY_ANALYSES
        )
        self.box.on_msg(lambda _, content, __: self.handle_message(content))
        self._show_text(ANALYSIS_INVITATION)

    # Called by the board

    def switch(self, *, on: bool) -> None:
        """Start or stop the live analysis of each position."""
        if on:
            self._is_row_hovered = False
        if on != self.live_analysis.is_on:
            self._speech.switch(on=on)
        self.live_analysis.is_on = on
        if on or self.analysis is None:
            self._show_status()
        self._is_stopped = not on and self.analysis is not None
        self.live_analysis.switch(on=on)  # the page still shows the last analysis, paler

    def analyse_position(self) -> None:
        """Analyse the position that is on the board now."""
        self._speech.reset()
        self._show_status()
        self.live_analysis.set_state(self.board.visible_state())

    def redraw(self) -> None:
        """Redraw the moves because the board displays another part of the position."""
        if self.analysis is not None:
            self._content_cache.clear()
            self._update_thinking()

    def show_analysis(self, analysis: Analysis) -> None:
        """Show an analysis of the position on the board, in the panel and over the picture."""
        if analysis.state != self.board.visible_state():
            return
        store_proof(self.record, self.record.node, analysis)
        self.analysis = analysis = with_stored_proof(self.record.node, analysis)
        self._is_stopped = False
        self._speak()
        self._show_content(analysis, self._thinking_text())
        if not self.live_analysis.is_on:
            self.board.open_panel(ANALYSIS_TAB)
        self.board.set_overlay(partial(self._draw_overlay, analysis))

    def close(self) -> None:
        """Stop the live analysis."""
        self.live_analysis.close()

    # Display

    def _show_status(self) -> None:
        """Clear the panel and show the status of the position."""
        self.analysis = None
        state, is_on = self.board.session.state, self.live_analysis.is_on
        words, busy = ("Looking …" if is_on else ANALYSIS_INVITATION), is_on
        if state.outcome is not None:
            status = position_caption(state, self.board.session.names).status
            words, busy = f"The game is over. {status}.", False
        elif is_on and state.turn == CHANCE:
            words, busy = "The dice are rolled next. There is nothing to choose.", False
        self._show_text(words, is_busy=busy)

    def _update_thinking(self) -> None:
        """Update the panel when the live analysis starts or stops thinking."""
        self.board.refresh_toolbar()
        self._speak()
        if self.analysis is not None:
            self._show_content(self.analysis, self._thinking_text(), is_over=self._is_stopped)
        elif self.live_analysis.is_on and self.live_analysis.is_compiling:
            self._show_text(READYING_TEXT, is_busy=True)

    def _speak(self) -> None:
        """Announce the best move of the live analysis if it has settled."""
        live, names = self.live_analysis, self.board.session.names
        if self.analysis is not None and live.is_on:
            self._speech.update(self.analysis, names, is_done=not live.is_thinking)

    def _thinking_text(self) -> str:
        if not self.live_analysis.is_on:
            found = self.analysis
            return f"Stopped: {depth_text(found)}." if self._is_stopped and found else ""
        if self.live_analysis.is_compiling:
            return READYING_TEXT
        return "Looking deeper …" if self.live_analysis.is_thinking else "Done."

    def _draw_overlay(self, analysis: Analysis) -> Scene:
        """Return the scene of an analysis; empty while the pointer is on a row of the panel."""
        if self._is_row_hovered:
            return ()
        return draw_analysis(analysis, self.board.scene, self.board.info.highlight_move)

    def _fill_caches(self, analysis: Analysis) -> None:
        """Compute and cache the drawing and rows of an analysis, in the thread of the search."""
        draw_analysis(analysis)  # games cache the slow parts of their drawings
        self._get_content(analysis)

    def _get_content(self, analysis: Analysis) -> tuple[Content, RowMoves]:
        """Return the data of an analysis for the page, and the first move of each row, cached."""
        for known, content, shown in tuple(self._content_cache):
            if known is analysis:
                return content, shown
        board = self.board
        content = panel_content(
            analysis, board.info.highlight_move, self.max_rows, board.scene, board.session.names
        )
        shown = tuple(group[0] for group in merge_rows(analysis)[: self.max_rows])
        self._content_cache.append((analysis, content, shown))
        return content, shown

    def _show_content(self, analysis: Analysis, status: str, *, is_over: bool = False) -> None:
        """Show an analysis with a status text; `is_over` is True if it was stopped."""
        content, shown = self._get_content(analysis)
        if self._last_shown is None or not _has_same_wording(
            self._last_shown[0].state, analysis.state
        ):
            self._rows_by_move, self._first_version = {}, self._version + 1
        self._rows_by_move |= {
            row["move"]: each for row, each in zip(content["rows"], shown, strict=True)
        }
        self._last_shown = analysis, status, is_over
        note = f"{status} {content['note']}".strip()
        busy = self.live_analysis.is_on and self.live_analysis.is_thinking
        self._send_content(content | {"note": note, "is_stopped": is_over, "is_busy": busy})

    def _show_text(self, text: str, *, is_busy: bool = False) -> None:
        """Show a text instead of an analysis."""
        if self._last_shown is None and self.box.content.get("note") == text:
            return  # unchanged: without an analysis, no move sends a message
        self._rows_by_move, self._last_shown = {}, None
        said: Content = {"bar": None, "rows": [], "note": text, "details": "", "position": None}
        self._send_content(said | {"is_busy": is_busy})

    def _send_content(self, content: dict[str, Any]) -> None:
        self._version += 1
        self.box.content = {
            "version": self._version,
            "is_stopped": False,
            "is_busy": False,
            **content,
            "choices": [
                _menu_data(
                    "lines", "Lines", self.max_rows, {each: str(each) for each in ROW_CHOICES}
                ),
                _menu_data(
                    "seconds", "Analyse for", self.live_analysis.max_seconds, DURATION_CHOICES
                ),
            ],
        }

    # Actions of the user

    @with_game_lock
    def handle_message(self, content: object) -> None:
        """Handle a message from the page; ignore a malformed message."""
        match content:
            case {"kind": "page_visible", "page": str(page)}:
                self.live_analysis.record_heartbeat(page[:40])
            case {"kind": "page_hidden", "page": str(page)}:
                self._set_row_hover(on=False)
                self.live_analysis.remove_page(page[:40])
            case {"kind": "hover_rows", "is_hovered": bool(is_hovered)}:
                self._set_row_hover(on=is_hovered)
            case {"kind": "play_row", "version": int(version), "move": str(move)}:
                if (row := self._find_row(version, move)) is not None:
                    self.board.run_action(partial(self._play_move, row.move))
            case {"kind": "play_line", "version": int(version), "move": str(move), "ply": int(ply)}:
                if (row := self._find_row(version, move)) is not None and ply >= 0:
                    line = row.line[: ply + 1]  # the line becomes a branch
                    self.board.run_action(partial(self.board.session.play_branch, line))
            case {"kind": "set_choice", "name": str(name), "value": int() | float() as value}:
                self._set_choice(name, value)

    def _find_row(self, version: int, move: str) -> MoveValue | None:
        """Return the analysed move of a row; None if the row belongs to another position."""
        is_shown = self.analysis is not None and self._first_version <= version <= self._version
        return self._rows_by_move.get(move) if is_shown else None

    def _play_move(self, move: Any) -> None:
        session = self.board.session
        if move not in session.state.legal_moves:
            return
        if not session.is_human_turn:
            msg = "it is not your turn: pause the agents, or go back in Moves"
            raise OptionError(msg)
        self.board.play_row(move)

    def _set_row_hover(self, *, on: bool) -> None:
        """Hide the analysis on the board while the pointer is on a row; restore it afterwards."""
        if on != self._is_row_hovered:
            self._is_row_hovered = on
            if self.analysis is not None:
                self._board_picture.rebuild_overlay()
                self._board_picture.paint()

    def _set_choice(self, name: str, value: float) -> None:
        """Set the number of rows or the seconds per position; ignore values not on the menus."""
        if name == "lines" and value in ROW_CHOICES:
            self.max_rows = int(value)
        elif name == "seconds" and value in DURATION_CHOICES:
            if value != self.live_analysis.max_seconds:
                self.live_analysis.max_seconds = float(value)
                self.live_analysis.switch(on=self.live_analysis.is_on)
        else:
            return
        self._content_cache.clear()
        if self._last_shown is None:
            self._send_content({name: self.box.content[name] for name in CONTENT_KEYS})
        else:
            analysis, status, is_over = self._last_shown
            self._show_content(analysis, status, is_over=is_over)


def _has_same_wording(first: State[Any], second: State[Any]) -> bool:
    """Return True if two positions are equal and use the same names for their moves."""
    return first == second and move_name_key(first) == move_name_key(second)


def _menu_data(name: str, label: str, value: float, labels: Mapping[float, str]) -> dict[str, Any]:
    """Return a menu for the page: its name, label, current value and options."""
    return {"name": name, "label": label, "value": value, "offered": list(labels.items())}
