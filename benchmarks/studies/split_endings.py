"""What one open area of Split is worth to whoever moves next: proved within bounds, and tried.

    python -m benchmarks.studies.split_endings [--games N] [--tries N] [--agents NAME ...]

All but one area are filled, and this one, of value v, is too large to be filled but less than twice
the fill limit: 5 < v < 10. Its play divides v between the two seats, and whoever has more than half
of the square then wins. Let V be what the seat to move, the mover, has of it with best play.

*At least v / 2.* The mover halves the area. Both halves are small: if the opponent has to choose
one for the mover to fill, it keeps the other, and if not, it fills one and the mover the other.

*At most 2v / 3, and at most 4v / 7 where no two lines of the mover's colour are sides of the area.*
By induction; say the mover's line makes pieces p <= q.

1. Without a choice, both small: the opponent fills q. The mover has p, at most v / 2.
2. Without a choice, q not small, so p is. The opponent fills p, and the mover has 2q / 3 at most;
   or it halves q and fills the second largest of p, q / 2 and q / 2 (if its line is between its own
   colours it has half of q and then p): the mover has q / 2 + p at most, as long as p <= q / 2. The
   less of these, 2 (v - p) / 3 and (v + p) / 2, is most at p = v / 7: 4v / 7.
3. With a choice: the opponent lets the mover fill q and has p; or lets it fill p, and then fills q
   if it is small, or moves alone in q and has half of it by the first line of the proof. The mover
   has at most the less of q and p + q / 2: most at p = v / 3, 2v / 3.

So V is known within v / 6, or v / 14: an ending is won, or lost, for sure if both ends of that say
so, and no line needs to be looked at. Whatever agents do, it is a mistake to leave these bounds.

The study counts how far this goes in games of agents with themselves (preset 2026), position by
position: how many endings have one open area, in how many v < 10, how many of these the bounds
decide, and how many the count of `engine/endings.py` did. And it tries both proofs: the strategies
of the proof, played by the rules, against agents from these endings; there must be none in which a
bound is passed. A game ends as soon as somebody has more than half of the square, with areas open:
those count for the mover then where it is to have the least, and are nobody's where the most.
Game k of an agent depends on k only. The results are in `benchmarks/results/split_endings.json`.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from polygames.games.split.engine.endings import winner_of
from polygames.games.split.moves import ChooseArea, DrawLine, FillArea
from polygames.runtime.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.protocol import Seat
    from polygames.games.split.moves import Move
    from polygames.games.split.rules import Split

NAME = "split_endings"
COMMAND = "python -m benchmarks.studies.split_endings"
PRESET = "2026"
PLAYERS: dict[str, tuple[str, dict[str, Any]]] = {
    "random": ("random", {}),
    "oneply": ("oneply", {"places": 3}),
    "minimax": ("minimax", {"seconds": None, "depth": 3, "nodes": 300}),
}
HALF = 50.0
CARE = 1e-4
"""So much is left to rounding, and to lines that halve an area nearly."""
VERDICTS = ("won", "lost", "open")


def alone(state: Split) -> float | None:
    """Return the value of the one open area where a line is to be drawn; None if it is not so."""
    if state.outcome is not None or state.phase != "line" or len(state.open_areas) != 1:
        return None
    (area,) = state.open_areas
    return None if state.is_small(area) else state.map.faces[area].area


def has_pair(state: Split, area: int) -> bool:
    """Say whether two lines of the mover's colour are sides of an area."""
    lines = {edge.line for edge in state.map.faces[area].edges}
    return sum(state.colors[line] == state.color for line in lines) > 1


def bounds(state: Split) -> tuple[float, float] | None:
    """Return the least and the most that the mover has of the one open area with best play.

    None if it is not the only one, is small, or not less than twice the fill limit.
    """
    value = alone(state)
    if value is None or value / 2 > state.rules.fill_limit - CARE:
        return None
    most = 2 / 3 if has_pair(state, state.open_areas[0]) else 4 / 7
    return value / 2, most * value


def verdict(state: Split) -> str | None:
    """Say what the bounds say of an ending for its mover; None without bounds."""
    found = bounds(state)
    if found is None:
        return None
    needed = HALF - state.scores[state.turn]
    least, most = found
    return "won" if least > needed + CARE else "lost" if most < needed - CARE else "open"


def halve(state: Split, area: int) -> Move:
    """Return the line that halves an area."""
    return DrawLine(*state.map.halving(area))


