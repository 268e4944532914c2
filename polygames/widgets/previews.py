"""What a board finds out about the position it shows: each thing once, when it is needed.

Its picture, the ways to click its moves, and what each would do; of these previews those that
nobody has asked for are found while nobody waits, in slices of the event loop.
"""

from __future__ import annotations

from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.runtime.owner import owned
from polygames.view.position import Position
from polygames.widgets.tasks.worker import PAUSE, running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable, Iterator

    from polygames.core.protocol import State
    from polygames.scene.model import Preview, Scene
    from polygames.widgets.view import BoardView

    Say: TypeAlias = Callable[[State[Any], Any], Preview]
    Key: TypeAlias = tuple[int, Any]

WAIT: Final = 0.05
"""Seconds before the first slice: what was sent before is shown first."""

SLICE: Final = 0.004
"""Seconds that a slice takes at least; a click in between waits for the end of one."""


class BoardPosition(Position):
    """A position at a board, which may draw and spell it in its own way.

    `before` is the position before, of the same record: there the last move was previewed already.
    """

    def __init__(self, board: BoardView, before: BoardPosition | None = None) -> None:
        super().__init__(board.record.node, names=board.session.names)
        self.state = board.seen()
        self._board, self.before = board, before
        self._previews: dict[Key, Preview] = {}
        self._quick_previews: dict[Key, Preview] = {}

    @cached_property
    def scene(self) -> Scene:
        """The picture."""
        return self._board.picture()

    def forget_scene(self) -> None:
        """Have the picture drawn again: another part of it is shown."""
        self.__dict__.pop("scene", None)

    @cached_property
    def ways(self) -> dict[tuple[str, ...], Any]:
        """Each way to click a move."""
        return self._board.ways()

    def preview(self, state: State[Any], move: Any) -> Preview:
        """Say and draw what a move would do, here or in the position before."""
        return self._known(self._board.preview, "_previews", state, move)

    def quick_preview(self, state: State[Any], move: Any) -> Preview:
        """Return what the client is told of a move before anybody points at it."""
        return self._known(self._board.quick_preview, "_quick_previews", state, move)

    def _known(self, find: Say, kind: str, state: State[Any], move: Any) -> Preview:
        key = (id(state), move)  # the record keeps its states: none is another one later
        known: dict[Key, Preview] = getattr(self, kind)
        if key not in known:
            found = getattr(self.before, kind, {}).get(key)
            known[key] = found or find(state, move)
        return known[key]


class PreviewQueue:
    """Finds one thing after the other, and tells all of them together at the end.

    Without an event loop it finds nothing: whoever needs one of them asks for it.
    """

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def find(self, finds: Iterable[Any], tell: Callable[[list[Any]], object]) -> None:
        """Begin anew; what was looked for before is given up."""
        self.stop()
        if (loop := running_loop()) is not None:
            self._timer = loop.call_later(WAIT, self._slice, loop, iter(finds), [], tell)

    def stop(self) -> None:
        """Find nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @owned
    def _slice(
        self,
        loop: asyncio.AbstractEventLoop,
        finds: Iterator[Any],
        found: list[Any],
        tell: Callable[[list[Any]], object],
    ) -> None:
        end = perf_counter() + SLICE
        for each in finds:
            found.append(each)
            if perf_counter() > end:
                self._timer = loop.call_later(PAUSE, self._slice, loop, finds, found, tell)
                return
        self._timer = None
        tell(found)
