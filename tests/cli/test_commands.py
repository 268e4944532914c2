"""Every command of ``python -m polygames``: what it says, its data, and what it refuses."""

import io
import json
import re
import signal
import sys
from pathlib import Path

import pytest
from helpers import record_game

import polygames as pg
from polygames.cli import arena_commands
from polygames.cli.arguments import parse_players
from polygames.cli.main import COMMANDS, main
from polygames.games.polygon import solver
from polygames.lessons import notebooks
from polygames.scene.text_picture import draw_as_text
from polygames.search import RandomAgent
from polygames.search.review import read_review


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def command(*words, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        main([str(word) for word in words])
        return capsys.readouterr().out

    return command


@pytest.fixture
def refused(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def command(*words, code=1, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        assert ended.value.code == code
        said = capsys.readouterr().err
        assert "Traceback" not in said
        return said

    return command


@pytest.fixture
def record(tmp_path):
    return record_game("polygon", "A-C", "C-E", n=5).save(tmp_path / "game.txt")


def test_without_a_command_the_games_are_listed(run):
    assert run() == run("games")
    assert {*json.loads(run("games", "--json"))} == {*pg.games()}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name, capsys):
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert "--json" in capsys.readouterr().out


def test_the_page_of_the_terminal_names_every_command():
    page = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text(encoding="utf-8")
    assert {*re.findall(r"`(\w+)(?: [^`|]*)?`(?=[,` |])", page)} >= {*COMMANDS}


def test_a_match_and_a_tournament_count_games_and_begin_at_a_file(run, refused, record):
    for command in ("match", "tournament"):
        words = (command, record, "random", "1", "--json")
        two = json.loads(run(*words, "--games", 4))
        assert two["names"] == ["random", "level 1"]
        assert len(two["games"]) == 4
        assert "must be even" in refused(*words, "--games", 3)
        assert "not a position: leave out n" in refused(*words, "--option", "n=5")


def test_solve_and_analyse_take_a_game_a_record_a_position_or_standard_input(run, record):
    state = pg.load(record).state
    proved = pg.solve(state)
    for words, typed in (
        ([record], ""),
        (["-"], state.to_text()),
        (["-"], record.read_text(encoding="utf-8")),
    ):
        data = json.loads(run("solve", *words, "--json", typed=typed))
        assert data["value"] == proved.value
        data = json.loads(run("analyse", *words, "--seconds", 0.1, "--json", typed=typed))
        assert data["ply"] == 2
        assert {row["move"] for row in data["moves"]} <= set(map(str, state.legal_moves))
    assert json.loads(run("solve", "polygon", "--option", "n=5", "--json"))["value"] == 1
    assert json.loads(run("analyse", record, "--ply", 0, "--seconds", 0.1, "--json"))["ply"] == 0
    assert "value for seat 0: 1" in run("solve", "polygon")


def test_match_and_tournament_play_what_python_plays(run):
    words = ["polygon", "mobility", "random", "--option", "n=5", "--seed", 3]
    found = pg.match(pg.new("polygon", n=5), "mobility", "random", games=4, seed=3, progress=False)
    data = json.loads(run("match", *words, "--games", 4, "--json"))
    assert data == json.loads(json.dumps(found.to_dict()))
    assert str(found) in run("match", *words, "--games", 4)
    cup = pg.tournament(
        pg.new("polygon", n=5), ["mobility", "random"], games=2, seed=3, progress=False
    )
    data = json.loads(run("tournament", *words, "--games", 2, "--json"))
    assert data == json.loads(json.dumps(cup.to_dict()))


@pytest.mark.slow
def test_a_match_goes_on_from_its_file_and_takes_what_python_takes(run, tmp_path):
    words = ["match", "polygon", "mobility", "random", "--option", "n=5", "--json"]
    words += ["--openings", "balanced", "--file", "results.jsonl"]
    half = json.loads(run(*words, "--games", 2))
    kept = (tmp_path / "results.jsonl").read_text(encoding="utf-8")
    whole = json.loads(run(*words, "--games", 4))
    assert whole["games"][:2] == half["games"]
    assert (tmp_path / "results.jsonl").read_text(encoding="utf-8").startswith(kept)
    options = {"openings": "balanced", "progress": False}
    found = pg.match(pg.new("polygon", n=5), "mobility", "random", games=4, **options)
    assert whole == json.loads(json.dumps(found.to_dict()))
    ended = run("match", "polygon", "mobility", "random", "--games", 180, "--test", "0.1", "0.9")
    assert "the sequential test says" in ended


def test_agents_that_were_handed_in_play_and_a_faulty_one_is_named(run, tmp_path):
    (tmp_path / "handed_in").mkdir()
    code = "def choose(state, rng): return state.legal_moves.sample(rng)"
    for name, text in (("ada", code), ("bob", "def choose(")):
        (tmp_path / "handed_in" / f"{name}.py").write_text(text)
    words = ["polygon", "--option", "n=5", "--workers", 1, "handed_in/", "random", "--games", 2]
    data = json.loads(run("tournament", *words, "--json"))
    assert data["names"] == ["ada", "bob", "random"]
    assert data["faulty"]["bob"].startswith("raised SyntaxError")
    assert len(data["games"]) == 2
    assert parse_players("handed_in/ada.py") == pg.load_agents("handed_in")[:1]


@pytest.mark.parametrize(
    ("plan", "games"), [((), 6), (("--plan", "gauntlet"), 4), (("--plan", "swiss"), 4)]
)
def test_a_tournament_has_a_plan(plan, games, run):
    words = ("tournament", "polygon", "random", "random", "random", "--option", "n=5", *plan)
    data = json.loads(run(*words, "--games", 2, "--json"))
    assert len(data["games"]) == games
    assert {row["agent"] for row in data["standings"]} == {"random", "random (2)", "random (3)"}


def test_a_review_judges_every_move_and_is_saved_with_the_record(run, record, tmp_path):
    found = pg.review(pg.load(record), seconds=5, progress=False)
    words = ["review", record, "--seconds", 5]
    data = json.loads(run(*words, "--json"))
    assert data == json.loads(json.dumps(found.to_dict()))
    assert [row["move"] for row in data["moves"]] == ["A-C", "C-E"]
    assert str(found) in run(*words, "--save", "judged.txt")
    assert read_review(pg.load(tmp_path / "judged.txt")) == found
    assert json.loads(run("review", "-", "--json", typed=record.read_text())) == data


def interrupted(*command):
    """Run a command that is ended by Ctrl-C."""
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code == 130


@pytest.mark.usefixtures("hears_interrupts")
def test_what_is_kept_after_ctrl_c_is_said_before_the_command_ends(capsys, monkeypatch):
    class Interrupting(RandomAgent):
        def choose(self, state, rng):
            if state.ply > 2:
                signal.raise_signal(signal.SIGINT)
            return super().choose(state, rng)

    monkeypatch.setattr(arena_commands, "parse_players", lambda _: [Interrupting()])
    interrupted("match", "polygon", "random", "random", "--json", "--workers", "1")
    assert json.loads(capsys.readouterr().out)["games"] == []


@pytest.mark.usefixtures("hears_interrupts")
def test_ctrl_c_ends_a_proof_and_says_what_it_has(capsys, monkeypatch):
    class Search(solver.Solver):
        def _advance_move(self, move):
            super()._advance_move(move)
            if sent:
                sent.pop()()

    sent = [lambda: signal.raise_signal(signal.SIGINT)]
    monkeypatch.setattr(solver, "Solver", Search)
    interrupted("solve", "polygon", "--option", "n=10", "--seconds", "60")
    assert "interrupted before there was a proof" in capsys.readouterr().out


def test_an_agent_takes_options_after_a_colon(run):
    words = ("match", "polygon", "minimax:depth=1", "random", "--games", 2, "--json")
    assert json.loads(run(*words))["names"][0] == "minimax depth=1"


def test_a_game_is_played_by_typing(run, tmp_path):
    typed = "moves\nhello\nA-C\nundo\nA-C\nhint\nsvg shot.svg\ntext\nquit\n"
    said = run("play", "polygon", "--option", "n=5", "--save", "game.txt", typed=typed)
    assert "A-C, A-D" in said
    assert "invalid move 'hello'" in said
    assert "hint: C-" in said
    assert "[0 - 0]" not in said, "nothing is scored in Polygon"
    assert (tmp_path / "shot.svg").read_text(encoding="utf-8").startswith("<svg")
    record = pg.load(tmp_path / "game.txt")
    assert [str(move) for move in record.moves] == ["A-C"]
    assert record.date, "a game says when it began"


def test_in_the_terminal_players_and_moves_are_called_as_on_the_board(run):
    typed = "help\nmoves\ndraw 0,5 - 10,5\ncolor blue\nquit\n"
    said = run("play", "split", typed=typed)
    assert "hint     ask the best agent" in said
    lines = re.search(r"without end, such as: (.*)", said)[1].split(", ")
    start = pg.new("split")
    assert all(start.parse(line) in start.legal_moves for line in lines)
    assert max(map(len, lines)) < 30
    assert "Player 1: cuts 100 into 50 + 50, left to right" in said
    assert not re.search(r"seat \d|draw \d@\d\.\d{4}", said)


def test_an_unknown_agent_is_told_the_levels_too(refused):
    told = refused("play", "polygon", "--seats", "human,level2")
    assert "unknown agent 'level2' of polygon" in told
    assert "'level 2'" in told


def test_a_tournament_says_how_a_file_failed(run, tmp_path):
    (tmp_path / "ben.py").write_text("def choose(state, rng):\n    return 1 // 0\n")
    words = ("tournament", "polygon", "ben.py", "random", "--games", 2, "--option", "n=5")
    said = run(*words, "--on-failure", "lose")
    assert re.search(r"ben: 0 of 2.*2 lost by forfeit: it .*ZeroDivisionError", said)


def test_agents_play_to_the_end_and_a_person_may_sit_beside_dice(run):
    words = ("play", "polygon", "--seats", "random,level 1", "--seed", 4, "--json")
    data = json.loads(run(*words))
    assert data == json.loads(run(*words))
    assert len(data["winners"]) == 1
    data = json.loads(run("play", "splitter", "--json", typed="quit\n"))
    assert data["moves"][0].startswith("roll ")
    assert data["winners"] is None


def test_undo_takes_back_the_answer_of_an_agent_too(run):
    data = json.loads(
        run("play", "splinter", "--seats", "human,random", "--json", typed="h9-h10\nundo\n")
    )
    assert data["moves"] == []


@pytest.mark.parametrize("name", pg.games())
def test_every_game_is_drawn_within_the_columns(name):
    picture = draw_as_text(pg.game(name).scene(pg.new(name)), 70)
    assert len(picture.splitlines()) > 10
    assert max(map(len, picture.splitlines())) <= 70


def test_lessons_are_copied_whole_and_never_written_over(run, refused, tmp_path):
    run("notebooks", "lessons")
    copied = {path.name for path in (tmp_path / "lessons").glob("*")}
    assert {path.name for path in notebooks().glob("*.ipynb")} < copied
    assert "data" in copied
    assert "solutions" not in copied
    assert "exists already" in refused("notebooks", "lessons")
    run("notebooks", "for_teachers", "--solutions")
    assert (tmp_path / "for_teachers" / "solutions" / "03_split.ipynb").is_file()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "chess"], "unknown game 'chess': choose from"),
        (["solve", "."], "."),
        (["analyse", "-"], "not a record"),
        (["solve", "polygon", "--option", "n=2"], "n of polygon"),
        (["solve", "splinter", "--preset", "none"], "unknown preset 'none' of splinter"),
        (["match", "splinter", "greedy", "nobody"], "unknown agent 'nobody' of splinter"),
        (["match", "splitter", "greedy", "random"], "seat"),
        (["match", "splinter", "greedy:depth=3", "random"], "depth"),
        (["match", "splinter", "greedy", "random", "--workers", "0"], "workers must be 1 or more"),
        (["match", "splinter", "greedy", "random", "--move-seconds", "0"], "move_seconds must be"),
        (["match", "splinter", "greedy", "random", "--memory", "9"], "memory must be"),
        (["tournament", "splinter", "greedy", "random", "--games", "3"], "must be even"),
        (
            ["tournament", "splinter", "greedy", "random", "--rounds", "2"],
            "must be None, except for the plan swiss",
        ),
        (["tournament", "splinter", "greedy", "random", "--file", "."], "'.'"),
        (["review", "polygon"], "polygon has no moves to review"),
        (["play", "split", "--seats", "human,human,human"], "must name at most 2 players"),
    ],
)
def test_bad_input_is_told_in_one_line(words, said, refused):
    told = refused(*words)
    assert told.startswith("polygames: ")
    assert said in told


