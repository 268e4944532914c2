"""Files that mean harm cost themselves the game: nobody waits, nobody else loses, nothing stays."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from hostile import (
    HOSTILE_AGENTS,
    PIPE_LINES,
    broken_promises,
    mark_processes,
    marked_processes,
    play_hostile_agents,
    still_running,
)
from patience import wait_for_condition

import polygames as pg
from polygames.arena import sandbox, supervisor
from polygames.arena.submissions import AgentFile

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="processes are held as Linux does it"
    ),
]

CHOSEN = (
    *(
        f"writes {line}"[:40]
        for line in PIPE_LINES
        if line in {"b'5'", "b'[' * 90_000", "b'fault'"}
    ),
    *(
        "returns float('nan')",
        "returns [[]] * 10 ** 6",
        "stops itself",
        "closes all pipes",
        "prints",
    ),
    *(
        "leaves a deaf child apart",
        "is a crowd apart",
        "hoards shared memory",
        "hoards in children",
    ),
    *("kills its parent and leaves a child", "stops its parent", "blocks signals"),
)
"""One of each kind; the long tests play them all."""

GUESTS = [name for name, one in HOSTILE_AGENTS.items() if not one.needs_wall]
"""Those that harm nobody else where the system has no wall for them."""

MODES = [pytest.param(True, id="wall"), pytest.param(False, id="no wall")]


@pytest.mark.parametrize(
    ("wall", "chosen"),
    [
        pytest.param(True, CHOSEN, id="wall"),
        pytest.param(False, CHOSEN[::3], id="no wall"),
        pytest.param(True, [*HOSTILE_AGENTS], id="wall, all of them", marks=pytest.mark.long),
        pytest.param(False, GUESTS, id="no wall, all of them", marks=pytest.mark.long),
    ],
)
def test_what_an_agent_does_costs_its_own_games_only_and_nothing_of_it_stays(wall, chosen):
    if wall and not supervisor.can_isolate():
        pytest.skip("this system allows no wall")
    assert set(chosen) <= set(HOSTILE_AGENTS)
    cup, left = play_hostile_agents("polygon", chosen, wall=wall, seed=1)
    assert list(broken_promises(cup, chosen, left)) == []
    assert sum(game.failed is not None for game in cup.games) > len(chosen)


STOPPED = "import os, signal\ndef choose(state, rng): os.kill(os.getpid(), signal.SIGSTOP)"


def test_a_request_that_nobody_reads_has_a_time_limit():
    stopped = sandbox._pickle_portably(AgentFile("stopped", STOPPED))
    role = sandbox.Role(stopped, "polygon", b"N.", sandbox.Limits(seconds=0.5), True)
    child = sandbox.AgentProcess(role)
    with pytest.raises(sandbox.FaultError, match=r"took more than 0\.5 s for a move"):
        child.request_move(b"x" * 10**7, Random(1))  # larger than any pipe
    assert not child.is_alive


LINGERS = """
import subprocess
def choose(state, rng):
    subprocess.Popen(["sleep", "300"], start_new_session=True)
    return state.legal_moves.sample(rng)
"""
PROGRAM = f"""
import polygames as pg
from polygames.arena import sandbox
from polygames.arena.submissions import AgentFile
sandbox.USE_SANDBOX = {{wall}}
agents = [AgentFile("lingers", {LINGERS!r}), "random"]
while True:
    pg.tournament("polygon", agents, games=2, n=5, workers=1, progress=False)
    print("played", flush=True)
