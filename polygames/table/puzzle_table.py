"""A puzzle at a table: the player finds the steps of the solution, and the puzzle replies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import OptionError
from polygames.core.options import raise_option_error
from polygames.records.annotations import PUZZLE_KIND, encode_annotation
from polygames.records.record import Record
from polygames.search.puzzles.generator import is_right
from polygames.search.puzzles.puzzle import puzzles
from polygames.table.players import PUZZLE_OPPONENT

if TYPE_CHECKING:
    from polygames.search.puzzles.puzzle import Puzzle, PuzzleStep
    from polygames.table.table import Table

MAX_TRIES: Final = 3
"""The answer of a puzzle outside a race is shown after this many wrong moves."""


def prepare_puzzle(puzzle: Puzzle, player: str) -> tuple[Record, list[str]]:
    """Return a record that starts at a puzzle, and the occupant of each seat."""
    record, turn = Record(puzzle.state), puzzle.state.turn
    record.annotate(annotations={PUZZLE_KIND: encode_annotation(1, {"number": puzzle.number})})
    return record, [
        player if seat == turn else PUZZLE_OPPONENT for seat in range(puzzle.state.seats)
    ]


def find_table_puzzle(table: Table) -> Puzzle | None:
    """Return the puzzle of a table by its position; None if this version does not have it.

    The log of a class that an earlier version wrote may give it another number.
    """
    text = table.record.start.to_text()
    return next((each for each in puzzles(table.record.game) if each.text == text), None)


def solo_puzzle(table: Table) -> Puzzle | None:
    """Return the puzzle of a pupil who plays it alone, before the first move; None otherwise.

    Such a game begins at a puzzle for one player, so no opponent can answer a wrong move.
    """
    if table.puzzle is not None or table.state.seats > 1 or table.record.moves:
        return None
    try:
        return find_table_puzzle(table)
    except OptionError:  # the game has no puzzles
        return None


def next_step(table: Table) -> tuple[PuzzleStep | None, str]:
    """Return the step that the player must find next (or None), and the reply due, if any.

    At most one of the two is set; neither is if the puzzle is solved.
    """
    if table.puzzle is None:
        raise_option_error("the table", "must be one with a puzzle", table.number)
    played = len(table.record.moves)
    puzzle = find_table_puzzle(table)
    steps = () if puzzle is None else puzzle.steps
    for at, step in enumerate(steps):
        if played == 0:
            return step, ""
        if at == len(steps) - 1:
            break
        if played == 1 and step.reply:
            return None, step.reply
        played -= 1 + bool(step.reply)
    return None, ""


def play_reply(table: Table) -> None:
    """Play the puzzle's reply if it is the puzzle's turn; if no step is left, mark it as solved."""
    step, reply = next_step(table)
    if reply and table.is_in_play:
        table.play(table.state.turn, reply, version=table.version, author=PUZZLE_OPPONENT)
    elif step is None and not table.is_closed and find_table_puzzle(table) is not None:
        table.record_solution()


def is_expected_move(table: Table, move: Any) -> bool:
    """Return True if a legal move is correct at this point of the table's puzzle.

    A pupil who plays a puzzle alone may play any move after the answer was shown.
    """
    if (puzzle := solo_puzzle(table)) is not None:
        return table.wrong_moves >= MAX_TRIES or is_right(table.state, puzzle.steps[0], move)
    step, _ = next_step(table)
    return step is not None and is_right(table.state, step, move)
