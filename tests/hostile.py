"""Hostile agents, as files that a class could hand in, and checks of a tournament with them."""

import os
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from unittest.mock import patch
from uuid import uuid4

import polygames as pg
from polygames.arena import sandbox
from polygames.arena.submissions import AgentFile

AGENT_CODE = """
import ctypes, mmap, os, resource, signal, socket, subprocess, sys, threading, time

def plays(state, rng):
    return state.legal_moves.sample(rng)

def beget(work=lambda: time.sleep(600), own_session=False):
    pid = os.fork()
    if pid == 0:
        try:
            if own_session:
                os.setsid()
                if os.fork():
                    os._exit(0)
            work()
        finally:
            os._exit(0)
    return pid

def to_pipes(data):
    for stream in range(3, 40):
        try:
            os.write(stream, data)
        except OSError:
            pass

def choose(state, rng):
"""
HARMLESS_AGENT = AgentFile("plays", "def choose(state, rng): return state.legal_moves.sample(rng)")
"""An agent that plays random moves and harms nobody."""


@dataclass(frozen=True)
class Hostile:
    """The action of a hostile agent before its move."""

    code: str
    """Lines of Python; ``MARK_VARIABLE`` is a text by which its processes can be found."""
    loses: bool | None = None
    """True if the agent must lose, False if it must not, None if both are allowed."""


def agent_file(name, hostile, mark):
    """Return the file of a hostile agent."""
    code = hostile.code.replace("MARK", repr(mark))
    return AgentFile(name, f"{AGENT_CODE}{indent(code, '    ')}\n    return plays(state, rng)\n")


