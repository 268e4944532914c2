"""Two agents against each other, in pairs of games with seats swapped."""

from __future__ import annotations

from contextlib import closing
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from polygames.arena.ratings import SequentialTest, wilson
from polygames.core import progress, registry
from polygames.core.errors import OptionError
from polygames.core.protocol import CHANCE
from polygames.core.table import table
from polygames.search.clock import StopFlag

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

    from polygames.core.protocol import Agent, State

__all__ = ["Game", "Match", "Player", "Task", "copied", "match", "play_game", "played"]

Player: TypeAlias = "str | tuple[str, Mapping[str, Any]] | Agent"
"""A player: an agent's name, its name and options, or an agent."""


@dataclass(frozen=True)
class Game:
    """One finished game of two players."""

    pair: int
    """Both games of a pair share start and dice, with the seats swapped."""
    seats: tuple[str, str]
    """Who sat where."""
    points: tuple[float, float]
    """1 for the winner, a half each for a tie or a game broken off; by seat."""
    scores: tuple[float, ...]
    """The scores of the game itself."""
    plies: int
    reason: str


@dataclass(frozen=True)
class Task:
    """A pair of games, with all that it depends on: it can be played anywhere."""

    game: str
    options: Mapping[str, Any]
    players: tuple[Player, Player]
    names: tuple[str, str]
    pair: int
    seed: int
    opening: int

    def __call__(self) -> list[Game]:
        """Play both games."""
        return [self._game(swapped) for swapped in (False, True)]

    def _game(self, swapped: bool) -> Game:  # noqa: FBT001 - one of two
        rng = Random(f"{self.seed}:{self.pair}:opening")
        start = _opening(self._start(), self.opening, rng)
        order = (1, 0) if swapped else (0, 1)
        agents = [_agent(self.players[n], self.game) for n in order]
        end = play_game(start, agents, f"{self.seed}:{self.pair}:{swapped}", rng)
        outcome = end.outcome
        assert outcome is not None  # noqa: S101 - that is how the game ended
        share = 1 / len(outcome.winners) if outcome.winners else 0.5
        lost = 0.0 if outcome.winners else share
        return Game(
            self.pair,
            (self.names[order[0]], self.names[order[1]]),
            (share if 0 in outcome.winners else lost, share if 1 in outcome.winners else lost),
            outcome.scores,
            end.ply,
            outcome.reason,
        )

    def _start(self) -> State[Any]:
        """Return the start; where it is a matter of chance, each pair has another."""
        info = registry.game(self.game)
        options = dict(self.options)
        if "seed" in info.defaults and "seed" not in options:
            options["seed"] = Random(f"{self.seed}:{self.pair}:start").getrandbits(32)
        return info.new(**options)


@dataclass(frozen=True)
class Match:
    """What came of a match."""

    game: str
    names: tuple[str, str]
    seed: int
    games: tuple[Game, ...]
    verdict: Literal["high", "low"] | None = None
    """What the sequential test accepted, where there was one and it came to an end."""

    @property
    def points(self) -> float:
        """The points of the first player."""
        return sum(game.points[game.seats.index(self.names[0])] for game in self.games)

    @property
    def share(self) -> float:
        """The share of all points that the first player won."""
        return self.points / max(1, len(self.games))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of that share."""
        return wilson(self.points, len(self.games))

    @property
    def wins(self) -> tuple[int, int, int]:
        """How many games the first player won, tied and lost."""
        own = [game.points[game.seats.index(self.names[0])] for game in self.games]
        won, lost = own.count(1.0), own.count(0.0)
        return won, len(own) - won - lost, lost

    @property
    def first_seat(self) -> float:
        """The share of points that went to seat 0, whoever sat there."""
        return sum(game.points[0] for game in self.games) / max(1, len(self.games))

    def table(self) -> Any:
        """Return one row for each game."""
        return table(
            [
                {
                    "pair": game.pair,
                    **{f"seat {seat}": name for seat, name in enumerate(game.seats)},
                    **{f"points {seat}": points for seat, points in enumerate(game.points)},
                    **{f"score {seat}": score for seat, score in enumerate(game.scores)},
                    "plies": game.plies,
                    "reason": game.reason,
                }
                for game in self.games
            ]
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, without times: equal matches give equal data."""
        derived = {"points": self.points, "share": self.share, "interval": list(self.interval)}
        return asdict(self) | derived | {"wins": list(self.wins), "first_seat": self.first_seat}

    def __str__(self) -> str:
        """Say it in one line."""
        won, tied, lost = self.wins
        low, high = self.interval
        said = f"; the sequential test says {self.verdict}" if self.verdict else ""
        return (
            f"{self.names[0]} - {self.names[1]}: {won} won, {tied} tied, {lost} lost: "
            f"{self.share:.1%} ({low:.1%} to {high:.1%}){said}"
        )


