"""The first answer of an analysis never waits for what has to be loaded or compiled."""

import json
from itertools import islice
from pathlib import Path
from threading import Event

import pytest
from helpers import play_on, random_states, record_game, run_python
from toys import NIM_GAME, register_game

import polygames as pg
from polygames.core.protocol import CHANCE
from polygames.runtime.progress import PROGRESS_BAR_DELAY_SECONDS
from polygames.search import deepen
from polygames.search.analysis import anytime, readiness
from polygames.search.review import reviewing

pytest.importorskip("numba")

BEGIN = """
import json, os, sys
from random import Random
import polygames as pg
from polygames.runtime.compile_listeners import listening_to_compiler
from polygames.search import deepen

def position(game):
    options = {"polygon": {"n": 10}, "territory": {"penalty": 0.5}}.get(game, {})
    state, rng = pg.new(game, **options), Random(3)
    while state.ply < 4 or state.turn == pg.CHANCE:
        state = state.play(state.legal_moves.sample(rng))
    return state

def told(found):
    moves = [each.move for each in found.moves]
    return {
        "note": found.note,
        "is_legal": all(move in found.state.legal_moves for move in moves),
        "number": len(set(moves)),
        "values": [each.value for each in found.moves],
        "is_numba_loaded": "numba" in sys.modules,
    }

state = position(sys.argv[1])
"""

COLD = """
def note():
    print(json.dumps({"compiling": True}), flush=True)
    os._exit(0)

with listening_to_compiler(note):
    for found in deepen(state):
        print(json.dumps(told(found)), flush=True)
"""

WARM = """
answers = deepen(state, seconds=0.5, by_work=True)
first = told(next(answers))
*_, last = answers
again = [found.note for found in deepen(state, seconds=0.2)]
print(json.dumps({"first": first, "last": told(last), "again": again}))
"""


def run(script, game, **env):
    return [json.loads(line) for line in run_python(BEGIN + script, game, **env).splitlines()]


def check_first(first):
    assert "quick look" in first["note"]
    assert first["is_legal"]
    assert first["number"] == len(first["values"]) > 0
    assert first["values"] == sorted(first["values"], reverse=True)
    assert len(set(first["values"])) > 1, "the moves are told apart"
    assert not first["is_numba_loaded"]


@pytest.mark.slow
@pytest.mark.parametrize("game", pg.games())
def test_with_nothing_compiled_the_first_look_comes_before_the_compiler_begins(game, tmp_path):
    first, *_, last = run(COLD, game, NUMBA_CACHE_DIR=str(tmp_path))
    check_first(first)
    assert last == {"compiling": True}, "the search is compiled after it"


@pytest.mark.slow
@pytest.mark.parametrize("game", pg.games())
def test_a_quick_look_is_replaced_by_the_search_and_then_there_is_none(game):
    [found] = run(WARM, game)
    check_first(found["first"])
    assert "quick look" not in found["last"]["note"]
    assert found["last"]["is_legal"]
    assert found["last"]["is_numba_loaded"]
    assert not any("quick look" in note for note in found["again"])


