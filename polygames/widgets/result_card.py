"""The result card: the result of a game in words, and the buttons for what comes next."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.errors import PolygamesError
from polygames.records.record import Record
from polygames.search.puzzles.puzzle import has_puzzles
from polygames.view.result_text import reason_text, result_text
from polygames.view.review_text import costliest_move_text
from polygames.widgets.autosave import end_of_game
from polygames.widgets.board_options import REMOTE_PLAYER
from polygames.widgets.interfaces import REVIEW_TAB, action_button
from polygames.widgets.ladder import (
    NO_STAR_TEXT,
    Ladder,
    Star,
    has_help,
    has_ladder,
    ladder_text,
    won_star,
)

if TYPE_CHECKING:
    import ipywidgets as widgets

    from polygames.core.game_info import GameInfo
    from polygames.records.node import Node
    from polygames.widgets.interfaces import BoardLike

REMATCH_BUTTON: Final = "Rematch", "play again with the same rules, on the other seat"
PLAY_AGAIN_BUTTON: Final = "Play again", "start a new game with the same rules"
REVIEW_BUTTON: Final = "Review", "see what each move cost, and which move was better"
PUZZLE_BUTTON: Final = "Next puzzle", "find the best move; you can return to your game"


class CardTexts(NamedTuple):
    """The texts of a result card."""

    headline: str
    details: str
    spoken: str
    """The text for screen readers, which stays the same while the end is on the board."""


class ResultCard:
    """The result card of a board, shown while the end of its game is on the board.

    Parameters
    ----------
    board
        The board.
    """

    def __init__(self, board: BoardLike) -> None:
        self._board = board
        self._ladder_texts = "", ""
        self._can_earn_star = False
        """Whether the game was not over yet when it was opened on the board."""
        self._ladder_node: Node | None = None
        """The end of the game that the texts of the ladder are about."""

    @property
    def is_shown(self) -> bool:
        """Whether the board shows the end of a game in which somebody has moved."""
        session = self._board.session
        record = session.record
        is_end = session.state.outcome is not None and record.node is end_of_game(record)
        return is_end and bool(record.root.children) and not self._board.has_task

    def texts(self) -> CardTexts:
        """Return the headline, the sentences below it, and the text for screen readers."""
        session = self._board.session
        state, names = session.state, session.names
        result = result_text(state, names)
        match = self._board.match_result()
        headline = match or result
        own_result = f"{result}." if match else ""
        shown, spoken = self._ladder_texts if self._ladder_node is session.record.node else ("", "")
        end = "" if headline.endswith((".", "!")) else "."
        reason, reason_alone = (
            reason_text(state, names, has_scores=has_scores) for has_scores in (True, False)
        )
        return CardTexts(
            headline,
            " ".join(filter(None, (own_result, reason, self._cost_text(), shown))),
            " ".join(filter(None, (f"{headline}{end}", own_result, reason_alone, spoken))),
        )

    def buttons(self) -> tuple[widgets.Widget, ...]:
        """Return the buttons of the card: a rematch, the review and the next puzzle."""
        board, session = self._board, self._board.session
        buttons = [(*REVIEW_BUTTON, self._open_review)]
        if REMOTE_PLAYER not in session.players:  # the teacher starts the games of a class
            again = REMATCH_BUTTON if session.state.seats > 1 else PLAY_AGAIN_BUTTON
            buttons.insert(0, (*again, board.rematch))
            if has_puzzles(board.info.name):
                buttons.append((*PUZZLE_BUTTON, board.next_puzzle))
        made = [action_button(board, *each) for each in buttons]
        made[0].button_style = "primary"
        return tuple(made)

    def _open_review(self) -> None:
        """Open the review; start one unless there is one."""
        if self._board.current_review is None:
            self._board.review()
        else:
            self._board.open_panel(REVIEW_TAB)

    def note_position(self, *, is_opened: bool) -> None:
        """Add a star to the ladder if the person has just won the game, and prepare its text.

        Parameters
        ----------
        is_opened
            Whether the record is new on the board. A game that is over then earns no star.
        """
        session = self._board.session
        record, folder = session.record, session.folder
        if is_opened:
            self._can_earn_star = not session.is_over
        if not self._can_earn_star or not self.is_shown or self._ladder_node is record.node:
            return
        self._ladder_node, self._ladder_texts = record.node, ("", "")
        star = won_star(record)
        if folder is None or star is None or not has_ladder(record.game):
            return
        if has_help(record):
            self._ladder_texts = NO_STAR_TEXT, NO_STAR_TEXT
            return
        self._board.run_action(lambda: self._add_star(Ladder(folder), star))

    def _add_star(self, ladder: Ladder, star: Star) -> None:
        record = self._board.session.record
        ladder.add(record.game, star)
        stars = ladder.stars(record.game)
        shown, spoken = (
            ladder_text(record.start, stars, star, signs=signs) for signs in (True, False)
        )
        self._ladder_texts = shown, spoken

    def _cost_text(self) -> str:
        """Return the move that cost most; empty if the game has no complete review."""
        review = self._board.current_review
        if review is None or not review.is_complete or review.is_quick_look:
            return ""
        return costliest_move_text(review, self._board.session.names)


def rematch_record(info: GameInfo, record: Record) -> Record:
    """Return the record of a new game with the rules of another one, on a fresh random board.

    A game that began from a position of its own begins there again.

    Examples
    --------
    >>> record = pg.Record(pg.new("territory", size=5, seed=1))
    >>> again = rematch_record(pg.game("territory"), record)
    >>> again.options["size"], again.options["seed"] == 1
    (5, False)
    """
    options: dict[str, Any] = dict(record.options)
    try:
        is_own_start = info.new(**options) == record.start
    except PolygamesError:
        is_own_start = False
    if not is_own_start:
        return Record(record.start)
    if info.seed_option is not None:
        options[info.seed_option] = SystemRandom().randrange(10**6)
    return Record(info.new(**options))