def best_fill(state: Split) -> Move:
    """Return the move that fills the largest small area."""
    small = (k for k in state.open_areas if state.is_small(k))
    return FillArea(max(small, key=lambda k: state.map.faces[k].area))


class Halver:
    """The mover's part of the proof: it halves the area, and has half of it."""

    def choose(self, state: Split, rng: Random) -> Move:  # noqa: ARG002 - as all agents
        """Return the move of the proof."""
        if state.choice is not None:
            return give(state)
        large = [k for k in state.open_areas if not state.is_small(k)]
        return halve(state, large[0]) if large else best_fill(state)


class Holder(Halver):
    """The opponent's part: the other seat has at most 2/3, or 4/7, of the area."""

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


def give(state: Split) -> Move:
    """Return which piece the other seat is to fill: what leaves it the least."""
    choice = state.choice
    assert choice is not None  # noqa: S101 - asked only then
    values = [state.map.faces[k].area for k in choice]
    small, large = (choice[k] for k in sorted((0, 1), key=values.__getitem__))
    p, q = sorted(values)
    if state.is_small(large):
        return ChooseArea(small)
    return ChooseArea(small if p + q / 2 < q else large)


def games(name: str, number: int) -> Iterator[Split]:
    """Yield the positions of games of an agent with itself in which one area is left to divide."""
    agent, options = PLAYERS[name]
    for k in progress(range(number), f"games of {name}"):
        rng = Random(f"split endings {name} {k}")
        state: Any = pg.new("split", preset=PRESET)
        player = pg.agent(agent, game="split", **options)
        while state.outcome is None:
            if alone(state) is not None:
                yield state
            state = state.play(player.choose(state, rng))


def tried(state: Split, proved: Seat, other: str, seed: str) -> Split:
    """Play an ending to its end, the seat with the proof against an agent."""
    name, options = PLAYERS[other]
    agents = [pg.agent(name, game="split", **options) for _ in range(2)]
    agents[proved] = Halver() if proved == state.turn else Holder()
    rng = Random(seed)
    while state.outcome is None:
        state = state.play(agents[state.turn].choose(state, rng))
    return state


def is_broken(state: Split, proved: Seat, end: Split) -> bool:
    """Say whether a game went beyond a bound, or was won by another seat than proved."""
    found, said, mover = bounds(state), verdict(state), state.turn
    assert found is not None  # noqa: S101 - only such endings are tried
    assert end.outcome is not None  # noqa: S101 - it is over
    (least, most), winners = found, end.outcome.winners
    had = end.scores[mover] - state.scores[mover]
    if proved != mover:
        return had > most + CARE or (said == "lost" and mover in winners)
    if winners == {mover}:
        return False
    left = sum(end.map.faces[k].area for k in end.open_areas)
    return said == "won" or had + left < least - CARE


def row(name: str, number: int, tries: int) -> dict[str, Any]:
    """Count the endings of an agent's games, and try the proofs in some."""
    start, counts, kept = process_time(), dict.fromkeys(VERDICTS, 0), list[Any]()
    every = pairs = known = 0
    for state in games(name, number):
        every += 1
        found = verdict(state)
        if found is not None:
            counts[found] += 1
            pairs += has_pair(state, state.open_areas[0])
            known += winner_of(state) is not None
            kept.append(state)
    tried_ones = violations = 0
    for k, state in enumerate(progress(kept[:tries], f"tries from {name}")):
        for seat in range(2):
            for other in PLAYERS:
                tried_ones += 1
                end = tried(state, seat, other, f"try {name} {k} {seat} {other}")
                violations += is_broken(state, seat, end)
    return {
        "games": number,
        "one open area": every,
        "less than twice the limit": len(kept),
        "with a pair": pairs,
        "known by count": known,
        **counts,
        "tries": tried_ones,
        "beyond the bounds": violations,
        "CPU seconds": round(process_time() - start, 1),
    }


def main() -> None:
    """Count, try, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=300, help="of each agent")
    parser.add_argument("--tries", type=int, default=60, help="endings of each, twice three games")
    parser.add_argument("--agents", nargs="*", default=("random", "oneply"), choices=PLAYERS)
    chosen = parser.parse_args()
    figures = machine.read(NAME)
    rows = figures.get("agents", {})
    for name in chosen.agents:
        rows[name] = row(name, chosen.games, chosen.tries)
        print(name, rows[name], flush=True)
        figures = {"command": COMMAND, "preset": PRESET, "agents": rows}
        machine.write(NAME, figures)


if __name__ == "__main__":
    main()