"""


@pytest.mark.parametrize("wall", MODES)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_outlives_a_program_that_is_killed(number, wall):
    with mark_processes() as mark:
        program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(wall=wall)], stdout=subprocess.PIPE
        )
        with program:
            assert program.stdout.readline() == b"played\n"
            wait_for_condition(lambda: "sleep" in " ".join(marked_processes(mark).values()))
            program.send_signal(number)
        assert still_running(mark) == []


@pytest.mark.parametrize("wall", MODES)
def test_nothing_stays_of_an_agent_whose_watcher_is_killed_after_its_last_move(wall, monkeypatch):
    monkeypatch.setattr(sandbox, "USE_SANDBOX", wall)
    lingers = sandbox._pickle_portably(AgentFile("lingers", LINGERS))
    with mark_processes() as mark:
        role = sandbox.Role(lingers, "polygon", b"N.", sandbox.Limits(seconds=60), True)
        child = sandbox.AgentProcess(role)
        child.request_move(pg.new("polygon", n=5), Random(1))
        wait_for_condition(lambda: "sleep" in " ".join(marked_processes(mark).values()))
        os.kill(child._process.pid, signal.SIGKILL)
        while child.is_alive:
            time.sleep(0.01)
        sandbox.release_process(child)
        assert child not in sandbox.idle_processes()
        assert marked_processes(mark) == {}


IN_MEMORY = Path("/dev/shm/polygames-left")  # noqa: S108 - what is tested
KEEPS_FILES = f"""
import os, tempfile
def choose(state, rng):
    for _ in range(10):
        with open("{IN_MEMORY}", "ab") as file:
            file.write(bytes(10**6))
    raise RuntimeError(f"kept {{os.stat('{IN_MEMORY}').st_size}} {{tempfile.mkstemp()[1]}}")
"""


def told_by(text, memory):
    """Return what an agent says of its fault at its first move."""
    role = sandbox.Role(
        sandbox._pickle_portably(AgentFile("keeps", text)),
        "polygon",
        b"N.",
        sandbox.Limits(seconds=60, memory=memory),
        True,
    )
    child = sandbox.AgentProcess(role)
    try:
        child.request_move(pg.new("polygon", n=5), Random(1))
    except sandbox.FaultError as error:
        return str(error)
    finally:
        child.terminate()


@pytest.mark.skipif(not supervisor.can_isolate(), reason="this system allows no wall")
def test_files_that_an_agent_keeps_in_memory_are_limited_and_end_with_it(monkeypatch):
    monkeypatch.setattr(sandbox, "USE_SANDBOX", True)
    assert "kept 10000000" in told_by(KEEPS_FILES, memory=600)
    greedy = KEEPS_FILES.replace("range(10)", "range(700)").replace('left"', 'left" + str(_)')
    assert told_by(greedy, memory=600) == "raised OSError: [Errno 28] No space left on device"
    assert not IN_MEMORY.exists()


@pytest.mark.parametrize("wall", MODES)
def test_temporary_files_of_an_agent_go_with_it(wall, monkeypatch):
    monkeypatch.setattr(sandbox, "USE_SANDBOX", wall)
    left = Path(told_by(KEEPS_FILES.replace(str(IN_MEMORY), os.devnull), memory=None).split()[-1])
    assert left.parent.name.startswith("polygames-agent-")
    assert not left.parent.exists()


def test_a_program_that_ends_by_itself_leaves_nothing_and_says_nothing():
    code = PROGRAM.format(wall=True).replace("while True:", "for _ in range(1):")
    with mark_processes() as mark:
        done = subprocess.run(
            [sys.executable, "-X", "dev", "-W", "error", "-c", code],
            capture_output=True,
            text=True,
            check=True,
        )
        assert (done.stdout, done.stderr) == ("played\n", "")
        assert still_running(mark) == []


def test_a_copy_of_the_program_does_not_talk_to_the_agents_of_the_first_one():
    plays = AgentFile("plays", "def choose(state, rng): return state.legal_moves.sample(rng)")
    given = {"games": 2, "workers": 1, "progress": False, "move_seconds": 60}
    pg.tournament(pg.new("polygon", n=5), [plays, "random"], **given)
    kept = [child._process.pid for child in sandbox.idle_processes()]
    assert kept
    copy = os.fork()
    if copy == 0:
        os._exit(len(sandbox.idle_processes()))
    assert os.waitpid(copy, 0)[1] == 0, "it keeps none of them"
    assert [child._process.pid for child in sandbox.idle_processes() if child.is_alive] == kept
    sandbox.end_idle_processes()
    time.sleep(0.1)
    assert sandbox.idle_processes() == ()
