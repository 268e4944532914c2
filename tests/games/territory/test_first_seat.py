"""Territory: boards on which it is bad to begin, proved by the rules alone."""

from functools import cache

import pytest

import polygames as pg

WORSE_FIRST = {
    ("all", ("AYB", "YYY", "CYY"), "ABC"): -1,
    ("stuck", ("AEE", "DCE", "FBG"), "AFG"): -1,
}
"""Boards, the blue tiles, and the lead of seat 0 with best play."""


def state_of(rows, blue, ending):
    """Return a board as a position: the tiles named are blue, the others yellow."""
    colors = {each: "blue" if each in blue else "yellow" for each in "".join(rows)}
    return pg.new("territory", tiles=rows, colors=colors, penalty=-1, ending=ending)


def by_rules(state):
    """Return seat 0's lead by trying all play."""

    @cache
    def lead(state):
        if state.outcome is not None:
            return state.scores[0] - state.scores[1]
        leads = [lead(state.play(move)) for move in state.legal_moves]
        return max(leads) if state.turn == 0 else min(leads)

    return lead(state)


@pytest.mark.parametrize(("ending", "rows", "blue"), WORSE_FIRST)
def test_on_this_board_the_second_player_is_ahead(ending, rows, blue):
    state = state_of(rows, blue, ending)
    lead = WORSE_FIRST[ending, rows, blue]
    assert by_rules(state) == lead
    assert pg.solve(state).value == lead


def test_on_the_worst_board_of_fourteen_tiles_seat_0_has_five_points_of_eighteen():
    rows = ("DIBLLG", "DIBLLC", "BBBBLN", "JBFEAN", "JBHMKK")
    state = state_of(rows, "CDIJMN", "all")
    assert pg.solve(state).value == 5 - 13
