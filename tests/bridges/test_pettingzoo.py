"""Our games as environments: the frameworks' own tests, and games that end as the rules say."""

import warnings
from functools import partial
from random import Random

import pytest

import polygames as pg

pytestmark = pytest.mark.bridges
gymnasium = pytest.importorskip("gymnasium")
zoo_tests = pytest.importorskip("pettingzoo.test")
env_checker = pytest.importorskip("gymnasium.utils.env_checker")
zoo = pytest.importorskip("polygames.bridges.pettingzoo")
solo = pytest.importorskip("polygames.bridges.gymnasium")

CASES = [
    ("polygon", {"n": 7, "max_plies": 40}),
    ("splinter", {}),
    ("split", {"points": 6}),
    ("splitter", {}),
    ("splitter", {"players": 2}),
    ("territory", {"size": 5, "swap": True}),
]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_pettingzoo_s_own_tests_pass(name, options):
    make = partial(zoo.env, name, **options)
    with warnings.catch_warnings():  # what it has to say about dictionaries and empty boards
        warnings.simplefilter("ignore")
        zoo_tests.api_test(make(), num_cycles=100, verbose_progress=False)
        zoo_tests.seed_test(make, num_cycles=50)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_random_games_end_as_the_rules_say(name, options):
    env, rng = zoo.env(name, **options), Random(4)
    for seed in range(3):
        env.reset(seed=seed)
        totals = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            if terminated or truncated:
                env.step(None)
                continue
            env.step(rng.choice([int(k) for k in seen["action_mask"].nonzero()[0]]))
        outcome = env.unwrapped.position.outcome
        assert outcome is not None
        assert list(totals.values()) == env.unwrapped.encoding.returns(env.unwrapped.position)


def test_an_illegal_move_loses():
    env = zoo.env("splinter")
    env.reset(seed=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says so
        env.step(0)
    assert env.rewards == {"seat_0": -1, "seat_1": 0}
    assert all(env.terminations.values())


def test_a_game_that_is_broken_off_is_truncated():
    env = zoo.env("splinter", max_plies=1)
    env.reset()
    seen = env.last()[0]
    env.step(int(seen["action_mask"].argmax()))
    assert env.rewards == {"seat_0": 0.0, "seat_1": 0.0}


def test_an_environment_shows_its_position_as_text():
    env = zoo.env("polygon", render_mode="ansi")
    env.reset()
    assert pg.from_text(env.render()) == pg.new("polygon")


def test_three_players_are_refused():
    with pytest.raises(pg.OptionError, match="one or two"):
        zoo.env("splitter", players=3)


# --- gymnasium --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"),
    [("splitter", {"pad": "B"}), ("territory", {"size": 5, "solitaire": True})],
)
def test_gymnasium_s_own_test_passes(name, options):
    with warnings.catch_warnings():  # that it was not made by name
        warnings.simplefilter("ignore")
        env_checker.check_env(solo.SoloEnv(name, **options))


def test_rewards_add_up_to_the_score_and_dice_fall_by_the_seed():
    env = gymnasium.make(solo.register(), pad="B")

    def play():
        _, info = env.reset(seed=6)
        env.action_space.seed(6)
        total, done = 0.0, False
        while not done:
            _, reward, done, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
            total += reward
        return total, env.unwrapped.position

    first, second = play(), play()
    assert first == second
    assert first[0] == first[1].outcome.scores[0] > 0


def test_an_illegal_placement_costs_and_changes_nothing():
    env = solo.SoloEnv("splitter", penalty=2)
    _, info = env.reset(seed=1)
    taken = int(info["action_mask"].argmax())
    env.step(taken)
    before = env.position
    _, reward, done, _, info = env.step(taken)
    assert (reward, done, info["illegal"]) == (-2, False, taken)
    assert env.position is before


def test_two_players_are_sent_to_the_other_bridge():
    with pytest.raises(pg.OptionError, match="pettingzoo"):
        solo.SoloEnv("splinter")
