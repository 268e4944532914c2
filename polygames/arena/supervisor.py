"""The process between the arena and an agent's own, and that of the agent: nothing outlives them.

``python -m polygames.arena.supervisor MEGABYTES WALL SERVER``, started by `sandbox`. It runs none
of the agent's code, and imports little. (An agent is whatever is not trusted, a pupil's answer in
`polygames.lessons.grading`, too.) It starts the agent's process, and ends it and all that this has
started: when it is asked to (the pipe of the requests is closed), when whoever asked is gone, when
the agent's process has ended, and when the agent takes more than it may. Its exit code says which.

Where the system allows it (Linux, unless it is forbidden), the agent sits behind a wall, in a
namespace of processes: it sees and stops no others, and all of it ends at once. Its ``/dev/shm`` is
its own there, as large as the memory that it may take, and ends with it. Elsewhere on Linux this
process becomes the parent of what the agent leaves behind (a "child subreaper").

Its folder for temporary files is its own, too, and is cleared. An agent that is *sealed* behind the
wall can write nowhere else: all other files are read-only, and of the package, in which compiled
code is kept, it sees a copy that is gone with it.

The agent's process reads requests (pickles, written by us) and answers each by a method of its
server with a line: its first word says what follows, as text, or that something went wrong. What
the agent prints goes nowhere. An agent that finds the way of the answers all the same can write
there what it likes: `sandbox` believes nothing of it.
"""

from __future__ import annotations

import errno
import os
import pickle
import select
import signal
import sys
from collections import defaultdict
from contextlib import suppress
from copy import deepcopy
from functools import partial
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from polygames.runtime.workers import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

ASKED, LEFT, CROWD, MEMORY = 0, 3, 4, 5
"""Exit codes: it was asked to; the agent's process ended; it started too many; took too much."""

MAX_PROCESSES = 100
"""How many processes an agent may have at a time."""
POLL_MS = 100
"""Milliseconds between two looks at what the agent takes."""
KILL_TIMEOUT_SECONDS = 5.0
"""Seconds for what is killed to end."""

REQUESTS, ANSWERS = 0, 1
"""The pipes that the agent's process gets from this one."""

IS_LINUX: Final = sys.platform.startswith("linux")
NEW_USERS, NEW_PROCESSES, NEW_MOUNTS = 0x10000000, 0x20000000, 0x20000
DIE_WITH_PARENT, ADOPT, NO_NEW_RIGHTS = 1, 36, 38
"""What Linux calls CLONE_NEWUSER, CLONE_NEWPID and CLONE_NEWNS, PR_SET_PDEATHSIG,
PR_SET_CHILD_SUBREAPER and PR_SET_NO_NEW_PRIVS."""
PRIVATE, PLAIN = 0x4000 | 0x40000, 2 | 4
"""And MS_REC | MS_PRIVATE, MS_NOSUID | MS_NODEV."""
MOUNT_SETATTR, CURRENT, RECURSIVE, READ_ONLY = 442, -100, 0x8000, 1
CAPABILITY_VERSION = 0x20080522
"""The number of that call, AT_FDCWD, AT_RECURSIVE and MOUNT_ATTR_RDONLY; a version of capset."""
WALL, SEALED = "wall", "sealed"
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - it is where Linux keeps files in memory

PROC_FOLDER = Path("/proc")
KILOBYTE = 1024
PROCESS_SCAN_SECONDS = 0.25
"""Seconds between two looks at all processes of the machine."""
PRIVATE_MEMORY_FIELDS = ("RssAnon", "RssShmem", "VmSwap")
"""What a process takes that no file holds; of the last two kinds, others may share it."""
SHARED_MEMORY_FIELDS = ("Pss_Anon", "Pss_Shmem", "SwapPss")
"""The same, and what several share is divided among them."""

READY, MOVE, FAULT = "ready", "move", "fault"
"""The first word of an answer."""
TOO_MUCH = "used more memory than it may"

MEGABYTE = 10**6
LIBRARY_ROOM_BYTES = 1000 * MEGABYTE
"""Room for what is mapped beside the memory that is limited: files, above all libraries."""
SELF_EXIT_DELAY_SECONDS = 5.0
"""Seconds after the end of its time at which a process ends itself, if nobody else ends it."""


Answer: TypeAlias = "tuple[str, str]"
"""What it is, and a text."""


