"""A puzzle race, a round that begins elsewhere, and exercises that are reported."""

import csv
import io
import json
import re
from pathlib import Path
from random import Random

import pytest
from classpages import TEACHER_KEY, Page, connections
from helpers import join_pupils

import polygames as pg
from polygames.classroom.pages.broadcast import Connections
from polygames.classroom.room import Room
from polygames.classroom.room.race import MAX_WRONG_MOVES
from polygames.classroom.room.setting import Setting
from polygames.cli.main import main
from polygames.table.puzzle_table import next_step, play_reply


class Clock:
    def __init__(self):
        self.time = 0.0

    def __call__(self):
        return self.time


def opened(game="polygon", folder=None, **more):
    return Room(Setting.from_position(game), folder, rng=Random(1), **more)


def racing(*names, count=5, minutes=5, **more):
    """Return a room in which a race has begun, and those who run it."""
    room = opened(**more)
    pupils = join_pupils(room, *names)
    room.rounds.start_race(minutes, count)
    return room, *pupils


def words_for(room, pupil):
    """Return what a pupil is told of the race."""
    return room.ledger.race.status_text(pupil.id, list(room.tables.values()))


def rows_of(room):
    return room.ledger.race.rows(room.people, list(room.tables.values()))


def solve(room, pupil):
    """Play one right move of the pupil's puzzle."""
    table = room.seating.table_of(pupil.id)
    step, _ = next_step(table)
    assert room.play(pupil, step.move, version=table.version)
    return table


def solve_whole(room, pupil):
    table = room.seating.table_of(pupil.id)
    while not table.is_solved:
        solve(room, pupil)
    return table


def miss(room, pupil):
    """Play a legal move that is not asked for."""
    table = room.seating.table_of(pupil.id)
    right = next_step(table)[0].move
    wrong = next(str(move) for move in table.state.legal_moves if str(move) != right)
    before = table.state.to_text()
    with pytest.raises(pg.IllegalMoveError, match="not the right move"):
        room.play(pupil, wrong, version=table.version)
    assert table.state.to_text() == before


@pytest.mark.parametrize("game", pg.games())
def test_all_puzzles_of_a_race_are_solved_by_their_solutions(game):
    room, ana = racing("Ana", count=12, game=game)
    for _ in range(12):
        solve_whole(room, ana)
    (row,) = rows_of(room)
    assert (row["solved_count"], row["wrong_count"]) == (12, 0)
    assert "the last puzzle. You have solved 12 of 12" in words_for(room, ana)
    assert room.results()[0] == {
        "name": "Ana", "games": 0, "won": 0, "tied": 0, "lost": 0, "points": 0.0, "puzzles": 12,
    }  # fmt: skip


def test_after_two_wrong_moves_the_next_puzzle_comes_and_who_solves_more_is_first():
    room, ana, ben = racing("Ana", "Ben", count=4)
    first = room.seating.table_of(ana.id)
    miss(room, ana)
    assert room.seating.table_of(ana.id) is first
    assert "one more try" in words_for(room, ana)
    miss(room, ana)
    second = room.seating.table_of(ana.id)
    assert second.puzzle != first.puzzle
    assert "Not solved. Puzzle 2 of 4" in words_for(room, ana)
    room.rounds.skip_puzzle(ana)
    assert room.seating.table_of(ana.id).puzzle not in (first.puzzle, second.puzzle)
    solve_whole(room, ben)
    told = [(row["name"], row["solved_count"], row["wrong_count"]) for row in rows_of(room)]
    assert told == [("Ben", 1, 0), ("Ana", 0, 2)]


def test_the_puzzle_that_fewest_have_solved_is_named_when_the_race_is_over():
    room, ana, ben = racing("Ana", "Ben", count=10)
    tables = room.tables.values
    assert room.ledger.race.hardest(tables()) is None
    solve_whole(room, ana)
    solve_whole(room, ben)
    assert room.ledger.race.hardest(tables()) is None
    miss(room, ben)
    second = room.ledger.race.puzzle_numbers[1]
    hardest = {"place": 2, "puzzle": second, "solved_count": 0, "attempt_count": 1}
    assert room.ledger.race.hardest(tables()) == hardest
    solve_whole(room, ana)
    miss(room, ana)
    third = room.ledger.race.puzzle_numbers[2]
    assert room.ledger.race.hardest(tables()) == {
        "place": 3,
        "puzzle": third,
        "solved_count": 0,
        "attempt_count": 1,
    }


