"""A record: a tree of moves in which one steps back and forth, and a file that keeps all of it."""

import copy
from datetime import datetime, timedelta
from functools import partial
from random import Random

import pytest
from helpers import WORKED_EXAMPLE, pickle_copy, play_on, random_state, record_game, split
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import comments

import polygames as pg
from polygames.records.record import set_missing_date

A, B, C = "draw 0@0.5 - 2@0.5", "draw 0@0.25 - 2@0.25", "draw 0@0.75 - 2@0.75"


def texts(moves):
    return [str(move) for move in moves]


record_of = partial(record_game, "split")


# --- Playing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "error"),
    [
        ("nonsense", pg.InvalidMoveError),
        ("fill 0", pg.IllegalMoveError),
        (split().draw((5, 0), (5, 10)), pg.IllegalMoveError),
    ],
)
def test_a_refused_move_leaves_the_record_as_it_was(move, error):
    record = record_of(A)
    record.push("color red")
    record.pop()
    before, node = record.to_text(), record.node
    with pytest.raises(error):
        record.push(move)
    assert record.to_text() == before
    assert record.node is node


def test_another_move_after_pop_keeps_the_old_one_as_a_branch_which_is_taken_up_again():
    record = record_of(A, "color red")
    record.goto(0)
    record.push(B)
    record.pop()
    assert texts(record.branches) == [B, A]
    assert str(record.redo()) == B
    record.pop()
    assert str(record.redo(1)) == A
    record.pop()
    record.push(A)
    assert texts(record.branches) == ["color red"]
    record.pop()
    assert texts(record.branches) == [A, B]


def test_goto_moves_along_the_line_that_runs_through_here():
    record = record_of(*WORKED_EXAMPLE)
    whole = record.states
    for ply in (0, 3, 6, 2):
        record.goto(ply)
        assert record.state == whole[ply]
    assert str(record.redo()) == str(record_of(*WORKED_EXAMPLE).moves[2])


def test_outcome_is_that_of_the_line_last_played_wherever_the_record_stands():
    record = play_on(pg.Record(random_state(3, 1)), 1)
    outcome = record.state.outcome
    record.goto(2)
    assert record.outcome == outcome
    assert str(outcome) in repr(record)
    play_on(record, 9, 1)
    assert record.outcome is None


def test_comments_stay_with_their_move():
    record = record_of(A)
    record.comment = "in the middle"
    record.push("color red", comment="of course")
    record.pop()
    assert record.comment == "in the middle"
    record.push("color red")
    assert record.comment == "of course"


def test_players_may_be_given_by_seat_or_in_order():
    by_order = pg.Record(split(), players=("Ann", "greedy"))
    by_seat = pg.Record(split(), players={1: "greedy", 0: "Ann"})
    assert by_order.players == by_seat.players == {0: "Ann", 1: "greedy"}


# --- The file -----------------------------------------------------------------------------------


LIKE_THE_FORMAT = (
    *("two\nlines", "a; b ;c ; d", "back\\slash, \\n that is no line end \\", "game: chess"),
    *("; | 1. color red", " around ", "\r\n", "\x0b\x0c\x1c\x85\u2028\u2029", "Grüße 分割 ✓"),
    *("Ada ", "\u00a0", "a\u2028", "\\u0020", "\\n", "\n"),
)


@given(comments | st.sampled_from(LIKE_THE_FORMAT))
@settings(max_examples=250)
def test_any_text_can_be_a_comment_or_a_name(tmp_path_factory, text):
    record = pg.Record(split(), players=[text, "Ben"])
    record.push(A, comment=text)
    record.annotate(record.root, comment=text)
    again = pg.load(record.save(tmp_path_factory.getbasetemp() / "comment.record"))
    assert (again.comment, again.root.comment) == (text, text)
    assert again.players == {0: text, 1: "Ben"}
    assert again.moves == record.moves


def test_the_file_is_what_the_documentation_shows():
    record = pg.Record(split(), players=("human", "greedy"), seed=7, date="2026-05-01 17:30")
    record.push(A, comment="the middle")
    record.push("color blue")
    record.push("draw 1@0.5 - 4@0.5")
    record.goto(2)
    record.push("draw 3@0.5 - 4@0.5")
    record.push("draw 1@0.5 - 4@0.25")
    assert record.to_text() == (
        "polygames record 1\n"
        "game: split\n"
        'options: {"fill_limit": 5.0, "fill_inclusive": true, "min_area": 1e-06}\n'
        "player 0: human\n"
        "player 1: greedy\n"
        "seed: 7\n"
        "date: 2026-05-01 17:30\n"
        "\n"
        "1. draw 0@0.5 - 2@0.5 ; the middle\n"
        "2. color blue\n"
        "3. draw 3@0.5 - 4@0.5\n"
        "  3. draw 1@0.5 - 4@0.5\n"
        "4. draw 1@0.5 - 4@0.25\n"
    )


