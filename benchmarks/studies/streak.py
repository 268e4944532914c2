"""Whether puzzles come so that players of each level solve 55 to 75% of them.

``python -m benchmarks.studies.streak [--puzzles N] [--warm M] [GAME...]``. The five levels of the
computer solve puzzles as people do: `Progress.next` chooses, the level's agent makes the moves, and
the answer goes into its rating. The first M of N are left out: nothing is known of a player then.
Beside each share stands what no choice of puzzles would give, eighty puzzles of all difficulties
tried once: the share of all of them, of the easiest quarter and of the hardest one. Where a level
solves too few of the easiest, or too many of the hardest, no choice among these puzzles can reach
the goal. Games that are not named keep their rows.
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
SOME = 80
"""So many puzzles of a game stand for all of it, evenly from the easiest to the hardest."""


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


def of_all(game: str, level: int) -> dict[str, float]:
    """Return which share of the puzzles a level solves, of the easiest quarter, of the hardest."""
    agent = pg.game(game).agent(f"level {level}")
    every = sorted(pg.puzzles(game), key=lambda each: each.difficulty)
    every = [every[place * len(every) // SOME] for place in range(SOME)]
    solved = [is_solved_by(each, agent, Random(f"{level} {each.number}")) for each in every]
    quarter = SOME // 4
    parts = {
        "of all": solved,
        "of the easiest": solved[:quarter],
        "of the hardest": solved[-quarter:],
    }
    return {name: sum(part) / len(part) for name, part in parts.items()}


def why_not(row: dict[str, Any]) -> str:
    """Say why a level is not within the goal; empty if it is, or nothing of the puzzles says so.

    Examples
    --------
    >>> row = {"within": False, "share": 0.2, "of the easiest": 0.25, "of the hardest": 0.1}
    >>> why_not(row)
    'even the easiest are too hard'
    """
    if row["within"]:
        return ""
    if row["share"] < GOAL[0] and row["of the easiest"] < GOAL[0]:
        return "even the easiest are too hard"
    if row["share"] > GOAL[1] and row["of the hardest"] > GOAL[1]:
        return "even the hardest are too easy"
    return "too few puzzles of this strength"


def main() -> None:
    """Measure, write the figures, and say them as a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=pg.games(), metavar="GAME")
    parser.add_argument("--puzzles", type=int, default=80)
    parser.add_argument("--warm", type=int, default=20)
    given = parser.parse_args()
    command = f"python -m benchmarks.studies.streak --puzzles {given.puzzles} --warm {given.warm}"
    kept = machine.read("streak")
    rows: dict[str, Any] = kept.get("levels", {})
    counts: dict[str, int] = kept.get("puzzles", {})
    with TemporaryDirectory() as place:
        for game in given.games:
            for level in LEVELS:
                found = solving(game, level, given.puzzles, given.warm, Path(place))
                rows[f"{game} {level}"] = row = found | of_all(game, level)
                row["why not"] = why_not(row)
                low, high = row["interval"]
                print(
                    f"{game:10} level {level}: {row['share']:4.0%} ({low:.0%} to {high:.0%}), "
                    f"of all {row['of all']:4.0%}, rating {row['rating']:.0f} {row['why not']}",
                    flush=True,
                )
            counts[game] = len(pg.puzzles(game))
            figures = {"command": command, "goal": list(GOAL), "puzzles": counts, "levels": rows}
            machine.write("streak", figures)


if __name__ == "__main__":
    main()