def test_the_hardest_puzzle_is_one_that_half_of_the_pupils_have_tried():
    room, *pupils = racing("Ana", "Ben", "Cem", "Dea", count=10)
    for pupil in pupils:
        solve_whole(room, pupil)
    for pupil in pupils[:2]:
        for _ in range(MAX_WRONG_MOVES):
            miss(room, pupil)
    solve_whole(room, pupils[2])
    miss(room, pupils[0])  # the third puzzle, which nobody else has tried
    second = room.ledger.race.puzzle_numbers[1]
    hardest = room.ledger.race.hardest(room.tables.values())
    assert hardest == {"place": 2, "puzzle": second, "solved_count": 1, "attempt_count": 3}
    miss(room, pupils[1])
    assert room.ledger.race.hardest(room.tables.values())["place"] == 3


def test_a_puzzle_is_no_game_it_is_neither_taken_back_nor_given_up():
    room, ana = racing("Ana", count=4)
    for act in (room.request_takeback, room.resign, room.request_rematch):
        with pytest.raises(pg.IllegalMoveError, match="this is a puzzle"):
            act(ana)
    assert room.games_text == "1 game, 1 puzzle"
    solve_whole(room, ana)
    assert room.results()[0]["games"] == 0
    assert room.cross_table() == [["", "Ana", "points"], ["Ana", "", "0"]]


def test_whoever_reads_the_folder_of_a_class_takes_no_puzzle_for_a_game(tmp_path, capsys):
    for name in ("class", "copy"):
        (tmp_path / name).mkdir()
    room, ana, ben = racing("Ana", "Ben", count=4, folder=tmp_path / "class")
    solve_whole(room, ana)
    room.rounds.start_round([[ben.id, ana.id]])
    game = room.seating.table_of(ben.id)
    for pupil in (ben, ana):
        assert room.play(pupil, next(iter(game.state.legal_moves)), version=game.version)
    room.save(tmp_path / "copy")
    room.close()
    again = Room(None, tmp_path / "class")
    again.save()
    again.close()
    records = [table.record for table in again.tables.values()]
    for source in (tmp_path / "class", tmp_path / "copy", records):
        games = pg.collection(source)
        assert str(games) == "<Collection of 2 games: 2 polygon, without 3 puzzles>"
        assert [entry.plies for entry in games if not entry.is_puzzle] == [0, 2]
        assert len(games.explorer()) == len(list(games.records())) == len(games.table()) == 2
        found = games.review(folder=None, progress=False)
        assert (len(found.games), found.puzzles, found.deeper(folder=None).puzzles) == (1, 3, 3)
        assert str(found).startswith("1 game reviewed, without 3 puzzles: ")
    main(["review", str(tmp_path / "class"), "--workers", "1", "--json"])
    said = json.loads(capsys.readouterr().out)
    assert (said["games"], said["puzzles"]) == (1, 3)


def test_a_race_ends_with_its_time_which_stands_while_the_class_is_paused():
    now = Clock()
    room, ana = racing("Ana", count=5, minutes=1, now=now)
    now.time = 50
    room.update_clocks()
    room.pause()
    now.time = 500
    room.update_clocks()
    assert not room.ledger.race.is_over
    room.pause(paused=False)
    now.time = 520
    room.update_clocks()
    assert room.ledger.race.is_over
    table = room.seating.table_of(ana.id)
    with pytest.raises(pg.IllegalMoveError, match="closed"):
        room.play(ana, next_step(table)[0].move, version=table.version)
    assert "The race is over. You have solved 0 of 5" in words_for(room, ana)