def test_a_record_may_begin_anywhere_and_its_file_says_where():
    start = random_state(4, 9, preset="2026")
    record = pg.Record(start)
    record.push(start.legal_moves.sample(Random(1)))
    text = record.to_text()
    assert "\nstart:\n| split\n| fill_limit 5.0\n" in text
    again = pg.Record.from_text(text)
    assert (again.start, again.start.ply) == (start, 9)
    assert again.state == record.state


def test_a_finished_game_tells_its_result(tmp_path):
    record = play_on(record_of(), 2)
    text = record.save(tmp_path / "done").read_text(encoding="utf-8")
    assert f"\nresult: {record.outcome}\n" in text
    assert pg.load(tmp_path / "done").outcome == record.outcome


def test_a_result_is_compared_by_winners_and_scores_and_not_by_the_words_of_its_reason():
    record = pg.Record(pg.new("polygon", n=4, claim=True))
    for text in ("A-C", "claim"):
        record.push(text)
    text = record.to_text()
    assert "result: seat 0 wins, 1 - 0 (Blue claims that no move is left, rightly)" in text
    older = text.replace("(Blue claims", "(seat 1 claims")
    assert pg.Record.from_text(older).to_text() == text
    for wrong in ("seat 1 wins, 0 - 1", "seat 0 wins, 2 - 0"):
        with pytest.raises(pg.RecordError, match="the moves end in"):
            pg.Record.from_text(text.replace("seat 0 wins, 1 - 0", wrong))


GOOD = (
    "polygames record 1\n"  # 1
    "game: split\n"  # 2
    'options: {"fill_limit": 5.0}\n'  # 3
    "player 0: Ann\n"  # 4
    "seed: 7\n"  # 5
    "\n"  # 6
    "1. draw 0@0.5 - 2@0.5\n"  # 7
    "2. color blue ; why not\n"  # 8
    "  2. color red\n"  # 9
    "3. draw 1@0.5 - 4@0.5\n"  # 10
)


