"""Tournaments: all agents against each other, a gauntlet, or a Swiss tournament."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cached_property
from math import inf, isfinite, nan
from os import cpu_count
from typing import TYPE_CHECKING, Any, Literal

from polygames.arena.davidson import RatingEstimate, Ratings, rate
from polygames.arena.game_pair import PairTask
from polygames.arena.match import (
    check_game_count,
    create_run,
    finished_games,
    interruption_text,
    loses_on_failure,
    pair_notes,
    raise_first_failure,
    resolve_series_start,
)
from polygames.arena.pairs import count_distinct_games, effective_pairs, pair_interval, pair_shares
from polygames.arena.players import FILE_LIMITS, Limits, check_limits, check_player, distinct_names
from polygames.arena.sandbox import find_fault
from polygames.arena.schedule import pair_swiss_round, parse_round_count, schedule_meetings
from polygames.arena.submissions import AgentFile
from polygames.core import registry
from polygames.core.descriptions import count_text
from polygames.core.display import TableResult
from polygames.core.keywords import checked_keywords
from polygames.core.lazy_imports import is_available
from polygames.core.options import raise_option_error, whole
from polygames.runtime.parallel_calls import Interrupted, Run, check_workers

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    from polygames.arena.game_pair import Game
    from polygames.arena.openings import Openings
    from polygames.arena.players import Player
    from polygames.records.position_sources import Position
    from polygames.records.record import Record

TOURNAMENT_COLUMNS = ["agent", "games", "points", "share", "low", "high"]
TOURNAMENT_COLUMNS += ["rating", "rating_low", "rating_high", "forfeits"]
"""The columns of `Tournament.table`."""

NO_RATING = RatingEstimate(nan)
"""The placeholder rating without numpy."""


@dataclass(frozen=True, repr=False)
class Tournament(TableResult):
    """The result of a tournament: its games, with the standings and ratings.

    Examples
    --------
    >>> cup = pg.tournament("splinter", ["greedy", "random"], games=8, seed=1, progress=False)
    >>> [row["agent"] for row in cup.standings], cup.ratings.players["greedy"].rating > 100
    (['greedy', 'random'], True)
    >>> cup.results, cup.distinct
    ({('greedy', 'random'): (8.0, 8)}, 8)
    >>> len(cup.table()), len(cup.cross_table()), len(list(cup.records()))
    (2, 2, 8)
    >>> sorted(cup.to_dict())
    ['distinct', 'faulty', 'game', 'games', 'is_interrupted', 'names', 'seed', 'standings']
    """

    game: str
    names: tuple[str, ...]
    seed: int
    games: tuple[Game, ...]
    faulty: Mapping[str, str] = field(default_factory=dict)
    """The agents that could not be created, with the error; they did not play."""
    is_interrupted: bool = False
    """Whether an interrupt (Ctrl-C) stopped the tournament."""

    @property
    def results(self) -> dict[tuple[str, str], tuple[float, int]]:
        """The first player's points and the number of games, for each pair of players."""
        points, counts = defaultdict[tuple[str, str], float](float), defaultdict[Any, int](int)
        for game in self.games:
            first, second = sorted(game.seats, key=self.names.index)
            points[first, second] += game.points[game.seats.index(first)]
            counts[first, second] += 1
        return {pair: (points[pair], counts[pair]) for pair in counts}

    @property
    def standings(self) -> list[dict[str, Any]]:
        """A row for each player with points, share and rating, strongest first."""
        rows = [self._standing_row(name) for name in self.names]
        return sorted(rows, key=lambda row: (row["agent"] in self.faulty, -_standing_key(row)))

    def _standing_row(self, name: str) -> dict[str, Any]:
        own = [game for game in self.games if name in game.seats]
        points = sum(game.points[game.seats.index(name)] for game in own)
        rated = self.ratings.players[name] if is_available("numpy") else NO_RATING
        lower, upper = (round(one) if isfinite(one) else None for one in (rated.low, rated.high))
        low, high = pair_interval(pair_shares(name, own), effective_pairs(own) or None)
        return {
            "agent": name,
            "games": len(own),
            "points": points,
            "share": points / max(1, len(own)),
            "low": low,
            "high": high,
            "rating": round(rated.rating) if isfinite(rated.rating) else None,
            "rating_low": lower if own else None,
            "rating_high": upper if own else None,
            "forfeits": sum(
                game.failed is not None and game.seats[game.failed] == name for game in own
            ),
        }

    @cached_property
    def ratings(self) -> Ratings:
        """The Elo ratings of the players, the advantage of seat 0, and the share of ties.

        The model is that of Bradley and Terry with ties and an advantage of the first seat, on the
        Elo scale with mean 0. The 95% intervals allow for pairs of games and repeated games (see
        `polygames.arena.davidson`).
        """
        return rate(self.names, self.games)

    @property
    def distinct(self) -> int:
        """The number of games that differ in seats, start or moves."""
        return count_distinct_games(self.games)

    _columns = TOURNAMENT_COLUMNS

    def table(self) -> list[dict[str, Any]]:
        """Return the standings: points, and share and rating with 95% intervals.

        ``low`` and ``high`` are the interval of the share, ``rating_low`` and ``rating_high`` that
        of the rating.
        """
        return self.standings

    def cross_table(self) -> list[dict[str, Any]]:
        """Return a row for each player, strongest first, with its score against every other."""
        order = [row["agent"] for row in self.standings]
        against = self.results
        against |= {(b, a): (games - points, games) for (a, b), (points, games) in against.items()}
        return [
            {"agent": name}
            | {
                other: "{:g}/{}".format(*against[name, other]) if (name, other) in against else ""
                for other in order
            }
            for name in order
        ]

    def records(self) -> Iterator[Record]:
        """Iterate over the records of the games with saved moves, in the order of play.

        `polygames.collection` accepts the tournament itself, for an explorer, a review or a deck.
        """
        return (game.record for game in self.games if game.text)

    def to_dict(self) -> dict[str, Any]:
        """Return the tournament as a dictionary; equal tournaments give equal dictionaries."""
        return asdict(self) | {"standings": self.standings, "distinct": self.distinct}

    def __str__(self) -> str:
        """Return the standings as lines of text, with notes."""
        lines = [
            _row_text(row, self.faulty.get(row["agent"]), self._forfeit_text(row))
            for row in self.standings
        ]
        lines = lines or [f"{self.game}: no players"]
        return "\n".join(lines + self._footer_notes())

    def __repr__(self) -> str:
        """Return one line: the game, the numbers of agents and games, and the leader."""
        played = f"{count_text(len(self.names), 'agent')}, {count_text(len(self.games), 'game')}"
        first = "".join(f"; first {row['agent']}" for row in self.standings[:1])
        return f"<Tournament of {self.game}: {played}{first}>"

    def _forfeit_text(self, row: dict[str, Any]) -> str:
        """Return a phrase: the number of games an agent forfeited, and its most frequent fault."""
        name = row["agent"]
        reasons = Counter(
            game.reason.removeprefix(f"{name} ")
            for game in self.games
            if game.failed is not None and game.seats[game.failed] == name
        )
        if not reasons:
            return ""
        ((reason, _),) = reasons.most_common(1)
        return f"{row['forfeits']} lost by forfeit: it {reason}"

    def _heading(self) -> str:
        """Return notes to print above the table: faults, forfeits, repeated games, an interrupt."""
        return "\n".join(
            [
                *(f"{name}: did not play: it {fault}" for name, fault in self.faulty.items()),
                *(
                    f"{row['agent']}: {why}"
                    for row in self.standings
                    if (why := self._forfeit_text(row))
                ),
                *self._footer_notes(),
            ]
        )

    def _footer_notes(self) -> list[str]:
        """Return notes on repeated games and on an interrupt."""
        return pair_notes(self.games) + [interruption_text(self.games)] * self.is_interrupted


