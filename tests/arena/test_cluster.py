"""Wherever joblib sends it all comes out as on one process, and what dies is played again."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import joblib
import pytest
from helpers import record_game

import polygames as pg
from polygames.arena.submissions import AgentFile
from polygames.runtime.parallel_calls import ParallelCalls
from polygames.search import playouts

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.filterwarnings("ignore"),  # dask and ray leave processes and sockets behind
]

QUICK = {"seed": 3, "progress": False}
RAISES = AgentFile("raising", "def choose(state, rng): raise ValueError('no idea')")
SLOW = AgentFile(
    "slow",
    "import time\n"
    "def choose(state, rng):\n"
    "    time.sleep(0.02)\n"
    "    return state.legal_moves.sample(rng)\n",
)


@contextmanager
def dask_workers(count):
    """Start workers of dask; yield the cluster and a client."""
    distributed = pytest.importorskip("distributed")
    given = {"n_workers": count, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**given) as cluster, distributed.Client(cluster) as client:
        yield cluster, client


@contextmanager
def on_dask():
    with dask_workers(2) as (_, client), joblib.parallel_config("dask", client=client):
        yield partial(kill_one, lambda: [os.getpid(), *client.run(os.getpid).values()])


@contextmanager
def on_ray():
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "300")  # on a busy machine
    ray = pytest.importorskip("ray")
    from ray.util.joblib import register_ray

    register_ray()
    ray.shutdown()  # that of the fixture, whose tests have all run
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        with joblib.parallel_config("ray", n_jobs=-1):
            yield partial(kill_one, lambda: [os.getpid(), *ray_workers()])
    finally:
        ray.shutdown()


def ray_workers():
    import psutil

    children = psutil.Process().children(recursive=True)
    return [child.pid for child in children if "ray::PoolActor" in " ".join(child.cmdline())]


def kill_one(pids):
    own, *others = pids()
    assert own == os.getpid()
    os.kill(others[0], signal.SIGKILL)


def loky_workers():
    from joblib.externals.loky import reusable_executor

    return list(reusable_executor._executor._processes)  # to ask for it might replace it


@contextmanager
def on_loky():
    with joblib.parallel_config("loky", n_jobs=2):
        yield partial(kill_one, lambda: [os.getpid(), *loky_workers()])


@contextmanager
def on_threads():
    with joblib.parallel_config("threading", n_jobs=2):
        yield None


BACKENDS = {"loky": on_loky, "threads": on_threads, "dask": on_dask, "ray": on_ray}
RAY = pytest.param("ray", marks=pytest.mark.long)
"""What only Ray breaks is found once a week."""


@pytest.fixture(scope="module", params=["loky", "threads", "dask", RAY])
def backend(request):
    """Make two workers; the fixture kills one of them when it is called, where they are processes.

    The tests of this module run in one go on each kind.
    """
    with BACKENDS[request.param]() as kill:
        yield kill


def here(play, *arguments, **options):
    """Return what comes out on this process alone."""
    return play(*arguments, workers=1, **options)


@pytest.mark.usefixtures("backend")
def test_a_match_a_tournament_and_random_games_are_what_they_are_here():
    match = "polygon", "mobility", "random"
    assert pg.match(*match, games=24, **QUICK) == here(pg.match, *match, games=24, **QUICK)
    cup = "polygon", ["random", "mobility", "random"]
    played, wanted = (
        pg.tournament(*cup, games=4, **QUICK),
        here(pg.tournament, *cup, games=4, **QUICK),
    )
    assert played.to_dict() == wanted.to_dict()
    state = pg.new("polygon", n=5)
    assert playouts(state, 300, seed=2) == here(playouts, state, 300, seed=2)


@pytest.mark.usefixtures("backend")
def test_a_review_is_what_it_is_here():
    """All is proved in Polygon on six corners, so time does not matter."""
    record = record_game("polygon", "A-C", "C-E", "E-A", "A-D", n=6)
    found = pg.review(record, seconds=20, progress=False)
    assert [each.proved for each in found.moves] == [True] * 4
    assert found == here(pg.review, record, seconds=20, progress=False)


@pytest.mark.usefixtures("backend")
def test_a_failure_names_game_pair_and_seed():
    with pytest.raises(pg.AgentError, match=r"^polygon, pair \d of raising - random, seed 3: rais"):
        pg.match("polygon", RAISES, "random", games=8, **QUICK)
    cup = pg.tournament("polygon", [RAISES, "random"], games=4, on_failure="lose", **QUICK)
    assert cup.results["raising", "random"] == (0, 4)


@pytest.mark.parametrize("backend", ["loky", "dask", RAY], indirect=True)
def test_a_worker_that_is_killed_costs_no_game(backend, tmp_path):
    file = tmp_path / "results.jsonl"

    def watch():
        while not file.exists() or not file.read_bytes():
            time.sleep(0.05)
        backend()

    watcher = threading.Thread(target=watch)
    watcher.start()
    match = "polygon", SLOW, "random"
    played = pg.match(*match, games=80, file=file, **QUICK)
    watcher.join()
    assert played == here(pg.match, *match, games=80, **QUICK)
    assert len(file.read_text().splitlines()) == 40


@pytest.fixture
def another_version(tmp_path):
    """A folder with a copy of the package that says another version."""
    from shutil import copytree, ignore_patterns

    copy = tmp_path / "polygames"
    copytree(Path(pg.__file__).parent, copy, ignore=ignore_patterns("*.nbc", "*.pyc"))
    version = copy / "core" / "__init__.py"
    version.write_text(version.read_text().replace(pg.__version__, "0.0.9"))
    return tmp_path


@contextmanager
def worker_from(cluster, folder):
    """Start a worker of dask that finds the package in a folder."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    command = ["-m", "distributed.cli.dask_worker", cluster.scheduler_address, "--no-nanny"]
    worker = subprocess.Popen(
        [sys.executable, *command, "--nthreads=2", "--name=stranger"],
        env=environment,
        cwd=folder,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield worker
    finally:
        worker.kill()
        worker.wait()


def test_a_worker_with_another_version_makes_no_call(another_version):
    with dask_workers(0) as (cluster, client), worker_from(cluster, another_version):
        client.wait_for_workers(1)
        with (
            joblib.parallel_config("dask", client=client),
            pytest.raises(pg.OptionError, match=r"a worker has polygames 0\.0\.9, not "),
        ):
            list(ParallelCalls(abs, range(60)))