def test_a_ply_that_a_record_does_not_have_is_refused(refused, record):
    assert "--ply must be from 0 to 2" in refused("solve", record, "--ply", 9)


@pytest.mark.parametrize("text", ["split 1", "game: polygon\nA-C", "no record", "\0"])
def test_a_damaged_file_is_refused(text, refused):
    refused("solve", "-", typed=text)


def test_a_file_that_is_no_text_is_refused(refused, tmp_path):
    (tmp_path / "game.txt").write_bytes(b"\xff\xfe\x00")
    assert "game.txt is not a record" in refused("solve", "game.txt")


def test_a_folder_of_agents_must_be_there_and_a_match_has_two(refused, tmp_path):
    said = refused("tournament", "polygon", "nowhere/", code=2)
    assert "no such file or folder: 'nowhere'" in said
    (tmp_path / "both").mkdir()
    for name in ("ada", "bob"):
        (tmp_path / "both" / f"{name}.py").write_text("")
    assert "a match needs two agents, not 3" in refused("match", "polygon", "both/", "random")


def test_options_are_names_and_values(refused):
    assert "expected NAME=VALUE, not 'n'" in refused("solve", "polygon", "--option", "n", code=2)


def test_a_class_is_opened_kept_and_gone_on_with(run, refused, tmp_path):
    said = run("class", "polygon", "--option", "n=5", "--once", "--folder", "lesson", "--port", 0)
    assert "For the pupils:  http://127.0.0.1:" in said
    assert "/wall#" in said
    first = json.loads((tmp_path / "lesson/room.jsonl").read_text().splitlines()[0])
    assert first["code"] in said
    data = json.loads(run("class", "--go-on", "lesson", "--json", "--port", 0))
    assert data["code"] == first["code"]
    assert "no game is given: name one, or a folder" in refused("class")
    assert "no saved class in the folder" in refused("class", "--go-on", "nowhere")


