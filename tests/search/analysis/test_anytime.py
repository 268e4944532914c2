"""Analyses keep their promises in every game: lines, ranks, proofs, seeds, edges, a clean end."""

import threading
from base64 import b64decode
from itertools import accumulate, chain, islice
from random import Random
from threading import Event
from time import monotonic

import numpy as np
import pytest
from helpers import random_states, record_game
from patience import Timer
from toys import NIM_GAME, register_game

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue, sort_moves
from polygames.core.errors import OptionError
from polygames.core.registry import info_of
from polygames.search import deepen
from polygames.search.analysis.anytime import tree_move_values
from polygames.search.analysis.calibration import Calibration, load_calibrations
from polygames.search.analysis.rows import has_number, values_by_target
from polygames.search.mcts import MctsAgent
from polygames.view.overlay import draw_analysis
from polygames.widgets.panels.analysis_text import panel_content

OPTIONS = {"territory": {"penalty": 0.5, "seed": 3}, "polygon": {"n": 8}}
SMALL = {
    "polygon": {"n": 6},
    "splinter": {"board": ["BwW.", "..b.", "..wb"]},
    "territory": {"size": 5, "seed": 3, "penalty": 0.5},
}


def position(game: str, plies: int, **options: object) -> pg.State:
    """Return a position after random moves in which a player is to move."""
    states = random_states(pg.new(game, **(options or OPTIONS.get(game, {}))), 5)
    return next(each for each in states if each.ply >= plies and each.turn != pg.CHANCE)


def check(state, found):
    """Expect different legal moves, the best first, each with a line and in its interval."""
    assert found.state == state
    assert len({each.move for each in found.moves}) == len(found.moves) > 0
    values = [each.value for each in found.moves]
    assert values == sorted(values, reverse=True)
    assert (found.best, found.value) == (found.moves[0].move, values[0])
    assert found.scale[0] < found.scale[1]
    for each in found.moves:
        assert each.low <= each.value <= each.high
        assert each.chance is None or 0 <= each.chance <= 1
        assert not each.proved or each.low == each.high
        assert each.line[0] == each.move
        states = list(accumulate(each.line, lambda at, move: at.play(move), initial=state))
        if each.proved and each.chance is not None and (outcome := states[1].outcome) is not None:
            assert each.chance == (state.turn in outcome.winners) / len(outcome.winners)


@pytest.mark.parametrize("plies", [0, 7])
@pytest.mark.parametrize("game", pg.games())
def test_answers_are_ranked_with_legal_lines_and_values_in_their_intervals(game, plies):
    state = position(game, plies)
    for found in islice(deepen(state), 2):
        check(state, found)


@pytest.mark.parametrize("game", SMALL)
def test_proofs_are_those_of_the_solver_and_are_kept(game):
    state = position(game, 0, **SMALL[game])
    proved: dict = {}
    sign = 1 if state.turn == 0 else -1
    for found in deepen(state, seconds=20 if game != "splinter" else 2):
        now = {each.move: each.value for each in found.moves if each.proved}
        assert proved.items() <= now.items()
        proved = now
    assert found.moves[0].proved
    assert found.is_proved or game == "splinter"
    assert found.value == sign * pg.solve(state).value
    for move, value in list(proved.items())[:6]:
        after = state.play(move)
        if after.outcome is None:
            assert value == sign * pg.solve(after).value


def test_a_proof_in_polygon_says_how_long_the_game_lasts_at_most():
    *_, found = deepen(pg.new("polygon", n=6))
    best = found.moves[0]
    state = found.state
    for move in best.line:
        state = state.play(move)
    assert state.outcome is not None
    assert len(best.line) == best.distance == 7
    assert state.outcome.winners == {0}


@pytest.mark.parametrize("game", pg.games())
def test_the_same_seed_gives_the_same_answers(game):
    state = position(game, 3)

    def told(found):
        return [(m.move, m.value, m.low, m.high, m.line, m.visits) for m in found.moves]

    runs = [[told(found) for found in islice(deepen(state, seed=7), 2)] for _ in range(3)]
    assert runs[1] == runs[2]  # the first may begin with quick looks, until the search is ready


