"""Who wins a game of Polygon: proved by searching all that matters.

The search is explained in `proofs.search`. What it finds is a proof up to two gaps: that a point lies on
a line is taken from floats and a remainder modulo a prime (see `engine.kernel`), and positions are known
by keys of 128 bits. `proof_of` writes the strategy down, and `proof.check_proof` replays it with
exact points and without a table; that closes both.

What is proved of regular polygons so far, and how to replay it, is in RULES.md beside this file;
`benchmarks/studies/polygon_outcomes.py` goes on from there.

A game can be endless, and the length cap ends it without a winner: such a line proves nothing for
anybody. So there are three answers: seat 0 wins, seat 1 wins, not proved.
"""

from __future__ import annotations

from contextlib import contextmanager, nullcontext, suppress
from functools import cached_property
from itertools import chain, islice
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

from polygames.core.errors import OptionError
from polygames.core.options import refuse, whole
from polygames.core.progress import progress as shown
from polygames.games.polygon.engine.symmetry import orbits
from polygames.games.polygon.proofs.checkpoint import Checkpoint, Kept, Progress, costliest
from polygames.games.polygon.proofs.interrupt import Until, interruptible, left_alone
from polygames.games.polygon.proofs.proof import Proof, ProofError
from polygames.games.polygon.proofs.pure_branch import FAR, PlainBranch
from polygames.games.polygon.rules import Claim
from polygames.search.clock import Clock, Watch
from polygames.search.kernels import HAS_NUMBA
from polygames.search.solution import Solution

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    from polygames.games.polygon.proofs.pure_branch import Branch
    from polygames.games.polygon.proofs.search import Table
    from polygames.games.polygon.rules import Move, PolygonGame

__all__ = ["Solver", "proof_of", "solve"]

TRY = 300
"""How many positions the plain search looks at before the compiled one is loaded."""
STEP = 50_000
"""How many positions the compiled search looks at, at most, before it is asked how it goes."""
FIRST_STEP = 200
"""How many it looks at for a move that is new."""
PLAIN_STEP = 20
MOST_MEMORY = 1 << 16
LINE = 64
"""Most moves of a line that is shown."""


def solve(
    state: PolygonGame,
    *,
    seconds: float | None = 10,
    progress: bool = False,
    every_move: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    memory: int = 64,
    stop: Event | None = None,
) -> Solution:
    """Prove who wins a position, as far as time allows.

    Parameters
    ----------
    state
        Any position of Polygon.
    seconds
        The time to look for a proof; None looks until there is one. The first search takes some
        seconds more, once: it is compiled then.
    progress
        Whether to show a bar; a step is up to 50,000 positions.
    every_move
        Whether to prove the value of each move, and not only that of the position.
    checkpoint
        A file that keeps what was found out, written now and then and at the end. If it is there,
        the search goes on from it.
    memory
        About how many megabytes the table of positions takes.
    stop
        Set it, from any thread, to end the search; what is proved by then is returned. Ctrl-C
        does the same.

    Returns
    -------
    Solution
        Its `value` is None if nothing was proved. A game that is over has its value, unless it
        was broken off, and no best move.

    Raises
    ------
    OptionError
        If the checkpoint is that of another position, not one at all, or damaged; or if what it
        says is not so, as far as that was met.
    KeyboardInterrupt
        After a second Ctrl-C within two seconds, when the checkpoint is written: it ends also the
        program that goes on to the next position.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.solve(pg.new("polygon", n=6)).best
    Draw(start='A', end='D')
    """
    ended = Event()

    def work() -> Solution:
        solver = Solver(state, seconds, stop, memory, checkpoint, ended)
        solver.search(progress=progress, every_move=every_move)
        return solver.solution()

    return interruptible(work, ended)


def proof_of(
    state: PolygonGame,
    *,
    seconds: float | None = None,
    progress: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    memory: int = 64,
    stop: Event | None = None,
) -> Proof | None:
    """Prove who wins a position and write the proof down; None if there is none in time.

    Parameters and errors are those of `solve`; Ctrl-C ends it without a proof, and what was found
    out by then is in the checkpoint. To write a proof takes about as long as to find it. A game
    that is over needs none.
    """
    ended = Event()

    def work() -> Proof | None:
        solver = Solver(state, seconds, stop, memory, checkpoint, ended)
        solver.search(progress=progress)
        return solver.written()

    return interruptible(work, ended)


