"""A class without a network: what is refused changes nothing, what was done is never lost."""

import csv
import errno
import io
import os
import stat
from random import Random

import pytest
from helpers import join_pupils, record_game
from hypothesis import given
from hypothesis import strategies as st

import polygames as pg
from polygames.classroom.room import Room
from polygames.classroom.room.questions import ClassQuestion
from polygames.classroom.room.results import to_csv
from polygames.classroom.room.setting import Setting
from polygames.core.protocol import CHANCE
from polygames.table.players import EMPTY_SEAT


def opened(game="polygon", folder=None, *, now=lambda: 0.0, options=None, **setting):
    return Room(
        Setting.from_position(pg.new(game, **(options or {})), **setting),
        folder,
        now=now,
        rng=Random(1),
    )


def reopened(room, folder):
    """Return a room anew from what it kept, as after its server was stopped."""
    room.close()
    return Room(None, folder)


def begun(*names, **more):
    """Return a room, the table of the first who came, and those who did."""
    room = opened(**more)
    pupils = join_pupils(room, *names)
    return room, room.seating.table_of(pupils[0].id), *pupils


def some_move(table, seed=0):
    return str(table.state.legal_moves.sample(Random(seed)))


def whole(room):
    """All that a room has to know after it was stopped."""
    tables = {
        number: (
            [str(move) for move in table.record.moves],
            table.state.to_text(),
            table.seats,
            table.version,
            table.next_hash,
            table.result,
            table.is_closed,
        )
        for number, table in room.tables.items()
    }
    people = [(pupil.id, pupil.name, pupil.token_hash) for pupil in room.people]
    said = room.ledger
    return tables, people, said.code, said.announcement, said.is_paused, said.round, said.rolls


def play_to_the_end(room, pupils, table):
    by_id = {pupil.id: pupil for pupil in pupils}
    while table.is_in_play:
        mover = by_id[table.seats[table.state.turn]]
        assert room.play(mover, some_move(table, table.version), version=table.version)


def test_two_who_come_sit_at_one_table_and_a_third_waits():
    room, _, ana, ben, cem = begun("Ana", "Ben", "Cem")
    assert room.seating.table_of(ana.id) is room.seating.table_of(ben.id)
    assert room.seating.table_of(cem.id).seats == [cem.id, EMPTY_SEAT]
    with pytest.raises(pg.IllegalMoveError, match="the other player is not here yet"):
        room.play(cem, "A-C", version=room.seating.table_of(cem.id).version)


def test_what_comes_twice_or_late_is_played_once():
    room, table, ana, ben = begun("Ana", "Ben")
    first = table.version
    assert room.play(ana, "A-C", version=first)
    assert not room.play(ana, "A-C", version=first)
    assert not room.play(ben, "B-D", version=first)
    assert not room.play(ben, "B-D", version=table.version, expected_hash="0" * 16)
    assert room.play(ben, "C-E", version=table.version, expected_hash=table.next_hash)
    assert [str(move) for move in table.record.moves] == ["A-C", "C-E"]


def test_what_the_rules_refuse_changes_nothing():
    room, table, ana, ben = begun("Ana", "Ben")
    before = whole(room)
    for who, move, words in (
        (ana, "hello", "hello"),
        (ana, "A-B", "A-B"),
        (ben, "A-C", "not your turn"),
        (ana, "A-C\n<b>", "A-C"),
    ):
        with pytest.raises(pg.MoveError, match=words):
            room.play(who, move, version=table.version)
    assert whole(room) == before


def test_a_move_is_taken_back_only_when_the_other_agrees():
    room, table, ana, ben = begun("Ana", "Ben")
    room.play(ana, "A-C", version=table.version)
    room.request_takeback(ana)
    room.answer_takeback(ana, is_granted=True)
    assert len(table.record.moves) == 1
    room.answer_takeback(ben, is_granted=False)
    assert table.takeback_requested_by is None
    room.request_takeback(ana)
    room.answer_takeback(ben, is_granted=True)
    assert (table.record.moves, table.state.turn) == ([], 0)
    room.play(ana, "A-D", version=table.version)
    with pytest.raises(pg.IllegalMoveError, match="no move of yours"):
        room.request_takeback(ben)


