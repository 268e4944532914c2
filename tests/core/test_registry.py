"""Games are found by their folders, registered from outside, and asked for by name."""

import doctest
import importlib
import os
import pickle
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import pickle_copy, record_game, run_python
from toys import NIM_GAME, Nim, register_game

import polygames as pg
import polygames.games
from polygames.__main__ import main
from polygames.core import registry
from polygames.core.lazy_imports import Lazy
from polygames.core.registry import info_of


def test_the_package_that_lists_the_games_can_be_sent_to_another_process():
    sent = pickle.dumps(polygames.games)
    assert pickle.loads(sent) is polygames.games  # noqa: S301 - just written here


def test_a_game_is_registered_from_outside_and_gone_again():
    with register_game(NIM_GAME):
        assert "nim" in pg.games()
        assert isinstance(pg.new("nim", heap=9), Nim)
        assert pg.from_text("nim 3 1 7 False 2") == Nim(3, 1, 7, coin=False)
        assert info_of(pg.new("nim")) is NIM_GAME
        record = record_game("nim", "3")
        assert pg.Record.from_text(record.to_text()).state == record.state
    assert "nim" not in pg.games()


@pytest.mark.parametrize("name", ["split", "nim"])
def test_a_name_is_given_once(name, nim):
    with pytest.raises(pg.OptionError, match=f"cannot register '{name}': a game of this name"):
        pg.register(replace(nim, name=name))


def test_a_part_of_a_folder_that_has_no_place_is_refused_by_name():
    with pytest.raises(pg.OptionError, match=r"unknown part 'moton' of polygames: .* solver"):
        pg.GameInfo.of_folder("polygames", "highlight_move moton", name="x", summary="")


@pytest.mark.parametrize(
    "name",
    ["", " ", "has space", "two\nlines", "nim\n", "a:b", "a/b", "9", "-", "x" * 51, 5, None, []],
)
def test_a_name_that_a_record_cannot_hold_is_refused(name):
    with pytest.raises(
        pg.OptionError, match=r"cannot register .*: expected a letter, then up to 49"
    ):
        pg.register(replace(NIM_GAME, name=name))
    assert name not in pg.games()


@pytest.mark.parametrize("name", ["nim_2", "nim-2", "Spiel", "Dôme"])
def test_a_name_of_letters_digits_and_hyphens_is_carried_by_a_record(name):
    with register_game(replace(NIM_GAME, name=name)) as info:
        assert pg.game(name) is info


def test_options_that_are_called_like_a_parameter_are_just_unknown():
    for name in ("self", "name", "game"):
        with pytest.raises(pg.OptionError, match=f"unknown option '{name}' of split"):
            pg.new("split", **{name: 1})
    with pytest.raises(pg.OptionError, match=r"option 'self' of .*'greedy'"):
        pg.agent("greedy", game="split", self=1)


def test_a_game_names_its_defaults_presets_and_agents():
    info = pg.game("split")
    assert info.name == "split"
    assert info.seats == 2
    assert info.defaults == {"fill_limit": 5.0, "fill_inclusive": True, "min_area": 1e-6}
    assert set(info.presets) == {"seed", "2026"}
    assert info.agents[:2] == ("random", "greedy")
    assert repr(info).startswith("GameInfo('split', seats=2, presets=('seed', '2026'), agents=(")


def test_every_plug_of_every_game_leads_somewhere():
    for name in pg.games():
        info = pg.game(name)
        groups = (info, info.text, info.board, info.guide, info.engine)
        parts = [part for group in groups for part in vars(group).values()]
        plugs = [part for part in parts if isinstance(part, Lazy)]
        plugs += [part for part in info.engine.agent_makers.values() if isinstance(part, Lazy)]
        assert plugs
        for plug in plugs:
            assert plug.load() is not None, plug


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (
            "random",
            {"width": 5},
            r"option 'width' of .*'random' of split: there are no options",
        ),
        (
            "greedy",
            {"depth": 5},
            r"option 'depth' of the agent 'greedy' of split: .*hoose from width",
        ),
        ("greedy", {"width": 0}, "width must be a whole number from 1 to 10000, not 0"),
    ],
)
def test_an_agent_refuses_options_that_it_does_not_have(name, options, message):
    with pytest.raises(pg.OptionError, match=message):
        pg.agent(name, game="split", **options)


def test_parts_are_named_without_their_groups_and_found_in_them():
    info = replace(NIM_GAME, title="Heaps", overlay_legend="none", fallback_agent="random")
    assert (info.title, info.board.overlay_legend, info.engine.fallback_agent) == (
        "Heaps",
        "none",
        "random",
    )
    assert (info.text, info.guide) == (NIM_GAME.text, NIM_GAME.guide)
    assert info.board.caption is NIM_GAME.board.caption
    assert (info.parse, info.to_text, info.from_text) == tuple(vars(NIM_GAME.text).values())
    assert (info.scene, info.spell) == (NIM_GAME.board.scene, NIM_GAME.board.spell)


