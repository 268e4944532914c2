"""Scenes of Split positions: areas, lines, click targets, previews and captions."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from polygames.core.descriptions import NUMBERED_NAMES, Names, count_text
from polygames.games.split.board.explanations import (
    area_label,
    color_names,
    describe_move,
    size_text,
)
from polygames.games.split.rules import (
    Area,
    ChooseArea,
    ChooseColor,
    DrawLine,
    FillArea,
    Move,
    Split,
)
from polygames.geometry.planar import box_clearance, most_roomy_center
from polygames.scene import highlights, palette
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
from polygames.scene.viewport import clip_polygon

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.scene.model import Point

BOARD_MARGIN = 0.25
VALUE_HEIGHTS = (0.34, 0.25)
"""The possible heights of a value's digits; the largest that fits is used."""
DIGIT_ASPECT = 0.6
"""The width of a digit divided by its height."""
VALUE_CLEARANCE = 0.04
"""Least distance of a value from the lines around its area."""
MARK_INSET = 0.07
"""Distance of a highlight inside an area, so that the lines around it stay visible."""
LINE_COLORS = {"neutral": palette.INK, "red": palette.RED, "blue": palette.BLUE}
COLOR_SYMBOLS = {"red": "▨", "blue": "░"}
FILL_OPACITY = 0.35
"""The opacity of an area's colour before its pattern is drawn; its value shows through."""
SMALL_AREA_COLOR = "#f3e3b0"
CHOICE_AREA_COLOR = palette.YELLOW
OWN_COLOR_NOTE = "both ends on your colour: the other player chooses which part you fill"


def scene(state: Split, window: Window | None = None) -> Scene:
    """Return the scene of a position: lines, areas with values, and patterns on filled areas.

    If only a part of it is visible, the `window`, each value is in the visible part of its area.
    """
    areas = state.areas
    return (
        Window(-BOARD_MARGIN, -BOARD_MARGIN, 10 + BOARD_MARGIN, 10 + BOARD_MARGIN),
        # Equal shapes are adjacent: the board paints a run of one kind with one command.
        *(_draw_area(state, k, area) for k, area in enumerate(areas)),
        *(
            p
            for color in ("red", "blue")
            for area in areas
            for p in _fill_pattern(state, area, color)
        ),
        *(p for color in ("blue", "red", "neutral") for p in _draw_lines(state, color)),
        # Areas to choose from have a frame: without colour they would look like small areas.
        *(p for k in state.choice or () for p in _draw_outline(areas[k], palette.SKY)),
        *(p for area in areas for p in _draw_value(state, area, window)),
    )


def spell(move: Move) -> tuple[str, ...]:
    """Return the click targets of a move, such as ``("area 3",)``; a line has none."""
    match move:
        case FillArea(area) | ChooseArea(area):
            return (f"area {area}",)
        case ChooseColor(color):
            return (f"color {color}",)
        case DrawLine():
            return ()


def preview(state: Split, move: Move, names: Names = NUMBERED_NAMES) -> Preview:
    """Return a move's preview text: an area and who fills it, a colour, or a line with its ends."""
    who, other = color_names(state, names), 1 - state.turn
    match move:
        case FillArea(area) | ChooseArea(area):
            fills = who.with_verb(state.turn if isinstance(move, FillArea) else other, "fills")
            return Preview(f"{fills} this area: {size_text(state, state.areas[area].value)}")
        case ChooseColor(color):
            begins = who.with_verb(
                state.turn if color == "blue" else other, "moves", is_mid_sentence=True
            )
            return Preview(f"play {color}: {begins} next")
        case DrawLine():
            (x0, y0), (x1, y1) = line_ends(state, move)
            at = f"({x0:.2f}, {y0:.2f}) to ({x1:.2f}, {y1:.2f})"
            return Preview(f"{describe_move(state, move, names)}: {at}")


def line_ends(state: Split, move: DrawLine) -> tuple[Point, Point]:
    """Return the two end points of a line."""
    start, end = (
        state.map.lines[spot.line].point_at(spot.position) for spot in (move.start, move.end)
    )
    return start, end


