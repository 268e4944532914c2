"""What a page says: what is not its to say changes nothing."""

import json
import re
from html import escape
from pathlib import Path
from random import Random
from xml.parsers.expat import ParserCreate

import pytest
from classpages import TEACHER_KEY, Page, connect_room, connections

import polygames as pg
from polygames.classroom.pages.broadcast import encode_message
from polygames.classroom.pages.farewell import MAX_FAREWELL_GAMES
from polygames.classroom.pages.rate_limits import (
    MAX_PAGE_MESSAGE_BYTES,
    MESSAGE_BURST,
    LoginLimiter,
    TokenBucket,
)
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting
from polygames.core.descriptions import move_text, seat_count_texts
from polygames.records.append_log import Log
from polygames.search.puzzles.generator import is_right
from polygames.search.puzzles.puzzle import find_puzzle
from polygames.view.frame import move_button_class
from polygames.view.help import numbered_rules, tour_html

FOR_TWO = {"splitter": {"players": 2}}


def two_at_a_table(game="polygon", options=None, **more):
    room = connections(game, options=options or FOR_TWO.get(game), **more)
    return room, Page(room).join("Ana"), Page(room).join("Ben")


@pytest.mark.parametrize("game", pg.games())
def test_two_pages_play_and_both_see_what_the_server_has(game):
    room, *pages = two_at_a_table(game)
    table = room.room.tables[1]
    for step in range(12):
        if not table.is_in_play:
            break
        moves = len(table.record.moves)
        mover = pages[table.state.turn]
        assert mover.frame["active"]
        mover.move(step)
        assert len(table.record.moves) > moves, mover.heard[-3:]
        assert mover.last("board_message")["content"]["kind"] == "confirmed"
        for page in pages:
            assert page.frame["version"] == table.version
            assert page.position_hash == table.next_hash
            assert is_svg(page.picture)


@pytest.mark.parametrize("game", pg.games())
def test_who_comes_into_a_full_class_is_told_less_than_400_kb(game):
    """With the page's own files, less than 60 kB, joining takes less than 500 kB."""
    room = connections(game, options=FOR_TWO.get(game))
    for number in range(59):
        room.room.seating.join(f"Pupil {number}")
    page = Page(room).join("Ana")
    assert page.frame["active"] in (True, False)
    assert is_svg(page.picture)
    assert (
        sum(len(encode_message(message).encode()) for message in page.heard) < 400_000
    )  # not packed


@pytest.mark.parametrize("game", pg.games())
def test_a_page_is_told_what_the_game_is_about_and_how_one_moves(game):
    room, ana, _ = two_at_a_table(game)
    aim = ana.last("page_state")["goal"]
    assert aim.startswith(pg.game(game).summary)
    assert aim.endswith(("Tap a place on the board.", "tap both ends."))
    ana.move()
    assert ana.last("page_state")["goal"] == pg.game(game).summary
    room.room.resign(room.room.people.get("p1"))
    assert ana.last("page_state")["goal"] == ""


def help_parts(page):
    """Return how to play as a page shows it: what is in sight, and what can be unfolded."""
    return page.say(do="show_help").last("help")["html"].split("<details>", 1)


@pytest.mark.parametrize("game", pg.games())
def test_how_to_play_is_a_picture_and_at_most_five_sentences(game):
    _, ana, _ = two_at_a_table(game)
    short, _ = help_parts(ana)
    assert short.count("<svg") == 1
    words = re.sub(r"<svg.*</svg>|<[^>]+>", "", short, flags=re.DOTALL)
    assert 3 <= len(re.findall(r"[.!?](?=\s|$)", words)) <= 5


@pytest.mark.parametrize("game", pg.games())
def test_how_to_play_unfolds_all_rules_but_names_only_what_the_class_has(game):
    _, ana, _ = two_at_a_table(game)
    _, more = help_parts(ana)
    info = pg.game(game)
    assert tour_html(info) in more
    rules = re.findall(r"^\d+\. \*\*(.+?)\*\*", numbered_rules(info), re.MULTILINE)
    assert len(rules) >= 7
    missing = [rule for rule in rules if f"<li><strong>{rule}</strong>" not in more]
    about_options = ["Taking over.", "Making it a contest.", "Solitaire.", "Custom boards."]
    assert missing == (about_options if game == "territory" else [])
    assert not re.search(r"\*\*|`|<code>|New game|[Ss]eat \d", more)


def test_how_to_play_names_the_rules_that_are_others_at_this_table():
    _, ana, _ = two_at_a_table("polygon", options={"n": 8})
    assert "<li>Corners: <b>8</b>" in ana.say(do="show_help").last("help")["html"]
    _, ben, _ = two_at_a_table("polygon")
    assert "other rules" not in ben.say(do="show_help").last("help")["html"]


def test_only_who_has_moved_is_offered_to_take_back():
    _, ana, ben = two_at_a_table()
    assert [page.last("page_state")["can_take_back"] for page in (ana, ben)] == [False, False]
    ana.move()
    assert [page.last("page_state")["can_take_back"] for page in (ana, ben)] == [True, False]
    ben.move()
    assert [page.last("page_state")["can_take_back"] for page in (ana, ben)] == [True, True]


def is_svg(text):
    parser = ParserCreate()
    parser.Parse(text, True)  # an error, if it is none
    return text.startswith("<svg")


def test_only_the_seat_to_move_is_offered_moves():
    _, ana, ben = two_at_a_table()
    assert ana.frame["moves"]
    assert ben.frame["moves"] == []
    assert (ana.frame["active"], ben.frame["active"]) == (True, False)


def test_a_move_that_is_asked_again_is_played_once_and_answered():
    room, ana, _ = two_at_a_table()
    frame = ana.frame
    way = frame["moves"][0]["spelling"]
    for again in ({}, {"again": 1}, {}):
        ana.board(kind="move", version=frame["version"], spelling=way, id=7, **again)
    assert len(room.room.tables[1].record.moves) == 1
    answers = [
        m for m in ana.heard if m["kind"] == "board_message" and m["content"]["kind"] == "confirmed"
    ]
    assert [m["content"]["id"] for m in answers] == [7, 7]