def main() -> NoReturn:
    """Start the agent's process, watch it, end it."""
    megabytes, wall, server = float(sys.argv[1]), sys.argv[2], sys.argv[3]
    parent = os.getppid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this
    control(ADOPT, 1)
    control(NO_NEW_RIGHTS, 1)
    if wall in {WALL, SEALED} and can_wall():
        first = run_isolated(megabytes, server, is_sealed=wall == SEALED)
    else:
        first = run_in_fork(partial(agent, server))
    os.dup2(os.open(os.devnull, os.O_RDWR), ANSWERS)  # so that their end is heard
    code = wait_for_exit_reason(first, parent, megabytes)
    with suppress(OSError):  # it has ended, or has no group yet
        os.killpg(first, signal.SIGKILL)  # seen or not, what it started may be in its group
    end(
        lambda: () if reap_children(None) else descendants(os.getpid()) or (first,),
        KILL_TIMEOUT_SECONDS,
    )
    rmtree(os.environ["TMPDIR"], ignore_errors=True)  # our own: `sandbox` has made it
    os._exit(code)


def wait_for_exit_reason(first: int, parent: int, megabytes: float) -> int:
    """Wait until there is a reason to end; return the code that says it."""
    hung_up, family = select.poll(), Family(os.getpid())
    hung_up.register(REQUESTS, 0)
    while True:
        if hung_up.poll(POLL_MS) or os.getppid() != parent:
            return ASKED
        if reap_children(first):
            return LEFT
        pids = family.pids()
        if len(pids) > MAX_PROCESSES:
            return CROWD
        if megabytes and memory_of(pids, megabytes) > megabytes:
            return MEMORY


def reap_children(first: int | None) -> bool:
    """Take note of children that have ended; say whether a certain one has, or all have."""
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return True
        if pid in {0, first}:
            return pid != 0


# --- Other processes ------------------------------------------------------------------------------


def run_in_fork(run: Any) -> int:
    """Call a function in a process of its own, which ends with it; return that process."""
    pid = os.fork()
    if pid:
        return pid
    try:
        run()
    finally:
        os._exit(1)


def agent(server: str, *, is_sealed: bool = False) -> None:
    """Be the agent's process."""
    control(DIE_WITH_PARENT, signal.SIGKILL)
    os.setsid()
    if is_sealed:  # give up what could undo the seal
        from ctypes import CDLL, byref, c_uint32

        CDLL(None).capset(byref((c_uint32 * 2)(CAPABILITY_VERSION)), byref((c_uint32 * 6)()))
    module, _, name = server.partition(":")
    answer_requests(getattr(import_module(module), name)())


def run_isolated(megabytes: float, server: str, *, is_sealed: bool) -> int:
    """Go behind the wall, and start the agent's process there; return the first process there."""
    reader, writer = os.pipe()
    build_wall()
    if is_sealed:
        seal(megabytes)
    own_memory(SHARED_MEMORY, megabytes)

    def first() -> None:
        """Be the first process behind the wall: when it ends, all there end."""
        control(DIE_WITH_PARENT, signal.SIGKILL)
        os.close(writer)
        lifeline = select.poll()
        lifeline.register(reader, 0)
        if lifeline.poll(0):  # the parent was gone before the line above
            return
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # from behind the wall nothing arrives then
        child = run_in_fork(partial(agent, server, is_sealed=is_sealed))
        os.dup2(os.open(os.devnull, os.O_RDWR), ANSWERS)
        while os.wait()[0] != child:
            pass

    return run_in_fork(first)


def build_wall() -> None:
    """Let the processes that this one starts from now on see each other only."""
    user, group = os.getuid(), os.getgid()
    if not unshare(NEW_PROCESSES | NEW_MOUNTS):
        return
    if unshare(NEW_USERS | NEW_PROCESSES | NEW_MOUNTS):  # with a right that anybody may have
        msg = "the system allows no namespaces"
        raise OSError(msg)
    maps = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
    for name, text in maps.items():
        Path("/proc/self", name).write_text(text, encoding="ascii")


def own_memory(place: str, megabytes: float) -> None:
    """Put files of one's own, kept in memory, in the place of a folder, if the system allows it."""
    size = f"mode=1777,size={megabytes:.0f}M" if megabytes else "mode=1777"
    if not mount_filesystem("", "/", "", PRIVATE, ""):  # what follows is seen by nobody else
        mount_filesystem("tmpfs", place, "tmpfs", PLAIN, size)


def mount_filesystem(source: str, place: str, kind: str, how: int, more: str) -> int:
    """Mount something; return 0 if it could be done."""
    from ctypes import CDLL

    given = [text.encode() or None for text in (source, place, kind)]
    found: int = CDLL(None).mount(*given, how, more.encode() or None)
    return found