def test_against_the_computer_a_move_is_taken_back_without_asking():
    room, table, ana = begun("Ana", level=1)
    assert table.seats == [ana.id, "level 1"]
    room.play(ana, "A-C", version=table.version)
    assert room.play_agent_move(table.number, some_move(table), version=table.version)
    room.request_takeback(ana)
    assert table.record.moves == []


@pytest.mark.parametrize("dice", ["each", "same"])
def test_a_move_stays_once_the_next_roll_is_known(dice):
    room, table, ana = begun("Ana", game="splitter", options={"players": 1}, dice=dice)
    room.play(ana, some_move(table), version=table.version)
    assert len(table.record.moves) == 3, "the next roll follows at once"
    with pytest.raises(pg.IllegalMoveError, match="the next dice are known"):
        room.request_takeback(ana)
    assert len(table.record.moves) == 3


def test_a_move_is_taken_back_while_the_next_roll_is_unknown():
    room, table, ana, ben = begun("Ana", "Ben", game="splitter", options={"players": 2})
    room.play(ana, some_move(table), version=table.version)
    room.request_takeback(ana)
    room.answer_takeback(ben, is_granted=True)
    assert len(table.record.moves) == 1
    for each in (ana, ben):
        room.play(each, some_move(table), version=table.version)
    assert not any(map(table.can_take_back, (0, 1)))
    assert table.is_under_way
    room, table, ana = begun("Ana", game="splitter", options={"players": 1}, dice="wall")
    room.throw()
    room.play(ana, some_move(table), version=table.version)
    room.request_takeback(ana)
    assert len(table.record.moves) == 1


def test_an_answer_of_the_computer_that_comes_late_is_not_played():
    room, table, ana = begun("Ana", level=1)
    room.play(ana, "A-C", version=table.version)
    asked = table.version
    room.request_takeback(ana)
    assert not room.play_agent_move(table.number, "A-D", version=asked)
    assert not room.play_agent_move(table.number, "A-D", version=table.version)  # it is Ana's turn
    assert table.record.moves == []


def test_a_paused_class_does_not_move_and_its_clocks_stand():
    time = [0.0]
    room, table, ana, ben = begun("Ana", "Ben", now=lambda: time[0], minutes=1)
    room.play(ana, "A-C", version=table.version)
    time[0] = 10
    room.pause()
    time[0] = 1000
    with pytest.raises(pg.IllegalMoveError, match="paused"):
        room.play(ben, "C-E", version=table.version)
    room.update_clocks()
    room.pause(paused=False)
    time[0] = 1020
    assert room.play(ben, "C-E", version=table.version)
    assert table.clock.seconds_left == [60.0, 30.0]
    time[0] = 1081
    room.update_clocks()
    assert (table.result.winners, table.result.reason) == ({1}, "no time left")


def test_who_does_not_move_at_all_loses_on_time_and_the_other_gets_the_point(tmp_path):
    time = [0.0]
    folder = tmp_path
    room = opened(folder=folder, now=lambda: time[0], minutes=1)
    (ana,) = join_pupils(room, "Ana")
    table = room.seating.table_of(ana.id)
    time[0] = 500  # Ben is not here yet
    (ben,) = join_pupils(room, "Ben")
    time[0] = 559
    room.update_clocks()
    assert table.result is None
    assert table.clock.is_running_for(0)
    time[0] = 560
    room.update_clocks()
    assert (table.result.winners, table.result.reason) == ({1}, "no time left")
    assert table.has_valid_result
    assert [row["points"] for row in room.results()] == [1, 0]
    again = reopened(room, folder)
    assert [row["points"] for row in again.results()] == [1, 0]
    assert again.results()[0]["name"] == ben.name


def test_at_zero_a_move_is_not_taken_not_even_the_first():
    time = [0.0]
    room, table, ana, _ = begun("Ana", "Ben", now=lambda: time[0], minutes=1)
    time[0] = 60
    assert not room.play(ana, "A-C", version=table.version)
    assert (table.record.moves, table.result.reason) == ([], "no time left")


