"""Measures of a game: length, number of choices, lead changes, and the like.

They follow Browne and Maire (2010), *Evolutionary game design*, where possible: duration,
drawishness and lead changes among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, ClassVar

from polygames.arena.game_pair import play_game
from polygames.arena.game_pool import (
    GameTask,
    MeanEstimate,
    check_series_arguments,
    mean_estimate,
    play_games,
)
from polygames.arena.players import Player, check_player, create_agent, distinct_names
from polygames.arena.ratings import wilson
from polygames.core import registry
from polygames.core.display import TableResult
from polygames.core.errors import OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.protocol import CHANCE
from polygames.records.position_sources import start_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import State
    from polygames.records.position_sources import Position

DECISION_MOVES_SAMPLED = 24
"""The maximum number of moves compared to find out whether a decision matters."""


@dataclass(frozen=True)
class MeasuredGame:
    """The measurements of one game: length, number of choices, lead changes and result."""

    plies: int
    """The number of moves, without rolls of dice."""
    branching: float | None
    """The mean number of legal moves at a decision; None if any is a continuum."""
    lead_changes: int | None
    """The number of changes of the leader; None if no leader is known."""
    points: tuple[float, ...]
    """1 for the winner, shared in a tie; shared by all in an unfinished game."""
    is_tie: bool
    decision_share: float | None
    """The share of decisions that mattered; None if there were no decisions."""
    line: str
    """The start and the moves as text: equal games have equal lines."""


MEASURE_DESCRIPTIONS = {
    "length": ("plies", "moves in a game"),
    "branching": ("moves", "legal moves at a decision"),
    "lead changes": ("a game", "how often another seat came to lead"),
    "first seat": ("share", "of the points that seat 0 won; a tie is shared"),
    "drawishness": ("share", "of the games that nobody won alone"),
    "decisions that matter": ("share", "where moves differ by the game's evaluation after them"),
}
"""The unit and the description of each measure."""


@dataclass(frozen=True, repr=False)
class Measures(TableResult):
    """Statistics of a game from many plays, such as its mean length, with 95% intervals.

    Examples
    --------
    >>> found = pg.measure(pg.new("polygon", n=5), games=20, agents="random", progress=False)
    >>> found.length.low <= found.length.value <= found.length.high
    True
    """

    game: str
    names: tuple[str, ...]
    """The names of the players by seat."""
    seed: int
    games: tuple[MeasuredGame, ...]
    is_interrupted: bool = False
    """Whether an interrupt (Ctrl-C) stopped the measurement."""

    counted: ClassVar[str] = "finished games"
    """The noun for `games` in the message of an interrupt."""

    @property
    def length(self) -> MeanEstimate:
        """The mean number of moves in a game, not counting dice rolls."""
        return mean_estimate([game.plies for game in self.games])

    @property
    def branching(self) -> MeanEstimate | None:
        """The mean number of legal moves per turn.

        None if a turn has infinitely many, as in Split.
        """
        found = [game.branching for game in self.games]
        return (
            None if None in found else mean_estimate([each for each in found if each is not None])
        )

    @property
    def lead_changes(self) -> MeanEstimate | None:
        """The mean number of lead changes in a game.

        The leader is known from the scores. If these are equal until the end, the game's evaluation
        is used, unless it always prefers the seat to move, as in Polygon. It is None if no leader
        is known, and with one seat. Games without any leader are ignored.
        """
        found = [game.lead_changes for game in self.games if game.lead_changes is not None]
        return mean_estimate(found) if found else None

    @property
    def first_seat(self) -> MeanEstimate | None:
        """The share of the points won by seat 0; None in a game with one seat."""
        if len(self.names) == 1:
            return None
        return _wilson_estimate([game.points[0] for game in self.games])

    @property
    def drawishness(self) -> MeanEstimate | None:
        """The share of games without a single winner; None in a game with one seat."""
        if len(self.names) == 1:
            return None
        return _wilson_estimate([float(game.is_tie) for game in self.games])

    @property
    def decisions(self) -> MeanEstimate | None:
        """The share of turns at which the legal moves differ in evaluation.

        The evaluation is the game's own estimate, so it may distinguish moves with the same result.
        None for a game without an evaluation.
        """
        found = [game.decision_share for game in self.games if game.decision_share is not None]
        value, low, high = mean_estimate(found)
        return MeanEstimate(value, max(0.0, low), min(1.0, high)) if found else None

    @property
    def distinct(self) -> int:
        """The number of distinct games; if games repeat, intervals are too narrow."""
        return len({game.line for game in self.games})

    def rows(self) -> dict[str, MeanEstimate | None]:
        """Return the measures by name, each as a mean or share with its interval.

        Examples
        --------
        >>> list(Measures("nim", ("random", "random"), 0, ()).rows())[:3]
        ['length', 'branching', 'lead changes']
        """
        found = self.length, self.branching, self.lead_changes
        return dict(
            zip(
                MEASURE_DESCRIPTIONS,
                (*found, self.first_seat, self.drawishness, self.decisions),
                strict=True,
            )
        )

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each measure.

        Examples
        --------
        >>> len(Measures("nim", ("random", "random"), 0, ()).table())
        6
        """
        rows = []
        for name, found in self.rows().items():
            unit, meaning = MEASURE_DESCRIPTIONS[name]
            value, low, high = found or (None, None, None)
            row = {"measure": name, "value": value, "low": low, "high": high, "unit": unit}
            rows.append(row | {"meaning": meaning})
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Return the measures as a dictionary of plain values; equal runs give equal dictionaries.

        Examples
        --------
        >>> Measures("nim", ("random", "random"), 0, ()).to_dict()["games"]
        0
        """
        known = {"game": self.game, "names": list(self.names), "seed": self.seed}
        known |= {"games": len(self.games), "distinct": self.distinct}
        return known | {
            name: None if found is None else found._asdict() for name, found in self.rows().items()
        }

    def __str__(self) -> str:
        """Return the measures as lines of text."""
        broken = ", interrupted" if self.is_interrupted else ""
        repeats = f", of which {self.distinct} differ" if self.distinct < len(self.games) else ""
        head = f"{self.game}: {len(self.games)} games by {' - '.join(self.names)}{repeats}{broken}"
        rows = self.rows() if self.games else {}
        lines = [f"  {name:22}{'-' if found is None else found}" for name, found in rows.items()]
        if rows.get("decisions that matter") is not None:
            lines[-1] += ", by the game's evaluation"
        return "\n".join([head, *lines])


@checked_keywords
def measure(
    game: Position,
    games: int = 200,
    *,
    agents: Player | Sequence[Player] | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> Measures:
    """Play games between agents, and return statistics such as the mean length of a game.

    Parameters
    ----------
    game
        The name of a game, a state, a record or the file of one, from which every game starts.
    games
        The number of games.
    agents
        One agent for all seats, or one for each; see `match` for the possible types. By default a
        fast agent of the game that makes a random move in one of ten cases, so that games differ.
        The measures describe the play of *these* agents.
    seed
        The seed. Game i depends only on the seed and on i, not on the number of workers.
    workers
        The number of processes: 1 for this process only, -1 for one per core, None for the
        setting of `joblib.parallel_config`.
    progress
        Whether to show a progress bar if it takes more than two seconds.

    Returns
    -------
    Measures
        Length, branching, lead changes, the first seat's share, drawishness and the share of
        decisions that matter, each with a 95% interval.

    Raises
    ------
    Interrupted
        At Ctrl-C (or Interrupt Kernel); `result` has the finished games.
    OptionError
        Before the first game, if an argument is invalid.
    AgentError
        If an agent raises an error or returns no legal move.

    Examples
    --------
    >>> found = pg.measure(pg.new("territory", size=4), games=10, agents="random", progress=False)
    >>> len(found.games), found.branching.value > 1
    (10, True)
    """
    games, seed, workers = check_series_arguments(games, seed, workers)
    begin = start_of(game)
    players, names = _players(begin.game, agents, begin.state().seats)
    return play_games(
        _play_and_measure,
        partial(Measures, begin.game, names, seed),
        game_start=begin,
        players=players,
        games=games,
        seed=seed,
        workers=workers,
        progress=progress,
    )


class FastAgent:
    """A fast agent of a game with occasional random moves, so that its games differ."""

    def __init__(self, game: str) -> None:
        info = registry.game(game)
        self.name = info.engine.fallback_agent or "random"
        self._agent = info.agent(self.name)

    def choose(self, state: State[Any], rng: Random) -> Any:
        """Return the agent's move, or sometimes a random one."""
        if rng.random() < MEASURE_RANDOM_MOVE_RATE:
            return state.legal_moves.sample(rng)
        return self._agent.choose(state, rng)


