"""Split's agents: what they see, that the search is right, and that they keep time."""

from math import dist, isnan
from random import Random
from threading import Thread
from time import perf_counter, sleep

import pytest
from helpers import quick_agent, random_games, value_by_recursion

import polygames as pg
from polygames.games.split.agents import OnePlyAgent, best_candidates, expected_rewards
from polygames.games.split.engine import iterative_deepening, kernel
from polygames.games.split.engine.candidates import WIN_SCORE, best_gains
from polygames.games.split.engine.iterative_deepening import (
    MAX_DEPTH,
    DeepeningSearch,
    new_workspace,
)
from polygames.games.split.rules import ChooseArea, DrawLine, FillArea
from polygames.runtime.clock import Clock

PRESETS = ["2026", pytest.param("seed", marks=pytest.mark.slow)]


def random_positions(games, preset="2026"):
    return random_games("split", games, "agents", preset=preset)


OPPONENT_NEEDS_THE_SMALL_AREA = """\
split
ply 9
turn 1
colors red blue
line red draw 1@0.47 - 3@0.47
line blue draw 1@0.57 - 3@0.57
line blue draw 1@0.61 - 3@0.61
areas 01..
"""
"""Blue is to move; area 2 is worth 4, and red, who has 47 points, would win with it."""

CHOICE_OF_4_AND_5_5 = """\
split
ply 9
turn 1
colors red blue
choice 1 4
line red draw 1@0.4 - 3@0.4
line red draw 1@0.495 - 3@0.495
line red draw 1@0.9 - 3@0.9
line red draw 4@0.42105263 - 5@0.42105263
areas 1.0..
"""
"""Blue chooses and moves next: if red fills the 5.5, blue fills the 4 at once."""


def test_oneply_fills_what_the_opponent_would_win_with():
    state = pg.from_text(OPPONENT_NEEDS_THE_SMALL_AREA)
    assert OnePlyAgent().choose(state, Random(0)) == FillArea(2)


def test_oneply_lets_fill_the_larger_area_if_it_can_fill_the_smaller_one():
    state = pg.from_text(CHOICE_OF_4_AND_5_5)
    values = {k: state.areas[k].value for k in state.choice}
    assert sorted(values.values()) == pytest.approx([4, 5.5])
    chosen = OnePlyAgent().choose(state, Random(0))
    assert chosen == ChooseArea(max(values, key=values.get))


def worth(state, seat):
    """Return what a position is worth to the seat that made it, by the words of OnePlyAgent."""
    if state.choice is not None:
        return min(worth(state.play(ChooseArea(k)), seat) for k in state.choice)
    if state.outcome is not None and seat in state.outcome.winners:
        return 1000 + worth_in_points(state, seat)
    return worth_in_points(state, seat)


def worth_in_points(state, seat):
    color = "red" if state.seat_colors is None else state.seat_colors[seat]
    other = {"red": "blue", "blue": "red"}[color]
    value = state.scores[seat] - state.scores[1 - seat]
    small = sorted(state.areas[k].value for k in state.open_areas if state.is_small(k))
    for sign in [-1, 1] * len(small):
        value += sign * (small.pop() if small else 0)
    for k in state.open_areas:
        if not state.is_small(k):
            area = state.areas[k]
            lead = area.colors.count(color) - area.colors.count(other)
            value += 0.25 * area.value * lead / len(area.colors)
    return value


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_oneply_plays_the_move_after_which_the_position_is_worth_most(preset):
    agent, own_cuts = OnePlyAgent(places=2), 0
    for state in list(random_positions(4, preset))[::7]:
        if state.phase != "line":
            continue
        values = []
        for value, what in agent._iter_rated(state):
            after = state.play(FillArea(what) if isinstance(what, int) else DrawLine(*what))
            own_cuts += after.choice is not None
            assert value == pytest.approx(worth(after, state.turn), abs=1e-9)
            values.append(value)
        chosen = state.play(agent.choose(state, Random(0)))
        assert worth(chosen, state.turn) == pytest.approx(max(values, default=0), abs=1e-8)
    assert own_cuts > 20


def distances_to_ends(state, move):
    """Yield how far each end of a line is from the corners and ends on the line that it ends on."""
    for spot in (move.start, move.end):
        line = state.map.lines[spot.line]
        for at in (0, 1, *state.map.ends[spot.line]):
            yield dist(line.point_at(spot.position), line.point_at(at))


@pytest.mark.parametrize("preset", PRESETS)
def test_oneply_keeps_away_from_ends_and_cuts_off_no_slivers_in_its_own_games(preset):
    """Its lines end in regular places, so that a new one often hits an old one's end."""
    for places in (2, 3, 5):
        state, rng = pg.new("split", preset=preset), Random(0)
        while state.outcome is None:
            move = OnePlyAgent(places).choose(state, rng)
            after = state.play(move)
            if isinstance(move, DrawLine):
                assert min(distances_to_ends(state, move)) > 1e-9
                assert after.areas[-1].value >= 1
            state = after
        assert state.ply < 200


def test_oneply_plays_with_a_small_fill_limit():
    state, rng = pg.new("split", fill_limit=0.5, min_area=0.2), Random(0)
    for _ in range(60):
        state = state.play(OnePlyAgent(places=1).choose(state, rng))