def test_a_clock_starts_when_all_are_there_also_after_a_pupil_was_replaced():
    time, here = [0.0], set()
    room = opened(now=lambda: time[0], minutes=1)
    room.ledger.is_present = here.__contains__
    ana, ben = join_pupils(room, "Ana", "Ben")
    table = room.tables[1]
    here.add(ana.id)
    time[0] = 100
    room.update_clocks()
    room.play(ana, "A-C", version=table.version)
    time[0] = 200
    room.update_clocks()
    assert (table.clock.seconds_left, table.result) == ([60, 60], None)
    here.add(ben.id)
    room.update_clocks()
    time[0] = 210
    room.update_clocks()
    assert table.clock.seconds_left == [60, 50]
    room.seating.remove_pupil(ben.id)
    (cem,) = join_pupils(room, "Cem")
    time[0] = 300
    room.update_clocks()
    assert (table.seats[1], table.clock.seconds_left) == (cem.id, [60, 50])


def test_a_clock_of_a_saved_class_waits_for_the_pupils(tmp_path):
    time = [0.0]
    room = opened(folder=tmp_path, now=lambda: time[0], minutes=1)
    ana, ben = join_pupils(room, "Ana", "Ben")
    time[0] = 10
    room.play(ana, "A-C", version=room.tables[1].version)
    room.close()
    again = Room(None, tmp_path, now=lambda: time[0])
    again.ledger.is_present = lambda _: False
    table = again.tables[1]
    time[0] = 500
    again.update_clocks()
    assert (table.clock.seconds_left, table.is_clock_started) == ([50, 60], False)
    again.ledger.is_present = lambda _: True
    again.update_clocks()
    time[0] = 520
    assert again.play(ben, "C-E", version=table.version)
    assert table.clock.seconds_left == [50, 40]


def test_giving_up_ends_a_game_once():
    room, table, ana, ben = begun("Ana", "Ben")
    room.resign(ben)
    assert table.result.winners == {0}
    for again in (lambda: room.resign(ana), lambda: room.play(ana, "A-C", version=table.version)):
        with pytest.raises(pg.IllegalMoveError, match="over"):
            again()


def test_the_same_again_exchanges_the_seats():
    room, _, ana, ben = begun("Ana", "Ben")
    room.resign(ben)
    assert room.request_rematch(ana) is None
    assert room.request_rematch(ana) is None, "asking twice is asking once"
    assert len(room.tables) == 1, "Ben stays where he is"
    assert room.request_rematch(ben).seats == [ben.id, ana.id]
    room.resign(ben)
    (cem,) = join_pupils(room, "Cem")
    room.seating.create_table([ben.id, cem.id])
    with pytest.raises(pg.OptionError, match="is now at another table"):
        room.request_rematch(ana)


def test_of_three_all_are_asked_and_against_the_computer_nobody_is():
    room = opened("splitter", options={"players": 3})
    pupils = join_pupils(room, "Ana", "Ben", "Cem")
    room.resign(pupils[0])
    assert [room.request_rematch(each) for each in pupils[:2]] == [None, None]
    assert room.request_rematch(pupils[2]).seats == ["p2", "p3", "p1"]
    alone = opened("polygon", level=1)
    (ana,) = join_pupils(alone, "Ana")
    alone.resign(ana)
    assert alone.request_rematch(ana).seats == ["level 1", "p1"]


def test_all_tables_get_the_dice_that_are_thrown_at_the_wall():
    room = opened("splitter", options={"players": 1}, dice="wall")
    join_pupils(room, "Ana", "Ben")
    first, second = room.tables.values()
    assert not first.record.moves
    thrown = room.throw()
    assert str(first.record.moves[0]) == str(second.record.moves[0]) == thrown
    with pytest.raises(pg.OptionError, match="2 tables have not placed the last roll"):
        room.throw("roll 4-1")
    assert room.ledger.rolls == [thrown]
    room.throw("roll 4-1", is_forced=True)
    pupil = next(iter(room.people))
    while first.state.turn >= 0:
        assert room.play(pupil, some_move(first), version=first.version)
    assert "roll 4-1" in [str(move) for move in first.record.moves]
    assert "roll 4-1" not in [str(move) for move in second.record.moves]


