"""One position of a game as one seat sees it, for a notebook, a class or a saved page."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from polygames.core import descriptions
from polygames.core.descriptions import NUMBERED_NAMES, Names
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.view.frame import clickable_moves, find_choices, frame, preview_to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node
    from polygames.scene.model import Motion, Preview, Scene
    from polygames.view.frame import Choice, Spelling


class PositionView:
    """The view of a position for one seat, with the players' names; all parts are cached.

    A subclass may override parts, for example the scene of a zoomed board.

    Parameters
    ----------
    node
        The node of the position in its record.
    seat
        The seat of the viewer. None is a spectator, who sees the view of the seat to move.
    names
        The names of the players.

    Examples
    --------
    >>> shown = PositionView(pg.Record(pg.new("territory", seed=3)).node, 0)
    >>> len(shown.moves_by_clicks), shown.frame(version=1, active=True)["status"]
    (22, 'Blue claims any tile')
    """

    def __init__(self, node: Node, seat: Seat | None = None, names: Names = NUMBERED_NAMES) -> None:
        self.node, self.names = node, names
        state: State[Any] = node.state
        is_bare = seat is None and state.turn == CHANCE
        self.state = state if is_bare else state.view(state.turn if seat is None else seat)

    @property
    def info(self) -> GameInfo:
        """The description of the game."""
        return info_of(self.state)

    @cached_property
    def scene(self) -> Scene:
        """The picture of the position."""
        return descriptions.position_picture(self.state, self.names)

    @cached_property
    def last_move_highlight(self) -> Scene:
        """The marks of the last move."""
        before = self.node.parent
        return (
            ()
            if before is None
            else self.info.highlight_move(before.state, self.node.move, LAST_MOVE_COLOR)
        )

    @cached_property
    def moves_by_clicks(self) -> dict[Spelling, Any]:
        """The moves that can be clicked, by the sequence of targets to click."""
        return clickable_moves(self.state)

    @cached_property
    def motions(self) -> tuple[Motion, ...]:
        """The animation of the last move."""
        motion, before = self.info.board.motion, self.node.parent
        return () if motion is None or before is None else motion(before.state, self.node.move)

    def preview(self, state: State[Any], move: Any) -> Preview:
        """Return a move's effect as text and drawing, in this position or the previous one."""
        return descriptions.preview_move(state, move, self.names)

    def quick_preview(self, state: State[Any], move: Any) -> Preview:
        """Return the preview that is sent before anybody points at a move; it may be simplified."""
        return self.preview(state, move)

    def iter_previews(self, clicks_list: Iterable[Spelling]) -> Iterator[dict[str, Any]]:
        """Yield the spelling, label and preview of the moves with these spellings, as JSON data."""
        for way in clicks_list:
            yield {
                "spelling": way,
                **preview_to_json(self.preview, self.state, self.moves_by_clicks[way]),
            }

    def matching_previews(self, spelling: Spelling) -> list[dict[str, Any]]:
        """Return the preview of the move with this spelling, or of all moves that begin with it."""
        begun = [way for way in self.moves_by_clicks if way[: len(spelling)] == spelling]
        return [*self.iter_previews([spelling] if spelling in self.moves_by_clicks else begun)]

    @cached_property
    def choices(self) -> list[Choice]:
        """The moves without a target on the board, in the order of their number keys."""
        return find_choices(self.state, self.scene, self.moves_by_clicks, self.preview)

    def frame(
        self, *, active: bool, max_previews: float = float("inf"), **more: Any
    ) -> dict[str, Any]:
        """Return the data for the client's pointer layer; see `polygames.view.frame.frame`.

        If there are more than `max_previews` moves, the page requests the previews that it needs.
        """
        ways = self.moves_by_clicks if active else {}
        return frame(
            self.state,
            active=active,
            scene=self.scene,
            preview=self.quick_preview,
            ways=ways,
            is_asked=len(ways) > max_previews,
            names=self.names,
            **more,
        )
