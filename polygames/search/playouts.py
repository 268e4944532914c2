"""Random games, many at once."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.core.options import whole
from polygames.core.progress import progress
from polygames.core.registry import info_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import State

__all__ = ["Playouts", "playouts", "random_game"]

WINNERS = {1.0: frozenset({0}), 0.0: frozenset({0, 1}), -1.0: frozenset({1})}
"""Who has won, by a kernel's result."""


@dataclass(frozen=True)
class Playouts:
    """The results of random games.

    Examples
    --------
    >>> print(Playouts(2, (3, 5), (1, 1), 0))
    2 random games: wins seat 0: 1, seat 1: 1; ties 0; 4.0 plies a game
    """

    games: int
    """How many were played."""
    plies: tuple[int, ...]
    """The length of each game in plies, from the given state on."""
    wins: tuple[int, ...]
    """How many games each seat won alone."""
    ties: int
    """How many games several seats won together."""
    unfinished: int = 0
    """How many games were ended by a limit on moves: nobody won them."""

    def __str__(self) -> str:
        """Say it in one line."""
        broken = f"; unfinished {self.unfinished}" if self.unfinished else ""
        mean = sum(self.plies) / max(1, self.games)
        wins = ", ".join(f"seat {seat}: {count}" for seat, count in enumerate(self.wins))
        ties = f"ties {self.ties}{broken}"
        return f"{self.games} random games: wins {wins}; {ties}; {mean:.1f} plies a game"


def playouts(state: State[Any], games: int = 1000, seed: int = 0) -> Playouts:
    """Play random games from a state, compiled where the game has a kernel.

    Parameters
    ----------
    state
        Where every game starts.
    games
        How many games to play. Ctrl-C (or Interrupt Kernel) ends the run and keeps the games that
        are over.
    seed
        Game i depends only on the seed and on i, whatever the other games are.

    Examples
    --------
    >>> import polygames as pg
    >>> found = playouts(pg.new("polygon", n=5), games=10, seed=1)
    >>> found.games, sum(found.wins)
    (10, 10)
    >>> playouts(pg.new("polygon"), games=0).plies
    ()
    """
    games, seed = whole("the number of games", games, 0), whole("the seed", seed)
    play = _compiled_game(state, seed) or _game(state, seed)
    played: list[tuple[int, frozenset[int]]] = []
    with suppress(KeyboardInterrupt):  # what came before it stays in the list
        played.extend(map(play, progress(range(games), "random games")))
    winners = Counter(won for _, won in played)
    wins = tuple(winners[frozenset({seat})] for seat in range(state.seats))
    ties = sum(count for won, count in winners.items() if len(won) > 1)
    plies = tuple(length for length, _ in played)
    return Playouts(len(played), plies, wins, ties, winners[frozenset()])


Game: TypeAlias = "Callable[[int], tuple[int, frozenset[int]]]"
"""Play the game of this number: its plies, and who won."""


def random_game(start: State[Any], rng: Random) -> tuple[int, frozenset[int]]:
    """Play random moves to the end without a kernel; return how many, and who won.

    Examples
    --------
    >>> import polygames as pg
    >>> plies, winners = random_game(pg.new("polygon", n=3), Random(1))
    >>> plies, set(winners)
    (0, {1})
    """
    rollout = info_of(start).rollout
    if rollout is not None:
        return rollout(start, rng)
    state = start
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
    return state.ply - start.ply, state.outcome.winners


def _game(start: State[Any], seed: int) -> Game:
    return lambda number: random_game(start, Random(f"{seed}:{number}"))


def _compiled_game(start: State[Any], seed: int) -> Game | None:
    """Return a game on the kernel, or None where there is none or the position is too large."""
    from polygames.search.kernels import kernel_of, seeded  # numpy and numba load here

    kernel = kernel_of(start)
    if kernel is None:
        return None
    try:
        root = kernel.encode(start)
    except OverflowError:
        return None
    board = root.copy()
    plain = _game(start, seed)  # for a game that outgrows the kernel

    def play(number: int) -> tuple[int, frozenset[int]]:
        board[...] = root
        plies = kernel.rollout(board, seeded(seed, number))
        result = kernel.result(board)
        return (plies, WINNERS[result]) if result in WINNERS else plain(number)

    return play
