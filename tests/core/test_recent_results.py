"""Results that are cached by the identity of a state."""

import polygames as pg
from polygames.core.recent_results import MAX_RECENT_RESULTS, cache_recent


def test_equal_positions_with_different_histories_have_results_of_their_own():
    start = pg.new("splinter")
    back = start
    for text in ("f7-e7", "j12-k12", "e7-f7", "k12-j12"):
        back = back.play(text)
    assert back == start
    ply_of = cache_recent(lambda state: state.ply)
    assert (ply_of(start), ply_of(back)) == (0, 4)


def test_each_value_of_the_other_arguments_has_its_own_result():
    calls = []

    @cache_recent
    def add(state, sign="+", *, end=""):
        calls.append(sign)
        return f"{state}{sign}{end}"

    found = [add(1), add(1, "-"), add(1, end="!"), add(1), add(1, "-"), add(1, end="!")]
    assert found == ["1+", "1-", "1+!"] * 2
    assert len(calls) == 3


def test_only_recent_results_are_held():
    calls, states = [], [[number] for number in range(MAX_RECENT_RESULTS + 1)]
    first_of = cache_recent(lambda state: calls.append(state) or state[0])
    assert [first_of(state) for state in states] == [state[0] for state in states]
    assert first_of(states[0]) == 0
    assert len(calls) == len(states) + 1


def test_a_further_result_replaces_only_the_oldest():
    calls, states = [], [[number] for number in range(MAX_RECENT_RESULTS + 1)]
    first_of = cache_recent(lambda state: calls.append(state) or state[0])
    for state in [*states, *states[1:]]:
        first_of(state)
    assert calls == states
