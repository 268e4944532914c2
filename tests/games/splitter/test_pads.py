"""Pads: the published ones, one's own, and what is none."""

import pytest
from oracles import splitter_plainly as plainly

import polygames as pg
from polygames.core.errors import OptionError
from polygames.games.splitter.pads import PADS, Pad, find_pad


@pytest.mark.parametrize(("name", "drawn"), [("A", plainly.PAD_A), ("B", plainly.PAD_B)])
def test_the_published_pads_have_their_cells_stars_and_hearts(name, drawn):
    pad, marks = PADS[name], plainly.cell_marks(drawn)
    assert set(pad.places) == set(marks)
    assert len(pad.places) == 44
    assert pad.rounds == 22
    assert {pad.places[cell] for cell in pad.stars} == {p for p, m in marks.items() if m == "*"}
    assert {pad.places[cell] for cell in pad.hearts} == {p for p, m in marks.items() if m == "h"}


def test_a_pad_is_given_by_name_by_text_or_by_rows():
    rows = ("*##*", ".##.")
    assert find_pad("*##* .##.") == find_pad("*##*/.##.") == find_pad(rows) == find_pad(list(rows))
    assert find_pad(plainly.PAD_A) == PADS["A"] == find_pad("A") == find_pad(PADS["A"])
    assert find_pad(plainly.PAD_A).name == "A"
    assert str(find_pad(rows)) == "*##*/.##."


@pytest.mark.parametrize(
    ("pad", "problem"),
    [
        ((), "expected 'A', 'B' or rows of text"),
        ("C", "'C' has 1"),
        ("*#*", "even number of columns, 2 to 16; '*#*' has 3"),
        ("*##* ###", "row 2, '###', has 3 columns, row 1 has 4"),
        ("*##* ###.", "row 2, '###.', is not symmetrical"),
        ("*#x#*#", "row 1, '*#x#*#', holds 'x': expected only # * h and ."),
        ("####", "a pad must have 2 stars '*', not 0"),
        ("**** ####", "a pad must have 2 stars '*', not 4"),
        ("*h#*", "a pad must have either no heart 'h' or 3, not 1"),
        ("*hh* hh##", "a pad must have either no heart 'h' or 3, not 4"),
        (" ".join(["*##*", *["####"] * 16]), "at most 16 rows, not 17"),
        ("*" + "#" * 16 + "*", "has 18"),
        (7, "'A', 'B' or rows of text, not 7"),
        ((1, 2), "expected 'A', 'B' or rows of text, not (1, 2)"),
    ],
)
def test_what_is_no_pad_is_refused_with_the_reason(pad, problem):
    with pytest.raises(OptionError) as caught:
        pg.new("splitter", pad=pad)
    assert problem in str(caught.value)
    assert "pad of splitter" in str(caught.value)


def test_pads_are_equal_by_their_rows_alone():
    pad = Pad(PADS["B"].rows)
    assert pad.neighbours
    assert pad == PADS["B"]
    assert hash(pad) == hash(PADS["B"])
