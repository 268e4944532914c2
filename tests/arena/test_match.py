"""Matches are paired, repeat with their seed on any number of workers, and end when clear."""

import json
import signal
import threading
import warnings
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace

import pytest
from helpers import pickle_copy

import polygames as pg
from polygames.core.errors import OptionError
from polygames.search import RandomAgent

QUICK = {"seed": 3, "progress": False}


class Interrupting(RandomAgent):
    """Plays as random does, and is interrupted in its second game."""

    games = 0

    def choose(self, state, rng):
        if state.ply < 2:
            Interrupting.games += 1
        if Interrupting.games > 2:
            raise KeyboardInterrupt
        return super().choose(state, rng)


def test_games_are_paired_with_seats_swapped():
    result = pg.match("split", "greedy", "random", games=6, **QUICK)
    assert [game.pair for game in result.games] == [0, 0, 1, 1, 2, 2]
    assert [game.seats[0] for game in result.games] == ["greedy", "random"] * 3
    assert all(sum(game.points) == 1 for game in result.games)
    assert sum(result.wins) == 6
    assert result.points == result.share * 6
    assert str(result).startswith("greedy - random: ")


@pytest.mark.slow
def test_the_same_on_one_worker_and_on_two():
    one = pg.match("split", "greedy", "random", games=6, workers=1, **QUICK)
    two = pg.match("split", "greedy", "random", games=6, workers=2, **QUICK)
    assert one.to_dict() == two.to_dict()
    more = pg.match("split", "greedy", "random", games=8, **QUICK)
    assert more.games[:6] == one.games
    assert pg.match("split", "greedy", "random", games=6, seed=4, progress=False) != one


def test_to_dict_is_plain_data_without_times():
    data = pg.match("split", "greedy", "random", games=2, **QUICK).to_dict()
    assert json.loads(json.dumps(data))["names"] == ["greedy", "random"]
    assert not [key for key in data if "second" in key or "time" in key]


@pytest.mark.slow
def test_a_match_ends_when_the_test_is_clear():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = pg.match("split", "oneply", "random", games=80, test=(0.5, 0.9), **QUICK)
        twin = pg.match("split", "oneply", "random", games=80, test=(0.5, 0.9), workers=2, **QUICK)
    assert result.verdict == "high"
    assert len(result.games) < 20
    assert twin == result
    assert "sequential test says high" in str(result)


def test_an_interrupt_keeps_the_pairs_that_are_over():
    Interrupting.games = 0
    with pytest.raises(pg.Interrupted) as stopped:
        pg.match("split", Interrupting(), "random", games=10, workers=1, **QUICK)
    result = stopped.value.result
    assert len(result.games) == 2
    assert result.is_interrupted
    assert result.to_dict()["is_interrupted"]
    assert str(result).endswith("; interrupted after 1 pair")
    assert str(result) in str(stopped.value)
    assert "2 games of finished pairs are in the result" in str(stopped.value)


def test_a_loop_around_matches_ends_at_an_interrupt():
    Interrupting.games, begun = 0, []

    def loop():
        for seed in range(3):
            begun.append(seed)
            pg.match("split", Interrupting(), "random", games=4, workers=1, seed=seed)

    with pytest.raises(KeyboardInterrupt):
        loop()
    assert begun == [0]


def test_an_interrupt_before_the_first_pair_is_said_too():
    Interrupting.games = 2
    with pytest.raises(pg.Interrupted) as stopped:
        pg.match("split", Interrupting(), "random", games=4, workers=1, **QUICK)
    said = "Interrupting - random: no games; interrupted after 0 pairs"
    assert str(stopped.value.result) == said


class Keeping(RandomAgent):
    """Keeps interrupts to itself, as an agent does that asks a solver."""

    def choose(self, state, rng):
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        return super().choose(state, rng)


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupt_that_an_agent_keeps_to_itself_ends_the_match():
    with pytest.raises(pg.Interrupted) as stopped:
        pg.match("polygon", Keeping(), "random", games=100, workers=1, **QUICK)
    assert stopped.value.result.is_interrupted
    assert len(stopped.value.result.games) == 2


def test_an_interrupted_tournament_says_so_in_text_and_in_a_notebook():
    Interrupting.games = 0
    with pytest.raises(pg.Interrupted) as stopped:
        pg.tournament("split", ["random", Interrupting()], games=10, workers=1, **QUICK)
    result = stopped.value.result
    assert len(result.games) == 2
    assert result.is_interrupted
    assert str(result).splitlines()[-1] == "interrupted after 1 pair"
    assert "interrupted after 1 pair" in result._repr_html_()
    assert pickle_copy(stopped.value).result == result


