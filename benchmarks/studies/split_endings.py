"""The value of one open area of Split for the seat to move: proved bounds, tested in games.

    python -m benchmarks.studies.split_endings [--games N] [--tries N] [--agents NAME ...]

All areas but one are filled. The open area has the value v. It is too large to be filled, but less
than twice the fill limit: 5 < v < 10. The rest of the game divides v between the seats, and the
seat with more than half of the square wins. With best play, the seat to move (the mover) gets at
least v / 2 of it, and at most 2v / 3 or 4v / 7: `polygames.games.split.engine.endgame` has the
proof. So its share is known within v / 6, or v / 14, and every move that leaves these bounds is a
mistake.

The study measures the use of these bounds in games of agents against themselves (preset 2026),
position by position. It counts the endings with one open area, those with v < 10, and those that
the bounds decide. It also tests both proofs: the strategies of the proof play against agents from
these endings, and no game may leave a bound. A game ends as soon as a seat has more than half of
the square, with areas open. For the lower bound, these areas count for the mover. For the upper
bound, they count for nobody. Game k of an agent depends only on k. The results are in
`benchmarks/results/split_endings.json`.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from polygames.games.split.engine.endgame import (
    HALVING_TOLERANCE,
    has_own_color_pair,
    open_area_bounds,
    winner_of,
)
from polygames.games.split.moves import ChooseArea, DrawLine, FillArea
from polygames.runtime.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.protocol import Seat
    from polygames.games.split.moves import Move
    from polygames.games.split.rules import Split

RESULTS_NAME = "split_endings"
ENDINGS_COMMAND = "python -m benchmarks.studies.split_endings"
RULES_PRESET = "2026"
ENDING_PLAYERS: dict[str, tuple[str, dict[str, Any]]] = {
    "random": ("random", {}),
    "oneply": ("oneply", {"places": 3}),
    "minimax": ("minimax", {"seconds": None, "depth": 3, "nodes": 300}),
}
ENDING_VERDICTS = ("won", "lost", "open")


def single_area_value(state: Split) -> float | None:
    """Return the value of the open area if there is only one and a line is due, or else None."""
    if state.outcome is not None or state.phase != "line" or len(state.open_areas) != 1:
        return None
    (area,) = state.open_areas
    return None if state.is_small(area) else state.map.faces[area].area


def ending_verdict(state: Split) -> str | None:
    """Return the result of an ending for its mover by the bounds; None without bounds."""
    if single_area_value(state) is None or open_area_bounds(state) is None:
        return None
    winner = winner_of(state)
    return "open" if winner is None else "won" if winner == state.turn else "lost"


def halve_area(state: Split, area: int) -> Move:
    """Return the line that halves an area."""
    return DrawLine(*state.map.find_halving_line(area))


def best_fill(state: Split) -> Move:
    """Return the move that fills the largest small area."""
    small = (k for k in state.open_areas if state.is_small(k))
    return FillArea(max(small, key=lambda k: state.map.faces[k].area))


class Halver:
    """The mover's strategy of the proof: halve the area and get half of it."""

    def choose(self, state: Split, rng: Random) -> Move:  # noqa: ARG002 - as all agents
        """Return the move of the proof."""
        if state.choice is not None:
            return choose_piece(state)
        large = [k for k in state.open_areas if not state.is_small(k)]
        return halve_area(state, large[0]) if large else best_fill(state)


class Holder(Halver):
    """The opponent's strategy of the proof: the mover gets at most 2/3, or 4/7, of the area."""

    def choose(self, state: Split, rng: Random) -> Move:
        """Return the move of the proof."""
        values = {k: state.map.faces[k].area for k in state.open_areas}
        large = [k for k in values if not state.is_small(k)]
        rest = [values[k] for k in values if state.is_small(k)]
        if state.choice is None and large and rest:
            value, piece = values[large[0]], max(rest)
            if 2 * value / 3 <= value / 2 + piece:
                return best_fill(state)
        return super().choose(state, rng)


