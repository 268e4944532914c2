"""What a review found: of each move, of the rolls of dice, and of the whole game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import exp
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from polygames.core import registry
from polygames.core.analysis import RESULT
from polygames.core.lazy import table
from polygames.core.plugs import DEFAULT
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.core.shown import Shown, way
from polygames.search.analysis.anytime import result_of
from polygames.search.analysis.rows import WIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.plugs import Verdicts
    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node

Verdict: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced", "chance"]

VERDICTS: Final = ("best", "good", "inaccuracy", "mistake", "blunder", "forced")

GLYPH_OF: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The sign of a verdict in a record."""

LOST: Final = 0.05
"""With less than this chance to win a game is lost: there is little to give away."""
LIKELY: Final = 0.5
"""A move that took so much of the chance to win lost it more likely than not."""
STEEP: Final = 4.354
"""How fast accuracy falls with what is lost: as on the boards of Lichess."""

MISTAKES: Final = frozenset({"mistake", "blunder"})


class Work(NamedTuple):
    """What made a review: program, agent (None for the game's own analysis), seconds a position."""

    program: str
    agent: str | None
    seconds: float
    seed: int


@dataclass(frozen=True)
class ReviewedMove:
    """What is known of one move of a game, in the unit of the review.

    Values are those for the seat that moved. At a chance node only `luck` and `lucks` are known.
    """

    ply: int
    """From 1 on, as in the record."""
    seat: Seat
    move: Any
    verdict: Verdict
    value: float | None = None
    """What the position was worth before the move: the value of the best one."""
    low: float | None = None
    """The interval around the value begins here ..."""
    high: float | None = None
    """... and ends here; if it is proved, both are the value."""
    best: Any = None
    line: tuple[Any, ...] = ()
    """The best move, and how the game may go on after it."""
    after: float | None = None
    """What the move that was played is worth."""
    answer: tuple[Any, ...] = ()
    """The move that was played, and how the game may go on after it: if it was a mistake, why."""
    loss: float = 0.0
    """What the move cost: 0 or more."""
    proved: bool = False
    """Whether both values are proved, so that loss and verdict are exact."""
    proved_before: bool = False
    """Whether the value of the best move is proved ..."""
    proved_after: bool = False
    """... and that of the move that was played."""
    chance: float | None = None
    """The chance to win before the move, where the game has one ..."""
    chance_after: float | None = None
    """... and after it. Where there is one, the verdict is by what is lost of it."""
    points: float | None = None
    """What the move cost in points; None where there are none, or only the result is proved."""
    all_alike: bool = False
    """Whether it is proved that every move was worth the same: nothing was to be chosen."""
    distance: int | None = None
    """With a proof: within how many moves the game ends, where known."""
    apart: float | None = None
    """By how much the two values may differ for nothing, where trees as large as these say it."""
    luck: float | None = None
    """At a chance node: what the roll was worth beyond a mean one, to the seat that moves next."""
    lucks: tuple[float, ...] = ()
    """The same for every seat."""
    work: Work | None = None
    """What made it, where that is not what made the review."""
    is_old: bool = False
    """Whether it was read from the English of an older file: nothing of it counts as proved."""
    node: Node | None = field(default=None, repr=False, compare=False)
    """Where the move stands in the record: the node that it leads to."""

    @property
    def is_mistake(self) -> bool:
        """Whether it is a mistake or a blunder."""
        return self.verdict in MISTAKES

    @property
    def is_unclear(self) -> bool:
        """Whether it seems to cost as much as what is marked, within the noise of the search."""
        if self.verdict != "good" or self.chance is None or self.chance_after is None:
            return False
        rules = DEFAULT if self.node is None else info_of(self.node.state).engine.verdicts
        return rules.measure == "chance" and self.chance - self.chance_after >= rules.inaccuracy

    def __str__(self) -> str:
        """Say it in one line: ``5. fill 3: blunder, loses 12.4; best fill 2``."""
        said = f"{self.ply}. {self.move}: {self.verdict}"
        if self.luck is not None:
            return f"{self.ply}. {self.move}: luck {self.luck:+.2f}"
        if self.loss:
            said += f", loses {self._lost()}{' (proved)' if self.proved else ''}"
        return said if self.verdict in {"best", "forced", "chance"} else f"{said}; best {self.best}"

    def _lost(self) -> str:
        """Say what it lost: of the chance to win, where the value is no bare result."""
        if self.points is None or self.chance is None or self.chance_after is None:
            return f"{self.loss:.3g}"
        return f"{self.points:.3g}, {self.chance:.0%} to {self.chance_after:.0%}"


