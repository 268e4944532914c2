"""The panel for training: it poses cards in rounds, and judges the moves.

A card comes again in a round until it is learned: until the last three answers were right. A card
that was learned earlier leaves the round after one right answer.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import move_text
from polygames.runtime.game_lock import with_game_lock
from polygames.study.deck import LEARNED_STREAK
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
        The deck.
    cards
        The cards of the first round, at least one, all of the board's game. The next round has the
        cards that are due then.
    """

    panel_name, task_noun = TRAIN_TAB, "card"
    is_done = False
    """Whether the card was solved, or its answer was shown."""

    def __init__(self, board: BoardLike, deck: Deck, cards: Sequence[Card]) -> None:
        super().__init__(board)
        self._worker = Worker()
        self.deck, self.card = deck, cards[0]
        self._waiting_cards = list(cards)
        """The cards that come again in this round, in their order."""
        self.solved_count = 0
        """The number of cards solved at this board at the first attempt."""

    # Actions of the user

    def show_card(self, card: Card) -> None:
        """Pose a card on the board."""
        self.card = card
        self.start_task(card.state)

    def show_next_card(self) -> None:
        """Pose the next card of the round or of a new one, or show when a card will be due."""
        if not self._is_recorded:
            self._put_back(self.card)
        cards = self._waiting_cards = self._waiting_cards or self.deck.due(game=self.card.game)
        if cards:
            self.show_card(cards[0])
        else:
            self._set_text("No more cards are due now.", self._due_text())
            self.refresh()

    def restart(self) -> None:
        """Pose the same card again; only its first attempt counts."""
        noted = self._is_recorded, self._has_hint
        self.show_card(self.card)
        self._is_recorded, self._has_hint = noted

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
        games.pop(self.card.game, None)
        others = ", ".join(f"{count} of {name}" for name, count in games.items() if count)
        lines = [f"Cards in this round: {len(self._waiting_cards)}"]
        if not self.card.is_learned:
            lines.append(
                f"This card: {self.card.streak} of {LEARNED_STREAK} right answers in a row"
            )
        lines.append(f"Found at the first try on this board: {self.solved_count}")
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
            partial(self.card.judge, played.move),
            partial(self._show_judgement, played),
            partial(self._show_failure, played),
        )

    @with_game_lock
    def _show_judgement(self, played_node: Node, judgement: tuple[bool, str]) -> None:
        """Show the judgement of a move, and save the first answer to the card."""
        if self._judged_node is not played_node:
            return
        is_right, why = judgement
        if is_right:
            self.is_done = True
            self.solved_count += not self._is_recorded and not self._has_hint
            self._record_answer("with help" if self._has_hint else "right")
            self._set_text("Right.", why, self._return_text(), sign=IS_RIGHT)
        else:
            self._record_answer("wrong")
            again = "This is what you played." if str(played_node.move) == self.card.played else ""
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
            self.card = self.deck.answer(self.card, answer)
            self._put_back(self.card)

    def _put_back(self, card: Card) -> None:
        """Move a card to the end of the round, or out of the round if it has been learned."""
        cards = [each for each in self._waiting_cards if each.card_id != card.card_id]
        is_finished = self._is_recorded and card.is_learned
        self._waiting_cards = cards if is_finished else [*cards, card]

    @property
    def _task_node(self) -> Node:
        return self._root or self.record.root

    def _return_text(self) -> str:
        """Return when the answered card comes back, as a sentence."""
        if not self.card.is_learned:
            return "This card comes again in this round."
        wait = wait_text((self.card.due - datetime.now(UTC)).total_seconds())
        done = "" if self._waiting_cards else " You have finished this round."
        return f"This card comes back {wait}.{done}"

    def _due_text(self) -> str:
        """Return when the next card is due, as a sentence; empty if there is no card."""
        due = self.deck.next_due(game=self.card.game)
        if due is None:
            return ""
        return f"The next card is due {wait_text((due - datetime.now(UTC)).total_seconds())}."

    def _button_actions(self) -> dict[str, Callable[[], Any]]:
        return {
            "hint": self.show_hint,
            "show_answer": self.show_answer,
            "restart": self.restart,
            "next": self.show_next_card,
        }