class Choice:
    """A move with those that a symmetry makes the same, and the search in the position after it."""

    def __init__(self, state: PolygonGame, group: Sequence[int]) -> None:
        self.before = state
        self.group = group
        self.winner: int | None = None
        self.is_stuck = state.ply + 1 >= state.rules.max_plies
        """Whether nothing can be proved, by length caps."""
        self.attacker = 1 - state.turn
        self.branch: Branch | None = None
        self.replies = FAR
        """How many moves there are after it; nobody knows before `look`."""

    @cached_property
    def state(self) -> PolygonGame:
        """The position after the move."""
        return self.before.joined(*self.before.segments[self.group[0]])

    def look(self) -> None:
        """See how many replies there are: none ends the game."""
        self.replies = len(self.state.segments)
        if not (self.is_stuck or self.replies):
            self.winner = self.before.turn

    @property
    def is_settled(self) -> bool:
        """Whether nothing more can be found out."""
        return self.is_stuck or self.winner is not None

    @property
    def weight(self) -> tuple[int, int]:
        """How far it is from a proof that the one who made the move wins."""
        if self.branch is None:
            return self.replies, 0
        return self.branch.delta, self.branch.nodes

    @property
    def kept(self) -> Kept:
        """What there is to keep on disk."""
        nodes, leaves = 0, 0
        if self.branch is not None:
            nodes, leaves = self.branch.nodes, self.branch.open_leaves
        return Kept(self.winner, self.is_stuck, self.attacker, nodes, leaves)

    def advance(self, budget: int) -> None:
        """Search on, and see what follows."""
        branch = self.branch
        assert branch is not None  # noqa: S101 - the solver gave it one
        branch.advance(budget)
        winner = winner_of(branch, self.state)
        if winner is None:
            return
        if winner == self.attacker or not branch.open_leaves:
            self.winner = winner
        elif self.attacker == self.state.turn:  # whether the other one wins is another question
            self.attacker, self.branch = 1 - self.attacker, None
        else:
            self.is_stuck = True


