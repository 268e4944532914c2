"""The evaluators that rank the placements of a state: by learned values, or by points only."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files
from operator import mul
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.core.analysis import MoveValue
from polygames.games.splitter.engine.compiled_sheet import (
    MAX_COMPILED_CELLS,
    ROUNDS_LEFT,
    WINDOW_SHAPES,
    empty_sheet,
    fill_sheet,
    pad_array,
    write_roll,
)
from polygames.games.splitter.engine.rollouts import SequentialHalving
from polygames.games.splitter.engine.search import (
    best_placement,
    expected_value,
    mean_best_delta,
    rank_by_expectimax,
    rank_placements,
    totals_by_roll,
)
from polygames.games.splitter.engine.value_function import static_value
from polygames.games.splitter.rules import Placement
from polygames.games.splitter.scoring import Score
from polygames.runtime.jit import HAS_NUMBA, np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from polygames.games.splitter.engine.compiled_sheet import Ints
    from polygames.games.splitter.engine.search import Doubles
    from polygames.games.splitter.engine.value_function import Floats
    from polygames.games.splitter.pads import Pad
    from polygames.games.splitter.rules import Splitter
    from polygames.games.splitter.scoring import Sheet
    from polygames.runtime.clock import Clock

RankedMoves: TypeAlias = "Sequence[MoveValue]"
"""Placements with their values, best first."""

GAMES_PER_SECOND, EXPECTIMAX_PER_SECOND = 12_000, 20
"""The number of rollouts in a second of work, and of expectimax looks without numba."""
ROLLOUT_ROUNDS = 8
"""The length of a rollout of an analysis, in rounds, before the static evaluation."""

PLACEMENTS_PER_SLICE = 4
"""The number of placements between two results of an uncompiled analysis."""

Z95 = 1.96
"""The number of standard errors for an interval of 95%."""

ROLL_PROBABILITIES = [
    (1 if one == two else 2) / 36 for one in range(1, 7) for two in range(1, one + 1)
]
"""The probability of each of the 21 rolls, from 1-1 to 6-6."""

CACHED_ROUNDS, CACHE_SIZE = 3, 2_000
"""The number of first rounds whose outlooks are cached, as their sheets recur; the cache size."""


@lru_cache(maxsize=8)
def evaluator_of(pad: Pad) -> Evaluator:
    """Return a learned evaluator for a pad, or one that only counts points if it is too large."""
    return LearnedEvaluator(pad) if len(pad.places) <= MAX_COMPILED_CELLS else PointsEvaluator(pad)


@lru_cache(maxsize=8)
def learned_weights(name: str) -> Floats:
    """Load the learned weights of a pad: ``"A"``, ``"B"``, or ``"any"`` for a custom one."""
    with as_file(files(__package__) / "data" / f"{name}.npz") as path, np.load(path) as stored:
        weights: Floats = stored["weights"].astype(np.float32)
    return weights


class LearnedEvaluator:
    """An evaluator that ranks placements by the learned value of the sheet."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.p = pad_array(pad, WINDOW_SHAPES if pad.name else ())
        self.w = learned_weights(pad.name or "any")
        self._empty_sheet = empty_sheet(self.p)
        self._cached_outlooks = lru_cache(CACHE_SIZE)(self._outlooks)

    def to_array(self, numbers: Sheet) -> Ints:
        """Return a sheet as an array in the format of compiled_sheet.py."""
        a = self._empty_sheet.copy()
        fill_sheet(a, self.p, np.array(numbers, np.int64))
        return a

    def value(self, sheet: Sheet) -> float:
        """Return the expected final total of a sheet before a roll, by static evaluation."""
        a = self.to_array(sheet)
        return float(static_value(a, self.p, self.w, int(a[ROUNDS_LEFT])))

    def expectimax_value(self, sheet: Sheet) -> float:
        """Return the expected final total of a sheet before a roll, by expectimax."""
        return float(expected_value(self.to_array(sheet), self.p, self.w))

    def luck(self, state: Splitter) -> float:
        """Return the luck of the roll: its value less the mean value of all rolls.

        Its mean is 0 for every player, so the total less the luck of all rounds has the same
        mean as the total, with far less variance (Burch, Schmid, Moravcik, Morrill and Bowling,
        AIVAT: a new variance reduction technique for agent evaluation in imperfect information
        games, 2018).
        """
        a, high, low = self._sheet_and_roll(state)
        change = best_placement(a, self.p, self.w, high, low)[1]
        return float(change - mean_best_delta(a, self.p, self.w))

    def expected_scores(self, state: Splitter) -> tuple[float, float]:
        """Return the expected final total before and after the roll, by a search two rounds ahead.

        The value before the roll is the mean over all rolls of the value after it.
        """
        if HAS_NUMBA and state.roll is not None:
            look = self._cached_outlooks if state.round < CACHED_ROUNDS else self._outlooks
            after = look(state.sheets[state.turn])
            before = sum(map(mul, after, ROLL_PROBABILITIES))
            return before, after[state.roll.high * (state.roll.high - 1) // 2 + state.roll.low - 1]
        before = float(expected_value(self._sheet_and_roll(state)[0], self.p, self.w))
        return before, before + self.luck(state)

    def _outlooks(self, sheet: Sheet) -> list[float]:
        return [float(each) for each in totals_by_roll(self.to_array(sheet), self.p, self.w)]

    def by_value(self, state: Splitter) -> RankedMoves:
        """Rank all placements by the static evaluation of the sheet after them."""
        return self._to_move_values(state, *self._rank_codes(state))

    def by_expectimax(self, state: Splitter, top: int) -> RankedMoves:
        """Rank the `top` placements with the best static values by expectimax."""
        return self._to_move_values(state, *self._rank_codes(state, top))

    def by_rollouts(
        self,
        state: Splitter,
        clock: Clock,
        rng: Random,
        *,
        top: int,
        visits: int | None,
        rounds: int,
    ) -> RankedMoves:
        """Rank the `top` placements by rollouts that sequential halving distributes among them."""
        # Uncompiled, the expectimax search would use up the time.
        codes, values = self._rank_codes(state, top if HAS_NUMBA else None)
        codes, values = codes[:top], values[:top]
        if len(codes) == 1 or state.round + 1 == self.pad.rounds:
            return self._to_move_values(state, codes, values)
        halving = self._new_halving(state, codes, values, rng)
        halving.run_halving(clock, visits, min(rounds, self.pad.rounds))
        found = _to_ranked_moves(self._to_placements(state, codes), halving)
        first = found[halving.candidates[0]]
        return sorted(found, key=lambda each: (each is not first, -each.value))

    def deepen(
        self, state: Splitter, clock: Clock, rng: Random, extra_moves: Sequence[Placement] = ()
    ) -> Iterator[RankedMoves]:
        """Yield ever more precise rankings of all placements until time runs out.

        Expectimax one round ahead comes first, then rollouts: more for better placements, and for
        those in `extra_moves` as many as for the best one.
        """
        if not HAS_NUMBA:
            yield from self._deepen_uncompiled(state, clock, extra_moves)
            return
        is_last = state.round + 1 == self.pad.rounds
        with clock.exclude_compilation():  # includes compilation
            codes, values = self._rank_codes(state, MAX_COMPILED_CELLS)
            halving, moves = (
                self._new_halving(state, codes, values, rng),
                self._to_placements(state, codes),
            )
            halving.retained = [i for i, move in enumerate(moves) if move in extra_moves]
            if not is_last:
                halving.warm_up()
        yield self._to_move_values(state, codes, values)
        most, spent = clock.take_step_budget(GAMES_PER_SECOND), halving.count.sum
        while (
            not is_last
            and clock
            and spent() < most
            and halving.continue_rollouts(clock, ROLLOUT_ROUNDS)
        ):
            yield _to_ranked_moves(moves, halving)

    def _deepen_uncompiled(
        self, state: Splitter, clock: Clock, extra_moves: Sequence[Placement]
    ) -> Iterator[RankedMoves]:
        """Yield a ranking by static evaluation, then rankings with ever more expectimax values.

        The placements in `extra_moves` are searched first.
        """
        a, high, low = self._sheet_and_roll(state)
        codes, values = self._rank_codes(state)
        yield self._to_move_values(state, codes, values)
        moves, most = (
            self._to_placements(state, codes),
            clock.take_step_budget(EXPECTIMAX_PER_SECOND),
        )
        last = len(codes) - 1 if a[ROUNDS_LEFT] > 1 else -1
        for n, i in enumerate(sorted(range(last + 1), key=lambda i: moves[i] not in extra_moves)):
            if not clock or n >= most:
                break
            after = a.copy()
            write_roll(after, self.p, codes[i], high, low)
            values[i] = expected_value(after, self.p, self.w)
            if n % PLACEMENTS_PER_SLICE == PLACEMENTS_PER_SLICE - 1 or n == last:
                yield sorted(
                    self._to_move_values(state, codes, values), key=lambda each: -each.value
                )

    def _sheet_and_roll(self, state: Splitter) -> tuple[Ints, int, int]:
        """Return the mover's sheet as an array and the two numbers rolled.

        Raise ValueError without a roll.
        """
        if state.roll is None:
            msg = "the dice move next: roll them first"
            raise ValueError(msg)
        return self.to_array(state.sheets[state.turn]), state.roll.high, state.roll.low

    def _rank_codes(self, state: Splitter, top: int | None = None) -> tuple[Ints, Doubles]:
        """Return placement codes and values.

        All by static evaluation, or the `top` by expectimax.
        """
        a, high, low = self._sheet_and_roll(state)
        codes, values = np.empty(MAX_COMPILED_CELLS, np.int64), np.empty(MAX_COMPILED_CELLS)
        if top is None:
            n = rank_placements(a, self.p, self.w, high, low, codes, values)
        else:
            n = rank_by_expectimax(
                a, self.p, self.w, high, low, min(top, MAX_COMPILED_CELLS), codes, values
            )
        return codes[:n], values[:n]

    def _new_halving(
        self, state: Splitter, codes: Ints, values: Doubles, rng: Random
    ) -> SequentialHalving:
        """Return a `SequentialHalving` search over the sheets that result from some placements."""
        a, high, low = self._sheet_and_roll(state)
        sheets = np.stack([a] * len(codes))
        for sheet, code in zip(sheets, codes, strict=True):
            write_roll(sheet, self.p, code, high, low)
        return SequentialHalving(self.p, self.w, sheets, values, rng)

    def _to_placements(self, state: Splitter, codes: Ints) -> list[Placement]:
        """Return the placements of codes: a code is ``2 * slot``, plus 1 for the right cell."""
        assert state.roll is not None  # noqa: S101 - `_sheet_and_roll` has checked it
        cells = (self.pad.slots[int(code) >> 1][int(code) & 1] for code in codes)
        return [Placement(*self.pad.places[cell], state.roll.high) for cell in cells]

    def _to_move_values(self, state: Splitter, codes: Ints, values: Doubles) -> RankedMoves:
        """Return the placements with their values, without intervals."""
        known = zip(self._to_placements(state, codes), map(float, values), strict=True)
        return [MoveValue(move, value, value, value) for move, value in known]


def _to_ranked_moves(moves: Sequence[Placement], halving: SequentialHalving) -> RankedMoves:
    """Return the placements with their rollout values and 95% intervals, in the given order."""
    found = []
    for i, move in enumerate(moves):
        value, half = (
            halving.mean_value(i),
            Z95 * halving.standard_error(i) + halving.prior_shift(i),
        )
        found.append(MoveValue(move, value, value - half, value + half, int(halving.count[i])))
    return found


class PointsEvaluator:
    """An evaluator that ranks placements by points and half of the possible gain.

    It is used for pads that are too large for a compiled sheet.
    """

    def __init__(self, pad: Pad) -> None:
        self.pad = pad

    def value(self, sheet: Sheet) -> float:
        """Return the mean of the present points and the upper bound on the final total."""
        score = Score(self.pad, sheet)
        return (score.total + score.possible) / 2

    expectimax_value = value

    def luck(self, _: Splitter) -> float:
        """Return 0: this evaluator does not estimate luck."""
        return 0.0

    def expected_scores(self, state: Splitter) -> tuple[float, float]:
        """Return the value of the sheet as the expected total both before and after the roll."""
        worth = self.value(state.sheets[state.turn])
        return worth, worth

    def by_value(self, state: Splitter) -> RankedMoves:
        """Rank all placements by the value of the sheet after them, best first."""
        values = [(self.value(state.sheet_after(move)), move) for move in state.placements]
        values.sort(key=lambda pair: -pair[0])
        return [MoveValue(move, value, value, value) for value, move in values]

    def by_expectimax(self, state: Splitter, top: int) -> RankedMoves:
        """Return the `top` placements by value; this evaluator has no search."""
        return self.by_value(state)[:top]

    def by_rollouts(self, state: Splitter, *_: Any, top: int, **__: Any) -> RankedMoves:
        """Return the `top` placements by value; this evaluator has no rollouts."""
        return self.by_expectimax(state, top)

    def deepen(self, state: Splitter, *_: Any) -> Iterator[RankedMoves]:
        """Yield a single ranking of all placements by value."""
        yield self.by_value(state)


Evaluator: TypeAlias = LearnedEvaluator | PointsEvaluator
