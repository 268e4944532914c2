"""Matches without the luck of the dice: worked games, and the same figures wherever played."""

from statistics import fmean

import pytest
from helpers import interrupt_after, play_on, random_states, record_game

import polygames as pg
from polygames.arena.luck import LuckAdjustedGame, LuckAdjustedMatch, luck_and_skill, luck_of_moves
from polygames.games.splitter.engine.placement_ranking import LearnedEvaluator, evaluator_of
from polygames.search import RandomAgent
from polygames.search.review.dice import luck_by_seat


def test_means_of_a_match_by_hand():
    games = (
        LuckAdjustedGame(0, 0, 5.0, 4.0),
        LuckAdjustedGame(1, 1, -1.0, -3.0),
        LuckAdjustedGame(2, 0, 2.0, 0.5),
    )
    found = LuckAdjustedMatch("splitter", ("a", "b"), 0, games)
    assert (found.lead.value, found.luck.value) == (2.0, 0.5)
    assert found.adjusted.value == fmean([1.0, 2.0, 1.5])
    assert found.narrower == pytest.approx(6.0)  # the spreads are 3 and 0.5
    assert "6.0 times narrower" in str(found)
    assert list(found.frame()["without_luck"]) == [1.0, 2.0, 1.5]
    assert found.to_dict()["without luck"][0] == 1.5


def test_the_luck_of_a_roll_has_mean_0_over_all_rolls():
    states = random_states(pg.new("splitter", players=2), 1)
    state = next(state for state in states if state.ply >= 15 and state.turn == pg.CHANCE)
    rolls = state.chance_outcomes()
    for seat in range(2):
        mean = sum(float(p) * luck_by_seat(state, state.play(roll))[seat] for roll, p in rolls)
        assert mean == pytest.approx(0, abs=1e-4)  # the values are single floats


def test_the_luck_of_a_line_is_near_that_of_its_review():
    """A review searches each position, and its luck is that of the values that it finds."""
    agents = [pg.agent("potential", game="splitter") for _ in range(2)]
    record = play_on(record_game("splitter", players=2), 2, agents=agents)
    found = pg.review(record, seconds=0.05, progress=False)
    lucks = luck_of_moves(record.start, record.moves)
    assert lucks == pytest.approx([found.luck(0), found.luck(1)], abs=5)
    for seat in range(2):
        closed = found.started[seat] + found.luck(seat) + found.skill(seat)
        assert closed == record.state.scores[seat]


@pytest.mark.slow
def test_games_depend_on_seed_and_number_only():
    one = pg.without_luck("splitter", "greedy", "random", games=5, seed=3, workers=1)
    two = pg.without_luck("splitter", "greedy", "random", games=5, seed=3, workers=2)
    assert one == two
    assert [each.seat for each in one.games] == [0, 1, 0, 1, 0]
    assert sum(each.lead > 0 for each in one.games) > 2  # greedy is stronger


def test_an_interrupt_keeps_the_games():
    with interrupt_after(60, RandomAgent, "choose"), pytest.raises(pg.Interrupted) as stopped:
        pg.without_luck("splitter", "random", "random", games=9, workers=1, progress=False)
    found = stopped.value.result
    assert found.is_interrupted
    assert len(found.games) >= 1
    assert "interrupted" in str(found)


def test_few_games_have_no_interval():
    found = pg.without_luck("splitter", "random", "random", games=0)
    assert found.narrower is None
    assert "0 games" in str(found)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("split", "random", "random"), "cannot subtract luck in split"),
        (("splitter", "random", "nobody"), "nobody"),
        (("splitter", "random", "random", -1), "the option games"),
    ],
)
def test_what_is_not_possible_is_refused(arguments, said):
    with pytest.raises(pg.OptionError, match=said):
        pg.without_luck(*arguments)


@pytest.mark.slow
def test_alone_each_rolls_for_itself():
    found = pg.without_luck(
        "splitter", "potential", "potential", games=60, alone=True, workers=1, progress=False
    )
    assert any(each.lead for each in found.games)  # at one table both would do the same
    assert found.narrower > 2
    same = pg.without_luck("splitter", "potential", "potential", games=3, workers=1, progress=False)
    assert [each.lead for each in same.games] == [0, 0, 0]
    with pytest.raises(pg.OptionError, match="one seat"):
        pg.without_luck(pg.new("splitter", players=2), "random", "random", alone=True)


def test_three_seats_are_refused():
    with pytest.raises(pg.OptionError, match="two seats"):
        pg.without_luck(pg.new("splitter", players=3), "random", "random")


def random_line(seed, **options):
    record = play_on(record_game("splitter", **options), seed)
    return record.start, record.moves, record.state


@pytest.mark.parametrize("pad", ["A", "B"])
def test_what_is_expected_before_a_roll_is_the_mean_of_what_is_expected_after_it(pad):
    start, line, _ = random_line(4, players=2, pad=pad)
    prospects = pg.game("splitter").engine.expected_scores
    for plies in (0, 30, 3 * 21):
        state = start
        for move in line[:plies]:
            state = state.play(move)
        assert state.turn == pg.CHANCE
        for seat in range(2):
            found = [
                (float(p), *prospects(state.play(roll), seat))
                for roll, p in state.chance_outcomes()
            ]
            mean = sum(p * after for p, _, after in found)
            assert {before for _, before, _ in found} == {found[0][1]}
            assert mean == pytest.approx(found[0][1], abs=1e-9)


def test_what_is_remembered_of_the_first_rounds_is_what_is_found_anew():
    state, line, _ = random_line(5)
    known = evaluator_of(state.pad)
    for move in line[:9]:
        state = state.play(move)
        if state.turn != pg.CHANCE:
            first = known.expected_scores(state)
            assert (
                known.expected_scores(state)
                == first
                == LearnedEvaluator(state.pad).expected_scores(state)
            )


@pytest.mark.slow
def test_the_luck_of_a_game_depends_on_the_dice_and_not_on_how_the_last_roll_was_written():
    differing = 0
    for seed in range(12):
        start, line, _ = random_line(seed)
        state = start
        for move in line[:-1]:
            state = state.play(move)
        accounts = [luck_and_skill(start, [*line[:-1], move], 0) for move in state.legal_moves]
        assert len({each.lucks for each in accounts}) == 1
        differing += len({each.skills[-1] for each in accounts}) > 1
    assert differing > 0


@pytest.mark.parametrize("alone", [False, True])
def test_each_game_has_its_account(alone):
    found = pg.without_luck(
        "splitter", "potential", "random", games=3, alone=alone, workers=1, progress=False
    )
    for each in found.games:
        assert each.started + each.luck + each.skill == pytest.approx(each.lead, abs=1e-9)
        assert each.started == 0
        assert each.adjusted == pytest.approx(each.skill, abs=1e-9)
