"""The supervisor of an agent's process, and the agent's process itself; nothing outlives them.

``python -m polygames.arena.supervisor MEGABYTES WALL SERVER``, started by `sandbox`. The supervisor
runs none of the agent's code, and imports little. (An agent is any untrusted code, including
pupils' answers in `polygames.lessons.grading`.) It starts the agent's process. It ends that process
and all its descendants on request (the pipe of requests is closed), when its own parent is gone,
when the agent's process has ended, and when the agent exceeds a limit. Its exit code is the reason.

Where the system allows it (Linux, unless forbidden), the agent runs behind a wall, in a namespace
of processes: it cannot see or stop others, and all its processes end together. Its ``/dev/shm`` is
private, as large as its memory limit, and ends with it. Elsewhere on Linux the supervisor becomes
the parent of orphaned descendants (a "child subreaper").

The agent's folder for temporary files is private, too, and is cleared. An agent that is *sealed*
behind the wall cannot write anywhere else: all other files are read-only. Of the package, which
contains the cache of compiled code, it sees a temporary copy.

The agent's process reads requests (pickles, written by us) and answers each by a method of its
server with a line: the first word is the kind of answer or an error, the rest is text. The agent's
own output is discarded. An agent that finds the pipe of answers anyway can write anything to it, so
`sandbox` does not trust the answers.
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

from polygames.runtime.parallel_calls import short_error_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

EXIT_ON_REQUEST, EXIT_ORPHANED, EXIT_TOO_MANY_PROCESSES, EXIT_TOO_MUCH_MEMORY = 0, 3, 4, 5
"""Exit codes: on request; the agent's process ended; too many processes; too much memory."""

MAX_PROCESSES = 100
"""The maximum number of an agent's processes at a time."""
POLL_MS = 100
"""The interval between two checks of the agent's limits, in milliseconds."""
KILL_TIMEOUT_SECONDS = 5.0
"""The time limit for killed processes to end, in seconds."""

REQUESTS_FD, REPLIES_FD = 0, 1
"""The file descriptors of the pipes, shared with the agent's process."""

IS_LINUX: Final = sys.platform.startswith("linux")
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNS = 0x10000000, 0x20000000, 0x20000
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
"""The Linux constants CLONE_NEWUSER, CLONE_NEWPID and CLONE_NEWNS, PR_SET_PDEATHSIG,
PR_SET_CHILD_SUBREAPER and PR_SET_NO_NEW_PRIVS.
"""
PRIVATE_MOUNT_FLAGS, PLAIN_MOUNT_FLAGS = 0x4000 | 0x40000, 2 | 4
"""The Linux constants MS_REC | MS_PRIVATE, and MS_NOSUID | MS_NODEV."""
SYS_MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY = 442, -100, 0x8000, 1
CAPABILITY_VERSION = 0x20080522
"""The number of the system call mount_setattr, AT_FDCWD, AT_RECURSIVE and MOUNT_ATTR_RDONLY; a
version of capset.
"""
NAMESPACE_ISOLATION, SEALED_ISOLATION = "wall", "sealed"
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - it is where Linux keeps files in memory

PROC_FOLDER = Path("/proc")
BYTES_PER_KILOBYTE = 1024
PROCESS_SCAN_SECONDS = 0.25
"""The minimum interval between two scans of all processes, in seconds."""
PRIVATE_MEMORY_FIELDS = ("RssAnon", "RssShmem", "VmSwap")
"""The fields of a process's private memory; the last two may include shared memory."""
SHARED_MEMORY_FIELDS = ("Pss_Anon", "Pss_Shmem", "SwapPss")
"""The same fields with shared memory divided among its users."""

READY_REPLY, MOVE_REPLY, FAULT_REPLY = "ready", "move", "fault"
"""The first word of an answer."""
OUT_OF_MEMORY_TEXT = "used more memory than it may"

BYTES_PER_MEGABYTE = 10**6
LIBRARY_MEMORY_BYTES = 1000 * BYTES_PER_MEGABYTE
"""Additional address space beyond the memory limit for mapped files, mainly libraries, in bytes."""
SELF_EXIT_DELAY_SECONDS = 5.0
"""The delay after the time limit at which a process ends itself, in seconds."""


Reply: TypeAlias = "tuple[str, str]"
"""The first word of an answer, and its text."""


