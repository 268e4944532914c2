"""A mistyped keyword is refused by an error that names the nearest one, in every function."""

import re
from inspect import signature

import pytest
from helpers import record_game

import polygames as pg
from polygames.core.keywords import unknown_keyword_error
from polygames.search import deepen, playouts


def two(function, **wrong):
    return function("polygon", "random", "random", **wrong)


MISTYPED = {
    "analyse": (lambda **wrong: pg.analyse("polygon", **wrong), "time", "seconds"),
    "deepen": (lambda **wrong: deepen("polygon", **wrong), "sedonds", "seconds"),
    "solve": (lambda **wrong: pg.solve("polygon", **wrong), "sedonds", "seconds"),
    "perft": (lambda **wrong: pg.perft("polygon", 2, **wrong), "progres", "progress"),
    "playouts": (lambda **wrong: playouts("polygon", **wrong), "n_jobs", "workers"),
    "svg": (lambda **wrong: pg.svg("polygon", **wrong), "widht", "width"),
    "match": (lambda **wrong: two(pg.match, **wrong), "pairs", "games"),
    "match on cores": (lambda **wrong: two(pg.match, **wrong), "n_jobs", "workers"),
    "tournament": (lambda **wrong: pg.tournament("split", ["random"], **wrong), "pairs", "games"),
    "without_luck": (lambda **wrong: two(pg.without_luck, **wrong), "pairs", "games"),
    "measure": (lambda **wrong: pg.measure("polygon", **wrong), "players", "agents"),
    "batch": (lambda **wrong: pg.batch("split", 2, **wrong), "rng", "seed"),
    "encoding": (lambda **wrong: pg.batch("split", 2, encoding=wrong), "point", "points"),
    "play": (lambda **wrong: pg.play("polygon", **wrong), "levle", "level"),
    "classroom": (lambda **wrong: pg.classroom("polygon", **wrong), "prot", "port"),
    "review": (lambda **wrong: pg.review(record_game("polygon"), **wrong), "time", "seconds"),
    "review of a collection": (
        lambda **wrong: pg.collection(record_game("polygon")).review(**wrong),
        "n_jobs",
        "workers",
    ),
    "deck": (
        lambda **wrong: pg.collection(record_game("polygon")).deck(**wrong),
        "time",
        "seconds",
    ),
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
    with pytest.raises(pg.OptionError, match=f"'{wrong}' of .*: did you mean '{meant}'"):
        call(**{wrong: 1})


@pytest.mark.parametrize(
    ("call", "wrong", "meant"),
    [
        (lambda: pg.perft("polygon", depht=2), "depht", "depth"),
        (lambda: pg.tournament("splinter", players=["random"]), "players", "agents"),
        (lambda: pg.agent("mcts", gme="split"), "gme", "game"),
    ],
)
def test_a_required_parameter_may_be_the_nearest_keyword(call, wrong, meant):
    with pytest.raises(pg.OptionError, match=f"option '{wrong}' of .*: did you mean '{meant}'"):
        call()


@pytest.mark.parametrize(
    ("call", "wrong", "meant"),
    [
        (lambda: two(pg.match, seconds=1), "seconds", "move_seconds"),
        (lambda: pg.solve("polygon", milliseconds=1), "milliseconds", "seconds"),
        (lambda: pg.play("split", seconds=1), "seconds", "agent_options"),
        (lambda: pg.play("split", Seats=("human",)), "Seats", "seats"),
    ],
)
def test_the_keyword_of_another_function_is_explained(call, wrong, meant):
    with pytest.raises(pg.OptionError, match=f"option '{wrong}' of .*: did you mean '{meant}'"):
        call()


def test_the_functions_own_keywords_are_suggested_before_the_options_of_the_game():
    def look(color, **more):
        raise AssertionError((color, more))

    near = unknown_keyword_error(look, "colour", "polygon", ("colours",))
    assert "did you mean 'color'?" in str(near)
    far = unknown_keyword_error(look, "vertexes", "polygon", ("vertices",))
    assert "did you mean 'vertices'?" in str(far)


def test_a_name_that_is_given_twice_may_be_a_misspelled_keyword():
    with pytest.raises(pg.OptionError, match=r"'game' .* is given twice: did you mean 'games'"):
        pg.measure("split", game=3)


@pytest.mark.parametrize(
    ("call", "example"),
    [
        (lambda: two(lambda *a: pg.match(*a, 3)), "games=3"),
        (lambda: pg.play("split", ("human", "mcts")), r"seats=\('human', 'mcts'\)"),
        (lambda: pg.agent("mcts", "split"), "game='split'"),
        (lambda: pg.solve("polygon", 3, every_move=True), "seconds=3"),
    ],
)
def test_a_value_without_a_name_gets_the_first_free_name(call, example):
    with pytest.raises(TypeError, match=rf"too many values without a name .*: write {example}$"):
        call()


def test_an_error_of_type_within_a_call_is_not_changed():
    with pytest.raises(TypeError, match="continuum"):
        pg.perft("split", 1)


def test_a_missing_value_is_an_error_of_python():
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'depth'"):
        pg.perft("polygon")


def test_the_functions_own_keywords_are_listed_before_the_options_of_the_game():
    with pytest.raises(pg.OptionError, match=r"what, seats, level, .*; for polygon also preset"):
        pg.play("polygon", nothing_like_it=1)


@pytest.mark.parametrize("source", ["polygon", pg.new("polygon")])
def test_an_option_of_the_game_is_referred_to_new(source):
    n_7 = re.escape('takes no options of polygon: write pg.solve(pg.new("polygon", n=7))')
    with pytest.raises(pg.OptionError, match=rf"^solve\(\) {n_7}$"):
        pg.solve(source, n=7, seconds=1)
    both = re.escape('pg.match(pg.new("polygon", n=7, claim=True), ...)')
    with pytest.raises(pg.OptionError, match=rf"write {both}$"):
        pg.match(source, "random", "random", n=7, claim=True)
    with pytest.raises(pg.OptionError, match=r"write playouts\(pg\.new"):
        playouts(state=source, n=7)


def test_a_position_has_no_options_to_list():
    with pytest.raises(pg.OptionError, match="choose from what, seats, level") as refused:
        pg.play(pg.new("polygon"), tiem=1)
    assert "vertices" not in str(refused.value)


def test_a_class_that_goes_on_takes_no_options_of_a_game(tmp_path):
    with pytest.raises(pg.OptionError, match="options need the name of a game"):
        pg.classroom(folder=tmp_path, prot=1)


def test_checking_keywords_changes_neither_name_nor_signature():
    assert pg.review.__name__ == "review"
    assert signature(pg.review).parameters["seconds"].default == 0.3
