"""Split's moves and positions as text, both ways."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from polygames.core.errors import PositionError
from polygames.core.notation import (
    look_up_word,
    option_parsers,
    parse_count,
    parse_counts,
    raise_value_error,
)
from polygames.core.notation import parse_position as read_position
from polygames.core.options import MAX_RECORD_MOVES
from polygames.games.split.moves import ChooseArea, ChooseColor, DrawLine, FillArea
from polygames.games.split.rules import SIDE_COUNT, Options, Split, new
from polygames.geometry.map_builder import MapBuilder
from polygames.geometry.planar import Spot

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.games.split.moves import Move
    from polygames.games.split.rules import Color

CHOICE_COUNT = 2

MAX_POSITION_LINES = MAX_RECORD_MOVES
"""Maximum number of lines of a position in text: those of the longest record."""
_OWNER_SIGNS: dict[str, int | None] = {".": None, "0": 0, "1": 1}
_COLOR_WORDS: dict[str, Color] = {"red": "red", "blue": "blue"}
_COLOR_PAIRS: dict[str, tuple[Color, Color]] = {
    "red blue": ("red", "blue"),
    "blue red": ("blue", "red"),
}

_FLOAT_PATTERN = r"([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)"
"""A number. The pattern is unambiguous, so that matching takes linear time."""
_INDEX_PATTERN = r"(\d{1,9})"
_SPOT_PATTERN = rf"{_INDEX_PATTERN}@{_FLOAT_PATTERN}"


def _exact_line(start_line: str, start_position: str, end_line: str, end_position: str) -> DrawLine:
    return DrawLine(
        Spot(int(start_line), float(start_position)), Spot(int(end_line), float(end_position))
    )


def _line_between_points(state: Split, x0: str, y0: str, x1: str, y1: str) -> Move:
    return state.draw((float(x0), float(y0)), (float(x1), float(y1)))


_MOVE_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Move]], ...] = (
    (
        re.compile(rf"draw\s+{_SPOT_PATTERN}\s*-\s*{_SPOT_PATTERN}"),
        lambda _, *spots: _exact_line(*spots),
    ),
    (
        re.compile(
            rf"draw\s+{_FLOAT_PATTERN}\s*,\s*{_FLOAT_PATTERN}\s*-\s*{_FLOAT_PATTERN}\s*,\s*{_FLOAT_PATTERN}"
        ),
        _line_between_points,
    ),
    (re.compile(rf"fill\s+{_INDEX_PATTERN}"), lambda _, area: FillArea(int(area))),
    (re.compile(rf"area\s+{_INDEX_PATTERN}"), lambda _, area: ChooseArea(int(area))),
    (re.compile(r"color\s+(red|blue)"), lambda _, color: ChooseColor(color)),
)


def parse(state: Split, text: str) -> Move:
    """Parse a legal move.

    Accepted are the exact form ``draw 3@0.313 - 0@0.186`` (line @ position along it), points that
    are moved to the border as ``draw 0,3.13 - 1.86,0``, ``fill 2``, ``area 2`` and ``color red``.
    """
    for pattern, make in _MOVE_FORMS:
        if match := pattern.fullmatch(text.strip()):
            return state.legal(make(state, *match.groups()))
    lines = "'draw x0,y0 - x1,y1', 'draw line@at - line@at'"
    raise state.unreadable(text, f"{lines}, 'fill k', 'area k', 'color red' or 'color blue'")


def to_text(state: Split) -> str:
    """Return a position as text: options, turn, colours, lines in order, owners of the areas.

    Examples
    --------
    >>> from polygames.games.split.rules import new
    >>> print(to_text(new()).rstrip())
    split
    fill_limit 5.0
    fill_inclusive True
    min_area 1e-06
    ply 0
    turn 0
    areas .
    """
    if (total := len(state.map.chords)) > MAX_POSITION_LINES:
        msg = f"cannot write the position: it has {total} lines, the limit is {MAX_POSITION_LINES}"
        raise PositionError(msg)
    lines = [f"{name} {value!r}" for name, value in state.options.items()]
    lines += [f"ply {state.ply}", f"turn {state.turn}"]
    if state.seat_colors is not None:
        lines.append("colors {} {}".format(*state.seat_colors))
    if state.choice is not None:
        lines.append("choice {} {}".format(*state.choice))
    drawn = zip(state.colors[SIDE_COUNT:], state.map.chords, strict=True)
    lines += [f"line {color} {DrawLine(*chord)}" for color, chord in drawn]
    owners = "".join("." if owner is None else str(owner) for owner in state.owners)
    return "\n".join(["split", *lines, f"areas {owners}"]) + "\n"


def from_text(text: str) -> Split:
    """Parse a position in the format of `to_text`.

    Raise PositionError, with the line and the reason, if a line is malformed or does not fit.
    """
    drawn = _DrawnLines()
    parts = {**_POSITION_FIELDS, "line": drawn.add_line}
    again = "a second line that begins with {!r}"
    return read_position(
        Split.game, text, parts, drawn.to_state, repeatable={"line"}, repeat_message=again
    )


def _parse_choice(value: str) -> tuple[int, ...]:
    areas = parse_counts(value)
    if len(areas) != CHOICE_COUNT:
        raise_value_error(f"expected two areas, not {len(areas)}")
    return areas


def _parse_owners(value: str) -> tuple[int | None, ...]:
    if len(value) > MAX_POSITION_LINES + 1:
        raise_value_error(
            f"expected at most {MAX_POSITION_LINES + 1} owners of areas, not {len(value)}"
        )
    return tuple(look_up_word(_OWNER_SIGNS, sign) for sign in value)


_OPTION_FIELDS = option_parsers(Options)
_FIELD_WORDS = {"colors": "seat_colors", "areas": "owners"}
"""The fields of a state with another word in the text."""
_POSITION_FIELDS: dict[str, Callable[[str], Any]] = {
    **_OPTION_FIELDS,
    "ply": parse_count,
    "turn": parse_count,
    "colors": partial(look_up_word, _COLOR_PAIRS),
    "choice": _parse_choice,
    "areas": _parse_owners,
}


class _DrawnLines:
    """A reader of the lines of a position, which adds them to a map one by one."""

    def __init__(self) -> None:
        self.map = MapBuilder(new().map)
        self.colors: list[Color] = ["neutral"] * SIDE_COUNT

    def add_line(self, value: str) -> None:
        """Parse and draw one more line; raise ValueError if it is malformed or cuts no area."""
        if self.map.line_count == MAX_POSITION_LINES:
            raise_value_error(f"a position must have at most {MAX_POSITION_LINES} lines")
        color, _, move = value.partition(" ")
        ink = look_up_word(_COLOR_WORDS, color)
        match = _MOVE_FORMS[0][0].fullmatch(move)
        if match is None:
            raise_value_error("expected 'draw line@at - line@at'")
        chord = _exact_line(*match.groups())
        area = self.map.face_between(chord.start, chord.end)
        if area is None:
            raise_value_error("no area has both ends on its border")
        self.map.add_line(area, chord.start, chord.end)
        self.colors.append(ink)

    def to_state(self, values: dict[str, Any]) -> Split:
        """Return the position with the parsed fields; raise ValueError if they are inconsistent."""
        values.pop("line", None)
        start = new(**{name: values.pop(name) for name in _OPTION_FIELDS if name in values})
        fields = {_FIELD_WORDS.get(name, name): value for name, value in values.items()}
        state = replace(start, map=self.map.build(), colors=tuple(self.colors), **fields)
        areas, drawn, choice = len(state.map.faces), len(state.map.chords), state.choice or ()
        early = state.seat_colors is None
        played = drawn > 1 or any(owner is not None for owner in state.owners) or state.choice
        faults = {
            f"{len(state.owners)} owners for {areas} areas": len(state.owners) != areas,
            f"the ply must be 0 or more, not {state.ply}": state.ply < 0,
            f"there is no seat {state.turn}": state.turn not in range(state.seats),
            "the seats have no colours, but more than the first line was played": early and played,
            f"without colours it is the turn of seat {drawn}": early and state.turn != drawn,
            "the first line is red": early and "blue" in state.colors,
            "the seats have colours before the first line": not early and not drawn,
            "choice names an area that is not open": not set(choice) <= set(state.open_areas),
            "choice names one area twice": len(choice) != len(set(choice)),
        }
        if problem := next((fault for fault, found in faults.items() if found), None):
            raise_value_error(problem)
        return state
