"""The panel of the live analysis: an evaluation bar and rows of moves that can be played."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import traitlets

from polygames.core.errors import OptionError
from polygames.core.protocol import CHANCE
from polygames.core.state import wording
from polygames.core.words import caption
from polygames.runtime.owner import with_owner
from polygames.search.analysis.rows import alike
from polygames.search.review.kept import keep_proof, with_proof
from polygames.view.esm import JS_FOLDER, bundle_module
from polygames.view.overlay import overlay
from polygames.widgets.live_analysis import Live
from polygames.widgets.page_widget import PageWidget
from polygames.widgets.painter.pointer import AS_TEXT
from polygames.widgets.panels.analysis_text import DEFAULT_ROWS, content_of, depth_words
from polygames.widgets.panels.panel import Panel
from polygames.widgets.parts import ANALYSIS, BoardLike

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.analysis import Analysis, MoveValue
    from polygames.core.protocol import State
    from polygames.scene.model import Scene
    from polygames.widgets.stage import Stage

_ANALYSIS_JS: Final = JS_FOLDER / "analysis"

ROW_CHOICES: Final = (1, 3, 5, 8, 15)
"""The numbers of rows that the menu offers."""

DURATION_CHOICES: Final = {5.0: "5 s", 20.0: "20 s", 120.0: "2 min", 600.0: "10 min"}
"""The seconds per position that the menu offers, with their labels."""

MAX_READY_ANALYSES: Final = 3
"""The number of cached analyses; the search may finish the next while one is displayed."""

Content: TypeAlias = dict[str, Any]
"""The content that is sent to the page."""
Shown: TypeAlias = "tuple[MoveValue, ...]"
"""The first move of each row."""

CONTENT_KEYS: Final = ("bar", "rows", "note", "details", "position", "busy")
"""The keys of the content that is sent to the page without an analysis."""

ANALYSIS_INVITATION: Final = (
    "Press Analyse to rank the moves. The numbers get more precise while you watch. "
    "Point at a move, or tap it, to see what follows. Click it, or tap it again, to play it."
)

READYING_TEXT: Final = "The search is getting ready. The first time, this takes a few seconds …"


class AnalysisWidget(PageWidget):
    """A widget that displays its `content`, which no client can set.

    The client sends ``play`` with the ``version`` of its content and the ``move`` of a row as text,
    because the order of the rows may have changed. It sends ``point`` with ``on`` when the pointer
    enters or leaves a row. It sends ``seen`` or ``unseen`` with the name of its ``page`` as a
    heartbeat while the panel is visible.
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
    stage
        The stage that displays the board's picture.
    """

    def __init__(self, board: BoardLike, stage: Stage) -> None:
        super().__init__(board, AnalysisWidget())
        self._stage = stage
        self.live = Live(self.show_found, board.show_error, self._show_thought, self._prepare)
        self.found: Analysis | None = None
        """The analysis of the displayed position; None if there is none."""
        self._is_kept = False
        """Whether the analysis was stopped and remains on the page."""
        self._is_row_pointed = False
        """Whether the pointer is on a row; the page then draws only the line of that row."""
        self._version = 0
        self.lines = DEFAULT_ROWS
        """The maximum number of rows."""
        self._offered: dict[str, MoveValue] = {}
        """The rows displayed for this position so far, by move; a page may not be up to date."""
        self._since = 0
        """The first version whose content belonged to this position."""
        self._last: tuple[Analysis, str, bool] | None = None
        self._ready: deque[tuple[Analysis, Content, Shown]] = deque(maxlen=MAX_READY_ANALYSES)
        self.box.on_msg(lambda _, content, __: self.hear(content))
        self._say(ANALYSIS_INVITATION)

    # Called by the board

    def switch(self, *, on: bool) -> None:
        """Start or stop the live analysis of each position."""
        if on:
            self._is_row_pointed = False
        self.live.is_on = on
        if on or self.found is None:
            self._show_none()
        self._is_kept = not on and self.found is not None
        self.live.switch(on=on)  # the page still shows the last analysis, paler

    def take_position(self) -> None:
        """Analyse the position that is on the board now."""
        self._show_none()
        self.live.follow(self.board.seen())

    def draw_again(self) -> None:
        """Redraw the moves because the board displays another part of the position."""
        if self.found is not None:
            self._ready.clear()
            self._show_thought()

    def show_found(self, analysis: Analysis) -> None:
        """Show an analysis of the position on the board, in the panel and over the picture."""
        if analysis.state != self._stage.position.state:
            return
        keep_proof(self.record, self.record.node, analysis)
        self.found = analysis = with_proof(self.record.node, analysis)
        self._is_kept = False
        self._show(analysis, self._thought_words())
        if not self.live.is_on:
            self.board.open_panel(ANALYSIS)
        self.board.lay_over(partial(self._overlay, analysis))

    def close(self) -> None:
        """Stop the live analysis."""
        self.live.close()

    # Display

    def _show_none(self) -> None:
        """Clear the panel and show the status of the position."""
        self.found = None
        state, is_on = self.board.session.state, self.live.is_on
        words, busy = ("Looking …" if is_on else ANALYSIS_INVITATION), is_on
        if state.outcome is not None:
            status = caption(state, self.board.session.names).status
            words, busy = f"The game is over. {status}.", False
        elif is_on and state.turn == CHANCE:
            words, busy = "The dice are rolled next. There is nothing to choose.", False
        self._say(words, busy=busy)

    def _show_thought(self) -> None:
        """Update the panel when the live analysis starts or stops thinking."""
        self.board.refresh_tools()
        if self.found is not None:
            self._show(self.found, self._thought_words(), is_over=self._is_kept)
        elif self.live.is_on and self.live.is_compiling:
            self._say(READYING_TEXT, busy=True)

    def _thought_words(self) -> str:
        if not self.live.is_on:
            found = self.found
            return f"Stopped: {depth_words(found)}." if self._is_kept and found else ""
        if self.live.is_compiling:
            return READYING_TEXT
        return "Looking deeper …" if self.live.is_thinking else "Done."

    def _overlay(self, analysis: Analysis) -> Scene:
        """Return the drawing of an analysis; empty while the page draws the line of a row."""
        if self._is_row_pointed:
            return ()
        return overlay(analysis, self._stage.position.scene, self.board.picture_of)

    def _prepare(self, analysis: Analysis) -> None:
        """Fill the caches for an analysis, in the thread that computed it."""
        overlay(analysis)  # games cache the slow parts of their drawings
        self._content_of(analysis)

    def _content_of(self, analysis: Analysis) -> tuple[Content, Shown]:
        """Return the content of an analysis and the first move of each row, cached."""
        for known, content, shown in tuple(self._ready):
            if known is analysis:
                return content, shown
        board = self.board
        content = content_of(
            analysis, board.picture_of, self.lines, board.scene, board.session.names
        )
        shown = tuple(group[0] for group in alike(analysis)[: self.lines])
        self._ready.append((analysis, content, shown))
        return content, shown

    def _show(self, analysis: Analysis, status: str, *, is_over: bool = False) -> None:
        """Show an analysis; `is_over` is True if it has stopped."""
        content, shown = self._content_of(analysis)
        if self._last is None or not _is_same(self._last[0].state, analysis.state):
            self._offered, self._since = {}, self._version + 1
        self._offered |= {
            row["move"]: each for row, each in zip(content["rows"], shown, strict=True)
        }
        self._last = analysis, status, is_over
        note = f"{status} {content['note']}".strip()
        busy = self.live.is_on and self.live.is_thinking
        self._tell(content | {"note": note, "over": is_over, "busy": busy})

    def _say(self, words: str, *, busy: bool = False) -> None:
        """Show a text instead of an analysis."""
        if self._last is None and self.box.content.get("note") == words:
            return  # unchanged: without an analysis, no move sends a message
        self._offered, self._last = {}, None
        said: Content = {"bar": None, "rows": [], "note": words, "details": "", "position": None}
        self._tell(said | {"busy": busy})

    def _tell(self, content: dict[str, Any]) -> None:
        self._version += 1
        self.box.content = {
            "version": self._version,
            "over": False,
            "busy": False,
            **content,
            "choices": [
                _choice("lines", "Lines", self.lines, {each: str(each) for each in ROW_CHOICES}),
                _choice("seconds", "Analyse for", self.live.longest, DURATION_CHOICES),
            ],
        }

    # Actions of the user

    @with_owner
    def hear(self, content: object) -> None:
        """Handle a message from the client; ignore any that is malformed."""
        match content:
            case {"kind": "seen", "page": str(page)}:
                self.live.see(page[:40])
            case {"kind": "unseen", "page": str(page)}:
                self._point(on=False)
                self.live.lose(page[:40])
            case {"kind": "point", "on": bool(on)}:
                self._point(on=on)
            case {"kind": "play", "version": int(version), "move": str(move)}:
                if (row := self._row(version, move)) is not None:
                    self.board.attempt(partial(self._play, row.move))
            case {"kind": "walk", "version": int(version), "move": str(move), "ply": int(ply)}:
                if (row := self._row(version, move)) is not None and ply >= 0:
                    line = row.line[: ply + 1]  # the line becomes a branch
                    self.board.attempt(partial(self.board.session.walk, line))
            case {"kind": "choose", "name": str(name), "value": int() | float() as value}:
                self._choose(name, value)

    def _row(self, version: int, move: str) -> MoveValue | None:
        """Return the analysed move of a row; None if the row is of another position."""
        is_shown = self.found is not None and self._since <= version <= self._version
        return self._offered.get(move) if is_shown else None

    def _play(self, move: Any) -> None:
        session = self.board.session
        if move not in session.state.legal_moves:
            return
        if not session.is_human_turn:
            msg = "it is not your turn: pause the agents, or go back in Moves"
            raise OptionError(msg)
        self.board.take_row(move)

    def _point(self, *, on: bool) -> None:
        """Hide the marks of the analysis while a row is pointed at, then restore them."""
        if on != self._is_row_pointed:
            self._is_row_pointed = on
            if self.found is not None:
                self._stage.renew()
                self._stage.paint()

    def _choose(self, name: str, value: float) -> None:
        """Set the number of rows or the seconds per position; ignore values not offered."""
        if name == "lines" and value in ROW_CHOICES:
            self.lines = int(value)
        elif name == "seconds" and value in DURATION_CHOICES:
            if value != self.live.longest:
                self.live.longest = float(value)
                self.live.switch(on=self.live.is_on)
        else:
            return
        self._ready.clear()
        if self._last is None:
            self._tell({name: self.box.content[name] for name in CONTENT_KEYS})
        else:
            analysis, status, is_over = self._last
            self._show(analysis, status, is_over=is_over)


def _is_same(one: State[Any], other: State[Any]) -> bool:
    """Return True if two positions are equal and name their moves alike."""
    return one == other and wording(one) == wording(other)


def _choice(name: str, label: str, value: float, offered: Mapping[float, str]) -> dict[str, Any]:
    """Return a menu for the page: its name, label, current value and options."""
    return {"name": name, "label": label, "value": value, "offered": list(offered.items())}
