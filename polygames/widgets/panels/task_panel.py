"""The common base of the puzzle panel and the card panel: pose a position, judge a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import ipywidgets as widgets

from polygames.records.record import Record
from polygames.runtime.game_lock import with_game_lock
from polygames.widgets.panels.panel import LineAnimation, Panel
from polygames.widgets.panels.review import TextPanelWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.links import Link
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.widgets.interfaces import BoardLike

BACK_LABEL: Final = "Back to the game"
"""The label of the button that returns to the interrupted game."""

IS_RIGHT, IS_WRONG = "✓ ", "✗ "
"""The signs in front of a judgement."""


class TaskPanel(Panel):
    """A panel that puts a position on the board, asks for a move, and judges the move played.

    The game that was on the board is interrupted. A posed position is not autosaved.

    Attributes
    ----------
    panel_name, task_noun
        The name of the panel, and the noun for what it poses.
    """

    follows_always = True  # it judges the moves on the board
    panel_name: ClassVar[str]
    task_noun: ClassVar[str]

    def __init__(self, board: BoardLike) -> None:
        self.display = TextPanelWidget()
        super().__init__(board, widgets.VBox([self.display]))
        self._animation = LineAnimation(board)
        self._root: Node | None = None
        self._judged_node: Node | None = None
        self._set_text("")
        self._is_recorded = self._has_hint = self._is_changing_board = False
        self.display.on_msg(lambda _, content, __: self._handle_message(content))

    def start_task(self, state: State[Any]) -> None:
        """Put a position on the board and ask for a move."""
        record = Record(state)
        self._root = record.root  # set first: the board reads `is_on_board` while it changes
        self._reset_attempt()
        self.board.open_temporary_game(record)
        self.refresh()
        self.board.open_panel(self.panel_name)

    @property
    def is_on_board(self) -> bool:
        """Whether the posed position, or one played from it, is on the board."""
        return self._root is self.record.root

    def as_link(self) -> Link:
        """Return the link to the position on the board, without the address of a page."""
        return self.record.as_link()

    @property
    def awaits_move(self) -> bool:
        """Whether the board waits for a move that solves the task."""
        return self.is_on_board and not self.is_done

    @property
    def is_done(self) -> bool:
        """Whether the task is solved or its answer was shown."""
        raise NotImplementedError

    @property
    def heading(self) -> tuple[str, str]:
        """A pair: the task or the judgement of the move as a headline, and the text after it."""
        head, rest = self._shown_text if self.is_on_board else ("", "")
        return head and self._sign + head, rest

    def refresh(self) -> None:
        """Judge the move played, and update the panel."""
        if self.is_on_board and not self._is_changing_board and not self.is_done:
            self._judge_move(self.record.path)
        elsewhere = (
            f"The board shows another position. Press Start again to see the {self.task_noun}."
        )
        back = {"back": BACK_LABEL} if self.board.session.waiting_game is not None else {}
        content = {
            "chart": None,
            "summary": self._summary_lines(),
            "text": " ".join(filter(None, self._shown_text)) if self.is_on_board else elsewhere,
            "is_above_board": self.is_on_board,
            "buttons": self._button_labels() | back,
            "ply": 0,
        }
        if content != self.display.content:
            self.display.content = content
            self.board.refresh()

    def close(self) -> None:
        """Stop the animation."""
        self._animation.stop()

    # For subclasses

    def _reset_attempt(self) -> None:
        """Reset the state of the previous attempt."""
        self._judged_node = None
        self._is_recorded = self._has_hint = self._is_changing_board = False
        self._animation.stop()

    def _judge_move(self, path: Sequence[Node]) -> None:
        """Judge the move played in the posed position, once."""

    def _summary_lines(self) -> list[str]:
        """Return the lines that the panel shows above its text."""
        raise NotImplementedError

    def _button_labels(self) -> dict[str, str]:
        """Return the button labels, by the name of the action."""
        raise NotImplementedError

    def _button_actions(self) -> dict[str, Callable[[], Any]]:
        """Return the functions that the buttons call, by the name of the action."""
        raise NotImplementedError

    # Shared by subclasses

    def _set_text(self, headline: str, *texts: str, sign: str = "") -> None:
        """Set the headline and the text after it; empty parts are left out."""
        self._shown_text, self._sign = (headline, " ".join(filter(None, texts))), sign

    def _change_board(self, change: Callable[[], object]) -> None:
        """Change the board without judging the moves."""
        self._is_changing_board = True
        try:
            change()
        finally:
            self._is_changing_board = False

    @with_game_lock
    def _handle_message(self, content: object) -> None:
        actions = self._button_actions() | {"back": self.board.return_to_game}
        match content:
            case {"kind": "press_button", "button": str(button)} if button in actions:
                self.board.run_action(actions[button])
