"""The results of a review: reviewed moves, the luck of rolls, and totals of the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from math import exp, sqrt
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from polygames.core.analysis import RESULT_UNIT
from polygames.core.descriptions import count_text, move_text
from polygames.core.display import PictureResult, Tabular, find_renderer
from polygames.core.options import whole
from polygames.core.plugs import DEFAULT_VERDICTS
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.search.analysis.rows import SHOW_INTERVAL_SHARE, clamp_chance
from polygames.search.review.positions import Scale

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.plugs import Verdicts
    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node
    from polygames.search.review.positions import Estimate, ReviewedPosition, ReviewWork

Verdict: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced", "chance"]

VERDICT_NAMES: Final = ("best", "good", "inaccuracy", "mistake", "blunder", "forced")

VERDICT_GLYPHS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The glyph of each verdict in a record."""

CLEAR_ERRORS: Final = 2.0
"""A loss is clear if it is more than this number of its standard errors."""
DECIDED_CHANCE: Final = 0.15
"""The likely winner is clear if a chance to win is as near to 0 or 1 as this."""
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

WHOLE_POINT_ERROR: Final = 0.5
"""The standard error of a loss from which on it is shown in whole points."""

MISTAKE_VERDICTS: Final = frozenset({"mistake", "blunder"})


