"""What a picture of a state is made of, whoever paints it.

A scene is a tuple of primitives in painting order, in the game's own coordinates: x to the
right, y **down**. The same scene goes to SVG, to PNG, to the canvas of the board and into
matplotlib figures, so a primitive holds nothing that one of them cannot do.

A primitive with a `target` can be clicked: the target is one word of a move's spelling, and
`label` says what is there. Hit-testing is data, tested without a browser.
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
    """The rectangle that the viewer sees; first in a scene, so that the board never jumps.

    Examples
    --------
    >>> window_of((Window(0, 0, 8, 8), Disc((3.5, 4.5), 0.4, "#0072b2")))
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
    """The width of the outline, in pixels of the screen whatever the zoom."""
    alpha: float = 1.0
    """How opaque the fill is, 0 to 1."""
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
    """In pixels of the screen, whatever the zoom."""
    alpha: float = 1.0
    arrow: bool = False
    """With a head at its end."""


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
    """In scene units; with `fixed` it keeps its size on the screen under zoom."""
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    """The width of the outline, in pixels of the screen whatever the zoom."""
    alpha: float = 1.0
    """How opaque the fill is, 0 to 1."""
    fixed: bool = False
    target: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, centred on a point unless `align` says otherwise.

    Examples
    --------
    >>> pg.svg((Window(0, 0, 2, 2), Text((1, 1), "5", 0.5))).splitlines()[3]
    '<text x="240" y="282" font-size="120" text-anchor="middle" fill="#222222">5</text>'
    """

    at: Point
    text: str
    size: float
    """The height of the font in scene units; with `fixed` it keeps its size under zoom."""
    fill: str = "#222222"
    align: Literal["left", "center", "right"] = "center"
    bold: bool = False
    fixed: bool = False
    halo: str | None = None
    """The colour of a rim that keeps the text readable over lines."""
    rim: float = 3.0
    """The width of the stroke that makes the halo, in screen pixels; a wide one is a plate."""


Primitive: TypeAlias = Window | Polygon | Segment | Disc | Text
Scene: TypeAlias = tuple[Primitive, ...]


@dataclass(frozen=True, slots=True)
class RegionEdge:
    """One straight edge of a region, from its own start to the start of the next edge."""

    start: Point
    color: str
    """The colour of the line that it lies on."""
    owner: str
    """The name of that line's colour: ends on two edges of the mover's own are a special move."""
    blocked: tuple[Point, ...] = ()
    """Points inside the edge that take no end."""


@dataclass(frozen=True, slots=True)
class Region:
    """A convex area into which a line may be drawn."""

    name: str
    value: float
    edges: tuple[RegionEdge, ...]
    means: tuple[str, ...] = ()
    """The spelling of the move that every line in the area means; empty where a line is a line."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """Where lines may begin and end, for a game whose moves form a continuum.

    Examples
    --------
    >>> state = pg.new("split")
    >>> lines = pg.game("split").board.boundary(state)
    >>> lines.color, lines.regions[0].value, len(lines.regions[0].edges)
    ('#cc3311', 100.0, 4)
    """

    regions: tuple[Region, ...]
    color: str
    """The colour of the line that the mover would draw."""
    owner: str
    """The name of the mover's colour."""
    minimum: float
    """The least value of a piece."""
    own: str = ""
    """What to know of a line with both ends on the mover's own colour."""
    fills: tuple[Region, ...] = ()
    """Areas that a line does not cut: it means another move there."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a finite move would do: in words and as a scene laid over the state's.

    Examples
    --------
    >>> state = pg.new("polygon", n=5)
    >>> pg.game("polygon").board.preview(state, state.parse("A-C")).label
    'A to C, leaves 1 reply'
    """

    label: str
    scene: Scene = ()
    fading: Scene = ()
    """What is lost with the move, as it looked: the board lets it fade once the move is made."""


