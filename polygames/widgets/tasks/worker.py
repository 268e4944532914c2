"""Background jobs of a board: agents, hints and analyses, without blocking the page.

A `Worker` does one job at a time. A job gives one answer (an agent's move), or one after another
(an analysis that deepens). It runs in a thread and posts its answers to the event loop. A
page without a server has no threads: there it runs in the loop itself, in slices of some
milliseconds (`polygames.runtime.cooperative`). Without a loop, in a script or a test, it runs to
its end at once.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

from polygames.runtime.compiling import when_compiling
from polygames.runtime.cooperative import has_threads, thinking, time_sliced
from polygames.runtime.owner import OWNER, with_owner
from polygames.runtime.workers import as_exception

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

FIRST_SLICE_DELAY_SECONDS: Final = 0.02
"""Seconds before the first slice, so that pending updates are shown first."""

SLICE_GAP_SECONDS: Final = 0.005
"""Seconds between two slices. With less, messages of the page are not handled."""


@dataclass(eq=False)
class Job:
    """A running job of a worker, with its callbacks."""

    answers: Iterator[Any]
    """The iterator that computes the answers, one for each `next`."""
    tell: Callable[[Any], object]
    """Called with each answer, in the event loop."""
    fail: Callable[[Exception], object]
    """Called with the exception if the job fails, in the event loop."""
    on_compiling: Callable[[], object] = lambda: None
    """Called in the event loop when code has to be compiled for the job."""
    on_end: Callable[[], object] = lambda: None
    """Called in the event loop after the last answer."""
    name: str = ""
    """The name of the agent or analysis, for messages."""
    stop: threading.Event | None = None
    """A flag that ends the search early; None if it cannot be interrupted."""
    is_single: bool = False
    """Whether the job gives exactly one answer."""
    cancelled: bool = False
    compiling: bool = False
    """Whether code had to be compiled for the job. This takes seconds, once on each machine."""

    def cancel(self) -> None:
        """Stop the search if it has a stop flag, and discard further answers."""
        self.cancelled = True
        if self.stop is not None:
            self.stop.set()


class Worker:
    """A runner of one job at a time, for the event loop in which it was created.

    Parameters
    ----------
    threads
        Whether to use threads where the platform has them. Otherwise jobs run in slices of the
        event loop.
    rest
        Returns a function that yields to the page in the middle of a slice, or None if this is
        impossible. By default `page_rest`.
    """

    def __init__(
        self,
        *,
        threads: bool = True,
        rest: Callable[[], Callable[[], object] | None] | None = None,
    ) -> None:
        self.job: Job | None = None
        """The running job; None if there is none."""
        self._threads, self._rest = threads and has_threads(), rest or page_rest
        self._loop = running_loop()

    @property
    def is_concurrent(self) -> bool:
        """Whether jobs run in the background of an event loop, not at once."""
        return self._loop is not None

    def do(
        self,
        work: Callable[[], T],
        tell: Callable[[T], object],
        fail: Callable[[Exception], object],
        *,
        on_compiling: Callable[[], object] = lambda: None,
        name: str = "",
        stop: threading.Event | None = None,
    ) -> None:
        """Start a job that passes its one answer to `tell`; stop an earlier job."""
        answers = (run() for run in (work,))
        self._begin(Job(answers, tell, fail, on_compiling, name=name, stop=stop, is_single=True))

    def follow(
        self,
        answers: Iterator[T],
        tell: Callable[[T], object],
        fail: Callable[[Exception], object],
        *,
        on_compiling: Callable[[], object] = lambda: None,
        on_end: Callable[[], object] = lambda: None,
        name: str = "",
        stop: threading.Event | None = None,
    ) -> None:
        """Start a job that passes each answer to `tell`; stop an earlier job."""
        self._begin(Job(answers, tell, fail, on_compiling, on_end, name, stop))

    def stop(self) -> None:
        """Cancel the running job, if there is one, and discard its further answers."""
        if self.job is not None:
            self.job.cancel()
            self.job = None

    def _begin(self, job: Job) -> None:
        self.stop()
        self.job = job
        steps = self._steps(job)
        if self._loop is None:
            self._run_at_once(steps)
        elif self._threads:
            work = partial(self._run, job, steps, self._loop)
            threading.Thread(target=work, name="polygames worker", daemon=True).start()
        else:
            self._loop.call_later(FIRST_SLICE_DELAY_SECONDS, self._slice, steps, self._loop)

    def _run_at_once(self, steps: Iterator[Callable[[], None]]) -> None:
        """Run all steps in this thread; release the owner of the games while each is computed."""
        try:
            while True:
                with OWNER.set_aside():
                    step = next(steps, None)
                if step is None:
                    return
                step()
        except BaseException:  # an interrupt
            self.stop()
            raise

    def _steps(self, job: Job) -> Iterator[Callable[[], None]]:
        """Compute the answers; after each, yield the callback for the event loop."""
        while not job.cancelled:
            try:
                answer = next(job.answers)
            except StopIteration:
                yield partial(self._finish, job)
                return
            except BaseException as error:  # an agent may raise anything: the board shows it
                if self._loop is None and not isinstance(error, Exception):
                    raise  # an interrupt of the cell that waits
                yield partial(self._report, job, job.fail, as_exception(error), is_last=True)
                return
            yield partial(self._report, job, job.tell, answer, is_last=job.is_single)

    def _run(
        self, job: Job, steps: Iterator[Callable[[], None]], loop: asyncio.AbstractEventLoop
    ) -> None:
        """Compute all steps in a thread, and post each callback to the event loop."""

        def note() -> None:
            if not job.compiling:
                job.compiling = True
                post(loop, self._show_compiling, job)

        with when_compiling(note), thinking():
            for step in steps:
                post(loop, step)

    def _slice(self, steps: Iterator[Callable[[], None]], loop: asyncio.AbstractEventLoop) -> None:
        """Run one step in the event loop, and schedule the next one."""
        with time_sliced(self._rest()):
            step = next(steps, None)
        if step is not None:
            step()
            loop.call_later(SLICE_GAP_SECONDS, self._slice, steps, loop)

    @with_owner
    def _report(self, job: Job, tell: Callable[[Any], object], what: Any, *, is_last: bool) -> None:
        """Pass a result to its callback, unless the job was cancelled or replaced."""
        if job is self.job:
            self.job = None if is_last else job
            tell(what)

    @with_owner
    def _finish(self, job: Job) -> None:
        if job is self.job:
            self.job = None
            job.on_end()

    @with_owner
    def _show_compiling(self, job: Job) -> None:
        if job is self.job:
            job.on_compiling()


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that runs in this thread; None in a script or a test."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def page_rest() -> Callable[[], object] | None:
    """Return a function that yields to a page without a server for a moment, or None.

    It needs a browser that can suspend a stack of calls (`pyodide.ffi.can_run_sync`), and a call
    that was started by the event loop.
    """
    try:
        ffi = import_module("pyodide.ffi")
    except ImportError:
        return None
    return (lambda: ffi.run_sync(asyncio.sleep(SLICE_GAP_SECONDS))) if ffi.can_run_sync() else None


def post(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *args: Any) -> None:
    """Schedule a call in an event loop from another thread; do nothing if the loop is closed."""
    with suppress(RuntimeError):  # the loop is closed: nobody waits for an answer
        loop.call_soon_threadsafe(call, *args)
