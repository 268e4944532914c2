"""Random games, many at once."""

from __future__ import annotations

from collections import Counter
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
    """What came of random games."""

    games: int
    """How many were played to the end."""
    plies: tuple[int, ...]
    """The length of each game in plies, from the given state on."""
    wins: tuple[int, ...]
    """How many games each seat won alone."""
    ties: int
    """How many games several seats won together."""

    def __str__(self) -> str:
        """Say it in one line."""
        mean = sum(self.plies) / max(1, self.games)
        wins = ", ".join(f"seat {seat}: {count}" for seat, count in enumerate(self.wins))
        return f"{self.games} random games: wins {wins}; ties {self.ties}; {mean:.1f} plies a game"


def playouts(state: State[Any], games: int = 1000, seed: int = 0) -> Playouts:
    """Play random games from a state, compiled where the game has a kernel.

    Parameters
    ----------
    state
        Where every game starts.
    games
        How many to play. An interrupt (Ctrl-C, or Interrupt Kernel) ends the run and keeps
        the games that are over.
    seed
        Game i depends on the seed and on i only: it is the same whatever the others are.
    """
    games, seed = whole("the number of games", games, 0), whole("the seed", seed)
    play = _compiled_game(state, seed) or _game(state, seed)
    plies: list[int] = []
    winners: Counter[frozenset[int]] = Counter()
    try:
        for i in progress(range(games), "random games"):
            length, won = play(i)
            plies.append(length)
            winners[won] += 1
    except KeyboardInterrupt:
        pass
    wins = tuple(winners[frozenset({seat})] for seat in range(state.seats))
    ties = sum(count for won, count in winners.items() if len(won) > 1)
    return Playouts(len(plies), tuple(plies), wins, ties)


Game: TypeAlias = "Callable[[int], tuple[int, frozenset[int]]]"
"""Play the game of this number: its plies, and who won."""


def random_game(start: State[Any], rng: Random) -> tuple[int, frozenset[int]]:
    """Play random moves to the end without a kernel; return how many, and who won."""
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

    def play(number: int) -> tuple[int, frozenset[int]]:
        board[...] = root
        plies = kernel.rollout(board, seeded(seed, number))
        return plies, WINNERS.get(kernel.result(board), frozenset())

    return play
