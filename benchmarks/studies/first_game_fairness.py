"""The fairness of the first game on a board: the share of the person's seat between equal players.

    python -m benchmarks.studies.first_game_fairness [GAME ...] [--levels N ...] [--games N] [--old]

For each game and level, the level plays against itself from the start that `polygames.play` gives a
person against the computer. The person has seat 0. A tie counts as half a win. With ``--old`` the
games start as on the boards of earlier versions, with `OLD_OPTIONS`. Game number N of a row has the
seed N, and the levels do the same work on every machine, so each game depends only on its number.
The results are in `benchmarks/results/first_game_fairness.json`. They are saved every ten games,
and the next run continues them, unless the start or the level has changed.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from benchmarks.lib import cpu_time, machine
from benchmarks.strength.levels import level_data
from polygames.arena.game_pair import play_game
from polygames.arena.ratings import wilson
from polygames.runtime.progress import progress
from polygames.view.board_start import board_start

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.protocol import State

Row = dict[str, Any]

FAIRNESS_RESULTS_NAME: Final = "first_game_fairness"
FAIRNESS_COMMAND: Final = "python -m benchmarks.studies.first_game_fairness"
DEFAULT_LEVELS: Final = (1, 2, 3, 4, 5)
DEFAULT_GAMES: Final = 200
GAMES_PER_SAVE: Final = 10
FAIR_SHARES: Final = (0.35, 0.65)
"""The lowest and the highest share of the person that count as an even chance."""

OLD_OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "territory": {"preset": "half"},
    "polygon": {"preset": "hexagon"},
}
"""The options of a new board in earlier versions, if they were others."""


def first_state(name: str, number: int, *, is_old: bool) -> State[Any]:
    """Return the start of a game between a person and the computer on a new board."""
    info = pg.game(name)
    options: Row = {} if info.seats_option is None else {info.seats_option: 2}
    return board_start(name, {**options, **(OLD_OPTIONS.get(name, {}) if is_old else {})}, number)


def first_seat_points(start: State[Any], level: str, number: int) -> float:
    """Return the points of seat 0 in a game of a level against itself: 1, 0.5 or 0."""
    agents = [pg.agent(level, game=start.game) for _ in range(start.seats)]
    outcome = play_game(start, agents, f"fairness {number}", Random(number)).outcome
    assert outcome is not None  # noqa: S101 - that is how the game ended
    if outcome.winners in ({0, 1}, set()):
        return 0.5
    return float(0 in outcome.winners)


def measure_row(name: str, level: int, games: int, *, is_old: bool) -> Row:
    """Play the games that are missing in the row of a game and a level, and save it."""
    player = pg.game(name).level_names[level - 1]
    row = _read_rows(is_old=is_old).get(f"{name} {player}", {})
    facts = {"player": level_data(name, player), "start": _start_options(name, is_old=is_old)}
    if facts != {key: row.get(key) for key in facts}:
        row = {**facts, "games": 0, "wins": [0, 0, 0]}
    missing = range(row["games"], games)
    for number in progress(missing, f"{name} {player}", unit="game"):
        points = first_seat_points(first_state(name, number, is_old=is_old), player, number)
        row["wins"][round(2 - 2 * points)] += 1
        row["games"] = number + 1
        if row["games"] % GAMES_PER_SAVE == 0 or row["games"] == games:
            _write_row(f"{name} {player}", row, is_old=is_old)
    return row


def _start_options(name: str, *, is_old: bool) -> Row:
    """Return the options of a start without the seed, as text."""
    options = first_state(name, 0, is_old=is_old).options
    return {key: repr(value) for key, value in options.items() if key != "seed"}


def _read_rows(*, is_old: bool) -> dict[str, Row]:
    rows: dict[str, Row] = machine.read(FAIRNESS_RESULTS_NAME).get("old" if is_old else "now", {})
    return rows


def _write_row(key: str, row: Row, *, is_old: bool) -> None:
    points = row["wins"][0] + row["wins"][1] / 2
    row["share"] = points / row["games"]
    row["interval"] = list(wilson(points, row["games"]))
    found = machine.read(FAIRNESS_RESULTS_NAME)
    rows = {"now": found.get("now", {}), "old": found.get("old", {})}
    rows["old" if is_old else "now"][key] = row
    order = [f"{name} level {level}" for name in pg.games() for level in DEFAULT_LEVELS]
    rows = {
        kind: dict(sorted(each.items(), key=lambda item: order.index(item[0])))
        for kind, each in rows.items()
    }
    machine.write(FAIRNESS_RESULTS_NAME, {"command": FAIRNESS_COMMAND, **rows})


def main() -> None:
    """Play the missing games of each row, and print the shares."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_played", nargs="*", metavar="GAME", default=pg.games())
    parser.add_argument(
        "--levels", nargs="+", type=int, choices=DEFAULT_LEVELS, default=DEFAULT_LEVELS
    )
    parser.add_argument("--games", type=int, default=DEFAULT_GAMES)
    parser.add_argument("--old", action="store_true", help="start as in earlier versions")
    given = parser.parse_args()
    for name in given.games_played:
        for level in given.levels if not given.old or name in OLD_OPTIONS else ():
            with cpu_time.count_cpu_time():
                row = measure_row(name, level, given.games, is_old=given.old)
            low, high = row["interval"]
            is_fair = FAIR_SHARES[0] <= row["share"] <= FAIR_SHARES[1]
            print(
                f"{name} level {level}: {row['share']:.1%} ({low:.1%} to {high:.1%}), "
                f"{row['games']} games, {row['wins'][1]} ties{'' if is_fair else ', not even'}",
                flush=True,
            )


if __name__ == "__main__":
    main()
