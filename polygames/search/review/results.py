"""The results of a review: reviewed moves, the luck of rolls, and totals of the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from math import exp
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from polygames.core import registry
from polygames.core.analysis import RESULT_UNIT
from polygames.core.descriptions import count_text, move_text
from polygames.core.display import PictureResult, Tabular, find_renderer
from polygames.core.plugs import DEFAULT_VERDICTS
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.search.analysis.anytime import result_for_seat
from polygames.search.analysis.rows import SHOW_INTERVAL_SHARE, clamp_chance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.plugs import Verdicts
    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node

Verdict: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced", "chance"]

VERDICT_NAMES: Final = ("best", "good", "inaccuracy", "mistake", "blunder", "forced")

VERDICT_GLYPHS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The glyph of each verdict in a record."""

LOST_WIN_PROBABILITY: Final = 0.05
"""The chance to win below which a game counts as lost, with little left to lose."""
ACCURACY_DECAY: Final = 4.354
"""The decay rate of accuracy with the loss, as on Lichess."""
MIN_MOVES_FOR_ACCURACY: Final = 5
"""The minimum number of counted moves for an accuracy; fewer would make it erratic."""

MIN_SHOWN_LOSS: Final = 0.05
"""The smallest loss that is shown, in points; for chances to win, a tenth of it."""

RESULT_PARTICIPLES: Final[dict[float | None, str]] = {1.0: "won", 0.5: "tied", 0.0: "lost"}
"""The participle for a proved chance to win."""

MISTAKE_VERDICTS: Final = frozenset({"mistake", "blunder"})


class ReviewWork(NamedTuple):
    """The origin of a review: program, agent (None for the game's own analysis), seconds, seed.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> work = pg.review(record, seconds=0.5, seed=7).work
    >>> work.agent, work.seconds, work.seed
    (None, 0.5, 7)
    """

    program: str
    agent: str | None
    seconds: float
    seed: int


