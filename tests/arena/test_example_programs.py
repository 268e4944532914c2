"""The example programs of `docs/any_language.md` in C and JavaScript play whole games."""

import shutil
import subprocess
from pathlib import Path

import pytest
from node import missing_reason

import polygames as pg
from polygames.arena.command_agent import CommandAgent

PROGRAMS = Path(__file__).parents[2] / "examples" / "programs"


def play_with(*command):
    match = pg.match("polygon", CommandAgent(command), "random", games=2, progress=False)
    assert all(game.failed is None for game in match.games)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_example_in_c_plays(tmp_path):
    built = str(tmp_path / "bot")
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run(["cc", *warnings, "-o", built, str(PROGRAMS / "bot.c")], check=True)
    play_with(built)


@pytest.mark.skipif(bool(missing_reason()), reason=missing_reason())
def test_the_example_in_javascript_plays():
    play_with("node", str(PROGRAMS / "bot.mjs"))