def test_a_move_for_the_other_seat_is_refused():
    room, _, ben = two_at_a_table()
    ben.board(kind="move", version=1, spelling=["A", "C"], id=3)
    assert (
        ben.last("board_message") is None
        or ben.last("board_message")["content"]["kind"] == "refused"
    )
    assert room.room.tables[1].record.moves == []


def test_a_line_that_is_none_is_refused_with_the_reason():
    room, ana, _ = two_at_a_table("split")
    version = ana.frame["version"]
    ana.board(kind="line", version=version, start=[0, 0], end=[0, 0], id=3)
    content = ana.last("board_message")["content"]
    assert (content["kind"], content["id"]) == ("refused", 3)
    assert content["text"]
    assert room.room.tables[1].record.moves == []


def test_names_are_text_and_no_part_of_a_picture_or_a_page():
    room, ana, _ = two_at_a_table()
    mean = "<img src=x onerror=alert(1)>"[:24]
    Page(room).join(mean)
    assert [p.name for p in room.room.people][-1] == mean
    assert "<img" not in ana.picture


def test_who_comes_back_with_the_token_has_the_seat_and_the_game():
    room, ana, ben = two_at_a_table()
    ana.move()
    ana.connection.close()
    again = Page(room).say(do="rejoin", code=room.room.ledger.code, token=ana.token)
    assert again.last("logged_in")["name"] == "Ana"
    assert again.frame == {**ana.frame, "active": False, "moves": again.frame["moves"]}
    ben.move()
    again.move()
    assert len(room.room.tables[1].record.moves) == 3


def test_on_another_device_the_same_pupil_has_the_same_game(tmp_path):
    room, ana, ben = two_at_a_table(folder=tmp_path)
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    ana.move()
    table = room.room.tables[1]
    before = table.version
    wall.say(do="allow_device_change", id="p1")
    assert wall.last("notice")["text"] == "The next person who enters the name Ana gets this seat."
    tablet = Page(room).join(" ana ")
    assert tablet.last("logged_in")["name"] == "Ana"
    assert ana.last("logged_out")["text"] == "You are now playing on another device."
    assert tablet.token != ana.token
    assert (len(room.room.people), len(room.room.tables), table.version) == (2, 1, before)
    ben.move()
    tablet.move()
    ana.say(do="resign")  # the old device can do nothing any more
    assert table.result is None
    assert table.version == before + 2
    room.room.close()
    again = connect_room(Room(None, tmp_path))
    old = Page(again).say(do="rejoin", code=again.room.ledger.code, token=ana.token)
    assert old.last("logged_out")
    new = Page(again).say(do="rejoin", code=again.room.ledger.code, token=tablet.token)
    assert new.last("logged_in")["name"] == "Ana"
    assert Page(again).join("Ana").last("logged_in") is None  # once, and not for everybody


def knocking(name):
    """Return a class, a page that comes with the name of Ana, who is in it, and the wall."""
    room, ana, _ = two_at_a_table()
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    page = Page(room).join(name)
    assert "Ana is in the class already" in page.last("waiting")["text"].replace(
        name.strip(), "Ana"
    )
    assert page.last("logged_in") is None
    (waiting,) = wall.last("wall_state")["waiting"]
    return room, ana, page, wall, waiting["number"]


def test_nobody_takes_a_seat_before_the_teacher_has_decided_and_then_it_is_one():
    room, ana, page, wall, number = knocking(" ana ")
    assert len(room.room.people) == 2
    wall.say(do="decide_admission", number=number, decision="same")
    assert page.last("logged_in")["name"] == "Ana"
    assert ana.last("logged_out")["text"] == "You are now playing on another device."
    assert (len(room.room.people), len(room.room.tables)) == (2, 1)
    assert wall.last("wall_state")["waiting"] == []
    assert Page(room).say(do="rejoin", token=page.token).last("logged_in")["name"] == "Ana"


def test_another_pupil_of_the_same_name_gets_a_number():
    room, ana, page, wall, number = knocking("Ana")
    wall.say(do="decide_admission", number=number, decision="another")
    assert page.last("logged_in")["name"] == "Ana 2"
    assert len(room.room.people) == 3
    assert ana.last("logged_out") is None


def test_who_is_sent_away_or_goes_waits_no_longer():
    room, _, page, wall, number = knocking("Ana")
    wall.say(do="decide_admission", number=number, decision="refuse")
    assert "another name" in page.last("logged_out")["text"]
    page.join("Ana")
    assert len(room.room.seating.waiting) == 1
    page.join("Eva")
    assert page.last("logged_in")["name"] == "Eva"
    Page(room).join("Ana").connection.close()
    assert not room.room.seating.waiting
    assert len(room.room.people) == 3


def test_who_shares_a_device_says_so_and_the_seat_stays():
    room, ana, _ = two_at_a_table()
    ana.say(do="leave")
    assert not ana.connection.is_logged_in
    assert not room.has_page("p1")
    ana.say(do="resign")
    assert room.room.tables[1].result is None
    assert ana.join("Cem").last("logged_in")["name"] == "Cem"
    assert (
        Page(room).say(do="rejoin", token=ana.heard[0]["token"]).last("logged_in")["name"] == "Ana"
    )


def test_a_locked_door_lets_in_who_has_a_seat_only_and_a_new_code_replaces_the_old(tmp_path):
    room, ana, _ = two_at_a_table(folder=tmp_path)
    wall, old = Page(room).say(do="open_wall", key=TEACHER_KEY), room.room.ledger.code
    wall.say(do="lock", locked=True).say(do="change_code")
    code = wall.last("wall_state")["code"]
    assert (code != old, len(code)) == (True, 6)
    assert wall.last("wall_state")["locked"]
    assert "Wrong code" in Page(room).say(do="join", code=old, name="Cem").last("error")["text"]
    notebook = Page(room).say(do="join", code=code, name="Cem", client="notebook")
    assert "locked the class" in notebook.last("error")["text"]
    assert Page(room).join("Cem").last("logged_in") is None
    assert Page(room).say(do="rejoin", token=ana.token).last("logged_in")["name"] == "Ana"
    room.room.close()
    again = connect_room(Room(None, tmp_path))
    assert (again.room.ledger.code, again.room.ledger.is_locked) == (code, True)
    again.room.seating.lock_or_unlock(is_locked=False)
    assert Page(again).join("Cem").last("logged_in")["name"] == "Cem"