def highlight_move(state: Split, move: Move, color: str) -> Scene:
    """Return the highlight of a move: an outline of its area, or a mark along its line."""
    match move:
        case FillArea(area) | ChooseArea(area):
            return _draw_outline(state.areas[area], color)
        case DrawLine():
            p, q = line_ends(state, move)
            return highlights.highlight_line(p, q, color, tuple(_line_strokes(p, q, state.color)))
        case ChooseColor():  # highlight the first line, which the choice is about
            line, ink = state.map.lines[-1], state.colors[-1]
            return highlights.highlight_line(*line, color, tuple(_line_strokes(*line, ink)))


def motion(state: Split, move: Move) -> tuple[Motion, ...]:
    """Return the animation of a move: a line grows from its start; other moves have none."""
    if not isinstance(move, DrawLine):
        return ()
    p, q = line_ends(state, move)
    return (Motion(tuple(_line_strokes(p, q, state.color)), scale=0.0, origin=p),)


def move_style(state: Split) -> MoveLook:
    """Return the look of new lines, filled areas and colour choices, for the browser to draw."""
    if state.phase == "color":  # highlight the first line, which the choice is about
        strokes_of = tuple(_line_strokes(*state.map.lines[-1], state.colors[-1]))
        return MoveLook(
            choice=highlights.highlight_line(
                *state.map.lines[-1], highlights.LAST_MOVE_COLOR, strokes_of
            )
        )
    drawn = highlights.highlight_line(
        (0, 0),
        (0, 0),
        highlights.LAST_MOVE_COLOR,
        tuple(_line_strokes((0, 0), (0, 0), state.color)),
    )
    strokes = tuple((each.stroke, each.width) for each in drawn if isinstance(each, Segment))
    filler = state.turn if state.choice is None else 1 - state.turn
    fill = None
    if state.seat_colors is not None:
        ink = LINE_COLORS[state.seat_colors[filler]]
        fill = FillLook(
            (ink,),
            alpha=FILL_OPACITY,
            mark=highlights.highlight_strokes(highlights.LAST_MOVE_COLOR),
            inset=MARK_INSET,
        )
    return MoveLook(line=LineLook(strokes), fill=fill)


def caption(state: Split, names: Names = NUMBERED_NAMES) -> Caption:
    """Return the caption: the seat to move and its task, or the result."""
    labels = tuple(_seat_label(state, seat, names) for seat in range(state.seats))
    status = _status_text(state, color_names(state, names))
    return Caption(status, labels, counted="the areas that each player has filled, out of 100")


def boundary(state: Split) -> Boundary | None:
    """Return the areas in which a line can be drawn, and the small areas that a line fills.

    Return None unless the seat to move has to draw or fill.
    """
    if state.outcome is not None or state.phase != "line":
        return None
    fills = {k: FillArea(k) for k in state.open_areas if state.is_small(k)}
    regions = tuple(_boundary_region(state, k) for k in state.open_areas if k not in fills)
    small = tuple(
        replace(_boundary_region(state, k), means=spell(fill)) for k, fill in fills.items()
    )
    return Boundary(
        regions,
        LINE_COLORS[state.color],
        state.color,
        state.rules.min_area,
        OWN_COLOR_NOTE,
        small,
        threshold=state.rules.fill_limit,
    )


def _seat_label(state: Split, seat: int, names: Names) -> SeatLabel:
    name = color_names(state, names).name(seat)
    if state.seat_colors is None:
        return SeatLabel(name, palette.GREY, "○", is_player=True)
    color = state.seat_colors[seat]
    return SeatLabel(name, LINE_COLORS[color], COLOR_SYMBOLS[color])


def _status_text(state: Split, names: Names) -> str:
    if state.outcome is not None:
        winners = state.outcome.winners
        ends = names.with_verb(min(winners), "wins") if len(winners) == 1 else "A draw"
        return f"{ends}: {state.outcome.reason}"
    if state.phase == "color":
        return f"{names.with_verb(state.turn, 'chooses')} a colour, and blue moves next"
    if state.phase == "area":
        fills = names.with_verb(1 - state.turn, "fills", is_mid_sentence=True)
        return f"{names.with_verb(state.turn, 'chooses')} the area that {fills}"
    draws = names.with_verb(state.turn, "draws")
    if state.seat_colors is None:
        return f"{draws} the first line, in red"
    if any(state.is_small(k) for k in state.open_areas):
        return f"{draws} a line or {names.inflect(state.turn, 'fills')} a small yellow area"
    return f"{draws} a line"


