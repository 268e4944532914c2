"""One position of a game as one seat sees it, for a notebook, a class or a saved page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from polygames.core import descriptions
from polygames.core.descriptions import NUMBERED_NAMES, Names
from polygames.core.errors import IllegalMoveError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.view.frame import clickable_moves, find_choices, frame, preview_to_json

if TYPE_CHECKING:
    from typing import TypeAlias

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node
    from polygames.scene.model import Motion, Preview, Scene, Window
    from polygames.view.frame import Choice, Spelling

    PreviewKey: TypeAlias = tuple[int, Any]


@dataclass(frozen=True, slots=True)
class PageState:
    """What a person has done on a page with a position, without playing a move."""

    window: Window | None = None
    """The part of the board to which the person has zoomed; None for the default part."""

    draft: Any = None
    """A move that is shown on the board and waits for confirmation; None if there is none."""

    draft_target: str | None = None
    """The last target that was clicked for this move; None if it was not clicked."""

    is_confirming: bool = True
    """Whether a clicked move waits for confirmation, in a game that offers this."""


class PositionView:
    """The view of a position for one seat, with the players' names; all parts are cached.

    A game may have its own view, a subclass in ``board/view.py``. It serves all pages: those of a
    notebook, of a class, and pages without a server. `view_of` finds it.

    Parameters
    ----------
    node
        The node of the position in its record.
    seat
        The seat of the viewer. None is a spectator, who sees the view of the seat to move.
    names
        The names of the players.
    known
        Another view of the game. Its previews are reused if the names are equal, and its picture
        if that is the same.
    is_upright
        Whether the page is higher than wide. A game may then draw its parts below each other.

    Examples
    --------
    >>> shown = PositionView(pg.Record(pg.new("territory", seed=3)).node, 0)
    >>> len(shown.moves_by_clicks), shown.frame(version=1, active=True)["status"]
    (22, 'Blue claims any tile')
    """

    is_same_for_all_seats = True
    """Whether all seats and spectators have the same picture of a position without secrets."""

    draft_prompt = "Confirm your move"
    """What a person has to do while a move waits for confirmation."""

    extra_keys: tuple[str, ...] = ()
    """The keys that the view handles, besides those of every board."""

    def __init__(
        self,
        node: Node,
        seat: Seat | None = None,
        names: Names = NUMBERED_NAMES,
        known: PositionView | None = None,
        *,
        is_upright: bool = False,
    ) -> None:
        self.node, self.seat, self.names, self.is_upright = node, seat, names, is_upright
        state: State[Any] = node.state
        is_bare = seat is None and state.turn == CHANCE
        self.state = state if is_bare else state.view(state.turn if seat is None else seat)
        self._previews: dict[PreviewKey, Preview] = {}
        is_same_reader = known is not None and known.names == names  # the words name the players
        self._known_previews = known._previews if known and is_same_reader else {}  # noqa: SLF001 - its own class
        self._twin = known if known is not None and self._has_picture_of(known) else None
        """A view with the same picture, so that it is drawn once."""

    def _has_picture_of(self, other: PositionView) -> bool:
        """Return True if the picture is that of another view."""
        if self.is_same_for_all_seats:
            return self.state is other.state
        keys = ((each.node, each.seat, each.names, each.is_upright) for each in (self, other))
        return next(keys) == next(keys)

    @property
    def info(self) -> GameInfo:
        """The description of the game."""
        return info_of(self.state)

    # The picture

    @cached_property
    def scene(self) -> Scene:
        """The picture of the whole board."""
        return self._twin.scene if self._twin else self.draw()

    def draw(self) -> Scene:
        """Draw the whole board, which `scene` keeps; a game may override it."""
        return descriptions.position_picture(self.state, self.names)

    @property
    def default_window(self) -> Window | None:
        """The part of the board that is visible without zoom; None for the whole board."""
        return None

    def picture(self, page: PageState = PageState()) -> Scene:
        """Return the picture of the board as a page shows it; the game may draw a part of it."""
        del page
        return self.scene

    def draft_marks(self, page: PageState) -> Scene:
        """Return the marks over the picture that show the move to be confirmed, if any."""
        return () if page.draft is None else self.preview(self.state, page.draft).scene

    def draft_text(self, page: PageState) -> str:
        """Return the effect of the move to be confirmed as text; empty if there is none."""
        return "" if page.draft is None else self.preview(self.state, page.draft).label

    def prompt(self, page: PageState) -> str:
        """Return a sentence: the next step for a move to be confirmed; empty without one."""
        return "" if page.draft is None else self.draft_prompt

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
    def fading(self) -> Scene:
        """The shapes that the last move removed, as they were before."""
        if self._twin:
            return self._twin.fading
        before = self.node.parent
        return () if before is None else self.preview(before.state, self.node.move).fading

    @cached_property
    def motions(self) -> tuple[Motion, ...]:
        """The animation of the last move."""
        motion, before = self.info.board.motion, self.node.parent
        return () if motion is None or before is None else motion(before.state, self.node.move)

    # The moves

    @cached_property
    def moves_by_clicks(self) -> dict[Spelling, Any]:
        """The moves that can be clicked, by the sequence of targets to click."""
        return clickable_moves(self.state)

    def preview(self, state: State[Any], move: Any) -> Preview:
        """Return a move's effect as text and drawing, in this position or the previous one."""
        key = (id(state), move)  # the record keeps its states, so ids are stable
        if (found := self._previews.get(key) or self._known_previews.get(key)) is None:
            found = self.make_preview(state, move)
        self._previews[key] = found
        return found

    def make_preview(self, state: State[Any], move: Any) -> Preview:
        """Return the preview of a move, which `preview` keeps; a game may override it."""
        return descriptions.preview_move(state, move, self.names)

    def preview_message(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a page's request for a preview; None if there is no such move.

        Examples
        --------
        >>> shown = PositionView(pg.Record(pg.new("territory", seed=3)).node, 0)
        >>> shown.preview_message({"kind": "request_preview", "spelling": ("r0c0",)})["label"]
        'red tile of 6 cells: −36 for Blue, +36 for Red'
        """
        move = self.moves_by_clicks.get(request["spelling"])
        if move is None:
            return None
        return request | {"kind": "preview", **preview_to_json(self.preview, self.state, move)}

    @cached_property
    def choices(self) -> list[Choice]:
        """The moves without a target on the board, in the order of their number keys."""
        return find_choices(self.state, self.scene, self.moves_by_clicks, self.preview)

    def buttons(self, page: PageState) -> list[Choice]:
        """Return the buttons below the board: the choices, or the answers to a draft.

        The move of a button is None if a press plays no move.
        """
        del page
        return self.choices

    # The messages of a page

    def take_action(self, message: dict[str, Any], page: PageState) -> tuple[Any, PageState]:
        """Return the move in a page's message (None if it plays no move), and the new page state.

        Raises
        ------
        MoveError
            If the message asks for a move that is not possible now.
        """
        match message:
            case {"kind": "move", "spelling": way} if way in self.moves_by_clicks:
                return self.moves_by_clicks[way], page
            case {"kind": "line", "start": start, "end": end} if self.info.board.boundary:
                return self.state.draw(start, end), page  # type: ignore[attr-defined]  # games with lines have it
            case {"kind": "move" | "line"}:
                msg = "this move is not possible now"
                raise IllegalMoveError(msg)
        return None, page

    def frame(
        self,
        *,
        version: int,
        active: bool,
        page: PageState = PageState(),
        is_new: bool = True,
    ) -> dict[str, Any]:
        """Return the data for the client's pointer layer; see `polygames.view.frame.frame`.

        With `is_new`, the last move has just been played, so what it removed fades out.
        """
        ways = self.moves_by_clicks if active else {}
        return frame(
            self.state,
            version=version,
            active=active,
            scene=self.picture(page),
            window=page.window or self.default_window,
            rest=self.default_window,
            preview=self.preview,
            ways=ways,
            buttons=[each.spelling for each in self.buttons(page)] if active else [],
            names=self.names,
            keys=self.extra_keys,
            fading=self.fading if is_new else (),
        )


def view_of(
    node: Node,
    seat: Seat | None = None,
    names: Names = NUMBERED_NAMES,
    known: PositionView | None = None,
    *,
    is_upright: bool = False,
) -> PositionView:
    """Return the view of a position: the game's own view, or the general one.

    Examples
    --------
    >>> type(view_of(pg.Record(pg.new("territory")).node)).__name__
    'PositionView'
    """
    make = info_of(node.state).board.view or PositionView
    made: PositionView = make(node, seat, names, known, is_upright=is_upright)
    return made
