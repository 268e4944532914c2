"""The reliability of reviews: mistakes that more work does not confirm, and hints called bad.

    python -m benchmarks.studies.review_verdicts GAMES FOLDER [--games N] [--positions N]

`GAMES` is a folder written by `benchmarks.lib.level5_games`. `FOLDER` stores the answers, one per
line, and the next run continues it. The figures are in `benchmarks/results/review_verdicts.json`.

- *Mistakes*: games of level 5 against itself are reviewed as the board reviews them. Each move
  called a mistake or a blunder is reviewed again, alone, with 20 times the work. It is *confirmed*
  if it is a mistake or a blunder again, *smaller* if it is an inaccuracy, and otherwise *refuted*.
- *Hints*: the best move of an analysis is played and reviewed alone with the same work. It should
  be best or good, or unclear.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from benchmarks.lib.level5_games import read_games
from polygames.search.analysis.anytime import deepen, load_search
from polygames.search.review import reviewing
from polygames.widgets.panels.review import review_seconds_per_position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.search.review import ReviewedMove

Row = dict[str, Any]

VERDICTS_RESULTS_NAME = "review_verdicts"
VERDICTS_COMMAND = "python -m benchmarks.studies.review_verdicts GAMES FOLDER"
WORK_FACTOR = 20
HINT_WORK_SECONDS = 0.3
HINTS_PER_GAME = 4
DEFAULT_GAME_COUNT, DEFAULT_POSITIONS = 200, 200
CHECK_SEED = 1_000_000
"""Added to the seed of a review for the one with more work."""


def _record_of(game: str, line: Row) -> pg.Record:
    record = pg.Record(pg.new(game, **line["options"]))
    for text in line["moves"]:
        record.push(text)
    return record


def review_games(game: str, games: Sequence[Row], number: int) -> Row:
    """Review a game, and review its mistakes again with more work."""
    record = _record_of(game, games[number])
    load_search(next(state for state in record.states if state.turn != pg.CHANCE))
    begun, seconds = process_time(), review_seconds_per_position(len(record.moves))
    found = pg.review(record, seconds=seconds, progress=False)
    row: Row = {"number": number, "plies": len(record.moves), "seconds": process_time() - begun}
    row["labels"] = Counter(each.label for each in found.moves if each.seat != pg.CHANCE)
    row["mistakes"] = [_check_mistake(record, each, seconds) for each in found.mistakes]
    return row


def _check_mistake(record: pg.Record, each: ReviewedMove, seconds: float) -> Row:
    record = pg.Record(record.states[each.ply - 1])
    record.push(each.move)
    seed, is_over = CHECK_SEED + each.ply, record.state.outcome is not None
    growing = reviewing(record, seconds=WORK_FACTOR * seconds, seed=seed, progress=False)
    count = 1 if is_over or record.state.turn == pg.CHANCE else 2
    *_, found = islice(growing, count)  # the next ones would check the move with even more work
    again = found.moves[0]
    names = {"ply": each.ply, "verdict": each.verdict, "loss": each.measured_loss}
    names |= {"error": each.rules.to_measure(each.loss_error), "proved": each.proved}
    return names | {"again": again.label, "again loss": again.measured_loss}


def review_hints(game: str, games: Sequence[Row], number: int) -> Row:
    """Review the best move of an analysis of a random position of a game."""
    record, rng = _record_of(game, games[number // HINTS_PER_GAME]), Random(number)
    state = rng.choice([state for state in record.states[:-1] if state.turn != pg.CHANCE])
    load_search(state)
    seen = state.view(state.turn)
    answers = deepen(seen, seconds=HINT_WORK_SECONDS, seed=CHECK_SEED + number, by_work=True)
    *_, analysis = answers
    alone = pg.Record(state)
    alone.push(analysis.best)
    (found,) = pg.review(alone, seconds=HINT_WORK_SECONDS, seed=number, progress=False).moves
    return {"number": number, "ply": state.ply, "label": found.label, "loss": found.measured_loss}


def _missing_rows(path: Path, count: int) -> Iterator[int]:
    known = {row["number"] for row in read_games(path)}
    return (number for number in range(count) if number not in known)


def figures_of(game: str, folder: Path) -> Row:
    """Return the figures of a game from its stored answers."""
    games = read_games(folder / f"{game}_games.jsonl")
    hints = read_games(folder / f"{game}_hints.jsonl")
    mistakes = [each for row in games for each in row["mistakes"]]
    again = Counter(
        "confirmed"
        if each["again"] in {"mistake", "blunder"}
        else "smaller"
        if each["again"] == "inaccuracy"
        else "refuted"
        for each in mistakes
    )
    labels = sum((Counter(row["labels"]) for row in games), Counter[str]())
    bad = sum(row["label"] in {"inaccuracy", "mistake", "blunder"} for row in hints)
    spent = sorted(row["seconds"] for row in games)
    return {
        "games": len(games),
        "moves": sum(labels.values()),
        "labels": dict(labels),
        "mistakes": len(mistakes),
        **{name: again[name] for name in ("confirmed", "smaller", "refuted")},
        "review seconds": {"median": spent[len(spent) // 2], "most": spent[-1]} if spent else {},
        "hints": len(hints),
        "hints called bad": bad,
    }


def main() -> None:
    """Review the games and hints that are missing, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_folder", type=Path, metavar="GAMES")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--games", type=int, default=DEFAULT_GAME_COUNT)
    parser.add_argument("--positions", type=int, default=DEFAULT_POSITIONS)
    parser.add_argument("--only", nargs="*", default=pg.games())
    parser.add_argument("--figures", action="store_true", help="only print the figures")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    parts = (("games", given.games, review_games), ("hints", given.positions, review_hints))
    for name, count, work in parts if not given.figures else ():
        for game in given.only:
            games = read_games(given.games_folder / f"{game}.jsonl")
            path = given.folder / f"{game}_{name}.jsonl"
            most = len(games) * (1 if name == "games" else HINTS_PER_GAME)
            for number in _missing_rows(path, min(count, most)):
                row = work(game, games, number)
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    figures = {game: figures_of(game, given.folder) for game in given.only}
    print(json.dumps(figures, indent=1))
    if not given.figures:
        machine.write(VERDICTS_RESULTS_NAME, {"command": VERDICTS_COMMAND, "games": figures})


if __name__ == "__main__":
    main()
