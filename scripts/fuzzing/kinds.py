"""All kinds of attack, with the share of the running time for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polygames as pg
from fuzzing.classes import attack_class
from fuzzing.messages import attack_board
from fuzzing.options import attack_options
from fuzzing.play import attack_game
from fuzzing.plugs import own_attacks
from fuzzing.texts import attack_texts

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
    """The share of the running time, relative to the other attacks."""
    cases: int
    """The number of cases in a test run."""

    @property
    def name(self) -> str:
        """The name for ``--only``."""
        return f"{self.game}/{self.kind}"


COMMON_ATTACKS: dict[str, tuple[Callable[[Run], None], float, int]] = {
    "texts": (attack_texts, 35, 200),
    "options": (attack_options, 6, 40),
    "games": (attack_game, 40, 120),
    "messages": (attack_board, 4, 2),
    "class": (attack_class, 4, 10),
}
"""The attacks on every game: the function, its share of the time, its cases in a test run."""

OWN_SHARE_AND_CASES = (2.0, 5)
"""The share and the cases of an attack that only one game has."""


def all_attacks() -> list[Attack]:
    """Return every kind of attack on every registered game."""
    found = []
    for game in pg.games():
        found += [Attack(game, kind, *how) for kind, how in COMMON_ATTACKS.items()]
        found += [
            Attack(game, kind, how, *OWN_SHARE_AND_CASES) for kind, how in own_attacks(game).items()
        ]
    return found
