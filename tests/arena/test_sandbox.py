"""An agent that misbehaves loses by rule, and harms nobody else."""

import re
import time

import pytest

import polygames as pg
from polygames.arena import sandbox
from polygames.arena.submissions import AgentFile
from polygames.search import RandomAgent

pytestmark = pytest.mark.slow

QUICK = {"seed": 3, "progress": False}
LOSES = {**QUICK, "on_failure": "lose"}


def file(name, *lines):
    return AgentFile(name, "\n".join(["import os, time", "def choose(state, rng):", *lines]))


RETURN = "    return state.legal_moves.sample(rng)"
PLAYS = file("plays", RETURN)
FAULTS = [
    (file("raising", "    raise ValueError('no idea')"), r"raised ValueError: no idea"),
    (file("silent", "    pass"), r"returned no move"),
    (file("texting", "    return 'A-C'"), r"returned the text 'A-C', not a move: use state.parse"),
    (file("cheating", "    return 42"), r"chose a move that cannot be played: InvalidMoveError: "),
    (file("leaving", "    os._exit(0)"), r"ended the whole program, or needed"),
    (file("hoarding", "    bytearray(10**10)"), r"used more memory than it may"),
]
LATE = [file("sleeping", "    time.sleep(60)"), file("looping", "    while True: pass")]
UNREADABLE = {
    "syntax": "def choose(state, rng",
    "missing": "import no_such_module",
    "endless": "while True: pass",
    "empty": "",
}


class Raising(RandomAgent):
    """Fails at its second move."""

    def choose(self, state, rng):
        if state.ply > 1:
            message = "no idea"
            raise ValueError(message)
        return super().choose(state, rng)


@pytest.fixture(autouse=True)
def _no_process_stays():
    yield
    sandbox.end_idle_processes()


def test_an_agent_that_fails_loses_the_game_and_the_others_are_played_if_asked_for():
    cup = pg.tournament("polygon", [Raising(), "random", "mobility"], games=4, **LOSES)
    failed = [game for game in cup.games if game.failed is not None]
    assert len(cup.games) == 12
    assert failed
    for game in failed:
        assert game.seats[game.failed] == "Raising"
        assert game.points[game.failed] == 0
        assert game.reason == "Raising raised ValueError: no idea"
    rows = {row["agent"]: row["forfeits"] for row in cup.standings}
    assert rows == {"Raising": len(failed), "random": 0, "mobility": 0}
    assert f"{len(failed)} lost by forfeit" in str(cup)


def test_a_failure_ends_a_tournament_and_a_match_unless_it_is_to_lose():
    with pytest.raises(pg.AgentError, match=r"Raising on seat 0 .* raised ValueError: no idea"):
        pg.tournament("polygon", [Raising(), "random"], games=4, **QUICK)
    match = pg.match("polygon", Raising(), "random", games=4, on_failure="lose", **QUICK)
    assert len(match.games) == 4
    with pytest.raises(pg.OptionError, match='on_failure must be "lose" or "stop"'):
        pg.match("polygon", "random", "random", on_failure="go", **QUICK)


def test_each_fault_of_an_agent_is_the_reason_in_the_result():
    agents = [PLAYS, *(agent for agent, _ in FAULTS)]
    limits = {"move_seconds": 60, "memory": 1000}
    cup = pg.tournament("polygon", agents, games=2, plan="gauntlet", **limits, **LOSES)
    assert cup.faulty == {}
    assert len(cup.games) == 2 * len(FAULTS)
    for agent, said in FAULTS:
        assert cup.results["plays", agent.name] == (2, 2)
        for game in cup.games:
            if agent.name in game.seats:
                assert re.match(rf"{agent.name} {said}", game.reason)


def test_an_agent_that_is_late_loses_also_if_it_never_comes_back():
    start = time.monotonic()
    cup = pg.tournament("polygon", LATE, games=2, move_seconds=0.5, **LOSES)
    assert time.monotonic() - start < 60
    for game in cup.games:
        assert game.reason == f"{game.seats[game.failed]} took more than 0.5 s for a move"


def test_files_that_cannot_be_read_are_named_and_stop_nobody(tmp_path, monkeypatch):
    monkeypatch.setattr(sandbox, "LOAD_TIMEOUT_SECONDS", 1.0)
    for name, source in UNREADABLE.items():
        (tmp_path / f"{name}.py").write_text(source)
    for name in ("ada", "bob"):
        (tmp_path / f"{name}.py").write_text(PLAYS.source)
    (tmp_path / "_helper.py").write_text("raise SystemExit")
    (tmp_path / "latin.py").write_bytes(b"# caf\xe9\n")
    agents = pg.load_agents(tmp_path)
    assert [agent.name for agent in agents] == [
        *("ada", "bob", "empty", "endless", "latin", "missing", "syntax")
    ]
    cup = pg.tournament("polygon", agents, games=2, **LOSES)
    assert {game.seats for game in cup.games} == {("ada", "bob"), ("bob", "ada")}
    assert cup.faulty == {
        "empty": "raised OptionError: empty.py needs a function choose(state, rng)",
        "endless": "was not ready after 1 s",
        "latin": cup.faulty["latin"],
        "missing": "raised ModuleNotFoundError: No module named 'no_such_module'",
        "syntax": "raised SyntaxError: '(' was never closed (syntax.py, line 1)",
    }
    assert "is not the file of an agent: 'utf-8'" in cup.faulty["latin"]
    assert "syntax: did not play: it raised SyntaxError" in str(cup)
    assert "did not play" in cup._repr_html_()
    assert cup.to_dict()["faulty"] == cup.faulty


@pytest.mark.parametrize("folder", ["nowhere", "."])
def test_a_folder_without_agents_is_refused(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pg.OptionError, match=r"no such file or folder|no Python files"):
        pg.load_agents(folder)


def test_an_agent_in_a_process_of_its_own_plays_as_it_does_here():
    for agents in (("mobility", "random"), (RandomAgent(), ("random", {}))):
        plain = pg.match("polygon", *agents, games=6, **QUICK)
        assert pg.match("polygon", *agents, games=6, move_seconds=60, **QUICK) == plain


def test_a_file_begins_every_game_anew():
    counting = AgentFile(
        "counting",
        "moves = []\n"
        "def choose(state, rng):\n"
        "    moves.append(state.ply)\n"
        "    assert len(moves) <= 1 + state.ply // 2, moves\n"
        "    return state.legal_moves.sample(rng)\n",
    )
    cup = pg.tournament("polygon", [counting, PLAYS], games=6, **LOSES)
    assert all(game.failed is None for game in cup.games)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"move_seconds": 0}, r"^the option move_seconds must be a number greater than 0"),
        (
            {"move_seconds": 1e300},
            r"^the option move_seconds must be .* at most 4000000, not 1e\+300$",
        ),
        ({"memory": 1}, r"^the option memory must be a number of 100 or more"),
        ({"openings": "best"}, r"^the option openings must be a number of moves, .*, not 'best'$"),
    ],
)
def test_limits_that_make_no_sense_are_refused(options, said):
    with pytest.raises(pg.OptionError, match=said):
        pg.match("polygon", "random", "random", **options, **QUICK)


def test_time_is_measured_for_a_move_and_not_for_a_game():
    pausing = file("pausing", "    time.sleep(0.2)", RETURN)
    start = time.monotonic()
    cup = pg.tournament("polygon", [pausing, "random"], games=4, move_seconds=5, **LOSES)
    assert time.monotonic() - start > 0.5
    assert all(game.failed is None for game in cup.games)