def test_a_game_played_alone_is_counted_by_its_points_and_not_as_won():
    room = opened("splitter", options={"players": 1}, dice="same")
    pupils = join_pupils(room, "Ana")
    table = room.tables[1]
    play_to_the_end(room, pupils, table)
    (row,) = room.results()
    assert row["points"] == table.state.scores[0]
    assert [row[name] for name in ("games", "won", "tied", "lost")] == [1, 0, 0, 0]


def test_with_the_same_dice_each_table_rolls_the_same_at_its_own_pace():
    room = opened("splitter", options={"players": 1}, dice="same")
    ana, ben = join_pupils(room, "Ana", "Ben")
    for who, seed in ((ana, 1), (ben, 2)):
        play_to_the_end(room, [who], room.seating.table_of(who.id)) if seed else None
    rolls = [
        [str(move) for move in table.record.moves if str(move).startswith("roll")]
        for table in room.tables.values()
    ]
    assert rolls[0] == rolls[1]
    assert len(rolls[0]) > 10


def rolls_at(table):
    return [str(move) for move in table.record.moves if str(move).startswith("roll")]


def test_with_the_same_dice_a_new_game_has_new_dice_that_are_the_same_for_all(tmp_path):
    room = opened("splitter", tmp_path, options={"players": 1}, dice="same")
    pupils = join_pupils(room, "Ana", "Ben")
    for each in pupils:
        play_to_the_end(room, [each], room.seating.table_of(each.id))
    again = [room.request_rematch(each) for each in pupils]
    for each, table in zip(pupils, again, strict=True):
        play_to_the_end(room, [each], table)
    first, _, *others = map(rolls_at, room.tables.values())
    assert others[0] == others[1] != first
    next_round = room.rounds.start_round([[each.id] for each in pupils])
    for each, table in zip(pupils, next_round, strict=True):
        play_to_the_end(room, [each], table)
    third, fourth = map(rolls_at, next_round)
    assert third == fourth
    assert third not in (first, others[0])
    before = whole(room)
    assert whole(reopened(room, tmp_path)) == before


def test_a_new_game_does_not_get_dice_that_were_thrown_before_it(tmp_path):
    room = opened("splitter", tmp_path, options={"players": 1, "pad": ["*##*"]}, dice="wall")
    ana, ben = join_pupils(room, "Ana", "Ben")
    for _ in range(2):  # the rounds of this sheet
        room.throw()
        for each in (ana, ben):
            table = room.seating.table_of(each.id)
            room.play(each, some_move(table), version=table.version)
    again = room.request_rematch(ana)
    assert again.record.moves == []
    thrown = room.throw()
    assert rolls_at(again) == [thrown]
    (table,) = room.rounds.start_round([[ben.id]])[:1]
    assert table.record.moves == []
    (cem,) = join_pupils(room, "Cem")
    thrown = room.throw()
    (dan,) = join_pupils(room, "Dan")
    assert [rolls_at(room.seating.table_of(each.id)) for each in (ben, cem, dan)] == [[thrown]] * 3
    before = whole(room)
    assert whole(reopened(room, tmp_path)) == before


@pytest.mark.parametrize("how", ["random", "swiss", "ladder"])
def test_a_round_gives_everybody_one_table_and_the_odd_one_a_computer(how):
    room = opened()
    pupils = join_pupils(room, *"ABCDEFG")
    for _ in range(3):
        tables = room.rounds.start_round(how)
        seated = [who for table in tables for who in table.seats if who in {p.id for p in pupils}]
        assert sorted(seated) == sorted(p.id for p in pupils)
        assert [t.seats[1] for t in tables].count("level 2") == 1
        assert all(room.seating.table_of(p.id) in tables for p in pupils)
        for table in tables:
            table.resign(1)


