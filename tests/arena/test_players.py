"""Players are called by different names, whatever they call themselves."""

from itertools import permutations, product

import pytest

import polygames as pg
from polygames.arena.players import distinct_names
from polygames.arena.submissions import AgentFile

CALLED = ("x", "x (2)", "x (3)", "x (2) (3)")


@pytest.mark.parametrize("number", [2, 3, 4])
def test_no_two_players_have_one_name(number):
    for names in product(CALLED, repeat=number):
        found = distinct_names([AgentFile(name, "") for name in names])
        assert len(set(found)) == number, names
        assert {found[names.index(name)] for name in names} == set(names), "the first keeps its own"


def test_twins_are_numbered_by_their_place_as_before():
    assert distinct_names(["random", "greedy", "random"]) == ("random", "greedy", "random (3)")


def test_points_are_booked_on_who_won_them():
    """Of three files two are called alike, and one is called what the second of them would be."""
    loses = "def choose(state, rng): raise ValueError('no idea')"
    plays = "def choose(state, rng): return state.legal_moves.sample(rng)"
    files = [AgentFile("x (3)", plays), AgentFile("x", plays), AgentFile("x", loses)]
    for agents in permutations(files):
        cup = pg.tournament(
            pg.new("polygon", n=5), agents, games=2, on_failure="lose", progress=False
        )
        lost = cup.names[agents.index(files[2])]
        points = {row["agent"]: row["points"] for row in cup.standings}
        assert len(points) == 3
        assert points[lost] == 0
        assert {row["agent"] for row in cup.standings if row["forfeits"]} == {lost}


def test_an_agent_may_have_a_name_of_its_own():
    class Named:
        def __init__(self, name):
            self.name = name

    names = distinct_names([Named("ada"), Named("ada"), Named(""), Named(7), Named(None)])
    assert names == ("ada", "ada (2)", "Named", "Named (4)", "Named (5)")


def last(state, rng):
    assert rng is not None
    return list(state.legal_moves)[-1]


def test_a_function_is_an_agent_and_a_name_without_options_is_the_name(tmp_path):
    how = {"games": 2, "file": tmp_path / "results.jsonl", "progress": False}
    played = pg.match(pg.new("polygon", n=5), last, "mobility", **how)
    assert played.names == ("last", "mobility")
    assert pg.match(pg.new("polygon", n=5), last, ("mobility", {}), **how) == played
    assert len(how["file"].read_text().splitlines()) == 1, "the second goes on with the first"


def generator(state, rng):
    yield last(state, rng)


async def coroutine(state, rng):
    return last(state, rng)


class Generator:
    def choose(self, state, rng):
        yield last(state, rng)


class Callable:
    async def __call__(self, state, rng):
        return last(state, rng)


@pytest.mark.parametrize(
    "player",
    [generator, coroutine, Generator(), Callable()],
    ids=["generator", "coroutine", "object", "callable"],
)
def test_generators_and_coroutines_are_refused_with_what_to_write(player):
    with pytest.raises(pg.OptionError, match=r"choose must return a move.*write (return|def)"):
        pg.match("polygon", player, "random", progress=False)


@pytest.mark.parametrize(("function", "kind"), [(generator, "generator"), (coroutine, "coroutine")])
def test_a_generator_that_a_function_returns_is_named(function, kind):
    with pytest.raises(pg.AgentError, match=f"returned a {kind}, not a move"):
        pg.match(
            "polygon",
            lambda state, rng: function(state, rng=rng),
            "random",
            games=2,
            progress=False,
        )


def test_a_file_with_a_generator_does_not_play_and_the_tournament_says_why():
    wrong = AgentFile("wrong", "def choose(state, rng): yield None")
    found = pg.tournament("polygon", [wrong, "random"], games=2, progress=False)
    assert "write return, not yield" in found.faulty["wrong"]