@dataclass(frozen=True, repr=False)
class ReviewedMove:
    """The review of one move: two neighbouring positions of the review, and what follows from them.

    Values are for the seat that moved; a roll has none, but a luck for each seat.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> (move,) = pg.review(record).moves
    >>> move.value, move.after, move.loss, move.value - move.loss == move.after
    (1.0, -1.0, 2.0, True)
    >>> move.label, move.cost_text, move.measured_loss, move.is_mistake, move.is_counted
    ('blunder', '100% to 0%', 1.0, True, True)
    >>> move.chance, move.chance_after, move.proved, move.proved_before, move.proved_after
    (1.0, 0.0, True, True, True)
    >>> move.low, move.high, move.loss_error, move.is_unclear
    (1.0, 1.0, 0.0, False)
    >>> str(move.best), len(move.line) == move.distance, str(move.answer[0]), move.all_alike
    ('A-D', True, 'A-C', False)
    >>> move.luck is None, move.work is None, move.rules.measure
    (True, True, 'chance')
    """

    ply: int
    """The number of the move in the record, from 1."""
    seat: Seat
    move: Any
    before: ReviewedPosition
    """The position before the move."""
    next: ReviewedPosition
    """The position after the move."""
    node: Node | None = field(default=None, repr=False, compare=False)
    """The node of the record that the move leads to."""

    # The values of the two positions

    @cached_property
    def _estimate(self) -> Estimate | None:
        return None if self.seat == CHANCE else self.before.for_seat(self.seat)

    @cached_property
    def _estimate_after(self) -> Estimate | None:
        return None if self.seat == CHANCE else self.next.for_seat(self.seat)

    @property
    def value(self) -> float | None:
        """The value of the position before the move, which is that of the best move."""
        return self._estimate and self._estimate.value

    @property
    def low(self) -> float | None:
        """The lower end of the value's interval."""
        return self._estimate and self._estimate.low

    @property
    def high(self) -> float | None:
        """The upper end of the interval; both ends equal the value if it is proved."""
        return self._estimate and self._estimate.high

    @property
    def after(self) -> float | None:
        """The value of the position after the move: `value` less `loss`."""
        return self._estimate_after and self._estimate_after.value

    @property
    def chance(self) -> float | None:
        """The chance to win before the move; None if the game has no such chance."""
        return self._estimate and self._estimate.chance

    @property
    def chance_after(self) -> float | None:
        """The chance to win after the move."""
        return self._estimate_after and self._estimate_after.chance

    @property
    def proved_before(self) -> bool:
        """Whether the value of the position before the move is proved."""
        return self._estimate is not None and self._estimate.proved

    @property
    def proved_after(self) -> bool:
        """Whether the value of the position after the move is proved."""
        return self._estimate_after is not None and self._estimate_after.proved

    @property
    def proved(self) -> bool:
        """Whether both values are proved, so that loss and verdict are exact."""
        return self.proved_before and self.proved_after

    @property
    def distance(self) -> int | None:
        """The number of moves to the end of the game, if proved and known."""
        return self._estimate and self._estimate.distance

    @property
    def all_alike(self) -> bool:
        """Whether all moves are proved to have the same value, so that there was no choice."""
        return self.before.all_alike

    @property
    def line(self) -> tuple[Any, ...]:
        """The best move and a likely continuation."""
        return self.before.line

    @property
    def best(self) -> Any:
        """The best move; None if it is unknown."""
        return next(iter(self.line), None)

    @property
    def answer(self) -> tuple[Any, ...]:
        """The played move and a likely continuation, which shows why a mistake is one."""
        return (self.move, *self.next.line) if self.seat != CHANCE else ()

    @property
    def work(self) -> ReviewWork | None:
        """The origin of this move's review, if it differs from that of the review."""
        return self.before.work

    @cached_property
    def lucks(self) -> tuple[float, ...]:
        """At a chance node: the value after the roll less the value before it, for every seat.

        It is empty elsewhere, or if a value is unknown.
        """
        if self.seat != CHANCE:
            return ()
        ends = zip(self.before.estimates, self.next.estimates, strict=False)
        lucks = tuple(b.value - a.value for a, b in ends if a is not None and b is not None)
        return lucks if len(lucks) == len(self.before.estimates) else ()

    @property
    def luck(self) -> float | None:
        """At a chance node: the luck of the roll for the seat that moves next."""
        if not self.lucks or self.node is None:
            return None
        turn = self.node.state.turn
        seat = turn if turn != CHANCE else 0
        return self.lucks[seat] if seat < len(self.lucks) else -self.lucks[0]

    # The verdict

    @property
    def rules(self) -> Verdicts:
        """The game's rules for verdicts: the measure of losses, and each verdict's minimum loss."""
        return DEFAULT_VERDICTS if self.node is None else info_of(self.node.state).engine.verdicts

    @property
    def loss(self) -> float:
        """The value before the move less the value after it: 0 or more, and 0 for a best move."""
        if self.value is None or self.after is None:
            return 0.0
        return self.value - self.after

    @property
    def measured_loss(self) -> float:
        """The loss in the game's measure: chance to win, or points."""
        return self.rules.to_measure(self.loss)

    @property
    def loss_error(self) -> float:
        """The standard error of the loss: that of the difference of both values.

        A loss is too large if the value before the move is too high, or the one after it too low.
        The error of each is half of that part of its 95% interval.
        """
        before, after = self._estimate, self._estimate_after
        if before is None or after is None:
            return 0.0
        return sqrt((before.value - before.low) ** 2 + (after.high - after.value) ** 2) / 2

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict on the move: a bad one needs a loss above two standard errors."""
        if self.seat == CHANCE:
            return "chance"
        if self._is_forced:
            return "forced"
        if self.value is not None and self.best == self.move and not self.loss:
            return "best"
        return self._loss_verdict if self._is_clear else "good"

    @property
    def _loss_verdict(self) -> Verdict:
        """The verdict if the loss were certain."""
        return self.rules.classify_loss(self.measured_loss)

    @property
    def _is_clear(self) -> bool:
        """Whether the loss is more than noise."""
        is_large = self.loss > CLEAR_ERRORS * self.loss_error and not self._is_decided
        return is_large and self.best is not None and (self._is_searched or self.proved)

    @property
    def _is_searched(self) -> bool:
        """Whether both positions had more than a quick look."""
        return not (self.before.is_quick or self.next.is_quick)

    @property
    def _is_decided(self) -> bool:
        """Whether the likely winner stays the same, in a game whose proofs have no points.

        The lead then depends on how soon the search sees the end of the game.
        """
        if self.rules.proved_win_value is None or self.chance is None or self.chance_after is None:
            return False
        ends = sorted((self.chance, self.chance_after))
        return ends[1] < DECIDED_CHANCE or ends[0] > 1 - DECIDED_CHANCE

    @property
    def _is_forced(self) -> bool:
        state = None if self.node is None or self.node.parent is None else self.node.parent.state
        return state is not None and state.legal_moves.finite and len(state.legal_moves) == 1

    @property
    def is_mistake(self) -> bool:
        """Whether the verdict is mistake or blunder."""
        return self.verdict in MISTAKE_VERDICTS

    @property
    def is_unclear(self) -> bool:
        """Whether the move looks like an inaccuracy or worse, but may be only search noise."""
        return self._is_searched and self.verdict == "good" and self._loss_verdict != "good"

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

    def for_seat(self, seat: Seat) -> float | None:
        """Return the value of the position before the move for a seat; None if it is unknown.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> pg.review(record).moves[0].for_seat(1)
        -1.0
        """
        estimate = self.before.for_seat(seat)
        return None if estimate is None else estimate.value

    # Texts

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
        """The loss as text: ``24.5 points``, or the chances to win before and after; maybe empty.

        It has as many digits as its error allows and its verdict needs: a loss shown as 10% is at
        least 10%.
        """
        if self.rules.measure == "value":
            digits = self._loss_digits(int(self.loss_error < WHOLE_POINT_ERROR))
            text = points_text(self.loss, digits)
            return "" if text == points_text(0.0) else text
        if self.value is None or self.measured_loss < MIN_SHOWN_LOSS / 10:
            return ""
        digits = self._loss_digits(0)
        before, after = (f"{end:.{digits}%}" for end in self._shown_chances(digits))
        return f"{before} to {after}" if before != after else ""

    def _shown_chances(self, digits: int) -> tuple[float, float]:
        """Return the chances to win before and after the move, rounded for display."""
        ends = (self.value, self.proved_before), (self.after, self.proved_after)
        chances = (((1 + (value or 0.0)) / 2, is_sure) for value, is_sure in ends)
        first, last = (
            round(e if is_sure else clamp_chance(e), 2 + digits) for e, is_sure in chances
        )
        return first, last

    def _loss_digits(self, min_digits: int) -> int:
        """Return how many decimals, at least `min_digits`, a loss needs to match its verdict."""
        if self.is_unclear:
            return min_digits
        for digits in range(min_digits, min_digits + 3):
            ends = self._shown_chances(digits)
            told = round(self.loss, digits) if self.rules.measure == "value" else ends[0] - ends[1]
            if self.rules.classify_loss(round(told, 9)) == self._loss_verdict:
                break
        return digits

    def __str__(self) -> str:
        """Return one line, such as ``1. A to C: blunder, a won game is now lost; best A to D``."""
        said = f"{self.ply}. {self._move_text(self.move)}: {self.verdict}"
        if self.luck is not None:
            return f"{self.ply}. {self._move_text(self.move)}: luck {self.luck:+.2f}"
        if self.cost_text:
            is_in_points = self.rules.measure == "value"
            what = f"{'loses' if is_in_points else 'chance to win'} {self.cost_text}"
            what = what if is_in_points else self.result_change_text or what  # as the board says it
            said += f", {what}{' (proved)' if self.proved else ''}"
        is_best_named = self.best is not None and self.verdict not in {"best", "forced", "chance"}
        return f"{said}; best {self._move_text(self.best)}" if is_best_named else said

    def _move_text(self, move: Any) -> str:
        """Return a move of this position in words, or its notation if the position is unknown."""
        before = self.node.parent if self.node else None
        return str(move) if before is None else move_text(before.state, move)

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
      1. A to C: blunder, a won game is now lost (proved); best ...
    >>> [str(each.move) for each in found.mistakes], found.counts(0)["blunder"], found.loss(0)
    (['A-C'], 1, 2.0)
    >>> found.curve(), found.is_opposed, found.unclear(0)
    ([(0, 1.0), (1, -1.0), (2, -1.0)], True, 0)
    >>> len(found.line), len(found.table()), found.to_dict()["moves"][1]["verdict"]
    (2, 2, 'best')
    >>> len(found.line_positions), found.end.ply, found.is_quick_look, found.full_scale.low
    (3, 2, False, -1.0)
    >>> found.started, found.reached  # only in games with dice
    ((), ())
    """

    start: State[Any]
    positions: tuple[ReviewedPosition, ...]
    """The reviewed positions of the main line in order, then those of the branches if requested.
    Everything else is derived from their values."""
    unit: str = RESULT_UNIT
    """The unit of values and losses."""
    scale: tuple[float, float] = (-1.0, 1.0)
    """The lowest and the highest value."""
    measure: Literal["result", "lead", "total"] = "result"
    """The meaning of a final value; see `polygames.core.analysis.Analysis.measure`."""
    is_complete: bool = True
    """Whether all moves are reviewed; after an interrupt only the last ones are."""
    work: ReviewWork | None = None
    """The origin of the review; None if it is unknown."""

    @cached_property
    def moves(self) -> tuple[ReviewedMove, ...]:
        """The reviewed moves: each leads from one reviewed position to another."""
        known = {id(each.node): each for each in self.positions if each.node is not None}
        moves = []
        for each in self.positions:
            node = each.node
            before = known.get(id(node.parent)) if node is not None else None
            if node is not None and node.parent is not None and before is not None:
                seat = node.parent.state.turn
                moves.append(ReviewedMove(node.number, seat, node.move, before, each, node))
        return tuple(moves)

    @property
    def is_quick_look(self) -> bool:
        """Whether some positions had a quick look only: rough values, and no verdicts."""
        return any(each.is_quick for each in self.positions)

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The mistakes and blunders."""
        return tuple(each for each in self.moves if each.is_mistake)

    @property
    def line(self) -> list[ReviewedMove]:
        """The reviewed moves of the line played last, without branches."""
        found: list[ReviewedMove] = []
        for each in self.moves:
            if not found or each.before is found[-1].next:
                found.append(each)
        return found

    @property
    def is_opposed(self) -> bool:
        """Whether there are two seats with opposite values."""
        return self.full_scale.is_opposed

    @property
    def full_scale(self) -> Scale:
        """The meaning of the values in one object."""
        return Scale(self.unit, *self.scale, self.measure, self.start.seats)

    def counts(self, seat: Seat) -> dict[str, int]:
        """Return how many of a seat's moves received each verdict."""
        found = Counter(each.verdict for each in self.moves if each.seat == seat)
        return {verdict: found[verdict] for verdict in VERDICT_NAMES}

    def unclear(self, seat: Seat) -> int:
        """Return the number of a seat's moves whose apparent loss may be search noise."""
        return sum(each.is_unclear for each in self.moves if each.seat == seat)

    def loss(self, seat: Seat) -> float:
        """Return the sum of a seat's losses, excluding those that may be search noise."""
        return sum((each.loss for each in self._own_moves(seat) if not each.is_unclear), 0.0)

    def _own_moves(self, seat: Seat) -> list[ReviewedMove]:
        return [each for each in self.moves if each.seat == seat]

    def loss_text(self, seat: Seat) -> str:
        """Return the sum of a seat's losses as text, in whole points if they are estimates.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> pg.review(record, progress=False).loss_text(0)
        '2 points'
        """
        lost = [each for each in self._own_moves(seat) if each.loss and not each.is_unclear]
        is_rough = any(each.loss_error >= WHOLE_POINT_ERROR for each in lost)
        return points_text(self.loss(seat), 0 if is_rough else 1)

    def turning_points(self, most: int = 3) -> list[ReviewedMove]:
        """Return the moves of the line played last that cost most, in the order of the game.

        They are mistakes and blunders, or inaccuracies if there are none; of equal ones the last.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> [str(each.move) for each in pg.review(record, progress=False).turning_points()]
        ['A-C']
        """
        bad = [each for each in self.line if each.is_mistake]
        bad = bad or [each for each in self.line if each.verdict == "inaccuracy"]
        worst = sorted(bad, key=lambda each: (-each.measured_loss, -each.ply))[:most]
        return sorted(worst, key=lambda each: each.ply)

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
        own = [each for each in self._own_moves(seat) if each.is_counted]
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

    @property
    def line_positions(self) -> list[ReviewedPosition]:
        """The reviewed positions of the line played last."""
        line = self.line
        return [line[0].before, *(each.next for each in line)] if line else list(self.positions[:1])

    @property
    def end(self) -> State[Any]:
        """The last state of the game, which determines the names of the seats."""
        node = self.positions[0].node if self.positions else None
        return self.start if node is None else node.end.state

    def _values_by_seat(self, position: ReviewedPosition) -> tuple[float, ...]:
        """Return the value of a position for each seat; empty without dice or if one is unknown."""
        known = [position.for_seat(seat) for seat in range(self.start.seats)]
        has_dice = any(each.seat == CHANCE for each in self.line)
        found = tuple(each.value for each in known if each is not None)
        return found if has_dice and len(found) == len(known) else ()

    @property
    def started(self) -> tuple[float, ...]:
        """With dice: the expected value of each seat at the start of the review."""
        return self._values_by_seat(self.line[0].before) if self.line else ()

    @property
    def reached(self) -> tuple[float, ...]:
        """With dice: the final value of each seat, or the expected one where the record stops."""
        return self._values_by_seat(self.line[-1].next) if self.line else ()

    def skill(self, seat: Seat) -> float | None:
        """Return the effect of a seat's own play on its result; None in a game without dice.

        The expected value at the start, the luck and the skill of a seat add up to its result
        (`started`, `luck`, `skill`, `reached`). Luck is the change of the value by the rolls. Skill
        is minus the sum of all losses, since values assume the best play known.

        Examples
        --------
        >>> record = pg.Record(pg.new("splitter", pad=["*##*"]))
        >>> for text in ("roll 2-1", "r0c0=2", "roll 5-2", "r0c2=2"):
        ...     record.push(text)
        >>> found = pg.review(record, progress=False)
        >>> found.started[0] + found.luck(0) + found.skill(0) == found.reached[0] == 2
        True
        """
        if not self.started or not self.reached or None in self.for_seat(seat):
            return None
        return -sum((each.loss for each in self.line if each.seat == seat), 0.0)

    def luck(self, seat: Seat) -> float:
        """Return a seat's total luck in the dice rolls of the line played last."""
        rolls = [each for each in self.line if each.seat == CHANCE]
        ends = ((each.before.for_seat(seat), each.next.for_seat(seat)) for each in rolls)
        return sum((b.value - a.value for a, b in ends if a is not None and b is not None), 0.0)

    def for_seat(self, seat: Seat) -> tuple[float | None, ...]:
        """Return the values of the positions of the line played last, for one seat.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> for move in ("A-C", "C-E"):
        ...     record.push(move)
        >>> pg.review(record, progress=False).for_seat(1)
        (-1.0, 1.0, 1.0)
        """
        seat = whole("the seat", seat, 0, self.start.seats - 1)
        known = [each.for_seat(seat) for each in self.line_positions]
        return tuple(each if each is None else each.value for each in known)

    def curve(self, seat: Seat = 0) -> list[tuple[int, float]]:
        """Return a seat's values during the game as (number of moves played, value) pairs."""
        numbers = [0 if each.node is None else each.node.number for each in self.line_positions]
        values = zip(numbers, self.for_seat(seat), strict=True)
        return [(number, value) for number, value in values if value is not None]

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
        head = {"game": self.start.game, "unit": self.unit, "is_complete": self.is_complete}
        return {**head, "moves": [*self._table_rows()]}

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
        names = "ply seat move verdict value low high after loss proved chance chance_after"
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
                said.append(f"{self.loss_text(seat)} lost")
            if (accuracy := self.accuracy(seat)) is not None:
                said.append(f"accuracy {accuracy:.0f}")
            lines.append(f"  seat {seat}: {', '.join(said)}")
        lines += [f"  {each}" for each in self.moves if each.verdict in VERDICT_GLYPHS]
        if not self.is_complete:
            lines.append("  interrupted: the moves before these were not looked at")
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
