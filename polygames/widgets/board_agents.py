"""The agents of a board: created by name, and at work in the background."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakMethod

from polygames.arena.players import FILE_LIMITS, ProcessAgent, create_agent
from polygames.arena.submissions import AgentFile
from polygames.core.registry import game
from polygames.runtime.game_lock import with_game_lock
from polygames.widgets.board_options import HUMAN_SEAT, name_custom_players, seat_players
from polygames.widgets.tasks.precompile import Precompiler
from polygames.widgets.tasks.worker import Worker, running_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from random import Random

    from polygames.arena.players import Player
    from polygames.core.protocol import Agent, State
    from polygames.widgets.tasks.worker import Job

ANALYSIS_PLAYER: Final = "analysis"
"""The name of the analysis, as the player of a job; it plays no seat."""

COMPILE_WAIT_SECONDS: Final = 0.5
"""Seconds for which a person waits for compilation; then a simpler agent moves."""


class BoardAgents:
    """The agents of a board, and the one job that runs: an agent or an analysis.

    The two callbacks are methods of the owner. They are referenced weakly, so an owner that nobody
    uses is freed at once.

    Parameters
    ----------
    game_name
        The name of the game.
    agent_options
        The options of the game's agents.
    on_change
        Called when a job starts, ends or has to be compiled.
    on_failure
        Called with the name of an agent that failed, and its error.
    """

    def __init__(
        self,
        game_name: str,
        agent_options: dict[str, Any],
        on_change: Callable[[], object],
        on_failure: Callable[[str, Exception], object],
    ) -> None:
        self._info, self._options = game(game_name), agent_options
        self._on_change, self._on_failure = _weak_call(on_change), _weak_call(on_failure)
        self.created: dict[str, Agent] = {}
        """The agents that have been created, by name."""
        self.custom_players: dict[str, Player] = {}
        """The players that the caller brought, by their names at this board."""
        self._worker, self._precompiler = Worker(), Precompiler()

    @property
    def job(self) -> Job | None:
        """The running job, with its `name`; None if there is none."""
        return self._worker.job

    @property
    def is_concurrent(self) -> bool:
        """Whether jobs run in the background of an event loop, not at once."""
        return self._worker.is_concurrent

    @property
    def is_compiling(self) -> bool:
        """Whether the agents of the board are being compiled."""
        return self._precompiler.is_compiling

    def prepare_players(self, state: State[Any], players: Iterable[Any]) -> tuple[str, ...]:
        """Create the agents of some players, and return the player name of each seat.

        Raises
        ------
        OptionError
            If a player is unknown, or cannot play this game.
        """
        names, own = name_custom_players(self._info, players)
        seats = seat_players(state, names, {**self.custom_players, **own})
        self.custom_players |= own
        for name in own:
            self.created.pop(name, None)
        for name in {*seats} - {HUMAN_SEAT}:
            self.agent(name)
        return seats

    def add_guest(self, player: Player) -> str:
        """Return the name of a player without a seat, for a hint or an analysis.

        One that the game does not define is copied anew, because it may have learned since.
        """
        [name], own = name_custom_players(self._info, (player,))
        if not own:
            return str(self._info.player_name(name))
        guest = f"{name} (guest)"
        self.custom_players[guest] = own[name]
        self.created.pop(guest, None)
        return guest

    def precompile(self, players: Iterable[str], start: State[Any]) -> None:
        """Compile the agents of the game in the background; `on_change` is called about it."""
        names = [name for name in players if name not in self.custom_players]
        self._precompiler.start(self._info, names, start, with_game_lock(self._on_change))

    def agent(self, name: str) -> Agent:
        """Return the agent with this name; it is cached, so that it can reuse its search tree."""
        if name not in self.created:
            self.created[name] = self._create_agent(name)
        return self.created[name]

    def _create_agent(self, name: str) -> Agent:
        """Create an agent; one from a submitted file runs in its own process."""
        player = self.custom_players.get(name)
        if player is None:
            options = {} if name in self._info.level_names else self._options
            return self._info.agent(name, **options)
        if not isinstance(player, AgentFile):
            return create_agent(player, self._info.name)
        from polygames.arena.sandbox import SandboxedAgent  # needs processes

        return SandboxedAgent(player, self._info.name, FILE_LIMITS)

    def start_move(
        self,
        name: str,
        state: State[Any],
        rng: Random,
        on_move: Callable[[Any], object],
        *,
        is_awaited: bool,
    ) -> bool:
        """Start an agent's choice of a move, and stop an earlier job; `on_move` gets the move.

        Return True if the move was chosen at once, not in the background. If a person waits for it
        (`is_awaited`), a simple agent replaces one that takes long to compile.
        """
        simple = self._info.engine.fallback_agent
        seen = state.view(state.turn)

        def start_simple() -> None:
            self._submit_choice(simple, self._info.agent(simple), seen, rng, on_move)

        def schedule_simple() -> None:
            self._on_change()
            loop = running_loop()
            if loop is not None and is_awaited and simple not in {"", name}:
                loop.call_later(COMPILE_WAIT_SECONDS, self._replace_job, self.job, start_simple)

        self._submit_choice(name, self.agent(name), seen, rng, on_move, schedule_simple)
        return not self.is_concurrent

    def _submit_choice(
        self,
        name: str,
        agent: Agent,
        seen: State[Any],
        rng: Random,
        on_move: Callable[[Any], object],
        on_compiling: Callable[[], object] | None = None,
    ) -> None:
        self._worker.submit(
            partial(agent.choose, seen, rng),
            on_move,
            partial(self._on_failure, name),
            on_compiling=on_compiling or self._on_change,
            name=name,
            stop=getattr(agent, "stop", None),
        )
        if self.is_concurrent:
            self._on_change()

    @with_game_lock
    def _replace_job(self, job: Job | None, start_other: Callable[[], object]) -> None:
        """Stop a job that is still running, and start another one in its place."""
        if job is not None and self.job is job:
            self.stop()
            start_other()

    def start_analysis(
        self,
        analyse: Callable[[State[Any], Random, threading.Event], Iterator[Any]],
        state: State[Any],
        rng: Random,
        on_result: Callable[[Any], None],
        on_end: Callable[[], object],
    ) -> None:
        """Run an iterative analysis of a state, in place of an earlier job.

        The function `analyse` also gets a flag that ends its search. `on_result` is called with
        each result.
        """
        self.stop()
        stop = threading.Event()
        self._worker.submit_iterator(
            analyse(state.view(state.turn), rng, stop),
            on_result,
            partial(self._on_failure, ANALYSIS_PLAYER),
            on_compiling=self._on_change,
            on_end=on_end,
            name=ANALYSIS_PLAYER,
            stop=stop,
        )
        if self.is_concurrent:
            self._on_change()

    def stop(self) -> None:
        """Stop the running job, if there is one."""
        if self.job is not None:
            self._worker.stop()
            # The thread may still run for a moment, so the next move needs new agents.
            self.created.clear()

    def close(self) -> None:
        """End the processes of the agents; the process of a running job ends with its agent."""
        if self.job is None:
            for agent in self.created.values():
                if isinstance(agent, ProcessAgent):
                    agent.close()


def _weak_call(method: Callable[..., object]) -> Callable[..., None]:
    """Return a function that calls a method as long as its object exists."""
    reference = WeakMethod(method)

    def call(*arguments: Any) -> None:
        if (found := reference()) is not None:
            found(*arguments)

    return call