def _draw_area(state: Split, number: int, area: Area) -> Polygon:
    target, size = f"area {number}", count_text(size_text(state, area.value), "point")
    if area.owner is None or state.seat_colors is None:
        small = state.is_small(number)
        fill = SMALL_AREA_COLOR if small else palette.PAPER
        if state.choice is not None and number in state.choice:
            fill = CHOICE_AREA_COLOR
        what = "small: it can only be filled" if small else "open"
        label = f"{size}, {what}"
        return Polygon(area.polygon, fill, target=target, label=label)
    color = state.seat_colors[area.owner]
    label = f"{size}, filled by {color}"
    return Polygon(area.polygon, palette.tint(LINE_COLORS[color], 0.28), target=target, label=label)


def _draw_outline(area: Area, color: str) -> Scene:
    return highlights.highlight_area(area.polygon, color, MARK_INSET)


def _fill_pattern(state: Split, area: Area, color: str) -> Sequence[Primitive]:
    """Return the hatching (red) or dots (blue) of a filled area, else an empty tuple."""
    if area.owner is None or state.seat_colors is None or state.seat_colors[area.owner] != color:
        return ()
    return _cached_pattern(area.polygon, color)


@lru_cache(512)
def _cached_pattern(points: tuple[Point, ...], color: str) -> Sequence[Primitive]:
    """Return the hatching (red) or dots (blue) of an area.

    The cache returns the same object for the same arguments.
    """
    ink = palette.tint(LINE_COLORS[color], 0.6)
    if color == "red":
        return hatch(points, 0.22, color=ink, width=1.2)
    return stipple(points, 0.25, 0.04, color=ink)


def _draw_lines(state: Split, color: str) -> Iterator[Segment]:
    """Yield the strokes of all lines of a colour; blue lines have a white core."""
    lines = [line for line, c in zip(state.map.lines, state.colors, strict=True) if c == color]
    strokes = [tuple(_line_strokes(*line, color)) for line in lines]
    for alike in zip(*strokes, strict=True):
        yield from alike


def _line_strokes(start: Point, end: Point, color: str) -> Iterator[Segment]:
    """Yield the strokes of a line; a blue one has a white core."""
    yield Segment(start, end, LINE_COLORS[color], 4.0 if color == "blue" else 3.0)
    if color == "blue":
        yield Segment(start, end, palette.PAPER, 1.2)


def _draw_value(state: Split, area: Area, window: Window | None) -> Scene:
    """Draw the value of an area, in its visible part; nothing if that is too small."""
    points, zoom = area.polygon, 1.0
    if window is not None:
        points = clip_polygon(points, window)
        zoom = (10 + 2 * BOARD_MARGIN) / (window.right - window.left)
    text = area_label(state, area.value)
    return _draw_label(points, text, area.owner is not None, zoom) if points else ()


@lru_cache(512)
def _draw_label(points: tuple[Point, ...], text: str, is_filled: bool, zoom: float) -> Scene:  # noqa: FBT001 - a cache takes no names
    """Return the label of an area, as large as possible, or nothing if it does not fit.

    It is in the middle, or else where there is most room. In a narrow area it is smaller; if it
    does not fit at all, it is only shown under the pointer. It has the same size at any zoom.
    """
    ink = "#000000" if is_filled else palette.INK
    clearance = VALUE_CLEARANCE / zoom
    for size in VALUE_HEIGHTS:
        half = DIGIT_ASPECT * size * len(text) / 2 / zoom, size * 0.4 / zoom
        at = most_roomy_center(points, half, enough=clearance)
        if box_clearance(points, at, half) >= clearance:
            return (Text(at, text, size, ink, bold=is_filled, fixed=True, halo=palette.PAPER),)
    return ()


def _boundary_region(state: Split, number: int) -> Region:
    face = state.map.faces[number]
    edges = []
    for edge in face.edges:
        line, color = state.map.lines[edge.line], state.colors[edge.line]
        blocked = tuple(line.point_at(at) for at in state.map.ends[edge.line] if edge.contains(at))
        edges.append(RegionEdge(edge.corner, LINE_COLORS[color], color, blocked))
    return Region(f"area {number}", face.area, tuple(edges))
