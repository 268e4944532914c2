"""Who wins for sure near the end of Split: beside all orders of fills, and beside attempts."""

from random import Random

import pytest
from helpers import random_states, split

import polygames as pg
from benchmarks.studies import split_endings
from benchmarks.studies.split_endings import Halver, Holder, ending_verdict, single_area_value
from polygames.games.split.analysis import BAR_RANGE
from polygames.games.split.engine.endgame import (
    HALVING_TOLERANCE,
    has_own_color_pair,
    is_race_won,
    open_area_bounds,
    proof_moves,
    winner_of,
)
from polygames.games.split.moves import FillArea
from polygames.games.split.rules import SQUARE_AREA
from polygames.search import deepen

OPTIONS = ({"preset": "2026"}, {"fill_limit": 20.0}, {"fill_limit": 12.0, "min_area": 1.0})


def played(number):
    """Return the positions of a random game, from the first to the last but one."""
    start = pg.new("split", **OPTIONS[number % len(OPTIONS)])
    return list(random_states(start, number))[:-1]


def enumerated(state):
    """Return who wins by best play of a position that only fills are left of."""
    if state.outcome is not None:
        return state.outcome.winners
    found = [enumerated(state.play(move)) for move in state.legal_moves]
    own, other = frozenset({state.turn}), frozenset({1 - state.turn})
    return own if own in found else next((each for each in found if each != other), other)


def decided(games):
    """Return positions of which it is known who wins, and who."""
    return [
        (state, winner)
        for number in range(games)
        for state in played(number)[-8:]
        if (winner := winner_of(state)) is not None
    ]


def test_where_only_fills_are_left_it_is_what_trying_all_orders_says():
    seen = 0
    for number in range(60):
        for state in played(number)[-6:]:
            if len(state.open_areas) <= 6 and all(map(state.is_small, state.open_areas)):
                seen += 1
                assert frozenset({winner_of(state)}) == enumerated(state)
    assert seen > 30


def keeps(state, winner):
    """Return the move with which a winner goes on."""
    moves = proof_moves(state) if state.phase == "line" else state.legal_moves
    return next(m for m in moves if winner_of(state.play(m)) == winner)


def tries(state, rng):
    """Return a move of the one who is to lose: a line by chance, or the largest fill."""
    small = [area for area in state.open_areas if state.is_small(area)]
    if state.phase == "line" and small and rng.random() < 0.5:
        return FillArea(max(small, key=lambda area: state.map.faces[area].area))
    return state.legal_moves.sample(rng)


def assert_kept(state, winner, rng):
    """Play three games on: who is to win as the proof says, the other one anyhow."""
    for _ in range(3):
        after = state
        while after.outcome is None:
            own = after.turn == winner
            after = after.play(keeps(after, winner) if own else tries(after, rng))
            assert winner_of(after) == winner


def test_who_wins_for_sure_wins_whatever_the_other_tries():
    rng, lines = Random(1), 0
    for state, winner in decided(45):
        lines += not state.legal_moves.finite
        assert_kept(state, winner, rng)
    assert lines > 20


@pytest.mark.slow
def test_who_wins_by_the_worth_of_the_last_area_wins_whatever_the_other_tries():
    rng, single, beside = Random(2), 0, 0
    for state in (each for number in range(150) for each in played(number)):
        limit, sizes = state.rules.fill_limit, [state.map.faces[k].area for k in state.open_areas]
        small, large = sorted(filter(state.rules.is_small, sizes), reverse=True), max(sizes)
        if state.phase != "line" or len(sizes) - len(small) != 1 or large >= 1.9 * limit:
            continue
        winner = winner_of(state)
        if winner is None:
            continue
        scores = (state.scores[winner], state.scores[1 - winner])
        begins = winner == state.turn
        if not is_race_won(small, max(limit, large / 2), *scores, is_to_move=begins):
            single += not small
            beside += bool(small)
            assert_kept(state, winner, rng)
    assert single > 5
    assert beside > 5


def is_kept(own, other, left, gain, *, moves):
    """Say whether the largest fills win, the other taking any, or gaining by a line all it can."""
    if max(own, other) > SQUARE_AREA / 2:
        return own > SQUARE_AREA / 2
    if moves:
        return bool(left) and is_kept(own + left[0], other, left[1:], gain, moves=False)
    fills = (
        is_kept(own, other + fill, (*left[:k], *left[k + 1 :]), gain, moves=True)
        for k, fill in enumerate(left)
    )
    return all(fills) and is_kept(own, other + gain, left, gain, moves=True)


def test_a_race_is_won_only_if_no_order_of_turns_stops_it():
    rng, won = Random(1), 0
    for _ in range(400):
        small = sorted((rng.uniform(0.5, 5) for _ in range(rng.randrange(1, 6))), reverse=True)
        gain, own, other = rng.choice((5.0, 6.5, 9.0)), rng.uniform(38, 49), rng.uniform(20, 49)
        for begins in (True, False):
            if is_race_won(small, gain, own, other, is_to_move=begins):
                won += 1
                assert is_kept(own, other, tuple(small), gain, moves=begins)
    assert won > 50


def test_an_analysis_marks_as_proved_what_is_known_for_sure():
    checked = 0
    for state, winner in decided(6):
        found = next(deepen(state))
        for each in found.moves:
            if each.proved:
                checked += 1
                is_won = winner_of(state.play(each.move)) == state.turn
                assert (each.value, each.chance) == (BAR_RANGE[is_won], float(is_won))
            else:
                assert BAR_RANGE[0] < each.value < BAR_RANGE[1]
        assert found.moves[0].proved
        assert (found.value > 0) is (winner == state.turn)
    assert checked > 30


