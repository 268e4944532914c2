"""The value of the pair of stars on a small pad of Splitter, by observation and by experiment.

    python -m benchmarks.studies.splitter_prices --games 10000

The players take points, and have a price for writing on the stars. For each player, the script
measures the average score and two prices that can be learned from its games. *Watched* is the
difference in later points between games with open and with filled stars after two rounds. *By a
coin* is the same difference, if a coin decides in the second round whether to use the stars.
"""

from __future__ import annotations

from random import Random
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import polygames as pg
from benchmarks.lib import lesson_data
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable

Player: TypeAlias = "Callable[[Any, Random], Any]"
Rows: TypeAlias = "list[tuple[bool, int]]"
"""For each game, True if the stars were open, and the later points."""

SMALL_PAD: Final = ("*##*", "####", ".##.")
STAR_PRICES: Final = (0, 0.5, 1, 1.5, 2, 2.5, 3)
"""Points are whole numbers, so all prices between two of them make the same player."""
WATCHED_ROUND: Final = 2


def main() -> None:
    """Measure the players, and save their scores and prices."""
    chosen, command = lesson_data.parse_options("splitter_prices", __doc__, games=10_000)
    lesson_data.write(
        "splitter_prices",
        command,
        pad=SMALL_PAD,
        random=measure_player(play_at_random, chosen.games),
        careful=[
            {"price": price, **measure_player(careful_player(price), chosen.games)}
            for price in STAR_PRICES
        ],
    )


def measure_player(player: Player, games: int) -> dict[str, float]:
    """Return the scores and learned prices of a player, with standard errors."""
    start = pg.new("splitter", pad=SMALL_PAD)
    points = [finish_game(start, player, rng).scores[0] for rng in map(Random, range(games))]
    seen = price_of([watch_game(start, player, rng) for rng in map(Random, range(games))])
    tossed = price_of(
        [
            row
            for seed in range(games)
            if (row := toss_coin(start, player, Random(f"coin {seed}"), stars=seed % 2 == 0))
        ]
    )
    return {
        "mean": round(mean(points), 3),
        "mean_error": round(stdev(points) / games**0.5, 3),
        "watched": round(seen[0], 3),
        "watched_error": round(seen[1], 3),
        "coin": round(tossed[0], 3),
        "coin_error": round(tossed[1], 3),
    }


def play_at_random(state: Any, rng: Random) -> Any:
    """Return a random move."""
    return state.legal_moves.sample(rng)


def careful_player(price: float) -> Player:
    """Return a player that takes points, with a price for writing on the stars."""

    def choose(state: Any, rng: Random) -> Any:
        moves = list(state.legal_moves)
        rng.shuffle(moves)
        return max(moves, key=lambda move: sheet_value(state.play(move), price))

    return choose


def sheet_value(state: Any, price: float) -> float:
    """Return the points of a sheet, plus the price if its stars are open."""
    return float(state.scores[0]) + price * are_stars_open(state)


def are_stars_open(state: Any) -> bool:
    """Return True if both stars are empty."""
    return bool(state.sheets[0][0] == 0)


def roll_dice(state: Any, rng: Random) -> Any:
    """Return a state with the next roll."""
    return state.play(state.legal_moves.sample(rng))


def finish_game(state: Any, player: Player, rng: Random) -> Any:
    """Return the end of a game."""
    while state.outcome is None:
        state = roll_dice(state, rng) if state.turn == CHANCE else state.play(player(state, rng))
    return state


def play_rounds(start: Any, player: Player, rounds: int, rng: Random) -> Any:
    """Return the position after some rounds."""
    state = start
    for _ in range(rounds):
        state = roll_dice(state, rng)
        state = state.play(player(state, rng))
    return state


def watch_game(start: Any, player: Player, rng: Random) -> tuple[bool, int]:
    """Return the observation of a game after two rounds."""
    state = play_rounds(start, player, WATCHED_ROUND, rng)
    return are_stars_open(state), finish_game(state, player, rng).scores[0] - state.scores[0]


def toss_coin(start: Any, player: Player, rng: Random, *, stars: bool) -> tuple[bool, int] | None:
    """Return the observation if a coin decides in round two; None if that is too late."""
    state = roll_dice(play_rounds(start, player, WATCHED_ROUND - 1, rng), rng)
    if not are_stars_open(state):
        return None
    moves = [move for move in state.legal_moves if are_stars_open(state.play(move)) != stars]
    state = state.play(rng.choice(moves))
    return not stars, finish_game(state, player, rng).scores[0] - state.scores[0]


def price_of(rows: Rows) -> tuple[float, float]:
    """Return the mean gain in later points with open stars, and its standard error."""
    groups = [[later for is_open, later in rows if is_open == kind] for kind in (True, False)]
    spread = sum(stdev(group) ** 2 / len(group) for group in groups) ** 0.5
    return mean(groups[0]) - mean(groups[1]), spread


if __name__ == "__main__":
    main()