@pytest.mark.parametrize("game", pg.games())
def test_closed_or_stopped_it_leaves_no_thread(game):
    state = position(game, 0, **({"n": 12} if game == "polygon" else {}))
    before = set(threading.enumerate())
    answers = deepen(state)
    next(answers)
    answers.close()
    stop = threading.Event()
    answers = deepen(state, stop=stop)
    next(answers)
    with Timer(0.1, stop.set):
        for _ in answers:
            pass
    assert stop.is_set() or game == "polygon"
    assert set(threading.enumerate()) <= before


def test_a_flag_ends_a_search_between_answers():
    """Deep in Split an answer takes long: the flag does not wait for it."""
    stop = threading.Event()
    with Timer(0.3, stop.set):
        began = monotonic()
        list(deepen(position("split", 7), stop=stop))
        assert monotonic() - began < 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "agent"), [("splinter", "greedy"), ("split", "oneply"), ("territory", "denial")]
)
def test_the_value_mostly_holds_after_the_best_move(game, agent):
    """What one seat wins the other loses: it used to be that both looked lost."""
    held = []
    for plies in (0, 8, 16, 20):
        state, rng, player = position(game, 0), Random(2), pg.agent(agent, game=game)
        for _ in range(plies):
            state = state.play(player.choose(state, rng))
        *_, before = islice(deepen(state), 3)
        after = state.play(before.best)
        *_, later = islice(deepen(after), 3)
        sign = 1 if after.turn == state.turn else -1
        best = before.moves[0]
        held.append(best.low <= sign * later.value <= best.high)
    assert sum(held) >= 3, held


def test_at_the_start_of_splinter_no_more_than_one_seat_looks_lost():
    state = pg.new("splinter")
    *_, before = islice(deepen(state), 3)
    *_, later = islice(deepen(state.play(before.best)), 3)
    assert abs(before.value + later.value) < 0.1
    assert abs(before.value) < 0.2


def test_a_move_that_ends_the_game_by_repetition_beside_a_win_is_a_proved_tie():
    board = ["W.b.", "wbw.", ".b.B"]
    record = record_game("splinter", "a3-b2", "d1-c2", "b3-c2", "c1-b2", board=board)
    *_, found = deepen(record.state, seconds=1)
    proved = {str(each.move): each.proved for each in found.moves}
    values = {str(each.move): each.value for each in found.moves}
    assert (proved["c2-b3"], values["c2-b3"]) == (True, 1)
    assert (proved["a3-b2"], values["a3-b2"]) == (True, 0)


@pytest.mark.slow
def test_an_agent_may_judge_the_moves():
    first, second = islice(deepen(pg.new("splinter"), agent="mcts"), 2)
    assert sum(m.visits for m in first.moves) < sum(m.visits for m in second.moves)


@pytest.mark.parametrize("game", ["polygon", "splinter", "splitter", "territory"])
def test_every_part_of_the_picture_with_a_move_has_a_value(game):
    state = position(game, 0)
    found = next(deepen(state))
    info = info_of(state)
    parts = values_by_target(found)
    named = {target for move in state.legal_moves for target in info.spell(move)}
    assert set(parts) <= named
    assert {each.move for each in parts.values()} <= {each.move for each in found.moves}
    best = info.spell(found.best)
    assert any(parts.get(target) == found.moves[0] for target in best)


@pytest.mark.parametrize(
    ("game", "raw"),
    [
        ("splinter", (-0.9, -0.2, 0.0, 0.4, 0.9)),
        ("split", (-40.0, -5.0, 0.0, 5.0, 40.0)),
        ("territory", (-60.0, -3.0, 0.0, 3.0, 60.0)),
        ("polygon", (-5.0, 0.0, 5.0)),
    ],
)
def test_a_better_result_of_the_search_is_a_better_chance(game, raw):
    analysis = __import__(f"polygames.games.{game}.analysis", fromlist=["features"])
    model = load_calibrations(f"polygames.games.{game}.engine")["chance"]
    for plies in (0, 6, 12):
        state = position(game, plies)
        chances = [model.predict(analysis.features(state, each)) for each in raw]
        assert chances == sorted(chances)
        assert chances[0] < chances[-1]


