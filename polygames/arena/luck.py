"""Matches in games with dice, with the luck of the rolls removed from the result.

The luck of a roll is its value relative to the mean roll. The mean of luck is 0 for any players.
The result minus the luck therefore has the same mean as the result, and far less variance (Burch,
Schmid, Moravcik, Morrill and Bowling, *AIVAT: a new variance reduction technique for agent
evaluation in imperfect information games*, 2018; backgammon players call it the luck-adjusted
result).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from math import fsum, inf
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from polygames.arena.game_pair import play_game
from polygames.arena.game_pool import GameTask, check_series_arguments, mean_estimate, play_games
from polygames.arena.match import check_seats
from polygames.arena.players import Player, check_player, create_agent, distinct_names
from polygames.core import registry
from polygames.core.display import TableResult
from polygames.core.errors import OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.protocol import CHANCE
from polygames.records.position_sources import start_of
from polygames.search.review.dice import expected_values, luck_by_seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.arena.game_pool import MeanEstimate
    from polygames.core.protocol import State
    from polygames.records.position_sources import Position

LUCK_COLUMNS = ["game", "seat", "lead", "luck", "without_luck"]
"""The columns of `LuckAdjustedMatch.table`."""


@dataclass(frozen=True)
class LuckAdjustedGame:
    """The lead, luck and skill in one game with dice, from the first agent's point of view."""

    number: int
    """The number of the game, which determines its dice."""
    seat: int
    """The seat of the first agent."""
    lead: float
    """The first agent's score minus the other's."""
    luck: float
    """The luck of the first agent's rolls minus that of the other's."""
    started: float = 0.0
    """The expected lead before the first roll: 0, unless the two start differently."""
    skill: float = 0.0
    """The value of the first agent's moves relative to expectation, minus that of the other's;
    mistakes are negative. Start, luck and skill add up to the lead.
    """

    @property
    def adjusted(self) -> float:
        """The first agent's lead minus its luck, in points."""
        return self.lead - self.luck