def test_the_solver_knows_at_once_what_is_decided():
    for state, winner in decided(12):
        found = pg.solve(state, seconds=5)
        assert found.value == (1 if winner == 0 else -1)
        after = state
        for move in found.line:
            after = after.play(move)
        assert after.outcome.winners == {winner}


def test_no_lead_is_expected_that_the_open_areas_do_not_allow():
    seen = 0
    for state in (each for number in range(4) for each in played(number)):
        if sum(state.scores) < 50 or state.phase != "line":
            continue
        ahead = state.scores[state.turn] - state.scores[1 - state.turn]
        rest = 100 - sum(state.scores)
        for each in pg.analyse(state, seconds=0.05).moves:
            if not each.proved:
                assert ahead - rest - 1e-9 <= each.value <= ahead + rest + 1e-9, state.to_text()
                seen += 1
    assert seen > 50


# --- What one open area is worth: the bounds hold against any lines, by the rules -----------------


def without_a_pair():
    """Return 73 open points, with one red side and red to move."""
    return split("draw 1@0.1 - 2@0.4", "color red", "fill 1", fill_limit=45)


def with_a_pair():
    """Return 80 open points between two red lines, with red to move."""
    lines = ("draw 0.5,0 - 0.5,10", "color red", "fill 0", "draw 8.5,0 - 8.5,10", "fill 2")
    return split(*lines, fill_limit=45)


def ended(state, agents, rng):
    while state.outcome is None:
        state = state.play(agents[state.turn].choose(state, rng))
    return state


@pytest.mark.parametrize("start", [with_a_pair, without_a_pair])
def test_whatever_the_lines_are_who_holds_leaves_the_mover_no_more_than_the_bound(start):
    state = start()
    _, most = open_area_bounds(state)
    gains = []
    for seed in range(150):
        agents = [Holder(), Holder()]
        agents[state.turn] = pg.agent("random", game="split")
        end = ended(state, agents, Random(seed))
        gains.append(end.scores[state.turn] - state.scores[state.turn])
    assert max(gains) <= most + HALVING_TOLERANCE
    assert len({round(gain, 3) for gain in gains}) > 30


@pytest.mark.parametrize("start", [with_a_pair, without_a_pair])
def test_whatever_the_other_does_who_halves_has_half(start):
    state = start()
    least, _ = open_area_bounds(state)
    for seed in range(50):
        agents = [pg.agent("random", game="split") for _ in range(2)]
        agents[state.turn] = Halver()
        end = ended(state, agents, Random(seed))
        left = sum(end.map.faces[k].area for k in end.open_areas)
        gain = end.scores[state.turn] - state.scores[state.turn]
        assert gain + left >= least - HALVING_TOLERANCE
        if not left:  # nobody had more than half of the square before
            assert gain == pytest.approx(least, abs=HALVING_TOLERANCE)


def test_a_pair_of_lines_is_worth_up_to_two_thirds():
    one, two = without_a_pair(), with_a_pair()
    assert tuple(
        has_own_color_pair(each, each.open_areas[0], each.turn) for each in (one, two)
    ) == (
        False,
        True,
    )
    assert open_area_bounds(one) == pytest.approx(
        (single_area_value(one) / 2, single_area_value(one) * 4 / 7)
    )
    assert open_area_bounds(two) == pytest.approx(
        (single_area_value(two) / 2, single_area_value(two) * 2 / 3)
    )


def test_a_line_between_own_lines_that_cuts_off_a_third_reaches_two_thirds():
    state = with_a_pair()
    (area,) = state.open_areas
    left, right = 0.5, 8.5
    move = state.draw((left, 10 / 3), (right, 10 / 3))
    after = state.play(move)
    assert after.phase == "area"
    values = sorted(after.map.faces[k].area for k in after.choice)
    assert values == pytest.approx([single_area_value(state) / 3, single_area_value(state) * 2 / 3])
    p, q = values
    assert min(q, p + q / 2) == pytest.approx(open_area_bounds(state)[1])
    assert area in after.choice


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["random", "oneply"])
def test_no_game_from_an_ending_goes_beyond_what_was_proved(agent):
    found = split_endings.measure_agent(agent, 6, 3)
    assert found["less than twice the limit"] == sum(found[key] for key in ("won", "lost", "open"))
    assert found["beyond the bounds"] == 0


def test_a_game_that_goes_beyond_is_seen():
    state = with_a_pair()
    agents = [Holder(), Holder()]
    agents[state.turn] = pg.agent("random", game="split")
    end = ended(state, agents, Random(1))
    assert not split_endings.is_broken(state, 1 - state.turn, end)

    class Less:
        scores = tuple(s + 60 * (seat == state.turn) for seat, s in enumerate(end.scores))
        outcome = end.outcome

    assert split_endings.is_broken(state, 1 - state.turn, Less)


def test_the_bounds_say_who_wins_only_where_both_ends_do():
    state = without_a_pair()
    needed = 50 - state.scores[state.turn]
    least, most = open_area_bounds(state)
    assert ending_verdict(state) == (
        "won" if least > needed else "lost" if most < needed else "open"
    )
    assert ending_verdict(pg.new("split")) is None
    assert ending_verdict(with_a_pair()) in split_endings.ENDING_VERDICTS
