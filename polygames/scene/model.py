"""The primitives of a state's picture, independent of the painter.

A scene is a tuple of primitives in painting order, in the game's own coordinates: x to the right, y
**down**. The same scene is painted as SVG, as PNG, on the canvas of the board and in matplotlib
figures. So a primitive has only features that all of them support.

A primitive with a `target` can be clicked: the target is one word of a move's spelling, and `label`
describes it. Hit-testing needs only these data and is tested without a browser.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Window:
    """The visible rectangle of a scene; as its first primitive, it keeps the board in place.

    Examples
    --------
    >>> scene_window((Window(0, 0, 8, 8), Disc((3.5, 4.5), 0.4, "#0072b2")))
    Window(left=0, top=0, right=8, bottom=8)
    """

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled or outlined polygon.

    Examples
    --------
    >>> cell = Polygon(((0, 0), (1, 0), (1, 1), (0, 1)), "#ffffff", target="a1", label="a1, empty")
    >>> pg.svg((Window(0, 0, 2, 2), cell)).splitlines()[3]
    '<polygon points="0,0 240,0 240,240 0,240" fill="#ffffff"><title>a1, empty</title></polygon>'
    """

    points: tuple[Point, ...]
    fill: str | None = None
    """A colour ``#rrggbb``, or None for an outline only."""
    stroke: str | None = None
    width: float = 1.0
    """The width of the outline, in screen pixels at any zoom."""
    alpha: float = 1.0
    """The opacity of the fill, from 0 to 1."""
    target: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line between two points.

    Examples
    --------
    >>> pg.svg((Window(0, 0, 2, 2), Segment((0, 0), (2, 1), "#cc3311", width=3))).splitlines()[3]
    '<line x1="0" y1="0" x2="480" y2="240" stroke="#cc3311" stroke-width="3"/>'
    """

    start: Point
    end: Point
    stroke: str
    width: float = 1.0
    """The width of the line, in screen pixels at any zoom."""
    alpha: float = 1.0
    arrow: bool = False
    """Whether it has a head at its end."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled or outlined circle.

    Examples
    --------
    >>> pg.svg((Window(0, 0, 2, 2), Disc((1, 1), 0.4, "#0072b2"))).splitlines()[3]
    '<circle cx="240" cy="240" r="96" fill="#0072b2"/>'
    """

    center: Point
    radius: float
    """The radius in scene units; with `fixed` its size on the screen does not change under zoom."""
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    """The width of the outline, in screen pixels at any zoom."""
    alpha: float = 1.0
    """The opacity of the fill, from 0 to 1."""
    fixed: bool = False
    target: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, centred on a point by default.

    Examples
    --------
    >>> pg.svg((Window(0, 0, 2, 2), Text((1, 1), "5", 0.5))).splitlines()[3]
    '<text x="240" y="282" font-size="120" text-anchor="middle" fill="#222222">5</text>'
    """

    at: Point
    text: str
    size: float
    """The font size in scene units; with `fixed` it does not change under zoom."""
    fill: str = "#222222"
    align: Literal["left", "center", "right"] = "center"
    bold: bool = False
    fixed: bool = False
    halo: str | None = None
    """The colour of a rim that separates the text from lines behind it."""
    rim: float = 3.0
    """The width of the halo's stroke, in screen pixels; a wide one makes a plate."""
    shift: Point | None = None
    """The distance of the text from its point `at`, to the right and down, in the unit of `size`.
    So a fixed text stays beside its point under zoom."""
    min_zoom: float | None = None
    """The least zoom at which the text is shown: 1 is the whole picture, 10 a tenth of it."""
    along: tuple[Point, Point] | None = None
    """The line that the text names. If `at` is outside a zoomed picture, the text is beside the
    nearest point of the line that is inside."""

    @property
    def middle(self) -> Point:
        """The point of the text in the whole picture: `at`, plus the shift.

        Examples
        --------
        >>> Text((1, 2), "A", 0.5, shift=(0, -1)).middle
        (1, 1)
        """
        (x, y), (dx, dy) = self.at, self.shift or (0.0, 0.0)
        return x + dx, y + dy


Primitive: TypeAlias = Window | Polygon | Segment | Disc | Text
Scene: TypeAlias = tuple[Primitive, ...]


@dataclass(frozen=True, slots=True)
class RegionEdge:
    """A straight edge of a region, from its start to the start of the next edge."""

    start: Point
    color: str
    """The colour of the line that contains the edge."""
    owner: str
    """The name of that line's colour: a line between two edges of the mover's own is special."""
    blocked: tuple[Point, ...] = ()
    """Points inside the edge where no line may end."""


