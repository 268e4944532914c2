"""Measure the contrast of scenes, marks, previews and panels on a board, in both themes.

    python scripts/contrast.py

The formula is that of WCAG 2. Text needs a contrast of 4.5 with its background, and other parts
need 3. Two states that differ only by colour need 1.2 in greyscale. The background is the scene
itself, measured in many places for each kind of primitive. `DECORATIVE_COLORS` names parts without
a meaning, which are not measured.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import shapely

import polygames as pg
from polygames.core.registry import info_of
from polygames.games.split.board import scene as split
from polygames.games.splitter.board import scene as splitter
from polygames.games.splitter.board import sheet_drawing
from polygames.games.territory.board import scene as territory
from polygames.scene import palette
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.scene.model import Disc, Polygon, Segment, Text, scene_window
from polygames.scene.projection import expand_arrows, project
from polygames.scene.viewport import Viewport, fitting_height

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.protocol import State
    from polygames.scene.model import Point, Primitive, Scene

REPOSITORY_ROOT: Final = Path(__file__).resolve().parents[1]
CLIENT_FOLDER: Final = REPOSITORY_ROOT / "polygames" / "view" / "js"

MIN_TEXT_CONTRAST, MIN_MARK_CONTRAST, MIN_GREY_CONTRAST = 4.5, 3.0, 1.2
LAPTOP_BOARD_WIDTH_PX: Final = 554
"""The width of a board on a laptop."""
COVER_TOLERANCE_PX: Final = 0.01
"""A polygon also covers places as near as this to its border: neighbours leave no gap."""
SAMPLES_PER_KIND: Final = 5
"""The number of primitives of a kind that are measured, and of the parts of a measured line."""
GAME_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "splitter": {"players": 2},
    "territory": {"seed": 3, "size": 8},
    "splinter": {"max_plies": 60},
}
DECORATIVE_COLORS: Final = {
    "splinter": {"#dccfb8", "#b7a587", "#dedad0", "#5d5d62"},  # grid, frame, a gloss within pieces
    "splitter": {sheet_drawing.GRID_COLOR, sheet_drawing.HATCH_COLOR},  # the grid, a pattern
    "territory": {
        territory.TILE_BORDER_COLOR,
        territory.RED_STRIPE_COLOR,
    },  # a border of two tones, a pattern
    "split": {
        palette.PAPER,
        *(palette.tint(ink, 0.6) for ink in split.LINE_COLORS.values()),
    },  # the patterns of owners
    "polygon": {palette.PAPER},  # the core of a double line, the rim of a dot
}
"""Colours of lines and patterns that have no meaning of their own."""

SIMILAR_FILLS: Final = (
    ("split: open, small", palette.PAPER, split.SMALL_AREA_COLOR),
    (
        "splitter: empty, can score",
        sheet_drawing.CELL_FILLS[None],
        sheet_drawing.CELL_FILLS["possible"],
    ),
    (
        "splitter: empty, cannot score",
        sheet_drawing.CELL_FILLS[None],
        sheet_drawing.CELL_FILLS["dead"],
    ),
    (
        "splitter: can score, cannot score",
        sheet_drawing.CELL_FILLS["possible"],
        sheet_drawing.CELL_FILLS["dead"],
    ),
    ("territory: blue, yellow", territory.TILE_FILLS[0], territory.TILE_FILLS[2]),
)
"""Pairs of states that differ only by colour. Others differ by a pattern, a border or a sign."""

THEME_COLORS: Final = {
    "light": {
        "--jp-ui-font-color1": "rgba(0,0,0,.87)",
        "--jp-layout-color1": "#ffffff",
        "--jp-layout-color2": "#eeeeee",
        "--jp-brand-color1": "#1976d2",
    },
    "dark": {
        "--jp-ui-font-color1": "rgba(255,255,255,.87)",
        "--jp-layout-color1": "#111111",
        "--jp-layout-color2": "#424242",
        "--jp-brand-color1": "#2196f3",
    },
}
"""The colours that JupyterLab 4 sets."""

PANEL_COLORS: Final = (
    ("words", "--pg-text", "--pg-ground", MIN_TEXT_CONTRAST),
    ("words, raised or hovered", "--pg-text", "--pg-raised", MIN_TEXT_CONTRAST),
    ("notes, disabled parts", "--pg-muted", "--pg-ground", MIN_TEXT_CONTRAST),
    ("notes, raised", "--pg-muted", "--pg-raised", MIN_TEXT_CONTRAST),
    ("a refusal in a form", "--pg-wrong", "--pg-ground", MIN_TEXT_CONTRAST),
    ("the main button", "--pg-on-main", "--pg-main", MIN_TEXT_CONTRAST),
    ("the main button, hovered", "--pg-on-main", "--pg-main-hover", MIN_TEXT_CONTRAST),
    ("words at the pointer", "#ffffff", "--pg-tip", MIN_TEXT_CONTRAST),
    ("a refusal at the pointer", "#ffffff", "--pg-refusal", MIN_TEXT_CONTRAST),
    ("the message of a lost kernel", "--pg-ink", "--pg-paper", MIN_TEXT_CONTRAST),
    ("the edge of a button", "--pg-edge", "--pg-ground", MIN_MARK_CONTRAST),
    ("the edge of a button, hovered", "--pg-edge", "--pg-raised", MIN_MARK_CONTRAST),
    ("the open page, the focus", "--pg-accent", "--pg-ground", MIN_MARK_CONTRAST),
    ("the focus on the board", "--pg-focus", "--pg-paper", MIN_MARK_CONTRAST),
)
"""Each colour of the panel's style sheet, its background, and the contrast that it needs."""