MEASURE_RANDOM_MOVE_RATE = 0.1
"""The share of random moves of `FastAgent`."""


def _players(
    game: str, agents: Player | Sequence[Player] | None, seats: int
) -> tuple[tuple[Player, ...], tuple[str, ...]]:
    """Return two tuples by seat: the players, and their names."""
    if agents is None:
        hasty = FastAgent(game)
        return (hasty,) * seats, (f"{hasty.name}, one random move in ten",) * seats
    is_row = isinstance(agents, list) or (isinstance(agents, tuple) and not _is_agent_spec(agents))
    row: list[Any] = list(agents) if is_row else [agents] * seats  # type: ignore[arg-type]  # a row
    if len(row) != seats:
        msg = f"the option agents must have {seats} agents for {game} here, not {len(row)}"
        raise OptionError(msg)
    players = tuple(check_player(player, game) for player in row)
    return players, distinct_names(players) if is_row else distinct_names(players[:1]) * seats


def _is_agent_spec(agents: tuple[Any, ...]) -> bool:
    """Return True if a tuple is a single agent, as in ("mcts", {"seconds": 0.1})."""
    return len(agents) == 2 and isinstance(agents[1], dict)  # noqa: PLR2004 - name and options


def _play_and_measure(task: GameTask) -> MeasuredGame:
    """Play one game and return its measurements."""
    start, key = task.start(), task.key
    agents = [create_agent(player, task.game) for player in task.players]
    line: list[Any] = []
    play_game(start, agents, key, Random(f"{key}:dice"), line)
    return measure_line(start, line, Random(f"{key}:look"))


