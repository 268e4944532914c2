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
from polygames.view.review_text import (
    MARKED_VERDICTS,
    chart_data,
    cost_text,
    find_moments,
    headline_texts,
    hint_places,
    moment_data,
    summary_lines,
    sums_data,
)
from polygames.view.suggestions import BETTER_WORD, draw_comparison, draw_suggestion
from polygames.widgets.interfaces import MOVES_TAB
from polygames.widgets.page_widget import PageWidget
from polygames.widgets.painter.pointer import AS_TEXT
from polygames.widgets.panels.panel import LineAnimation, Panel
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.records.node import Node
    from polygames.scene.model import Scene
    from polygames.search.review import Review, ReviewedMove
    from polygames.widgets.interfaces import BoardLike

_REVIEW_JS: Final = JS_FOLDER / "review"

REVIEW_WORK_SECONDS: Final = 10.0
"""The work of a review for all positions together, in seconds."""

MAX_SECONDS_PER_POSITION: Final = 0.2
"""The largest work for one position, in seconds."""

_HINT_TEXTS: Final = {1: "look at the green ring.", 2: "look at one of the green rings."}
"""The texts of a hint, by the number of places that it marks."""

JUDGING_TEXT: Final = ("Checking your move …", "")
"""The verdict while a try is judged."""

REVIEW_INVITATION: Final = "Press Review to see what each move cost, and which move was better."

FIRST_MOMENT_TEXT: Final = "Press Next moment to see what was played, and what was better."
CURVE_TEXT: Final = "Click the curve to see a move."
REVIEW_IS_COMPILING: Final = "The search is getting ready."

BRANCH_TEXT: Final = "This move was not played. Click the curve to go back to the game."
"""The text about a better move, which becomes a branch of the record."""

CORRECT_TEXTS: Final = {
    "best": "Right: it is the best move.",
    "good": "Right: it is a good move.",
    "forced": "Right.",
    "unclear": "It may be right. The search does not know enough to judge it.",
}
"""The texts for a try that is good enough, by its label."""

LOOKING_TEXT: Final = "The review looks for the moments that cost most."
"""The text above the board while a review runs."""

