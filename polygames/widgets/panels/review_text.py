"""The texts and the curve of a review."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from polygames.core.analysis import RESULT_UNIT
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.core.words import NUMBERED, Names, caption, how_many, merits, move_words, seat_names
from polygames.scene.drawn_marks import named_shapes
from polygames.scene.model import Polygon
from polygames.search.review import Review, read_move
from polygames.search.review.findings import (
    GLYPH_OF,
    MIN_MOVES_FOR_ACCURACY,
    MIN_SHOWN_LOSS,
    in_points,
    many,
)
from polygames.view.frame import spellings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node
    from polygames.scene.model import Point
    from polygames.search.review import ReviewedMove

DECIDED_TEXT: Final = "No move could change the result of this game (proved)."
NO_CHOICE: Final = "All moves are equally good."
UNCLEAR_MOVE_TEXT: Final = "Unclear: the search does not know enough to judge it."
MARKED_VERDICTS: Final = frozenset({"inaccuracy", "mistake", "blunder", "unclear"})
"""The verdicts that get a mark on the curve."""


def verdict_texts(
    review: Review, each: ReviewedMove, names: Names = NUMBERED, *, is_short: bool = False
) -> tuple[str, str]:
    """Return the verdict of a move, and its cost and the reasons; `is_short` omits reasons.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> found = pg.review(record)
    >>> verdict, why = verdict_texts(found, found.moves[0])
    >>> verdict, why.startswith("A won game is now lost (proved). Best: A to D.")
    ('Blunder.', True)
    """
    if each.seat == CHANCE:
        parts = [f"{_roll_text(each)}.", _luck_words(each, review.start, names)]
    elif each.all_alike:
        parts = [NO_CHOICE, _standing(each, names)]
    elif each.verdict in {"best", "forced"}:
        said = "The only move." if each.verdict == "forced" else "The best move."
        parts = [said, _standing(each, names), "" if is_short else _why(each, names)]
    elif each.verdict == "good":
        parts = _good_words(each, names)
    else:
        why = "" if is_short else merits(_state_before(each), each.line, _final_names(each, names))
        answer = "" if is_short else _answer(each, names)
        lost, best = _begun(_lost(each, names)), _best(each, names)
        parts = [_verdict(each), lost, best, why, answer]
    verdict, *rest = parts
    return verdict, " ".join(filter(None, rest))


def sentence(
    review: Review, each: ReviewedMove, names: Names = NUMBERED, *, is_short: bool = False
) -> str:
    """Return the texts of `verdict_texts` as one string."""
    return " ".join(filter(None, verdict_texts(review, each, names, is_short=is_short)))


def cost_words(each: ReviewedMove, names: Names = NUMBERED) -> str:
    """Return the verdict and the cost of a bad move, without the better move."""
    return f"{_verdict(each)} {_begun(_lost(each, names))}".strip()


def _verdict(each: ReviewedMove) -> str:
    return f"{each.verdict.capitalize()}."


def _good_words(each: ReviewedMove, names: Names) -> list[str]:
    """Return the texts about a good or unclear move: verdict, cost and best move."""
    lost = _lost(each, names)
    said = "Good, as far as the search knows." if lost and not each.proved else "Good."
    if each.is_unclear:
        said, lost = UNCLEAR_MOVE_TEXT, f"As far as it knows, {lost}" if lost else ""
    return [said, _begun(lost), "" if each.best is None else _best(each, names)]


def _best(each: ReviewedMove, names: Names) -> str:
    """Return the best move as a sentence; empty if it has the same name as the move played."""
    called = _final_names(each, names)
    played, best = (
        move_words(_state_before(each), move, called) for move in (each.move, each.best)
    )
    return "" if played == best else f"Best: {best}."


def _begun(said: str) -> str:
    """Return a text with its first letter in upper case."""
    return f"{said[:1].upper()}{said[1:]}"


def note_words(node: Node, names: Names = NUMBERED) -> str:
    """Return the saved review of a move as text; empty if it was not reviewed.

    Examples
    --------
    >>> from polygames.search.review import annotate
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> annotate(pg.review(record), record)
    >>> note_words(record.node)
    'Blunder. A won game is now lost (proved). Best: A to D.'
    """
    each = read_move(node)
    if each is None:
        return ""
    return sentence(Review(node.state, (each,)), each, names, is_short=True)


def mover_text(each: ReviewedMove, names: Names = NUMBERED) -> str:
    """Return the number of a move, its player and its name, as the start of a text about it.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> mover_text(pg.review(record).moves[0])
    '1. Red: A to C.'
    """
    number = _number(each)
    if each.seat == CHANCE:
        return f"{number}."
    words = move_words(_state_before(each), each.move, _final_names(each, names))
    is_alone = _state_before(each).seats == 1  # a single player needs no name
    return f"{number}. {words}." if is_alone else f"{number}. {_name(each, names)}: {words}."


def _number(each: ReviewedMove) -> str:
    """Return the number of a move as text; the number of its round in games with dice."""
    rolls, node = 0, each.node
    while node is not None and node.parent is not None:
        rolls += node.parent.state.turn == CHANCE
        node = node.parent
    return f"Round {rolls}" if rolls else f"{each.ply}"


def _final_names(each: ReviewedMove, names: Names) -> Names:
    """Return the names of the seats at the end of the game, so that each has only one name."""
    assert each.node is not None  # noqa: S101 - reviews of records have nodes
    return seat_names(each.node.end.state, names)


def _name(each: ReviewedMove, names: Names) -> str:
    """Return the name of the player of a move, with the colour of that time if it changed."""
    who, then = _final_names(each, names), seat_names(_state_before(each), names).of(each.seat)
    swapped = f" ({then} until the takeover)" if then == who.of(1 - each.seat) else ""
    return f"{who.of(each.seat)}{swapped}"


def is_result_fixed(review: Review) -> bool:
    """Return True if no move of a game could change its result."""
    own = [each for each in review.moves if each.value is not None]
    return any(each.all_alike for each in own) and all(
        each.all_alike or each.verdict == "forced" for each in own
    )


def summary(review: Review, judged: int | None = None, names: Names = NUMBERED) -> list[str]:
    """Return one line per seat with its mistakes, accuracy and luck.

    Parameters
    ----------
    review
        The review.
    judged
        The number of moves judged so far; None if the review is complete.
    names
        The names of the players.
    """
    labels = caption(_end_of(review), names).seats
    alone = len(labels) == 1  # the label of a single player is its points
    known = [names.of(0)] if alone else [label.name for label in labels]
    if judged is not None:
        seen = replace(review, moves=review.moves[:judged])
        return [_so_far(seen, seat, name) for seat, name in enumerate(known)]
    lines = []
    for seat, name in enumerate(known):
        said = f"{name}: {_verdicts(review, seat)}"
        if (
            review.unit != RESULT_UNIT
            and review.loss(seat) >= MIN_SHOWN_LOSS
            and not review.started
        ):
            said += f", {in_points(review.loss(seat))} lost"
        lines.append(said + _accuracy(review, seat) + _sum_words(review, seat))
    return lines


def _end_of(review: Review) -> State[Any]:
    """Return the last position of the game, which determines the names of the seats."""
    last = review.moves[-1].node if review.moves else None
    return review.start if last is None else last.end.state


def _accuracy(review: Review, seat: Seat) -> str:
    """Return the accuracy of a seat as text, or the reason why there is none."""
    accuracy, number = review.accuracy(seat), review.decisions(seat)
    if accuracy is not None:
        return f", accuracy {accuracy:.0f}%"
    if number >= MIN_MOVES_FOR_ACCURACY:
        return f", no accuracy: {review.unclear(seat)} moves are unclear"
    needed = f"it needs at least {MIN_MOVES_FOR_ACCURACY} real choices"
    return f", no accuracy: {needed} (this game: {number})"


def _so_far(review: Review, seat: Seat, name: str) -> str:
    """Return the verdicts of a seat in the moves judged so far."""
    if not any(each.seat == seat for each in review.moves):
        return f"{name}: not reviewed yet"
    return f"{name}: {_verdicts(review, seat)} so far"


def _verdicts(review: Review, seat: Seat) -> str:
    """Return how many mistakes of each kind and unclear moves a seat made, as text."""
    counts, unclear = review.counts(seat), review.unclear(seat)
    bad = [many(count, name) for name in reversed(GLYPH_OF) if (count := counts[name])]
    if not unclear:
        return ", ".join(bad) or "no mistake"
    return ", ".join([*(bad or ["no sure mistake"]), f"{unclear} unclear"])


def _sum_words(review: Review, seat: Seat) -> str:
    """Return the points of a seat as a sum of expectation, luck and losses; for games with dice."""
    luck = review.luck(seat)
    if review.skill(seat) is None:
        return f", luck {luck:+.1f}" if any(each.lucks for each in review.moves) else ""
    lost = review.loss(seat)
    parts = (review.reached[seat], review.started[seat], luck)
    reached, *known = (round(part, 1) + 0.0 for part in parts)  # replaces -0.0 by 0.0
    said = f"{known[0]:.1f} expected {_signed_text(known[1])} luck"
    if lost >= MIN_SHOWN_LOSS:
        known.append(-round(lost, 1))
        said += f" {_signed_text(known[2])} lost by moves"
    rest = reached - sum(known)  # the rest makes the displayed sum exact
    play = "other play" if lost >= MIN_SHOWN_LOSS else "small losses" if rest < 0 else "play"
    return f": {said} {_signed_text(rest)} {play} = {how_many(f'{reached:g}', 'point')}"


def _signed_text(value: float) -> str:
    """Return a number with its sign as a term of a sum.

    Examples
    --------
    >>> _signed_text(2.25), _signed_text(-0.5)
    ('+ 2.2', '− 0.5')
    """
    return f"{'−' if value < 0 else '+'} {abs(value):.1f}"


def chart_of(review: Review, length: int, names: Names = NUMBERED) -> dict[str, Any]:
    """Return the curve with its marks; all positions are shares from 0 to 1, right and up."""
    low, high = _ends(review)
    across, height = max(1, length), (high - low) or 1.0
    seats = (0,) if review.is_opposed else range(review.start.seats)
    labels = caption(_end_of(review), names).seats

    def place(ply: int, value: float) -> list[float]:
        return [round(ply / across, 4), round(min(1, max(0, (value - low) / height)), 4)]

    known = {seat: [*review.curve(seat), *_result(review, seat)] for seat in seats}
    curves = [
        {
            "color": labels[seat].color,
            "points": [place(ply, value) for ply, value in known[seat]],
        }
        for seat in seats
    ]
    marks = []
    for each in review.moves:
        if each.value is None or each.label not in MARKED_VERDICTS:
            continue
        line = known[0 if review.is_opposed else each.seat]
        at = place(each.ply, _curve_height(line, each.ply))
        mark = {"verdict": each.label, "ply": each.ply, "title": _title(each, names)}
        marks.append({"at": at, "color": labels[each.seat].color, **mark})
    return {
        "curves": curves,
        "marks": marks,
        "proved": [
            place(
                each.ply - 1,
                _curve_height(known[0 if review.is_opposed else each.seat], each.ply - 1),
            )
            for each in review.moves
            if each.proved and each.value is not None
        ],
        "certain": _certain(review),
        "zero": place(0, 0)[1] if low < 0 < high else None,
        "luck": _luck_bars(review, across, names),
        "measure": _measure(review, seat_names(_end_of(review), names)),
        "top": "100%" if review.unit == RESULT_UNIT else f"{high:.3g}",
        "bottom": "0%" if review.unit == RESULT_UNIT else f"{low:.3g}",
        "length": length,
        "end": _end_words(review, length),
    }


def places_of(state: State[Any], move: Any) -> list[str]:
    """Return one or two places for a hint: the first place of a move, or the area it changes.

    For a move of a single click that place is the answer, so another place is added.

    Examples
    --------
    >>> state = pg.new("split")
    >>> places_of(state, state.draw((0, 5), (10, 5)))
    ['area 0']
    """
    info = info_of(state)
    spelling = info.spell(move)
    if not spelling:
        then = set(_sizes(state.play(move)).values())
        return [name for name, size in _sizes(state).items() if size not in then][:1]
    if len(spelling) > 1:
        return [spelling[0]]
    ways = spellings(state)
    others = sorted(way[0] for way in ways if len(way) == 1 and way != spelling)
    return sorted([spelling[0], *others[len(others) // 2 :][:1]])


def _sizes(state: State[Any]) -> dict[str, float]:
    """Return the areas of the clickable polygons of a position, by name, in square units."""
    return {
        name: round(abs(sum(a * d - b * c for (a, b), (c, d) in _sides(each.points))) / 2, 6)
        for name, each in named_shapes(info_of(state).scene(state)).items()
        if isinstance(each, Polygon)
    }


def _sides(points: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(points, (*points[1:], *points[:1]), strict=True)


def _result(review: Review, seat: Seat) -> list[tuple[int, float]]:
    """Return the final point of a seat's curve: the value after the last move, or the score."""
    last = review.moves[-1]
    if last.after is not None and (review.is_opposed or last.seat == seat):
        return [(last.ply, last.after if last.seat == seat else -last.after)]
    if last.node is None or last.node.state.outcome is None:
        return []
    return [(last.ply, 0.0 if review.is_opposed else last.node.state.scores[seat])]


