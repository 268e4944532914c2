"""Matches of two agents, in pairs of games with swapped seats."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict, dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from polygames.arena.game_pair import (
    Failure,
    Game,
    PairTask,
    lost_pair_failure,
    play_game,
    play_pair,
)
from polygames.arena.openings import find_judge
from polygames.arena.pairs import (
    count_distinct_games,
    effective_pairs,
    group_by_pair,
    pair_interval,
    pair_shares,
)
from polygames.arena.players import Player, check_limits, check_player, distinct_names
from polygames.arena.ratings import SequentialTest
from polygames.arena.result_file import ResultFile
from polygames.core import registry
from polygames.core.descriptions import count_text
from polygames.core.display import TableResult
from polygames.core.errors import AgentError, ArenaError, OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.options import MAX_GAMES, raise_option_error, whole
from polygames.records.position_sources import start_of
from polygames.runtime.parallel_calls import Interrupted, Run, check_workers

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from polygames.arena.openings import Openings
    from polygames.core.protocol import State
    from polygames.records.position_sources import Position, Start
    from polygames.records.record import Record

__all__ = [
    "Game",
    "Match",
    "Player",
    "check_seats",
    "interruption_text",
    "match",
    "pair_notes",
    "play_game",
]

MATCH_COLUMNS = ["pair", "seat_0", "seat_1", "points_0", "points_1", "score_0", "score_1"]
MATCH_COLUMNS += ["plies", "reason"]
"""The columns of `Match.table`."""


@dataclass(frozen=True, repr=False)
class Match(TableResult):
    """The result of a match between two agents: its games, with the score and its interval.

    Examples
    --------
    >>> found = pg.match("splinter", "greedy", "random", games=4, seed=1, progress=False)
    >>> print(found)
    greedy - random: 4 won, 0 tied, 0 lost: 100.0% (...% to 100.0%)
    >>> found.points, found.share, found.wins, found.first_seat, found.distinct
    (4.0, 1.0, (4, 0, 0), 0.5, 4)
    >>> found.interval[1], len(found.table()), found.to_dict()["seed"]
    (1.0, 4, 1)
    >>> [record.players[0] for record in found.records()]
    ['greedy', 'random', 'greedy', 'random']
    """

    game: str
    names: tuple[str, str]
    seed: int
    games: tuple[Game, ...]
    verdict: Literal["high", "low"] | None = None
    """The decision of the sequential test; None without a test or a decision."""
    is_interrupted: bool = False
    """Whether an interrupt (Ctrl-C) stopped the match."""

    @property
    def points(self) -> float:
        """The points of the first player."""
        own = self.names[0]
        return sum((game.points[game.seats.index(own)] for game in self.games), 0.0)

    @property
    def share(self) -> float:
        """The first player's share of all points, from 0 to 1."""
        return self.points / max(1, len(self.games))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share, computed from pairs of games.

        Only distinct games narrow it: games repeated move for move do not.
        """
        return pair_interval(
            pair_shares(self.names[0], self.games), effective_pairs(self.games) or None
        )

    @property
    def distinct(self) -> int:
        """The number of games that differ in seats, start or moves."""
        return count_distinct_games(self.games)

    @property
    def wins(self) -> tuple[int, int, int]:
        """The numbers of games that the first player won, tied and lost."""
        own = [game.points[game.seats.index(self.names[0])] for game in self.games]
        won, lost = own.count(1.0), own.count(0.0)
        return won, len(own) - won - lost, lost

    @property
    def first_seat(self) -> float:
        """The share of all points won by whoever played on seat 0."""
        return sum(game.points[0] for game in self.games) / max(1, len(self.games))

    _columns = MATCH_COLUMNS

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each game."""
        return [
            {
                "pair": game.pair,
                **{f"seat_{seat}": name for seat, name in enumerate(game.seats)},
                **{f"points_{seat}": points for seat, points in enumerate(game.points)},
                **{f"score_{seat}": score for seat, score in enumerate(game.scores)},
                "plies": game.plies,
                "reason": game.reason,
            }
            for game in self.games
        ]

    def records(self) -> Iterator[Record]:
        """Iterate over the records of the games with saved moves, in the order of play.

        `polygames.collection` accepts the match itself, for an explorer, a review or a deck.
        """
        return (game.record for game in self.games if game.text)

    def to_dict(self) -> dict[str, Any]:
        """Return the match as a dictionary of plain values.

        Equal matches give equal dictionaries.
        """
        derived = {"points": self.points, "share": self.share, "interval": list(self.interval)}
        derived |= {"wins": list(self.wins), "first_seat": self.first_seat}
        return asdict(self) | derived | {"distinct": self.distinct}

    def __str__(self) -> str:
        """Return one line with the score, the share and its interval."""
        broken = f"; {interruption_text(self.games)}" if self.is_interrupted else ""
        if not self.games:
            return f"{self.names[0]} - {self.names[1]}: no games{broken}"
        won, tied, lost = self.wins
        low, high = self.interval
        said = "".join(f"; {each}" for each in pair_notes(self.games))
        said += f"; the sequential test says {self.verdict}" if self.verdict else ""
        return (
            f"{self.names[0]} - {self.names[1]}: {won} won, {tied} tied, {lost} lost: "
            f"{self.share:.1%} ({low:.1%} to {high:.1%}){said}{broken}"
        )