def seal(megabytes: float) -> None:
    """Let what follows write into its own folder only, and into copies that nobody else sees."""
    from ctypes import CDLL, byref, c_uint64, sizeof

    mount_filesystem("", "/", "", PRIVATE, "")
    change = (c_uint64 * 4)(READ_ONLY)
    size = sizeof(change)
    CDLL(None).syscall(MOUNT_SETATTR, CURRENT, b"/", RECURSIVE, byref(change), size)
    own = os.environ["TMPDIR"]
    own_memory(own, megabytes)
    package = Path(__file__).resolve().parents[1]
    compiled = os.environ.get("NUMBA_CACHE_DIR", "~/.cache")
    for number, folder in enumerate((package, Path(compiled).expanduser())):
        upper, work = (Path(own, f".{what}{number}") for what in ("upper", "work"))
        upper.mkdir()
        work.mkdir()
        layers = f"lowerdir={folder},upperdir={upper},workdir={work}"
        mount_filesystem("overlay", str(folder), "overlay", 0, layers)


def can_wall() -> bool:
    """Say whether the system allows a wall; another process tries it, for there is no way back."""

    def tried() -> None:
        build_wall()
        _, status = os.waitpid(run_in_fork(lambda: os._exit(0)), 0)
        os._exit(status)

    return IS_LINUX and os.waitpid(run_in_fork(tried), 0)[1] == 0


def control(what: int, value: int) -> None:
    """Ask Linux for something about this process; other systems do not know it."""
    if IS_LINUX:
        from ctypes import CDLL, c_ulong

        CDLL(None).prctl(what, *map(c_ulong, (value, 0, 0, 0)))


def unshare(what: int) -> int:
    """Ask for namespaces; return 0 if they were given."""
    from ctypes import CDLL

    found: int = CDLL(None).unshare(what)
    return found


# --- The processes of this machine ----------------------------------------------------------------
#
# As Linux shows them. Other systems show none of it: there every answer is empty.


def descendants(ancestor: int) -> set[int]:
    """Return the processes that a process started, and those that these started."""
    children = defaultdict[int, list[int]](list)
    for pid in _all():
        fields = _read(pid, "stat").rpartition(")")[2].split()
        if fields:
            children[int(fields[1])].append(pid)
    found, waiting = set[int](), [ancestor]
    while waiting:
        born = [pid for pid in children.pop(waiting.pop(), ()) if pid not in found]
        found.update(born)
        waiting += born
    return found


class Family:
    """The descendants of a process, looked up again now and then, if a process has begun."""

    def __init__(self, ancestor: int) -> None:
        self._ancestor, self._last, self._due = ancestor, "", 0.0
        self._found: set[int] = set()

    def pids(self) -> set[int]:
        """Return those that there are, and perhaps some that have ended since."""
        last = _text(PROC_FOLDER / "loadavg").rpartition(" ")[
            2
        ]  # the youngest process of the machine
        if last != self._last and monotonic() > self._due:
            self._found = descendants(self._ancestor)
            self._last, self._due = last, monotonic() + PROCESS_SCAN_SECONDS
        return self._found


def find_marked_processes(mark: str) -> set[int]:
    """Return the processes whose environment held a text when they began."""
    return {pid for pid in _all() if pid != os.getpid() and mark in _read(pid, "environ")}


def memory_of(pids: Iterable[int], enough: float) -> float:
    """Return the memory that processes take, in megabytes; exactly only if it is more than enough.

    What they share counts once then.
    """
    pids = list(pids)
    most = _sum(pids, "status", PRIVATE_MEMORY_FIELDS)
    return (
        min(most, _sum(pids, "smaps_rollup", SHARED_MEMORY_FIELDS) or most)
        if most > enough
        else most
    )


def end(found: Callable[[], Iterable[int]], seconds: float) -> None:
    """Kill processes until none is found any more, or the time is over."""
    stop = monotonic() + seconds
    while (pids := set(found())) and monotonic() < stop:
        for pid in pids:
            with suppress(OSError):  # it has just ended
                os.kill(pid, signal.SIGKILL)
        sleep(0.002)


def _all() -> list[int]:
    try:
        return [int(name) for name in os.listdir(PROC_FOLDER) if name.isdecimal()]  # noqa: PTH208 - names are enough
    except OSError:
        return []


