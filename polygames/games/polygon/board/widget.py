"""Polygon's board: unlimited zoom, an overview map, and polygons to choose or drag."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import ipywidgets as widgets

from polygames.core.errors import OptionError
from polygames.core.options import raise_option_error
from polygames.games.polygon import shapes
from polygames.games.polygon.board import views
from polygames.games.polygon.board.scene import (
    SEGMENT_COLORS,
    View,
    crossing_names,
    highlight_move,
    motion,
    preview,
    scene,
    segment_numbers,
)
from polygames.games.polygon.rules import SEAT_COLORS
from polygames.runtime.game_lock import with_game_lock
from polygames.scene.user_marks import draw_marks
from polygames.view.frame import drag_handle_data
from polygames.view.help import option_question
from polygames.widgets.board import BoardWidget
from polygames.widgets.header import recent_moves_text
from polygames.widgets.interfaces import NEW_GAME_TAB
from polygames.widgets.panels.new_game import FORM_STYLE, NewGamePanel, with_help_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.analysis import Analysis
    from polygames.games.polygon.rules import PolygonGame
    from polygames.geometry.exact import Point
    from polygames.records.record import Record
    from polygames.scene.model import Motion, Preview, Scene, Window
    from polygames.widgets.interfaces import BoardLike
    from polygames.widgets.session import Session


MAX_MARK_COORDINATE: Final = 1e9
"""The position of a mark too far from the view for floats."""
MAX_REMEMBERED_VIEWS: Final = 16
"""Earlier views kept, for messages that arrive late."""
DROP_TOLERANCE_PX: Final = 3
"""A dropped corner is rounded by at most about this distance."""
ALL_IN_VIEW_TEXT: Final = "You can see all points that you can choose."
"""The message if there is nothing to zoom to."""
POLYGON_HELP: Final = """
**On this board.** You can choose the green points. You cannot use the other large points: a segment
ends there already. Small grey points are not allowed. A small ring has the right colours but is not
allowed either. Point at it, or touch it, to see why. If you have chosen a point, press Escape or
touch an empty place to cancel. The segments have numbers in the order in which they were drawn.
2×5 is the crossing of segments 2 and 5. You can zoom in as far as you like: Ctrl + wheel zooms in
on a point. Before the first move, *Drag corners* lets you change the polygon.
"""

EXPLAINED_PLIES: Final = 6
"""The number of first moves in which the kinds of points are explained."""
CROSSING_RULE_TEXTS: Final = {
    "different": "where two colours cross",
    "same": "where two segments of one colour cross",
    "any": "where two segments cross",
    "mixed": "where two segments cross",
}
"""The text for each value of the option: the crossings where a segment may end."""


class PolygonBoard(BoardWidget):
    """The board of a Polygon game.

    The zoom is unlimited. The board shows an exact `View` of the plane, which `look_at` and
    `zoom_to_targets` change, and everything is drawn relative to it.
    """

    help_text: ClassVar[str] = POLYGON_HELP

    def __init__(self, session: Session, *, size: int | None = None) -> None:
        self.whole_view: View
        self._view: View
        self._views: dict[int, View] = {}
        self._last_transform: dict[str, Any] | None = None
        self._view_number = -1
        self._reset_view(session.state)
        self._is_shaping = False
        super().__init__(session, size=size)

    # Actions of a person, as methods

    @property
    def state(self) -> PolygonGame:
        """The position on the board."""
        return cast("PolygonGame", self.session.state)

    @property
    def view(self) -> View:
        """The visible part of the plane."""
        return self._view

    @with_game_lock
    def show_view(self, view: View) -> None:
        """Show another part of the plane."""
        before, self._view = (self._view_number, self._view), view
        if self.message == ALL_IN_VIEW_TEXT and view != before[1]:
            self.show_message("")
        self._view_number += 1
        self._views[self._view_number] = view
        self._views.pop(self._view_number - MAX_REMEMBERED_VIEWS, None)
        change = views.view_transform(before[1], view)
        self._last_transform = change and {"from": before[0], **change}
        self._refresh_map()
        self.redraw()

    def look_at(self, point: str | Point, zoom: float | Fraction | None = None) -> None:
        """Center the view on a point.

        Parameters
        ----------
        point
            The point or its name.
        zoom
            The magnification relative to the whole board, at least 1: ``10**30`` if you like.
            By default it does not change.

        Raises
        ------
        OptionError
            If there is no such point, or the zoom is below 1.
        """
        found = self.state.point(point) if isinstance(point, str) else point
        if found is None:
            msg = f"there is no point {point!r} on the board"
            raise OptionError(msg)
        if zoom is not None and not zoom >= 1:
            raise_option_error("the option zoom", "must be a number of 1 or more", zoom)
        scale = self._view.scale if zoom is None else self.whole_view.scale * Fraction(zoom)
        self.show_view(views.centered_view(found, scale))

    def zoom(self, factor: float | Fraction | None) -> None:
        """Zoom in by a factor below 1, or out by one above 1; None shows the whole board."""
        if factor is None:
            self.show_view(self.whole_view)
        else:
            self.show_view(views.zoom_out_view(self._view, Fraction(factor), self.whole_view))

    def zoom_to_targets(self) -> None:
        """Zoom to all points where the next segment may end.

        The start of the segment is shown with them, or named if it is too far away.
        """
        before, here = self._view, self.state.here
        self.show_view(views.fit_targets(self.state))
        if self._view == before:
            self.show_message(ALL_IN_VIEW_TEXT)
        elif here is not None and max(map(abs, self._view.to_exact(here))) > views.VIEW_EDGE:
            self.show_message(f"The segment starts at {self.state.name(here)}, outside this view.")

    @with_game_lock
    def shape(self, *, on: bool) -> None:
        """Turn dragging of the corners on or off; possible only before the first move.

        Raises
        ------
        OptionError
            If a segment is drawn.
        """
        if on and self.state.ply:
            msg = "the corners can be moved only before the first segment"
            raise OptionError(msg)
        self._is_shaping = self._shaping_toggle.value = on
        self.show_view(self._view if on else self.whole_view)
        self.show_message("Drag the corners. Then draw the first segment." if on else "")

    # Display

    def create_new_game_panel(self) -> NewGamePanel:
        """Return the form for a new game, with fields for the corners."""
        return PolygonPanel(self)

    def hint_note(self, analysis: Analysis) -> str:
        """Return a note on a proved win or loss, or an empty string.

        For a win it has the number of segments until the end, if that is known.
        """
        best = analysis.moves[0]
        if not best.proved or (best.value < 0 and not analysis.is_proved):
            return ""
        me, other = SEAT_COLORS[self.state.turn], SEAT_COLORS[1 - self.state.turn]
        if best.value < 0:
            return f"Every move loses if {other} replies well."
        if best.distance is None:
            return f"{me} wins, whatever {other} draws."
        if best.distance == 1:
            return ""  # the reason mentions it
        return f"{me} wins in at most {best.distance} segments, whatever {other} draws."

    def next_step(self) -> str:
        """Return a text about the points that can be chosen; empty after the first few moves."""
        if not self.session.is_human_turn or self.has_task or self.state.ply >= EXPLAINED_PLIES:
            return ""
        if self.state.here is None:
            return ""
        where = CROSSING_RULE_TEXTS[self.state.rules.colors]
        said = f"Choose a green point: a corner, or a place {where}. "
        said += "You cannot use the other large points: a segment ends there already. "
        said += "If you cannot draw, you lose."
        return f"{recent_moves_text(self.session)} {said}".strip()

    def picture(self) -> Scene:
        """Return the drawing of the position in the current view, with names and numbers."""
        shown = scene(self.state, self._view)
        named = (*shown, *crossing_names(self.state, shown))
        beyond = views.targets_outside(self.state, self._view)
        return (*named, *segment_numbers(self.state, self._view, named), *beyond)

    def highlight_move(self, state: Any, move: Any, color: str) -> Scene:
        """Return shapes that highlight a move in the current view."""
        return highlight_move(state, move, color, self._view)

    def user_marks_scene(self) -> Scene:
        """Return the drawing of the user's marks on the position, in the current view."""
        marks = [replace(each, places=self.visible_places(each)) for each in self.record.node.marks]
        return draw_marks(marks, self.scene)

    def to_visible_point(self, point: tuple[float, float]) -> tuple[float, float]:
        """Convert a point from coordinates of the whole board to those of the current view."""
        return _transform_point(point, self.whole_view, self._view)

    def to_picture_point(
        self, point: tuple[float, float], space: int | None
    ) -> tuple[float, float]:
        """Convert a point from coordinates of an earlier view to those of the whole board.

        The number of that view is `space`; None means the current view.
        """
        view = self._view if space is None else self._views.get(space, self._view)
        return _transform_point(point, view, self.whole_view)

    def motion(self, state: Any, move: Any) -> tuple[Motion, ...]:
        """Return the animation of a move in the current view."""
        return motion(state, move, self._view)

    def preview(self, state: Any, move: Any) -> Preview:
        """Return the preview of a move in the current view."""
        return preview(state, move, self._view)

    def frame(self) -> dict[str, Any]:
        """Return the data from which the browser draws the board.

        They include the number of the view and the corners that can be dragged.
        """
        made, state = super().frame(), self.state
        here = None if state.here is None else self._view.to_view(state.here)
        home = views.full_window(self._view, self.whole_view)
        corners = [
            (state.name(point), at)
            for point in state.vertices
            if self._is_shaping and (at := self._view.to_view(point))
        ]
        return made | {
            "home": [home.left, home.top, home.right, home.bottom],
            "space": self._view_number,
            "moved": self._last_transform,
            **drag_handle_data(corners, convex=True),
            "keys": [*made["keys"], "t"],
            "band": {
                "color": SEGMENT_COLORS[state.turn],
                "from": here,
            },  # from the pointer to the start
            "active": made["active"] and not self._is_shaping,
        }

    def refresh_controls(self) -> None:
        """Update everything beside the picture, including the map."""
        if self.state.ply:
            self._is_shaping = self._shaping_toggle.value = False
        self._shaping_toggle.disabled = bool(self.state.ply)
        self._zoom_button.disabled = self.state.outcome is not None
        super().refresh_controls()
        self._refresh_map()

    def extra_widgets(self) -> tuple[widgets.Widget, ...]:
        """Return the overview map, the zoom factor and the buttons for zooming and dragging."""
        shared = self.shared_styles
        look = {"layout": shared.layout, "style": shared.html_style}
        self._map, self._zoom_label = widgets.HTML(**look), widgets.HTML(**look)
        fitting = {"layout": shared.fitting_layout, "style": shared.button_style}
        self._zoom_button = widgets.Button(
            description="Zoom to green points",
            tooltip="show all points that you can choose (key t)",
            **fitting,
        )
        self._zoom_button.on_click(lambda _: self.run_action(self.zoom_to_targets))
        to_whole = widgets.Button(
            description="Whole board", tooltip="show the whole board (key 0)", **fitting
        )
        to_whole.on_click(lambda _: self.run_action(partial(self.zoom, None)))
        self._shaping_toggle = widgets.ToggleButton(
            description="Drag corners",
            tooltip="change the polygon before the first move",
            layout=shared.fitting_layout,
        )
        self._shaping_toggle.observe(self._on_shaping_toggled, "value")
        tools = [self._zoom_button, to_whole, self._shaping_toggle]
        buttons = widgets.HBox(tools, layout=shared.wrapping_layout)
        side = widgets.VBox([self._zoom_label, buttons], layout=shared.layout)
        return (widgets.HBox([self._map, side], layout={"align_items": "center"}),)

    # Messages of the client

    def show_window(self, window: Window | None, space: int | None) -> None:
        """Show a window given in the coordinates of the view numbered `space`.

        If `window` is None, show the whole board.
        """
        view = self._view if space is None else self._views.get(space)
        if window is None:
            self.zoom(None)
        elif view is not None:
            self.show_view(views.view_of_window(view, window, self.whole_view))

    def handle_action(self, content: dict[str, Any]) -> None:
        """Handle a message from the browser, such as a dragged corner, a point to show or a key."""
        match content:
            case {
                "kind": "drop_handle",
                "handle": name,
                "point": point,
                "pixel_size": pixel_size,
                "space": space,
            }:
                if self._is_shaping and name in self._corner_names and space in self._views:
                    self._drag_corner(name, point, pixel_size, self._views[space])
            case {"kind": "show_target", "target": name}:
                self.look_at(name)
            case {"kind": "key", "key": "t"}:
                self.zoom_to_targets()
            case _:
                super().handle_action(content)

    def _drag_corner(self, name: str, target: Sequence[float], unit: float, view: View) -> None:
        """Start a new game with one corner moved, unless the polygon would not be convex."""
        corners, size = shapes.rational_corners(self.state)
        k = self._corner_names.index(name)
        x, y = (Fraction(value) / view.scale for value in target)
        at = ((view.center[0] + x) * size, (view.center[1] - y) * size)
        corner = shapes.snap_point(at, DROP_TOLERANCE_PX * Fraction(unit) / view.scale * size)
        options = {**self.record.options, "vertices": (*corners[:k], corner, *corners[k + 1 :])}
        same = View((view.center[0] * size, view.center[1] * size), view.scale / size)
        try:
            self.new(**options)
        finally:
            self.send_frame()  # the client moves the corner to its actual place
        if all(
            max(map(abs, same.to_exact(point))) < views.VIEW_EDGE for point in self.state.vertices
        ):
            self.show_view(same)  # until the shape is done: it would jump with every corner
        self.show_message(f"{name} is now at ({corner[0]}, {corner[1]}).")

    @with_game_lock
    def show_record(self, record: Record, seats: Sequence[str] | None = None) -> None:
        """Start another game on the board, and show the whole polygon."""
        seats = self.session.players_for(record, seats)
        self._reset_view(record.state)
        super().show_record(record, seats)
        if (form := self._tabs.panels.get(NEW_GAME_TAB)) is not None:
            cast("NewGamePanel", form).fill_fields(record.options)

    @property
    def _corner_names(self) -> list[str]:
        return [self.state.name(point) for point in self.state.vertices]

    def _reset_view(self, state: Any) -> None:
        self.whole_view = self._view = View.of_polygon(state)
        self._view_number += 1
        self._views = {self._view_number: self._view}
        self._last_transform = None

    def _on_shaping_toggled(self, change: dict[str, Any]) -> None:
        if change["new"] != self._is_shaping:
            self.run_action(lambda: self.shape(on=change["new"]))

    def _refresh_map(self) -> None:
        self._map.value = views.minimap(self.state, self._view)
        power = views.zoom_power(self._view, self.whole_view)
        short = power < 3  # noqa: PLR2004 - few digits
        times = f"{10**power:.3g}×" if short else f"10<sup>{power:.1f}</sup>×"
        self._zoom_label.value = f"Zoom: {times}"


