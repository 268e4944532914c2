"""One position of a game as one seat sees it: the same for a notebook, a class and a saved page."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from polygames.core import words
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.core.words import NUMBERED, Names
from polygames.scene.marks import LAST_MOVE_COLOR
from polygames.view.frame import buttons, frame, preview_to_json, spellings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node
    from polygames.scene.model import Motion, Preview, Scene
    from polygames.view.frame import Choice, Spelling


class PositionView:
    """A position as somebody sees it, who reads it by some names; each thing is found once.

    Whoever carries it to a page may find a part in another way, as a board that is zoomed does.

    Parameters
    ----------
    node
        Where the record stands.
    seat
        Who looks; None is who only watches, and sees what the seat to move does.
    names
        What the players are called.

    Examples
    --------
    >>> shown = PositionView(pg.Record(pg.new("territory", seed=3)).node, 0)
    >>> len(shown.ways), shown.frame(version=1, active=True)["status"]
    (22, 'Blue claims any tile')
    """

    def __init__(self, node: Node, seat: Seat | None = None, names: Names = NUMBERED) -> None:
        self.node, self.names = node, names
        state: State[Any] = node.state
        is_bare = seat is None and state.turn == CHANCE
        self.state = state if is_bare else state.view(state.turn if seat is None else seat)

    @property
    def info(self) -> GameInfo:
        """What is known of the game."""
        return info_of(self.state)

    @cached_property
    def scene(self) -> Scene:
        """The picture."""
        return words.picture(self.state, self.names)

    @cached_property
    def marks(self) -> Scene:
        """How the last move is marked."""
        before = self.node.parent
        return (
            () if before is None else self.info.mark(before.state, self.node.move, LAST_MOVE_COLOR)
        )

    @cached_property
    def ways(self) -> dict[Spelling, Any]:
        """Each way to click a move."""
        return spellings(self.state)

    @cached_property
    def motions(self) -> tuple[Motion, ...]:
        """How the last move is seen to be made."""
        motion, before = self.info.board.motion, self.node.parent
        return () if motion is None or before is None else motion(before.state, self.node.move)

    def preview(self, state: State[Any], move: Any) -> Preview:
        """Say and draw what a move would do, here or in the position before."""
        return words.preview(state, move, self.names)

    def quick_preview(self, state: State[Any], move: Any) -> Preview:
        """Return what a page is told of a move before anybody points at it."""
        return self.preview(state, move)

    def told(self, ways: Iterable[Spelling]) -> Iterator[dict[str, Any]]:
        """Yield for ways to click a move what a page is told of it."""
        for way in ways:
            yield {"spelling": way, **preview_to_json(self.preview, self.state, self.ways[way])}

    def begun(self, spelling: Spelling) -> list[dict[str, Any]]:
        """Return what a page is told of a move that it points at, or of those that begin so."""
        begun = [way for way in self.ways if way[: len(spelling)] == spelling]
        return [*self.told([spelling] if spelling in self.ways else begun)]

    @cached_property
    def choices(self) -> list[Choice]:
        """The choices that have no place on the board, in the order of their keys."""
        return buttons(self.state, self.scene, self.ways, self.preview)

    def frame(self, *, active: bool, most: float = float("inf"), **more: Any) -> dict[str, Any]:
        """Return what the pointer layer is told; see `polygames.view.frame.frame`.

        Of more moves than `most` the page asks for the previews that it needs.
        """
        ways = self.ways if active else {}
        return frame(
            self.state,
            active=active,
            scene=self.scene,
            preview=self.quick_preview,
            ways=ways,
            is_asked=len(ways) > most,
            names=self.names,
            **more,
        )
