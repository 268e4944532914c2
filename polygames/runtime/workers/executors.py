"""Where calls are made: here, in joblib's workers, on a cluster of dask or of ray.

joblib says which (`joblib.parallel_config`). What is asked of each is the same: make the calls, in
any order, and hand over what comes of each as soon as it is there. `clusters` asks dask and ray.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from importlib import import_module
from math import inf
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from polygames.core.errors import OptionError
from polygames.core.options import refuse, whole
from polygames.runtime.optional_imports import has

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

AHEAD = 2
"""Calls sent for each worker: one is made, and the next one waits beside it."""

LOOKS_UP = 0.5
"""Seconds after which a worker looks again whether its program is still there."""


class Done(NamedTuple):
    """What came of a call: a result, or the error with which its process was lost."""

    call: Any
    result: Any
    error: BaseException | None = None
    blamed: bool = True
    """Whether the process may have died of this call, and not of another one."""


class Pool(Protocol):
    """Workers."""

    @property
    def width(self) -> int:
        """How many calls are made at a time, now."""

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
        from polygames.runtime.workers.clusters import Dask

        return Dask(backend)
    if type(backend).__module__.startswith("ray."):
        from polygames.runtime.workers.clusters import Ray

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
        options |= _ending_with_us()
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
        except GeneratorExit:  # no more are asked for: those under way are finished
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


def _ending_with_us() -> dict[str, Any]:
    """Return what has loky's workers end with this process: by themselves they do not notice."""
    from joblib.parallel import get_active_backend

    backend, _ = get_active_backend()
    is_ours = type(backend).__name__ == "LokyBackend" and os.name == "posix"
    if not is_ours or "initializer" in getattr(backend, "backend_kwargs", {}):
        return {}
    return {"initializer": end_with, "initargs": (os.getpid(),)}


def end_with(parent: int) -> None:
    """Have this process, a worker, end soon after the one that started it, however that ended."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(LOOKS_UP)
        os._exit(1)  # nobody is there to hear of an exception

    Thread(target=watch, daemon=True).start()


def _count(workers: int | None) -> int:
    """Return how many workers joblib makes of a number."""
    joblib: Any = import_module("joblib")  # its types do not know that None is allowed
    return int(joblib.effective_n_jobs(workers))


def _numbered(function: Callable[[Any], Any], number: int, call: Any) -> tuple[int, Any]:
    return number, function(call)