PIPE_LINES = (
    *("b'5'", "b'[]'", "b'null'", "b''", "b'NaN'", "b'1e999'", "b'-' * 70", "b'\\xff\\xfe'"),
    *("b'{\"move\": 1}'", "b'ready'", "b'fault'", "b'[0, 1]'", "b'[\"move\", 1]'", "b'[\"move\"]'"),
    *('b\'["fault", {"a": 1}]\'', 'b\'["move", "\\\\ud800\\\\n\\\\u0000"]\'', "b'[' * 90_000"),
    *("b'[\"move\", 0]' + END + b'[\"move\", 0]'", "b'[' * 1000 + b']' * 1000"),
    *("b'{\"a\":' * 9000", "b'[\"move\", \"' + b'9' * 90_000 + b'\"]'"),
    "b'[\"fault\", \"' + b'<b>\\\\u001b\\\\n' * 900 + b'\"]'",
    *("b'x' * 300_000", "os.urandom(3000)", "b'[\"fault\", \"' + b'x' * 10 ** 6", "b'9' * 50_000"),
)
PIPE_AGENTS = {
    f"writes {line}"[:40]: Hostile(f"END = bytes([10])\nto_pipes({line} + END)\ntime.sleep(0.1)")
    for line in PIPE_LINES
}
ANSWER_AGENTS = {
    f"returns {code}"[:40]: Hostile(f"return {code}", loses=True)
    for code in (
        *("None", "42", "float('nan')", "float('inf')", "b'A-C'", "'A-C'", "object", "10 ** 4000"),
        *("[[]] * 10 ** 6", "type('M', (), {'__str__': lambda _: 'x' * 10 ** 8})()", "state"),
        *("type('M', (), {'__str__': lambda _: 1})()", "lambda: 0", "[state.legal_moves] * 9"),
        *("type('M', (), {'__str__': lambda me: str(me)})()", "chr(10) * 99", "'9' * 10 ** 6"),
        *("type('M', (), {'__str__': lambda _: '9' * 90_000})()", "iter(state.legal_moves)"),
        *("type('M', (), {'__str__': lambda _: '(' * 90_000})()", "chr(0xd800)"),
        *("type('M', (), {'__str__': lambda _: 'nan,nan - inf,inf'})()", "globals()"),
    )
}
RAISING_AGENTS = {
    f"raises {code}"[:40]: Hostile(f"raise {code}", loses=True)
    for code in (
        *("SystemExit(0)", "KeyboardInterrupt", "GeneratorExit", "StopIteration", "MemoryError"),
        *("RecursionError('x' * 10 ** 6)", "ExceptionGroup('x', [ValueError()] * 999)"),
        *("BaseException(chr(10) * 99)", "type('E', (Exception,), {'__str__': lambda _: 1 / 0})"),
        *("type('E', (Exception,), {'__str__': lambda me: str(me)})", "OSError(12, 'no memory')"),
    )
}
ACTING_AGENTS = {
    "ends": Hostile("os._exit(0)", loses=True),
    "dies": Hostile("ctypes.string_at(0)", loses=True),
    "aborts": Hostile("os.abort()", loses=True),
    "kills itself": Hostile("os.kill(os.getpid(), signal.SIGKILL)", loses=True),
    "stops itself": Hostile("os.kill(os.getpid(), signal.SIGSTOP)", loses=True),
    "stops its group": Hostile("os.killpg(0, signal.SIGSTOP)", loses=True),
    "stops after its move": Hostile(
        "threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGSTOP)).start()"
    ),
    "loops": Hostile("while True: pass", loses=True),
    "loops deaf": Hostile(
        "for each in range(1, 65):\n"
        "    try: signal.signal(each, signal.SIG_IGN)\n"
        "    except (OSError, ValueError): pass\n"
        "while True: pass",
        loses=True,
    ),
    "blocks signals": Hostile(
        "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True: pass", loses=True
    ),
    "sleeps": Hostile("time.sleep(600)", loses=True),
    "counts in C": Hostile("sum(range(10 ** 12))", loses=True),
    "recurses": Hostile("choose(state, rng)", loses=True),
    "recurses in C": Hostile("sys.setrecursionlimit(10 ** 9)\nf = lambda: f()\nf()", loses=True),
    "closes all pipes": Hostile("os.closerange(0, 1000)", loses=True),
    "closes the answers": Hostile(
        "for each in range(3, 40):\n"
        "    try: os.close(each) if each % 2 else None\n"
        "    except OSError: pass"
    ),
    "puts other files there": Hostile(
        "nothing = os.open(os.devnull, os.O_RDWR)\n"
        "for each in range(3, 40): os.dup2(nothing, each)",
        loses=True,
    ),
    "reads the requests": Hostile(
        "for each in range(3, 10):\n"
        "    try: os.set_blocking(each, False), os.read(each, 10 ** 6)\n"
        "    except OSError: pass"
    ),
    "fills the answers": Hostile("while True: to_pipes(b'x' * 9999)", loses=True),
    "prints": Hostile("print('move A-C', flush=True)\nos.write(1, b'x' * 9999)", loses=False),
    "prints without end": Hostile("while True: print('x' * 9999)", loses=True),
    "leaves a child": Hostile("beget()"),
    "leaves a child apart": Hostile("beget(own_session=True)"),
    "leaves a program apart": Hostile(
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)', MARK],"
        " start_new_session=True, stdout=-3)"
    ),
    "leaves one without a name": Hostile(
        "beget(lambda: os.execve(sys.executable,"
        " ['x', '-c', 'import time; time.sleep(600)', MARK], {}), True)",
    ),
    "leaves a deaf child apart": Hostile(
        "beget(lambda: (signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65)),"
        " time.sleep(600)), True)"
    ),
    "leaves a stopped child": Hostile("os.kill(beget(), signal.SIGSTOP)"),
    "is answered for by a child": Hostile("if os.fork():\n    os._exit(0)\nos.setsid()"),
    "ends with a child at the pipes": Hostile("beget(own_session=True)\nos._exit(0)", loses=True),
    "is a crowd": Hostile("for _ in range(250): beget()\ntime.sleep(600)", loses=True),
    "is a crowd apart": Hostile(
        "for _ in range(250): beget(own_session=True)\ntime.sleep(600)", loses=True
    ),
    "is a bomb": Hostile("for _ in range(8): os.fork()\ntime.sleep(600)", loses=True),
    "is a busy crowd": Hostile(
        "def spin():\n    while True: pass\nfor _ in range(6): beget(spin, True)"
    ),
    "is a chain": Hostile(
        "def on(left=60):\n"
        "    if left and os.fork() == 0: os.setsid(); on(left - 1)\n"
        "    time.sleep(600)\n"
        "beget(on)"
    ),
    "has many threads": Hostile(
        "for _ in range(40): threading.Thread(target=time.sleep, args=(600,)).start()"
    ),
    "has busy threads": Hostile(
        "def spin():\n    while True: pass\n"
        "for _ in range(3): threading.Thread(target=spin, daemon=True).start()"
    ),
    "answers from a thread": Hostile(
        "threading.Timer(0.05, to_pipes, (b'5' + bytes([10]),)).start()\ntime.sleep(0.2)"
    ),
    "hoards": Hostile("bytearray(10 ** 10)", loses=True),
    "hoards bit by bit": Hostile(
        "kept = []\nwhile True: kept.append(bytearray(10 ** 7))", loses=True
    ),
    "hoards shared memory": Hostile(
        "kept = mmap.mmap(-1, 1_500_000_000)\n"
        "for at in range(0, len(kept), 4096): kept[at] = 1\n"
        "time.sleep(600)",
        loses=True,
    ),
    "hoards shared memory bit by bit": Hostile(
        "kept = []\n"
        "while True:\n"
        "    kept.append(mmap.mmap(-1, 10 ** 8))\n"
        "    for at in range(0, 10 ** 8, 4096): kept[-1][at] = 1",
        loses=True,
    ),
    "hoards in a file of memory": Hostile(
        "file = os.memfd_create('x')\nos.truncate(file, 1_500_000_000)\n"
        "kept = mmap.mmap(file, 0)\n"
        "for at in range(0, len(kept), 4096): kept[at] = 1\ntime.sleep(600)",
        loses=True,
    ),
    "hoards in children": Hostile(
        "def hoard():\n"
        "    kept = bytearray(10 ** 8)\n"
        "    time.sleep(600)\n"
        "for _ in range(8): beget(hoard, True)\n"
        "time.sleep(600)",
        loses=True,
    ),
    "hoards on the stack": Hostile(
        "threading.stack_size(10 ** 9)\nthreading.Thread(target=plays).start()", loses=True
    ),
    "lifts its limits": Hostile(
        "for what in (resource.RLIMIT_DATA, resource.RLIMIT_AS):\n"
        "    try: resource.setrlimit(what, (-1, -1))\n"
        "    except (OSError, ValueError): pass\n"
        "kept = mmap.mmap(-1, 10 ** 9)\n"
        "for at in range(0, len(kept), 4096): kept[at] = 1\ntime.sleep(600)",
        loses=True,
    ),
    "lifts its alarm": Hostile(
        "signal.setitimer(signal.ITIMER_REAL, 0)\ntime.sleep(600)", loses=True
    ),
    "kills its parent": Hostile("os.kill(os.getppid(), signal.SIGKILL)"),
    "kills its parent and leaves a child": Hostile(
        "beget(own_session=True)\nos.kill(os.getppid(), signal.SIGKILL)"
    ),
    "stops its parent": Hostile(
        "beget(own_session=True)\nos.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(600)",
        loses=True,
    ),
    "interrupts its parent": Hostile("os.kill(os.getppid(), signal.SIGINT)"),
    "kills everybody": Hostile("os.kill(-1, signal.SIGKILL)"),
    "stops everybody": Hostile("os.kill(-1, signal.SIGSTOP)\ntime.sleep(600)", loses=True),
    "lives on when its parent dies": Hostile(
        "ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)\nos.kill(os.getppid(), signal.SIGKILL)\n"
        "os.setsid() if os.getpid() != os.getsid(0) else None\ntime.sleep(600)",
        loses=True,
    ),
    "deletes its folder": Hostile("os.chdir('/')\nsys.path.clear()\nsys.modules.clear()"),
    "has its file deleted": Hostile("try: os.unlink(__file__)\nexcept OSError: pass", loses=False),
    "changes the rules": Hostile(
        "type(state).play = None\ntype(state).legal_moves = None", loses=True
    ),
    "changes the package": Hostile(
        "import __main__ as child\nchild.answered = lambda *_: ('move', 'x')\nchild.ring = None",
    ),
    "changes Python": Hostile(
        "import builtins, pickle\nbuiltins.str = builtins.print = None\npickle.load = None"
    ),
    "cheats with the rules": Hostile("object.__setattr__(state, 'turn', 1 - state.turn)"),
    "is traced": Hostile("sys.settrace(lambda *_: 1 / 0)\nsys.setprofile(lambda *_: 1 / 0)"),
    "waits at its end": Hostile(
        "import atexit\natexit.register(time.sleep, 600)\nsys.exit()", loses=True
    ),
    "stays in a with": Hostile(
        "try: os.kill(os.getpid(), signal.SIGTERM); time.sleep(600)\nfinally: time.sleep(600)",
        loses=True,
    ),
    "waits for input": Hostile("sys.stdin.read()\nos.read(0, 1)", loses=False),
    "waits for the network": Hostile(
        "with socket.socket() as one:\n    one.bind(('127.0.0.1', 0))\n    one.listen()\n"
        "    one.accept()",
        loses=True,
    ),
    "opens all files": Hostile("kept = [open(os.devnull) for _ in range(10 ** 6)]", loses=True),
    "unpickles": Hostile("import pickle\npickle.loads(b'c' + b'os' + b'x' * 99)", loses=True),
    "asks for rights": Hostile("try: os.setuid(0)\nexcept OSError: pass\nos.nice(19)", loses=False),
}

