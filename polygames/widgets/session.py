"""A game at a board, without the board: record, seats, agents that think, autosave."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.protocol import CHANCE
from polygames.core.registry import game
from polygames.search.kernels import told_of_compiling
from polygames.widgets.aside import post

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from polygames.core.protocol import Agent, State
    from polygames.core.record import Record

__all__ = ["HUMAN", "Session", "Thought"]

HUMAN = "human"


@dataclass
class Thought:
    """An agent's search that is under way."""

    seat: int
    agent: Agent
    cancelled: bool = False
    compiling: bool = False
    """Whether the search had to be compiled, which takes seconds, once on a machine."""

    def cancel(self) -> None:
        """Stop it, if the agent can be stopped, and forget what it finds."""
        self.cancelled = True
        stop = getattr(self.agent, "stop", None)
        if isinstance(stop, threading.Event):
            stop.set()


@dataclass
class Session:
    """One game being played: every change goes through it and is announced by `on_change`.

    Agents think in a thread of their own and post their move back to the event loop that
    runs when the session begins; without a loop (a script, a test) they move at once.
    """

    record: Record
    players: tuple[str, ...]
    """For each seat ``"human"`` or the name of an agent."""
    agent_options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    autosave: Path | None = None
    on_change: Callable[[], None] = lambda: None
    on_error: Callable[[Exception], None] = lambda _: None
    paused: bool = False
    """Whether agents wait; the toolbar's Pause sets it."""
    thought: Thought | None = None
    dice: list[Any] | None = None
    """The rolls to come (moves or their text), or None: they fall by the seed."""

    def __post_init__(self) -> None:
        """Seat the agents and remember the event loop."""
        self.players = _seated(self.record.state, self.players)
        self.record.players = dict(enumerate(self.players))
        self.record.seed = self.seed
        self._agents: dict[str, Agent] = {}
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None

    @property
    def state(self) -> State[Any]:
        """Where the game stands."""
        return self.record.state

    @property
    def is_human_turn(self) -> bool:
        """Whether a person is to move."""
        state = self.state
        return state.outcome is None and state.turn != CHANCE and self.players[state.turn] == HUMAN

    @property
    def is_waiting(self) -> bool:
        """Whether a person has to do something: to move, or to say what the dice show."""
        return self.is_human_turn or (
            self.state.outcome is None and self.state.turn == CHANCE and self.dice is not None
        )

    def play(self, move: Any) -> None:
        """Play a move, given as such or as text; it is refused if it is illegal."""
        self.record.push(move)  # a refused move changes nothing, and an agent goes on thinking
        self._halt()
        self.paused = False
        self._changed()

    def undo(self) -> None:
        """Take back to the last choice that a person had; it works while an agent thinks.

        Raises
        ------
        RecordError
            If nothing was played.
        """
        self._halt()
        self.record.pop()
        while HUMAN in self.players and not self.is_waiting and self.record.moves:
            self.record.pop()
        if not self.is_waiting:
            self.paused = True
        self._changed()

    def redo(self) -> None:
        """Play forward again, up to the next choice that a person had.

        Raises
        ------
        RecordError
            If nothing was taken back.
        """
        self._halt()
        self.record.redo()
        while HUMAN in self.players and not self.is_waiting and self.record.branches:
            self.record.redo()
        self._changed()

    def restart(self, record: Record, players: Sequence[str] | None = None) -> None:
        """Go on with another record, on the same seats, as many as it has, or on those named."""
        self._halt()
        seats = _seated(record.state, tuple(players or self.players)[: record.state.seats])
        record.players, record.seed = dict(enumerate(seats)), self.seed
        self.record, self.players, self.paused = record, seats, False
        self._changed()

    def pause(self, *, paused: bool) -> None:
        """Let agents wait, or go on."""
        self._halt()
        self.paused = paused
        self._changed()

    def close(self) -> None:
        """Stop thinking and announce nothing more."""
        self._halt()
        self.on_change = lambda: None

    def agent(self, name: str) -> Agent:
        """Return an agent of the game; the same one each time, so that it can keep its tree."""
        if name not in self._agents:
            self._agents[name] = game(self.record.game).agent(name, **self.agent_options)
        return self._agents[name]

    def advance(self) -> None:
        """Roll dice and let agents move until a person is to move."""
        while self._step():
            pass

    def ask(self, name: str, answer: Callable[[Any], None]) -> None:
        """Ask an agent what it would play here; `answer` gets its move."""
        self.consult(lambda: self.agent(name), answer)

    def consult(self, agent: Callable[[], Agent], answer: Callable[[Any], None]) -> None:
        """Let an agent, made when nothing else thinks, look at the position."""
        self._halt()
        self._think(agent(), answer)

    def _step(self) -> bool:
        """Make one move that no person makes; False when there is none to make at once."""
        state = self.state
        if state.outcome is not None or self.paused or self.thought is not None:
            return False
        if state.turn == CHANCE:
            return self._roll()
        if self.players[state.turn] == HUMAN:
            return False
        return self._think(self.agent(self.players[state.turn]), self._push)

    def _roll(self) -> bool:
        """Roll the dice; False if somebody has to say first what they show."""
        if self.dice is None:
            self._push(self.state.legal_moves.sample(self._rng()))
        elif self.dice:
            self._push(self.dice[0])  # if it is refused, it is still there to be seen
            del self.dice[0]
        else:
            return False
        return True

    def _think(self, agent: Agent, answer: Callable[[Any], None]) -> bool:
        """Let an agent choose; True if it has done so already."""
        state, rng = self.state, self._rng()
        seen = state.view(state.turn)
        if self._loop is None:
            answer(agent.choose(seen, rng))
            return True
        thought = self.thought = Thought(state.turn, agent)
        loop = self._loop

        def tell() -> None:
            if not thought.compiling:
                thought.compiling = True
                post(loop, self._show_thought, thought)

        def work() -> None:
            try:
                with told_of_compiling(tell):
                    move, problem = agent.choose(seen, rng), None
            except Exception as error:  # noqa: BLE001 - it is shown at the board
                move, problem = None, error
            post(loop, self._receive, thought, move, problem, answer)

        threading.Thread(target=work, name="polygames agent", daemon=True).start()
        self.on_change()
        return False

    def _show_thought(self, thought: Thought) -> None:
        if thought is self.thought:
            self.on_change()

    def _receive(
        self,
        thought: Thought,
        move: Any,
        problem: Exception | None,
        answer: Callable[[Any], None],
    ) -> None:
        if thought.cancelled or thought is not self.thought:
            return
        self.thought = None
        if problem is not None:
            self.paused = True
            self.on_change()
            self.on_error(problem)
            return
        answer(move)
        self.advance()

    def _push(self, move: Any) -> None:
        self.record.push(move)
        self._keep_and_show()

    def _changed(self) -> None:
        self._keep_and_show()
        self.advance()

    def _keep_and_show(self) -> None:
        """Write, then show: a move that was seen is never lost. A failure is told at the end."""
        problem = self._save()
        self.on_change()
        if problem is not None:
            self.on_error(problem)

    def _save(self) -> OSError | None:
        """Write the autosave record, or return why it could not be written."""
        if self.autosave is None or not (self.record.moves or self.record.branches):
            return None
        try:
            self.autosave.parent.mkdir(parents=True, exist_ok=True)
            self.record.save(self.autosave)
        except OSError as error:
            return error
        return None

    def _halt(self) -> None:
        if self.thought is not None:
            self.thought.cancel()
            # Its thread may still run for a moment: whoever plays next is a new agent.
            self._agents.clear()
            self.thought = None

    def _rng(self) -> Random:
        return Random(f"{self.seed}:{self.state.ply}")


def _seated(state: State[Any], players: tuple[str, ...]) -> tuple[str, ...]:
    """Return one name for each seat; OptionError if a name is unknown or there are too many."""
    known = (HUMAN, *game(state.game).agents)
    for name in players:
        if name not in known:
            msg = f"unknown player {name!r}: a seat takes one of {', '.join(known)}"
            raise OptionError(msg)
    if len(players) > state.seats:
        msg = f"{len(players)} players for the {state.seats} seats of {state.game}"
        raise OptionError(msg)
    return (*players, *(HUMAN,) * (state.seats - len(players)))
