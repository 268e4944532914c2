"""An installed package brings a game by an entry point; one that fails is told and harms nobody."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from toys import NIM

import polygames as pg
from polygames.__main__ import main
from polygames.core import registry

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
    registry.look_again()
    yield tmp_path
    registry.look_again()
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def test_a_game_of_an_installed_package_is_played(site):
    install(site, "tiny", "from toys import NIM as INFO", "nim = tiny:INFO")
    assert "nim" in pg.games()
    assert pg.game("nim") is NIM
    assert pg.new("nim", heap=9).heap == 9
    record = pg.Record(pg.new("nim"))
    record.push("3")
    assert pg.Record.from_text(record.to_text()).state == record.state
    with pytest.raises(pg.OptionError, match="cannot register 'nim': a game of this name exists"):
        pg.register(NIM)


@pytest.mark.slow
def test_other_processes_find_it(tmp_path):
    code = (
        "from dataclasses import replace\nfrom toys import NIM\n"
        "from polygames.search.baseline_agents import RandomAgent\n"
        "INFO = replace(NIM, agent_makers={'random': RandomAgent})\n"
    )
    install(tmp_path, "tiny", code, "nim = tiny:INFO")
    play = (
        "import polygames as pg\n"
        "print(pg.match('nim', 'random', 'random', pairs=2, workers=2, progress=False).wins)"
    )
    path = os.pathsep.join([str(tmp_path), str(TESTS), str(TESTS.parent)])
    done = subprocess.run(
        [sys.executable, "-c", play],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert sum(map(int, done.stdout.strip("()\n").split(","))) == 4


FAULTS = {
    "ModuleNotFoundError: No module named 'nowhere'": ("import nowhere", "tiny:INFO"),
    "ZeroDivisionError: division by zero": ("1 / 0", "tiny:INFO"),
    "SystemExit: 3": ("import sys; sys.exit(3)", "tiny:INFO"),
    "AttributeError: module 'tiny' has no attribute 'INFO'": ("", "tiny:INFO"),
    "ModuleNotFoundError: No module named 'elsewhere'": ("", "elsewhere:INFO"),
    "it is no GameInfo, but 5": ("INFO = 5", "tiny:INFO"),
    "it is the game 'nim'": ("from toys import NIM as INFO", "tiny:INFO"),
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
    install(site, "tiny", "from toys import NIM as INFO", entry)
    name = entry.split()[0]
    with pytest.warns(UserWarning, match=f"the game '{name}', .* of tiny is left out: {why}"):
        pg.games()
    assert pg.game("split").title == "Split"
    assert pg.games().count("split") == 1


def test_a_game_that_was_registered_by_hand_goes_to_the_workers_of_a_match(nim):
    assert registry.registered("nim") is nim
    assert registry.registered("split") is None
    registry.adopt(nim)
    registry.adopt(None)
    assert pg.game("nim") is nim
