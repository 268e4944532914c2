"""Our games as environments: the frameworks' own tests, and games that end as the rules say."""

import copy
import warnings
from functools import partial
from random import Random

import pytest
from helpers import pickle_copy

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
    ("split", {}),
    ("splitter", {}),
    ("splitter", {"players": 2}),
    ("territory", {"size": 5, "swap": True}),
]
ENCODING = {"split": {"points": 6}}


def make_env(name, options):
    return zoo.env(pg.new(name, **options), encoding=ENCODING.get(name))


@pytest.mark.parametrize(("name", "options"), CASES)
def test_pettingzoo_s_own_tests_pass(name, options):
    make = partial(make_env, name, options)
    with warnings.catch_warnings():  # what it has to say about dictionaries and empty boards
        warnings.simplefilter("ignore")
        zoo_tests.api_test(make(), num_cycles=100, verbose_progress=False)
        zoo_tests.seed_test(make, num_cycles=50)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_random_games_end_as_the_rules_say(name, options):
    env, rng = make_env(name, options), Random(4)
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


@pytest.mark.parametrize("copied", [pickle_copy, copy.deepcopy])
@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_copy_in_the_middle_of_a_game_goes_on_with_that_game(copied, name, options):
    env = make_env(name, options)
    env.reset(seed=1)

    def play(some, count, rng):
        for _ in range(count):
            seen, *_, terminated, truncated, _ = some.last()
            over = terminated or truncated
            some.step(None if over else rng.choice(seen["action_mask"].nonzero()[0].tolist()))
        return some.unwrapped.position

    before = play(env, 4, Random(2))
    twin = copied(env)
    assert twin.unwrapped.position == before
    assert play(twin, 3, Random(3)) == play(env, 3, Random(3)) != before
    assert twin.unwrapped.rng.random() == env.unwrapped.rng.random()


def test_an_illegal_move_loses():
    env = zoo.env("splinter")
    env.reset(seed=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says so
        env.step(0)
    assert env.rewards == {"seat_0": -1, "seat_1": 0}
    assert all(env.terminations.values())


def test_a_game_that_is_broken_off_is_truncated():
    env = zoo.env(pg.new("splinter", max_plies=1))
    env.reset()
    seen = env.last()[0]
    env.step(int(seen["action_mask"].argmax()))
    assert env.rewards == {"seat_0": 0.0, "seat_1": 0.0}


def test_an_environment_shows_its_position_as_text():
    env = zoo.env("polygon", render_mode="ansi")
    env.reset()
    assert pg.from_text(env.render()) == pg.new("polygon")


def made_by_each(name, **options):
    return [zoo.GameEnv(name, **options), solo.SoloEnv("splitter", **options)]


def test_a_picture_is_drawn_of_what_is_there():
    for env in made_by_each("territory", render_mode="rgb_array"):
        env.reset(seed=1)
        picture = env.render()
        assert (picture.ndim, picture.shape[2], picture.dtype) == (3, 3, "uint8")
        assert picture.std() > 5
        env.step(next(iter(env.moves)))
        assert (env.render() != picture).any()


def test_a_way_to_render_is_kept_or_refused():
    assert set(zoo.GameEnv("split").metadata["render_modes"]) == {"ansi", "rgb_array"}
    assert set(solo.SoloEnv.metadata["render_modes"]) == {"ansi", "rgb_array"}
    assert [env.render() for env in made_by_each("split")] == [None, None]
    for make in (zoo.env, zoo.GameEnv, solo.SoloEnv):
        for mode in ("human", 3):
            with pytest.raises(pg.OptionError, match=f"'ansi' or 'rgb_array', not {mode!r}"):
                make("splitter", render_mode=mode)


@pytest.mark.parametrize(
    ("make", "solitaire"),
    [(zoo.env, False), (solo.SoloEnv, True)],
    ids=["pettingzoo", "gymnasium"],
)
def test_each_game_of_territory_is_on_a_board_of_its_own(make, solitaire):
    def draw(rng):
        return pg.new("territory", size=6, solitaire=solitaire, seed=rng.getrandbits(32))

    def boards(start):
        env, found = make(start), []
        for seed in (1, None, 2, 1):
            env.reset(seed=seed)
            found.append(env.unwrapped.position.board)
            assert env.unwrapped.encoding.longest == len(found[-1].areas) + 1
        return found

    for drawn in (draw,) if solitaire else (draw, "territory"):
        first, next_one, other, again = boards(drawn)
        assert first == again
        assert first not in (next_one, other)
        assert next_one != other


def test_games_from_a_position_all_begin_there():
    start = pg.new("territory", size=5, seed=9)
    env = zoo.env(start)
    for seed in (1, 2):
        env.reset(seed=seed)
        assert env.unwrapped.position == start


def test_the_dice_of_a_seed_stay_what_they_were():
    env = zoo.env("splitter")
    env.reset(seed=1)
    start = pg.new("splitter")
    assert env.unwrapped.position == start.play(start.legal_moves.sample(Random(1)))


@pytest.mark.parametrize("make", [zoo.env, solo.SoloEnv], ids=["pettingzoo", "gymnasium"])
def test_a_game_without_an_encoding_is_refused(make, nim):
    for what in ("nim", nim.new()):
        with pytest.raises(pg.OptionError, match="nim has no encoding"):
            make(what)


def test_three_players_are_refused():
    with pytest.raises(pg.OptionError, match="one or two"):
        zoo.env(pg.new("splitter", players=3))


# --- gymnasium --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"), [("splitter", {"pad": "B"}), ("territory", {"size": 5, "solitaire": True})]
)
def test_gymnasium_s_own_test_passes(name, options):
    with warnings.catch_warnings():  # that it was not made by name
        warnings.simplefilter("ignore")
        env_checker.check_env(solo.SoloEnv(pg.new(name, **options)))


def test_rewards_add_up_to_the_score_and_dice_fall_by_the_seed():
    env = gymnasium.make(solo.register(), game=pg.new("splitter", pad="B"))

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


def test_sb3_contrib_finds_the_mask_of_the_legal_moves():
    for env in (
        gymnasium.make(solo.register()),
        solo.SoloEnv(pg.new("territory", size=5, solitaire=True)),
    ):
        _, info = env.reset(seed=3)
        for _ in range(3):
            masks = env.get_wrapper_attr("action_masks")()  # as its `get_action_masks` does
            assert (masks.shape, masks.dtype) == ((env.action_space.n,), bool)
            assert (masks == info["action_mask"]).all()
            legal = {int(number) for number in masks.nonzero()[0]}
            assert legal == {*env.unwrapped.encoding.moves(env.unwrapped.position)}
            _, _, _, _, info = env.step(min(legal))


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
