import numpy as np
import pytest
from helpers import WORKED_EXAMPLE, record_game, split
from matplotlib.colors import to_hex

import polygames as pg
from polygames.plots import score_curve
from polygames.scene import palette


@pytest.fixture
def worked_example():
    return record_game("split", *WORKED_EXAMPLE, "area 5")


def curves(ax):
    return [line for line in ax.lines if line.get_drawstyle() == "steps-post"]


def marks(ax, color):
    """Return the points that are marked in a colour, without the star."""
    return sorted(
        (int(x), float(y))
        for line in ax.lines
        if line.get_marker() not in {"None", "*"} and to_hex(line.get_markeredgecolor()) == color
        for x, y in line.get_xydata()
    )


def key(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_curves_have_the_scores_of_the_record_and_marks_for_the_moves_of_their_seat(record, ax):
    score_curve(record, ax)
    assert len(curves(ax)) == 2
    for seat, line in enumerate(curves(ax)):
        assert line.get_xdata().tolist() == list(range(len(record.states)))
        assert line.get_ydata().tolist() == [state.scores[seat] for state in record.states]
        expected = [
            (ply, record.states[ply].scores[seat])
            for ply, before in enumerate(record.states[:-1], 1)
            if before.turn == seat
        ]
        assert marks(ax, to_hex(line.get_color())) == expected


def test_seats_have_the_names_and_colors_chosen_and_differ_without_them(worked_example, ax):
    score_curve(worked_example, ax)
    assert key(ax)[:2] == ["Red: 3.7", "Blue: 0"]
    one, two = curves(ax)
    assert [to_hex(line.get_color()) for line in (one, two)] == [palette.RED, palette.BLUE]
    assert one.get_linestyle() != two.get_linestyle()
    hollow = {
        to_hex(line.get_markeredgecolor()): to_hex(line.get_markerfacecolor()) == palette.PAPER
        for line in ax.lines
        if line.get_marker() not in {"None", "*"}
    }
    assert hollow == {palette.RED: False, palette.BLUE: True}


def test_kinds_of_move_have_marks_of_their_own_and_stand_in_the_key(worked_example, ax):
    score_curve(worked_example, ax)
    assert key(ax)[2:] == ["draw line", "choose colour", "choose area"]
    handles = ax.get_legend().legend_handles[2:]
    assert len({handle.get_marker() for handle in handles}) == 3


def test_one_kind_of_move_needs_no_key(nim, ax):
    score_curve(record_game(nim.name, "3"), ax)
    assert key(ax) == ["A: 0", "B: 0"]


def test_chance_has_no_mark(nim, ax):
    score_curve(record_game(nim.name, "heads", "3", "3", coin=True), ax)
    marked = [line.get_xdata().tolist() for line in ax.lines if line.get_marker() == "o"]
    assert marked == [[2], [3]]


def test_end_is_marked_at_the_winner_with_the_outcome(record, ax):
    score_curve(record, ax)
    (star,) = (line for line in ax.lines if line.get_marker() == "*")
    (winner,) = record.outcome.winners
    assert star.get_xydata().tolist() == [[len(record.moves), record.state.scores[winner]]]
    assert ax.get_title(loc="left").endswith("wins: more than 50 points")


def test_unfinished_game_has_no_end(worked_example, ax):
    score_curve(worked_example, ax)
    assert not ax.get_title(loc="left")
    assert all(line.get_marker() != "*" for line in ax.lines)


def test_curve_ends_where_the_record_stands(record, ax):
    record.goto(4)
    score_curve(record, ax)
    assert {len(line.get_xdata()) for line in curves(ax)} == {5}


def test_a_record_without_moves_can_be_drawn(ax):
    assert key(score_curve(pg.Record(split()), ax)) == ["Player 1: 0", "Player 2: 0"]


def test_comments_are_numbered_at_their_ply_and_written_below(worked_example, ax):
    worked_example.path[0].comment = "the start"
    worked_example.path[3].comment = "costs $2 or $3"
    worked_example.path[4].kept = {"review": '1 {"is":"best","v":1}'}
    score_curve(worked_example, ax)
    *numbers, below = ax.texts
    assert [(each.get_text(), each.xy[0]) for each in numbers] == [("1", 0), ("2", 3)]
    assert below.get_text().splitlines() == ["1  the start", "2  costs $2 or $3"]
    ax.figure.draw_without_rendering()


def test_marks_of_a_long_game_stay_apart(ax, nim):
    score_curve(record_game(nim.name, *["1"] * 400, heap=400), ax)
    sizes = [line.get_markersize() for line in ax.lines if line.get_marker() == "o"]
    assert np.unique(sizes).tolist() == [1.5]


def test_axes_have_units(record, ax):
    score_curve(record, ax)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("ply", "score (points)")
