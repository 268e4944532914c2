"""Backends for calls: this process, joblib's workers, or a cluster of dask or ray.

`joblib.parallel_config` selects one. All have the same interface: make the calls, in any order, and
yield each result as soon as it is available.

Workers of a cluster may join and leave. They are used through the interfaces of dask and ray, not
through joblib. With joblib the death of a dask worker is never reported, and ray returns nothing
before the end.
"""

from __future__ import annotations

import os
import warnings
from abc import ABC, abstractmethod
from contextlib import suppress
from functools import partial
from importlib import import_module
from inspect import signature
from itertools import islice
from math import inf
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

from polygames.core import __version__
from polygames.core.errors import OptionError
from polygames.core.lazy_imports import is_available, require_library
from polygames.core.options import check_number, raise_option_error, whole

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Collection,
        Generator,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

CALLS_IN_FLIGHT_PER_WORKER = 2
"""The number of calls sent per worker: one runs, and the next one is queued."""

PARENT_POLL_SECONDS = 0.5
"""The time in seconds between a worker's checks that its parent process is alive."""


class CallOutcome(NamedTuple):
    """The outcome of a call: its result, or an error if its process died before it returned."""

    call: Any
    result: Any
    error: BaseException | None = None
    is_blamed: bool = True
    """Whether this call, and not another one, may have killed the process."""


class Pool(Protocol):
    """The interface of a group of workers."""

    @property
    def capacity(self) -> int:
        """The number of calls that can run at the same time, at present."""

    def run(
        self, function: Callable[[Any], Any], calls: Iterable[Any]
    ) -> Generator[CallOutcome, None, None]:
        """Call a function with each item of `calls`, taken on demand, and yield the outcomes.

        `calls` may be iterated in another thread.
        """


def create_pool(workers: int | None) -> Pool:
    """Return a pool of workers: this process if `workers` is 1, joblib's configuration if None.

    Without joblib it is always this process. Raise OptionError if the number is invalid, or if
    joblib's backend returns nothing before the end.
    """
    workers = check_workers(workers)
    if workers == 1 or not is_available("joblib"):
        return InProcess()
    from joblib.parallel import get_active_backend

    register_ray_backend()
    backend, _ = get_active_backend()
    if type(backend).__name__ == "DaskDistributedBackend":
        return Dask(backend)
    if type(backend).__module__.startswith("ray."):
        return Ray(backend, workers)
    if _joblib_worker_count(workers) == 1:
        return InProcess()
    return Joblib(workers)


def check_workers(workers: int | None) -> int | None:
    """Return a number of processes, or None; raise OptionError if it is not an integer or is 0."""
    if workers is None:
        return None
    found = whole("the option workers", workers, -inf)
    if found == 0:
        raise_option_error(
            "the option workers", "must be 1 or more, or -1 for one on each core", workers
        )
    return found


def register_ray_backend() -> None:
    """Register ray as a joblib backend; without ray its use raises MissingExtraError.

    A backend registered by ray's own `register_ray` is not replaced.
    """
    from joblib.parallel import BACKENDS, register_parallel_backend

    if "ray" not in BACKENDS:
        register_parallel_backend("ray", _ray_backend)  # type: ignore[arg-type]  # any factory


def _ray_backend(**options: Any) -> Any:
    require_library("ray", 'joblib.parallel_config("ray")')
    return import_module("ray.util.joblib.ray_backend").RayBackend(**options)


class InProcess:
    """A pool that makes the calls in this process, one after the other."""

    capacity = 1

    def run(
        self, function: Callable[[Any], Any], calls: Iterable[Any]
    ) -> Generator[CallOutcome, None, None]:
        """Make the calls in order, and yield their outcomes."""
        for call in calls:
            yield CallOutcome(call, function(call))