def test_a_new_pupil_asks_at_a_locked_class_and_the_teacher_lets_in_or_refuses():
    room, _, _ = two_at_a_table()
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY).say(do="lock", locked=True)
    cem, dea = Page(room).join("Cem"), Page(room).join("Dea")
    assert "The class is locked." in cem.last("waiting")["text"]
    waiting = wall.last("wall_state")["waiting"]
    assert [(each["name"], each["is_new"]) for each in waiting] == [("Cem", True), ("Dea", True)]
    assert Page(room).join("Ana").last("waiting")["text"].startswith("Ana is in the class already")
    assert [each["is_new"] for each in wall.last("wall_state")["waiting"]] == [True, True, False]
    numbers = [each["number"] for each in waiting]
    wall.say(do="decide_admission", number=numbers[0], decision="another")
    wall.say(do="decide_admission", number=numbers[1], decision="refuse")
    assert cem.last("logged_in")["name"] == "Cem"
    assert "did not let you in" in dea.last("logged_out")["text"]
    assert [pupil.name for pupil in room.room.people] == ["Ana", "Ben", "Cem"]
    assert Page(room).say(do="rejoin", token=cem.token).last("logged_in")["name"] == "Cem"


def test_who_waits_at_a_locked_class_comes_in_when_it_is_unlocked():
    room, _, _ = two_at_a_table()
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY).say(do="lock", locked=True)
    cem, other, ana = (Page(room).join(name) for name in ("Cem", "Cem", "Ana"))
    wall.say(do="lock", locked=False)
    assert cem.last("logged_in")["name"] == "Cem"
    assert other.last("logged_in") is None  # the teacher decides: the same pupil?
    assert ana.last("logged_in") is None
    names = [each["name"] for each in wall.last("wall_state")["waiting"]]
    assert names == ["Cem", "Ana"]


def test_a_wrong_token_or_code_lets_nobody_in():
    room, _, _ = two_at_a_table()
    for words in (
        {"do": "join", "code": "NOCODE", "name": "Eve"},
        {"do": "join", "code": None, "name": "Eve"},
        *(
            {"do": "rejoin", "code": room.room.ledger.code, "token": token}
            for token in ("guess", ["x"], "\ud800", "", "x" * 10_000, None, 7, ["\ud800"])
        ),
        {"do": "open_wall", "key": "guess"},
        {"do": "open_wall", "key": 3},
    ):
        eve = Page(room).say(**words)
        eve.say(do="pause", paused=True).say(do="resign").board(kind="move", spelling=["A", "C"])
        assert not eve.connection.is_logged_in
        assert eve.last("traits") is eve.last("logged_in") is None
        assert words["do"] != "rejoin" or eve.last("logged_out") is not None
        assert eve.last("wall_state") is None
    assert len(room.room.people) == 2
    assert not room.room.ledger.is_paused


def test_a_page_that_guesses_codes_is_told_how_long_it_waits_and_no_other_page_waits():
    time = [0.0]
    room = connections()
    eve = Page(room, gate=LoginLimiter(lambda: time[0]))
    for _ in range(LoginLimiter.MAX_WRONG_CODES):
        eve.say(do="join", code="NOCODE", name="Eve")
    time[0] = 17.5
    eve.join("Eve")
    assert not eve.connection.is_logged_in
    assert "Try again in 43 seconds." in eve.last("error")["text"]
    assert Page(room).join("Ana").connection.is_logged_in
    time[0] = 61
    assert eve.join("Eve").connection.is_logged_in


def test_a_right_token_and_the_key_of_the_wall_are_never_too_late_after_wrong_codes():
    room, ana, _ = two_at_a_table()
    gate = LoginLimiter(lambda: 0.0)
    page = Page(room, gate=gate)
    for _ in range(2 * LoginLimiter.MAX_WRONG_CODES):
        page.say(do="join", code="NOCODE", name="Eve")
        page.say(do="open_wall", key="guess")
    assert "Too many wrong codes" in page.last("error")["text"]
    assert page.say(do="rejoin", token=ana.token).last("logged_in")["name"] == "Ana"
    wall = Page(room, gate=gate).say(do="open_wall", key=TEACHER_KEY)
    assert wall.last("wall_state") is not None


def test_the_teacher_is_told_of_many_wrong_codes():
    room, *_ = two_at_a_table()
    for _ in range(10):
        eve = Page(room)
        for _ in range(LoginLimiter.MAX_WRONG_CODES):
            eve.say(do="join", code="NOCODE", name="Eve")
    assert room.wall_message()["warnings"] == ["50 wrong codes. Somebody may be guessing the code."]


def test_a_flood_is_not_heard_and_a_pupil_is():
    time = [0.0]
    meter = TokenBucket(lambda: time[0])
    assert sum(meter.allows() for _ in range(10_000)) == MESSAGE_BURST
    for second in range(1, 60):
        time[0] = second
        assert all(meter.allows() for _ in range(20))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", "null", '"x"', "{}", '{"do": 3}', "[" * 10_000, "\x00", b"\xff\xfe"],
)
def test_what_is_no_message_changes_nothing(text):
    room, ana, _ = two_at_a_table()
    before, count = room.room.tables[1].version, len(ana.heard)
    ana.connection.handle_message(text)
    assert (room.room.tables[1].version, len(ana.heard)) == (before, count)


def test_ten_megabytes_are_not_read():
    room, ana, _ = two_at_a_table()
    ana.connection.handle_message(json.dumps({"do": "announce", "text": "x" * 10_000_000}))
    assert room.room.ledger.announcement == ""
    assert MAX_PAGE_MESSAGE_BYTES < 100_000


def test_a_computer_answers_on_the_page():
    room = connections("territory", level=1)
    ana = Page(room).join("Ana").move()
    table = room.room.tables[1]
    assert len(table.record.moves) == 2
    assert ana.frame["version"] == table.version
    assert ana.frame["active"]


def test_an_agent_that_fails_is_told_to_the_teacher_and_the_class_goes_on(monkeypatch):
    room = connections("territory", level=1)
    monkeypatch.setattr("polygames.table.agents.game", lambda _: None)
    ana = Page(room).join("Ana").move()
    assert "Computer (level 1) could not move" in room.faults[0]
    assert len(room.room.tables[1].record.moves) == 1
    assert ana.say(do="request_takeback").frame["active"]


