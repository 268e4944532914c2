"""What the documentation shows is true: every example in a docstring runs and says what it says.

The README's tour is run in test_project.py.
"""

import ast
import doctest
import io
import pkgutil
import re
import tokenize
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


def test_the_package_shows_examples():
    found = {"polygames", "polygames.records.record", "polygames.geometry.planar"}
    assert found <= set(WITH_EXAMPLES)


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


CITATION = re.compile(r"\[(\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)\]")
"""One rule or more: [10], [2, 3], [3-7]."""


EXAMPLE = re.compile(r"^ *>>> .*?(?:^ *$|\Z)", re.MULTILINE | re.DOTALL)
"""What a docstring shows as run, up to the next empty line."""


def prose(code):
    """Return the docstrings, without examples, and comments of a file: an index cites no rule."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    texts = [node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Expr)]
    docstrings = [text.value for text in texts if isinstance(text, ast.Constant)]
    return "\n".join([*comments, *(EXAMPLE.sub("", str(text)) for text in docstrings)])


def cited(text):
    """Return the numbers of all rules that a text cites."""
    numbers = set()
    for group in CITATION.findall(text):
        for part in group.split(", "):
            first, _, last = part.partition("-")
            numbers.update(range(int(first), int(last or first) + 1))
    return numbers


def test_citations_are_read_whole():
    assert cited("as [10] and [3-5] say, but not [8:9] or [a]; [1, 2]") == {10, 3, 4, 5, 1, 2}
    assert cited(prose('"""Of [1]."""\nx = pair[2]  # see [12]\n')) == {1, 12}
    assert cited(prose('"""Of [1].\n\n>>> x[0]\n[7]\n\nAnd [2]."""')) == {1, 2}


@pytest.mark.parametrize("name", pg.games())
def test_rules_of_a_game_are_numbered_without_a_gap_and_code_cites_only_such(name):
    folder = FOLDER / "games" / name
    rules = (folder / "RULES.md").read_text(encoding="utf-8")
    numbers = [int(n) for n in re.findall(r"^(\d+)\. \*\*", rules, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    code = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    wrong = {path.name: cited(prose(text)) - set(numbers) for path, text in code.items()}
    assert not any(wrong.values()), wrong
    assert cited(prose(code[folder / "rules.py"])), "rules.py says which rule is where"


@pytest.mark.parametrize("name", pg.games())
def test_every_rule_says_whose_it_is(name):
    rules = (FOLDER / "games" / name / "RULES.md").read_text(encoding="utf-8")
    for rule in re.findall(r"^\d+\. \*\*.*?(?=^\d+\. \*\*|^$)", rules, re.MULTILINE | re.DOTALL):
        assert re.search(r"\[[^]]*\b(source|fact|ours)\b[^]]*\]", rule), rule
