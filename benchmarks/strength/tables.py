"""The ladders: for each game, the matches that measure the strength of its agents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["GAME_LADDERS", "Ladder", "Row"]


@dataclass(frozen=True)
class Row:
    """One match of a ladder."""

    first: Any
    second: Any
    pairs: int
    target: float | None = None
    """The share of the points that the first player should reach."""
    test: tuple[float, float] | None = None
    """The two shares of a sequential test that may end the match early."""
    opening: int = 0
    """The number of random moves at the start of both games of a pair."""
    equals: bool = False
    """True if both players are the same, so that the row measures the seats and the ties."""
    counted: str = "games"
    """The unit of the share: ``"games"``, or ``"matches"``, the two games of a pair together."""
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the game, in addition to those of the ladder."""


@dataclass(frozen=True)
class Ladder:
    """The matches of one game."""

    rows: dict[str, Row]
    options: dict[str, Any]
    seed: int


def minimax(**limits: Any) -> tuple[str, dict[str, Any]]:
    """Return minimax with a limit."""
    return "minimax", {"seconds": None} | limits


def mcts(**limits: Any) -> tuple[str, dict[str, Any]]:
    """Return mcts with a limit."""
    return "mcts", {"seconds": None} | limits


TENTH_SECOND, ONE_SECOND = {"seconds": 0.1}, {"seconds": 1.0}

SPLIT_ROWS = {
    "oneply-random": Row("oneply", "random", 60, target=0.95),
    "oneply-greedy": Row("oneply", "greedy", 100, target=0.85),
    "minimax-oneply": Row(minimax(**TENTH_SECOND), "oneply", 100, target=0.90),
    "minimax-greedy": Row(minimax(**TENTH_SECOND), "greedy", 100, target=0.95),
    "minimax-random": Row(minimax(**TENTH_SECOND), "random", 100, target=0.99),
    "minimax-greedy-1s": Row(minimax(**ONE_SECOND), "greedy", 40, 0.95, test=(0.85, 0.95)),
    "minimax-random-1s": Row(minimax(**ONE_SECOND), "random", 40, 0.99, test=(0.93, 0.99)),
    "minimax-minimax": Row(minimax(**TENTH_SECOND), minimax(**TENTH_SECOND), 30),
    "mcts-random": Row(mcts(**TENTH_SECOND), "random", 50),
    "mcts-greedy": Row(mcts(**TENTH_SECOND), "greedy", 50),
    "mcts-oneply": Row(mcts(**TENTH_SECOND), "oneply", 50),
    "minimax-mcts": Row(minimax(**TENTH_SECOND), mcts(**TENTH_SECOND), 50),
}

SPLINTER_ROWS = {
    "greedy-random": Row("greedy", "random", 100),
    "minimax-greedy": Row(minimax(**TENTH_SECOND), "greedy", 200, target=0.95),
    "minimax-greedy-1s": Row(minimax(**ONE_SECOND), "greedy", 40, 0.95, test=(0.85, 0.95)),
    "mcts-greedy": Row(mcts(**TENTH_SECOND), "greedy", 200, target=0.95),
    "mcts-greedy-1s": Row(mcts(**ONE_SECOND), "greedy", 40, 0.95, test=(0.85, 0.95)),
    "minimax-mcts": Row(minimax(**TENTH_SECOND), mcts(**TENTH_SECOND), 30, opening=2),
    "mcts-0.1-0.03": Row(mcts(**TENTH_SECOND), mcts(seconds=0.03), 30, opening=2),
    "mcts-0.3-0.03": Row(mcts(seconds=0.3), mcts(seconds=0.03), 20, opening=2),
    "mcts-1-0.03": Row(mcts(**ONE_SECOND), mcts(seconds=0.03), 10, opening=2),
    "minimax-0.1-0.03": Row(minimax(**TENTH_SECOND), minimax(seconds=0.03), 30, opening=2),
    "minimax-minimax": Row(
        minimax(**TENTH_SECOND), minimax(**TENTH_SECOND), 30, opening=2, equals=True
    ),
    "mcts-mcts": Row(mcts(**TENTH_SECOND), mcts(**TENTH_SECOND), 30, opening=2, equals=True),
    "seats": Row(mcts(visits=150), mcts(visits=150), 1000, opening=2, equals=True),
}

# On boards that are not balanced the richer colour wins most games, so pairs are counted there.
BALANCED_OPTIONS = {"balanced": True}
TERRITORY_ROWS = {
    "denial": Row(minimax(**TENTH_SECOND), "denial", 200, 0.95, counted="matches"),
    "random": Row(minimax(**TENTH_SECOND), "random", 200, 0.99, counted="matches"),
    "denial-balanced": Row(minimax(**TENTH_SECOND), "denial", 50, 0.95, options=BALANCED_OPTIONS),
    "denial-1s": Row(
        minimax(**ONE_SECOND), "denial", 40, 0.95, (0.85, 0.95), options=BALANCED_OPTIONS
    ),
    "random-1s": Row(
        minimax(**ONE_SECOND), "random", 40, 0.99, (0.93, 0.99), options=BALANCED_OPTIONS
    ),
    "greedy": Row(minimax(**TENTH_SECOND), "greedy", 50, counted="matches"),
}

GAME_LADDERS = {
    "split": Ladder(SPLIT_ROWS, {"preset": "2026"}, seed=2026),
    "splinter": Ladder(SPLINTER_ROWS, {}, seed=2026),
    "territory": Ladder(TERRITORY_ROWS, {"size": 15, "penalty": 0.5}, seed=70_000),
}