def match(
    game: str,
    first: Player,
    second: Player,
    *,
    pairs: int = 10,
    seed: int = 0,
    test: SequentialTest | tuple[float, float] | None = None,
    opening: int = 0,
    workers: int | None = None,
    progress: bool = True,
    **options: Any,
) -> Match:
    """Let two players play pairs of games, each pair from one start with the seats swapped.

    Parameters
    ----------
    game
        The name of a game of two seats.
    first, second
        Agents: a name (``"greedy"``), a name with options (``("mcts", {"seconds": 0.1})``), or
        an object with `choose`, which is copied for every game.
    pairs
        How many pairs of games, at most.
    seed
        Pair i depends on the seed and on i only, not on the workers.
    test
        End as soon as it is clear whether the first player's share is the higher or only the
        lower of two numbers, ``(0.85, 0.95)``.
    opening
        How many random moves both games of a pair begin with.
    workers
        How many processes; None is what `joblib.parallel_config` says, else 1.
    progress
        Whether to show a bar once it takes more than two seconds.
    **options
        Options of the game, ``preset=`` included.

    Returns
    -------
    Match
        An interrupt (Ctrl-C, or Interrupt Kernel) ends the match and keeps the pairs played.

    Examples
    --------
    >>> result = match("split", "greedy", "random", pairs=3, seed=1)
    >>> result.points > 3
    True
    """
    names = _names((first, second))
    sequential = SequentialTest(*test) if isinstance(test, tuple) else test
    _two_seats(game, options)
    players = copied(first), copied(second)
    tasks = [Task(game, options, players, names, pair, seed, opening) for pair in range(pairs)]
    result = Match(game, names, seed, ())
    title = f"{game}: {names[0]} - {names[1]}"
    with closing(played(tasks, title, workers=workers, show=progress)) as results:
        for pair in results:
            result = replace(result, games=(*result.games, *pair))
            verdict = sequential and sequential.verdict(result.points, len(result.games))
            if verdict:
                return replace(result, verdict=verdict)
    return result


def played(
    tasks: Sequence[Task], title: str, *, workers: int | None, show: bool
) -> Generator[list[Game], None, None]:
    """Play pairs of games, in processes, and yield them in order; an interrupt ends it early."""
    from joblib import Parallel, delayed

    wanted = list(tasks)

    def waiting() -> Iterator[Any]:
        while wanted:
            yield delayed(wanted.pop(0))()

    parallel = Parallel(n_jobs=workers, return_as="generator", pre_dispatch="n_jobs")
    results = cast("Iterator[list[Game]]", parallel(waiting()))
    try:
        yield from progress.progress(_Counted(results, len(tasks)), title, show=show)
    except KeyboardInterrupt:
        return
    except GeneratorExit:  # no more are asked for: let those under way end in peace
        wanted.clear()
        for _ in results:
            pass
        raise


def play_game(start: State[Any], agents: Sequence[Agent], seed: str, dice: Random) -> State[Any]:
    """Play one game to its end and return the last state.

    Parameters
    ----------
    start
        The first state.
    agents
        One per seat; each is shown what its seat may know.
    seed
        Seeds what the agents leave to chance, for each seat apart.
    dice
        Makes the moves at chance nodes.
    """
    state = start
    chance = [Random(f"{seed}:{seat}") for seat in range(start.seats)]
    while state.outcome is None:
        if state.turn == CHANCE:
            move = state.legal_moves.sample(dice)
        else:
            seat = state.turn
            move = agents[seat].choose(state.view(seat), chance[seat])
        state = state.play(move)
    return state


class _Counted:
    """An iterable that knows its length, for the bar."""

    def __init__(self, items: Iterable[list[Game]], length: int) -> None:
        self.items, self.length = items, length

    def __iter__(self) -> Iterator[list[Game]]:
        return map(list, self.items)  # the bar must not close joblib's generator when it ends

    def __len__(self) -> int:
        return self.length


def _opening(start: State[Any], plies: int, rng: Random) -> State[Any]:
    """Play random moves, but none that ends the game."""
    state = start
    for _ in range(plies):
        after = state.play(state.legal_moves.sample(rng))
        if after.outcome is not None:
            break
        state = after
    return state


def _agent(player: Player, game: str) -> Agent:
    if isinstance(player, str):
        return registry.agent(player, game=game)
    if isinstance(player, tuple):
        name, options = player
        return registry.agent(name, game=game, **options)
    return deepcopy(player)


def copied(player: Player) -> Player:
    """Return a copy of an agent that can be copied again and sent to other processes.

    That needs another stop flag where it has a plain `threading.Event`.

    Raises
    ------
    OptionError
        If something else about the agent cannot be copied.
    """
    stop = getattr(player, "stop", None)
    flags: dict[int, Any] = {id(stop): StopFlag()} if isinstance(stop, Event) else {}
    try:
        return deepcopy(player, flags)
    except TypeError as error:
        msg = f"an agent is copied for every game of a match, and {player!r} cannot be: {error}"
        raise OptionError(msg) from error


def _names(players: Sequence[Player]) -> tuple[Any, ...]:
    """Return what to call the players, each by another name."""
    names: list[str] = []
    for player in players:
        if isinstance(player, tuple):
            options = " ".join(f"{key}={value}" for key, value in player[1].items())
            name = f"{player[0]} {options}".strip()
        else:
            name = player if isinstance(player, str) else type(player).__name__
        names.append(name if name not in names else f"{name} ({len(names) + 1})")
    return tuple(names)


def _two_seats(game: str, options: Mapping[str, Any]) -> State[Any]:
    start = registry.game(game).new(**options)
    if start.seats != 2:  # noqa: PLR2004 - seats are swapped
        msg = f"a match is for games of two seats: {game} has {start.seats} here"
        raise OptionError(msg)
    return start
