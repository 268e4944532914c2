"""What placements cost: `analyse` and `regret`."""

import pytest
from helpers import play_on, random_state, random_states, record_game

import polygames as pg
from polygames.core.errors import OptionError
from polygames.games.splitter.analysis import BASE_HALF_INTERVAL, regret
from polygames.search import deepen


def game(names, pad="A", seed=1):
    """Play a game with an agent for each seat."""
    agents = [pg.agent(name, game="splitter") for name in names]
    return play_on(record_game("splitter", players=len(names), pad=pad), seed, agents=agents)


def test_each_round_of_a_game_has_its_loss_and_its_luck():
    found = regret(game(["potential"]))
    assert [step.round for step in found.steps] == list(range(1, 23))
    assert all(step.loss >= 0 for step in found.steps)
    assert found.total == pytest.approx(sum(step.loss for step in found.steps))
    assert len(found.table()) == 22
    assert found.worst.loss == max(step.loss for step in found.steps)
    assert f"round {found.worst.round} cost" in str(found)


def test_the_curve_ends_at_the_score_and_in_the_last_round_luck_and_loss_explain_it():
    record = game(["greedy"], pad="B")
    found = regret(record)
    assert found.final == found.expected[-1] == pytest.approx(record.state.scores[0], abs=0.01)
    last = found.steps[-1]
    assert last.expected + last.luck - last.loss == pytest.approx(found.final, abs=0.05)


def test_luck_before_the_last_roll_is_nothing_on_average():
    record = game(["potential"])
    state = record.states[-3]
    losses = []
    for roll, chance in state.chance_outcomes():
        line = pg.Record(state)
        line.push(roll)
        line.push(max(line.state.legal_moves, key=lambda m: line.state.play(m).scores[0]))
        step = regret(line).steps[0]
        losses.append(step.luck * float(chance))
        assert step.loss == pytest.approx(0, abs=1e-6)
    assert sum(losses) == pytest.approx(0, abs=1e-3)


def test_an_agent_loses_nothing_by_its_own_lights_and_a_random_one_much():
    record = game(["expectimax", "random"])
    assert regret(record, 0).total < 1
    assert regret(record, 1).total > 10


def test_by_games_played_on_a_blunder_is_seen_too():
    record = game(["random"], pad=("*##*", "####"))
    assert regret(record, seconds=0.05).total == pytest.approx(regret(record).total, abs=3)


def test_a_seat_that_is_none_or_has_not_written_is_refused():
    record = pg.Record(pg.new("splitter"))
    with pytest.raises(OptionError, match="the option seat must be from 0"):
        regret(record, 1)
    with pytest.raises(OptionError, match="no numbers to rate yet"):
        regret(record)


def test_analyse_values_every_placement_of_a_roll():
    states = random_states(pg.new("splitter", players=2, pad="B"), 4)
    state = next(state for state in states if state.round >= 14 and state.turn == 1)
    found = pg.analyse(state, seconds=0.2)
    assert {each.move for each in found.moves} == set(state.legal_moves)
    assert found.unit == "points expected at the end"
    assert found.best == found.moves[0].move
    assert "points expected at the end" in str(found)


def test_a_placement_that_is_asked_for_is_played_on_as_often_as_the_best_one():
    """It had 36 games and the best one 864: what a move lost was told twice too large."""
    state = pg.new("splitter").play("roll 6-3")
    *_, alone = deepen(state, seconds=0.4, by_work=True)
    worst = alone.moves[-1]
    *_, found = deepen(state, seconds=0.4, also=(worst.move,), by_work=True)
    games = {each.move: each.visits for each in found.moves}
    assert games[worst.move] == games[found.best] > worst.visits


def test_the_first_intervals_of_a_poor_sheet_hold_what_games_played_on_say():
    """Of 465 rows of random games 36 were outside, and 2 are now."""
    state = random_state(23, 27, "splitter", pad="B")
    first, *_, last = deepen(state, seconds=0.4, by_work=True)
    late = {each.move: each.value for each in last.moves}
    assert first.is_early
    assert max(late[each.move] - each.value for each in first.moves) > BASE_HALF_INTERVAL
    assert all(each.low <= late[each.move] <= each.high for each in first.moves)
