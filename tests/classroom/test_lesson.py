"""A lesson of steps: its file is checked before the class, and each step does what a form does."""

from pathlib import Path
from random import Random

import pytest
from classpages import TEACHER_KEY, Page, connect_room

import polygames as pg
from polygames.classroom.room import Room
from polygames.classroom.room.lesson_file import read_lesson
from polygames.classroom.room.setting import Setting
from polygames.table.puzzle_table import next_step

READY = sorted((Path(__file__).parents[2] / "examples" / "lessons").glob("*.toml"))

LESSON = """
title = "Monday"
game = "polygon"
options = { n = 6 }

[[step]]
do = "question"
text = "Who wins?"
choices = ["first", "second"]
right = "second"

[[step]]
do = "pause"
text = "Listen"

[[step]]
do = "round"
pairing = "swiss"
minutes = 3
options = { n = 5 }

[[step]]
do = "race"
minutes = 2
puzzles = 4
stars = 1

[[step]]
do = "discuss"
text = "Where now?"
puzzle = 12
"""


def written(tmp_path, text=LESSON):
    path = tmp_path / "lesson.toml"
    path.write_text(text)
    return path


def open_lesson(path, folder=None):
    """Return the connections of a class with a lesson, and the teacher's page."""
    start, plan = read_lesson(path)
    room = Room(Setting.from_position(start), folder, rng=Random(1), lesson=plan)
    class_ = connect_room(room)
    return class_, Page(class_).say(do="open_wall", key=TEACHER_KEY)


def step(wall, number):
    """Start a step at the wall, and return the news of the wall; no error may come."""
    wall.heard.clear()
    wall.say(do="start_step", number=number)
    assert wall.last("error") is None
    return wall.last("wall_state")


def test_each_step_does_what_the_forms_of_the_wall_do(tmp_path):
    class_, wall = open_lesson(written(tmp_path))
    pages = [Page(class_).join(name) for name in ("Ana", "Ben")]
    room, ledger = class_.room, class_.room.ledger
    lesson = wall.last("wall_state")["lesson"]
    assert (lesson["title"], lesson["step"]) == ("Monday", 0)
    assert [each["title"] for each in lesson["steps"]] == [
        "Who wins?",
        "Listen",
        "A new round: Swiss, 3 minutes each",
        "Puzzle race: 2 minutes",
        "Where now?",
    ]
    assert [each["ends_games"] for each in lesson["steps"]] == [False, False, True, True, False]
    assert step(wall, 1)["lesson"]["step"] == 1
    assert pages[0].last("page_state")["question"]["choices"] == ["first", "second"]
    pages[0].say(do="answer_question", answer="second")
    step(wall, 2)
    assert (ledger.is_paused, ledger.question, ledger.announcement) == (True, None, "Listen")
    step(wall, 3)
    table = room.seating.table_of("p1")
    assert (ledger.is_paused, ledger.announcement, ledger.round) == (False, "", 1)
    assert (table.minutes, table.state.to_text().split("\n")[1]) == (3, "n 5")
    step(wall, 4)
    assert ledger.is_racing
    found = [pg.puzzles("polygon")[number - 1] for number in ledger.race.puzzle_numbers]
    assert [each.stars for each in found] == [1] * 4
    news = step(wall, 5)
    assert news["discussion"]["text"] == "Where now?"
    assert news["discussion"]["picture"].startswith("<svg")
    assert ledger.discussion.table.state == pg.puzzles("polygon")[11].state
    assert step(wall, 1)["discussion"] is None
    (answer,) = [row for row in room.answers() if row["kind"] == "question"]
    assert (answer["name"], answer["result"]) == ("Ana", "right")


def test_the_pause_and_the_message_of_a_step_end_with_it(tmp_path):
    class_, wall = open_lesson(written(tmp_path))
    ledger = class_.room.ledger
    step(wall, 2)
    assert (ledger.is_paused, ledger.announcement) == (True, "Listen")
    step(wall, 1)
    assert (ledger.is_paused, ledger.announcement) == (False, "")
    step(wall, 2)
    wall.say(do="pause", paused=False)  # Continue
    assert (ledger.is_paused, ledger.announcement) == (False, "")
    wall.say(do="announce", text="Five minutes")
    wall.say(do="pause", paused=True)
    wall.say(do="pause", paused=False)
    assert ledger.announcement == "Five minutes"  # the teacher's own message
    step(wall, 5)
    assert ledger.announcement == "Five minutes"
    wall.say(do="pause", paused=True)
    step(wall, 1)
    assert ledger.is_paused  # the teacher's own pause


def test_the_steps_are_there_after_the_server_was_stopped(tmp_path):
    class_, wall = open_lesson(written(tmp_path), tmp_path)
    news = step(wall, 5)
    class_.room.close()
    again = connect_room(Room(None, tmp_path))
    wall = Page(again).say(do="open_wall", key=TEACHER_KEY)
    assert wall.last("wall_state")["lesson"] == news["lesson"]
    assert wall.last("wall_state")["discussion"] == news["discussion"]
    assert step(wall, 2)["lesson"]["step"] == 2
    again.room.close()