def test_a_race_goes_on_after_a_kill_with_its_puzzles_and_its_time(tmp_path):
    now = Clock()
    room, ana, _ = racing("Ana", "Ben", count=6, folder=tmp_path, now=now)
    now.time = 100
    solve_whole(room, ana)
    miss(room, ana)
    room.close()
    again = Room(None, tmp_path, now=now)
    assert again.ledger.race.seconds_left == pytest.approx(200)
    assert rows_of(again) == rows_of(room)
    assert again.seating.table_of("p1").puzzle == room.seating.table_of("p1").puzzle
    (cem,) = join_pupils(again, "Cem")
    assert again.seating.table_of(cem.id).puzzle == again.ledger.race.puzzle_numbers[0]
    again.seating.remove_pupil(cem.id)
    again.rounds.start_round()
    assert again.ledger.race.is_over
    assert again.seating.table_of("p1").puzzle is None


def test_killed_between_a_solution_and_the_next_puzzle_nobody_is_left_without_one(tmp_path):
    room, ana = racing("Ana", count=6, folder=tmp_path)
    room.seating.start_next_puzzle = lambda _: None
    solve_whole(room, ana)
    room.close()
    again = Room(None, tmp_path)
    assert again.seating.table_of(ana.id).puzzle != room.seating.table_of(ana.id).puzzle
    assert again.seating.table_of(ana.id).is_in_play


def test_a_race_over_the_link_tells_nobody_the_solution():
    room, wall, ana = raced(10, "Ana")
    news = ana.last("page_state")
    assert news["can_skip"]
    assert not news["is_playing"]
    assert news["status"].startswith("Puzzle 1 of 10 · ★")
    assert 290 < news["race_seconds_left"] <= 300
    table = room.room.seating.table_of("p1")
    step, _ = next_step(table)
    told = str([each for each in ana.heard if each["kind"] != "traits"])
    assert "wrong" not in told
    assert f'"{step.move}"' not in told
    ways = {
        str(move): way
        for way, move in room.view_of(table, table.seat_of("p1")).position.moves_by_clicks.items()
    }
    ana.board(kind="move", version=table.version, spelling=ways[step.move], id=1)
    assert "Right!" in ana.last("page_state")["status"]
    assert wall.last("wall_state")["race"]["rows"][0]["solved_count"] == 1
    ana.say(do="skip_puzzle")
    assert "Not solved. Puzzle 3" in ana.last("page_state")["status"]
    wall.say(do="end_race")
    assert ana.last("page_state")["status"].startswith("The race is over")


def test_wall_and_pupil_call_a_puzzle_by_the_same_number():
    room, wall, ana = raced(10, "Ana")
    ana.say(do="skip_puzzle")
    table = room.room.seating.table_of("p1")
    assert "Puzzle 2 of 10 " in ana.last("page_state")["status"]
    told = {each["number"]: each["status"] for each in room.wall_message()["tables"]}
    assert told[table.number] == f"Puzzle 2 of 10 ({table.puzzle} of the game)"
    miss(room.room, room.room.people.get("p1"))
    assert "Puzzle 2 of 10 " in ana.last("page_state")["status"]  # what is asked stays
    wall.say(do="pause", paused=True)
    assert ana.last("page_state")["status"] == "The class is paused"


def test_who_has_had_all_puzzles_is_told_too_that_the_class_is_paused():
    _, wall, ana = raced(1, "Ana")
    ana.say(do="skip_puzzle")
    assert "You have finished the last puzzle" in ana.last("page_state")["status"]
    wall.say(do="pause", paused=True)
    assert ana.last("page_state")["status"] == "The class is paused"
    wall.say(do="pause", paused=False)
    assert "You have finished the last puzzle" in ana.last("page_state")["status"]


def raced(count, *names):
    """Return a class in which a race has begun, its wall, and the pages of those who run it."""
    room = connections("territory")
    pages = [Page(room).join(name) for name in names]
    wall = (
        Page(room).say(do="open_wall", key=TEACHER_KEY).say(do="start_race", minutes=5, count=count)
    )
    return room, wall, *pages


def seen_at(wall):
    """Return what a wall was told of each table last."""
    news = [message for message in wall.heard if message["kind"] == "wall_state"]
    return {table["number"]: table for each in news for table in each["tables"]}


