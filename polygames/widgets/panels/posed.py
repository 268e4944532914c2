"""What the panels of puzzles and of cards have in common: a position is posed, a move asked for."""

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
"""Leads to the game that waits."""

IS_RIGHT, IS_WRONG = "✓ ", "✗ "
"""What is seen at once of a judgement."""


class PosedPanel(Panel):
    """A panel that puts a position on the board, asks for a move, and judges what is played.

    The game that was on the board waits. What is posed is not kept as a game.

    Attributes
    ----------
    panel_name, what
        The name of the panel, and what is posed there.
    """

    follows_always = True  # it judges what is played
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
        """Put a position on the board, and ask for a move there."""
        record = Record(state)
        self._root = record.root  # the board asks at once whether it is there
        self._begin()
        self.board.try_out(record)
        self.show()
        self.board.open_panel(self.panel_name)

    @property
    def is_on_board(self) -> bool:
        """Whether what is posed, or what was played from it, is on the board."""
        return self._root is self.record.root

    @property
    def is_asked(self) -> bool:
        """Whether a move is still to be found on the board."""
        return self.is_on_board and not self.is_done

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to find."""
        raise NotImplementedError

    @property
    def headed(self) -> tuple[str, str]:
        """What is asked, or how what was played is judged, and the rest."""
        head, rest = self._said if self.is_on_board else ("", "")
        return head and self._sign + head, rest

    def show(self) -> None:
        """Judge what was played, and show how it stands."""
        if self.is_on_board and not self._is_acting and not self.is_done:
            self._judge(self.record.path)
        elsewhere = f"Another position is on the board. Start again shows the {self.what}."
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
        """Show no more."""
        self._lines.forget()

    # What each kind does in its own way

    def _begin(self) -> None:
        """Forget what was played before."""
        self._judged = None
        self._is_noted = self._is_helped = self._is_acting = False
        self._lines.forget()

    def _judge(self, path: Sequence[Node]) -> None:
        """Judge the move that was played where one is to be found, once."""

    def _summary(self) -> list[str]:
        """Return what is said of it in lines."""
        raise NotImplementedError

    def _buttons(self) -> dict[str, str]:
        """Return the buttons below it, by what they ask for."""
        raise NotImplementedError

    def _actions(self) -> dict[str, Callable[[], Any]]:
        """Return what the buttons do."""
        raise NotImplementedError

    # What they do inside

    def _say(self, head: str, *rest: str, sign: str = "") -> None:
        """Say one thing to do or to know, and others that are not empty."""
        self._said, self._sign = (head, " ".join(filter(None, rest))), sign

    def _without_judging(self, change: Callable[[], object]) -> None:
        """Change what is on the board, without a judgement."""
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
