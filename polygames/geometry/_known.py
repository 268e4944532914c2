"""The points of a plane that somebody holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import ref

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.geometry._points import Point

FEW: Final = 1000
"""So many places may be kept in vain."""


class Known:
    """Points by their place, forgotten when nobody holds them any more.

    A WeakValueDictionary forgets at once, but in a callback; an interrupt (Ctrl-C) that falls into
    one is printed and lost. Here the places of points that are gone are swept out now and then.
    """

    def __init__(self) -> None:
        self._places: dict[tuple[int, int], ref[Point]] = {}
        self._room = FEW

    def get(self, place: tuple[int, int]) -> Point | None:
        """Return the point in a place, None if nobody holds one."""
        held = self._places.get(place)
        return held() if held else None

    def add(self, place: tuple[int, int], point: Point) -> None:
        """Keep a point as long as others do."""
        if len(self._places) >= self._room:
            self._places = {at: held for at, held in self._places.items() if held() is not None}
            self._room = 2 * len(self._places) + FEW
        self._places[place] = ref(point)

    def __iter__(self) -> Iterator[Point]:
        points = [held() for held in self._places.values()]
        return (point for point in points if point is not None)
