"""Results of benchmarks and a description of the machine, as JSON in benchmarks/results."""

from __future__ import annotations

import json
import os
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

RESULTS_FOLDER = Path(__file__).parents[1] / "results"
MEASURED_PACKAGES = ("numba", "numpy", "shapely")


def machine() -> dict[str, Any]:
    """Return the machine and the versions that the figures depend on."""
    model = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{package: version(package) for package in MEASURED_PACKAGES},
    }


def read(name: str) -> dict[str, Any]:
    """Return the results written under a name; empty if there are none."""
    path = RESULTS_FOLDER / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(name: str, figures: dict[str, Any]) -> None:
    """Write results with the machine they were measured on."""
    RESULTS_FOLDER.mkdir(exist_ok=True)
    text = json.dumps({"machine": machine()} | figures, indent=1)
    (RESULTS_FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
