"""Whether puzzles come so that players of each level solve 55 to 75% of them.

``python -m benchmarks.studies.streak [--puzzles N] [--warm M] [GAME...]``. The five levels of the
computer solve puzzles as people do: `Progress.next` chooses, the level's agent makes the moves, and
the answer goes into its rating. The first M of N are left out: nothing is known of a player then.
Beside each share stands the one of all puzzles of the game, each tried once, in no order: what no
choice of puzzles would give.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import polygames as pg
from benchmarks.lib import machine
from polygames.arena.ratings import wilson
from polygames.search.puzzles.making import LEVELS, is_solved_by
from polygames.search.puzzles.progress import Progress

GOAL = 0.55, 0.75
START = datetime(2026, 1, 1, tzinfo=UTC)
APART = timedelta(seconds=30)
"""Between two answers."""


def solving(game: str, level: int, count: int, warm: int, folder: Path) -> dict[str, Any]:
    """Let a level solve puzzles one after the other; return which share it solved."""
    agent, progress = pg.game(game).agent(f"level {level}"), Progress(folder / f"{game} {level}")
    solved, now = list[bool](), START
    for turn in range(count):
        puzzle = progress.next(game, now)
        solved.append(is_solved_by(puzzle, agent, Random(f"{game} {level} {turn}")))
        progress.answer(puzzle, float(solved[-1]), now)
        now += APART
    late = solved[warm:]
    share, rating = sum(late) / len(late), progress.rating(game, now)
    found = {"share": share, "interval": list(wilson(sum(late), len(late))), "games": len(late)}
    return found | {"rating": rating.value, "within": GOAL[0] <= share <= GOAL[1]}


def of_all(game: str, level: int) -> float:
    """Return which share of all puzzles a level solves."""
    agent, every = pg.game(game).agent(f"level {level}"), pg.puzzles(game)
    solved = [is_solved_by(each, agent, Random(f"{level} {each.number}")) for each in every]
    return sum(solved) / len(solved)


def main() -> None:
    """Measure, write the figures, and say them as a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=pg.games(), metavar="GAME")
    parser.add_argument("--puzzles", type=int, default=80)
    parser.add_argument("--warm", type=int, default=20)
    given = parser.parse_args()
    rows: dict[str, Any] = {}
    with TemporaryDirectory() as place:
        for game in given.games:
            for level in LEVELS:
                found = solving(game, level, given.puzzles, given.warm, Path(place))
                rows[f"{game} {level}"] = row = found | {"of all": of_all(game, level)}
                low, high = row["interval"]
                print(
                    f"{game:10} level {level}: {row['share']:4.0%} ({low:.0%} to {high:.0%}), "
                    f"of all {row['of all']:4.0%}, rating {row['rating']:.0f}",
                    flush=True,
                )
    command = f"python -m benchmarks.studies.streak --puzzles {given.puzzles} --warm {given.warm}"
    counts = {game: len(pg.puzzles(game)) for game in given.games}
    machine.write(
        "streak", {"command": command, "goal": list(GOAL), "puzzles": counts, "levels": rows}
    )


if __name__ == "__main__":
    main()
