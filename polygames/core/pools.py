"""Where calls are made: here, in joblib's workers, on a cluster of dask or of ray.

joblib says which (`joblib.parallel_config`). What is asked of each is the same: make the calls, in
any order, and hand over what comes of each as soon as it is there. dask and ray are asked by their
own functions, not by joblib's: with these a worker of dask that dies is never heard of, and ray
returns nothing before the end.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from importlib import import_module
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from polygames.core.errors import OptionError
from polygames.core.installed import has

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

__all__ = ["Done", "Pool", "pool_of"]

AHEAD = 2
"""Calls sent for each worker: one is made, and the next one waits beside it."""
PATIENCE = 30.0
"""Seconds for which a cluster may be without any worker."""
LOOK = 1.0
"""Seconds between two looks at whether there are workers."""


class Done(NamedTuple):
    """What came of a call: a result, or the error with which its process was lost."""

    call: Any
    result: Any
    error: BaseException | None = None
    blamed: bool = True
    """Whether the process may have died of this call, and not of another one."""


class Pool(Protocol):
    """Workers."""

    width: int
    """How many calls are made at a time."""

    def run(
        self, function: Callable[[Any], Any], calls: Iterable[Any]
    ) -> Generator[Done, None, None]:
        """Make the calls, and yield what comes of each; the next ones are asked for when needed.

        The calls may be asked for from another thread.
        """


def pool_of(workers: int | None) -> Pool:
    """Return the workers that are asked for: 1 is this process, None is what joblib says.

    Where joblib is missing there is this process only.

    Raises
    ------
    OptionError
        If joblib's backend returns nothing before the end.
    """
    if workers == 1 or not has("joblib"):
        return Here()
    from joblib.parallel import get_active_backend

    backend, _ = get_active_backend()
    if type(backend).__name__ == "DaskDistributedBackend":
        return Dask(backend)
    if type(backend).__module__.startswith("ray."):
        return Ray(backend, workers)
    if _count(workers) == 1:
        return Here()
    return Joblib(workers)


class Here:
    """In this process, one call after the other."""

    width = 1

    def run(
        self, function: Callable[[Any], Any], calls: Iterable[Any]
    ) -> Generator[Done, None, None]:
        """Make the calls."""
        for call in calls:
            yield Done(call, function(call))


class Joblib:
    """A backend of joblib that hands results over as they come."""

    def __init__(self, workers: int | None) -> None:
        from joblib import Parallel

        self.width = _count(workers)
        ahead = f"{AHEAD} * n_jobs"
        options: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1}
        self._parallel = partial(Parallel, n_jobs=workers, pre_dispatch=ahead, **options)
        try:
            self._parallel()
        except ValueError as error:
            msg = f"this backend of joblib cannot be used: {error}"
            raise OptionError(msg) from error

    def run(
        self, function: Callable[[Any], Any], calls: Iterable[Any]
    ) -> Generator[Done, None, None]:
        """Make the calls. A process that dies takes those under way with it."""
        from joblib import delayed

        under_way: dict[int, Any] = {}
        is_over = False

        def waiting() -> Iterator[Any]:
            for number, call in enumerate(calls):
                if is_over:
                    return
                under_way[number] = call
                yield delayed(_numbered)(function, number, call)

        received = None
        try:
            received = self._parallel()(waiting())
            for number, result in received:
                yield Done(under_way.pop(number), result)
        except GeneratorExit:  # no more are asked for: those under way may end in peace
            is_over = True
            with suppress(KeyboardInterrupt):
                for _ in received or ():
                    pass
            raise
        except Exception as error:
            if not under_way:
                raise
            for call in under_way.values():
                yield Done(call, None, error)


class Dask:
    """The workers that a client of dask knows."""

    def __init__(self, backend: Any) -> None:
        self._client = backend.client
        self._options = getattr(backend, "submit_kwargs", {})
        self.width = max(1, backend.effective_n_jobs(-1))

    def run(
        self, function: Callable[[Any], Any], calls: Iterable[Any]
    ) -> Generator[Done, None, None]:
        """Make the calls; dask itself makes one again whose worker died, a few times."""
        finished: SimpleQueue[Any] = SimpleQueue()
        under_way: dict[str, tuple[Any, Any]] = {}
        waiting = iter(calls)
        try:
            while True:
                while len(under_way) < AHEAD * self.width:
                    try:
                        call = next(waiting)
                    except StopIteration:
                        break
                    future = self._client.submit(function, call, pure=False, **self._options)
                    under_way[future.key] = future, call
                    future.add_done_callback(finished.put)
                if not under_way:
                    return
                future = self._next(finished, under_way)
                _, call = under_way.pop(future.key)
                yield _of_future(future, call)
        finally:
            self._client.cancel([future for future, _ in under_way.values()])

    def _next(self, finished: SimpleQueue[Any], under_way: dict[str, tuple[Any, Any]]) -> Any:
        """Wait for a call to end; TimeoutError if there is nobody to make it."""
        seen = monotonic()
        while True:
            with suppress(Empty):
                future = finished.get(timeout=LOOK)
                if future.key in under_way:
                    return future
            for future, _ in under_way.values():  # one whose result died with a worker says nothing
                if future.status != "pending":
                    return future
            if self._client.ncores():
                seen = monotonic()
            elif monotonic() - seen > PATIENCE:
                msg = f"dask has had no worker for {PATIENCE:g} s"
                raise TimeoutError(msg)


class Ray:
    """The workers of a local ray or of a cluster."""

    def __init__(self, backend: Any, workers: int | None) -> None:
        self._ray: Any = import_module("ray")
        if not self._ray.is_initialized():
            self._ray.init()
        self._options = getattr(backend, "ray_remote_args", None) or {}
        cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.width = cores if workers is None or workers < 0 else workers

    def run(
        self, function: Callable[[Any], Any], calls: Iterable[Any]
    ) -> Generator[Done, None, None]:
        """Make the calls; ray itself makes one again whose worker died, a few times."""
        remote = self._ray.remote(_called)
        if self._options:
            remote = remote.options(**self._options)
        under_way: dict[Any, Any] = {}
        waiting = iter(calls)
        try:
            while True:
                while len(under_way) < AHEAD * self.width:
                    try:
                        call = next(waiting)
                    except StopIteration:
                        break
                    under_way[remote.remote(function, call)] = call
                if not under_way:
                    return
                (ended,), _ = self._ray.wait(list(under_way), num_returns=1)
                call = under_way.pop(ended)
                yield self._of_reference(ended, call)
        finally:
            for reference in under_way:
                self._ray.cancel(reference)

    def _of_reference(self, ended: Any, call: Any) -> Done:
        try:
            return Done(call, self._ray.get(ended))
        except Exception as error:  # noqa: BLE001 - ray has one for each way to lose a process
            return Done(call, None, error)


def _of_future(future: Any, call: Any) -> Done:
    """Return what a future of dask has come to."""
    if future.status == "lost":
        return Done(call, None, ConnectionError("the worker with the result is gone"), blamed=False)
    try:
        return Done(call, future.result(timeout=PATIENCE))
    except TimeoutError as error:
        return Done(call, None, error, blamed=False)
    except Exception as error:  # noqa: BLE001 - dask has one for each way to lose a process
        return Done(call, None, error)


def _count(workers: int | None) -> int:
    """Return how many workers joblib makes of a number."""
    joblib: Any = import_module("joblib")  # its types do not know that None is allowed
    return int(joblib.effective_n_jobs(workers))


def _numbered(function: Callable[[Any], Any], number: int, call: Any) -> tuple[int, Any]:
    return number, function(call)


def _called(function: Callable[[Any], Any], call: Any) -> Any:
    return function(call)