PRACTISE_LABEL: Final = "Practise your mistakes"

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
        self._shown_moment: ReviewedMove | None = None
        """The move that is compared with a better one, on the position before it."""
        self._drawn_moment: tuple[Node, ReviewedMove] | None = None
        """The position and the move whose comparison is drawn on the board."""
        self._starts_with_moment = False
        """Whether the board goes to the first moment when the review is complete."""
        self._retry_move: ReviewedMove | None = None
        """The move that the player tries to improve."""
        self._judged_node: Node | None = None
        self._texts = NO_TEXT
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
        """Show the review of the game; start one if there is none, or if the game went on.

        After the end of a game the board goes to the first moment, unless the player has gone
        elsewhere in the meantime.
        """
        if self.is_running or not self._line_length(self.record):
            return
        if self.review is None or self._has_game_gone_on:
            self.start()
        self._starts_with_moment = self.board.session.state.outcome is not None
        if not self.is_running:
            self._go_to_first_moment()

    def _restart(self) -> None:
        """Start a review of the game again."""
        self.review = None
        self.start_once()

    @property
    def _has_game_gone_on(self) -> bool:
        """Whether moves were played after the last one that is reviewed."""
        line = [] if self.review is None else self.review.line
        last = line[-1].node if line else None
        return last is not None and last is not self.record.node and last in self.record.path

    def _go_to_first_moment(self) -> None:
        """Go from the end of the game to the first moment, once after a review was asked for."""
        is_wanted, self._starts_with_moment = self._starts_with_moment, False
        at_end = self.board.session.state.outcome is not None
        if is_wanted and at_end and self.is_open and (found := self._moments):
            self.go_to_moment(found[0])

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

    def go_to_moment(self, reviewed_move: ReviewedMove) -> None:
        """Show the position before a move, with the move that was played and a better one."""
        if reviewed_move.node is None or reviewed_move.node.parent is None:
            return
        self._reset_retry()
        self._shown_moment = reviewed_move
        self.board.go_to(reviewed_move.node.parent)
        self.refresh()

    def go_to_next_moment(self, step: int = 1) -> None:
        """Go to the next moment of the game, or to the previous one if `step` is -1."""
        if (found := self._find_moment(step)) is not None:
            self.go_to_moment(found)

    def retry_mistake(self) -> None:
        """Show the position before a mistake and let the player find a better move."""
        each = self._current_move() or next(iter(self._moments), None)
        if each is None or each.best is None or each.node is None or each.node.parent is None:
            return
        self._reset_retry()
        self._retry_move = each  # set first: the board reads `retry_node` while it changes
        self.board.go_to(each.node.parent)
        self.board.set_overlay(tuple)  # remove an answer that is drawn on the board
        self.refresh()

    def cancel_retry(self) -> None:
        """Cancel the attempt to improve a move, and compare it with the better one."""
        if self._retry_move is not None:
            self.go_to_moment(self._retry_move)

    def show_hint(self) -> None:
        """Mark the place of the best move without naming the move."""
        if self._retry_move is None:
            return
        places = hint_places(self._retry_move.node.parent.state, self._retry_move.best)  # type: ignore[union-attr]  # a move has a parent
        lit = self.board.circle_places(places)
        where = _HINT_TEXTS[len(places)] if lit else "look at the buttons below the board."
        self._texts = f"Hint: {where}", ""
        self.refresh()

    def show_answer(self) -> None:
        """Show the best move, and the moves expected after it."""
        each = self._retry_move or self._current_move()
        if each is None or each.best is None or each.node is None or each.node.parent is None:
            return
        self._reset_retry()
        self.board.go_to(each.node.parent)
        best = move_text(each.node.parent.state, each.best, self.board.session.names)
        self._texts = f"Best: {best}.", ""
        self._play_line(each.line, each)
        self.refresh()

    def save_review(self) -> None:
        """Save the review in the record."""
        if self.review is not None:
            annotate(self.review, self.record)
            self._texts = "The review is saved in the record.", ""
            self.refresh()

    def close(self) -> None:
        """Stop the review, and stop judging a move that the player tries."""
        self._stop_search()
        self._worker.stop()

    # Display

    @property
    def heading(self) -> tuple[str, str]:
        """A pair of texts above the board: the verdict on the game, or that on a try."""
        if self._texts[0]:
            return self._texts
        if self._retry_move is not None:
            return self._task_text(self._retry_move), ""
        if self.review is None or not self.review.moves:
            return (self._progress_text, "") if self.is_running else NO_TEXT
        headline, then = headline_texts(self.review, self.board.session.names)
        return headline, LOOKING_TEXT if self.is_running else then

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
        if self.is_open:
            self._draw_moment()

    def _panel_content(self, record: Record) -> dict[str, Any]:
        length = self._line_length(record)
        if self.review is None or not self.review.moves:
            text = "" if self.is_running else REVIEW_INVITATION
            buttons = {"stop": "Stop"} if self.is_running else {"start": "Review"}
            shown: dict[str, Any] = {"chart": None, "summary": [], "ply": 0}
            return {**shown, "text": text, "buttons": buttons, "progress": self._progress}
        names, each = self.board.session.names, self._current_move()
        is_told = self._retry_move is None and not self._texts[0]
        is_shown = each is not None and is_told and not self.is_running
        return {
            "chart": chart_data(self.review, max(length, self.review.moves[-1].ply), names),
            "sums": sums_data(self.review, names),
            "summary": summary_lines(self.review, names),
            "progress": self._progress,
            "moment": self._moment_data(each) if each is not None and is_shown else None,
            "text": "" if is_shown or self.is_running else self._panel_text,
            "buttons": self._button_labels(),
            "ply": record.node.number if each is None else each.ply,
        }

    @property
    def _panel_text(self) -> str:
        """The text in place of a moment: the verdict on a try, or the button to press."""
        if self._texts[0] or self._retry_move is not None:
            return " ".join(filter(None, self.heading))
        return FIRST_MOMENT_TEXT if self._moments else CURVE_TEXT

    def _moment_data(self, reviewed_move: ReviewedMove) -> dict[str, Any]:
        """Return the texts about a move, and whether the board shows the position after it."""
        found, title = self._moments, ""
        if reviewed_move in found:
            title = f"Moment {found.index(reviewed_move) + 1} of {len(found)}"
        told = moment_data(reviewed_move, title, self.board.session.names)
        return {**told, "is_last": reviewed_move.node is self.record.node}

    @staticmethod
    def _line_length(record: Record) -> int:
        """Return the number of moves in the line of play through the current position."""
        return len([*record.path, *record.node.line]) - 1

    @property
    def _progress(self) -> dict[str, Any] | None:
        """The progress of a running review: the work done, all work and a text; else None."""
        if not self.is_running:
            return None
        if self._recheck_progress is not None:
            done, every = max(0, self._recheck_progress[0]), self._recheck_progress[1]
        else:
            known = () if self.review is None else self.review.positions
            done = sum(not each.is_quick for each in known)
            every = self._line_length(self.record)
        return {"done": min(done, every), "all": every, "text": self._progress_text}

    @property
    def _progress_text(self) -> str:
        """The activity of a running review as a sentence."""
        if self._recheck_progress is not None:
            return "Checking the possible mistakes again …"
        job = self._worker.job
        if job is not None and job.is_compiling:
            return f"{REVIEW_IS_COMPILING} This takes a few seconds, only the first time."
        if self.review is not None and self.review.is_quick_look:
            return "The curve is a first look. Now looking closer …"
        return "Looking at every move of the game …"

    def _task_text(self, reviewed_move: ReviewedMove) -> str:
        """Return the request to find a better move for a player, as a sentence."""
        who = seat_names(self.record.state, self.board.session.names).name(
            reviewed_move.seat, is_mid_sentence=True
        )
        return f"Find a better move for {who}. Play it on the board."

    def _button_labels(self) -> dict[str, str]:
        """Return the labels of the buttons that can be pressed, by the name of the action."""
        buttons = {"moves": "All moves"}
        if self.is_running:
            return buttons | {"stop": "Stop"}
        if self._retry_move is not None:
            more = {"hint": "Where?", "show_answer": "Show the best"}
            return {"back": "◀ Back", **more, **self._moment_buttons(), **buttons}
        buttons |= self._moment_buttons()
        if (each := self._current_move()) is not None and each.best is not None:
            buttons |= {"retry": "Try it yourself", "show_line": "Show the best line"}
        if self.review is not None and doubtful(self.review):
            buttons["search_longer"] = "Think longer"
        if self.review is not None and self.review.is_complete and self._has_own_mistakes():
            buttons["train"] = PRACTISE_LABEL
        return buttons | {"save": "Save in the record", "start": "Review again"}

    def _moment_buttons(self) -> dict[str, str]:
        """Return the labels of the buttons that lead to other moments, as far as there are any."""
        labels = {"previous": (-1, "◀ Back"), "next": (1, "Next moment ▶")}
        found = {name: label for name, (step, label) in labels.items() if self._find_moment(step)}
        return {"next": found["next"]} if self._retry_move and "next" in found else found

    def _has_own_mistakes(self) -> bool:
        assert self.review is not None  # noqa: S101 - the caller checks this
        session = self.board.session
        return bool(people_mistakes(session.record, self.review, session.agents.custom_players))

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
        node, shown = self.record.node, self._shown_moment
        if shown is not None and shown.node is not None and shown.node.parent is node:
            return shown
        moves = () if self.review is None else self.review.moves
        return next((each for each in moves if each.node is node), None)

    @property
    def _moments(self) -> list[ReviewedMove]:
        """The moves that cost most."""
        return [] if self.review is None else find_moments(self.review)

    def _find_moment(self, step: int) -> ReviewedMove | None:
        """Return the next moment of the game (previous if `step` is -1); None if there is none."""
        each = self._retry_move or self._current_move()
        here = self.record.node.number + 0.5 if each is None else each.ply
        moments = self._moments
        found = [moment for moment in moments if (moment.ply - here) * step > 0]
        if step > 0 and each not in moments:
            found = found or moments  # from the end of the game
        return found[0 if step > 0 else -1] if found else None

    def hide_marks(self) -> None:
        """Remove the comparison of two moves from the board."""
        drawn, self._drawn_moment = self._drawn_moment, None
        if drawn is not None and drawn[0] is self.record.node:
            self.board.set_overlay(tuple)

    def _draw_moment(self) -> None:
        """Draw the better move beside the played one, once for each position and move."""
        each = self._current_move()
        is_shown = each is not None and each.label in MARKED_VERDICTS and not self.is_running
        if each is None or not is_shown or self._retry_move is not None or self._texts[0]:
            self._drawn_moment = None
            return
        drawn = self.record.node, each
        if self._drawn_moment == drawn or each.best in (None, each.move) or not self.is_open:
            return
        self._drawn_moment = drawn
        self.board.set_overlay(partial(self._comparison, each))

    def _comparison(self, reviewed_move: ReviewedMove) -> Scene:
        """Return the marks of a move and a better one; after the move only those of the better."""
        node, board = reviewed_move.node, self.board
        assert node is not None  # noqa: S101 - moves of a record have nodes
        assert node.parent is not None  # noqa: S101 - each move led from somewhere
        before, best = node.parent.state, reviewed_move.best
        highlight = self.info.highlight_move
        if self.record.node is node:  # the board marks the played move as the last one
            return draw_suggestion(before, best, board.scene, highlight, BETTER_WORD)
        return draw_comparison(before, reviewed_move.move, best, board.scene, highlight)

    @property
    def is_comparing(self) -> bool:
        """Whether the board compares a move with a better one on the position before it."""
        drawn = self._drawn_moment
        return drawn is not None and drawn[1] is self._shown_moment is not None

    # Internals

    @with_game_lock
    def _handle_message(self, content: object) -> None:
        actions: dict[str, Callable[[], Any]] = {
            "start": self._restart,
            "stop": self._stop_review,
            "search_longer": self.search_longer,
            "next": self.go_to_next_moment,
            "previous": partial(self.go_to_next_moment, -1),
            "retry": self.retry_mistake,
            "back": self.cancel_retry,
            "hint": self.show_hint,
            "show_answer": self.show_answer,
            "show_line": self.show_answer,
            "moves": partial(self.board.open_panel, MOVES_TAB),
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

    def _play_line(self, line: Sequence[Any], reviewed_move: ReviewedMove) -> None:
        """Animate a sequence of moves on the board, from the position before a reviewed move."""
        if reviewed_move.node is not None and reviewed_move.node.parent is not None:
            self._animation.play(reviewed_move.node.parent.state, line)

    def _judge_retry(self, record: Record) -> None:
        """Judge the move that a player tried instead of a mistake."""
        each, before = self._retry_move, self.retry_node
        if each is None or before is None:
            return
        if record.node is before:  # the try was undone
            if self._texts == JUDGING_TEXT:
                self._texts = NO_TEXT
            self._judged_node = None
            return
        way = record.path[before.number :]
        if not way or way[0] is not before or way[1] is each.node:
            self._reset_retry()  # the board shows another part of the game
            return
        played = way[1]
        if played is self._judged_node:
            return
        self._judged_node, self._texts = played, JUDGING_TEXT
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
            self._texts = CORRECT_TEXTS[each.label], BRANCH_TEXT
        else:
            cost = cost_text(each, self.board.session.names)
            self._texts = "Not yet.", f"{cost} Try again."
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
            self._texts = f"Checked again: {left} {remain}.", ""
        self._stop_flag = self._recheck_progress = None
        if self.review is not None and not self.review.is_quick_look:
            annotate(self.review, self.record, comments=False)
        self.refresh()
        self._go_to_first_moment()

    def _show_failure(self, error: Exception) -> None:
        self._stop_flag, self._recheck_progress, self._texts = None, None, (str(error), "")
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
        self._retry_move = self._shown_moment = self._judged_node = None
        self._texts = NO_TEXT
        self._animation.stop()
        self.hide_marks()


def review_seconds_per_position(ply_count: int) -> float:
    """Return the work for each position of a game, so that a long game is reviewed soon, too.

    Examples
    --------
    >>> review_seconds_per_position(8), review_seconds_per_position(80)
    (0.2, 0.125)
    """
    return min(MAX_SECONDS_PER_POSITION, REVIEW_WORK_SECONDS / max(1, ply_count))
