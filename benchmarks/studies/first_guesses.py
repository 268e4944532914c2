"""The first guesses of a search that is not compiled yet, checked two plies ahead by the rules.

    python -m benchmarks.studies.first_guesses [--positions N] [--games NAME ...]

The positions are from games of agents with different strength against each other. Each game begins
as on a board, and Polygon also with nine corners, since the search of a hexagon ends before it is
compiled. The study takes the best move of the first answer of a search, as a hint does. It plays
all moves and all replies by the rules of the game, and counts three faults of that move:

- *missed*: another move wins at once, and this one does not;
- *lost*: the other player can win at once, and could not after another move;
- *points*: it loses more than 20 points. The value of a move is the lead after it and the best
  reply, and in Splitter the total after it.

Lines of Split are a continuum, so the study tries a grid of them. The choice of an area belongs to
the line before it and is not a ply. The seconds are CPU time until the first answer.
"""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import closing
from itertools import chain, combinations, product
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from unittest.mock import patch

import polygames as pg
from polygames.games.split.moves import DrawLine, FillArea
from polygames.runtime.progress import progress
from polygames.search import deepen
from polygames.search.analysis import readiness
from polygames.view.board_start import board_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Agents: TypeAlias = "dict[str, dict[str, Any]]"

CASE_STARTS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    **{game: (game, {}) for game in pg.games()},
    "polygon, n=9": ("polygon", {"n": 9, "max_plies": 40}),
}
"""The game and the options of each case."""
QUICK_AGENTS: Final[dict[str, Agents]] = {
    "polygon": {"random": {}, "mobility": {}, "solver": {"seconds": None, "nodes": 30}},
    "splinter": {"random": {}, "greedy": {}, "minimax": {"seconds": None, "nodes": 1000}},
    "split": {"random": {}, "greedy": {}, "oneply": {}},
    "splitter": {"random": {}, "greedy": {}, "potential": {}},
    "territory": {"random": {}, "greedy": {}, "denial": {}, "minimax": {"depth": 2}},
}
"""The agents of each game, without a limit of time."""
POSITIONS_PER_GAME: Final = 5
MAX_LOSS: Final = 20.0
"""The largest loss that is no fault, in points."""
WIN_SCORE: Final = 1000.0
"""The value of a won game: more than any points."""
PLACES_PER_EDGE: Final = 3
"""The places on each edge of an area of Split where the tried lines end."""


def positions(case: str, count: int) -> Iterator[Any]:
    """Yield different positions in which a player has a choice, always the same ones.

    They are the first such position of each game, and some random ones.
    """
    (game, options), number, seen = CASE_STARTS[case], 0, set[Any]()
    while count > 0:
        rng = Random(f"first guesses {case} {number}")
        start = board_start(game, options, seed=number)
        found = [state for state in play_game(start, rng) if has_choice(state)]
        first, *others = found
        chosen = {first, *rng.sample(others, min(len(others), POSITIONS_PER_GAME - 1))} - seen
        yield from sorted(chosen, key=found.index)[:count]
        seen |= chosen
        count -= len(chosen)
        number += 1


def play_game(state: Any, rng: Random) -> Iterator[Any]:
    """Yield the positions of a game in which each seat has a random agent, without its end."""
    names = QUICK_AGENTS[state.game]
    chosen = [rng.choice(list(names)) for _ in range(state.seats)]
    agents = [pg.agent(name, game=state.game, **names[name]) for name in chosen]
    while state.outcome is None:
        if state.turn == pg.CHANCE:
            state = state.play(state.legal_moves.sample(rng))
            continue
        yield state
        state = state.play(agents[state.turn].choose(state, rng))


def has_choice(state: Any) -> bool:
    """Return True if there are two or more moves."""
    return not state.legal_moves.finite or len(state.legal_moves) > 1


