"""The repr of a state or of a result is one short line; displays keep their whole text."""

from functools import cache
from random import Random

import pytest
from helpers import random_states, record_game

import polygames as pg
from polygames.search import playouts
from polygames.study.deck import Card

QUIET = {"progress": False}
MAX_LENGTH = 250


@cache
def results():
    start = pg.new("polygon", n=6)
    match = pg.match(pg.new("polygon", n=6), "random", "random", games=4, **QUIET)
    games = pg.collection(match)
    reviews = games.review(folder=None, workers=1, **QUIET)
    review = pg.review(record_game("polygon", "A-C", n=6), **QUIET)
    analysis = pg.analyse(start, seconds=0.2, **QUIET)
    luck = pg.without_luck("splitter", "greedy", "random", games=1, **QUIET)
    mistake = reviews.mistakes[0]
    return {
        "analysis": analysis,
        "value of a move": analysis.moves[0],
        "finished": pg.analyse(pg.new("polygon", n=3)),
        "solution": pg.solve(start, **QUIET),
        "review": review,
        "reviewed move": review.moves[0],
        "match": match,
        "tournament": pg.tournament(
            pg.new("polygon", n=6), ["random", "mobility"], games=2, **QUIET
        ),
        "measures": pg.measure("polygon", 2, agents="random", **QUIET),
        "without luck": luck,
        "playouts": playouts(start, 2, **QUIET),
        "collection": games,
        "entry": games[0],
        "explorer": games.explorer(),
        "reviews": reviews,
        "mistake": mistake,
        "card": Card.from_mistake(mistake),
        "puzzle": pg.puzzles("split")[0],
        "batch": pg.batch("polygon", 2),
        "record": record_game("polygon", "A-C", n=6),
        "node": record_game("polygon", "A-C", n=6).node,
        "game": pg.game("split"),
    }


def is_short(text):
    return "\n" not in text and len(text) <= MAX_LENGTH


@pytest.mark.parametrize("name", results())
def test_the_repr_of_a_result_is_one_short_line(name):
    assert is_short(repr(results()[name])), repr(results()[name])


@pytest.mark.parametrize("game", pg.games())
def test_the_repr_of_a_state_its_moves_and_its_outcome_is_one_short_line(game):
    *states, end = random_states(pg.new(game), 1)
    for state in (*states[:4], *states[-3:], end):
        assert is_short(repr(state))
        assert repr(state).startswith(f"<{game}: ")
        assert is_short(repr(state.legal_moves))
    assert str(end.outcome) in repr(end)
    assert is_short(repr(end.outcome))
    assert is_short(repr(states[0].legal_moves.sample(Random(1))))


def test_a_result_shows_its_whole_text_where_it_is_displayed():
    shown = []
    printer = type("Printer", (), {"text": lambda _, text: shown.append(text)})()
    tournament = results()["tournament"]
    tournament._repr_pretty_(printer, cycle=False)
    assert shown == [str(tournament)]
    assert len(str(tournament).splitlines()) > 1
    analysis = results()["analysis"]
    assert analysis._repr_mimebundle_()["text/plain"] == str(analysis)


@pytest.mark.parametrize("game", pg.games())
def test_tab_completion_of_a_state_shows_public_names_only(game):
    names = dir(pg.new(game))
    assert {"play", "legal_moves", "outcome", "turn", "to_text"} <= {*names}
    assert [name for name in names if name.startswith("_")] == []