@checked_keywords
def match(
    game: Position,
    first: Player,
    second: Player,
    *,
    games: int = 20,
    seed: int = 0,
    test: SequentialTest | tuple[float, float] | None = None,
    openings: Openings = 0,
    move_seconds: float | None = None,
    memory: float | None = None,
    on_failure: Literal["lose", "stop"] = "stop",
    file: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    progress: bool = True,
) -> Match:
    """Play a match between two agents, in pairs of games with swapped seats.

    Parameters
    ----------
    game
        The name of a game for two seats, a state, a record or the file of one, from which every
        game starts.
    first, second
        Agents: a name (``"greedy"``), a name with options (``("mcts", {"seconds": 0.1})``), a
        function of state and rng, or an object with a method `choose`, which is copied for
        every game.
    games
        The maximum number of games, which must be even: both games of a pair have the same start.
    seed
        The seed. Pair i depends only on the seed and on i, not on the number of workers.
    test
        Two shares such as ``(0.85, 0.95)`` for a sequential test. The match stops as soon as the
        first agent's share of the points is clearly the higher or only the lower one. It counts
        distinct pairs, not games (`SequentialTest.verdict_of_pairs`).
    openings
        The openings of the pairs: a number of random moves, ``"balanced"``, or a list of starts,
        which the pairs use in turn. ``"balanced"`` selects an even opening of 4 random moves for
        each pair: the first of some from which a strong agent against itself, with some random
        moves, scores about equally on both seats, in three sets of games. If none passes, the one
        that passed most sets is used. Openings depend on the seed only.
    move_seconds
        The time limit for a move by the clock, plus a quarter of a second for communication.
        With this or `memory` each agent plays in a process of its own, which is killed when it
        takes longer.
    memory
        The memory limit of an agent with its child processes, in megabytes (on Linux).
    on_failure
        The reaction if an agent raises an error, returns no legal move or exceeds a limit.
        ``"stop"`` ends the match with an AgentError. With ``"lose"`` the agent loses that game, the
        `reason` states the fault, and the match continues; this suits submitted agents.
    file
        A file to which each finished pair is appended as a line of JSON. Pairs already in it are
        not played again, so that an interrupted match can be resumed. They must have the same
        start, the same agents and parameters, and this version of polygames. An agent with
        attributes that cannot be compared needs a unique name: ``agent.name = "my agent 1"``.
    workers
        The number of processes: 1 for this process only, -1 for one per core, None for the
        setting of `joblib.parallel_config`, which may also select dask or ray.
    progress
        Whether to show a progress bar if the match takes more than two seconds.

    Returns
    -------
    Match

    Raises
    ------
    Interrupted
        At Ctrl-C (or Interrupt Kernel). It is a `KeyboardInterrupt`, so that a loop around the
        match ends too; `result` is the match with all finished pairs.
    OptionError
        Before the first game, if an argument is invalid.
    AgentError
        If an agent raises an error or returns no legal move. The message names the agent, the
        position and the pair; `result` is the match with all finished pairs.
    ArenaError
        If the game itself fails, or a process dies twice on the same pair. It has the same
        `result`.
    RecordError
        If the file contains anything other than results.

    Examples
    --------
    >>> result = match("split", "greedy", "random", games=6, seed=1)
    >>> result.points > 3
    True
    """
    sequential = _to_sequential_test(test)
    name, starts, opening = resolve_series_start(game, openings)
    pairs, seed = check_game_count(games) // 2, whole("the option seed", seed, -inf)
    workers = check_workers(workers)
    players = check_player(first, name), check_player(second, name)
    one, two = distinct_names(players)
    common: dict[str, Any] = {
        "opening": opening,
        "limits": check_limits(move_seconds, memory),
        "has_forfeits": loses_on_failure(on_failure),
        "game_info": registry.find_local_game(name),
    }
    tasks = [
        PairTask(name, players, (one, two), pair, seed, start=starts[pair % len(starts)], **common)
        for pair in range(pairs)
    ]
    run, result = create_run(file, workers), Match(name, (one, two), seed, ())
    run.add(tasks)
    played_games, shares = list[Game](), list[float]()
    playing = run.iter_results(f"{name}: {one} - {two}", unit=" pairs", is_shown=progress)
    try:
        with closing(playing) as played:
            for pair in played:
                played_games += pair
                shares += pair_shares(one, pair)
                if sequential and (
                    verdict := sequential.verdict_of_pairs(shares, effective_pairs(played_games))
                ):
                    return replace(result, games=tuple(played_games), verdict=verdict)
    except KeyboardInterrupt:
        result = replace(result, games=finished_games(run), is_interrupted=True)
        raise Interrupted(result) from None
    result = replace(result, games=finished_games(run))
    raise_first_failure(run, result)
    return result


