"""Split's moves and positions as text, both ways."""

import pytest
from call_counts import count_calls
from helpers import WORKED_EXAMPLE, split
from hypothesis import given
from strategies import split_plays

import polygames as pg
from polygames.games.split import notation
from polygames.games.split.rules import DrawLine
from polygames.geometry.planar import Spot


@given(split_plays())
def test_texts_of_a_move_and_of_a_position_read_back_to_the_last_digit(play):
    state, move = play
    again = pg.from_text(state.to_text())
    assert (again.map, again.areas, again.ply) == (state.map, state.areas, state.ply)
    assert again.play(again.parse(str(move))).to_text() == state.play(move).to_text()


@pytest.mark.parametrize(
    "text",
    [
        "draw 0@0.25 - 2@0.75",
        "draw 2@0.75 - 0@0.25",
        "  draw   0@.25-2@7.5e-1  ",
        "draw 2.5,0 - 7.5,10",
        "draw 7.5,10 - 2.5,0",
        "draw 2.5 , 0-7.5 , 10",
        "draw +2.5,-0.0 - 7.5,1e1",
        "draw 2.5,0.2 - 7.5,9.8",
    ],
)
def test_the_forms_of_a_line_mean_the_same(text):
    assert split().parse(text) == DrawLine(Spot(0, 0.25), Spot(2, 0.75))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draw",
        "draw 0@0.5",
        "draw 0@0.5 - ",
        "draw 0@0.5 2@0.5",
        "draw 0@0.5 - 2@0.5 - 1@0.5",
        "draw 0@nan - 2@0.5",
        "draw 0@0.5 - -2@0.5",
        "draw 0,1,2 - 3,4",
        "draw a,b - c,d",
        "DRAW 0@0.5 - 2@0.5",
        "fill",
        "fill -1",
        "fill 1.0",
        "fill 9999999999",
        "area one",
        "color green",
        "color",
        "pass",
        "draw 0@0.5 - 2@0.5\nfill 1",
    ],
)
def test_text_that_is_no_move_is_invalid_and_the_message_names_it(text):
    with pytest.raises(pg.InvalidMoveError) as caught:
        split().parse(text)
    message = str(caught.value)
    assert message.startswith(f"invalid move {text!r}: expected 'draw x0,y0 - x1,y1'")
    assert message.endswith("(position: ply 0, seat 0 to draw or fill)")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("draw 0@0.5 - 0@0.7", "both ends lie on one line"),
        ("draw 0@0 - 2@0.7", "0.0 is not inside line 0"),
        ("draw 0@0.5 - 7@0.7", "there is no line 7"),
        ("draw 3,0 - 7,0", "both points are on one side"),
        ("draw 3,0 - 7,1e999", "finite coordinates"),
        ("fill 0", "is worth 100, too much to fill"),
        ("fill 1", "there is no area 1"),
        ("color red", "draw a line or fill an area now"),
        ("area 0", "draw a line or fill an area now"),
    ],
)
def test_text_of_a_move_that_the_rules_forbid_is_illegal_and_says_why(text, reason):
    with pytest.raises(pg.IllegalMoveError) as caught:
        split().parse(text)
    message = str(caught.value)
    assert message.startswith("illegal move '")
    assert reason in message
    assert "(position: ply 0, seat 0 to draw or fill)" in message


def test_a_place_is_written_so_that_every_digit_survives():
    move = DrawLine(Spot(0, 1 / 3), Spot(2, 0.1 + 0.2))
    assert str(move) == "draw 0@0.3333333333333333 - 2@0.30000000000000004"
    assert split().parse(str(move)) == move


def test_a_line_may_be_made_of_plain_pairs():
    assert DrawLine((2, 0.5), (0, 0.25)) == DrawLine(Spot(0, 0.25), Spot(2, 0.5))


def test_digits_without_end_are_still_a_number():
    zeros = "0" * 300
    text = f"draw 0@{zeros}.25{zeros} - 2@0.75{zeros}"
    assert split().parse(text) == DrawLine(Spot(0, 0.25), Spot(2, 0.75))
    zeros = "0" * 50_000  # the notation itself sets no bound, and takes time in proportion
    text = f"draw 0@{zeros}.25{zeros} - 2@0.75{zeros}"
    assert notation.parse(split(), text) == DrawLine(Spot(0, 0.25), Spot(2, 0.75))


def test_position_is_written_as_its_lines_in_order():
    assert (
        split(*WORKED_EXAMPLE).to_text()
        == str(split(*WORKED_EXAMPLE))
        == (
            "split\n"
            "fill_limit 5.0\n"
            "fill_inclusive True\n"
            "min_area 1e-06\n"
            "ply 6\n"
            "turn 1\n"
            "colors red blue\n"
            "choice 1 5\n"
            "line red draw 0@0.186 - 3@0.313\n"
            "line blue draw 0@0.487 - 2@0.518\n"
            "line red draw 4@0.792765812997 - 5@0.550935550936\n"
            "line blue draw 1@0.525 - 5@0.466985227197\n"
            "line red draw 4@0.21431750462 - 6@0.361645787177\n"
            "areas ......\n"
        )
    )


