"""Measure the contrast of scenes, marks, previews and panels on a board, in both themes.

    python scripts/contrast.py

The formula is that of WCAG 2. Text needs a contrast of 4.5 with its background, and other parts
need 3. Two states that differ only by colour need 1.2 in greyscale. The background is the scene
itself, measured in many places for each kind of primitive. `DECORATION` names parts without a
meaning, which are not measured.
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

ROOT: Final = Path(__file__).resolve().parents[1]
JS: Final = ROOT / "polygames" / "view" / "js"

WORDS, MARKS, GREYS = 4.5, 3.0, 1.2
WIDTH: Final = 554
"""How wide a board is on a laptop, in pixels."""
TOUCH: Final = 0.01
"""So many pixels beside its border a polygon still covers a place: neighbours leave no gap."""
EACH: Final = 5
"""How many primitives of a kind are looked at, and in how many places each."""
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "splitter": {"players": 2},
    "territory": {"seed": 3, "size": 8},
    "splinter": {"max_plies": 60},
}
DECORATION: Final = {
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
"""Lines that part or fill and say nothing alone."""

TWINS: Final = (
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
"""What only the colour tells apart: all else has a pattern, a border or a sign of its own."""

THEMES: Final = {
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
"""What JupyterLab 4 sets."""

PANEL: Final = (
    ("words", "--pg-text", "--pg-ground", WORDS),
    ("words, raised or hovered", "--pg-text", "--pg-raised", WORDS),
    ("notes, what is disabled", "--pg-muted", "--pg-ground", WORDS),
    ("notes, raised", "--pg-muted", "--pg-raised", WORDS),
    ("a refusal in a form", "--pg-wrong", "--pg-ground", WORDS),
    ("the main button", "--pg-on-main", "--pg-main", WORDS),
    ("the main button, hovered", "--pg-on-main", "--pg-main-hover", WORDS),
    ("words at the pointer", "#ffffff", "--pg-tip", WORDS),
    ("a refusal at the pointer", "#ffffff", "--pg-refusal", WORDS),
    ("that the kernel is gone", "--pg-ink", "--pg-paper", WORDS),
    ("the edge of a button", "--pg-edge", "--pg-ground", MARKS),
    ("the edge of a button, hovered", "--pg-edge", "--pg-raised", MARKS),
    ("the open page, the focus", "--pg-accent", "--pg-ground", MARKS),
    ("the focus on the board", "--pg-focus", "--pg-paper", MARKS),
)
"""What the panel's style sheet lays on what; every colour of it is here."""


@dataclass(frozen=True)
class Pair:
    """Two colours that meet somewhere."""

    where: str
    what: str
    ink: str
    ground: str
    contrast: float
    needed: float

    @property
    def is_fine(self) -> bool:
        """Whether the contrast is high enough."""
        return self.contrast >= self.needed


def main() -> int:
    """Print the table; 1 if something in it is too faint."""
    found = table()
    for pair in found:
        sign = " " if pair.is_fine else "!"
        colors = f"{pair.ink} on {pair.ground}"
        print(f"{sign} {pair.contrast:5.2f} of {pair.needed}  {colors}  {pair.where}: {pair.what}")
    faint = sum(not pair.is_fine for pair in found)
    print(f"{len(found)} pairs, {faint} too faint")
    return bool(faint)


def table() -> list[Pair]:
    """Measure everything; for each kind of thing, its faintest place."""
    found = [*panel(), *client(), *twins(), *seats()]
    for game in pg.games():
        faintest: dict[tuple[str, str, float], Pair] = {}
        for moment, scene in scenes(game):
            for pair in pairs(game, moment, scene):
                key = (pair.what, pair.ink, pair.needed)
                faintest[key] = min(faintest.get(key, pair), pair, key=lambda each: each.contrast)
        found += faintest.values()
    return found


# --- What is measured ---------------------------------------------------------------------------


