"""Every benchmark script starts; the page of figures is what the figures say."""

import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.lib import machine
from benchmarks.strength import ladder
from benchmarks.strength.tables import LADDERS, Ladder, Row

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "benchmarks").rglob("*.py")
    if path.name != "__init__.py"
)
FOREIGN = {name for name in MODULES if "openspiel" in name}
"""What only works beside OpenSpiel, which is not a dependency of the tests."""
COMMAND = re.compile(r"python -m (benchmarks[.\w]*\w)")


@pytest.mark.parametrize("name", MODULES)
def test_a_script_can_be_imported_and_explains_itself(name, monkeypatch, capsys):
    if name in FOREIGN and find_spec("pyspiel") is None:
        with pytest.raises(ModuleNotFoundError, match="pyspiel"):
            import_module(name)
        return
    main = getattr(import_module(name), "main", None)
    if main is not None and name != report.__name__:
        monkeypatch.setattr(sys, "argv", [name, "--help"])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == 0
        assert capsys.readouterr().out.startswith("usage:")


def test_every_command_that_is_quoted_is_there():
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    paths = [ROOT / name for name in names.stdout.split("\0") if Path(name).suffix != ".png"]
    quoted = {
        name
        for path in paths
        if path.is_file()
        for name in COMMAND.findall(path.read_text(encoding="utf-8", errors="ignore"))
    }
    assert quoted <= set(MODULES)


def test_the_page_says_what_the_figures_say():
    assert report.PAGE.read_text(encoding="utf-8") == report.page()


def test_a_ladder_goes_on_where_it_stopped(monkeypatch, tmp_path, capsys):
    row = Row("greedy", "random", pairs=3, counted="matches")
    monkeypatch.setitem(LADDERS, "territory", Ladder({"row": row}, {"size": 6}, seed=1))
    monkeypatch.setattr(machine, "RESULTS", tmp_path)
    ladder.play("territory", "row", seconds=0.0, workers=1)
    assert machine.read("territory_ladder") == {}
    ladder.play("territory", "row", seconds=float("inf"), workers=1)
    whole = machine.read("territory_ladder")["matches"]["row"]
    assert (whole["games"], sum(whole["wins"]), sum(whole["matches"])) == (6, 6, 3)
    half = whole | {"games": 4, "wins": [2, 0, 2], "matches": [1, 0, 1], "plies": 0}
    ladder.write("territory", {"row": half})
    ladder.play("territory", "row", seconds=float("inf"), workers=1)
    assert machine.read("territory_ladder")["matches"]["row"]["games"] == 6
    capsys.readouterr()
