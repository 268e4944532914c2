"""A review that is kept in a record is read back as it was, and a comment is never one."""

import copy
import json
from dataclasses import replace
from random import Random
from time import process_time

import pytest
from helpers import pickle_copy, play_on, record_game
from hypothesis import given, settings
from hypothesis import strategies as st

import polygames as pg
from polygames.core.analysis import RESULT_UNIT, Analysis, MoveValue
from polygames.core.options import MAX_LINE_CHARS
from polygames.search.review import (
    Review,
    ReviewedMove,
    ReviewWork,
    annotate,
    annotations,
    deepening,
    read_review,
)
from polygames.search.review.annotations import read_move, read_move_fields
from polygames.search.review.results import VERDICT_NAMES

# --- It is read back as it was ------------------------------------------------------------------

STARTS = {
    "polygon": {"n": 7},
    "splinter": {},
    "split": {},
    "splitter": {"players": 2},
    "territory": {"preset": "half", "size": 6, "seed": 3},
}


def played(game, moves, seed=1):
    """Return a record with so many random moves, and a branch beside the third."""
    record, rng = pg.Record(pg.new(game, **STARTS.get(game, {}))), Random(seed)
    while len(record.moves) < moves and record.outcome is None:
        record.push(record.state.legal_moves.sample(rng))
        if len(record.moves) == 3:
            record.pop()
            record.push(record.state.legal_moves.sample(rng))
    return record


def read_again(record):
    """Return the review of a record as a file has it."""
    return read_review(pg.Record.from_text(record.to_text()))


@pytest.mark.parametrize("game", STARTS)
@pytest.mark.parametrize("branches", [False, True])
def test_a_review_of_any_game_is_read_back_field_by_field(game, branches):
    record = played(game, 8)
    found = pg.review(record, seconds=0.03, branches=branches, progress=False)
    annotate(found, record)
    for review in (read_review(record), read_again(record)):
        assert review.moves == found.moves
        assert review == found
        assert str(review) == str(found)
    for copied in (copy.deepcopy(record), pickle_copy(record)):
        assert read_review(copied) == found


def test_what_an_interrupt_left_and_what_was_looked_at_longer_is_read_back():
    record = played("split", 6)
    whole = pg.review(record, seconds=0.02, progress=False)
    part = replace(whole, moves=whole.moves[:4], is_complete=False)
    annotate(part, record)
    assert read_again(record) == part
    *_, longer = deepening(record, whole, seconds=0.03, seed=5, moves=whole.moves[1:3])
    annotate(longer, record)
    again = read_again(record)
    assert again == longer
    assert (again.work.seconds, again.moves[1].work.seconds) == (0.02, 0.03)
    assert again.moves[0].work is None


def test_a_game_without_a_move_has_a_review_without_one():
    record = pg.Record(pg.new("polygon"))
    assert read_review(record) is None
    found = pg.review(record)
    annotate(found, record)
    assert read_again(record) == found


NUMBER = st.floats(-1e9, 1e9) | st.integers(-100, 100)
MAYBE = st.none() | NUMBER
SHARE = st.none() | st.floats(0, 1) | st.sampled_from([0.0, 0.5, 1.0])
WORK = st.builds(
    ReviewWork, st.text(), st.none() | st.text(), st.floats(0, 1e6), st.integers(0, 2**200)
)


@st.composite
def reviews(draw):
    """Return a record of two rolls and a placement after each, and any review of it."""
    record = play_on(record_game("splitter"), 3, 4)
    moves = [draw(found_of(node)) for node in record.path[1:]]
    rolls = st.lists(NUMBER, max_size=2).map(tuple)
    review = Review(
        record.start,
        tuple(moves),
        unit=draw(st.text()),
        scale=(draw(NUMBER), draw(NUMBER)),
        is_complete=draw(st.booleans()),
        started=draw(rolls),
        reached=draw(rolls),
        is_quick_look=draw(st.booleans()),
        work=draw(st.none() | WORK),
    )
    return record, review


