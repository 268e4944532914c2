"""The panel for a deck of cards: it judges the moves and schedules the next repetition."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.core.words import move_words
from polygames.runtime.owner import with_owner
from polygames.widgets.panels.posed import IS_RIGHT, IS_WRONG, PosedPanel
from polygames.widgets.parts import TRAIN, BoardLike
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.records.node import Node
    from polygames.study.deck import Answer, Card, Deck

SECONDS_PER_HOUR: Final = 3600
SECONDS_PER_DAY: Final = 86_400


def wait_words(seconds: float) -> str:
    """Return a waiting time as text.

    Examples
    --------
    >>> wait_words(20), wait_words(600), wait_words(7200), wait_words(200_000)
    ('in one minute', 'in 10 minutes', 'in 2 hours', 'in 2 days')
    """
    for size, word in ((SECONDS_PER_DAY, "day"), (SECONDS_PER_HOUR, "hour"), (60, "minute")):
        if (count := round(seconds / size)) >= 1:
            return f"in {count} {word}s" if count > 1 else f"in one {word}"
    return "in one minute"


def beginning(words: str) -> str:
    """Return the first half of a move's name, in whole words.

    Examples
    --------
    >>> beginning("A to D"), beginning("cuts 22.3 into 5 + 17.3, blue to the top")
    ('A to …', 'cuts 22.3 into 5 …')
    >>> beginning("5 in row 1, column 3, 2 opposite")
    '5 in row 1 …'
    """
    each = words.split()
    return f"{' '.join(each[: (len(each) + 1) // 2]).rstrip(' +·,:;(')} …"


class TrainPanel(PosedPanel):
    """The panel with the current card of a deck.

    Parameters
    ----------
    board
        The board beside the panel.
    deck
        The deck; cards of the board's game are dealt.
    chosen
        The first card.
    """

    panel_name, what = TRAIN, "card"
    is_done = False
    """Whether the card was solved, or its answer was shown."""

    def __init__(self, board: BoardLike, deck: Deck, chosen: Card) -> None:
        super().__init__(board)
        self._worker = Worker()
        self.deck, self.card = deck, chosen
        self.found = 0
        """The number of cards solved at this board at the first attempt."""

    # Actions of the user

    def put_up(self, card: Card) -> None:
        """Pose a card on the board."""
        self.card = card
        self.pose(card.state)

    def next_card(self) -> None:
        """Pose the next card that is due; if there is none, show when one will be."""
        due = [c for c in self.deck.due(game=self.card.game) if c.number != self.card.number]
        if due:
            self.put_up(due[0])
        else:
            self._say("No more cards are due now.", self._next_words())
            self.show()

    def start_again(self) -> None:
        """Pose the same card again."""
        self.put_up(self.card)

    def give_hint(self) -> None:
        """Show the first half of the best move's name."""
        if not self.is_done:
            self._is_helped = True
            state = self.card.state
            begun = beginning(move_words(state, state.parse(self.card.best)))
            self._say(self.card.task, f"Hint: {begun}")
            self.show()

    def show_answer(self) -> None:
        """Show the best move and its merits; the card counts as missed."""
        if self.is_done:
            return
        self._note("wrong")
        self.is_done = True
        state = self.card.state
        best = state.parse(self.card.best)
        self._say(f"Best: {move_words(state, best)}.", self.card.why(is_right=True))
        self._without_judging(partial(self.board.go, self._start))
        self.show()
        self._lines.play(state, [best])

    def close(self) -> None:
        """Stop the animation and the judgement."""
        super().close()
        self._worker.stop()

    # Display

    def _summary(self) -> list[str]:
        games = self.deck.games()
        own = games.pop(self.card.game, 0)
        others = ", ".join(f"{count} of {name}" for name, count in games.items() if count)
        lines = [f"Due: {own}", f"Found at the first try on this board: {self.found}"]
        lines += [f"Kind: {self.card.kind} ({self.card.phase})"] if self.is_done else []
        return lines + ([f"Also due: {others}"] if others else [])

    def _buttons(self) -> dict[str, str]:
        asked = {} if self.is_done else {"hint": "Hint", "answer": "Show the answer"}
        return asked | {"again": "Start again", "next": "Next card ▶"}

    # Internals

    def _begin(self) -> None:
        super()._begin()
        self._say(self.card.task)
        self.is_done = False
        self._worker.stop()

    def _judge(self, path: Sequence[Node]) -> None:
        if len(path) == 1:
            return
        if (played := path[1]) is self._judged:
            return
        self._judged = played
        self._say("Checking this move …")
        self._worker.do(
            partial(self.card.is_right, played.move),
            partial(self._show_answer, played),
            partial(self._fail, played),
        )

    @with_owner
    def _show_answer(self, played: Node, is_right: bool) -> None:  # noqa: FBT001 - the worker's one answer
        """Show the judgement of a move, and save the first answer to the card."""
        if self._judged is not played:
            return
        if is_right:
            self.is_done = True
            self.found += not self._is_noted and not self._is_helped
            why = self.card.why(is_right=True) if str(played.move) == self.card.best else ""
            self._note("with help" if self._is_helped else "right")
            self._say("Right.", why, self._next_words(own=True), sign=IS_RIGHT)
        else:
            self._note("wrong")
            is_same = str(played.move) == self.card.played
            why = self.card.why(is_right=False) if is_same else ""
            again = "This is what you played." if is_same else ""
            self._say("Not this move.", again, why, "Try again.", sign=IS_WRONG)
            self._judged = None
            self._without_judging(partial(self.board.go, self._start))
        self.board.open_panel(TRAIN)
        self.show()

    @with_owner
    def _fail(self, played: Node, error: Exception) -> None:
        if self._judged is played:
            self._say(f"Cannot judge this move: {error}")
            self.show()

    def _note(self, how: Answer) -> None:
        """Save the first answer to a card; later ones do not count."""
        if not self._is_noted:
            self._is_noted = True
            self.deck.answer(self.card, how)

    @property
    def _start(self) -> Node:
        return self._root or self.record.root

    def _next_words(self, *, own: bool = False) -> str:
        """Return when the next card is due as text, or this card if `own` is True."""
        now = datetime.now(UTC)
        same = (card for card in self.deck if card.number == self.card.number)
        due = next(same).due if own else self.deck.next_due(game=self.card.game)
        if due is None:
            return ""
        wait = wait_words((due - now).total_seconds())
        return f"This card comes back {wait}." if own else f"The next card is due {wait}."

    def _actions(self) -> dict[str, Callable[[], Any]]:
        return {
            "hint": self.give_hint,
            "answer": self.show_answer,
            "again": self.start_again,
            "next": self.next_card,
        }
