"""The answers of each pupil by name: to questions, exercises and puzzles, saved as CSV."""

import csv
import io
from itertools import count

import pytest
from helpers import join_pupils

import polygames as pg
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting
from polygames.core.descriptions import move_text
from polygames.table.puzzle_table import next_step

COLUMNS = ["name", "kind", "task", "answer", "result", "tries", "minute"]


@pytest.fixture(autouse=True)
def a_line_each_minute(monkeypatch):
    """Let each line of a log be written a minute after the one before it."""
    minutes = count(28_000_000)
    monkeypatch.setattr("polygames.records.append_log.time.time", lambda: 60 * next(minutes))


def opened(folder=None):
    return Room(Setting.from_position("territory", sits=False), folder, now=lambda: 0.0)


def without_minutes(rows):
    return [tuple(row[name] for name in COLUMNS[:-1]) for row in rows]


def play_puzzle(room, pupil, *, is_right):
    """Play a right or a wrong move at the pupil's puzzle; return its text for people."""
    table = room.seating.table_of(pupil.id)
    state = table.state
    right = next_step(table)[0].move
    moves = (str(move) for move in table.state.legal_moves)
    move = right if is_right else next(each for each in moves if each != right)
    if is_right:
        room.play(pupil, move, version=table.version)
    else:
        with pytest.raises(pg.IllegalMoveError):
            room.play(pupil, move, version=table.version)
    return move_text(state, state.parse(move))


def test_every_answer_to_every_question_stays_with_the_name_of_the_pupil():
    room = opened()
    zoe, ana = join_pupils(room, "Zoe", "Ana")
    room.ask("Who wins?", ["first", "second"])
    room.answer_question(zoe, "first")
    room.answer_question(ana, "first")
    room.answer_question(ana, "second")
    room.remove_question()
    room.ask("By how much?", right="5,0")
    room.answer_question(zoe, "4")
    room.answer_question(ana, "5")
    rows = room.answers()
    assert list(rows[0]) == COLUMNS
    assert without_minutes(rows) == [
        ("Ana", "question", "Who wins?", "second", "", 2),
        ("Ana", "question", "By how much?", "5", "right", 1),
        ("Zoe", "question", "Who wins?", "first", "", 1),
        ("Zoe", "question", "By how much?", "4", "wrong", 1),
    ]
    assert [row["minute"] for row in rows] == [6, 10, 4, 9]


def test_a_puzzle_of_a_race_has_the_moves_of_the_pupil_and_the_result():
    room = opened()
    (ana,) = join_pupils(room, "Ana")
    room.rounds.start_race(count=4)
    first, second, third, _ = room.ledger.race.puzzle_numbers
    solved = play_puzzle(room, ana, is_right=False), play_puzzle(room, ana, is_right=True)
    failed = play_puzzle(room, ana, is_right=False), play_puzzle(room, ana, is_right=False)
    tried = play_puzzle(room, ana, is_right=False)
    room.rounds.skip_puzzle(ana)
    rows = room.answers()
    assert [row["task"].partition(":")[0] for row in rows] == [
        f"puzzle {number}" for number in (first, second, third)
    ]
    assert rows[0]["task"].endswith(room.ledger.race.puzzle(0).task)
    assert [(row["answer"], row["result"], row["tries"]) for row in rows] == [
        (f"{solved[0]} (wrong); {solved[1]}", "right", 2),
        (f"{failed[0]} (wrong); {failed[1]} (wrong)", "wrong", 2),
        (f"{tried} (wrong)", "not finished", 2),
    ]


def test_answers_are_saved_and_restored_with_the_class(tmp_path):
    room = opened(tmp_path)
    (ana,) = join_pupils(room, "=Ana")
    room.ask("+1 or -1?", ["@one", "-one"], right="-one")
    room.answer_question(ana, "-one")
    rows = room.answers()
    room.close()
    again = Room(None, tmp_path)
    assert again.answers() == rows
    path = again.save()[-1]
    again.close()
    assert path.name == "answers.csv"
    assert path.stat().st_mode & 0o077 == 0
    (row,) = csv.DictReader(io.StringIO(path.read_text()))
    assert (row["name"], row["task"], row["answer"]) == ("'=Ana", "'+1 or -1?", "'-one")
    assert row["result"] == "right"


def test_a_class_without_answers_saves_no_empty_table(tmp_path):
    room = opened(tmp_path)
    join_pupils(room, "Ana")
    assert [path.name for path in room.save()] == ["results.csv"]
    room.close()


def test_a_class_of_an_earlier_version_has_answers_without_times(tmp_path, monkeypatch):
    room = opened(tmp_path)
    monkeypatch.setattr(room.ledger._log, "_is_timed", False)
    room.ledger._log.entries[0].pop("at")
    (ana,) = join_pupils(room, "Ana")
    room.ask("How many?")
    room.answer_question(ana, "3")
    assert [row["minute"] for row in room.answers()] == [""]
    room.close()


@pytest.mark.parametrize(
    ("choices", "right", "words"),
    [(["A", "B"], "C", "must be one of A, B"), ([], "many", "must be a number")],
)
def test_a_right_answer_is_one_that_pupils_can_give(choices, right, words):
    with pytest.raises(pg.OptionError, match=f"the right answer to a question {words}"):
        opened().ask("Which?", choices, right)


def test_the_right_answer_is_shown_with_the_results_and_not_before():
    room = opened()
    join_pupils(room, "Ana")
    room.ask("Which?", ["A", "B"], "B")
    assert room.ledger.question.to_message()["counts"] == [("A", 0), ("B", 0)]
    assert room.ledger.question.to_message("p1")["counts"] == []
    room.reveal()
    for viewer in (None, "p1"):
        assert room.ledger.question.to_message(viewer)["counts"] == [("A", 0), ("B ✓", 0)]
