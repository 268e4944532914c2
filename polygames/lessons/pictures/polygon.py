"""The pictures of the lessons about Polygon and last-move games."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from polygames.games.polygon.board.scene import View, scene
from polygames.lessons.pictures.backend import tool
from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, SOFT, VERMILION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import EllipsisType

    from matplotlib.axes import Axes

    from polygames.games.polygon.rules import PolygonGame

    Place = tuple[float, float]
    Chord = tuple[int, int]

Circle = tool("matplotlib.patches:Circle")
draw_scene = tool("polygames.plots.figure:draw_scene")

PAIRS = ("AD, BE", "BE, CF", "AD, CF")
INKS = (VERMILION, BLUE, GREEN)
MARKERS = ("o", "s", "^")
WINNERS = {1: "Red", -1: "Blue", None: "open"}


# --- Where three lines meet --------------------------------------------------------------------


def center(points: Sequence[Place]) -> Picture:
    """Show the middle of a regular hexagon, and where floats put the three crossings there.

    Parameters
    ----------
    points
        The crossings of AD and BE, BE and CF, AD and CF.
    """
    figure, (whole, near) = canvas(1, 2, (9.2, 4.5))
    corners = _regular(6)
    _diagonals(whole, corners)
    whole.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), title="the board")
    size = 1e-16
    for x, y in corners[:3]:
        near.axline((0, 0), (x, y), color=SOFT, linewidth=4, zorder=0)
    near.plot(0, 0, "x", color=INK, markersize=10, zorder=2)
    _note(near, (0, 0), "the true point", INK, (-92, -4))
    _found(near, [(x / size, y / size) for x, y in points])
    near.set(xlim=(-4.4, 4.4), ylim=(-4.4, 4.4), title="its middle, 10$^{16}$ times larger")
    _bare(whole, near)
    return Picture(
        figure,
        "A regular hexagon with its three long diagonals, and its middle ten thousand million"
        " million times larger: the three crossings that were computed lie at three places beside"
        " the true one.",
    )


def triangle(points: Sequence[Place]) -> Picture:
    """Show three lines near the middle of a huge hexagon, as they are and as floats see them.

    Parameters
    ----------
    points
        Where floats put the crossings of AD and BE, BE and CF, AD and CF.
    """
    figure, axes = canvas(1, 3, (11.4, 4.2))
    whole, true, seen = axes
    _diagonals(whole, [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)])
    whole.set(xlim=(-2.5, 2.5), ylim=(-2.5, 2.5), title="the board")
    for ax in (true, seen):
        ax.axhline(0.5, color=SOFT, linewidth=4, zorder=0)
        for slope in (1, -1):
            ax.axline((0, 0), slope=slope, color=SOFT, linewidth=4, zorder=0)
        ax.set(xlim=(-1.5, 1.5), ylim=(-1.2, 1.8))
    _found(true, [(0.5, 0.5), (0, 0), (-0.5, 0.5)])
    _found(seen, points)
    true.set_title("its middle, as it is")
    seen.set_title("its middle, by floats")
    _bare(*axes)
    return Picture(
        figure,
        "The wide hexagon; its true middle, where three lines make a small triangle; and the same"
        " middle by floats, where one corner of the triangle is far out to the right.",
    )


def _diagonals(ax: Axes, corners: Sequence[Place]) -> None:
    """Draw a hexagon with its three long diagonals and the names of its corners."""
    ax.fill(*zip(*corners, strict=True), facecolor="#fbf8f1", edgecolor=GREY, linewidth=1.5)
    for k, (x, y) in enumerate(corners):
        ax.text(1.13 * x, 1.13 * y, "ABCDEF"[k], ha="center", va="center")
        if k < 3:
            ax.plot(*zip((x, y), corners[k + 3], strict=True), color=GREY, linewidth=1.5)


def _found(ax: Axes, points: Sequence[Place]) -> None:
    """Mark crossings that were computed; one that is out of sight becomes an arrow."""
    for (x, y), pair, ink, marker in zip(points, PAIRS, INKS, MARKERS, strict=True):
        right = ax.get_xlim()[1] if abs(x) > 10 else None
        if right is None:
            ax.plot(x, y, marker, color=ink, markersize=9, zorder=3)
            _note(ax, (x, y), pair, ink, (-50, 8) if x < 0 else (9, 5))
        else:
            look = {"arrowstyle": "->", "color": ink, "linewidth": 2}
            ax.annotate("", (right, y), (0.55 * right, y), arrowprops=look)
            _note(ax, (0.55 * right, y), f"{pair}:\nx = {x:.0f}", ink, (8, -32))


def _note(ax: Axes, at: Place, text: str, ink: str, offset: Place) -> None:
    style: dict[str, Any] = {"color": ink, "fontsize": 12, "zorder": 4}
    ax.annotate(text, at, offset, textcoords="offset points", **style)


# --- Positions ---------------------------------------------------------------------------------


def boards(positions: Mapping[str, PolygonGame], zoom: int = 0) -> Picture:
    """Show positions side by side, each under its title.

    Parameters
    ----------
    positions
        The positions by their titles.
    zoom
        If it is given, the last position is shown once more: its middle, so many times larger.
    """
    count = len(positions) + bool(zoom)
    columns = min(count, 2)
    rows = -(-count // columns)
    figure, axes = canvas(rows, columns, (4.6 * columns, 4.9 * rows))
    for ax, (title, state) in zip(axes, positions.items(), strict=False):
        draw_scene(scene(state), ax)
        ax.set_title(title, fontsize=12)
    if zoom:
        whole = View.whole(state)
        near = View(whole.center, whole.scale * zoom)
        draw_scene(scene(state, near), axes[count - 1])
        axes[count - 1].set_title("the last one, its middle much larger", fontsize=12)
    for ax in axes[count:]:
        ax.set_axis_off()
    words = [f"{title} (moves: {_moves(state)})" for title, state in positions.items()]
    return Picture(figure, f"Positions of Polygon. {'; '.join(words)}.")


def _moves(state: PolygonGame) -> str:
    return " ".join(map(str, state.moves)) or "none"


def first_moves(values: Mapping[str, bool]) -> Picture:
    """Draw a regular hexagon's first moves: thick if they win, dotted if they lose.

    Parameters
    ----------
    values
        By the text of each move, whether the player to move wins *after* it; thin lines while the
        exercise that finds out waits for its answer.
    """
    figure, (ax,) = canvas(1, 1, (5.4, 4.8))
    corners = dict(zip("ABCDEF", _regular(6), strict=True))
    ax.fill(*zip(*corners.values(), strict=True), facecolor="#fbf8f1", edgecolor=GREY)
    for name, (x, y) in corners.items():
        ax.text(1.13 * x, 1.13 * y, name, ha="center", va="center")
    looks: dict[object, dict[str, Any]] = {
        False: {"color": GREEN, "linewidth": 3.5, "label": "wins"},
        True: {"color": GREY, "linestyle": ":", "label": "loses"},
    }
    unknown = {"color": GREY, "linewidth": 0.8, "label": "not known yet"}
    for move, loses in values.items():
        look = looks.get(loses, unknown)
        line = zip(*(corners[name] for name in move.split("-")), strict=True)
        ax.plot(*line, **look, zorder=2 if loses is False else 1)
    handles = {line.get_label(): line for line in ax.lines}
    look = {"loc": "upper left", "frameon": False, "bbox_to_anchor": (0.86, 1.0)}
    ax.legend(handles.values(), handles.keys(), **look)
    ax.set(xlim=(-1.25, 1.75), ylim=(-1.25, 1.25))
    _bare(ax)
    wins = [move for move, loses in values.items() if loses is False]
    known = f"these win: {', '.join(wins)}" if wins else "none is known to win yet"
    return Picture(figure, f"The first moves on a regular hexagon; {known}.")


def chords(
    count: int, first: Chord, pairs: Sequence[tuple[Chord, Chord | EllipsisType | None]]
) -> Picture:
    """Draw chords between points on a circle: a first one, and pairs of a chord and its answer.

    Parameters
    ----------
    count
        How many points there are, numbered from 0 at the top.
    first
        The first chord.
    pairs
        Later chords and their answers; an answer that is open (``...``) is left out.
    """
    figure, (ax,) = canvas(1, 1, (4.8, 4.8))
    ax.add_patch(Circle((0, 0), 1, facecolor="#fbf8f1", edgecolor=GREY))
    places = _regular(count)
    _chord(ax, places, first, INK, "-")
    for (chord, answer), ink in zip(pairs, (ORANGE, PURPLE, BLUE), strict=False):
        _chord(ax, places, chord, ink, "-")
        if answer is not ... and answer is not None:
            _chord(ax, places, answer, ink, "--")
    for k, (x, y) in enumerate(places):
        ax.plot(x, y, "o", color=INK, markersize=5, zorder=3)
        ax.text(1.13 * x, 1.13 * y, str(k), ha="center", va="center")
    ax.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25))
    _bare(ax)
    words = "; ".join(f"{chord} answered by {reply}" for chord, reply in pairs if reply is not ...)
    return Picture(figure, f"{count} points on a circle, the first chord {first}; {words}.")


def outcome_table(cases: Sequence[Mapping[str, Any]]) -> Table:
    """Return the table of who wins after each kind of first move, and of how large the proofs are.

    Parameters
    ----------
    cases
        What `benchmarks/studies/polygon_outcomes.py` writes.
    """
    moves = sorted({row["move"] for case in cases for row in case["first_moves"]})
    lines = [
        ["colours", "corners", *moves, "winner"],
        ["---"] + ["---:"] * (len(moves) + 1) + ["---"],
    ]
    for case in cases:
        entries = {row["move"]: _entry(row) for row in case["first_moves"]}
        cells = [entries.get(move, "") for move in moves]
        winner = WINNERS[case["value"]]
        lines.append([case["colors"], str(case["n"]), *cells, f"**{winner}**"])
    return Table("\n".join(f"| {' | '.join(line)} |" for line in lines))


class Table:
    """A table that a notebook sets as one."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


def _entry(row: Mapping[str, Any]) -> str:
    """Return who wins after a first move, and how many positions the proof of it has."""
    size = f" · {row['proof_positions']:,}" if row.get("checked") else ""
    return f"{WINNERS[row['value']]}{size}"


def _chord(ax: Axes, places: Sequence[Place], chord: Chord, ink: str, style: str) -> None:
    ends = (places[k] for k in chord)
    ax.plot(*zip(*ends, strict=True), color=ink, linestyle=style, linewidth=2.6, zorder=2)


def _regular(n: int) -> list[Place]:
    """Return the corners of a regular polygon, the first one on top, then clockwise."""
    return [(sin(2 * pi * k / n), cos(2 * pi * k / n)) for k in range(n)]


def _bare(*axes: Axes) -> None:
    for ax in axes:
        ax.set_aspect("equal")
        ax.set_axis_off()
