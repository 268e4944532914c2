"""What the documentation shows is true: every example in a docstring runs and says what it says.

The README's tour is run in test_project.py.
"""

import doctest
import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest

import polygames as pg

FOLDER = Path(pg.__file__).parent
MODULES = [
    found.name
    for found in pkgutil.walk_packages([str(FOLDER)], "polygames.")
    if not found.name.endswith("__main__")
]
WITH_EXAMPLES = [
    name
    for name in ("polygames", *MODULES)
    if ">>> " in Path(import_module(name).__file__).read_text(encoding="utf-8")
]


def test_the_package_shows_examples():
    found = {"polygames", "polygames.core.record", "polygames.geometry.planar"}
    assert found <= set(WITH_EXAMPLES)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", pg.games())
def test_rules_of_a_game_are_numbered_without_a_gap_and_code_cites_only_such(name):
    folder = FOLDER / "games" / name
    rules = (folder / "RULES.md").read_text(encoding="utf-8")
    numbers = [int(n) for n in re.findall(r"^(\d+)\. \*\*", rules, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    code = (folder / "rules.py").read_text(encoding="utf-8")
    cited = {int(n) for group in re.findall(r"\[(\d(?:, \d)*)\]", code) for n in group.split(", ")}
    assert cited - {0} <= set(numbers), "an index is no rule"


@pytest.mark.parametrize("name", pg.games())
def test_every_rule_says_whose_it_is(name):
    rules = (FOLDER / "games" / name / "RULES.md").read_text(encoding="utf-8")
    for rule in re.findall(r"^\d+\. \*\*.*?(?=^\d+\. \*\*|^$)", rules, re.MULTILINE | re.DOTALL):
        assert re.search(r"\[[^]]*\b(source|fact|ours)\b[^]]*\]", rule), rule
