"""The common base of the puzzle panel and the card panel: pose a position, judge a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import ipywidgets as widgets

from polygames.records.record import Record
from polygames.runtime.owner import with_owner
from polygames.widgets.panels.panel import LineAnimation, Panel
from polygames.widgets.panels.review import ReviewWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.widgets.parts import BoardLike

BACK_LABEL: Final = "Back to the game"
"""The label of the button that returns to the interrupted game."""

IS_RIGHT, IS_WRONG = "✓ ", "✗ "
"""The signs in front of a judgement."""


class PosedPanel(Panel):
    """A panel that puts a position on the board, asks for a move, and judges the move played.

    The game that was on the board is interrupted. A posed position is not autosaved.

    Attributes
    ----------
    panel_name, what
        The name of the panel, and the noun for what it poses.
    """

    follows_always = True  # it judges the moves on the board
    panel_name: ClassVar[str]
    what: ClassVar[str]

    def __init__(self, board: BoardLike) -> None:
        self.client = ReviewWidget()
        super().__init__(board, widgets.VBox([self.client]))
        self._lines = LineAnimation(board)
        self._root: Node | None = None
        self._judged: Node | None = None
        self._say("")
        self._is_noted = self._is_helped = self._is_acting = False
        self.client.on_msg(lambda _, content, __: self._handle(content))

    def pose(self, state: State[Any]) -> None:
        """Put a position on the board and ask for a move."""
        record = Record(state)
        self._root = record.root  # set first: the board reads `is_on_board` while it changes
        self._begin()
        self.board.try_out(record)
        self.show()
        self.board.open_panel(self.panel_name)

    @property
    def is_on_board(self) -> bool:
        """Whether the posed position, or one played from it, is on the board."""
        return self._root is self.record.root

    @property
    def is_asked(self) -> bool:
        """Whether the board waits for a solving move."""
        return self.is_on_board and not self.is_done

    @property
    def is_done(self) -> bool:
        """Whether the task is solved or its answer was shown."""
        raise NotImplementedError

    @property
    def headed(self) -> tuple[str, str]:
        """The task, or the judgement of the move played, and the text after it."""
        head, rest = self._said if self.is_on_board else ("", "")
        return head and self._sign + head, rest

    def show(self) -> None:
        """Judge the move played, and update the panel."""
        if self.is_on_board and not self._is_acting and not self.is_done:
            self._judge(self.record.path)
        elsewhere = f"The board shows another position. Press Start again to see the {self.what}."
        back = {"back": BACK_LABEL} if self.board.session.waiting is not None else {}
        content = {
            "chart": None,
            "summary": self._summary(),
            "words": " ".join(filter(None, self._said)) if self.is_on_board else elsewhere,
            "above": self.is_on_board,
            "buttons": self._buttons() | back,
            "at": 0,
        }
        if content != self.client.content:
            self.client.content = content
            self.board.refresh()

    def close(self) -> None:
        """Stop the animation."""
        self._lines.forget()

    # For subclasses

    def _begin(self) -> None:
        """Reset the state of the previous attempt."""
        self._judged = None
        self._is_noted = self._is_helped = self._is_acting = False
        self._lines.forget()

    def _judge(self, path: Sequence[Node]) -> None:
        """Judge the move played in the posed position, once."""

    def _summary(self) -> list[str]:
        """Return the lines above the text."""
        raise NotImplementedError

    def _buttons(self) -> dict[str, str]:
        """Return the labels of the buttons, by action."""
        raise NotImplementedError

    def _actions(self) -> dict[str, Callable[[], Any]]:
        """Return the functions of the buttons, by action."""
        raise NotImplementedError

    # Shared by subclasses

    def _say(self, head: str, *rest: str, sign: str = "") -> None:
        """Set the headline and the text after it; empty parts are left out."""
        self._said, self._sign = (head, " ".join(filter(None, rest))), sign

    def _without_judging(self, change: Callable[[], object]) -> None:
        """Change the board without judging the moves."""
        self._is_acting = True
        try:
            change()
        finally:
            self._is_acting = False

    @with_owner
    def _handle(self, content: object) -> None:
        actions = self._actions() | {"back": self.board.go_back}
        match content:
            case {"kind": "do", "what": str(what)} if what in actions:
                self.board.attempt(actions[what])
