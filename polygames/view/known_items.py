"""The items of frames as a page receives them: each item is sent once, and then referred to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_NEW_SHARE: Final = 0.25
"""If a larger share of a frame's items is new, the page gets all of them as its known items."""


class KnownItems:
    """The items that a page has, so that a frame can refer to them.

    Most of the 270 squares of Splinter are the same after a move. A frame for the page refers to
    ranges of the known items, and has the other items in full. Pages unpack it in
    ``js/shared/frames.js``.

    Examples
    --------
    >>> squares = [{"target": name, "label": f"{name}: empty"} for name in "abcde"]
    >>> known = KnownItems()
    >>> known.update(squares)
    True
    >>> changed = [*squares[:3], {"target": "d", "label": "d: pawn"}, squares[4]]
    >>> known.update(changed)
    False
    >>> json.loads(known.frame_json({"items": changed}))
    {'items': [[0, 3], {'target': 'd', 'label': 'd: pawn'}, [4, 5]], 'known_items': 1}
    """

    def __init__(self) -> None:
        self.number = 0
        """The number of these items. It grows when they are replaced, so that a page that has
        missed them notices this."""
        self._items: Sequence[Mapping[str, Any]] = ()
        self._places: dict[str, int] = {}

    def update(self, items: Sequence[Mapping[str, Any]]) -> bool:
        """Replace the known items by those of a frame if many are new; return True if so."""
        known = sum(map(self._places.__contains__, map(repr, items)))
        if len(items) - known <= MAX_NEW_SHARE * len(items):
            return False
        self.number += 1
        self._items = tuple(items)
        self._places = {repr(each): place for place, each in enumerate(items)}
        return True

    def to_json(self) -> str:
        """Return the known items and their number as JSON."""
        return to_compact_json({"number": self.number, "items": self._items})

    def frame_json(self, frame: Mapping[str, Any]) -> str:
        """Return a frame as JSON, with references to known items: pairs of start and end."""
        if "items" not in frame:  # a board without a position
            return to_compact_json(frame)
        packed: list[Any] = []
        for item in frame["items"]:
            place = self._places.get(repr(item))
            if place is None:
                packed.append(item)
            elif packed and isinstance(packed[-1], list) and packed[-1][1] == place:
                packed[-1][1] += 1
            else:
                packed.append([place, place + 1])
        return to_compact_json({**frame, "items": packed, "known_items": self.number})


def to_compact_json(data: object) -> str:
    """Return data as JSON without spaces."""
    return json.dumps(data, separators=(",", ":"))
