"""Rollouts: the game played on from several sheets, with the same dice for all.

Each roll is written where the learned value is best, and after some rounds the value stands for
the rest: truncated rollouts (Tesauro and Galperin, On-line policy improvement using Monte-Carlo
search, 1996). The same dice for all are common random numbers: differences between sheets then
owe less to luck (Glasserman and Yao, Some guidelines and guarantees for common random numbers,
1992).

Sequential halving shares them out so that the best sheets are told apart by most of them: each time
the worse half is given up (Karnin, Koren and Somekh, Almost optimal exploration in multi-armed
bandits, 2013), and what is clearly worse before. The value of a sheet by expectimax counts for
`PRIOR_ROLLOUTS` rollouts.
"""

from __future__ import annotations

from math import ceil, log2, sqrt
from random import Random
from typing import TYPE_CHECKING

from polygames.games.splitter.engine.evaluation import static_value
from polygames.games.splitter.engine.search import best_placement, expected_value
from polygames.games.splitter.engine.sheet import ROUNDS_LEFT, write
from polygames.runtime.clock import Clock, Watch, stop_flag
from polygames.runtime.compiling import compiled, np
from polygames.runtime.random_numbers import below, make_stream

if TYPE_CHECKING:
    from polygames.games.splitter.engine.evaluation import Floats
    from polygames.games.splitter.engine.search import Doubles
    from polygames.games.splitter.engine.sheet import Ints
    from polygames.runtime.compiling import npt
    from polygames.runtime.random_numbers import Rng


GAMES_PER_DEAL = 36
"""Games dealt at once: one for each outcome of two dice."""


@compiled
def deal(dice: Ints, rng: Rng) -> None:
    """Roll for `GAMES_PER_DEAL` games: in each round the 36 outcomes of two dice come once each.

    That is Latin hypercube sampling (McKay, Beckman and Conover, A comparison of three methods
    for selecting values of input variables in the analysis of output from a computer code, 1979):
    each game alone is as random as any, together they miss no roll of any round, which takes most
    of the dice's luck out of their mean.
    """
    outcomes = np.arange(GAMES_PER_DEAL)
    for i in range(dice.shape[1]):
        for j in range(GAMES_PER_DEAL - 1, 0, -1):
            k = below(rng, j + 1)
            outcomes[j], outcomes[k] = outcomes[k], outcomes[j]
        for j in range(GAMES_PER_DEAL):
            dice[j, i, 0] = 1 + outcomes[j] // 6
            dice[j, i, 1] = 1 + outcomes[j] % 6


@compiled
def rollout(a: Ints, p: Ints, w: Floats, dice: Ints) -> float:
    """Play rounds with given dice, each roll where it looks best; return the value then.

    The last round of a game needs no dice: its mean over all rolls is known.
    """
    for i in range(len(dice)):
        x, y = dice[i, 0], dice[i, 1]
        code, _ = best_placement(a, p, w, x, y)
        write(a, p, code, x, y)
    if a[ROUNDS_LEFT] <= 1:
        return expected_value(a, p, w)
    return static_value(a, p, w, a[ROUNDS_LEFT])


