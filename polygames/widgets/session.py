"""The session of a board: its record and players, branches, and looking back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import Names, seat_names
from polygames.core.options import raise_option_error
from polygames.core.protocol import CHANCE
from polygames.core.registry import game
from polygames.records.record import Record, set_missing_date
from polygames.runtime.game_lock import with_game_lock
from polygames.runtime.parallel_calls import as_exception
from polygames.table.players import computer_name, random_at, random_roll
from polygames.widgets.autosave import (
    end_of_game,
)
from polygames.widgets.board_agents import BoardAgents
from polygames.widgets.board_options import (
    HUMAN_SEAT,
    check_agent_options,
    check_dice,
    check_players,
    check_seed,
)
from polygames.widgets.game_saver import GameSaver
from polygames.widgets.presence import (
    activate,
    active_session,
    deactivate,
    register_session,
    sharing_text,
    unregister_session,
)

if TYPE_CHECKING:
    import os
    import threading
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from random import Random

    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node
    from polygames.widgets.tasks.worker import Job

__all__ = ["HUMAN_SEAT", "Session"]

GAME_OVER_TEXT: Final = "This game is over. You can try other moves. The result stays the same."
RESUME_TEXT: Final = "Press Resume to let the computer answer."


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
    """The rolls of this game (moves or their text) in order; None to roll from the seed."""
    views: set[str] = field(default_factory=set)
    """The ids of the views that show the board on pages, as far as the kernel knows."""
    is_branching: bool = False
    """Whether a new move becomes a branch: after a step back, and when the game is over."""

    def __post_init__(self) -> None:
        """Check the fields, create the agents, and start to watch the record."""
        if not isinstance(self.record, Record):
            raise_option_error("the record of a board", "must be a polygames.Record", self.record)
        self.agent_options = check_agent_options(self.agent_options)
        self.seed = check_seed(self.seed)
        self.dice = check_dice(self.record.state, self.dice)
        self._last_node: Node = self.record.node
        """The node that was shown last."""
        self._main_child: Node | None = None
        """The first child of this node, which is its main line."""
        self.saver = GameSaver(self.autosave)
        self.agents = BoardAgents(
            self.record.game, self.agent_options, self._announce_change, self._report_failure
        )
        self.players = self.agents.prepare_players(self.record.state, check_players(self.players))
        self.waiting_game: tuple[Record, tuple[str, ...]] | None = None
        """The record and players of the game that waits while a puzzle is on the board."""
        self._is_changing_record = False
        self._attach(self.record)
        register_session(self)

    @property
    def running_job(self) -> Job | None:
        """The running job of an agent or an analysis, with its `name`; None if there is none."""
        return self.agents.job

    @property
    def file(self) -> Path | None:
        """The file of this game, created by its first move; None without autosave."""
        return self.saver.file

    @property
    def status_note(self) -> str:
        """The note for the header: compilation, a finished game, autosave or another board."""
        if self.agents.is_compiling:
            return "The computer is still getting ready. It plays simple moves until then."
        if self.is_over and self.state.outcome is None:
            return (
                f"{GAME_OVER_TEXT} {RESUME_TEXT}"
                if self.paused and self.has_computer
                else GAME_OVER_TEXT
            )
        return self.saver.rename_note or sharing_text(self)

    @property
    def state(self) -> State[Any]:
        """The current state of the game."""
        return self.record.state

    @property
    def viewer_seat(self) -> Seat | None:
        """The seat whose view the board shows; None for that of the seat to move."""
        return None

    @property
    def names(self) -> Names:
        """The names of the players at this board, with "You" for the only person."""
        who = tuple(map(self._player_name, range(self.state.seats)))
        return Names(who, you=self._only_person)

    @property
    def short_names(self) -> Names:
        """The names of the players; a single computer player is named without its level."""
        levels = game(self.record.game).level_names
        if sum(who != HUMAN_SEAT for who in self.players) != 1 or not {*levels} & {*self.players}:
            return self.names
        names = self.names
        return replace(names, names=tuple(each and "Computer" for each in names.names))

    @property
    def _only_person(self) -> Seat | None:
        return self.players.index(HUMAN_SEAT) if self.players.count(HUMAN_SEAT) == 1 else None

    def _player_name(self, seat: Seat) -> str:
        """Return the name of the computer player of a seat; empty for a person."""
        who = self.players[seat]
        return "" if who == HUMAN_SEAT else computer_name(who)

    @property
    def is_over(self) -> bool:
        """Whether the game of the record has ended, even if an earlier position is shown."""
        return self.record.outcome is not None

    @property
    def has_computer(self) -> bool:
        """Whether an agent plays a seat."""
        return any(who != HUMAN_SEAT for who in self.players)

    @property
    def is_human_turn(self) -> bool:
        """Whether a person may move now: on their turn, or on any turn after *Undo*."""
        state = self.state
        if state.outcome is not None or state.turn == CHANCE:
            return False
        return self.players[state.turn] == HUMAN_SEAT or (self.paused and self.is_branching)

    @property
    def awaits_person(self) -> bool:
        """Whether the game waits for a person to move, or to enter a dice roll."""
        return self._awaits_person(self.record.node)

    @with_game_lock
    def play(self, move: Any) -> None:
        """Play a move, given as an object or as text. Raise an error if the move is illegal."""
        activate(self)
        # A refused move changes nothing, so agents are stopped only after it is added.
        was_over = self.is_over
        self._add_move(move)
        self.agents.stop()
        self.paused = self.paused and was_over
        self._update_and_advance()

    @with_game_lock
    def go_to(self, node: Node) -> None:
        """Go to a node of the record; agents and dice wait if the record continues from there."""
        self.agents.stop()
        activate(self)
        was_stopped = self.paused and not self.is_branching
        self._change_record(setattr, self.record, "node", node)
        goes_on = bool(node.children)
        self._set_mode(
            is_back=goes_on, is_stopped=was_stopped or (goes_on and not self.awaits_person)
        )
        self._update_and_advance()

    @with_game_lock
    def play_branch(self, moves: Sequence[Any]) -> None:
        """Add moves to the record as a branch (variation), and go to its end; agents do not reply.

        The branch ends before a dice roll.
        """
        self.agents.stop()
        activate(self)
        was_stopped = self.paused and not self.is_branching
        self._change_record(self._add_branch, moves)
        self._set_mode(is_back=True, is_stopped=was_stopped or not self.awaits_person)
        self._update_and_advance()

    def _add_branch(self, moves: Sequence[Any]) -> None:
        for move in moves:
            if self.state.turn == CHANCE:
                break
            self.record.push(move, aside=True)

    @with_game_lock
    def undo(self) -> None:
        """Undo moves, back to the last position in which a person had to act.

        An agent that is thinking is stopped.

        Raises
        ------
        RecordError
            If no move has been played.
        """
        self._go_to_choice(self.record.path[-2::-1], self.record.pop)
        self._set_mode(is_back=False, is_stopped=self.paused or not self.awaits_person)
        self._update_and_advance()

    @with_game_lock
    def redo(self) -> None:
        """Replay moves that were taken back, up to the next position in which a person has to act.

        Raises
        ------
        RecordError
            If no move was taken back.
        """
        self._go_to_choice(list(self.record.node.line), self.record.redo)
        self._set_mode(is_back=False, is_stopped=self.paused)
        self._update_and_advance()

    def players_for(self, record: Record, players: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return the players for the seats of a record, by default the current players.

        Raises
        ------
        OptionError
            If a player is unknown, or cannot play this game.
        """
        seats = check_players(self.players if players is None else players) or self.players
        return self._prepare_players(record, seats[: record.state.seats])

    @with_game_lock
    def restart(self, record: Record, players: Sequence[str] | None = None) -> None:
        """Continue with another record, by default with the current players."""
        seats = self.players_for(record, players)
        if self.dice:  # the next game takes the rest of the list
            del self.dice[: max(0, _count_rolls(self.record.node) - self._rolls_before)]
        self._detach()
        self.record, self.players = record, seats
        self._attach(record)
        if not self.saver.is_excluded(record):
            self.waiting_game = None
            self.saver.keep_waiting_game(is_waiting=False)
        self._notify_and_advance()

    def prepare_puzzle(self, record: Record) -> tuple[str, ...]:
        """Prepare a puzzle: exclude its record from autosave, and return its players.

        People play all seats. The current game waits, if it has begun.
        """
        if not self.saver.is_excluded(self.record):
            self.waiting_game = (self.record, self.players) if self.record.root.children else None
            self.saver.keep_waiting_game(is_waiting=True)
        self.saver.exclude(record)
        return (HUMAN_SEAT,) * record.state.seats

    @property
    def folder(self) -> Path | None:
        """The folder in which each game of this board is saved as a file; None if there is none."""
        return self.saver.folder

    @with_game_lock
    def pause(self, *, paused: bool) -> None:
        """Pause the agents and dice, or let them continue."""
        self.agents.stop()
        activate(self)
        self.paused = paused
        self._notify_and_advance()

    @with_game_lock
    def stop_job(self) -> None:
        """Stop the running job, because another board with this record is now active."""
        if self.running_job is not None:
            self.agents.stop()
            self.on_change()

    @with_game_lock
    def close(self) -> None:
        """Stop the agents, write any pending save, and stop calling `on_change`."""
        self.agents.close()
        self._detach()
        unregister_session(self)
        self.on_change = lambda: None

    @with_game_lock
    def advance(self) -> None:
        """Roll dice and let agents move until a person is to move.

        If several boards share a record, only the session that was used last does this.
        """
        while self._is_or_becomes_active() and self._advance_once():
            pass

    @with_game_lock
    def request_move(self, name: str, on_move: Callable[[Any], None]) -> None:
        """Request a move from an agent, without playing it; `on_move` is called with the move."""
        self.agents.stop()
        self._start_agent(name, on_move)

    def run_analysis(
        self,
        analyse: Callable[[State[Any], Random, threading.Event], Iterator[Any]],
        on_result: Callable[[Any], None],
    ) -> None:
        """Run an iterative analysis of the position: see `BoardAgents.start_analysis`."""
        self.agents.start_analysis(
            analyse, self.state, self._rng(), on_result, on_end=self._notify_and_advance
        )

    def _advance_once(self) -> bool:
        """Make one move of an agent or the dice; return True if it was made at once."""
        state = self.state
        if state.outcome is not None or self.paused or self.running_job is not None:
            return False
        if state.turn == CHANCE:
            return self._roll_dice()
        name = self.players[state.turn]
        if name == HUMAN_SEAT:
            return False
        return self._start_agent(name, partial(self._play_for, name))

    def _roll_dice(self) -> bool:
        """Roll the dice; return False if a person has to enter the roll first."""
        if self.dice is None:
            self._play_for("the dice", random_roll(self.state, self.seed))
            return True
        roll = self._listed_roll(self.record.node)
        return roll is not None and self._play_for("the list of rolls", roll)

    def _listed_roll(self, node: Node) -> Any:
        """Return the roll of the list for a node, the same after *Undo*; None if it has no more."""
        number = _count_rolls(node) - self._rolls_before
        return self.dice[number] if self.dice and 0 <= number < len(self.dice) else None

    def _start_agent(self, name: str, on_move: Callable[[Any], object]) -> bool:
        """Start an agent; return True if it chose its move at once, not in the background."""
        return self.agents.start_move(
            name,
            self.state,
            self._rng(),
            partial(self._deliver_move, on_move),
            is_awaited=HUMAN_SEAT in self.players,
        )

    @with_game_lock
    def _deliver_move(self, on_move: Callable[[Any], object], move: Any) -> None:
        """Pass a chosen move to `on_move`, and advance the game after a background job."""
        on_move(move)
        if self.agents.is_concurrent:
            self.advance()

    def _play_for(self, player_name: str, move: Any) -> bool:
        """Play a move of an agent or the dice. If it is illegal, report it and return False."""
        _, problem = _try_call(partial(self._add_move, move))
        if problem is not None:
            self._report_failure(player_name, problem)
        else:
            self._save_and_show()
        return problem is None

    @with_game_lock
    def _report_failure(self, player_name: str, problem: Exception) -> None:
        """Pass the error of a player to `on_error`; pause the game unless a person is to move."""
        self.paused = self.paused or not self.awaits_person
        self.on_change()
        state = self.state
        turn = state.turn
        mover = "the dice" if turn == CHANCE else seat_names(state).name(turn)
        problem.add_note(f"{player_name} failed (position: ply {state.ply}, {mover} to move)")
        self.on_error(problem)

    def _add_move(self, move: Any) -> None:
        """Add a move to the record, as a branch if the person stepped back."""
        self._change_record(partial(self.record.push, aside=self.is_branching), move)
        goes_on = bool(self.record.node.children)  # the move existed: still an earlier position
        self.is_branching = self.is_branching and (goes_on or self.is_over)

    def _set_mode(self, *, is_back: bool, is_stopped: bool) -> None:
        """Set whether a move from here becomes a branch, and whether agents and dice wait.

        A finished game is not changed: a new move becomes a branch, and no agent answers it.

        Parameters
        ----------
        is_back
            Whether the person went back to this position.
        is_stopped
            Whether agents and dice wait here while the game is not over.
        """
        self.is_branching = is_back or self.is_over
        self.paused = is_stopped or (self.is_over and self.has_computer)

    def _change_record(self, change: Callable[..., Any], *args: Any) -> None:
        """Change the record without triggering `_on_record_change`."""
        self._is_changing_record = True
        try:
            change(*args)
        finally:
            self._is_changing_record = False

    def _go_to_choice(self, nodes: Sequence[Node], raise_error: Callable[[], Any]) -> None:
        """Go to the first node in which a person has to act, or to the last one.

        Call `raise_error` if there are no nodes.
        """
        if not nodes:
            raise_error()  # raises an error with the reason
        self.agents.stop()
        activate(self)
        alone = HUMAN_SEAT not in self.players
        found = next((node for node in nodes if alone or self._awaits_person(node)), nodes[-1])
        self._change_record(self.record.goto, found.number)

    def _awaits_person(self, node: Node) -> bool:
        """Return True if a node waits for a person to move or to enter a roll."""
        state = node.state
        if state.outcome is not None:
            return False
        if state.turn == CHANCE:
            return self.dice is not None and self._listed_roll(node) is None
        return self.players[state.turn] == HUMAN_SEAT

    def _on_record_change(self) -> None:
        """Save and show a record change by other code; agents reply only to new moves."""
        if self._is_changing_record:
            return
        node, before = self.record.node, self._last_node
        if self.is_branching and node.parent is before:
            self._restore_main_line()
        if node is not before:
            self.agents.stop()
            went_back = before not in node.ancestors
            is_stopped = self.paused or (went_back and not self.awaits_person)
            self._set_mode(is_back=self.is_branching, is_stopped=is_stopped)
        self._update_and_advance()

    def _restore_main_line(self) -> None:
        """Restore the main line after other code has added a move at an earlier position."""
        children, main = self._last_node.children, self._main_child
        if main in children and children[0] is not main:
            self._change_record(self.record.promote, main)

    def _store_node(self) -> None:
        """Store the current node and its main line, to detect changes by other code."""
        self._last_node = self.record.node
        self._main_child = next(iter(self._last_node.children), None)

    @property
    def _is_roll_next(self) -> bool:
        """Whether this session rolls the dice next, at random from the seed."""
        state = self.state
        is_rolled = state.outcome is None and state.turn == CHANCE and self.dice is None
        return (
            is_rolled
            and not self.paused
            and self.running_job is None
            and self._is_or_becomes_active()
        )

    def _is_or_becomes_active(self) -> bool:
        """Return True if this session is the active one; activate it if there is none."""
        leader = active_session(self.record)
        if leader is None:
            activate(self)
        return leader is None or leader is self

    def _prepare_players(self, record: Record, names: tuple[Any, ...]) -> tuple[str, ...]:
        """Create the agents for a record's seats, and return the players of the seats."""
        return self.agents.prepare_players(record.state, names)

    def _attach(self, record: Record) -> None:
        """Connect the session to a record: set players, autosave and watcher, and compile agents.

        A finished game opens at its end, and its record keeps the names of its players.
        """
        if not (self.is_over and record.root.children):
            record.players, record.seed = dict(enumerate(self.players)), self.seed
            set_missing_date(record)
        if (end := end_of_game(record)).state.outcome is not None and record.node is not end:
            record.node = end
        self._rolls_before = _count_rolls(record.node)
        """The number of rolls in the record before those of the list."""
        goes_on = bool(record.node.children)
        self._set_mode(is_back=False, is_stopped=goes_on and not self.awaits_person)
        self._store_node()
        self.saver.open(record)
        if (leader := active_session(record)) is not None:
            leader.stop_job()
        record.watch(self._on_record_change)
        activate(self)
        self.agents.precompile(self.players, record.start)

    def _detach(self) -> None:
        """Detach the session from the record, and retry a save that has failed."""
        self.agents.stop()
        self.record.unwatch(self._on_record_change)
        deactivate(self)
        self.saver.finish(self._report_error)

    def _announce_change(self) -> None:
        self.on_change()

    def _report_error(self, error: Exception) -> None:
        self.on_error(error)

    def _update_and_advance(self) -> None:
        self._save_and_show()
        self.advance()

    def _notify_and_advance(self) -> None:
        self.on_change()
        self.advance()

    def _save_and_show(self) -> None:
        """Save the record, then announce the change; if dice are rolled next, wait for the roll."""
        self._store_node()
        if self.is_over and not self.is_branching:  # it has just ended
            self._set_mode(is_back=False, is_stopped=self.paused)
        if not self._is_roll_next:
            self.saver.save_and_show(self.on_change, self._report_error)

    def _rng(self) -> Random:
        return random_at(self.seed, self.state.ply)


def _count_rolls(node: Node) -> int:
    """Return the number of dice rolls before a node."""
    return sum(each.state.turn == CHANCE for each in node.ancestors)


def _try_call(function: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """Return (result, None) of a function call, or (None, exception) if the call fails."""
    try:
        return function(), None
    except Exception as error:  # noqa: BLE001 - it is shown at the board
        return None, as_exception(error)
