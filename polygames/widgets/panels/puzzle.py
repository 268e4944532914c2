"""The panel with puzzles: it judges the moves on the board, answers them, and poses the next."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import move_merits
from polygames.runtime.game_lock import with_game_lock
from polygames.search.puzzles.generator import best_reply_text, is_right
from polygames.search.puzzles.progress import MIN_ANSWERS_FOR_RATING, Progress, puzzle_rating
from polygames.search.puzzles.puzzle import MAX_STARS, find_puzzle, puzzles
from polygames.view.puzzle_text import (
    DIFFICULTY_NAMES,
    answer_texts,
    hint_text,
    right_move_texts,
    theme_line,
    wrong_move_texts,
)
from polygames.widgets.interfaces import PUZZLE_TAB, BoardLike
from polygames.widgets.panels.panel import REPLAY_MOVE_SECONDS
from polygames.widgets.panels.task_panel import IS_RIGHT, IS_WRONG, TaskPanel
from polygames.widgets.tasks.worker import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.links import Link
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.search.puzzles.puzzle import Puzzle, PuzzleStep


def progress_lines(puzzle: Puzzle, count: int, solved: int) -> list[str]:
    """Return three lines: the puzzle's number, its difficulty, and how many have been solved."""
    stars = "★" * puzzle.stars + "☆" * (MAX_STARS - puzzle.stars)
    hard = DIFFICULTY_NAMES[puzzle.stars - 1]
    return [
        f"Puzzle {puzzle.number} of {count}",
        f"{stars} {hard}",
        f"Solved on this board: {solved}",
    ]


def rating_soon_text(answer_count: int) -> str:
    """Return the line that is shown until there are enough answers for a rating.

    Examples
    --------
    >>> rating_soon_text(3)
    'You get a rating after 10 answers. You have given 3.'
    """
    return (
        f"You get a rating after {MIN_ANSWERS_FOR_RATING} answers. You have given {answer_count}."
    )


WRONG_MOVE_SECONDS: Final = 3.5 * REPLAY_MOVE_SECONDS
"""Seconds after which a wrong move and its answer are undone."""

ANSWER_WAS_SHOWN: Final = "You saw the answer before, so this does not count as solved."

RATING_HELP: Final = (
    "Your rating goes up when you solve a puzzle. The number after ± shows how uncertain it is."
)


