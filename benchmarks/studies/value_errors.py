"""The errors of the values of short analyses, compared with analyses of 20 times the work.

    python -m benchmarks.studies.value_errors GAMES FOLDER [--positions N] [--only GAME ...]

`GAMES` is a folder written by `benchmarks.lib.level5_games`. The study takes two random positions
of each game. It analyses each of them and the position after the played move, as a review does,
with the work of 0.03, 0.1, 0.3 and 6 seconds. `FOLDER` stores the analyses, one position per line,
and the next run continues it. The figures are in `benchmarks/results/value_errors.json`.

- A *value error* is the value of a position at one of the shorter works, minus the value at the
  longest. Positions with a proved value at the shorter work are left out.
- A *loss error* is the same for the loss of the played move: the value of the best other move,
  minus that of the next position for the same player. In Splitter the next position is after a
  roll, so the loss is that within one analysis. The best move may also be the played one in the
  losses *against the best*: those of Split's analyses, which often list no other move.
"""

from __future__ import annotations

import argparse
import json
from collections import deque
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

import polygames as pg
from benchmarks.lib import machine
from benchmarks.lib.level5_games import GAME_OPTIONS, read_games
from polygames.search import deepen
from polygames.search.analysis.anytime import load_search
from polygames.search.review.findings import proofs_to_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from polygames.core.analysis import Analysis, MoveValue

Row = dict[str, Any]

ERRORS_RESULTS_NAME = "value_errors"
ERRORS_COMMAND = "python -m benchmarks.studies.value_errors GAMES FOLDER"
WORK_SECONDS, REFERENCE_SECONDS = (0.03, 0.1, 0.3), 6.0
"""The amounts of work, in the seconds of `WorkClock`: each game defines the steps of a second."""
REFERENCE_SEED = 1_000_000
"""Added to the seed of a position for its longest analysis."""
POSITIONS_PER_GAME, BLOCK_SIZE = 2, 10
GAME_STAGES = ("early", "middle", "late")
MIN_FIGURE_COUNT = 5
"""The smallest number of errors for which figures are shown."""


# --- Analysing ----------------------------------------------------------------------------------


def analyse_missing_positions(
    game: str, games: Sequence[Row], numbers: Iterable[int], path: Path
) -> None:
    """Analyse the positions that are missing in a file, and append each of them."""
    known = {row["position"] for row in read_games(path)}
    for number in numbers:
        place = number // POSITIONS_PER_GAME
        if number not in known and place < len(games):
            row = {"position": number} | _analyse_position(game, games[place], number)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            spent = sum(each["seconds"] for each in row["before"].values())
            print(f"{game} {number}: ply {row['ply']} of {row['plies']}, {spent:.1f} s", flush=True)


def _analyse_position(game: str, line: Row, number: int) -> Row:
    """Return the analyses before and after the move played in a random position of a game."""
    states, moves = [pg.new(game, **line["options"])], []
    for text in line["moves"]:
        moves.append(states[-1].parse(text))
        states.append(states[-1].play(moves[-1]))
    plies = [ply for ply, state in enumerate(states[:-1]) if state.turn != pg.CHANCE]
    chosen = Random(line["game"]).sample(plies, min(POSITIONS_PER_GAME, len(plies)))
    ply = chosen[number % POSITIONS_PER_GAME % len(chosen)]
    before, after = states[ply : ply + 2]
    row = {"game": line["game"], "ply": ply, "plies": len(moves)}
    row |= {"before": dict(_analyses(before, moves[ply], 2 * number))}
    if after.outcome is None and after.turn != pg.CHANCE:
        row["same seat"] = after.turn == before.turn
        row["after"] = dict(_analyses(after, moves[ply + 1], 2 * number + 1))
    return row


def _analyses(state: pg.State[Any], played: Any, seed: int) -> Iterator[tuple[str, Row]]:
    state = state.view(state.turn)
    load_search(state)
    for work in (*WORK_SECONDS, REFERENCE_SECONDS):
        began = process_time()
        own_seed = seed + REFERENCE_SEED * (work == REFERENCE_SECONDS)
        answers = deepen(state, seconds=work, seed=own_seed, also=(played,), by_work=True)
        found = proofs_to_points(deque(answers, maxlen=1)[0])
        yield str(work), _to_row(found, played) | {"seconds": round(process_time() - began, 3)}