def test_a_part_that_is_missing_or_that_no_game_has_is_a_type_error():
    with pytest.raises(TypeError, match="scene"):
        pg.GameInfo(name="x", start=Nim, parse=id, to_text=id, from_text=id, agent_makers={})
    with pytest.raises(TypeError, match="colour"):
        replace(NIM_GAME, colour="red")


def test_a_plug_loads_what_its_dotted_name_says():
    assert Lazy("doctest").load() is doctest
    assert Lazy("builtins:abs")(-3) == 3
    with pytest.raises(ImportError):
        Lazy("polygames.nothing").load()
    with pytest.raises(AttributeError):
        Lazy("builtins:nothing").load()


def test_a_plug_is_a_value():
    plug = Lazy("builtins:abs")
    assert pickle_copy(plug) == plug


TESTS = Path(__file__).parents[1]


def install(site, package, code, *entries):
    """Put a distribution into a folder, as pip would: a module, its name and its entry points."""
    (site / f"{package}.py").write_text(code, encoding="utf-8")
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    lines = "\n".join(["[polygames.games]", *entries, ""])
    (info / "entry_points.txt").write_text(lines, encoding="utf-8")


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder on the path, whose packages are found while the test runs."""
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    modules = set(sys.modules)
    registry.clear_caches()
    yield tmp_path
    registry.clear_caches()
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def test_a_game_of_an_installed_package_is_played(site):
    install(site, "tiny", "from toys import NIM_GAME as INFO", "nim = tiny:INFO")
    assert "nim" in pg.games()
    assert pg.game("nim") is NIM_GAME
    with pytest.raises(pg.OptionError, match="cannot register 'nim': a game of this name exists"):
        pg.register(NIM_GAME)


@pytest.mark.slow
def test_other_processes_find_it(tmp_path):
    code = (
        "from dataclasses import replace\nfrom toys import NIM_GAME\n"
        "from polygames.search.baseline_agents import RandomAgent\n"
        "INFO = replace(NIM_GAME, agent_makers={'random': RandomAgent})\n"
    )
    install(tmp_path, "tiny", code, "nim = tiny:INFO")
    play = (
        "import polygames as pg\n"
        "print(pg.match('nim', 'random', 'random', games=4, workers=2, progress=False).wins)"
    )
    path = os.pathsep.join([str(tmp_path), str(TESTS), str(TESTS.parent)])
    assert sum(map(int, run_python(play, PYTHONPATH=path).strip("()\n").split(","))) == 4


FAULTS = {
    "ModuleNotFoundError: No module named 'nowhere'": ("import nowhere", "tiny:INFO"),
    "ZeroDivisionError: division by zero": ("1 / 0", "tiny:INFO"),
    "SystemExit: 3": ("import sys; sys.exit(3)", "tiny:INFO"),
    "AttributeError: module 'tiny' has no attribute 'INFO'": ("", "tiny:INFO"),
    "ModuleNotFoundError: No module named 'elsewhere'": ("", "elsewhere:INFO"),
    "expected a GameInfo, not 5": ("INFO = 5", "tiny:INFO"),
    "expected the name 'trouble', not 'nim'": ("from toys import NIM_GAME as INFO", "tiny:INFO"),
}


@pytest.mark.parametrize(("why", "package"), FAULTS.items(), ids=list(FAULTS))
def test_a_package_that_fails_is_told_and_the_other_games_stay(site, why, package, capsys):
    code, entry = package
    install(site, "tiny", code, f"trouble = {entry}")
    assert {"trouble", "split"} <= set(pg.games())
    with pytest.raises(pg.OptionError) as caught:
        pg.new("trouble")
    told = f"cannot load the game 'trouble', entry point {entry!r} of tiny: {why}"
    assert str(caught.value) == told
    assert pg.new("split") == pg.from_text(pg.new("split").to_text())
    main(["games"])
    said = capsys.readouterr()
    assert "split: " in said.out
    assert said.err == f"{told}\n"


@pytest.mark.parametrize(
    ("entry", "why"),
    [("split = tiny:INFO", "a game of this name exists"), ("two.words = tiny:INFO", "no name")],
)
def test_a_name_that_cannot_be_had_is_left_out_with_a_warning(site, entry, why):
    install(site, "tiny", "from toys import NIM_GAME as INFO", entry)
    name = entry.split()[0]
    with pytest.warns(UserWarning, match=f"the game '{name}', .* of tiny is left out: {why}"):
        pg.games()
    assert pg.game("split").title == "Split"
    assert pg.games().count("split") == 1


def test_a_game_that_was_registered_by_hand_goes_to_the_workers_of_a_match(nim):
    assert registry.find_local_game("nim") is nim
    assert registry.find_local_game("split") is None
    registry.register_from_process(nim)
    registry.register_from_process(None)
    assert pg.game("nim") is nim