def test_the_teacher_s_wall_shows_all_tables_and_pauses_them():
    room, ana, ben = two_at_a_table()
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    shown = wall.last("wall_state")
    assert [seat["name"] for seat in shown["tables"][0]["seats"]] == ["Ana", "Ben"]
    assert is_svg(shown["tables"][0]["picture"])
    wall.say(do="pause", paused=True)
    assert ana.last("page_state")["paused"]
    ana.move()
    assert room.room.tables[1].record.moves == []
    wall.say(do="pause", paused=False).say(do="announce", text="Five minutes")
    assert ben.last("page_state")["announcement"] == "Five minutes"
    ana.move()
    assert wall.last("wall_state")["tables"][0]["move_count"] == 1
    wall.say(do="remove_pupil", id="p2")
    assert ben.last("logged_out")
    assert not ben.connection.is_logged_in


def test_what_the_teacher_saves_is_answered_with_where_it_is(tmp_path):
    room, *_ = two_at_a_table(folder=tmp_path)
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY).say(do="save_games")
    assert wall.last("notice")["text"] == f"Saved: 1 game and results.csv, in {tmp_path}"
    assert (tmp_path / "results.csv").exists()


def test_a_class_that_keeps_nothing_says_so_when_it_is_to_be_saved():
    room, *_ = two_at_a_table()
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY).say(do="save_games")
    assert "this class has no folder" in wall.last("error")["text"]


def test_who_watches_sees_a_table_and_cannot_play_there():
    room, ana, _ = two_at_a_table()
    cem = Page(room).join("Cem").say(do="watch_table", table=1)
    assert cem.frame["active"] is False
    cem.board(kind="move", version=cem.frame["version"], spelling=["A", "C"], id=1)
    assert room.room.tables[1].record.moves == []
    ana.move()
    assert cem.frame["version"] == ana.frame["version"]
    cem.say(do="watch_table", table=None)
    assert cem.last("page_state")["table"] == 2


def shown_moves(page):
    """The moves up to the position that a page shows."""
    node = page.connection._board.conversation.view.node
    return [str(each.move) for each in (*reversed([*node.ancestors]), node)][1:]


def test_who_watches_a_faster_game_with_the_same_dice_sees_no_roll_to_come():
    class_ = connections("splitter", options={"players": 1}, dice="same")
    ana, ben = Page(class_).join("Ana"), Page(class_).join("Ben")
    fast = class_.room.tables[1]
    for _ in range(3):
        ana.move()
    ben.move()
    ben.say(do="watch_table", table=1)
    assert ben.last("page_state")["is_watching"]
    assert shown_moves(ben) == [str(move) for move in fast.record.moves[:2]]
    hidden = ben.picture
    assert "up to the last roll that you have placed" in ben.last("page_state")["goal"]
    ana.move()
    assert ben.picture == hidden
    assert [m for m in ben.heard if m.get("content", {}).get("kind") == "motion"][1:] == []
    ben.say(do="watch_table", table=None)
    ben.move()
    ben.say(do="watch_table", table=1)
    assert shown_moves(ben) == [str(move) for move in fast.record.moves[:4]]
    assert ben.picture != hidden
    while fast.is_in_play:
        ana.move()
    assert len(shown_moves(ben)) == 4
    cem = Page(class_).join("Cem").say(do="watch_table", table=1)
    assert shown_moves(cem) == []
    notebook = Page(class_)
    notebook.say(do="join", code=class_.room.ledger.code, name="Dea", client="notebook")
    assert notebook.say(do="watch_table", table=1).last("game_state")["moves"] == []
    ben.say(do="watch_table", table=None)
    while class_.room.tables[2].is_in_play:
        ben.move()
    ben.say(do="watch_table", table=1)
    assert len(shown_moves(ben)) == len(fast.record.moves)
    ana.say(do="rematch")
    ben.say(do="watch_table", table=class_.room.seating.table_of("p1").number)
    assert shown_moves(ben) == []


def test_who_watches_a_faster_game_with_the_same_dice_sees_no_score_to_come():
    class_ = connections("splitter", options={"players": 1}, dice="same")
    ana, ben = Page(class_).join("Ana"), Page(class_).join("Ben")
    fast = class_.room.tables[1]
    ben.move()
    ben.say(do="watch_table", table=1)
    while fast.is_in_play:
        ana.move()
    (final,) = seat_count_texts(fast.state)
    (seen,) = ben.last("page_state")["seats"]
    assert seen["score"] == seat_count_texts(fast.record.path[2].state)[0] != final
    assert "after your own game" in ben.last("page_state")["status"]
    notebook = Page(class_)
    notebook.say(do="join", code=class_.room.ledger.code, name="Dea", client="notebook")
    notebook.say(do="watch_table", table=1)
    assert "after your own game" in notebook.last("game_state")["status"]
    ben.say(do="watch_table", table=None)
    while class_.room.tables[2].is_in_play:
        ben.move()
    ben.say(do="watch_table", table=1)
    assert ben.last("page_state")["seats"][0]["score"] == final
    assert "after your own game" not in ben.last("page_state")["status"]


def test_dice_thrown_twice_at_the_wall_are_thrown_once_until_all_have_placed():
    class_ = connections("splitter", options={"players": 1}, dice="wall")
    ana, ben = Page(class_).join("Ana"), Page(class_).join("Ben")
    wall = Page(class_).say(do="open_wall", key=TEACHER_KEY)
    for _ in range(2):
        wall.say(do="roll_dice")
    assert len(class_.room.ledger.rolls) == 1
    assert "have not placed the last roll" in wall.last("notice")["text"]
    assert wall.last("wall_state")["unplaced_count"] == 2
    ana.move()
    wall.say(do="roll_dice")
    assert len(class_.room.ledger.rolls) == 1
    ben.move()
    assert wall.last("wall_state")["unplaced_count"] == 0
    wall.say(do="roll_dice")
    wall.say(do="roll_dice", is_forced=True)
    assert len(class_.room.ledger.rolls) == 3


