"""What a board has found out about the position it shows: each thing once, when it is needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import State
    from polygames.scene.model import Preview, Scene

    Say: TypeAlias = Callable[[State[Any], Any], Preview]
    Key: TypeAlias = tuple[int, Any]
    Ways: TypeAlias = dict[tuple[str, ...], Any]


@dataclass(eq=False)
class Position:
    """A position at a board, as far as the person there may see it."""

    state: State[Any]
    find_scene: Callable[[], Scene]
    find_ways: Callable[[], Ways]
    find_preview: Say
    find_sketch: Say
    before: Position | None = None
    """The position before, of the same record: there the last move was previewed already."""
    _previews: dict[Key, Preview] = field(default_factory=dict)
    _sketches: dict[Key, Preview] = field(default_factory=dict)

    @cached_property
    def scene(self) -> Scene:
        """The picture."""
        return self.find_scene()

    @cached_property
    def ways(self) -> Ways:
        """Each way to click a move."""
        return self.find_ways()

    def preview(self, state: State[Any], move: Any) -> Preview:
        """Say and draw what a move would do, here or in the position before."""
        return self._known(self.find_preview, "_previews", state, move)

    def sketch(self, state: State[Any], move: Any) -> Preview:
        """Return what the client is told of a move before anybody points at it."""
        return self._known(self.find_sketch, "_sketches", state, move)

    def _known(self, find: Say, kind: str, state: State[Any], move: Any) -> Preview:
        key = (id(state), move)  # the record keeps its states: none is another one later
        known: dict[Key, Preview] = getattr(self, kind)
        if key not in known:
            found = getattr(self.before, kind, {}).get(key)
            known[key] = found or find(state, move)
        return known[key]
