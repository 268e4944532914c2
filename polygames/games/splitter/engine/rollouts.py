"""Rollouts from several sheets, with the same dice for all of them.

Each roll is placed for the best learned value, and after some rounds the static evaluation
replaces the rest of the game: truncated rollouts (Tesauro and Galperin, On-line policy improvement
using Monte-Carlo search, 1996). The same dice for all sheets are common random numbers: they reduce
the variance of differences (Glasserman and Yao, Some guidelines and guarantees for common random
numbers, 1992).

Sequential halving gives most rollouts to the best sheets: it drops the worse half again and again
(Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, 2013). Clearly worse
sheets are dropped earlier. The expectimax value of a sheet is a prior that counts as
`PRIOR_ROLLOUTS` rollouts.
"""

from __future__ import annotations

from math import ceil, log2, sqrt
from random import Random
from typing import TYPE_CHECKING

from polygames.games.splitter.engine.compiled_sheet import ROUNDS_LEFT, write_roll
from polygames.games.splitter.engine.search import best_placement, expected_value
from polygames.games.splitter.engine.value_function import static_value
from polygames.runtime.clock import Clock, ClockWatcher, create_stop_flag
from polygames.runtime.jit import compiled, np
from polygames.runtime.random_numbers import make_stream, random_below

if TYPE_CHECKING:
    from polygames.games.splitter.engine.compiled_sheet import Ints
    from polygames.games.splitter.engine.search import Doubles
    from polygames.games.splitter.engine.value_function import Floats
    from polygames.runtime.jit import npt
    from polygames.runtime.random_numbers import Rng


GAMES_PER_DEAL = 36
"""The number of games in a batch: one for each outcome of two dice."""


@compiled
def deal_dice(dice: Ints, rng: Rng) -> None:
    """Fill `dice` for `GAMES_PER_DEAL` games, so that each round has each of the 36 outcomes once.

    That is Latin hypercube sampling (McKay, Beckman and Conover, A comparison of three methods
    for selecting values of input variables in the analysis of output from a computer code, 1979):
    each single game has fair dice, but together the games have every roll in every round, which
    removes most of the luck from their mean. The shape of `dice` is (games, rounds, 2).
    """
    outcomes = np.arange(GAMES_PER_DEAL)
    for i in range(dice.shape[1]):
        for j in range(GAMES_PER_DEAL - 1, 0, -1):
            k = random_below(rng, j + 1)
            outcomes[j], outcomes[k] = outcomes[k], outcomes[j]
        for j in range(GAMES_PER_DEAL):
            dice[j, i, 0] = 1 + outcomes[j] // 6
            dice[j, i, 1] = 1 + outcomes[j] % 6


@compiled
def rollout(a: Ints, p: Ints, w: Floats, dice: Ints) -> float:
    """Play the given dice on sheet `a` by static evaluation; return the value at the end.

    The last round of a game needs no dice, since its mean over all rolls is computed exactly.
    """
    for i in range(len(dice)):
        x, y = dice[i, 0], dice[i, 1]
        code, _ = best_placement(a, p, w, x, y)
        write_roll(a, p, code, x, y)
    if a[ROUNDS_LEFT] <= 1:
        return expected_value(a, p, w)
    return static_value(a, p, w, a[ROUNDS_LEFT])


@compiled
def play_paired_rollouts(
    sheets: Ints,
    p: Ints,
    w: Floats,
    rng: Rng,
    rounds: int,
    games: int,
    sums: Doubles,
    products: Doubles,
    flag: npt.NDArray[np.uint8],
) -> int:
    """Play up to `GAMES_PER_DEAL` rollouts per sheet with the same dice; return their number.

    The values are added to `sums` and the products of each two sheets to `products`. Another thread
    can stop it by `flag`; a game that was not played for all sheets is discarded.
    """
    dice = np.empty((GAMES_PER_DEAL, max(0, min(rounds, sheets[0, ROUNDS_LEFT] - 1)), 2), np.int64)
    deal_dice(dice, rng)
    values = np.empty(len(sheets))
    for game in range(games):
        for i in range(len(sheets)):
            if flag[0]:
                return game
            values[i] = rollout(sheets[i].copy(), p, w, dice[game])
        for i in range(len(sheets)):
            sums[i] += values[i]
            for j in range(len(sheets)):  # for the errors of differences: the games are paired
                products[i, j] += values[i] * values[j]
    return games


# --- Sequential halving -------------------------------------------------------------------------


PRIOR_ROLLOUTS = 20
"""The weight of the expectimax value, in rollouts."""
MIN_COMPARED_SHEETS = 3
"""The least number of sheets that `SequentialHalving.continue_rollouts` plays."""
CUTOFF_SIGMAS = 2.5
"""The number of standard errors below the best from which a sheet is clearly worse."""


