"""A tournament: every agent plays every other one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, Any

from polygames.arena.match import check_seats
from polygames.arena.pair import Task
from polygames.arena.players import checked, names_of
from polygames.arena.ratings import ratings, wilson
from polygames.arena.series import Series, worker_count
from polygames.core import registry
from polygames.core.options import refuse, whole
from polygames.core.table import table

if TYPE_CHECKING:
    from polygames.arena.pair import Game
    from polygames.arena.players import Player

__all__ = ["Tournament", "tournament"]

COLUMNS = ["agent", "games", "points", "share", "low", "high", "rating", "error"]
"""Of the standings."""


@dataclass(frozen=True)
class Tournament:
    """The result of a tournament.

    Examples
    --------
    >>> import polygames as pg
    >>> found = pg.tournament("polygon", ["random"], games=2, progress=False)
    >>> found.games
    ()
    """

    game: str
    names: tuple[str, ...]
    seed: int
    games: tuple[Game, ...]

    @property
    def results(self) -> dict[tuple[str, str], tuple[float, int]]:
        """For each pair of players the points of the first one, and how many games they played.

        Examples
        --------
        >>> import polygames as pg
        >>> cup = pg.tournament("splinter", ["greedy", "random"], games=2, seed=1, progress=False)
        >>> cup.results
        {('greedy', 'random'): (2.0, 2)}
        """
        points, counts = defaultdict[tuple[str, str], float](float), defaultdict[Any, int](int)
        for game in self.games:
            first, second = sorted(game.seats, key=self.names.index)
            points[first, second] += game.points[game.seats.index(first)]
            counts[first, second] += 1
        return {pair: (points[pair], counts[pair]) for pair in counts}

    @property
    def standings(self) -> list[dict[str, Any]]:
        """A row for each player, the strongest first.

        Examples
        --------
        >>> import polygames as pg
        >>> cup = pg.tournament("splinter", ["greedy", "random"], games=2, seed=1, progress=False)
        >>> [row["agent"] for row in cup.standings]
        ['greedy', 'random']
        """
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
        """Return the standings: points, share with its 95% interval, rating with its error.

        Examples
        --------
        >>> import polygames as pg
        >>> cup = pg.tournament("splinter", ["greedy", "random"], games=2, seed=1, progress=False)
        >>> len(cup.table())
        2
        """
        return table(self.standings, COLUMNS)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, without times: equal tournaments give equal data.

        Examples
        --------
        >>> import polygames as pg
        >>> cup = pg.tournament("splinter", ["greedy", "random"], games=2, seed=1, progress=False)
        >>> sorted(cup.to_dict())
        ['game', 'games', 'names', 'seed', 'standings']
        """
        return asdict(self) | {"standings": self.standings}

    def __str__(self) -> str:
        """Write the standings as lines of text."""
        return "\n".join(map(_line, self.standings)) or f"{self.game}: no players"


def tournament(
    game: str,
    agents: Iterable[Player],
    *,
    games: int = 10,
    seed: int = 0,
    opening: int = 0,
    workers: int | None = None,
    progress: bool = True,
    **options: Any,
) -> Tournament:
    """Let every agent play every other one, in pairs of games with the seats swapped.

    Parameters
    ----------
    game
        The name of a game of two seats.
    agents
        The players, as for `match`.
    games
        How many games each two of them play: an even number.
    seed
        The results depend on it, but not on the number of workers.
    opening, workers, progress, **options
        As for `match`.

    Returns
    -------
    Tournament
        Ctrl-C (or Interrupt Kernel) ends it and keeps the pairs that were played.

    Raises
    ------
    OptionError, AgentError, ArenaError
        As for `match`; `result` is the tournament with all pairs that were finished.

    Examples
    --------
    >>> result = tournament("split", ["random", "greedy"], games=4, seed=5)
    >>> result.standings[0]["agent"]
    'greedy'
    """
    if whole("games", games, 0) % 2:
        refuse("games", "must be an even number: pairs of games with the seats swapped", games)
    check_seats(game, options)
    seed, opening = whole("seed", seed, -inf), whole("opening", opening, 0)
    workers = worker_count(workers)
    players = [checked(agent, game) for agent in _listed(agents)]
    names = names_of(players)
    brings = registry.registered(game)
    tasks = [
        Task(
            *(game, options, (players[i], players[j]), (names[i], names[j])),
            *(pair, seed, opening, brings),
        )
        for pair in range(int(games) // 2)
        for i, j in combinations(range(len(players)), 2)
    ]
    series = Series(tasks)
    for _ in series.play(f"{game}: tournament", workers=workers, show=progress):
        pass  # the series keeps them
    result = Tournament(game, names, seed, series.games)
    series.check(result)
    return result


def _listed(agents: object) -> list[Any]:
    if isinstance(agents, str) or not isinstance(agents, Iterable):
        refuse("agents", "must be a list of players", agents)
    return list(agents)


def _line(row: dict[str, Any]) -> str:
    """Write a row of the standings."""
    if not row["games"]:
        return f"{row['agent']}: no games"
    return (
        "{agent}: {points:g} of {games}, {share:.1%} ({low:.1%} to {high:.1%}), "
        "rating {rating} ± {error}".format(**row)
    )
