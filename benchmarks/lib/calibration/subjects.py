"""The positions to analyse in each game, and the results to compare with."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FAIR_GAMES", "GAME_SUBJECTS", "GAME_TARGETS", "STEADY_GAMES", "Subject"]


def from_mean(raw: float) -> float:
    """Return the chance to win for a mean result."""
    return (1 + raw) / 2


def from_lead(raw: float) -> float:
    """Return the chance of a lead in Split, as its `mcts` sees it."""
    return from_odds(raw / 12)


def from_odds(raw: float) -> float:
    """Return the chance of log-odds."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, raw))))


def from_sign(raw: float) -> float:
    """Return the chance to win by the sign of a lead: 0, 0.5 or 1."""
    return 0.5 + 0.5 * ((raw > 0) - (raw < 0))


@dataclass(frozen=True)
class Subject:
    """The rules for sampling positions of a game."""

    how: str
    """A description of the games and of the analysed positions."""
    agent: str
    """The name of the agent that plays."""
    options: dict[str, Any]
    answers: int
    """The number of the answer of `deepen` that is used."""
    opening: tuple[int, ...]
    """The number of random moves at the start of a game; the games use these numbers in turn."""
    every: int
    """The average number of plies between two positions."""
    raw_chance: Callable[[float], float] = from_mean
    new: Callable[[int], dict[str, Any]] = field(default=lambda _: {})
    """The options of a game by its number."""
    deeper: int = 0
    """The number of a later answer that is also used for some positions, or 0 for none."""
    close: float = 0.0
    """If not 0, games after the first hundred are skipped if their first value is larger."""
    even_after: int = 0
    """If not 0, a game counts as a tie after so many plies if three looks in a row are even. All of
    the first 36 games of Splinter that this rule would have ended did end in a tie."""
    proved_by: int = 0
    """If not 0, moves are analysed. The answer of this number proves their results."""


GAME_SUBJECTS = {
    "split": Subject(
        "`minimax` plays itself with 1000 nodes a move, from one to three random moves; looked at "
        "is the second answer.",
        "minimax",
        {"seconds": None, "nodes": 1000},
        *(2, (3, 1), 3, from_lead),
        deeper=4,
    ),
    "splinter": Subject(
        "`mcts` plays itself with 250 games a move, from six random moves; looked at is the first "
        "answer, of 3000 games. From ply 100 on a game that three looks in a row call even counts "
        "as a tie.",
        *("mcts", {"seconds": None, "visits": 250}, 1, (6,), 12),
        deeper=5,
        even_after=100,
    ),
    "polygon": Subject(
        "Positions of games by chance on polygons of 8 and 9 corners; looked at is every move that "
        "is open after the first answer, of 1000 positions, and proved by the seventeenth, of two "
        "million. What even that leaves open does not count.",
        "random",
        {},
        *(1, (2, 3, 4, 5), 3, from_odds),
        new=lambda number: {"n": (8, 9)[number // 4 % 2]},
        proved_by=17,
    ),
    "territory": Subject(
        "`minimax` plays itself 4 plies deep, from two random moves, on boards of size 10 with a "
        "penalty of 0.5, every other pair of them balanced; looked at is the third answer. After "
        "the first hundred, games are played on only if they begin with a lead of at most 8.",
        "minimax",
        {"seconds": None, "depth": 4},
        *(3, (2,), 1, from_sign),
        new=lambda number: {
            "size": 10,
            "seed": number,
            "penalty": 0.5,
            "balanced": number // 2 % 2 == 1,
        },
        deeper=6,
        close=8.0,
    ),
    "splitter": Subject(
        "`potential` plays alone; looked at is the second answer.",
        "potential",
        {},
        2,
        (2,),
        4,
        new=lambda n: {"pad": "AB"[n // 2 % 2]},
    ),
}

FAIR_GAMES = ("split", "splinter", "territory")
"""Zero-sum games of two equal seats; see `models.fit_model`."""
STEADY_GAMES = ("splinter", "territory")
"""Fair games whose search favours neither the player to move nor the other."""
GAME_TARGETS = {
    "split": {"chance": "won", "value": "score"},
    "splitter": {"value": "score"},
}
"""The predicted quantities of a game, each with the key of its result. The default is the chance
to win."""
