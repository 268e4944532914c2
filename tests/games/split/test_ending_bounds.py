"""What one open area of Split is worth: the bounds hold against any lines, by the rules."""

from random import Random

import pytest
from helpers import split

import polygames as pg
from benchmarks.studies import split_endings
from benchmarks.studies.split_endings import Halver, Holder, alone, verdict
from polygames.games.split.engine.endings import HALVING_CARE, bounds, has_pair


def played(*moves):
    """Return a position of Split in which areas below 45 are small."""
    return split(*moves, fill_limit=45)


def without_a_pair():
    """Return 73 open points, with one red side and red to move."""
    return played("draw 1@0.1 - 2@0.4", "color red", "fill 1")


def with_a_pair():
    """Return 80 open points between two red lines, with red to move."""
    first = played("draw 0.5,0 - 0.5,10", "color red")
    state = first.play(next(iter(fills(first))))
    state = state.play(state.draw((8.5, 0), (8.5, 10)))
    return state.play(next(iter(fills(state))))


def fills(state):
    return state.legal_moves.listed()


def ended(state, agents, rng):
    while state.outcome is None:
        state = state.play(agents[state.turn].choose(state, rng))
    return state


@pytest.mark.parametrize("start", [with_a_pair, without_a_pair])
def test_whatever_the_lines_are_who_holds_leaves_the_mover_no_more_than_the_bound(start):
    state = start()
    _, most = bounds(state)
    gains = []
    for seed in range(150):
        agents = [Holder(), Holder()]
        agents[state.turn] = pg.agent("random", game="split")
        end = ended(state, agents, Random(seed))
        gains.append(end.scores[state.turn] - state.scores[state.turn])
    assert max(gains) <= most + HALVING_CARE
    assert len({round(gain, 3) for gain in gains}) > 30


@pytest.mark.parametrize("start", [with_a_pair, without_a_pair])
def test_whatever_the_other_does_who_halves_has_half(start):
    state = start()
    least, _ = bounds(state)
    for seed in range(50):
        agents = [pg.agent("random", game="split") for _ in range(2)]
        agents[state.turn] = Halver()
        end = ended(state, agents, Random(seed))
        left = sum(end.map.faces[k].area for k in end.open_areas)
        gain = end.scores[state.turn] - state.scores[state.turn]
        assert gain + left >= least - HALVING_CARE
        if not left:  # nobody had more than half of the square before
            assert gain == pytest.approx(least, abs=HALVING_CARE)


def test_a_pair_of_lines_is_worth_up_to_two_thirds():
    one, two = without_a_pair(), with_a_pair()
    assert tuple(has_pair(each, each.open_areas[0], each.turn) for each in (one, two)) == (
        False,
        True,
    )
    assert bounds(one) == pytest.approx((alone(one) / 2, alone(one) * 4 / 7))
    assert bounds(two) == pytest.approx((alone(two) / 2, alone(two) * 2 / 3))


def test_a_line_between_own_lines_that_cuts_off_a_third_reaches_two_thirds():
    state = with_a_pair()
    (area,) = state.open_areas
    left, right = 0.5, 8.5
    move = state.draw((left, 10 / 3), (right, 10 / 3))
    after = state.play(move)
    assert after.phase == "area"
    values = sorted(after.map.faces[k].area for k in after.choice)
    assert values == pytest.approx([alone(state) / 3, alone(state) * 2 / 3])
    p, q = values
    assert min(q, p + q / 2) == pytest.approx(bounds(state)[1])
    assert area in after.choice


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["random", "oneply"])
def test_no_game_from_an_ending_goes_beyond_what_was_proved(agent):
    found = split_endings.row(agent, 6, 3)
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
    least, most = bounds(state)
    assert verdict(state) == ("won" if least > needed else "lost" if most < needed else "open")
    assert verdict(pg.new("split")) is None
    assert verdict(with_a_pair()) in split_endings.VERDICTS
