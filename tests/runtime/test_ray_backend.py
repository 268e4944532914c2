"""joblib's backend ray: it needs an extra, which an error names."""

import sys
from types import ModuleType, SimpleNamespace

import pytest
from helpers import run_python

from polygames.core.lazy_imports import is_available
from polygames.runtime.executors import Ray


def fake_ray(cores):
    """Return a module like ray, for a cluster with these cores and no machine to check."""
    ray = ModuleType("ray")
    ray.is_initialized = lambda: True
    ray.remote = lambda function: function
    ray.nodes = list
    ray.cluster_resources = lambda: {"CPU": float(cores)} if cores else {}
    return ray


@pytest.mark.parametrize(
    ("cores", "workers", "capacity"),
    [(2, 8, 2), (8, 2, 2), (8, None, 8), (8, -1, 8), (0, 4, 1)],
)
def test_no_call_waits_at_a_core_of_ray_that_is_busy(monkeypatch, cores, workers, capacity):
    monkeypatch.setitem(sys.modules, "ray", fake_ray(cores))
    assert Ray(SimpleNamespace(), workers).capacity == capacity


@pytest.mark.skipif(is_available("ray"), reason="it is installed")
@pytest.mark.parametrize(
    "begin",
    ["import joblib, polygames as pg", "import polygames as pg; pg.measure; import joblib"],
)
def test_the_backend_ray_names_its_extra(begin):
    code = f"""{begin}
pg.match("polygon", "random", "random", pairs=1, progress=False)
try:
    with joblib.parallel_config("ray"):
        pass
except pg.MissingExtraError as error:
    print(error)
"""
    found = run_python(code)
    assert "pip install ray" in str(getattr(found, "stdout", found))


@pytest.mark.skipif(is_available("ray"), reason="it is installed")
def test_with_joblib_imported_first_no_match_is_needed():
    code = """import joblib, polygames as pg
try:
    joblib.parallel_config("ray")
except pg.MissingExtraError as error:
    print(error)
"""
    found = run_python(code)
    assert "pip install ray" in str(getattr(found, "stdout", found))