class Joblib:
    """The workers of a joblib backend that returns results as they arrive."""

    def __init__(self, workers: int | None) -> None:
        from joblib import Parallel

        self.capacity = _joblib_worker_count(workers)
        # joblib warns in its own thread: as an error this would end the thread, and all would wait
        warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)
        ahead = f"{CALLS_IN_FLIGHT_PER_WORKER} * n_jobs"
        options: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1}
        options |= _worker_exit_options()
        self._parallel = partial(Parallel, n_jobs=workers, pre_dispatch=ahead, **options)
        try:
            self._parallel()
        except ValueError as error:
            msg = f"cannot use this backend of joblib: {error}"
            raise OptionError(msg) from error

    def run(
        self, function: Callable[[Any], Any], calls: Iterable[Any]
    ) -> Generator[CallOutcome, None, None]:
        """Make the calls and yield their outcomes.

        If a process dies, all calls in progress have its error as outcome.
        """
        from joblib import delayed

        under_way: dict[int, Any] = {}
        is_over = False

        def waiting() -> Iterator[Any]:
            for number, call in enumerate(calls):
                if is_over:
                    return
                under_way[number] = call
                yield delayed(_call_with_number)(function, number, call)

        received = None
        try:
            received = self._parallel()(waiting())
            for number, result in received:
                yield CallOutcome(under_way.pop(number), result)
        except GeneratorExit:  # the consumer stopped: finish the running calls
            is_over = True
            with suppress(KeyboardInterrupt):
                for _ in received or ():
                    pass
            raise
        except Exception as error:
            if not under_way:
                raise
            for call in under_way.values():
                yield CallOutcome(call, None, error)


def _worker_exit_options() -> dict[str, Any]:
    """Return joblib options with which loky's worker processes end soon after this process."""
    from joblib.parallel import get_active_backend

    backend, _ = get_active_backend()
    is_ours = type(backend).__name__ == "LokyBackend" and os.name == "posix"
    if not is_ours or "initializer" in getattr(backend, "backend_kwargs", {}):
        return {}
    return {"initializer": exit_with_parent, "initargs": (os.getpid(),)}


def exit_with_parent(parent_pid: int) -> None:
    """Start a thread that ends this worker process soon after its parent has ended."""

    def watch() -> None:
        while os.getppid() == parent_pid:
            sleep(PARENT_POLL_SECONDS)
        os._exit(1)  # an exception would not reach anybody

    Thread(target=watch, daemon=True).start()


def _joblib_worker_count(workers: int | None) -> int:
    """Return the number of workers that joblib uses for an argument `workers`."""
    joblib: Any = import_module("joblib")  # its types do not allow None
    return int(joblib.effective_n_jobs(workers))


def _call_with_number(function: Callable[[Any], Any], number: int, call: Any) -> tuple[int, Any]:
    return number, function(call)


NO_WORKER_TIMEOUT_SECONDS = 30.0
"""The time in seconds that a cluster may be without workers, if joblib's option is not set."""
WORKER_POLL_SECONDS = 1.0
"""The time between two counts of the workers, in seconds."""


class Cluster(ABC):
    """The base class of clusters, which receive calls as futures through their own interface.

    Workers may join and leave: the number of calls sent depends on the workers present.
    """

    calls_per_worker = CALLS_IN_FLIGHT_PER_WORKER
    """The number of calls sent per worker."""

    def __init__(self, backend: Any) -> None:
        self._worker_timeout = _worker_timeout_of(backend)
        self._counted_capacity, self._last_count_time = 0, -inf
        self._count_workers()
        self._last_worker_time = monotonic()
        """The last time at which there was a worker."""

    @property
    def capacity(self) -> int:
        """The number of calls that can run at the same time.

        At least 1, since a worker may join.
        """
        if monotonic() - self._last_count_time > WORKER_POLL_SECONDS:
            self._count_workers()
        return max(1, self._counted_capacity)

    def _count_workers(self) -> None:
        """Count the calls that the workers can make at once, and store the time."""
        self._counted_capacity = self._count_capacity()
        self._last_count_time = monotonic()
        if self._counted_capacity:
            self._last_worker_time = self._last_count_time

    def run(
        self, function: Callable[[Any], Any], calls: Iterable[Any]
    ) -> Generator[CallOutcome, None, None]:
        """Make the calls and yield their outcomes.

        The cluster repeats a call whose worker died, a few times.

        Raise TimeoutError if there are no workers for too long.
        """
        waiting, under_way = iter(calls), dict[Any, Any]()
        self._last_worker_time = monotonic()
        try:
            while True:
                for call in islice(
                    waiting, max(0, self.calls_per_worker * self.capacity - len(under_way))
                ):
                    under_way[self._send(function, call)] = call
                if not under_way:
                    return
                ended = self._wait_for_future(under_way)
                if ended is not None:
                    yield self._outcome_of(ended, under_way.pop(ended))
                elif (
                    not self._counted_capacity
                    and monotonic() - self._last_worker_time > self._worker_timeout
                ):
                    msg = f"{type(self).__name__.lower()} has had no worker for"
                    msg = f"{msg} {self._worker_timeout:g} s (wait_for_workers_timeout)"
                    raise TimeoutError(msg)
        finally:
            self._cancel([*under_way])

    @abstractmethod
    def _count_capacity(self) -> int:
        """Return the number of calls that the present workers can make at the same time."""

    @abstractmethod
    def _send(self, function: Callable[[Any], Any], call: Any) -> Any:
        """Send a call and return its future."""

    @abstractmethod
    def _wait_for_future(self, futures: Collection[Any]) -> Any:
        """Wait for a short time until a future ends.

        Return this future, or None if none has ended.
        """

    @abstractmethod
    def _outcome_of(self, future: Any, call: Any) -> CallOutcome:
        """Return the outcome of a future that has ended."""

    @abstractmethod
    def _cancel(self, futures: Sequence[Any]) -> None:
        """Cancel the calls that belong to futures."""


