"""Games of the strongest level against itself, saved as one line of JSON each.

    python -m benchmarks.lib.level5_games FOLDER [--games N] [--block N] [--only GAME ...]

Each game has a file ``FOLDER/<game>.jsonl``. A line has the number of a game, the options of its
start, its moves and the CPU seconds. The first two moves of players are random by the number, so
that the games differ. The work for a move is fixed and no clock ends a search, so a game depends
only on its number. The games are played in blocks, in turn, and the next run continues the files.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["GAME_OPTIONS", "play_missing_games", "read_games"]

RANDOM_MOVES = 2
"""The number of random moves of players at the start of a game."""
POLYGON_STARTS: tuple[dict[str, Any], ...] = ({"n": 8}, {"n": 9}, {})

GAME_OPTIONS: Mapping[str, Callable[[int], dict[str, Any]]] = {
    "split": lambda _: {},
    "splinter": lambda _: {},
    "territory": lambda number: {"preset": "half", "seed": number},
    "splitter": lambda _: {},
    "polygon": lambda number: POLYGON_STARTS[number % len(POLYGON_STARTS)],
}
"""The options of a start by the number of the game. They are the defaults, with two exceptions.
Polygon has larger polygons, too: its default is proved at once. Territory has the preset with half
a penalty: no claim changes the result of the default rules."""
MAX_PLIES: Mapping[str, int] = {"polygon": 36}
"""The plies after which a game is broken off. Some games of Polygon go on to the length cap, on
crowded polygons that are too large for its compiled search: each move then takes five seconds."""


def play_missing_games(game: str, numbers: range, path: Path) -> None:
    """Play the games that are missing in a file, and append each of them."""
    known = {line["game"] for line in read_games(path)}
    for number in numbers:
        if number not in known:
            line = _play_game(game, number)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            print(f"{game} {number}: {len(line['moves'])} plies, {line['seconds']} s", flush=True)


def read_games(path: Path) -> list[dict[str, Any]]:
    """Return the games of a file, or an empty list if there is no file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def _play_game(game: str, number: int) -> dict[str, Any]:
    began, rng, options = process_time(), Random(number), GAME_OPTIONS[game](number)
    info, moves, random_moves = pg.game(game), [], 0
    state, level = info.new(**options), info.engine.levels[-1]
    work = {**level.options, "seconds": None}
    players = [info.agent(level.agent, **work) for _ in range(state.seats)]
    while state.outcome is None and state.ply < MAX_PLIES.get(game, state.ply + 1):
        is_random = state.turn == pg.CHANCE or random_moves < RANDOM_MOVES
        random_moves += state.turn != pg.CHANCE
        move = (
            state.legal_moves.sample(rng) if is_random else players[state.turn].choose(state, rng)
        )
        moves.append(str(move))
        state = state.play(move)
    seconds = round(process_time() - began, 2)
    return {"game": number, "options": options, "moves": moves, "seconds": seconds}


def main() -> None:
    """Play the missing games of each file, in blocks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--block", type=int, default=20)
    parser.add_argument("--only", nargs="*", choices=GAME_OPTIONS, default=tuple(GAME_OPTIONS))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for end in range(given.block, given.games + given.block, given.block):
        for game in given.only:
            numbers = range(min(end, given.games))
            play_missing_games(game, numbers, given.folder / f"{game}.jsonl")


if __name__ == "__main__":
    main()
