"""The progress of pupils over several lessons, from the saved folders of their classes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.classroom.room.ledger import ROOM_FILE
from polygames.classroom.room.results import from_csv
from polygames.classroom.room.room import ANSWERS_FILE, RESULTS_FILE
from polygames.core.descriptions import count_text
from polygames.core.errors import RecordError
from polygames.records.atomic_files import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from polygames.study.batch_review import Reviews

COUNT_COLUMNS: Final = ("games", "points", "moves", "mistakes", "puzzles", "answers", "right")
"""The numbers of a pupil in a lesson: `puzzles` are solved, `right` are the right answers."""

ALL_LESSONS: Final = "all"
"""The name of the lesson in a pupil's row of sums."""


class LessonTables(NamedTuple):
    """The saved tables of a lesson: the results of its pupils, and their answers."""

    folder: Path
    results: list[dict[str, Any]]
    """The name, games and points of each pupil."""
    answers: list[dict[str, str]]


def find_lesson_folders(paths: Iterable[Path]) -> list[Path]:
    """Return the folders of classes at or below some paths, in the order of their names.

    The name of a folder begins with the time of the lesson, unless the teacher has chosen it.
    """
    found = {
        file.parent.resolve(): file.parent
        for path in paths
        for name in (ROOM_FILE, RESULTS_FILE)
        for file in path.rglob(name)
    }
    return sorted(found.values(), key=lambda folder: (folder.resolve().name, str(folder)))


def read_lesson_tables(folders: Iterable[Path]) -> list[LessonTables]:
    """Return the saved tables of some lessons.

    Raise RecordError if the results of a lesson were not saved, or a table is damaged.
    """
    found = []
    for folder in folders:
        results = _read_table(folder / RESULTS_FILE, ("name", "games", "points"))
        answers = folder / ANSWERS_FILE
        known = _read_table(answers, ("name", "kind", "result")) if answers.exists() else []
        found.append(LessonTables(folder, [_read_counts(folder, row) for row in results], known))
    return found


def progress_rows(lessons: Sequence[LessonTables], reviews: Reviews) -> list[dict[str, Any]]:
    """Return a row for each pupil and lesson, and one with the pupil's sums, by name.

    The columns are the name, the lesson and `COUNT_COLUMNS`. A pupil is known by the name, without
    regard to upper and lower case.

    Parameters
    ----------
    lessons
        The tables of the lessons, in order.
    reviews
        The reviews of the games in their folders.
    """
    names: dict[str, str] = {}
    rows: dict[str, list[dict[str, Any]]] = {}
    for lesson in lessons:
        for name, counts in _lesson_counts(lesson, reviews).items():
            key = name.casefold()
            shown = names.setdefault(key, name)
            row = {"name": shown, "lesson": lesson.folder.resolve().name, **counts}
            rows.setdefault(key, []).append(row)
    found = []
    for key in sorted(rows):
        sums = {column: sum(row[column] for row in rows[key]) for column in COUNT_COLUMNS}
        found += [*rows[key], {"name": names[key], "lesson": ALL_LESSONS, **sums}]
    return found


def progress_text(rows: Sequence[dict[str, Any]]) -> str:
    """Return the rows of `progress_rows` as text: a line for each pupil and lesson.

    Examples
    --------
    >>> counts = {"games": 2, "points": 1.5, "moves": 20, "mistakes": 1, "puzzles": 0}
    >>> row = {"name": "Ana", "lesson": "monday", **counts, "answers": 3, "right": 2}
    >>> print(progress_text([row]))
    Ana, monday: 2 games, 1.5 points, 1 mistake in 20 moves, 0 puzzles, 2 of 3 answers right
    """
    return "\n".join(
        f"{row['name']}, {row['lesson']}: {count_text(row['games'], 'game')}, "
        f"{row['points']:g} points, {count_text(row['mistakes'], 'mistake')} in "
        f"{count_text(row['moves'], 'move')}, {count_text(row['puzzles'], 'puzzle')}, "
        f"{row['right']} of {count_text(row['answers'], 'answer')} right"
        for row in rows
    )


def _read_counts(folder: Path, row: dict[str, str]) -> dict[str, Any]:
    """Return the name, the games and the points in a row of the results."""
    games, points = _to_number(folder, row["games"]), _to_number(folder, row["points"])
    return {"name": row["name"], "games": round(games), "points": points}


def _lesson_counts(lesson: LessonTables, reviews: Reviews) -> dict[str, dict[str, Any]]:
    """Return the counts of each pupil in one lesson, by name."""
    zeros = dict.fromkeys(COUNT_COLUMNS, 0)
    counts: dict[str, dict[str, Any]] = {
        row["name"]: zeros | {"games": row["games"], "points": row["points"]}
        for row in lesson.results
    }
    for row in lesson.answers:
        if row["name"] in counts:
            _count_answer(counts[row["name"]], row)
    for row in _reviews_of(lesson.folder, reviews).by("player"):
        if row["player"] in counts:
            counts[row["player"]] |= {"moves": row["moves"], "mistakes": row["mistakes"]}
    return counts


def _count_answer(counts: dict[str, Any], row: dict[str, str]) -> None:
    """Count a row of the answers, if it has a result."""
    is_right = row["result"] == "right"
    if row["kind"] == "puzzle":
        counts["puzzles"] += is_right
    elif row["result"]:
        counts["answers"] += 1
        counts["right"] += is_right


def _reviews_of(folder: Path, reviews: Reviews) -> Reviews:
    """Return the reviews of the games in one folder."""
    place = folder.resolve()
    here = (
        game
        for game in reviews.games
        if isinstance(game.entry.source, Path) and game.entry.source.resolve().parent == place
    )
    return replace(reviews, games=tuple(here))


def _read_table(path: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a saved table. Raise RecordError if it is missing or has other columns."""
    if not path.exists():
        msg = (
            f"no {path.name} in {path.parent}: the class was not saved. Open it with "
            f"python -m polygames class --go-on {path.parent}, and end it with Ctrl-C"
        )
        raise RecordError(msg)
    rows = from_csv(read_text(path, "a table"))
    if rows and not {*columns} <= {*rows[0]}:
        msg = f"{path}: expected the columns {', '.join(columns)}, separated by commas"
        raise RecordError(msg)
    return rows


def _to_number(folder: Path, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        msg = f"{folder / RESULTS_FILE}: expected a number, not {text!r}"
        raise RecordError(msg) from None
