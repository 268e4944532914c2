"""The example Take It Easy, found where it lies: nobody has to install it for these figures."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "examples" / "take_it_easy"
PACKAGE = "polygames_take_it_easy"


def part(name: str) -> Any:
    """Return a module of the example, such as ``engine.values``."""
    if str(FOLDER) not in sys.path:
        sys.path.insert(0, str(FOLDER))
    return import_module(f"{PACKAGE}.{name}")


def info() -> Any:
    """Return what the game tells of itself, for `pg.register`."""
    part("rules")
    return import_module(PACKAGE).INFO