def test_swiss_rounds_repeat_no_game():
    room = opened()
    join_pupils(room, *"ABCDEFGH")
    for number in range(4):
        for table in room.rounds.start_round("swiss") if number else room.tables.values():
            table.resign(table.number % 2)
    met = [tuple(sorted(table.seats)) for table in room.tables.values()]
    assert len(met) == len(set(met)) == 16


def test_by_hand_two_named_pupils_play_from_a_position():
    room, _, ana, ben, cem = begun("Ana", "Ben", "Cem", sits=False)
    assert room.tables == {}
    made = room.rounds.start_round([(cem.id, ana.id)], level=None)
    assert [table.seats for table in made] == [[cem.id, ana.id], [ben.id, EMPTY_SEAT]]
    start = pg.new("polygon", n=8).play(pg.new("polygon", n=8).parse("A-C"))
    table = room.seating.create_table([ana.id, "level 1"], start=start)
    assert table.state == start
    with pytest.raises(pg.OptionError, match="id of a pupil"):
        room.seating.create_table(["p99", ana.id])
    with pytest.raises(pg.OptionError, match="all different"):
        room.seating.create_table([ana.id, ana.id])


def test_a_pupil_whom_the_teacher_gives_no_partner_plays_the_computer():
    room, _, ana, ben, cem = begun("Ana", "Ben", "Cem", sits=False)
    made = room.rounds.start_round([(ana.id,), (ben.id, cem.id)])
    assert [table.seats for table in made] == [[ana.id, "level 2"], [ben.id, cem.id]]


def test_a_position_that_is_over_is_no_start():
    over = pg.new("polygon", n=3)
    for what in (over, pg.Record(over)):
        with pytest.raises(pg.OptionError, match="must not be a finished game"):
            Setting.from_position(what)


def test_nothing_before_the_start_is_taken_back():
    record = record_game("polygon", "A-C")
    room = Room(Setting.from_position(record))
    ana, ben = join_pupils(room, "Ana", "Ben")
    for pupil in (ana, ben):
        with pytest.raises(pg.IllegalMoveError, match="no move of yours"):
            room.request_takeback(pupil)


def test_results_and_the_cross_table_count_points():
    room, _, ana, ben, cem = begun("=Ana", "Ben", "Cem")
    room.play(ana, "A-C", version=room.seating.table_of(ana.id).version)
    room.resign(ben)
    table = room.seating.create_table([cem.id, ana.id])
    room.play(cem, "A-C", version=table.version)
    room.resign(ana)
    rows = {row["name"]: row for row in room.results()}
    assert rows["=Ana"] == {"name": "=Ana", "games": 2, "won": 1, "tied": 0, "lost": 1, "points": 1}
    assert room.cross_table()[0] == ["", "=Ana", "Cem", "Ben", "points"]
    assert room.cross_table()[1] == ["=Ana", "", "0", "1", "1"]


def test_what_is_saved_can_be_read_again(tmp_path):
    room, _, ana, ben = begun("=Ana", "Ben")
    play_to_the_end(room, [ana, ben], room.seating.table_of(ana.id))
    *records, table = room.save(tmp_path)
    record = pg.load(records[0])
    assert record.players == {0: "=Ana", 1: "Ben"}
    assert record.outcome == room.tables[1].state.outcome
    read = list(csv.DictReader(io.StringIO(table.read_text())))
    assert {row["name"] for row in read} == {"'=Ana", "Ben"}


def test_who_leaves_makes_room_for_another_and_the_game_stands(tmp_path):
    room, _, ana, ben = begun("Ana", "Ben", folder=tmp_path)
    room.play(ana, "A-C", version=room.seating.table_of(ana.id).version)
    room.seating.remove_pupil(ben.id)
    (cem,) = join_pupils(room, "Cem")
    assert room.seating.table_of(cem.id) is room.seating.table_of(ana.id)
    assert cem.id not in (ana.id, ben.id)
    assert len(room.seating.table_of(ana.id).record.moves) == 1
    again = reopened(room, tmp_path)
    assert whole(again) == whole(room)
    assert join_pupils(again, "Dea")[0].id == "p4"


