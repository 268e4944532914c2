"""A line that plays itself on the board, a move after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.analysis import Analysis, MoveValue
from polygames.search.overlay import line_scene
from polygames.widgets.worker import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.records.record import Record
    from polygames.scene.model import Scene

STEP: Final = 0.7
"""Seconds between two moves of a line that plays itself."""

LINE: Final = 4
"""How many moves of a line are shown."""


class LinePlayer:
    """Shows lines over the board, until something else happens there.

    Parameters
    ----------
    record
        Returns what is on the board: a line is shown over the position that it starts from.
    mark
        Draws a move over a state, in a colour.
    show
        Lays a scene over the board until the next move.
    """

    def __init__(
        self,
        record: Callable[[], Record],
        mark: Callable[[Any, Any, str], Scene],
        show: Callable[[Callable[[], Scene]], object],
    ) -> None:
        self._record, self._mark, self._show = record, mark, show
        self._turn = 0

    def forget(self) -> None:
        """Show no more of a line that has begun."""
        self._turn += 1

    def play(self, start: Any, line: Sequence[Any]) -> None:
        """Let a line from a position play itself; where there is no event loop, show it whole."""
        shown = tuple(line[:LINE])
        self._turn += 1
        loop = running_loop()
        if loop is None:
            self._show_line(self._turn, start, shown)
            return
        for count in range(1, len(shown) + 1):
            loop.call_later(count * STEP, self._show_line, self._turn, start, shown[:count])

    def _show_line(self, turn: int, start: Any, line: tuple[Any, ...]) -> None:
        if turn != self._turn or not line or start != self._record().state:
            return
        value = MoveValue(line[0], 0.0, 0.0, 0.0, line=line)
        found = Analysis(start, (value,))
        self._show(lambda: line_scene(found, value, self._mark))
