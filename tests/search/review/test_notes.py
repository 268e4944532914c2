"""A review written into a record: its comments are for people, and are read back."""

import re
from random import Random

import polygames as pg
from polygames.core.analysis import RESULT
from polygames.search.review import annotate, read_review


def test_a_comment_of_split_writes_few_long_numbers_and_its_line_is_read_back():
    record = pg.Record(pg.new("split"))
    for move in ("draw 0,3.13 - 1.86,0", "color blue", "draw 4.87,0 - 5.18,10", "draw 0,9 - 1,10"):
        record.push(move)
    annotate(pg.review(record, seconds=0.3), record)  # lines long enough to count
    notes = [node.comment for node in record.path[1:]]
    places = [place for note in notes for place in re.findall(r"@(\d\.\d+)", note)]
    short = [place for place in places if len(place) <= len("0.1234")]
    assert len(short) > 0.8 * len(places) > 0, "all but ends that nearly touch another"
    named = [each for each in read_review(record).moves if len(each.line) > 1]
    assert named
    for each in named:
        state = each.node.parent.state
        for move in each.line:
            assert move in state.legal_moves
            state = state.play(move)


def test_a_review_that_is_read_names_points_where_values_are_no_results():
    record, rng = pg.Record(pg.new("splitter")), Random(1)
    for _ in range(4):
        record.push(record.state.legal_moves.sample(rng))
    annotate(pg.review(record, seconds=0.02, progress=False), record)
    assert read_review(record).unit == "points"
    assert read_review(record, unit="value").unit == "value"
    short = pg.Record(pg.new("polygon", n=6))
    short.push("A-C")
    annotate(pg.review(short, progress=False), short)
    assert read_review(short).unit == RESULT
