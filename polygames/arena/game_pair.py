"""A pair of games from one start with swapped seats: the task of one worker."""

from __future__ import annotations

import inspect
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from polygames.arena.command_agent import CommandAgent
from polygames.arena.openings import choose_opening
from polygames.arena.players import FILE_LIMITS, NO_LIMITS, FaultError, Limits, create_agent
from polygames.arena.submissions import AgentFile
from polygames.core import registry
from polygames.core.errors import AgentError
from polygames.core.protocol import CHANCE
from polygames.records.position_sources import Start
from polygames.records.record import Record
from polygames.records.record_text import Header, write_main_line
from polygames.runtime.parallel_calls import make_picklable, short_error_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.arena.players import Player
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Agent, State


@dataclass(frozen=True)
class Game:
    """One finished game of two players."""

    pair: int
    """The number of the pair. Its two games share start and dice, with swapped seats."""
    seats: tuple[str, str]
    """The names of the players by seat."""
    points: tuple[float, float]
    """The points by seat: 1 for the winner, a half each for a tie or an unfinished game."""
    scores: tuple[float, ...]
    """The scores in the game itself, by seat."""
    plies: int
    reason: str
    failed: int | None = None
    """The seat of an agent that lost by a fault, stated in `reason`; None without a fault."""
    line: str = ""
    """A digest of the start and the moves, equal for equal games; empty if unknown."""
    text: str = field(default="", repr=False)
    """The game as the text of a record; empty if an older file has only the result."""

    @property
    def record(self) -> Record:
        """The game as a record. Raise RecordError if its moves were not saved."""
        return Record.from_text(self.text)


@dataclass(frozen=True)
class PairTask:
    """Two games with swapped seats, as a task with all inputs that a worker process needs."""

    game: str
    players: tuple[Player, Player]
    names: tuple[str, str]
    pair: int
    seed: int
    opening: int | Literal["balanced"] = 0
    """The number of random moves before the agents play; ``"balanced"`` for an even opening."""
    limits: Limits = NO_LIMITS
    has_forfeits: bool = False
    """Whether an agent that fails loses the game; otherwise the pair is a `Failure`."""
    game_info: GameInfo | None = None
    """The game's definition, if only the calling process has registered it."""
    start: State[Any] | None = None
    """A custom start position."""

    def __str__(self) -> str:
        """Return the game, the pair, the players and the seed."""
        names = " - ".join(self.names)
        return f"{self.game}, pair {self.pair} of {names}, seed {self.seed}"


@dataclass(frozen=True)
class Failure:
    """The error of an unfinished pair of games, in a form that a worker can send."""

    pair: int
    names: tuple[str, str]
    """The names of the players."""
    reason: str
    """The pair, the agent and the position in words, with the error."""
    cause: BaseException
    """The original exception; from another process, with its traceback in a note."""
    agent: str | None = None
    """The name of the agent that failed; None if the game or the process failed."""
    seat: int | None = None
    """The seat of that agent."""
    position: str = ""
    """The position in which it failed, as text."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle; an exception that cannot be pickled is replaced."""
        return vars(self) | {"cause": make_picklable(self.cause)}


Pair: TypeAlias = "tuple[Game, ...] | Failure"
"""The result of a task: both games, or a failure."""


def play_pair(task: PairTask) -> Pair:
    """Play both games of a pair and return them, or a `Failure` if one cannot be finished."""
    registry.register_from_process(task.game_info)
    games = []
    for order in ((0, 1), (1, 0)):
        try:
            games.append(_play_one_game(task, order))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - agents are others' code and raise anything
            if not isinstance(error, AgentError) or error.seat is None or error.__cause__ is None:
                reason = f"{task}: the game could not be played: {short_error_text(error)}"
                return Failure(task.pair, task.names, reason, error)
            agent = task.names[order[error.seat]]
            reason = f"{task}: {agent} on {error}"
            cause, seat, position = error.__cause__, error.seat, error.position
            return Failure(task.pair, task.names, reason, cause, agent, seat, position)
    return tuple(games)


def lost_pair_failure(task: PairTask, error: BaseException) -> Failure:
    """Return the `Failure` of a pair of games whose worker process died."""
    reason = f"{task}: lost with the process that played it: {short_error_text(error)}"
    return Failure(task.pair, task.names, reason, error)