def scenes(game: str) -> Iterator[tuple[str, Scene]]:
    """Yield the scenes of a game: positions, last moves, hints, previews."""
    state, rng = pg.new(game, **OPTIONS.get(game, {})), Random(5)
    info = info_of(state)
    last: Scene = ()
    moments = {0: "start", 15: "middle"}
    while True:
        over = state.outcome is not None
        if (moment := "end" if over else moments.get(state.ply)) is not None:
            yield from shown(moment, state, last, rng)
        if over:
            return
        move = state.legal_moves.sample(rng)
        if state.turn >= 0 and info.board.highlight_move is not None:
            last = info.board.highlight_move(state, move, LAST_MOVE_COLOR)
        state = state.play(move)


def shown(moment: str, state: State[Any], last: Scene, rng: Random) -> Iterator[tuple[str, Scene]]:
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


def panel() -> Iterator[Pair]:
    """Compare the colours of the style sheets with their backgrounds, in both themes."""
    for theme, given in THEMES.items():
        names = {**given, **properties()}
        for what, ink, ground, needed in PANEL:
            below = solid(names, ground, names["--pg-paper"])
            above = solid(names, ink, below)
            yield measured(f"panel, {theme}", what, above, below, needed)


def properties() -> dict[str, str]:
    """Return the colours that the style sheets give a name."""
    sheets = (JS / "look.css", JS / "pointer" / "pointer.css")
    text = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    values = dict(re.findall(r"(--pg-[\w-]+):\s*([^;]+);", text))
    return {name: re.sub(r"\s+", " ", value).replace("( ", "(") for name, value in values.items()}


def client() -> Iterator[Pair]:
    """Compare the marks of the pointer layer with every background that can be clicked."""
    text = (JS / "renderer" / "renderer.js").read_text(encoding="utf-8")
    inks = dict(re.findall(r'(\w+) = "(#\w{6})"', text))
    grounds = {
        each.fill
        for game in pg.games()
        for _, scene in scenes(game)
        for each in scene
        if isinstance(each, Polygon) and each.target and each.fill
    }
    for ground in sorted(grounds):
        yield measured("pointer", "what can be clicked", inks["GREEN"], ground, MARKS)
        yield measured("pointer", "the rim of the cursor", inks["INK"], ground, MARKS)
    yield measured("pointer", "the cursor in its rim", inks["SKY"], inks["INK"], MARKS)
    for ink in ("PURPLE", "RED"):
        yield measured("pointer", "a corner to drag", inks[ink], inks["PAPER"], MARKS)


def twins() -> Iterator[Pair]:
    """Compare states that differ only by colour, in greyscale."""
    for what, one, other in TWINS:
        yield measured("greyscale", what, one, other, GREYS)


def seats() -> Iterator[Pair]:
    """Compare the marks of players with the paper colour."""
    labels = {
        label.color: game
        for game in pg.games()
        for label in info_of(pg.new(game)).board.caption(pg.new(game)).seats
    }
    labels |= dict.fromkeys(splitter.SEAT_COLORS, "splitter")
    for color, game in labels.items():
        yield measured(game, "the mark of a seat", color, palette.PAPER, MARKS)


# --- In a scene ---------------------------------------------------------------------------------