def _curve_height(line: Sequence[tuple[int, float]], ply: int) -> float:
    """Return the height of a curve at a ply, interpolated between its points.

    Examples
    --------
    >>> _curve_height([(0, 1.0), (2, 0.0)], 1), _curve_height([(0, 1.0), (2, 0.0)], 5)
    (0.5, 0.0)
    """
    before = max((each for each in line if each[0] <= ply), default=line[0])
    after = min((each for each in line if each[0] >= ply), default=line[-1])
    share = (ply - before[0]) / ((after[0] - before[0]) or 1)
    return before[1] + share * (after[1] - before[1])


def _end_words(review: Review, length: int) -> str:
    """Return the label of the axis's end: the last move, or the last round if there are dice."""
    rolls = sum(each.seat == CHANCE for each in review.moves)
    return f"round {rolls}" if rolls else f"move {length}"


def _measure(review: Review, names: Names) -> str:
    """Return the label of the vertical axis."""
    if review.unit == RESULT_UNIT:
        return f"{names.whose(0)} chance to win"
    whose = f" for {names.of(0, within=True)}" if review.is_opposed else ""
    return f"{review.unit}{whose}"


def _certain(review: Review) -> str:
    """Return the label of a proved point of the curve, with its conventional height."""
    at = info_of(review.start).engine.verdicts.decided
    return "proved" if at is None else f"proved: shown at ±{at:g}"


