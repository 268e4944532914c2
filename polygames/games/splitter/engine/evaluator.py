"""What the agents know of a pad: its arrays, its learned tables, and how they rank placements."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files
from math import ceil, log2, sqrt
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from polygames.games.splitter.engine.delta import best, best_of_all
from polygames.games.splitter.engine.kernel import LEFT, ROOM, blank, read
from polygames.games.splitter.engine.layout import SHAPES, layout
from polygames.games.splitter.engine.search import (
    GAMES,
    expected,
    look_ahead,
    placements,
    sample,
    write,
)
from polygames.games.splitter.engine.values import base
from polygames.games.splitter.rules import Placement, written
from polygames.games.splitter.scoring import Score
from polygames.search.analysis import MoveValue
from polygames.search.clock import Clock, Watch
from polygames.search.kernels import HAS_NUMBA, seeded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from polygames.games.splitter.engine.features import Floats
    from polygames.games.splitter.engine.kernel import Ints
    from polygames.games.splitter.engine.search import Doubles
    from polygames.games.splitter.pads import Pad
    from polygames.games.splitter.rules import Splitter
    from polygames.games.splitter.scoring import Sheet

__all__ = ["Ranking", "Thinking", "tables", "thinking"]

Ranking: TypeAlias = "Sequence[MoveValue]"
"""Placements with what they are worth, best first."""

TRUST = 20
"""For how many games the value from one round ahead counts."""
CLEARLY = 2.5
"""How many standard errors worse than the best is clearly worse."""
Z = 1.96
"""For intervals of 95%."""


@lru_cache(maxsize=8)
def thinking(pad: Pad) -> Thinking | Plain:
    """Return what is known of a pad; of one too large for the kernel, points only."""
    return Thinking(pad) if len(pad.places) <= ROOM else Plain(pad)


@lru_cache(maxsize=8)
def tables(name: str) -> Floats:
    """Load the learned tables of a pad: ``"A"``, ``"B"``, or ``"any"`` for one of one's own."""
    with as_file(files(__package__) / "data" / f"{name}.npz") as path, np.load(path) as stored:
        weights: Floats = stored["weights"].astype(np.float32)
    return weights


class Thinking:
    """Ranks the placements of a state by the learned values.

    Parameters
    ----------
    pad
        The pad; OverflowError if it is too large.
    """

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.p = layout(pad, SHAPES if pad.name else ())
        self.w = tables(pad.name or "any")
        self._empty = blank(self.p)

    def sheet(self, sheet: Sheet) -> Ints:
        """Return a sheet as the kernel's array."""
        a = self._empty.copy()
        read(a, self.p, np.array(sheet, np.int64))
        return a

    def value(self, sheet: Sheet) -> float:
        """Return the total at the end that a sheet lets expect, before the dice."""
        a = self.sheet(sheet)
        return float(base(a, self.p, self.w, int(a[LEFT])))

    def expected(self, sheet: Sheet) -> float:
        """Return the same, from one round ahead."""
        return float(expected(self.sheet(sheet), self.p, self.w))

    def luck(self, state: Splitter) -> float:
        """Return what the roll is worth beyond a mean one, if each is written best by the values.

        Its mean is 0, whoever plays: the total less the luck of all rounds has the mean of the
        total and far less spread (Burch et al., AIVAT, 2018).
        """
        a, high, low = self._read(state)
        return float(best(a, self.p, self.w, high, low)[1] - best_of_all(a, self.p, self.w))

    def at_once(self, state: Splitter) -> Ranking:
        """Rank all placements by the value of the sheet after them."""
        a, high, low = self._read(state)
        codes, values = self._room()
        n = placements(a, self.p, self.w, high, low, codes, values)
        return self._ranking(state, codes[:n], values[:n])

    def one_round(self, state: Splitter, top: int) -> Ranking:
        """Rank the most promising placements by what they are worth one round later."""
        a, high, low = self._read(state)
        codes, values = self._room()
        n = look_ahead(a, self.p, self.w, high, low, min(top, ROOM), codes, values)
        return self._ranking(state, codes[:n], values[:n])

    def by_games(
        self,
        state: Splitter,
        clock: Clock,
        rng: Random,
        *,
        top: int,
        visits: int | None,
        rounds: int,
    ) -> Ranking:
        """Rank the most promising placements by games played on, all with the same dice.

        Each time the worse half is given up, and what is clearly worse before, so that the best
        are told apart by most games (sequential halving: Karnin, Koren and Somekh, 2013). A
        placement's value one round ahead counts for `TRUST` games.
        """
        a, high, low = self._read(state)
        codes, values = self._room()
        if HAS_NUMBA:
            n = look_ahead(a, self.p, self.w, high, low, min(top, ROOM), codes, values)
        else:  # looking ahead would use up the time
            n = min(top, placements(a, self.p, self.w, high, low, codes, values))
        if n == 1 or a[LEFT] == 1:
            return self._ranking(state, codes[:n], values[:n])
        sheets = np.stack([a] * n)
        for sheet, code in zip(sheets, codes[:n], strict=True):
            write(sheet, self.p, code, high, low)
        trials = Trials(self, sheets, values[:n], rng)
        trials.run(clock, visits, min(rounds, self.pad.rounds))
        first = trials.alive[0]
        ranked = sorted(range(n), key=lambda i: (i != first, -trials.value(i)))
        return [self._value(state, int(codes[i]), trials, i) for i in ranked]

    def _read(self, state: Splitter) -> tuple[Ints, int, int]:
        if state.roll is None:
            msg = "the dice move next: there is nothing to write"
            raise ValueError(msg)
        return self.sheet(state.sheets[state.turn]), state.roll.high, state.roll.low

    def _room(self) -> tuple[Ints, Doubles]:
        return np.empty(ROOM, np.int64), np.empty(ROOM)

    def _move(self, state: Splitter, code: int) -> Placement:
        assert state.roll is not None  # noqa: S101 - `_read` has seen to it
        cell = self.pad.slots[code >> 1][code & 1]
        return Placement(*self.pad.places[cell], state.roll.high)

    def _ranking(self, state: Splitter, codes: Ints, values: Doubles) -> Ranking:
        moves = [self._move(state, int(code)) for code in codes]
        return [
            MoveValue(move, float(value), float(value), float(value))
            for move, value in zip(moves, values, strict=True)
        ]

    def _value(self, state: Splitter, code: int, trials: Trials, i: int) -> MoveValue:
        value, error = trials.value(i), trials.error(i)
        move = self._move(state, code)
        return MoveValue(move, value, value - Z * error, value + Z * error, int(trials.count[i]))


