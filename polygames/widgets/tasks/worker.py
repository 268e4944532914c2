"""Work that a board has done while it goes on answering: agents, hints, analyses.

A `Worker` does one job at a time. A job gives one answer (an agent's move), or one after another
(an analysis that deepens). It runs in a thread and posts its answers to the event loop. Where
there are no threads, in a page without a server, it runs in the loop itself, in slices of some
milliseconds (`polygames.runtime.cooperative`). Without a loop, in a script or a test, it is done at
once.
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
"""Seconds before the first slice: what was done before is shown first."""

SLICE_GAP_SECONDS: Final = 0.005
"""Seconds between two slices; less lets no message of the page through."""


@dataclass(eq=False)
class Job:
    """A piece of work that is under way."""

    answers: Iterator[Any]
    """Does the work, as its answers are asked for."""
    tell: Callable[[Any], object]
    """Takes an answer, in the loop."""
    fail: Callable[[Exception], object]
    """Takes the reason why there is none, in the loop."""
    on_compiling: Callable[[], object] = lambda: None
    """Called in the loop when something has to be compiled for it."""
    on_end: Callable[[], object] = lambda: None
    """Called in the loop when there are no more answers."""
    name: str = ""
    """Whose work it is, for messages."""
    stop: threading.Event | None = None
    """Tells it to stop, if it can be told."""
    is_single: bool = False
    """Whether its first answer is the only one."""
    cancelled: bool = False
    compiling: bool = False
    """Whether something had to be compiled for it, which takes seconds, once on a machine."""

    def cancel(self) -> None:
        """Stop it, if it can be stopped, and forget what it finds."""
        self.cancelled = True
        if self.stop is not None:
            self.stop.set()


class Worker:
    """Does one job at a time beside the event loop that runs when the worker is made.

    Parameters
    ----------
    threads
        Whether to use threads, if there are any; else a job runs in slices of the loop.
    rest
        Returns what lets the page do something in the middle of a slice, or None where that
        cannot be.
    """

    def __init__(
        self,
        *,
        threads: bool = True,
        rest: Callable[[], Callable[[], object] | None] | None = None,
    ) -> None:
        self.job: Job | None = None
        """What is being done."""
        self._threads, self._rest = threads and has_threads(), rest or page_rest
        self._loop = running_loop()

    @property
    def is_concurrent(self) -> bool:
        """Whether jobs are done beside a loop, not at once."""
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
        """Do some work, then tell what it found or why it failed; an earlier job is stopped."""
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
        """Tell one answer after the other, until there are no more or `stop` is called."""
        self._begin(Job(answers, tell, fail, on_compiling, on_end, name, stop))

    def stop(self) -> None:
        """Tell nothing more of the job that is under way, and stop it if it can be stopped."""
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
        """Take all steps here and now; others may have the games while one is worked out."""
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
        """Do the work, and yield what is to be called in the loop after each part of it."""
        while not job.cancelled:
            try:
                answer = next(job.answers)
            except StopIteration:
                yield partial(self._finish, job)
                return
            except BaseException as error:  # an agent may raise anything: it is shown at the board
                if self._loop is None and not isinstance(error, Exception):
                    raise  # an interrupt of the cell that waits
                yield partial(self._report, job, job.fail, as_exception(error), is_last=True)
                return
            yield partial(self._report, job, job.tell, answer, is_last=job.is_single)

    def _run(
        self, job: Job, steps: Iterator[Callable[[], None]], loop: asyncio.AbstractEventLoop
    ) -> None:
        """Take all steps in a thread."""

        def note() -> None:
            if not job.compiling:
                job.compiling = True
                post(loop, self._show_compiling, job)

        with when_compiling(note), thinking():
            for step in steps:
                post(loop, step)

    def _slice(self, steps: Iterator[Callable[[], None]], loop: asyncio.AbstractEventLoop) -> None:
        """Take one step in the loop, which can do something else before the next."""
        with time_sliced(self._rest()):
            step = next(steps, None)
        if step is not None:
            step()
            loop.call_later(SLICE_GAP_SECONDS, self._slice, steps, loop)

    @with_owner
    def _report(self, job: Job, tell: Callable[[Any], object], what: Any, *, is_last: bool) -> None:
        """Tell what was found, unless the board went on without it."""
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
    """Return the event loop that runs here, or None: a script or a test has none."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def page_rest() -> Callable[[], object] | None:
    """Return what lets a page without a server answer and then comes back, or None.

    It needs a browser that can put a stack of calls aside, and work that the loop has begun.
    """
    try:
        ffi = import_module("pyodide.ffi")
    except ImportError:
        return None
    return (lambda: ffi.run_sync(asyncio.sleep(SLICE_GAP_SECONDS))) if ffi.can_run_sync() else None


def post(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *args: Any) -> None:
    """Have something called in an event loop, from a thread; not if the loop has been closed."""
    with suppress(RuntimeError):  # it is closed: nobody waits for an answer
        loop.call_soon_threadsafe(call, *args)
