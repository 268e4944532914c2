"""The picture of a board: the position, the overlay and the visible part."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.runtime.game_lock import with_game_lock
from polygames.scene.model import Scene, Text, Window, scene_window
from polygames.view.overlay import texts_under
from polygames.view.position_view import PositionView
from polygames.widgets.painter.layers import BOARD_WIDTH_PX, Layers

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from polygames.core.protocol import State
    from polygames.scene.model import Preview
    from polygames.scene.user_marks import DrawnMark
    from polygames.widgets.interfaces import BoardLike

    Say: TypeAlias = Callable[[State[Any], Any], Preview]
    Key: TypeAlias = tuple[int, Any]


class BoardPosition(PositionView):
    """A position as a board shows it, with its cached scene, clickable moves and previews.

    `previous` is the previous position of the same record. Its cache has the preview of the last
    move.
    """

    def __init__(self, board: BoardLike, previous: BoardPosition | None = None) -> None:
        super().__init__(board.session.record.node, names=board.session.names)
        self.state = board.visible_state()
        self._board, self.previous = board, previous
        self._previews: dict[Key, Preview] = {}
        self._quick_previews: dict[Key, Preview] = {}

    @cached_property
    def scene(self) -> Scene:
        """The scene of the position."""
        return self._board.picture()

    def forget_scene(self) -> None:
        """Discard the cached scene, because another part of the board is now visible."""
        self.__dict__.pop("scene", None)

    @cached_property
    def moves_by_clicks(self) -> dict[tuple[str, ...], Any]:
        """The moves that can be clicked, each by the tuple of places to click for it."""
        return self._board.moves_by_clicks()

    def preview(self, state: State[Any], move: Any) -> Preview:
        """Return the preview (text and picture) of a move in this or the last position, cached."""
        return self._find_preview(self._board.preview, "_previews", state, move)

    def quick_preview(self, state: State[Any], move: Any) -> Preview:
        """Return the preview to send before anybody points at a move, perhaps simplified.

        Cached.
        """
        return self._find_preview(self._board.quick_preview, "_quick_previews", state, move)

    def _find_preview(
        self, make_preview: Say, cache_name: str, state: State[Any], move: Any
    ) -> Preview:
        key = (id(state), move)  # the record keeps its states, so ids are stable
        known: dict[Key, Preview] = getattr(self, cache_name)
        if key not in known:
            found = getattr(self.previous, cache_name, {}).get(key)
            known[key] = found or make_preview(state, move)
        return known[key]


class BoardPicture:
    """The picture of a board: builds the scene of each position once, and paints it.

    Parameters
    ----------
    board
        The board. It returns the scenes and marks of its game.
    width
        Width in pixels; None for the available width of the page.
    """

    def __init__(self, board: BoardLike, width: int | None) -> None:
        self._board = board
        self.width = width or BOARD_WIDTH_PX
        """The width in CSS pixels."""
        self.window: Window | None = None
        """The part that a person has zoomed to; None if nobody has zoomed."""
        self.overlay: Scene = ()
        """The scene over the picture until the next move."""
        self.painted_marks: tuple[DrawnMark, ...] = ()
        """The drawn marks in the current picture."""
        self._draw_overlay: Callable[[], Scene] | None = None
        self.position = BoardPosition(board)
        self.layers = Layers(self.position.scene, width, self.paint, board.shared_styles.layout)

    @property
    def visible_window(self) -> Window | None:
        """The visible part of the board; None for the whole board."""
        return self.window or self._board.default_window()

    def batch_updates(self) -> AbstractContextManager[object]:
        """Return a context manager that holds back page updates until the end of its block."""
        return self.layers.batch_updates()

    def load_position(self, *, is_next: bool) -> None:
        """Load the current position of the board, and clear the overlay.

        If `is_next` is True, the previews of the old position remain cached.
        """
        self.overlay, self._draw_overlay = (), None
        self._replace_position(self.position if is_next else None)

    def rebuild(self) -> None:
        """Discard the cached scene and previews of the position, and rebuild the overlay."""
        self._replace_position(self.position.previous)
        self.rebuild_overlay()

    def set_window(self, window: Window | None) -> None:
        """Set the visible part of the board; None restores the default window."""
        home, was_zoomed = scene_window(self.position.scene), self.window is not None
        has_rest = self._board.default_window() is not None
        if window and window.right - window.left >= 0.999 * (home.right - home.left):
            window = home if has_rest else None
        self.window = window
        if has_rest and was_zoomed != (window is not None):
            self.position.forget_scene()

    def set_overlay(self, overlay: Scene | Callable[[], Scene]) -> None:
        """Paint a scene over the board.

        A function is called again whenever the overlay is rebuilt.
        """
        self._draw_overlay = overlay if callable(overlay) else None
        self.overlay = overlay() if callable(overlay) else overlay
        self.paint()

    def rebuild_overlay(self) -> None:
        """Rebuild the overlay if it was given as a function."""
        if self._draw_overlay is not None:
            self.overlay = self._draw_overlay()

    @with_game_lock
    def paint(self) -> None:
        """Paint the scene, the last move, the overlay and the drawn marks.

        This is also called when a client connects, as its canvas is blank.
        """
        board, scene = self._board, self.position.scene
        self.painted_marks = board.session.record.node.marks
        over = (
            *board.highlight_last_move(),
            *self.overlay,
            *self._texts_above(),
            *board.user_marks_scene(),
        )
        self.layers.paint(scene, over, self.visible_window)

    def paint_whole(self) -> None:
        """Paint, and send the full picture even if unchanged: a page may have lost the last one."""
        self.layers.invalidate()
        self.paint()

    def _replace_position(self, previous: BoardPosition | None) -> None:
        if previous is not None:
            previous.previous = None  # only one previous position is needed
        self.position = BoardPosition(self._board, previous)

    def _texts_above(self) -> Scene:
        """Return the texts to paint again above the overlay, so that they remain readable."""
        if not self.overlay:
            return ()
        scene = self.position.scene
        crossed = {word.at: word for word in texts_under(self.overlay, scene)}
        rimmed = (each for each in scene if isinstance(each, Text) and each.halo)
        return tuple(crossed.get(each.at, each) for each in rimmed)