def choose_piece(state: Split) -> Move:
    """Return the choice of the piece that leaves the other seat the least."""
    choice = state.choice
    assert choice is not None  # noqa: S101 - asked only then
    values = [state.map.faces[k].area for k in choice]
    small, large = (choice[k] for k in sorted((0, 1), key=values.__getitem__))
    p, q = sorted(values)
    if state.is_small(large):
        return ChooseArea(small)
    return ChooseArea(small if p + q / 2 < q else large)


def play_games(name: str, number: int) -> Iterator[Split]:
    """Yield the positions with one open area in games of an agent against itself."""
    agent, options = ENDING_PLAYERS[name]
    for k in progress(range(number), f"games of {name}"):
        rng = Random(f"split endings {name} {k}")
        state: Any = pg.new("split", preset=RULES_PRESET)
        player = pg.agent(agent, game="split", **options)
        while state.outcome is None:
            if single_area_value(state) is not None:
                yield state
            state = state.play(player.choose(state, rng))


def play_ending(state: Split, proved: Seat, other: str, seed: str) -> Split:
    """Return the end of a game in which a seat plays the strategy of the proof."""
    name, options = ENDING_PLAYERS[other]
    agents = [pg.agent(name, game="split", **options) for _ in range(2)]
    agents[proved] = Halver() if proved == state.turn else Holder()
    rng = Random(seed)
    while state.outcome is None:
        state = state.play(agents[state.turn].choose(state, rng))
    return state


def is_broken(state: Split, proved: Seat, end: Split) -> bool:
    """Return True if a game broke a bound, or another seat than the proved one won."""
    found, proved_result, mover = open_area_bounds(state), ending_verdict(state), state.turn
    assert found is not None  # noqa: S101 - only such endings are tried
    assert end.outcome is not None  # noqa: S101 - it is over
    (least, most), winners = found, end.outcome.winners
    gain = end.scores[mover] - state.scores[mover]
    if proved != mover:
        return gain > most + HALVING_TOLERANCE or (proved_result == "lost" and mover in winners)
    if winners == {mover}:
        return False
    left = sum(end.map.faces[k].area for k in end.open_areas)
    return proved_result == "won" or gain + left < least - HALVING_TOLERANCE


def measure_agent(name: str, number: int, tries: int) -> dict[str, Any]:
    """Count the endings of an agent's games, and test the proofs in some of them."""
    start, counts, endings = process_time(), dict.fromkeys(ENDING_VERDICTS, 0), list[Any]()
    every = pairs = 0
    for state in play_games(name, number):
        every += 1
        found = ending_verdict(state)
        if found is not None:
            counts[found] += 1
            pairs += has_own_color_pair(state, state.open_areas[0], state.turn)
            endings.append(state)
    tried_ones = violations = 0
    for k, state in enumerate(progress(endings[:tries], f"tries from {name}")):
        for seat in range(2):
            for other in ENDING_PLAYERS:
                tried_ones += 1
                end = play_ending(state, seat, other, f"try {name} {k} {seat} {other}")
                violations += is_broken(state, seat, end)
    return {
        "games": number,
        "one open area": every,
        "less than twice the limit": len(endings),
        "with a pair": pairs,
        **counts,
        "tries": tried_ones,
        "beyond the bounds": violations,
        "CPU seconds": round(process_time() - start, 1),
    }


def main() -> None:
    """Measure the agents of the command line, print and save the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=300, help="games of each agent")
    parser.add_argument(
        "--tries", type=int, default=60, help="endings of each agent, with six games each"
    )
    parser.add_argument("--agents", nargs="*", default=("random", "oneply"), choices=ENDING_PLAYERS)
    chosen = parser.parse_args()
    figures = machine.read(RESULTS_NAME)
    rows = figures.get("agents", {})
    for name in chosen.agents:
        rows[name] = measure_agent(name, chosen.games, chosen.tries)
        print(name, rows[name], flush=True)
        figures = {"command": ENDINGS_COMMAND, "preset": RULES_PRESET, "agents": rows}
        machine.write(RESULTS_NAME, figures)


if __name__ == "__main__":
    main()
