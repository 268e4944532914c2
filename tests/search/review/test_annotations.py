"""A review that is stored in a record is read back as it was, and a comment is never one."""

import copy
import json
from dataclasses import replace
from random import Random
from time import process_time

import pytest
from helpers import pickle_copy, record_game
from hypothesis import given
from hypothesis import strategies as st

import polygames as pg
from polygames.core.analysis import RESULT_UNIT, Analysis, MoveValue
from polygames.core.options import MAX_LINE_CHARS
from polygames.records.annotations import encode_annotation
from polygames.search.review import (
    ReviewWork,
    annotate,
    annotations,
    deepening,
    read_review,
    reviewing,
)
from polygames.search.review.annotations import estimate_after, read_move

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


def test_an_interrupted_review_and_one_that_was_deepened_are_read_back():
    record = played("split", 6)
    *_, part, whole = reviewing(record, seconds=0.02, progress=False)
    annotate(part, record)
    assert read_again(record) == part
    assert not part.is_complete
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


WORK = st.builds(
    ReviewWork, st.text(), st.none() | st.text(), st.floats(0, 1e6), st.integers(0, 2**200)
)


@given(st.text(), st.none() | WORK, st.booleans())
def test_the_settings_of_a_review_are_read_back(unit, work, is_complete):
    record = record_game("polygon", "A-C", n=6)
    found = replace(REVIEW, unit=unit, work=work, is_complete=is_complete)
    nodes = zip(found.positions, record.path, strict=True)
    found = replace(found, positions=tuple(replace(each, node=node) for each, node in nodes))
    annotate(found, record)
    assert read_again(record) == found


REVIEW = pg.review(record_game("polygon", "A-C", n=6), progress=False)


def test_a_stored_review_is_no_longer_than_it_must_be():
    record = record_game("polygon", "A-D", n=6)
    annotate(pg.review(record, progress=False), record)
    data = json.loads(record.node.annotations["review"].partition(" ")[2])
    assert data.keys() <= {"e", "alike", "line"}
    long = played("splinter", 16)
    plain = len(long.to_text())
    annotate(pg.review(long, seconds=0.02, progress=False), long)
    assert len(long.to_text()) < 14 * plain
    assert long.to_text().isascii()


def test_the_value_of_a_position_is_known_from_the_texts_of_its_line():
    """An entry of 0 is that of the position before; a game of two has one entry."""
    lines = [{"e": [[2.0], [3.0, 1, 4, 0.5]]}, {"e": [0, [5.0]]}, {"e": [[6.0], 0]}]
    texts = [{"review": encode_annotation(2, data)} for data in lines]
    values = [[estimate_after(texts[: at + 1], seat).value for seat in range(2)] for at in range(3)]
    assert values == [[2, 3], [2, 5], [6, 5]]
    alone = [{"review": encode_annotation(2, {"e": [[1.0, True, 3]]})}]
    won, lost = (estimate_after(alone, seat) for seat in range(2))
    assert (won.value, won.chance, won.distance) == (1, 1, 3)
    assert (lost.value, lost.chance, lost.proved) == (-1, 0, True)
    assert estimate_after([*alone, {}], 0) is None
    assert estimate_after([], 0) is None


# --- More than one review, and what is left of one ----------------------------------------------


def test_a_review_of_another_branch_leaves_what_is_known_of_the_first():
    record = record_game("polygon", "A-C", "C-E", n=6)
    first = pg.review(record, seconds=0.5, progress=False)
    annotate(first, record)
    record.pop()
    record.push("C-F")
    annotate(pg.review(record, seconds=0.25, progress=False), record)
    old = record.root.children[0].children[1]
    assert read_move(old).next == replace(first.moves[1].next, work=first.work)
    assert read_review(record).work.seconds == 0.25
    assert len(read_review(record).moves) == 3


def test_two_reviews_of_one_line_are_read_without_a_contradiction():
    record = record_game("polygon", "A-C", "C-E", n=6)
    found = pg.review(record, progress=False)
    annotate(found, record)
    first, *others = found.positions
    low = replace(first, estimates=(first.estimates[0]._replace(value=-1.0, low=-1.0, high=-1.0),))
    annotate(replace(found, positions=(low,)), record)
    assert all(each.loss >= 0 for each in read_review(record).moves)
    high = replace(others[0], estimates=(first.estimates[0],))
    annotate(replace(found, positions=(low, high)), record)
    assert [each.loss for each in read_review(record).moves] == [0, 0]


def test_a_review_that_measures_something_else_takes_the_place_of_all():
    record = record_game("polygon", "A-C", "C-E", n=6)
    *_, part, found = reviewing(record, progress=False)
    annotate(replace(found, unit="apples"), record)
    annotate(part, record)
    assert read_again(record) == part


def test_a_game_that_went_on_is_no_longer_reviewed_to_its_end():
    record = record_game("polygon", "A-C", n=6)
    annotate(pg.review(record, progress=False), record)
    assert read_review(record).is_complete
    record.push("C-E")
    assert not read_review(record).is_complete


