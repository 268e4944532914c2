"""An analysis ranks the moves, says how sure it is, and shows itself."""

from base64 import b64decode
from random import Random

import pytest
from toys import NIM, registered

import polygames as pg
from polygames.core.analysis import Analysis
from polygames.core.errors import IllegalMoveError, OptionError
from polygames.view.overlay import overlay
from polygames.widgets.panels.analysis_text import content_of


def test_a_proved_win_comes_first_and_says_so():
    found = pg.analyse(pg.new("splinter", board=["BwW.", "..b.", "..wb"]), seconds=0.5)
    first = found.moves[0]
    assert first.proved
    assert first.value == first.low == first.high == 1
    assert "proved" in str(found)


def test_values_are_those_of_the_seat_to_move():
    with registered(NIM):
        state = pg.new("nim", heap=7)
        for move in ("1", "3"):
            found = pg.analyse(state, seconds=0.3)
            assert {each.move.what: each.value for each in found.moves} == {
                str(n): 1 if (state.heap - n) % 4 == 0 else -1
                for n in range(1, min(3, state.heap) + 1)
            }
            state = state.play(state.parse(move))


@pytest.mark.parametrize("game", ["split", "splinter"])
def test_estimates_lie_in_their_intervals_best_first(game):
    found = pg.analyse(pg.new(game), seconds=0.3)
    assert all(each.low <= each.value <= each.high for each in found.moves)
    assert all(0 <= each.chance <= 1 for each in found.moves)
    assert all(each.move in found.state.legal_moves for each in found.moves)
    assert found.best == found.moves[0].move
    assert len(found.table()) == len(found.moves)


def test_it_shows_itself_as_a_picture_and_as_text():
    bundle = pg.analyse(pg.new("splinter"), seconds=0.2)._repr_mimebundle_()
    assert b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    assert "seat 0 to move" in bundle["text/plain"]


def test_what_cannot_be_analysed_is_refused():
    with pytest.raises(IllegalMoveError, match="over"):
        pg.analyse(pg.new("splinter", board=["W..B", "w..b"]))
    with pytest.raises(OptionError, match="statistics"):
        pg.analyse(pg.new("splinter"), seconds=0.1, agent="random")
    with registered(NIM), pytest.raises(OptionError, match="dice"):
        pg.analyse(pg.new("nim", coin=True))


# --- Where there is little to tell ---------------------------------------------------------------


@pytest.mark.parametrize("game", pg.games())
def test_the_shortest_time_is_enough_for_a_word_on_some_move(game):
    state = pg.new(game, **{"territory": {"penalty": 0, "size": 14}}.get(game, {}))
    while state.turn == pg.CHANCE:
        state = state.play(state.legal_moves.sample(Random(0)))
    found = pg.analyse(state, seconds=1e-9)
    assert found.best in state.legal_moves
    assert all(each.low <= each.value <= each.high for each in found.moves)


def test_an_analysis_that_found_nothing_says_so_everywhere():
    found = Analysis(pg.new("splinter"), ())
    assert found.best is None
    assert len(found.table()) == 0
    assert "nothing was found" in str(found)
    assert b64decode(found._repr_mimebundle_()["image/png"]).startswith(b"\x89PNG")
    assert "nothing was found" in found.plot().get_title()
    assert "nothing was found" in content_of(found, None)["note"]
    assert overlay(found) == ()
