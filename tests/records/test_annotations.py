"""What programs keep of a move, as data below it."""

import pytest

import polygames as pg
from polygames.core.errors import OptionError, RecordError
from polygames.records.annotations import decode_annotation, encode_annotation, is_number


def record_with(**kept):
    """Return a record of one move with what is kept of it."""
    record = pg.Record(pg.new("polygon", n=6))
    record.push("A-C", comment="mine")
    record.annotate(annotations=kept)
    return record


def test_what_is_kept_stands_below_the_move_and_at_the_start():
    record = record_with(mine='1 {"a":1}', other="words")
    record.annotate(record.root, annotations={"mine": "2 []"})
    record.pop()
    record.push("A-D")
    text = record.to_text()
    assert '\n% mine 2 []\n\n1. A-D\n  1. A-C ; mine\n  % mine 1 {"a":1}\n  % other words\n' in text
    again = pg.Record.from_text(text)
    assert again.to_text() == text
    assert again.root.annotations == {"mine": "2 []"}
    assert again.root.children[1].annotations == {"mine": '1 {"a":1}', "other": "words"}


def test_what_is_kept_is_replaced_by_its_kind_and_taken_away_by_nothing():
    record = record_with(mine="1 1", other="2")
    before = record.node.annotations
    record.annotate(annotations={"mine": "1 2", "third": "3"})
    assert record.node.annotations == {"mine": "1 2", "other": "2", "third": "3"}
    assert before == {"mine": "1 1", "other": "2"}
    record.annotate(annotations={"mine": ""})
    assert record.node.annotations == {"other": "2", "third": "3"}
    assert pg.Record(pg.new("polygon")).root.annotations == {}


@pytest.mark.parametrize(
    ("kind", "text"), [("two words", "1"), ("", "1"), ("mine", "1\n2"), ("mine", "1\u2028")]
)
def test_what_is_no_line_is_refused(kind, text):
    record = record_with()
    with pytest.raises(OptionError, match="one line"):
        record.annotate(annotations={kind: text})
    assert record.node.annotations == {}


def test_two_lines_of_one_kind_are_refused_with_their_row():
    text = record_with(mine="1").to_text()
    with pytest.raises(RecordError, match=r"line \d+.*mine"):
        pg.Record.from_text(f"{text}% mine 2\n")
    with pytest.raises(RecordError, match=r"line 5.*mine"):
        pg.Record.from_text(text.replace("\n\n", "\n% mine 1\n% mine 2\n\n"))


def test_a_line_without_a_kind_is_refused():
    with pytest.raises(RecordError, match="without a kind"):
        pg.Record.from_text(record_with().to_text() + "% \n")


def test_data_are_read_in_their_version_only():
    assert decode_annotation(encode_annotation(1, {"a": [1.5, None]}), 1) == {"a": [1.5, None]}
    assert decode_annotation(encode_annotation(2, {"a": 1}), 1) is None
    assert [
        is_number(each) for each in (1, 1e9, True, float("nan"), float("inf"), 10**400, "1")
    ] == [*(True, True), *(False,) * 5]


@pytest.mark.parametrize(
    "comment", ["Review: luck +1", "Review: best; value 3.", "so % review 1 {}"]
)
def test_a_comment_that_looks_like_data_is_a_comment(comment):
    record = record_with()
    record.comment = comment
    again = pg.Record.from_text(record.to_text())
    assert (again.comment, again.node.annotations) == (comment, {})
