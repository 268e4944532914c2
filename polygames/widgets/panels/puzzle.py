"""The panel with puzzles: it judges the moves on the board, answers them, and poses the next."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.core.words import caption, how_many, merits, move_words, seat_names
from polygames.runtime.owner import with_owner
from polygames.search.puzzles.making import answer_to, is_right, puzzling_of
from polygames.search.puzzles.progress import Progress, rating_of
from polygames.search.puzzles.puzzle import MAX_STARS, puzzle_of, puzzles
from polygames.widgets.panels.panel import REPLAY_MOVE_SECONDS
from polygames.widgets.panels.posed import IS_RIGHT, IS_WRONG, PosedPanel
from polygames.widgets.parts import PUZZLE, BoardLike
from polygames.widgets.tasks.worker import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.search.puzzles.puzzle import Puzzle, PuzzleStep


def standing(puzzle: Puzzle, count: int, solved: int) -> list[str]:
    """Return lines with the number and difficulty of a puzzle, and the number solved here."""
    stars = "★" * puzzle.stars + "☆" * (MAX_STARS - puzzle.stars)
    hard = DIFFICULTY_NAMES[puzzle.stars - 1]
    return [
        f"Puzzle {puzzle.number} of {count}",
        f"{stars} {hard}",
        f"Solved on this board: {solved}",
    ]


DIFFICULTY_NAMES: Final = ("very easy", "easy", "medium", "hard", "very hard")
"""The names of the difficulties, from one star to five."""


def right_words(puzzle: Puzzle, step: PuzzleStep, *, is_last: bool) -> tuple[str, str]:
    """Return the headline and the text for a right move.

    Examples
    --------
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> right_words(puzzle, puzzle.steps[0], is_last=True)
    ('Right: it wins.', '')
    """
    if not is_last:
        return "Right.", "Now find the next move."
    if not _is_won_or_not(step):
        best, second = _points(puzzle, step.value, step.second)
        return f"Right: {best}.", f"The second-best move leads to {second}."
    is_one = puzzle.plies is None or len(puzzle.steps) == 1
    return f"Right: {'it wins' if is_one else 'you have won'}.", ""


def wrong_words(puzzle: Puzzle, step: PuzzleStep, state: State[Any], move: Any) -> tuple[str, str]:
    """Return the headline and the text for a wrong move: the reason and the answer.

    Examples
    --------
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> wrong = next(iter(puzzle.steps[0].wrong))
    >>> wrong_words(puzzle, puzzle.steps[0], puzzle.state, puzzle.state.parse(wrong))
    ('Not this move. ...', '...')
    """
    value, _ = step.wrong.get(str(move), (step.second, ""))
    answer, after = answer_to(state, step, move), state.play(move)
    name = seat_names(after).of(after.turn) if answer or after.outcome is None else ""
    replies = f"{name} replies: {move_words(after, after.parse(answer))}." if answer else ""
    if not _is_won_or_not(step):
        here, best = _points(puzzle, value, step.value)
        return f"Not this move. It leads to {here}, the best move leads to {best}.", replies
    if after.outcome is not None:
        return "Not this move: the game is over.", f"{caption(after).status}."
    if puzzle.plies is not None and not answer:
        return "Not this move: it does not win at once.", ""
    if not answer:
        return f"Not this move: then {name} wins.", ""
    reply = after.parse(answer)
    end = after.play(reply).outcome
    wins = puzzle.plies is None or (end is not None and end.winners == {after.turn})
    close = f"{name} wins." if wins else "Then you cannot win in time."
    return f"Not this move. {replies} {close}", merits(after, (reply,))


def hint_words(puzzle: Puzzle, step: PuzzleStep, state: State[Any], count: int) -> str:
    """Return a hint: number 0 is the theme, later ones exclude wrong moves.

    Examples
    --------
    >>> puzzle = pg.puzzles("territory")[0]
    >>> hint_words(puzzle, puzzle.steps[0], puzzle.state, 0)
    'Hint: Claim the tile that gives the most points now.'
    """
    about = f"Hint: {theme_words(puzzle)}"
    wrong = sorted(step.wrong, key=lambda move: step.wrong[move][0])
    if count == 0:
        return about
    if len(wrong) < 2:  # noqa: PLR2004 - else the last but one says it
        return f"{about} Another hint would give the answer away."
    out = [move_words(state, state.parse(move)) for move in wrong[: min(count, len(wrong) - 1)]]
    named = (f"\N{LEFT DOUBLE QUOTATION MARK}{move}\N{RIGHT DOUBLE QUOTATION MARK}" for move in out)
    return f"{about} It is not {' and not '.join([*named][-3:])}."


def theme_words(puzzle: Puzzle) -> str:
    """Return the theme of a puzzle as a sentence.

    Examples
    --------
    >>> puzzle = next(each for each in pg.puzzles("splinter") if each.theme == "the king moves")
    >>> theme_words(puzzle)
    'Push with the king.'
    """
    hints: Mapping[str, str] = getattr(puzzling_of(puzzle.game), "HINTS", {})
    return hints.get(puzzle.theme, f"Theme: {puzzle.theme}.")


def answer_words(step: PuzzleStep, state: State[Any]) -> tuple[str, str]:
    """Return the headline with the right move, and the reason for it.

    Examples
    --------
    >>> puzzle = pg.puzzles("polygon")[2]
    >>> answer_words(puzzle.steps[0], puzzle.state)
    ('The answer wins: ....', 'Red has 2 segments to choose from. No other segment leaves fewer.')
    """
    move = state.parse(step.move)
    answer = "The answer wins" if _is_won_or_not(step) else "The answer"
    return f"{answer}: {move_words(state, move)}.", merits(state, (move,))


def _is_won_or_not(step: PuzzleStep) -> bool:
    """Return True if the question of a step is win or loss, not a number of points."""
    return {step.value, step.second} == {1, -1}


def _points(puzzle: Puzzle, *values: float) -> list[str]:
    """Return values as points with equally many digits; with two seats as a win or loss.

    Examples
    --------
    >>> _points(pg.puzzles("splitter")[0], 2.5, 1, 20.527778)
    ['2.50 points', '1.00 points', '20.53 points']
    >>> _points(pg.puzzles("territory")[0], 63, -1, 0)
    ['a win by 63 points', 'a loss by 1 point', 'a tie']
    """
    digits = max(len(f"{value:.2f}".rstrip("0").partition(".")[2]) for value in values)
    if puzzle.state.seats == 1:
        return [how_many(f"{value:.{digits}f}".replace("-", "−"), "point") for value in values]
    by = [how_many(f"{abs(value):.{digits}f}", "point") for value in values]
    ends = [f"a {'win' if value > 0 else 'loss'} by " if value else "" for value in values]
    return [f"{end}{size}" if end else "a tie" for end, size in zip(ends, by, strict=True)]


WRONG_MOVE_SECONDS: Final = 3.5 * REPLAY_MOVE_SECONDS
"""Seconds after which a wrong move and its answer are undone."""

RATING_HELP: Final = (
    "Your rating goes up when you solve a puzzle. The number after ± shows how uncertain it is."
)


class PuzzlePanel(PosedPanel):
    """The panel with the puzzle on the board.

    Parameters
    ----------
    board
        The board beside the panel.
    chosen
        The first puzzle.
    """

    panel_name, what = PUZZLE, "puzzle"

    def __init__(self, board: BoardLike, chosen: Puzzle) -> None:
        super().__init__(board)
        self.puzzle = chosen
        self.solved: set[int] = set()
        """The numbers of the puzzles solved at this board."""
        self.progress: Progress | None = None
        """The saved progress of the player; None until `put_up_mine` is called."""
        self._begin()

    # Actions of the user

    def put_up_mine(self) -> None:
        """Pose a puzzle at the player's level; save the player's progress from now on."""
        if self.progress is None:
            self.progress = Progress()
        self.take_up(self.progress.next(self.puzzle.game))

    def put_up(self, number: int) -> None:
        """Pose the puzzle with this number, which wraps around at both ends."""
        name = self.puzzle.game
        self.take_up(puzzle_of(name, (number - 1) % len(puzzles(name)) + 1))

    def take_up(self, chosen: Puzzle) -> None:
        """Pose a puzzle on the board."""
        self.puzzle = chosen
        self.pose(chosen.state)

    def start_again(self) -> None:
        """Pose the same puzzle again; only its first attempt is rated."""
        is_noted = self._is_noted
        self.put_up(self.puzzle.number)
        self._is_noted = is_noted

    def give_hint(self) -> None:
        """Show a hint: first the theme, then wrong moves."""
        if self._step is not None:
            hint = hint_words(self.puzzle, self._step, self._node.state, self._hints)
            self._say(self.puzzle.task, hint)
            self._hints += 1
            self._is_helped = True
        self.show()

    def show_answer(self) -> None:
        """Show the right move and the rest of the solution."""
        if self._step is None:
            return
        self._has_given_up = True
        self._note(0.0)
        self._without_judging(lambda: self.board.go(self._node))
        state = self._node.state
        self._say(*answer_words(self._step, state))
        self.show()
        self._lines.play(state, self._rest(state))

    # Display

    @property
    def is_solved(self) -> bool:
        """Whether every move of the solution was found."""
        return self._at == len(self.puzzle.steps)

    @property
    def is_done(self) -> bool:
        """Whether the puzzle is solved or its answer was shown."""
        return self.is_solved or self._has_given_up

    def _summary(self) -> list[str]:
        name = self.puzzle.game
        lines = standing(self.puzzle, len(puzzles(name)), len(self.solved))
        if self.progress is None:
            return lines
        known = self.progress.of(name)
        return [
            *lines,
            f"Your rating: {known.rating} (this puzzle: {rating_of(self.puzzle).value:.0f})",
            RATING_HELP,
        ]

    def _buttons(self) -> dict[str, str]:
        asked = {"hint": "Hint", "answer": "Show the answer"} if self._step is not None else {}
        more = {"again": "Start again", "previous": "◀ Puzzle", "next": "Next puzzle ▶"}
        return asked | more | {"mine": "At my level ▶"}

    # Internals

    def _begin(self) -> None:
        super()._begin()
        self._node = self._root or self.record.root
        self._at, self._hints, self._has_given_up = 0, 0, False
        self._say(self.puzzle.task)

    @property
    def _step(self) -> PuzzleStep | None:
        """The step to be solved now; None once all are solved."""
        return None if self.is_solved else self.puzzle.steps[self._at]

    def _judge(self, path: Sequence[Node]) -> None:
        number, step = self._node.number, self._step
        if step is None or len(path) <= number + 1 or path[number] is not self._node:
            return
        played = path[number + 1]
        if played is self._judged:
            return
        self._judged = played
        if is_right(self._node.state, step, played.move):
            self._go_on(played)
        else:
            self._refuse(step, played)

    def _go_on(self, played: Node) -> None:
        step = self.puzzle.steps[self._at]
        self._at, self._hints = self._at + 1, 0
        words = right_words(self.puzzle, step, is_last=self.is_solved)
        self._say(*words, merits(self._node.state, (played.move,)), sign=IS_RIGHT)
        if self.is_solved:
            if not self._has_given_up:
                self.solved.add(self.puzzle.number)
            self._note(0.5 if self._is_helped else 1.0)
            self.board.open_panel(PUZZLE)
            return
        self._node = played
        if step.reply:
            loop = running_loop()
            if loop is None:
                self._answer(played, step.reply)
            else:
                loop.call_later(REPLAY_MOVE_SECONDS, with_owner(self._answer), played, step.reply)

    def _answer(self, played: Node, reply: str) -> None:
        """Play the reply of the other seat."""
        if self.record.node is not played or self._node is not played:
            return
        self._without_judging(lambda: self.board.play(played.state.parse(reply)))
        self._node = self.record.node
        self.show()

    def _refuse(self, step: PuzzleStep, played: Node) -> None:
        """Explain why a move is wrong, play its answer on the board, and then undo both."""
        self._note(0.0)
        state, loop = self._node.state, running_loop()
        answer = answer_to(state, step, played.move)
        words = wrong_words(self.puzzle, step, state, played.move)
        self._say(*words, "Try again.", sign=IS_WRONG)
        line = [played.move, *([played.state.parse(answer)] if answer else [])]
        if loop is None or not answer:
            self._put_back(line)
            return
        loop.call_later(REPLAY_MOVE_SECONDS, with_owner(self._answer_wrong), played, line[1])
        loop.call_later(WRONG_MOVE_SECONDS, with_owner(self._end_answer), played, line)

    def _answer_wrong(self, played: Node, answer: Any) -> None:
        """Play the answer to a wrong move, unless the board has moved on."""
        if self.record.node is played and self._judged is played:
            self._without_judging(lambda: self.board.play(answer))

    def _end_answer(self, played: Node, line: list[Any]) -> None:
        """Undo a wrong move and its answer, unless the board has moved on."""
        here = self.record.node
        if self._judged is played and (here is played or here.parent is played):
            self._put_back(line)
            self.show()

    def _note(self, score: float) -> None:
        """Save the result of the first attempt, if progress is saved."""
        if self.progress is not None and not self._is_noted:
            self._is_noted = True
            self.progress.answer(self.puzzle, score)

    def _put_back(self, line: list[Any]) -> None:
        """Return to the position of the step, and mark the wrong line there."""
        self._without_judging(lambda: self.board.go(self._node))
        self.board.open_panel(PUZZLE)
        self._lines.show_mistake(self._node.state, line)

    def _rest(self, state: State[Any]) -> list[Any]:
        """Return the remaining moves of the solution."""
        line = []
        for step in self.puzzle.steps[self._at :]:
            for text in filter(None, (step.move, step.reply)):
                line.append(state.parse(text))
                state = state.play(line[-1])
        return line

    def _actions(self) -> dict[str, Callable[[], Any]]:
        return {
            "hint": self.give_hint,
            "answer": self.show_answer,
            "again": self.start_again,
            "next": partial(self._turn_to, 1),
            "previous": partial(self._turn_to, -1),
            "mine": self.put_up_mine,
        }

    def _turn_to(self, step: int) -> None:
        self.put_up(self.puzzle.number + step)
