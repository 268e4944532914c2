"""What the documentation shows is true: every example in a docstring runs and says what it says.

The README's tour is run in test_project.py.
"""

import doctest
import pkgutil
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from matplotlib import pyplot as plt

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
    if ">>> " in Path(find_spec(name).origin).read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plt.switch_backend("agg")  # what is drawn belongs to no window
    result = doctest.testmod(
        import_module(name), extraglobs={"pg": pg}, optionflags=doctest.ELLIPSIS
    )
    plt.close("all")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", pg.games())
def test_rules_of_a_game_are_numbered_without_a_gap(name):
    folder = FOLDER / "games" / name
    rules = (folder / "RULES.md").read_text(encoding="utf-8")
    numbers = [int(n) for n in re.findall(r"^(\d+)\. \*\*", rules, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("name", pg.games())
def test_every_rule_says_whose_it_is(name):
    rules = (FOLDER / "games" / name / "RULES.md").read_text(encoding="utf-8")
    for rule in re.findall(r"^\d+\. \*\*.*?(?=^\d+\. \*\*|^$)", rules, re.MULTILINE | re.DOTALL):
        assert re.search(r"\[[^]]*\b(source|fact|ours)\b[^]]*\]", rule), rule
