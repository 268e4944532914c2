"""Where calls are made: here, in joblib's workers, on a cluster of dask or of ray.

joblib says which (`joblib.parallel_config`). What is asked of each is the same: make the calls, in
any order, and hand over what comes of each as soon as it is there. dask and ray are asked by their
own functions, not by joblib's: with these a worker of dask that dies is never heard of, and ray
returns nothing before the end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import islice
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from polygames.core.errors import OptionError
from polygames.core.options import refuse, whole
from polygames.runtime.optional_imports import has

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence

__all__ = ["Done", "Pool", "pool_of", "worker_count"]

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
        If that is no number of processes, or joblib's backend returns nothing before the end.
    """
    workers = worker_count(workers)
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


def worker_count(workers: int | None) -> int | None:
    """Return how many processes are asked for; OptionError if that is no number of processes."""
    if workers is None:
        return None
    found = whole("workers", workers, -inf)
    if found == 0:
        refuse("workers", "must be 1 or more, or -1 for one on each core", workers)
    return found


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


class Cluster(ABC):
    """Workers that a cluster's own functions reach: calls are sent, and each is a future then."""

    width: int

    def run(
        self, function: Callable[[Any], Any], calls: Iterable[Any]
    ) -> Generator[Done, None, None]:
        """Make the calls; the cluster makes one again whose worker died, a few times."""
        waiting, under_way = iter(calls), dict[Any, Any]()
        try:
            while True:
                for call in islice(waiting, AHEAD * self.width - len(under_way)):
                    under_way[self._send(function, call)] = call
                if not under_way:
                    return
                ended = self._next(under_way)
                yield self._done(ended, under_way.pop(ended))
        finally:
            self._cancel([*under_way])

    @abstractmethod
    def _send(self, function: Callable[[Any], Any], call: Any) -> Any:
        """Return the future of a call."""

    @abstractmethod
    def _next(self, under_way: Collection[Any]) -> Any:
        """Wait until a future has ended, and return it."""

    @abstractmethod
    def _done(self, ended: Any, call: Any) -> Done:
        """Return what a future has come to."""

    @abstractmethod
    def _cancel(self, futures: Sequence[Any]) -> None:
        """Give up futures."""


class Dask(Cluster):
    """The workers that a client of dask knows."""

    def __init__(self, backend: Any) -> None:
        self._client = backend.client
        self._options = getattr(backend, "submit_kwargs", {})
        self._finished: SimpleQueue[Any] = SimpleQueue()
        self.width = max(1, backend.effective_n_jobs(-1))

    def _send(self, function: Callable[[Any], Any], call: Any) -> Any:
        # as bytes: dask walks through tuples, and its scheduler unpacks and packs them once more
        packed = import_module("distributed.protocol.pickle").dumps((function, call))
        future = self._client.submit(_unpacked, packed, pure=False, **self._options)
        future.add_done_callback(self._finished.put)
        return future

    def _next(self, under_way: Collection[Any]) -> Any:
        """Wait for a call to end; TimeoutError if there is nobody to make it."""
        seen = monotonic()
        while True:
            with suppress(Empty):
                future = self._finished.get(timeout=LOOK)
                if future in under_way:
                    return future
            for future in under_way:  # one whose result died with a worker says nothing
                if future.status != "pending":
                    return future
            if self._client.ncores():
                seen = monotonic()
            elif monotonic() - seen > PATIENCE:
                msg = f"dask has had no worker for {PATIENCE:g} s"
                raise TimeoutError(msg)

    def _done(self, ended: Any, call: Any) -> Done:
        if ended.status == "lost":
            lost = ConnectionError("the worker with the result is gone")
            return Done(call, None, lost, blamed=False)
        try:
            return Done(call, ended.result(timeout=PATIENCE))
        except TimeoutError as error:
            return Done(call, None, error, blamed=False)
        except Exception as error:  # noqa: BLE001 - dask has one for each way to lose a process
            return Done(call, None, error)

    def _cancel(self, futures: Sequence[Any]) -> None:
        self._client.cancel(futures)


class Ray(Cluster):
    """The workers of a local ray or of a cluster."""

    def __init__(self, backend: Any, workers: int | None) -> None:
        self._ray: Any = import_module("ray")
        if not self._ray.is_initialized():
            self._ray.init()
        remote, options = self._ray.remote(_called), getattr(backend, "ray_remote_args", None)
        self._remote = remote.options(**options) if options else remote
        cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.width = cores if workers is None or workers < 0 else workers

    def _send(self, function: Callable[[Any], Any], call: Any) -> Any:
        return self._remote.remote(function, call)

    def _next(self, under_way: Collection[Any]) -> Any:
        (ended,), _ = self._ray.wait([*under_way], num_returns=1)
        return ended

    def _done(self, ended: Any, call: Any) -> Done:
        try:
            return Done(call, self._ray.get(ended))
        except Exception as error:  # noqa: BLE001 - ray has one for each way to lose a process
            return Done(call, None, error)

    def _cancel(self, futures: Sequence[Any]) -> None:
        for future in futures:
            self._ray.cancel(future)


def _count(workers: int | None) -> int:
    """Return how many workers joblib makes of a number."""
    joblib: Any = import_module("joblib")  # its types do not know that None is allowed
    return int(joblib.effective_n_jobs(workers))


def _numbered(function: Callable[[Any], Any], number: int, call: Any) -> tuple[int, Any]:
    return number, function(call)


def _called(function: Callable[[Any], Any], call: Any) -> Any:
    return function(call)


def _unpacked(packed: bytes) -> Any:
    return _called(*import_module("distributed.protocol.pickle").loads(packed))