HOSTILE_AGENTS = {**PIPE_AGENTS, **ANSWER_AGENTS, **RAISING_AGENTS, **ACTING_AGENTS}
"""The hostile agents by name. Each repeats its action at every move."""
REMAINING_AGENTS = [
    *("leaves a child apart", "leaves a program apart", "leaves one without a name"),
    *("leaves a deaf child apart", "ends with a child at the pipes", "is a crowd apart"),
    *("is a busy crowd", "is a chain", "hoards in children"),
]
"""The agents of which a process remains without bubblewrap."""
HARMFUL_AGENTS = [
    *("kills its parent", "kills its parent and leaves a child", "stops its parent"),
    *("interrupts its parent", "lives on when its parent dies"),
    *("kills everybody", "stops everybody"),
]
"""The agents that harm other processes without bubblewrap, and are not tried there."""


# --- Tournaments ---------------------------------------------------------------------------------

AGENT_LIMITS = {"move_seconds": 1.0, "memory": 300}
MAX_REASON_LENGTH = 400
"""The maximum number of characters of the reason of a loss."""
END_TIMEOUT_SECONDS = 20.0
"""The time in which all processes of the agents must end."""
MARK_VARIABLE = "POLYGAMES_TEST"


def play_hostile_agents(game, names, *, has_sandbox, **options):
    """Play a tournament of hostile agents; return it, and the processes that did not end."""
    is_expected = not has_sandbox and {*names} <= {*REMAINING_AGENTS}
    with mark_processes() as mark, patch.object(sandbox, "has_bubblewrap", lambda: has_sandbox):
        players = [
            HARMLESS_AGENT,
            *(agent_file(name, HOSTILE_AGENTS[name], mark) for name in names),
        ]
        given = {"games": 2, "plan": "gauntlet", "workers": 1, "progress": False}
        cup = pg.tournament(game, players, on_failure="lose", **given, **AGENT_LIMITS, **options)
        sandbox.end_idle_processes()
        return cup, still_running(mark, 0 if is_expected else END_TIMEOUT_SECONDS)


