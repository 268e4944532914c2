"""Hints from an agent or from the analysis; a better hint replaces a first guess."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.core.words import merits, move_words
from polygames.search.review.kept import keep_proof, with_proof
from polygames.widgets.live_analysis import Live, looks
from polygames.widgets.parts import BY_ANALYSIS, BoardLike

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis

QUICK_HINT: Final = "This is a first guess. A better hint comes in a moment."
WAITED_HINT: Final = (
    "This is a first guess. A better hint comes when the search is ready. "
    "The first time, this takes a few seconds."
)

HINT_SECONDS: Final = 1.0
"""Seconds of analysis for a hint if no live analysis runs."""


class Hints:
    """The hints of a board, from agents and from the analysis.

    Parameters
    ----------
    board
        The board that shows the hints.
    live
        The live analysis of the board. A position that it has analysed is not analysed again.
    """

    def __init__(self, board: BoardLike, live: Live) -> None:
        self._board, self._live = board, live
        self._guess = self._shown = ""
        """The text of a first guess, while a better hint is computed; and the displayed text."""

    def ask(self, name: str) -> None:
        """Request a hint from the analysis or an agent, and show it."""
        board = self._board
        session = board.session
        if session.state.outcome is not None:
            return
        if name != BY_ANALYSIS:
            session.ask(name, board.show_hint)
            return
        known = self._live.known(board.seen())
        if known is not None and not known.is_quick_look:
            self.take(known)
        else:
            session.follow(partial(looks, HINT_SECONDS), self.take)

    def words(self, move: Any, note: str) -> str:
        """Return the text of a hint: the move, its merits and a note."""
        board = self._board
        names, state = board.session.names, board.seen()
        said = f"Hint: {move_words(state, move, names)}. {merits(state, (move,), names)}".strip()
        return f"{said} {note}".strip()

    def take(self, found: Analysis) -> None:
        """Show the best move of an analysis; after a first guess a better hint follows.

        A proved value of the position has priority over a new analysis.
        """
        record = self._board.session.record
        keep_proof(record, record.node, found)
        found = with_proof(record.node, found)
        is_guess = found.is_quick_look
        self._guess = self.words(found.best, "") if is_guess else ""
        note = QUICK_HINT if is_guess else self._board.hint_note(found)
        self._board.show_hint(found.best, note)
        self._shown = self._board.message

    def wait(self) -> None:
        """Update the note beside a first guess: a search runs, is being compiled, or has ended."""
        if not self._guess:
            return
        thought, guess = self._board.session.thought, self._guess
        is_shown = self._board.message == self._shown  # else another message has replaced it
        if thought is None:
            self._guess = ""
            note = ""
        else:
            note = WAITED_HINT if thought.compiling else QUICK_HINT
        if is_shown:
            self._shown = self._board.message = f"{guess} {note}".strip()