class PuzzlePanel(TaskPanel):
    """The panel that poses puzzles on the board and judges the moves played.

    Parameters
    ----------
    board
        The board beside the panel.
    puzzle
        The first puzzle.
    """

    panel_name, task_noun = PUZZLE_TAB, "puzzle"

    def __init__(self, board: BoardLike, puzzle: Puzzle) -> None:
        super().__init__(board)
        self.puzzle = puzzle
        self.solved_numbers: set[int] = set()
        """The numbers of the puzzles solved at this board, without seeing the answer first."""
        self.shown_numbers: set[int] = set()
        """The numbers of the puzzles whose answer was shown at this board."""
        self._hinted_numbers: set[int] = set()
        """The numbers of the puzzles with a hint at this board."""
        self._recorded_numbers: set[int] = set()
        """The numbers of the puzzles whose first attempt at this board was rated."""
        self.progress: Progress | None = None
        """The saved progress of the player; None until `show_rated_puzzle` is called."""
        self._reset_attempt()

    def as_link(self) -> Link:
        """Return the link to the puzzle, without the address of a page."""
        return self.puzzle.as_link()

    # Actions of the user

    def show_rated_puzzle(self) -> None:
        """Pose a puzzle at the player's level; save the player's progress from now on."""
        if self.progress is None:
            self.progress = Progress()
        self.show_puzzle(self.progress.next(self.puzzle.game))

    def show_number(self, number: int) -> None:
        """Pose the puzzle with this number, which wraps around at both ends."""
        name = self.puzzle.game
        self.show_puzzle(find_puzzle(name, (number - 1) % len(puzzles(name)) + 1))

    def show_puzzle(self, puzzle: Puzzle) -> None:
        """Pose a puzzle on the board."""
        self.puzzle = puzzle
        self.start_task(puzzle.state)

    def restart(self) -> None:
        """Pose the same puzzle again; only its first attempt is rated."""
        self.show_puzzle(self.puzzle)

    def show_hint(self) -> None:
        """Show a hint: first the theme, then wrong moves."""
        if self._step is not None:
            hint = hint_text(self.puzzle, self._step, self._step_node.state, self._hint_count)
            self._set_text(self.puzzle.task, hint)
            self._hint_count += 1
            self._hinted_numbers.add(self.puzzle.number)
        self.refresh()

    def show_answer(self) -> None:
        """Show the right move and the rest of the solution."""
        if self._step is None:
            return
        self._has_given_up = True
        self.shown_numbers.add(self.puzzle.number)
        self._record_score(0.0)
        self._change_board(lambda: self.board.go_to(self._step_node))
        state = self._step_node.state
        self._set_text(*answer_texts(self._step, state))
        self.refresh()
        self._animation.play(state, self._remaining_moves(state))

    # Display

    @property
    def is_solved(self) -> bool:
        """Whether every move of the solution was found."""
        return self._step_index == len(self.puzzle.steps)

    @property
    def is_done(self) -> bool:
        """Whether the puzzle is solved or its answer was shown."""
        return self.is_solved or self._has_given_up

    def _summary_lines(self) -> list[str]:
        name = self.puzzle.game
        lines = progress_lines(self.puzzle, len(puzzles(name)), len(self.solved_numbers))
        if self.is_done:
            lines.append(theme_line(self.puzzle))
        if self.progress is None:
            return lines
        known = self.progress.history(name)
        if not known.has_rating:
            return [*lines, rating_soon_text(known.tried)]
        return [
            *lines,
            f"Your rating: {known.rating} (this puzzle: {puzzle_rating(self.puzzle).value:.0f})",
            RATING_HELP,
        ]

    def _button_labels(self) -> dict[str, str]:
        asked = {"hint": "Hint", "show_answer": "Show the answer"} if self._step is not None else {}
        more = {"restart": "Start again", "previous": "◀ Puzzle", "next": "Next puzzle ▶"}
        return asked | more | {"my_level": "At my level ▶"}

    # Internals

    def _reset_attempt(self) -> None:
        super()._reset_attempt()
        self._step_node = self._root or self.record.root
        self._step_index, self._hint_count, self._has_given_up = 0, 0, False
        self._set_text(self.puzzle.task)

    @property
    def _step(self) -> PuzzleStep | None:
        """The current step of the puzzle; None once all steps are solved."""
        return None if self.is_solved else self.puzzle.steps[self._step_index]

    def _judge_move(self, path: Sequence[Node]) -> None:
        number, step = self._step_node.number, self._step
        if step is None or len(path) <= number + 1 or path[number] is not self._step_node:
            return
        played = path[number + 1]
        if played is self._judged_node:
            return
        self._judged_node = played
        if is_right(self._step_node.state, step, played.move):
            self._accept_move(played)
        else:
            self._show_refutation(step, played)

    def _accept_move(self, played_node: Node) -> None:
        step = self.puzzle.steps[self._step_index]
        self._step_index, self._hint_count = self._step_index + 1, 0
        words = right_move_texts(self.puzzle, step, is_last=self.is_solved)
        is_copy = self.is_solved and self.puzzle.number in self.shown_numbers
        merits = move_merits(self._step_node.state, (played_node.move,))
        self._set_text(*words, merits, ANSWER_WAS_SHOWN if is_copy else "", sign=IS_RIGHT)
        if self.is_solved:
            if self.puzzle.number not in self.shown_numbers:
                self.solved_numbers.add(self.puzzle.number)
            self._record_score(0.5 if self.puzzle.number in self._hinted_numbers else 1.0)
            self.board.open_panel(PUZZLE_TAB)
            return
        self._step_node = played_node
        if step.reply:
            loop = running_loop()
            if loop is None:
                self._play_reply(played_node, step.reply)
            else:
                loop.call_later(
                    REPLAY_MOVE_SECONDS, with_game_lock(self._play_reply), played_node, step.reply
                )

    def _play_reply(self, played_node: Node, reply: str) -> None:
        """Play the reply of the solution, unless another position is on the board."""
        if self.record.node is not played_node or self._step_node is not played_node:
            return
        self._change_board(lambda: self.board.play(played_node.state.parse(reply)))
        self._step_node = self.record.node
        self.refresh()

    def _show_refutation(self, step: PuzzleStep, played_node: Node) -> None:
        """Explain why a move is wrong, play the best reply to it, and then undo both moves."""
        self._record_score(0.0)
        state, loop = self._step_node.state, running_loop()
        answer = best_reply_text(state, step, played_node.move)
        words = wrong_move_texts(self.puzzle, step, state, played_node.move)
        self._set_text(*words, "Try again.", sign=IS_WRONG)
        line = [played_node.move, *([played_node.state.parse(answer)] if answer else [])]
        if loop is None or not answer:
            self._restore_position(line)
            return
        loop.call_later(
            REPLAY_MOVE_SECONDS, with_game_lock(self._play_refutation), played_node, line[1]
        )
        loop.call_later(
            WRONG_MOVE_SECONDS, with_game_lock(self._undo_refutation), played_node, line
        )

    def _play_refutation(self, played_node: Node, reply: Any) -> None:
        """Play the reply to a wrong move, unless another position is on the board."""
        if self.record.node is played_node and self._judged_node is played_node:
            self._change_board(lambda: self.board.play(reply))

    def _undo_refutation(self, played_node: Node, line: list[Any]) -> None:
        """Undo a wrong move and the reply to it, unless another position is on the board."""
        here = self.record.node
        if self._judged_node is played_node and (here is played_node or here.parent is played_node):
            self._restore_position(line)
            self.refresh()

    def _record_score(self, score: float) -> None:
        """Save the score of the first attempt, if the player's progress is saved.

        A puzzle that was answered a short time ago gets no second score, and a copied answer none.
        """
        number = self.puzzle.number
        is_copy = score > 0 and number in self.shown_numbers
        if self.progress is None or is_copy or number in self._recorded_numbers:
            return
        self._recorded_numbers.add(number)
        if self.puzzle.key not in self.progress.history(self.puzzle.game).recent:
            self.progress.answer(self.puzzle, score)

    def _restore_position(self, line: list[Any]) -> None:
        """Return to the position to be solved, and draw the wrong move and its reply there."""
        self._change_board(lambda: self.board.go_to(self._step_node))
        self.board.open_panel(PUZZLE_TAB)
        self._animation.show_mistake(self._step_node.state, line)

    def _remaining_moves(self, state: State[Any]) -> list[Any]:
        """Return the remaining moves of the solution."""
        line = []
        for step in self.puzzle.steps[self._step_index :]:
            for text in filter(None, (step.move, step.reply)):
                line.append(state.parse(text))
                state = state.play(line[-1])
        return line

    def _button_actions(self) -> dict[str, Callable[[], Any]]:
        return {
            "hint": self.show_hint,
            "show_answer": self.show_answer,
            "restart": self.restart,
            "next": partial(self._change_puzzle, 1),
            "previous": partial(self._change_puzzle, -1),
            "my_level": self.show_rated_puzzle,
        }

    def _change_puzzle(self, step: int) -> None:
        self.show_number(self.puzzle.number + step)
