"""The process between the arena and an agent's own: nothing that the agent starts outlives it.

``python -m polygames.arena.sandbox.supervisor MEGABYTES WALL``, started by `agent`. It runs none of
the agent's code. It starts the agent's process, and ends it and all that this has started: when it
is asked to (the pipe of the requests is closed), when whoever asked is gone, when the agent's
process has ended, and when the agent takes more than it may. Its exit code says which.

Where the system allows it (Linux, unless it is forbidden), the agent sits behind a wall, in a
namespace of processes: it sees and stops no others, and all of it ends at once. Its ``/dev/shm`` is
its own there, as large as the memory that it may take, and ends with it. Elsewhere on Linux this
process becomes the parent of what the agent leaves behind (a "child subreaper").

Its folder for temporary files is its own, too, and is cleared.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import Any, Final, NoReturn

from polygames.arena.sandbox.processes import Family, descendants, end, memory_of

ASKED, LEFT, CROWD, MEMORY = 0, 3, 4, 5
"""Exit codes: it was asked to; the agent's process ended; it started too many; took too much."""

MOST = 100
"""How many processes an agent may have at a time."""
LOOK = 100
"""Milliseconds between two looks at what the agent takes."""
PATIENCE = 5.0
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
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - it is where Linux keeps files in memory


def main() -> NoReturn:
    """Start the agent's process, watch it, end it."""
    megabytes, wall = float(sys.argv[1]), sys.argv[2] == "wall"
    parent = os.getppid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this
    control(ADOPT, 1)
    control(NO_NEW_RIGHTS, 1)
    first = walled(megabytes) if wall and can_wall() else forked(agent)
    os.dup2(os.open(os.devnull, os.O_RDWR), ANSWERS)  # so that their end is heard
    code = watched(first, parent, megabytes)
    end_all(first)
    rmtree(os.environ["TMPDIR"], ignore_errors=True)  # our own: `agent` has made it
    os._exit(code)


def watched(first: int, parent: int, megabytes: float) -> int:
    """Wait until there is a reason to end; return the code that says it."""
    hung_up, family = select.poll(), Family(os.getpid())
    hung_up.register(REQUESTS, 0)
    while True:
        if hung_up.poll(LOOK) or os.getppid() != parent:
            return ASKED
        if has_ended(first):
            return LEFT
        pids = family.pids()
        if len(pids) > MOST:
            return CROWD
        if megabytes and memory_of(pids, megabytes) > megabytes:
            return MEMORY


def has_ended(first: int | None) -> bool:
    """Take note of children that have ended; say whether a certain one has, or all have."""
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return True
        if pid in {0, first}:
            return pid != 0


def end_all(first: int) -> None:
    """End the agent's process and what it started; where they cannot be seen, its group."""
    with suppress(OSError):  # it has ended, or has no group yet
        os.killpg(first, signal.SIGKILL)
    end(lambda: () if has_ended(None) else descendants(os.getpid()) or (first,), PATIENCE)


# --- Other processes ------------------------------------------------------------------------------


def forked(run: Any) -> int:
    """Call a function in a process of its own, which ends with it; return that process."""
    pid = os.fork()
    if pid:
        return pid
    try:
        run()
    finally:
        os._exit(1)


def agent() -> None:
    """Be the agent's process."""
    control(DIE_WITH_PARENT, signal.SIGKILL)
    os.setsid()
    from polygames.arena.sandbox.worker import main as answer_requests

    answer_requests()


def walled(megabytes: float) -> int:
    """Go behind the wall, and start the agent's process there; return the first process there."""
    reader, writer = os.pipe()
    build_wall()
    own_memory(megabytes)

    def first() -> None:
        """Be the first process behind the wall: when it ends, all there end."""
        control(DIE_WITH_PARENT, signal.SIGKILL)
        os.close(writer)
        lifeline = select.poll()
        lifeline.register(reader, 0)
        if lifeline.poll(0):  # the parent was gone before the line above
            return
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # from behind the wall nothing arrives then
        child = forked(agent)
        os.dup2(os.open(os.devnull, os.O_RDWR), ANSWERS)
        while os.wait()[0] != child:
            pass

    return forked(first)


def build_wall() -> None:
    """Let the processes that this one starts from now on see each other only."""
    user, group = os.getuid(), os.getgid()
    if not unshare(NEW_PROCESSES | NEW_MOUNTS):
        return
    if unshare(
        NEW_USERS | NEW_PROCESSES | NEW_MOUNTS
    ):  # a right of its own, which anybody may have
        msg = "the system allows no namespaces"
        raise OSError(msg)
    for name, text in {
        "setgroups": "deny",
        "uid_map": f"{user} {user} 1",
        "gid_map": f"{group} {group} 1",
    }.items():
        Path("/proc/self", name).write_text(text, encoding="ascii")


def own_memory(megabytes: float) -> None:
    """Put a place of one's own where files are kept in memory, if the system allows it."""
    from ctypes import CDLL

    size = f"mode=1777,size={megabytes:.0f}M" if megabytes else "mode=1777"
    mount = CDLL(None).mount
    if not mount(None, b"/", None, PRIVATE, None):  # what follows is seen by nobody else
        mount(b"tmpfs", SHARED_MEMORY.encode(), b"tmpfs", PLAIN, size.encode())


def can_wall() -> bool:
    """Say whether the system allows a wall; another process tries it, for there is no way back."""

    def tried() -> None:
        build_wall()
        _, status = os.waitpid(forked(lambda: os._exit(0)), 0)
        os._exit(status)

    return IS_LINUX and os.waitpid(forked(tried), 0)[1] == 0


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


if __name__ == "__main__":
    main()
