"""The pictures of many states as compact data; what they share is stored once."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from polygames.scene.model import scene_window
from polygames.scene.projection import expand_arrows, project
from polygames.scene.viewport import Viewport, fitting_height
from polygames.view.frame import scene_to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from polygames.scene.model import Primitive, Scene, Window

PICTURE_WIDTH: Final = 10_000
"""The width of a picture on the page, in its own units. All coordinates are integers."""

ARROW_PIXEL: Final = PICTURE_WIDTH / 600
"""The length of a screen pixel for the size of arrow heads, as a picture is often shown."""

PIECE_LENGTH: Final = 64
"""The average number of primitives in a piece of a picture."""

_GEOMETRY_FIELDS: Final = frozenset({"points", "start", "end", "center", "radius", "at", "size"})
_CLICK_FIELDS: Final = frozenset({"target", "label"})


class Pictures:
    """The pictures of scenes with a common window, as numbers of distinct primitives.

    A primitive is a *look*, which is its shape and style, at a place. A picture is cut into pieces,
    since most pieces are the same in the next picture.

    Parameters
    ----------
    window
        The visible part of all scenes.
    has_targets
        Whether the page needs the targets of primitives for clicks.

    Examples
    --------
    >>> from polygames.scene.model import Disc, Window
    >>> pictures = Pictures(Window(0, 0, 10, 10))
    >>> stone = Disc((5, 5), 2, fill="#222222")
    >>> pictures.add((stone,))
    >>> pictures.add((Disc((1, 1), 2, fill="#222222"), stone))
    >>> found = pictures.to_json()
    >>> found["looks"][0]["center"], found["places"], len(found["pictures"])
    ([2000, 2000], [[0, 0], [3000, -4000], [3000, -4000]], 2)
    """

    def __init__(self, window: Window, *, has_targets: bool = False) -> None:
        height = fitting_height(window, PICTURE_WIDTH)
        self._view = Viewport.fit(window, PICTURE_WIDTH, height)
        self._hidden_fields = frozenset() if has_targets else _CLICK_FIELDS
        self._numbers: dict[Primitive, list[int]] = {}
        self._looks: dict[str, int] = {}
        self._places: dict[tuple[int, int, int], int] = {}
        self._pieces: dict[tuple[int, ...], int] = {}
        self._pictures: list[list[int]] = []

    def add(self, scene: Scene) -> None:
        """Add the picture of a scene."""
        piece: list[int] = []
        picture: list[int] = []
        for primitive in scene:
            if primitive not in self._numbers:
                self._numbers[primitive] = list(self._primitive_numbers(primitive))
            for number in self._numbers[primitive]:
                piece.append(number)
                if number % PIECE_LENGTH == 0:  # any rule that cuts equal pictures at equal places
                    picture.append(_number_for(self._pieces, tuple(piece)))
                    piece = []
        self._pictures.append([*picture, _number_for(self._pieces, tuple(piece))])

    def to_json(self) -> dict[str, Any]:
        """Return all pictures.

        ``looks`` are primitives at the origin. ``places`` are three columns with a value for each
        distinct primitive: the number of its look, x and y. Each value is the difference to the
        one before, which compresses better. ``pieces`` are runs of consecutive primitives: the
        first number and the length of each run. ``pictures`` are the numbers of the pieces of each
        picture.
        """
        return {
            "size": [PICTURE_WIDTH, self._view.height],
            "looks": [json.loads(look) for look in self._looks],
            "places": [_differences(column) for column in zip(*self._places, strict=True)],
            "pieces": [_runs(piece) for piece in self._pieces],
            "pictures": self._pictures,
        }

    def _primitive_numbers(self, primitive: Primitive) -> Iterable[int]:
        """Yield the numbers of the primitives that draw a primitive: two for an arrow."""
        for drawn in expand_arrows(project((primitive,), self._view), ARROW_PIXEL):
            box = scene_window((drawn,))
            x, y = round(box.left), round(box.top)
            moved = project((drawn,), Viewport(1, x, y, self._view.width, self._view.height))
            for data in scene_to_json(moved):
                look = {
                    name: _round_numbers(value) if name in _GEOMETRY_FIELDS else value
                    for name, value in data.items()
                    if name not in self._hidden_fields
                }
                look_number = _number_for(self._looks, json.dumps(look))
                yield _number_for(self._places, (look_number, x, y))


def _number_for(numbers: dict[Any, int], key: Any) -> int:
    """Return the number of a key; a new key gets the next one."""
    return numbers.setdefault(key, len(numbers))


def _round_numbers(value: Any) -> Any:
    """Return a length, a point or a list of points in integers."""
    return (
        round(value) if isinstance(value, int | float) else [_round_numbers(each) for each in value]
    )


def _differences(column: Sequence[int]) -> list[int]:
    """Return the first value of a column, then the difference of each value to the one before."""
    return [value - before for before, value in pairwise((0, *column))]


def _runs(numbers: Sequence[int]) -> list[int]:
    """Return the first number and the length of each run of consecutive numbers.

    Examples
    --------
    >>> _runs([4, 5, 6, 9])
    [4, 3, 9, 1]
    """
    found: list[int] = []
    for number in numbers:
        if found and number == found[-2] + found[-1]:
            found[-1] += 1
        else:
            found += [number, 1]
    return found
