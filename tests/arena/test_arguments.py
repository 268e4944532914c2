"""What a match cannot be played with is refused before it starts; nothing played is no error."""

import json
from math import nan

import joblib
import numpy as np
import pytest

import polygames as pg
from polygames.search import RandomAgent

QUIET = {"progress": False}


class Untouched(RandomAgent):
    """Says that a game began."""

    def choose(self, *_):
        pytest.fail("no game begins")


class Uncopied(RandomAgent):
    """An agent whose own way of copying fails."""

    def __deepcopy__(self, memo):
        message = "there is only one"
        raise RuntimeError(message)


NUMBERS = [
    ({"workers": 0}, r"^the option workers must be 1 or more, or -1 for one on each core, not 0$"),
    ({"workers": "x"}, r"^the option workers must be a whole number, not 'x'$"),
    ({"workers": 1.5}, r"^the option workers must be a whole number, not 1\.5$"),
    ({"openings": -1}, r"^the option openings must be a whole number of 0 or more, not -1$"),
    ({"openings": None}, r'^the option openings must be a number of moves, "balanced" or a list'),
    ({"seed": "x"}, r"^the option seed must be a whole number, not 'x'$"),
    ({"seed": 0.5}, r"^the option seed must be a whole number, not 0\.5$"),
    ({"seed": [1]}, r"^the option seed must be a whole number, not \[1\]$"),
    ({"fill": 1}, r"option 'fill' of \w+\(\): did you mean 'file'\?"),
    ({"preset": "2026"}, r"takes no options of split: write pg.\w+\(pg.new\(.*'2026'\), \.\.\.\)$"),
]
OF_A_MATCH = [
    ({"games": -1}, r"^the option games must be a whole number from 0 to 1000000000, not -1$"),
    ({"games": "3"}, r"^the option games must be a whole number from 0 to 1000000000, not '3'$"),
    ({"games": 2.5}, r"^the option games must be a whole number from 0 to 1000000000, not 2\.5$"),
    ({"test": (0.9, 0.1)}, r"0 < low < high < 1, not 0\.9, 0\.1$"),
    ({"test": (nan, 1)}, r"^the option low must be a number, not nan$"),
    ({"test": ("a", "b")}, r"^the option low must be a number, not 'a'$"),
    (
        {"test": (0.5,)},
        r"^the option test must be two shares such as \(0\.85, 0\.95\).*, not \(0\.5,\)$",
    ),
    ({"test": 0.5}, r"^the option test must be two shares"),
]
OF_A_TOURNAMENT = [
    ({"games": 3}, r"^the option games must be even, .* not 3$"),
]


@pytest.mark.parametrize(("options", "said"), NUMBERS + OF_A_MATCH, ids=str)
def test_a_match_refuses_what_is_no_such_number_before_it_starts(options, said):
    with pytest.raises(pg.OptionError, match=said):
        pg.match("split", Untouched(), "random", **QUIET, **options)


@pytest.mark.parametrize(("options", "said"), NUMBERS + OF_A_TOURNAMENT, ids=str)
def test_a_tournament_refuses_what_is_no_such_number_before_it_starts(options, said):
    with pytest.raises(pg.OptionError, match=said):
        pg.tournament("split", [Untouched(), "random"], **QUIET, **options)


def test_numbers_of_numpy_are_numbers():
    plain = pg.match("split", "greedy", "random", games=2, seed=3, openings=1, **QUIET)
    options = {"games": np.int64(2), "seed": np.int32(3), "openings": np.uint8(1)}
    same = pg.match("split", "greedy", "random", workers=np.int8(1), **options, **QUIET)
    assert json.dumps(same.to_dict()) == json.dumps(plain.to_dict())


def test_workers_of_minus_one_are_one_on_each_core():
    plain = pg.match("split", "greedy", "random", games=4, **QUIET)
    assert pg.match("split", "greedy", "random", games=4, workers=-1, **QUIET) == plain


def test_a_backend_that_returns_all_at_the_end_is_refused():
    with (
        joblib.parallel_config("multiprocessing", n_jobs=2),
        pytest.raises(pg.OptionError, match=r"^cannot use this backend of joblib: "),
    ):
        pg.match("split", Untouched(), "random", **QUIET)


NO_PLAYERS = [
    ("nobody", r"unknown agent 'nobody' of split"),
    (("nobody", {}), r"unknown agent 'nobody' of split"),
    (("greedy", {"length": 3}), r"unknown option 'length' of the agent 'greedy' of split"),
    (("greedy", {"game": "split"}), r"unknown option 'game' of the agent 'greedy' of split"),
    (("greedy",), r"^a player must be the name of an agent, .* not \('greedy',\)$"),
    (("greedy", 5), r"^a player must be .* not \('greedy', 5\)$"),
    (("greedy", {1: 2}), r"^a player must be .* not \('greedy', \{1: 2\}\)$"),
    (["greedy", {}], r"^a player must be .* not \['greedy', \{\}\]$"),
    ((), r"^a player must be .* not \(\)$"),
    (None, r"^a player must be .* or an object with choose, not None$"),
    (object(), r"^a player must be .* or an object with choose, not <object"),
    (RandomAgent, r"^a player must be .* or an object with choose, not <class"),
    (Uncopied(), r"cannot copy the agent Uncopied .*: there is only one$"),
]


@pytest.mark.parametrize(("player", "said"), NO_PLAYERS)
def test_what_is_no_player_is_refused_before_the_first_game(player, said):
    with pytest.raises(pg.OptionError, match=said):
        pg.match("split", Untouched(), player, **QUIET)
    with pytest.raises(pg.OptionError, match=said):
        pg.tournament("split", [Untouched(), Untouched(), player], **QUIET)


@pytest.mark.parametrize("agents", ["greedy", None, 5, {"a": "random"}])
def test_players_come_in_a_list(agents):
    with pytest.raises(
        pg.OptionError, match=r"^the option agents must be a list of players such as .*, not "
    ):
        pg.tournament("split", agents, **QUIET)


def test_players_may_come_one_by_one():
    result = pg.tournament("split", (name for name in ("random", "greedy")), games=2, **QUIET)
    assert len(result.games) == 2


def test_a_match_of_no_pairs_says_so():
    result = pg.match("split", "greedy", "random", games=0, **QUIET)
    assert str(result) == "greedy - random: no games"
    assert (result.points, result.share, result.interval) == (0.0, 0.0, (0.0, 1.0))
    assert result.wins == (0, 0, 0)
    assert result.table() == []
    one = pg.match("split", *["random"] * 2, games=2, **QUIET)
    assert set(result.frame()) == set(one.frame())
    assert json.loads(json.dumps(result.to_dict()))["games"] == []


@pytest.mark.parametrize(
    ("agents", "games", "said"),
    [
        ([], 10, "split: no players"),
        (["random"], 10, "random: no games"),
        (["random", "greedy"], 0, "random: no games\ngreedy: no games"),
    ],
)
def test_a_tournament_without_games_says_so(agents, games, said):
    result = pg.tournament("split", agents, games=games, **QUIET)
    assert str(result) == said
    assert [row["agent"] for row in result.standings] == agents
    assert {row["rating"] for row in result.standings} <= {0}
    assert list(result.frame()["agent"]) == agents
    assert json.loads(json.dumps(result.to_dict()))["games"] == []
