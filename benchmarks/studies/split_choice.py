"""What it is worth in Split to choose the colour after the first line is drawn, line by line.

    python -m benchmarks.studies.split_choice [--lines N] [--fresh N] [--agents NAME ...]

The one who draws the first line wants it even; the one who chooses takes the better colour, so has
half of the points at least, whatever the line. That is the bound from above on what the drawer can
get, and it is proved. From below it is played, by agents against themselves (`split_chooser.py`,
whose lines and games these are):

* *gain*: the chooser's share beyond a half, line by line. A chooser who learns the colour from the
  games that pay him has too much (*at most*); one who learns it from the first half of a line's
  games and is paid by the other half has too little (*at least*). The truth for these players lies
  between the two means.
* *best*: the lines on which the chooser gained least, the most even ones, played again with fresh
  games: what a drawer has there against a chooser who always takes the colour that won more of
  them, with its interval of 95% (Wilson).

Written to ``benchmarks/results/split_choice.json``, after each line; a run goes on after the file.
"""

from __future__ import annotations

import argparse
import json
from statistics import fmean, stdev
from time import process_time
from typing import Any

from benchmarks.lib import machine
from benchmarks.studies import split_chooser
from polygames.arena.ratings import wilson
from polygames.runtime.progress import progress

NAME = "split_choice"
COMMAND = "python -m benchmarks.studies.split_choice"
POINTS = {"B": 1.0, "R": 0.0, "=": 0.5}
Z = 1.96


def blue(games: str) -> float:
    """Return blue's share of the points."""
    return fmean(POINTS[game] for game in games)


def at_most(games: str) -> float:
    """Return the gain of a chooser who knows how these very games end."""
    return abs(blue(games) - 0.5)


def at_least(games: str) -> float:
    """Return the gain in the second half of the games, the colour chosen by the first."""
    half = len(games) // 2
    learned, paid = blue(games[:half]) - 0.5, blue(games[half:]) - 0.5
    return paid if learned > 0 else -paid if learned < 0 else 0.0


def interval(values: list[float]) -> list[float]:
    """Return a mean with its interval of 95%, over lines."""
    mean = fmean(values)
    half = Z * stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")
    return [round(each, 4) for each in (mean, mean - half, mean + half)]


def gains(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Sum up the lines of one kind that an agent played."""
    games = [row["games"] for row in rows]
    return {
        "lines": len(games),
        "games": len(games[0]),
        "gain at least": interval([at_least(each) for each in games]),
        "gain at most": interval([at_most(each) for each in games]),
        "all games tied": sum(set(each) == {"="} for each in games),
        "one colour won all": sum(len({*each}) == 1 and "=" not in each for each in games),
    }


def again(agent: str, line: Any, games: int) -> dict[str, Any]:
    """Play a line with fresh games; return what the drawer has against the better colour."""
    start = process_time()
    ended = "".join(
        split_chooser.play(agent, line, f"fresh {agent} {line} {number}")
        for number in progress(range(games), f"{agent} {line}")
    )
    drawer = games * (0.5 - at_most(ended))
    return {
        "line": line,
        "games": ended,
        "drawer": round(drawer / games, 4),
        "interval": [round(end, 4) for end in wilson(drawer, games)],
        "ties": ended.count("="),
        "CPU seconds": round(process_time() - start, 1),
    }


def main() -> None:
    """Read the games there are, sum up, play the most even lines, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lines", type=int, default=6, help="played again, of each agent")
    parser.add_argument("--fresh", type=int, default=40, help="games from each; a third for deep")
    parser.add_argument("--agents", nargs="*", default=("oneply", "deep"))
    chosen = parser.parse_args()
    rows = json.loads(split_chooser.RESULTS.read_text(encoding="utf-8"))["lines"]
    kinds = {(row["agent"], row["kind"], *row["parts"]) for row in rows}
    figures = machine.read(NAME)
    figures.pop("machine", None)
    figures |= {
        "command": COMMAND,
        "gains": {
            "-".join(map(str, kind)): gains(
                [row for row in rows if (row["agent"], row["kind"], *row["parts"]) == kind]
            )
            for kind in sorted(kinds)
        },
        "best": figures.get("best", {}),
    }
    machine.write(NAME, figures)
    for agent in chosen.agents:
        mine = [row for row in rows if row["agent"] == agent]
        even = sorted(mine, key=lambda row: (at_most(row["games"]), row["line"]))[: chosen.lines]
        done = figures["best"].setdefault(agent, [])
        games = max(1, chosen.fresh // split_chooser.SHARE[agent])
        for row in even[len(done) :]:
            done.append(again(agent, row["line"], games))
            print(agent, done[-1], flush=True)
            machine.write(NAME, figures)
    print(figures["gains"])


if __name__ == "__main__":
    main()
