"""Answers that were once called right and are wrong, or refused and are right."""

from fractions import Fraction
from itertools import pairwise
from math import dist, hypot, inf, log, sqrt

import pytest

from polygames.lessons import chomp, nim, polygon, sharing, split, splitter, tree


def moves(heaps, most=inf):
    return {
        (*heaps[:k], size - take, *heaps[k + 1 :])
        for k, size in enumerate(heaps)
        for take in range(1, int(min(size, most)) + 1)
    }


def largest_heap(heaps):
    total = 0
    for size in heaps:
        total ^= size
    k = max(range(len(heaps)), key=heaps.__getitem__)
    left = heaps[k] ^ total
    return (*heaps[:k], left, *heaps[k + 1 :]) if left < heaps[k] else None


def cross(p, q):
    (a, b, c), (d, e, f) = p, q
    return b * f - c * e, c * d - a * f, a * e - b * d


def same_x_only(one, two, three):
    x, _, w = cross(one, two)
    u, _, v = cross(two, three)
    return x * v == u * w


def best_of_the_others(state, move):
    value = splitter._value
    others = [value(state.play(each)) for each in state.legal_moves if each != move]
    return max(others) - value(state.play(move))


def doubles_twice(rolls):
    groups, best = {}, 0
    for roll in rolls:
        for number in roll:
            groups[number] = groups.get(number, 0) + 1
    for a, b in rolls:
        best = max(best, sum(n for n in (a, b) if groups[n] >= n))
    return sum(k * (n // k) for k, n in groups.items()) + best


def read(text):
    text = text.strip().lower()
    if len(text) == 2 and text[0] in "abcdefgh" and text[1] in "123456789":
        return int(text[1]) - 1, "abcdefgh".index(text[0])
    return None


def mean_after(state, move, games, rng, more):
    total = 0.0
    for _ in range(games + more):
        end = state.play(move)
        while end.outcome is None:
            end = end.play(end.legal_moves.sample(rng))
        total += (state.turn in end.outcome.winners) / len(end.outcome.winners)
    return total / (games + more)


def learn_from_one_seat(path, points):
    for node in path:
        node.visits += 1
        node.points += points[path[0].seat]


def learn_by_turns(path, points):
    for depth, node in enumerate(path):
        node.visits += 1
        node.points += points[(path[0].seat + depth) % 2]


def ucb_of_zero(mean, tries, total):
    return mean + 0.7 * sqrt(log(total) / tries) if mean else inf


def knife_to_the_larger_number(cakes):
    left, parts, people = 0, {}, [*range(len(cakes))]
    while len(people) > 1:
        stops = {
            p: sharing._cut(cakes[p], left, Fraction(sum(cakes[p]), len(cakes))) for p in people
        }
        first = min(reversed(people), key=lambda p: stops[p])
        parts[first] = left, stops[first]
        left = stops[first]
        people.remove(first)
    return parts | {people[0]: (left, len(cakes[0]))}


def ties_to_the_others(value, mine, theirs):
    price = (mine + theirs) / 2
    return value - price if mine > theirs else price - value


def heron(corners):
    """Return an area by Heron's formula, from the first corner."""
    total = 0.0
    for p, q in pairwise(corners[1:]):
        a, b, c = dist(corners[0], p), dist(p, q), dist(q, corners[0])
        s = (a + b + c) / 2
        total += sqrt(max(0.0, s * (s - a) * (s - b) * (s - c)))
    return total


def from_another_origin(corners):
    """Return an area by triangles with the point (100, 7)."""
    twice = 0.0
    for (x, y), (u, v) in pairwise([*corners, corners[0]]):
        twice += (x - 100) * (v - 7) - (y - 7) * (u - 100)
    return hypot(twice, 0) / 2


WRONG = {
    "01, 1: at most three stones": lambda: nim.exercise_1(lambda heaps: moves(heaps, 3)),
    "01, 2: twice the largest": lambda: nim.exercise_2(lambda h: 2 * max(h) != sum(h)),
    "01, 4: the largest heap": lambda: nim.exercise_4(largest_heap),
    "02, 3: x only": lambda: polygon.exercise_3(same_x_only),
    "05, 4: the best of the others": lambda: splitter.exercise_4(best_of_the_others),
    "05, 6: doubles count twice": lambda: splitter.exercise_6(doubles_twice, ROLLS),
    "08, 3: one bar only": lambda: chomp.exercise_3(
        lambda rows, turn: 1 - turn if rows == (1, 0, 0) else None
    ),
    "08, 4: b9 is a square": lambda: chomp.exercise_4(read),
    "09, 2: one game more": lambda: tree.exercise_2(lambda *given: mean_after(*given, 1)),
    "09, 2: one game less": lambda: tree.exercise_2(lambda *given: mean_after(*given, -1)),
    "09, 3: a mean of 0 was never tried": lambda: tree.exercise_3(ucb_of_zero),
    "09, 5: the seat of the root": lambda: tree.exercise_5(learn_from_one_seat),
    "09, 5: seats by turns": lambda: tree.exercise_5(learn_by_turns),
    "11, 3: ties to the larger number": lambda: sharing.exercise_3(knife_to_the_larger_number),
    "11, 5: ties to the others": lambda: sharing.exercise_5(ties_to_the_others),
}

RIGHT = {
    "01, 1": lambda: nim.exercise_1(moves),
    "03, 2: Heron": lambda: split.exercise_2(heron),
    "03, 2: another origin": lambda: split.exercise_2(from_another_origin),
    "08, 1: lists": lambda: chomp.exercise_1(
        lambda rows, row, column: [min(n, column) if r >= row else n for r, n in enumerate(rows)]
    ),
    "09, 2": lambda: tree.exercise_2(lambda *given: mean_after(*given, 0)),
}

ROLLS = ((6, 1), (5, 2), (4, 3), (2, 1)) * 5 + ((1, 1), (3, 3))


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused_with_a_hint(name, capsys):
    WRONG[name]()
    assert capsys.readouterr().out.startswith("Not quite: ")


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_accepted(name, capsys):
    RIGHT[name]()
    assert capsys.readouterr().out == "Right.\n"