@dataclass(frozen=True, slots=True)
class Region:
    """A convex area of the board in which the player may draw a line."""

    name: str
    value: float
    edges: tuple[RegionEdge, ...]
    means: tuple[str, ...] = ()
    """The spelling of the move that any line in the area makes; empty if it makes a cut."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """The edges on which drawn lines may begin and end, for a game with infinitely many moves.

    Examples
    --------
    >>> state = pg.new("split")
    >>> lines = pg.game("split").board.boundary(state)
    >>> lines.color, lines.regions[0].value, len(lines.regions[0].edges)
    ('#cc3311', 100.0, 4)
    """

    regions: tuple[Region, ...]
    color: str
    """The colour of the mover's line."""
    owner: str
    """The name of the mover's colour."""
    minimum: float
    """The minimum value of a piece."""
    own: str = ""
    """A note about a line with both ends on the mover's own colour."""
    fills: tuple[Region, ...] = ()
    """Areas in which a line does not cut, but makes another move."""
    threshold: float = 0.0
    """Areas up to this value are filled and not cut; 0 if there are none. Pages offer to cut off a
    piece that is a little more than it."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a move, as a text and as a scene drawn over the picture of the position.

    Examples
    --------
    >>> state = pg.new("polygon", n=5)
    >>> pg.game("polygon").board.preview(state, state.parse("A-C")).label
    'A to C, Blue has 1 reply'
    """

    label: str
    scene: Scene = ()
    fading: Scene = ()
    """Primitives that the move removes, as they were before; the board fades them out."""


@dataclass(frozen=True, slots=True)
class Motion:
    """The animation of a move: shapes that move to their final place.

    They move by `shift`, or grow from `scale`, or turn by `turn` degrees, in a moment and all at
    once. `cover` hides the places that they leave and enter.

    Examples
    --------
    >>> state = pg.new("splinter")
    >>> (motion,) = pg.game("splinter").board.motion(state, state.parse("f11-f12"))
    >>> motion.shift, len(motion.shapes)
    ((0, 1), 4)
    """

    shapes: Scene
    cover: Scene = ()
    shift: Point | None = None
    turn: float = 0.0
    scale: float = 1.0
    origin: Point = (0.0, 0.0)
    """The point about which the shapes turn and grow."""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """The name, colour and mark of a seat, which are shown beside the board.

    Examples
    --------
    >>> pg.game("polygon").board.caption(pg.new("polygon")).seats[0]
    SeatLabel(name='Red', color='#cc3311', mark='─', is_player=False, count='')
    """

    name: str
    color: str
    mark: str
    """A sign for readers who cannot distinguish the colours."""
    is_player: bool = False
    """Whether the name is the player's, as the seat has no name of its own, such as a colour."""
    count: str = ""
    """The text beside the name in place of the score, if the score is not informative."""


@dataclass(frozen=True, slots=True)
class Caption:
    """The status line of a position, and the labels of its seats.

    Examples
    --------
    >>> shown = pg.game("split").board.caption(pg.new("split"))
    >>> shown.status, shown.scored
    ('Player 1 draws the first line, in red', True)
    >>> shown.counted
    'the areas that each player has filled, out of 100'
    """

    status: str
    seats: tuple[SeatLabel, ...]
    scored: bool = True
    """Whether the scores are informative beyond the winner, and are shown."""
    counted: str = ""
    """The unit of the scores, in a few words; empty if the game gives none."""
    spoken: str = ""
    """The status for a listener who has just heard the last move; empty if it is the same."""
    unit: str = "point"
    """The unit of a difference between scores, in the singular."""


# --- The look of a move before the kernel answers -------------------------------------------------
#
# A page paints a move in the frame of the click, over the present picture; later the kernel's
# own picture replaces it. So a look has only the direct effect of a move (a line, a dot, a
# digit, pushed pieces), not its consequences (a win, a loss). It is small data for all moves of
# a position, and does not grow with the consequences.


Strokes: TypeAlias = tuple[tuple[str, float], ...]
"""The colours and widths, in screen pixels, of lines on top of each other, the lowest first."""


