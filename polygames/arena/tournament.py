"""Everyone against everyone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from polygames.arena.match import Game, Task, _names, _two_seats, copied, played
from polygames.arena.ratings import ratings, wilson
from polygames.core.errors import OptionError
from polygames.core.table import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.arena.match import Player

__all__ = ["Tournament", "tournament"]


@dataclass(frozen=True)
class Tournament:
    """What came of a tournament."""

    game: str
    names: tuple[str, ...]
    seed: int
    games: tuple[Game, ...]

    @property
    def results(self) -> dict[tuple[str, str], tuple[float, int]]:
        """For each two players the points of the first, and the games."""
        points, counts = defaultdict[tuple[str, str], float](float), defaultdict[Any, int](int)
        for game in self.games:
            first, second = sorted(game.seats, key=self.names.index)
            points[first, second] += game.points[game.seats.index(first)]
            counts[first, second] += 1
        return {pair: (points[pair], counts[pair]) for pair in counts}

    @property
    def standings(self) -> list[dict[str, Any]]:
        """One row for each player, the strongest first."""
        rated = ratings(self.names, self.results)
        rows = []
        for name in self.names:
            own = [g.points[g.seats.index(name)] for g in self.games if name in g.seats]
            low, high = wilson(sum(own), len(own))
            share = sum(own) / max(1, len(own))
            rating, error = rated[name]
            rows.append(
                {
                    "agent": name,
                    "games": len(own),
                    "points": sum(own),
                    "share": share,
                    "low": low,
                    "high": high,
                    "rating": round(rating),
                    "error": round(error) if own else None,
                }
            )
        return sorted(rows, key=lambda row: -row["rating"])

    def table(self) -> Any:
        """Return the standings: points, share with its 95% interval, rating with its error."""
        return table(self.standings)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, without times: equal tournaments give equal data."""
        return asdict(self) | {"standings": self.standings}

    def __str__(self) -> str:
        """Write the standings as lines of text."""
        return "\n".join(
            "{agent}: {points:g} of {games}, {share:.1%} ({low:.1%} to {high:.1%}), "
            "rating {rating} ± {error}".format(**row)
            for row in self.standings
        )


def tournament(
    game: str,
    agents: Sequence[Player],
    *,
    games: int = 10,
    seed: int = 0,
    opening: int = 0,
    workers: int | None = None,
    progress: bool = True,
    **options: Any,
) -> Tournament:
    """Let every two agents play games, in pairs with seats swapped.

    Parameters
    ----------
    game
        The name of a game of two seats.
    agents
        The players, as for `match`.
    games
        How many games every two of them play: an even number.
    seed
        The results depend on it, and not on the workers.
    opening, workers, progress, **options
        As for `match`.

    Returns
    -------
    Tournament
        An interrupt (Ctrl-C, or Interrupt Kernel) ends it and keeps the pairs played.

    Examples
    --------
    >>> result = tournament("split", ["random", "greedy"], games=4, seed=5)
    >>> result.standings[0]["agent"]
    'greedy'
    """
    if games % 2 or games < 0:
        msg = f"games are played in pairs with seats swapped: an even number, not {games}"
        raise OptionError(msg)
    names = _names(agents)
    _two_seats(game, options)
    players = [copied(agent) for agent in agents]
    tasks = [
        Task(game, options, (players[i], players[j]), (names[i], names[j]), pair, seed, opening)
        for pair in range(games // 2)
        for i, j in combinations(range(len(agents)), 2)
    ]
    pairs = played(tasks, f"{game}: tournament", workers=workers, show=progress)
    return Tournament(game, names, seed, tuple(game for pair in pairs for game in pair))
