"""What a pupil makes is bounded in sum, and who was not there gains nothing by it."""

import json

import pytest
from classpages import Page, connections

import polygames as pg
from polygames.classroom.room import Room, questions, room
from polygames.classroom.room.questions import ClassQuestion
from polygames.classroom.room.setting import Setting
from polygames.cli.main import main
from polygames.table import table


@pytest.fixture
def class_(tmp_path):
    made = Room(Setting.from_position("polygon"), tmp_path)
    yield made
    made.close()


def play(class_, pupil, move):
    class_.play(pupil, move, version=class_.seating.table_of(pupil.id).version)


def points(class_):
    return {row["name"]: (row["games"], row["points"]) for row in class_.results()}


def two(class_):
    return (class_.seating.join(name)[0] for name in ("Ana", "Ben"))


def test_a_partner_who_was_not_there_gets_no_points_and_a_further_table_only_if_asked(class_):
    ana, ben = two(class_)
    play(class_, ana, "A-C")
    class_.resign(ana)
    assert points(class_) == {"Ana": (0, 0), "Ben": (0, 0)}
    class_.request_rematch(ana)
    assert len(class_.tables) == 1
    class_.request_rematch(ben)
    play(class_, ben, "A-C")
    play(class_, ana, "C-E")
    class_.resign(ben)
    assert points(class_) == {"Ana": (1, 1), "Ben": (1, 0)}


def test_a_pupil_begins_a_bounded_number_of_games_in_a_round_and_in_a_class(class_, monkeypatch):
    monkeypatch.setattr(room, "MAX_GAMES_PER_ROUND", 3)
    ana, ben = two(class_)

    def until_refused():
        for _ in range(10):
            table = class_.seating.table_of(ana.id)
            first, second = (ana, ben) if table.mover == ana.id else (ben, ana)
            play(class_, first, "A-C")
            class_.resign(second)
            try:
                class_.request_rematch(first)
                class_.request_rematch(second)
            except pg.OptionError as error:
                return str(error)
        return ""

    assert "you have played many games in this round" in until_refused()
    assert len(class_.tables) == 3
    class_.rounds.start_round()
    monkeypatch.setattr(room, "MAX_TABLES", 5)
    assert "you have played many games in this round" in until_refused()
    assert len(class_.tables) == 5


def test_the_teacher_strikes_a_result_and_lets_it_count_again_and_the_folder_knows(
    class_, tmp_path
):
    ana, ben = two(class_)
    play(class_, ana, "A-C")
    with pytest.raises(pg.OptionError, match="wait for its end"):
        class_.strike(1)
    class_.resign(ben)
    assert points(class_)["Ana"] == (1, 1)
    class_.strike(1)
    assert points(class_) == {"Ana": (0, 0), "Ben": (0, 0)}
    assert [row[-1] for row in class_.cross_table()[1:]] == ["0", "0"]
    class_.close()
    again = Room(None, tmp_path)
    assert points(again)["Ana"] == (0, 0)
    again.strike(1, is_struck=False)
    assert points(again)["Ana"] == (1, 1)
    again.close()


def test_a_struck_result_stays_struck_in_the_saved_games(class_, tmp_path, capsys):
    pupils = [*two(class_)]
    table = class_.tables[1]
    while table.is_in_play:
        play(class_, pupils[table.state.turn], str(next(iter(table.state.legal_moves))))
    class_.save()
    ((row,), (entry,)) = (pg.collection(tmp_path).table(), pg.collection(tmp_path))
    assert {row["points_0"], row["points_1"]} == {0, 1}
    assert "wins" in row["result"]
    class_.strike(1)
    class_.save()
    ((row,), (entry,)) = (pg.collection(tmp_path).table(), pg.collection(tmp_path))
    assert (row["result"], "points_0" in row) == ("cancelled by the teacher", False)
    assert (entry.game_end, entry.error) == (None, "")
    main(["review", str(tmp_path), "--workers", "1"])
    assert "0 games reviewed, without 1 cancelled game: 0 mistakes" in capsys.readouterr().out
    class_.strike(1, is_struck=False)
    class_.save()
    assert "wins" in pg.collection(tmp_path).table()[0]["result"]


def test_a_review_of_the_folder_sums_the_mistakes_of_each_pupil_and_of_each_kind(tmp_path, capsys):
    class_ = Room(Setting.from_position(pg.new("polygon", n=6)), tmp_path)
    for names in (("Ana", "Ben"), ("Cem", "Dea")):
        pupils = [class_.seating.join(name)[0] for name in names]
        for pupil, move in zip(pupils, ("A-C", "C-E"), strict=True):
            play(class_, pupil, move)
    class_.save()
    class_.close()
    command = ["review", str(tmp_path), "--workers", "1"]
    main(command)
    printed = capsys.readouterr().out.splitlines()
    for name in ("Ana", "Cem"):
        (line,) = (line for line in printed if line.startswith(f"{name}: "))
        assert line == f"{name}: 1 mistake in 1 move, lost 2 (1 missed a winning segment)"
    assert "Ben: 0 mistakes in 1 move" in printed
    assert "  missed a winning segment: 2" in printed
    main([*command, "--json"])
    found = json.loads(capsys.readouterr().out)
    sums = {row["player"]: (row["mistakes"], row["kinds"]) for row in found["players"]}
    assert sums == {
        **dict.fromkeys(("Ana", "Cem"), (1, {"missed a winning segment": 1})),
        **dict.fromkeys(("Ben", "Dea"), (0, {})),
    }
    assert [(row["kind"], row["mistakes"]) for row in found["kinds"]] == [
        ("missed a winning segment", 2)
    ]


def test_a_seat_takes_back_a_bounded_number_of_moves(monkeypatch):
    monkeypatch.setattr(table, "MAX_TAKEBACKS", 2)
    alone = connections(level=1)
    page = Page(alone).join("Ana")
    for _ in range(5):
        page.move()
        page.say(do="request_takeback")
    assert "you have undone 2 moves" in page.last("error")["text"]
    assert sum(each["do"] == "take_back" for each in alone.room.tables[1].log.entries) == 2


def test_answers_and_reports_of_a_pupil_are_bounded_in_sum(class_, monkeypatch):
    monkeypatch.setattr(room, "MAX_CHANGES", 3)
    monkeypatch.setattr(questions, "MAX_REPORTS", 3)
    ana, _ = two(class_)
    class_.ask("Who wins?", ["one", "two"])
    for number in range(3):
        class_.answer_question(ana, ("one", "two")[number % 2])
    with pytest.raises(pg.OptionError, match="your last answer counts"):
        class_.answer_question(ana, "two")
    for number in range(3):
        class_.store_report(ana, "nim 1", ("right", "not yet")[number % 2])
    with pytest.raises(pg.OptionError, match="the limit is 3"):
        class_.store_report(ana, "nim 1", "not yet")
    assert class_.ledger.question == ClassQuestion(
        "Who wins?", ("one", "two"), {ana.id: "one"}, change_counts={ana.id: 3}
    )


def test_a_wall_that_opens_late_is_sent_a_bounded_number_of_old_tables(monkeypatch):
    monkeypatch.setattr("polygames.classroom.pages.broadcast.MAX_OLD_TABLES", 2)
    made = connections()
    for name in ("Ana", "Ben"):
        made.room.seating.join(name)
    for _ in range(5):
        made.room.rounds.start_round()
    news = made.wall_message()
    assert [each["number"] for each in news["tables"]] == [4, 5, 6]
    assert news["omitted_count"] == 3
