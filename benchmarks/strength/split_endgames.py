"""How far Split's endings are solved: positions of random games with one or two open areas.

``python -m benchmarks.strength.split_endgames [--positions N] [--seconds S]``.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING

import polygames as pg
from benchmarks.lib import machine
from polygames.arena.match import play_game
from polygames.games.split.engine.deepening import DeepeningSearch
from polygames.games.split.engine.evaluation import WON
from polygames.runtime.clock import Clock
from polygames.search import RandomAgent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.split.rules import Split

PRESET = "2026"
EVERY_CANDIDATE = (1000,)
GAMES = 5
OPENING = 12
AGENT = {"seconds": 0.1, "widths": EVERY_CANDIDATE}
EXACT = (
    "Where only fills are left the search runs through all of them and its result is exact "
    "(a test compares it with full enumeration). A win by one move that is found is exact too: "
    "the opponent has two answers, and both are tried."
)


def endings(count: int, areas: int, *, small: bool) -> Iterator[Split]:
    """Yield positions with so many open areas, all of them small or at least one not."""
    number = 0
    while count:
        state = ending(Random(f"ending {number}"), areas)
        number += 1
        if state is not None and state.legal_moves.finite == small:
            count -= 1
            yield state


def ending(rng: Random, areas: int) -> Split | None:
    """Return a position of a random game that has so many open areas, if there is one."""
    found, state = [], pg.new("split", preset=PRESET)
    while state.outcome is None:
        if state.phase == "line" and len(state.open_areas) == areas and state.ply > OPENING:
            found.append(state)
        state = state.play(state.legal_moves.sample(rng))
    return rng.choice(found) if found else None


def solve(state: Split, seconds: float) -> int:
    """Return +1 if seat 0 wins, -1 if it loses, 0 if that is open."""
    search = DeepeningSearch(state, Clock(seconds), EVERY_CANDIDATE, None, Random(0))
    value = max([search.value, *(value for _, value, _ in search.deepen())], key=abs)
    sign = (value > WON / 2) - (value < -WON / 2)
    return sign if state.turn == 0 else -sign


def held(state: Split, winner: int) -> int:
    """Return how often the winner wins with the agent against random moves."""
    wins = 0
    for number in range(GAMES):
        agents = [RandomAgent(), RandomAgent()]
        agents[winner] = pg.agent("minimax", game="split", **AGENT)
        end = play_game(state, agents, f"held {number}", Random(0))
        wins += end.outcome.winners == {winner}
    return wins


def measure(positions: int, seconds: float, areas: int, *, small: bool) -> dict[str, int]:
    """Solve positions and try the proofs."""
    row = dict.fromkeys(("positions", "won", "lost", "open", "replies", "held"), 0)
    for state in endings(positions, areas, small=small):
        value = solve(state, seconds)
        own = value if state.turn == 0 else -value
        row["positions"] += 1
        row[{1: "won", -1: "lost", 0: "open"}[own]] += 1
        if value:
            row["replies"] += GAMES
            row["held"] += held(state, 0 if value > 0 else 1)
    return row


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20, help="of each kind")
    parser.add_argument("--seconds", type=float, default=2.0, help="to solve one")
    chosen = parser.parse_args()
    kinds = {
        f"{areas}, {'only fills' if small else 'lines possible'}": measure(
            chosen.positions, chosen.seconds, areas, small=small
        )
        for areas in (1, 2)
        for small in (True, False)
    }
    print(kinds)
    figures = {"preset": PRESET, "seconds": chosen.seconds, "exact": EXACT, "kinds": kinds}
    machine.write("split_endgames", figures)


if __name__ == "__main__":
    main()