@dataclass(frozen=True, repr=False)
class ReviewedMove:
    """The review of one move: its verdict, its loss, and the values before and after it.

    Values are for the seat that moved. At a chance node only `luck` and `lucks` are known.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> (move,) = pg.review(record).moves
    >>> move.label, move.cost_text, move.measured_loss, move.is_mistake, move.is_counted
    ('blunder', '100% to 0%', 1.0, True, True)
    >>> move.apparent_loss >= move.rules.inaccuracy, move.is_unclear
    (True, False)
    >>> move.loss_text(0.2), move.with_loss(0.2).verdict
    ('100% to 80%', 'mistake')
    """

    ply: int
    """The number of the move in the record, from 1."""
    seat: Seat
    move: Any
    verdict: Verdict
    value: float | None = None
    """The value of the position before the move, which is that of the best move."""
    low: float | None = None
    """The lower end of the value's interval."""
    high: float | None = None
    """The upper end; both ends equal the value if it is proved."""
    best: Any = None
    line: tuple[Any, ...] = ()
    """The best move and a likely continuation."""
    after: float | None = None
    """The value of the played move."""
    answer: tuple[Any, ...] = ()
    """The played move and a likely continuation, which shows why a mistake is one."""
    loss: float = 0.0
    """The certain loss of the move, 0 or more: the base of verdict, words, sums and accuracy."""
    proved: bool = False
    """Whether both values are proved, so that loss and verdict are exact."""
    proved_before: bool = False
    """Whether the value of the best move is proved."""
    proved_after: bool = False
    """Whether the value of the played move is proved."""
    chance: float | None = None
    """The chance to win before the move; None if the game has no such chance."""
    chance_after: float | None = None
    """The chance to win after the move."""
    all_alike: bool = False
    """Whether all moves are proved to have the same value, so that there was no choice."""
    distance: int | None = None
    """The number of moves to the end of the game, if proved and known."""
    luck: float | None = None
    """At a chance node: the roll's value relative to the mean, for the seat that moves next."""
    lucks: tuple[float, ...] = ()
    """The luck of the roll for every seat."""
    work: ReviewWork | None = None
    """The origin of this move's review, if it differs from that of the review."""
    node: Node | None = field(default=None, repr=False, compare=False)
    """The node of the record that the move leads to."""

    @property
    def is_mistake(self) -> bool:
        """Whether the verdict is mistake or blunder."""
        return self.verdict in MISTAKE_VERDICTS

    @property
    def rules(self) -> Verdicts:
        """The game's rules for verdicts: the measure of losses, and each verdict's minimum loss."""
        return DEFAULT_VERDICTS if self.node is None else info_of(self.node.state).engine.verdicts

    @property
    def measured_loss(self) -> float:
        """The loss in the game's measure: chance to win, or points."""
        return self.rules.to_measure(self.loss)

    @property
    def apparent_loss(self) -> float:
        """The loss according to the search, in the game's measure; it may be noise."""
        if self.value is None or self.after is None:
            return 0.0
        return self.rules.to_measure(max(0.0, self.value - self.after))

    @property
    def is_unclear(self) -> bool:
        """Whether the move looks like an inaccuracy or worse, but may be only search noise."""
        return self.verdict == "good" and self.apparent_loss >= self.rules.inaccuracy

    @property
    def label(self) -> str:
        """The name of the verdict, or ``unclear``."""
        return "unclear" if self.is_unclear else self.verdict

    @property
    def is_counted(self) -> bool:
        """Whether the move counts for the accuracy; see `Review.accuracy`."""
        if self.value is None or self.all_alike or self.is_unclear:
            return False
        is_lost = self.rules.measure == "chance" and (1 + self.value) / 2 < LOST_WIN_PROBABILITY
        return self.verdict not in {"forced", "chance"} and not is_lost

    @property
    def result_change_text(self) -> str:
        """The change of a proved result as text; empty if the results are not proved.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> pg.review(record).moves[0].result_change_text
        'a won game is now lost'
        """
        then, now = (RESULT_PARTICIPLES.get(chance) for chance in (self.chance, self.chance_after))
        if not (self.proved and then and now):
            return ""
        return f"the game is still {now}" if then == now else f"a {then} game is now {now}"

    @property
    def cost_text(self) -> str:
        """The loss as text: ``24.5 points``, or the chance to win before and after the move."""
        return self.loss_text(self.measured_loss)

    def loss_text(self, measured_loss: float) -> str:
        """Return a loss as text: points, or chances to win before and after; empty if negligible.

        It has as many digits as its verdict needs: a loss shown as 10% is at least 10%.
        """
        if self.rules.measure == "value":
            return (
                points_text(measured_loss, self._loss_digits(measured_loss, 1))
                if measured_loss >= MIN_SHOWN_LOSS
                else ""
            )
        if self.value is None or measured_loss < MIN_SHOWN_LOSS / 10:
            return ""
        digits = self._loss_digits(measured_loss, 0)
        before, after = (f"{end:.{digits}%}" for end in self._shown_chances(measured_loss, digits))
        return f"{before} to {after}" if before != after else ""

    def _shown_chances(self, measured_loss: float, digits: int) -> tuple[float, float]:
        """Return the chances to win before and after the move, rounded for display."""
        before = (1 + (self.value or 0.0)) / 2
        ends = (before, self.proved_before), (max(0.0, before - measured_loss), self.proved_after)
        first, last = (round(e if is_sure else clamp_chance(e), 2 + digits) for e, is_sure in ends)
        return first, last

    def _loss_digits(self, measured_loss: float, min_digits: int) -> int:
        """Return how many decimals, at least `min_digits`, a loss needs to match its verdict."""
        for digits in range(min_digits, min_digits + 3):
            ends = self._shown_chances(measured_loss, digits)
            told = (
                round(measured_loss, digits) if self.rules.measure == "value" else ends[0] - ends[1]
            )
            if self.rules.classify_loss(round(told, 9)) == self.rules.classify_loss(measured_loss):
                break
        return digits

    def with_loss(self, loss: float) -> ReviewedMove:
        """Return a copy of the move with a new loss and the verdict that it implies."""
        rules, is_judged = self.rules, self.verdict not in {"best", "forced", "chance"}
        verdict = rules.classify_loss(rules.to_measure(loss)) if is_judged else self.verdict
        return replace(self, loss=loss if is_judged else 0.0, verdict=verdict)

    def __str__(self) -> str:
        """Return one line: ``5. fill 3: blunder, loses 12.4 points; best fill 2``."""
        said = f"{self.ply}. {self.move}: {self.verdict}"
        if self.luck is not None:
            return f"{self.ply}. {self.move}: luck {self.luck:+.2f}"
        if self.cost_text:
            is_in_points = self.rules.measure == "value"
            what = f"{'loses' if is_in_points else 'chance to win'} {self.cost_text}"
            what = what if is_in_points else self.result_change_text or what  # as the board says it
            said += f", {what}{' (proved)' if self.proved else ''}"
        return said if self.verdict in {"best", "forced", "chance"} else f"{said}; best {self.best}"

    def __repr__(self) -> str:
        """Return `str` in angle brackets."""
        return f"<{self}>"


