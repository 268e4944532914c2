"""The additions of a game's tests to the attacks: ``tests/games/<game>/attack.py``.

``options(rng)``
    Options of a short game.
``twin(state)``
    An oracle for a game: ``agree(state)`` raises AssertionError if the two differ, and
    ``play(move)`` plays a move.
``ATTACKS``
    More kinds of attack on this game, by name: functions of a `Run`.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from types import ModuleType

    import polygames as pg
    from fuzzing.case import Run

__all__ = ["own_attacks", "short_options", "twin_of"]

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


def own_attacks(game: str) -> dict[str, Callable[[Run], None]]:
    """Return the kinds of attack that only this game has."""
    return dict(getattr(attack_module(game), "ATTACKS", {}))
