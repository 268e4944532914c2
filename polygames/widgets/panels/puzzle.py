"""The page with puzzles: it judges what is played on the board, answers, and puts up the next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.records.record import Record
from polygames.search.puzzles.collection import puzzle_of, puzzles
from polygames.widgets.line_animation import STEP, LinePlayer
from polygames.widgets.panels.puzzle_text import (
    answer_words,
    hint_words,
    right_words,
    standing,
    wrong_words,
)
from polygames.widgets.panels.review import ReviewDesk, ReviewWidget
from polygames.widgets.worker import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.search.puzzles.puzzle import Puzzle, Step

ELSEWHERE: Final = "Another position is on the board. Start again shows the puzzle."


@dataclass(frozen=True)
class PuzzleDesk(ReviewDesk):
    """What the page does with the board."""

    begin: Callable[[Record], object]
    play: Callable[[Any], object]
    open: Callable[[], object]
    """Turns to the page, where a board has turned to another one."""


class PuzzlePanel:
    """The page with the puzzle on the board.

    Parameters
    ----------
    desk
        What it may do with the board.
    chosen
        The puzzle that is on the board already.
    """

    def __init__(self, desk: PuzzleDesk, chosen: Puzzle) -> None:
        self._desk, self._lines = desk, LinePlayer(desk.record, desk.mark, desk.show)
        self.solved: set[int] = set()
        """The numbers of the puzzles that were solved at this board."""
        self.page = ReviewWidget()
        self.page.on_msg(lambda _, content, __: self._take(content))
        self.box = widgets.VBox([self.page])
        self._take_up(chosen)

    # What a person can do

    def put_up(self, number: int) -> None:
        """Put up another puzzle; before the first comes the last one."""
        name = self.puzzle.game
        self.take_up(puzzle_of(name, (number - 1) % len(puzzles(name)) + 1))

    def take_up(self, chosen: Puzzle) -> None:
        """Put a puzzle on the board."""
        record = Record(chosen.state)
        self._root = record.root  # the board asks at once whether a puzzle is on it
        self._desk.begin(record)
        self._take_up(chosen)
        self._desk.open()

    def start_again(self) -> None:
        """Put up the same puzzle from its beginning."""
        self.put_up(self.puzzle.number)

    def give_hint(self) -> None:
        """Say what it is about; asked again, say what it is not."""
        if self._step is not None:
            self._words = hint_words(self.puzzle, self._step, self._node.state, self._hints)
            self._hints += 1
        self.show()

    def show_answer(self) -> None:
        """Show the right move, and how it goes on."""
        if self._step is None:
            return
        self._has_given_up = True
        self._quietly(lambda: self._desk.go(self._node))
        state = self._node.state
        self._words = answer_words(self._step, state)
        self.show()
        self._lines.play(state, self._rest(state))

    def close(self) -> None:
        """Show no more."""
        self._lines.forget()

    # What it shows

    @property
    def is_on_board(self) -> bool:
        """Whether the puzzle, or what was played from it, is on the board."""
        return self._root is self._desk.record().root

    @property
    def is_solved(self) -> bool:
        """Whether the last move of the solution was found."""
        return self._at == len(self.puzzle.steps)

    def show(self) -> None:
        """Judge what was played, and show how it stands."""
        self._judge(self._desk.record())
        told = {
            "chart": None,
            "summary": standing(self.puzzle, len(puzzles(self.puzzle.game)), len(self.solved)),
            "words": self._said(),
            "buttons": self._buttons(),
            "at": 0,
        }
        if told != self.page.told:
            self.page.told = told

    def _said(self) -> str:
        if not self.is_on_board:
            return ELSEWHERE
        return self._words or self.puzzle.task

    def _buttons(self) -> dict[str, str]:
        asked = {"hint": "Hint", "answer": "Show the answer"} if self._step is not None else {}
        more = {"again": "Start again", "previous": "◀ Puzzle", "next": "Next puzzle ▶"}
        return asked | more

    # What it does inside

    def _take_up(self, chosen: Puzzle) -> None:
        self.puzzle = chosen
        self._root = self._node = self._desk.record().root
        self._at, self._hints, self._words, self._has_given_up = 0, 0, "", False
        self._judged: Node | None = None
        self._is_acting = False
        self._lines.forget()
        self.show()

    @property
    def _step(self) -> Step | None:
        """What is to be found now; None once all was found."""
        return None if self.is_solved else self.puzzle.steps[self._at]

    def _judge(self, record: Record) -> None:
        """Judge the move that was played where one is to be found."""
        if record.root is not self._root or self._step is None or self._is_acting:
            return
        number = self._node.number
        path = record.path
        if len(path) <= number + 1 or path[number] is not self._node:
            return
        played = path[number + 1]
        if played is self._judged:
            return
        self._judged = played
        if str(played.move) == self._step.move:
            self._go_on(played)
        else:
            self._refuse(self._step, played)

    def _go_on(self, played: Node) -> None:
        step = self.puzzle.steps[self._at]
        self._at, self._hints = self._at + 1, 0
        self._words = right_words(self.puzzle, step, is_last=self.is_solved)
        if self.is_solved:
            if not self._has_given_up:
                self.solved.add(self.puzzle.number)
            self._desk.open()
            return
        self._node = played
        if step.reply:
            loop = running_loop()
            if loop is None:
                self._answer(played, step.reply)
            else:
                loop.call_later(STEP, self._answer, played, step.reply)

    def _answer(self, played: Node, reply: str) -> None:
        """Play what the other seat answers."""
        if self._desk.record().node is not played or self._node is not played:
            return
        self._quietly(lambda: self._desk.play(played.state.parse(reply)))
        self._node = self._desk.record().node
        self.show()

    def _refuse(self, step: Step, played: Node) -> None:
        """Say why a move is wrong, put it back, and show how it is answered."""
        state, answer = self._node.state, step.wrong.get(str(played.move), (0, ""))[1]
        self._words = wrong_words(self.puzzle, step, state, played.move)
        line = [played.move, *([played.state.parse(answer)] if answer else [])]
        self._quietly(lambda: self._desk.go(self._node))
        self._desk.open()
        self._lines.play(state, line)

    def _quietly(self, change: Callable[[], object]) -> None:
        """Change what is on the board, without a judgement."""
        self._is_acting = True
        try:
            change()
        finally:
            self._is_acting = False

    def _rest(self, state: State[Any]) -> list[Any]:
        """Return the solution from here."""
        line = []
        for step in self.puzzle.steps[self._at :]:
            for text in filter(None, (step.move, step.reply)):
                line.append(state.parse(text))
                state = state.play(line[-1])
        return line

    def _take(self, content: object) -> None:
        actions: dict[str, Callable[[], Any]] = {
            "hint": self.give_hint,
            "answer": self.show_answer,
            "again": self.start_again,
            "next": partial(self._turn_to, 1),
            "previous": partial(self._turn_to, -1),
        }
        match content:
            case {"kind": "do", "what": str(what)} if what in actions:
                self._desk.attempt(actions[what])

    def _turn_to(self, step: int) -> None:
        self.put_up(self.puzzle.number + step)