class SequentialHalving:
    """A search for the best of several sheets by rollouts with the same dice for all."""

    def __init__(self, p: Ints, w: Floats, sheets: Ints, prior: Doubles, rng: Random) -> None:
        n = len(sheets)
        self.p, self.w = p, w
        self.sheets = sheets
        self.prior = prior.copy()
        self.sums, self.products = np.zeros(n), np.zeros((n, n))
        self.count = np.zeros(n, np.int64)
        self.candidates = list(range(n))
        """The indices of the sheets that may be the best, best first."""
        self.retained: list[int] = []
        """The indices of the sheets that are never dropped by `continue_rollouts`."""
        self._dice = make_stream(rng.getrandbits(62))
        self._flag = create_stop_flag()

    def run_halving(self, clock: Clock, visits: int | None, rounds: int) -> None:
        """Play rollouts and halve the number of sheets until one is left or time is up."""
        while len(self.candidates) > 1 and clock:
            halvings = ceil(log2(len(self.candidates)))
            share = None if clock.seconds_left is None else max(1e-3, clock.seconds_left / halvings)
            spent = int(self.count.sum())
            until = None if visits is None else spent + (visits - spent) // halvings
            self._drop_worse_half(Clock(share, clock.stop), until, rounds)

    def warm_up(self) -> None:
        """Compile the rollout code, unless it is compiled already."""
        other = SequentialHalving(self.p, self.w, self.sheets[:1], self.prior[:1], Random(0))
        other.continue_rollouts(Clock(None), 0)

    def continue_rollouts(self, clock: Clock, rounds: int) -> bool:
        """Play `GAMES_PER_DEAL` rollouts from each candidate; return False if interrupted.

        The first call plays all sheets, later ones at least `MIN_COMPARED_SHEETS`.
        """
        sure = [i for i in self.candidates if not self._is_worse(i, self.candidates[0])]
        rivals = sure if len(sure) >= MIN_COMPARED_SHEETS else self.candidates[:MIN_COMPARED_SHEETS]
        self.candidates = [*dict.fromkeys([*rivals, *self.retained])]
        with ClockWatcher.for_flag(clock, self._flag):
            return self._play_rollouts(GAMES_PER_DEAL, rounds) == GAMES_PER_DEAL

    def mean_value(self, i: int) -> float:
        """Return the mean value of a sheet's rollouts, with its expectimax value as a prior."""
        return float(
            (self.sums[i] + PRIOR_ROLLOUTS * self.prior[i]) / (self.count[i] + PRIOR_ROLLOUTS)
        )

    def standard_error(self, i: int, second: int | None = None) -> float:
        """Return the standard error of a sheet's mean, or of its difference from another's.

        It assumes independent games, so it overestimates: the dice of a batch are stratified. It
        is 0 before the second game.
        """
        n = self.count[i]
        if n <= 1:
            return 0.0
        mean, square = self.sums[i] / n, self.products[i, i]
        if second is not None:
            mean -= self.sums[second] / n
            square += self.products[second, second] - 2 * self.products[i, second]
        return sqrt(max(0.0, square / n - mean**2) / (n - 1))

    def prior_shift(self, i: int) -> float:
        """Return how far the prior still shifts a sheet's mean from the mean of its rollouts."""
        n = self.count[i]
        return float(abs(self.mean_value(i) - self.sums[i] / n)) if n else 0.0

    def _drop_worse_half(self, clock: Clock, until: int | None, rounds: int) -> None:
        """Play at most `until` rollouts in total, while time is left, then drop the worse half.

        Sheets that are clearly worse than the best are dropped at once.
        """
        half = (len(self.candidates) + 1) // 2
        with ClockWatcher.for_flag(clock, self._flag):
            while len(self.candidates) > half:
                games = GAMES_PER_DEAL
                if until is not None:
                    games = min(
                        GAMES_PER_DEAL, (until - int(self.count.sum())) // len(self.candidates)
                    )
                if games < 1 or self._play_rollouts(games, rounds) < games:
                    break
                first = self.candidates[0]
                self.candidates = [i for i in self.candidates if not self._is_worse(i, first)]
        del self.candidates[half:]

    def _is_worse(self, i: int, second: int) -> bool:
        """Return True if sheet `i` is clearly worse than another; False after too few games."""
        clearly = CUTOFF_SIGMAS * self.standard_error(second, i)
        return bool(
            self.count[i] >= GAMES_PER_DEAL
            and self.mean_value(second) - self.mean_value(i) > clearly
        )

    def _play_rollouts(self, games: int, rounds: int) -> int:
        """Play rollouts from all candidate sheets with the same dice.

        Return the number per sheet.
        """
        alive, rng = self.candidates, self._dice
        sums, products = np.zeros(len(alive)), np.zeros((len(alive), len(alive)))
        sheets = np.stack([self.sheets[i] for i in alive])
        with np.errstate(over="ignore"):  # uncompiled, the random numbers overflow
            played = int(
                play_paired_rollouts(
                    sheets, self.p, self.w, rng, rounds, games, sums, products, self._flag
                )
            )
        for m, i in enumerate(alive):
            self.sums[i] += sums[m]
            self.count[i] += played
            for n, j in enumerate(alive):
                self.products[i, j] += products[m, n]
        self.candidates.sort(key=lambda i: -self.mean_value(i))
        return played