def broken_promises(cup, names):
    """Yield the broken promises of a tournament, each with its place."""
    if cup.faulty:
        yield "every agent can be made", str(cup.faulty)
    if len(cup.games) != 2 * len(names):
        yield "every game has a result", str(len(cup.games))
    for game in cup.games:
        (name,) = set(game.seats) - {HARMLESS_AGENT.name}
        place = f"{name}: {game.reason}"
        failed = None if game.failed is None else game.seats[game.failed]
        if failed == HARMLESS_AGENT.name:
            yield "one agent's fault costs the other nothing", place
        if len(game.reason) > MAX_REASON_LENGTH or not game.reason.isprintable():
            yield "a fault is described in one line", place
        loses = HOSTILE_AGENTS[name].loses
        if loses is not None and game.plies >= 2 and (failed == name) != loses:  # it has moved
            yield f"an agent that {name} {'loses' if loses else 'does not lose'} by it", place


@contextmanager
def mark_processes():
    """Mark all processes that start during a ``with`` block, by an environment variable."""
    mark = uuid4().hex
    os.environ[MARK_VARIABLE] = mark
    try:
        yield mark
    finally:
        del os.environ[MARK_VARIABLE]


def still_running(mark, seconds=END_TIMEOUT_SECONDS):
    """Kill the processes with a mark that do not end in time, and return their commands."""
    end = time.monotonic() + seconds
    while (found := marked_processes(mark)) and time.monotonic() < end:
        time.sleep(0.05)
    for pid in found:
        with suppress(OSError):
            os.kill(pid, 9)
    return [*found.values()]


def marked_processes(mark):
    """Return the commands of the running processes with a mark, by process id."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            texts = [(folder / name).read_bytes() for name in ("environ", "cmdline")]
        except OSError:  # it has just ended
            continue
        if any(mark.encode() in text for text in texts) and folder.name != str(os.getpid()):
            found[int(folder.name)] = texts[1].replace(b"\0", b" ").decode(errors="replace")[:80]
    return found
