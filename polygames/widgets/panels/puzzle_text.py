"""What is said at a board of the moves that are tried in a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.registry import info_of
from polygames.widgets.panels.review_text import move_words

if TYPE_CHECKING:
    from polygames.core.protocol import State
    from polygames.search.puzzles.puzzle import Puzzle, Step


def standing(puzzle: Puzzle, count: int, solved: int) -> list[str]:
    """Say which puzzle it is, how difficult, and how many were solved at this board."""
    return [
        f"Puzzle {puzzle.number} of {count}",
        f"Difficulty: {puzzle.difficulty:.0%} of the computer's weak attempts failed.",
        f"Solved at this board: {solved}",
    ]


def right_words(puzzle: Puzzle, step: Step, *, is_last: bool) -> str:
    """Say that a move is right.

    Examples
    --------
    >>> import polygames as pg
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> right_words(puzzle, puzzle.steps[0], is_last=True)
    'Right: it wins.'
    """
    if not is_last:
        return "Right. It goes on: find the next move, too."
    if _is_won_or_not(step):
        return "Right: it wins." if puzzle.plies is None or len(puzzle.steps) < 2 else "Right: won."  # noqa: PLR2004 - more than one
    return f"Right: {_points(step.value)}. The next best leads to {_points(step.second)}."


def wrong_words(puzzle: Puzzle, step: Step, state: State[Any], move: Any) -> str:
    """Say why a move is wrong, and what answers it.

    Examples
    --------
    >>> import polygames as pg
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> wrong = next(iter(puzzle.steps[0].wrong))
    >>> words = wrong_words(puzzle, puzzle.steps[0], puzzle.state, puzzle.state.parse(wrong))
    >>> words.startswith("Not this")
    True
    """
    value, answer = step.wrong.get(str(move), (None, ""))
    after = state.play(move)
    if value is None:
        return f"Not this: {_name(state, 1 - state.turn)} need not lose after it. Try again."
    if not _is_won_or_not(step):
        said = f"Not this: it leads to {_points(value)}, the best move to {_points(step.value)}."
        return f"{said}{_answered(after, answer)} Try again."
    if after.outcome is not None:
        return f"Not this: the game is over, {after.outcome}. Try again."
    if puzzle.plies is not None and not answer:
        return "Not this: it does not win at once. Try again."
    close = "then there is no win in time" if puzzle.plies is not None else "and wins"
    name = _name(after, after.turn)
    if not answer:
        return f"Not this: {name} wins after it. Try again."
    return f"Not this: {name} answers {move_words(after, after.parse(answer))}, {close}. Try again."


def hint_words(puzzle: Puzzle, step: Step, state: State[Any], count: int) -> str:
    """Give the hint of this number: first the theme, then a move that it is not.

    Examples
    --------
    >>> import polygames as pg
    >>> puzzle = pg.puzzles("territory")[0]
    >>> hint_words(puzzle, puzzle.steps[0], puzzle.state, 0) == f"Hint: {puzzle.theme}."
    True
    """
    wrong = sorted(step.wrong, key=lambda move: step.wrong[move][0])
    if count == 0 or len(wrong) < 2:  # noqa: PLR2004 - else the last but one says it
        return f"Hint: {puzzle.theme}."
    out = [move_words(state, state.parse(move)) for move in wrong[: min(count, len(wrong) - 1)]]
    return f"Hint: {puzzle.theme}; it is not {' and not '.join(out[-3:])}."


def answer_words(step: Step, state: State[Any]) -> str:
    """Say what the right move is."""
    return f"The answer: {move_words(state, state.parse(step.move))}."


def _is_won_or_not(step: Step) -> bool:
    """Whether a move wins or does not, and no points are counted."""
    return {step.value, step.second} == {1, -1}


def _points(value: float) -> str:
    """Write points: a mean to two digits.

    Examples
    --------
    >>> _points(2.5), _points(-3), _points(20.527778)
    ('2.5', '−3', '20.53')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-", "−")


def _answered(after: State[Any], answer: str) -> str:
    if not answer:
        return ""
    return f" {_name(after, after.turn)} answers {move_words(after, after.parse(answer))}."


def _name(state: State[Any], seat: int) -> str:
    """Return what a seat is called."""
    return info_of(state).caption(state).seats[seat].name.partition(" (")[0]
