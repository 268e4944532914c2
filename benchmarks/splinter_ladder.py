"""How strong Splinter's agents are: paired games with seats swapped.

``python benchmarks/splinter_ladder.py [--seconds S] [ROW ...]`` plays the rows of the ladder (all
of them if none is named), each for S seconds at most, and goes on where an earlier run ended. The
result is written after every pair. Both games of a pair begin with the same random moves; what an
agent with a limit of time makes of them depends on the machine.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import machine

import polygames as pg
from polygames.arena.ratings import SequentialTest, wilson

if TYPE_CHECKING:
    from polygames.arena.match import Match

SEED = 2026
NAME = "splinter_ladder"


@dataclass(frozen=True)
class Row:
    """One match of the ladder."""

    first: Any
    second: Any
    pairs: int
    target: float | None = None
    """The share of the points that the first player should reach."""
    test: tuple[float, float] | None = None
    """The two shares of a sequential test that may end the match early."""
    opening: int = 0
    """How many random moves both games of a pair begin with."""
    equals: bool = False
    """Whether both players are the same: then the seats and the ties are what counts."""


def minimax(**limits: Any) -> tuple[str, dict[str, Any]]:
    """Return minimax with a limit."""
    return "minimax", {"seconds": None} | limits


def mcts(**limits: Any) -> tuple[str, dict[str, Any]]:
    """Return mcts with a limit."""
    return "mcts", {"seconds": None} | limits


ROWS = {
    "greedy-random": Row("greedy", "random", 100),
    "minimax-greedy": Row(minimax(seconds=0.1), "greedy", 200, target=0.95),
    "minimax-greedy-1s": Row(minimax(seconds=1.0), "greedy", 40, 0.95, test=(0.85, 0.95)),
    "mcts-greedy": Row(mcts(seconds=0.1), "greedy", 200, target=0.95),
    "mcts-greedy-1s": Row(mcts(seconds=1.0), "greedy", 40, 0.95, test=(0.85, 0.95)),
    "minimax-mcts": Row(minimax(seconds=0.1), mcts(seconds=0.1), 30, opening=2),
    "mcts-0.1-0.03": Row(mcts(seconds=0.1), mcts(seconds=0.03), 30, opening=2),
    "mcts-0.3-0.03": Row(mcts(seconds=0.3), mcts(seconds=0.03), 20, opening=2),
    "mcts-1-0.03": Row(mcts(seconds=1.0), mcts(seconds=0.03), 10, opening=2),
    "minimax-0.1-0.03": Row(minimax(seconds=0.1), minimax(seconds=0.03), 30, opening=2),
    "minimax-minimax": Row(minimax(seconds=0.1), minimax(seconds=0.1), 30, opening=2, equals=True),
    "mcts-mcts": Row(mcts(seconds=0.1), mcts(seconds=0.1), 30, opening=2, equals=True),
    "seats": Row(mcts(visits=150), mcts(visits=150), 1000, opening=2, equals=True),
}


def play(name: str, seconds: float) -> None:
    """Play pairs of a row until it is over or the time is, and write them."""
    row, start = ROWS[name], perf_counter()
    figures = machine.read(NAME)
    matches = figures.get("matches", {})
    tally = matches.get(name) or new(row)
    spent = tally["seconds"]
    while not is_over(tally, row) and perf_counter() - start < seconds:
        add(tally, row, pg.match("splinter", row.first, row.second, **pair(row, tally)))
        tally["seconds"] = round(spent + perf_counter() - start)
        matches[name] = tally
        machine.write(NAME, {"seed": SEED, "matches": matches})
    print(f"{name}: {tally}", flush=True)


def pair(row: Row, tally: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the next pair: it has a seed of its own."""
    seed = SEED + tally["games"] // 2
    return {"pairs": 1, "seed": seed, "opening": row.opening, "progress": False, "workers": 1}


def new(row: Row) -> dict[str, Any]:
    """Return the figures of a row before its first game."""
    counts = dict.fromkeys(("games", "won", "tied", "lost", "first seat", "plies", "seconds"), 0)
    about = {"pairs": row.pairs, "target": row.target, "test": row.test, "equals": row.equals}
    return {"names": None, "opening": row.opening} | about | counts | {"verdict": None}


def add(tally: dict[str, Any], row: Row, match: Match) -> None:
    """Add the two games of a pair."""
    won, tied, lost = match.wins
    tally["names"] = match.names
    tally["games"] += len(match.games)
    tally["won"] += won
    tally["tied"] += tied
    tally["lost"] += lost
    tally["first seat"] += sum(game.points[0] for game in match.games)
    tally["plies"] += sum(game.plies for game in match.games)
    points = tally["won"] + tally["tied"] / 2
    tally["share"], tally["interval"] = points / tally["games"], wilson(points, tally["games"])
    tally["share of seat 0"] = tally["first seat"] / tally["games"]
    tally["interval of seat 0"] = wilson(tally["first seat"], tally["games"])
    tally["ties"] = wilson(tally["tied"], tally["games"])
    if row.test is not None:
        tally["verdict"] = SequentialTest(*row.test).verdict(points, tally["games"])


def is_over(tally: dict[str, Any], row: Row) -> bool:
    """Say whether a row needs no more games."""
    return tally["games"] >= 2 * row.pairs or tally["verdict"] is not None


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", choices=[*ROWS, []], metavar="ROW")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at most, for a row")
    chosen = parser.parse_args()
    for name in chosen.rows or ROWS:
        play(name, chosen.seconds)


if __name__ == "__main__":
    main()
