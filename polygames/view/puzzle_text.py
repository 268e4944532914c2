"""The texts of a puzzle: the verdict on a move, hints, and the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import (
    count_text,
    move_merits,
    move_text,
    position_caption,
    seat_names,
)
from polygames.search.puzzles.generator import best_reply_text, find_puzzle_module

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.plugs import Theme
    from polygames.core.protocol import State
    from polygames.search.puzzles.puzzle import Puzzle, PuzzleStep


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
    if is_saving(puzzle, step):
        return "Right: the other player cannot win with the next move.", ""
    if not _is_winning_step(step):
        best, second = _result_texts(puzzle, step.value, step.second)
        return f"Right: it {best}.", f"The second-best move {second}."
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
    is_save = is_saving(puzzle, step)
    if not is_save and not _is_winning_step(step):
        here, best = _result_texts(puzzle, value, step.value)
        better = best.replace(" by ", " by only ") if step.value < 0 else best
        return f"Not this move. It {here}, but another move {better}.", replies
    if after.outcome is not None:
        return "Not this move: the game is over.", f"{position_caption(after).status}."
    if puzzle.plies is not None and not answer:
        if is_save:
            return "Not this move: it does not stop the other player.", ""
        when = "at once" if puzzle.plies == 1 else "in time"
        return f"Not this move: it does not win {when}.", ""
    if not answer:
        return f"Not this move: then {name} wins.", ""
    reply = after.parse(answer)
    end = after.play(reply).outcome
    wins = is_save or puzzle.plies is None or (end is not None and end.winners == {after.turn})
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
    """Return the hint of a puzzle's theme, in a sentence.

    Examples
    --------
    >>> puzzle = next(each for each in pg.puzzles("splinter") if each.theme == "the king leaves")
    >>> theme_text(puzzle)
    'Push with the king.'
    """
    theme = _find_theme(puzzle)
    return f"Theme: {puzzle.theme}." if theme is None else theme.hint


def theme_line(puzzle: Puzzle) -> str:
    """Return the name and the meaning of a puzzle's theme, to show after the puzzle.

    Examples
    --------
    >>> puzzle = next(each for each in pg.puzzles("splinter") if each.theme == "the king leaves")
    >>> theme_line(puzzle)
    'Theme: the king leaves. The king itself moves away, and the two kings are apart.'
    """
    theme = _find_theme(puzzle)
    return f"Theme: {puzzle.theme}." + ("" if theme is None else f" {theme.meaning}")


def _find_theme(puzzle: Puzzle) -> Theme[Any] | None:
    themes: Sequence[Theme[Any]] = getattr(find_puzzle_module(puzzle.game), "PUZZLE_THEMES", ())
    return next((theme for theme in themes if theme.name == puzzle.theme), None)


def answer_texts(step: PuzzleStep, state: State[Any]) -> tuple[str, str]:
    """Return two texts: a headline with the right move, and the reason for the move.

    Examples
    --------
    >>> puzzle = pg.puzzles("polygon")[2]
    >>> answer_texts(puzzle.steps[0], puzzle.state)
    ('The answer wins: ....', 'Blue has 2 segments to choose from.')
    """
    move = state.parse(step.move)
    answer = "The answer wins" if _is_winning_step(step) else "The answer"
    return f"{answer}: {move_text(state, move)}.", move_merits(state, (move,))


def is_saving(puzzle: Puzzle, step: PuzzleStep) -> bool:
    """Return True if the best move of a step only stops a win of the other player."""
    return puzzle.plies is not None and step.value == 0


def _is_winning_step(step: PuzzleStep) -> bool:
    """Return True if the best move of a step wins and the second-best move loses."""
    return {step.value, step.second} == {1, -1}


def _result_texts(puzzle: Puzzle, *values: float) -> list[str]:
    """Return what moves with these values do, in words with uniform decimals.

    Examples
    --------
    >>> _result_texts(pg.puzzles("splitter")[0], 2.5, 1, 20.527778)
    ['leads to 2.50 points', 'leads to 1.00 points', 'leads to 20.53 points']
    >>> _result_texts(pg.puzzles("territory")[0], 63, -1, 0)
    ['wins by 63 points', 'loses by 1 point', 'leads to a tie']
    """
    digits = max(len(f"{value:.2f}".rstrip("0").partition(".")[2]) for value in values)
    if puzzle.state.seats == 1:
        texts = (f"{value:.{digits}f}".replace("-", "−") for value in values)
        return [f"leads to {count_text(text, 'point')}" for text in texts]
    by = [count_text(f"{abs(value):.{digits}f}", "point") for value in values]
    verbs = [f"{'wins' if value > 0 else 'loses'} by " if value else "" for value in values]
    return [
        f"{verb}{size}" if verb else "leads to a tie" for verb, size in zip(verbs, by, strict=True)
    ]
