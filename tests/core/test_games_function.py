"""`polygames.games` is a function, whatever is imported, and its subpackages stay reachable."""

import pytest
from helpers import run_python

NAMES = "('polygon', 'splinter', 'split', 'splitter', 'territory')"


@pytest.mark.parametrize(
    "imports",
    [
        "import polygames",
        "import polygames.games",
        "import polygames.games.split",
        "import polygames.games as listed; assert listed is polygames.games",
        "import polygames.games.splitter as one; assert one.INFO.name == 'splitter'",
        "from polygames.games import splitter; assert splitter.score_sheet",
        "from polygames.games.splitter import score_sheet",
        "from polygames import *; assert games is polygames.games",
        "import importlib; importlib.import_module('polygames.games.territory.rules')",
        "polygames.play",
    ],
)
def test_it_is_a_function_before_and_after_imports(imports):
    code = f"""import polygames, inspect, pickle
def check():
    assert inspect.isfunction(polygames.games), polygames.games
    assert polygames.games() == {NAMES}
check()
{imports}
check()
import polygames.games.splitter
assert polygames.games.splitter.score_sheet
check()
assert pickle.loads(pickle.dumps(polygames.games)) is polygames.games
print(inspect.getdoc(polygames.games))
"""
    assert run_python(code).startswith("Return the names of all games, sorted.")


def test_a_subpackage_can_be_the_first_import():
    code = "import polygames.games.split as split, polygames as pg; print(pg.games(), split.INFO)"
    assert run_python(code).startswith(NAMES)


def test_a_name_in_a_game_can_be_patched_by_its_path():
    code = """from unittest.mock import patch
import polygames as pg
with patch("polygames.games.split.rules.new", lambda: 7):
    print(pg.new("split"))
"""
    assert run_python(code).split() == ["7"]