def test_a_page_is_told_when_the_clock_starts_and_how_much_time_is_left_now():
    time = [0.0]
    room = Room(Setting.from_position("polygon", minutes=1, sits=False), now=lambda: time[0])
    class_ = connect_room(room)
    ana, (ben, _) = Page(class_).join("Ana"), room.seating.join("Ben")
    room.rounds.start_round([[ana.connection.pupil.id, ben.id]])
    time[0] = 30
    waiting = ana.say(do="watch_table", table=None).last("page_state")
    assert waiting["status"].endswith("The clock starts when all players are here")
    assert [seat["is_clock_running"] for seat in waiting["seats"]] == [False, False]
    class_.room.seating.allow_device_change(ben.id)
    Page(class_).join("Ben")
    running = ana.last("page_state")
    assert running["status"].endswith("The clock is running")
    assert [seat["is_clock_running"] for seat in running["seats"]] == [True, False]
    time[0] = 40
    ana.connection.refresh()
    assert [seat["seconds_left"] for seat in ana.last("page_state")["seats"]] == [50, 60]
    time[0] = 91
    room.update_clocks()
    assert "no time left" in ana.last("page_state")["status"]
    assert "does not count" not in ana.last("page_state")["status"]


def test_all_pages_show_the_last_saved_clocks_after_the_server_was_killed(tmp_path):
    time = [0.0]
    room = Room(Setting.from_position("polygon", minutes=5), tmp_path, now=lambda: time[0])
    class_ = connect_room(room)
    ana, ben = Page(class_).join("Ana"), Page(class_).join("Ben")
    time[0] = 25
    ana.move()
    time[0] = 80  # Ben's move takes 55 seconds so far, which no file has
    room.close()
    time[0] = 1000
    again = connect_room(Room(None, tmp_path, now=lambda: time[0]))
    wall = Page(again).say(do="open_wall", key=TEACHER_KEY)
    pages = [Page(again).say(do="rejoin", token=each.token) for each in (ana, ben)]
    time[0] = 1010
    for page in pages:
        page.connection.refresh()
    wall.say(do="open_wall", key=TEACHER_KEY)
    (table,) = wall.last("wall_state")["tables"]
    for seats in (table["seats"], *(page.last("page_state")["seats"] for page in pages)):
        assert [seat["seconds_left"] for seat in seats] == [275, 290]
        assert [seat["is_clock_running"] for seat in seats] == [False, True]
    again.room.close()


def test_with_own_dice_who_watches_sees_the_game_as_it_is():
    class_ = connections("splitter", options={"players": 1})
    ana, ben = Page(class_).join("Ana"), Page(class_).join("Ben")
    ana.move()
    ben.say(do="watch_table", table=1)
    assert len(shown_moves(ben)) == 3


@pytest.mark.parametrize("does", [{"do": "watch_table", "table": 1}, {"do": "practise_puzzles"}])
def test_who_watches_or_solves_a_puzzle_while_waiting_comes_back_to_the_own_game(does):
    class_ = connections("territory")
    for name in ("Ana", "Ben"):
        Page(class_).join(name)
    page = Page(class_).join("Cem").say(**does)
    assert page.last("page_state")["table"] != 2
    Page(class_).join("Dea")
    news = page.last("page_state")
    assert (news["table"], news["is_watching"], news["can_practise"]) == (2, False, False)


@pytest.mark.parametrize("game", pg.games())
def test_the_third_wrong_move_in_a_puzzle_while_one_waits_shows_the_answer_on_the_board(game):
    page = Page(connections(game, sits=False)).join("Ana").say(do="practise_puzzles")
    practice = page.connection._practice
    table, step = practice.table, practice.puzzle.steps[0]
    assert practice.puzzle.task in page.last("page_state")["status"]
    answer = move_text(table.state, table.state.parse(step.move))
    moves = table.state.legal_moves.candidates(99, Random(1))
    wrong = [move for move in moves if not is_right(table.state, step, move)]
    for number in range(3):
        assert answer not in page.last("page_state")["status"]
        assert not page.last("page_state")["is_puzzle_over"]
        with pytest.raises(pg.IllegalMoveError):
            practice.play(wrong[number % len(wrong)], version=table.version)
        page.connection.refresh()
    news = page.last("page_state")
    assert news["status"] == f"Wrong move. The answer: {answer}."
    assert news["is_puzzle_over"]
    assert str(table.record.moves[0]) == step.move
    assert not table.is_solved


def test_a_puzzle_while_one_waits_gets_harder_when_it_is_solved_and_leaves_no_trace():
    class_ = connections("polygon")
    page = Page(class_).join("Ana").say(do="practise_puzzles")
    practice, lines = page.connection._practice, len(class_.room.ledger._log.entries)
    first = practice.puzzle
    for step in first.steps:
        way = next(
            w
            for w, m in page.connection._view_of(practice.table).position.moves_by_clicks.items()
            if str(m) == step.move
        )
        page.board(kind="move", version=page.frame["version"], spelling=way, id=1)
    assert page.last("page_state")["is_puzzle_over"]
    page.say(do="skip_puzzle")
    harder = practice.puzzle
    assert harder.number > first.number
    right = harder.steps[0].move
    wrong = next(
        w
        for w, m in page.connection._view_of(practice.table).position.moves_by_clicks.items()
        if str(m) != right
    )
    page.board(kind="move", version=page.frame["version"], spelling=wrong, id=2)
    assert "Wrong move" in page.last("page_state")["status"]
    assert "You have 2 more tries" in page.last("page_state")["status"]
    page.say(do="skip_puzzle")
    assert practice.puzzle.number < harder.number
    page.say(do="watch_table", table=None)
    assert page.last("page_state")["table"] == 1
    assert len(class_.room.ledger._log.entries) == lines
    assert [*class_.room.tables] == [1]


def test_simultaneous_placements_are_not_seen_before_they_are_made():
    room, ana, ben = two_at_a_table("splitter")
    table = room.room.tables[1]
    first = ana if table.state.turn == 0 else ben
    other = ben if first is ana else ana
    before = other.picture
    first.move()
    assert first.picture != before
    assert other.picture.count("<text") == before.count("<text")