ENDINGS = {
    "race": lambda wall, _: wall.say(do="start_race", minutes=5, count=5),
    "round": lambda wall, _: wall.say(do="start_round", method="random"),
    "by hand": lambda wall, _: wall.say(do="create_table", seats=["p1", "level 1"]),
    "end of a race": lambda wall, _: [
        wall.say(do="start_race", minutes=5, count=5), wall.say(do="end_race")
    ],
    "skipped": lambda wall, ana: [
        wall.say(do="start_race", minutes=5, count=1), ana.say(do="skip_puzzle")
    ],
    "remove": lambda wall, _: [
        wall.say(do="start_race", minutes=5, count=5), wall.say(do="remove_pupil", id="p1")
    ],
}  # fmt: skip


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_wall_is_told_that_nobody_plays_at_a_table_any_more(ending):
    room = connections()
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    ana, _ = Page(room).join("Ana"), Page(room).join("Ben")
    assert seen_at(wall)[1]["idle_seconds"] is not None
    ENDINGS[ending](wall, ana)
    tables = room.room.tables
    told = {number for number, table in seen_at(wall).items() if table["idle_seconds"] is None}
    assert 1 in told
    assert told == {number for number, table in tables.items() if not table.is_in_play}


def test_a_wall_hears_of_a_table_no_later_than_that_somebody_sits_there():
    """For a moment it showed neither the old board of a pupil nor the new one."""
    waiting = []
    room = Connections(connections().room, waiting.append, lambda _, act: act())
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    room.room.seating.join("Ana")
    room.schedule_wall_update()
    assert waiting  # of the table itself nothing was told yet
    assert wall.last("wall_state")["current_tables"] == [*seen_at(wall)] == [1]


def test_a_pause_is_no_time_without_a_move(monkeypatch):
    now = Clock()
    monkeypatch.setattr("polygames.classroom.pages.broadcast.monotonic", now)
    room = connections()
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    Page(room).join("Ana"), Page(room).join("Ben")
    wall.say(do="pause", paused=True)
    now.time = 100
    wall.say(do="pause", paused=False)
    assert seen_at(wall)[1]["idle_seconds"] == 0


def test_a_wall_knows_which_games_an_order_would_end_and_what_is_over_stays_in_the_results():
    room = connections(options={"n": 6})
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    pages = [Page(room).join(name) for name in ("Ana", "Ben", "Cem", "Dea", "Eva", "Fay")]
    for mover in pages[:2]:  # at the first table a game is over, at the second one it is not
        mover.move()
    pages[2].move()
    pages[0].say(do="resign")
    unfinished = [number for number, table in seen_at(wall).items() if table["is_unfinished"]]
    assert unfinished == [2]
    wall.say(do="start_race", minutes=5, count=5)
    assert not any(table["is_unfinished"] for table in seen_at(wall).values())
    results = {row["name"]: (row["games"], row["won"]) for row in room.room.results()}
    assert results["Ana"] == (1, 0)
    assert results["Ben"] == (1, 1)
    assert results["Cem"] == (0, 0)


def test_nobody_watches_a_puzzle_of_somebody_else():
    room = connections("territory")
    ana, ben = Page(room).join("Ana"), Page(room).join("Ben")
    games = room.room.seating.table_of("p1").number
    ben.say(do="watch_table", table=games)
    assert ben.last("page_state")["is_watching"]
    Page(room).say(do="open_wall", key=TEACHER_KEY).say(do="start_race", minutes=5, count=10)
    ana.say(do="watch_table", table=room.room.seating.table_of("p2").number)
    assert not ana.last("page_state")["is_watching"]
    assert ana.last("page_state")["table"] == room.room.seating.table_of("p1").number


@pytest.mark.parametrize(("minutes", "count"), [(0, 5), (5, 0), (5, 999), ("x", 5), (5, "x")])
def test_a_race_that_cannot_be_is_refused_and_the_games_go_on(minutes, count):
    room = opened()
    ana, _ = join_pupils(room, "Ana", "Ben")
    with pytest.raises(pg.OptionError, match="of a race"):
        room.rounds.start_race(minutes, count)
    assert room.seating.table_of(ana.id).is_in_play


