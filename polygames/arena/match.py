"""Two agents play each other, in pairs of games in which they swap seats."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict, dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from polygames.arena.openings import check_openings
from polygames.arena.pairs import distinct, independent, pair_interval, pairs_of, shares_of
from polygames.arena.players import Player, check_player, checked_limits, names_of
from polygames.arena.playing import Failure, Game, PairTask, lost_pair, play_game, play_pair
from polygames.arena.ratings import SequentialTest
from polygames.arena.results import ResultFile
from polygames.core import registry
from polygames.core.errors import AgentError, ArenaError, OptionError
from polygames.core.lazy import table
from polygames.core.options import MAX_GAMES, refuse, short_repr, whole
from polygames.core.shown import Tabled
from polygames.core.words import how_many
from polygames.records.files import make_folder, resolve_path, write_whole
from polygames.records.position import start_of
from polygames.runtime.executors import worker_count
from polygames.runtime.workers import Interrupted, Run

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from polygames.records.position import Options, Position, Start
    from polygames.records.record import Record

__all__ = [
    "Game",
    "Match",
    "Player",
    "check_seats",
    "interruption",
    "match",
    "play_game",
    "told_of_pairs",
]

MATCH_COLUMNS = ["pair", "seat_0", "seat_1", "points_0", "points_1", "score_0", "score_1"]
MATCH_COLUMNS += ["plies", "reason"]
"""The columns of the table of a match."""


@dataclass(frozen=True, repr=False)
class Match(Tabled):
    """The result of a match.

    Examples
    --------
    >>> found = pg.match("splinter", "greedy", "random", pairs=2, seed=1, progress=False)
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
    """What the sequential test decided, if there was one and it came to a decision."""
    is_interrupted: bool = False
    """Whether an interrupt (Ctrl-C) ended it early."""

    @property
    def points(self) -> float:
        """The points of the first player."""
        own = self.names[0]
        return sum((game.points[game.seats.index(own)] for game in self.games), 0.0)

    @property
    def share(self) -> float:
        """The share of all points that the first player won."""
        return self.points / max(1, len(self.games))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of that share, by pairs of games (see `polygames.arena.pairs`).

        It is as wide as the games that differ allow: games that were repeated move for move do not
        make it narrower.
        """
        return pair_interval(shares_of(self.names[0], self.games), independent(self.games) or None)

    @property
    def distinct(self) -> int:
        """How many of the games differ: in who sat where, in the start or in a move."""
        return distinct(self.games)

    @property
    def wins(self) -> tuple[int, int, int]:
        """How many games the first player won, tied and lost."""
        own = [game.points[game.seats.index(self.names[0])] for game in self.games]
        won, lost = own.count(1.0), own.count(0.0)
        return won, len(own) - won - lost, lost

    @property
    def first_seat(self) -> float:
        """The share of the points that seat 0 won, whoever played there."""
        return sum(game.points[0] for game in self.games) / max(1, len(self.games))

    def table(self) -> Any:
        """Return one row for each game."""
        return table(
            [
                {
                    "pair": game.pair,
                    **{f"seat_{seat}": name for seat, name in enumerate(game.seats)},
                    **{f"points_{seat}": points for seat, points in enumerate(game.points)},
                    **{f"score_{seat}": score for seat, score in enumerate(game.scores)},
                    "plies": game.plies,
                    "reason": game.reason,
                }
                for game in self.games
            ],
            MATCH_COLUMNS,
        )

    def records(self) -> Iterator[Record]:
        """Go through the games with their moves, in the order in which they were played.

        `polygames.collection` takes the result itself, for an explorer, a review or a deck.
        """
        return (game.record for game in self.games if game.text)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, without times, so that equal matches give equal data."""
        derived = {"points": self.points, "share": self.share, "interval": list(self.interval)}
        derived |= {"wins": list(self.wins), "first_seat": self.first_seat}
        return asdict(self) | derived | {"distinct": self.distinct}

    def __str__(self) -> str:
        """Say it in one line."""
        broken = f"; {interruption(self.games)}" if self.is_interrupted else ""
        if not self.games:
            return f"{self.names[0]} - {self.names[1]}: no games{broken}"
        won, tied, lost = self.wins
        low, high = self.interval
        said = "".join(f"; {each}" for each in told_of_pairs(self.games))
        said += f"; the sequential test says {self.verdict}" if self.verdict else ""
        return (
            f"{self.names[0]} - {self.names[1]}: {won} won, {tied} tied, {lost} lost: "
            f"{self.share:.1%} ({low:.1%} to {high:.1%}){said}{broken}"
        )