def test_a_step_that_does_not_exist_changes_nothing(tmp_path):
    class_, wall = open_lesson(written(tmp_path))
    for number in (0, 6, -1):
        wall.say(do="start_step", number=number)
        assert "must be from 1 to 5" in wall.last("error")["text"]
    assert class_.room.ledger.lesson_step == 0
    room = Room(Setting.from_position("polygon"))
    wall = Page(connect_room(room)).say(do="open_wall", key=TEACHER_KEY)
    assert wall.last("wall_state")["lesson"] is None
    wall.say(do="start_step", number=1)
    assert "this class has no lesson" in wall.last("error")["text"]


def test_only_the_teacher_starts_a_step(tmp_path):
    class_, _ = open_lesson(written(tmp_path))
    Page(class_).join("Ana").say(do="start_step", number=1)
    assert class_.room.ledger.lesson_step == 0


def test_a_step_begins_at_a_position_or_a_record_beside_the_lesson(tmp_path):
    record = pg.Record(pg.new("polygon", n=6))
    for move in ("A-C", "C-E"):
        record.push(move)
    record.save(tmp_path / "game.txt")
    text = record.state.to_text()
    steps = f"""
game = "polygon"
[[step]]
do = "round"
file = "game.txt"
ply = 1
[[step]]
do = "discuss"
text = "Who wins?"
position = '''{text}'''
[[step]]
do = "discuss"
text = "And here?"
"""
    class_, wall = open_lesson(written(tmp_path, steps))
    Page(class_).join("Ana")
    step(wall, 1)
    assert class_.room.seating.table_of("p1").record.start == record.path[1].state
    step(wall, 2)
    assert class_.room.ledger.discussion.table.state.to_text() == text
    step(wall, 3)
    assert class_.room.ledger.discussion.table.state == pg.new("polygon")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = polygon", "lesson.toml: .*TOML"),
        ("title = 'x'", "lesson.toml: the game is missing"),
        ("game = 'chess'\n[[step]]\ndo = 'pause'", "unknown game 'chess'"),
        ("game = 'polygon'", "expected 1 to 50 steps"),
        ("game = 'polygon'\nsteps = 3", "unknown name 'steps'.*did you mean 'step'"),
        ("game = 'polygon'\noptions = { m = 3 }\n[[step]]\ndo = 'pause'", "unknown option 'm'"),
        ("game = 'polygon'\nstep = [3]", "step 1: the kind of step is missing"),
    ],
)
def test_a_mistake_in_the_head_of_a_lesson_is_explained(tmp_path, text, words):
    with pytest.raises(pg.OptionError, match=words):
        read_lesson(written(tmp_path, text))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("text = 'Who?'", "step 2: the kind of step is missing: .*do = 'question'"),
        ("do = 'questoin'", "step 2: do must be .*question"),
        ("do = 'question'\ntext = ' '", r"step 2 \(question\): a question must have words"),
        ("do = 'question'", r"step 2 \(question\): a question must have words"),
        ("do = 'question'\ntext = 'Who?'\nchoices = ['A']", "must be 2 to 8 different texts"),
        ("do = 'question'\ntext = 'Who?'\nchoices = [1, 2]", "choices must be texts in quotes"),
        ("do = 'question'\ntext = 'Who?'\nright = 'many'", "right answer .* must be a number"),
        ("do = 'question'\ntext = 3", "text must be a text in quotes, not 3"),
        (f"do = 'question'\ntext = '{'x' * 201}'", "must have at most 200 characters"),
        ("do = 'question'\ntext = 'Who?'\ntitel = 'x'", "unknown name 'titel'.*'title'"),
        ("do = 'round'\npairing = 'fair'", r"step 2 \(round\): pairing must be .*swiss"),
        ("do = 'round'\nminutes = -1", "the option minutes must be"),
        ("do = 'round'\nminutes = true", "minutes must be a number, not True"),
        ("do = 'round'\npuzzle = 999", "the number of a puzzle of polygon must be"),
        ("do = 'round'\npuzzle = 1\npreset = 'uneven'", "puzzle and options: leave only one"),
        ("do = 'round'\nposition = 'split'", r"step 2 \(round\): "),
        ("do = 'round'\nply = 3", "ply needs a file with a record"),
        ("do = 'round'\nfile = 'nowhere.txt'", r"step 2 \(round\): .*nowhere.txt"),
        ("do = 'race'\nminutes = 1000", r"step 2 \(race\): the minutes of a race"),
        ("do = 'race'\nstars = 6", "the stars of a race must be .* 1 to 5"),
        ("do = 'race'\nstars = 1\npuzzles = 100", "the puzzles of a race must be .* 1 to 45"),
        ("do = 'discuss'\npuzzle = 3", "the text of a discussion must have words"),
        ("do = 'pause'\nminutes = 3", "unknown name 'minutes'"),
    ],
)
def test_a_mistake_in_a_step_names_the_file_the_step_and_what_is_expected(tmp_path, lines, words):
    text = f"game = 'polygon'\n[[step]]\ndo = 'pause'\n[[step]]\n{lines}\n"
    with pytest.raises(pg.OptionError, match=words) as caught:
        read_lesson(written(tmp_path, text))
    assert str(caught.value).startswith(f"{tmp_path / 'lesson.toml'}, step 2")