# --- Parts shared by matches and tournaments ------------------------------------------------------


def create_run(file: str | os.PathLike[str] | None, workers: int | None) -> Run:
    """Return a `Run` that plays pairs of games in parallel and saves them in `file`.

    Raise an error at once if `file` is not a result file.

    Unless failures are forfeits, no other pair starts after the first failure.
    """
    store = ResultFile(file)
    store.find_results(())
    return Run(
        play_pair,
        workers=workers,
        store=store,
        lost_result=lost_pair_failure,
        has_failed=lambda pair: isinstance(pair, Failure),
        continues_after=lambda task: task.has_forfeits,
    )


def finished_games(run: Run) -> tuple[Game, ...]:
    """Return the games of all finished pairs, in the order of the tasks."""
    return tuple(game for pair in run.ordered_results if isinstance(pair, tuple) for game in pair)


def raise_first_failure(run: Run, result: Any) -> None:
    """Raise an error for the first failed pair of games, if any, with `result` as an attribute."""
    failures = [pair for pair in run.ordered_results if isinstance(pair, Failure)]
    if not failures:
        return
    first, *others = failures
    more = [f"pair {failure.pair} of {' - '.join(failure.names)}" for failure in others]
    also = f"; not finished either: {', '.join(more)}" if more else ""
    kept = f"{len(result.games)} games of finished pairs are in the result of this error"
    kind = ArenaError if first.agent is None else AgentError
    error = kind(f"{first.reason}{also} ({kept})")
    error.result, error.failures = result, tuple(failures)
    if isinstance(error, AgentError):
        error.seat, error.position = first.seat, first.position
    raise error from first.cause


