"""The answers of each pupil, as rows for a spreadsheet: to questions, exercises and puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.classroom.room.race import MAX_WRONG_MOVES
from polygames.core.descriptions import move_text
from polygames.table.players import is_pupil
from polygames.table.puzzle_table import find_table_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from polygames.classroom.room.ledger import Ledger
    from polygames.classroom.room.people import Pupil
    from polygames.core.protocol import Seat
    from polygames.table.table import Table


def answer_rows(ledger: Ledger, tables: Iterable[Table]) -> list[dict[str, Any]]:
    """Return a row for each answer of each pupil, by name and then by time.

    The columns are the pupil's name, the kind of task (question, exercise or puzzle), the task, the
    answer, the result, the number of tries, and the minutes since the class was opened. The result
    of a question without a right answer is empty.
    """
    rows = []
    puzzles = [table for table in tables if table.puzzle is not None]
    for pupil in sorted(ledger.people, key=lambda each: each.name.casefold()):
        here = [table for table in puzzles if pupil.id in table.seats]
        found = [
            *_question_rows(ledger, pupil),
            *_exercise_rows(ledger, pupil),
            *filter(None, map(_puzzle_row, here)),
        ]
        for at, row in sorted(found, key=lambda each: each[0] or 0):
            rows.append({"name": pupil.name, **row, "minute": _minutes(ledger, at)})
    return rows


def _question_rows(ledger: Ledger, pupil: Pupil) -> Iterator[tuple[float | None, dict[str, Any]]]:
    """Yield the time and the row of a pupil's last answer to each question."""
    for question in ledger.questions:
        if (answer := question.answers.get(pupil.id)) is not None:
            yield (
                question.times.get(pupil.id),
                {
                    "kind": "question",
                    "task": question.text,
                    "answer": answer,
                    "result": question.result_of(pupil.id),
                    "tries": question.change_counts[pupil.id],
                },
            )


def _exercise_rows(ledger: Ledger, pupil: Pupil) -> Iterator[tuple[float | None, dict[str, Any]]]:
    """Yield the time and the row of a pupil's last result for each exercise."""
    progress = ledger.exercise_results
    for name, result in progress.results_of(pupil.id).items():
        tries, at = progress.tries_of(pupil.id, name)
        answer = progress.board_answer(pupil.id, name)
        yield (
            at,
            {
                "kind": "exercise",
                "task": name,
                "answer": answer,
                "result": result,
                "tries": tries,
            },
        )


def _puzzle_row(table: Table) -> tuple[float | None, dict[str, Any]] | None:
    """Return the time and the row of the puzzle at a table; None if the pupil has not tried it."""
    seat = next(at for at, who in enumerate(table.seats) if is_pupil(who))
    moves = [
        each
        for each in table.log.entries
        if each["do"] == "wrong_move" or (each["do"] == "move" and each["seat"] == seat)
    ]
    if not moves:
        return None
    puzzle = find_table_puzzle(table)
    is_failed = table.wrong_moves >= MAX_WRONG_MOVES
    return moves[-1].get("at"), {
        "kind": "puzzle",
        "task": f"puzzle {table.puzzle}" + (f": {puzzle.task}" if puzzle else ""),
        "answer": "; ".join(_move_texts(table, seat, moves)),
        "result": "right" if table.is_solved else "wrong" if is_failed else "not finished",
        "tries": table.wrong_moves + (not is_failed),
    }


def _move_texts(table: Table, seat: Seat, entries: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the pupil's moves in a puzzle, as people read them beside the board.

    Earlier versions have not saved wrong moves.
    """
    positions = [node.state for node in table.record.path if node.state.turn == seat]
    found = 0
    for entry in entries:
        state, text = positions[found], entry.get("text")
        shown = "?" if text is None else move_text(state, state.parse(text))
        is_wrong = entry["do"] == "wrong_move"
        yield f"{shown} (wrong)" if is_wrong else shown
        found += not is_wrong


def _minutes(ledger: Ledger, at: float | None) -> float | str:
    """Return the minutes between the opening of the class and a time; empty if unknown."""
    if at is None or ledger.opened_at is None:
        return ""
    return round((at - ledger.opened_at) / 60, 1)
