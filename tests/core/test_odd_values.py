"""Values that nobody should give, at every door: an own error, whose message can be read."""

import math
import pickle
from pathlib import Path

import numpy as np
import pytest
from fuzzing.nasty import HOSTILE_VALUES, ODD_VALUES
from helpers import play_moves, play_on

import polygames as pg
from polygames.core.options import is_among, quoted_text, short_repr
from polygames.games.splitter import hindsight, score_sheet
from polygames.search.puzzles.progress import Progress
from polygames.search.review import read_review

ODD = (
    *HOSTILE_VALUES,
    *(10**5000, -(10**5000), 1e308, math.nan, 0.5, None, int, b"x", "\ud800", "\0", {1}, {"a": 1}),
    *ODD_VALUES,
)
STATES = {game: pg.new(game) for game in pg.games()} | {
    "splitter, rolled": play_moves(pg.new("splitter"), "roll 4-1"),
    "over": pg.new("polygon", n=3),
}


@pytest.mark.parametrize("game", STATES)
def test_what_is_no_move_is_refused_and_is_not_legal(game):
    state = STATES[game]
    for value in ODD:
        assert value not in state.legal_moves
        for use in (state.play, state.parse, pg.Record(state).push):
            with pytest.raises(pg.MoveError) as caught:
                use(value)
            assert str(caught.value)


DOORS = {
    "new": pg.new,
    "register": pg.register,
    "batch": lambda value: pg.batch("polygon", value),
    "seed": lambda value: pg.Record(pg.new("polygon"), seed=value),
    "delete": lambda value: pg.Record(pg.new("polygon")).delete(value),
    "kept": lambda value: pg.Record(pg.new("polygon")).annotate(annotations=value),
    "glyph": lambda value: pg.Record(pg.new("polygon")).annotate(glyph=value),
    "puzzle": lambda value: pg.puzzle("polygon", value),
    "claim": lambda value: pg.new("territory").claim(value, -1),
    "sheet": lambda value: score_sheet("A", value),
    "hindsight": lambda value: hindsight("A", value),
    "edge": lambda value: pg.new("splinter", edge=value),
    "an agent": lambda value: pg.agent(value, game="polygon"),
}
REFUSED = (
    *HOSTILE_VALUES,
    10**5000,
    -(10**5000),
    1e308,
    math.nan,
    int,
    np.array([1, 2]),
    Path("x"),
)


@pytest.mark.parametrize("door", DOORS)
def test_an_odd_value_is_refused_by_an_own_error(door):
    for value in REFUSED:
        with pytest.raises(pg.PolygamesError) as caught:
            DOORS[door](value)
        assert str(caught.value)


def test_whatever_a_value_does_a_message_shows_it():
    for value in ODD:
        assert 0 < len(short_repr(value)) < 500
        assert 0 < len(quoted_text(value)) < 500
        assert not is_among(value, ["no such thing"])


@pytest.mark.parametrize("number", [10**30, 2**40, 10**9])
def test_more_games_than_fit_into_memory_are_refused(number):
    with pytest.raises(pg.OptionError, match="the option number"):
        pg.batch("splinter", number)


def test_an_agent_that_ends_python_while_it_is_made_is_refused(tmp_path):
    def leaves():
        raise SystemExit(1)

    from dataclasses import replace

    from toys import NIM_GAME, register_game

    (tmp_path / "leaves.py").write_text("raise SystemExit(1)")
    with pytest.raises(pg.OptionError, match="tried to end Python"):
        pg.load_agents(tmp_path)[0].load_agent()
    info = replace(NIM_GAME, engine=replace(NIM_GAME.engine, agent_makers={"leaves": leaves}))
    with register_game(info), pytest.raises(pg.OptionError, match="tried to end Python"):
        pg.agent("leaves", game="nim")


def test_an_agent_that_ends_python_while_it_is_copied_is_refused():
    class Leaves:
        def __deepcopy__(self, memo):
            raise SystemExit(1)

        def choose(self, state, rng): ...

    with pytest.raises(pg.OptionError, match="cannot copy the agent"):
        pg.match("polygon", Leaves(), "random", games=2, progress=False)


def test_the_opening_explorer_of_a_collection_is_copied():
    records = [play_on(pg.Record(pg.new("polygon", n=6)), seed) for seed in range(3)]
    explorer = pg.collection(records).explorer()
    start = records[0].start
    before = list(map(str, explorer.continuations(start)))
    assert before
    copy = pickle.loads(pickle.dumps(explorer))  # noqa: S301 - just written here
    assert list(map(str, copy.continuations(start))) == before
    assert len(copy) == len(explorer)


def test_a_rating_that_nobody_can_reach_is_refused(tmp_path):
    file = tmp_path / "solved.json"
    known = '{"rating": [%s, 100], "solved": 1, "tried": 1, "recent": []}'
    file.write_text('{"polygames puzzles": 1, "solvers": {"polygon": %s}}' % (known % "1e308"))
    with pytest.raises(pg.RecordError, match="expected a number for each count and rating"):
        Progress(file)


def test_a_review_with_a_number_of_plies_below_zero_is_none():
    record = play_on(pg.Record(pg.new("polygon", n=5)), 1, 1)
    record.annotate(annotations={"review": '1 {"is":"best","v":0.5,"in":-1,"loss":0}'})
    assert read_review(record) is None
