"""A mistyped keyword is refused by an error that names the nearest one, in every function."""

from inspect import signature

import pytest
from helpers import recorded

import polygames as pg
from polygames.search import deepen, playouts


def two(function, **wrong):
    return function("polygon", "random", "random", **wrong)


MISTYPED = {
    "analyse": (lambda **wrong: pg.analyse("polygon", **wrong), "time", "seconds"),
    "deepen": (lambda **wrong: deepen("polygon", **wrong), "sedonds", "seconds"),
    "solve": (lambda **wrong: pg.solve("polygon", **wrong), "sedonds", "seconds"),
    "solver of a game": (lambda **wrong: pg.solve("polygon", **wrong), "chekpoint", "checkpoint"),
    "perft": (lambda **wrong: pg.perft("polygon", 2, **wrong), "progres", "progress"),
    "playouts": (lambda **wrong: playouts("polygon", **wrong), "n_jobs", "workers"),
    "svg": (lambda **wrong: pg.svg("polygon", **wrong), "widht", "width"),
    "match": (lambda **wrong: two(pg.match, **wrong), "games", "pairs"),
    "match on cores": (lambda **wrong: two(pg.match, **wrong), "n_jobs", "workers"),
    "match of a game": (lambda **wrong: two(pg.match, **wrong), "vertexes", "vertices"),
    "tournament": (lambda **wrong: pg.tournament("split", ["random"], **wrong), "pairs", "games"),
    "without_luck": (lambda **wrong: two(pg.without_luck, **wrong), "pairs", "games"),
    "measure": (lambda **wrong: pg.measure("polygon", **wrong), "players", "agents"),
    "batch": (lambda **wrong: pg.batch("split", 2, **wrong), "rng", "seed"),
    "batch of a game": (lambda **wrong: pg.batch("split", 2, **wrong), "point", "points"),
    "play": (lambda **wrong: pg.play("polygon", **wrong), "levle", "level"),
    "classroom": (lambda **wrong: pg.classroom("polygon", **wrong), "prot", "port"),
    "review": (lambda **wrong: pg.review(recorded("polygon"), **wrong), "time", "seconds"),
    "review of a collection": (
        lambda **wrong: pg.collection(recorded("polygon")).review(**wrong),
        "n_jobs",
        "workers",
    ),
    "deck": (lambda **wrong: pg.collection(recorded("polygon")).deck(**wrong), "time", "seconds"),
    "puzzle": (lambda **wrong: pg.puzzle("polygon", **wrong), "num", "number"),
    "train": (pg.train, "gam", "game"),
    "check_game": (lambda **wrong: pg.check_game("polygon", **wrong), "sed", "seed"),
    "new": (lambda **wrong: pg.new("polygon", **wrong), "vertexes", "vertices"),
    "agent": (lambda **wrong: pg.agent("mcts", game="split", **wrong), "time", "seconds"),
}


@pytest.mark.parametrize("case", MISTYPED)
def test_the_nearest_keyword_is_named(case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call, wrong, meant = MISTYPED[case]
    with pytest.raises(pg.OptionError, match=f"'{wrong}', did you mean '{meant}'"):
        call(**{wrong: 1})


def test_the_functions_own_keywords_are_listed_before_the_options_of_the_game():
    with pytest.raises(pg.OptionError, match=r"game, first, second, pairs.*; of polygon: preset"):
        two(pg.match, nothing_like_it=1)


def test_a_position_has_no_options_to_list():
    with pytest.raises(pg.OptionError, match="It takes: state, seconds, seed") as refused:
        pg.analyse(pg.new("polygon"), time=1)
    assert "vertices" not in str(refused.value)


def test_a_class_that_goes_on_takes_no_options_of_a_game(tmp_path):
    with pytest.raises(pg.OptionError, match="what to play must be named"):
        pg.classroom(folder=tmp_path, prot=1)


def test_checking_keywords_changes_neither_name_nor_signature():
    assert pg.review.__name__ == "review"
    assert signature(pg.review).parameters["seconds"].default == 0.3