class Solver:
    """A search for a proof; `run` may be called again to go on."""

    LAST = 2.0
    """Seconds for the line to show, if the table has lost it."""

    def __init__(
        self,
        state: PolygonGame,
        seconds: float | None = None,
        stop: Event | None = None,
        memory: int = 64,
        checkpoint: str | os.PathLike[str] | None = None,
        ended: Event | None = None,
    ) -> None:
        self.state = state
        self.clock = Clock(seconds, stop)
        self.memory = whole("the memory of a solver in megabytes", memory, 1, MOST_MEMORY)
        self.ended = ended or Event()
        """Set by an interrupt."""
        self.is_over = state.outcome is not None
        self.choices = [] if self.is_over else [Choice(state, group) for group in orbits(state)]
        self._new = iter(self.choices)
        self.table: Any = None
        self._kept_table: Table | None = None
        """Rows of a table that wait for the compiled search."""
        self.file = None if checkpoint is None else Checkpoint(checkpoint)
        self._written: tuple[int, tuple[Kept, ...]] | None = None
        """What the file has of it."""
        self.nodes = 0
        """How many positions were looked at."""
        if self.file is not None and self.file.is_there:
            self._resume(self.file.read(state.to_text()))

    # --- The search ---------------------------------------------------------------------------

    def run(self, *, progress: bool = False, every_move: bool = False) -> None:
        """Search until the value is proved, or that of each move, or the time is over.

        An interrupt (Ctrl-C) ends it, too: then `is_interrupted` is true.
        """
        self.ended.clear()
        interruptible(lambda: self.search(progress=progress, every_move=every_move), self.ended)

    def search(self, *, progress: bool = False, every_move: bool = False) -> None:
        """Do what `run` does, for who takes interrupts down; see `proofs.interrupt`."""
        try:
            for _ in shown(self._steps(every_move=every_move), "polygon: steps", show=progress):
                pass
        except KeyboardInterrupt:  # by a handler of signals that is not ours
            self.ended.set()
        self._write()

    @property
    def is_interrupted(self) -> bool:
        """Whether an interrupt ended the search."""
        return self.ended.is_set()

    def _goes_on(self) -> bool:
        """Say whether there is time left."""
        return bool(self.clock) and not self.ended.is_set()

    def _steps(self, *, every_move: bool) -> Iterator[None]:
        while self._goes_on() and (choice := next(self._new, None)) is not None:
            choice.look()
        while self._goes_on() and (choice := self._next(every_move=every_move)) is not None:
            if self.table is None and self.nodes >= TRY and HAS_NUMBA and not self._compile():
                return
            if choice.branch is None:
                choice.branch = self._branch(choice.state, choice.attacker)
            self._advance(choice)
            if self.file is not None and self.file.is_due:
                self._write()
            yield

    def _next(self, *, every_move: bool) -> Choice | None:
        """Return the choice to look into: the one that is nearest to a win."""
        if not every_move and self.winner is not None:
            return None
        left = [choice for choice in self.choices if not choice.is_settled]
        return min(left, key=lambda choice: choice.weight, default=None)

    def _advance(self, choice: Choice) -> None:
        branch = choice.branch
        assert branch is not None  # noqa: S101 - made just now
        before = branch.nodes
        if self.table is None:
            choice.advance(PLAIN_STEP)
        else:
            with self._watched(self.clock):
                choice.advance(min(STEP, max(FIRST_STEP, before // 2)))
        self.nodes += branch.nodes - before

    def _branch(
        self, state: PolygonGame, attacker: int, goes_on: Callable[[], bool] | None = None
    ) -> Branch:
        if self.table is not None:
            try:
                branch: Branch = self.table.branch(state, attacker)
            except OverflowError:
                pass
            else:
                return branch
        return PlainBranch(state, attacker, goes_on or self._goes_on)

    def _compile(self) -> bool:
        """Go over to the compiled search; the plain one's work is done again in no time.

        To compile it, once on a machine, is not counted as thinking. False if it was stopped.
        """
        from polygames.games.polygon.proofs.compiled_branch import Compiled
        from polygames.games.polygon.proofs.search import fill

        def load() -> None:
            with suppress(OverflowError):  # a table of its own: what it meets is not counted
                Compiled(0).branch(self.choices[0].state, 0).advance(1)

        before = monotonic()
        if not left_alone(load, Until(self.clock, self.ended)):
            return False
        try:
            self.table = Compiled(self.memory)
        except MemoryError:
            refuse("the memory of a solver in megabytes", "is what there is", self.memory)
        if self._kept_table is not None:
            fill(self.table.table, self._kept_table)
            self._kept_table = None
        if self.clock.end is not None:
            self.clock.end += monotonic() - before
        for choice in self.choices:
            choice.branch = None
        return True

    # --- The checkpoint -----------------------------------------------------------------------

    def _write(self) -> None:
        """Write what is known to the file, unless the file has it."""
        if self.file is None:
            return
        choices = tuple(choice.kept for choice in self.choices)
        if self._written != (self.nodes, choices):
            table = self._kept_table if self.table is None else costliest(self.table.table)
            self.file.write(self.state.to_text(), Progress(self.nodes, choices, table))
            self._written = (self.nodes, choices)

    def _resume(self, progress: Progress) -> None:
        """Go on from what was kept."""
        for choice in self._new:
            choice.look()
        self._check(progress.choices)
        self.nodes, self._kept_table = progress.nodes, progress.table
        if HAS_NUMBA and progress.table is not None and self.choices:
            self._compile()
        for choice, kept in zip(self.choices, progress.choices, strict=True):
            if choice.is_settled:
                continue
            choice.winner, choice.is_stuck = kept.winner, kept.is_stuck
            choice.attacker = kept.attacker
            if self.table is not None and not choice.is_settled:
                choice.branch = self._branch(choice.state, choice.attacker)
                choice.branch.nodes = kept.nodes
                # The table has met them: a loss that it holds may rest on them.
                choice.branch.open_leaves = kept.open_leaves

    def _check(self, kept: Sequence[Kept]) -> None:
        """Refuse what is not so, as far as that is seen without a search."""
        if len(kept) != len(self.choices):
            self._doubt(f"it is about {len(kept)} moves, and there are {len(self.choices)}")
        for choice, known in zip(self.choices, kept, strict=True):
            seen, kept_as = (choice.winner, choice.is_stuck), (known.winner, known.is_stuck)
            if choice.is_settled and kept_as not in (seen, (None, False)):
                self._doubt(f"it is wrong about the move {self._move(choice)}")

    def _doubt(self, problem: str) -> NoReturn:
        """Say that something is not so; if there is no checkpoint, then by a wrong table."""
        if self.file is None or not self.file.is_there:
            raise ProofError(problem)
        msg = f"the checkpoint {self.file.path} says what is not so: {problem}"
        raise OptionError(msg)

    # --- What was found -----------------------------------------------------------------------

    @property
    def winner(self) -> int | None:
        """The seat that is proved to win; after the end the one that has won."""
        if self.state.outcome is not None:
            return min(self.state.outcome.winners, default=None)
        winners = [choice.winner for choice in self.choices]
        mover = self.state.turn
        if mover in winners:
            return mover
        return None if None in winners else 1 - mover

    def solution(self) -> Solution:
        """Return what is proved."""
        winner, values = self.winner, self.values()
        if self.state.outcome is not None:
            value = None if winner is None else _value(winner)
            return Solution(value, note=f"the game is over: {self.state.outcome}")
        if winner is None:
            return Solution(None, self.best_move(), (), self.nodes, values, self._why_not())
        line = tuple(self._line())
        return Solution(_value(winner), line[0], line, self.nodes, values, "proof-number search")

    def best_move(self) -> Move:
        """Return the move that wins, or else the one that took the most work to refute.

        Raises
        ------
        OptionError
            If the game is over.
        """
        if self.is_over:
            msg = f"there is no best move, the game is over: {self.state.outcome}"
            raise OptionError(msg)
        choice = self._shown_choice()
        return Claim() if choice is None else self._move(choice)

    def values(self) -> dict[Move, float]:
        """Return the value for seat 0 of each move that is proved."""
        values: dict[int, float] = {}
        for choice in self.choices:
            if choice.winner is not None:
                values |= dict.fromkeys(choice.group, _value(choice.winner))
        moves: dict[Move, float] = {}
        for k in sorted(values):
            moves[self.state.draw(*self.state.segments[k])] = values[k]
        if self.state.rules.claim and not self.is_over:
            moves[Claim()] = _value(1 - self.state.turn)
        return moves

    def _shown_choice(self) -> Choice | None:
        """Return the winning choice, or the one that makes most work."""
        mover = self.state.turn
        won = [choice for choice in self.choices if choice.winner == mover]
        if won or self.winner is None:
            return min(won or self.choices, key=lambda choice: choice.weight, default=None)
        return max(
            self.choices, key=lambda c: c.branch.nodes if c.branch is not None else 0, default=None
        )

    def _line(self) -> Iterator[Move]:
        """Yield the first moves of the proof, the loser's as they come."""
        choice = self._shown_choice()
        if choice is None:
            yield Claim()  # nothing else is left
            return
        yield self._move(choice)
        state = choice.state
        with self._watched(Clock(self.LAST)) as until:
            pieces = self._choices_of(choice, until, LINE)
            places = iter(list(islice(chain.from_iterable(pieces), LINE)))
        while state.segments:
            place = next(places, None) if state.turn == self.winner else 0
            if place is None:
                return
            segment = state.segments[place]
            yield state.draw(*segment)
            state = state.joined(*segment)
        if state.rules.claim:
            yield Claim()

    def _move(self, choice: Choice) -> Move:
        return self.state.draw(*self.state.segments[choice.group[0]])

    def _why_not(self) -> str:
        if self.is_interrupted:
            return "interrupted before there was a proof"
        if not self.clock:
            return "not proved in time"
        return "not proved: lines that matter end at the length cap, or floats do not tell"

    # --- The proof ----------------------------------------------------------------------------

    def proof(self) -> Proof | None:
        """Write the proof down; None if there is none, or the time is over.

        An interrupt ends it, too: then `is_interrupted` is true.
        """
        self.ended.clear()
        return interruptible(self.written, self.ended)

    def written(self) -> Proof | None:
        """Do what `proof` does, for who takes interrupts down; see `proofs.interrupt`."""
        winner = self.winner
        if winner is None or self.is_over:
            return None
        places: list[int] = []
        won = [choice for choice in self.choices if choice.winner == self.state.turn]
        if won:
            choice = min(won, key=lambda choice: choice.weight)
            places = [choice.group[0]]
            won = [choice]
        with self._watched(self.clock) as until:
            for choice in won or self.choices:
                for piece in self._choices_of(choice, until):
                    places += piece
                if not until:
                    return None
        return Proof.of_choices(self.state, winner, places)

    def _choices_of(
        self, choice: Choice, until: Until, piece: int = 1 << 16
    ) -> Iterator[Sequence[int]]:
        """Yield the winner's moves after a choice, so many at once; fewer if the time is over."""
        if not choice.state.segments:
            return
        branch = choice.branch
        if branch is None or winner_of(branch, choice.state) is None:
            choice.branch = branch = self._branch(choice.state, choice.attacker, until.__bool__)
            branch.advance(FAR)
        found = winner_of(branch, choice.state)
        if found is None and not until:
            return
        if found != choice.winner:
            self._doubt(f"there is no proof that the move {self._move(choice)} is what it is said")
        try:
            yield from branch.choices(piece)
        except ProofError as error:
            self._doubt(str(error))

    @contextmanager
    def _watched(self, clock: Clock) -> Iterator[Until]:
        """Stop the compiled search when a clock says so, or an interrupt."""
        until = Until(clock, self.ended)
        watch = nullcontext() if self.table is None else Watch.for_flag(until, self.table.stop)
        with watch:
            yield until


def winner_of(branch: Branch, state: PolygonGame) -> int | None:
    """Return the seat that the search in a position has found to win, or None."""
    if branch.phi and branch.delta:
        return None
    return state.turn if branch.phi == 0 else 1 - state.turn


def _value(seat: int) -> int:
    return 1 - 2 * seat