def test_a_pupil_who_was_let_in_when_the_server_was_killed_gets_a_table(tmp_path):
    room = opened(folder=tmp_path)
    room.seating._seat_new_pupil = lambda _: None
    ana, token = room.seating.join("Ana")
    again = reopened(room, tmp_path)
    assert again.seating.table_of(ana.id) is None
    again.seating.seat_returning_pupil(again.people.find_by_token(token))
    assert again.seating.table_of(ana.id).seats == [ana.id, EMPTY_SEAT]


def test_names_are_told_apart_and_shown_on_one_line():
    room = opened()
    names = [each.name for each in join_pupils(room, "Ana", "ana", "A" * 99, "A" * 99, "x\ny\0z")]
    assert names[:2] == ["Ana", "ana 2"]
    assert len(set(names)) == 5
    assert names[-1] == "x y z"
    assert max(map(len, names)) <= 24
    for name in ("", "  ", None, 3, "\u200b\n"):
        with pytest.raises(pg.OptionError, match="a name"):
            room.seating.join(name)


def test_no_file_has_a_token(tmp_path):
    room = opened(folder=tmp_path)
    pupil, token = room.seating.join("Ana")
    assert not [file for file in tmp_path.iterdir() if token in file.read_text()]
    room.close()
    assert Room(None, tmp_path).people.find_by_token(token) == pupil


def test_an_edited_file_is_noticed(tmp_path):
    room, _, ana, ben = begun("Ana", "Ben", folder=tmp_path)
    for who, move in ((ana, "A-C"), (ben, "C-E"), (ana, "E-B")):
        room.play(who, move, version=room.tables[1].version)
    file = tmp_path / "table-001.jsonl"
    file.write_text(file.read_text().replace('"A-C"', '"B-F"'))
    room.close()
    with pytest.raises(pg.RecordError, match="does not fit"):
        Room(None, tmp_path)


def test_a_folder_without_a_class_is_refused(tmp_path):
    with pytest.raises(pg.RecordError, match="no saved class in the folder"):
        Room(None, tmp_path)


def test_a_question_is_answered_before_the_answers_are_shown(tmp_path):
    room, _, ana, ben, cem = begun("Ana", "Ben", "Cem", folder=tmp_path)
    room.ask("Who wins?", ["the first", "the second"])
    room.answer_question(ana, "the first")
    room.answer_question(ana, "the second")
    room.answer_question(ben, "the first")
    with pytest.raises(pg.OptionError, match="one of the first, the second"):
        room.answer_question(cem, "nobody")
    assert room.ledger.question.to_message("p1")["counts"] == []
    again = reopened(room, tmp_path)
    again.reveal()
    assert again.ledger.question.to_message("p1")["counts"] == [("the first", 1), ("the second", 1)]
    with pytest.raises(pg.OptionError, match="there is no question to answer"):
        again.answer_question(cem, "the first")
    again.ask("How long?")
    for said, words in (("x", "number"), ("nan", "number"), ("1e400", "number")):
        with pytest.raises(pg.OptionError, match=words):
            again.answer_question(ana, said)
    again.remove_question()
    again.close()
    assert Room(None, tmp_path).ledger.question is None


@given(st.lists(st.floats(-1e9, 1e9), max_size=60))
def test_every_number_is_in_one_bar(numbers):
    room, _, ana = begun("Ana")
    room.ask("How long?")
    for at, number in enumerate(numbers):
        room.ledger.question.answers[f"p{at}"] = room.ledger.question.parse_answer(str(number))
    assert ana
    assert sum(count for _, count in room.ledger.question.counts()) == len(numbers)


@pytest.mark.parametrize("kept", [["0", "5e-324"], ["1", "1.0000000000000002"], ["-0", "0"]])
def test_answers_that_hardly_differ_are_counted_even_those_of_an_older_log(kept):
    question = ClassQuestion.create("How many?", [])
    question.answers = {f"p{at}": said for at, said in enumerate(kept)}
    assert question.counts() == [(kept[0].lstrip("-"), 2)]
    assert {question.parse_answer(said) for said in kept} == {kept[0].lstrip("-")}


