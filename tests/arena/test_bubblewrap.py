"""Files that mean harm cost themselves the game: nobody waits, nobody else loses, nothing stays."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hostile import (
    HARMFUL_AGENTS,
    HOSTILE_AGENTS,
    REMAINING_AGENTS,
    broken_promises,
    mark_processes,
    marked_processes,
    play_hostile_agents,
    still_running,
)
from patience import wait_for_condition

import polygames as pg
from polygames.arena import bubblewrap, sandbox, submissions
from polygames.arena.bubblewrap import has_bubblewrap
from polygames.arena.submissions import AgentFile

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="processes are held as Linux does it"
    ),
]

CHOSEN = [
    *("writes b'5'", "writes b'[' * 90_000", "writes b'fault'", "returns float('nan')"),
    *("returns [[]] * 10 ** 6", "stops itself", "closes all pipes", "prints", "blocks signals"),
    *("leaves a deaf child apart", "is a crowd apart", "hoards shared memory"),
    *("hoards in children", "kills its parent and leaves a child", "stops its parent"),
]
"""One of each kind; the long tests play them all."""

CLEAN = [name for name in HOSTILE_AGENTS if name not in REMAINING_AGENTS + HARMFUL_AGENTS]
"""The agents that leave nothing, even without bubblewrap."""

needs_bubblewrap = pytest.mark.skipif(not has_bubblewrap(), reason="bubblewrap does not work here")
MODES = [
    pytest.param(True, id="bubblewrap", marks=needs_bubblewrap),
    pytest.param(False, id="no bubblewrap"),
]


@pytest.mark.parametrize(
    ("has_sandbox", "chosen"),
    [
        pytest.param(True, CHOSEN, id="bubblewrap", marks=needs_bubblewrap),
        pytest.param(False, [n for n in CHOSEN if n in CLEAN][::2], id="no bubblewrap"),
        pytest.param(False, ["leaves a deaf child apart"], id="no bubblewrap, remaining"),
        pytest.param(True, [*HOSTILE_AGENTS], id="all", marks=[needs_bubblewrap, pytest.mark.long]),
        pytest.param(False, CLEAN, id="no bubblewrap, all", marks=pytest.mark.long),
        *[
            pytest.param(False, [name], id=f"no bubblewrap, {name}", marks=pytest.mark.long)
            for name in REMAINING_AGENTS
        ],
    ],
)
def test_what_an_agent_does_costs_its_own_games_only_and_nothing_of_it_stays(has_sandbox, chosen):
    cup, left = play_hostile_agents("polygon", chosen, has_sandbox=has_sandbox, seed=1)
    assert list(broken_promises(cup, chosen)) == []
    assert bool(left) == (not has_sandbox and chosen[0] in REMAINING_AGENTS), left
    assert len(chosen) == 1 or sum(game.failed is not None for game in cup.games) > len(chosen)


SEES = """
import os, socket
from pathlib import Path
from polygames.runtime.random_numbers import random_below
def can(action):
    try:
        action()
    except OSError:
        return False
    return True
def choose(state, rng):
    found = [name for name in os.listdir("/proc") if name.isdecimal()]
    assert len(found) < 5, found
    assert not can(lambda: socket.create_connection(("127.0.0.1", PORT), 5))
    assert not can(lambda: Path("OWN").read_text())
    assert not can(lambda: Path("PACKAGE", "new").touch())
    assert not can(lambda: Path("/dev", "new").touch())
    assert not can(lambda: os.open("/proc/sys/vm/swappiness", os.O_WRONLY))
    assert not can(lambda: Path("/home", "new").touch())
    assert can(lambda: Path("/tmp", "new").touch())
    assert Path(random_below._cache.cache_path).is_dir(), "compiled code is read"
    raise ValueError("sees nothing")