def _to_row(found: Analysis, played: Any) -> Row:
    others = [each for each in found.moves if each.move != played]
    listed = [each for each in found.moves if each.move == played]
    parts = {"best": found.moves[:1], "other": others[:1], "played": listed}
    row = {name: _to_numbers(each[0]) if each else None for name, each in parts.items()}
    return row | {"settled": found.is_settled, "is best": found.moves[0].move == played}


def _to_numbers(move_value: MoveValue) -> Row:
    names = ("value", "low", "high", "proved", "chance", "visits", "depth", "raw")
    return {name: getattr(move_value, name) for name in names}


# --- Figures ------------------------------------------------------------------------------------


def summarise(game: str, rows: Sequence[Row]) -> Row:
    """Return the figures of a game: errors of values and losses for each work, with their laws."""
    works = {str(work): _summarise_work(game, rows, str(work)) for work in WORK_SECONDS}
    tables = [_errors_by_kind(figures) for figures in works.values()]
    laws = {
        kind: fit_law(WORK_SECONDS, [table[kind]["rms"] for table in tables]) for kind in tables[0]
    }
    return {"positions": len(rows), "works": works, "laws": laws}


def _errors_by_kind(figures: Row) -> Row:
    kinds = ("chances", "losses", "losses against the best", "losses in one analysis")
    return figures["values"] | {kind: figures[kind] for kind in kinds}


def _summarise_work(game: str, rows: Sequence[Row], work: str) -> Row:
    looks = list(_looks(rows, work))
    opened = [look for look in looks if not look["short"]["settled"]]
    groups: dict[str, list[Row]] = {"all": opened}
    groups |= {name: [look for look in opened if look["stage"] == name] for name in GAME_STAGES}
    middle = np.median([abs(look["value"]) for look in opened]) if opened else 0.0
    groups["small value"] = [look for look in opened if abs(look["value"]) <= middle]
    groups["large value"] = [look for look in opened if abs(look["value"]) > middle]
    proved = [look for look in opened if look["long"]["settled"]]
    figures = {
        "analyses": len(looks),
        "proved": len(looks) - len(opened),
        "proved by the reference": len(proved),
        "CPU seconds": median_of(look["short"]["seconds"] for look in looks),
        "reference CPU seconds": median_of(look["long"]["seconds"] for look in looks),
        "values": {name: _error_figures(look["error"] for look in g) for name, g in groups.items()},
        "chances": _error_figures(_chance_errors(opened)),
        "inside": mean_of(_is_inside(look) for look in opened),
        "half width": mean_of(
            (look["short"]["best"]["high"] - look["short"]["best"]["low"]) / 2 for look in opened
        ),
        "losses": _error_figures(_loss_errors(game, rows, work, _loss)),
        "losses against the best": _error_figures(_loss_errors(game, rows, work, _drop)),
        "losses in one analysis": _error_figures(_loss_errors(game, rows, work, _own_loss)),
    }
    if game == "polygon":  # the value is an expected result, and the result is 1 or -1
        spread = [1 - look["value"] ** 2 for look in proved]
        figures["proved later"] = _error_figures(look["error"] for look in proved)
        figures["expected rms"] = _rounded(np.sqrt(np.mean(spread))) if spread else None
    return figures