@dataclass(frozen=True)
class Pair:
    """A colour, its background, and their contrast."""

    place: str
    part: str
    ink: str
    ground: str
    contrast: float
    needed: float

    @property
    def is_fine(self) -> bool:
        """True if the contrast is high enough."""
        return self.contrast >= self.needed


def main() -> int:
    """Print the table, and return 1 if a contrast is too low."""
    found = measure_all()
    for pair in found:
        sign = " " if pair.is_fine else "!"
        colors = f"{pair.ink} on {pair.ground}"
        print(f"{sign} {pair.contrast:5.2f} of {pair.needed}  {colors}  {pair.place}: {pair.part}")
    faint = sum(not pair.is_fine for pair in found)
    print(f"{len(found)} pairs, {faint} too faint")
    return bool(faint)


def measure_all() -> list[Pair]:
    """Return all pairs, but of each kind of shape in a game only the one with least contrast."""
    found = [*panel_pairs(), *pointer_pairs(), *fill_pairs(), *seat_pairs()]
    for game in pg.games():
        faintest: dict[tuple[str, str, float], Pair] = {}
        for moment, scene in scenes(game):
            for pair in scene_pairs(game, moment, scene):
                key = (pair.part, pair.ink, pair.needed)
                faintest[key] = min(faintest.get(key, pair), pair, key=lambda each: each.contrast)
        found += faintest.values()
    return found


# --- Measured pairs -----------------------------------------------------------------------------


def scenes(game: str) -> Iterator[tuple[str, Scene]]:
    """Yield the scenes of a game: positions, last moves, hints, previews."""
    state, rng = pg.new(game, **GAME_OPTIONS.get(game, {})), Random(5)
    info = info_of(state)
    last: Scene = ()
    moments = {0: "start", 15: "middle"}
    while True:
        over = state.outcome is not None
        if (moment := "end" if over else moments.get(state.ply)) is not None:
            yield from overlaid_scenes(moment, state, last, rng)
        if over:
            return
        move = state.legal_moves.sample(rng)
        if state.turn >= 0 and info.board.highlight_move is not None:
            last = info.board.highlight_move(state, move, LAST_MOVE_COLOR)
        state = state.play(move)


def overlaid_scenes(
    moment: str, state: State[Any], last: Scene, rng: Random
) -> Iterator[tuple[str, Scene]]:
    """Yield the scene of a position with its overlays."""
    info = info_of(state)
    picture = info.scene(state)
    yield moment, (*picture, *last)
    if state.outcome is not None or state.turn < 0:
        return
    marked: Scene = ()
    for rank, move in enumerate(list(state.legal_moves.candidates(3, rng))[:3]):
        if info.board.highlight_move is not None:
            marked += info.board.highlight_move(
                state, move, palette.tint(palette.PURPLE, 1 - 0.35 * rank)
            )
        if info.board.preview is not None and rank == 0:
            yield f"{moment}, preview", (*picture, *info.board.preview(state, move).scene)
    yield f"{moment}, analysis", (*picture, *marked)


def panel_pairs() -> Iterator[Pair]:
    """Compare the colours of the style sheets with their backgrounds, in both themes."""
    for theme, given in THEME_COLORS.items():
        names = {**given, **css_properties()}
        for part, ink, ground, needed in PANEL_COLORS:
            below = resolve_color(names, ground, names["--pg-paper"])
            above = resolve_color(names, ink, below)
            yield measure_pair(f"panel, {theme}", part, above, below, needed)