def _state_before(each: ReviewedMove) -> State[Any]:
    assert each.node is not None  # noqa: S101 - reviews of records have nodes
    assert each.node.parent is not None  # noqa: S101 - each move led from somewhere
    return each.node.parent.state


def _answer(each: ReviewedMove, names: Names) -> str:
    """Return the best reply to a mistake as a sentence."""
    if len(each.answer) < 2 or each.node is None:  # noqa: PLR2004 - the move and its answer
        return ""
    state = each.node.state
    if state.outcome is not None or state.turn == CHANCE:
        return ""
    players = _final_names(each, names)
    why = merits(state, each.answer[1:3], players)
    said = move_words(state, each.answer[1], players)
    who = players.of(state.turn, within=True)
    does = "can continue" if state.turn == each.seat else "can reply"
    return f"After this move, {who} {does}: {said}. {why}".strip()


def _why(each: ReviewedMove, names: Names) -> str:
    """Return the merits of a good move and the reply."""
    line = each.line if each.line[:1] == (each.move,) else (each.move,)
    return merits(_state_before(each), line, _final_names(each, names))


def _lost(each: ReviewedMove, names: Names) -> str:
    """Return the cost of a move as a sentence, with its effect on the result."""
    cost = each.in_words(each.seen if each.is_unclear else each.lost)
    is_in_points, sure = each.rules.measure == "value", " (proved)" if each.proved else ""
    parts = [f"it loses {cost}"] if is_in_points and cost else []
    if each.became:
        parts.append(each.became)
    elif cost and not is_in_points:
        whose = _final_names(each, names).whose(each.seat, within=True)
        parts.append(f"{whose} chance to win falls from {cost}")
    return f"{': '.join(parts)}{sure}." if parts else ""