def test_the_record_that_is_spoilt_below_is_good():
    record = pg.Record.from_text(GOOD)
    assert texts(record.moves) == [A, "color blue", "draw 1@0.5 - 4@0.5"]
    record.goto(1)
    assert texts(record.branches) == ["color blue", "color red"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (GOOD, "", "not a record: line 1 is '', expected 'polygames record 1'"),
        ("record 1", "record 2", "not a record: line 1 is 'polygames record 2'"),
        ("game: split\n", "", "not a record: expected a line 'game: ...'"),
        ("game: split", "game: chess", "line 2: .* unknown game 'chess'"),
        ("game: split", "game: split\ngame: split", "line 3, .*: line 2 has this already"),
        ("game: split", "name: split", "line 2, 'name: split': expected a header or a move"),
        ("5.0}", "60}", "line 3: the game cannot be set up: the options of split must have"),
        ("fill_limit", "limit", "line 3: .* unknown option 'limit' of split"),
        ("5.0}", '"5"}', "line 3: .* fill_limit of split must be a number, not '5'"),
        ('"fill_limit"', '"self"', "line 3: .* unknown option 'self' of split"),
        ("5.0}", "5.0", "line 3, .*: Expecting ',' delimiter"),
        ('{"fill_limit": 5.0}', "[]", "line 3, 'options: .*': expected options in braces"),
        ('{"fill_limit": 5.0}', "[" * 100_000, "line 3, "),
        ("player 0", "player one", "line 4, 'player one: Ann': invalid literal"),
        ("player 0", "player", "line 4, 'player: Ann': expected a header or a move"),
        ("seed: 7", "seed: x", "line 5, 'seed: x': invalid literal"),
        ("seed: 7", "date: May", "line 5, 'date: May': the date must be a date such as 2016-05-01"),
        ("1. draw", "2. draw", "line 7: move number 2 is out of order, expected 1"),
        ("1. draw", "  1. draw", "line 7: move number 1 is out of order, expected less indent"),
        ("2. color blue", "3. color blue", "line 8: move number 3 is out of order, expected 2"),
        ("  2. color red", "  4. color red", "line 9: .* 4 is out of order, expected 2"),
        ("  2. color red", "    2. color red", "line 9: .* expected less indentation"),
        ("  2. color red", " 2. color red", "line 9, ' 2. color red': expected a header or a move"),
        ("3. draw", "3 draw", "line 10, '3 draw .*': expected a header or a move"),
        ("color red", "color green", "line 9, 'color green': invalid move 'color green'"),
        ("4@0.5", "4@0", "line 10, 'draw 1@0.5 - 4@0': illegal move 'draw 1@0.5 - 4@0.0'"),
        ("3. draw", "3. fill 0 ; draw", "line 10, 'fill 0': illegal move .* too much to fill"),
        ("seed: 7", "result: seat 1 wins", "line 5, 'seat 1 wins': the moves end in 'no result'"),
        ("seed: 7", "start:\n| split\n| ply x", "line 5: .* position of split: line 2, 'ply x'"),
        (
            "seed: 7",
            "start:\n| chess",
            "line 5: .*: not a position: the first word .*, not 'chess'",
        ),
    ],
    ids=lambda value: value[:24].replace("\n", "/"),
)
def test_a_file_that_is_wrong_is_refused_with_the_line_and_the_reason(old, new, message, tmp_path):
    assert GOOD.count(old) == 1
    path = tmp_path / "spoilt.record"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(pg.RecordError, match=message) as caught:
        pg.load(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_start_of_another_game_is_refused(nim):
    text = "polygames record 1\ngame: nim\nstart:\n| split\n\n"
    with pytest.raises(pg.RecordError, match=r"line 3: .* position of nim, not of split"):
        pg.Record.from_text(text)
    assert nim.name == "nim"


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "picture.record"
    path.write_bytes(b"polygames record 1\n\xff\xfe\n")
    with pytest.raises(pg.RecordError, match=r"is not a record: .*can't decode byte 0xff"):
        pg.load(path)


# --- Written whole or not at all ----------------------------------------------------------------


def test_text_that_cannot_be_written_leaves_the_old_file_and_nothing_else(tmp_path):
    record = record_of(A)
    path = record.save(tmp_path / "game.record")
    old = path.read_bytes()
    with pytest.raises(pg.OptionError, match="a comment must be text"):
        record.comment = "half a pair: \ud800"
    vars(record.node)["comment"] = "half a pair: \ud800"  # past what refuses it
    with pytest.raises(pg.RecordError, match="half of a surrogate pair"):
        record.save(path)
    with pytest.raises(pg.RecordError, match="half of a surrogate pair"):
        pg.Record.from_text(old.decode() + "; \ud800")
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


# --- Depth --------------------------------------------------------------------------------------

LONG = 3000


@pytest.fixture
def long_record(nim):
    """A game of 3,000 moves, with a branch every 300."""
    record = pg.Record(nim.new(heap=LONG))
    for ply in range(LONG - 1):
        if ply % 300 == 150:
            record.push("2")
            record.pop()
        record.push("1")
    record.push("1")
    return record


def test_a_record_of_3000_moves_is_walked_written_and_read(long_record, tmp_path):
    assert len(long_record.moves) == LONG
    assert long_record.outcome.winners == {1}
    again = pg.load(long_record.save(tmp_path / "long"))
    assert again.moves == long_record.moves
    assert again.outcome == long_record.outcome
    again.goto(0)
    again.goto(LONG)
    assert again.state == long_record.state
    assert len(again.table()) == LONG
    assert f"{LONG} moves" in repr(again)
    repr(again.node)


def test_states_at_depth_are_hashed_compared_and_pickled_like_any_other(long_record):
    deep = long_record.state
    twin = pickle_copy(deep)
    assert (twin, hash(twin), twin.ply) == (deep, hash(deep), LONG)


# --- Copies ---------------------------------------------------------------------------------------


both_copies = pytest.mark.parametrize("copied", [pickle_copy, copy.deepcopy])


@both_copies
@pytest.mark.usefixtures("nim")
def test_a_record_of_as_many_moves_as_are_read_with_branches_is_copied(copied):
    record = pg.Record(pg.new("nim", heap=4950))
    for number in range(4950):
        record.push("1", comment=f"move {number}")
        if number % 100 == 50:
            record.pop()
            record.push("2", aside=True)
            record.pop()
            record.redo()
    twin, node, root = copied((record, record.path[3], record.root))
    assert twin.to_text() == record.to_text()
    assert len(twin.moves) == len(record.moves) > 4900
    assert twin.path[3] is node, "a node that is copied with its record is one of the copy"
    assert twin.root is root
    assert twin.root is not record.root
    twin.delete()
    assert len(record.moves) == len(twin.moves) + 1, "they have nothing in common"


@both_copies
def test_what_was_deleted_is_copied_with_what_it_hung_on(copied):
    record = record_of(A, "color red")
    gone = record.node
    record.delete()
    twin, node = copied((record, gone))
    assert node.parent is twin.node
    assert node not in twin.node.children
    twin.restore(node, 0)
    assert twin.redo() == gone.move


# --- What a person types --------------------------------------------------------------------------

PLAIN = "polygames record 1\ngame: split\noptions: {}\n\n1. draw 0@0.5 - 2@0.5\n2. color red\n"


@pytest.mark.parametrize(
    "typed",
    [
        f"\n \n{PLAIN}",
        "".join(f"    {line}\n" for line in PLAIN.splitlines()),
        "".join(f"\t{line}\n" for line in PLAIN.splitlines()),
        "".join(f"\u00a0\u00a0{line} \n" for line in PLAIN.splitlines()),
        PLAIN.replace("1. ", "1.\u00a0").replace("2. ", "2.\t").replace(": {", ":\u00a0{\u00a0"),
        PLAIN.replace("\n", "\r\n"),
    ],
)
def test_spaces_that_nobody_sees_do_not_matter(typed):
    assert pg.Record.from_text(typed).to_text() == pg.Record.from_text(PLAIN).to_text()


def test_branches_are_moved_in_by_tabs_too():
    record = record_of(A, "color red")
    record.pop()
    record.push("color blue", aside=True)
    text = record.to_text()
    assert "\n  2. color blue" in text
    again = pg.Record.from_text(text.replace("\n  2.", "\n\t2."))
    assert again.to_text() == text


def test_nothing_that_a_person_wrote_is_dropped():
    text = PLAIN.replace("\n\n", "\n; one\n; two\n\n").replace(
        "@0.5\n", "@0.5 ; a\n; b\n  ; c\n", 1
    )
    record = pg.Record.from_text(f"{text}; d\n")
    first, second = record.root.line
    said = (record.root.comment, first.comment, second.comment)
    assert said == ("one\ntwo", "a\nb\nc", "d")
    assert pg.Record.from_text(record.to_text()).to_text() == record.to_text()


@pytest.mark.parametrize("part", ["comment", "chapter"])
def test_what_cannot_be_written_is_refused_where_it_is_said(part):
    record = record_of(A)
    with pytest.raises(pg.OptionError, match="must be text"):
        setattr(record.node, part, "half \ud800")
    assert getattr(record.node, part) == ""
    record.to_text()


@pytest.fixture
def record():
    record = record_game("split", *WORKED_EXAMPLE, "area 5", by=("Ann", "greedy"))
    record.comment = "the smaller one"
    return record


def test_columns_are_the_same_for_every_game(record, nim):
    columns = ["ply", "seat", "name", "player", "kind", "move", "said"]
    columns += ["score_0", "score_1", "comment"]
    other = record_game(nim.name, "heads", coin=True)
    assert list(record.table()[0]) == list(other.table()[0]) == columns


def test_row_tells_who_did_what_and_what_it_brought(record):
    last = record.frame().iloc[-1]
    assert (last["ply"], last["seat"], last["name"]) == (7, 1, "Blue")
    assert (last["player"], last["kind"], last["move"]) == ("greedy", "ChooseArea", "area 5")
    assert (last["score_0"], last["score_1"]) == record.state.scores
    assert last["comment"] == "the smaller one"


def test_a_seat_has_its_color_from_the_ply_after_the_choice(record):
    names = ["Player 1", "Player 2", "Blue", "Red"]
    assert list(record.frame()["name"][:4]) == names


def test_chance_has_a_name_and_no_player(nim):
    record = record_game(nim.name, "heads", "2", by=("Ann", "Bob"), coin=True)
    rows = record.frame()[["seat", "name", "player"]].to_numpy().tolist()
    assert rows == [[-1, "chance", ""], [0, "A", "Ann"]]


def test_table_ends_where_the_record_stands(record):
    record.pop()
    assert len(record.table()) == 6


def test_numbers_are_numbers(record):
    table = record.frame()
    assert table[["ply", "seat"]].dtypes.eq("int64").all()
    assert table[["score_0", "score_1"]].dtypes.eq("float64").all()


def test_without_pandas_there_are_rows_and_a_frame_names_what_to_install(record, monkeypatch):
    assert record.table() == record.frame().to_dict("records")
    monkeypatch.setattr("polygames.core.lazy_imports.is_available", lambda _: False)
    assert len(record.table()) == 7
    with pytest.raises(pg.MissingExtraError, match=r"frame\(\) needs pandas: pip install pandas"):
        record.frame()


def test_the_date_that_a_board_notes_has_its_zone():
    record = record_game("polygon")
    set_missing_date(record)
    assert datetime.fromisoformat(record.date).utcoffset() == timedelta(0)
    assert pg.Record.from_text(record.to_text()).date == record.date
