"""A game at a board, without the board: record, seats, agents that think, autosave."""

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
"""Seconds from a move to its file where the disk is the browser's own: a save takes long there."""

ANALYSIS_PLAYER: Final = "analysis"
"""The name of what looks at a position for a person, and plays for nobody."""

OVER: Final = "This game is over. It stays as it ended, whatever you try here."
ASK_COMPUTER: Final = "Press Resume to let the computer answer."

COMPILE_WAIT_SECONDS: Final = 0.5
"""Seconds for which a person waits for what has to be compiled; then another agent moves."""


@dataclass(eq=False)
class Session:
    """One game being played: every change is kept, then announced by `on_change`.

    What is done to the record elsewhere, by code or at another board that shows it, is followed.

    Agents think beside the event loop that runs when the session begins; without a loop (a
    script, a test) they move at once (see `polygames.widgets.tasks.worker`). An agent that fails
    makes no move: the game waits, and `on_error` says why.
    """

    record: Record
    players: tuple[str, ...]
    """For each seat ``"human"`` or the name of an agent."""
    agent_options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    autosave: str | os.PathLike[str] | None = None
    """A folder or a file ``*.txt`` where every game is kept in a file of its own, or None."""
    on_change: Callable[[], None] = lambda: None
    on_error: Callable[[Exception], None] = lambda _: None
    paused: bool = False
    """Whether agents wait; the toolbar's Pause sets it."""
    dice: list[Any] | None = None
    """The rolls to come (moves or their text), or None: they fall by the seed."""
    places: SeatClaims = field(default_factory=SeatClaims)
    """The pages that show the board, and the seats that were taken on them."""
    is_looking: bool = False
    """Whether a new move becomes a branch: after going back to look, and once the game is over."""

    def __post_init__(self) -> None:
        """Check what was given, seat the agents and remember the event loop."""
        if not isinstance(self.record, Record):
            refuse("what is played at a board", "must be a polygames.Record", self.record)
        self.agent_options = options_of_agents(self.agent_options)
        self.seed = seed_of(self.seed)
        self.dice = rolls(self.record.state, self.dice)
        self._node: Node = self.record.node
        """The node that was shown last."""
        self._main: Node | None = None
        """The first child of this node: its main line."""
        self._place = place_of(self.autosave)
        self.agents: dict[str, Agent] = {}
        """The agents that were made so far, by name."""
        self.own_players: dict[str, Player] = {}
        """The players that are no agents of the game, by their names at this board."""
        self.players = self._seated(self.record, names_of(self.players))
        self.waiting: tuple[Record, tuple[str, ...]] | None = None
        """The game that waits, with its players, while a puzzle is on the board."""
        self._waiting_autosave: Autosave | None = None
        self._unkept: WeakSet[Record] = WeakSet()
        self._saving = Debounce(SAVED_AFTER)
        self._worker, self._precompile = Worker(), Precompile()
        self._is_acting = False
        self._adopt(self.record)
        register(self)

    @property
    def thought(self) -> Job | None:
        """What an agent or an analysis looks for now; its `name` says who."""
        return self._worker.job

    @property
    def file(self) -> Path | None:
        """Where this game is kept, or will be from its first move on; None if it is not."""
        return self._autosave.file if self._autosave else None

    @property
    def note(self) -> str:
        """What a person should know: who moves for whom, where the game is kept, who shows it."""
        if self._precompile.is_compiling:
            return "The computer is being prepared: until then it plays simple moves."
        if self.is_over and self.state.outcome is None:
            return f"{OVER} {ASK_COMPUTER}" if self.paused and self.has_computer else OVER
        return (self._autosave.note if self._autosave else "") or sharing_note(self)

    @property
    def state(self) -> State[Any]:
        """Where the game stands."""
        return self.record.state

    def viewed(self, state: State[Any]) -> State[Any]:
        """Return what the board shows of a state: what the player to move may see."""
        return state if state.turn == CHANCE else state.view(state.turn)

    @property
    def names(self) -> Names:
        """What the players are called at this board: "you", if nobody else here is a person."""
        who = tuple(map(self._name, range(self.state.seats)))
        return Names(who, you=self._only_person)

    @property
    def brief_names(self) -> Names:
        """The same, without the level of the computer where there is one only."""
        levels = game(self.record.game).players_by_level
        if sum(who != HUMAN_SEAT for who in self.players) != 1 or not {*levels} & {*self.players}:
            return self.names
        names = self.names
        return replace(names, known=tuple(each and "Computer" for each in names.known))

    @property
    def _only_person(self) -> Seat | None:
        return self.players.index(HUMAN_SEAT) if self.players.count(HUMAN_SEAT) == 1 else None

    def _name(self, seat: Seat) -> str:
        """Return the name of a player; a person who shares the board with others has none."""
        who = self.players[seat]
        return "" if who == HUMAN_SEAT else f"Computer ({who})"

    @property
    def is_over(self) -> bool:
        """Whether the game of the record has ended, wherever the board stands in it."""
        return self.record.outcome is not None

    @property
    def has_computer(self) -> bool:
        """Whether an agent plays a seat."""
        return any(who != HUMAN_SEAT for who in self.players)

    @property
    def is_human_turn(self) -> bool:
        """Whether a person is to move; one who looks back can move for everybody."""
        state = self.state
        if state.outcome is not None or state.turn == CHANCE:
            return False
        return self.players[state.turn] == HUMAN_SEAT or (self.paused and self.is_looking)

    @property
    def is_waiting(self) -> bool:
        """Whether a person has to do something: to move, or to say what the dice show."""
        return self._waits(self.state)

    def is_shared(self, seat: Seat) -> bool:
        """Whether a seat can be taken: a person plays it, and another person another one."""
        return self.players[seat] == HUMAN_SEAT and self.players.count(HUMAN_SEAT) > 1

    @with_owner
    def take(self, seat: Seat, who: str) -> None:
        """Play a seat on the page of a client only; if that is so already, on any page again."""
        if not (seat in range(len(self.players)) and self.is_shared(seat)):
            refuse("a seat to take", "must be one of two or more that people play", seat)
        self.places.take(seat, who)
        self.on_change()

    @with_owner
    def play(self, move: Any) -> None:
        """Play a move, given as such or as text; it is refused if it is illegal."""
        activate(self)
        # Refused, it changes nothing: an agent goes on thinking.
        was_over = self.is_over
        self._add(move)
        self._halt()
        self.paused = self.paused and was_over
        self._changed()

    @with_owner
    def go(self, node: Node) -> None:
        """Look at a place of the record. Agents and dice wait where it goes on from there."""
        self._halt()
        activate(self)
        was_stopped = self.paused and not self.is_looking
        self._act(setattr, self.record, "node", node)
        goes_on = bool(node.children)
        self._look(is_back=goes_on, is_stopped=was_stopped or (goes_on and not self.is_waiting))
        self._changed()

    @with_owner
    def walk(self, moves: Sequence[Any]) -> None:
        """Look at a position further on: the moves become a branch, and nobody answers there.

        They end where dice would have to be thrown.
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
        """Take back to the last choice that a person had; it works while an agent thinks.

        Raises
        ------
        RecordError
            If nothing was played.
        """
        self._step_to(self.record.path[-2::-1], self.record.pop)
        self._look(is_back=False, is_stopped=self.paused or not self.is_waiting)
        self._changed()

    @with_owner
    def redo(self) -> None:
        """Play forward again, up to the next choice that a person had.

        Raises
        ------
        RecordError
            If nothing was taken back.
        """
        self._step_to(list(self.record.node.line), self.record.redo)
        self._look(is_back=False, is_stopped=self.paused)
        self._changed()

    def seats_for(self, record: Record, players: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return who would play a record: those named, or those who play now, as many as it has.

        Raises
        ------
        OptionError
            If they cannot sit down to it.
        """
        seats = names_of(self.players if players is None else players) or self.players
        return self._seated(record, seats[: record.state.seats])

    @with_owner
    def restart(self, record: Record, players: Sequence[str] | None = None) -> None:
        """Go on with another record, on the same seats, as many as it has, or on those named."""
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
        """Have a record played by people and not kept, a puzzle; return who plays it.

        The game on the board waits, if it has begun.
        """
        if self.record not in self._unkept:
            self.waiting = (self.record, self.players) if self.record.root.children else None
            self._waiting_autosave = self._autosave  # it is found again as long as somebody has it
        self._unkept.add(record)
        return (HUMAN_SEAT,) * record.state.seats

    def keep_in(self, file: Path, record: Record) -> Autosave:
        """Return who will keep a record in the file that it came from, if it is played here."""
        if self.folder is None:
            refuse("what is gone on with", "needs a board that keeps its games in a folder", file)
        return keep_in(file, record, self.folder)

    @property
    def folder(self) -> Path | None:
        """The folder where the games of this board are kept, each in a file; None if in none."""
        if self._place is None or self._place.suffix.lower() == ".txt":
            return None
        return self._place

    @with_owner
    def pause(self, *, paused: bool) -> None:
        """Let agents wait, or go on."""
        self._halt()
        activate(self)
        self.paused = paused
        self._show_and_advance()

    @with_owner
    def give_way(self) -> None:
        """Stop thinking: another board with this record has been opened, and its agents answer."""
        if self.thought is not None:
            self._halt()
            self.on_change()

    @with_owner
    def close(self) -> None:
        """Stop thinking and announce nothing more."""
        if self.thought is None:  # else a process is busy: it is kept once its agent is gone
            for name, agent in self.agents.items():
                if isinstance(self.own_players.get(name), AgentFile):
                    cast("SandboxedAgent", agent).close()
        self._leave()
        unregister(self)
        self.on_change = lambda: None

    def agent(self, name: str) -> Agent:
        """Return an agent of the game; the same one each time, so that it can keep its tree."""
        if name not in self.agents:
            self.agents[name] = self._made(name)
        return self.agents[name]

    def _made(self, name: str) -> Agent:
        """Return a new agent; one that was handed in as a file plays in a process of its own."""
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

        Of several boards with one record the one where somebody last did something does this.
        """
        while self._leads() and self._step():
            pass

    @with_owner
    def ask(self, name: str, answer: Callable[[Any], None]) -> None:
        """Ask an agent what it would play here; `answer` gets its move."""
        self._halt()
        self._ask(name, answer)

    def follow(
        self,
        think: Callable[[State[Any], Random, threading.Event], Iterator[Any]],
        answer: Callable[[Any], None],
    ) -> None:
        """Let a function look at the position better and better; `answer` gets what it yields.

        The function is given a flag, too, that ends its search.
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
        """Make one move that no person makes; False when there is none to make at once."""
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
        """Roll the dice; False if somebody has to say first what they show."""
        if self.dice is None:
            self._push("the dice", self.state.legal_moves.sample(self._rng()))
        elif self.dice and self._push("the list of rolls", self.dice[0]):
            del self.dice[0]  # one that is refused is still there to be seen
        else:
            return False
        return True

    def _ask(self, name: str, answer: Callable[[Any], object]) -> bool:
        """Let an agent choose; True if it has done so already."""
        return self._let_choose(self.agent(name), name, answer)

    def _let_choose(self, agent: Any, name: str, answer: Callable[[Any], object]) -> bool:
        """Let an agent choose; while it is compiled, another one answers in its place."""
        cold = partial(self._wait_for_compiling, answer)
        return self._think(name, agent.choose, answer, getattr(agent, "stop", None), cold)

    def _wait_for_compiling(self, answer: Callable[[Any], object]) -> None:
        """Say that something is compiled, and wait for it, but not for long."""
        self.on_change()
        loop = running_loop()
        if loop is not None and HUMAN_SEAT in self.players:
            loop.call_later(COMPILE_WAIT_SECONDS, self._stand_in, self.thought, answer)

    @with_owner
    def _stand_in(self, job: Job | None, answer: Callable[[Any], object]) -> None:
        """Let the agent that needs nothing compiled answer, if a job is still under way."""
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
        """Let somebody look at the position; True if the answer is there already."""
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
        """Take an answer; one that was waited for lets the game go on."""
        answer(found)
        if self._worker.is_concurrent:
            self.advance()

    def _push(self, who: str, move: Any) -> bool:
        """Make the move of an agent or of the dice; one that is no move is their failure."""
        _, problem = _try_call(partial(self._add, move))
        if problem is not None:
            self._fail(who, problem)
        else:
            self._keep_and_show()
        return problem is None

    @with_owner
    def _fail(self, who: str, problem: Exception) -> None:
        """Let the game wait where somebody has failed, and say so."""
        self.paused = self.paused or not self.is_waiting
        self.on_change()
        state = self.state
        turn = state.turn
        mover = "the dice" if turn == CHANCE else seat_names(state).of(turn)
        problem.add_note(f"{who} failed (position: ply {state.ply}, {mover} to move)")
        self.on_error(problem)

    def _add(self, move: Any) -> None:
        """Add a move to the record: as a branch where somebody looks back at the game."""
        self._act(partial(self.record.push, aside=self.is_looking), move)
        goes_on = bool(self.record.node.children)  # the move was known: they still look back
        self.is_looking = self.is_looking and (goes_on or self.is_over)

    def _look(self, *, is_back: bool, is_stopped: bool) -> None:
        """Decide whether a move from here becomes a branch, and whether agents and dice wait.

        A finished game stays as it ended: a new move is a branch, and no agent answers it.

        Parameters
        ----------
        is_back
            Whether somebody went back to this place to look at it.
        is_stopped
            Whether agents and dice wait here while the game is not over.
        """
        self.is_looking = is_back or self.is_over
        self.paused = is_stopped or (self.is_over and self.has_computer)

    def _act(self, change: Callable[..., Any], *args: Any) -> None:
        """Change the record; who does so is not told of it."""
        self._is_acting = True
        try:
            change(*args)
        finally:
            self._is_acting = False

    def _step_to(self, nodes: Sequence[Node], refusal: Callable[[], Any]) -> None:
        """Go to the next of some places that waits for a person, or else to the last one."""
        if not nodes:
            refusal()  # says why there is nowhere to go
        self._halt()
        activate(self)
        alone = HUMAN_SEAT not in self.players
        found = next((node for node in nodes if alone or self._waits(node.state)), nodes[-1])
        self._act(self.record.goto, found.number)

    def _waits(self, state: State[Any]) -> bool:
        """Whether a person has to do something in a state."""
        if state.outcome is not None:
            return False
        if state.turn == CHANCE:
            return self.dice is not None
        return self.players[state.turn] == HUMAN_SEAT

    def _follow(self) -> None:
        """Keep and show what somebody else did to the record; agents answer moves only."""
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
        """Make a move a branch that a program played where somebody looks back at the game."""
        children, main = self._node.children, self._main
        if main in children and children[0] is not main:
            self._act(self.record.promote, main)

    def _note_place(self) -> None:
        """Note where the record stands, to recognise later what somebody else changes there."""
        self._node = self.record.node
        self._main = next(iter(self._node.children), None)

    @property
    def _are_dice_rolled_here(self) -> bool:
        """Whether dice are rolled here and now, by the seed."""
        state = self.state
        is_rolled = state.outcome is None and state.turn == CHANCE and self.dice is None
        return is_rolled and not self.paused and self.thought is None and self._leads()

    def _leads(self) -> bool:
        """Whether the agents and dice of this board answer; they do if nobody else's do."""
        leader = active_session(self.record)
        if leader is None:
            activate(self)
        return leader is None or leader is self

    def _seated(self, record: Record, names: tuple[Any, ...]) -> tuple[str, ...]:
        """Return who sits on the seats of a record; their agents are made, or refused, now."""
        names, own = own_players(game(record.game), names)
        seats = seat_players(record.state, names, {**self.own_players, **own})
        self.own_players |= own
        for name in own:
            self.agents.pop(name, None)
        for name in {*seats} - {HUMAN_SEAT}:
            self.agent(name)
        return seats

    def _adopt(self, record: Record) -> None:
        """Sit down to a record: from now on it is this game.

        A finished game opens at its end, and its record still names who played it.
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
        """Get up from the record; what could not be written before is tried once more."""
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
        """Write, then show: a move that was seen is never lost. A failure is told at the end.

        Where dice fall at once there is nothing to be seen before they lie. A page without a server
        writes a moment later: its disk is slow, and there is no kernel that could be killed alone.
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
        """Keep the record, or return why it could not be written."""
        try:
            if self._autosave is not None:
                self._autosave.save()
        except (PolygamesError, OSError, UnicodeError) as error:
            return error
        return None

    def _halt(self) -> None:
        if self.thought is not None:
            self._worker.stop()
            # Its thread may still run for a moment: whoever plays next is a new agent.
            self.agents.clear()

    def _rng(self) -> Random:
        return Random(f"{self.seed}:{self.state.ply}")


def _try_call(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """Return what some work gives, or why it failed."""
    try:
        return work(), None
    except Exception as error:  # noqa: BLE001 - it is shown at the board
        return None, as_exception(error)
