"""Forked processes that run cases within limits of the system. A hang or a crash is a finding."""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import resource
import shutil
import signal
import sys
import time
import warnings
from collections import Counter
from math import ceil
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from fuzzing.case import CPU_SECONDS, Case, Finding, Run, Spoiled

if TYPE_CHECKING:
    from fuzzing.kinds import Attack

__all__ = ["Worker"]

MAX_MEMORY_BYTES = 300 << 20
"""The memory that a process may use in addition to its memory at the start."""

KILL_FACTOR = 4.0
"""A call that takes so many times its maximum is killed: compiled code handles no signals."""

MAX_WALL_SECONDS = 120.0
"""The maximum wall-clock time of one call; other programs may slow it down."""

PR_SET_PDEATHSIG = 1
"""The option of Linux's prctl that sends a signal to a process when its parent ends."""

STATUS_BYTES = 64
"""The size of the memory that shows a process's case, and its call with its CPU time."""


class Worker:
    """A process that runs cases of one attack, one after the other.

    The cases are those of a seed, from the number `first` on: at most `cases` of them, in at most
    `seconds` of CPU time.
    """

    def __init__(
        self, attack: Attack, seed: int, first: int, cases: int, seconds: float = 1e9
    ) -> None:
        self.attack, self.seed = attack, seed
        self.next = first
        """The number of the next case."""
        self.counts: Counter[str] = Counter()
        self.findings: list[Finding] = []
        self.is_over = False
        self.seconds = 0.0
        """The CPU time of the process after its end."""
        self.began = time.monotonic()
        self._folder = Path(mkdtemp(prefix="fuzz-"))
        self._sign = mmap.mmap(-1, STATUS_BYTES)
        self._sign.write(f"{first} {CPU_SECONDS:g} begin".encode())
        self._pipe, writer = os.pipe()
        sys.stdout.flush()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._pipe)
            WorkerChild(self, writer).run(first, cases, seconds)
        os.close(writer)
        os.set_blocking(self._pipe, False)
        self._rest = b""

    def poll(self) -> bool:
        """Read the messages of the process; return True if it has ended."""
        if self.is_over:
            return True
        self._read_messages()
        pid, status, usage = os.wait4(self._pid, os.WNOHANG)
        if pid:
            self._read_messages()
            self._end(usage)
            if status:
                self._report_death(status)
        return self.is_over

    def kill(self) -> None:
        """Kill the process and its children, and read its last messages."""
        if self.is_over:
            return
        try:
            os.killpg(self._pid, signal.SIGKILL)
        except ProcessLookupError:  # it has not yet created its process group
            os.kill(self._pid, signal.SIGKILL)
        _, _, usage = os.wait4(self._pid, 0)
        self._read_messages()
        self._end(usage)

    def _end(self, usage: resource.struct_rusage) -> None:
        self.is_over = True
        self.seconds = usage.ru_utime + usage.ru_stime
        os.close(self._pipe)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _read_messages(self) -> None:
        while True:
            try:
                data = os.read(self._pipe, 1 << 16)
            except BlockingIOError:
                return
            if not data:
                return
            *lines, self._rest = (self._rest + data).split(b"\n")
            for line in lines:
                self._handle_message(json.loads(line))

    def _handle_message(self, message: dict[str, Any]) -> None:
        if "finding" in message:
            self.findings.append(Finding(**message["finding"]))
        else:
            self.next = message["next"]
            self.counts.update(message["counts"])

    def _report_death(self, status: int) -> None:
        """Add a finding with the cause of death of the process and its last call."""
        number, seconds, name = self._sign[:].rstrip(b"\0").decode().split(" ", 2)
        problems: dict[int, str] = {
            signal.SIGXCPU: f"more than {seconds} s of CPU, without handling signals",
            signal.SIGALRM: "it waits for ever",
        }
        problem = problems.get(os.WTERMSIG(status), f"the process died with status {status}")
        case = Case(self.attack.kind, self.attack.game, self.seed, int(number))
        about = f"{case.kind} {case.game}, {name}: {problem}"
        self.findings.append(Finding(about, problem, f"case {number}", case.command))
        self.next = case.number + 1


class WorkerChild:
    """The part of a worker that runs in the child process."""

    def __init__(self, worker: Worker, writer: int) -> None:
        self.attack, self.seed, self.writer = worker.attack, worker.seed, writer
        self.folder, self.sign = worker._folder, worker._sign  # noqa: SLF001 - its other half
        self.number = 0

    def run(self, first: int, cases: int, seconds: float) -> None:
        """Run cases, then end the process."""
        try:
            self._set_up()
            end, late = time.process_time() + seconds, time.monotonic() + 3 * seconds
            for number in range(first, first + cases):
                is_whole = self._case(number)
                if not is_whole or time.process_time() > end or time.monotonic() > late:
                    break
            os._exit(0)
        finally:
            os._exit(1)

    def _set_up(self) -> None:
        os.setpgid(0, 0)
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.chdir(self.folder)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
        warnings.simplefilter("ignore")
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limit = pages * resource.getpagesize() + MAX_MEMORY_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def _case(self, number: int) -> bool:
        """Run one case; return False if a new process must replace this one."""
        self.number = number
        case = Case(self.attack.kind, self.attack.game, self.seed, number)
        self._enter("begin", CPU_SECONDS)
        run = Run(case, self.folder, self._report, self._enter)
        is_whole = True
        try:
            self.attack.function(run)
        except Spoiled:
            is_whole = False
        except Exception as error:  # noqa: BLE001 - errors of the attack itself are reported as well
            run.report_problem(
                "the attack", number, f"{type(error).__name__}: {error}", _line_of(error)
            )
        self._send({"next": number + 1, "counts": {**run.counts, "cases": 1}})
        return is_whole

    def _enter(self, name: str, seconds: float) -> None:
        """Record the next call, and set limits that end this process if it hangs."""
        sign = f"{self.number} {seconds:g} {name}".encode("ascii", "replace")
        self.sign[:] = sign[:STATUS_BYTES].ljust(STATUS_BYTES, b"\0")
        _, limit = resource.getrlimit(resource.RLIMIT_CPU)
        late = ceil(time.process_time() + KILL_FACTOR * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (late, limit))
        signal.setitimer(signal.ITIMER_REAL, MAX_WALL_SECONDS + 2 * KILL_FACTOR * seconds)

    def _report(self, finding: Finding) -> None:
        self._send({"finding": finding.to_dict()})

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self.writer, data) :]


def _line_of(error: BaseException) -> str:
    """Return the file and the line in which an error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
