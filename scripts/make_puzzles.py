"""Make the puzzles of the games anew, or check those that are kept.

    python scripts/make_puzzles.py [--count N] [--check] [GAME...]

Seeded games are looked through for positions with exactly one best move. Its value, and that of
every other move, is found by trying all ways to play on with the rules. How difficult a puzzle is
says the share of weak agents that fail it. The same command gives the same puzzles, apart from the
difficulty where agents look at the clock.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

import polygames as pg
from polygames.search.puzzles.checking import faults
from polygames.search.puzzles.collection import written
from polygames.search.puzzles.making import difficulty, make

GAMES = Path(__file__).resolve().parents[1] / "polygames" / "games"


def main() -> None:
    """Make or check the puzzles of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=pg.games(), metavar="GAME")
    parser.add_argument("--count", type=int, default=42, help="how many of each game (42)")
    parser.add_argument("--check", action="store_true", help="check all, and change nothing")
    given = parser.parse_args()
    for game in given.games:
        (check if given.check else make_all)(game, given.count)


def make_all(game: str, count: int) -> None:
    """Make the puzzles of a game, and keep them from easy to hard."""
    found = list(tqdm(make(game, count), desc=game, total=count))
    measured = [replace(each, difficulty=difficulty(each)) for each in tqdm(found, desc="agents")]
    every = sorted(measured, key=lambda each: (each.difficulty, len(each.text), each.seed))
    text = written(every, f"python scripts/make_puzzles.py --count {count} {game}")
    (GAMES / game / "puzzles.json").write_text(text, encoding="utf-8")


def check(game: str, _: int) -> None:
    """Check the puzzles of a game by the rules and by its solver."""
    every = pg.puzzles(game)
    wrong = [f"{each}: {fault}" for each in tqdm(every, desc=game) for fault in faults(each)]
    print(f"{game}: {len(every)} puzzles, {len(wrong)} faults")
    for line in wrong:
        print(line)
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
