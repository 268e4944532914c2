"""The picture of a position is the scene of its game, with words for a screen reader."""

import pytest

import polygames as pg


@pytest.mark.parametrize("game", pg.games())
def test_a_state_and_its_scene_give_the_same_drawing(game):
    state = pg.new(game)
    of_state, of_scene = pg.svg(state, 300), pg.svg(pg.game(game).scene(state), 300)
    drawn = [each for each in of_state.splitlines() if "<title>" not in each]
    assert drawn == [each for each in of_scene.splitlines() if "<title>" not in each]
    assert f"<title>{pg.game(game).title}: " in of_state


def test_a_title_of_ones_own_is_kept():
    assert "<title>Start</title>" in pg.svg(pg.new("split"), title="Start")
    assert "<title>Start</title>" in pg.svg(pg.game("split").scene(pg.new("split")), title="Start")
