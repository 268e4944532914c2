"""Results of studies for the lessons in notebooks/data, with their command and the machine."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.lib.machine import machine

DATA_FOLDER = Path(__file__).parents[2] / "notebooks" / "data"


def parse_options(name: str, doc: str | None, **numbers: int) -> tuple[argparse.Namespace, str]:
    """Parse the options of a study; return them and the full command."""
    parser = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    for option, default in numbers.items():
        parser.add_argument(f"--{option}", type=int, default=default, help="(%(default)s)")
    given = parser.parse_args()
    options = [f"--{option} {number}" for option, number in vars(given).items()]
    return given, " ".join([command_of(name), *options])


def command_of(name: str) -> str:
    """Return the command that runs a study."""
    return " ".join(("python", "-m", f"benchmarks.studies.{name}"))


def read(name: str) -> dict[str, Any]:
    """Return the saved results of a study, or an empty dictionary."""
    path = DATA_FOLDER / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(name: str, command: str, **facts: Any) -> None:
    """Write the results of a study, with a line for each fact and each table row."""
    entries = []
    for key, fact in {"command": command, "machine": machine(), **facts}.items():
        text = json.dumps(fact)
        if isinstance(fact, list) and fact and isinstance(fact[0], dict):
            text = "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in fact) + "\n ]"
        entries.append(f" {json.dumps(key)}: {text}")
    lines = "{\n" + ",\n".join(entries) + "\n}\n"
    (DATA_FOLDER / f"{name}.json").write_text(lines, encoding="utf-8")