def found_of(node):
    """Return a strategy for what may be said of a move."""
    before, own = node.parent.state, {"ply": st.just(node.number), "node": st.just(node)}
    own |= {"seat": st.just(before.turn), "move": st.just(node.move), "work": st.none() | WORK}
    if before.turn == pg.CHANCE:
        lucks = st.just(()) | NUMBER.map(lambda luck: (luck,))
        return st.builds(ReviewedMove, **own, verdict=st.just("chance"), lucks=lucks, luck=MAYBE)
    lines = st.lists(st.sampled_from(lines_from(before)), max_size=2).map(lambda found: found[:1])
    line, flag = lines.map(lambda found: tuple(found[0]) if found else ()), st.booleans()
    ends = st.none() | st.tuples(NUMBER, NUMBER, NUMBER).map(sorted)
    names = ("proved", "proved_before", "proved_after", "all_alike")
    return st.builds(
        with_ends,
        st.builds(
            ReviewedMove,
            **own,
            verdict=st.sampled_from(VERDICT_NAMES),
            line=line,
            answer=line,
            after=MAYBE,
            loss=st.floats(0, 1e9),
            chance=SHARE,
            chance_after=SHARE,
            distance=st.none() | st.integers(0, 500),
            **dict.fromkeys(names, flag),
        ),
        ends,
    )


def lines_from(state):
    """Return some lines of moves, the move played among them."""
    first = list(state.legal_moves)[:3]
    return [(move,) for move in first] + [
        (move, after) for move in first for after in list(state.play(move).legal_moves)[:2]
    ]


def with_ends(each, ends):
    """Return a move with a value in an interval, or with none; its best move begins the line."""
    low, value, high = ends or (None, None, None)
    best = each.line[0] if each.line else None
    return replace(each, low=low, value=value, high=high, best=best).with_loss(each.loss)


@given(reviews())
@settings(max_examples=150, deadline=None)
def test_whatever_a_review_says_is_read_back(given_review):
    record, review = given_review
    annotate(review, record)
    again = read_again(record)
    assert again.moves == review.moves
    assert again == review


def test_values_of_a_review_are_no_longer_than_they_must_be():
    record = record_game("polygon", "A-D", n=6)
    annotate(pg.review(record, progress=False), record)
    data = json.loads(record.node.annotations["review"].partition(" ")[2])
    assert set(data) <= {"is", "c", "pb", "alike", "in", "then", "line"}
    long = played("splinter", 16)
    plain = len(long.to_text())
    annotate(pg.review(long, seconds=0.02, progress=False), long)
    assert len(long.to_text()) < 14 * plain
    assert long.to_text().isascii()


# --- More than one review, and what is left of one ----------------------------------------------


def test_a_review_of_another_branch_leaves_what_is_known_of_the_first():
    record = record_game("polygon", "A-C", "C-E", n=6)
    first = pg.review(record, seconds=0.5, progress=False)
    annotate(first, record)
    record.pop()
    record.push("C-F")
    annotate(pg.review(record, seconds=0.25, progress=False), record)
    old = record.root.children[0].children[1]
    assert replace(read_move(old), work=None) == first.moves[1]
    assert read_move(old).work == first.work
    assert len(read_review(record).moves) == 3


def test_a_review_that_measures_something_else_takes_the_place_of_all():
    record = record_game("polygon", "A-C", "C-E", n=6)
    found = pg.review(record, progress=False)
    annotate(replace(found, unit="apples"), record)
    second = replace(found, moves=found.moves[:1], is_complete=False)
    annotate(second, record)
    assert read_again(record) == second


def test_a_game_that_went_on_is_no_longer_reviewed_to_its_end():
    record = record_game("polygon", "A-C", n=6)
    annotate(pg.review(record, progress=False), record)
    assert read_review(record).is_complete
    record.push("C-E")
    assert not read_review(record).is_complete