def match(
    game: Position,
    first: Player,
    second: Player,
    *,
    pairs: int = 10,
    seed: int = 0,
    test: SequentialTest | tuple[float, float] | None = None,
    opening: int = 0,
    openings: Literal["balanced"] | None = None,
    move_seconds: float | None = None,
    memory: float | None = None,
    on_failure: Literal["lose", "stop"] = "stop",
    file: str | os.PathLike[str] | None = None,
    keep: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    progress: bool = True,
    start: Position | None = None,
    options: Options = None,
    **more: Any,
) -> Match:
    """Let two agents play pairs of games: both from the same start, with the seats swapped.

    Parameters
    ----------
    game
        The name of a game of two seats, a state, a record or a file of one: every game begins
        there.
    first, second
        Agents: a name (``"greedy"``), a name with options (``("mcts", {"seconds": 0.1})``), a
        function of state and rng, or an object with such a method `choose`, which is copied for
        every game.
    pairs
        How many pairs of games to play at most.
    seed
        Pair i depends only on the seed and on i, not on the number of workers.
    test
        Stop as soon as it is clear whether the first agent's share of the points is the higher of
        two numbers or only the lower one: ``(0.85, 0.95)``. It counts pairs, not games, and those
        that differ (`SequentialTest.verdict_of_pairs`).
    opening
        How many random moves both games of a pair begin with.
    openings
        ``"balanced"``: of some random openings, of 4 moves unless `opening` says how many, each
        pair takes the first from which a strong agent, playing both seats with a slip now and then,
        wins about as much on either one: in three sets of games, one after the other. If there is
        none, it is the one that looked even longest. It depends on the seed only.
    move_seconds
        How long an agent may think about a move, by the clock, and a quarter of a second for the
        way there and back. With this or `memory` each agent plays in a process of its own, which
        is ended when it takes longer.
    memory
        How many megabytes an agent may use, with the processes that it starts (on Linux).
    on_failure
        What happens when an agent raises an error, chooses no legal move or exceeds a limit:
        ``"stop"``, all ends with an AgentError that says where; ``"lose"``, it loses that game,
        `reason` says why, and the others are played: for agents that were handed in.
    file
        A file that gets a line of JSON for each pair as soon as it was played. Pairs that it has
        already are not played again: an interrupted match goes on. They have to be of the same
        game with the same options, of the same agents with the same parameters, and of this
        version of polygames. An agent that holds what cannot be compared needs a name of its own:
        ``agent.name = "my agent 1"``.
    keep
        A folder that gets a file for each game once its pair and those before were played, a
        `Record` with its players; it is made if it is not there.
    workers
        How many processes to use; 1 is this process alone, -1 one for each core, None what
        `joblib.parallel_config` says: of joblib, dask or ray.
    progress
        Whether to show a progress bar if the match takes more than two seconds.
    start
        A position of one's own to begin at, where `game` is a name.
    options, **more
        Options of a game that is named, as ``options={"size": 6, "seed": 5}``; those of other names
        than these here may stand beside them: ``size=6``.

    Returns
    -------
    Match

    Raises
    ------
    Interrupted
        At Ctrl-C (or Interrupt Kernel). It is a `KeyboardInterrupt`, so a loop around the match
        ends too; `result` is the match with all pairs that were finished.
    OptionError
        Before the first game, if one of the arguments is not possible.
    AgentError
        If an agent raises an error or does not choose a legal move. The message says which agent,
        in which position and in which pair; `result` is the match with all finished pairs.
    ArenaError
        If the game itself fails, or a process dies of the same pair three times. It has the same
        `result`.
    RecordError
        If the file holds something else than results.

    Examples
    --------
    >>> result = match("split", "greedy", "random", pairs=3, seed=1)
    >>> result.points > 3
    True
    """
    sequential = _sequential(test)
    begin = check_seats(begun(game, start, options, more, match))
    pairs, opening = whole("pairs", pairs, 0, MAX_GAMES), whole("opening", opening, 0)
    seed, workers = whole("seed", seed, -inf), worker_count(workers)
    name = begin.game
    players = check_player(first, name), check_player(second, name)
    one, two = names_of(players)
    given = name, begin.options, players, (one, two)
    common: dict[str, Any] = {
        "opening": opening,
        "balanced": check_openings(name, openings),
        "limits": checked_limits(move_seconds, memory),
        "forfeits": forfeits(on_failure),
        "brings": registry.find_registered(name),
        "start": begin.own(),
    }
    tasks = [PairTask(*given, pair, seed, **common) for pair in range(pairs)]
    run, result = run_of_pairs(file, workers), Match(name, (one, two), seed, ())
    folder = folder_of(keep)
    run.add(tasks)
    games, shares = list[Game](), list[float]()
    playing = run.in_order(f"{name}: {one} - {two}", unit=" pairs", show=progress)
    try:
        with closing(playing) as played:
            for pair in played:
                save_games(pair, folder)
                games += pair
                shares += shares_of(one, pair)
                if sequential and (
                    verdict := sequential.verdict_of_pairs(shares, independent(games))
                ):
                    return replace(result, games=tuple(games), verdict=verdict)
    except KeyboardInterrupt:
        result = replace(result, games=games_of(run), is_interrupted=True)
        save_games(result.games, folder)
        raise Interrupted(result) from None
    result = replace(result, games=games_of(run))
    save_games(result.games, folder)
    check(run, result)
    return result


