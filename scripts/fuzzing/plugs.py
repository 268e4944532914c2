"""The options and the oracles of a game for random tests: ``tests/games/<game>/attack.py``.

``options(rng)``
    Options of a short game.
``twin(state)``
    An oracle for a game: ``agree(state)`` raises AssertionError if the two differ, and
    ``play(move)`` plays a move.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg

if TYPE_CHECKING:
    from random import Random
    from types import ModuleType

__all__ = ["require", "short_options", "short_start", "twin_of"]

TESTS_FOLDER = Path(__file__).parents[2] / "tests"


@cache
def attack_module(game: str) -> ModuleType | None:
    """Return the attack module of a game's tests, or None."""
    path = TESTS_FOLDER / "games" / game / "attack.py"
    spec = spec_from_file_location(f"attack_{game}", path)
    if spec is None or spec.loader is None or not path.exists():
        return None
    if str(TESTS_FOLDER) not in sys.path:
        sys.path.append(str(TESTS_FOLDER))  # the oracles are there
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def short_options(game: str, rng: Random) -> dict[str, Any]:
    """Return options of a short game."""
    make = getattr(attack_module(game), "options", None)
    return {} if make is None else dict(make(rng))


def twin_of(state: pg.State[Any]) -> Any:
    """Return an oracle for a game from this state, or None."""
    twin = getattr(attack_module(state.game), "twin", None)
    return None if twin is None else twin(state)


def short_start(game: str, rng: Random) -> pg.State[Any]:
    """Return the start of a short game that is not over at once."""
    while True:
        state = pg.new(game, **short_options(game, rng))
        if state.outcome is None:
            return state


def require(condition: object, problem: str, facts: object = "") -> None:
    """Raise AssertionError with a problem and its facts unless a condition holds."""
    if not condition:
        msg = f"{problem}: {facts!r:.2000}"
        raise AssertionError(msg)