def test_people_are_called_by_their_names():
    room = connections("split", options={})
    ana, ben = Page(room).join("Ana"), Page(room).join(r"Ben \1")
    assert ana.last("page_state")["status"] == "Your turn · You draw the first line, in red"
    ana.move()
    assert ana.last("page_state")["status"] == r"Ben \1 is to move"
    choices = ben.last("page_state")["choices"]
    assert [each["label"] for each in choices] == [
        "play red: Ana moves next",
        "play blue: you move next",
    ]
    moves = {move_button_class(tuple(move["spelling"])) for move in ben.frame["moves"]}
    assert {each["button_class"] for each in choices} == moves, "a press is known by its move"


def test_whoever_is_asked_to_play_again_stays_at_the_table_until_they_agree():
    _, ana, ben = two_at_a_table()
    ana.say(do="resign")
    before = ben.last("page_state")
    assert before["rematch_text"] == "Play again asks Ana. This game is saved."
    assert not before["has_requested_rematch"]
    ana.say(do="rematch")
    asked, asks = ben.last("page_state"), ana.last("page_state")
    assert (asked["table"], asked["rematch_text"]) == (
        1,
        "Ana wants to play again. This game is saved.",
    )
    assert (asked["is_over"], asked["has_requested_rematch"]) == (True, False)
    words = "Ben can say yes. Until then, this board stays."
    assert (asks["table"], asks["rematch_text"], asks["has_requested_rematch"]) == (1, words, True)
    ben.say(do="rematch")
    assert [page.last("page_state")["table"] for page in (ana, ben)] == [2, 2]
    assert [page.last("page_state")["rematch_text"] for page in (ana, ben)] == ["", ""]


def test_a_late_move_shows_the_next_table_only_after_it_was_named(monkeypatch):
    room, ana, ben = two_at_a_table()
    frame = ben.frame
    monkeypatch.setattr(room, "_update_pages", lambda _: None)  # it is told a moment later
    ana.say(do="resign")
    for page in (ana, ben):
        room.room.request_rematch(page.connection.pupil)
    ben.heard.clear()
    ben.board(kind="move", version=frame["version"], spelling=["A", "C"], id=9, again=1)
    kinds = [message["kind"] for message in ben.heard]
    assert ben.last("page_state")["table"] == 2
    assert kinds.index("page_state") < kinds.index("traits")


def test_a_page_or_a_panel_that_cannot_be_shown_stops_no_other(monkeypatch, caplog):
    room, ana, ben = two_at_a_table()
    shown = []
    room.walls.add(shown.append)
    monkeypatch.setattr(room, "call_later", lambda _, act: act())
    for connection in room.open_pages:
        if connection.pupil.name == "Ana":
            monkeypatch.setattr(connection, "refresh", lambda: 1 / 0)
    monkeypatch.setattr(type(room.room), "cross_table", lambda _: 1 / 0)
    for heard in (ana.heard, ben.heard):
        heard.clear()
    room.room.say("Good luck")
    room._update_all_pages()
    room.schedule_wall_update(1)
    assert ben.last("page_state")["announcement"] == "Good luck"
    assert shown[-1]["cross_table"] == [[]]
    assert len(shown[-1]["tables"]) == 1
    assert shown[-1]["warnings"] == [
        "Cannot show a page: ZeroDivisionError: division by zero",
        "Cannot show the cross table: ZeroDivisionError: division by zero",
    ]
    assert len(caplog.records) == 2


def test_a_page_is_one_pupil_however_often_it_joins():
    room = connections()
    ana = Page(room).join("Ana")
    for name in ("Bea", "Cleo", "Ana"):
        ana.join(name)
        assert ana.last("error")["text"] == "You are in the class already, as Ana."
    assert [pupil.name for pupil in room.room.people] == ["Ana"]


def test_a_message_that_breaks_something_is_answered_and_the_page_goes_on(monkeypatch, caplog):
    room, ana, _ = two_at_a_table()
    monkeypatch.setattr(type(room.room), "resign", lambda *_: 1 / 0)
    ana.say(do="resign")
    assert ana.last("error")["text"] == "That did not work. Please try again."
    assert len(caplog.records) == 1
    ana.heard.clear()
    room.room.say("Go on")
    room._update_all_pages()
    assert ana.last("page_state")["announcement"] == "Go on"


def test_a_computer_whose_move_a_full_disk_has_held_up_moves_with_the_clocks(monkeypatch):
    room = connections(level=1)
    add, disk = Log.add, OSError("the disk is full: make room")
    ana = Page(room).join("Ana")
    table = room.room.tables[1]

    def full(log, *about, **content):
        if content.get("by") == "level 1":
            raise disk
        return add(log, *about, **content)

    monkeypatch.setattr(Log, "add", full)
    ana.move()
    assert len(table.record.moves) == 1
    assert "make room" in room.faults[0]
    monkeypatch.setattr(Log, "add", add)
    room.room.update_clocks()
    assert len(table.record.moves) == 2


def test_who_asks_to_undo_is_told_that_the_other_one_said_no_until_the_next_move():
    _, ana, ben = two_at_a_table()
    ana.move().say(do="request_takeback")
    ben.say(do="answer_takeback", granted=False)
    assert ana.last("page_state")["is_takeback_declined"]
    assert not ben.last("page_state")["is_takeback_declined"]
    ben.move()
    assert not ana.last("page_state")["is_takeback_declined"]


def test_at_the_end_each_page_gets_its_pupil_s_games_and_no_other():
    room, ana, ben = two_at_a_table()
    cid, silent = Page(room).join("Cid"), Page(room)
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    ana.move()
    ben.move()
    ana.say(do="resign")
    room.send_farewell()
    for page, won in ((ana, "lost"), (ben, "won")):
        message = page.last("class_over")
        assert message["text"] == "The class is over."
        assert f"{message['name']}: 1 finished game · 1 {won} · " in message["html"]
        assert "<h2>Ana – Ben</h2>" in message["html"]
        assert message["html"].count("<img") == 1
        assert "<ol><li>Red: A to " in message["html"]
    assert "Ben wins" in ana.last("class_over")["html"]
    name = ana.last("class_over")["file_name"]  # two lessons do not have the same
    assert re.fullmatch(r"polygames-[a-z]+-\d{4}-\d\d-\d\d-\d{4}\.html", name)
    assert "Ana – Ben" not in cid.last("class_over")["html"]
    assert "was not finished" in cid.last("class_over")["html"]
    assert silent.last("class_over")["html"] == ""
    assert "saved no files" in wall.last("class_over")["text"]