@dataclass(frozen=True, repr=False)
class LuckAdjustedMatch(TableResult):
    """The mean lead of one agent over the other, with and without the luck of the dice.

    Examples
    --------
    >>> found = pg.without_luck("splitter", "greedy", "random", games=4, progress=False)
    >>> found.lead.value - found.luck.value - found.adjusted.value < 1e-9
    True
    """

    game: str
    names: tuple[str, str]
    seed: int
    games: tuple[LuckAdjustedGame, ...]
    is_interrupted: bool = False
    """Whether an interrupt (Ctrl-C) stopped the match."""

    counted: ClassVar[str] = "finished games"
    """The noun for `games` in the message of an interrupt."""

    @property
    def lead(self) -> MeanEstimate:
        """The first agent's mean lead in points, with its 95% interval."""
        return mean_estimate([each.lead for each in self.games])

    @property
    def adjusted(self) -> MeanEstimate:
        """The mean of lead minus luck: an estimate of the same lead with a narrower interval."""
        return mean_estimate([each.adjusted for each in self.games])

    @property
    def luck(self) -> MeanEstimate:
        """The mean luck of the first agent minus that of the other; 0 in the long run."""
        return mean_estimate([each.luck for each in self.games])

    @property
    def narrower(self) -> float | None:
        """The factor by which adjusting for luck narrows the interval of the lead.

        None if undefined.
        """
        raw, adjusted = self.lead, self.adjusted
        width = adjusted.high - adjusted.low
        return (raw.high - raw.low) / width if 0 < width < inf else None

    _columns = LUCK_COLUMNS

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each game.

        Examples
        --------
        >>> len(LuckAdjustedMatch("splitter", ("greedy", "random"), 0, ()).table())
        0
        """
        names = ("number", "seat", "lead", "luck", "adjusted")
        rows = [[getattr(each, name) for name in names] for each in self.games]
        return [dict(zip(LUCK_COLUMNS, row, strict=True)) for row in rows]

    def to_dict(self) -> dict[str, Any]:
        """Return the results as a dictionary of plain values; equal runs give equal dictionaries.

        Examples
        --------
        >>> LuckAdjustedMatch("splitter", ("greedy", "random"), 0, ()).to_dict()["games"]
        []
        """
        known = {"game": self.game, "names": list(self.names), "seed": self.seed}
        known |= {"games": [asdict(each) for each in self.games]}
        means = {"lead": self.lead, "luck": self.luck, "without luck": self.adjusted}
        return known | {name: list(each) for name, each in means.items()}

    def __str__(self) -> str:
        """Return the lead, the luck and the adjusted lead as lines of text."""
        broken = ", interrupted" if self.is_interrupted else ""
        head = f"{self.game}: {self.names[0]} - {self.names[1]}, {len(self.games)} games{broken}"
        if not self.games:
            return head
        narrower = self.narrower
        times = "" if narrower is None else f", {narrower:.1f} times narrower"
        return "\n".join(
            [
                head,
                f"  lead          {self.lead}",
                f"  luck          {self.luck}",
                f"  without luck  {self.adjusted}{times}",
            ]
        )


@checked_keywords
def without_luck(
    game: Position,
    first: Player,
    second: Player,
    games: int = 100,
    *,
    alone: bool = False,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> LuckAdjustedMatch:
    """Play dice games between two agents, and estimate the result without the luck of the dice.

    At one table both use the same rolls, so that they share much of the luck. With ``alone=True``
    each agent plays and rolls for itself, like two people on two evenings, and the totals are
    compared. Luck then hides more of the result, and removing it helps more.

    Parameters
    ----------
    game
        The name of a game, a state, a record or the file of one, from which every game starts. It
        must have dice and an evaluation of rolls.
    first, second
        Agents; see `match` for the possible types. They swap seats after every game.
    games
        The number of games, each with dice of its own.
    alone
        Whether the two agents play separate games; the game must support one player.
    seed, workers, progress
        As for `measure`.

    Returns
    -------
    LuckAdjustedMatch
        The lead of the first agent with and without luck, each with a 95% interval.

    Raises
    ------
    Interrupted, OptionError, AgentError
        As for `measure`; also OptionError if the game has no evaluation of rolls.

    Examples
    --------
    >>> found = pg.without_luck("splitter", "greedy", "random", games=4, progress=False)
    >>> len(found.games), found.adjusted.value > 0
    (4, True)
    """
    games, seed, workers = check_series_arguments(games, seed, workers)
    begin = start_of(game)
    info = registry.game(begin.game)
    if info.engine.luck is None:
        msg = f"cannot subtract luck in {info.name}: it has no dice, or its GameInfo has no luck"
        raise OptionError(msg)
    if info.seats_option is not None and begin.position is None:
        seats: dict[str, Any] = {info.seats_option: 1 if alone else 2}
        begin = start_of(info.new(**seats))
    if not alone:
        check_seats(begin)
    elif (there := begin.state().seats) != 1:
        msg = f"alone=True needs a game of one seat: {info.name} has {there} here"
        raise OptionError(msg)
    players = check_player(first, info.name), check_player(second, info.name)
    names = distinct_names(players)
    return play_games(
        _play_separate_games if alone else _play_lucky_game,
        partial(LuckAdjustedMatch, info.name, (names[0], names[1]), seed),
        game_start=begin,
        players=players,
        games=games,
        seed=seed,
        workers=workers,
        progress=progress,
    )


def _play_lucky_game(task: GameTask) -> LuckAdjustedGame:
    """Play one game in which both agents use the same dice; return its lead, luck and skill."""
    seat = task.number % 2
    order = task.players if seat == 0 else task.players[::-1]
    seen = _observe_seats(task, order, task.key)
    return _compare_seats(task, seat, seen[seat], seen[1 - seat])


def _play_separate_games(task: GameTask) -> LuckAdjustedGame:
    """Play a one-player game for each agent, with separate dice, and return the differences."""
    own, other = (
        _observe_seats(task, (player,), f"{task.key}:{number}")[0]
        for number, player in enumerate(task.players)
    )
    return _compare_seats(task, 0, own, other)


def _compare_seats(
    task: GameTask, seat: int, first: SeatMeasurements, second: SeatMeasurements
) -> LuckAdjustedGame:
    """Return the first seat's score, luck, start and skill minus those of the second."""
    less = (float(one - two) for one, two in zip(first, second, strict=True))
    return LuckAdjustedGame(task.number, seat, *less)