@dataclass(frozen=True, repr=False)
class Review(PictureResult, Tabular, kind="review"):
    """The review of a game: its moves, their losses, and the luck of its rolls.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> for move in ("A-C", "C-E"):
    ...     record.push(move)
    >>> found = pg.review(record, progress=False)
    >>> print(found)
    polygon, 2 plies reviewed: expected result (1 won, 0 tie, -1 lost)
      seat 0: 1 blunder
      seat 1: 1 best
      1. A-C: blunder, a won game is now lost (proved); best ...
    >>> [str(each.move) for each in found.mistakes], found.counts(0)["blunder"], found.loss(0)
    (['A-C'], 1, 2.0)
    >>> found.curve(), found.is_opposed, found.unclear(0)
    ([(0, 1.0), (1, -1.0)], True, 0)
    >>> len(found.line), len(found.table()), found.to_dict()["moves"][1]["verdict"]
    (2, 2, 'best')
    """

    start: State[Any]
    moves: tuple[ReviewedMove, ...]
    """The moves of the main line in order, then those of the branches if requested."""
    unit: str = RESULT_UNIT
    """The unit of values and losses."""
    scale: tuple[float, float] = (-1.0, 1.0)
    """The lowest and the highest value."""
    is_complete: bool = True
    """Whether all moves are reviewed; after an interrupt only the first ones are."""
    started: tuple[float, ...] = ()
    """With dice: the expected value of each seat at the start."""
    reached: tuple[float, ...] = ()
    """With dice: the final value of each seat, or the expected one where the record stops."""
    is_quick_look: bool = False
    """Whether the review uses quick looks only, which give approximate values and no verdicts;
    see `polygames.search.analysis.readiness`.
    """
    work: ReviewWork | None = None
    """The origin of the review; None in older files."""

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The mistakes and blunders."""
        return tuple(each for each in self.moves if each.is_mistake)

    @property
    def line(self) -> list[ReviewedMove]:
        """The reviewed moves of the line played last, without branches."""
        return [each for at, each in enumerate(self.moves) if each.ply == self.moves[0].ply + at]

    @property
    def is_opposed(self) -> bool:
        """Whether there are two seats with opposite values."""
        return self.start.seats == 2 and self.scale[0] == -self.scale[1]  # noqa: PLR2004 - a pair

    def counts(self, seat: Seat) -> dict[str, int]:
        """Return how many of a seat's moves received each verdict."""
        found = Counter(each.verdict for each in self.moves if each.seat == seat)
        return {verdict: found[verdict] for verdict in VERDICT_NAMES}

    def unclear(self, seat: Seat) -> int:
        """Return the number of a seat's moves whose apparent loss may be search noise."""
        return sum(each.is_unclear for each in self.moves if each.seat == seat)

    def loss(self, seat: Seat) -> float:
        """Return the sum of a seat's losses, excluding those that may be search noise."""
        return sum((each.loss for each in self.moves if each.seat == seat), 0.0)

    def accuracy(self, seat: Seat) -> float | None:
        """Return the accuracy of a seat's moves, from 0 to 100 (best); None if too few moves count.

        It is the mean of ``100 * exp(-4.354 * lost)`` over the moves that count. A move counts if
        there was a choice (several legal moves, not proved to be equal), it is not unclear, and
        its position's value is known well enough for a number. If only winning counts, the game
        must not be lost already (a chance of 5% at least). Here ``lost`` is the share of the chance
        to win that a move gave away, from 0 to 1; if points count, the loss divided by ten times
        the loss of a mistake. A loss equal to that of a mistake therefore gives 65. The result is
        None if fewer than five moves count, or fewer than are unclear.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> for move in ("A-C", "C-E"):
        ...     record.push(move)
        >>> found = pg.review(record, progress=False)
        >>> found.accuracy(0), found.decisions(0), found.decisions(1)
        (None, 1, 0)
        """
        lost = [
            each.rules.to_common_scale(each.measured_loss) for each in self._accuracy_moves(seat)
        ]
        if len(lost) < max(MIN_MOVES_FOR_ACCURACY, self.unclear(seat)):
            return None
        return sum(100 * exp(-ACCURACY_DECAY * share) for share in lost) / len(lost)

    def decisions(self, seat: Seat) -> int:
        """Return the number of a seat's moves that count for its accuracy."""
        return len(self._accuracy_moves(seat))

    def _accuracy_moves(self, seat: Seat) -> list[ReviewedMove]:
        own = [each for each in self.moves if each.seat == seat and each.is_counted]
        return [each for each in own if self._is_known(each)]

    def _is_known(self, reviewed_move: ReviewedMove) -> bool:
        """Return True if the values of a move are precise enough to count for the accuracy."""
        low, high = self.scale
        has_a_proof = (
            reviewed_move.proved or reviewed_move.proved_before or reviewed_move.proved_after
        )
        if (
            reviewed_move.verdict in VERDICT_GLYPHS
            or has_a_proof
            or reviewed_move.low is None
            or reviewed_move.high is None
        ):
            return True
        return reviewed_move.high - reviewed_move.low < SHOW_INTERVAL_SHARE * (high - low)

    def skill(self, seat: Seat) -> float | None:
        """Return the effect of a seat's own play on its result; None in a game without dice.

        The expected value at the start, the luck and the skill of a seat add up to its result
        (`started`, `luck`, `skill`, `reached`). Luck is the value of the rolls relative to mean
        ones; skill is the rest. It is mostly below 0, since values assume the best play known.

        Examples
        --------
        >>> rolls = (ReviewedMove(1, -1, "roll 6-6", "chance", lucks=(1.5,)),)
        >>> found = Review(pg.new("splitter"), rolls, started=(40.0,), reached=(38.5,))
        >>> found.luck(0), found.skill(0)
        (1.5, -3.0)
        """
        if not self.started or not self.reached:
            return None
        return self.reached[seat] - self.started[seat] - self.luck(seat)

    def luck(self, seat: Seat) -> float:
        """Return a seat's total luck in the dice rolls."""
        return sum((each.lucks[seat] for each in self.moves if each.lucks), 0.0)

    def curve(self, seat: Seat = 0) -> list[tuple[int, float]]:
        """Return a seat's values during the game as (number of moves played, value) pairs.

        If each seat has a value of its own, only positions with this seat to move are included.
        """
        points = []
        for each in self.moves:
            if each.value is not None and each.seat == seat:
                points.append((each.ply - 1, each.value))
            elif each.value is not None and self.is_opposed:
                points.append((each.ply - 1, -each.value))
        return sorted(points)

    def table(self) -> list[dict[str, Any]]:
        """Return a table with one row per move."""
        said = [
            move_text(each.node.parent.state, each.move) if each.node and each.node.parent else ""
            for each in self.moves
        ]
        rows = zip(self._table_rows(), said, strict=True)
        return [{"move": row["move"], "said": words, **row} for row, words in rows]

    def to_dict(self) -> dict[str, Any]:
        """Return the review as a dictionary of plain data."""
        whole = {"game": self.start.game, "unit": self.unit, "is_complete": self.is_complete}
        return {**whole, "moves": [*self._table_rows()]}

    def plot(self, ax: Any = None) -> Any:
        """Plot the values with the mistakes, and return the axes.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> [mark.get_text() for mark in pg.review(record).plot().get_legend().get_texts()]
        ['blunder']
        """
        return find_renderer("review", "plot")(self, ax)

    def _table_rows(self) -> Iterator[dict[str, Any]]:
        names = "ply seat move verdict value low high loss proved chance chance_after"
        for each in self.moves:
            row = {name: getattr(each, name) for name in names.split()}
            best = "" if each.best is None else str(each.best)
            line = " ".join(map(str, each.line))
            yield row | {"move": str(each.move), "best": best, "line": line, "luck": each.luck}

    def __str__(self) -> str:
        """Return the totals of each seat, and a line for each move with a loss."""
        lines = [f"{self.start.game}, {len(self.moves)} plies reviewed: {self.unit}"]
        for seat in range(self.start.seats):
            unclear = f" ({self.unclear(seat)} of them unclear)" if self.unclear(seat) else ""
            said = [verdict_count_text(n, name) for name, n in self.counts(seat).items() if n]
            said = [each + unclear * each.endswith(" good") for each in said] or ["no move"]
            if any(each.lucks for each in self.moves):
                said.append(f"luck {self.luck(seat):+.2f}")
            if self.unit != RESULT_UNIT:
                said.append(f"{points_text(self.loss(seat))} lost")
            if (accuracy := self.accuracy(seat)) is not None:
                said.append(f"accuracy {accuracy:.0f}")
            lines.append(f"  seat {seat}: {', '.join(said)}")
        lines += [f"  {each}" for each in self.moves if each.verdict in VERDICT_GLYPHS]
        if not self.is_complete:
            lines.append("  interrupted: the moves after these were not looked at")
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Return one line: the game, the number of plies and the number of mistakes."""
        plies = count_text(len(self.moves), "ply", "plies")
        mistakes = count_text(sum(each.is_mistake for each in self.moves), "mistake")
        return f"<Review of {self.start.game}: {plies}, {mistakes}>"


def verdict_count_text(count: int, verdict: str) -> str:
    """Return a verdict with its count, in the plural if needed.

    Examples
    --------
    >>> verdict_count_text(2, "inaccuracy"), verdict_count_text(3, "good")
    ('2 inaccuracies', '3 good')
    """
    if count == 1 or verdict not in VERDICT_GLYPHS:
        return f"{count} {verdict}"
    return f"{count} {'inaccuracies' if verdict == 'inaccuracy' else f'{verdict}s'}"


def points_text(loss: float, digits: int = 1) -> str:
    """Return a number of points as text, without decimals if they are 0.

    Examples
    --------
    >>> points_text(1.0), points_text(24.46), points_text(1.96, 2)
    ('1 point', '24.5 points', '1.96 points')
    """
    return count_text(f"{loss:.{digits}f}".removesuffix(".0"), "point")


def review_roll(node: Node, lucks: tuple[float, ...]) -> ReviewedMove:
    """Return a roll of dice as a reviewed move, with its luck for each seat."""
    turn = node.state.turn
    luck = lucks[turn if turn != CHANCE else 0] if lucks else None
    return ReviewedMove(node.number, CHANCE, node.move, "chance", luck=luck, lucks=lucks, node=node)


def main_line(nodes: Sequence[Node]) -> list[Node]:
    """Return the leading nodes of a list, as long as each is the child of the previous one."""
    line: list[Node] = []
    for node in nodes:
        if line and node.parent is not line[-1]:
            break
        line.append(node)
    return line


def expected_values(state: State[Any], measure: str) -> tuple[float, ...]:
    """Return the final or expected value of each seat; empty if the game has no evaluation.

    The values are in the measure of the game's analyses.
    """
    seats, evaluate = range(state.seats), registry.info_of(state).engine.evaluate
    if state.outcome is None:
        return () if evaluate is None else tuple(float(evaluate(state, seat)) for seat in seats)
    if measure == "total":
        return tuple(map(float, state.scores))
    if measure == "lead":
        return tuple(float(2 * own - sum(state.scores)) for own in state.scores)
    return tuple(result_for_seat(state, seat) for seat in seats)


def node_luck_by_seat(node: Node) -> tuple[float, ...]:
    """Return each seat's luck in a roll; empty if the game has no evaluation."""
    return () if node.parent is None else luck_by_seat(node.parent.state, node.state)


def luck_by_seat(state: State[Any], next_state: State[Any]) -> tuple[float, ...]:
    """Return each seat's luck in the roll between two positions: its value minus the mean.

    The result is empty if the game has no evaluation.
    """
    engine, seats = registry.info_of(next_state).engine, range(next_state.seats)
    if engine.luck is not None:
        return tuple(engine.luck(next_state, seat) for seat in seats)
    evaluate = engine.evaluate
    if evaluate is None:
        return ()
    rolls = [(state.play(roll), float(chance)) for roll, chance in state.chance_outcomes()]
    return tuple(
        evaluate(next_state, seat) - sum(chance * evaluate(one, seat) for one, chance in rolls)
        for seat in seats
    )