def main() -> NoReturn:
    """Start the agent's process, wait for a reason to end it, and exit with its code."""
    megabytes, wall, server = float(sys.argv[1]), sys.argv[2], sys.argv[3]
    parent = os.getppid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    set_process_option(PR_SET_CHILD_SUBREAPER, 1)
    set_process_option(PR_SET_NO_NEW_PRIVS, 1)
    if wall in {NAMESPACE_ISOLATION, SEALED_ISOLATION} and can_isolate():
        first = run_isolated(megabytes, server, is_sealed=wall == SEALED_ISOLATION)
    else:
        first = run_in_fork(partial(run_agent, server))
    os.dup2(os.open(os.devnull, os.O_RDWR), REPLIES_FD)  # so that their closing is noticed
    code = wait_for_exit_reason(first, parent, megabytes)
    with suppress(OSError):  # it has ended, or is not yet a group
        os.killpg(first, signal.SIGKILL)  # also kills descendants that cannot be listed
    kill_processes(
        lambda: () if reap_children(None) else find_descendants(os.getpid()) or (first,),
        KILL_TIMEOUT_SECONDS,
    )
    rmtree(os.environ["TMPDIR"], ignore_errors=True)  # created by `sandbox`
    os._exit(code)


def wait_for_exit_reason(first_pid: int, parent_pid: int, megabytes: float) -> int:
    """Watch the agent's processes until there is a reason to end them; return its exit code."""
    hung_up, family = select.poll(), ProcessFamily(os.getpid())
    hung_up.register(REQUESTS_FD, 0)
    while True:
        if hung_up.poll(POLL_MS) or os.getppid() != parent_pid:
            return EXIT_ON_REQUEST
        if reap_children(first_pid):
            return EXIT_ORPHANED
        pids = family.find_pids()
        if len(pids) > MAX_PROCESSES:
            return EXIT_TOO_MANY_PROCESSES
        if megabytes and measure_memory(pids, megabytes) > megabytes:
            return EXIT_TOO_MUCH_MEMORY


def reap_children(first_pid: int | None) -> bool:
    """Reap ended children; return True if `first_pid` has ended, or no child is left."""
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return True
        if pid in {0, first_pid}:
            return pid != 0


# --- Other processes ------------------------------------------------------------------------------


def run_in_fork(function: Any) -> int:
    """Call a function in a forked process, which then ends; return the id of the process."""
    pid = os.fork()
    if pid:
        return pid
    try:
        function()
    finally:
        os._exit(1)