def _transform_point(point: tuple[float, float], old: View, new: View) -> tuple[float, float]:
    """Convert the coordinates of a point from one view to another.

    If floats overflow, both coordinates are `MAX_MARK_COORDINATE`.
    """
    change = views.view_transform(old, new)
    if change is None:
        return (MAX_MARK_COORDINATE, MAX_MARK_COORDINATE)
    (x, y), scale = point, change["scale"]
    return (x - change["x"]) * scale, (y - change["y"]) * scale


POLYGON_SHAPES: Final = ("regular", "random convex", "custom corners")
REGULAR, RANDOM, CUSTOM = POLYGON_SHAPES

CORNERS_HELP: Final = "Write x and y of one corner in each line. Fractions such as 5/2 are exact."


class PolygonPanel(NewGamePanel):
    """The form for a new game, with fields for the shape and the corners of the polygon."""

    def __init__(self, board: BoardLike) -> None:
        self._shape = widgets.Dropdown(
            options=[(each.capitalize(), each) for each in POLYGON_SHAPES],
            description="Shape",
            style=FORM_STYLE,
        )
        self._corners = widgets.Textarea(
            description="Corners", rows=6, placeholder="0, 0\n5/2, 0\n3, 2.25", style=FORM_STYLE
        )
        self._corners_form = with_help_line(self._corners, CORNERS_HELP)
        self._shape.observe(self._on_shape_changed, "value")
        super().__init__(board)
        self.fields["n"].observe(self._on_shape_changed, "value")
        self._show_fields()

    def field_with_help(self, name: str) -> widgets.Widget:
        """Return the form's row for an option; the row of `n` also has the shape and corners."""
        if name != "n":
            return super().field_with_help(name)
        n = with_help_line(self.fields["n"], option_question(self.info, "n").help)
        return widgets.VBox([self._shape, n, self._corners_form])

    def fill_fields(self, options: dict[str, Any]) -> None:
        """Show option values and the matching shape."""
        super().fill_fields(options)
        corners = options.get("vertices")
        if corners is not None or "n" in options:
            self._shape.value = REGULAR if corners is None else CUSTOM
        if corners is not None:
            self._corners.value = shapes.corners_to_text(corners)

    def options(self) -> dict[str, Any]:
        """Return the chosen options; raise OptionError if the corners are not convex."""
        chosen = super().options()
        if self._shape.value != REGULAR:
            chosen["vertices"] = shapes.parse_corners(self._corners.value)
            chosen["n"] = len(chosen["vertices"])
        return chosen

    def _on_shape_changed(self, change: dict[str, Any]) -> None:
        if self._shape.value == RANDOM:
            corners = shapes.random_convex(self.fields["n"].value, SystemRandom())
            self._corners.value = shapes.corners_to_text(corners)
        elif change["owner"] is self._shape and self._shape.value == CUSTOM:
            corners, _ = shapes.rational_corners(cast("PolygonGame", self.record.state))
            self._corners.value = shapes.corners_to_text(corners)
        self._show_fields()

    def _show_fields(self) -> None:
        self.fields["n"].layout.display = "none" if self._shape.value == CUSTOM else ""
        self._corners_form.layout.display = "none" if self._shape.value == REGULAR else ""
