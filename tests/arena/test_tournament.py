"""A tournament is everyone against everyone, the same on any number of workers."""

import json
from random import Random

import pytest

import polygames as pg
from polygames.arena.schedule import pair_swiss_round

AGENTS = ["random", "greedy", "oneply"]


@pytest.fixture(scope="module")
def result():
    return pg.tournament(pg.new("split", preset="2026"), AGENTS, games=4, seed=5, progress=False)


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
    assert list(result.frame()["agent"]) == ranks
    assert str(result).splitlines()[0].startswith(ranks[0])


def test_the_same_on_two_workers_and_in_json(result):
    twin = pg.tournament(
        pg.new("split", preset="2026"), AGENTS, games=4, seed=5, workers=2, progress=False
    )
    assert json.dumps(twin.to_dict()) == json.dumps(result.to_dict())


def test_a_gauntlet_is_one_against_all():
    agents = ["random", "mobility", "random"]
    cup = pg.tournament(pg.new("polygon", n=5), agents, games=2, plan="gauntlet", progress=False)
    assert set(cup.results) == {("random", "mobility"), ("random", "random (3)")}


@pytest.mark.parametrize("players", [2, 5, 8])
def test_in_the_swiss_system_nobody_meets_twice_and_all_play(players):
    met, rng = set(), Random(players)
    points = [0.0] * players
    for _ in range(players // 2):
        drawn = pair_swiss_round(points, met)
        assert sorted({player for one in drawn for player in one}) == list(range(players))
        assert not met & set(drawn)
        met |= set(drawn)
        for one in drawn:
            points[rng.choice(sorted(one))] += 1
    everybody = {frozenset((i, j)) for i in range(players) for j in range(i, players)}
    assert pair_swiss_round(points, everybody) == []


def test_swiss_rounds_are_the_same_on_any_number_of_workers():
    agents = ["random", "mobility", "random", "random", "mobility"]
    options = {"games": 2, "plan": "swiss", "progress": False}
    cup = pg.tournament(pg.new("polygon", n=5), agents, workers=1, **options)
    assert len(cup.games) == 2 * 2 * 3
    assert len(cup.results) == 6
    assert pg.tournament(pg.new("polygon", n=5), agents, workers=2, **options) == cup


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"plan": "knockout"},
            r"^the option plan must be one of all, gauntlet, swiss, not 'knockout'$",
        ),
        ({"rounds": 3}, r"the option rounds must be None, except for the plan swiss"),
        ({"plan": "swiss", "rounds": 2}, r"^the option rounds must be a whole number from 0 to 1"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(options, said):
    with pytest.raises(pg.OptionError, match=said):
        pg.tournament("polygon", ["random", "random"], progress=False, **options)


@pytest.fixture(scope="module")
def cup():
    agents = ["random", "mobility"]
    return pg.tournament(pg.new("polygon", n=7), agents, games=20, seed=1, progress=False)


def test_the_cross_table_says_who_won_how_much_against_whom(cup):
    rows = cup.cross_table()
    assert [row["agent"] for row in rows] == [row["agent"] for row in cup.standings]
    points, games = cup.results["random", "mobility"]
    by_name = {row["agent"]: row for row in rows}
    assert by_name["random"]["mobility"] == f"{points:g}/{games}"
    assert by_name["mobility"]["random"] == f"{games - points:g}/{games}"
    assert by_name["random"]["random"] == ""


def test_a_table_has_ratings_with_intervals_and_shows_itself(cup):
    row = cup.frame().iloc[0]
    assert row["rating_low"] < row["rating"] < row["rating_high"]
    shown = cup._repr_html_()
    assert shown.count("<tr>") == 3
    assert f"<td>{row['rating_low']:g}</td><td>{row['rating_high']:g}</td>" in shown


def test_names_are_no_html_in_a_notebook():
    class Named(type(pg.agent("random", game="polygon"))):
        pass

    Named.__name__ = "<b>"
    found = pg.tournament("polygon", [Named(), "random"], games=2, progress=False)
    assert "&lt;b&gt;" in found._repr_html_()
    assert "<b>" not in found._repr_html_()
