"""The values of the placements in a position, and the expected losses of those of a game.

A value is the expected final total if the learned values choose every later placement. It is a few
points below the total that best play would reach. Losses are differences of such values.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, cast

from polygames.core.analysis import Analysis, MoveValue, sort_moves
from polygames.core.descriptions import move_text
from polygames.core.display import Tabular
from polygames.core.errors import OptionError
from polygames.core.options import whole
from polygames.games.splitter.agents import evaluator_for
from polygames.games.splitter.rules import Placement, Roll
from polygames.games.splitter.scoring import Score
from polygames.runtime.clock import Clock, check_seconds
from polygames.runtime.jit import HAS_NUMBA
from polygames.search.analysis.calibration import load_calibrations
from polygames.search.analysis.readiness import is_ready, mark_ready

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.splitter.engine.placement_ranking import RankedMoves
    from polygames.games.splitter.rules import Splitter
    from polygames.records.record import Record
    from polygames.search.analysis.calibration import Calibration

ENGINE_PACKAGE = "polygames.games.splitter.engine"

VALUE_UNIT = "points expected at the end"
BASE_HALF_INTERVAL, LOW_TOTAL, LOW_TOTAL_SLOPE = 3.5, 30.0, 0.1
"""The half-width of the 95% interval of a total before any rollout, in points.

It is `BASE_HALF_INTERVAL` for totals from `LOW_TOTAL` points on, and grows by `LOW_TOTAL_SLOPE` for
each point below: the learned values are less accurate for poor sheets."""
QUICK_HALF_INTERVAL = 11.0
"""The same for a quick look: the distance to the learned values in 95% of positions."""
BAR_RANGE = (0.0, 80.0)
"""The ends of an evaluation bar, in points."""


def deepen(
    state: Splitter, *, clock: Clock, rng: Random, also: Sequence[Placement] = ()
) -> Iterator[Analysis]:
    """Yield ever more precise analyses of all placements; see `polygames.search.deepen`.

    The first search is one round ahead. Rollouts follow, with the same dice for all placements and
    more of them for the better ones. The placements in `also` get as many as the best one. The 95%
    intervals are those of the rollouts.
    """
    mine = state.view(state.turn)
    if not is_ready("splitter"):
        with clock.exclude_compilation():
            first = _quick_look(mine)
        yield first
        if clock.stop.is_set():
            return
    with clock.exclude_compilation():  # numba loads here
        evaluator = evaluator_for(mine.pad)
    for moves in evaluator.deepen(mine, clock, rng, also):
        mark_ready("splitter")
        yield _calibrate(state, moves)


def _quick_look(state: Splitter) -> Analysis:
    """Return a quick analysis: the points after each placement plus half of the possible gain.

    It needs no compiled code, and on average it is close to the learned values.
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
    """Return a seat's luck in a roll, in points.

    The roll's value less the mean value of all rolls.
    """
    return evaluator_for(state.pad).luck(replace(state, pending=(None,) * seat))


def expected_scores(state: Splitter, seat: int) -> tuple[float, float]:
    """Return a seat's expected total before and after the roll, from a search two rounds ahead."""
    mine = replace(state, pending=(None,) * seat)
    return evaluator_for(state.pad).expected_scores(mine)


def features(_: Splitter, total: float) -> tuple[float, ...]:
    """Return the features of a total, for `polygames.search.analysis.calibration`.

    They are a constant and the total itself.
    """
    return (1.0, total)


def _calibrate(state: Splitter, moves: RankedMoves) -> Analysis:
    """Return an analysis with calibrated totals, since the learned values are slightly biased."""
    model, is_last = load_calibrations(ENGINE_PACKAGE)["value"], state.round + 1 == state.pad.rounds
    shown = [_calibrated_value(state, each, model, is_last=is_last) for each in moves]
    note = "games played on by the learned values, the same dice for all placements"
    is_early = HAS_NUMBA and not any(each.visits or each.proved for each in shown)
    return Analysis(state, sort_moves(shown), VALUE_UNIT, note, BAR_RANGE, "total", is_early)


def _calibrated_value(
    state: Splitter, move_value: MoveValue, model: Calibration, *, is_last: bool
) -> MoveValue:
    """Return a move value with its calibrated total and interval; exact in the last round."""
    if is_last:
        return replace(
            move_value,
            proved=True,
            low=move_value.value,
            high=move_value.value,
            raw=move_value.value,
        )
    value = model.predict(features(state, move_value.value))
    unsure = BASE_HALF_INTERVAL + LOW_TOTAL_SLOPE * max(0.0, LOW_TOTAL - value)
    half = move_value.high - move_value.value if move_value.visits else unsure
    return replace(
        move_value, value=value, low=value - half, high=value + half, raw=move_value.value
    )


