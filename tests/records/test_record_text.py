"""Marks and chapters in a record: what `annotate` takes, what a file holds, pictures and pages."""

import re

import pytest
from helpers import play_on, record_game
from page_data import data_of, pictures_in

import polygames as pg
from polygames.records.position_marks import MAX_MARK_NUMBER, MAX_MARKS
from polygames.scene.user_marks import MARK_COLORS, DrawnMark


def texts(marks):
    return [str(mark) for mark in marks]


def test_a_file_with_marks_is_read_by_people():
    record = record_game("polygon", "A-C")
    record.annotate(marks=["arrow A D", "circle B red", "number C 2 blue"], chapter="The opening")
    record.annotate(record.root, marks=["line 0,0.5 A black"])
    lines = record.to_text().splitlines()
    assert lines[3:] == [
        "~ line 0,0.5 A black",
        "",
        "# The opening",
        "1. A-C",
        "~ arrow A D; circle B red; number C 2 blue",
    ]


def test_a_record_without_marks_has_the_text_that_it_had():
    record = record_game("polygon", "A-C")
    record.annotate(marks=["arrow A D"], chapter="x")
    record.annotate(marks=[], chapter="")
    assert record.to_text() == record_game("polygon", "A-C").to_text()


def test_the_same_mark_twice_is_one_and_spaces_do_not_matter():
    record = record_game("polygon")
    record.annotate(marks=["arrow  A D green", "arrow A D", DrawnMark("arrow", ("A", "D"))])
    assert texts(record.marks) == ["arrow A D"]


def test_annotate_leaves_what_is_not_named_as_it_is():
    record = record_game("polygon", "A-C")
    record.annotate(comment="short", glyph="!", marks=["circle A"], chapter="One")
    record.annotate(marks=["circle B"])
    node = record.node
    assert (node.comment, node.glyph, texts(node.marks), node.chapter) == (
        "short",
        "!",
        ["circle B"],
        "One",
    )


BAD = {
    "no kind": ["star A"],
    "empty": [""],
    "half an arrow": ["arrow A"],
    "from and to the same": ["arrow A A"],
    "nowhere": ["circle Z"],
    "a colour": ["circle A pink"],
    "too much": ["circle A red blue"],
    "no number": ["number A"],
    "a number of words": ["number A two"],
    "a negative number": ["number A -1"],
    "a large number": [f"number A {MAX_MARK_NUMBER + 1}"],
    "too far": ["circle 9999999,0"],
    "no list": "circle A",
    "no text": [3],
    "none": 7,
    "too many": [f"number A {each}" for each in range(MAX_MARKS + 1)],
    "a separator": ["circle A;B"],
    "two lines": ["circle A\nred\n# x"],
}


@pytest.mark.parametrize("marks", BAD.values(), ids=BAD)
def test_a_refused_mark_changes_nothing(marks):
    record = record_game("polygon", "A-C")
    record.annotate(marks=["circle B"], comment="kept")
    before = record.to_text()
    if marks == BAD["two lines"]:
        marks = ["circle A red\n# x"]
    with pytest.raises(pg.OptionError):
        record.annotate(marks=marks, comment="lost")
    assert record.to_text() == before


def test_a_message_names_the_mark_and_places_that_there_are():
    with pytest.raises(pg.OptionError, match=r"such as A, B, C, not 'Z'"):
        record_game("polygon").annotate(marks=["circle Z"])


def test_a_heading_is_one_line_and_the_start_takes_none():
    record = record_game("polygon", "A-C")
    for bad in ("two\nlines", 3):
        with pytest.raises(pg.OptionError, match="heading of a chapter"):
            record.annotate(chapter=bad)
    with pytest.raises(pg.RecordError, match="the start of a record has no heading"):
        record.annotate(record.root, chapter="x")
    assert record.chapters == []


FAULTS = {
    "1. A-C\n~ circle Z": r"line 5, 'circle Z': a place of a mark",
    "1. A-C\n~ circle A\n~ circle B": r"line 6: line 5 has the marks of this move already",
    "1. A-C\n# End": r"line 5: no move follows the heading 'End'",
    "# One\n# Two\n1. A-C": r"line 4: no move follows the heading 'One'",
    "~ circle A\n~ circle B\n1. A-C": "line 5, '~ circle B': line 4 has this already",
    "#  \n1. A-C": "line 4: expected a word in the heading",
    "~ nonsense\n1. A-C": r"line 4, 'nonsense': a mark must begin with",
}


@pytest.mark.parametrize(("text", "message"), FAULTS.items())
def test_a_damaged_line_is_named(text, message):
    head = "\n".join(record_game("polygon").to_text().splitlines()[:3])
    with pytest.raises(pg.RecordError, match=re.escape(message) if "r'" in message else message):
        pg.Record.from_text(f"{head}\n{text}\n")


def test_a_place_that_has_no_name_any_more_is_found_in_the_first_picture():
    record = play_on(record_game("splitter"), 1)
    record.annotate(marks=["circle r0c2"])
    assert pg.Record.from_text(record.to_text()).marks == record.marks
    discs = [each for each in record.as_scene() if getattr(each, "center", None) == (2.5, 0.5)]
    assert discs


def test_pictures_and_pages_show_the_marks(tmp_path):
    record = record_game("polygon", "A-C")
    bare = pg.svg(record)
    record.annotate(marks=["arrow A D red", "number B 7"], chapter="The opening", comment="see <b>")
    shown = pg.svg(record)
    assert shown.count(MARK_COLORS["red"]) > bare.count(MARK_COLORS["red"])
    assert ">7</text>" in shown
    assert "red arrow from A to D, number 7 at B" in shown
    assert record.save_picture(tmp_path / "a.svg").read_text() == shown
    png = record.save_picture(tmp_path / "a.PNG", width=300).read_bytes()
    assert png.startswith(b"\x89PNG")
    pdf = record.save_picture(tmp_path / "a.pdf", width=300).read_bytes()
    assert pdf.startswith(b"%PDF")
    assert b"/Subtype /Image" not in pdf, "it is drawn, not painted"
    assert record.save_picture(tmp_path / "b.pdf", width=300).read_bytes() == pdf
    page = record.save_html(tmp_path / "a.html").read_text()
    data = data_of(page)
    row = data["nodes"][1]
    assert (row["chapter"], row["drawn"]) == ("The opening", "red arrow from A to D, number 7 at B")
    record.annotate(marks=[])
    without = data_of(record.save_html(tmp_path / "b.html").read_text())
    assert len(pictures_in(data)[1]) > len(pictures_in(without)[1])


@pytest.mark.parametrize("name", ["a.jpg", "a"])
def test_a_picture_of_another_kind_is_refused_and_nothing_written(name, tmp_path):
    with pytest.raises(pg.OptionError, match=r"must be '\.svg' or '\.png' or '\.pdf'"):
        record_game("polygon").save_picture(tmp_path / name)
    assert list(tmp_path.iterdir()) == []
