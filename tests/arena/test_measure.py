"""What games are like: worked examples, and the same figures wherever they are played."""

from random import Random

import pytest
from helpers import interrupt_after

import polygames as pg
from polygames.arena.measure import MeasuredGame, Measures, measure_line
from polygames.arena.ratings import wilson

COLORS = {"A": "blue", "B": "red", "C": "blue", "D": "red"}


class First:
    """Plays the first legal move."""

    def choose(self, state, rng):  # noqa: ARG002 - as agents are called
        return next(iter(state.legal_moves))


def test_a_game_is_measured_by_hand():
    start = pg.new("territory", tiles=["AB", "CD"], colors=COLORS)
    state, line, states = start, [], []
    while state.outcome is None:
        states.append(state)
        line.append(next(iter(state.legal_moves)))
        state = state.play(line[-1])
    found = measure_line(start, line, Random(0))
    assert found.plies == len(line) == 4
    assert found.branching == sum(len(each.legal_moves) for each in states) / 4
    assert found.is_tie == (len(state.outcome.winners) != 1)


def game(plies=4, branching=2.0, leads=1, points=(1.0, 0.0), matters=0.5, line="a"):
    return MeasuredGame(plies, branching, leads, points, points[0] == points[1], matters, line)


def test_without_games_nothing_is_measured_and_a_share_is_at_most_one():
    assert str(Measures("nim", ("x", "y"), 0, ())) == "nim: 0 games by x - y"
    found = Measures("nim", ("x", "y"), 0, (game(matters=0.9), game(matters=1.0, line="b")))
    assert found.decisions.high == 1.0
    assert str(found).endswith("by the game's evaluation")


def test_means_and_shares_have_their_intervals():
    games = (game(), game(plies=8, points=(0.0, 1.0)), game(plies=6, points=(0.5, 0.5), line="b"))
    found = Measures("nim", ("x", "y"), 0, games)
    assert found.length.value == 6
    assert found.length.low == pytest.approx(6 - 1.959964 * 2 / 3**0.5)
    assert found.first_seat.value == 0.5
    assert found.drawishness.value == pytest.approx(1 / 3)
    assert found.drawishness[1:] == wilson(1, 3)
    assert found.branching == (2, 2, 2)
    assert found.distinct == 2


@pytest.mark.slow
def test_where_moves_form_a_continuum_they_are_not_counted():
    found = pg.measure("split", games=2, agents="random", progress=False, workers=1)
    assert found.branching is None
    assert found.lead_changes is not None


@pytest.mark.slow
def test_who_is_to_move_is_no_lead():
    assert pg.measure("polygon", games=4, agents="random", workers=1).lead_changes is None
    assert pg.measure("splinter", games=4, workers=1).lead_changes is not None


def test_a_single_player_has_no_opponent_to_lead_or_tie_with():
    found = pg.measure("splitter", games=3, workers=1)
    assert (found.first_seat, found.drawishness, found.lead_changes) == (None, None, None)
    assert found.length.value == 22  # a placement for each of 22 rolls
    assert found.frame().shape == (6, 6)


@pytest.mark.slow
@pytest.mark.parametrize("name", pg.games())
def test_games_depend_on_their_numbers_and_not_on_the_workers(name):
    alone = pg.measure(name, games=3, seed=2, workers=1, progress=False)
    spread = pg.measure(name, games=3, seed=2, workers=2, progress=False)
    more = pg.measure(name, games=4, seed=2, workers=1, progress=False)
    assert alone.to_dict() == spread.to_dict()
    assert more.games[:3] == alone.games == spread.games


def test_an_interrupt_keeps_the_games_that_are_over():
    with interrupt_after(4, First, "choose"), pytest.raises(pg.Interrupted) as stopped:
        pg.measure(pg.new("polygon", n=4), games=50, agents=First(), workers=1, progress=False)
    found = stopped.value.result
    assert found.is_interrupted
    assert 0 < len(found.games) < 50
    assert f"({len(found.games)} finished games are in the result" in str(stopped.value)


def test_games_that_repeat_each_other_are_said():
    found = pg.measure(pg.new("polygon", n=5), games=3, agents=First(), workers=1)
    assert found.distinct == 1
    assert "of which 1 differ" in str(found)


def test_as_many_agents_as_seats():
    assert pg.measure("polygon", 2, agents=["random", "mobility"], workers=1).names == (
        "random",
        "mobility",
    )
    with pytest.raises(pg.OptionError, match="must have 2 agents for polygon here, not 3"):
        pg.measure("polygon", 2, agents=["random"] * 3)
    with pytest.raises(pg.OptionError, match="unknown agent"):
        pg.measure("polygon", 2, agents="nobody")


def test_a_game_that_is_not_over_is_refused():
    with pytest.raises(pg.OptionError, match="only a finished game can be measured"):
        measure_line(pg.new("split"), [], Random(0))
