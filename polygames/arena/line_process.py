"""A child process that answers each request with one line, within limits of time and size."""

from __future__ import annotations

import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, Final

from polygames.arena.players import FaultError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SINGLE_THREAD_ENVIRONMENT: Final = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)
"""One thread per agent, since the other cores are for other games."""

MAX_REPLY_CHARS: Final = 100_000
"""The default limit of a reply, in characters."""

EXITED_TEXT: Final = "ended the whole program, or needed too much memory"
INVALID_REPLY_TEXT: Final = "wrote something that is not an answer"


class LineProcess:
    """A child process with a private temporary folder, in its own process group.

    Parameters
    ----------
    command
        The program and its arguments.
    environment
        Environment variables in addition to those of this process.
    max_reply_chars
        The limit of a reply.
    errors
        The file for the error output; none by default.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        max_reply_chars: int = MAX_REPLY_CHARS,
        errors: int | IO[bytes] = subprocess.DEVNULL,
    ) -> None:
        self._max_reply_chars, self._has_ended = max_reply_chars, False
        self._folder = mkdtemp(prefix="polygames-agent-")
        try:
            self._process = (
                _starting_thread(os.getpid())
                .submit(
                    subprocess.Popen,
                    command,
                    bufsize=0,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    env=os.environ
                    | SINGLE_THREAD_ENVIRONMENT
                    | {"TMPDIR": self._folder}
                    | dict(environment),
                    start_new_session=True,  # Ctrl-C must not reach it
                )
                .result()
            )
        except BaseException:
            rmtree(self._folder, ignore_errors=True)
            raise
        pipes: Any = self._process.stdin, self._process.stdout
        self._requests, self._replies = pipes
        os.set_blocking(self._requests.fileno(), False)  # the reader may be stuck

    @property
    def pid(self) -> int:
        """The number of the process."""
        return int(self._process.pid)

    @property
    def exit_code(self) -> int | None:
        """The exit code of the process; None while it is running."""
        return self._process.poll()

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self.exit_code is None

    def terminate(self) -> None:
        """End the process and its group, and delete its temporary files.

        In bubblewrap, all processes end.
        """
        self.close_pipes()
        if not self._has_ended:  # else the number may be that of another group
            self._has_ended = True
            with suppress(OSError):  # all have ended by themselves
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        rmtree(self._folder, ignore_errors=True)

    def close_pipes(self) -> None:
        """Close the pipes to the process, which then ends."""
        for pipe in (self._requests, self._replies):
            with suppress(OSError):
                pipe.close()

    def abandon(self) -> None:
        """Detach from the process after a fork without ending it: it belongs to the parent."""
        self.close_pipes()
        self._process.returncode = 0  # not our child

    def exchange(
        self,
        request: bytes,
        seconds: float,
        timeout_text: str,
        exited_text: Callable[[], str] = lambda: EXITED_TEXT,
    ) -> bytes:
        """Send a request and return the line of the reply; end the process if that fails.

        Raises
        ------
        FaultError
            If the process has ended, or its reply is late or too long.
        """
        end = monotonic() + seconds
        try:
            self._send(request, end, timeout_text)
            return self._read_line(end, timeout_text)
        except OSError as error:
            self.terminate()
            raise FaultError(exited_text()) from error
        except BaseException:  # a late reply would be taken for the next one
            self.terminate()
            raise

    def _send(self, request: bytes, deadline: float, timeout_text: str) -> None:
        """Write a request to the pipe. Raise FaultError if the process does not read it in time."""
        left = memoryview(request)
        with DefaultSelector() as selector:
            selector.register(self._requests, EVENT_WRITE)
            while left:
                if not selector.select(max(0.0, deadline - monotonic())):
                    raise FaultError(timeout_text)
                with suppress(BlockingIOError):
                    left = left[os.write(self._requests.fileno(), left) :]

    def _read_line(self, deadline: float, timeout_text: str) -> bytes:
        """Return a line of a reply.

        Raise FaultError if the line is late or too long, OSError if the pipe is closed.
        """
        found = b""
        with DefaultSelector() as selector:
            selector.register(self._replies, EVENT_READ)
            while b"\n" not in found:
                if not selector.select(max(0.0, deadline - monotonic())):
                    raise FaultError(timeout_text)
                more = os.read(self._replies.fileno(), 65536)
                if not more:
                    msg = "no more answers"
                    raise OSError(msg)
                found += more
                if len(found) > self._max_reply_chars:
                    raise FaultError(INVALID_REPLY_TEXT)
        return found


@cache
def _starting_thread(_process_id: int) -> ThreadPoolExecutor:
    """Return the thread of this process that starts programs; a fork copies no threads.

    The system ends a process in bubblewrap with the *thread* that started it: this one never ends.
    """
    return ThreadPoolExecutor(1)
