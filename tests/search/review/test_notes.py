"""A review written into a record: its comments are for people, and are read back."""

import re
from dataclasses import replace
from random import Random

import pytest

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
    assert not re.search(r"\d\.\d{9,}(?!\d*e-)", notes), "nobody reads so many digits"
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


def noted(note):
    """Return the judgement of a first move in Splinter whose comment is a note."""
    record = pg.Record(pg.new("splinter"))
    record.push(next(iter(record.state.legal_moves)), comment=f"Review: {note}")
    return record, read_review(record).moves[0]


OPEN = "value 0.5 (0.2 to 0.8)"


@pytest.mark.parametrize(
    ("note", "flags"),
    [
        (f"good; {OPEN}; loses 0.1; chance 0.7500 to 0.7000.", (False, False, False)),
        (f"good; {OPEN}; loses 0.5; chance 0.7500 to 0.5000.", (False, False, False)),
        (f"blunder; {OPEN}; loses 1.5; chance 0.7500 to 0.0000.", (False, False, True)),
        (f"blunder; {OPEN}; loses 0.5; chance 0.7500 to 0.5000, proved.", (False, False, True)),
        ("good; value 1; loses 0.5; chance 1.0000 to 0.7500.", (False, True, False)),
        ("blunder; value 1; loses 1, exactly; chance 1.0000 to 0.5000.", (True, True, True)),
    ],
    ids=["open", "even", "lost", "tie", "won before", "both"],
)
def test_what_is_proved_is_read_from_old_notes_and_new_ones_and_written_again(note, flags):
    record, each = noted(note)
    assert (each.proved, each.proved_before, each.proved_after) == flags
    annotate(read_review(record), record)
    again = read_review(record).moves[0]
    assert (again.proved, again.proved_before, again.proved_after) == flags
    assert again.chance_after == each.chance_after


def test_an_estimate_is_not_written_as_certain():
    record, each = noted(f"good; {OPEN}; chance 0.7500 to 0.7500.")
    for chance in (0.999_99, 1e-9):
        review = read_review(record)
        found = replace(review, moves=(replace(each, chance_after=chance),))
        annotate(found, record)
        again = read_review(record).moves[0]
        assert not again.proved_after
        assert again.chance_after == pytest.approx(chance, abs=2e-4)
