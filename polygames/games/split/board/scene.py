"""How a position of Split looks, what can be clicked in it, and what it says."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from polygames.core.words import NUMBERED, Names, how_many
from polygames.games.split.board.words import players, points, say
from polygames.games.split.moves import meaning
from polygames.games.split.rules import (
    Area,
    ChooseArea,
    ChooseColor,
    DrawLine,
    FillArea,
    Move,
    Split,
)
from polygames.geometry.planar import room, roomiest
from polygames.scene import marks, palette
from polygames.scene.hatch import hatch, stipple
from polygames.scene.model import (
    Boundary,
    Caption,
    FillLook,
    LineLook,
    Motion,
    MoveLook,
    Polygon,
    Preview,
    Primitive,
    Region,
    RegionEdge,
    Scene,
    SeatLabel,
    Segment,
    Text,
    Window,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.scene.model import Point

BOARD_MARGIN = 0.25
VALUE_HEIGHTS = (0.34, 0.25)
"""The sizes that a value can be written in: the largest that fits."""
DIGIT_ASPECT = 0.6
"""The width of a digit for its height."""
VALUE_CLEARANCE = 0.04
"""How far a value keeps off the lines around its area."""
MARK_INSET = 0.07
"""How far inside an area its mark runs: the lines around it stay to be seen."""
LINE_COLORS = {"neutral": palette.INK, "red": palette.RED, "blue": palette.BLUE}
COLOR_SYMBOLS = {"red": "▨", "blue": "░"}
FILL_OPACITY = 0.35
"""How dense an area's colour is until its pattern comes: its value shows through."""
SMALL_FILL = "#f3e3b0"
CHOICE_FILL = palette.YELLOW
OWN_COLOR_NOTE = "both ends on your colour: the opponent chooses which one you fill"


def scene(state: Split) -> Scene:
    """Draw a position: areas with their values, hatched red or dotted blue where filled."""
    areas = state.areas
    return (
        Window(-BOARD_MARGIN, -BOARD_MARGIN, 10 + BOARD_MARGIN, 10 + BOARD_MARGIN),
        # Like beside like: the board paints a run of one kind with one command.
        *(_area(state, k, area) for k, area in enumerate(areas)),
        *(p for color in ("red", "blue") for area in areas for p in _pattern(state, area, color)),
        *(p for color in ("blue", "red", "neutral") for p in _lines(state, color)),
        # What can be chosen is marked: without its colour it would look like a small area.
        *(p for k in state.choice or () for p in _around(areas[k], palette.SKY)),
        *(p for a in areas for p in _written(a.polygon, points(a.value), a.owner is not None)),
    )


def spell(move: Move) -> tuple[str, ...]:
    """Name what to click for a move; a line has no such name, its two ends are drawn."""
    match move:
        case FillArea(area) | ChooseArea(area):
            return (f"area {area}",)
        case ChooseColor(color):
            return (f"color {color}",)
        case DrawLine():
            return ()


def preview(state: Split, move: Move, names: Names = NUMBERED) -> Preview:
    """Say what a click would do."""
    who, other = players(state, names), 1 - state.turn
    match move:
        case FillArea(area) | ChooseArea(area):
            fills = who.does(state.turn if isinstance(move, FillArea) else other, "fills")
            return Preview(f"{fills} this area: {points(state.areas[area].value)}")
        case ChooseColor(color):
            begins = who.does(state.turn if color == "blue" else other, "moves", within=True)
            return Preview(f"play {color}: {begins} next")
        case DrawLine():
            (x0, y0), (x1, y1) = ends_of(state, move)
            at = f"({x0:.2f}, {y0:.2f}) to ({x1:.2f}, {y1:.2f})"
            return Preview(f"{say(state, move, names)}: {at}")


def ends_of(state: Split, move: DrawLine) -> tuple[Point, Point]:
    """Return where a line begins and ends."""
    start, end = (state.map.lines[spot.line].point(spot.at) for spot in (move.start, move.end))
    return start, end


def mark(state: Split, move: Move, color: str) -> Scene:
    """Draw a move over the position it is played in."""
    match move:
        case FillArea(area) | ChooseArea(area):
            return _around(state.areas[area], color)
        case DrawLine():
            p, q = ends_of(state, move)
            return marks.along(p, q, color, tuple(_strokes(p, q, state.color)))
        case ChooseColor():  # the choice is whose the line is that has been drawn
            line, ink = state.map.lines[-1], state.colors[-1]
            return marks.along(*line, color, tuple(_strokes(*line, ink)))


def motion(state: Split, move: Move) -> tuple[Motion, ...]:
    """Let a line grow from its start."""
    if not isinstance(move, DrawLine):
        return ()
    p, q = ends_of(state, move)
    return (Motion(tuple(_strokes(p, q, state.color)), scale=0.0, origin=p),)


def look(state: Split) -> MoveLook:
    """Say how a line, an area that is filled and a choice of colour look."""
    if state.phase == "color":  # the choice is whose the line is that has been drawn
        strokes_of = tuple(_strokes(*state.map.lines[-1], state.colors[-1]))
        return MoveLook(choice=marks.along(*state.map.lines[-1], marks.LAST_MOVE_COLOR, strokes_of))
    drawn = marks.along(
        (0, 0), (0, 0), marks.LAST_MOVE_COLOR, tuple(_strokes((0, 0), (0, 0), state.color))
    )
    strokes = tuple((each.stroke, each.width) for each in drawn if isinstance(each, Segment))
    filler = state.turn if state.choice is None else 1 - state.turn
    fill = None
    if state.seat_colors is not None:
        ink = LINE_COLORS[state.seat_colors[filler]]
        fill = FillLook(
            (ink,), alpha=FILL_OPACITY, mark=marks.bands(marks.LAST_MOVE_COLOR), inset=MARK_INSET
        )
    return MoveLook(line=LineLook(strokes), fill=fill)


