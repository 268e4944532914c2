"""Random games of every game, with options of all kinds: what holds in each of their positions."""

from itertools import product
from random import Random
from statistics import fmean, stdev

import pytest
from fuzzing.play import Compiled
from fuzzing.plugs import short_options, twin_of
from helpers import random_states

import polygames as pg
from polygames.runtime import jit
from polygames.search import playouts

MIDDLE = 5
"""From this ply on another compiled game goes beside the one from the start."""

MIN_CHECKED_STARTS = 5
"""Options of so many seeds are checked by `pg.check_game`, and others with a new flag."""

every_game = pytest.mark.parametrize("game", pg.games())


def starts(game, number):
    """Yield starts of short games, by the options that the attacks take."""
    for seed in range(number):
        yield pg.new(game, **short_options(game, Random(seed)))


@every_game
def test_every_option_is_tried_here_and_has_words(game):
    info = pg.game(game)
    options = set(info.defaults) - {"vertices", "board", "tiles", "colors"}  # boards of one's own
    tried = {each for seed in range(99) for each in short_options(game, Random(seed))}
    described = {each.name for each in info.options.values() if each.label}
    assert options - tried == set(), f"`options` in tests/games/{game}/attack.py lacks it"
    assert options - described == set(), f"polygames/games/{game}/rules.py has no words for it"


@every_game
def test_moves_and_results_are_those_of_a_second_writing_and_of_the_compiled_rules(game):
    for seed, start in enumerate(starts(game, 40)):
        state, rng = start, Random(seed)
        twins = [twin for twin in (twin_of(state), Compiled.from_state(state)) if twin is not None]
        while True:
            if state.ply == MIDDLE and (compiled := Compiled.from_state(state)):
                twins.append(compiled)
            for twin in twins:
                twin.agree(state)
            if state.outcome is not None:
                break
            move = state.legal_moves.sample(rng)
            state = state.play(move)
            for twin in twins:
                twin.play(move)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["polygon", "splinter", "territory"])
def test_the_last_moves_are_worth_to_the_solver_what_they_are_by_the_rules(game):
    kind = pg.game(game).engine.puzzles.load()
    for seed, start in enumerate(starts(game, 12)):
        if start.options.get("claim"):  # Polygon's puzzles are of the game without claims
            continue
        states = [each for each in random_states(start, seed) if each.outcome is None]
        for state, horizon in product(states[-4:], kind.HORIZON_PLIES):
            judged = kind.exact_values(state, horizon) or {}
            for move, value in kind.solver_values(state, horizon).items() if judged else ():
                assert judged[move].value == pytest.approx(value), (state, move)


@every_game
def test_with_options_of_any_kind_a_game_keeps_the_promises_of_the_protocol(game):
    tried = set()
    for seed in range(99):
        options = short_options(game, Random(seed))
        flags = {name for name, value in options.items() if value is True}
        if flags <= tried and seed >= MIN_CHECKED_STARTS:
            continue
        if (start := pg.new(game, **options)).outcome is None:  # else no move is checked
            pg.check_game(start, games=1, seed=seed)
            tried |= flags


@every_game
def test_positions_what_a_seat_sees_of_them_and_moves_read_back_from_their_text(game):
    for seed, start in enumerate(starts(game, 12)):
        for state in random_states(start, seed):
            text = state.to_json()
            assert pg.from_json(text).to_json() == text
            seen = [state.view(seat) for seat in range(state.seats)]
            for each in (state, *seen):
                twin = pg.from_text(each.to_text())
                assert twin.to_text() == each.to_text()
                assert (twin.ply, twin.turn) == (each.ply, each.turn)
                if game != "territory":  # whose text holds the tiles, not how they were made
                    assert twin.options == each.options
                if game != "split":  # whose corners may differ in the last digit
                    assert (twin, hash(twin), twin.scores) == (each, hash(each), each.scores)
            if state.legal_moves.finite:
                assert [state.parse(str(move)) for move in state.legal_moves] == [
                    *state.legal_moves
                ]


LONG = {"fill_limit": 1.0, "min_area": 0.3}
"""Options of games of Split with more areas than a new array holds."""


@pytest.mark.parametrize(
    ("game", "options", "number"),
    [
        ("territory", {"size": 8, "seed": 4, "penalty": 0, "ending": "stuck", "swap": True}, 800),
        ("split", {"preset": "2026"}, 150),
        pytest.param("split", {"preset": "seed"}, 150, marks=pytest.mark.slow),
        pytest.param("split", LONG, 25, marks=pytest.mark.slow),
        pytest.param("splinter", {}, 300, marks=pytest.mark.slow),
    ],
)
def test_compiled_random_games_are_as_long_as_those_by_the_rules_and_end_alike(
    game, options, number, monkeypatch
):
    """Means within four standard errors; the seed is fixed, so it passes or fails for good."""
    start = pg.new(game, **options)
    compiled = playouts(start, games=4000, seed=1)
    monkeypatch.setattr(jit, "HAS_NUMBA", False)
    plain = playouts(start, games=number, seed=1)
    error = stdev(plain.plies) / number**0.5
    assert abs(fmean(compiled.plies) - fmean(plain.plies)) < 4 * error
    assert abs(compiled.wins[0] / 4000 - plain.wins[0] / number) < 4 * 0.5 / number**0.5
    assert sum(compiled.wins) + compiled.ties == 4000, "every game is played to its end"
