"""What placements are worth: those of a position, and what those of a game have cost.

Values are expected totals at the end if the learned values choose from then on; they estimate
what best play would get and lie a few points below it. Losses are differences of such values.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, cast

from polygames.core.analysis import Analysis, MoveValue, sort_moves
from polygames.core.errors import OptionError
from polygames.core.lazy import table
from polygames.core.options import whole
from polygames.games.splitter.agents import judge_of
from polygames.games.splitter.rules import Placement, Roll
from polygames.games.splitter.scoring import Score
from polygames.runtime.clock import Clock, thinking_time
from polygames.runtime.compiling import HAS_NUMBA
from polygames.search.analysis.calibration import calibrations_of
from polygames.search.analysis.readiness import is_ready, note_ready

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.splitter.engine.evaluator import RankedMoves
    from polygames.games.splitter.rules import Splitter
    from polygames.records.record import Record
    from polygames.search.analysis.calibration import Calibration

ENGINE = "polygames.games.splitter.engine"

VALUE_UNIT = "points expected at the end"
UNSURE, FAIR, POOR = 3.5, 30.0, 0.1
"""Half of the interval of a total before any game is played on: within so much games that are
played on agree in 95 of 100 positions (`benchmarks.studies.first_interval`). It is wider by a tenth
of what is missing for a fair total: the learned values are farther off for poor sheets."""
QUICK_HALF_INTERVAL = 11.0
"""The same of a quick look: the learned values are so near in 95 of 100 positions."""
BAR_RANGE = (0.0, 80.0)
"""The ends of an evaluation bar."""


def deepen(
    state: Splitter, *, clock: Clock, rng: Random, also: Sequence[Placement] = ()
) -> Iterator[Analysis]:
    """Yield what each placement is worth, better and better; see `polygames.search.deepen`.

    All placements are looked at one round ahead and then played on with the same dice, the
    better ones more often, and what it is to judge in any case as often as the best one.
    Intervals of 95% are those of the games played on.
    """
    mine = state.view(state.turn)
    if not is_ready("splitter"):
        with clock.uncounted():
            first = _at_once(mine)
        yield first
        if clock.stop.is_set():
            return
    with clock.uncounted():  # numba loads here
        evaluator = judge_of(mine.pad)
    for moves in evaluator.deepen(mine, clock, rng, also):
        note_ready("splitter")
        yield _calibrate(state, moves)


def _at_once(state: Splitter) -> Analysis:
    """Return the points after each placement with half of what could still come.

    That takes no compiling; it is near to what the learned values expect, on the mean.
    """
    found, is_last = list[MoveValue](), state.round + 1 == state.pad.rounds
    for move in state.placements:
        score = Score(state.pad, state.sheet_after(move))
        total = float(score.total) if is_last else (score.total + score.possible) / 2
        vague = 0.0 if is_last else QUICK_HALF_INTERVAL
        found.append(MoveValue(move, total, total - vague, total + vague, proved=is_last))
    note = "quick look: the points, and half of what could still come"
    return Analysis(
        state, sort_moves(found), VALUE_UNIT, note, BAR_RANGE, "total", is_quick_look=True
    )


def luck(state: Splitter, seat: int) -> float:
    """Return how many points a roll was worth to a seat beyond a mean one, if written best."""
    return judge_of(state.pad).luck(replace(state, pending=(None,) * seat))


def prospects(state: Splitter, seat: int) -> tuple[float, float]:
    """Return the total that a seat can expect before a roll and after it, two rounds ahead."""
    mine = replace(state, pending=(None,) * seat)
    return judge_of(state.pad).prospects(mine)


def features(_: Splitter, total: float) -> tuple[float, ...]:
    """Return what the total in the end depends on; see `polygames.search.analysis.calibration`."""
    return (1.0, total)


def _calibrate(state: Splitter, moves: RankedMoves) -> Analysis:
    """Return the totals made true: what the learned values expect lies a little off."""
    model, is_last = calibrations_of(ENGINE)["value"], state.round + 1 == state.pad.rounds
    shown = [_made_true(state, each, model, is_last=is_last) for each in moves]
    note = "games played on by the learned values, the same dice for all placements"
    is_early = HAS_NUMBA and not any(each.visits or each.proved for each in shown)
    return Analysis(state, sort_moves(shown), VALUE_UNIT, note, BAR_RANGE, "total", is_early)


def _made_true(state: Splitter, each: MoveValue, model: Calibration, *, is_last: bool) -> MoveValue:
    """Return a value made true; after the last round it is the total."""
    if is_last:
        return replace(each, proved=True, low=each.value, high=each.value, raw=each.value)
    value = model.of(features(state, each.value))
    unsure = UNSURE + POOR * max(0.0, FAIR - value)
    half = each.high - each.value if each.visits else unsure
    return replace(each, value=value, low=value - half, high=value + half, raw=each.value)


def _judge(state: Splitter, clock: Clock | None, rng: Random) -> RankedMoves:
    """Rank all placements: by games played on while a clock runs, else one round ahead."""
    evaluator, every = judge_of(state.pad), 2 * state.pad.rounds
    if clock is None and not HAS_NUMBA:  # a round ahead takes minutes for a game
        return evaluator.by_value(state)
    if clock is None:
        return evaluator.by_expectimax(state, every)
    return evaluator.by_rollouts(state, clock, rng, top=every, visits=None, rounds=state.pad.rounds)


@dataclass(frozen=True, slots=True)
class ReviewedRound:
    """One round of a game, as the values see it."""

    round: int
    """From 1 on."""
    roll: str
    expected: float
    """The total expected before the roll."""
    luck: float
    """What the roll changed, if it is written best."""
    played: str
    best: str
    loss: float
    """What the placement cost in expectation, beside the best one; 0 if it was the best."""


@dataclass(frozen=True)
class Regret:
    """What the placements of a game cost a seat, round by round."""

    steps: tuple[ReviewedRound, ...]
    final: float
    """The total in the end, or what it is expected to be where the record stops."""

    @property
    def total(self) -> float:
        """What all placements cost together, in expectation."""
        return sum(step.loss for step in self.steps)

    @property
    def worst(self) -> ReviewedRound:
        """The round that cost most."""
        return max(self.steps, key=lambda step: step.loss)

    @property
    def expected(self) -> tuple[float, ...]:
        """The expected total before each round, and at last the final one: a curve to plot."""
        return (*(step.expected for step in self.steps), self.final)

    def table(self) -> Any:
        """Return a row for each round (a DataFrame where pandas is installed)."""
        return table([asdict(step) for step in self.steps])

    def __str__(self) -> str:
        """Say what cost most: ``round 9 cost 1.8 points in expectation: ...``."""
        worst = self.worst
        said = f"{self.total:.1f} points in expectation over {len(self.steps)} rounds"
        if worst.loss == 0:
            return said
        return (
            f"round {worst.round} cost {worst.loss:.1f} points in expectation "
            f"({worst.played}; better {worst.best}); {said}"
        )


def regret(record: Record, seat: int = 0, *, seconds: float | None = None, seed: int = 0) -> Regret:
    """Say what each placement of a game cost a seat in expectation.

    Parameters
    ----------
    record
        A game of Splitter, from its start to where the record stands.
    seat
        Whose placements to judge.
    seconds
        How long to judge each by games played on; None judges one round ahead over all 21
        rolls, the same each time (at once, by the learned values, where nothing is compiled).
    seed
        Seeds the games played on.

    Raises
    ------
    OptionError
        If there is no such seat, or it has written nothing yet.

    Examples
    --------
    >>> record = pg.Record(pg.new("splitter", pad=["*##*"]))
    >>> for text in ("roll 2-1", "r0c0=2", "roll 5-2", "r0c2=2"):
    ...     node = record.push(text)
    >>> [round(step.loss) for step in regret(record).steps]
    [0, 4]
    """
    states = cast("list[Splitter]", record.states)
    if seat not in range(states[0].seats):
        msg = f"there is no seat {seat!r} in a game of {states[0].seats}"
        raise OptionError(msg)
    rng, limit = Random(whole("the seed", seed)), thinking_time(seconds)
    steps = [
        _step(state.view(seat), move, rng, limit)
        for state, move in zip(states, record.moves, strict=False)
        if state.turn == seat and isinstance(move, Placement)
    ]
    if not steps:
        msg = f"seat {seat} has written nothing yet"
        raise OptionError(msg)
    last = states[-1]
    return Regret(tuple(steps), judge_of(last.pad).expected(last.sheet(seat)))


def rolls_of(record: Record) -> tuple[tuple[int, int], ...]:
    """Return what was rolled from the start of a record to where it stands."""
    return tuple((move.high, move.low) for move in record.moves if isinstance(move, Roll))


def _step(state: Splitter, played: Placement, rng: Random, seconds: float | None) -> ReviewedRound:
    ranking = _judge(state, None if seconds is None else Clock(seconds), rng)
    worth = {each.move: each.value for each in ranking}
    best = max(worth, key=lambda move: (worth[move], move == played))
    before = judge_of(state.pad).expected(state.sheets[state.turn])
    return ReviewedRound(
        round=state.round + 1,
        roll=str(state.roll),
        expected=before,
        luck=worth[best] - before,
        played=str(played),
        best=str(best),
        loss=worth[best] - worth[played],
    )