def loses_on_failure(on_failure: object) -> bool:
    """Return True for ``"lose"`` (an agent that fails loses its game), False for ``"stop"``.

    Raise OptionError for other values.
    """
    if on_failure not in {"lose", "stop"}:
        raise_option_error("the option on_failure", 'must be "lose" or "stop"', on_failure)
    return on_failure == "lose"


def interruption_text(games: Sequence[Game]) -> str:
    """Return a phrase with the number of finished pairs, such as "interrupted after 3 pairs"."""
    return f"interrupted after {count_text(len(games) // 2, 'pair')}"


MIN_IDENTICAL_PAIRS = 8
"""The number of pairs from which equal results are no coincidence."""


def pair_notes(games: Sequence[Game]) -> list[str]:
    """Return warnings if games are repeated, or if both games of every pair ended alike."""
    number, pairs = count_distinct_games(games), group_by_pair(games)
    said = [f"only {number} of the {len(games)} games differ"] if number < len(games) else []
    if len(pairs) >= MIN_IDENTICAL_PAIRS and all(map(_is_identical_pair, pairs)):
        said.append("both games of each pair ended alike, so they tell nothing of the agents")
    return said


def _is_identical_pair(pair: Sequence[Game]) -> bool:
    """Return True if each seat has the same points and lead in both games of a pair."""
    ends = {(game.points, game.scores[0] - game.scores[1]) for game in pair}
    return len(ends) == 1 < len(pair) and all(game.failed is None for game in pair)


def check_game_count(games: int) -> int:
    """Return the number of games; raise OptionError if it is not even."""
    if whole("the option games", games, 0, MAX_GAMES) % 2:
        raise_option_error(
            "the option games", "must be even, because agents swap seats after each game", games
        )
    return int(games)


def resolve_series_start(
    game: Position, openings: Openings
) -> tuple[str, list[State[Any] | None], int | Literal["balanced"]]:
    """Return the name of a game, the starts that its pairs use in turn, and the kind of opening.

    A start is None if the game itself makes one for each pair.
    """
    begin = start_of(game)
    begins = [begin]
    opening: int | Literal["balanced"] = 0
    if isinstance(openings, (list, tuple)) and openings:
        begins = [start_of(each) for each in openings]
    elif openings == "balanced":
        opening = "balanced"
        find_judge(begin.game)  # raises OptionError if there is none
    elif isinstance(openings, str | None | list | tuple):
        must = 'must be a number of moves, "balanced" or a list of starts'
        raise_option_error("the option openings", must, openings)
    else:
        opening = whole("the option openings", openings, 0)
    for each in begins:
        if each.game != begin.game:
            raise_option_error("the option openings", f"must be starts of {begin.game}", each.game)
    return begin.game, [check_seats(each) for each in begins], opening


def check_seats(game_start: Start) -> State[Any] | None:
    """Return the given position of a start, if any.

    Raise OptionError unless the start has two seats and is not over.
    """
    info, start = registry.game(game_start.game), game_start.state()
    if start.seats != 2:  # noqa: PLR2004 - seats are swapped
        msg = f"a match needs two seats: {info.name} has {start.seats} here"
        if info.seats_option is not None:
            msg += f": write pg.new({info.name!r}, {info.seats_option}=2)"
        raise OptionError(msg)
    if game_start.position is not None and start.outcome is not None:
        msg = f"a match cannot start from a finished game: {start.outcome}"
        raise OptionError(msg)
    return game_start.custom_state()


def _to_sequential_test(test: SequentialTest | tuple[float, float] | None) -> SequentialTest | None:
    if test is None or isinstance(test, SequentialTest):
        return test
    if not isinstance(test, (tuple, list)) or len(test) != 2:  # noqa: PLR2004 - low and high
        raise_option_error(
            "the option test", "must be two shares such as (0.85, 0.95), or a SequentialTest", test
        )
    return SequentialTest(*test)