class SeatMeasurements(NamedTuple):
    """The score, luck, expected score at the start, and skill of one seat in a game."""

    score: float
    luck: float
    expected_at_start: float
    skill: float


def _observe_seats(
    task: GameTask, players: Sequence[Player], key: str
) -> tuple[SeatMeasurements, ...]:
    """Play a game and return the score, luck, expected score and skill of each seat."""
    start, line = task.start(), list[Any]()
    agents = [create_agent(player, task.game) for player in players]
    end = play_game(start, agents, key, Random(f"{key}:dice"), line)
    if registry.game(task.game).engine.expected_scores is not None:
        accounts = [luck_and_skill(start, line, seat) for seat in range(start.seats)]
        return tuple(
            SeatMeasurements(score, fsum(each.lucks), each.expected_at_start, fsum(each.skills))
            for score, each in zip(end.scores, accounts, strict=True)
        )
    lucks = luck_of_moves(start, line)
    before = expected_values(start, "total") or (0.0,) * start.seats
    return tuple(
        SeatMeasurements(score, luck, first, score - first - luck)
        for score, luck, first in zip(end.scores, lucks, before, strict=True)
    )


class LuckAndSkill(NamedTuple):
    """A seat's expected score at the start, and its change by each roll and by the play after it.

    The luck of a roll is by the game's evaluation, and it is 0 on average. A review searches each
    position instead, and its luck is the change of the values that it finds.
    """

    expected_at_start: float
    lucks: tuple[float, ...]
    """The luck of each roll."""
    skills: tuple[float, ...]
    """The skill of the play after each roll."""


def luck_and_skill(start: State[Any], line: Sequence[Any], seat: int) -> LuckAndSkill:
    """Return a seat's expected score at the start, and how each roll and each move changed it.

    The line has the moves and rolls of a whole game; the game must have the plug ``prospects``.

    Examples
    --------
    >>> from random import Random
    >>> start, line, rng = pg.new("splitter", pad=["*##*"]), [], Random(1)
    >>> state = start
    >>> while state.outcome is None:
    ...     line.append(state.legal_moves.sample(rng))
    ...     state = state.play(line[-1])
    >>> found = luck_and_skill(start, line, 0)
    >>> change = sum(found.lucks) + sum(found.skills)
    >>> abs(found.expected_at_start + change - state.scores[0]) < 1e-9
    True
    """
    prospects: Any = registry.info_of(start).engine.expected_scores
    state, seen = start, list[tuple[float, float]]()
    for move in line:
        after = state.play(move)
        if state.turn == CHANCE:
            seen.append(prospects(after, seat))
        state = after
    before = [*(each[0] for each in seen), float(state.scores[seat])]
    lucks = tuple(after - first for first, after in seen)
    skills = tuple(later - after for later, (_, after) in zip(before[1:], seen, strict=True))
    return LuckAndSkill(before[0], lucks, skills)


def luck_of_moves(start: State[Any], line: Sequence[Any]) -> tuple[float, ...]:
    """Return the total luck of each seat over all dice rolls in a sequence of moves.

    Examples
    --------
    >>> luck_of_moves(pg.new("splitter", players=2), [])
    (0.0, 0.0)
    """
    state, found = start, [0.0] * start.seats
    for move in line:
        after = state.play(move)
        if state.turn == CHANCE:
            found = [sum(pair) for pair in zip(found, luck_by_seat(state, after), strict=True)]
        state = after
    return tuple(found)
