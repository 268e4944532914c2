"""Save the seconds of each stage of .ci/run in benchmarks/results, and report slower stages.

    python scripts/stage_seconds.py SECONDS ROOT [--long]

SECONDS is a file of `.ci/run`, with a stage and its seconds on each line. ROOT is the repository
from which `.ci/run` started. The row of a stage that did not run is unchanged.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from pathlib import Path

SLOWER_FACTOR = 1.25
"""A stage is reported if it took more than so many times its saved seconds."""

NOISE_SECONDS = 10
"""Smaller differences than this are not reported."""


def find_slower_stages(before: dict[str, int], now: dict[str, int]) -> list[str]:
    """Return a line for each stage that took a quarter longer than before.

    Examples
    --------
    >>> grown({"slow": 600, "site": 20}, {"slow": 760, "site": 28, "hub": 90})
    ['slow has grown: 760 s, it was 600']
    """
    return [
        f"{name} has grown: {seconds} s, it was {before[name]}"
        for name, seconds in now.items()
        if name in before
        and seconds > max(SLOWER_FACTOR * before[name], before[name] + NOISE_SECONDS)
    ]


def save_seconds(seconds: dict[str, int], root: Path, run: str) -> list[str]:
    """Save the seconds of a run in the results; return the stages that became slower."""
    path = root / "benchmarks" / "results" / "ci.json"
    results = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    before = results.get(run, {}).get("seconds", {})
    results[run] = {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[2], 1),
        "seconds": before | seconds,
    }
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return find_slower_stages(before, seconds)


def main() -> None:
    """Save the seconds of the command line's file, and print the slower stages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("seconds", type=Path)
    parser.add_argument("root", type=Path)
    parser.add_argument("--long", action="store_true", help="the stages of .ci/run --long")
    given = parser.parse_args()
    lines = given.seconds.read_text(encoding="utf-8").splitlines()
    seconds = {name: int(value) for name, _, value in (line.partition(" ") for line in lines)}
    for line in save_seconds(seconds, given.root, "long" if given.long else "daily"):
        print(f"=== {line}")


if __name__ == "__main__":
    main()