def test_players_are_names_names_with_options_or_agents():
    result = pg.match("split", ("greedy", {"width": 5}), RandomAgent(), games=2, **QUICK)
    assert result.names == ("greedy width=5", "RandomAgent")
    twins = pg.match("split", "random", "random", games=2, **QUICK)
    assert twins.names == ("random", "random (2)")
    with pytest.raises(OptionError, match="unknown agent"):
        pg.match("split", "nobody", "random", games=2, **QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_agents_that_can_be_stopped_play_as_objects_what_they_play_by_name(workers):
    names = ("mcts", {"seconds": None, "visits": 30}), ("minimax", {"seconds": None, "depth": 1})
    agents = [pg.agent(name, game="splinter", **options) for name, options in names]
    for agent in agents:
        agent.stop.set()  # a copy is not stopped
    short, start = QUICK | {"games": 2, "workers": workers}, pg.new("splinter", max_plies=6)
    by_name, by_agent = (
        pg.match(start, *names, **short),
        pg.match(start, *agents, **short),
    )
    assert by_agent.names == ("Uct", "AlphaBeta")
    assert [replace(game, seats=(), text="") for game in by_agent.games] == [
        replace(game, seats=(), text="") for game in by_name.games
    ]
    assert all(agent.stop.is_set() for agent in agents)


@pytest.mark.parametrize("game", pg.games())
def test_every_agent_of_every_game_can_be_copied_and_its_copy_is_not_stopped(game):
    for name in pg.game(game).agents:
        agent = pg.agent(name, game=game)
        copy = deepcopy(agent)
        assert type(copy) is type(agent)
        if stop := getattr(agent, "stop", None):
            stop.set()
            assert not copy.stop.is_set()
            assert not deepcopy(agent).stop.is_set()


def test_a_stop_flag_can_be_sent_to_a_process():
    agent = pg.agent("mcts", game="splinter")
    agent.stop.set()
    sent = pickle_copy(agent)
    assert not sent.stop.is_set()
    assert sent.tuning == agent.tuning


class Stoppable(RandomAgent):
    """Plays as random does, and has a plain event for a flag, as the protocol allows."""

    def __init__(self):
        self.stop = threading.Event()


@pytest.mark.parametrize("workers", [1, 2])
def test_an_agent_with_a_plain_event_can_play(workers):
    result = pg.match("split", Stoppable(), "random", games=2, workers=workers, **QUICK)
    assert len(result.games) == 2
    table = pg.tournament("split", [Stoppable(), "random"], games=2, progress=False)
    assert len(table.games) == 2


def test_both_games_of_a_pair_share_their_opening():
    seen = []

    class Watching(RandomAgent):
        def __deepcopy__(self, memo):
            return self

        def choose(self, state, rng):
            if state.ply == 1:
                seen.append(state)
            return super().choose(state, rng)

    pg.match("split", Watching(), Watching(), games=4, openings=1, workers=1, **QUICK)
    assert seen[0] == seen[1]
    assert seen[2] == seen[3]
    assert seen[0] != seen[2]


def test_the_pairs_use_a_list_of_openings_in_turn():
    starts = [pg.new("polygon", n=n) for n in (5, 6)]
    how = {"seed": 1, "progress": False, "workers": 1, "openings": starts}
    for play in (pg.match, lambda game, *two, **how: pg.tournament(game, two, **how)):
        found = play("polygon", "random", "random", games=6, **how)
        begun = [record.start for record in found.records()]
        assert begun == [starts[n] for n in (0, 0, 1, 1, 0, 0)]
        with pytest.raises(pg.OptionError, match="openings must be starts of split, not 'polygon'"):
            play("split", "random", "random", **how)
        for wrong in ("best", None, []):
            with pytest.raises(pg.OptionError, match='must be a number of moves, "balanced" or a'):
                play("split", "random", "random", openings=wrong)


def test_where_the_board_alone_decides_a_result_says_that_it_tells_nothing_of_the_agents():
    boards = [pg.new("territory", size=3, seed=seed) for seed in range(8)]
    how = {"seed": 3, "openings": boards, "progress": False, "workers": 1}
    said = "both games of each pair ended alike, so they tell nothing of the agents"
    assert said in str(pg.match("territory", "greedy", "random", games=16, **how))
    assert said in str(pg.tournament("territory", ["greedy", "random"], games=16, **how))
    how["openings"] = [pg.new("territory", size=3, seed=seed, penalty=0.5) for seed in range(8)]
    assert said not in str(pg.match("territory", "greedy", "random", games=16, **how))