def pairs(game: str, moment: str, scene: Scene) -> Iterator[Pair]:
    """Compare each kind of shape in a scene with its background."""
    window = scene_window(scene)
    view = Viewport.fit(window, WIDTH, fitting_height(window, WIDTH))
    drawn = list(expand_arrows(project(scene, view)))
    kinds: Counter[object] = Counter()
    quiet = DECORATION.get(game, set())
    for at, each in enumerate(drawn):
        for what, ink, other, alpha, places, needed in parts(each):
            kind = (what, ink)
            if ink in quiet or kinds[kind] >= EACH:
                continue
            kinds[kind] += 1
            grounds = [ground(drawn[:at], place, quiet - {palette.PAPER}) for place in places]
            within = other or core(each, drawn[at + 1 : at + 4])
            inks = (ink,) if within is None else (ink, within)
            contrasts = sorted(
                (max(contrast(mix(one, g, alpha), g) for one in inks), g)
                for g in grounds
                if g != ink  # the same once more
            )
            if not contrasts:
                continue
            low, below = contrasts[len(contrasts) // 2]  # lines cross others, and may
            if isinstance(each, Text) and each.halo:
                low, below = max((low, below), (contrast(ink, each.halo), each.halo))
            yield Pair(game, f"{what} ({moment})", ink, below, round(low, 2), needed)


Part = tuple[str, str, str | None, float, list["Point"], float]


def parts(each: Primitive) -> Iterator[Part]:
    """Yield the visible parts of a primitive: text, strokes, small discs."""
    match each:
        case Text(at=at, fill=fill):
            yield "words", fill, None, 1.0, [at], WORDS
        case Segment(start=start, end=end, stroke=stroke, alpha=alpha):
            yield "line", stroke, None, alpha, along(start, end), MARKS
        case Polygon(points=points, fill=fill, stroke=stroke):
            if stroke:
                border = [p for ends in pairwise((*points, points[0])) for p in along(*ends)]
                yield "outline", stroke, fill, 1.0, border, MARKS
        case Disc(center=(x, y), radius=r, fill=fill, stroke=stroke, alpha=alpha):
            rim = [(x + r * cos(k * pi / 4), y + r * sin(k * pi / 4)) for k in range(8)]
            if stroke:
                yield "ring", stroke, fill, 1.0, rim, MARKS
            elif fill:
                yield "disc", fill, None, alpha, rim, MARKS


def core(rim: Primitive, above: Sequence[Primitive]) -> str | None:
    """Return the colour of the line within a rim: from the same place, thinner."""
    if not isinstance(rim, Segment):
        return None
    for each in above:
        if isinstance(each, Segment) and each.start == rim.start:
            return each.stroke if each.width < rim.width else None
    return None


def along(start: Point, end: Point) -> list[Point]:
    """Return places on a line, none at its ends."""
    (x, y), (u, v) = start, end
    return [(x + (u - x) * k / EACH, y + (v - y) * k / EACH) for k in range(1, EACH)]


def ground(drawn: Sequence[Primitive], place: Point, quiet: set[str]) -> str:
    """Return the colour of a picture at a place, without the lines that only decorate."""
    color, layers = palette.PAPER, []
    for each in reversed(drawn):
        ink, alpha = covers(each, place)
        if ink and ink not in quiet:
            layers.append((ink, alpha))
            if alpha == 1:
                break
    for ink, alpha in reversed(layers):
        color = mix(ink, color, alpha)
    return color


def covers(each: Primitive, place: Point) -> tuple[str | None, float]:
    """Return the colour that a primitive has at a place, None where it is not."""
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
            return (stroke, 1.0) if is_rim else (fill if area.distance(at) < TOUCH else None, alpha)
        case _:
            return None, 1.0


# --- Colours ------------------------------------------------------------------------------------


def measured(where: str, what: str, ink: str, ground: str, needed: float) -> Pair:
    """Compare two colours."""
    return Pair(where, what, ink, ground, round(contrast(ink, ground), 2), needed)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(color: str) -> float:
    """Return how bright a colour is, 0 to 1."""
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


def mix(ink: str, ground: str, alpha: float) -> str:
    """Return the mix of a transparent colour and its background."""
    both = zip(channels(ink), channels(ground), strict=True)
    return "#" + "".join(f"{round(a * alpha + b * (1 - alpha)):02x}" for a, b in both)


def solid(names: dict[str, str], color: str, ground: str) -> str:
    """Return a colour of a style sheet as it is seen on a ground: names, rgba, color-mix."""
    color = names.get(color, color).strip()
    if found := re.fullmatch(r"var\((--[\w-]+)(?:, *(.+))?\)", color):
        name, fallback = found.groups()
        return solid(names, names.get(name) or fallback, ground)
    if found := re.fullmatch(r"rgba\((\d+), *(\d+), *(\d+), *([\d.]+)\)", color):
        *rgb, alpha = found.groups()
        return mix("#" + "".join(f"{int(c):02x}" for c in rgb), ground, float(alpha))
    if found := re.fullmatch(r"color-mix\(in srgb, (.+) (\d+)%, (.+?) ?\)", color):
        one, share, other = found.groups()
        below = solid(names, other, ground)
        return mix(solid(names, one, below), below, int(share) / 100)
    return "#" + "".join(2 * c for c in color[1:]) if len(color) == 4 else color  # noqa: PLR2004 - #rgb


if __name__ == "__main__":
    sys.exit(main())