SCRIPT = """
found = pg.analyse(state, seconds=0.01, progress=False)
print(json.dumps([found.is_quick_look, told(found)]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", pg.games())
def test_a_script_on_a_cold_machine_gets_the_search_and_not_a_quick_look(game, tmp_path):
    """The time to think begins when all is compiled, however short it is."""
    [[is_quick_look, found]] = run(SCRIPT, game, NUMBA_CACHE_DIR=str(tmp_path))
    assert not is_quick_look
    assert found["is_numba_loaded"]


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("game", ["split", "splinter", "splitter"])
def test_an_analysis_is_by_the_search_where_a_live_one_begins_with_a_quick_look(game):
    state = next(each for each in random_states(pg.new(game), 1) if each.turn != CHANCE)
    assert next(deepen(state)).is_quick_look
    assert not pg.analyse(state, seconds=0.01, progress=False).is_quick_look


@pytest.mark.usefixtures("cold")
def test_an_interrupt_while_the_search_loads_is_no_reason_to_load_it_never(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(anytime, "run_in_thread", interrupted)
        with pytest.raises(pg.Interrupted) as stopped:
            pg.analyse("split", seconds=0.01, progress=False)
    assert stopped.value.result.moves == ()
    assert not pg.analyse("split", seconds=0.01, progress=False).is_quick_look


@pytest.fixture
def cold(monkeypatch):
    """Nothing is ready, as in a new process."""
    monkeypatch.setattr(readiness, "_ready_games", set())
    monkeypatch.setattr(anytime, "_loaded_searches", set())


def played(game, plies):
    return play_on(record_game(game), 5, plies)


@pytest.mark.slow
@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("game", ["split", "splinter", "splitter"])
def test_a_review_at_once_begins_with_values_and_judges_when_the_search_is_ready(game):
    record = played(game, 5)
    found = list(reviewing(record, seconds=0.05, at_once=True))
    quick = [each for each in found if each.is_quick_look]
    counts = [len(each.moves) for each in quick]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1] == 5, "from the last move to the first"
    assert found[: len(quick)] == quick
    assert not any(each.is_complete for each in quick)
    for each in (move for review in quick for move in review.moves):
        if each.before.is_quick or each.next.is_quick:
            assert each.verdict in {"best", "good", "forced", "chance"} or each.proved
        assert each.value is not None or each.verdict == "chance"
    assert found[-1].is_complete
    assert not found[-1].is_quick_look
    *_, again = reviewing(record, seconds=0.05)
    assert again == found[-1]


@pytest.mark.usefixtures("cold")
def test_a_review_that_is_not_asked_for_at_once_holds_no_quick_look():
    found = list(reviewing(played("split", 2), seconds=0.05))
    assert [len(each.moves) for each in found][:3] == [0, 1, 2]
    assert not any(each.is_quick_look for each in found)


@pytest.mark.usefixtures("cold")
@pytest.mark.slow
@pytest.mark.parametrize("game", pg.games())
def test_a_quick_look_has_an_answer_in_every_position(game):
    seen = 0
    for seed in range(3):
        for state in islice(random_states(pg.new(game), seed), 60):
            if state.turn == CHANCE or state.outcome is not None:
                continue
            first = next(deepen(state, seconds=5))
            assert first.moves
            assert all(each.move in state.legal_moves for each in first.moves)
            assert all(each.low <= each.value <= each.high for each in first.moves)
            seen += first.is_quick_look
            readiness._ready_games.clear()
    assert seen >= (game != "territory"), "Territory settles its first moves at once"


@pytest.mark.usefixtures("cold")
def test_a_search_that_is_stopped_at_the_quick_look_compiles_nothing():
    for game in ("split", "splinter", "splitter"):
        state = next(each for each in random_states(pg.new(game), 1) if each.turn != CHANCE)
        stop = Event()
        stop.set()
        assert [each.is_quick_look for each in deepen(state, stop=stop)] == [True]
        assert not readiness.is_ready(game)


FIRST_REVIEW = """
import sys
from random import Random
import polygames as pg
from polygames.search.review import reviewing
record = pg.Record(pg.new({game!r}))
for seed in range(6):
    record.push(record.state.legal_moves.sample(Random(seed)))
for found in reviewing(record, at_once=True):
    if len(found.moves) >= 5:  # a roll after the last move is evaluated later
        break
assert found.is_quick_look
assert all(each.value is not None for each in found.moves if each.seat >= 0)
print("numba" in sys.modules)
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", pg.games())
def test_the_quick_looks_of_a_first_review_load_no_compiler_for_luck_either(game):
    assert run_python(FIRST_REVIEW.format(game=game)) == "False\n"


AUTHORS_GAME = """
import sys
import polygames as pg
from toys import NIM_GAME, register_game

with register_game(NIM_GAME):
    pg.analyse(pg.new("nim", heap=40), seconds=0.01, progress=False)
print("numba" in sys.modules)
"""


def test_a_game_that_has_nothing_compiled_is_ready_and_loads_no_compiler():
    tests = str(Path(__file__).parents[2])
    assert run_python(AUTHORS_GAME, PYTHONPATH=tests) == "False\n"
    with register_game(NIM_GAME):
        assert readiness.progress_title("nim", "analysis") == (
            "analysis",
            PROGRESS_BAR_DELAY_SECONDS,
        )
