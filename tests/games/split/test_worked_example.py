"""The example game that the designer published, move by move, with its figures.

The lines were read off the pictures to about 0.02, so areas agree to 0.08 of a point.
"""

from pathlib import Path

import pytest
from helpers import WORKED_EXAMPLE, record_game, split, values

import polygames as pg

GOLDEN = Path(__file__).parents[2] / "golden" / "split-worked-example.record"
TOLERANCE = 0.08


@pytest.fixture
def record():
    return pg.load(GOLDEN)


def test_golden_record_is_the_worked_example_as_it_stands(record, tmp_path):
    again = record_game("split", *WORKED_EXAMPLE)
    assert record.moves[:-1] == again.moves
    assert str(record.moves[-1]) == "area 5"
    assert record.start == again.start
    assert record.save(tmp_path / "again").read_bytes() == GOLDEN.read_bytes()


def test_first_line_cuts_off_the_published_corner():
    corner, rest = sorted(values(split(WORKED_EXAMPLE[0])))
    assert corner == pytest.approx(3.13 * 1.86 / 2, abs=1e-9)
    assert corner == pytest.approx(2.911, abs=5e-4)
    assert corner == pytest.approx(100 - 97.07266347552358, abs=TOLERANCE)
    assert rest == pytest.approx(97.07266347552358, abs=TOLERANCE)


def test_second_red_line_leaves_the_published_areas_to_choose_from():
    state = split(*WORKED_EXAMPLE)
    larger, smaller = (state.areas[k].value for k in state.choice)
    assert smaller == pytest.approx(3.71, abs=TOLERANCE)
    assert smaller == pytest.approx(3.705634615660902, abs=TOLERANCE)
    assert larger == pytest.approx(12.51, abs=TOLERANCE)
    assert larger == pytest.approx(12.566206518242385, abs=TOLERANCE)


def test_seats_and_colours_take_turns_and_red_scores_what_blue_chose_as_published(record):
    turns = [(state.phase, state.turn) for state in record.states]
    red, blue = 0, 1
    assert turns == [
        ("line", 0),  # nobody has a colour yet
        ("color", 1),
        ("line", blue),
        ("line", red),
        ("line", blue),
        ("line", red),
        ("area", blue),  # red joined two red lines, so blue chooses
        ("line", blue),
    ]
    assert record.state.seat_colors == ("red", "blue")
    assert record.state.scores == (pytest.approx(3.705634615660902, abs=TOLERANCE), 0)
    assert record.outcome is None
