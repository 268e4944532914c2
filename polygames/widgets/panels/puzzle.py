"""The panel with puzzles: it judges the moves on the board, answers them, and poses the next."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import (
    count_text,
    move_merits,
    move_text,
    position_caption,
    seat_names,
)
from polygames.runtime.game_lock import with_game_lock
from polygames.search.puzzles.generator import best_reply_text, find_puzzle_module, is_right
from polygames.search.puzzles.progress import Progress, puzzle_rating
from polygames.search.puzzles.puzzle import MAX_STARS, find_puzzle, puzzles
from polygames.widgets.interfaces import PUZZLE_TAB, BoardLike
from polygames.widgets.panels.panel import REPLAY_MOVE_SECONDS
from polygames.widgets.panels.task_panel import IS_RIGHT, IS_WRONG, TaskPanel
from polygames.widgets.tasks.worker import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

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


DIFFICULTY_NAMES: Final = ("very easy", "easy", "medium", "hard", "very hard")
"""The names of the difficulties, from one star to five."""


def right_move_texts(puzzle: Puzzle, step: PuzzleStep, *, is_last: bool) -> tuple[str, str]:
    """Return the headline and the text to show after a right move.

    Examples
    --------
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> right_move_texts(puzzle, puzzle.steps[0], is_last=True)
    ('Right: it wins.', '')
    """
    if not is_last:
        return "Right.", "Now find the next move."
    if not _is_winning_step(step):
        best, second = _point_texts(puzzle, step.value, step.second)
        return f"Right: {best}.", f"The second-best move leads to {second}."
    is_one = puzzle.plies is None or len(puzzle.steps) == 1
    return f"Right: {'it wins' if is_one else 'you have won'}.", ""


def wrong_move_texts(
    puzzle: Puzzle, step: PuzzleStep, state: State[Any], move: Any
) -> tuple[str, str]:
    """Return the headline and the text to show after a wrong move: the reason and the reply.

    Examples
    --------
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> wrong = next(iter(puzzle.steps[0].wrong))
    >>> wrong_move_texts(puzzle, puzzle.steps[0], puzzle.state, puzzle.state.parse(wrong))
    ('Not this move. ...', '...')
    """
    value, _ = step.wrong.get(str(move), (step.second, ""))
    answer, after = best_reply_text(state, step, move), state.play(move)
    name = seat_names(after).name(after.turn) if answer or after.outcome is None else ""
    replies = f"{name} replies: {move_text(after, after.parse(answer))}." if answer else ""
    if not _is_winning_step(step):
        here, best = _point_texts(puzzle, value, step.value)
        return f"Not this move. It leads to {here}, the best move leads to {best}.", replies
    if after.outcome is not None:
        return "Not this move: the game is over.", f"{position_caption(after).status}."
    if puzzle.plies is not None and not answer:
        return "Not this move: it does not win at once.", ""
    if not answer:
        return f"Not this move: then {name} wins.", ""
    reply = after.parse(answer)
    end = after.play(reply).outcome
    wins = puzzle.plies is None or (end is not None and end.winners == {after.turn})
    close = f"{name} wins." if wins else "Then you cannot win in time."
    return f"Not this move. {replies} {close}", move_merits(after, (reply,))


def hint_text(puzzle: Puzzle, step: PuzzleStep, state: State[Any], count: int) -> str:
    """Return a hint: the theme of the puzzle and, from the second hint on, wrong moves, too.

    Examples
    --------
    >>> puzzle = pg.puzzles("territory")[0]
    >>> hint_text(puzzle, puzzle.steps[0], puzzle.state, 0)
    'Hint: Claim the tile that gives the most points now.'
    """
    about = f"Hint: {theme_text(puzzle)}"
    wrong = sorted(step.wrong, key=lambda move: step.wrong[move][0])
    if count == 0:
        return about
    if len(wrong) < 2:  # noqa: PLR2004 - else the last but one says it
        return f"{about} Another hint would give the answer away."
    out = [move_text(state, state.parse(move)) for move in wrong[: min(count, len(wrong) - 1)]]
    named = (f"\N{LEFT DOUBLE QUOTATION MARK}{move}\N{RIGHT DOUBLE QUOTATION MARK}" for move in out)
    return f"{about} It is not {' and not '.join([*named][-3:])}."


def theme_text(puzzle: Puzzle) -> str:
    """Return the theme of a puzzle as a sentence.

    Examples
    --------
    >>> puzzle = next(each for each in pg.puzzles("splinter") if each.theme == "the king moves")
    >>> theme_text(puzzle)
    'Push with the king.'
    """
    hints: Mapping[str, str] = getattr(find_puzzle_module(puzzle.game), "THEME_HINTS", {})
    return hints.get(puzzle.theme, f"Theme: {puzzle.theme}.")


def answer_texts(step: PuzzleStep, state: State[Any]) -> tuple[str, str]:
    """Return two texts: a headline with the right move, and the reason for the move.

    Examples
    --------
    >>> puzzle = pg.puzzles("polygon")[2]
    >>> answer_texts(puzzle.steps[0], puzzle.state)
    ('The answer wins: ....', 'Red has 2 segments to choose from. No other segment leaves fewer.')
    """
    move = state.parse(step.move)
    answer = "The answer wins" if _is_winning_step(step) else "The answer"
    return f"{answer}: {move_text(state, move)}.", move_merits(state, (move,))


def _is_winning_step(step: PuzzleStep) -> bool:
    """Return True if the best move of a step wins and the second-best move loses."""
    return {step.value, step.second} == {1, -1}


def _point_texts(puzzle: Puzzle, *values: float) -> list[str]:
    """Return values as points, or as wins and losses of two seats, with uniform decimals.

    Examples
    --------
    >>> _point_texts(pg.puzzles("splitter")[0], 2.5, 1, 20.527778)
    ['2.50 points', '1.00 points', '20.53 points']
    >>> _point_texts(pg.puzzles("territory")[0], 63, -1, 0)
    ['a win by 63 points', 'a loss by 1 point', 'a tie']
    """
    digits = max(len(f"{value:.2f}".rstrip("0").partition(".")[2]) for value in values)
    if puzzle.state.seats == 1:
        return [count_text(f"{value:.{digits}f}".replace("-", "−"), "point") for value in values]
    by = [count_text(f"{abs(value):.{digits}f}", "point") for value in values]
    ends = [f"a {'win' if value > 0 else 'loss'} by " if value else "" for value in values]
    return [f"{end}{size}" if end else "a tie" for end, size in zip(ends, by, strict=True)]


WRONG_MOVE_SECONDS: Final = 3.5 * REPLAY_MOVE_SECONDS
"""Seconds after which a wrong move and its answer are undone."""

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
        """The numbers of the puzzles solved at this board."""
        self.progress: Progress | None = None
        """The saved progress of the player; None until `show_rated_puzzle` is called."""
        self._reset_attempt()

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
        is_noted = self._is_recorded
        self.show_number(self.puzzle.number)
        self._is_recorded = is_noted

    def show_hint(self) -> None:
        """Show a hint: first the theme, then wrong moves."""
        if self._step is not None:
            hint = hint_text(self.puzzle, self._step, self._step_node.state, self._hint_count)
            self._set_text(self.puzzle.task, hint)
            self._hint_count += 1
            self._has_hint = True
        self.refresh()

    def show_answer(self) -> None:
        """Show the right move and the rest of the solution."""
        if self._step is None:
            return
        self._has_given_up = True
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
        if self.progress is None:
            return lines
        known = self.progress.history(name)
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
        self._set_text(
            *words, move_merits(self._step_node.state, (played_node.move,)), sign=IS_RIGHT
        )
        if self.is_solved:
            if not self._has_given_up:
                self.solved_numbers.add(self.puzzle.number)
            self._record_score(0.5 if self._has_hint else 1.0)
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
        """Save the score of the first attempt, if the player's progress is saved."""
        if self.progress is not None and not self._is_recorded:
            self._is_recorded = True
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