def test_a_position_of_another_game_is_refused(tmp_path):
    text = pg.new("split").to_text()
    steps = f"game = 'polygon'\n[[step]]\ndo = 'round'\nposition = '''{text}'''"
    with pytest.raises(pg.OptionError, match="the position is of split, but the lesson plays"):
        read_lesson(written(tmp_path, steps))


def play_along(class_, pages):
    """Let the pupils answer the question, solve a puzzle, or play a move, whatever comes."""
    room = class_.room
    for number, page in enumerate(pages):
        pupil = page.connection.pupil
        if (question := room.ledger.question) is not None:
            choices = question.choices
            answer = choices[number % len(choices)] if choices else "25"
            page.say(do="answer_question", answer=answer)
        table = room.seating.table_of(pupil.id)
        if table is None or not table.is_in_play or table.mover != pupil.id:
            continue
        if room.ledger.is_paused:
            continue
        while table.puzzle is not None and table.is_in_play:
            room.play(pupil, next_step(table)[0].move, version=table.version)
        if table.puzzle is None:
            move = str(table.state.legal_moves.sample(Random(number)))
            room.play(pupil, move, version=table.version)


@pytest.mark.parametrize("path", READY, ids=lambda path: path.stem)
def test_every_step_of_a_ready_lesson_runs_with_pupils(path):
    class_, wall = open_lesson(path)
    pages = [Page(class_).join(name) for name in ("Ana", "Ben", "Cem", "Dea", "Eva")]
    room, lesson = class_.room, class_.room.ledger.lesson
    for number, planned in enumerate(lesson.steps, 1):
        news = step(wall, number)
        assert news["lesson"]["step"] == number
        assert news["warnings"] == []
        play_along(class_, pages)
        done = planned.commands[-1]["do"]
        assert (room.ledger.question is not None) == (done == "ask_question")
        assert (news["discussion"] is not None) == (done == "discuss")
        if done == "ask_question":
            assert len(room.ledger.question.answers) == len(pages)
        if planned.ends_games:
            assert room.ledger.is_racing == (done == "start_race")
        if done == "start_race":
            rows = wall.last("wall_state")["race"]["rows"]
            assert [row["solved_count"] for row in rows] == [1] * len(pages)
        if done == "start_round":
            begun = [table for table in room.seating.games if table.round == room.ledger.round]
            assert len(begun) == 3
            assert all(table.record.moves for table in begun)
    rows = room.answers()
    assert {row["name"] for row in rows} == {"Ana", "Ben", "Cem", "Dea", "Eva"}
    assert {"question", "puzzle"} == {row["kind"] for row in rows}


def test_a_class_with_a_lesson_takes_its_game_and_starts_its_steps(tmp_path):
    path = written(tmp_path)
    with pg.classroom(lesson=path, folder=None, open_door=False) as class_:
        assert class_.room.ledger.setting.start.state == pg.new("polygon", n=6)
        class_.start_step(1)
        assert class_.room.ledger.question.text == "Who wins?"
        class_.discuss("And here?", pg.puzzles("polygon")[3])
        assert class_.room.ledger.discussion.text == "And here?"
        with pytest.raises(pg.OptionError, match="must be a position of polygon"):
            class_.discuss("And here?", "split")
        over = pg.new("polygon", n=3)
        while over.outcome is None:
            over = over.play(next(iter(over.legal_moves)))
        class_.discuss("Who has won?", over)
        assert class_.room.ledger.discussion.table.state == over
    with pytest.raises(pg.OptionError, match="a lesson file names its game and options"):
        pg.classroom("polygon", lesson=path, folder=None, open_door=False)


PAGE = (Path(__file__).parents[2] / "docs" / "classroom_lesson.md").read_text()


def test_the_page_of_the_lesson_explains_the_three_ready_lessons():
    assert len(READY) == 3
    for path in READY:
        assert f"`examples/lessons/{path.name}`" in PAGE


def test_the_lesson_file_on_the_page_of_the_lesson_is_right(tmp_path):
    example = PAGE.partition("```toml\n")[2].partition("```")[0]
    _, plan = read_lesson(written(tmp_path, example))
    assert len(plan.steps) == 3
