"""Random games and move counts (perft) from a position, by the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import chain
from random import Random
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from polygames.core.keywords import checked_keywords
from polygames.core.options import whole
from polygames.core.registry import find_local_game, info_of, register_from_process
from polygames.records.position_sources import state_of
from polygames.runtime.clock import Clock, FlagClock, run_in_thread
from polygames.runtime.jit import HAS_NUMBA
from polygames.runtime.parallel_calls import Interrupted, ParallelCalls, count_workers
from polygames.runtime.progress import ProgressBar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State
    from polygames.records.position_sources import Position


@checked_keywords
def perft(state: Position, depth: int, *, progress: bool = True) -> int:
    """Count the sequences of exactly `depth` moves from a position.

    Parameters
    ----------
    state
        The start: the name of a game, a state, a record or the file of one. Every position must
        have finitely many moves.
    depth
        The number of plies, 0 or more. Games that end earlier are not counted.
    progress
        Whether to show a progress bar if it takes more than two seconds.

    Raises
    ------
    OptionError
        If the depth is not a whole number, or is negative.
    TypeError
        If the moves of a position form a continuum and cannot be counted.
    Interrupted
        At Ctrl-C (or Interrupt Kernel); its `result` is the count so far.

    Examples
    --------
    >>> after_first_line = pg.new("split").play(pg.new("split").draw((0, 5), (10, 5)))
    >>> perft(after_first_line, 1)
    2
    """
    start, depth, total = state_of(state), whole("a depth", depth, 0), 0
    if depth == 0:
        return 1
    path: list[Iterator[State[Any]]] = [iter([start])]  # for each ply, the states to expand
    try:
        with ProgressBar("perft", unit="sequence", is_shown=progress) as bar:
            while path:
                after = next(path[-1], None)
                if after is None:
                    path.pop()
                elif len(path) == depth:
                    total += (count := len(after.legal_moves))
                    bar.advance(count)
                else:
                    path.append(map(after.play, after.legal_moves))
    except KeyboardInterrupt:
        raise Interrupted(total) from None
    return total


WINNERS_BY_RESULT = {1.0: frozenset({0}), 0.0: frozenset({0, 1}), -1.0: frozenset({1})}
"""The winners, by a kernel's result."""
PART_SECONDS = 0.2
"""The time between two checks for an interrupt, in seconds."""
PART_GAMES = 1000
"""The maximum number of games in one call of a worker."""


@dataclass(frozen=True)
class Playouts:
    """The results of random games.

    Examples
    --------
    >>> print(Playouts(2, (3, 5), (1, 1), 0))
    2 random games: wins seat 0: 1, seat 1: 1; ties 0; 4.0 plies a game
    """

    games: int
    """The number of games."""
    plies: tuple[int, ...]
    """The length of each game in plies, from the given state on."""
    wins: tuple[int, ...]
    """The number of games that each seat won alone."""
    ties: int
    """The number of games that several seats won together."""
    unfinished: int = 0
    """The number of games ended by a move limit, without a winner."""

    def __str__(self) -> str:
        """Return one line with the wins, ties and mean length."""
        broken = f"; unfinished {self.unfinished}" if self.unfinished else ""
        mean = sum(self.plies) / max(1, self.games)
        wins = ", ".join(f"seat {seat}: {count}" for seat, count in enumerate(self.wins))
        ties = f"ties {self.ties}{broken}"
        return f"{self.games} random games: wins {wins}; {ties}; {mean:.1f} plies a game"

    __repr__ = __str__


@checked_keywords
def playouts(
    state: Position,
    games: int = 1000,
    seed: int = 0,
    *,
    workers: int | None = None,
    progress: bool = True,
) -> Playouts:
    """Play random games from a position, compiled where the game has a kernel.

    Parameters
    ----------
    state
        The start of every game: the name of a game, a state, a record or the file of one.
    games
        The number of games.
    seed
        The seed. Game i depends only on the seed and on i, not on the other games.
    workers
        The number of processes: 1 for this process only, -1 for one per core, None for the
        setting of `joblib.parallel_config`, which may also select dask or ray.
    progress
        Whether to show a progress bar if it takes more than two seconds.

    Raises
    ------
    Interrupted
        At Ctrl-C (or Interrupt Kernel). Its `result` has the finished games.

    Examples
    --------
    >>> found = playouts(pg.new("polygon", n=5), games=10, seed=1)
    >>> found.games, sum(found.wins)
    (10, 10)
    >>> playouts(pg.new("polygon"), games=0).plies
    ()
    """
    start = state_of(state)
    games, seed = whole("the option games", games, 0), whole("the option seed", seed)
    play = (
        _play_in_process
        if count_workers(workers) == 1
        else partial(_play_on_workers, workers=workers)
    )
    parts: dict[int, PlayedGames] = {}
    is_interrupted = False
    try:
        with ProgressBar("random games", games, is_shown=progress) as bar:
            for first, part in play(start, games, seed):
                parts[first] = part
                bar.advance(len(part[0]))
    except KeyboardInterrupt:
        is_interrupted = True
    found = _sum_parts(start.seats, [parts[first] for first in sorted(parts)])
    if is_interrupted:
        raise Interrupted(found)
    return found