def test_a_class_opens_with_a_lesson_and_a_mistake_in_it_opens_nothing(run, refused, tmp_path):
    (tmp_path / "lesson.toml").write_text("game = 'polygon'\n[[step]]\ndo = 'pause'\n")
    words = ["class", "--once", "--port", 0, "--folder", "monday", "--lesson", "lesson.toml"]
    run(*words)
    first = json.loads((tmp_path / "monday/room.jsonl").read_text().splitlines()[0])
    assert [step["title"] for step in first["lesson"]["steps"]] == ["Pause"]
    words[5] = "tuesday"
    for more in (["--preset", "uneven"], ["--puzzle", 3], ["--ply", 1]):
        assert "the lesson file names its game" in refused(*words, *more)
    assert "name only one of them" in refused("class", "polygon", "--lesson", "lesson.toml")
    (tmp_path / "lesson.toml").write_text("game = 'polygon'\n[[step]]\ndo = 'rest'\n")
    assert "lesson.toml, step 1: do must be 'question' or" in refused(*words)
    assert "nowhere.toml" in refused("class", "--lesson", "nowhere.toml")
    assert not (tmp_path / "tuesday").exists()


def test_a_class_begins_at_a_place_of_a_record(run, refused, record):
    words = ["class", record, "--once", "--port", 0, "--folder"]
    run(*words, "whole")
    run(*words, "first", "--ply", 1)
    starts = [
        pg.classroom(folder=name, open_door=False).room.ledger.setting.start
        for name in ("whole", "first")
    ]
    assert [start.state for start in starts] == [pg.load(record).state, pg.load(record).states[1]]
    assert [start.moves for start in starts] == [[], []]
    assert "unknown game 'chess'" in refused("class", "chess")