class Dask(Cluster):
    """The workers of a dask client."""

    def __init__(self, backend: Any) -> None:
        self._client = backend.client
        self._options = getattr(backend, "submit_kwargs", {})
        self._finished_futures: SimpleQueue[Any] = SimpleQueue()
        self._versions: dict[str, str] = {}
        """The package version of each worker by address, including workers that have left."""
        self._allowed_workers: dict[Any, list[str]] = {}
        """The workers that may make a call, if some may not."""
        super().__init__(backend)

    def _count_capacity(self) -> int:
        """Return the number of threads of workers with our version.

        Warn once about other workers.
        """
        cores: dict[str, int] = self._client.ncores()
        if new := [worker for worker in cores if worker not in self._versions]:
            found = self._client.run(eval, VERSION_EXPRESSION, workers=new, on_error="return")
            self._versions |= {worker: str(version) for worker, version in found.items()}
            others = {worker: self._versions[worker] for worker in found}
            _warn_of_other_versions(
                {w: version for w, version in others.items() if version != __version__}
            )
        self._usable_workers = [
            worker for worker in cores if self._versions.get(worker) == __version__
        ]
        if cores and not self._usable_workers:
            raise_version_error({worker: self._versions.get(worker, "unknown") for worker in cores})
        self._has_other_versions = len(self._usable_workers) < len(cores)
        return sum(cores[worker] for worker in self._usable_workers)

    def _send(self, function: Callable[[Any], Any], call: Any) -> Any:
        # as bytes: dask walks through tuples, and its scheduler unpacks and packs them once more
        packed = import_module("distributed.protocol.pickle").dumps((function, call))
        only = {"workers": self._usable_workers} if self._has_other_versions else {}
        future = self._client.submit(_unpickle, packed, pure=False, **self._options | only)
        if only:
            self._allowed_workers[future] = self._usable_workers
        future.add_done_callback(self._finished_futures.put)
        return future

    def _wait_for_future(self, futures: Collection[Any]) -> Any:
        with suppress(Empty):
            future = self._finished_futures.get(timeout=WORKER_POLL_SECONDS)
            if future in futures:
                return future
        there = {*self._usable_workers}
        for future in futures:  # a future whose result died with a worker sends no notice
            if future.status != "pending":
                return future
            if future in self._allowed_workers and there.isdisjoint(self._allowed_workers[future]):
                return future  # all workers that may make it have left
        return None

    def _outcome_of(self, future: Any, call: Any) -> CallOutcome:
        self._allowed_workers.pop(future, None)
        if future.status in {"lost", "pending"}:
            self._cancel([future])
            lost = ConnectionError("the worker with the result has stopped")
            return CallOutcome(call, None, lost, is_blamed=False)
        try:
            return CallOutcome(call, future.result(timeout=NO_WORKER_TIMEOUT_SECONDS))
        except (TimeoutError, UnboundLocalError) as error:  # dask's own at a cancelled wait
            return CallOutcome(call, None, error, is_blamed=False)
        except Exception as error:  # noqa: BLE001 - dask has one for each way to lose a process
            return CallOutcome(call, None, error)

    def _cancel(self, futures: Sequence[Any]) -> None:
        self._client.cancel(futures)


