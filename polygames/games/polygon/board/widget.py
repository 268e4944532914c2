"""Polygon's board: a zoom to the possible points, and polygons to choose or drag."""

from __future__ import annotations

from fractions import Fraction
from random import SystemRandom
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import ipywidgets as widgets

from polygames.core.errors import OptionError
from polygames.games.polygon import shapes
from polygames.games.polygon.board.explanations import next_step_text, proof_note
from polygames.games.polygon.board.scene import (
    bounding_square,
    to_places,
    to_plane,
    zoom_to_targets,
)
from polygames.runtime.game_lock import with_game_lock
from polygames.view.frame import drag_handle_data
from polygames.widgets.board import BoardWidget
from polygames.widgets.header import recent_moves_text
from polygames.widgets.interfaces import NEW_GAME_TAB, set_visible
from polygames.widgets.panels.new_game import FORM_STYLE, NewGamePanel, with_help_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.analysis import Analysis
    from polygames.games.polygon.rules import PolygonGame
    from polygames.records.record import Record
    from polygames.widgets.interfaces import BoardLike
    from polygames.widgets.session import Session


DROP_TOLERANCE_PX: Final = 3
"""A dropped corner is rounded by at most about this distance."""
POLYGON_HELP: Final = """
**On this board.** You can choose the green points. You cannot use the other large points: a segment
ends there already. Small grey points are not allowed. A small ring has the right colours but is not
allowed either. Point at it, or touch it, to see why. If you have chosen a point, press Escape or
touch an empty place to cancel. The segments have numbers in the order in which they were drawn.
2×5 is the crossing of segments 2 and 5. Are points too close together? Ctrl + wheel zooms in on a
point. Before the first move, *Drag corners* lets you change the polygon.
"""


class PolygonBoard(BoardWidget):
    """The board of a Polygon game."""

    help_text: ClassVar[str] = POLYGON_HELP

    def __init__(self, session: Session, *, size: int | None = None) -> None:
        self._is_shaping = False
        super().__init__(session, size=size)

    # Actions of a person, as methods

    @property
    def state(self) -> PolygonGame:
        """The position on the board."""
        return cast("PolygonGame", self.session.state)

    def zoom_to_targets(self) -> None:
        """Zoom to all points where the next segment may end, and to its start if it is near."""
        window, note = zoom_to_targets(self.state)
        self._conversation.set_window(window)
        if note:
            self.show_message(note)

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
        self.send_frame()
        self.show_message("Drag the corners. Then draw the first segment." if on else "")

    # Display

    def create_new_game_panel(self) -> NewGamePanel:
        """Return the form for a new game, with fields for the corners."""
        return PolygonPanel(self)

    def hint_note(self, analysis: Analysis) -> str:
        """Return a note on a proved win or loss, or an empty string.

        For a win it has the number of segments until the end, if that is known.
        """
        return proof_note(self.state, analysis)

    def next_step(self) -> str:
        """Return a text about the points that can be chosen; empty after the first few moves."""
        if not self.session.is_human_turn or self.has_task:
            return ""
        text = next_step_text(self.state)
        return f"{recent_moves_text(self.session)} {text}".strip() if text else ""

    def frame(self) -> dict[str, Any]:
        """Return the data from which the browser draws the board, with the corners to drag."""
        if not self._is_shaping:
            return super().frame()
        to_place = to_places(self.state)
        corners = [(self.state.name(point), to_place(point)) for point in self.state.vertices]
        return {**super().frame(), **drag_handle_data(corners, convex=True)}

    @property
    def can_move(self) -> bool:
        """Whether a person may move now; nobody can while the corners can be dragged."""
        return super().can_move and not self._is_shaping

    def refresh_controls(self) -> None:
        """Update everything beside the picture."""
        if self.state.ply:
            self._is_shaping = self._shaping_toggle.value = False
        self._shaping_toggle.disabled = bool(self.state.ply)
        self._zoom_button.disabled = self.state.outcome is not None
        super().refresh_controls()

    def extra_widgets(self) -> tuple[widgets.Widget, ...]:
        """Return the buttons for zooming and dragging."""
        shared = self.shared_styles
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
        to_whole.on_click(lambda _: self.run_action(lambda: self._conversation.set_window(None)))
        self._shaping_toggle = widgets.ToggleButton(
            description="Drag corners",
            tooltip="change the polygon before the first move",
            layout=shared.fitting_layout,
        )
        self._shaping_toggle.observe(self._on_shaping_toggled, "value")
        tools = [self._zoom_button, to_whole, self._shaping_toggle]
        return (widgets.HBox(tools, layout=shared.wrapping_layout),)

    # Messages of the client

    def handle_action(self, content: dict[str, Any]) -> None:
        """Handle a message from the browser, such as a dragged corner or a key."""
        match content:
            case {
                "kind": "drop_handle",
                "handle": name,
                "point": point,
                "pixel_size": pixel_size,
            }:
                if self._is_shaping and name in self._corner_names:
                    self._drag_corner(name, point, pixel_size)
            case {"kind": "key", "key": "t"}:
                self.zoom_to_targets()
            case _:
                super().handle_action(content)

    def _drag_corner(self, name: str, target: tuple[float, float], pixel_size: float) -> None:
        """Start a new game with one corner moved, unless the polygon would not be convex."""
        corners, size = shapes.rational_corners(self.state)
        k = self._corner_names.index(name)
        x, y = to_plane(self.state, target)
        _, half = bounding_square(self.state)
        tolerance = DROP_TOLERANCE_PX * Fraction(pixel_size) * half * size
        corner = shapes.snap_point((x * size, y * size), tolerance)
        options = {**self.record.options, "vertices": (*corners[:k], corner, *corners[k + 1 :])}
        try:
            self.new(**options)
        finally:
            self.send_frame()  # the client moves the corner to its actual place
        self.show_message(f"{name} is now at ({corner[0]}, {corner[1]}).")

    @with_game_lock
    def show_record(self, record: Record, seats: Sequence[str] | None = None) -> None:
        """Start another game on the board, and fill its form for a new game."""
        super().show_record(record, seats)
        if (form := self._tabs.panels.get(NEW_GAME_TAB)) is not None:
            cast("NewGamePanel", form).fill_fields(record.options)

    @property
    def _corner_names(self) -> list[str]:
        return [self.state.name(point) for point in self.state.vertices]

    def _on_shaping_toggled(self, change: dict[str, Any]) -> None:
        if change["new"] != self._is_shaping:
            self.run_action(lambda: self.shape(on=change["new"]))


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
        self._shape_fields = widgets.VBox()
        self._shape.observe(self._on_shape_changed, "value")
        super().__init__(board)
        self.fields["n"].observe(self._on_shape_changed, "value")
        self._show_fields()

    def field_with_help(self, name: str) -> widgets.Widget:
        """Return the form's row for an option; the row of `n` also has the shape and corners."""
        if name != "n":
            return super().field_with_help(name)
        n = with_help_line(self.fields["n"], self.info.options["n"].help)
        self._shape_fields.children = (self._shape, n, self._corners_form)
        return self._shape_fields

    def refresh_preset(self) -> None:
        """Show the sentence of the chosen preset, and the fields that it leaves open."""
        super().refresh_preset()
        self._show_fields()

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
        preset = self.info.presets.get(self._preset_menu.value, {})
        set_visible(self._shape_fields, "vertices" not in preset)
