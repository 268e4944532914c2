"""The panel of the review: the curve of a game, its mistakes, and another try at each."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets
import traitlets

from polygames.core.words import move_words, seat_names
from polygames.records.record import Record
from polygames.runtime.owner import with_owner
from polygames.search.review import (
    annotate,
    deepening,
    doubtful,
    read_review,
    review,
    reviewing,
)
from polygames.view.esm import JS_FOLDER, bundle_module
from polygames.view.overlay import ANSWER_LINE
from polygames.widgets.page_widget import PageWidget
from polygames.widgets.painter.pointer import AS_TEXT
from polygames.widgets.panels.panel import LineAnimation, Panel
from polygames.widgets.panels.review_text import (
    DECIDED_TEXT,
    chart_of,
    cost_words,
    is_result_fixed,
    mover_text,
    places_of,
    summary,
    verdict_texts,
)
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.records.node import Node
    from polygames.search.review import Review, ReviewedMove
    from polygames.widgets.parts import BoardLike

_REVIEW_JS: Final = JS_FOLDER / "review"

REVIEW_SECONDS_PER_POSITION: Final = 0.3
"""Thinking time per position, in seconds."""

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

NO_TEXT: Final = ("", "")
"""The empty headline and text."""


class ReviewWidget(PageWidget):
    """A widget that displays its `content` and sends button names (``do``) or a ``ply``."""

    _esm = bundle_module(_REVIEW_JS / "review.js")
    _css = (_REVIEW_JS / "review.css").read_text(encoding="utf-8")

    content = traitlets.Dict().tag(from_json=lambda _, widget: widget.content, **AS_TEXT)


class ReviewPanel(Panel):
    """The panel with the review of the record on the board.

    Parameters
    ----------
    board
        The board beside the panel.
    parts
        Further widgets of the game, shown below the review.
    """

    follows_always = True  # it judges the moves that are tried

    def __init__(self, board: BoardLike, parts: Sequence[widgets.Widget] = ()) -> None:
        self.client = ReviewWidget()
        super().__init__(board, widgets.VBox([self.client, *parts]))
        self._worker = Worker()
        self.review: Review | None = None
        """The review so far; None before there is one."""
        self._quick: Review | None = None
        """The review by quick looks, until the search has judged every move; None otherwise."""
        self._judged_moves = 0
        """The number of moves that the search has judged."""
        self._again: tuple[int, int] | None = None
        """The number of moves searched again, and of all to search; None while not doing so."""
        self._root: Node | None = None
        self._stop: Event | None = None
        self._answered: ReviewedMove | None = None
        """The move whose best alternative is shown on the board, at the position before it."""
        self._target: ReviewedMove | None = None
        """The move that the player tries to improve."""
        self._judged: Node | None = None
        self._verdict = NO_TEXT
        self._lines = LineAnimation(board)
        self.client.on_msg(lambda _, content, __: self._handle(content))

    @property
    def is_running(self) -> bool:
        """Whether a review is in progress."""
        return self._stop is not None

    @property
    def _is_first_look(self) -> bool:
        """Whether a first review is in progress, not a longer look at its mistakes."""
        return self.is_running and self._again is None

    # Actions of the user

    def start(self) -> None:
        """Start a review of the record on the board."""
        self._halt()
        self._forget_try()
        record, self._stop = self.record, Event()
        self.review, self._root, self._quick, self._judged_moves = None, record.root, None, 0
        found = reviewing(
            record,
            seconds=REVIEW_SECONDS_PER_POSITION,
            progress=False,
            stop=self._stop,
            at_once=True,
        )
        self._follow(found, partial(self._grow, record.root))

    def begin(self) -> None:
        """Start a review unless there is one, one is in progress, or the record has no moves."""
        if self.review is None and not self.is_running and self._length(self.record):
            self.start()

    def look_longer(self) -> None:
        """Search the certain and possible mistakes again with twice the time."""
        if self.review is None or self.is_running:
            return
        self._forget_try()
        record, self._stop = self.record, Event()
        moves = doubtful(self.review)
        self._again = (-1, len(moves))
        seconds = 2 * REVIEW_SECONDS_PER_POSITION
        found = deepening(
            record, self.review, seconds=seconds, moves=moves, progress=False, stop=self._stop
        )
        self._follow(found, partial(self._refine, record.root))

    def next_mistake(self, step: int = 1) -> None:
        """Go to the next mistake, or inaccuracy or unclear move, and play its refutation."""
        found = self._bad()
        if not found:
            return
        here = self.record.node.number
        later = [each for each in found if (each.ply - here) * step > 0]
        each = (later or found)[0 if step > 0 else -1]
        self._forget_try()
        self._visit(each)
        self._play_line(each.answer, each)

    def try_again(self) -> None:
        """Show the position before a mistake and let the player find a better move."""
        each = self._here() or next(iter(self._bad()), None)
        if each is None or each.node is None or each.node.parent is None:
            return
        self._forget_try()
        self._target = each  # set first: the board reads `looked_at` while it changes
        self.board.go(each.node.parent)
        self.board.lay_over(tuple)  # remove an answer that is drawn on the board
        self.show()

    def leave_try(self) -> None:
        """Cancel the try and return to the move as it was played."""
        each = self._target
        self._forget_try()
        if each is not None:
            self._visit(each)

    def give_hint(self) -> None:
        """Mark the place of the best move without naming the move."""
        if self._target is None:
            return
        places = places_of(self._target.node.parent.state, self._target.best)  # type: ignore[union-attr]  # a move has a parent
        lit = self.board.light(places)
        where = _HINT_TEXTS[len(places)] if lit else "look at the buttons below the board."
        self._verdict = f"Hint: {where}", ""
        self.show()

    def show_answer(self) -> None:
        """Show the best move and its line."""
        each = self._target or self._here()
        if each is None or each.node is None or each.node.parent is None:
            return
        self._forget_try()
        self._answered = each
        self.board.go(each.node.parent)
        best = move_words(each.node.parent.state, each.best, self.board.session.names)
        self._verdict = f"Best: {best}.", ""
        self._play_line(each.line, each)
        self.show()

    def keep(self) -> None:
        """Save the review in the record."""
        if self.review is not None:
            annotate(self.review, self.record)
            self._verdict = "The review is saved in the record.", ""
            self.show()

    def close(self) -> None:
        """Stop the review and the judgement of a try."""
        self._halt()
        self._worker.stop()

    # Display

    @property
    def headed(self) -> tuple[str, str]:
        """The progress of a review; else the text about the current move or try."""
        if self.is_running:
            return self._progress(self._length(self.record))
        if self.review is None:
            return NO_TEXT
        is_said = self._target is not None or self._verdict[0] or self._here() is not None
        return self._said() if is_said else NO_TEXT

    def show(self) -> None:
        """Update the panel after a change on the board: another ply, another record, or a try."""
        record = self.record
        if record.root is not self._root:
            self.close()
            self._forget_try()
            self._root, self.review = record.root, read_review(record)
        self._judge_try(record)
        content = self._content(record)
        if content != self.client.content:
            self.client.content = content
            self.board.show_words()

    def _content(self, record: Record) -> dict[str, Any]:
        length = self._length(record)
        if self.review is None or not self.review.moves:
            words = " ".join(self._progress(length)) if self.is_running else REVIEW_INVITATION
            buttons = {"stop": "Stop"} if self.is_running else {"start": "Review"}
            return {"chart": None, "summary": [], "words": words, "buttons": buttons, "at": 0}
        names = self.board.session.names
        judged = self._judged_moves if self._is_first_look else None
        return {
            "chart": chart_of(self.review, max(length, self.review.moves[-1].ply), names),
            "summary": summary(self.review, judged, names),
            "words": " ".join(filter(None, self.headed if self.is_running else self._said())),
            "buttons": self._buttons(),
            "at": record.node.number,
        }

    @staticmethod
    def _length(record: Record) -> int:
        """Return the number of moves in the current line of the record."""
        return len([*record.path, *record.node.line]) - 1

    def _progress(self, length: int) -> tuple[str, str]:
        """Return the progress of the review as a headline and a text."""
        if self._again is not None:
            done, every = max(0, self._again[0]), self._again[1]
            return _bar("Checking doubtful move", done, every)
        doing, cells = _bar("Reviewing move", self._judged_moves, length)
        job = self._worker.job
        if job is not None and job.compiling and not self._judged_moves:
            cells += " The search is getting ready (only the first time), so this is a quick look."
        elif self._quick is not None:
            cells += " This is a quick look."
        return doing, cells

    def _said(self) -> tuple[str, str]:
        if self._verdict[0]:
            return self._verdict
        if self._target is not None:
            return self._task(self._target), ""
        each = self._here()
        if each is not None and self.review is not None:
            names = self.board.session.names
            verdict, why = verdict_texts(self.review, each, names)
            return f"{mover_text(each, names)} {verdict}", why
        if self.review is not None and is_result_fixed(self.review):
            return DECIDED_TEXT, ""
        return "Click the curve to go there.", ""

    def _task(self, each: ReviewedMove) -> str:
        """Return the task of a try as a sentence."""
        who = seat_names(self.record.state, self.board.session.names).of(each.seat, within=True)
        return f"Find a better move for {who}. Play it on the board."

    def _buttons(self) -> dict[str, str]:
        if self.is_running:
            return {"stop": "Stop"}
        buttons = {}
        if self._target is not None:
            return {
                "back": "◀ The game",
                "hint": "Where?",
                "answer": "Show the best",
                "next": "Next mistake",
            }
        if self._bad():
            buttons = {"previous": "◀ Mistake", "next": "Next mistake ▶", "try": "Try again"}
        if (each := self._here()) is not None and each.best is not None:
            buttons["answer"] = "Show the best"
        if self.review is not None and doubtful(self.review):
            buttons["longer"] = "Think longer"
        return buttons | {"keep": "Save in the record", "start": "Review again"}

    @property
    def posed(self) -> Node | None:
        """The position in which a better move is to be found; None if there is none."""
        each = self._target
        return None if each is None or each.node is None else each.node.parent

    @property
    def looked_at(self) -> ReviewedMove | None:
        """The current move, or the one that is tried again; None if it was not reviewed."""
        if self._target is not None:
            return self._target
        return self._here()

    def _here(self) -> ReviewedMove | None:
        node, shown = self.record.node, self._answered
        if shown is not None and shown.node is not None and shown.node.parent is node:
            return shown
        moves = () if self.review is None else self.review.moves
        return next((each for each in moves if each.node is node), None)

    def _bad(self) -> list[ReviewedMove]:
        moves = () if self.review is None else self.review.moves
        mistakes = [each for each in moves if each.is_mistake]
        inaccurate = [each for each in moves if each.verdict == "inaccuracy"]
        return mistakes or inaccurate or [each for each in moves if each.is_unclear]

    # Internals

    @with_owner
    def _handle(self, content: object) -> None:
        actions: dict[str, Callable[[], Any]] = {
            "start": self.start,
            "stop": self._stop_asked,
            "longer": self.look_longer,
            "next": self.next_mistake,
            "previous": partial(self.next_mistake, -1),
            "try": self.try_again,
            "back": self.leave_try,
            "hint": self.give_hint,
            "answer": self.show_answer,
            "keep": self.keep,
        }
        match content:
            case {"kind": "do", "what": str(what)} if what in actions:
                self.board.attempt(actions[what])
            case {"kind": "ply", "ply": int(ply)}:
                self.board.attempt(partial(self._go_to, ply))

    def _go_to(self, ply: int) -> None:
        record = self.record
        line = [record.root, *record.root.line]
        if self.review is not None:
            line = [record.root, *(each.node for each in self.review.moves if each.node)]
        self._forget_try()
        self.board.go(line[min(max(0, ply), len(line) - 1)])
        self.show()

    def _visit(self, each: ReviewedMove) -> None:
        if each.node is not None:
            self.board.go(each.node)
        self.show()

    def _play_line(self, line: Sequence[Any], each: ReviewedMove) -> None:
        """Animate a line of moves on the board."""
        if each.node is None or each.node.parent is None:
            return
        if self.record.node is each.node:  # the board already displays the first move
            self._lines.play(each.node.state, line[1:], ANSWER_LINE)
        else:
            self._lines.play(each.node.parent.state, line)

    def _judge_try(self, record: Record) -> None:
        """Judge the move that a player tried instead of a mistake."""
        each, before = self._target, self.posed
        if each is None or before is None:
            return
        if record.node is before:  # the try was undone
            if self._verdict == JUDGING_TEXT:
                self._verdict = NO_TEXT
            self._judged = None
            return
        way = record.path[before.number :]
        if not way or way[0] is not before or way[1] is each.node:
            self._forget_try()  # the board shows another part of the game
            return
        played = way[1]
        if played is self._judged:
            return
        self._judged, self._verdict = played, JUDGING_TEXT
        alone = Record(before.state)
        alone.root.kept = before.kept  # the saved proofs of the position
        alone.push(played.move)
        self._worker.do(
            partial(review, alone, seconds=2 * REVIEW_SECONDS_PER_POSITION, progress=False),
            partial(self._tell_try, played),
            self._fail,
        )

    def _tell_try(self, node: Node, found: Review) -> None:
        if self._target is None or self._judged is not node or not found.moves:
            return
        each = found.moves[0]
        if each.label in CORRECT_TEXTS:
            self._target = None
            self._verdict = CORRECT_TEXTS[each.label], BRANCH_TEXT
        else:
            cost = cost_words(each, self.board.session.names)
            self._verdict = "Not yet.", f"{cost} Try again."
            if node.parent is not None:
                self.board.go(node.parent)
        self.show()

    def _follow(self, found: Iterator[Review], take: Callable[[Review], Any]) -> None:
        """Display the review as it grows, until it is complete or stopped."""
        end, stop = self._finish, self._stop
        self._worker.follow(found, take, self._fail, on_compiling=self.show, on_end=end, stop=stop)
        self.show()

    def _grow(self, root: Node, found: Review) -> None:
        if root is not self._root:
            return
        if found.is_quick_look:
            self._quick = self.review = found
        else:
            self._judged_moves, quick = len(found.moves), self._quick
            rest = () if quick is None else quick.moves[len(found.moves) :]
            self.review = replace(found, moves=(*found.moves, *rest))
        self.show()

    def _refine(self, root: Node, found: Review) -> None:
        """Replace the review by one in which another mistake was searched again."""
        if root is not self._root or self._again is None:
            return
        done, every = self._again
        self.review, self._again = found, (done + 1, every)
        self.show()

    def _finish(self) -> None:
        """End the review; mark its verdicts in the list of moves."""
        if self._again is not None and self.review is not None:
            left = sum(each.is_mistake for each in self.review.moves)
            remain = "mistake remains" if left == 1 else "mistakes remain"
            self._verdict = f"Checked again: {left} {remain}.", ""
        self._stop = self._quick = self._again = None
        if self.review is not None and not self.review.is_quick_look:
            annotate(self.review, self.record, comments=False)
        self.show()

    def _fail(self, error: Exception) -> None:
        self._stop, self._again, self._verdict = None, None, (str(error), "")
        self.show()

    def _stop_asked(self) -> None:
        self.close()
        self.show()

    def _halt(self) -> None:
        if self._stop is not None:
            self._stop.set()
            self._stop = self._again = None
        if self._quick is not None and self.review is not None:  # only the judged moves remain
            moves = self.review.moves[: self._judged_moves]
            self.review = replace(self.review, moves=moves, is_quick_look=False) if moves else None
        self._quick = None

    def _forget_try(self) -> None:
        self._target = self._answered = self._judged = None
        self._verdict = NO_TEXT
        self._lines.forget()


def _bar(what: str, done: int, every: int) -> tuple[str, str]:
    """Return the activity with its count, and a progress bar."""
    cells = PROGRESS_CELLS * done // max(1, every)
    doing = f"{what} {min(done + 1, every)} of {every} …"
    return doing, f"{'▰' * cells}{'▱' * (PROGRESS_CELLS - cells)}"