"""


@needs_bubblewrap
def test_an_agent_in_bubblewrap_sees_no_process_no_network_and_no_file_of_others(tmp_path):
    own = tmp_path / "own.txt"
    own.write_text("mine")
    with socket.create_server(("127.0.0.1", 0)) as server:
        text = SEES.replace("PORT", str(server.getsockname()[1])).replace("OWN", str(own))
        found = told_by(text.replace("PACKAGE", str(Path(pg.__file__).parent)), memory=600)
    assert found == "raised ValueError: sees nothing"


def test_command_of_bubblewrap_isolates_everything_and_shows_what_python_imports():
    words = bubblewrap.sandbox_command(50, folders := bubblewrap.import_folders())
    assert words[0] == "bwrap"
    assert words[-1] == "--"
    assert {"--unshare-all", "--die-with-parent", "--new-session"} < {*words}
    text = " ".join(words)
    assert "--cap-drop ALL" in text
    assert "--share-net" not in text
    assert "--bind " not in text.replace("--ro-bind ", "")
    assert text.index("--ro-bind / /") < text.index("--tmpfs /root") < text.index(folders[0])
    assert "--size 50000000 --tmpfs /tmp" in text
    assert text.index("--proc /proc") < text.index("--remount-ro /proc")  # as root, it has settings
    assert {sys.prefix, str(Path(pg.__file__).parents[1])} <= {*folders}
    assert not {"/", "/tmp", str(Path.home())} & {*folders}  # noqa: S108 - not used


def test_protection_is_said_once_where_files_come_from(tmp_path, monkeypatch):
    (tmp_path / "ada.py").write_text(LINGERS)
    monkeypatch.setattr(submissions, "has_bubblewrap", lambda: True)
    pg.load_agents(tmp_path)
    monkeypatch.setattr(submissions, "has_bubblewrap", lambda: False)
    with pytest.warns(UserWarning, match="can change your files, because bubblewrap") as found:
        pg.load_agents(tmp_path)
    assert len(found) == 1


@pytest.mark.parametrize("path", ["", "FOLDER"], ids=["not installed", "forbidden"])
def test_bubblewrap_that_does_not_work_is_not_used(path, tmp_path, monkeypatch):
    (tmp_path / "bwrap").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", path.replace("FOLDER", str(tmp_path)))
    assert not has_bubblewrap.__wrapped__()


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
    subprocess.Popen(["sleep", "300"])
    return state.legal_moves.sample(rng)
"""
PROGRAM = """
import polygames as pg
from polygames.arena import sandbox
from polygames.arena.submissions import AgentFile
if not {has_sandbox}:
    sandbox.has_bubblewrap = lambda: False
agents = [AgentFile("lingers", {text!r}), "random"]
while True:
    pg.tournament(pg.new("polygon", n=5), agents, games=2, workers=1, progress=False)
    print("played", flush=True)
"""


@pytest.mark.parametrize("has_sandbox", MODES)
def test_nothing_outlives_a_program_that_is_killed(has_sandbox):
    text = LINGERS.replace("])", "], start_new_session=True)") if has_sandbox else LINGERS
    with mark_processes() as mark:
        program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(has_sandbox=has_sandbox, text=text)],
            stdout=subprocess.PIPE,
        )
        with program:
            assert program.stdout.readline() == b"played\n"
            wait_for_condition(lambda: "sleep" in " ".join(marked_processes(mark).values()))
            program.kill()
        assert still_running(mark) == []


def test_without_bubblewrap_an_agent_can_kill_the_program_that_started_it():
    kills = "import os\ndef choose(state, rng): os.kill(os.getppid(), 9)"
    program = PROGRAM.format(has_sandbox=False, text=kills)
    assert (
        subprocess.run([sys.executable, "-c", program], check=False).returncode == -signal.SIGKILL
    )


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
    limits = sandbox.Limits(seconds=60, memory=memory)
    agent = sandbox.SandboxedAgent(AgentFile("keeps", text), "polygon", limits)
    with pytest.raises(sandbox.FaultError) as found, closing(agent):
        agent.choose(pg.new("polygon", n=5), Random(1))
    sandbox.end_idle_processes()
    return str(found.value)


@needs_bubblewrap
def test_files_that_an_agent_keeps_in_memory_are_limited_and_end_with_it():
    assert "kept 10000000" in told_by(KEEPS_FILES, memory=600)
    greedy = KEEPS_FILES.replace("range(10)", "range(700)").replace('left"', 'left" + str(_)')
    assert told_by(greedy, memory=600) == "raised OSError: [Errno 28] No space left on device"
    assert not IN_MEMORY.exists()


def test_temporary_files_of_an_agent_go_with_it_without_bubblewrap(monkeypatch):
    monkeypatch.setattr(sandbox, "has_bubblewrap", lambda: False)
    left = Path(told_by(KEEPS_FILES.replace(str(IN_MEMORY), os.devnull), memory=None).split()[-1])
    assert left.parent.name.startswith("polygames-agent-")
    assert not left.parent.exists()


def test_a_program_that_ends_by_itself_leaves_nothing_and_says_nothing():
    code = PROGRAM.replace("while True:", "for _ in range(1):")
    code = code.format(has_sandbox=True, text=LINGERS)
    with mark_processes() as mark:
        words = [sys.executable, "-X", "dev", "-W", "error", "-c", code]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert (done.stdout, done.stderr) == ("played\n", "")
        assert still_running(mark) == []


def test_a_copy_of_the_program_does_not_talk_to_the_agents_of_the_first_one():
    plays = AgentFile("plays", "def choose(state, rng): return state.legal_moves.sample(rng)")
    given = {"games": 2, "workers": 1, "progress": False, "move_seconds": 60}
    pg.tournament(pg.new("polygon", n=5), [plays, "random"], **given)
    kept = [child._process.pid for child in sandbox._idle_processes]
    assert kept
    copy = os.fork()
    if copy == 0:
        os._exit(len(sandbox._idle_processes))
    assert os.waitpid(copy, 0)[1] == 0, "it keeps none of them"
    assert [child._process.pid for child in sandbox._idle_processes if child.is_alive] == kept
    sandbox.end_idle_processes()
    time.sleep(0.1)
    assert sandbox._idle_processes == []
