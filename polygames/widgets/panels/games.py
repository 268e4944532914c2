"""The panel with a collection of games: the moves played in this position and their scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.words import how_many
from polygames.runtime.owner import with_owner
from polygames.search.analysis.rows import percent
from polygames.study.explorer import GROUPED_TEXT, groups_moves
from polygames.view.frame import primitives
from polygames.widgets.panels.analysis import AnalysisWidget
from polygames.widgets.panels.panel import Panel
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from polygames.core.protocol import State
    from polygames.scene.model import Scene
    from polygames.study.explorer import Continuation, Explorer
    from polygames.widgets.parts import BoardLike

MAX_SHOWN_MOVES: Final = 12
"""The maximum number of rows."""
POINTED_MOVE_COLOR: Final = "#cc79a7"
"""The colour of the move under the pointer."""


class GamesPanel(Panel):
    """The panel with the moves that other games played in the position on the board.

    Parameters
    ----------
    board
        The board beside the panel.
    explorer
        The games.
    """

    def __init__(self, board: BoardLike, explorer: Explorer) -> None:
        super().__init__(board, AnalysisWidget())
        self.explorer = explorer
        self._worker = Worker()
        self._version, self._moves = 0, tuple[Any, ...]()
        self._state: State[Any] | None = None
        self.box.on_msg(lambda _, content, __: self._handle(content))

    def show(self) -> None:
        """Look up the position on the board, unless it is displayed already."""
        state = self.board.seen()
        if state == self._state and self._version:
            return
        self._state = state
        self._tell({"rows": [], "note": "Reading the games …"})
        self._worker.do(lambda: (state, self.explorer.at(state)), self._show_found, self._fail)

    def close(self) -> None:
        """Stop looking up positions."""
        self._worker.stop()

    @with_owner
    def _show_found(self, found: tuple[State[Any], list[Continuation]]) -> None:
        state, moves = found
        if state != self._state:
            return
        shown = moves[:MAX_SHOWN_MOVES]
        self._moves = tuple(each.move for each in shown)
        rows = [self._row(state, rank, each) for rank, each in enumerate(shown, 1)]
        self._tell({"rows": rows, "note": self._note(state, moves)})

    @with_owner
    def _fail(self, error: Exception) -> None:
        self._tell({"rows": [], "note": f"Cannot read the games: {error}"})

    def _note(self, state: State[Any], moves: list[Continuation]) -> str:
        came = len(self.explorer.games(state))
        games = "1 game" if len(self.explorer) == 1 else f"{len(self.explorer)} games"
        said = [f"{came} of {games} reached this position."]
        if moves and groups_moves(state):
            said.append(GROUPED_TEXT)
        if len(moves) > MAX_SHOWN_MOVES:
            said.append(f"{len(moves) - MAX_SHOWN_MOVES} more moves were played.")
        if any(each.score is not None for each in moves):
            said.append("Next to each move: how often it was played, and its average score.")
        if errors := self.explorer.errors:
            said.append(f"{how_many(len(errors), 'game')} with an illegal move.")
        return " ".join(said)

    def _row(self, state: State[Any], rank: int, each: Continuation) -> dict[str, Any]:
        drawn: Scene = (
            () if each.move is None else self.board.picture_of(state, each.move, POINTED_MOVE_COLOR)
        )
        return {
            "rank": rank,
            "worth": worth_words(each),
            "words": each.words,
            "full": each.words[:1].upper() + each.words[1:],
            "line": [],
            "why": review_words(each),
            "count": 1,
            "range": range_of(each),
            "scene": primitives(drawn),
        }

    def _tell(self, content: dict[str, Any]) -> None:
        self._version += 1
        about = {"version": self._version, "bar": None, "details": "", "position": None}
        self.box.content = about | content

    @with_owner
    def _handle(self, content: object) -> None:
        """Handle a message from the client: play the move of the row that was pressed."""
        match content:
            case {"kind": "play", "version": int(version), "row": int(row)}:
                if 0 <= row < len(self._moves) and version == self._version:
                    move = self._moves[row]
                    if move is not None and move in self.board.session.state.legal_moves:
                        self.board.attempt(lambda: self.board.play(move))


def worth_words(each: Continuation) -> str:
    """Return the number of games with a move and its score as a short text.

    Examples
    --------
    >>> from polygames.study.explorer import Continuation
    >>> worth_words(Continuation(None, "A to C", 12, 0.5, 0.58, 0.32, 0.81, None))
    '12 · 58%'
    """
    if each.score is None:
        return str(each.games)
    is_share = each.high is not None and each.high <= 1 and each.score <= 1
    return f"{each.games} · {each.score:.0%}" if is_share else f"{each.games} · {each.score:.1f}"


def review_words(each: Continuation) -> str:
    """Return the mean value of a move in the reviews as text; empty if there are none.

    Examples
    --------
    >>> from polygames.study.explorer import Continuation
    >>> move = Continuation(None, "A to C", 12, 0.5, 0.58, 0.32, 0.81, -1.0, 0.0)
    >>> review_words(move), review_words(move._replace(value=-0.26, chance=0.37))
    ('Reviews: it loses', 'Reviews: 37%')
    >>> review_words(move._replace(value=-34.8, chance=None))
    'Reviews: -34.8 points'
    """
    if each.value is None:
        return ""
    if each.chance is None:
        return f"Reviews: {each.value:+.1f} points"
    sure = {(1.0, 1.0): "Reviews: it wins", (0.0, -1.0): "Reviews: it loses"}
    return sure.get((each.chance, each.value)) or f"Reviews: {percent(each.chance)}"


def range_of(each: Continuation) -> dict[str, Any]:
    """Return the score of a move and the ends of its interval, from 0 to 1, and a text.

    Examples
    --------
    >>> from polygames.study.explorer import Continuation
    >>> range_of(Continuation(None, "A to C", 12, 0.5, 0.58, 0.32, 0.81, None))["words"]
    'scored 58% (32% to 81%)'
    """
    score, low, high = each.score, each.low, each.high
    ends = (0.0, each.share, each.share)
    if score is None or low is None or high is None:
        words = f"played in {each.share:.0%} of the games"
    elif high <= 1 and score <= 1 and low >= 0:
        words, ends = f"scored {score:.0%} ({low:.0%} to {high:.0%})", (low, score, high)
    else:
        words = f"scored {score:.1f} ({low:.1f} to {high:.1f})"
    left, at, right = ends
    return {"left": left, "at": at, "right": right, "words": words, "proved": False}