@dataclass(frozen=True)
class Review(Shown, kind="review"):
    """What the moves of a game cost, and the luck of its rolls.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon", n=5))
    >>> record.push("A-C")
    >>> [each.verdict for each in pg.review(record, progress=False).moves]
    ['best']
    """

    start: State[Any]
    moves: tuple[ReviewedMove, ...]
    """One for each ply of the line; then those of the branches, if they were asked for."""
    unit: str = RESULT
    """What values and losses measure."""
    scale: tuple[float, float] = (-1.0, 1.0)
    """The ends of the values."""
    is_complete: bool = True
    """False if it was interrupted: then the first moves are there, as far as it came."""
    started: tuple[float, ...] = ()
    """Where dice decide: what each seat could expect at the start ..."""
    reached: tuple[float, ...] = ()
    """... and what it had in the end, or could expect where the record stops."""
    is_quick_look: bool = False
    """Whether it rests on quick looks, which say what a position is worth about, and judge no move;
    see `polygames.search.analysis.readiness`."""
    work: Work | None = None
    """What made it; None in older files."""

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The mistakes and blunders."""
        return tuple(each for each in self.moves if each.is_mistake)

    @property
    def line(self) -> list[ReviewedMove]:
        """The moves of the line that was last played, without those of branches."""
        return [each for at, each in enumerate(self.moves) if each.ply == self.moves[0].ply + at]

    @property
    def is_opposed(self) -> bool:
        """Whether what is good for one seat is bad for the other: values change their sign."""
        return self.start.seats == 2 and self.scale[0] == -self.scale[1]  # noqa: PLR2004 - a pair

    @property
    def is_in_points(self) -> bool:
        """Whether values are points, not results from -1 to 1."""
        return self.scale[1] > 1

    @property
    def is_by_chance(self) -> bool:
        """Whether chances to win stand beside all values, which are points.

        Then label, curve and sentence are by the chances.
        """
        valued = [each for each in self.moves if each.value is not None]
        return (
            self.is_in_points and bool(valued) and all(each.chance is not None for each in valued)
        )

    def counts(self, seat: Seat) -> dict[str, int]:
        """Return how often a seat earned each verdict."""
        found = Counter(each.verdict for each in self.moves if each.seat == seat)
        return {verdict: found[verdict] for verdict in VERDICTS}

    def unclear(self, seat: Seat) -> int:
        """Return how many moves of a seat the search does not see enough to judge."""
        return sum(each.is_unclear for each in self.moves if each.seat == seat)

    def loss(self, seat: Seat) -> float:
        """Return what the marked moves of a seat cost together: what is within the noise is none.

        In points these are the moves of which it is known what they cost in points.
        """
        marked = [each for each in self.moves if each.seat == seat and each.verdict in GLYPH_OF]
        if not self.is_in_points:
            return sum((each.loss for each in marked), 0.0)
        return sum((each.points for each in marked if each.points is not None), 0.0)

    def accuracy(self, seat: Seat) -> float | None:
        """Return how near the moves of a seat were to the best ones: 100 is best.

        It is the mean of ``100 * exp(-4.354 * lost)`` over the moves at which there was something
        to choose: more than one move was legal, it is not proved that all are worth the same, and
        the game was not lost already (a chance of 5% at least). Unclear moves do not count, unless
        the result before or after them is proved, and they lost it more likely than not: where a
        game is proved lost after a move, it was mostly lost before, if it looked bad there already.
        Nor do moves of positions that the board calls unclear, where nothing is proved before or
        after them: of two values that nobody knows the difference says nothing good of a move.
        Here ``lost`` is the share of the chance to win that a move gave away, from 0 to 1; where
        only points count, the loss divided by ten times the loss of a mistake. To throw away a
        tenth of the chance makes 65. Where dice decide and what was expected, luck and skill add up
        to what was reached, the moves lost the skill together, if it is below 0: each as much as
        any other, for what single looks are off is in each of their losses but not in the sum.
        None if there was nothing to choose: below, every answer
        to the first move wins.

        Examples
        --------
        >>> import polygames as pg
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> for move in ("A-C", "C-E"):
        ...     record.push(move)
        >>> found = pg.review(record, progress=False)
        >>> round(found.accuracy(0), 1), found.accuracy(1)
        (1.3, None)
        """
        if not (lost := self._losses(seat)):
            return None
        skill, rules = self.skill(seat), info_of(self.start).engine.verdicts
        if skill is not None and rules.measure == "value":
            return 100 * exp(-STEEP * rules.share(max(0.0, -skill) / len(lost)))
        return sum(100 * exp(-STEEP * share) for share in lost) / len(lost)

    def decisions(self, seat: Seat) -> int:
        """Return of how many moves the accuracy of a seat is the mean."""
        return len(self._losses(seat))

    def _losses(self, seat: Seat) -> list[float]:
        """Return what a seat lost by each move that counts for its accuracy."""
        own = [each for each in self.moves if each.seat == seat and _is_chosen(each)]
        return [self._share(each) for each in own if has_a_proof(each) or self._is_known(each)]

    def _is_known(self, each: ReviewedMove) -> bool:
        """Whether enough is known of the position before a move to tell a number."""
        low, high = self.scale
        if each.low is None or each.high is None:
            return True
        return each.high - each.low < WIDE * (high - low)

    def _share(self, each: ReviewedMove) -> float:
        """Return what a move lost, as a share of a game."""
        if each.verdict == "best":
            return 0.0
        rules: Verdicts = info_of(self.start).engine.verdicts
        if rules.measure == "value" or each.chance is None or each.chance_after is None:
            if not self.is_in_points:
                return each.loss / 2
            return rules.in_points.share(each.points or 0.0)
        return max(0.0, each.chance - each.chance_after)

    def skill(self, seat: Seat) -> float | None:
        """Return what the play of a seat made of what it could expect; None without dice.

        What a seat could expect at the start, and its luck, and its skill add up to what it reached
        (`started`, `luck`, `skill`, `reached`). Luck is what the rolls brought beyond mean ones;
        the skill is all else, so it is mostly below 0: nobody plays better than what is expected of
        the best play that the values know.
        """
        if not self.started or not self.reached:
            return None
        return self.reached[seat] - self.started[seat] - self.luck(seat)

    def luck(self, seat: Seat) -> float:
        """Return what the rolls brought a seat, all together."""
        return sum((each.lucks[seat] for each in self.moves if each.lucks), 0.0)

    def curve(self, seat: Seat = 0) -> list[tuple[int, float]]:
        """Return the value of the game for a seat: how many moves were played, and the value.

        Where each seat has a value of its own, only positions in which it is to move count.
        """
        points = []
        for each in self.moves:
            if each.value is not None and each.seat == seat:
                points.append((each.ply - 1, each.value))
            elif each.value is not None and self.is_opposed:
                points.append((each.ply - 1, -each.value))
        return sorted(points)

    def table(self) -> Any:
        """Return a row for each move (a DataFrame where pandas is installed)."""
        return table(list(self._rows()))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        whole = {"game": self.start.game, "unit": self.unit, "is_complete": self.is_complete}
        return {**whole, "moves": [*self._rows()]}

    def plot(self, ax: Any = None) -> Any:
        """Draw the curve of the values with the mistakes, and return the axes."""
        return way("review", "plot")(self, ax)

    def _rows(self) -> Iterator[dict[str, Any]]:
        names = "ply seat move verdict value low high loss proved chance chance_after points"
        for each in self.moves:
            row = {name: getattr(each, name) for name in names.split()}
            best = "" if each.best is None else str(each.best)
            line = " ".join(map(str, each.line))
            yield row | {"move": str(each.move), "best": best, "line": line, "luck": each.luck}

    def __str__(self) -> str:
        """Say what each seat did, then each move that lost."""
        lines = [f"{self.start.game}, {len(self.moves)} plies reviewed: {self.unit}"]
        for seat in range(self.start.seats):
            counts = ", ".join(f"{n} {name}" for name, n in self.counts(seat).items() if n)
            rolls = any(each.lucks for each in self.moves)
            luck = f"; luck {self.luck(seat):+.2f}" if rolls else ""
            accuracy = self.accuracy(seat)
            near = "" if accuracy is None else f"; accuracy {accuracy:.0f}"
            lost = f"lost {self.loss(seat):.2f}{luck}{near}"
            unclear = f", {self.unclear(seat)} of them unclear" if self.unclear(seat) else ""
            lines.append(f"  seat {seat}: {counts or 'no move'}{unclear}; {lost}")
        lines += [f"  {each}" for each in self.moves if each.verdict in GLYPH_OF]
        if not self.is_complete:
            lines.append("  interrupted: the moves after these were not looked at")
        return "\n".join(lines)

    __repr__ = __str__


def _is_chosen(each: ReviewedMove) -> bool:
    """Whether there was something to choose, and the move that was chosen is known."""
    is_lost = each.chance is not None and each.chance < LOST
    is_open = each.verdict != "forced" and not each.all_alike
    is_open = is_open and (not each.is_unclear or _is_likely_lost(each))
    return each.value is not None and is_open and not is_lost


def _is_likely_lost(each: ReviewedMove) -> bool:
    """Whether a move lost a result more likely than not, beside one that is proved."""
    if each.chance is None or each.chance_after is None or not has_a_proof(each):
        return False
    return each.chance - each.chance_after >= LIKELY


def has_a_proof(each: ReviewedMove) -> bool:
    """Whether the result before a move is proved, or the one after it."""
    return each.proved or each.proved_before or each.proved_after


def by_chance(node: Node, lucks: tuple[float, ...]) -> ReviewedMove:
    """Return what is known of a roll."""
    turn = node.state.turn
    luck = lucks[turn if turn != CHANCE else 0] if lucks else None
    return ReviewedMove(node.number, CHANCE, node.move, "chance", luck=luck, lucks=lucks, node=node)


def line_of(nodes: Sequence[Node]) -> list[Node]:
    """Return the moves of the line that was last played, without those of branches."""
    line: list[Node] = []
    for node in nodes:
        if line and node.parent is not line[-1]:
            break
        line.append(node)
    return line


def expected_of(state: State[Any], measure: str) -> tuple[float, ...]:
    """Return what each seat has in the end, or can expect; empty where nobody says.

    This is in what the values of the game's analyses measure.
    """
    seats, evaluate = range(state.seats), registry.info_of(state).engine.evaluate
    if state.outcome is None:
        return () if evaluate is None else tuple(float(evaluate(state, seat)) for seat in seats)
    if measure == "total":
        return tuple(map(float, state.scores))
    if measure == "lead":
        return tuple(float(2 * own - sum(state.scores)) for own in state.scores)
    return tuple(result_of(state, seat) for seat in seats)


def lucks_of(node: Node) -> tuple[float, ...]:
    """Return for each seat what a roll was worth beyond a mean one; empty where nobody says."""
    return () if node.parent is None else lucks_at(node.parent.state, node.state)


def lucks_at(before: State[Any], after: State[Any]) -> tuple[float, ...]:
    """Return for each seat what the roll between two positions was worth beyond a mean one.

    It is empty where the game does not say what a position is worth.
    """
    engine, seats = registry.info_of(after).engine, range(after.seats)
    if engine.luck is not None:
        return tuple(engine.luck(after, seat) for seat in seats)
    evaluate = engine.evaluate
    if evaluate is None:
        return ()
    rolls = [(before.play(roll), float(chance)) for roll, chance in before.chance_outcomes()]
    return tuple(
        evaluate(after, seat) - sum(chance * evaluate(one, seat) for one, chance in rolls)
        for seat in seats
    )