def _standing(each: ReviewedMove, names: Names) -> str:
    """Return the proved result of a position as a sentence; empty if unproved or at the end."""
    is_over = each.node is not None and each.node.state.outcome is not None
    if not each.proved or each.chance is None or is_over:
        return ""
    who, seat = _final_names(each, names), each.seat
    ends = {1.0: who.does(seat, "wins"), 0.5: "It is a tie", 0.0: who.does(seat, "loses")}
    words = ends.get(each.chance, "")
    number = each.distance
    within = "" if number is None else f" within {how_many(number, 'move')}"
    return f"{words}{within} with best play (proved)." if words else "Proved."


def _luck_words(each: ReviewedMove, start: State[Any], names: Names) -> str:
    state = start if each.node is None else each.node.state
    if not each.lucks:
        return ""
    lucks = [_points(luck) for luck in each.lucks]
    if state.seats > 1:
        who = seat_names(state, names)
        lucks = [f"{luck} for {who.of(seat, within=True)}" for seat, luck in enumerate(lucks)]
    return f"Luck of this roll: {', '.join(lucks)}."


def _points(luck: float) -> str:
    """Return luck in points as text with its sign.

    Examples
    --------
    >>> _points(1.04), _points(-0.26), _points(0.04)
    ('+1 point', '−0.3 points', '0 points')
    """
    shown = in_points(abs(luck))
    return shown if shown == "0 points" else f"{'−' if luck < 0 else '+'}{shown}"