def _rank_for_review(state: Splitter, clock: Clock | None, rng: Random) -> RankedMoves:
    """Rank all placements, by rollouts if there is a clock, else by expectimax one round ahead."""
    evaluator, every = evaluator_for(state.pad), 2 * state.pad.rounds
    if clock is None and not HAS_NUMBA:  # expectimax would take minutes for a game
        return evaluator.by_value(state)
    if clock is None:
        return evaluator.by_expectimax(state, every)
    return evaluator.by_rollouts(state, clock, rng, top=every, visits=None, rounds=state.pad.rounds)


@dataclass(frozen=True, slots=True)
class ReviewedRound:
    """One round of a game with its expected total, luck and loss."""

    round: int
    """Counted from 1."""
    roll: str
    expected: float
    """The total expected before the roll."""
    luck: float
    """The change of the expected total by the roll, if the best placement follows."""
    played: str
    best: str
    loss: float
    """The expected loss of the placement against the best one, in points; 0 if it was the best."""
    said: str
    best_said: str
    """The placement and the best one in words."""


@dataclass(frozen=True)
class Regret(Tabular):
    """The expected losses of a seat's placements in a game, round by round."""

    steps: tuple[ReviewedRound, ...]
    final: float
    """The final total, or the expected one if the record ends before the game does."""

    @property
    def total(self) -> float:
        """The sum of all expected losses, in points."""
        return sum(step.loss for step in self.steps)

    @property
    def worst(self) -> ReviewedRound:
        """The round with the largest loss."""
        return max(self.steps, key=lambda step: step.loss)

    @property
    def expected(self) -> tuple[float, ...]:
        """The expected total before each round, followed by the final total."""
        return (*(step.expected for step in self.steps), self.final)

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each round."""
        return [asdict(step) for step in self.steps]

    def __str__(self) -> str:
        """Return a sentence: the worst round with its loss and better placement, and the sum."""
        worst = self.worst
        said = f"{self.total:.1f} points in expectation over {len(self.steps)} rounds"
        if worst.loss == 0:
            return said
        return (
            f"round {worst.round} cost {worst.loss:.1f} points in expectation "
            f"({worst.said}; better {worst.best_said}); {said}"
        )


def regret(record: Record, seat: int = 0, *, seconds: float | None = None, seed: int = 0) -> Regret:
    """Return the expected losses of a seat's placements in a game.

    Parameters
    ----------
    record
        A game of Splitter, up to the current position of the record.
    seat
        The seat whose placements are judged.
    seconds
        The time for rollouts per placement. None searches one round ahead over all 21 rolls,
        which is deterministic (without numba: only the learned values, without search).
    seed
        The seed of the rollouts.

    Raises
    ------
    OptionError
        If there is no such seat, or it has made no placement yet.

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
        msg = f"the option seat must be from 0 to {states[0].seats - 1}, not {seat!r}"
        raise OptionError(msg)
    rng, limit = Random(whole("the option seed", seed)), check_seconds(seconds)
    steps = [
        _review_round(state.view(seat), move, rng, limit)
        for state, move in zip(states, record.moves, strict=False)
        if state.turn == seat and isinstance(move, Placement)
    ]
    if not steps:
        msg = f"seat {seat} has no numbers to rate yet: give a game with placements"
        raise OptionError(msg)
    last = states[-1]
    return Regret(tuple(steps), evaluator_for(last.pad).expectimax_value(last.sheet(seat)))


def rolls_of(record: Record) -> tuple[tuple[int, int], ...]:
    """Return the rolls of a record up to its current position, each as (high, low)."""
    return tuple((move.high, move.low) for move in record.moves if isinstance(move, Roll))


def _review_round(
    state: Splitter, played: Placement, rng: Random, seconds: float | None
) -> ReviewedRound:
    ranking = _rank_for_review(state, None if seconds is None else Clock(seconds), rng)
    worth = {each.move: each.value for each in ranking}
    best = max(worth, key=lambda move: (worth[move], move == played))
    before = evaluator_for(state.pad).expectimax_value(state.sheets[state.turn])
    return ReviewedRound(
        round=state.round + 1,
        roll=str(state.roll),
        expected=before,
        luck=worth[best] - before,
        played=str(played),
        best=str(best),
        loss=worth[best] - worth[played],
        said=move_text(state, played),
        best_said=move_text(state, best),
    )
