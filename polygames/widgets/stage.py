"""The picture of a board: the position, what lies over it, and the part of it that is seen."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.runtime.owner import with_owner
from polygames.scene.model import Scene, Text, Window, window_of
from polygames.view.overlay import words_under
from polygames.view.position import PositionView
from polygames.widgets.painter.layers import BOARD_WIDTH_PX, Layers

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from polygames.core.protocol import State
    from polygames.scene.drawn_marks import DrawnMark
    from polygames.scene.model import Preview
    from polygames.widgets.parts import BoardLike

    Say: TypeAlias = Callable[[State[Any], Any], Preview]
    Key: TypeAlias = tuple[int, Any]


class BoardPosition(PositionView):
    """A position at a board, which may draw and spell it in its own way: each thing once.

    `before` is the position before, of the same record: there the last move was previewed already.
    """

    def __init__(self, board: BoardLike, before: BoardPosition | None = None) -> None:
        super().__init__(board.session.record.node, names=board.session.names)
        self.state = board.seen()
        self._board, self.before = board, before
        self._previews: dict[Key, Preview] = {}
        self._quick_previews: dict[Key, Preview] = {}

    @cached_property
    def scene(self) -> Scene:
        """The picture."""
        return self._board.picture()

    def forget_scene(self) -> None:
        """Have the picture drawn again: another part of it is shown."""
        self.__dict__.pop("scene", None)

    @cached_property
    def ways(self) -> dict[tuple[str, ...], Any]:
        """Each way to click a move."""
        return self._board.ways()

    def preview(self, state: State[Any], move: Any) -> Preview:
        """Say and draw what a move would do, here or in the position before."""
        return self._known(self._board.preview, "_previews", state, move)

    def quick_preview(self, state: State[Any], move: Any) -> Preview:
        """Return what the client is told of a move before anybody points at it."""
        return self._known(self._board.quick_preview, "_quick_previews", state, move)

    def _known(self, find: Say, kind: str, state: State[Any], move: Any) -> Preview:
        key = (id(state), move)  # the record keeps its states: none is another one later
        known: dict[Key, Preview] = getattr(self, kind)
        if key not in known:
            found = getattr(self.before, kind, {}).get(key)
            known[key] = found or find(state, move)
        return known[key]


class Stage:
    """What is painted of a board; each position is looked at, drawn and painted once.

    Parameters
    ----------
    board
        Draws the position, and says what its game shows in another way.
    width
        In pixels; None fills the room that the page has.
    """

    def __init__(self, board: BoardLike, width: int | None) -> None:
        self._board = board
        self.width = width or BOARD_WIDTH_PX
        """In pixels of the layout."""
        self.window: Window | None = None
        """The part that a person has zoomed to."""
        self.overlay: Scene = ()
        """What lies over the picture until the next move."""
        self.painted: tuple[DrawnMark, ...] = ()
        """The drawn marks that are on the picture."""
        self._draw_overlay: Callable[[], Scene] | None = None
        self.position = BoardPosition(board)
        self.layers = Layers(self.position.scene, width, self.paint, board.shared.layout)

    @property
    def part(self) -> Window | None:
        """The part of the board that is seen; None for all of it."""
        return self.window or self._board.rest()

    def held(self) -> AbstractContextManager[object]:
        """Send the picture that is painted in a ``with`` block at the end of it."""
        return self.layers.held()

    def take(self, *, is_next: bool) -> None:
        """Take up the position of the record; nothing lies over it yet."""
        self.overlay, self._draw_overlay = (), None
        self._move_to(self.position if is_next else None)

    def look_again(self) -> None:
        """Find out anew all that is shown of the position."""
        self._move_to(self.position.before)
        self.renew()

    def see(self, window: Window | None) -> None:
        """Show a part of the board, or what it shows before anybody zooms."""
        home, was_zoomed = window_of(self.position.scene), self.window is not None
        has_rest = self._board.rest() is not None
        if window and window.right - window.left >= 0.999 * (home.right - home.left):
            window = home if has_rest else None
        self.window = window
        if has_rest and was_zoomed != (window is not None):
            self.position.forget_scene()

    def lay_over(self, overlay: Scene | Callable[[], Scene]) -> None:
        """Lay a scene over the picture; what draws it does so again when the picture is drawn."""
        self._draw_overlay = overlay if callable(overlay) else None
        self.overlay = overlay() if callable(overlay) else overlay
        self.paint()

    def renew(self) -> None:
        """Draw again what lies over the board, if it can be drawn."""
        if self._draw_overlay is not None:
            self.overlay = self._draw_overlay()

    @with_owner
    def paint(self) -> None:
        """Paint every layer; a client that has just connected starts with a blank canvas."""
        board, scene = self._board, self.position.scene
        self.painted = board.session.record.node.marks
        over = (*board.last_move(), *self.overlay, *self._words_above(), *board.drawn())
        self.layers.paint(scene, over, self.part)

    def paint_whole(self) -> None:
        """Paint it for a page that may have lost the last picture."""
        self.layers.forget()
        self.paint()

    def _move_to(self, before: BoardPosition | None) -> None:
        if before is not None:
            before.before = None  # nothing further back is needed
        self.position = BoardPosition(self._board, before)

    def _words_above(self) -> Scene:
        """Return the words of the picture that stay readable over any marks: those with a rim."""
        if not self.overlay:
            return ()
        scene = self.position.scene
        crossed = {word.at: word for word in words_under(self.overlay, scene)}
        rimmed = (each for each in scene if isinstance(each, Text) and each.halo)
        return tuple(crossed.get(each.at, each) for each in rimmed)