def test_a_second_server_on_a_folder_is_refused_and_harms_nothing(tmp_path):
    room, _, ana = begun("Ana", folder=tmp_path)
    for setting in (None, room.ledger.setting):
        with pytest.raises(pg.RecordError, match=r"room\.jsonl is in use by process \d+ on"):
            Room(setting, tmp_path)
    join_pupils(room, "Ben")
    room.play(ana, "A-C", version=room.seating.table_of(ana.id).version)
    again = reopened(room, tmp_path)
    assert whole(again) == whole(room)
    again.close()


def test_a_class_that_is_refused_does_not_keep_its_folder(tmp_path):
    for _ in range(2):
        with pytest.raises(pg.RecordError, match="no saved class in the folder"):
            Room(None, tmp_path)
    room = opened(folder=tmp_path)
    join_pupils(room, "Ana")
    room.close()
    (tmp_path / "table-001.jsonl").write_text("nothing\n")
    for _ in range(2):
        with pytest.raises(pg.RecordError, match="not the expected line"):
            Room(None, tmp_path)


def full_after(monkeypatch, writes):
    """Let the disk be full after some lines."""
    left, fsync = writes, os.fsync

    def full(handle):
        nonlocal left
        if stat.S_ISREG(os.fstat(handle).st_mode):
            left -= 1
        if left < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", full)


@pytest.mark.parametrize("writes", range(3))
def test_a_join_on_a_full_disk_leaves_no_ghost(tmp_path, monkeypatch, writes):
    room = opened(folder=tmp_path)
    full_after(monkeypatch, writes)
    if not writes:
        with pytest.raises(OSError, match="the disk is full: this is not saved"):
            room.seating.join("Ana")
        assert len(room.people) == 0
        monkeypatch.undo()
        room.seating.join("Ana")
    else:
        pupil, token = room.seating.join("Ana")
        monkeypatch.undo()
        assert room.people.find_by_token(token) == pupil
        room.seating.seat_returning_pupil(pupil)
    assert [pupil.name for pupil in room.people] == ["Ana"]
    assert [table.seats for table in room.tables.values()] == [["p1", ""]]
    again = reopened(room, tmp_path)
    assert whole(again) == whole(room)
    again.close()


@pytest.mark.parametrize("name", ["=1+1", "\uff1d1+1", "\ufe621", "\uff20x", "\u3000=1", "-2"])
def test_a_name_that_a_spreadsheet_would_take_for_a_formula_is_text(name):
    (row,) = csv.DictReader(io.StringIO(to_csv([{"name": name}])))
    assert row["name"] == f"'{name}"


def test_a_name_with_a_semicolon_stays_in_its_cell_wherever_cells_are_parted_at_semicolons():
    line = to_csv([{"name": "a;=1+1", "points": 1.5}]).splitlines()[1]
    assert next(csv.reader([line], delimiter=";")) == ["a;=1+1,1.5"]


def test_what_a_full_disk_has_held_up_follows_with_the_clocks(tmp_path, monkeypatch):
    room = opened("splitter", tmp_path, options={"players": 2})
    pupils = join_pupils(room, "Ana")
    full_after(monkeypatch, 2)  # that Ben comes, and sits down
    pupils += join_pupils(room, "Ben")
    table = room.tables[1]
    room.update_clocks()
    assert table.is_full
    assert table.state.turn == CHANCE
    monkeypatch.undo()
    room.update_clocks()
    for writes in (99, 1):  # two placements, and the dice of the next turn
        full_after(monkeypatch, writes)
        mover = next(each for each in pupils if table.seat_of(each.id) == table.state.turn)
        assert room.play(mover, some_move(table), version=table.version)
    assert table.state.turn == CHANCE
    monkeypatch.undo()
    room.update_clocks()
    assert table.state.turn != CHANCE
    assert whole(reopened(room, tmp_path)) == whole(room)