def test_candidates_are_legal_and_make_exact_values():
    exact = 0
    for state in list(random_positions(1))[::4]:
        moves = best_candidates(state, 200, Random(0))
        assert moves
        assert all(move in state.legal_moves for move in moves)
        for move in moves:
            after = state.play(move)
            if len(after.areas) > len(state.areas):
                pieces = after.areas[-1].value, state.map.faces[_cut(state, move)].area
                exact += abs(pieces[0] - pieces[1] / 2) < 1e-9
    assert exact > 40, "even splits are among them"


def _cut(state, move):
    return state.map.face_between(move.start, move.end)


def test_best_take_bounds_every_line_of_one_colour():
    """No random line of one colour gains more than `best_gains` says, and some come near."""
    inks = {"red": 0, "blue": 1}
    nearest = 0.0
    for state in random_positions(3):
        if state.phase != "line" or state.legal_moves.finite or state.seat_colors is None:
            continue
        array, rng = kernel.encode(state), Random(1)
        for _ in range(20):
            move = state.legal_moves.sample(rng)
            after = state.play(move)
            if after.choice is not None:
                gain = min(after.areas[k].value for k in after.choice)
                most = best_gains(array, _cut(state, move))[inks[state.color]]
                assert gain <= most + 1e-9
                nearest = max(nearest, gain / most)
    assert nearest > 0.9


def test_search_is_the_minimax_of_its_candidates_and_leaves_the_position_as_it_was():
    """Alpha-beta with all candidates gives what plain minimax over the same ones gives."""

    def plain(array, depth):
        outcome = kernel.result(array)
        if not isnan(outcome):
            return (outcome if array[0, kernel.TURN] == 0 else -outcome) * WIN_SCORE
        work = new_workspace((4,), levels=1)
        count = iterative_deepening.rank_candidates(array, 0, work)
        choosing = array[0, kernel.PHASE] != kernel.LINE_DUE
        order = work.order[0, :count]
        if depth <= 1 and not choosing:
            return work.values[0, order[0]]
        best = -1e9
        for m in order if choosing else order[:4]:
            after = array.copy()
            kernel.play(after, work.codes[0, m])
            value = plain(after, depth - (not choosing))
            same = after[0, kernel.TURN] == array[0, kernel.TURN]
            best = max(best, value if same else -value)
        return best

    for state in list(random_positions(2))[3::9]:
        array, before = kernel.encode(state), kernel.encode(state)
        found = iterative_deepening.search(array, 0, 3, -2000.0, 2000.0, new_workspace((4,)))
        used = slice(0, kernel.AREAS + int(before[0, kernel.COUNT]))
        assert (array[used] == before[used]).all()
        expected = plain(array, 3)
        if abs(expected) > WIN_SCORE - MAX_DEPTH:  # a win also says in how many plies
            assert abs(found) > WIN_SCORE - MAX_DEPTH
            assert found * expected > 0
        else:
            assert found == pytest.approx(expected, abs=1e-9)


def test_estimate_is_a_share_for_each_seat():
    for state in random_positions(1):
        first, second = expected_rewards(state, Random(0))
        assert 0 <= first <= 1
        assert first + second == pytest.approx(1)


def test_takes_an_area_that_wins_at_once():
    """Where filling an area wins, the search wins with its move; such positions are met."""
    met = 0
    for state in random_positions(12):
        if state.outcome is not None or state.phase != "line":
            continue
        wins = [k for k in state.open_areas if state.is_small(k)]
        if not any(state.play(FillArea(k)).outcome for k in wins):
            continue
        met += 1
        agent = pg.agent("minimax", game="split", seconds=None, depth=1)
        outcome = state.play(agent.choose(state, Random(0))).outcome
        assert outcome is not None
        assert state.turn in outcome.winners
    assert met > 3


def test_only_fills_left_is_solved_exactly():
    """With every open area small, the search to the end agrees with full enumeration."""
    tried = 0
    for state in random_positions(60):
        if state.legal_moves.finite and state.phase == "line" and 2 <= len(state.open_areas) <= 4:
            search = DeepeningSearch(state, Clock(None), (1000,), None, Random(0))
            *_, (_, found, _) = search.deepen()
            sign = (found > WIN_SCORE / 2) - (found < -WIN_SCORE / 2)
            assert sign * (1 if state.turn == 0 else -1) == value_by_recursion(state)
            tried += 1
    assert tried >= 5


@pytest.mark.parametrize("stopped", [False, True], ids=["deadline", "stop"])
def test_minimax_ends_in_time_or_when_told_and_lets_other_threads_run(stopped):
    agent = pg.agent("minimax", game="split", seconds=3600 if stopped else 0.5)
    state = pg.new("split", preset="2026")
    pg.agent("minimax", game="split", seconds=None, depth=2).choose(state, Random(0))  # compiled
    ticks, found = 0, []
    worker = Thread(target=lambda: found.append(agent.choose(state, Random(0))))
    start = perf_counter()
    worker.start()
    while worker.is_alive():
        sleep(0.01)
        ticks += 1
        if stopped and ticks > 20:
            agent.stop.set()
    assert perf_counter() - start < 30, "a promise of time; without it the search takes hours"
    assert ticks > 10, "the search runs without Python's lock"
    assert found[0] in state.legal_moves


def test_a_position_too_large_for_the_kernel_is_still_played(monkeypatch):
    monkeypatch.setattr(kernel, "INITIAL_AREAS", kernel.FIRST_NEW)
    state = pg.new("split")
    for name in ("minimax", "mcts"):
        move = quick_agent(name, "split").choose(state, Random(0))
        assert move in state.legal_moves
