"""Random games, each move and result found again by a second writing of the rules."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import CPU_SECONDS, REFUSED
from fuzzing.plugs import short_options, twin_of
from polygames.search.kernel_adapter import kernel_of

if TYPE_CHECKING:
    from random import Random

    from fuzzing.case import Run

__all__ = ["games"]

FULL = 1 / 400
"""The share of games with the usual options, which are long."""

LONGEST = 60.0
"""CPU seconds of a long game beside its second writing, which is slow."""

RETOLD = 1 / 10
"""The share of games that are taken back, played forward, written and read."""


def games(run: Run) -> None:
    """Play one random game."""
    rng = run.rng
    presets = [None, *pg.game(run.game).presets]
    options = {"preset": rng.choice(presets)} if rng.random() < FULL else None
    options = short_options(run.game, rng) if options is None else options
    state = run.works("new", options, lambda: pg.new(run.game, **options))
    if state is not REFUSED:
        run.works("game", options, lambda: followed(run, state), LONGEST)
        run.counts["games"] += 1


def followed(run: Run, state: pg.State[Any]) -> None:
    """Play a game to its end, and compare it with the oracle and the kernel."""
    twins = [twin for twin in (twin_of(state), Compiled.of(state)) if twin is not None]
    run.counts["checked by a second writing"] += bool(twins)
    record = pg.Record(state)
    while True:
        for twin in twins:
            twin.agree(state)
        if state.outcome is not None:
            break
        move = state.legal_moves.sample(run.rng)
        state = state.play(move)
        record.push(move)
        for twin in twins:
            twin.play(move)
        run.counts["plies"] += 1
        run.enter("game", CPU_SECONDS)
    if run.rng.random() < RETOLD:
        retold(record, run.rng)
        run.counts["retold"] += 1


def retold(record: pg.Record, rng: Random) -> None:
    """Undo and redo moves of a game, then check that it reads back equal."""
    end, moves = record.state, record.moves
    steps = rng.randrange(len(moves) + 1)
    back = [record.pop() for _ in range(steps)]
    require(back == moves[::-1][:steps], "pop gives back the moves")
    forth = [record.redo() for _ in range(steps)]
    require(forth == back[::-1] and record.state == end, "redo plays them again")
    twin = pg.Record.from_text(record.to_text())
    require((twin.moves, twin.state) == (moves, end), "a record reads back to the same")


def require(kept: object, promise: str) -> None:
    """Raise AssertionError unless a promise is kept."""
    if not kept:
        raise AssertionError(promise)


class Compiled:
    """The game's kernel as the second writing."""

    def __init__(self, kernel: Any, state: pg.State[Any], board: Any) -> None:
        self.kernel, self.state, self.board = kernel, state, board

    @classmethod
    def of(cls, state: pg.State[Any]) -> Compiled | None:
        """Return the kernel's position; None without a kernel, or where it has no room."""
        kernel = kernel_of(state)
        if kernel is None or not hasattr(kernel, "code_of"):
            return None
        try:
            return cls(kernel, state, kernel.encode(state))
        except OverflowError:
            return None

    def agree(self, state: pg.State[Any]) -> None:
        """Hold the kernel to the rules."""
        self.state = state
        result, outcome = self.kernel.result(self.board), state.outcome
        if outcome is not None:
            if isnan(result):  # repetition is the search's to see
                require("third" in outcome.reason, f"the kernel goes on after {outcome}")
                return
            value = (0 in outcome.winners) - (1 in outcome.winners)
            require(result == value, f"the kernel's result is {result}, not {value}")
            return
        require(isnan(result), f"the kernel ends the game with {result}")
        require(self.kernel.turn(self.board) == state.turn, "the kernel has another turn")
        if state.legal_moves.finite:
            self._agree_on_moves(state)
        if hasattr(self.kernel, "key"):
            key = self.kernel.key(self.kernel.encode(state))
            require(self.kernel.key(self.board) == key, "the kernel has another key")

    def _agree_on_moves(self, state: pg.State[Any]) -> None:
        codes = self.kernel.move_buffer()
        count = self.kernel.legal(self.board, codes)
        moves = [self.kernel.decode(code, state) for code in codes[:count]]
        require(len(moves) == len(set(moves)), "the kernel lists a move twice")
        require(set(moves) == set(state.legal_moves), "the kernel has other moves")

    def play(self, move: Any) -> None:
        """Play a move of the rules."""
        self.kernel.play(self.board, self.kernel.code_of(move, self.state))
