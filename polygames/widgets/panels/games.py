"""The panel with a collection of games: the moves played in this position and their scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import count_text
from polygames.runtime.game_lock import with_game_lock
from polygames.search.analysis.rows import percent_text
from polygames.study.explorer import GROUPED_TEXT, groups_moves
from polygames.view.frame import scene_to_json
from polygames.widgets.panels.analysis import MoveRowsWidget
from polygames.widgets.panels.panel import Panel
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from polygames.core.protocol import State
    from polygames.scene.model import Scene
    from polygames.study.explorer import Continuation, Explorer
    from polygames.widgets.interfaces import BoardLike

MAX_SHOWN_MOVES: Final = 12
"""The maximum number of rows."""
POINTED_MOVE_COLOR: Final = "#cc79a7"
"""The colour of the move under the pointer."""


class GamesPanel(Panel):
    """The panel with the moves that other games played in this position, and their scores.

    Parameters
    ----------
    board
        The board beside the panel.
    explorer
        The games.
    """

    def __init__(self, board: BoardLike, explorer: Explorer) -> None:
        super().__init__(board, MoveRowsWidget())
        self.explorer = explorer
        self._worker = Worker()
        self._version, self._shown_moves = 0, tuple[Any, ...]()
        self._state: State[Any] | None = None
        self.box.on_msg(lambda _, content, __: self._handle_message(content))

    def refresh(self) -> None:
        """Look up the position on the board, unless it is displayed already."""
        state = self.board.visible_state()
        if state == self._state and self._version:
            return
        self._state = state
        self._send_content({"rows": [], "note": "Reading the games …"})
        self._worker.submit(
            lambda: (state, self.explorer.continuations(state)),
            self._show_continuations,
            self._show_error,
        )

    def close(self) -> None:
        """Stop looking up positions."""
        self._worker.stop()

    @with_game_lock
    def _show_continuations(self, result: tuple[State[Any], list[Continuation]]) -> None:
        state, moves = result
        if state != self._state:
            return
        shown = moves[:MAX_SHOWN_MOVES]
        self._shown_moves = tuple(each.move for each in shown)
        rows = [self._row_data(state, rank, each) for rank, each in enumerate(shown, 1)]
        self._send_content({"rows": rows, "note": self._note_text(state, moves)})

    @with_game_lock
    def _show_error(self, error: Exception) -> None:
        self._send_content({"rows": [], "note": f"Cannot read the games: {error}"})

    def _note_text(self, state: State[Any], moves: list[Continuation]) -> str:
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
            said.append(f"{count_text(len(errors), 'game')} with an illegal move.")
        return " ".join(said)

    def _row_data(self, state: State[Any], rank: int, continuation: Continuation) -> dict[str, Any]:
        drawn: Scene = (
            ()
            if continuation.move is None
            else self.board.info.highlight_move(state, continuation.move, POINTED_MOVE_COLOR)
        )
        return {
            "rank": rank,
            "value": score_text(continuation),
            "text": continuation.words,
            "full_text": continuation.words[:1].upper() + continuation.words[1:],
            "line": [],
            "reason": review_text(continuation),
            "count": 1,
            "range": interval_data(continuation),
            "scene": scene_to_json(drawn),
        }

    def _send_content(self, content: dict[str, Any]) -> None:
        self._version += 1
        about = {"version": self._version, "bar": None, "details": "", "position": None}
        self.box.content = about | content

    @with_game_lock
    def _handle_message(self, content: object) -> None:
        """Handle a message from the page: play the move of the row that was clicked."""
        match content:
            case {"kind": "play_row", "version": int(version), "row": int(row)}:
                if 0 <= row < len(self._shown_moves) and version == self._version:
                    move = self._shown_moves[row]
                    if move is not None and move in self.board.session.state.legal_moves:
                        self.board.run_action(lambda: self.board.play(move))


def score_text(continuation: Continuation) -> str:
    """Return the number of games with a move, and its average score, as a short text.

    Examples
    --------
    >>> from polygames.study.explorer import Continuation
    >>> score_text(Continuation(None, "A to C", 12, 0.5, 0.58, 0.32, 0.81, None))
    '12 · 58%'
    """
    if continuation.score is None:
        return str(continuation.games)
    is_share = continuation.high is not None and continuation.high <= 1 and continuation.score <= 1
    return (
        f"{continuation.games} · {continuation.score:.0%}"
        if is_share
        else f"{continuation.games} · {continuation.score:.1f}"
    )


def review_text(continuation: Continuation) -> str:
    """Return the mean value of a move in saved reviews as text; empty if it has no review.

    Examples
    --------
    >>> from polygames.study.explorer import Continuation
    >>> move = Continuation(None, "A to C", 12, 0.5, 0.58, 0.32, 0.81, -1.0, 0.0)
    >>> review_text(move), review_text(move._replace(value=-0.26, chance=0.37))
    ('Reviews: it loses', 'Reviews: 37%')
    >>> review_text(move._replace(value=-34.8, chance=None))
    'Reviews: -34.8 points'
    """
    if continuation.value is None:
        return ""
    if continuation.chance is None:
        return f"Reviews: {continuation.value:+.1f} points"
    sure = {(1.0, 1.0): "Reviews: it wins", (0.0, -1.0): "Reviews: it loses"}
    return (
        sure.get((continuation.chance, continuation.value))
        or f"Reviews: {percent_text(continuation.chance)}"
    )


def interval_data(continuation: Continuation) -> dict[str, Any]:
    """Return the data of a bar from 0 to 1: the score with its interval, or the share of games.

    Examples
    --------
    >>> from polygames.study.explorer import Continuation
    >>> interval_data(Continuation(None, "A to C", 12, 0.5, 0.58, 0.32, 0.81, None))["text"]
    'scored 58% (32% to 81%)'
    """
    score, low, high = continuation.score, continuation.low, continuation.high
    ends = (0.0, continuation.share, continuation.share)
    if score is None or low is None or high is None:
        words = f"played in {continuation.share:.0%} of the games"
    elif high <= 1 and score <= 1 and low >= 0:
        words, ends = f"scored {score:.0%} ({low:.0%} to {high:.0%})", (low, score, high)
    else:
        words = f"scored {score:.1f} ({low:.1f} to {high:.1f})"
    left, at, right = ends
    return {"left": left, "at": at, "right": right, "text": words, "proved": False}
