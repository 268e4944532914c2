"""The game in ``examples/nim``, brought as a stranger would bring it: by an installed wheel."""

import ast
import importlib
import os
import re
import subprocess
import sys
import tokenize
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "nim"
PACKAGE = EXAMPLE / "polygames_nim"
SMALL = ROOT / "examples" / "domineering"


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Return a way to run Python where the example is installed, away from its sources."""
    home = tmp_path_factory.mktemp("site")
    wheel = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(home)]
    for example in (EXAMPLE, SMALL):
        subprocess.run(wheel, cwd=example, check=True, capture_output=True)
    for file in home.glob("*.whl"):
        with zipfile.ZipFile(file) as archive:
            archive.extractall(home / "site")
    path = os.pathsep.join([str(home / "site"), str(ROOT)])

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=home,
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.mark.slow
@pytest.mark.parametrize("example", [EXAMPLE, SMALL], ids=lambda folder: folder.name)
def test_its_own_tests_pass_where_it_is_installed(python, example):
    plainly = ("-o", "addopts=", "-p", "no:cacheprovider")  # without the options of this project
    said = python("-m", "pytest", "-q", *plainly, str(example / "tests"))
    assert re.search(r"\d\d passed", said)


@pytest.mark.slow
def test_the_command_lists_it(python):
    assert "nim: Take stones from one heap at a time" in python("-m", "polygames", "games")


def test_it_is_played_at_the_board(python):
    python("-W", "error", "-c", AT_THE_BOARD)


AT_THE_BOARD = """
import time
import polygames as pg

board = pg.play("nim", seats=("human", "nimsum"), autosave=None, seed=1)
assert board.frame()["title"].startswith("Nim board")
spellings = {tuple(move["spelling"]) for move in board.frame()["moves"]}
assert ("a2",) in spellings and len(spellings) == 12
board.play("a2")
while not board.session.is_human_turn:
    time.sleep(0.01)
assert board.state.ply == 2
board.hint()
while not board.message:
    time.sleep(0.01)
assert board.message.startswith("Hint: take "), board.message
board.undo()
assert board.state.ply == 0
board.redo()
board.close()
"""


@pytest.mark.slow
def test_it_is_analysed_solved_and_reads_its_record_in_a_fresh_process(python, tmp_path):
    record = tmp_path / "game.txt"
    assert python("-c", ANALYSED, str(record)) == "a2 a2 1\n"
    assert python("-c", LOADED, str(record)) == "nim a2 1 4 5\n"


ANALYSED = """
import sys
import polygames as pg

state = pg.new("nim", heaps=(2, 1, 1))
found = pg.analyse(state, seconds=20)
assert all(each.proved for each in found.moves)
solved = pg.solve(state)
print(found.best, solved.best, solved.value)
record = pg.Record(pg.new("nim"))
record.push("a2")
record.save(sys.argv[1])
"""

LOADED = """
import sys
import polygames as pg

record = pg.load(sys.argv[1])
print(record.game, *record.moves, *record.state.heaps)
"""


@pytest.mark.slow
def test_a_match_plays_it_in_other_processes(python):
    assert python("-c", MATCH) == "8 wins of 8\n"


MATCH = """
import polygames as pg

start = pg.new("nim", preset="tall")
found = pg.match(start, "nimsum", "random", games=8, workers=2, seed=1, progress=False)
print(found.wins[0], "wins of", len(found.games))
"""


# --- What it takes ------------------------------------------------------------------------------


def lines_of_code(file):
    """Count the lines that hold code: no docstrings, comments, imports or blanks."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    skipped = set()
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or isinstance(node, ast.Import | ast.ImportFrom):
            skipped.update(range(node.lineno, node.end_lineno + 1))
    empty = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    with tokenize.open(file) as source:
        tokens = [each for each in tokenize.generate_tokens(source.readline) if each.string]
    held = {
        row
        for token in tokens
        if token.type not in empty
        for row in range(token.start[0], token.end[0] + 1)
    }
    return len(held - skipped)


def test_contributing_says_how_much_had_to_be_written():
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"`(\w+\.py)`\s+\((\d+)\)", guide))
    counted = {file.name: str(lines_of_code(file)) for file in sorted(PACKAGE.glob("*.py"))}
    assert told == counted
    total = sum(map(int, counted.values()))
    assert f"{total} lines of" in guide
    authors = " ".join((ROOT / "docs" / "authors.md").read_text(encoding="utf-8").split())
    assert f"a complete one in {total} lines" in authors


def test_a_game_with_agents_text_and_board_takes_72_lines_and_one_import():
    files = sorted(SMALL.glob("polygames_*/*.py"))
    assert sum(map(lines_of_code, files)) <= 72
    named = {
        node.module
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "polygames"
    }
    assert named == {"polygames.authoring"}


@pytest.mark.parametrize("file", sorted(PACKAGE.glob("*.py")), ids=lambda file: file.stem)
def test_it_needs_no_more_than_the_public_face(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "polygames":
            offered = importlib.import_module(node.module).__all__
            assert {name.name for name in node.names} <= set(offered)