def strips(count):
    """Return a position of this many lines from the top to the bottom, side by side."""
    places = [(n + 1) / (count + 2) for n in range(count)]
    lines = "".join(f"line red draw 0@{at!r} - 2@{at!r}\n" for at in places)
    areas = "." * (count + 1)
    return f"split\nturn 1\ncolors red blue\n{lines}areas {areas}\n"


@pytest.mark.slow
def test_a_position_of_a_thousand_lines_is_soon_read_and_has_a_limit(monkeypatch):
    few, _ = count_calls(lambda: pg.from_text(strips(500)))
    number, state = count_calls(lambda: pg.from_text(strips(1000)))
    assert number < 2.2 * few, "it takes time in proportion to the lines"
    assert len(state.areas) == 1001
    monkeypatch.setattr(notation, "MAX_POSITION_LINES", 1000)
    with pytest.raises(
        pg.PositionError, match=r"line 1004, .*: a position must have at most 1000 lines"
    ):
        pg.from_text(strips(15_000))


GOOD = split(*WORKED_EXAMPLE, "area 5").to_text()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("split\n", "split 2\n", "line 1 is 'split 2', expected 'split'"),
        ("fill_limit 5.0", "fill_limit five", "line 2, 'fill_limit five': expected a number"),
        ("fill_limit 5.0", "fill_limit 60", r"the options of split must have 0 < 2 \* min_area"),
        ("fill_inclusive True", "fill_inclusive yes", "line 3, .*: expected True or False"),
        ("ply 7", "ply seven", "line 5, 'ply seven': expected a whole number"),
        ("ply 7", "ply -1", "line 5, 'ply -1': expected a whole number of 0 or more"),
        ("turn 1", "turn 2", "there is no seat 2"),
        ("colors red blue", "colors red red", "line 7, .*: expected red blue or blue red"),
        ("colors red blue\n", "", "the seats have no colours, but more than the first line"),
        ("line red draw 0@0.186", "line green draw 0@0.186", "line 8, .*: expected red or blue"),
        ("draw 0@0.186", "draw 0@x", "line 8, .*: expected 'draw line@at - line@at'"),
        ("draw 0@0.186", "draw 0@1.186", "line 8, .*: no area has both ends"),
        ("draw 0@0.186", "draw 9@0.186", "line 8, .*: no area has both ends"),
        ("draw 0@0.487", "draw 0@0.186", "line 9, .*: no area has both ends"),
        ("draw 0@0.186", "draw 0@1e-11", "line 8, .*: 1e-11 of line 0 is within 1e-09 of a corner"),
        (
            "draw 0@0.487",
            "draw 0@0.18600000001",
            "line 9, .*: another line ends at 0.186 of line 0",
        ),
        ("draw 1@0.525 - 5@0.466985227197", "draw 1@0.525 - 5@0.550935550936", "line 11, .* ends"),
        ("areas .....0", "areas ....", "4 owners for 6 areas"),
        (
            "areas .....0",
            f"areas {'.' * 5002}",
            "line 13, .*: expected at most 5001 owners of areas, not 5002",
        ),
        ("ply 7", "ply 7\nply 8", "line 6, 'ply 8': a second line that begins with 'ply'"),
        ("areas .....0", "areas .....2", r"line 13, .*: expected \., 0 or 1, not '2'"),
        ("areas .....0\n", "", "1 owners for 6 areas"),
        ("areas .....0", "choice 1\nareas .....0", "line 13, 'choice 1': expected two areas"),
        ("areas .....0", "choice 1 5\nareas .....0", "choice names an area that is not open"),
        ("areas .....0", "choice 1 1\nareas .....0", "choice names one area twice"),
        ("areas .....0", "choice 1 9\nareas .....0", "choice names an area that is not open"),
    ],
)
def test_a_position_that_is_wrong_is_refused_with_the_line_and_the_reason(old, new, message):
    assert GOOD.count(old) == 1
    with pytest.raises(pg.PositionError, match=f"^not a position of split: {message}"):
        pg.from_text(GOOD.replace(old, new))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("turn 1", "without colours it is the turn of seat 0"),
        ("colors red blue", "the seats have colours before the first line"),
        ("turn 0\nline red draw 0@0.5 - 2@0.5\nareas ..", "it is the turn of seat 1"),
        ("turn 1\nline blue draw 0@0.5 - 2@0.5\nareas ..", "the first line is red"),
        ("turn 1\nline red draw 0@0.5 - 2@0.5\nareas .0", "no colours, but more than the first"),
        ("turn 1\nline red draw 0@0.5 - 2@0.5\nchoice 0 1\nareas ..", "no colours, but more than"),
    ],
)
def test_a_position_that_no_game_begins_with_is_refused(rows, message):
    with pytest.raises(pg.PositionError, match=message):
        pg.from_text(f"split\n{rows}\n")


@pytest.mark.parametrize("text", ["", " \n", "chess\n", "Split\n", "\nply 1"])
def test_text_that_names_no_game_is_refused_with_the_names_there_are(text):
    with pytest.raises(pg.PositionError, match=r"must be one of .*split"):
        pg.from_text(text)
