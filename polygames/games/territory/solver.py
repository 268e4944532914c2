"""The exact solver: the proved difference of the scores with best play, and the best moves."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from polygames.core.analysis import Solution
from polygames.core.options import raise_option_error
from polygames.games.territory.boards import tiles_of
from polygames.games.territory.engine.endgame_position import remaining_tiles
from polygames.games.territory.engine.mtd import best_line, fastest_engine, prove_value
from polygames.games.territory.engine.solitaire import solve_solitaire
from polygames.games.territory.rules import TakeOver
from polygames.runtime.clock import Clock, ClockWatcher, OutOfTimeError
from polygames.runtime.progress import progress as progress_bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.territory.engine.endgame_position import RemainingTiles
    from polygames.games.territory.engine.mtd import NullWindowSearch
    from polygames.games.territory.rules import Move, Territory


def solve(
    state: Territory,
    *,
    seconds: float | None = 10,
    progress: bool = True,
    clock: Clock | None = None,
) -> Solution:
    """Return the exact solution of a position: the final lead of seat 0 and the best moves.

    In solitaire it is the largest total that can be reached, with moves that reach it. See
    `polygames.solve`; a clock replaces `seconds`. In practice about 30 free tiles are the limit.
    """
    if clock is not None and not isinstance(clock, Clock):
        raise_option_error(
            "the clock of a solver", "must be a polygames.runtime.clock.Clock", clock
        )
    unit = "total in points" if state.rules.solitaire else "lead in points"
    return replace(_to_solution(state, seconds, clock, progress=progress), unit=unit)


def _to_solution(
    state: Territory, seconds: float | None, clock: Clock | None, *, progress: bool
) -> Solution:
    if state.outcome is not None:
        return Solution(_score_difference(state.scores), note="the game is over")
    if state.rules.solitaire:
        return solve_solitaire(state, Clock(seconds) if clock is None else clock)
    if (fixed := state.fixed_difference) is not None:
        return _literal_solution(state, fixed)
    try:
        remaining = remaining_tiles(state)
        engine = fastest_engine(remaining)
    except OverflowError as error:
        return Solution(None, note=str(error))
    if clock is None:
        clock = Clock(seconds)  # after compiling, which is not counted
    with ClockWatcher.for_flag(clock, engine.stop_flag):
        return _Solver(state, remaining, engine, progress=progress).run(clock)


def _score_difference(scores: tuple[float, ...]) -> float:
    return scores[0] - scores[1] if len(scores) > 1 else scores[0]


def _literal_solution(state: Territory, fixed: float) -> Solution:
    """Return the solution for the rules in which no claim changes the final score difference."""
    now = fixed if state.blue == 0 else -fixed
    later = -abs(now) if state.is_before_swap else now
    values: dict[Move, float] = {
        move: -now if isinstance(move, TakeOver) else later for move in state.legal_moves
    }
    value = (max if state.turn == 0 else min)(values.values())
    line: list[Move] = []
    while state.outcome is None:
        take_over = state.may_take_over and now > 0
        line.append(TakeOver() if take_over else next(iter(state.legal_moves)))
        state = state.play(line[-1])
    return Solution(
        value, line[0], tuple(line), values=values, note="no claim changes the difference"
    )


class _Solver:
    """The solver of one position for two players.

    The search engine stores a move as the index of a tile.
    """

    def __init__(
        self,
        state: Territory,
        remaining: RemainingTiles,
        engine: NullWindowSearch,
        *,
        progress: bool,
    ) -> None:
        self.state, self.remaining, self.engine, self.progress = state, remaining, engine, progress
        self.values: dict[Move, float] = {}

    def run(self, clock: Clock) -> Solution:
        """Prove the value, the best moves and the values of all other moves; return the solution.

        An interrupt stops the clock and ends the search; the solution has the values proved.
        """
        parts = self._prove_before_swap if self.state.is_before_swap else self._prove_all
        value: float | None = None
        line: list[Move] = []
        ended = "not proved within the time"
        try:
            for value, line in parts():  # noqa: B007 - the last of them counts
                pass
        except OutOfTimeError:
            pass
        except KeyboardInterrupt:
            clock.stop.set()
            ended = "interrupted before there was a proof"
        note = "" if value is not None else ended
        best = line[0] if line else None
        return Solution(value, best, tuple(line), self.engine.nodes, self.values, note)

    def _prove_all(self) -> Iterator[tuple[float, list[Move]]]:
        """Yield the value and the sequence of best moves.

        Yield both again after the values of all moves are proved.
        """
        start, remaining = self.remaining.start, self.remaining
        value = prove_value(self.engine, start)
        difference = remaining.final_difference(value, start.seat)
        line = self._to_moves(best_line(self.engine, start, value))
        if self.state.may_take_over:
            # A takeover exchanges the seats, so its value is the negative one.
            self.values[TakeOver()] = -difference
            if difference > 0:
                difference, line = -difference, [TakeOver(), *line]
        yield difference, line
        for bit in self._iter_bits():
            after = self._prove_claim(bit, value)
            self.values[self._to_move(bit)] = remaining.final_difference(after, start.seat)
        yield difference, line

    def _prove_before_swap(self) -> Iterator[tuple[float, list[Move]]]:
        """Yield the value and the best moves if the opponent may swap after the first claim."""
        start, remaining = self.remaining.start, self.remaining
        best, chosen, guess = -inf, 0, 0
        for bit in self._iter_bits():
            guess = self._prove_claim(bit, guess)
            lead = remaining.final_difference(guess, start.seat)
            self.values[self._to_move(bit)] = -abs(lead)
            if -abs(lead) > best:
                best, chosen = -abs(lead), bit
        after = remaining.position_after(start, chosen)
        line = self._to_moves(best_line(self.engine, after, prove_value(self.engine, after)))
        first = self._to_move(chosen)
        lead = remaining.final_difference(self._prove_claim(chosen, 0), start.seat)
        yield best, [first, *([TakeOver()] if lead > 0 else []), *line]

    def _iter_bits(self) -> Iterator[int]:
        """Yield the moves as tile indices, the best one first, with a progress bar."""
        bits = list(tiles_of(self.remaining.claimable(self.remaining.start)))
        first = self.engine.best_move(self.remaining.start)
        bits.sort(key=lambda bit: (bit != first, bit))
        return progress_bar(bits, "values of the moves", is_shown=self.progress)

    def _prove_claim(self, bit: int, guess: int) -> int:
        """Return the proved value of a claim for the player who makes it.

        A good guess of the value shortens the proof.
        """
        start = self.remaining.start
        gain = self.remaining.gains[start.seat][bit]
        return gain - prove_value(
            self.engine, self.remaining.position_after(start, bit), gain - guess
        )

    def _to_move(self, bit: int) -> Move:
        return self.state.board.claims[self.remaining.tiles[bit]]

    def _to_moves(self, bits: list[int]) -> list[Move]:
        return [self._to_move(bit) for bit in bits]