class Trials:
    """Games played on from several sheets, with the same dice for all."""

    def __init__(self, mind: Thinking, sheets: Ints, prior: Doubles, rng: Random) -> None:
        n = len(sheets)
        self.mind = mind
        self.sheets = sheets
        self.prior = prior.copy()
        self.sums, self.products = np.zeros(n), np.zeros((n, n))
        self.count = np.zeros(n, np.int64)
        self.alive = list(range(n))
        """The sheets that may be the best, best first."""
        self._dice = seeded(rng.getrandbits(62))
        self._flag = np.zeros(1, np.uint8)

    def run(self, clock: Clock, visits: int | None, rounds: int) -> None:
        """Play, giving up the worse half again and again, until one is left or time is over."""
        while len(self.alive) > 1 and clock:
            halvings = ceil(log2(len(self.alive)))
            share = None if clock.left is None else max(1e-3, clock.left / halvings)
            spent = int(self.count.sum())
            until = None if visits is None else spent + (visits - spent) // halvings
            self._halve(Clock(share, clock.stop), until, rounds)

    def value(self, i: int) -> float:
        """Return what a sheet seems worth."""
        return float((self.sums[i] + TRUST * self.prior[i]) / (self.count[i] + TRUST))

    def error(self, i: int, other: int | None = None) -> float:
        """Return the standard error of the mean of its games, or of how far another's differs.

        It is that of games drawn one by one; dealt as they are they err less. Before the second
        game it is 0.
        """
        n = self.count[i]
        if n <= 1:
            return 0.0
        mean, square = self.sums[i] / n, self.products[i, i]
        if other is not None:
            mean -= self.sums[other] / n
            square += self.products[other, other] - 2 * self.products[i, other]
        return sqrt(max(0.0, square / n - mean**2) / (n - 1))

    def _halve(self, clock: Clock, until: int | None, rounds: int) -> None:
        """Play from all until so many games are played, then give up the worse half.

        What is clearly worse than the best is given up at once.
        """
        half = (len(self.alive) + 1) // 2
        with Watch.for_flag(clock, self._flag):
            while len(self.alive) > half:
                games = GAMES
                if until is not None:
                    games = min(GAMES, (until - int(self.count.sum())) // len(self.alive))
                if games < 1 or self._play(games, rounds) < games:
                    break
                first = self.alive[0]
                self.alive = [i for i in self.alive if not self._is_worse(i, first)]
        del self.alive[half:]

    def _is_worse(self, i: int, other: int) -> bool:
        """Say whether a sheet is clearly worse than another; few games do not tell."""
        clearly = CLEARLY * self.error(other, i)
        return bool(self.count[i] >= GAMES and self.value(other) - self.value(i) > clearly)

    def _play(self, games: int, rounds: int) -> int:
        """Play games from all that are left, the same from each; return how many."""
        alive = np.array(self.alive)
        sums, products = np.zeros(len(alive)), np.zeros((len(alive), len(alive)))
        sheets, p, w, rng = self.sheets[alive], self.mind.p, self.mind.w, self._dice
        with np.errstate(over="ignore"):  # the dice's numbers overflow where not compiled
            played = int(sample(sheets, p, w, rng, rounds, games, sums, products, self._flag))
        self.sums[alive] += sums
        self.products[np.ix_(alive, alive)] += products
        self.count[alive] += played
        self.alive.sort(key=lambda i: -self.value(i))
        return played


class Plain:
    """Ranks placements by the points on the sheet and half of what it could still gain.

    It serves where a pad is too large for the kernel.
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

    def at_once(self, state: Splitter) -> Ranking:
        """Rank all placements by the value of the sheet after them."""
        roll, sheet = state.roll, state.sheets[state.turn]
        assert roll is not None  # noqa: S101 - agents roll the dice themselves
        values = [
            (self.value(written(self.pad, sheet, roll, move)), move) for move in state.placements
        ]
        values.sort(key=lambda pair: -pair[0])
        return [MoveValue(move, value, value, value) for value, move in values]

    def one_round(self, state: Splitter, top: int) -> Ranking:
        """Rank the most promising placements."""
        return self.at_once(state)[:top]

    def by_games(self, state: Splitter, clock: Clock, rng: Random, **limits: Any) -> Ranking:
        """Rank the most promising placements."""
        del clock, rng
        return self.one_round(state, limits["top"])