def test_data_of_another_program_are_written_again_as_they_were():
    record = record_game("polygon", "A-C", n=6)
    text = record.to_text().replace("\n\n", '\n% review 9 {"new": [1e5]}\n% other any words\n\n')
    text += '% review 1 {"is" : "blunder"}\n% later  x\n'
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
    '% review 2 {"e":[[-1.0,true]],"line":"A-D"}',
    "a\n% review 2 {}",
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
    "2",
    "2 {",
    "2 []",
    "2 {}",
    "2 " + "[" * 100_000,
    '2 {"e":1}',
    '2 {"e":[]}',
    '2 {"e":[[]]}',
    '2 {"e":[[1],[1],[1]]}',
    '2 {"e":[1]}',
    '2 {"e":[{}]}',
    '2 {"e":[false]}',
    '2 {"e":[["1"]]}',
    '2 {"e":[[true]]}',
    '2 {"e":[[NaN]]}',
    '2 {"e":[[1e999]]}',
    '2 {"e":[[1,2,3,0]]}',
    '2 {"e":[[1,0,null,0]]}',
    '2 {"e":[[1,0,1,-1]]}',
    '2 {"e":[[1,1.5]]}',
    '2 {"e":[[1,1,-1]]}',
    '2 {"e":[[1,1,0.5]]}',
    '2 {"e":[[1,0,1,0,1,1]]}',
    '2 {"e":[[1]],"alike":1}',
    '2 {"e":[[1]],"by":[1]}',
    '2 {"e":[[' + "9" * 400 + "]]}",
]


@pytest.mark.parametrize("text", DAMAGED, ids=lambda text: text[:30])
@pytest.mark.parametrize("ply", [0, 1])
def test_damaged_data_cost_no_game_and_say_nothing(text, ply):
    record = record_game("polygon", "A-C", n=6)
    annotate(pg.review(record, progress=False), record)
    record.annotate(record.path[ply], annotations={"review": text})
    again = pg.Record.from_text(record.to_text())
    assert read_move(again.node) is None
    found = read_review(again)
    assert found is None or found.moves == ()
    assert again.path[ply].annotations["review"] == text


@pytest.mark.parametrize(
    "settings",
    [
        {"unit": 1},
        {"scale": [0]},
        {"scale": [0, "1"]},
        {"measure": "boom"},
        {"measure": []},
        {"work": [1]},
        {"work": ["a", None, 1, True]},
        {"whole": 1},
    ],
    ids=str,
)
def test_damaged_settings_make_no_review(settings):
    record = record_game("polygon", "A-C", n=6)
    annotate(pg.review(record, progress=False), record)
    text = encode_annotation(2, {"e": [[1.0]], **settings})
    record.annotate(record.root, annotations={"review": text})
    assert read_again(record) is None


def annotated(line):
    """Return a record of one move whose start has a stored line of moves."""
    record = record_game("polygon", "A-C", n=6)
    annotate(pg.review(record, progress=False), record)
    data = {"work": None, "e": [[1.0]], "line": line}
    record.annotate(record.root, annotations={"review": encode_annotation(2, data)})
    return record


@pytest.mark.parametrize(
    ("line", "moves"),
    [("A-D;D-F;F-F", ["A-D", "D-F"]), ("nonsense", []), (";", []), (7, []), (-1, []), ([], [])],
)
def test_a_line_ends_where_it_cannot_be_played(line, moves):
    (each,) = read_review(annotated(line)).moves
    assert [str(move) for move in each.line] == moves
    assert each.best == (each.line[0] if moves else None)


LONG = {
    "digits": '2 {"e":[[' + "9" * 900_000 + "]]}",
    "many lines": '2 {"e":[[1]],"line":"' + "A-D;" * 200_000 + '"}',
    "one long move": '2 {"e":[[1]],"line":"' + "A" * 900_000 + '"}',
    "deep": '2 {"e":' + "[" * 900_000,
    "many seats": '2 {"e":[0' + ",0" * 400_000 + "]}",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_long_data_are_read_in_a_time_that_grows_with_their_length(text):
    """A second for a million characters; that with the square of it would take minutes or days."""
    assert len(text) < MAX_LINE_CHARS
    record = annotated("A-D")
    record.annotate(annotations={"review": text})
    before = process_time()
    read_review(record)
    assert process_time() - before < 10


def test_lines_of_a_review_are_read_up_to_a_limit(monkeypatch):
    monkeypatch.setattr(annotations, "MAX_LINE_MOVES_READ", 3)
    record = pg.Record(pg.new("polygon", n=8))
    for node in record_game("polygon", "A-D", "D-F", n=8).path:
        if node.move is not None:
            record.push(node.move)
        line = ("A-D;D-F", "D-F;F-H", "")[node.number]
        text = encode_annotation(2, {"e": [[0.0]], "line": line, "work": None})
        record.annotate(record.node, annotations={"review": text})
    first, second = read_review(record).moves
    assert (len(first.line), len(second.line)) == (1, 2), "the last position is read first"


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
