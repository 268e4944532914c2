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
    notes = " ".join(node.comment for node in record.path[1:])
    assert re.search(r"@0\.\d{4}\b", notes)
    assert not re.search(r"\d\.\d{9,}", notes), "nobody reads so many digits"
    named = [each for each in read_review(record).moves if len(each.line) > 1]
    assert named
    for each in named:
        state, line = each.node.parent.state, [str(move) for move in each.line]
        assert leads_on(state, line)
        short = [re.sub(r"0\.\d{5,}", lambda at: f"{float(at[0]):.4f}", text) for text in line]
        assert short == line or not leads_on(state, short), "longer than it must be"


def leads_on(state, line):
    """Whether all moves of a line are legal, one after the other."""
    try:
        for text in line:
            state = state.play(state.parse(text))
    except pg.MoveError:
        return False
    return True


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
