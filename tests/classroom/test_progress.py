"""A pupil's progress over several lessons, from the folders of their classes."""

import csv
import json
import shutil

import pytest
from helpers import join_pupils

import polygames as pg
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting
from polygames.cli.main import main
from polygames.table.puzzle_table import next_step


def play(room, *moves):
    """Play moves at the first table, whoever is to move."""
    table = room.tables[1]
    for move in moves:
        mover = room.people.get(table.seats[table.state.turn])
        room.play(mover, move, version=table.version)


def monday(folder):
    """A lesson in which Ana wins against Ben after a mistake, and knows an answer."""
    folder.mkdir(parents=True)
    room = Room(Setting.from_position(pg.new("polygon", n=5)), folder)
    ana, ben = join_pupils(room, "Ana", "=Ben")
    play(room, "A-C", "C-E", "E-B")
    room.resign(ben)
    room.ask("Who wins?", ["first", "second"], "first")
    room.answer_question(ana, "first")
    room.answer_question(ben, "second")
    room.ask("How many moves?")
    room.answer_question(ana, "3")
    room.save()
    room.close()


def tuesday(folder):
    """A lesson in which Ana solves two puzzles, and Cem none. Ben is away."""
    folder.mkdir(parents=True)
    room = Room(Setting.from_position("polygon", sits=False), folder)
    ana, _ = join_pupils(room, "ANA", "Cem")
    room.rounds.start_race(count=5)
    for _ in range(2):
        table = room.seating.table_of(ana.id)
        while table.is_in_play:
            room.play(ana, next_step(table)[0].move, version=table.version)
    room.store_report(ana, "nim 1", "not yet")
    room.save()
    room.close()


@pytest.fixture
def lessons(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monday(tmp_path / "classes" / "1-monday")
    tuesday(tmp_path / "classes" / "2-tuesday")
    return tmp_path / "classes"


def reviewed(capsys, *words):
    main(["review", *map(str, words), "--seconds", "0.05"])
    return capsys.readouterr().out


COUNTS = ("games", "points", "puzzles", "answers", "right")
EXPECTED = [
    ("=Ben", "1-monday", 1, 0, 0, 1, 0),
    ("=Ben", "all", 1, 0, 0, 1, 0),
    ("Ana", "1-monday", 1, 1, 0, 1, 1),
    ("Ana", "2-tuesday", 0, 0, 2, 1, 0),
    ("Ana", "all", 1, 1, 2, 2, 1),
    ("Cem", "2-tuesday", 0, 0, 0, 0, 0),
    ("Cem", "all", 0, 0, 0, 0, 0),
]


def test_the_lessons_below_a_folder_are_summed_for_each_pupil(lessons, capsys):
    data = json.loads(reviewed(capsys, lessons, "--json"))
    rows = data["progress"]
    found = [(row["name"], row["lesson"], *(row[each] for each in COUNTS)) for row in rows]
    assert found == EXPECTED
    first = next(row for row in rows if row["name"] == "Ana")
    assert first["moves"] == 2
    assert sum(row["mistakes"] for row in rows if row["lesson"] == "all") == len(data["mistakes"])


def test_several_folders_are_reviewed_together_and_the_progress_is_saved(lessons, capsys):
    folders = sorted(lessons.iterdir())
    said = reviewed(capsys, *folders, "--save", lessons / "progress.csv")
    assert "Progress over 2 lessons:" in said
    line = (
        "Ana, 2-tuesday: 0 games, 0 points, 0 mistakes in 0 moves, 2 puzzles, 0 of 1 answer right"
    )
    assert line in said
    assert f"saved as {lessons / 'progress.csv'}" in said
    with (lessons / "progress.csv").open() as file:
        rows = [*csv.DictReader(file)]
    assert [row["name"] for row in rows] == ["'=Ben", "'=Ben", *["Ana"] * 3, "Cem", "Cem"]
    data = json.loads(reviewed(capsys, *folders, "--json"))
    files = {row["file"] for row in data["mistakes"]}
    assert files <= {"1-monday/table-001.txt"}


def test_one_lesson_is_reviewed_as_before_and_saved_if_asked(lessons, capsys):
    said = reviewed(capsys, lessons / "1-monday")
    assert "Progress" not in said
    said = reviewed(capsys, lessons / "1-monday", "--save", lessons / "progress.csv")
    assert "Progress over 1 lesson:" in said


def refused(capsys, *words):
    with pytest.raises(SystemExit):
        main(["review", *map(str, words)])
    return capsys.readouterr().err


def test_a_lesson_that_was_not_saved_or_is_damaged_is_named(lessons, capsys):
    (lessons / "2-tuesday" / "results.csv").rename(lessons / "kept")
    assert "python -m polygames class --go-on" in refused(capsys, lessons)
    (lessons / "2-tuesday" / "results.csv").write_text("name;games\nAna;1\n")
    assert "expected the columns name, games, points" in refused(capsys, lessons)
    (lessons / "2-tuesday" / "results.csv").write_text("name,games,points\nAna,many,1\n")
    assert "expected a number, not 'many'" in refused(capsys, lessons)
    shutil.rmtree(lessons / "2-tuesday")
    for name in ("room.jsonl", "results.csv"):
        (lessons / "1-monday" / name).unlink()
    words = refused(capsys, lessons, "--save", "progress.csv")
    assert "--save needs a record, or the folder of a class" in words