def _roll_text(each: ReviewedMove, names: Names = NUMBERED) -> str:
    """Return the name of a roll."""
    return (
        str(each.move) if each.node is None else move_words(_state_before(each), each.move, names)
    )


def _title(each: ReviewedMove, names: Names) -> str:
    """Return the tooltip of a mark on the curve."""
    return f"{_number(each)}. {_roll_text(each, names)}: {each.label}"


def _ends(review: Review) -> tuple[float, float]:
    """Return the ends of the vertical axis; symmetric if the two seats are opposed."""
    values = [each.value for each in review.moves if each.value is not None]
    far = max(map(abs, values), default=1.0) or 1.0
    if review.is_opposed:
        far = 1.0 if review.unit == RESULT_UNIT else 1.1 * far
        return -far, far
    return min(0.0, *values, 0.0), 1.1 * far


def _luck_bars(review: Review, across: int, names: Names) -> list[dict[str, Any]]:
    rolls: Sequence[ReviewedMove] = [each for each in review.moves if each.lucks]
    most = max((abs(luck) for each in rolls for luck in each.lucks), default=1.0) or 1.0
    seats: Sequence[Seat] = range(review.start.seats)
    return [
        {
            "at": round((each.ply - 1 + (seat + 0.5) / len(seats)) / across, 4),
            "height": round(each.lucks[seat] / most, 3),
            "title": f"{_roll_text(each, names)}: luck {_points(each.lucks[seat])}",
        }
        for each in rolls
        for seat in seats
    ]
