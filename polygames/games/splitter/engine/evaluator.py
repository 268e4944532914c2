"""How the placements of a state are ranked: by the learned value of a pad, or by points only."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files
from operator import mul
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.core.analysis import MoveValue
from polygames.games.splitter.engine.apply_roll import read, write
from polygames.games.splitter.engine.evaluation import static_value
from polygames.games.splitter.engine.halving import SequentialHalving
from polygames.games.splitter.engine.layout import MOST_CELLS, SHAPES, layout
from polygames.games.splitter.engine.search import (
    best_placement,
    expected,
    expectimax,
    mean_best,
    outlooks,
    placements,
)
from polygames.games.splitter.engine.sheet import ROUNDS_LEFT, blank
from polygames.games.splitter.rules import Placement, written
from polygames.games.splitter.scoring import Score
from polygames.runtime.arrays import np
from polygames.runtime.clock import Clock
from polygames.runtime.compiling import HAS_NUMBA

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.splitter.engine.delta import Doubles
    from polygames.games.splitter.engine.features import Floats
    from polygames.games.splitter.engine.layout import Ints
    from polygames.games.splitter.pads import Pad
    from polygames.games.splitter.rules import Splitter
    from polygames.games.splitter.scoring import Sheet

RankedMoves: TypeAlias = "Sequence[MoveValue]"
"""Placements with what they are worth, best first."""

ROUNDS = 8
"""How many rounds an analysis plays on before the values stand for the rest."""

SEVERAL = 4
"""How many placements are looked at between two answers where nothing is compiled."""

Z = 1.96
"""For intervals of 95%."""

CHANCES = [(1 if one == two else 2) / 36 for one in range(1, 7) for two in range(1, one + 1)]
"""How likely each roll is, from 1-1 to 6-6."""

OPENING, KEPT = 3, 2_000
"""In the first rounds the same sheets come again and again: so many of them are remembered."""


@lru_cache(maxsize=8)
def evaluator_of(pad: Pad) -> Evaluator:
    """Return how sheets of a pad are judged; where it is too large to compile, by points only."""
    return LearnedEvaluator(pad) if len(pad.places) <= MOST_CELLS else PointsEvaluator(pad)


@lru_cache(maxsize=8)
def learned_weights(name: str) -> Floats:
    """Load the learned weights of a pad: ``"A"``, ``"B"``, or ``"any"`` for any other."""
    with as_file(files(__package__) / "data" / f"{name}.npz") as path, np.load(path) as stored:
        weights: Floats = stored["weights"].astype(np.float32)
    return weights


class LearnedEvaluator:
    """Ranks the placements of a state by the learned value of a sheet.

    Parameters
    ----------
    pad
        The pad; OverflowError if it is too large.
    """

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.p = layout(pad, SHAPES if pad.name else ())
        self.w = learned_weights(pad.name or "any")
        self._empty = blank(self.p)
        self._known = lru_cache(KEPT)(self._outlooks)

    def sheet(self, sheet: Sheet) -> Ints:
        """Return a sheet as the array of sheet.py."""
        a = self._empty.copy()
        read(a, self.p, np.array(sheet, np.int64))
        return a

    def value(self, sheet: Sheet) -> float:
        """Return the total at the end that a sheet lets expect, before the dice."""
        a = self.sheet(sheet)
        return float(static_value(a, self.p, self.w, int(a[ROUNDS_LEFT])))

    def expected(self, sheet: Sheet) -> float:
        """Return the same, from one round ahead."""
        return float(expected(self.sheet(sheet), self.p, self.w))

    def luck(self, state: Splitter) -> float:
        """Return what the roll is worth beyond a mean one, if each is written best by the values.

        Its mean is 0, whoever plays: the total less the luck of all rounds has the mean of the
        total and far less spread (Burch, Schmid, Moravcik, Morrill and Bowling, AIVAT: a new
        variance reduction technique for agent evaluation in imperfect information games, 2018).
        """
        a, high, low = self._read(state)
        change = best_placement(a, self.p, self.w, high, low)[1]
        return float(change - mean_best(a, self.p, self.w))

    def prospects(self, state: Splitter) -> tuple[float, float]:
        """Return the total that is expected before a roll and after it, one round further ahead.

        The mean of what is expected after it, over all rolls, is what is expected before.
        """
        if HAS_NUMBA and state.roll is not None:
            look = self._known if state.round < OPENING else self._outlooks
            after = look(state.sheets[state.turn])
            before = sum(map(mul, after, CHANCES))
            return before, after[state.roll.high * (state.roll.high - 1) // 2 + state.roll.low - 1]
        before = float(expected(self._read(state)[0], self.p, self.w))
        return before, before + self.luck(state)

    def _outlooks(self, sheet: Sheet) -> list[float]:
        """Return what a sheet is worth after each roll, two rounds ahead."""
        return [float(each) for each in outlooks(self.sheet(sheet), self.p, self.w)]

    def by_value(self, state: Splitter) -> RankedMoves:
        """Rank all placements by the value of the sheet after them."""
        a, high, low = self._read(state)
        codes, values = self._buffers()
        n = placements(a, self.p, self.w, high, low, codes, values)
        return self._ranking(state, codes[:n], values[:n])

    def by_expectimax(self, state: Splitter, top: int) -> RankedMoves:
        """Rank the most promising placements by expectimax: what they are worth one round later."""
        a, high, low = self._read(state)
        codes, values = self._buffers()
        n = expectimax(a, self.p, self.w, high, low, min(top, MOST_CELLS), codes, values)
        return self._ranking(state, codes[:n], values[:n])

    def ahead(self, state: Splitter, clock: Clock) -> Iterator[RankedMoves]:
        """Yield all placements by value, then, as time allows, the best ones one round later."""
        a, high, low = self._read(state)
        codes, values = self._buffers()
        n = placements(a, self.p, self.w, high, low, codes, values)
        yield self._ranking(state, codes[:n], values[:n])
        for i in range(n if a[ROUNDS_LEFT] > 1 else 0):
            if not clock:
                break
            after = a.copy()
            write(after, self.p, codes[i], high, low)
            values[i] = expected(after, self.p, self.w)
            if i % SEVERAL == SEVERAL - 1 or i == n - 1:
                ranked = sorted(
                    self._ranking(state, codes[:n], values[:n]), key=lambda each: -each.value
                )
                yield ranked

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
        """Rank the most promising placements by rollouts, as halving.py shares them out."""
        a, high, low = self._read(state)
        codes, values = self._buffers()
        if HAS_NUMBA:
            n = expectimax(a, self.p, self.w, high, low, min(top, MOST_CELLS), codes, values)
        else:  # looking ahead would use up the time
            n = min(top, placements(a, self.p, self.w, high, low, codes, values))
        if n == 1 or a[ROUNDS_LEFT] == 1:
            return self._ranking(state, codes[:n], values[:n])
        sheets = np.stack([a] * n)
        for sheet, code in zip(sheets, codes[:n], strict=True):
            write(sheet, self.p, code, high, low)
        halving = SequentialHalving(self.p, self.w, sheets, values[:n], rng)
        halving.run(clock, visits, min(rounds, self.pad.rounds))
        first = halving.alive[0]
        ranked = sorted(range(n), key=lambda i: (i != first, -halving.value(i)))
        return [self._value(state, int(codes[i]), halving, i) for i in ranked]

    def games(self, state: Splitter, rng: Random) -> GamesFromAll | None:
        """Return games to play on from all placements; None where they would show nothing more."""
        a, high, low = self._read(state)
        codes, values = self._buffers()
        if not HAS_NUMBA or a[ROUNDS_LEFT] == 1:
            return None
        n = expectimax(a, self.p, self.w, high, low, MOST_CELLS, codes, values)
        sheets = np.stack([a] * n)
        for sheet, code in zip(sheets, codes[:n], strict=True):
            write(sheet, self.p, code, high, low)
        halving = SequentialHalving(self.p, self.w, sheets, values[:n], rng)
        moves = [self._move(state, int(code)) for code in codes[:n]]
        return GamesFromAll(halving, moves, ROUNDS)

    def _read(self, state: Splitter) -> tuple[Ints, int, int]:
        """Return the sheet of the seat to move, and the roll; ValueError without one."""
        if state.roll is None:
            msg = "the dice move next: there is nothing to write"
            raise ValueError(msg)
        return self.sheet(state.sheets[state.turn]), state.roll.high, state.roll.low

    def _buffers(self) -> tuple[Ints, Doubles]:
        return np.empty(MOST_CELLS, np.int64), np.empty(MOST_CELLS)

    def _move(self, state: Splitter, code: int) -> Placement:
        """Return a placement: a code is twice the number of a slot, plus 1 for its other side."""
        assert state.roll is not None  # noqa: S101 - `_read` has seen to it
        cell = self.pad.slots[code >> 1][code & 1]
        return Placement(*self.pad.places[cell], state.roll.high)

    def _ranking(self, state: Splitter, codes: Ints, values: Doubles) -> RankedMoves:
        """Return the placements with their values, each known without an interval."""
        moves = [self._move(state, int(code)) for code in codes]
        return [
            MoveValue(move, float(value), float(value), float(value))
            for move, value in zip(moves, values, strict=True)
        ]

    def _value(self, state: Splitter, code: int, halving: SequentialHalving, i: int) -> MoveValue:
        return _value_of(self._move(state, code), halving, i)


def _value_of(move: Placement, halving: SequentialHalving, i: int) -> MoveValue:
    value, half = halving.value(i), Z * halving.error(i)
    return MoveValue(move, value, value - half, value + half, int(halving.count[i]))


class GamesFromAll:
    """Games played on from every placement, more from the better ones.

    Parameters
    ----------
    halving
        Plays them.
    moves
        The placements, in the order of its sheets.
    rounds
        How many rounds to play on at most.
    """

    def __init__(self, halving: SequentialHalving, moves: Sequence[Placement], rounds: int) -> None:
        self.halving, self.moves, self.rounds = halving, moves, rounds

    def warm_up(self) -> None:
        """Compile what plays the games, if it has to be compiled."""
        other = SequentialHalving(
            self.halving.p,
            self.halving.w,
            self.halving.sheets[:1],
            self.halving.prior[:1],
            Random(0),
        )
        other.play_on(Clock(None), 0)

    def deepen(self, clock: Clock) -> Iterator[RankedMoves]:
        """Yield what is known of all placements, at first by expectimax, until time is over."""
        yield self.known()
        while clock and self.halving.play_on(clock, self.rounds):
            yield self.known()

    def known(self) -> RankedMoves:
        """Return all placements with what they seem worth."""
        return [_value_of(move, self.halving, i) for i, move in enumerate(self.moves)]


class PointsEvaluator:
    """Ranks placements by the points on the sheet and half of what it could still gain.

    It serves where a pad is too large for a compiled sheet.
    """

    def __init__(self, pad: Pad) -> None:
        self.pad = pad

    def value(self, sheet: Sheet) -> float:
        """Return the points and half of what could be gained."""
        score = Score(self.pad, sheet)
        return (score.total + score.possible) / 2

    expected = value

    def luck(self, state: Splitter) -> float:
        """Return 0: a roll's luck is not known here."""
        del state
        return 0.0

    def prospects(self, state: Splitter) -> tuple[float, float]:
        """Return the same total twice: a roll's luck is not known here."""
        worth = self.value(state.sheets[state.turn])
        return worth, worth

    def by_value(self, state: Splitter) -> RankedMoves:
        """Rank all placements by the value of the sheet after them."""
        roll, sheet = state.roll, state.sheets[state.turn]
        assert roll is not None  # noqa: S101 - agents roll the dice themselves
        values = [
            (self.value(written(self.pad, sheet, roll, move)), move) for move in state.placements
        ]
        values.sort(key=lambda pair: -pair[0])
        return [MoveValue(move, value, value, value) for value, move in values]

    def by_expectimax(self, state: Splitter, top: int) -> RankedMoves:
        """Rank the most promising placements."""
        return self.by_value(state)[:top]

    def ahead(self, state: Splitter, clock: Clock) -> Iterator[RankedMoves]:
        """Yield all placements by value."""
        del clock
        yield self.by_value(state)

    def games(self, state: Splitter, rng: Random) -> None:
        """Return None: no games are played on here."""
        del state, rng

    def by_rollouts(self, state: Splitter, clock: Clock, rng: Random, **limits: Any) -> RankedMoves:
        """Rank the most promising placements."""
        del clock, rng
        return self.by_expectimax(state, limits["top"])


Evaluator: TypeAlias = LearnedEvaluator | PointsEvaluator