def test_in_splinter_a_mean_that_a_larger_tree_brings_nearer_to_a_tie_is_the_same_chance():
    """From 45,000 games on means fade by the power 0.2 of their number; what is won does not."""
    analysis = __import__("polygames.games.splinter.analysis", fromlist=["features"])
    state = position("splinter", 12)
    for mean in (-0.15, 0.15):
        few, many = 45_000, 45_000 * 2**5
        lean = analysis.OPTIMISM_AT_START * (1 - state.ply / analysis.OPTIMISM_END_PLY)
        at = [
            lean * (analysis.OPTIMISM_FULL_GAMES / games) ** analysis.OPTIMISM_EXPONENT
            for games in (few, many)
        ]
        first, then = mean + at[0], mean / 2 + at[1]
        assert analysis.features(state, first, few) == pytest.approx(
            analysis.features(state, then, many), abs=1e-9
        )


def test_a_calibration_is_a_sum_of_weighted_features():
    assert Calibration((1.0, -2.0), "identity").predict((1.0, 3.0)) == -5
    assert Calibration((0.0, 1.0)).predict((1.0, 1000.0)) == pytest.approx(1)


def test_of_equal_moves_the_sooner_win_and_the_later_loss_come_first():
    def each(value, distance):
        return MoveValue(f"{value} in {distance}", value, value, value, distance=distance)

    moves = [each(-1, 3), each(1, 9), each(-1, 8), each(1, 5)]
    assert [m.move for m in sort_moves(moves)] == ["1 in 5", "1 in 9", "-1 in 8", "-1 in 3"]


NO_TIMES = [
    *(True, "1", "", b"1", [], [1], {}, (), ("1",), 1j, object, np.array([1, 2])),
    *(0, -1, float("nan"), float("inf"), 1e300, 10**400),
]


@pytest.mark.parametrize("door", [pg.analyse, pg.solve])
@pytest.mark.parametrize("game", pg.games())
def test_a_time_that_is_none_is_refused_by_every_door(door, game):
    for value in NO_TIMES:
        with pytest.raises(OptionError, match=r"seconds.*greater than 0"):
            door(position(game, 0), seconds=value)
    with pytest.raises(OptionError, match="seed must be a whole number, not '1'"):
        pg.analyse(position(game, 0), seconds=0.1, seed="1")
    with pytest.raises(OptionError, match=r"'second' of \w+\(\): did you mean 'seconds'"):
        pg.solve(position(game, 0), second=1)


def test_an_analysis_is_not_without_end():
    with pytest.raises(OptionError, match="greater than 0 and at most 4000000, not None"):
        pg.analyse(pg.new("splinter"), seconds=None)


EDGES = {
    "split": ({"fill_limit": 40.0}, {"fill_limit": 49.0, "min_area": 20.0}),
    "splinter": (
        {"board": ["BW"]},
        {"board": ["BwW"]},
        {"board": ["BwW.", "..b.", "..wb"], "max_plies": 1},
        {"max_plies": 2},
    ),
    "polygon": ({"n": 3}, {"n": 4}, {"n": 5, "colors": "any", "max_plies": 2}),
    "splitter": ({"pad": "B", "players": 2},),
    "territory": (
        {"size": 2, "seed": 1, "penalty": 0.5, "swap": True},  # a single tile: nothing to take over
        {"size": 3, "seed": 2, "penalty": -1.0, "swap": True},
        {"size": 3, "seed": 1, "penalty": 0.5, "ending": "stuck"},
        {"size": 3, "seed": 1, "solitaire": True},
        {"size": 14, "penalty": 0},
    ),
}


def positions(game, **options):
    """Return the first and the last position of a random game in which a player is to move."""
    *before, _ = random_states(pg.new(game, **options), 4)
    found = [state for state in before if state.turn != pg.CHANCE]
    return [found[0], found[-1]] if found else []