@compiled
def sample(
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
    """Play each sheet on with the same dice, at most `GAMES_PER_DEAL` times; return how many times.

    The values are added up, and their products for each two sheets. A flag that another thread
    sets breaks it off; what is not played from all sheets does not count.
    """
    dice = np.empty((GAMES_PER_DEAL, max(0, min(rounds, sheets[0, ROUNDS_LEFT] - 1)), 2), np.int64)
    deal(dice, rng)
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
"""How many rollouts the value by expectimax counts for."""
MIN_COMPARED_SHEETS = 3
"""How many sheets an endless comparison goes on with at least."""
CUTOFF_SIGMAS = 2.5
"""How many standard errors worse than the best is clearly worse."""


class SequentialHalving:
    """Rollouts from several sheets, with the same dice for all, to find the best of them."""

    def __init__(self, p: Ints, w: Floats, sheets: Ints, prior: Doubles, rng: Random) -> None:
        n = len(sheets)
        self.p, self.w = p, w
        self.sheets = sheets
        self.prior = prior.copy()
        self.sums, self.products = np.zeros(n), np.zeros((n, n))
        self.count = np.zeros(n, np.int64)
        self.alive = list(range(n))
        """The sheets that may be the best, best first."""
        self.kept: list[int] = []
        """Those that are played on in any case."""
        self._dice = make_stream(rng.getrandbits(62))
        self._flag = stop_flag()

    def run(self, clock: Clock, visits: int | None, rounds: int) -> None:
        """Play, giving up the worse half again and again, until one is left or time is over."""
        while len(self.alive) > 1 and clock:
            halvings = ceil(log2(len(self.alive)))
            share = None if clock.left is None else max(1e-3, clock.left / halvings)
            spent = int(self.count.sum())
            until = None if visits is None else spent + (visits - spent) // halvings
            self._halve(Clock(share, clock.stop), until, rounds)

    def warm_up(self) -> None:
        """Compile what plays the games, if it has to be compiled."""
        other = SequentialHalving(self.p, self.w, self.sheets[:1], self.prior[:1], Random(0))
        other.play_on(Clock(None), 0)

    def play_on(self, clock: Clock, rounds: int) -> bool:
        """Play `GAMES_PER_DEAL` games from each sheet that may be best; return if time sufficed.

        All sheets take part in the first, and at least `MIN_COMPARED_SHEETS` in each.
        """
        sure = [i for i in self.alive if not self._is_worse(i, self.alive[0])]
        rivals = sure if len(sure) >= MIN_COMPARED_SHEETS else self.alive[:MIN_COMPARED_SHEETS]
        self.alive = [*dict.fromkeys([*rivals, *self.kept])]
        with Watch.for_flag(clock, self._flag):
            return self._play(GAMES_PER_DEAL, rounds) == GAMES_PER_DEAL

    def value(self, i: int) -> float:
        """Return what a sheet seems worth."""
        return float(
            (self.sums[i] + PRIOR_ROLLOUTS * self.prior[i]) / (self.count[i] + PRIOR_ROLLOUTS)
        )

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

    def pull(self, i: int) -> float:
        """Return by how much the value by expectimax, which lies too low, still counts."""
        n = self.count[i]
        return float(abs(self.value(i) - self.sums[i] / n)) if n else 0.0

    def _halve(self, clock: Clock, until: int | None, rounds: int) -> None:
        """Play from all until so many games are played, then give up the worse half.

        What is clearly worse than the best is given up at once.
        """
        half = (len(self.alive) + 1) // 2
        with Watch.for_flag(clock, self._flag):
            while len(self.alive) > half:
                games = GAMES_PER_DEAL
                if until is not None:
                    games = min(GAMES_PER_DEAL, (until - int(self.count.sum())) // len(self.alive))
                if games < 1 or self._play(games, rounds) < games:
                    break
                first = self.alive[0]
                self.alive = [i for i in self.alive if not self._is_worse(i, first)]
        del self.alive[half:]

    def _is_worse(self, i: int, other: int) -> bool:
        """Say whether a sheet is clearly worse than another; few games do not tell."""
        clearly = CUTOFF_SIGMAS * self.error(other, i)
        return bool(self.count[i] >= GAMES_PER_DEAL and self.value(other) - self.value(i) > clearly)

    def _play(self, games: int, rounds: int) -> int:
        """Play games from all that are left, the same from each; return how many."""
        alive, rng = self.alive, self._dice
        sums, products = np.zeros(len(alive)), np.zeros((len(alive), len(alive)))
        sheets = np.stack([self.sheets[i] for i in alive])
        with np.errstate(over="ignore"):  # the dice's numbers overflow where not compiled
            played = int(
                sample(sheets, self.p, self.w, rng, rounds, games, sums, products, self._flag)
            )
        for m, i in enumerate(alive):
            self.sums[i] += sums[m]
            self.count[i] += played
            for n, j in enumerate(alive):
                self.products[i, j] += products[m, n]
        self.alive.sort(key=lambda i: -self.value(i))
        return played