def test_a_round_begins_at_a_puzzle_with_a_clock_and_a_late_one_gets_the_same(tmp_path):
    room = opened("territory", tmp_path)
    ana, ben, _ = join_pupils(room, "Ana", "Ben", "Cem")
    puzzle = pg.puzzles("territory")[8]
    room.rounds.start_round([[ana.id, ben.id]], level=None, start=puzzle, minutes=3)
    table = room.seating.table_of(ana.id)
    assert table.state == puzzle.state
    assert table.clock.seconds_left == [180, 180]
    assert table.puzzle is None
    room.close()
    again = Room(None, tmp_path)
    (dea,) = join_pupils(again, "Dea")
    late = again.seating.table_of(dea.id)
    assert late.seats == ["p3", "p4"]
    assert (late.state, late.minutes) == (puzzle.state, 3)
    again.rounds.start_round(minutes=0)
    assert again.seating.table_of(dea.id).clock.seconds_left is None
    assert again.seating.table_of(dea.id).state == pg.new("territory")


def test_a_round_at_a_puzzle_for_one_seats_everybody_alone():
    room = opened("territory")
    join_pupils(room, "Ana", "Ben", "Cem")
    puzzle = next(each for each in pg.puzzles("territory") if each.state.seats == 1)
    made = room.rounds.start_round(start=puzzle)
    assert sorted(table.seats for table in made) == [["p1"], ["p2"], ["p3"]]
    assert all(table.state == puzzle.state and table.is_in_play for table in made)


def test_a_round_in_which_somebody_cannot_sit_down_is_not_begun():
    room = opened()
    ana, ben = join_pupils(room, "Ana", "Ben")
    for groups in ([(ana.id, "p99")], [(ana.id,), (ben.id, ben.id)]):
        with pytest.raises(pg.OptionError):
            room.rounds.start_round(groups)
    assert (room.ledger.round, len(room.tables)) == (0, 1)
    assert room.tables[1].is_in_play


def test_a_class_begins_at_a_puzzle_and_no_round_at_another_game():
    puzzle = pg.puzzles("polygon")[3]
    class_ = pg.classroom(puzzle, folder=None, open_door=False)
    ana, _ = class_.room.seating.join("Ana")
    assert class_.room.seating.table_of(ana.id).state == puzzle.state
    with pytest.raises(pg.OptionError, match="must be a position of polygon, not 'split'"):
        class_.pair(start=pg.new("split"))
    assert class_.room.ledger.round == 0


def test_the_lesson_for_a_class_plays_a_game_that_is_not_decided_before_it_begins():
    lesson = Path(__file__).parents[2] / "docs" / "classroom_lesson.md"
    (preset,) = re.findall(r"class territory --preset (\w+) --lan", lesson.read_text("utf-8"))
    assert pg.new("territory", preset=preset).fixed_difference is None
    assert pg.new("territory").fixed_difference == -5  # what its other lesson says


def test_what_a_notebook_reports_is_on_the_wall_and_in_the_gradebook(tmp_path):
    room = connections("polygon", tmp_path)
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    ana = Page(room).say(do="join", code=room.room.ledger.code, name="Ana", client="lesson")
    assert ana.last("page_state") is None
    assert room.room.seating.table_of("p1") is None
    for said in ("not yet", "not quite", "right"):
        ana.say(do="report_results", results={"nim 2": said})
    ana.say(do="report_results", results={"nim 10": ["not quite", " C  A A "]})
    assert wall.last("wall_state")["exercise_results"] == {
        "exercises": ["nim 2", "nim 10"],
        "rows": [{"name": "Ana", "results": ["right", "not quite"]}],
        "answers": [["nim 10", [["C A A", 1]]]],
    }
    size = (tmp_path / "room.jsonl").stat().st_size
    ana.say(do="report_results", results={"nim 2": "right", "nim 10": ["not quite", "C A A", "?"]})
    none = [("x" * 99, "right"), ("nim 1", "<b>"), ("", "right"), ("a\0", "right"), ("a", [])]
    for name, said in none:
        ana.heard.clear()
        assert ana.say(do="report_results", results={name: said}).last("error")
    assert (tmp_path / "room.jsonl").stat().st_size == size
    Page(room).join("Ben")
    room.room.rounds.start_round()
    assert room.room.seating.table_of("p1") is None
    room.room.close()
    again = Room(None, tmp_path)
    results, answers = (
        [*csv.DictReader(io.StringIO(file.read_text()))] for file in again.save()[-2:]
    )
    assert {row["name"]: row["exercises"] for row in results} == {"Ana": "1", "Ben": "0"}
    columns = ("name", "kind", "task", "answer", "result", "tries")
    assert [tuple(row[each] for each in columns) for row in answers] == [
        ("Ana", "exercise", "nim 2", "", "right", "3"),
        ("Ana", "exercise", "nim 10", "C A A", "not quite", "1"),
    ]