def test_what_a_newer_program_keeps_is_written_again_as_it_was():
    record = record_game("polygon", "A-C", n=6)
    text = record.to_text().replace("\n\n", '\n% review 9 {"new": [1e5]}\n% other any words\n\n')
    text += '% review 2 {"is" : "brilliant"}\n% later  x\n'
    again = pg.Record.from_text(text)
    assert read_review(again) is None
    assert again.to_text() == text.replace("later  x", "later x")
    again.comment = "mine"
    annotate(pg.review(again, progress=False), again)
    assert "% later x" in again.to_text()
    assert read_review(again).moves[0].verdict == "blunder"


# --- What is damaged, and what a person wrote ---------------------------------------------------

TYPED = [
    "Review: best; value 1.",
    "so Review: blunder; value 1; loses 2, exactly; chance 1.0000 to 0.0000. Best: A-D",
    "Review: blunder; value 3; loses 2; chance 0.7500 to 0.5000, proved.",
    '% review 1 {"is":"blunder","c":1.0,"d":0.0,"pb":true,"pa":true}',
    "a\n% review 1 {}",
]


@pytest.mark.parametrize("comment", TYPED)
def test_a_typed_comment_is_a_comment_always(comment):
    record = pg.Record(pg.new("polygon", n=6))
    record.push("A-C", comment=comment)
    for each in (record, pg.Record.from_text(record.to_text()), copy.deepcopy(record)):
        assert each.node.comment == comment
        assert read_review(each) is None
        found = pg.review(each, progress=False)
        annotate(found, each)
        assert each.node.comment == comment
        assert read_again(each) == found


DAMAGED = [
    "",
    "1",
    "1 {",
    "1 []",
    "1 " + "[" * 100_000,
    '1 {"is":"chance"}',
    '1 {"is":"splendid"}',
    '1 {"is":{}}',
    '1 {"v":NaN}',
    '1 {"v":1e999}',
    '1 {"v":true}',
    '1 {"v":"1"}',
    '1 {"v":1,"l":2,"h":1}',
    '1 {"v":1,"l":null}',
    '1 {"l":1}',
    '1 {"c":1.5}',
    '1 {"loss":-1}',
    '1 {"pb":1}',
    '1 {"line":3}',
    '1 {"lucks":[1,2,3]}',
    '1 {"lucks":[true]}',
    '1 {"work":[1]}',
    '1 {"v":' + "9" * 400 + "}",
]


@pytest.mark.parametrize("text", DAMAGED, ids=lambda text: text[:24])
def test_damaged_data_cost_no_game_and_say_nothing(text):
    record = record_game("polygon", "A-C", n=6)
    record = pg.Record.from_text(f"{record.to_text()}% review {text}\n")
    assert read_review(record) is None
    assert record.node.annotations["review"] == text
    assert read_again(record) is None


def test_a_line_that_cannot_be_played_ends_there():
    record = record_game("polygon", "A-C", n=6)
    for line, moves in (("A-D;D-F;F-F", ["A-D", "D-F"]), ("nonsense", ["A-C"]), (";", ["A-C"])):
        record.annotate(annotations={"review": f'1 {{"line":"{line}"}}'})
        each = read_review(record).moves[0]
        assert [str(move) for move in each.line] == moves
        assert str(each.best) == moves[0]


def test_luck_is_read_at_chance_nodes_only_and_for_each_seat():
    record = record_game("splitter", "roll 6-6", players=2)
    for data, lucks in (
        ('{"is":"chance","lucks":[1,-2.5]}', (1, -2.5)),
        ('{"is":"chance"}', ()),
        ('{"is":"chance","lucks":[1]}', None),
        ('{"is":"chance","lucks":[1,2,3]}', None),
        ('{"is":"best","v":1}', None),
    ):
        record.annotate(annotations={"review": f"1 {data}"})
        found = read_review(record)
        assert (found and found.moves[0].lucks) == lucks


