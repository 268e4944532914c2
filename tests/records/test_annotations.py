"""What programs keep of a move, as data below it; and the notes of older files."""

from time import process_time

import pytest

import polygames as pg
from polygames.core.errors import OptionError, RecordError
from polygames.records.annotations import is_number, packed, parted, spelled, unpacked


def record_with(**kept):
    """Return a record of one move with what is kept of it."""
    record = pg.Record(pg.new("polygon", n=6))
    record.push("A-C", comment="mine")
    record.annotate(kept=kept)
    return record


def test_what_is_kept_stands_below_the_move_and_at_the_start():
    record = record_with(mine='1 {"a":1}', other="words")
    record.annotate(record.root, kept={"mine": "2 []"})
    record.pop()
    record.push("A-D")
    text = record.to_text()
    assert '\n% mine 2 []\n\n1. A-D\n  1. A-C ; mine\n  % mine 1 {"a":1}\n  % other words\n' in text
    again = pg.Record.from_text(text)
    assert again.to_text() == text
    assert again.root.kept == {"mine": "2 []"}
    assert again.root.children[1].kept == {"mine": '1 {"a":1}', "other": "words"}


def test_what_is_kept_is_replaced_by_its_kind_and_taken_away_by_nothing():
    record = record_with(mine="1 1", other="2")
    before = record.node.kept
    record.annotate(kept={"mine": "1 2", "third": "3"})
    assert record.node.kept == {"mine": "1 2", "other": "2", "third": "3"}
    assert before == {"mine": "1 1", "other": "2"}
    record.annotate(kept={"mine": ""})
    assert record.node.kept == {"other": "2", "third": "3"}
    assert pg.Record(pg.new("polygon")).root.kept == {}


@pytest.mark.parametrize(
    ("kind", "text"), [("two words", "1"), ("", "1"), ("mine", "1\n2"), ("mine", "1\u2028")]
)
def test_what_is_no_line_is_refused(kind, text):
    record = record_with()
    with pytest.raises(OptionError, match="one line"):
        record.annotate(kept={kind: text})
    assert record.node.kept == {}


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
    assert unpacked(packed(1, {"a": [1.5, None]}), 1) == {"a": [1.5, None]}
    assert unpacked(packed(2, {"a": 1}), 1) is None
    assert [
        is_number(each) for each in (1, 1e9, True, float("nan"), float("inf"), 10**400, "1")
    ] == [*(True, True), *(False,) * 5]


NO_NOTES = [
    "Review: luck +abc",
    "Review: luck +1, ",
    "Review: luck +nan",
    "Review: best; value abc.",
    "Review: best; value 1 (2 to 1).",
    "Review: best; value inf.",
    "Review: best; value 1e999.",
    "Review: best; value 1; loses -1.",
    "Review: best; value 1.\\nmore",
    "Review: best; value 1. Best: A-D\\nmore",
    "Review: best; value \u0663.",
    "No Review: best; value 1. and more",
    "noReview: best; value 1.",
    "Review:\\u0020best; value 1.",
]


@pytest.mark.parametrize("comment", NO_NOTES)
def test_a_comment_that_looks_like_a_note_is_none(comment):
    assert parted(comment) == (comment, {})
    assert spelled(comment) == comment


def test_a_note_is_parted_from_what_a_person_wrote():
    comment, kept = parted("hm Review: luck +1, -2.5")
    assert comment == "hm"
    assert unpacked(kept["review"], 1) == {"old": True, "is": "chance", "lucks": [1.0, -2.5]}
    assert parted(spelled("hm Review: luck +1")) == ("hm Review:\\u0020luck +1", {})


def test_where_data_stand_no_comment_is_read_as_a_note():
    text = record_with(review='1 {"v":1}').to_text().replace("; mine", "; Review: best; value 3.")
    record = pg.Record.from_text(text)
    assert record.comment == "Review: best; value 3."
    assert record.node.kept == {"review": '1 {"v":1}'}


LONG = {
    "digits": "Review: best; value " + "9" * 900_000,
    "digits of luck": "Review: luck +" + "9" * 900_000,
    "digits in brackets": "Review: best; value 1 (" + "1" * 900_000,
    "many beginnings": " Review: luck +1" * 60_000 + "\\n",
    "many beginnings with a line": " Review: best; value 1. Best: A-D" * 30_000 + "\\n",
    "much luck": "Review: luck +1" + ", +1" * 200_000,
    "a long line": "Review: best; value 1. Best: " + ", then ".join(["A-D"] * 90_000),
    "one long move": "Review: best; value 1. Best: " + "A" * 900_000,
}


@pytest.mark.parametrize("comment", LONG.values(), ids=LONG)
def test_a_long_comment_is_read_in_a_time_that_grows_with_its_length(comment):
    """A second for a million characters; that with the square of it would take minutes or days."""
    before = process_time()
    parted(comment)
    spelled(comment)
    assert process_time() - before < 10
