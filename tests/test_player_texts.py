"""The sentences for players are those in `tests/texts`, so that a review shows what changes."""

import subprocess
import sys
from pathlib import Path

import pytest
from texts.errors import ErrorMessages
from texts.source import is_prose, js_strings

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ROOT / "tests" / "texts"
FILES = sorted(path.name for path in TEXTS.glob("*.txt"))


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """Return a folder with the sentences as they are now.

    Another process collects them: it imports no compiler, so that all machines give the same.
    """
    folder = tmp_path_factory.mktemp("texts")
    command = [sys.executable, ROOT / "scripts" / "player_texts.py", folder]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return folder


def test_a_misspelled_option_makes_no_folder(tmp_path):
    command = [sys.executable, ROOT / "scripts" / "player_texts.py", "--folder"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert run.returncode == 2
    assert "--folder" in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_there_is_a_file_for_each_game_and_for_what_they_share(collected):
    assert sorted(path.name for path in collected.iterdir()) == FILES
    assert {"polygon.txt", "shared.txt", "class.txt", "errors.txt"} <= {*FILES}


@pytest.mark.parametrize("name", FILES)
def test_sentences_change_together_with_their_file(collected, name):
    now, reviewed = ((folder / name).read_text("utf-8") for folder in (collected, TEXTS))
    assert now.splitlines() == reviewed.splitlines(), "run: python scripts/player_texts.py"


@pytest.mark.parametrize(
    ("code", "strings"),
    [
        ("a('it\\'s', \"two\")", ["it's", "two"]),
        ("`${a ? `in ${b} it` : 'no'} out`", ["in {} it", "no", "{} out"]),
        ("// 'no'\n/* `no` */ 'yes'", ["yes"]),
        ("x.replace(/[/\"]/g, 'y')", ["y"]),
        ("const f = ({ a }) => { return `${{ a }.a}`; }; 'z'", ["{}", "z"]),
    ],
)
def test_strings_of_javascript(code, strings):
    assert list(js_strings(code)) == strings


def test_error_messages_are_found_with_their_classes(tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        """
def move(names, value, far):
    if far:
        msg = f"too far: {', '.join(names)}"
        raise OptionError(msg)
    msg = "no move" if value else "no value"
    msg += ": try again"
    raise errors.RecordError(msg) from None

def look(value):
    whole("the width", value, 1, 5)
    raise_option_error("the height", "must be even", value)

def why_forbidden(self):
    return self.is_over and "the game is over"
"""
    )
    assert ErrorMessages(module).messages == [
        "OptionError: the height must be even, not {value}",
        "OptionError: the width must be a whole number in a range, not {value}",
        "OptionError: too far: {names}",
        "RecordError: no move: try again",
        "RecordError: no value: try again",
        "reason: the game is over",
    ]


@pytest.mark.parametrize("text", ["Press *Start*.", "who claims loses", "no piece", "{} to move"])
def test_sentences_are_prose(text):
    assert is_prose(text)


@pytest.mark.parametrize(
    "text", ["display: flex;", "0 0 {} {}px", ".a > b", "translate({} {})", "word", "a | B"]
)
def test_code_is_no_prose(text):
    assert not is_prose(text)
