"""Background jobs of a board: agents, hints and analyses, without blocking the page.

A `Worker` does one job at a time. A job gives one answer (an agent's move), or one after another
(an analysis that deepens). It runs in a thread and posts its answers to the event loop. A
page without a server has no threads: there it runs in the loop itself, in slices of some
milliseconds (`polygames.runtime.scheduling`). Without a loop, in a script or a test, it runs to
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

from polygames.runtime.compile_listeners import listening_to_compiler
from polygames.runtime.game_lock import GAME_LOCK, with_game_lock
from polygames.runtime.parallel_calls import as_exception
from polygames.runtime.scheduling import has_threads, search_running, time_slices

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
    on_answer: Callable[[Any], object]
    """Called with each answer, in the event loop."""
    on_error: Callable[[Exception], object]
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
    is_cancelled: bool = False
    is_compiling: bool = False
    """Whether code had to be compiled for the job. This takes seconds, once on each machine."""

    def cancel(self) -> None:
        """Stop the search if it has a stop flag, and discard further answers."""
        self.is_cancelled = True
        if self.stop is not None:
            self.stop.set()


class Worker:
    """A runner of one job at a time, for the event loop in which it was created.

    Parameters
    ----------
    threads
        Whether to use threads where the platform has them. Otherwise jobs run in slices of the
        event loop.
    pause_factory
        Returns a function that yields to the page in the middle of a slice, or None if this is
        impossible. By default `find_page_pause`.
    """

    def __init__(
        self,
        *,
        threads: bool = True,
        pause_factory: Callable[[], Callable[[], object] | None] | None = None,
    ) -> None:
        self.job: Job | None = None
        """The running job; None if there is none."""
        self._has_threads, self._pause_factory = (
            threads and has_threads(),
            pause_factory or find_page_pause,
        )
        self._loop = running_loop()

    @property
    def is_concurrent(self) -> bool:
        """Whether jobs run in the background of an event loop, not at once."""
        return self._loop is not None

    def submit(
        self,
        compute: Callable[[], T],
        on_answer: Callable[[T], object],
        on_error: Callable[[Exception], object],
        *,
        on_compiling: Callable[[], object] = lambda: None,
        name: str = "",
        stop: threading.Event | None = None,
    ) -> None:
        """Start a job that passes its result to `on_answer`; stop an earlier job."""
        answers = (run() for run in (compute,))
        self._start_job(
            Job(answers, on_answer, on_error, on_compiling, name=name, stop=stop, is_single=True)
        )

    def submit_iterator(
        self,
        answers: Iterator[T],
        on_answer: Callable[[T], object],
        on_error: Callable[[Exception], object],
        *,
        on_compiling: Callable[[], object] = lambda: None,
        on_end: Callable[[], object] = lambda: None,
        name: str = "",
        stop: threading.Event | None = None,
    ) -> None:
        """Start a job that passes each result of an iterator to `on_answer`.

        Stop an earlier job.
        """
        self._start_job(Job(answers, on_answer, on_error, on_compiling, on_end, name, stop))

    def stop(self) -> None:
        """Cancel the running job, if there is one, and discard its further answers."""
        if self.job is not None:
            self.job.cancel()
            self.job = None

    def _start_job(self, job: Job) -> None:
        self.stop()
        self.job = job
        steps = self._iter_steps(job)
        if self._loop is None:
            self._run_at_once(steps)
        elif self._has_threads:
            work = partial(self._run_in_thread, job, steps, self._loop)
            threading.Thread(target=work, name="polygames worker", daemon=True).start()
        else:
            self._loop.call_later(FIRST_SLICE_DELAY_SECONDS, self._run_slice, steps, self._loop)

    def _run_at_once(self, steps: Iterator[Callable[[], None]]) -> None:
        """Run all steps in this thread; release the game lock while each result is computed."""
        try:
            while True:
                with GAME_LOCK.suspend():
                    step = next(steps, None)
                if step is None:
                    return
                step()
        except BaseException:  # an interrupt
            self.stop()
            raise

    def _iter_steps(self, job: Job) -> Iterator[Callable[[], None]]:
        """Compute the results of a job; for each, yield a function for the event loop to call."""
        while not job.is_cancelled:
            try:
                answer = next(job.answers)
            except StopIteration:
                yield partial(self._end_job, job)
                return
            except BaseException as error:  # an agent may raise anything: the board shows it
                if self._loop is None and not isinstance(error, Exception):
                    raise  # an interrupt of the cell that waits
                yield partial(self._deliver, job, job.on_error, as_exception(error), is_last=True)
                return
            yield partial(self._deliver, job, job.on_answer, answer, is_last=job.is_single)

    def _run_in_thread(
        self, job: Job, steps: Iterator[Callable[[], None]], loop: asyncio.AbstractEventLoop
    ) -> None:
        """Compute all steps in a thread, and post each callback to the event loop."""

        def note() -> None:
            if not job.is_compiling:
                job.is_compiling = True
                post_to_loop(loop, self._show_compiling, job)

        with listening_to_compiler(note), search_running():
            for step in steps:
                post_to_loop(loop, step)

    def _run_slice(
        self, steps: Iterator[Callable[[], None]], loop: asyncio.AbstractEventLoop
    ) -> None:
        """Run one step in the event loop, and schedule the next one."""
        with time_slices(self._pause_factory()):
            step = next(steps, None)
        if step is not None:
            step()
            loop.call_later(SLICE_GAP_SECONDS, self._run_slice, steps, loop)

    @with_game_lock
    def _deliver(
        self, job: Job, callback: Callable[[Any], object], result: Any, *, is_last: bool
    ) -> None:
        """Pass a result to its callback, unless the job was cancelled or replaced."""
        if job is self.job:
            self.job = None if is_last else job
            callback(result)

    @with_game_lock
    def _end_job(self, job: Job) -> None:
        if job is self.job:
            self.job = None
            job.on_end()

    @with_game_lock
    def _show_compiling(self, job: Job) -> None:
        if job is self.job:
            job.on_compiling()


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop running in this thread; None in a script or a test."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def find_page_pause() -> Callable[[], object] | None:
    """Return a function that lets the browser run for a moment (Pyodide only), or None.

    It needs a browser that can suspend a stack of calls (`pyodide.ffi.can_run_sync`), and a call
    that was started by the event loop.
    """
    try:
        ffi = import_module("pyodide.ffi")
    except ImportError:
        return None
    return (lambda: ffi.run_sync(asyncio.sleep(SLICE_GAP_SECONDS))) if ffi.can_run_sync() else None


def post_to_loop(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *args: Any) -> None:
    """Schedule a call in an event loop from another thread; do nothing if the loop is closed."""
    with suppress(RuntimeError):  # the loop is closed: nobody waits for an answer
        loop.call_soon_threadsafe(call, *args)
