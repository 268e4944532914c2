"""The picture of a board: the position, the overlay and the visible part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.runtime.game_lock import with_game_lock
from polygames.scene.model import Text
from polygames.view.overlay import texts_under
from polygames.widgets.painter.layers import BOARD_WIDTH_PX, Layers

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from polygames.scene.model import Scene
    from polygames.scene.user_marks import DrawnMark
    from polygames.table.conversation import Conversation
    from polygames.widgets.interfaces import BoardLike


class BoardPicture:
    """The picture of a board: builds the scene of each position once, and paints it.

    Parameters
    ----------
    board
        The board. It returns the marks over the picture.
    conversation
        The conversation with the pages. It has the position, the zoom and the draft.
    width
        Width in pixels; None for the available width of the page.
    """

    def __init__(self, board: BoardLike, conversation: Conversation, width: int | None) -> None:
        self._board, self._conversation = board, conversation
        self.width = width or BOARD_WIDTH_PX
        """The width in CSS pixels."""
        self.overlay: Scene = ()
        """The scene over the picture until the next move."""
        self.painted_marks: tuple[DrawnMark, ...] = ()
        """The drawn marks in the current picture."""
        self._draw_overlay: Callable[[], Scene] | None = None
        scene = conversation.view.scene
        self.layers = Layers(scene, width, self.paint, board.shared_styles.layout)

    @property
    def scene(self) -> Scene:
        """The scene of the position as the pages show it."""
        return self._conversation.view.picture(self._conversation.page)

    def batch_updates(self) -> AbstractContextManager[object]:
        """Return a context manager that holds back page updates until the end of its block."""
        return self.layers.batch_updates()

    def clear_overlay(self) -> None:
        """Remove the overlay, because the position has changed."""
        self.overlay, self._draw_overlay = (), None

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
        """Paint the scene, the last move, the overlay, the draft and the drawn marks.

        This is also called when a client connects, as its canvas is blank.
        """
        board, talk = self._board, self._conversation
        scene, self.painted_marks = self.scene, talk.view.node.marks
        above = (*self.overlay, *talk.view.draft_marks(talk.page))
        over = (
            *board.highlight_last_move(),
            *above,
            *_texts_above(above, scene),
            *board.user_marks_scene(),
        )
        self.layers.paint(scene, over, talk.visible_window)

    def paint_whole(self) -> None:
        """Paint, and send the full picture even if unchanged: a page may have lost the last one."""
        self.layers.invalidate()
        self.paint()


def _texts_above(overlay: Scene, scene: Scene) -> Scene:
    """Return the texts to paint again above the overlay, so that they remain readable."""
    if not overlay:
        return ()
    crossed = {word.at: word for word in texts_under(overlay, scene)}
    rimmed = (each for each in scene if isinstance(each, Text) and each.halo)
    return tuple(crossed.get(each.at, each) for each in rimmed)
