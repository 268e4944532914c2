"""Random games that are compared, move by move, with a second implementation of the rules."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import CPU_SECONDS, REFUSED_INPUT
from fuzzing.plugs import short_options, twin_of
from polygames.search.kernel_adapter import kernel_of

if TYPE_CHECKING:
    from random import Random

    from fuzzing.case import Run

__all__ = ["attack_game"]

FULL_GAME_SHARE = 1 / 400
"""The share of games with the usual options, which are long."""

GAME_CPU_SECONDS = 60.0
"""The maximum CPU time of a game with its second implementation, which is slow."""

REREAD_SHARE = 1 / 10
"""The share of games in which moves are undone and redone, and whose record is read again."""


def attack_game(run: Run) -> None:
    """Play one random game."""
    rng = run.rng
    presets = [None, *pg.game(run.game).presets]
    options = {"preset": rng.choice(presets)} if rng.random() < FULL_GAME_SHARE else None
    options = short_options(run.game, rng) if options is None else options
    state = run.works("new", options, lambda: pg.new(run.game, **options))
    if state is not REFUSED_INPUT:
        run.works("game", options, lambda: play_to_end(run, state), GAME_CPU_SECONDS)
        run.counts["games"] += 1


def play_to_end(run: Run, state: pg.State[Any]) -> None:
    """Play a game to its end, and compare it with the oracle and the kernel."""
    twins = [twin for twin in (twin_of(state), Compiled.from_state(state)) if twin is not None]
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
    if run.rng.random() < REREAD_SHARE:
        check_record(record, run.rng)
        run.counts["retold"] += 1


def check_record(record: pg.Record, rng: Random) -> None:
    """Undo and redo moves of a game, then check that it reads back equal."""
    end, moves = record.state, record.moves
    steps = rng.randrange(len(moves) + 1)
    back = [record.pop() for _ in range(steps)]
    require(back == moves[::-1][:steps], "pop gives back the moves")
    forth = [record.redo() for _ in range(steps)]
    require(forth == back[::-1] and record.state == end, "redo plays them again")
    twin = pg.Record.from_text(record.to_text())
    require((twin.moves, twin.state) == (moves, end), "a record reads back to the same")


def require(condition: object, promise: str) -> None:
    """Raise AssertionError unless the condition of a promise holds."""
    if not condition:
        raise AssertionError(promise)


class Compiled:
    """The game's compiled kernel as a second implementation of the rules."""

    def __init__(self, kernel: Any, state: pg.State[Any], board: Any) -> None:
        self.kernel, self.state, self.board = kernel, state, board

    @classmethod
    def from_state(cls, state: pg.State[Any]) -> Compiled | None:
        """Return a state on the kernel, or None if there is no kernel or the state is too large."""
        kernel = kernel_of(state)
        if kernel is None or not hasattr(kernel, "code_of"):
            return None
        try:
            return cls(kernel, state, kernel.encode(state))
        except OverflowError:
            return None

    def agree(self, state: pg.State[Any]) -> None:
        """Raise AssertionError if the kernel differs from the rules at a state."""
        self.state = state
        result, outcome = self.kernel.result(self.board), state.outcome
        if outcome is not None:
            if isnan(result):  # the search detects repetitions, not the kernel
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
        """Play a move on the kernel."""
        self.kernel.play(self.board, self.kernel.code_of(move, self.state))
