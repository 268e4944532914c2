"""Who plays whom."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from polygames.classroom.room.rounds import climb_ladder, ladder_pairs, random_groups, swiss_pairs

PEOPLE = st.integers(0, 40).map(lambda n: [f"p{i}" for i in range(n)])


@given(PEOPLE, st.integers(1, 4), st.integers())
def test_at_random_everybody_sits_once_or_is_left_over(people, size, seed):
    groups, left = random_groups(people, size, Random(seed))
    assert sorted([*left, *(who for group in groups for who in group)]) == sorted(people)
    assert {len(group) for group in groups} <= {size}
    assert len(left) == len(people) % size


@given(st.integers(2, 30), st.integers(0, 2**20))
def test_swiss_rounds_pair_nobody_twice_while_that_can_be(count, seed):
    rng, people = Random(seed), [f"p{i}" for i in range(count)]
    points, met, rested = dict.fromkeys(people, 0.0), set(), set()
    for _ in range(min(4, (count - 1) // 2)):
        pairs, left = swiss_pairs(people, points, met, rested)
        assert sorted([*left, *(who for pair in pairs for who in pair)]) == sorted(people)
        assert not met & {frozenset(pair) for pair in pairs}
        assert not rested & {*left}
        met |= {frozenset(pair) for pair in pairs}
        rested |= {*left}
        for pair in pairs:
            points[rng.choice(pair)] += 1


def test_swiss_rounds_with_all_met_repeat_a_game_rather_than_none():
    pairs, left = swiss_pairs(["a", "b"], {}, {frozenset("ab")})
    assert (pairs, left) == ([("a", "b")], [])


@given(PEOPLE, st.integers(0, 9))
def test_a_ladder_pairs_neighbours(people, number):
    pairs, left = ladder_pairs(people, number)
    assert all(people.index(b) - people.index(a) == 1 for a, b in pairs)
    assert sorted([*left, *(who for pair in pairs for who in pair)]) == sorted(people)


def test_only_who_beats_a_higher_one_climbs():
    assert climb_ladder("abcd", [("a", "b"), ("d", "c")]) == ["a", "b", "d", "c"]