def test_at_the_end_a_name_is_text_and_the_folder_is_named(tmp_path):
    room = connections(folder=tmp_path)
    ana = Page(room).join("<b>Ana")
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    for _ in range(MAX_FAREWELL_GAMES + 1):
        room.room.seating.create_table(["p1", "random"])
    room.send_farewell()
    html = ana.last("class_over")["html"]
    assert "<b>" not in html
    assert html.count("<img") == MAX_FAREWELL_GAMES
    assert "Your teacher has 2 earlier games." in html
    assert str(tmp_path) in wall.last("class_over")["text"]
    room.room.close()


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    """Replace the clock that measures how long pupils are away."""
    made = Clock()
    monkeypatch.setattr("polygames.classroom.pages.broadcast.monotonic", made)
    return made


def leave(page, clock, seconds=130):
    """Close a page, and let some seconds pass."""
    page.connection.close()
    clock.now += seconds
    page.connections.update_absences()


def test_a_partner_who_is_away_is_shown_on_phone_and_wall_and_comes_back(clock):
    room, ana, ben = two_at_a_table()
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    leave(ben, clock, 19)
    assert ana.last("page_state")["away"] is None  # a reload, or a short sleep
    clock.now += 2
    room.update_absences()
    assert ana.last("page_state")["away"]["text"] == "Ben is away."
    clock.now += 109
    room.update_absences()
    away = ana.last("page_state")["away"]
    assert away["text"] == "Ben has been away for 2 minutes."
    assert (away["can_replace"], away["can_change_partner"]) == (True, True)
    (table,) = wall.last("wall_state")["tables"]
    assert table["away_text"] == "Ben has been away for 2 minutes."
    assert table["away"] == [{"id": "p2", "name": "Ben"}]
    Page(room).say(do="rejoin", token=ben.token)
    assert ana.last("page_state")["away"] is None
    assert wall.last("wall_state")["tables"][0]["away_text"] == ""
    for action in ("replace_absent", "change_partner"):
        assert (
            ana.say(do=action).last("error")["text"] == "Your partner is back. Your game goes on."
        )
    assert room.room.tables[1].seats == ["p1", "p2"]


def test_the_computer_goes_on_for_a_partner_who_is_away_and_who_gets_a_new_game(clock):
    room, ana, ben = two_at_a_table()
    ana.move()
    leave(ben, clock)
    ana.say(do="request_takeback").say(do="replace_absent")
    table = room.room.tables[1]
    assert table.seats == ["p1", "level 2"]
    assert len(table.record.moves) == 2  # the computer has answered on the same board
    assert ana.last("page_state")["away"] is None
    ana.say(do="request_takeback")
    assert len(table.record.moves) == 0  # granted at once
    back = Page(room).say(do="rejoin", token=ben.token)
    assert back.last("page_state")["table"] == 2
    Page(room).join("Cid")
    assert room.room.tables[2].seats == ["p2", "p3"]


def test_two_whose_partners_are_away_play_each_other(clock):
    room, ana, ben = two_at_a_table()
    cid, dan = Page(room).join("Cid"), Page(room).join("Dan")
    ben.connection.close()
    leave(dan, clock)
    for page in (ana, cid):
        page.say(do="change_partner")
    assert room.room.tables[3].seats == ["p1", "p3"]
    assert [room.room.tables[each].is_closed for each in (1, 2)] == [True, True]
    assert cid.last("page_state")["table"] == 3


def test_a_pupil_whose_partner_is_away_solves_puzzles_and_is_told_when_the_game_goes_on(clock):
    room, ana, ben = two_at_a_table()
    assert not ana.last("page_state")["can_practise"]
    leave(ben, clock)
    assert ana.last("page_state")["can_practise"]
    ana.say(do="practise_puzzles")
    assert ana.last("page_state")["is_practising"]
    Page(room).say(do="rejoin", token=ben.token)
    assert ana.last("page_state")["away"] == {"text": "Your game goes on. Press Back."}


def test_who_asks_an_absent_partner_to_play_again_may_have_another_one(clock):
    room, ana, ben = two_at_a_table()
    ana.say(do="resign")
    leave(ben, clock)
    assert ana.last("page_state")["away"] is None
    ana.say(do="rematch")
    away = ana.last("page_state")["away"]
    assert (away["can_replace"], away["can_change_partner"]) == (False, True)
    ana.say(do="change_partner")
    assert room.room.tables[2].seats == ["p1", ""]
    assert not room.room.tables[1].is_closed


def test_a_pupil_whose_partner_was_removed_goes_on_against_the_computer():
    room, ana, _ = two_at_a_table()
    ana.move()
    assert ana.last("page_state")["away"] is None
    room.room.seating.remove_pupil("p2")
    away = ana.last("page_state")["away"]
    assert away["text"] == "A seat at this board is free."
    assert (away["can_replace"], away["can_change_partner"]) == (True, False)
    ana.say(do="replace_absent")
    table = room.room.tables[1]
    assert table.seats == ["p1", "level 2"]
    assert len(table.record.moves) == 2  # the computer has answered on the same board
    assert ana.last("page_state")["away"] is None


def test_a_pupil_who_waits_alone_for_a_while_may_play_the_computer(clock):
    room = connections()
    ana = Page(room).join("Ana")
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    assert ana.last("page_state")["away"] is None  # a partner may come
    words = "Your partner is back. Your game goes on."
    assert ana.say(do="replace_absent").last("error")["text"] == words
    clock.now += 21
    room.update_absences()
    assert ana.last("page_state")["away"]["can_replace"]
    assert wall.last("wall_state")["tables"][0]["away_text"] == "A seat at this board is free."
    ana.say(do="replace_absent").move()
    assert room.room.tables[1].seats == ["p1", "level 2"]
    assert len(room.room.tables[1].record.moves) == 2
    ben = Page(room).join("Ben")
    assert ben.last("page_state")["table"] == 2


def test_a_clock_starts_when_the_computer_takes_the_free_seat(clock):
    room = connections(minutes=5)
    ana = Page(room).join("Ana")
    clock.now += 21
    ana.say(do="replace_absent")
    assert room.room.tables[1].is_clock_started