PlayedGames: TypeAlias = "tuple[list[int], Counter[frozenset[int]]]"
"""The lengths of consecutive games in plies, and a count of each set of winners."""


def _play_in_process(state: State[Any], games: int, seed: int) -> Iterator[tuple[int, PlayedGames]]:
    """Play games in this process; yield the first game number and results of each chunk."""
    if HAS_NUMBA:  # in a thread: an interrupt must not end numba's work in the middle
        run_in_thread(partial(_compile_kernel, state, seed), FlagClock(Clock(None), Event()))
    part_of = _create_player(state, seed)
    first, size = 0, 1
    while first < games:
        size, start = min(size, games - first), perf_counter()
        yield first, part_of(first, size)
        first += size
        spent = perf_counter() - start
        size = max(1, min(8 * size, int(size * PART_SECONDS / max(spent, 1e-9))))


def _play_on_workers(
    state: State[Any], games: int, seed: int, workers: int | None
) -> Iterator[tuple[int, PlayedGames]]:
    """Play games in several processes; yield the index and results of each finished chunk."""
    size = max(1, min(PART_GAMES, games // 64))
    starts = range(0, games, size)
    job = PlayoutJob(state, find_local_game(info_of(state).name))
    calls = [GameRange(state.game, seed, first, min(size, games - first)) for first in starts]
    return iter(ParallelCalls(partial(_play_range, job), calls, workers=workers))


class PlayoutJob(NamedTuple):
    """The position sent to a worker, and its game."""

    state: State[Any]
    game_info: GameInfo | None
    """The game's definition, if only the calling process has registered it."""


class GameRange(NamedTuple):
    """A range of game numbers to play in one call of a worker."""

    game: str
    seed: int
    first_game: int
    game_count: int

    def __str__(self) -> str:
        """Return a description of the games."""
        last = self.first_game + self.game_count - 1
        return f"random games {self.first_game} to {last} of {self.game}, seed {self.seed}"


def _play_range(job: PlayoutJob, numbers: GameRange) -> PlayedGames:
    register_from_process(job.game_info)
    return _create_player(job.state, numbers.seed)(numbers.first_game, numbers.game_count)


def _sum_parts(seats: int, parts: Sequence[PlayedGames]) -> Playouts:
    winners = sum((won for _, won in parts), Counter[frozenset[int]]())
    plies = tuple(chain.from_iterable(lengths for lengths, _ in parts))
    wins = tuple(winners[frozenset({seat})] for seat in range(seats))
    ties = sum(count for won, count in winners.items() if len(won) > 1)
    return Playouts(len(plies), plies, wins, ties, winners[frozenset()])


def play_random_game(start: State[Any], rng: Random) -> tuple[int, frozenset[int]]:
    """Play random moves by the rules until the game ends; return its length and the winners."""
    state = start
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
    return state.ply - start.ply, state.outcome.winners


def _create_player(start: State[Any], seed: int) -> Callable[[int, int], PlayedGames]:
    """Return a function of (first game, count) that plays the games, compiled if possible."""
    from polygames.search.kernel_adapter import random_games_of  # numpy and numba load here

    batch = random_games_of(start, seed)
    if batch is None:
        return partial(_play_by_rules, start, seed)

    def compiled_part(first: int, count: int) -> PlayedGames:
        plies, results = batch.play(first, count)
        counts = {value: int((results == value).sum()) for value in WINNERS_BY_RESULT}
        won = Counter(
            {WINNERS_BY_RESULT[value]: number for value, number in counts.items() if number}
        )
        if won.total() < count:  # some games did not fit the kernel
            for place, value in enumerate(results.tolist()):
                if value not in WINNERS_BY_RESULT:
                    plies[place], winners = play_random_game(
                        start, Random(f"{seed}:{first + place}")
                    )
                    won[winners] += 1
        return plies.tolist(), won

    return compiled_part


def _compile_kernel(start: State[Any], seed: int) -> None:
    """Compile the game's kernel, if it has one, by playing one game on it."""
    from polygames.search.kernel_adapter import random_games_of

    batch = random_games_of(start, seed)
    if batch is not None:
        batch.play(0, 1)


def _play_by_rules(start: State[Any], seed: int, first_game: int, count: int) -> PlayedGames:
    games = [
        play_random_game(start, Random(f"{seed}:{first_game + place}")) for place in range(count)
    ]
    return [plies for plies, _ in games], Counter(won for _, won in games)