def play_game(
    start: State[Any],
    agents: Sequence[Agent],
    seed: str,
    dice: Random,
    line: list[Any] | None = None,
) -> State[Any]:
    """Play one game to its end and return the last state.

    Parameters
    ----------
    start
        The first state.
    agents
        One per seat; each sees only the information of its seat.
    seed
        Seeds the random choices of the agents, separately for each seat.
    dice
        Draws the moves at chance nodes.
    line
        A list to which the moves are appended.

    Raises
    ------
    AgentError
        If an agent raises an error or returns no legal move.

    Examples
    --------
    >>> agents = [pg.agent("random", game="polygon") for seat in (0, 1)]
    >>> play_game(pg.new("polygon"), agents, "a seed", Random(1)).outcome is None
    False
    """
    state = start
    chance = [Random(f"{seed}:{seat}") for seat in range(start.seats)]
    while state.outcome is None:
        if state.turn == CHANCE:
            move = state.legal_moves.sample(dice)
            state = state.play(move)
        else:
            move, state = _choose_move(state, agents[state.turn], chance[state.turn])
        if line is not None:
            line.append(move)
    return state


def _choose_move(state: State[Any], agent: Agent, rng: Random) -> tuple[Any, State[Any]]:
    """Return the move of an agent, and the state after it. Raise AgentError for a fault."""
    view = state.view(state.turn)
    try:
        move = agent.choose(view, rng)
    except KeyboardInterrupt:
        raise
    except FaultError as error:
        raise _agent_error(state, str(error)) from error
    except BaseException as error:
        raise _agent_error(state, f"raised {short_error_text(error)}") from error
    try:
        return move, state.play(move)
    except Exception as error:
        if inspect.iscoroutine(move) or inspect.isgenerator(move):
            move.close()
            what = f"returned a {type(move).__name__}, not a move"
        elif move is None:
            what = "returned no move"
        else:
            what = "chose a move that cannot be played"
        raise _agent_error(state, f"{what}: {short_error_text(error)}") from error


def _agent_error(state: State[Any], problem: str) -> AgentError:
    error = AgentError(f"seat {state.turn} at ply {state.ply} {problem}")
    error.seat, error.position = state.turn, state.to_text()
    error.failure_text, error.state = problem, state
    return error


def _play_one_game(task: PairTask, order: tuple[int, int]) -> Game:
    """Play and return one game of a pair; `order` contains the index of the player on each seat."""
    rng = Random(f"{task.seed}:{task.pair}:opening")
    start = Start(task.game, task.start).state(
        Random(f"{task.seed}:{task.pair}:start")
    )  # by pair, if random
    before, line = list[Any](), list[Any]()
    first = choose_opening(start, task.opening, rng, before)
    names = task.names[order[0]], task.names[order[1]]
    header = Header(task.game, dict(start.options), dict(enumerate(names)))
    with ExitStack() as apart:
        agents = [_make_agent(task, player, apart) for player in order]
        try:
            seed = f"{task.seed}:{task.pair}:{order == (1, 0)}"
            end = play_game(first, agents, seed, rng, line)
        except AgentError as error:
            if not task.has_forfeits or error.seat is None:
                raise
            game = _forfeit_game(task, names, error, _game_digest(first, line))
            header.comment = game.reason
            return replace(game, text=write_main_line(start, before + line, header))
    outcome = end.outcome
    assert outcome is not None  # noqa: S101 - that is how the game ended
    header.result = str(outcome)
    share = 1 / len(outcome.winners) if outcome.winners else 0.5
    lost = 0.0 if outcome.winners else share
    points = (share if 0 in outcome.winners else lost, share if 1 in outcome.winners else lost)
    known = end.ply, outcome.reason, None, _game_digest(first, line)
    text = write_main_line(start, before + line, header)
    return Game(task.pair, names, points, outcome.scores, *known, text)


def _make_agent(task: PairTask, number: int, exit_stack: ExitStack) -> Agent:
    """Return a new agent for a player; one with limits, or from a file, runs in its own process.

    That process is released when `exit_stack` is closed.
    """
    player, limits = task.players[number], task.limits
    if isinstance(player, CommandAgent):
        return exit_stack.enter_context(closing(player.with_limits(limits)))
    if isinstance(player, AgentFile):
        limits = limits.with_defaults(FILE_LIMITS)
    if not limits:
        return create_agent(player, task.game)
    from polygames.arena.sandbox import SandboxedAgent

    return exit_stack.enter_context(closing(SandboxedAgent(player, task.game, limits)))


def _game_digest(start: State[Any], line: Sequence[Any]) -> str:
    """Return a short hash of a game's start and moves."""
    text = "\n".join([start.to_text(), *map(str, line)])
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _forfeit_game(task: PairTask, names: tuple[str, str], error: AgentError, line: str) -> Game:
    """Return a game that an agent lost by an error, such as an exception or an illegal move."""
    seat = error.seat
    assert seat is not None  # noqa: S101 - the caller has looked
    points = (0.0, 1.0) if seat == 0 else (1.0, 0.0)
    reason = f"{names[seat]} {error.failure_text}"
    return Game(task.pair, names, points, error.state.scores, error.state.ply, reason, seat, line)