def caption(state: Split, names: Names = NUMBERED) -> Caption:
    """Say who is to do what."""
    labels = tuple(_label(state, seat, names) for seat in range(state.seats))
    status = _status(state, players(state, names))
    return Caption(status, labels, counted="what each has filled, of 100")


def boundary(state: Split) -> Boundary | None:
    """Return the areas that lines cut, and those that they fill; None when no line is due."""
    if state.outcome is not None or state.phase != "line":
        return None
    fills = {k: fill for k in state.open_areas if (fill := meaning(state, k))}
    regions = tuple(_region(state, k) for k in state.open_areas if k not in fills)
    small = tuple(replace(_region(state, k), means=spell(fill)) for k, fill in fills.items())
    return Boundary(
        regions, LINE_COLORS[state.color], state.color, state.rules.min_area, OWN_COLOR_NOTE, small
    )


def _label(state: Split, seat: int, names: Names) -> SeatLabel:
    name = players(state, names).of(seat)
    if state.seat_colors is None:
        return SeatLabel(name, palette.GREY, "○", is_player=True)
    color = state.seat_colors[seat]
    return SeatLabel(name, LINE_COLORS[color], COLOR_SYMBOLS[color])


def _status(state: Split, who: Names) -> str:
    if state.outcome is not None:
        winners = state.outcome.winners
        ends = who.does(min(winners), "wins") if len(winners) == 1 else "A draw"
        return f"{ends}: {state.outcome.reason}"
    if state.phase == "color":
        return f"{who.does(state.turn, 'chooses')} a colour; blue moves next"
    if state.phase == "area":
        fills = who.does(1 - state.turn, "fills", within=True)
        return f"{who.does(state.turn, 'chooses')} the area that {fills}"
    draws = who.does(state.turn, "draws")
    if state.seat_colors is None:
        return f"{draws} the first line, in red"
    if any(state.is_small(k) for k in state.open_areas):
        return f"{draws} a line or {who.verb(state.turn, 'fills')} a small, tinted area"
    return f"{draws} a line"


def _area(state: Split, number: int, area: Area) -> Polygon:
    target, size = f"area {number}", how_many(points(area.value), "point")
    if area.owner is None or state.seat_colors is None:
        small = state.is_small(number)
        fill = SMALL_FILL if small else palette.PAPER
        if state.choice is not None and number in state.choice:
            fill = CHOICE_FILL
        what = "small: can only be filled" if small else "open"
        label = f"{size}, {what}"
        return Polygon(area.polygon, fill, target=target, label=label)
    color = state.seat_colors[area.owner]
    label = f"{size}, filled by {color}"
    return Polygon(area.polygon, palette.tint(LINE_COLORS[color], 0.28), target=target, label=label)


def _around(area: Area, color: str) -> Scene:
    return marks.around(area.polygon, color, MARK_INSET)


def _pattern(state: Split, area: Area, color: str) -> Sequence[Primitive]:
    """Hatch a red area and dot a blue one, so that they differ without colour."""
    if area.owner is None or state.seat_colors is None or state.seat_colors[area.owner] != color:
        return ()
    return _strewn(area.polygon, color)


@lru_cache(512)
def _strewn(points: tuple[Point, ...], color: str) -> Sequence[Primitive]:
    """Return the pattern of an area; the same objects for the same area, which painters know."""
    ink = palette.tint(LINE_COLORS[color], 0.6)
    if color == "red":
        return hatch(points, 0.22, color=ink, width=1.2)
    return stipple(points, 0.25, 0.04, color=ink)


def _lines(state: Split, color: str) -> Iterator[Segment]:
    """Draw the lines of a colour: blue ones double, so that they differ without colour."""
    lines = [line for line, c in zip(state.map.lines, state.colors, strict=True) if c == color]
    strokes = [tuple(_strokes(*line, color)) for line in lines]
    for alike in zip(*strokes, strict=True):
        yield from alike


def _strokes(start: Point, end: Point, color: str) -> Iterator[Segment]:
    """Draw a line, a blue one with a white core."""
    yield Segment(start, end, LINE_COLORS[color], 4.0 if color == "blue" else 3.0)
    if color == "blue":
        yield Segment(start, end, palette.PAPER, 1.2)


@lru_cache(512)
def _written(points: tuple[Point, ...], text: str, is_filled: bool) -> Scene:  # noqa: FBT001 - a cache takes no names
    """Return a text within an area, clear of its lines; the same object for the same area.

    It stands in the middle, or else where there is most room; in a narrow area it is smaller, and
    where not even that fits the pointer says it.
    """
    ink = "#000000" if is_filled else palette.INK
    for size in VALUE_HEIGHTS:
        half = DIGIT_ASPECT * size * len(text) / 2, size * 0.4
        at = roomiest(points, half, enough=VALUE_CLEARANCE)
        if room(points, at, half) >= VALUE_CLEARANCE:
            return (Text(at, text, size, ink, bold=is_filled, fixed=True, halo=palette.PAPER),)
    return ()


def _region(state: Split, number: int) -> Region:
    face = state.map.faces[number]
    edges = []
    for edge in face.edges:
        line, color = state.map.lines[edge.line], state.colors[edge.line]
        blocked = tuple(line.point(at) for at in state.map.ends[edge.line] if edge.holds(at))
        edges.append(RegionEdge(edge.corner, LINE_COLORS[color], color, blocked))
    return Region(f"area {number}", face.area, tuple(edges))
