"""The commands of ``python -m polygames``."""

import json
import signal
import subprocess
import sys
import sysconfig
from unittest.mock import Mock

import pytest

import polygames as pg
from polygames.__main__ import main
from polygames.cli import installation
from polygames.cli.main import COMMANDS, Command

COMMAND = [sys.executable, "-m", "polygames"]


def test_games_lists_the_games_with_their_agents(capsys):
    main(["games"])
    said = capsys.readouterr().out
    assert "split: " in said
    assert "agents: random, greedy" in said


@pytest.mark.slow
def test_the_doctor_says_what_is_here_and_compiles_ahead(capsys):
    main(["doctor", "--compile"])
    said = capsys.readouterr().out
    assert "ipywidgets 8" in said
    assert "threads can be started" in said
    assert "split: warm after" in said
    assert "files of compiled code, kept in" in said


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(COMMAND, marks=pytest.mark.slow, id="module"),
        pytest.param([f"{sysconfig.get_path('scripts')}/polygames"], id="script"),
    ],
)
def test_the_installed_command_says_its_version_and_lists_the_games(command):
    def said(*words):
        return subprocess.run([*command, *words], capture_output=True, text=True, check=True).stdout

    assert said("--version") == f"polygames {pg.__version__}\n"
    assert json.loads(said("games", "--json")) == json.loads(
        subprocess.run([*COMMAND, "games", "--json"], capture_output=True, check=True).stdout
    )


def test_the_doctor_s_data_name_the_version(capsys):
    main(["doctor", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["version"] == pg.__version__
    assert set(data["moves a second"]) == set(pg.games())
    assert all(speed > 10 for speed in data["moves a second"].values())
    assert data["extras"]["solve"]


def test_the_doctor_says_where_records_cannot_be_saved(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    main(["doctor"])
    assert f"records can be saved in {tmp_path}" in capsys.readouterr().out
    monkeypatch.setattr(installation, "TemporaryFile", Mock(side_effect=PermissionError))
    main(["doctor"])
    assert f"records cannot be saved in {tmp_path}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve"], "the following arguments are required"),
        (["dance"], "invalid choice: 'dance'"),
        (["class", "--puzzle", "x"], "--puzzle: the number must be a whole number of 1 or more"),
        (["class", "--puzzle", "1.5"], "must be a whole number of 1 or more, not '1.5'"),
        (["games", "--pad", "B"], "unrecognized arguments: --pad B"),
    ],
)
def test_nonsense_is_refused_with_usage_and_one_line(words, said, capsys):
    with pytest.raises(SystemExit) as ended:
        main(words)
    usage, _, line = capsys.readouterr().err.strip().rpartition("\n")
    assert usage.startswith("usage:")
    assert said in line
    assert ended.value.code == 2


@pytest.mark.parametrize("error", [pg.AgentError("no idea"), OSError("no idea")])
def test_an_error_of_a_command_is_its_message(error, capsys, monkeypatch):
    def failing(*_):
        raise error

    monkeypatch.setitem(COMMANDS, "games", Command(failing))
    with pytest.raises(SystemExit) as ended:
        main(["games"])
    assert capsys.readouterr().err == "polygames: no idea\n"
    assert ended.value.code == 1


def test_a_fault_of_the_program_keeps_its_traceback(monkeypatch):
    def failing(*_):
        message = "a fault"
        raise TypeError(message)

    monkeypatch.setitem(COMMANDS, "games", Command(failing))
    with pytest.raises(TypeError):
        main(["games"])


@pytest.mark.slow
def test_ctrl_c_ends_a_command_without_a_word():
    # A shell that starts tests in the background makes its children deaf to Ctrl-C.
    hear = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    play = "from polygames.__main__ import main; main(['play', 'split', '--seats', '5,5'])"
    with subprocess.Popen(
        [sys.executable, "-c", f"{hear}; {play}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as command:
        assert command.stdout.readline()  # it has begun
        command.send_signal(signal.SIGINT)
        _, said = command.communicate(timeout=60)
    assert (command.returncode, said) == (130, b"")


@pytest.mark.slow
def test_a_reader_who_has_seen_enough_hears_no_complaint():
    with subprocess.Popen(
        [*COMMAND, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as command:
        command.stdout.close()
        said = command.stderr.read()
    assert (command.returncode, said) == (141, b"")
