"""Sessions: the record, players, agents and autosave of a game at a board."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast
from weakref import WeakSet

from polygames.arena.players import FILE_LIMITS, agent_of
from polygames.arena.submissions import AgentFile
from polygames.core.errors import PolygamesError
from polygames.core.options import refuse
from polygames.core.protocol import CHANCE
from polygames.core.registry import game
from polygames.core.words import Names, seat_names
from polygames.records.record import Record, begin_now
from polygames.runtime.cooperative import has_threads
from polygames.runtime.owner import with_owner
from polygames.runtime.workers import as_exception
from polygames.widgets.autosave import autosave_of, end_of_game, keep_in, place_of
from polygames.widgets.presence import (
    SeatClaims,
    activate,
    active_session,
    deactivate,
    register,
    sharing_note,
    unregister,
)
from polygames.widgets.seats import (
    HUMAN_SEAT,
    names_of,
    options_of_agents,
    own_players,
    rolls,
    seat_players,
    seed_of,
)
from polygames.widgets.tasks.precompile import Precompile
from polygames.widgets.tasks.timers import Debounce
from polygames.widgets.tasks.worker import Worker, running_loop

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from polygames.arena.players import Player
    from polygames.arena.sandbox import SandboxedAgent
    from polygames.core.protocol import Agent, Seat, State
    from polygames.records.node import Node
    from polygames.widgets.autosave import Autosave
    from polygames.widgets.tasks.worker import Job

__all__ = ["HUMAN_SEAT", "Session"]

SAVED_AFTER: Final = 1.0
"""Seconds from a move to its save on the virtual disk of a browser, where a save is slow."""

ANALYSIS_PLAYER: Final = "analysis"
"""The name of the analysis, as the player of a job; it plays no seat."""

OVER: Final = "This game is over. You can try other moves. The result stays the same."
ASK_COMPUTER: Final = "Press Resume to let the computer answer."

COMPILE_WAIT_SECONDS: Final = 0.5
"""Seconds for which a person waits for compilation; then a simpler agent moves."""


@dataclass(eq=False)
class Session:
    """A game in progress: every change is saved, then announced by `on_change`.

    The session follows changes that code or another board makes to the record.

    Agents think in the background of the event loop in which the session is created. Without a
    loop (a script, a test) they move at once (see `polygames.widgets.tasks.worker`). An agent that
    fails makes no move: the game waits, and `on_error` gets the error.
    """

    record: Record
    players: tuple[str, ...]
    """The player of each seat: ``"human"`` or the name of an agent."""
    agent_options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    autosave: str | os.PathLike[str] | None = None
    """The folder of the saved games, or a file ``*.txt``. None turns autosave off."""
    on_change: Callable[[], None] = lambda: None
    on_error: Callable[[Exception], None] = lambda _: None
    paused: bool = False
    """Whether agents and dice wait, for example after *Pause* in the toolbar."""
    dice: list[Any] | None = None
    """The next rolls (moves or their text); None to roll from the seed."""
    places: SeatClaims = field(default_factory=SeatClaims)
    """The pages that show the board, and the seats that they have claimed."""
    is_looking: bool = False
    """Whether a new move becomes a branch: after a step back, and when the game is over."""

    def __post_init__(self) -> None:
        """Check the fields, create the agents, and start to watch the record."""
        if not isinstance(self.record, Record):
            refuse("what is played at a board", "must be a polygames.Record", self.record)
        self.agent_options = options_of_agents(self.agent_options)
        self.seed = seed_of(self.seed)
        self.dice = rolls(self.record.state, self.dice)
        self._node: Node = self.record.node
        """The node that was shown last."""
        self._main: Node | None = None
        """The first child of this node, which is its main line."""
        self._place = place_of(self.autosave)
        self.agents: dict[str, Agent] = {}
        """The agents that have been created, by name."""
        self.own_players: dict[str, Player] = {}
        """The players that the caller brought, by their names at this board."""
        self.players = self._seated(self.record, names_of(self.players))
        self.waiting: tuple[Record, tuple[str, ...]] | None = None
        """The record and players of the game that waits while a puzzle is on the board."""
        self._waiting_autosave: Autosave | None = None
        self._unkept: WeakSet[Record] = WeakSet()
        self._saving = Debounce(SAVED_AFTER)
        self._worker, self._precompile = Worker(), Precompile()
        self._is_acting = False
        self._adopt(self.record)
        register(self)

    @property
    def thought(self) -> Job | None:
        """The running job of an agent or an analysis, with its `name`; None if there is none."""
        return self._worker.job

    @property
    def file(self) -> Path | None:
        """The file of this game, created by its first move; None without autosave."""
        return self._autosave.file if self._autosave else None

    @property
    def note(self) -> str:
        """The note for the header: compilation, a finished game, autosave or another board."""
        if self._precompile.is_compiling:
            return "The computer is still getting ready. It plays simple moves until then."
        if self.is_over and self.state.outcome is None:
            return f"{OVER} {ASK_COMPUTER}" if self.paused and self.has_computer else OVER
        return (self._autosave.note if self._autosave else "") or sharing_note(self)

    @property
    def state(self) -> State[Any]:
        """The current state of the game."""
        return self.record.state

    def viewed(self, state: State[Any]) -> State[Any]:
        """Return a state as the player to move may see it; in full before a dice roll."""
        return state if state.turn == CHANCE else state.view(state.turn)

    @property
    def names(self) -> Names:
        """The names of the players at this board, with "You" for the only person."""
        who = tuple(map(self._name, range(self.state.seats)))
        return Names(who, you=self._only_person)

    @property
    def brief_names(self) -> Names:
        """The names of the players, without the level of the computer if there is only one."""
        levels = game(self.record.game).players_by_level
        if sum(who != HUMAN_SEAT for who in self.players) != 1 or not {*levels} & {*self.players}:
            return self.names
        names = self.names
        return replace(names, known=tuple(each and "Computer" for each in names.known))

    @property
    def _only_person(self) -> Seat | None:
        return self.players.index(HUMAN_SEAT) if self.players.count(HUMAN_SEAT) == 1 else None

    def _name(self, seat: Seat) -> str:
        """Return the name of the computer player of a seat; empty for a person."""
        who = self.players[seat]
        return "" if who == HUMAN_SEAT else f"Computer ({who})"

    @property
    def is_over(self) -> bool:
        """Whether the game of the record has ended, also if an earlier position is shown."""
        return self.record.outcome is not None

    @property
    def has_computer(self) -> bool:
        """Whether an agent plays a seat."""
        return any(who != HUMAN_SEAT for who in self.players)

    @property
    def is_human_turn(self) -> bool:
        """Whether a person may move: for a person's seat, or for any after a step back."""
        state = self.state
        if state.outcome is not None or state.turn == CHANCE:
            return False
        return self.players[state.turn] == HUMAN_SEAT or (self.paused and self.is_looking)

    @property
    def is_waiting(self) -> bool:
        """Whether the game waits for a person to move, or to enter a dice roll."""
        return self._waits(self.state)

    def is_shared(self, seat: Seat) -> bool:
        """Return True if a seat can be claimed: people play it and at least one other seat."""
        return self.players[seat] == HUMAN_SEAT and self.players.count(HUMAN_SEAT) > 1

    @with_owner
    def take(self, seat: Seat, who: str) -> None:
        """Claim a seat for the page of a client, or release it if this page has claimed it."""
        if not (seat in range(len(self.players)) and self.is_shared(seat)):
            refuse("a seat to take", "must be one of two or more that people play", seat)
        self.places.take(seat, who)
        self.on_change()

    @with_owner
    def play(self, move: Any) -> None:
        """Play a move, given as a move or as text; an illegal move raises an error."""
        activate(self)
        # A refused move changes nothing, so agents are stopped only after it is added.
        was_over = self.is_over
        self._add(move)
        self._halt()
        self.paused = self.paused and was_over
        self._changed()

    @with_owner
    def go(self, node: Node) -> None:
        """Go to a node of the record; agents and dice wait if the record continues from there."""
        self._halt()
        activate(self)
        was_stopped = self.paused and not self.is_looking
        self._act(setattr, self.record, "node", node)
        goes_on = bool(node.children)
        self._look(is_back=goes_on, is_stopped=was_stopped or (goes_on and not self.is_waiting))
        self._changed()

    @with_owner
    def walk(self, moves: Sequence[Any]) -> None:
        """Add moves as a branch and go to its end, without an answer from agents.

        The branch ends before a dice roll.
        """
        self._halt()
        activate(self)
        was_stopped = self.paused and not self.is_looking
        self._act(self._branch, moves)
        self._look(is_back=True, is_stopped=was_stopped or not self.is_waiting)
        self._changed()

    def _branch(self, moves: Sequence[Any]) -> None:
        for move in moves:
            if self.state.turn == CHANCE:
                break
            self.record.push(move, aside=True)

    @with_owner
    def undo(self) -> None:
        """Undo the moves since the last choice of a person, also while an agent thinks.

        Raises
        ------
        RecordError
            If no move has been played.
        """
        self._step_to(self.record.path[-2::-1], self.record.pop)
        self._look(is_back=False, is_stopped=self.paused or not self.is_waiting)
        self._changed()

    @with_owner
    def redo(self) -> None:
        """Replay the moves that were taken back, up to the next choice of a person.

        Raises
        ------
        RecordError
            If no move was taken back.
        """
        self._step_to(list(self.record.node.line), self.record.redo)
        self._look(is_back=False, is_stopped=self.paused)
        self._changed()

    def seats_for(self, record: Record, players: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return the players for the seats of a record, by default the current players.

        Raises
        ------
        OptionError
            If a player is unknown, or cannot play this game.
        """
        seats = names_of(self.players if players is None else players) or self.players
        return self._seated(record, seats[: record.state.seats])

    @with_owner
    def restart(self, record: Record, players: Sequence[str] | None = None) -> None:
        """Continue with another record, by default with the current players."""
        seats = self.seats_for(record, players)
        self._leave()
        if seats != self.players:
            self.places.clear()
        self.record, self.players = record, seats
        self._adopt(record)
        if record not in self._unkept:
            self.waiting = self._waiting_autosave = None
        self._show_and_advance()

    def set_aside(self, record: Record) -> tuple[str, ...]:
        """Prepare a puzzle: exclude its record from autosave, and return its players.

        People play all seats. The current game waits, if it has begun.
        """
        if self.record not in self._unkept:
            self.waiting = (self.record, self.players) if self.record.root.children else None
            self._waiting_autosave = self._autosave  # this reference keeps it alive
        self._unkept.add(record)
        return (HUMAN_SEAT,) * record.state.seats

    def keep_in(self, file: Path, record: Record) -> Autosave:
        """Return the autosave that will continue the file of a record; the caller must hold it."""
        if self.folder is None:
            refuse("what is gone on with", "needs a board that keeps its games in a folder", file)
        return keep_in(file, record, self.folder)

    @property
    def folder(self) -> Path | None:
        """The folder for the games of this board, each in a file; None if there is none."""
        if self._place is None or self._place.suffix.lower() == ".txt":
            return None
        return self._place

    @with_owner
    def pause(self, *, paused: bool) -> None:
        """Pause the agents and dice, or let them continue."""
        self._halt()
        activate(self)
        self.paused = paused
        self._show_and_advance()

    @with_owner
    def give_way(self) -> None:
        """Stop the running job, because another board with this record is now active."""
        if self.thought is not None:
            self._halt()
            self.on_change()

    @with_owner
    def close(self) -> None:
        """Stop the agents, write a pending save, and announce nothing more."""
        if self.thought is None:  # else a process is busy, and ends with its agent
            for name, agent in self.agents.items():
                if isinstance(self.own_players.get(name), AgentFile):
                    cast("SandboxedAgent", agent).close()
        self._leave()
        unregister(self)
        self.on_change = lambda: None

    def agent(self, name: str) -> Agent:
        """Return the agent with this name, always the same one, so that it can reuse its tree."""
        if name not in self.agents:
            self.agents[name] = self._made(name)
        return self.agents[name]

    def _made(self, name: str) -> Agent:
        """Create an agent; one from a submitted file runs in its own process."""
        info, player = game(self.record.game), self.own_players.get(name)
        if player is None:
            options = {} if name in info.players_by_level else self.agent_options
            return info.agent(name, **options)
        if not isinstance(player, AgentFile):
            return agent_of(player, info.name)
        from polygames.arena.sandbox import SandboxedAgent  # needs processes

        return SandboxedAgent(player, info.name, FILE_LIMITS)

    @with_owner
    def advance(self) -> None:
        """Roll dice and let agents move until a person is to move.

        If several boards share a record, only the session that was used last does this.
        """
        while self._leads() and self._step():
            pass

    @with_owner
    def ask(self, name: str, answer: Callable[[Any], None]) -> None:
        """Request a move from an agent, without playing it; `answer` is called with the move."""
        self._halt()
        self._ask(name, answer)

    def follow(
        self,
        think: Callable[[State[Any], Random, threading.Event], Iterator[Any]],
        answer: Callable[[Any], None],
    ) -> None:
        """Run an iterative analysis of the position; `answer` is called with each result.

        The function `think` also gets a flag that ends its search.
        """
        self._halt()
        state, stop = self.state, threading.Event()
        self._worker.follow(
            think(state.view(state.turn), self._rng(), stop),
            answer,
            partial(self._fail, ANALYSIS_PLAYER),
            on_compiling=self.on_change,
            on_end=self._show_and_advance,
            name=ANALYSIS_PLAYER,
            stop=stop,
        )
        if self._worker.is_concurrent:
            self.on_change()

    def _step(self) -> bool:
        """Make one move of an agent or the dice; return True if it was made at once."""
        state = self.state
        if state.outcome is not None or self.paused or self.thought is not None:
            return False
        if state.turn == CHANCE:
            return self._roll()
        name = self.players[state.turn]
        if name == HUMAN_SEAT:
            return False
        return self._ask(name, partial(self._push, name))

    def _roll(self) -> bool:
        """Roll the dice; return False if a person has to enter the roll first."""
        if self.dice is None:
            self._push("the dice", self.state.legal_moves.sample(self._rng()))
        elif self.dice and self._push("the list of rolls", self.dice[0]):
            del self.dice[0]  # a refused roll remains visible
        else:
            return False
        return True

    def _ask(self, name: str, answer: Callable[[Any], object]) -> bool:
        """Start an agent; return True if it has answered already."""
        return self._let_choose(self.agent(name), name, answer)

    def _let_choose(self, agent: Any, name: str, answer: Callable[[Any], object]) -> bool:
        """Start an agent, with a stand-in during compilation; return True if it has answered."""
        cold = partial(self._wait_for_compiling, answer)
        return self._think(name, agent.choose, answer, getattr(agent, "stop", None), cold)

    def _wait_for_compiling(self, answer: Callable[[Any], object]) -> None:
        """Announce a compilation, and schedule the replacement agent if a person plays."""
        self.on_change()
        loop = running_loop()
        if loop is not None and HUMAN_SEAT in self.players:
            loop.call_later(COMPILE_WAIT_SECONDS, self._stand_in, self.thought, answer)

    @with_owner
    def _stand_in(self, job: Job | None, answer: Callable[[Any], object]) -> None:
        """Replace a job that is still running by the agent that needs no compilation."""
        info = game(self.record.game)
        if job is not None and self.thought is job and info.engine.stand_in not in {"", job.name}:
            self._halt()
            self._let_choose(info.agent(info.engine.stand_in), info.engine.stand_in, answer)

    def _think(
        self,
        name: str,
        think: Callable[[State[Any], Random], Any],
        answer: Callable[[Any], object],
        stop: threading.Event | None = None,
        cold: Callable[[], object] | None = None,
    ) -> bool:
        """Start a job for the position; return True if its answer has been given already."""
        state, rng = self.state, self._rng()
        self._worker.do(
            partial(think, state.view(state.turn), rng),
            partial(self._give_answer, answer),
            partial(self._fail, name),
            on_compiling=cold or self.on_change,
            name=name,
            stop=stop,
        )
        if self._worker.is_concurrent:
            self.on_change()
        return not self._worker.is_concurrent

    @with_owner
    def _give_answer(self, answer: Callable[[Any], object], found: Any) -> None:
        """Pass an answer to its callback, then advance the game if the job ran in background."""
        answer(found)
        if self._worker.is_concurrent:
            self.advance()

    def _push(self, who: str, move: Any) -> bool:
        """Make a move of an agent or the dice; return False if it is illegal."""
        _, problem = _try_call(partial(self._add, move))
        if problem is not None:
            self._fail(who, problem)
        else:
            self._keep_and_show()
        return problem is None

    @with_owner
    def _fail(self, who: str, problem: Exception) -> None:
        """Announce the error of a player; pause the game unless it waits for a person."""
        self.paused = self.paused or not self.is_waiting
        self.on_change()
        state = self.state
        turn = state.turn
        mover = "the dice" if turn == CHANCE else seat_names(state).of(turn)
        problem.add_note(f"{who} failed (position: ply {state.ply}, {mover} to move)")
        self.on_error(problem)

    def _add(self, move: Any) -> None:
        """Add a move to the record, as a branch after a step back."""
        self._act(partial(self.record.push, aside=self.is_looking), move)
        goes_on = bool(self.record.node.children)  # the move existed: still an earlier position
        self.is_looking = self.is_looking and (goes_on or self.is_over)

    def _look(self, *, is_back: bool, is_stopped: bool) -> None:
        """Set whether a move from here becomes a branch, and whether agents and dice wait.

        A finished game is not changed: a new move becomes a branch, and no agent answers it.

        Parameters
        ----------
        is_back
            Whether the person went back to this position.
        is_stopped
            Whether agents and dice wait here while the game is not over.
        """
        self.is_looking = is_back or self.is_over
        self.paused = is_stopped or (self.is_over and self.has_computer)

    def _act(self, change: Callable[..., Any], *args: Any) -> None:
        """Change the record without a call of `_follow`."""
        self._is_acting = True
        try:
            change(*args)
        finally:
            self._is_acting = False

    def _step_to(self, nodes: Sequence[Node], refusal: Callable[[], Any]) -> None:
        """Go to the first of the nodes at which a person is to act, else to the last one."""
        if not nodes:
            refusal()  # raises an error with the reason
        self._halt()
        activate(self)
        alone = HUMAN_SEAT not in self.players
        found = next((node for node in nodes if alone or self._waits(node.state)), nodes[-1])
        self._act(self.record.goto, found.number)

    def _waits(self, state: State[Any]) -> bool:
        """Return True if a state waits for a person to move or to enter a roll."""
        if state.outcome is not None:
            return False
        if state.turn == CHANCE:
            return self.dice is not None
        return self.players[state.turn] == HUMAN_SEAT

    def _follow(self) -> None:
        """Save and show a change of the record from elsewhere; agents answer only new moves."""
        if self._is_acting:
            return
        node, before = self.record.node, self._node
        if self.is_looking and node.parent is before:
            self._keep_main_line()
        if node is not before:
            self._halt()
            went_back = before not in node.above
            is_stopped = self.paused or (went_back and not self.is_waiting)
            self._look(is_back=self.is_looking, is_stopped=is_stopped)
        self._changed()

    def _keep_main_line(self) -> None:
        """Restore the main line after code has added a move at an earlier position."""
        children, main = self._node.children, self._main
        if main in children and children[0] is not main:
            self._act(self.record.promote, main)

    def _note_place(self) -> None:
        """Store the current node and its main line, to detect changes from elsewhere."""
        self._node = self.record.node
        self._main = next(iter(self._node.children), None)

    @property
    def _are_dice_rolled_here(self) -> bool:
        """Whether the next step is a dice roll by the seed, in this session."""
        state = self.state
        is_rolled = state.outcome is None and state.turn == CHANCE and self.dice is None
        return is_rolled and not self.paused and self.thought is None and self._leads()

    def _leads(self) -> bool:
        """Return True if this session is the active one; become it if there is none."""
        leader = active_session(self.record)
        if leader is None:
            activate(self)
        return leader is None or leader is self

    def _seated(self, record: Record, names: tuple[Any, ...]) -> tuple[str, ...]:
        """Return the players of the seats of a record, after creating their agents."""
        names, own = own_players(game(record.game), names)
        seats = seat_players(record.state, names, {**self.own_players, **own})
        self.own_players |= own
        for name in own:
            self.agents.pop(name, None)
        for name in {*seats} - {HUMAN_SEAT}:
            self.agent(name)
        return seats

    def _adopt(self, record: Record) -> None:
        """Attach the session to a record: players, autosave, watcher and compilation.

        A finished game opens at its end, and its record keeps the names of its players.
        """
        if not (self.is_over and record.root.children):
            record.players, record.seed = dict(enumerate(self.players)), self.seed
            begin_now(record)
        if (end := end_of_game(record)).state.outcome is not None and record.node is not end:
            record.node = end
        goes_on = bool(record.node.children)
        self._look(is_back=False, is_stopped=goes_on and not self.is_waiting)
        self._note_place()
        place = None if record in self._unkept else self._place
        self._autosave = autosave_of(record, place) if place else None
        if (leader := active_session(record)) is not None:
            leader.give_way()
        record.watch(self._follow)
        activate(self)
        computers = [name for name in self.players if name not in self.own_players]
        self._precompile.begin(game(record.game), computers, record.start, self._announce)

    def _leave(self) -> None:
        """Detach the session from the record, and retry a save that has failed."""
        self._halt()
        self._saving.now()
        self.record.unwatch(self._follow)
        deactivate(self)
        if self._autosave is not None and self._autosave.is_behind and (problem := self._save()):
            self.on_error(problem)

    @with_owner
    def _announce(self) -> None:
        self.on_change()

    def _changed(self) -> None:
        self._keep_and_show()
        self.advance()

    def _show_and_advance(self) -> None:
        self.on_change()
        self.advance()

    def _keep_and_show(self) -> None:
        """Save the record, then announce the change, so that no visible move is ever lost.

        A failed save is announced last. If dice are rolled next, the roll is awaited first. A page
        without a server saves a moment later: its disk is slow, and its kernel cannot be killed
        without the page.
        """
        self._note_place()
        if self.is_over and not self.is_looking:  # it has just ended
            self._look(is_back=False, is_stopped=self.paused)
        if self._are_dice_rolled_here:
            return
        if not has_threads():
            self.on_change()
            self._saving.ask(self._save_and_tell)
            return
        problem = self._save()
        self.on_change()
        if problem is not None:
            self.on_error(problem)

    @with_owner
    def _save_and_tell(self) -> None:
        if (problem := self._save()) is not None:
            self.on_error(problem)

    def _save(self) -> Exception | None:
        """Save the record; return the error if it could not be written."""
        try:
            if self._autosave is not None:
                self._autosave.save()
        except (PolygamesError, OSError, UnicodeError) as error:
            return error
        return None

    def _halt(self) -> None:
        if self.thought is not None:
            self._worker.stop()
            # The thread may still run for a moment, so the next move needs new agents.
            self.agents.clear()

    def _rng(self) -> Random:
        return Random(f"{self.seed}:{self.state.ply}")


def _try_call(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """Call a function; return its result and the exception, one of them None."""
    try:
        return work(), None
    except Exception as error:  # noqa: BLE001 - it is shown at the board
        return None, as_exception(error)