@dataclass(frozen=True, slots=True)
class LineLook:
    """The appearance of a move that draws a line between two points."""

    strokes: Strokes
    dot: Disc | None = None
    """A dot on both ends, with its centre at the origin."""
    band: str = ""
    """The colour of the dashed line from the start of the line to the pointer, in a game whose
    lines join targets; empty in other games."""
    start: Point | None = None
    """The point where every line starts; by default it is the first target of the move."""
    restart: str = ""
    """The reason why no line joins the chosen target to another one that can start a line."""


@dataclass(frozen=True, slots=True)
class FillLook:
    """The appearance of a move that colours a clicked area or tile, with shapes in each cell."""

    colors: tuple[str, ...]
    """The possible colours; `kinds` selects one for each target."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """The index of the colour for targets that do not have the first one."""
    alpha: float = 1.0
    cells: tuple[Scene, ...] = ()
    """The shapes in a cell for each colour, in a square of side 1 with its middle at the origin."""
    mark: Strokes = ()
    """The strokes along the outline."""
    inset: float = 0.0
    """The distance of the strokes from the outline, in scene units."""


@dataclass(frozen=True, slots=True)
class PushLook:
    """The appearance of a move that pushes a clicked piece and the row before it by one square."""

    pieces: Mapping[str, str]
    """The kind of the piece on each occupied target; squares have side 1."""
    shapes: Mapping[str, Scene]
    """The primitives of each kind of piece, with the middle of its square at the origin."""
    tones: tuple[str, str]
    """The two colours of the squares; the corner square has the first one."""
    edge: str
    """The colour between squares."""
    mark: Strokes = ()
    """The strokes around all moved pieces."""


@dataclass(frozen=True, slots=True)
class WriteLook:
    """The appearance of a move that writes a number in a cell and another in its mirror image."""

    numbers: Mapping[str, tuple[str, str]]
    """The texts for the cell and for its image, by the other target of the move."""
    axis: float
    """The position of the mirror axis, doubled: the image of x is at ``axis - x``."""
    text: Text
    """The text style, with the middle of a cell at the origin."""
    mark: Strokes = ()
    """The strokes inside the outlines of both cells."""
    inset: float = 0.0


@dataclass(frozen=True, slots=True)
class MoveLook:
    """The appearance of a move until the kernel replies; each part is for one kind of move.

    Examples
    --------
    >>> MoveLook(line=LineLook((("#cc3311", 3.0),))).parts
    {'line': LineLook(strokes=(('#cc3311', 3.0),), dot=None, band='', start=None, restart='')}
    """

    line: LineLook | None = None
    fill: FillLook | None = None
    push: PushLook | None = None
    write: WriteLook | None = None
    choice: Scene = ()
    """The primitives for a choice that has no place on the board."""

    @property
    def parts(self) -> dict[str, LineLook | FillLook | PushLook | WriteLook | Scene]:
        """The parts that are set, by name."""
        named = {name: getattr(self, name) for name in type(self).__slots__}
        return {name: part for name, part in named.items() if part}


# --- Distances and bounds -------------------------------------------------------------------------


def distance_to_segment(point: Point, start: Point, end: Point) -> float:
    """Return the distance from a point to a segment.

    Examples
    --------
    >>> distance_to_segment((1, 2), (0, 0), (4, 0)), distance_to_segment((7, 4), (0, 0), (4, 0))
    (2.0, 5.0)
    """
    (x, y), (x1, y1), (x2, y2) = point, start, end
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    share = ((x - x1) * dx + (y - y1) * dy) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(x - x1 - share * dx, y - y1 - share * dy)


def scene_window(scene: Scene) -> Window:
    """Return the window of a scene; if there is none, the bounding box of its primitives.

    An empty scene has the unit square.

    Examples
    --------
    >>> scene_window((Disc((2, 3), 1),))
    Window(left=1, top=2, right=3, bottom=4)
    """
    for primitive in scene:
        if isinstance(primitive, Window):
            return primitive
    points = [point for primitive in scene for point in _extreme_points(primitive)]
    xs, ys = zip(*(points or [(0.0, 0.0), (1.0, 1.0)]), strict=True)
    return Window(min(xs), min(ys), max(xs), max(ys))


def _extreme_points(primitive: Primitive) -> tuple[Point, ...]:
    match primitive:
        case Window(left, top, right, bottom):
            return ((left, top), (right, bottom))
        case Polygon(points=points):
            return points
        case Segment(start=start, end=end):
            return (start, end)
        case Disc(center=(x, y), radius=r):
            return ((x - r, y - r), (x + r, y + r))
        case Text():
            return (primitive.middle,)
