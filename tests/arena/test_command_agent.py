"""An agent that is a program: its requests and answers, its faults and its limits."""

import json
import sys
from pathlib import Path
from random import Random

import pytest
from helpers import random_states

import polygames as pg
from polygames.arena.command_agent import CommandAgent, move_request
from polygames.arena.players import FaultError, Limits

QUICK = {"seed": 3, "progress": False}
PROGRAMS = Path(__file__).parents[2] / "examples" / "programs"
READ = "import json, sys, time, os\nrequest = json.loads(sys.stdin.readline())\n"
MOVE = "print(json.dumps({'move': request['moves'][0]}), flush=True)\n"
TWO_SEATS = {"splitter": {"players": 2}}


def program(tmp_path, source, **options):
    file = tmp_path / "bot.py"
    file.write_text(source)
    return pg.agent(command=[sys.executable, str(file)], game="polygon", **options)


@pytest.mark.slow
@pytest.mark.parametrize("name", pg.games())
def test_a_program_plays_every_game_to_its_end_and_repeats_it(name):
    bot = CommandAgent([sys.executable, str(PROGRAMS / "bot.py")])
    assert bot.name == "bot"
    start = pg.new(name, **TWO_SEATS.get(name, {}))
    first, again = (pg.match(start, bot, "random", games=2, **QUICK) for _ in range(2))
    assert [game.text for game in first.games] == [game.text for game in again.games]
    assert all(game.failed is None for game in first.games)


@pytest.mark.parametrize("name", pg.games())
def test_a_request_has_the_legal_moves_in_plain_letters_and_the_position(name):
    start = pg.new(name, **TWO_SEATS.get(name, {}))
    states = [state for state in random_states(start, 3) if state.turn >= 0]
    for state in states[:12]:
        seen = state.view(state.turn)
        request = json.loads(json.dumps(move_request(seen, Random(1), 5.0, is_first=False)))
        assert pg.from_text(request["position"]).to_text() == seen.to_text()
        assert all(seen.parse(text) in seen.legal_moves for text in request["moves"])
        assert not {'"', "\\"} & set("".join(request["moves"]))
        if request["complete"]:
            assert len(request["moves"]) == len(list(seen.legal_moves))


FAULTS = {
    "print('hello', flush=True); time.sleep(60)": r"answered 'hello', which is no line of JSON",
    "print('{}', flush=True); time.sleep(60)": r"answered '{}', which has no move as a text",
    "print(json.dumps({'move': 3}), flush=True); time.sleep(60)": r"has no move as a text",
    "print(json.dumps({'move': 'A-B'}), flush=True)": r"chose 'A-B', which cannot be played: Ill",
    "print('[' * 10**5, flush=True); time.sleep(60)": r"is not an answer|no line of JSON",
    "print('x' * 10**6, flush=True); time.sleep(60)": r"wrote something that is not an answer",
    "print('\\x1b[31m', flush=True); time.sleep(60)": r"answered ' ?\[31m', which",
    "sys.exit('no idea')": r"ended with the exit code 1; its last error output is 'no idea'",
    "pass": r"ended with the exit code 0",
    "os.close(1); time.sleep(60)": r"closed its output, or was ended by a signal",
    "bytearray(10**9)": r"ended with the exit code 1; .*MemoryError",
}


@pytest.mark.parametrize("last_line", FAULTS)
def test_each_fault_of_a_program_is_named_and_ends_it(last_line, tmp_path):
    bot = program(tmp_path, READ + last_line, memory=200)
    with pytest.raises(FaultError, match=FAULTS[last_line]):
        bot.choose(pg.new("polygon"), Random(1))
    assert bot._process is None


def test_a_late_program_loses_by_the_limit_of_the_match(tmp_path, monkeypatch):
    monkeypatch.setattr("polygames.arena.command_agent.START_GRACE_SECONDS", 0.5)
    bot = program(tmp_path, READ + "time.sleep(60)")
    match = pg.match("polygon", bot, "random", games=2, move_seconds=0.25, on_failure="lose")
    assert {game.reason for game in match.games} == {"bot took more than 0.25 s for a move"}
    assert match.share == 0


def test_a_fault_stops_a_match_and_names_the_program(tmp_path):
    bot = program(tmp_path, READ + MOVE)
    with pytest.raises(pg.AgentError, match=r"bot on seat . at ply . ended with the exit code 0"):
        pg.match("polygon", bot, "random", games=2, **QUICK)


def test_a_copy_starts_its_own_program_with_the_same_limits(tmp_path):
    bot = program(tmp_path, READ + MOVE, seconds=60, memory=None)
    bot.choose(pg.new("polygon"), Random(1))
    copy = bot.with_limits(Limits(memory=300))
    assert copy._process is None
    assert copy.limits == Limits(60, 300)
    assert repr(copy) == repr(bot)
    bot.close()


def test_a_program_ends_with_its_agent(tmp_path):
    bot = program(tmp_path, READ + MOVE + "time.sleep(60)")
    bot.choose(pg.new("polygon"), Random(1))
    process = bot._process
    bot.close()
    assert not process.is_alive


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no_such_program", "there is no program 'no_such_program'"),
        ([], "the command of an agent must be a list of words"),
        (["python3", 3], "must be a list of words, or one text, not"),
        ("'", "cannot be split into words"),
        (7, "must be a list of words"),
        ("", "must be a list of words"),
    ],
)
def test_a_command_without_a_program_is_refused(command, words):
    with pytest.raises(pg.OptionError, match=words):
        pg.agent(command=command, game="polygon")


def test_options_of_a_program_are_checked():
    with pytest.raises(pg.OptionError, match=r"time.*seconds"):
        pg.agent(command="python3", game="polygon", time=3)
    with pytest.raises(pg.OptionError, match="the option seconds must be"):
        pg.agent(command="python3", game="polygon", seconds=-1)
    with pytest.raises(pg.OptionError, match="memory"):
        pg.agent(command="python3", game="polygon", memory=1)
    with pytest.raises(pg.OptionError, match="unknown agent None of polygon"):
        pg.agent(game="polygon")


def test_a_program_plays_at_a_board(tmp_path):
    bot = program(tmp_path, (PROGRAMS / "bot.py").read_text())
    board = pg.play("polygon", seats=("human", bot), autosave=None)
    board.play("A-C")
    assert board.state.turn == 0
    assert board.state.ply == 2
    board.close()


@pytest.mark.slow
def test_programs_play_a_tournament_and_a_match_goes_on_with_its_file(tmp_path):
    files = PROGRAMS / "bot.py", tmp_path / "other.py"
    files[1].write_text(files[0].read_text())
    bots = [CommandAgent([sys.executable, str(file)]) for file in files]
    cup = pg.tournament("polygon", [*bots, "random"], games=2, workers=2, **QUICK)
    assert {name for game in cup.games for name in game.seats} == {"bot", "other", "random"}
    file = tmp_path / "results.jsonl"
    for bot, lines in zip((bots[0], bots[0], bots[1]), (2, 2, 4), strict=True):
        pg.match("polygon", bot, "random", games=4, file=file, **QUICK)
        assert len(file.read_text().splitlines()) == lines
