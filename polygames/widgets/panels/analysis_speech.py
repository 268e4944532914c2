"""The announcements of the live analysis for screen readers: the start, and the best move."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import move_text
from polygames.widgets.panels.analysis_text import bar_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.analysis import Analysis
    from polygames.core.descriptions import Names

SETTLED_SECONDS: Final = 3.0
"""Seconds after which a best move that has not changed is announced, while the search goes on."""


def best_move_text(analysis: Analysis, names: Names) -> str:
    """Return the best move of an analysis and the value of the position, as text.

    Examples
    --------
    >>> from polygames.core.descriptions import NUMBERED_NAMES
    >>> best_move_text(pg.analyse(pg.new("polygon", n=5), seconds=5), NUMBERED_NAMES)
    'Best move: A to C. Red wins in 5.'
    """
    move = move_text(analysis.state, analysis.best, names)
    return f"Best move: {move}. {bar_data(analysis, names)['text']}."


class AnalysisSpeech:
    """The announcements of one live analysis, which changes too often to be read out each time.

    Parameters
    ----------
    say
        A function that sends a text to screen readers.
    clock
        A function that returns the time in seconds.
    """

    def __init__(
        self, say: Callable[[str], object], clock: Callable[[], float] = monotonic
    ) -> None:
        self._say, self._clock = say, clock
        self.reset()

    def reset(self) -> None:
        """Prepare for another position, of which nothing has been announced."""
        self._best: Any = None
        self._best_since = 0.0
        self._announced = ""

    def switch(self, *, on: bool) -> None:
        """Announce that the analysis was switched on or off."""
        self.reset()
        self._say("The analysis has started." if on else "The analysis has stopped.")

    def update(self, analysis: Analysis, names: Names, *, is_done: bool) -> None:
        """Announce the best move once it has settled, and at the end if anything has changed."""
        if analysis.is_quick_look or not analysis.moves:
            return
        now = self._clock()
        if analysis.best != self._best:
            self._best, self._best_since = analysis.best, now
        is_settled = now - self._best_since >= SETTLED_SECONDS and not self._announced
        if not (is_done or is_settled):
            return
        text = best_move_text(analysis, names)
        if text != self._announced:
            self._announced = text
            self._say(text if is_done else f"So far: {text}")
