"""The panel for a deck of cards: it judges the moves and schedules the next repetition."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import move_text
from polygames.runtime.game_lock import with_game_lock
from polygames.widgets.interfaces import TRAIN_TAB, BoardLike
from polygames.widgets.panels.task_panel import IS_RIGHT, IS_WRONG, TaskPanel
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.records.node import Node
    from polygames.study.deck import Answer, Card, Deck

SECONDS_PER_HOUR: Final = 3600
SECONDS_PER_DAY: Final = 86_400


def wait_text(seconds: float) -> str:
    """Return a waiting time in minutes, hours or days as text.

    Examples
    --------
    >>> wait_text(20), wait_text(600), wait_text(7200), wait_text(200_000)
    ('in one minute', 'in 10 minutes', 'in 2 hours', 'in 2 days')
    """
    for size, word in ((SECONDS_PER_DAY, "day"), (SECONDS_PER_HOUR, "hour"), (60, "minute")):
        if (count := round(seconds / size)) >= 1:
            return f"in {count} {word}s" if count > 1 else f"in one {word}"
    return "in one minute"


def hint_from_name(text: str) -> str:
    """Return the first half of a move's name, in whole words.

    Examples
    --------
    >>> hint_from_name("A to D"), hint_from_name("cuts 22.3 into 5 + 17.3, blue to the top")
    ('A to …', 'cuts 22.3 into 5 …')
    >>> hint_from_name("5 in row 1, column 3, 2 opposite")
    '5 in row 1 …'
    """
    each = text.split()
    return f"{' '.join(each[: (len(each) + 1) // 2]).rstrip(' +·,:;(')} …"


class TrainPanel(TaskPanel):
    """The panel that trains with a deck of cards: positions in which to find a good move.

    Parameters
    ----------
    board
        The board beside the panel.
    deck
        The deck; cards of the board's game are dealt.
    card
        The first card.
    """

    panel_name, task_noun = TRAIN_TAB, "card"
    is_done = False
    """Whether the card was solved, or its answer was shown."""

    def __init__(self, board: BoardLike, deck: Deck, card: Card) -> None:
        super().__init__(board)
        self._worker = Worker()
        self.deck, self.card = deck, card
        self.solved_count = 0
        """The number of cards solved at this board at the first attempt."""

    # Actions of the user

    def show_card(self, card: Card) -> None:
        """Pose a card on the board."""
        self.card = card
        self.start_task(card.state)

    def show_next_card(self) -> None:
        """Pose the next card that is due, or show when one will be."""
        due = [c for c in self.deck.due(game=self.card.game) if c.card_id != self.card.card_id]
        if due:
            self.show_card(due[0])
        else:
            self._set_text("No more cards are due now.", self._due_text())
            self.refresh()

    def restart(self) -> None:
        """Pose the same card again."""
        self.show_card(self.card)

    def show_hint(self) -> None:
        """Show the first half of the best move's name."""
        if not self.is_done:
            self._has_hint = True
            state = self.card.state
            begun = hint_from_name(move_text(state, state.parse(self.card.best)))
            self._set_text(self.card.task, f"Hint: {begun}")
            self.refresh()

    def show_answer(self) -> None:
        """Show the best move and the reasons for it; the card counts as missed."""
        if self.is_done:
            return
        self._record_answer("wrong")
        self.is_done = True
        state = self.card.state
        best = state.parse(self.card.best)
        self._set_text(f"Best: {move_text(state, best)}.", self.card.explain(is_right=True))
        self._change_board(partial(self.board.go_to, self._task_node))
        self.refresh()
        self._animation.play(state, [best])

    def close(self) -> None:
        """Stop the animation and any judgement in progress."""
        super().close()
        self._worker.stop()

    # Display

    def _summary_lines(self) -> list[str]:
        games = self.deck.games()
        own = games.pop(self.card.game, 0)
        others = ", ".join(f"{count} of {name}" for name, count in games.items() if count)
        lines = [f"Due: {own}", f"Found at the first try on this board: {self.solved_count}"]
        lines += [f"Kind: {self.card.kind} ({self.card.phase})"] if self.is_done else []
        return lines + ([f"Also due: {others}"] if others else [])

    def _button_labels(self) -> dict[str, str]:
        asked = {} if self.is_done else {"hint": "Hint", "show_answer": "Show the answer"}
        return asked | {"restart": "Start again", "next": "Next card ▶"}

    # Internals

    def _reset_attempt(self) -> None:
        super()._reset_attempt()
        self._set_text(self.card.task)
        self.is_done = False
        self._worker.stop()

    def _judge_move(self, path: Sequence[Node]) -> None:
        if len(path) == 1:
            return
        if (played := path[1]) is self._judged_node:
            return
        self._judged_node = played
        self._set_text("Checking this move …")
        self._worker.submit(
            partial(self.card.is_right, played.move),
            partial(self._show_judgement, played),
            partial(self._show_failure, played),
        )

    @with_game_lock
    def _show_judgement(self, played_node: Node, is_right: bool) -> None:  # noqa: FBT001 - the worker's one answer
        """Show the judgement of a move, and save the first answer to the card."""
        if self._judged_node is not played_node:
            return
        if is_right:
            self.is_done = True
            self.solved_count += not self._is_recorded and not self._has_hint
            why = (
                self.card.explain(is_right=True) if str(played_node.move) == self.card.best else ""
            )
            self._record_answer("with help" if self._has_hint else "right")
            self._set_text("Right.", why, self._due_text(is_this_card=True), sign=IS_RIGHT)
        else:
            self._record_answer("wrong")
            is_same = str(played_node.move) == self.card.played
            why = self.card.explain(is_right=False) if is_same else ""
            again = "This is what you played." if is_same else ""
            self._set_text("Not this move.", again, why, "Try again.", sign=IS_WRONG)
            self._judged_node = None
            self._change_board(partial(self.board.go_to, self._task_node))
        self.board.open_panel(TRAIN_TAB)
        self.refresh()

    @with_game_lock
    def _show_failure(self, played_node: Node, error: Exception) -> None:
        if self._judged_node is played_node:
            self._set_text(f"Cannot judge this move: {error}")
            self.refresh()

    def _record_answer(self, answer: Answer) -> None:
        """Save the first answer to a card; later ones do not count."""
        if not self._is_recorded:
            self._is_recorded = True
            self.deck.answer(self.card, answer)

    @property
    def _task_node(self) -> Node:
        return self._root or self.record.root

    def _due_text(self, *, is_this_card: bool = False) -> str:
        """Return when the next card, or this one, is due, as text; empty if there is no card."""
        now = datetime.now(UTC)
        same = (card for card in self.deck if card.card_id == self.card.card_id)
        due = next(same).due if is_this_card else self.deck.next_due(game=self.card.game)
        if due is None:
            return ""
        wait = wait_text((due - now).total_seconds())
        return f"This card comes back {wait}." if is_this_card else f"The next card is due {wait}."

    def _button_actions(self) -> dict[str, Callable[[], Any]]:
        return {
            "hint": self.show_hint,
            "show_answer": self.show_answer,
            "restart": self.restart,
            "next": self.show_next_card,
        }
