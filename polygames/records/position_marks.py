"""The picture of a position, and the text format of its marks in a record's file.

A mark is written as its kind, its place or places, and its colour unless that is green::

    arrow h9 h10
    circle r3c5 red
    line 2.5,3 7,8 blue
    number A 1 black

A place is the name of a square, a tile, a cell or a point, or a pair of coordinates in the scene.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, cast

from polygames.core.options import raise_option_error
from polygames.core.recent_results import cache_recent
from polygames.core.registry import info_of
from polygames.scene.svg import svg as svg_of_scene
from polygames.scene.user_marks import (
    MARK_COLORS,
    MARK_POINT_COUNTS,
    DrawnMark,
    describe_marks,
    place_text,
    shapes_by_target,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.scene.model import Scene
    from polygames.scene.user_marks import Kind, Place


def svg_of(record: Any, width: float, title: str | None = None) -> str:
    """Return the current position of a record as SVG text, with the last move and the marks."""
    info = info_of(record.state)
    caption = f"{info.title}: {info.board.caption(record.state).status}"
    said = ". ".join(filter(None, (caption, describe_marks(record.marks))))
    return svg_of_scene(record.as_scene(), width, title=title or said)


MAX_MARKS: Final = 100
"""The maximum number of marks on a position."""

MAX_MARK_NUMBER: Final = 999
"""The largest number of a mark."""

MAX_DRAWN_COORDINATE: Final = 1e6
"""The maximum absolute value of a mark's coordinate."""

_NUMBER_PATTERN: Final = r"-?\d{1,7}(?:\.\d{1,9})?"
_MARK_POINT: Final = re.compile(rf"({_NUMBER_PATTERN}),({_NUMBER_PATTERN})", re.ASCII)
_TARGET_NAME: Final = re.compile(r"[^\s;,]{1,200}")
_MARK_SEPARATOR: Final = "; "


def parse_marks(marks: object, node: Node) -> tuple[DrawnMark, ...]:
    """Return the marks of a node, parsed from texts or `DrawnMark` objects.

    Raise OptionError if one is malformed or not on the picture, or if there are too many.
    """
    if isinstance(marks, str | DrawnMark) or not isinstance(marks, list | tuple):
        raise_option_error("the marks of a position", "must be a list of marks", marks)
    given = cast("Iterable[object]", marks)
    found = tuple(dict.fromkeys(map(_parse_mark, given)))
    if len(found) > MAX_MARKS:
        raise_option_error("the marks of a position", f"must be {MAX_MARKS} at most", len(found))
    _check_places(found, node)
    return found


def marks_to_text(marks: Iterable[DrawnMark]) -> str:
    """Return marks as one line of text in the format of a record."""
    return _MARK_SEPARATOR.join(map(str, marks))


def marks_from_text(text: str, node: Node) -> tuple[DrawnMark, ...]:
    """Return the marks in a line of a record's text; raise OptionError if one is malformed."""
    return parse_marks([each.strip() for each in text.split(";")], node)


def toggle_mark(
    node: Node, kind: str, places: Iterable[Place], color: str
) -> tuple[DrawnMark, ...]:
    """Return a node's marks with one added, or removed if it is already there in that colour.

    A mark in another colour is replaced. A number mark gets the number after the largest one. Raise
    OptionError if the mark or a place is unknown.
    """
    largest = max((mark.number or 0 for mark in node.marks), default=0)
    number = min(largest + 1, MAX_MARK_NUMBER) if kind == "number" else None
    (new,) = parse_marks([DrawnMark(cast("Kind", kind), tuple(places), color, number)], node)
    alike = [old for old in node.marks if (old.kind, old.places) == (new.kind, new.places)]
    rest = [old for old in node.marks if old not in alike]
    is_there = any(old.color == new.color for old in alike)
    return tuple(rest) if is_there else (*rest, new)


def scenes_with_places(node: Node) -> tuple[Scene, Scene]:
    """Return pictures of a node and of the start, in which the places have names.

    The picture of the start also has the places that can no longer be clicked.
    """
    start = node
    while start.parent is not None:
        start = start.parent
    return _scene_of_state(node.state), _scene_of_state(start.state)


@cache_recent
def _scene_of_state(state: State[Any]) -> Scene:
    return info_of(state).scene(state)


def _parse_mark(mark: object) -> DrawnMark:
    """Return a mark in its normal form, parsed from a text or a `DrawnMark`."""
    if not isinstance(mark, str | DrawnMark):
        raise_option_error("a mark", "must be a text such as 'arrow A C red'", mark)
    kind, *rest = str(mark).split() or [""]
    if kind not in MARK_POINT_COUNTS:
        raise_option_error(
            "a mark", f"must begin with one of {', '.join(MARK_POINT_COUNTS)}", str(mark)
        )
    kind = cast("Kind", kind)
    count = MARK_POINT_COUNTS[kind]
    places = tuple(_parse_place(word, mark) for word in rest[:count])
    rest = rest[count:]
    number = None
    if kind == "number" and rest:
        number = _parse_mark_number(rest.pop(0), mark)
    color = rest.pop(0) if rest else next(iter(MARK_COLORS))
    if len(places) < count or rest or (kind == "number" and number is None):
        raise_option_error("a mark", f"must be written as {_MARK_FORMS[kind]}", str(mark))
    if color not in MARK_COLORS:
        raise_option_error(
            "the colour of a mark", f"must be one of {', '.join(MARK_COLORS)}", color
        )
    if count > 1 and places[0] == places[1]:
        raise_option_error("a mark", "must go from one place to another one", str(mark))
    return DrawnMark(kind, places, color, number)


_MARK_FORMS: Final[Mapping[str, str]] = {
    "arrow": "'arrow FROM TO COLOUR'",
    "line": "'line FROM TO COLOUR'",
    "circle": "'circle PLACE COLOUR'",
    "number": "'number PLACE NUMBER COLOUR'",
}


def _parse_place(word: str, mark: object) -> Place:
    if found := _MARK_POINT.fullmatch(word):
        x, y = (float(place_text((float(each), 0.0)).split(",")[0]) for each in found.groups())
        if max(abs(x), abs(y)) > MAX_DRAWN_COORDINATE:
            raise_option_error(
                "a place of a mark",
                f"must be {MAX_DRAWN_COORDINATE:.0f} away at most",
                str(mark),
            )
        return x, y
    if not _TARGET_NAME.fullmatch(word):
        raise_option_error(
            "a place of a mark", "must be a name, or two coordinates such as 2.5,3", word
        )
    return word


def _parse_mark_number(word: str, mark: object) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(MAX_MARK_NUMBER))):
        raise_option_error(
            "the number of a mark", f"must be a whole number from 0 to {MAX_MARK_NUMBER}", str(mark)
        )
    return int(word)


def _check_places(marks: Iterable[DrawnMark], node: Node) -> None:
    """Raise OptionError if a mark names a place that is not in the picture."""
    names = [each for mark in marks for each in mark.places if isinstance(each, str)]
    if not names:
        return
    known = dict.fromkeys(
        name for scene in scenes_with_places(node) for name in shapes_by_target(scene)
    )
    for name in names:
        if name not in known:
            some = ", ".join([each for each in known if _TARGET_NAME.fullmatch(each)][:3])
            such = f"must be a place of the picture, such as {some}" if some else "must be x,y"
            raise_option_error("a place of a mark", such, name)
