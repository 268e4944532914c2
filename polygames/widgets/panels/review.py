"""The panel of the review: the curve of a game, its mistakes, and another try at each."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets
import traitlets

from polygames.core.descriptions import move_text, seat_names
from polygames.records.record import Record
from polygames.runtime.game_lock import with_game_lock
from polygames.search.review import (
    annotate,
    deepening,
    doubtful,
    read_review,
    review,
    reviewing,
)
from polygames.search.review.reviewer import CHECK_WORK_FACTOR
from polygames.study.mistakes import people_mistakes
from polygames.view.js_bundle import JS_FOLDER, bundle_module
from polygames.view.overlay import REPLY_LINE_COLORS
from polygames.widgets.page_widget import PageWidget
from polygames.widgets.painter.pointer import AS_TEXT
from polygames.widgets.panels.panel import LineAnimation, Panel
from polygames.widgets.panels.review_text import (
    DECIDED_TEXT,
    chart_data,
    cost_text,
    has_fixed_result,
    hint_places,
    mover_text,
    summary_lines,
    verdict_texts,
)
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.records.node import Node
    from polygames.search.review import Review, ReviewedMove
    from polygames.widgets.interfaces import BoardLike

_REVIEW_JS: Final = JS_FOLDER / "review"

REVIEW_WORK_SECONDS: Final = 10.0
"""The work of a review for all positions together, in seconds."""

MAX_SECONDS_PER_POSITION: Final = 0.2
"""The largest work for one position, in seconds."""

PROGRESS_CELLS: Final = 10
"""The number of cells in the progress bar of a review."""

_HINT_TEXTS: Final = {1: "look at the green ring.", 2: "look at one of the green rings."}
"""The texts of a hint, by the number of places that it marks."""

JUDGING_TEXT: Final = ("Checking your move …", "")
"""The verdict while a try is judged."""

REVIEW_INVITATION: Final = "Press Review to see what each move cost, and which move was better."

BRANCH_TEXT: Final = "This move was not played. Click the curve to go back to the game."
"""The text about a better move, which becomes a branch of the record."""

CORRECT_TEXTS: Final = {
    "best": "Right: it is the best move.",
    "good": "Right: it is a good move.",
    "forced": "Right.",
    "unclear": "It may be right. The search does not know enough to judge it.",
}
"""The texts for a try that is good enough, by its label."""

_WRAP_TEXTS: Final = {
    1: "That was the last one. This is the first one again.",
    -1: "That was the first one. This is the last one again.",
}
"""The texts when the arrows go on at the other end of the game, by direction."""

NO_TEXT: Final = ("", "")
"""The empty headline and text."""


class TextPanelWidget(PageWidget):
    """A widget that displays its `content`.

    The client sends ``press_button`` with the name of a ``button``, and ``go_to_ply`` with the
    ``ply`` of a point on the curve.
    """

    _esm = bundle_module(_REVIEW_JS / "review.js")
    _css = "".join(
        path.read_text(encoding="utf-8")
        for path in (JS_FOLDER / "shared" / "chart.css", _REVIEW_JS / "review.css")
    )

    content = traitlets.Dict().tag(from_json=lambda _, widget: widget.content, **AS_TEXT)


class ReviewPanel(Panel):
    """The panel that reviews the game on the board: its mistakes, their cost and better moves.

    Parameters
    ----------
    board
        The board beside the panel.
    extra_widgets
        Further widgets of the game, shown below the review.
    """

    follows_always = True  # it judges the moves that are tried

    def __init__(self, board: BoardLike, extra_widgets: Sequence[widgets.Widget] = ()) -> None:
        self.display = TextPanelWidget()
        super().__init__(board, widgets.VBox([self.display, *extra_widgets]))
        self._worker = Worker()
        self.review: Review | None = None
        """The review so far; None before there is one."""
        self._recheck_progress: tuple[int, int] | None = None
        """The number of moves searched again, and of all to search; None while not doing so."""
        self._root: Node | None = None
        self._stop_flag: Event | None = None
        self._revealed_move: ReviewedMove | None = None
        """The move whose best alternative is shown on the board, at the position before it."""
        self._retry_move: ReviewedMove | None = None
        """The move that the player tries to improve."""
        self._judged_node: Node | None = None
        self._verdict_texts = NO_TEXT
        self._wrapped_at: tuple[Node | None, str] | None = None
        """The move at which the arrows went on at the other end of the game, and a sentence."""
        self._animation = LineAnimation(board)
        self.display.on_msg(lambda _, content, __: self._handle_message(content))

    @property
    def is_running(self) -> bool:
        """Whether a review is in progress."""
        return self._stop_flag is not None

    # Actions of the user

    def start(self) -> None:
        """Start a review of the record on the board."""
        self._stop_search()
        self._reset_retry()
        record, self._stop_flag = self.record, Event()
        self.review, self._root = None, record.root
        found = reviewing(
            record,
            seconds=review_seconds_per_position(self._line_length(record)),
            progress=False,
            stop=self._stop_flag,
            at_once=True,
        )
        self._run_search(found, partial(self._extend_review, record.root))

    def start_once(self) -> None:
        """Start a review unless there is one, one is in progress, or the record has no moves."""
        if self.review is None and not self.is_running and self._line_length(self.record):
            self.start()

    def search_longer(self) -> None:
        """Search the positions of all possible mistakes again, for twice as long."""
        if self.review is None or self.is_running:
            return
        self._reset_retry()
        record, self._stop_flag = self.record, Event()
        moves = doubtful(self.review)
        self._recheck_progress = (-1, len(moves))
        seconds = 2 * CHECK_WORK_FACTOR * MAX_SECONDS_PER_POSITION
        found = deepening(
            record, self.review, seconds=seconds, moves=moves, progress=False, stop=self._stop_flag
        )
        self._run_search(found, partial(self._replace_review, record.root))

    def go_to_mistake(self, step: int = 1) -> None:
        """Go to the next mistake (previous if `step` is -1), and animate the best reply to it.

        If there is no mistake, inaccuracies or unclear moves are used.
        """
        found = self._find_mistakes()
        if not found:
            return
        here = self.record.node.number
        later = [each for each in found if (each.ply - here) * step > 0]
        each = (later or found)[0 if step > 0 else -1]
        self._reset_retry()
        self._wrapped_at = None if later or len(found) == 1 else (each.node, _WRAP_TEXTS[step])
        self._show_move(each)
        self._play_line(each.answer, each)

    def retry_mistake(self) -> None:
        """Show the position before a mistake and let the player find a better move."""
        each = self._current_move() or next(iter(self._find_mistakes()), None)
        if each is None or each.best is None or each.node is None or each.node.parent is None:
            return
        self._reset_retry()
        self._retry_move = each  # set first: the board reads `retry_node` while it changes
        self.board.go_to(each.node.parent)
        self.board.set_overlay(tuple)  # remove an answer that is drawn on the board
        self.refresh()

    def cancel_retry(self) -> None:
        """Cancel the attempt to improve a move, and return to the move that was played."""
        each = self._retry_move
        self._reset_retry()
        if each is not None:
            self._show_move(each)

    def show_hint(self) -> None:
        """Mark the place of the best move without naming the move."""
        if self._retry_move is None:
            return
        places = hint_places(self._retry_move.node.parent.state, self._retry_move.best)  # type: ignore[union-attr]  # a move has a parent
        lit = self.board.circle_places(places)
        where = _HINT_TEXTS[len(places)] if lit else "look at the buttons below the board."
        self._verdict_texts = f"Hint: {where}", ""
        self.refresh()

    def show_answer(self) -> None:
        """Show the best move, and the moves expected after it."""
        each = self._retry_move or self._current_move()
        if each is None or each.best is None or each.node is None or each.node.parent is None:
            return
        self._reset_retry()
        self._revealed_move = each
        self.board.go_to(each.node.parent)
        best = move_text(each.node.parent.state, each.best, self.board.session.names)
        self._verdict_texts = f"Best: {best}.", ""
        self._play_line(each.line, each)
        self.refresh()

    def save_review(self) -> None:
        """Save the review in the record."""
        if self.review is not None:
            annotate(self.review, self.record)
            self._verdict_texts = "The review is saved in the record.", ""
            self.refresh()

    def close(self) -> None:
        """Stop the review, and stop judging a move that the player tries."""
        self._stop_search()
        self._worker.stop()

    # Display

    @property
    def heading(self) -> tuple[str, str]:
        """A pair of texts: the progress of a running review, or the verdict on the current move."""
        if self.is_running:
            return self._progress_texts(self._line_length(self.record))
        if self.review is None:
            return NO_TEXT
        is_said = (
            self._retry_move is not None
            or self._verdict_texts[0]
            or self._current_move() is not None
        )
        return self._current_texts() if is_said else NO_TEXT

    def refresh(self) -> None:
        """Update the panel when the board shows a new position or record, or a move is tried."""
        if self.board.has_task:
            return  # the review waits until the player returns to the game
        record = self.record
        if record.root is not self._root:
            self.close()
            self._reset_retry()
            self._root, self.review = record.root, read_review(record)
        self._judge_retry(record)
        content = self._panel_content(record)
        if content != self.display.content:
            self.display.content = content
            self.board.update_header()

    def _panel_content(self, record: Record) -> dict[str, Any]:
        length = self._line_length(record)
        if self.review is None or not self.review.moves:
            words = " ".join(self._progress_texts(length)) if self.is_running else REVIEW_INVITATION
            buttons = {"stop": "Stop"} if self.is_running else {"start": "Review"}
            return {"chart": None, "summary": [], "text": words, "buttons": buttons, "ply": 0}
        names = self.board.session.names
        return {
            "chart": chart_data(self.review, max(length, self.review.moves[-1].ply), names),
            "summary": summary_lines(self.review, names),
            "text": " ".join(
                filter(None, self.heading if self.is_running else self._current_texts())
            ),
            "buttons": self._button_labels(),
            "ply": record.node.number,
        }

    @staticmethod
    def _line_length(record: Record) -> int:
        """Return the number of moves in the line of play through the current position."""
        return len([*record.path, *record.node.line]) - 1

    def _progress_texts(self, length: int) -> tuple[str, str]:
        """Return the progress of the review as a headline and a text."""
        if self._recheck_progress is not None:
            done, every = max(0, self._recheck_progress[0]), self._recheck_progress[1]
            return _activity_texts("Checking doubtful move", done, every)
        known = () if self.review is None else self.review.positions
        searched = sum(not each.is_quick for each in known)
        doing, cells = _activity_texts("Reviewing move", searched, length)
        job = self._worker.job
        if job is not None and job.is_compiling and not searched:
            cells += " The search is getting ready (only the first time), so this is a quick look."
        elif self.review is not None and self.review.is_quick_look:
            cells += " This is a quick look."
        return doing, cells

    def _current_texts(self) -> tuple[str, str]:
        if self._verdict_texts[0]:
            return self._verdict_texts
        if self._retry_move is not None:
            return self._task_text(self._retry_move), ""
        each = self._current_move()
        if each is not None and self.review is not None:
            names = self.board.session.names
            verdict, why = verdict_texts(each, names)
            at, said = self._wrapped_at or (None, "")
            wrapped = f"{said} " if at is each.node else ""
            return f"{wrapped}{mover_text(each, names)} {verdict}", why
        if self.review is not None and has_fixed_result(self.review):
            return DECIDED_TEXT, ""
        return "Click the curve to go there.", ""

    def _task_text(self, reviewed_move: ReviewedMove) -> str:
        """Return the request to find a better move for a player, as a sentence."""
        who = seat_names(self.record.state, self.board.session.names).name(
            reviewed_move.seat, is_mid_sentence=True
        )
        return f"Find a better move for {who}. Play it on the board."

    def _button_labels(self) -> dict[str, str]:
        if self.is_running:
            return {"stop": "Stop"}
        buttons = {}
        if self._retry_move is not None:
            return {
                "back": "◀ The game",
                "hint": "Where?",
                "show_answer": "Show the best",
                "next": "Next mistake",
            }
        if self._find_mistakes():
            buttons = {"previous": "◀ Mistake", "next": "Next mistake ▶", "retry": "Try again"}
        if (each := self._current_move()) is not None and each.best is not None:
            buttons["show_answer"] = "Show the best"
        if self.review is not None and doubtful(self.review):
            buttons["search_longer"] = "Think longer"
        if self.review is not None and self.review.is_complete and self._has_own_mistakes():
            buttons["train"] = "Train your mistakes"
        return buttons | {"save": "Save in the record", "start": "Review again"}

    def _has_own_mistakes(self) -> bool:
        assert self.review is not None  # noqa: S101 - the caller checks this
        session = self.board.session
        return bool(people_mistakes(session.record, self.review, session.custom_players))

    @property
    def retry_node(self) -> Node | None:
        """The position in which a better move is to be found; None if there is none."""
        each = self._retry_move
        return None if each is None or each.node is None else each.node.parent

    @property
    def selected_move(self) -> ReviewedMove | None:
        """The current move, or the move that the player tries to improve; None if not reviewed."""
        if self._retry_move is not None:
            return self._retry_move
        return self._current_move()

    def _current_move(self) -> ReviewedMove | None:
        node, shown = self.record.node, self._revealed_move
        if shown is not None and shown.node is not None and shown.node.parent is node:
            return shown
        moves = () if self.review is None else self.review.moves
        return next((each for each in moves if each.node is node), None)

    def _find_mistakes(self) -> list[ReviewedMove]:
        moves = () if self.review is None else self.review.moves
        mistakes = [each for each in moves if each.is_mistake]
        inaccurate = [each for each in moves if each.verdict == "inaccuracy"]
        return mistakes or inaccurate or [each for each in moves if each.is_unclear]

    # Internals

    @with_game_lock
    def _handle_message(self, content: object) -> None:
        actions: dict[str, Callable[[], Any]] = {
            "start": self.start,
            "stop": self._stop_review,
            "search_longer": self.search_longer,
            "next": self.go_to_mistake,
            "previous": partial(self.go_to_mistake, -1),
            "retry": self.retry_mistake,
            "back": self.cancel_retry,
            "hint": self.show_hint,
            "show_answer": self.show_answer,
            "save": self.save_review,
            "train": self.board.train_mistakes,
        }
        match content:
            case {"kind": "press_button", "button": str(button)} if button in actions:
                self.board.run_action(actions[button])
            case {"kind": "go_to_ply", "ply": int(ply)}:
                self.board.run_action(partial(self._go_to_ply, ply))

    def _go_to_ply(self, ply: int) -> None:
        record = self.record
        line = [record.root, *record.root.line]
        if self.review is not None and self.review.line:
            first, last = self.review.line[0].before.node, self.review.line[-1].node
            if first is not None and last is not None:
                line = [*reversed([*last.ancestors]), last]
        self._reset_retry()
        self.board.go_to(line[min(max(0, ply), len(line) - 1)])
        self.refresh()

    def _show_move(self, reviewed_move: ReviewedMove) -> None:
        if reviewed_move.node is not None:
            self.board.go_to(reviewed_move.node)
        self.refresh()

    def _play_line(self, line: Sequence[Any], reviewed_move: ReviewedMove) -> None:
        """Animate a sequence of moves on the board, starting at a reviewed move."""
        if reviewed_move.node is None or reviewed_move.node.parent is None:
            return
        if self.record.node is reviewed_move.node:  # the board already displays the first move
            self._animation.play(reviewed_move.node.state, line[1:], REPLY_LINE_COLORS)
        else:
            self._animation.play(reviewed_move.node.parent.state, line)

    def _judge_retry(self, record: Record) -> None:
        """Judge the move that a player tried instead of a mistake."""
        each, before = self._retry_move, self.retry_node
        if each is None or before is None:
            return
        if record.node is before:  # the try was undone
            if self._verdict_texts == JUDGING_TEXT:
                self._verdict_texts = NO_TEXT
            self._judged_node = None
            return
        way = record.path[before.number :]
        if not way or way[0] is not before or way[1] is each.node:
            self._reset_retry()  # the board shows another part of the game
            return
        played = way[1]
        if played is self._judged_node:
            return
        self._judged_node, self._verdict_texts = played, JUDGING_TEXT
        alone = Record(before.state)
        alone.root.annotations = before.annotations  # the saved proofs of the position
        alone.push(played.move)
        self._worker.submit(
            partial(review, alone, seconds=MAX_SECONDS_PER_POSITION, progress=False),
            partial(self._show_try_verdict, played),
            self._show_failure,
        )

    def _show_try_verdict(self, node: Node, new_review: Review) -> None:
        if self._retry_move is None or self._judged_node is not node or not new_review.moves:
            return
        each = new_review.moves[0]
        if each.label in CORRECT_TEXTS:
            self._retry_move = None
            self._verdict_texts = CORRECT_TEXTS[each.label], BRANCH_TEXT
        else:
            cost = cost_text(each, self.board.session.names)
            self._verdict_texts = "Not yet.", f"{cost} Try again."
            if node.parent is not None:
                self.board.go_to(node.parent)
        self.refresh()

    def _run_search(self, reviews: Iterator[Review], on_review: Callable[[Review], Any]) -> None:
        """Run a review in the background; `on_review` is called with each state of the review."""
        end, stop = self._finish_review, self._stop_flag
        self._worker.submit_iterator(
            reviews, on_review, self._show_failure, on_compiling=self.refresh, on_end=end, stop=stop
        )
        self.refresh()

    def _extend_review(self, root: Node, new_review: Review) -> None:
        if root is self._root:
            self.review = new_review
            self.refresh()

    def _replace_review(self, root: Node, new_review: Review) -> None:
        """Replace the review with a newer one in which one more mistake was searched again."""
        if root is not self._root or self._recheck_progress is None:
            return
        done, every = self._recheck_progress
        self.review, self._recheck_progress = new_review, (done + 1, every)
        self.refresh()

    def _finish_review(self) -> None:
        """End the review, and store its verdicts in the record for the list of moves."""
        if self._recheck_progress is not None and self.review is not None:
            left = sum(each.is_mistake for each in self.review.moves)
            remain = "mistake remains" if left == 1 else "mistakes remain"
            self._verdict_texts = f"Checked again: {left} {remain}.", ""
        self._stop_flag = self._recheck_progress = None
        if self.review is not None and not self.review.is_quick_look:
            annotate(self.review, self.record, comments=False)
        self.refresh()

    def _show_failure(self, error: Exception) -> None:
        self._stop_flag, self._recheck_progress, self._verdict_texts = None, None, (str(error), "")
        self.refresh()

    def _stop_review(self) -> None:
        self.close()
        self.refresh()

    def _stop_search(self) -> None:
        if self._stop_flag is not None:
            self._stop_flag.set()
            self._stop_flag = self._recheck_progress = None
        if self.review is not None and self.review.is_quick_look:  # only the searched ones remain
            searched = tuple(each for each in self.review.positions if not each.is_quick)
            self.review = replace(self.review, positions=searched) if searched else None

    def _reset_retry(self) -> None:
        self._retry_move = self._revealed_move = self._judged_node = None
        self._verdict_texts, self._wrapped_at = NO_TEXT, None
        self._animation.stop()


def review_seconds_per_position(ply_count: int) -> float:
    """Return the work for each position of a game, so that a long game is reviewed soon, too.

    Examples
    --------
    >>> review_seconds_per_position(8), review_seconds_per_position(80)
    (0.2, 0.125)
    """
    return min(MAX_SECONDS_PER_POSITION, REVIEW_WORK_SECONDS / max(1, ply_count))


def _activity_texts(activity: str, done_count: int, total: int) -> tuple[str, str]:
    """Return two texts: the activity with its count, and a progress bar."""
    cells = PROGRESS_CELLS * done_count // max(1, total)
    doing = f"{activity} {min(done_count + 1, total)} of {total} …"
    return doing, f"{'▰' * cells}{'▱' * (PROGRESS_CELLS - cells)}"
