"""Generate the puzzles of the games, add more, or check the existing ones.

    python scripts/make_puzzles.py [--count N] [GAME...]
    python scripts/make_puzzles.py --more N [--least D] [--most D] [--keep FOLDER] [GAME...]
    python scripts/make_puzzles.py --add [--least D] [--most D] [--keep FOLDER] [GAME...]
    python scripts/make_puzzles.py --rate [GAME...]
    python scripts/make_puzzles.py --update [--most-per-theme N] [GAME...]
    python scripts/make_puzzles.py --check [--from NUMBER] [GAME...]

The script searches seeded games for positions with exactly one best move. It finds the values of
all moves by trying every continuation with the rules. The difficulty of a puzzle is the share of
weak agents that fail it. The same command gives the same puzzles, except for the difficulty if
agents have a time limit.

--more runs overnight. It finds N more puzzles for each game, proves each one and writes it to a
file at once. After an interruption (also with Ctrl-C), the same command continues. --least and
--most limit the difficulty, so that each level finds puzzles. --add adds the new puzzles to those
of the games, from easy to hard. The number of a puzzle is its place in this order.

--rate measures the difficulty of each puzzle again with the computer's levels, after these have
changed. --update writes the tasks, themes and wrong moves again, after the texts or themes of a
game have changed; --most-per-theme also drops puzzles of themes that have more than N.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

import polygames as pg
from polygames.records.atomic_files import write_atomically
from polygames.search.puzzles.generator import (
    append_puzzles,
    extend_puzzle_file,
    find_faults,
    generate_puzzles,
    limit_per_theme,
    measure_difficulty,
    read_puzzles,
    replace_difficulties,
    sort_puzzles,
    update_puzzle,
)
from polygames.search.puzzles.puzzle import to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES_FOLDER = Path(__file__).resolve().parents[1] / "polygames" / "games"
EXTRA_PUZZLES_FOLDER = Path("polygames-more-puzzles")
"""The default folder of the puzzles that --more finds."""


def main(argv: list[str] | None = None) -> None:
    """Generate or check the puzzles of the named games, by default of all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=pg.games(), metavar="GAME")
    parser.add_argument(
        "--count", type=int, default=32, help="number of puzzles for each game (32)"
    )
    parser.add_argument(
        "--more", type=int, metavar="N", help="number of additional puzzles to find"
    )
    parser.add_argument("--add", action="store_true", help="add the puzzles that --more found")
    parser.add_argument(
        "--keep",
        type=Path,
        default=EXTRA_PUZZLES_FOLDER,
        help=f"where to keep them ({EXTRA_PUZZLES_FOLDER})",
    )
    parser.add_argument("--least", type=float, default=0.0, help="the lowest difficulty (0)")
    parser.add_argument("--most", type=float, default=1.0, help="the highest difficulty (1)")
    parser.add_argument(
        "--rate", action="store_true", help="measure the difficulty of each puzzle again"
    )
    parser.add_argument(
        "--update", action="store_true", help="write the tasks, themes and wrong moves again"
    )
    parser.add_argument(
        "--most-per-theme", type=int, metavar="N", help="with --update: keep at most N of a theme"
    )
    parser.add_argument("--check", action="store_true", help="check all puzzles; change nothing")
    parser.add_argument(
        "--from", type=int, default=1, dest="first", help="the first number to check"
    )
    given = parser.parse_args(argv)
    if given.more is not None:
        find_more(given.games, given.more, given.keep, (given.least, given.most))
        return
    for game in given.games:
        if given.check:
            check_puzzles(game, given.first)
        elif given.rate:
            rate_puzzles(game)
        elif given.update:
            update_puzzles(game, given.most_per_theme)
        elif given.add:
            add_puzzles(game, given.keep, (given.least, given.most))
        else:
            make_all(game, given.count)


def make_all(game: str, count: int) -> None:
    """Generate the puzzles of a game, and save them from easy to hard."""
    found = list(tqdm(generate_puzzles(game, count), desc=game, total=count))
    measured = [
        replace(each, difficulty=measure_difficulty(each)) for each in tqdm(found, desc="agents")
    ]
    text = to_json(sort_puzzles(measured), f"python scripts/make_puzzles.py --count {count} {game}")
    (GAMES_FOLDER / game / "puzzles.json").write_text(text, encoding="utf-8")


def find_more(
    games: Sequence[str], wanted: int, folder: Path, between: tuple[float, float]
) -> None:
    """Find puzzles until the folder holds as many as wanted of each game; the games take turns."""
    paths = {game: folder / f"{game}.jsonl" for game in games}
    there = sum(len(read_puzzles(game, path)) for game, path in paths.items())
    found = {
        game: extend_puzzle_file(game, wanted, path, pg.puzzles(game), between)
        for game, path in paths.items()
    }
    with tqdm(total=wanted * len(games), initial=there) as bar:
        while found:
            for game in list(found):
                bar.set_description(game)
                each = next(found[game], None)
                if each is None:
                    del found[game]
                elif each.faults:
                    tqdm.write(f"not kept: {each.puzzle}: {'; '.join(each.faults)}")
                else:
                    bar.update()


def add_puzzles(game: str, folder: Path, between: tuple[float, float]) -> None:
    """Add the found puzzles to those of the game."""
    path, before = GAMES_FOLDER / game / "puzzles.json", pg.puzzles(game)
    found = read_puzzles(game, folder / f"{game}.jsonl")
    least, most = between
    kind = f" --least {least:g}" * (least > 0) + f" --most {most:g}" * (most < 1)
    command = f"python scripts/make_puzzles.py --more {len(found)}{kind} {game}"
    write_atomically(path, append_puzzles(path.read_text(encoding="utf-8"), found, command))
    print(f"{game}: {len(before)} puzzles, {len(found)} were found")


def rate_puzzles(game: str) -> None:
    """Measure the difficulty of each puzzle of a game again."""
    path = GAMES_FOLDER / game / "puzzles.json"
    measured = [measure_difficulty(each) for each in tqdm(pg.puzzles(game), desc=game)]
    command = f"python scripts/make_puzzles.py --rate {game}"
    write_atomically(
        path, replace_difficulties(path.read_text(encoding="utf-8"), measured, command)
    )
    print(
        f"{game}: {len(measured)} puzzles, from {min(measured):.0%} to {max(measured):.0%} failed"
    )


def update_puzzles(game: str, most_per_theme: int | None) -> None:
    """Write the tasks, themes and wrong moves of a game's puzzles again."""
    path, before = GAMES_FOLDER / game / "puzzles.json", pg.puzzles(game)
    every = [update_puzzle(each) for each in tqdm(before, desc=game)]
    limit = "" if most_per_theme is None else f" --most-per-theme {most_per_theme}"
    kept = limit_per_theme(every, most_per_theme or len(every))
    command = f"python scripts/make_puzzles.py --update{limit} {game}"
    text = path.read_text(encoding="utf-8")
    commands = [each for each in json.loads(text)["command"].split("; ") if each != command]
    write_atomically(path, to_json(sort_puzzles(kept), "; ".join([*commands, command])))
    print(f"{game}: {len(kept)} of {len(before)} puzzles kept")


def check_puzzles(game: str, first: int) -> None:
    """Check the puzzles of a game by the rules and by its solver."""
    every = pg.puzzles(game)[first - 1 :]
    wrong = [f"{each}: {fault}" for each in tqdm(every, desc=game) for fault in find_faults(each)]
    print(f"{game}: {len(every)} puzzles, {len(wrong)} faults")
    for line in wrong:
        print(line)
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
