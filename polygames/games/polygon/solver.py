"""Who wins a game of Polygon: proved by searching all that matters.

The search is explained in `_search`. What it finds is a proof up to two gaps: that a point lies on
a line is taken from floats and a remainder modulo a prime (see `_kernel`), and positions are known
by keys of 128 bits. `proof_of` writes the strategy down, and `proof.check_proof` replays it with
exact points and without a table; that closes both.

What is proved of regular polygons so far, and how to replay it, is in RULES.md beside this file;
`benchmarks/polygon_outcomes.py` goes on from there.

A game can be endless, and the length cap ends it without a winner: such a line proves nothing for
anybody. So there are three answers: seat 0 wins, seat 1 wins, not proved.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from polygames.core.progress import progress as shown
from polygames.games.polygon._checkpoint import Checkpoint, packed, unpacked
from polygames.games.polygon._plain import FAR, PlainBranch
from polygames.games.polygon._symmetry import orbits
from polygames.games.polygon.proof import Proof
from polygames.games.polygon.rules import Claim
from polygames.search.clock import Clock, Watch
from polygames.search.kernels import HAS_NUMBA
from polygames.search.solution import Solution

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from threading import Event

    from polygames.games.polygon._plain import Branch
    from polygames.games.polygon.rules import Move, PolygonGame

__all__ = ["Solver", "proof_of", "solve"]

TRY = 300
"""How many positions the plain search looks at before the compiled one is loaded."""
STEP = 50_000
"""How many positions the compiled search looks at, at most, before it is asked how it goes."""
FIRST_STEP = 200
"""How many it looks at for a move that is new."""
PLAIN_STEP = 20
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
        Its `value` is None if nothing was proved.

    Raises
    ------
    OptionError
        If the checkpoint is that of another position, or not one at all.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.solve(pg.new("polygon", n=6)).best
    Draw(start='A', end='D')
    """
    solver = Solver(state, seconds, stop, memory, checkpoint)
    solver.run(progress=progress, every_move=every_move)
    return solver.solution()


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

    Parameters are those of `solve`. To write a proof takes about as long as to find it.
    """
    solver = Solver(state, seconds, stop, memory, checkpoint)
    solver.run(progress=progress)
    return solver.proof()


class Choice:
    """A move with those that a symmetry makes the same, and the search in the position after it."""

    def __init__(self, state: PolygonGame, group: Sequence[int]) -> None:
        self.group = group
        self.state = after = state.joined(*state.segments[group[0]])
        self.winner: int | None = None
        self.is_stuck = after.ply >= after.rules.max_plies
        """Whether nothing can be proved, by length caps."""
        self.attacker = after.turn
        self.branch: Branch | None = None
        if not (self.is_stuck or after.segments):
            self.winner = 1 - after.turn

    @property
    def is_settled(self) -> bool:
        """Whether nothing more can be found out."""
        return self.is_stuck or self.winner is not None

    @property
    def weight(self) -> tuple[int, int]:
        """How far it is from a proof that the one who made the move wins."""
        if self.branch is None:
            return len(self.state.segments), 0
        return self.branch.delta, self.branch.nodes

    def advance(self, budget: int) -> None:
        """Search on, and see what follows."""
        branch = self.branch
        assert branch is not None  # noqa: S101 - the solver gave it one
        branch.advance(budget)
        if branch.phi and branch.delta:
            return
        winner = self.state.turn if branch.phi == 0 else 1 - self.state.turn
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
    ) -> None:
        self.state = state
        self.clock = Clock(seconds, stop)
        self.is_over = state.outcome is not None
        self.choices = [] if self.is_over else [Choice(state, group) for group in orbits(state)]
        self.memory = memory
        self.table: Any = None
        self.file = None if checkpoint is None else Checkpoint(checkpoint)
        self.is_interrupted = False
        self.nodes = 0
        """How many positions were looked at."""
        if self.file is not None and self.file.path.exists():
            self._resume(self.file.read(state.to_text()))

    # --- The search ---------------------------------------------------------------------------

    def run(self, *, progress: bool = False, every_move: bool = False) -> None:
        """Search until the value is proved, or that of each move, or the time is over."""
        try:
            for _ in shown(self._steps(every_move=every_move), "polygon: steps", show=progress):
                pass
        except KeyboardInterrupt:
            self.is_interrupted = True
        if self.file is not None:
            self.file.write(self.state.to_text(), self._facts())

    def _steps(self, *, every_move: bool) -> Iterator[None]:
        while self.clock and (choice := self._next(every_move=every_move)) is not None:
            if self.table is None and self.nodes >= TRY and HAS_NUMBA:
                self._compile()
            if choice.branch is None:
                choice.branch = self._branch(choice.state, choice.attacker)
            self._advance(choice)
            if self.file is not None and self.file.is_due:
                self.file.write(self.state.to_text(), self._facts())
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
            with Watch.for_flag(self.clock, self.table.stop):
                choice.advance(min(STEP, max(FIRST_STEP, before // 2)))
        self.nodes += branch.nodes - before

    def _branch(self, state: PolygonGame, attacker: int) -> Branch:
        if self.table is not None:
            try:
                branch: Branch = self.table.branch(state, attacker)
            except OverflowError:
                pass
            else:
                return branch
        return PlainBranch(state, attacker)

    def _compile(self) -> None:
        """Go over to the compiled search; the plain one's work is done again in no time.

        To compile it, once on a machine, is not counted as thinking.
        """
        from polygames.games.polygon._compiled import Compiled

        before = monotonic()
        self.table = Compiled(self.memory)
        with suppress(OverflowError):  # a table of its own: what it meets is not counted
            Compiled(0).branch(self.choices[0].state, 0).advance(1)
        if self.clock.end is not None:
            self.clock.end += monotonic() - before
        for choice in self.choices:
            choice.branch = None

    # --- The checkpoint -----------------------------------------------------------------------

    def _facts(self) -> dict[str, Any]:
        """Return what there is to keep."""
        choices = [
            {
                "winner": choice.winner,
                "is_stuck": choice.is_stuck,
                "attacker": choice.attacker,
                "nodes": choice.branch.nodes if choice.branch is not None else 0,
                "open_leaves": choice.branch.open_leaves if choice.branch is not None else 0,
            }
            for choice in self.choices
        ]
        table = None if self.table is None else packed(self.table.table)
        return {"nodes": self.nodes, "choices": choices, "table": table}

    def _resume(self, facts: dict[str, Any]) -> None:
        """Go on from what was kept."""
        if HAS_NUMBA and facts["table"] is not None:
            self._compile()
            unpacked(facts["table"], self.table.table)
        self.nodes = facts["nodes"]
        for choice, kept in zip(self.choices, facts["choices"], strict=True):
            choice.winner, choice.is_stuck = kept["winner"], kept["is_stuck"]
            choice.attacker = kept["attacker"]
            if self.table is not None and not choice.is_settled:
                choice.branch = self._branch(choice.state, choice.attacker)
                choice.branch.nodes = kept["nodes"]
                # The table has met them: a loss that it holds may rest on them.
                choice.branch.open_leaves = kept["open_leaves"]

    # --- What was found -----------------------------------------------------------------------

    @property
    def winner(self) -> int | None:
        """The seat that is proved to win, if the game is not over."""
        winners = [choice.winner for choice in self.choices]
        mover = self.state.turn
        if mover in winners:
            return mover
        if self.state.ply >= self.state.rules.max_plies or None in winners:
            return None
        return 1 - mover

    def solution(self) -> Solution:
        """Return what is proved."""
        state = self.state
        if state.outcome is not None:
            winners = state.outcome.winners
            value = _value(min(winners)) if winners else None
            return Solution(value, note=f"the game is over: {state.outcome}")
        winner, values = self.winner, self.values()
        if winner is None:
            return Solution(None, self.best_move(), (), self.nodes, values, self._why_not())
        line = tuple(self._line())
        return Solution(_value(winner), line[0], line, self.nodes, values, "proof-number search")

    def best_move(self) -> Move:
        """Return the move that wins, or else the one that took the most work to refute."""
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
        if self.state.rules.claim:
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
        with self._watched(Clock(self.LAST)):
            pieces = self._choices_of(choice, LINE)
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
        """Write the proof down; None if there is none, or the time is over."""
        winner = self.winner
        if self.state.outcome is not None or winner is None:
            return None
        places: list[int] = []
        won = [choice for choice in self.choices if choice.winner == self.state.turn]
        if won:
            choice = min(won, key=lambda choice: choice.weight)
            places = [choice.group[0]]
            won = [choice]
        with self._watched(self.clock):
            for choice in won or self.choices:
                for piece in self._choices_of(choice):
                    places += piece
                    if not self.clock:
                        return None
        return Proof.of_choices(self.state, winner, places)

    def _choices_of(self, choice: Choice, piece: int = 1 << 16) -> Iterator[Sequence[int]]:
        """Yield the winner's moves after a choice, so many at once."""
        if not choice.state.segments:
            return
        branch = choice.branch
        if branch is None or (branch.phi and branch.delta):
            choice.branch = branch = self._branch(choice.state, choice.attacker)
            branch.advance(FAR)
        yield from branch.choices(piece)

    def _watched(self, clock: Clock) -> AbstractContextManager[Any]:
        """Stop the compiled search when a clock says so."""
        return nullcontext() if self.table is None else Watch.for_flag(clock, self.table.stop)


def _value(seat: int) -> int:
    return 1 - 2 * seat