def css_properties() -> dict[str, str]:
    """Return the colours that the style sheets give a name."""
    sheets = (CLIENT_FOLDER / "look.css", CLIENT_FOLDER / "pointer" / "pointer.css")
    text = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    values = dict(re.findall(r"(--pg-[\w-]+):\s*([^;]+);", text))
    return {name: re.sub(r"\s+", " ", value).replace("( ", "(") for name, value in values.items()}


def pointer_pairs() -> Iterator[Pair]:
    """Compare the marks of the pointer layer with every background that can be clicked."""
    text = (CLIENT_FOLDER / "renderer" / "renderer.js").read_text(encoding="utf-8")
    inks = dict(re.findall(r'(\w+) = "(#\w{6})"', text))
    grounds = {
        each.fill
        for game in pg.games()
        for _, scene in scenes(game)
        for each in scene
        if isinstance(each, Polygon) and each.target and each.fill
    }
    for ground in sorted(grounds):
        yield measure_pair("pointer", "a clickable part", inks["GREEN"], ground, MIN_MARK_CONTRAST)
        yield measure_pair(
            "pointer", "the rim of the cursor", inks["INK"], ground, MIN_MARK_CONTRAST
        )
    yield measure_pair(
        "pointer", "the cursor in its rim", inks["SKY"], inks["INK"], MIN_MARK_CONTRAST
    )
    for ink in ("PURPLE", "RED"):
        yield measure_pair(
            "pointer", "a corner to drag", inks[ink], inks["PAPER"], MIN_MARK_CONTRAST
        )


def fill_pairs() -> Iterator[Pair]:
    """Compare states that differ only by colour, in greyscale."""
    for part, one, other in SIMILAR_FILLS:
        yield measure_pair("greyscale", part, one, other, MIN_GREY_CONTRAST)


def seat_pairs() -> Iterator[Pair]:
    """Compare the marks of players with the paper colour."""
    labels = {
        label.color: game
        for game in pg.games()
        for label in info_of(pg.new(game)).board.caption(pg.new(game)).seats
    }
    labels |= dict.fromkeys(splitter.SEAT_COLORS, "splitter")
    for color, game in labels.items():
        yield measure_pair(game, "the mark of a seat", color, palette.PAPER, MIN_MARK_CONTRAST)


# --- Pairs in a scene ---------------------------------------------------------------------------


