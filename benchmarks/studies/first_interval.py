"""How often the first interval of a live analysis holds what a look twenty times as long finds.

    python -m benchmarks.studies.first_interval [GAME...] [--positions N]

Positions of games between agents of level 2 are looked at as the board does. The first answer that
gives an interval for the best move, once the game is compiled, is compared with the value of that
move after twenty times as many seconds of a core (one at least): it *holds* if it lies within. Then
the interval of that later answer is compared in width.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import polygames as pg
from benchmarks.lib import cpu_time, machine
from polygames.arena.ratings import wilson
from polygames.search import deepen
from polygames.search.analysis.readiness import is_quick_look

OPTIONS: dict[str, dict[str, Any]] = {"polygon": {"n": 10}, "territory": {"penalty": 0.5}}
PLIES = {"polygon": 8, "splinter": 40, "split": 24, "splitter": 40, "territory": 16}
"""How many plies were played at most."""
LONGER, LEAST, MOST = 20, 1.0, 10.0
"""How many times as long the second look is, and its least and most seconds."""
NEAR = 0.005
"""By this share of the scale a value may lie beside an interval: it is shown in whole percent."""


class Look(NamedTuple):
    """One position: whether the first interval holds the later value, and both widths."""

    holds: bool
    first: float
    later: float


def position(game: str, rng: Random) -> Any:
    """Return a position of a game between middling agents in which a player has a choice."""
    agent = pg.agent("level 2", game=game)
    while True:
        seed = {"seed": rng.randrange(10**6)} if game == "territory" else {}
        state: Any = pg.new(game, **OPTIONS.get(game, {}), **seed)
        for _ in range(rng.randrange(PLIES[game])):
            if state.outcome is None:
                by_chance = state.turn == pg.CHANCE
                moves = state.legal_moves
                move = moves.sample(rng) if by_chance else agent.choose(state, rng)
                state = state.play(move)
        while state.outcome is None and state.turn == pg.CHANCE:
            state = state.play(state.legal_moves.sample(rng))
        if state.outcome is None and (not state.legal_moves.finite or len(state.legal_moves) > 1):
            return state


def look(state: Any) -> Look | None:
    """Look at a position; None if all was proved at once, or one move was never seen again."""
    begun, first, end, last = process_time(), None, MOST, None
    with closing(deepen(state, seconds=MOST)) as answers:
        for analysis in answers:
            if is_quick_look(analysis) or not analysis.moves:
                continue
            last, now = analysis, process_time() - begun
            if first is None:
                first = analysis.moves[0]
                end = min(MOST, max(LEAST, LONGER * now))
            if now >= end:
                break
    if first is None or last is None or first.proved:
        return None
    low, high = last.scale
    later = next((each for each in last.moves if each.move == first.move), None)
    if later is None:
        return None
    beside = NEAR * (high - low)
    holds = first.low - beside <= later.value <= first.high + beside
    widths = ((each.high - each.low) / (high - low) for each in (first, later))
    return Look(holds, *widths)


def measure(game: str, positions: int) -> dict[str, Any]:
    """Return how often the first interval held, and the median widths as shares of the scale."""
    rng, looks = Random(f"first interval of {game}"), list[Look]()
    for _ in deepen(position(game, Random(0)), seconds=20):
        pass  # what is compiled late is compiled now
    while len(looks) < positions:
        found = look(position(game, rng))
        looks += [found] if found is not None else []
    held = sum(each.holds for each in looks)
    return {
        "positions": positions,
        "holds": {"share": held / positions, "95%": wilson(held, positions)},
        "width of the first": median(each.first for each in looks),
        "width of the later": median(each.later for each in looks),
    }


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=sorted(PLIES))
    parser.add_argument("--positions", type=int, default=200)
    chosen = parser.parse_args()
    figures = machine.read("first_interval")
    with cpu_time.counted():
        for game in chosen.games:
            figures[game] = measure(game, chosen.positions)
            print(game, figures[game], flush=True)
            machine.write("first_interval", figures)


if __name__ == "__main__":
    main()
