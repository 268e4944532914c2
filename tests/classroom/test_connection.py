"""What a page says: what is not its to say changes nothing."""

import json
import re
from xml.parsers.expat import ParserCreate

import pytest
from classpages import TEACHER_KEY, Page, connect_room, connections

import polygames as pg
from polygames.classroom.pages.broadcast import encode_message
from polygames.classroom.pages.rate_limits import (
    MAX_PAGE_MESSAGE_BYTES,
    MESSAGE_BURST,
    LoginLimiter,
    TokenBucket,
)
from polygames.classroom.room import Room
from polygames.records.append_log import Log
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


@pytest.mark.parametrize("game", pg.games())
def test_how_to_play_has_the_pictures_and_every_rule_of_the_help_of_a_notebook(game):
    _, ana, _ = two_at_a_table(game)
    shown = ana.say(do="show_help").last("help")["html"]
    info = pg.game(game)
    assert tour_html(info) in shown
    rules = re.findall(r"^\d+\. \*\*(.+?)\*\*", numbered_rules(info), re.MULTILINE)
    assert len(rules) >= 7
    assert [rule for rule in rules if f"<li><strong>{rule}</strong>" not in shown] == []
    assert not re.search(r"\*\*|`|[Ss]eat \d", shown)


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
    assert "locked the class" in Page(room).join("Cem").last("error")["text"]
    assert Page(room).say(do="rejoin", token=ana.token).last("logged_in")["name"] == "Ana"
    room.room.close()
    again = connect_room(Room(None, tmp_path))
    assert (again.room.ledger.code, again.room.ledger.is_locked) == (code, True)
    again.room.seating.lock_or_unlock(is_locked=False)
    assert Page(again).join("Cem").last("logged_in")["name"] == "Cem"


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
    assert "level 1 could not move" in room.faults[0]
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
    assert page.last("page_state")["is_solved"]
    page.say(do="skip_puzzle")
    harder = practice.puzzle
    assert harder.difficulty > first.difficulty
    right = harder.steps[0].move
    wrong = next(
        w
        for w, m in page.connection._view_of(practice.table).position.moves_by_clicks.items()
        if str(m) != right
    )
    page.board(kind="move", version=page.frame["version"], spelling=wrong, id=2)
    assert "Wrong move" in page.last("page_state")["status"]
    page.say(do="skip_puzzle")
    assert practice.puzzle.difficulty < harder.difficulty
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
    assert (before["rematch_text"], before["has_requested_rematch"]) == ("", False)
    ana.say(do="rematch")
    asked, asks = ben.last("page_state"), ana.last("page_state")
    assert (asked["table"], asked["rematch_text"]) == (1, "Ana wants to play again.")
    assert (asked["is_over"], asked["has_requested_rematch"]) == (True, False)
    assert (asks["table"], asks["rematch_text"], asks["has_requested_rematch"]) == (1, "", True)
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
