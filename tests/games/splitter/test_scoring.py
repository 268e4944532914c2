"""What sheets score: published ones, worked ones, and any against a plain count."""

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import splitter_plainly as plainly

from polygames.core.errors import OptionError, PositionError
from polygames.games.splitter import score_sheet
from polygames.games.splitter.scoring import (
    SOLO_RATINGS,
    Score,
    read_sheet,
    sheet_rows,
    solo_rating,
    total_points,
)

SHEETS = {
    ("A", "00245100 01333110 56111155 31166354 11116555 01112250 00166100"): 7,
    ("B", "11100131 11333111 06111150 01100350 01116550 11112251 22100121"): 15,
    ("A", "..2266.. .566615. 15625556 65524456 66544666 .663326. ..6312.."): 56,
    ("B", "234..433 23424443 .342121. .64..26. .623366. 16213266 666..261"): 61,
}
"""Sheets that were scored by hand, among them one with the most points for each pad."""

SMALL = "*##* #### .##."
FILLED = {  # what becomes of the groups on the small pad
    "3..3 .... ....": ["possible", "possible"],
    "33.. 3... ....": ["scoring"],
    "3333 .... ....": ["dead"],
    "3113 1..1 ....": ["dead", "dead", "dead", "scoring", "scoring"],
}


def drawn(pad):
    return " ".join(pad.rows)


def test_the_sheet_of_the_published_rules_scores_29():
    score = score_sheet("A", plainly.SARA_SHEET)
    assert score.by_number == {1: 5, 2: 4, 3: 6, 4: 4, 5: 10, 6: 0}
    assert (score.total, score.stars, score.hearts) == (29, 5, 0)


@pytest.mark.parametrize(("sheet", "points"), SHEETS.items(), ids=lambda value: str(value)[:8])
def test_sheets_scored_by_hand(sheet, points):
    score = score_sheet(*sheet)
    assert score.total == points
    assert score.total == sum(score.by_number.values()) + score.hearts


def test_hearts_are_worth_5_whatever_the_groups_are():
    rows = ["......2.", "........", ".2......", "........", "....2...", "........", "........"]
    assert score_sheet("B", rows).total == 5
    assert score_sheet("B", rows).hearts == 5
    assert score_sheet("B", [*rows[:4], "....3...", *rows[5:]]).total == 0
    assert score_sheet("B", [*rows[:4], "........", *rows[5:]]).total == 0, "two hearts of three"


def test_a_group_is_doubled_once_however_many_stars_it_holds():
    score = score_sheet("#**# ####", ["0220", "0000"])
    assert (score.total, score.stars) == (4, 2)


def test_ones_side_by_side_score_nothing_and_diagonal_ones_do():
    assert score_sheet("A", ["..11....", *["0" * 8] * 6]).total == 0
    assert score_sheet("A", ["..1.....", ".1......", *["0" * 8] * 5]).total == 2


def test_an_empty_sheet_scores_nothing_and_can_reach_the_published_maxima():
    for name, most in (("A", 56), ("B", 61)):
        score = score_sheet(name, ["0" * 8] * 7)
        assert (score.total, score.possible, score.groups) == (0, most, ())


def test_the_parts_say_which_cells_are_a_group():
    score = score_sheet("*##* .##.", "2113 .13.")
    assert [(group.value, group.cells, group.state) for group in score.groups] == [
        (2, (0,), "dead"),
        (1, (1, 2, 4), "dead"),
        (3, (3,), "dead"),
        (3, (5,), "dead"),
    ]


@pytest.mark.parametrize(("rows", "states"), FILLED.items())
def test_a_group_scores_can_score_or_is_dead(rows, states):
    assert [group.state for group in score_sheet(SMALL, rows).groups] == states


@given(strategies.splitter_sheets())
def test_any_sheet_scores_as_counted_plainly(sheet):
    pad, numbers = sheet
    rows = sheet_rows(pad, numbers)
    by_number, hearts = plainly.score(drawn(pad), rows)
    score = Score(pad, numbers)
    assert (score.by_number, score.hearts) == (by_number, hearts)
    assert score.total == total_points(pad, numbers) == sum(by_number.values()) + hearts
    assert score.stars == sum(g.value for g in score.groups if g.has_star and g.points)


@given(strategies.splitter_sheets())
def test_cells_are_in_one_group_each_and_groups_hold_one_number(sheet):
    pad, numbers = sheet
    found = Score(pad, numbers).groups
    cells = sorted(cell for group in found for cell in group.cells)
    assert cells == [cell for cell, number in enumerate(numbers) if number]
    assert all({numbers[cell] for cell in group.cells} == {group.value} for group in found)


@settings(max_examples=40, deadline=None)
@given(strategies.splitter_sheets(st.just("*##* .##.")).filter(lambda s: s[1].count(0) <= 4))
def test_a_group_can_score_just_if_some_way_to_fill_the_sheet_has_it_and_none_has_more(sheet):
    pad, numbers = sheet
    text, rows = drawn(pad), sheet_rows(pad, numbers)
    full = list(plainly.completions(text, rows))
    for group in Score(pad, numbers).groups:
        inside = {pad.places[cell] for cell in group.cells}
        ends = any(
            any(inside <= found and len(found) == group.value for found in groups)
            for groups in (plainly.groups(plainly.cell_numbers(rows)) for rows in full)
        )
        assert (group.state != "dead") == ends
    assert max(plainly.total(text, each) for each in full) <= Score(pad, numbers).possible


@given(strategies.splitter_sheets(), st.randoms(use_true_random=False))
def test_no_random_way_to_fill_a_large_sheet_exceeds_it_either(sheet, rng):
    pad, numbers = sheet
    filled = tuple(number or rng.randint(1, 6) for number in numbers)
    assert total_points(pad, filled) <= Score(pad, numbers).possible
    assert Score(pad, filled).possible == total_points(pad, filled)


@given(strategies.splitter_sheets())
def test_rows_read_back_to_the_sheet(sheet):
    pad, numbers = sheet
    rows = sheet_rows(pad, numbers)
    assert read_sheet(pad, rows) == numbers
    assert read_sheet(pad, " ".join(rows)) == numbers
    assert read_sheet(pad, [row.replace("0", ".") for row in rows]) == numbers


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (["0" * 8] * 6, "expected 7 rows, not 6"),
        (["0" * 7] + ["0" * 8] * 6, "row 0 is '0000000': expected 8 characters"),
        (["00700000"] + ["0" * 8] * 6, "row 0, column 2 holds '7'"),
        (["1" + "0" * 7] + ["0" * 8] * 6, "row 0, column 0 holds '1': there is no cell"),
        ([12345678] * 7, "row 0 is 12345678"),
        ("nonsense", "expected 7 rows, not 1"),
    ],
)
def test_what_is_no_sheet_is_refused_with_the_place(rows, problem):
    with pytest.raises(PositionError) as caught:
        score_sheet("A", rows)
    assert problem in str(caught.value)


def test_a_wrong_pad_is_refused_before_the_sheet_is_looked_at():
    with pytest.raises(OptionError, match="pad of splitter"):
        score_sheet("Z", ["0" * 8] * 7)


def test_ratings_step_where_the_published_table_does():
    assert [least for least, _ in SOLO_RATINGS] == [0, 28, 31, 34, 37, 39, 41, 43, 45, 47, 49, 51]
    for (least, words), (above, _) in zip(SOLO_RATINGS, [*SOLO_RATINGS[1:], (62, "")], strict=True):
        assert {solo_rating(points) for points in range(least, above)} == {words}
    assert len({words for _, words in SOLO_RATINGS}) == 12
