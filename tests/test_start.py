"""`start.py`, which needs nothing but Python: what it would run, on this system and on Windows."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import run_python

import start

ROOT = Path(start.__file__).parent
BINDER = str(ROOT / "binder")


class _Started(BaseException):
    """Somebody became the program."""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The environment would be made in an empty folder."""
    monkeypatch.setattr(start, "ENVIRONMENT_FOLDER", tmp_path / "a place" / ".venv")
    monkeypatch.setattr(start, "WORKSPACE_NAME", str(tmp_path / "workspace"))
    monkeypatch.delenv("JUPYTER_CONFIG_PATH", raising=False)
    monkeypatch.chdir(tmp_path)
    return start.ENVIRONMENT_FOLDER


@pytest.fixture
def told(place, monkeypatch):
    """Feign the environment: a list of what was made, installed and started."""
    assert not place.exists()
    told = []

    def make(_, *, with_pip, clear):
        told.append(("made", with_pip, clear))
        start.python().parent.mkdir(parents=True, exist_ok=True)
        start.python().touch()

    def answer(command, **options):
        known = start.python().exists()
        if options.get("check"):
            told.append(tuple(map(str, command[2:])))
        if not known:
            raise FileNotFoundError(command[0])
        return subprocess.CompletedProcess(command, 0)

    def start_process(command, **_):
        told.append(("background", *command[1:]))

    def become(_, command):
        told.append(("started", *command))
        raise _Started

    monkeypatch.setattr(start.venv, "create", make)
    monkeypatch.setattr(start.subprocess, "run", answer)
    monkeypatch.setattr(start.subprocess, "Popen", start_process)
    monkeypatch.setattr(start.os, "execv", become)
    return told


def go(*arguments):
    with pytest.raises(_Started):
        start.main([*arguments])


INSTALLED = ("uv", "pip", "install", "-q", "--compile-bytecode", "-e")


def test_the_first_start_makes_an_environment_and_opens_the_first_notebook(told, place, capsys):
    go("--no-browser")
    program = str(place / "bin" / "python")
    assert told == [
        ("made", True, True),
        ("pip", "install", "-q", "uv"),
        (*INSTALLED, ".[lab]"),
        tuple(start.COPY_NOTEBOOKS[1:]),
        ("background", "-c", start.COMPILE_PROGRAM),
        ("started", program, *start.LAB_COMMAND, "--no-browser"),
    ]
    assert (Path.cwd(), os.environ["JUPYTER_CONFIG_PATH"]) == (ROOT, BINDER)
    assert capsys.readouterr().out == (
        f"Setting up {place} (once; a minute or two) ...\n"
        "The searches are compiled in the background (once; a few minutes). You can play now.\n"
    )


def test_the_background_process_compiles_all_searches_with_the_lowest_priority():
    program = start.COMPILE_PROGRAM.replace("main([", "print(os.getpriority(0, 0), [")
    reply = run_python(program)
    assert reply == "19 ['doctor', '--compile']\n"


def test_lab_opens_the_copy_of_the_first_notebook_in_a_folder_that_git_ignores(tmp_path):
    folder, first = (each.partition("=")[2] for each in start.LAB_COMMAND[2:])
    subprocess.run(["git", "check-ignore", "-q", f"{folder}/"], cwd=ROOT, check=True)
    words = [sys.executable, *start.COPY_NOTEBOOKS]
    subprocess.run(words, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True)
    page = first.removeprefix("/lab/tree/")
    assert page == "notebooks/00_play.ipynb", "the path is that of the Binder badge"
    assert (tmp_path / folder / page).read_bytes() == (ROOT / page).read_bytes()


def test_games_that_an_earlier_version_saved_among_the_originals_are_copied_once(
    told, monkeypatch, tmp_path
):
    assert told == []
    monkeypatch.setattr(start, "REPOSITORY_ROOT", tmp_path)
    monkeypatch.setattr(start, "install", lambda *_: None)
    (tmp_path / "pyproject.toml").touch()
    old = tmp_path / "notebooks" / "polygames-files"
    old.mkdir(parents=True)
    (old / "game.txt").write_text("mine", encoding="utf-8")
    go()
    copy = Path(start.WORKSPACE_NAME, "notebooks", "polygames-files", "game.txt")
    assert copy.read_text(encoding="utf-8") == "mine"
    copy.write_text("newer", encoding="utf-8")
    go()
    assert copy.read_text(encoding="utf-8") == "newer"


def test_the_second_start_sets_nothing_up_and_the_tests_add_what_they_need(told, capsys):
    go()
    capsys.readouterr()
    del told[:]
    go()
    assert [each[0] for each in told] == ["polygames", "started"]
    assert capsys.readouterr().out == ""
    go("test", "-k", "nim")
    assert told[3] == (*INSTALLED, ".[test]")
    assert told[-1][2:] == ("-m", "pytest", "-k", "nim")


def test_another_list_of_libraries_is_installed_anew(told, place):
    go("test")
    (place / "polygames-test").write_text("of another pyproject.toml", encoding="utf-8")
    del told[:]
    go("test")
    assert [each[0] for each in told] == ["pip", "uv", "started"]


def test_on_windows_the_program_is_waited_for_also_when_it_is_interrupted(place, monkeypatch):
    told = []

    def call(command):
        told.append(command)
        if len(told) == 1:
            raise KeyboardInterrupt
        return 3

    monkeypatch.setattr(start.subprocess, "call", call)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "mine")
    assert start.run(["-m", "pytest"], is_windows=True) == 3
    assert told[-1] == [str(place / "Scripts" / "python.exe"), "-m", "pytest"]
    assert os.environ["JUPYTER_CONFIG_PATH"] == os.pathsep.join([BINDER, "mine"])


@pytest.mark.usefixtures("told")
def test_what_went_wrong_is_one_line_and_the_next_start_goes_on(place, monkeypatch, capsys):
    def fail(*_, **__):
        raise subprocess.CalledProcessError(1, ["python", "-m", "ensurepip"])

    with monkeypatch.context() as patch:
        patch.setattr(start.venv, "create", fail)
        assert start.main([]) == "this command failed, see above: python -m ensurepip"
    assert "sudo apt install python3-venv" in capsys.readouterr().err
    with monkeypatch.context() as patch:
        patch.setattr(start, "install", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        assert start.main([]) == "stopped; the next start continues from here"
    assert not (place / "polygames-lab").exists()
    go()


def test_an_old_python_is_told_which_one_is_needed(monkeypatch):
    text = Path(start.__file__).read_text(encoding="utf-8")
    ast.parse(text, feature_version=(3, 7))
    monkeypatch.setattr(start.sys, "version_info", (3, 10, 4))
    assert start.main([]).startswith("polygames needs Python 3.11 or later; this is 3.")


def test_help_says_the_two_commands():
    reply = subprocess.run(
        [sys.executable, "start.py", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "python3 start.py test" in reply.stdout