class Ray(Cluster):
    """The workers of a local ray or of a ray cluster.

    Calls are never cancelled: `ray.cancel` sometimes kills our process if the call is just
    ending (seen with ray 2.60). So no calls are queued at a worker, and running ones are
    finished.
    """

    calls_per_worker = 1

    def __init__(self, backend: Any, workers: int | None) -> None:
        self._ray: Any = import_module("ray")
        if not self._ray.is_initialized():
            self._ray.init()
        remote, options = (
            self._ray.remote(_call_from_pickle),
            getattr(backend, "ray_remote_args", None),
        )
        self._remote = remote.options(**options) if options else remote
        self._requested_workers = None if workers is None or workers < 0 else workers
        self._checked_machines: set[str] = set()
        """The machines with our version."""
        super().__init__(backend)

    def _count_capacity(self) -> int:
        """Return the number of cores, at most the number of workers that was requested.

        Raise OptionError if a machine has another version of the package.
        """
        self._check_versions()
        cores = int(self._ray.cluster_resources().get("CPU", 0))
        return cores if self._requested_workers is None else min(cores, self._requested_workers)

    def _check_versions(self) -> None:
        nodes = {node["NodeID"]: node for node in self._ray.nodes() if node["Alive"]}
        new = [node for node in nodes if node not in self._checked_machines]
        if not new:
            return
        on = import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
        ask = self._ray.remote(num_cpus=0)(_make_version_function())
        asked = [ask.options(scheduling_strategy=on(node, soft=False)).remote() for node in new]
        found = dict(zip(new, map(self._read_version, asked), strict=True))
        strangers = {
            f"{nodes[node]['NodeManagerHostname']} ({nodes[node]['NodeManagerAddress']})": version
            for node, version in found.items()
            if version not in {__version__, None}
        }
        if strangers:
            raise_version_error(strangers)
        self._checked_machines |= {node for node, version in found.items() if version is not None}

    def _read_version(self, future: Any) -> str | None:
        """Return the package version on a machine; None if the machine has left the cluster."""
        try:
            return str(self._ray.get(future, timeout=NO_WORKER_TIMEOUT_SECONDS))
        except (self._ray.exceptions.RayTaskError, ImportError) as error:
            return str(error).rpartition("\n")[2]
        except Exception:  # noqa: BLE001 - ray has one for each way to lose a machine
            return None

    def _send(self, function: Callable[[Any], Any], call: Any) -> Any:
        return self._remote.remote(function, call)

    def _wait_for_future(self, futures: Collection[Any]) -> Any:
        ended, _ = self._ray.wait([*futures], num_returns=1, timeout=WORKER_POLL_SECONDS)
        return ended[0] if ended else None

    def _outcome_of(self, future: Any, call: Any) -> CallOutcome:
        try:
            return CallOutcome(call, self._ray.get(future))
        except Exception as error:  # noqa: BLE001 - ray has one for each way to lose a process
            return CallOutcome(call, None, error)

    def _cancel(self, futures: Sequence[Any]) -> None:
        """Do nothing: running calls are finished, and their results are dropped; see the class."""


# --- Versions of workers ------------------------------------------------------------------------

VERSION_EXPRESSION = "__import__('polygames').__version__"
"""An expression to evaluate on a worker: it needs nothing of ours there."""


def _make_version_function() -> Callable[[], str]:
    """Return a function that returns the package version on a worker and is pickled by value."""
    names: dict[str, Any] = {"__name__": "version_there"}
    exec(f"def version_there(): return {VERSION_EXPRESSION}", names)  # noqa: S102 - our own line
    found: Callable[[], str] = names["version_there"]
    return found


def _other_versions_text(versions: Mapping[str, str]) -> str:
    """Return a message about workers with another version."""
    named = ", ".join(f"{worker} has {version}" for worker, version in sorted(versions.items()))
    return f"workers with another version of polygames than {__version__}: {named}"


def _warn_of_other_versions(versions: Mapping[str, str]) -> None:
    """Warn about workers that receive no calls because of their version."""
    if versions:
        warnings.warn(f"no games are sent to {_other_versions_text(versions)}", stacklevel=2)


def raise_version_error(versions: Mapping[str, str]) -> NoReturn:
    """Raise OptionError with a message about workers that have another version of the package."""
    raise OptionError(_other_versions_text(versions))


def _worker_timeout_of(backend: Any) -> float:
    """Return the time in seconds that a cluster may be without workers before it fails.

    It is joblib's option for dask; other backends store it with their unknown options.
    """
    name = "wait_for_workers_timeout"
    usual = signature(type(backend).__init__).parameters.get(name)
    given = getattr(backend, name, None) or getattr(backend, "backend_kwargs", {}).get(name)
    if given is None or (usual is not None and given == usual.default):
        return NO_WORKER_TIMEOUT_SECONDS
    return float(check_number(name, given, above=0))


def _call_from_pickle(function: Callable[[Any], Any], call: Any) -> Any:
    return function(call)


def _unpickle(packed: bytes) -> Any:
    return _call_from_pickle(*import_module("distributed.protocol.pickle").loads(packed))