def scene_pairs(game: str, moment: str, scene: Scene) -> Iterator[Pair]:
    """Compare each kind of shape in a scene with its background."""
    window = scene_window(scene)
    view = Viewport.fit(
        window, LAPTOP_BOARD_WIDTH_PX, fitting_height(window, LAPTOP_BOARD_WIDTH_PX)
    )
    drawn = list(expand_arrows(project(scene, view)))
    kinds: Counter[object] = Counter()
    quiet = DECORATIVE_COLORS.get(game, set())
    for at, each in enumerate(drawn):
        for part, ink, other, alpha, places, needed in visible_parts(each):
            kind = (part, ink)
            if ink in quiet or kinds[kind] >= SAMPLES_PER_KIND:
                continue
            kinds[kind] += 1
            grounds = [
                background_at(drawn[:at], place, quiet - {palette.PAPER}) for place in places
            ]
            within = other or inner_color(each, drawn[at + 1 : at + 4])
            inks = (ink,) if within is None else (ink, within)
            contrasts = sorted(
                (max(contrast(mix_colors(one, g, alpha), g) for one in inks), g)
                for g in grounds
                if g != ink  # a shape of the same colour is no background
            )
            if not contrasts:
                continue
            low, below = contrasts[len(contrasts) // 2]  # the median, since lines may cross others
            if isinstance(each, Text) and each.halo:
                low, below = max((low, below), (contrast(ink, each.halo), each.halo))
            yield Pair(game, f"{part} ({moment})", ink, below, round(low, 2), needed)


Part = tuple[str, str, str | None, float, list["Point"], float]


def visible_parts(each: Primitive) -> Iterator[Part]:
    """Yield the visible parts of a primitive: text, strokes, small discs."""
    match each:
        case Text(at=at, fill=fill):
            yield "words", fill, None, 1.0, [at], MIN_TEXT_CONTRAST
        case Segment(start=start, end=end, stroke=stroke, alpha=alpha):
            yield "line", stroke, None, alpha, points_between(start, end), MIN_MARK_CONTRAST
        case Polygon(points=points, fill=fill, stroke=stroke):
            if stroke:
                border = [
                    p for ends in pairwise((*points, points[0])) for p in points_between(*ends)
                ]
                yield "outline", stroke, fill, 1.0, border, MIN_MARK_CONTRAST
        case Disc(center=(x, y), radius=r, fill=fill, stroke=stroke, alpha=alpha):
            rim = [(x + r * cos(k * pi / 4), y + r * sin(k * pi / 4)) for k in range(8)]
            if stroke:
                yield "ring", stroke, fill, 1.0, rim, MIN_MARK_CONTRAST
            elif fill:
                yield "disc", fill, None, alpha, rim, MIN_MARK_CONTRAST


def inner_color(rim: Primitive, above: Sequence[Primitive]) -> str | None:
    """Return the colour of a thinner line with the same start, drawn above a rim, or None."""
    if not isinstance(rim, Segment):
        return None
    for each in above:
        if isinstance(each, Segment) and each.start == rim.start:
            return each.stroke if each.width < rim.width else None
    return None


def points_between(start: Point, end: Point) -> list[Point]:
    """Return evenly spaced points on a line, without its ends."""
    (x, y), (u, v) = start, end
    return [
        (x + (u - x) * k / SAMPLES_PER_KIND, y + (v - y) * k / SAMPLES_PER_KIND)
        for k in range(1, SAMPLES_PER_KIND)
    ]


def background_at(drawn: Sequence[Primitive], place: Point, quiet: set[str]) -> str:
    """Return the colour of a picture at a place, without the lines that only decorate."""
    color, layers = palette.PAPER, []
    for each in reversed(drawn):
        ink, alpha = color_at(each, place)
        if ink and ink not in quiet:
            layers.append((ink, alpha))
            if alpha == 1:
                break
    for ink, alpha in reversed(layers):
        color = mix_colors(ink, color, alpha)
    return color


def color_at(each: Primitive, place: Point) -> tuple[str | None, float]:
    """Return the colour and the opacity of a primitive at a place; no colour outside it."""
    match each:
        case Segment(start=start, end=end, stroke=stroke, width=width, alpha=alpha):
            far = shapely.LineString((start, end)).distance(shapely.Point(place))
            return (stroke if far <= width / 2 else None), alpha
        case Disc(center=center, radius=radius, fill=fill, stroke=stroke, width=width, alpha=alpha):
            far = hypot(place[0] - center[0], place[1] - center[1])
            is_rim = bool(stroke) and abs(far - radius) <= width / 2
            return (stroke, 1.0) if is_rim else (fill if far < radius else None, alpha)
        case Polygon(points=points, fill=fill, stroke=stroke, width=width, alpha=alpha):
            area, at = shapely.Polygon(points), shapely.Point(place)
            is_rim = bool(stroke) and area.exterior.distance(at) <= width / 2
            return (
                (stroke, 1.0)
                if is_rim
                else (fill if area.distance(at) < COVER_TOLERANCE_PX else None, alpha)
            )
        case _:
            return None, 1.0


# --- Colours ------------------------------------------------------------------------------------


def measure_pair(place: str, part: str, ink: str, ground: str, needed: float) -> Pair:
    """Compare two colours."""
    return Pair(place, part, ink, ground, round(contrast(ink, ground), 2), needed)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(color: str) -> float:
    """Return the relative luminance of a colour, 0 to 1."""
    red, green, blue = (channel / 255 for channel in channels(color))
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - of the formula
        for c in (red, green, blue)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def channels(color: str) -> tuple[int, int, int]:
    """Return red, green and blue of ``#rrggbb``."""
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def mix_colors(ink: str, ground: str, alpha: float) -> str:
    """Return the mix of a transparent colour and its background."""
    both = zip(channels(ink), channels(ground), strict=True)
    return "#" + "".join(f"{round(a * alpha + b * (1 - alpha)):02x}" for a, b in both)


def resolve_color(names: dict[str, str], color: str, ground: str) -> str:
    """Return a CSS colour (a variable, rgba or color-mix) on a background as ``#rrggbb``."""
    color = names.get(color, color).strip()
    if found := re.fullmatch(r"var\((--[\w-]+)(?:, *(.+))?\)", color):
        name, fallback = found.groups()
        return resolve_color(names, names.get(name) or fallback, ground)
    if found := re.fullmatch(r"rgba\((\d+), *(\d+), *(\d+), *([\d.]+)\)", color):
        *rgb, alpha = found.groups()
        return mix_colors("#" + "".join(f"{int(c):02x}" for c in rgb), ground, float(alpha))
    if found := re.fullmatch(r"color-mix\(in srgb, (.+) (\d+)%, (.+?) ?\)", color):
        one, share, other = found.groups()
        below = resolve_color(names, other, ground)
        return mix_colors(resolve_color(names, one, below), below, int(share) / 100)
    return "#" + "".join(2 * c for c in color[1:]) if len(color) == 4 else color  # noqa: PLR2004 - #rgb


if __name__ == "__main__":
    sys.exit(main())