@dataclass(frozen=True, slots=True)
class Motion:
    """How a move is seen to be made: shapes come to where they lie when it is done.

    They come from a place that lies `shift` away, or grow from `scale`, or turn by so many degrees,
    in a moment and all at once; `cover` hides the places that they leave and enter.

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
    """The point about which they turn and grow."""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """How a seat is shown beside the board.

    Examples
    --------
    >>> pg.game("polygon").board.caption(pg.new("polygon")).seats[0]
    SeatLabel(name='Red', color='#cc3311', mark='─', is_player=False, count='')
    """

    name: str
    color: str
    mark: str
    """A sign for those who cannot tell the colours apart."""
    is_player: bool = False
    """Whether the name is that of the player, since the seat has none of its own, as a colour."""
    count: str = ""
    """What is shown beside the name in place of the score, where that says too little."""


@dataclass(frozen=True, slots=True)
class Caption:
    """What is going on, in words.

    Examples
    --------
    >>> shown = pg.game("split").board.caption(pg.new("split"))
    >>> shown.status, shown.scored, shown.counted
    ('Player 1 draws the first line, in red', True, 'what each has filled, of 100')
    """

    status: str
    seats: tuple[SeatLabel, ...]
    scored: bool = True
    """Whether the scores say more than who won, and are shown."""
    counted: str = ""
    """What the scores count, in a few words; empty where the game does not say."""


# --- What a move looks like once it is made -------------------------------------------------------
#
# A page paints a move in the frame of the click, over the picture that is there; the kernel's own
# picture replaces it. So a look says only what the move itself does (a line, a dot, a digit, pieces
# that are pushed), not what follows from it (who wins, what is lost). It is small data for all
# moves of a position, and does not grow with what the moves would do.


Strokes: TypeAlias = tuple[tuple[str, float], ...]
"""Colour and width of lines that lie over each other, the lowest first."""


@dataclass(frozen=True, slots=True)
class LineLook:
    """A line between the two points of a move: those drawn, or those clicked."""

    strokes: Strokes
    dot: Disc | None = None
    """What lies on both ends, about the origin."""


@dataclass(frozen=True, slots=True)
class FillLook:
    """An area or a tile that is clicked takes a colour, and things in each of its cells."""

    colors: tuple[str, ...]
    """The ground; which of them belongs to a target, `kinds` says."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """For targets that have another colour than the first one, the number of theirs."""
    alpha: float = 1.0
    cells: tuple[Scene, ...] = ()
    """For each of the colours what lies in a cell, a square of side 1, about its middle."""
    mark: Strokes = ()
    """Along the border."""
    inset: float = 0.0
    """How far inside the border the mark runs."""


@dataclass(frozen=True, slots=True)
class PushLook:
    """The piece that is clicked goes to the next square, and pushes those that stand in a row."""

    pieces: Mapping[str, str]
    """The kind of the piece on each target that has one; squares have side 1."""
    shapes: Mapping[str, Scene]
    """What each kind is drawn of, about the middle of its square."""
    tones: tuple[str, str]
    """The colours of the squares, in turn: the first is that of the square in the corner."""
    edge: str
    """The colour between squares."""
    mark: Strokes = ()
    """Around all that moves."""


@dataclass(frozen=True, slots=True)
class WriteLook:
    """A number is written in the cell that is clicked, and another one in its mirror image."""

    numbers: Mapping[str, tuple[str, str]]
    """For each other target of a move what goes to the cell, and what to its image."""
    axis: float
    """The image of x lies at ``axis - x``."""
    text: Text
    """How it is written, about the middle of a cell."""
    mark: Strokes = ()
    """Inside the border of both cells."""
    inset: float = 0.0


@dataclass(frozen=True, slots=True)
class MoveLook:
    """How a page shows a move that it has sent; each part draws the moves that it fits.

    Examples
    --------
    >>> MoveLook(line=LineLook((("#cc3311", 3.0),))).parts
    {'line': LineLook(strokes=(('#cc3311', 3.0),), dot=None)}
    """

    line: LineLook | None = None
    fill: FillLook | None = None
    push: PushLook | None = None
    write: WriteLook | None = None
    choice: Scene = ()
    """What shows a choice that has no place on the board."""

    @property
    def parts(self) -> dict[str, LineLook | FillLook | PushLook | WriteLook | Scene]:
        """Return what there is, by its name."""
        named = {name: getattr(self, name) for name in type(self).__slots__}
        return {name: part for name, part in named.items() if part}


# --- Where things are -----------------------------------------------------------------------------


def distance_to_segment(at: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a segment.

    Examples
    --------
    >>> distance_to_segment((1, 2), (0, 0), (4, 0)), distance_to_segment((7, 4), (0, 0), (4, 0))
    (2.0, 5.0)
    """
    (x, y), (x1, y1), (x2, y2) = at, start, end
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    share = ((x - x1) * dx + (y - y1) * dy) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(x - x1 - share * dx, y - y1 - share * dy)


def window_of(scene: Scene) -> Window:
    """Return the scene's window, or the smallest one around all that it holds.

    An empty scene has the unit square.

    Examples
    --------
    >>> window_of((Disc((2, 3), 1),))
    Window(left=1, top=2, right=3, bottom=4)
    """
    for primitive in scene:
        if isinstance(primitive, Window):
            return primitive
    points = [point for primitive in scene for point in _extent(primitive)]
    xs, ys = zip(*(points or [(0.0, 0.0), (1.0, 1.0)]), strict=True)
    return Window(min(xs), min(ys), max(xs), max(ys))


def _extent(primitive: Primitive) -> tuple[Point, ...]:
    match primitive:
        case Window(left, top, right, bottom):
            return ((left, top), (right, bottom))
        case Polygon(points=points):
            return points
        case Segment(start=start, end=end):
            return (start, end)
        case Disc(center=(x, y), radius=r):
            return ((x - r, y - r), (x + r, y + r))
        case Text(at=at):
            return (at,)
