"""All kinds of attack, with the share of the time that each gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polygames as pg
from fuzzing.classes import classes
from fuzzing.messages import messages
from fuzzing.options import options
from fuzzing.play import games
from fuzzing.plugs import attacks
from fuzzing.texts import texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from fuzzing.case import Run

__all__ = ["Attack", "all_attacks"]


@dataclass(frozen=True)
class Attack:
    """A kind of attack on a game."""

    game: str
    kind: str
    function: Callable[[Run], None]
    share: float
    """Its share of the time."""
    cases: int
    """How many cases the test run makes."""

    @property
    def name(self) -> str:
        """The name for ``--only``."""
        return f"{self.game}/{self.kind}"


KINDS: dict[str, tuple[Callable[[Run], None], float, int]] = {
    "texts": (texts, 35, 200),
    "options": (options, 6, 40),
    "games": (games, 40, 120),
    "messages": (messages, 4, 2),
    "class": (classes, 4, 10),
}
"""What is done to every game: the attack, its share of the time, the cases of the test run."""

OWN = (2.0, 5)
"""Share and cases of an attack that only one game has."""


def all_attacks() -> list[Attack]:
    """Return every kind of attack on every registered game."""
    found = []
    for game in pg.games():
        found += [Attack(game, kind, *how) for kind, how in KINDS.items()]
        found += [Attack(game, kind, how, *OWN) for kind, how in attacks(game).items()]
    return found
