"""Territory: boards on which it is bad to begin, proved by the rules alone."""

from functools import cache
from random import Random

import pytest

import polygames as pg
from benchmarks.studies import territory_first as study

WORSE_FIRST = {
    ("all", ("AYB", "YYY", "CYY"), "ABC"): -1,
    ("stuck", ("AEE", "DCE", "FBG"), "AFG"): -1,
}
"""Boards, the blue tiles, and the lead of seat 0 with best play."""


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
    state = study.state_of(rows, blue, ending)
    lead = WORSE_FIRST[ending, rows, blue]
    assert by_rules(state) == lead
    assert pg.solve(state).value == lead


@pytest.mark.parametrize("ending", study.ENDINGS)
def test_the_search_on_graphs_and_the_solver_of_the_game_agree(ending):
    rng = Random(0)
    for _ in range(25):
        rows = study.random_board(rng.randint(3, 6), rng.choice(study.SIZES), rng)
        near, area = study.graph(rows)
        blue = [tile for tile in range(len(area)) if rng.random() < 0.6]
        worth = tuple(each * each * (tile in blue) for tile, each in enumerate(area))
        state = study.state_of(rows, "".join("ABCDEF"[tile] for tile in blue), ending)
        assert pg.solve(state).value == study.value(near, worth, ending)


def test_a_random_board_has_the_number_of_tiles_asked_for():
    rng = Random(1)
    for tiles in (3, 6, 8):
        rows = study.random_board(tiles, (3, 4), rng)
        assert len(set("".join(rows))) == tiles
        assert len(study.state_of(rows, "A", "all").legal_moves) == tiles


def test_on_the_worst_board_of_fourteen_tiles_seat_0_has_five_points_of_eighteen():
    rows = ("DIBLLG", "DIBLLC", "BBBBLN", "JBFEAN", "JBHMKK")
    state = study.state_of(rows, "CDIJMN", "all")
    assert pg.solve(state).value == 5 - 13