def run_agent(server: str, *, is_sealed: bool = False) -> None:
    """Answer requests for an agent in this process; if sealed, first drop all capabilities."""
    set_process_option(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.setsid()
    if is_sealed:  # give up the rights to undo the seal
        from ctypes import CDLL, byref, c_uint32

        CDLL(None).capset(byref((c_uint32 * 2)(CAPABILITY_VERSION)), byref((c_uint32 * 6)()))
    module, _, name = server.partition(":")
    answer_requests(getattr(import_module(module), name)())


def run_isolated(megabytes: float, server: str, *, is_sealed: bool) -> int:
    """Start the agent's process in new Linux namespaces; return the id of their first process."""
    reader, writer = os.pipe()
    enter_namespaces()
    if is_sealed:
        restrict_writing(megabytes)
    mount_memory(SHARED_MEMORY, megabytes)

    def first() -> None:
        """Run the first process of the namespace; when it ends, the system ends all others."""
        set_process_option(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.close(writer)
        lifeline = select.poll()
        lifeline.register(reader, 0)
        if lifeline.poll(0):  # the parent ended before prctl
            return
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing arrives from the terminal here
        child = run_in_fork(partial(run_agent, server, is_sealed=is_sealed))
        os.dup2(os.open(os.devnull, os.O_RDWR), REPLIES_FD)
        while os.wait()[0] != child:
            pass

    return run_in_fork(first)


def enter_namespaces() -> None:
    """Create namespaces for future child processes. Raise OSError if that is not allowed."""
    user, group = os.getuid(), os.getgid()
    if not unshare(CLONE_NEWPID | CLONE_NEWNS):
        return
    if unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS):  # unprivileged namespaces
        msg = "the system allows no namespaces"
        raise OSError(msg)
    maps = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
    for name, text in maps.items():
        Path("/proc/self", name).write_text(text, encoding="ascii")


def mount_memory(folder: str, megabytes: float) -> None:
    """Mount a private file system in memory over a folder, if the system allows it."""
    size = f"mode=1777,size={megabytes:.0f}M" if megabytes else "mode=1777"
    if not mount_filesystem("", "/", "", PRIVATE_MOUNT_FLAGS, ""):  # private from here on
        mount_filesystem("tmpfs", folder, "tmpfs", PLAIN_MOUNT_FLAGS, size)


def mount_filesystem(source: str, target: str, kind: str, flags: int, mount_options: str) -> int:
    """Mount a file system by the C function mount; return 0 on success, -1 on failure."""
    from ctypes import CDLL

    given = [text.encode() or None for text in (source, target, kind)]
    found: int = CDLL(None).mount(*given, flags, mount_options.encode() or None)
    return found


def restrict_writing(megabytes: float) -> None:
    """Make all files read-only, except the temporary folder and copies of package and cache."""
    from ctypes import CDLL, byref, c_uint64, sizeof

    mount_filesystem("", "/", "", PRIVATE_MOUNT_FLAGS, "")
    change = (c_uint64 * 4)(MOUNT_ATTR_RDONLY)
    size = sizeof(change)
    CDLL(None).syscall(SYS_MOUNT_SETATTR, AT_FDCWD, b"/", AT_RECURSIVE, byref(change), size)
    own = os.environ["TMPDIR"]
    mount_memory(own, megabytes)
    package = Path(__file__).resolve().parents[1]
    compiled = os.environ.get("NUMBA_CACHE_DIR", "~/.cache")
    for number, folder in enumerate((package, Path(compiled).expanduser())):
        upper, work = (Path(own, f".{what}{number}") for what in ("upper", "work"))
        upper.mkdir()
        work.mkdir()
        layers = f"lowerdir={folder},upperdir={upper},workdir={work}"
        mount_filesystem("overlay", str(folder), "overlay", 0, layers)


def can_isolate() -> bool:
    """Return True if the system allows new namespaces; tested in a fork, which then ends."""

    def tried() -> None:
        enter_namespaces()
        _, status = os.waitpid(run_in_fork(lambda: os._exit(0)), 0)
        os._exit(status)

    return IS_LINUX and os.waitpid(run_in_fork(tried), 0)[1] == 0


def set_process_option(option: int, value: int) -> None:
    """Set a process attribute by prctl on Linux; do nothing on other systems."""
    if IS_LINUX:
        from ctypes import CDLL, c_ulong

        CDLL(None).prctl(option, *map(c_ulong, (value, 0, 0, 0)))


def unshare(namespace_flags: int) -> int:
    """Create Linux namespaces by the C function unshare; return 0 on success, -1 on failure."""
    from ctypes import CDLL

    found: int = CDLL(None).unshare(namespace_flags)
    return found


# --- The processes of this machine ----------------------------------------------------------------
#
# They are read from Linux's /proc. On other systems the results are empty.


def find_descendants(ancestor: int) -> set[int]:
    """Return the ids of all descendants of a process."""
    children = defaultdict[int, list[int]](list)
    for pid in _all_pids():
        fields = _read_proc_file(pid, "stat").rpartition(")")[2].split()
        if fields:
            children[int(fields[1])].append(pid)
    found, waiting = set[int](), [ancestor]
    while waiting:
        born = [pid for pid in children.pop(waiting.pop(), ()) if pid not in found]
        found.update(born)
        waiting += born
    return found


class ProcessFamily:
    """The descendants of a process, searched for again once new processes have started."""

    def __init__(self, ancestor: int) -> None:
        self._ancestor_pid, self._newest_pid, self._next_scan_time = ancestor, "", 0.0
        self._pids: set[int] = set()

    def find_pids(self) -> set[int]:
        """Return the ids of the descendants, perhaps including some that have ended."""
        last = _read_text(PROC_FOLDER / "loadavg").rpartition(" ")[
            2
        ]  # the last process id on the machine
        if last != self._newest_pid and monotonic() > self._next_scan_time:
            self._pids = find_descendants(self._ancestor_pid)
            self._newest_pid, self._next_scan_time = last, monotonic() + PROCESS_SCAN_SECONDS
        return self._pids


def find_marked_processes(mark: str) -> set[int]:
    """Return the ids of processes whose initial environment contains the text `mark`."""
    return {
        pid for pid in _all_pids() if pid != os.getpid() and mark in _read_proc_file(pid, "environ")
    }


def measure_memory(pids: Iterable[int], exact_above: float) -> float:
    """Return the memory of processes in megabytes; below `exact_above` it is an upper bound.

    Above it, shared memory counts only once.
    """
    pids = list(pids)
    most = _sum_fields(pids, "status", PRIVATE_MEMORY_FIELDS)
    return (
        min(most, _sum_fields(pids, "smaps_rollup", SHARED_MEMORY_FIELDS) or most)
        if most > exact_above
        else most
    )


def kill_processes(find_pids: Callable[[], Iterable[int]], seconds: float) -> None:
    """Kill processes until `find_pids` returns none, or the time is over."""
    stop = monotonic() + seconds
    while (pids := set(find_pids())) and monotonic() < stop:
        for pid in pids:
            with suppress(OSError):  # it has just ended
                os.kill(pid, signal.SIGKILL)
        sleep(0.002)


def _all_pids() -> list[int]:
    try:
        return [int(name) for name in os.listdir(PROC_FOLDER) if name.isdecimal()]  # noqa: PTH208 - names are enough
    except OSError:
        return []


def _read_proc_file(pid: int, name: str) -> str:
    return _read_text(PROC_FOLDER / str(pid) / name)


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has ended, or belongs to another user
        return ""


def _sum_fields(pids: Iterable[int], name: str, fields: tuple[str, ...]) -> float:
    """Return the sum of some fields of a file in /proc over processes, in megabytes."""
    lines = (line.split() for pid in pids for line in _read_proc_file(pid, name).splitlines())
    kilobytes = sum(int(line[1]) for line in lines if line and line[0].rstrip(":") in fields)
    return kilobytes * BYTES_PER_KILOBYTE / BYTES_PER_MEGABYTE


# --- The agent's own process ----------------------------------------------------------------------


class AgentServer:
    """The server in an agent's process: each method answers one kind of request."""

    def __init__(self) -> None:
        self._player: Any = None
        self._game, self._is_file = "", False
        self._agent: Any = None
        self._rng: Any = None

    def prepare(
        self, player: bytes, game: str, brings: bytes, memory: float | None, path: list[str]
    ) -> Reply:
        """Load the game, limit the memory, and set the module search path."""
        sys.path[:] = path
        from polygames.arena.submissions import AgentFile
        from polygames.core import registry

        registry.register_from_process(pickle.loads(brings))  # noqa: S301 - from the process that started this
        self._player = pickle.loads(player)  # noqa: S301 - from the process that started this
        self._game, self._is_file = game, isinstance(self._player, AgentFile)
        registry.game(game).new()
        set_limits(memory)
        return READY_REPLY, ""

    def load(self, seconds: float) -> Reply:
        """Create the agent once, with a time limit, to find faults before the first game."""
        set_alarm(seconds)
        self._new_agent()
        return READY_REPLY, ""

    def move(self, view: Any, rng: Random | None, seconds: float) -> Reply:
        """Return a move of the agent as text; if `rng` is given, a new agent begins a new game."""
        set_alarm(seconds)
        if rng is not None:
            self._rng, self._agent = rng, self._new_agent()
        move = self._agent.choose(view, self._rng)
        if move is None:
            return FAULT_REPLY, "returned no move"
        if isinstance(move, str):
            return (
                FAULT_REPLY,
                f"returned the text {move[:60]!r}, not a move: use state.parse(text)",
            )
        return MOVE_REPLY, str(move)

    def _new_agent(self) -> Any:
        """Return a new agent for one game, from the submitted file or by `create_agent`."""
        if self._is_file:
            return self._player.load_agent()
        from polygames.arena.players import create_agent

        return create_agent(deepcopy(self._player), self._game)


def answer_requests(server: object) -> None:
    """Read requests and answer each by a method of `server`, until the pipe is closed."""
    requests, answers = detach_pipes()
    while True:
        try:
            name, arguments = pickle.load(requests)  # noqa: S301 - from the process that started this
        except EOFError:  # the other process is gone
            if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
                os.killpg(0, signal.SIGKILL)  # and the agent's child processes with it
            return
        line = " ".join(answer_call(getattr(server, name), arguments)).replace("\n", " ")
        set_alarm(0)
        answers.write(f"{line}\n".encode("utf-8", "backslashreplace"))
        answers.flush()


def answer_call(call: Callable[..., Reply], arguments: dict[str, Any]) -> Reply:
    """Call a function and return its reply, or a reply with the fault if it raises an exception."""
    try:
        return call(**arguments)
    except BaseException as error:  # noqa: BLE001 - agents are others' code and raise anything
        return FAULT_REPLY, describe_fault(error)


def describe_fault(error: BaseException) -> str:
    """Return a description of an exception, even if formatting the exception fails."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return OUT_OF_MEMORY_TEXT
    try:
        return f"raised {short_error_text(error)}"
    except BaseException:  # noqa: BLE001 - as above
        return f"raised {type(error).__name__}"


def set_limits(memory: float | None) -> None:
    """Limit the memory of this process and the size of its files, where the system can.

    The supervisor limits all processes of the agent together; this stops one beforehand.
    """
    if memory is None:
        return
    most = int(memory * BYTES_PER_MEGABYTE)
    with suppress(ImportError, AttributeError):  # not available on other systems
        import resource

        sizes = {
            resource.RLIMIT_DATA: most,
            resource.RLIMIT_AS: most + LIBRARY_MEMORY_BYTES,  # limits shared memory, too
            resource.RLIMIT_FSIZE: most,  # files may be in memory
            resource.RLIMIT_CORE: 0,
        }
        for what, size in sizes.items():
            with suppress(ValueError, OSError):  # there is a lower limit, or it is forbidden
                resource.setrlimit(what, (size, size))


def set_alarm(seconds: float) -> None:
    """End this process by SIGALRM a few seconds after a time limit; 0 cancels the alarm."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds and seconds + SELF_EXIT_DELAY_SECONDS)


def detach_pipes() -> tuple[Any, Any]:
    """Return private copies of the two pipes, and redirect the standard streams to null."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    return requests, answers


if __name__ == "__main__":
    main()