def test_a_third_player_keeps_the_board_when_one_is_away_and_the_teacher_may_replace_them(clock):
    room = connections("splitter", options={"players": 3})
    ana, ben, _ = (Page(room).join(name) for name in ("Ana", "Ben", "Cid"))
    leave(ben, clock)
    assert not ana.last("page_state")["away"]["can_change_partner"]
    ana.say(do="change_partner")
    assert not room.room.tables[1].is_closed
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    wall.say(do="replace_pupil", table=1, id="p2")
    assert room.room.tables[1].seats == ["p1", "level 2", "p3"]
    assert wall.say(do="replace_pupil", table=9, id="p2").last("error")


def test_a_partner_whom_the_computer_replaced_is_known_after_a_restart(clock, tmp_path):
    room = connections(folder=tmp_path)
    ana, ben = Page(room).join("Ana"), Page(room).join("Ben")
    leave(ben, clock)
    ana.say(do="replace_absent")
    room.room.close()
    again = connect_room(Room(None, tmp_path))
    assert again.room.tables[1].seats == ["p1", "level 2"]
    back = Page(again).say(do="rejoin", token=ben.token)
    assert back.last("page_state")["table"] == 2
    again.room.close()


def test_a_pupil_at_a_new_board_is_told_what_has_happened_to_the_last_one():
    room, ana, ben = two_at_a_table()
    assert ana.last("page_state")["new_board_text"] == ""
    ana.move()
    room.room.rounds.start_round([("p1", "p2")])
    words = "This is a new board. Your last game is saved. It was not finished: no points."
    assert ana.last("page_state")["new_board_text"] == words
    assert ben.last("page_state")["new_board_text"] == ""  # Ben had not moved
    ana.move()
    assert ana.last("page_state")["new_board_text"] == ""
    ben.move().say(do="resign").say(do="rematch")
    ana.say(do="rematch")
    assert ben.last("page_state")["table"] == 3
    words = "This is a new board. Your last game and its result are saved."
    assert ben.last("page_state")["new_board_text"] == words


def test_a_puzzle_of_a_race_shows_its_task_and_no_news_of_the_last_game():
    room, ana, _ = two_at_a_table()
    ana.move()
    room.room.rounds.start_race(count=3)
    assert ana.last("page_state")["new_board_text"] == ""
    ana.say(do="skip_puzzle")
    assert ana.last("page_state")["new_board_text"] == ""


def test_play_again_against_the_computer_asks_nobody():
    room = connections(level=1)
    ana = Page(room).join("Ana").say(do="resign")
    words = "Play again opens a new board. This game is saved."
    assert ana.last("page_state")["rematch_text"] == words


def test_a_pupil_whose_partner_plays_elsewhere_is_offered_another_one():
    room, ana, ben = two_at_a_table()
    ana.say(do="resign")
    room.room.seating.create_table(["p2", "level 1"])
    room.room.seating.join("Cid")
    news = ana.last("page_state")
    assert news["away"]["text"] == "Ben is at another board now."
    assert (news["is_over"], news["rematch_text"]) == (False, "")
    ana.say(do="change_partner")
    assert room.room.tables[3].seats == ["p3", "p1"]
    assert ben.last("page_state")["table"] == 2


def test_who_plays_a_puzzle_alone_reads_its_task_and_after_three_tries_the_answer(tmp_path):
    room = connections("splitter", tmp_path)
    ana = Page(room).join("Ana")
    assert ana.last("page_state")["goal"].startswith(pg.game("splitter").summary)
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    wall.say(do="start_round", method="random", puzzle=3)
    puzzle = find_puzzle("splitter", 3)
    assert ana.last("page_state")["goal"] == puzzle.task
    table, (pupil,) = room.room.tables[2], room.room.people
    moves = [m for m in table.state.legal_moves if not is_right(table.state, puzzle.steps[0], m)]
    for left in ("2 more tries", "1 more try"):
        with pytest.raises(pg.IllegalMoveError, match="not the right move"):
            room.room.play(pupil, moves[0], version=table.version)
        assert ana.last("page_state")["goal"] == f"Wrong move. You have {left}. {puzzle.task}"
    with pytest.raises(pg.IllegalMoveError, match="not the right move"):
        room.room.play(pupil, moves[1], version=table.version)
    answer = move_text(table.state, table.state.parse(puzzle.steps[0].move))
    assert ana.last("page_state")["goal"] == f"Wrong move. The answer: {answer}."
    assert room.room.play(pupil, moves[1], version=table.version)
    room.room.close()


def test_the_computer_is_called_computer_with_its_level_but_a_file_has_the_name_of_the_agent():
    room = connections("polygon", level=1)
    ana = Page(room).join("Ana")
    assert "Computer (level 1)" in [seat["name"] for seat in ana.last("page_state")["seats"]]
    table = room.room.tables[1]
    assert "level 1" in room.room.record_of(table).players.values()


def test_the_wall_names_the_game_its_options_and_the_settings():
    room = connections("splitter", options={"players": 3, "pad": "B"}, minutes=10)
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    text = wall.last("wall_state")["setting_text"]
    assert text == "Splitter · 3 players · Sheet: Sheet B · 10 minutes for each player"
    room = connections("split")
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY)
    assert wall.last("wall_state")["setting_text"] == "Split"


def test_saved_games_are_in_a_folder_that_the_wall_names_in_full(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("here").mkdir()
    room = connections("split", Path("here"))
    wall = Page(room).say(do="open_wall", key=TEACHER_KEY).say(do="save_games")
    assert wall.last("notice")["text"].endswith(f"in {tmp_path / 'here'}")
    room.room.close()


@pytest.mark.parametrize("game", pg.games())
def test_a_move_in_the_farewell_reads_as_on_the_board(game):
    room, *pages = two_at_a_table(game)
    table = room.room.tables[1]
    for _ in range(4):
        pages[max(0, table.state.turn)].move()
    room.send_farewell()
    html = pages[0].last("class_over")["html"]
    for node in table.record.root.line:
        assert escape(move_text(node.parent.state, node.move)) in html
        assert not re.search(r"\br\d+c\d+", html.split("<details>")[1])
