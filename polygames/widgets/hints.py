"""Hints from an agent or from the analysis; a better hint replaces a first guess."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.core.analysis import comparison_text
from polygames.core.descriptions import hint_text, move_merits
from polygames.search.review.annotations import store_proof, with_stored_proof
from polygames.widgets.interfaces import ANALYSIS_HINT_SOURCE, BoardLike
from polygames.widgets.live_analysis import LiveAnalysis, iter_hint_analyses

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis

QUICK_HINT: Final = "This is a first guess. A better hint comes in a moment."
WAITED_HINT: Final = (
    "This is a first guess. A better hint comes when the search is ready. "
    "The first time, this takes a few seconds."
)
NO_REASON_YET: Final = "The computer cannot give a reason yet."
"""The sentence about a first guess without a reason."""

HINT_SECONDS: Final = 1.0
"""Seconds of analysis for a hint if no live analysis runs."""


class Hints:
    """The hints of a board: moves that an agent or the analysis suggests.

    Parameters
    ----------
    board
        The board that shows the hints.
    live_analysis
        The live analysis of the board. A position that it has analysed is not analysed again.
    """

    def __init__(self, board: BoardLike, live_analysis: LiveAnalysis) -> None:
        self._board, self._live_analysis = board, live_analysis
        self._first_guess = self._shown_text = ""
        """The text of a first guess, while a better hint is computed; and the displayed text."""

    def request_hint(self, name: str) -> None:
        """Request a hint from the analysis or an agent, and show it."""
        board = self._board
        session = board.session
        if session.state.outcome is not None:
            return
        if name != ANALYSIS_HINT_SOURCE:
            session.request_move(name, board.show_hint)
            return
        known = self._live_analysis.cached_analysis(board.visible_state())
        if known is not None and not known.is_quick_look:
            self.show_analysis(known)
        else:
            session.run_analysis(partial(iter_hint_analyses, HINT_SECONDS), self.show_analysis)

    def hint_text(self, move: Any, note: str) -> str:
        """Return the text of a hint: the move, the reasons for it, and a note."""
        return hint_text(self._board.visible_state(), move, self._board.session.names, note)

    def _reasons(self, move: Any) -> str:
        """Return the reasons for a move as text; empty if there are none."""
        return move_merits(self._board.visible_state(), (move,), self._board.session.names)

    def show_analysis(self, analysis: Analysis) -> None:
        """Show the best move of an analysis as a hint, with a note if it is only a first guess.

        A proved value of the position has priority over a new analysis.
        """
        record = self._board.session.record
        store_proof(record, record.node, analysis)
        analysis = with_stored_proof(record.node, analysis)
        if analysis.is_quick_look:
            lack = "" if self._reasons(analysis.best) else NO_REASON_YET
            self._first_guess = self.hint_text(analysis.best, lack)
            note = f"{lack} {QUICK_HINT}".strip()
        else:
            self._first_guess, note = "", self._board.hint_note(analysis)
            if not self._reasons(analysis.best):
                why = comparison_text(analysis, has_result=bool(note))
                note = f"{why} {note}".strip()
        self._board.show_hint(analysis.best, note)
        self._shown_text = self._board.message

    def update_note(self) -> None:
        """Update the note on a first guess while a better hint is computed, then remove it."""
        if not self._first_guess:
            return
        thought, guess = self._board.session.running_job, self._first_guess
        is_shown = self._board.message == self._shown_text  # else another message has replaced it
        if thought is None:
            self._first_guess = ""
            note = ""
        else:
            note = WAITED_HINT if thought.is_compiling else QUICK_HINT
        if is_shown:
            self._shown_text = self._board.message = f"{guess} {note}".strip()
