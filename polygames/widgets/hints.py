"""Hints: what to play, by an agent or by the analysis, whose first guess is replaced."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.core.words import merits, move_words
from polygames.search.review.kept import keep_proof, with_proof
from polygames.widgets.live_analysis import Live, looks
from polygames.widgets.parts import BY_ANALYSIS, BoardLike

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis

QUICK_HINT: Final = "A first guess; a better hint comes in a moment."
WAITED_HINT: Final = (
    "A first guess. A better hint comes when the search is ready: the first time it takes some "
    "seconds."
)

HINT_SECONDS: Final = 1.0
"""How long a hint is thought about where no analysis runs."""


class Hints:
    """Gives hints at a board.

    Parameters
    ----------
    board
        Shows them.
    live
        The analysis that runs there: what it knows is not looked for again.
    """

    def __init__(self, board: BoardLike, live: Live) -> None:
        self._board, self._live = board, live
        self._guess = self._shown = ""
        """What a quick look's hint says, while a better one is waited for; and what is shown."""

    def ask(self, name: str) -> None:
        """Ask the analysis or an agent for a hint, and show it."""
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
        """Say a hint, with its reasons and a note."""
        board = self._board
        names, state = board.session.names, board.seen()
        said = f"Hint: {move_words(state, move, names)}. {merits(state, (move,), names)}".strip()
        return f"{said} {note}".strip()

    def take(self, found: Analysis) -> None:
        """Show the best move of an analysis; after a quick look a better one follows.

        What was proved of the position counts before any look at it.
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
        """Say what is waited for: a search that has to be compiled, or nothing any more."""
        if not self._guess:
            return
        thought, guess = self._board.session.thought, self._guess
        is_shown = self._board.message == self._shown  # else something else was said since
        if thought is None:
            self._guess = ""
            note = ""
        else:
            note = WAITED_HINT if thought.compiling else QUICK_HINT
        if is_shown:
            self._shown = self._board.message = f"{guess} {note}".strip()
