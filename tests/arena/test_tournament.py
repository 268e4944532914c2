"""A tournament is everyone against everyone, the same on any number of workers."""

import json

import pytest

import polygames as pg
from polygames.core.errors import OptionError

AGENTS = ["random", "greedy", "oneply"]


@pytest.fixture(scope="module")
def result():
    return pg.tournament("split", AGENTS, games=4, seed=5, preset="2026", progress=False)


def test_everyone_meets_everyone(result):
    assert {pair: games for pair, (_, games) in result.results.items()} == {
        ("random", "greedy"): 4,
        ("random", "oneply"): 4,
        ("greedy", "oneply"): 4,
    }
    assert sum(row["points"] for row in result.standings) == 12


def test_standings_have_the_strongest_first(result):
    ranks = [row["agent"] for row in result.standings]
    assert ranks[-1] == "random"
    assert all(row["low"] <= row["share"] <= row["high"] for row in result.standings)
    assert list(result.table()["agent"]) == ranks
    assert str(result).splitlines()[0].startswith(ranks[0])


def test_the_same_on_two_workers_and_in_json(result):
    twin = pg.tournament("split", AGENTS, games=4, seed=5, preset="2026", workers=2, progress=False)
    assert json.dumps(twin.to_dict()) == json.dumps(result.to_dict())


def test_an_odd_number_of_games_is_refused():
    with pytest.raises(OptionError, match="an even number"):
        pg.tournament("split", AGENTS, games=3)