def measure_line(start: State[Any], line: Sequence[Any], rng: Random) -> MeasuredGame:
    """Return the measurements of a finished game from its moves and dice rolls.

    The generator `rng` samples the moves whose evaluations are compared.

    Examples
    --------
    >>> start = pg.new("polygon", n=3)
    >>> measure_line(pg.new("polygon", n=3), [], Random(0)).points
    (0.0, 1.0)
    """
    judge = registry.info_of(start).engine.evaluate
    state, leaders, mattering = start, list[int | None](), list[bool]()
    plies, widths, is_endless = 0, list[float](), False
    better, is_for_mover = list[int | None](), True
    for move in line:
        if state.turn != CHANCE:
            plies += 1
            is_endless = is_endless or not state.legal_moves.finite
            if not is_endless:
                widths.append(len(state.legal_moves))
            if judge is not None:
                mattering += _compare_choices(state, judge, rng)
        state = state.play(move)
        if state.outcome is None and state.turn != CHANCE:
            leaders.append(_leader(state.scores))
            if judge is not None:
                better.append(_leader([judge(state, seat) for seat in range(state.seats)]))
                is_for_mover &= better[-1] == state.turn
    outcome = state.outcome
    if outcome is None:
        msg = f"only a finished game can be measured: this one goes on after {state.ply} plies"
        raise OptionError(msg)
    winners = outcome.winners or frozenset(range(start.seats))
    points = tuple(float(seat in winners) / len(winners) for seat in range(start.seats))
    if not _known_leaders(leaders) and not is_for_mover:
        leaders = better
    return MeasuredGame(
        plies=plies,
        branching=None if is_endless else fmean(widths or [0.0]),
        lead_changes=_count_lead_changes(leaders),
        points=points,
        is_tie=len(outcome.winners) != 1,
        decision_share=fmean(mattering) if mattering else None,
        line=";".join([start.to_text(), *map(str, line)]),
    )


def _leader(values: Sequence[float]) -> int | None:
    """Return the seat with the highest value; None for a tie, or if there is only one seat."""
    best = max(values)
    is_alone = len(values) > 1 and values.count(best) == 1
    return values.index(best) if is_alone else None


def _known_leaders(leaders: Sequence[int | None]) -> list[int]:
    return [leader for leader in leaders if leader is not None]


def _count_lead_changes(leaders: Sequence[int | None]) -> int | None:
    """Return the number of times the lead changes hands; None if no seat is ever in the lead.

    Examples
    --------
    >>> _count_lead_changes([None, 0, None, 0, 1, None, 0])
    2
    >>> _count_lead_changes([None, None]) is None
    True
    """
    known = _known_leaders(leaders)
    return sum(one != other for one, other in pairwise(known)) if known else None


def _compare_choices(
    state: State[Any], evaluate: Callable[[State[Any], int], float], rng: Random
) -> list[bool]:
    """Return whether the legal moves differ in evaluation, in a list; empty for a forced move."""
    moves = state.legal_moves.candidates(DECISION_MOVES_SAMPLED, rng)
    if state.legal_moves.finite and len(moves) > DECISION_MOVES_SAMPLED:
        moves = rng.sample(list(moves), DECISION_MOVES_SAMPLED)
    if len(moves) < 2:  # noqa: PLR2004 - there is nothing to decide
        return []
    values = {evaluate(state.play(move), state.turn) for move in moves}
    return [len(values) > 1]


def _wilson_estimate(values: Sequence[float]) -> MeanEstimate:
    """Return the mean of values from 0 to 1, with Wilson's 95% interval."""
    total = sum(values)
    return MeanEstimate(total / max(1, len(values)), *wilson(total, len(values)))