@checked_keywords
def tournament(
    game: Position,
    agents: Iterable[Player],
    *,
    games: int = 10,
    seed: int = 0,
    plan: Literal["all", "gauntlet", "swiss"] = "all",
    rounds: int | None = None,
    openings: Openings = 0,
    move_seconds: float | None = None,
    memory: float | None = None,
    on_failure: Literal["lose", "stop"] = "stop",
    file: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    progress: bool = True,
) -> Tournament:
    """Play a tournament between agents, in pairs of games with swapped seats.

    Parameters
    ----------
    agents
        The players, as for `match`, or submitted files (`load_agents`). Files play in processes of
        their own, by default with 5 seconds for a move and 1000 MB of memory. A file that cannot be
        read does not play; `faulty` has the reason.
    games
        The number of games of each meeting, which must be even.
    seed
        The seed. Results depend on it, but not on the number of workers.
    plan
        ``"all"``: everyone meets everyone. ``"gauntlet"``: the first agent meets every other one.
        ``"swiss"``: each round pairs agents with similar points.
    rounds
        The number of rounds for ``"swiss"``; by default enough to find the best agent.
    game, openings, move_seconds, memory, on_failure, file, workers, progress
        As for `match`.

    Returns
    -------
    Tournament

    Raises
    ------
    Interrupted, OptionError, AgentError, ArenaError, RecordError
        As for `match`; `result` is the tournament with all finished pairs.

    Examples
    --------
    >>> result = tournament("split", ["random", "greedy"], games=4, seed=5)
    >>> result.standings[0]["agent"]
    'greedy'
    """
    games, (name, starts, opening) = check_game_count(games), resolve_series_start(game, openings)
    seed, workers = whole("the option seed", seed, -inf), check_workers(workers)
    players = [check_player(agent, name) for agent in _as_agent_list(agents)]
    rounds = parse_round_count(plan, rounds, len(players))
    limits = check_limits(move_seconds, memory)
    common: dict[str, Any] = {
        "opening": opening,
        "limits": limits,
        "has_forfeits": loses_on_failure(on_failure),
        "game_info": registry.find_local_game(name),
    }
    names = distinct_names(players)
    faulty = _find_faulty(players, names, name, limits)
    playing = [place for place, each in enumerate(names) if each not in faulty]

    def tasks_of(meeting: tuple[int, int], number: int) -> list[PairTask]:
        i, j = (playing[place] for place in meeting)
        both = (players[i], players[j]), (names[i], names[j])
        return [
            PairTask(name, *both, pair, seed, start=starts[pair % len(starts)], **common)
            for pair in range(number * games // 2, (number + 1) * games // 2)
        ]

    run = create_run(file, workers)
    try:
        for tasks in _iter_rounds(plan, rounds, [names[one] for one in playing], tasks_of, run):
            run.add(tasks)
            for _ in run.iter_finished_tasks(
                f"{name}: tournament", unit=" pairs", is_shown=progress
            ):
                pass  # the run collects the results
            if run.is_over:
                break
    except KeyboardInterrupt:
        result = Tournament(name, names, seed, finished_games(run), faulty, is_interrupted=True)
        raise Interrupted(result) from None
    result = Tournament(name, names, seed, finished_games(run), faulty)
    raise_first_failure(run, result)
    return result


def _iter_rounds(
    plan: str,
    rounds: int,
    names: Sequence[str],
    tasks_of: Callable[[tuple[int, int], int], list[PairTask]],
    run: Run,
) -> Iterator[list[PairTask]]:
    """Yield the pairs of games to play in each round; Swiss rounds depend on earlier results."""
    if plan != "swiss":
        found = [tasks_of(meeting, 0) for meeting in schedule_meetings(plan, len(names))]
        yield [task for one in zip(*found, strict=True) for task in one]
        return
    met = set[frozenset[int]]()
    for number in range(rounds):
        drawn = pair_swiss_round(_sum_points(finished_games(run), names, met), met)
        met.update(drawn)
        pairs = (sorted(one) for one in drawn if len(one) > 1)
        yield [task for one, other in pairs for task in tasks_of((one, other), number)]


def _sum_points(
    games: Sequence[Game], names: Sequence[str], earlier_pairs: set[frozenset[int]]
) -> list[float]:
    """Return each player's points: up to 1 per opponent, and 1 for each round sat out."""
    points: dict[str, float] = defaultdict(float)
    counts: dict[tuple[str, str], int] = Counter(game.seats for game in games)
    for game in games:
        met_in = counts[game.seats] + counts[game.seats[::-1]]
        for seat, name in enumerate(game.seats):
            points[name] += game.points[seat] / met_in
    return [
        points[name] + (frozenset({place}) in earlier_pairs) for place, name in enumerate(names)
    ]


def _standing_key(row: dict[str, Any]) -> float:
    """Return the sort key of a row of the standings: the rating, or the share if it is unknown."""
    strength: float = row["share"] if row["rating"] is None else row["rating"]
    return strength


def _find_faulty(
    players: Sequence[Player], names: Sequence[str], game: str, limits: Limits
) -> dict[str, str]:
    """Return the names of the submitted files that cannot play, with their errors."""
    files = [place for place, player in enumerate(players) if isinstance(player, AgentFile)]
    if not files:
        return {}
    own = limits.with_defaults(FILE_LIMITS)
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        faults = pool.map(lambda place: find_fault(players[place], game, own), files)
    return {
        names[place]: fault for place, fault in zip(files, faults, strict=True) if fault is not None
    }


def _as_agent_list(agents: object) -> list[Any]:
    if isinstance(agents, str | Mapping) or not isinstance(agents, Iterable):
        raise_option_error(
            "the option agents", 'must be a list of players such as ["random", "greedy"]', agents
        )
    return list(agents)


def _row_text(row: dict[str, Any], fault: str | None, forfeit_text: str) -> str:
    """Return a row of the standings as text."""
    if fault is not None:
        return f"{row['agent']}: did not play: it {fault}"
    if not row["games"]:
        return f"{row['agent']}: no games"
    lost = f"; {forfeit_text}" if forfeit_text else ""
    return (
        "{agent}: {points:g} of {games}, {share:.1%} ({low:.1%} to {high:.1%}), "
        "rating {rating} ({rating_low} to {rating_high})".format(**row)
    ) + lost
