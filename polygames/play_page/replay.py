"""The replay of a finished game: its positions, and its costliest moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.search.review import reviewing
from polygames.view.frame import last_move_text
from polygames.view.review_text import verdict_sentence
from polygames.view.suggestions import draw_comparison

if TYPE_CHECKING:
    from collections.abc import Generator

    from polygames.core.descriptions import Names
    from polygames.records.node import Node
    from polygames.records.record import Record
    from polygames.scene.model import Scene
    from polygames.search.review import Review, ReviewedMove

MAX_SHOWN_MISTAKES: Final = 3

SECONDS_PER_MOVE: Final = 0.05
"""The work for a position, as seconds of compiled code. Without it, it takes ten times as long."""

GAMES_WITHOUT_REVIEW: Final = frozenset({"splinter"})
"""Games whose review takes minutes without compiled code."""


PLAYER_COUNT: Final = 2

LATER_MISTAKE_TEXT: Final = "Later the other player made a mistake, too."


class ReplayMistake(NamedTuple):
    """A costly move: its number in the game, and the verdict on it."""

    number: int
    text: str


class Replay:
    """The replay of a finished game. It shows one position, and can search for mistakes.

    Parameters
    ----------
    record
        The game, at its end.
    names
        The names of the players. Only the mistakes of "You" are shown, if one of them is "You".

    Examples
    --------
    >>> from polygames.core.descriptions import Names
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> while record.outcome is None:
    ...     record.push(next(iter(record.state.legal_moves)))
    >>> replay = Replay(record, Names())
    >>> replay.start_review()
    >>> while replay.review_next_move():
    ...     pass
    >>> replay.mistakes[0].number, replay.progress_text
    (..., '')
    """

    def __init__(self, record: Record, names: Names) -> None:
        self._record, self._names = record, names
        self._path = record.path
        self.node: Node = self._path[-1]
        """The displayed position."""
        self._reviews: Generator[Review] | None = None
        self._review: Review | None = None
        self.is_reviewed = False
        """Whether the review is complete."""
        self._mistakes: list[ReviewedMove] = []

    @property
    def last_number(self) -> int:
        """The number of moves of the game."""
        return len(self._path) - 1

    @property
    def number(self) -> int:
        """The number of moves before the displayed position."""
        return self.node.number

    @property
    def move_text(self) -> str:
        """The last move before the displayed position as text."""
        return last_move_text(self.node, self._names)

    def go_to(self, number: int) -> None:
        """Show the position after a number of moves."""
        self.node = self._path[number]

    # The review

    @property
    def has_review(self) -> bool:
        """Whether a page can review this game."""
        return self._record.game not in GAMES_WITHOUT_REVIEW

    @property
    def is_review_started(self) -> bool:
        """Whether `start_review` was called."""
        return self._reviews is not None

    def start_review(self) -> None:
        """Start the review; `review_next_move` does the work."""
        self._reviews = reviewing(self._record, seconds=SECONDS_PER_MOVE, workers=1, progress=False)

    def review_next_move(self) -> bool:
        """Review one more move; return False once the review is complete."""
        assert self._reviews is not None  # noqa: S101 - it was started
        review = next(self._reviews, None)
        if review is not None:
            self._review = review
            return True
        self.is_reviewed = True
        self._mistakes = [] if self._review is None else self._find_mistakes(self._review)
        return False

    def _find_mistakes(self, review: Review) -> list[ReviewedMove]:
        """Return the costliest mistakes, in the order of the game."""
        you = self._names.you
        own = [each for each in review.mistakes if you is None or each.seat == you]
        costliest = sorted(own, key=lambda each: -each.measured_loss)[:MAX_SHOWN_MISTAKES]
        return sorted(costliest, key=lambda each: each.ply)

    @property
    def progress_text(self) -> str:
        """The number of reviewed moves as text; empty unless the review is running."""
        if not self.is_review_started or self.is_reviewed:
            return ""
        count = 0 if self._review is None else len(self._review.moves)
        return f"Checking the moves: {count} of {self.last_number} …"

    @property
    def mistakes(self) -> list[ReplayMistake]:
        """The costliest mistakes, in the order of the game; empty until the review is complete."""
        return [
            ReplayMistake(each.ply, f"Move {each.ply}: {self._mistake_text(each)}")
            for each in self._mistakes
        ]

    def _mistake_text(self, move: ReviewedMove) -> str:
        """Return the verdict on a move, and why its player won if the position was proved lost."""
        outcome = self._path[-1].state.outcome
        verdict = verdict_sentence(move, self._names)
        is_winner = outcome is not None and outcome.winners == {move.seat}
        was_lost = move.proved_after and (move.after or 0.0) < 0
        has_later_mistake = is_winner and was_lost and not self._had_luck
        return f"{verdict} {LATER_MISTAKE_TEXT}" if has_later_mistake else verdict

    @property
    def _had_luck(self) -> bool:
        """Whether dice or a third player may have decided the game, not a mistake."""
        dice = any(node.state.turn == CHANCE for node in self._path)
        return dice or self._record.start.seats != PLAYER_COUNT

    def marks(self, picture: Scene) -> Scene:
        """Return marks that compare the next move with a better one, if it was a mistake.

        `picture` is the picture of the displayed position.
        """
        next_number = self.number + 1
        found = next((each for each in self._mistakes if each.ply == next_number), None)
        if found is None or found.best is None:
            return ()
        state: Any = self.node.state
        highlight = info_of(state).highlight_move
        return draw_comparison(state, found.move, found.best, picture, highlight)