def _read(pid: int, name: str) -> str:
    return _text(PROC_FOLDER / str(pid) / name)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has ended, or belongs to somebody else
        return ""


def _sum(pids: Iterable[int], name: str, fields: tuple[str, ...]) -> float:
    """Return the sum of some fields, of all processes, in megabytes."""
    lines = (line.split() for pid in pids for line in _read(pid, name).splitlines())
    kilobytes = sum(int(line[1]) for line in lines if line and line[0].rstrip(":") in fields)
    return kilobytes * KILOBYTE / MEGABYTE


# --- The agent's own process ----------------------------------------------------------------------


class AgentServer:
    """The agent and the game that it plays."""

    def __init__(self) -> None:
        self._player: Any = None
        self._game, self._is_file = "", False
        self._agent: Any = None
        self._rng: Any = None

    def prepare(
        self, player: bytes, game: str, brings: bytes, memory: float | None, path: list[str]
    ) -> Answer:
        """Load the game, limit the memory; find modules where the other process does."""
        sys.path[:] = path
        from polygames.arena.submissions import AgentFile
        from polygames.core import registry

        registry.adopt(pickle.loads(brings))  # noqa: S301 - from the process that started this
        self._player = pickle.loads(player)  # noqa: S301 - from the process that started this
        self._game, self._is_file = game, isinstance(self._player, AgentFile)
        registry.game(game).new()
        limit(memory)
        return READY, ""

    def load(self, seconds: float) -> Answer:
        """Make the agent once, to see that it can be made."""
        ring(seconds)
        self._made()
        return READY, ""

    def move(self, view: Any, rng: Random | None, seconds: float) -> Answer:
        """Return the text of a move; a game begins with the chance for it."""
        ring(seconds)
        if rng is not None:
            self._rng, self._agent = rng, self._made()
        move = self._agent.choose(view, self._rng)
        if move is None:
            return FAULT, "returned no move"
        if isinstance(move, str):
            return FAULT, f"returned the text {move[:60]!r}, not a move: use state.parse(text)"
        return MOVE, str(move)

    def _made(self) -> Any:
        """Return the agent for a game. One from a file needs none of the package's agents."""
        if self._is_file:
            return self._player.agent()
        from polygames.arena.players import agent_of

        return agent_of(deepcopy(self._player), self._game)


def answer_requests(server: object) -> None:
    """Answer by a server's methods until no more requests come."""
    requests, answers = own_pipes()
    while True:
        try:
            name, arguments = pickle.load(requests)  # noqa: S301 - from the process that started this
        except EOFError:  # whoever asked is gone
            if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
                os.killpg(0, signal.SIGKILL)  # and with this process those that the agent started
            return
        line = " ".join(call_result(getattr(server, name), arguments)).replace("\n", " ")
        ring(0)
        answers.write(f"{line}\n".encode("utf-8", "backslashreplace"))
        answers.flush()


def call_result(call: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
    """Return what a call says, or what it raised."""
    try:
        return call(**arguments)
    except BaseException as error:  # noqa: BLE001 - agents are others' code and raise anything
        return FAULT, fault(error)


def fault(error: BaseException) -> str:
    """Say what was raised; an error of the agent's own may fail at that, too."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return TOO_MUCH
    try:
        return f"raised {one_line(error)}"
    except BaseException:  # noqa: BLE001 - as above
        return f"raised {type(error).__name__}"


def limit(memory: float | None) -> None:
    """Limit the memory of this process, where the system can, and the size of its files.

    The supervisor sees what all processes of the agent take; this stops one before it takes it.
    """
    if memory is None:
        return
    most = int(memory * MEGABYTE)
    with suppress(ImportError, AttributeError):  # other systems have none of this
        import resource

        sizes = {
            resource.RLIMIT_DATA: most,
            resource.RLIMIT_AS: most + LIBRARY_ROOM_BYTES,  # so that what is shared is limited, too
            resource.RLIMIT_FSIZE: most,  # files may be kept in memory
            resource.RLIMIT_CORE: 0,
        }
        for what, size in sizes.items():
            with suppress(ValueError, OSError):  # there is a lower limit, or none is allowed
                resource.setrlimit(what, (size, size))


def ring(seconds: float) -> None:
    """End this process after so many seconds, whatever it is doing then; 0: not at all."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds and seconds + SELF_EXIT_DELAY_SECONDS)


def own_pipes() -> tuple[Any, Any]:
    """Take the pipes to the other process for us; the agent finds nothing to read or to write."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this
    return requests, answers


if __name__ == "__main__":
    main()