# --- What matches and tournaments have in common --------------------------------------------------


def run_of_pairs(file: str | os.PathLike[str] | None, workers: int | None) -> Run:
    """Return a run over pairs of games; what is no result file is refused at once.

    Unless failures are forfeits, no other pair begins after the first one that failed.
    """
    store = ResultFile(file)
    store.known(())
    return Run(
        play_pair,
        workers=workers,
        store=store,
        lost=lost_pair,
        failed=lambda pair: isinstance(pair, Failure),
        goes_on=lambda task: task.forfeits,
    )


def games_of(run: Run) -> tuple[Game, ...]:
    """Return the games of all pairs that are finished, in the order of the tasks."""
    return tuple(game for pair in run.ordered if isinstance(pair, tuple) for game in pair)


def folder_of(keep: str | os.PathLike[str] | None) -> Path | None:
    """Return the folder that is to keep the games, made before the first of them is played."""
    folder = None if keep is None else resolve_path(keep, "keep")
    if folder is not None:
        make_folder(folder)
    return folder


def save_games(games: Iterable[Game], folder: Path | None) -> None:
    """Write games to files; one that is there stays, as it may hold a review."""
    for game in games:
        if folder is not None and game.text and not (file := folder / game.file).exists():
            write_whole(file, game.text)


def check(run: Run, result: Any) -> None:
    """Raise the error of the first pair that failed, if one did; it carries the result."""
    failures = [pair for pair in run.ordered if isinstance(pair, Failure)]
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


def forfeits(on_failure: object) -> bool:
    """Return whether an agent that fails loses its game and play goes on."""
    if on_failure not in {"lose", "stop"}:
        refuse("on_failure", 'must be "lose" or "stop"', on_failure)
    return on_failure == "lose"


def interruption(games: Sequence[Game]) -> str:
    """Say that there was an interrupt, and when."""
    return f"interrupted after {how_many(len(games) // 2, 'pair')}"


MIN_IDENTICAL_PAIRS = 8
"""So many pairs do not end alike by chance."""


def told_of_pairs(games: Sequence[Game]) -> list[str]:
    """Say how many games differ, if some do not, and whether no pair depended on who played it."""
    number, pairs = distinct(games), pairs_of(games)
    said = [f"only {number} of the {len(games)} games differ"] if number < len(games) else []
    if len(pairs) >= MIN_IDENTICAL_PAIRS and all(map(_ended_alike, pairs)):
        said.append("both games of each pair ended alike, so they tell nothing of the agents")
    return said


def _ended_alike(pair: Sequence[Game]) -> bool:
    """Whether each seat got the same, with the same lead, whoever sat there."""
    ends = {(game.points, game.scores[0] - game.scores[1]) for game in pair}
    return len(ends) == 1 < len(pair) and all(game.failed is None for game in pair)


def begun(
    game: Position,
    start: Position | None,
    options: Options,
    more: Mapping[str, Any],
    function: Callable[..., Any],
) -> Start:
    """Return where the games of a series begin."""
    if start is None:
        return start_of(game, options, more, function)
    found = start_of(start, options, more, function)
    if game != found.game:
        refuse(
            "start", f"must be a position of the game that is named, {short_repr(game)}", found.game
        )
    return found


def check_seats(begin: Start) -> Start:
    """Return where games begin; OptionError unless there are two seats, and moves to play."""
    info, start = registry.game(begin.game), begin.state()
    if start.seats != 2:  # noqa: PLR2004 - seats are swapped
        msg = f"a match is for games of two seats: {info.name} has {start.seats} here"
        if info.seats_option is not None:
            msg += f", and two with {info.seats_option}=2"
        raise OptionError(msg)
    if begin.given is not None and start.outcome is not None:
        msg = f"the game is over where the match is to begin: {start.outcome}"
        raise OptionError(msg)
    return begin


def _sequential(test: SequentialTest | tuple[float, float] | None) -> SequentialTest | None:
    if test is None or isinstance(test, SequentialTest):
        return test
    if not isinstance(test, (tuple, list)) or len(test) != 2:  # noqa: PLR2004 - low and high
        refuse("test", "must be two shares, (0.85, 0.95), or a SequentialTest", test)
    return SequentialTest(*test)
