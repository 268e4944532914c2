"""Splitter: bounds on players who do not see the rolls, held against the truth on small pads."""

from functools import cache
from itertools import product
from random import Random

import pytest

from benchmarks.lib.without_foresight import beam, halves, stars
from benchmarks.lib.without_foresight.penalised import Penalised, fits, for_all_rolls
from benchmarks.lib.without_foresight.small import ROLLS, Solved, after, penalised, sequences
from polygames.games.splitter.engine.evaluator import LearnedEvaluator
from polygames.games.splitter.optimum.bound import bound
from polygames.games.splitter.pads import PADS, Pad
from polygames.games.splitter.scoring import total

TWO = [("*##*",), ("*#..#*",), ("*..*", "#..#"), ("**", "##")]
THREE = [("*##*", ".##."), ("#*##*#",), ("*hh*", ".h#.")]


def random_rolls(rounds, seed):
    rng = Random(seed)
    return [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(rounds)]


def best_of_halves(rounds):
    """Solve the game of the halves once more: by recursion on plain counts."""

    @cache
    def best(left, right, free, rest):
        if rest == 0:
            return sum(
                v * ((i + k) // v if v in free else i // v + k // v)
                for v, (i, k) in enumerate(zip(left, right, strict=True), start=1)
            )
        return (
            sum(
                max(written(left, right, free, x, y, rest), written(left, right, free, y, x, rest))
                for x, y in product(range(1, 7), repeat=2)
            )
            / 36
        )

    def written(left, right, free, x, y, rest):
        return best(more(left, x), more(right, y), free | ({x} if x == y else set()), rest - 1)

    def more(counts, v):
        return (*counts[: v - 1], counts[v - 1] + 1, *counts[v:])

    return best((0,) * 6, (0,) * 6, frozenset({1}), rounds)


def best_of_stars(rounds):
    """Solve the game of the stars once more: by recursion on all counts, the end by counting."""

    def at_the_end(counts, x, y):
        if x == y:
            return x * min(2, counts[x] // x)
        return sum(v for v in (x, y) if counts[v] >= v)

    def after(counts, x, y):
        more = list(counts)
        more[x] += 1
        more[y] += 1
        return tuple(more)

    @cache
    def best(counts, here, rest):
        if rest == 0:
            return at_the_end(counts, *here) if here else 0
        values = []
        for x, y in product(range(1, 7), repeat=2):
            then = after(counts, x, y)
            value = best(then, here, rest - 1)
            if here is None:
                value = max(value, best(then, (x, y), rest - 1))
            values.append(value)
        return sum(values) / 36

    return best((0,) * 7, None, rounds)


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, 2])
def test_the_easier_games_are_solved_as_by_plain_recursion(rounds):
    assert halves.bound(rounds) == pytest.approx(best_of_halves(rounds), abs=1e-5)
    assert stars.bound(rounds) == pytest.approx(best_of_stars(rounds), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("rows", [*TWO, *THREE], ids="/".join)
def test_no_player_exceeds_the_proved_bound(rows):
    pad = Pad(rows)
    assert for_all_rolls(pad) >= Solved(pad).optimum


@pytest.mark.slow
@pytest.mark.parametrize("rows", TWO, ids="/".join)
def test_the_mean_of_the_penalised_bounds_lies_between_the_optimum_and_what_is_proved(rows):
    pad = Pad(rows)
    mean = sum(each.chance * Penalised(pad, each.rolls).bound() for each in sequences(pad))
    assert Solved(pad).optimum <= mean <= for_all_rolls(pad)


def owed(pad, rolls, path):
    """Return the luck of the rolls by the values of the easier games, on a path of sheets."""
    luck, state, counts, filled = 0.0, 0, [0] * 7, None
    sides, places = halves.values(pad.rounds), stars.values(pad.rounds)
    chance = stars.chances(pad.rounds)

    def of_stars(counts, filled, rest):
        if filled is None:
            return float(places[rest][stars.state_of(counts)])
        return stars.worth(stars.np.array(counts), *filled, rest, chance)

    def rolled(state, counts, filled, roll, rest):
        more = [count + roll.count(v) for v, count in enumerate(counts)]
        ways = (halves.written(state, *way) for way in (roll, roll[::-1]))
        best = of_stars(more, filled, rest)
        if filled is None:
            best = max(best, of_stars(more, roll, rest))
        return max(float(sides[rest][way]) for way in ways) + best

    for number, (roll, before, then) in enumerate(zip(rolls, path, path[1:], strict=False), 1):
        rest = pad.rounds - number
        mean = sum(n * rolled(state, counts, filled, r, rest) for r, n in ROLLS.items()) / 36
        luck += rolled(state, counts, filled, roll, rest) - mean
        one, two = next(slot for slot in pad.slots if before[slot[0]] != then[slot[0]])
        state = halves.written(state, then[one], then[two])
        counts = [count + roll.count(v) for v, count in enumerate(counts)]
        if {one, two} == set(pad.stars):
            filled = roll
    return luck


def paths(pad, rolls, path):
    if not rolls:
        yield path
    for sheet in after(pad, path[-1], rolls[0]) if rolls else ():
        yield from paths(pad, rolls[1:], [*path, sheet])


@pytest.mark.slow
@pytest.mark.parametrize("rows", [*TWO, *THREE], ids="/".join)
def test_no_way_to_write_the_rolls_beats_the_penalised_bound(rows):
    pad = Pad(rows)
    for seed in range(25):
        rolls = random_rolls(pad.rounds, seed)
        most = Penalised(pad, rolls).bound()
        for path in paths(pad, rolls, [(0,) * len(pad.places)]):
            assert total(pad, path[-1]) - owed(pad, rolls, path) <= most + 1e-4


@pytest.mark.parametrize("rows", TWO[:2], ids="/".join)
def test_with_the_true_values_the_penalised_problem_is_the_optimum_for_any_rolls(rows):
    pad = Pad(rows)
    solved = Solved(pad)
    for rolls, _ in sequences(pad):
        assert penalised(pad, rolls, solved.value) == pytest.approx(solved.optimum)


@pytest.mark.slow
def test_with_the_learned_values_it_bounds_the_optimum_and_a_wide_beam_finds_it():
    pad = Pad(TWO[0])
    learned = LearnedEvaluator(pad)
    exact = {each: penalised(pad, each.rolls, learned.value) for each in sequences(pad)}
    mean = sum(each.chance * most for each, most in exact.items())
    assert mean >= Solved(pad).optimum - 1e-9
    for each, most in list(exact.items())[::40]:
        assert beam.found(pad, each.rolls, 64) == pytest.approx(most, abs=1e-3)


@pytest.mark.parametrize("name", PADS)
def test_without_a_penalty_it_is_the_bound_in_hindsight(name):
    for seed in range(10):
        rolls = random_rolls(22, seed)
        assert Penalised(PADS[name], rolls).hindsight() == bound(PADS[name], rolls)


def test_stars_that_hold_numbers_of_different_rolls_are_refused():
    pad = Pad(("*#", "#*"))
    assert not fits(pad)
    with pytest.raises(ValueError, match="not mirrored"):
        Penalised(pad, random_rolls(2, 0))