def _looks(rows: Iterable[Row], work: str) -> Iterator[Row]:
    """Yield each analysis of some work with the longest analysis of the same position."""
    for row in rows:
        for side, ply in (("before", row["ply"]), ("after", row["ply"] + 1)):
            if side in row:
                short, long = row[side][work], row[side][str(REFERENCE_SECONDS)]
                value = short["best"]["value"]
                yield {
                    "stage": GAME_STAGES[min(2, 3 * ply // row["plies"])],
                    "value": value,
                    "error": value - long["best"]["value"],
                    "short": short,
                    "long": long,
                }


def _chance_errors(looks: Iterable[Row]) -> Iterator[float]:
    """Yield the errors of the chances to win, where an analysis has them."""
    for look in looks:
        short, long = look["short"]["best"]["chance"], look["long"]["best"]["chance"]
        if None not in (short, long):
            yield short - long


def _is_inside(look: Row) -> bool:
    low, high = look["short"]["best"]["low"], look["short"]["best"]["high"]
    return low <= look["long"]["best"]["value"] <= high


def _loss_errors(game: str, rows: Iterable[Row], work: str, loss: Any) -> Iterator[float]:
    """Yield the errors of the losses that are not proved, at some work."""
    for row in rows:
        sides = [row[side][work] for side in ("before", "after") if side in row]
        losses = loss(game, row, work), loss(game, row, str(REFERENCE_SECONDS))
        if None not in losses and not all(side["settled"] for side in sides):
            yield losses[0] - losses[1]


def _loss(game: str, row: Row, work: str) -> float | None:
    """Return the loss of the played move, with the value of the next position; None if unknown."""
    if game == "splitter":
        return _own_loss(game, row, work)
    other = row["before"][work]["other"]
    if "after" not in row or other is None:
        return None
    sign = 1 if row["same seat"] else -1
    return other["value"] - sign * row["after"][work]["best"]["value"]


def _drop(_: str, row: Row, work: str) -> float | None:
    """Return the value of a position minus that of the next one; None if there is no next one."""
    if "after" not in row:
        return None
    sign = 1 if row["same seat"] else -1
    return row["before"][work]["best"]["value"] - sign * row["after"][work]["best"]["value"]


def _own_loss(_: str, row: Row, work: str) -> float | None:
    """Return the loss of the played move within the analysis of its position."""
    found = row["before"][work]
    if found["other"] is None or found["played"] is None:
        return None
    return found["other"]["value"] - found["played"]["value"]


def _error_figures(errors: Iterable[float]) -> Row:
    """Return the number of errors, their root mean square and mean, and quantiles of the size."""
    found = np.array(list(errors))
    if len(found) < MIN_FIGURE_COUNT:
        return {"count": len(found), **dict.fromkeys(("rms", "mean", "68%", "95%"))}
    return {
        "count": len(found),
        "rms": _rounded(np.sqrt(np.mean(found**2))),
        "mean": _rounded(np.mean(found)),
        "68%": _rounded(np.quantile(abs(found), 0.68)),
        "95%": _rounded(np.quantile(abs(found), 0.95)),
    }


def fit_law(works: Sequence[float], errors: Sequence[float | None]) -> Row | None:
    """Return the law ``a * work ** -b`` that is nearest to some errors, or None without errors."""
    known = [(work, error) for work, error in zip(works, errors, strict=True) if error]
    if len(known) < 2:  # noqa: PLR2004 - two points of a line
        return None
    slope, height = np.polyfit(*np.log(np.transpose(known)), 1)
    return {"a": _rounded(np.exp(height)), "b": _rounded(-slope)}


def mean_of(numbers: Iterable[float]) -> float | None:
    """Return the rounded mean of some numbers, or None if there are none."""
    found = list(numbers)
    return _rounded(np.mean(found)) if found else None


def median_of(numbers: Iterable[float]) -> float | None:
    """Return the rounded median of some numbers, or None if there are none."""
    found = list(numbers)
    return _rounded(np.median(found)) if found else None


def _rounded(number: Any) -> float:
    return round(float(number), 4)


def main() -> None:
    """Analyse the missing positions in blocks, game by game, and write the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--positions", type=int, default=100, help="of each game (%(default)s)")
    parser.add_argument("--only", nargs="*", choices=GAME_OPTIONS, default=tuple(GAME_OPTIONS))
    parser.add_argument("--write", action="store_true", help="write the figures to the results")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    paths = {game: given.folder / f"{game}.jsonl" for game in given.only}
    for start in range(0, given.positions, BLOCK_SIZE):
        for game, path in paths.items():
            played = read_games(given.games / f"{game}.jsonl")
            games = [line for line in played if line["options"] or game != "polygon"]
            numbers = range(start, min(start + BLOCK_SIZE, given.positions))
            analyse_missing_positions(game, games, numbers, path)
    figures = {game: summarise(game, read_games(path)) for game, path in paths.items()}
    print(json.dumps(figures, indent=1))
    if given.write:
        machine.write(ERRORS_RESULTS_NAME, {"command": ERRORS_COMMAND, "games": figures})


if __name__ == "__main__":
    main()
