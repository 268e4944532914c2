"""Split: what the chooser of the colour gains, from games that are written down."""

import pytest

from benchmarks.studies.split_choice import at_least, at_most, gains


@pytest.mark.parametrize(
    ("games", "least", "most"),
    [
        ("BBBBBB", 0.5, 0.5),
        ("RRRRRR", 0.5, 0.5),
        ("======", 0.0, 0.0),
        ("BBBRRR", -0.5, 0.0),  # the first half misled the chooser
        ("BBRBRR", -1 / 6, 0.0),
        ("BRBRBR", -1 / 6, 0.0),
        ("B=BBB=", 1 / 3, 1 / 3),
    ],
)
def test_the_gain_is_what_the_better_colour_has_beyond_a_half(games, least, most):
    assert at_least(games) == pytest.approx(least)
    assert at_most(games) == pytest.approx(most)


def test_lines_are_counted_by_what_became_of_them():
    found = gains([{"games": games} for games in ("BBBB", "====", "RRRR", "BRBR")])
    assert found["lines"] == 4
    assert found["all games tied"] == 1
    assert found["one colour won all"] == 2
    low, high = found["gain at least"][0], found["gain at most"][0]
    assert low <= high == 0.25