def first_guess(state: Any) -> tuple[Any, float]:
    """Return the best move of the first answer of a search, and the CPU seconds until it comes."""
    with patch.object(readiness, "_ready_games", set()), closing(deepen(state)) as answers:
        before = process_time()
        best = next(answers).best
        return best, process_time() - before


def moves_to_try(state: Any, *, is_last: bool = False) -> Sequence[Any]:
    """Return all legal moves; in Split fills and a grid of lines, the last ones if they gain."""
    if state.legal_moves.finite:
        return tuple(state.legal_moves)
    tried = (moves_in_area(state, area, is_last=is_last) for area in state.open_areas)
    return tuple(chain.from_iterable(tried))


def moves_in_area(state: Any, area: int, *, is_last: bool) -> Iterator[Any]:
    """Yield the moves of Split to try in an area: its fill, or a grid of lines."""
    if state.is_small(area):
        yield FillArea(area)
        return
    shares = [(place + 1) / (PLACES_PER_EDGE + 1) for place in range(PLACES_PER_EDGE)]
    for one, other in combinations(state.map.faces[area].edges, 2):
        if is_last and {state.colors[edge.line] for edge in (one, other)} != {state.color}:
            continue
        for start, end in product(shares, shares):
            line = DrawLine(one.spot_at(start), other.spot_at(end))
            if line in state.legal_moves:
                yield line


def value_in_plies(state: Any, seat: int, plies: int) -> float:
    """Return the value of a position for a seat if both play the best of the next plies."""
    has_area_choice = getattr(state, "choice", None) is not None
    if state.outcome is not None or state.turn == pg.CHANCE or not (plies or has_area_choice):
        return value_now(state, seat)
    left = plies - (not has_area_choice)
    moves = moves_to_try(state, is_last=not left)
    values = [value_in_plies(state.play(move), seat, left) for move in moves]
    if not state.legal_moves.finite:
        values.append(value_now(state, seat))  # by a line that gains nothing
    return max(values) if state.turn == seat else min(values)


def value_now(state: Any, seat: int) -> float:
    """Return the lead of a seat, or the total of a single player, and more if the game is over."""
    if state.seats == 1:
        return float(state.scores[seat])
    has_points = state.game in {"split", "territory"}
    lead = state.scores[seat] - state.scores[1 - seat] if has_points else 0.0
    if state.outcome is None or len(state.outcome.winners) != 1:
        return float(lead)
    return lead + (WIN_SCORE if seat in state.outcome.winners else -WIN_SCORE)


def fault_of(state: Any, guess: Any) -> str:
    """Return the fault of a guess, or "none"."""
    seat, won = state.turn, WIN_SCORE / 2
    nexts = [state.play(move) for move in (guess, *moves_to_try(state))]
    if state.seats > 1:
        own, *others = (value_in_plies(after, seat, 0) for after in nexts)
        if max(others) > won:
            return "none" if own > won else "missed"
    own, *others = (value_in_plies(after, seat, 1) for after in nexts)
    if own < -won < max(others):
        return "lost"
    return "points" if max(others) - own > MAX_LOSS else "none"


def measure(case: str, count: int) -> dict[str, Any]:
    """Return the number of faults in the positions of a case, and the seconds of the guesses."""
    faults, seconds = Counter[str](), list[float]()
    for state in progress(positions(case, count), case, total=count):
        guess, spent = first_guess(state)
        seconds.append(spent)
        faults[fault_of(state, guess)] += 1
    found = {name: faults[name] for name in ("missed", "lost", "points")}
    return found | {"median s": round(median(seconds), 4), "max s": round(max(seconds), 4)}


def main() -> None:
    """Measure the cases of the command line, and print their figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=200, help="positions of each case")
    parser.add_argument(
        "--games", nargs="*", default=CASE_STARTS, choices=CASE_STARTS, metavar="NAME"
    )
    chosen = parser.parse_args()
    for case in chosen.games:
        print(f"{case}: {measure(case, chosen.positions)}", flush=True)


if __name__ == "__main__":
    main()