def test_no_notebook_reports_without_end():
    room = opened()
    (ana,) = join_pupils(room, "Ana")
    for number in range(200):
        room.store_report(ana, f"nim {number}", "right")
    with pytest.raises(pg.OptionError, match="the limit is 200"):
        room.store_report(ana, "nim 200", "right")
    room.store_report(ana, "nim 0", "not yet")
    assert room.ledger.exercise_results.solved_count(ana.id) == 199


@pytest.mark.parametrize("what", ["another place", "no message", "nobody"])
def test_who_does_not_sit_there_skips_nothing(what):
    room = connections("polygon")
    ana = Page(room).join("Ana")
    if what == "another place":
        ana.say(do="skip_puzzle")
        assert room.room.seating.table_of("p1").is_closed is False
    else:
        before = len(room.room.tables)
        Page(room).say(do="skip_puzzle" if what == "nobody" else "skip it")
        assert len(room.room.tables) == before


def test_a_wall_shows_the_tables_of_this_round_only():
    room = connections("polygon")
    for name in ("Ana", "Ben", "Cem", "Dea"):
        Page(room).join(name)
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    assert wall.last("wall_state")["current_tables"] == [1, 2]
    room.room.resign(next(iter(room.room.people)))
    wall.say(do="start_round", method="random", minutes=5, puzzle=3)
    assert wall.last("wall_state")["current_tables"] == [3, 4]
    assert room.room.tables[3].state == pg.puzzles("polygon")[2].state
    assert room.room.tables[3].minutes == 5
    wall.say(do="start_race", minutes=5, count=5)
    assert wall.last("wall_state")["current_tables"] == [5, 6, 7, 8]
    room.room.rounds.skip_puzzle(next(iter(room.room.people)))
    assert wall.last("wall_state")["current_tables"] == [6, 7, 8, 9]


def test_who_skips_a_puzzle_on_a_full_disk_gets_the_next_one_with_the_clocks(tmp_path, monkeypatch):
    room, ana = racing("Ana", count=3, folder=tmp_path)
    first = room.seating.table_of(ana.id)
    new, disk = room.seating._create_table, OSError("the disk is full")
    monkeypatch.setattr(room.seating, "_create_table", lambda *_: (_ for _ in ()).throw(disk))
    room.rounds.skip_puzzle(ana)
    assert room.seating.table_of(ana.id) is first
    monkeypatch.setattr(room.seating, "_create_table", new)
    room.update_clocks()
    assert room.seating.table_of(ana.id).puzzle == room.ledger.race.puzzle_numbers[1]


def test_dice_thrown_in_a_race_may_bring_a_pupil_to_the_next_puzzle():
    """Tables were walked through while one more was put up."""
    room = Room(Setting.from_position("splitter", dice="wall"), rng=Random(1))
    ana, bob = join_pupils(room, "Ana", "Bob")
    room.rounds.start_race(count=3)
    first = room.seating.table_of(ana.id)
    first.close()  # as after a full disk: the next one could not be put up
    room.throw()
    assert room.seating.table_of(ana.id) is not first
    assert room.seating.table_of(ana.id).is_in_play
    assert room.seating.table_of(bob.id).is_in_play


def test_a_puzzle_with_the_number_of_an_earlier_version_is_found_by_its_position(
    monkeypatch,
):
    room, ana = racing("Ana")
    table = room.seating.table_of(ana.id)
    step, _ = next_step(table)
    table.puzzle += 1
    assert next_step(table) == (step, "")
    monkeypatch.setattr("polygames.table.puzzle_table.puzzles", lambda _: ())
    assert next_step(table) == (None, "")
    assert words_for(room, ana).startswith("This puzzle is from an earlier version")
    play_reply(table)
    assert not table.is_solved