LONG = {
    "digits": '1 {"v":' + "9" * 900_000 + "}",
    "many lines": '1 {"line":"' + "A-D;" * 200_000 + '"}',
    "one long move": '1 {"line":"' + "A" * 900_000 + '"}',
    "deep": '1 {"line":' + "[" * 900_000,
    "much luck": '1 {"is":"chance","lucks":[1' + ",1" * 400_000 + "]}",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_long_data_are_read_in_a_time_that_grows_with_their_length(text):
    """A second for a million characters; that with the square of it would take minutes or days."""
    assert len(text) < MAX_LINE_CHARS
    record = record_game("polygon", "A-C", n=6)
    record.annotate(annotations={"review": text})
    before = process_time()
    read_review(record)
    assert process_time() - before < 10


def test_lines_of_a_review_are_read_up_to_a_limit(monkeypatch):
    monkeypatch.setattr(annotations, "MAX_LINE_MOVES_READ", 6)
    record = pg.Record(pg.new("polygon", n=8))
    for move in ("A-D", "D-F"):
        record.push(move)
        record.annotate(annotations={"review": '1 {"line":"A-D;D-F"}'})
    first, second = read_review(record).moves
    assert (len(first.line), len(second.line)) == (2, 1)


def test_the_numbers_of_a_move_are_known_without_its_position():
    assert read_move_fields({}) is None
    found = read_move_fields({"review": '1 {"is":"best","c":0.75}'})
    assert (found["value"], found["after"], found["chance_after"]) == (0.5, 0.5, 0.75)


def test_a_move_that_was_judged_by_another_measure_is_called_what_it_lost():
    """A game of points was judged by the chance to win: to give 24 away was good."""
    record = pg.Record(pg.new("territory", size=4, seed=2, penalty=0.5))
    record.push(next(iter(record.state.legal_moves)))
    for sure, found in (("true", ("blunder", 24.0)), ("false", ("good", 0.0))):
        record.annotate(
            annotations={"review": f'1 {{"c":0,"v":-30,"a":-54,"pb":{sure},"pa":{sure}}}'}
        )
        each = read_move(record.node)
        assert (each.verdict, each.loss) == found


def test_what_was_proved_of_a_position_counts_in_every_review_of_its_record():
    record = record_game("polygon", "A-C", n=12)
    before = record.to_text()
    won = MoveValue(record.start.parse("A-G"), 1.0, 1.0, 1.0, proved=True, chance=1.0, distance=31)
    annotations.store_proof(record, record.root, Analysis(record.start, (won,)))
    unsure = MoveValue(record.state.parse("C-E"), 0.5, 0.5, 0.5, proved=True, chance=0.75)
    annotations.store_proof(
        record, record.node, Analysis(record.state, (unsure,))
    )  # others may be better
    assert len(record.to_text().splitlines()) == len(before.splitlines()) + 1
    again = pg.Record.from_text(record.to_text())
    here, there = (pg.review(one, seconds=0.02, progress=False) for one in (record, again))
    assert here == there
    (move,) = here.moves
    assert (str(move.best), move.value, move.proved_before, move.distance) == ("A-G", 1, True, 31)
    record.annotate(record.root, annotations={"proof": ""})
    assert record.to_text() == before


@pytest.mark.parametrize("data", ['{"v":1}', '{"v":1,"line":"Q-Q"}', '{"v":"1","line":"A-G"}', "x"])
def test_a_damaged_proof_proves_nothing(data):
    record = pg.Record(pg.new("polygon", n=12))
    record.annotate(record.root, annotations={"proof": f"1 {data}"})
    guess = Analysis(record.start, (MoveValue(record.start.parse("A-C"), 0.0, -0.5, 0.5),))
    assert annotations.with_stored_proof(record.root, guess) is guess


def test_of_a_lost_position_every_move_is_proved_to_lose():
    record = pg.Record(pg.new("polygon", n=8))
    text = json.dumps({"unit": RESULT_UNIT, "v": -1.0, "c": 0.0, "line": "A-C"})
    record.annotate(record.root, annotations={"proof": f"1 {text}"})
    guess = Analysis(record.start, (MoveValue(record.start.parse("A-D"), 0.3, 0.1, 0.5),))
    found = annotations.with_stored_proof(record.root, guess)
    assert [(str(each.move), each.value) for each in found.moves] == [("A-C", -1), ("A-D", -1)]
    assert found.is_proved