@pytest.mark.parametrize("game", EDGES)
def test_there_is_a_first_answer_even_without_time_or_with_a_flag_set(game):
    stopped, seen = Event(), 0
    stopped.set()
    for options in EDGES[game]:
        for state in positions(game, **options):
            check(state, pg.analyse(state, seconds=1e-9))
            hasty = list(deepen(state, seconds=1e-9))
            for found in (hasty[0], next(deepen(state, stop=stopped)), *islice(deepen(state), 2)):
                check(state, found)
                seen += 1
            assert len(hasty) <= 3  # what is known at once, and what began in time
    assert seen


@pytest.mark.parametrize(
    ("game", "options"),
    [("polygon", {"n": 5}), ("territory", {"size": 3, "seed": 2, "swap": True})],
)
def test_where_there_is_one_move_it_is_named(game, options):
    games = [random_states(pg.new(game, **options), seed) for seed in range(10)]
    alone = [state for state in chain(*games) if len(state.legal_moves) == 1]
    for state in alone:
        [each] = next(deepen(state)).moves
        assert [each.move] == list(state.legal_moves)
    assert alone


def test_an_analysis_of_split_gives_short_lines_where_the_kernel_has_no_room_for_longer_ones():
    kernel = pytest.importorskip("polygames.games.split.engine.kernel")
    rng, state = Random(1), pg.new("split", fill_limit=0.01)
    while True:
        after = state.play(state.legal_moves.sample(rng))
        try:
            kernel.encode(after)
        except OverflowError:
            break
        state = after
    found = next(deepen(state))
    check(state, found)
    assert any(len(each.line) == 1 for each in found.moves[:4])


def test_values_are_those_of_the_seat_to_move():
    with register_game(NIM_GAME):
        state = pg.new("nim", heap=7)
        for move in ("1", "3"):
            found = pg.analyse(state, seconds=0.3)
            assert found.is_proved, "by the rules alone: the game has no way of its own"
            assert {each.move.what: each.value for each in found.moves} == {
                str(n): 1 if (state.heap - n) % 4 == 0 else -1
                for n in range(1, min(3, state.heap) + 1)
            }
            state = state.play(state.parse(move))


def test_it_shows_itself_as_a_table_a_picture_and_text():
    found = pg.analyse(pg.new("splinter"), seconds=0.2)
    assert list(found.frame()["move"]) == [str(each.move) for each in found.moves]
    bundle = found._repr_mimebundle_()
    assert b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    assert "values for seat 0" in bundle["text/plain"]


def test_an_agent_without_statistics_cannot_judge_the_moves():
    with pytest.raises(OptionError, match="cannot analyse"):
        pg.analyse(pg.new("splinter"), seconds=0.1, agent="random")


def test_an_analysis_that_found_nothing_says_so_everywhere():
    found = Analysis(pg.new("splinter"), ())
    assert found.best is None
    assert len(found.table()) == 0
    assert "nothing was found" in str(found)
    assert b64decode(found._repr_mimebundle_()["image/png"]).startswith(b"\x89PNG")
    assert "nothing was found" in found.plot().get_title()
    assert "nothing was found" in panel_content(found, None)["note"]
    assert draw_analysis(found) == ()


@pytest.mark.parametrize("visits", [1, 3, 99])
def test_a_tree_of_few_games_names_every_move_and_is_sure_of_none(visits):
    with register_game(NIM_GAME):
        state = pg.new("nim", heap=40)
        agent = MctsAgent(seconds=None, visits=visits)
        agent.choose(state, Random(2))
        rows = tree_move_values(state, agent.statistics(state))
        assert {each.move for each in rows} == set(state.legal_moves)
        for each in rows:
            assert each.low <= each.value <= each.high
            assert each.high - each.low > (1 if each.visits < 4 else 0.8)
            assert each.visits or (each.low, each.high) == (-1, 1)


def test_a_look_without_time_says_that_it_is_a_first_one():
    with register_game(NIM_GAME):
        found = pg.analyse(pg.new("nim", heap=4000), seconds=1e-9, progress=False)
    assert (len(found.moves), found.is_early) == (3, True)
    assert found.note == "first look, 1 game: a proof may say something else"
    assert not any(has_number(found, each) for each in found.moves)
