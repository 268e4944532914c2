"""A pair of games from one start, the seats swapped: what one worker plays."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from random import Random
from textwrap import shorten
from traceback import format_exception, format_exception_only
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.arena.players import agent_of
from polygames.core import registry
from polygames.core.errors import AgentError
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from polygames.arena.players import Player
    from polygames.core.info import GameInfo
    from polygames.core.protocol import Agent, State

__all__ = ["Failure", "Game", "Pair", "Task", "play_game", "play_pair", "told"]


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
    brings: GameInfo | None = None
    """The game itself, where only the process that made the task knows it."""

    def __str__(self) -> str:
        """Say which pair it is."""
        names = " - ".join(self.names)
        return f"{self.game}, pair {self.pair} of {names}, seed {self.seed}"


@dataclass(frozen=True)
class Failure:
    """Why a pair of games was not finished: data, which a worker can send."""

    pair: int
    names: tuple[str, str]
    """Who played the pair."""
    reason: str
    """Which pair it is, who did what, and where."""
    cause: BaseException
    """The error that was raised. From another process it has its traceback in a note."""
    agent: str | None = None
    """The name of the agent that failed; None if the game or the process did."""
    seat: int | None = None
    """Where that agent sat."""
    position: str = ""
    """Where it was asked, as text."""

    def __getstate__(self) -> dict[str, Any]:
        """Return what is sent to another process: not every error can be."""
        return vars(self) | {"cause": _sendable(self.cause)}


Pair: TypeAlias = "tuple[Game, ...] | Failure"
"""What comes back: both games, or why not."""


def play_pair(place: int, task: Task) -> tuple[int, Pair]:
    """Play both games of a pair; return with them, or with why not, the place of the pair.

    Only an interrupt (Ctrl-C) is raised.
    """
    registry.adopt(task.brings)
    games = []
    for order in ((0, 1), (1, 0)):
        try:
            games.append(_play(task, order))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - agents are others' code and raise anything
            return place, _failure(task, order, error)
    return place, tuple(games)


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

    Raises
    ------
    AgentError
        If an agent raises an error or chooses no legal move.

    Examples
    --------
    >>> import polygames as pg
    >>> agents = [pg.agent("random", game="polygon") for seat in (0, 1)]
    >>> play_game(pg.new("polygon"), agents, "a seed", Random(1)).outcome is None
    False
    """
    state = start
    chance = [Random(f"{seed}:{seat}") for seat in range(start.seats)]
    while state.outcome is None:
        if state.turn == CHANCE:
            state = state.play(state.legal_moves.sample(dice))
        else:
            state = _after_choice(state, agents[state.turn], chance[state.turn])
    return state


def told(error: BaseException) -> str:
    """Return the kind of an error and what it says, in one line.

    Examples
    --------
    >>> told(ValueError("no such move"))
    'ValueError: no such move'
    """
    said = format_exception_only(error)[0].removeprefix(f"{type(error).__module__}.")
    return shorten(said, 200, placeholder=" ...")


def _after_choice(state: State[Any], agent: Agent, rng: Random) -> State[Any]:
    """Return the state after the move that an agent chooses."""
    view = state.view(state.turn)
    try:
        move = agent.choose(view, rng)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _agent_error(state, f"raised {told(error)}") from error
    try:
        return state.play(move)
    except Exception as error:
        what = "returned no move" if move is None else "chose a move that cannot be played"
        raise _agent_error(state, f"{what}: {told(error)}") from error


def _agent_error(state: State[Any], what: str) -> AgentError:
    error = AgentError(f"seat {state.turn} at ply {state.ply} {what}")
    error.seat, error.position = state.turn, state.to_text()
    return error


def _play(task: Task, order: tuple[int, int]) -> Game:
    """Play one game of a pair; `order` says which player sits on which seat."""
    rng = Random(f"{task.seed}:{task.pair}:opening")
    start = _opening(_start(task), task.opening, rng)
    agents = [agent_of(task.players[player], task.game) for player in order]
    end = play_game(start, agents, f"{task.seed}:{task.pair}:{order == (1, 0)}", rng)
    outcome = end.outcome
    assert outcome is not None  # noqa: S101 - that is how the game ended
    share = 1 / len(outcome.winners) if outcome.winners else 0.5
    lost = 0.0 if outcome.winners else share
    return Game(
        task.pair,
        (task.names[order[0]], task.names[order[1]]),
        (share if 0 in outcome.winners else lost, share if 1 in outcome.winners else lost),
        outcome.scores,
        end.ply,
        outcome.reason,
    )


def _start(task: Task) -> State[Any]:
    """Return the start; where it is a matter of chance, each pair has another."""
    info = registry.game(task.game)
    options = dict(task.options)
    if info.seed_option is not None and info.seed_option not in options:
        options[info.seed_option] = Random(f"{task.seed}:{task.pair}:start").getrandbits(32)
    return info.new(**options)


def _opening(start: State[Any], plies: int, rng: Random) -> State[Any]:
    """Play random moves, but none that ends the game."""
    state = start
    for _ in range(plies):
        after = state.play(state.legal_moves.sample(rng))
        if after.outcome is not None:
            break
        state = after
    return state


def _failure(task: Task, order: tuple[int, int], error: BaseException) -> Failure:
    if not isinstance(error, AgentError) or error.seat is None or error.__cause__ is None:
        reason = f"{task}: the game could not be played: {told(error)}"
        return Failure(task.pair, task.names, reason, error)
    agent = task.names[order[error.seat]]
    reason = f"{task}: {agent} on {error}"
    cause, seat, position = error.__cause__, error.seat, error.position
    return Failure(task.pair, task.names, reason, cause, agent, seat, position)


def _sendable(error: BaseException) -> BaseException:
    """Return an error that arrives in another process, and its traceback with it."""
    from joblib import wrap_non_picklable_objects

    try:
        sent = wrap_non_picklable_objects(error, keep_wrapper=False)
        found: BaseException = pickle.loads(pickle.dumps(sent))  # noqa: S301 - just written here
    except Exception:  # noqa: BLE001 - an error may hold anything; then its words are sent
        found = RuntimeError(told(error))
    if error.__traceback__ is not None:  # pickling drops it
        found.add_note("".join(format_exception(error)))
    return found
