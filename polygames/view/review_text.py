"""The texts and the curve of a review."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from polygames.core.analysis import RESULT_UNIT
from polygames.core.descriptions import (
    NUMBERED_NAMES,
    Names,
    count_text,
    move_merits,
    move_text,
    position_caption,
    reply_text,
    seat_names,
)
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.scene.model import Polygon
from polygames.scene.user_marks import shapes_by_target
from polygames.search.review import Review, read_move
from polygames.search.review.results import (
    MIN_MOVES_FOR_ACCURACY,
    MIN_SHOWN_LOSS,
    VERDICT_GLYPHS,
    points_text,
    verdict_count_text,
)
from polygames.view.frame import clickable_moves
from polygames.view.result_text import result_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node
    from polygames.scene.model import Point
    from polygames.search.review import ReviewedMove

DECIDED_TEXT: Final = "No move could change the result of this game (proved)."
NO_CHOICE: Final = "All moves are equally good."
UNCLEAR_MOVE_TEXT: Final = "Unclear: the search does not know enough to judge it."
MARKED_VERDICTS: Final = frozenset({*VERDICT_GLYPHS, "unclear"})
"""The verdicts that get a mark on the curve."""
MAX_MOMENTS: Final = 3
"""The maximum number of moments of a review."""
SUM_TEXTS: Final = {
    "Accuracy": "At 100% accuracy, no move lost anything.",
    "Points lost": "Points lost: the best moves would have kept them.",
    "Luck": "Luck: what the dice gave or took.",
    "Mistakes": "A mistake makes your result worse.",
}
"""The meanings of the sums of a review; the first of those that are shown is explained."""
MOMENT_TEXTS: Final = {
    1: "Look at the moment that cost most.",
    2: "Look at the 2 moments that cost most.",
    3: "Look at the 3 moments that cost most.",
}
"""The sentence below the verdict on a game, by the number of moments."""


def verdict_texts(
    reviewed_move: ReviewedMove,
    names: Names = NUMBERED_NAMES,
    *,
    is_short: bool = False,
) -> tuple[str, str]:
    """Return two texts: the verdict on a move, and its cost with reasons (none if `is_short`).

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> verdict, why = verdict_texts(pg.review(record).moves[0])
    >>> verdict, why.startswith("A won game is now lost (proved). Best: A to D.")
    ('Blunder.', True)
    """
    if reviewed_move.seat == CHANCE:
        parts = [f"{_roll_text(reviewed_move)}.", _luck_text(reviewed_move, names)]
    elif reviewed_move.all_alike:
        parts = [NO_CHOICE, _proved_result_text(reviewed_move, names)]
    elif reviewed_move.verdict in {"best", "forced"}:
        said = "The only move." if reviewed_move.verdict == "forced" else "The best move."
        parts = [
            said,
            _proved_result_text(reviewed_move, names),
            "" if is_short else _reasons_text(reviewed_move, names),
        ]
    elif reviewed_move.verdict == "good":
        parts = _good_move_texts(reviewed_move, names)
    else:
        why = (
            ""
            if is_short
            else move_merits(
                _state_before(reviewed_move), reviewed_move.line, _final_names(reviewed_move, names)
            )
        )
        answer = "" if is_short else _reply_text(reviewed_move, names)
        lost, best = (
            _capitalize_first(_cost_sentence(reviewed_move, names)),
            _best_move_text(reviewed_move, names),
        )
        parts = [_verdict_name(reviewed_move), lost, best, why, answer]
    verdict, *rest = parts
    return verdict, " ".join(filter(None, rest))


def verdict_sentence(
    reviewed_move: ReviewedMove,
    names: Names = NUMBERED_NAMES,
    *,
    is_short: bool = False,
) -> str:
    """Return the verdict on a move, with its cost and reasons, as one text."""
    return " ".join(filter(None, verdict_texts(reviewed_move, names, is_short=is_short)))


def cost_text(reviewed_move: ReviewedMove, names: Names = NUMBERED_NAMES) -> str:
    """Return the verdict and cost of a bad move as text, without naming the better move."""
    cost = _capitalize_first(_cost_sentence(reviewed_move, names))
    return f"{_verdict_name(reviewed_move)} {cost}".strip()


def find_moments(review: Review) -> list[ReviewedMove]:
    """Return the moves that cost most in the order of the game, or else the first unclear ones."""
    unclear = [each for each in review.line if each.is_unclear]
    return review.turning_points(MAX_MOMENTS) or unclear[:MAX_MOMENTS]


def headline_texts(review: Review, names: Names = NUMBERED_NAMES) -> tuple[str, str]:
    """Return two sentences: the result of the game, and the next thing to look at.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=4))
    >>> record.push("A-C")
    >>> headline_texts(pg.review(record), Names(you=0))
    ('You won.', 'No move could change the result of this game (proved).')
    """
    result = _finished_text(review, names) or "The game goes on."
    if not review.is_complete:
        return result, ""
    count = len(review.turning_points(MAX_MOMENTS))
    if count:
        return result, MOMENT_TEXTS[count]
    if has_fixed_result(review):
        return result, DECIDED_TEXT
    has_doubt = any(each.is_unclear for each in review.line)
    return result, "No move was surely a mistake." if has_doubt else "No move was a mistake."


def _finished_text(review: Review, names: Names) -> str:
    """Return the result of the game as a sentence; empty if the game is not over."""
    if review.end.outcome is None:
        return ""
    result = _capitalize_first(result_text(review.end, names))
    return result if result.endswith((".", "!")) else f"{result}."


def moment_data(
    reviewed_move: ReviewedMove, title: str, names: Names = NUMBERED_NAMES
) -> dict[str, str]:
    """Return the texts about a move: a title, its verdict, what was played and what was better.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> told = moment_data(pg.review(record).moves[0], "Moment 1 of 1", Names(you=0))
    >>> told["badge"], told["played"], told["better"], told["cost"]
    ('Blunder: 100% to 0%', 'You: A to C.', 'Better: A to D.', 'A won game is now lost (proved).')
    """
    number = _move_number_text(reviewed_move)
    place = number.lower() if number.startswith("Round") else f"move {number}"
    played = mover_text(reviewed_move, names).removeprefix(f"{number}. ")
    if names.you == reviewed_move.seat:
        played = f"You: {_played_text(reviewed_move, names)}."
    verdict, why = verdict_texts(reviewed_move, names)
    told = {"title": title or _capitalize_first(place), "place": place if title else ""}
    told |= {"verdict": reviewed_move.label, "played": played}
    if reviewed_move.label not in MARKED_VERDICTS:
        played = "" if reviewed_move.seat == CHANCE else played
        return told | {"badge": verdict.rstrip("."), "played": played, "cost": why}
    by = f": {reviewed_move.cost_text}" if reviewed_move.cost_text else ""
    best = _best_move_text(reviewed_move, names).replace("Best: ", "Better: ", 1)
    cost = _gain_text(reviewed_move, names, has_better=bool(best))
    if reviewed_move.is_unclear:
        best, cost = best.replace("Better: ", "Maybe better: ", 1), UNCLEAR_MOVE_TEXT
    label = reviewed_move.label.capitalize()
    return told | {
        "badge": f"{label}{by}",
        "better": best,
        "cost": cost,
        "why": _why_text(reviewed_move, names),
    }


def _gain_text(reviewed_move: ReviewedMove, names: Names, *, has_better: bool) -> str:
    """Return by how much the best move was better, as sentences."""
    if reviewed_move.rules.measure != "value" or not reviewed_move.cost_text or not has_better:
        return _capitalize_first(_cost_sentence(reviewed_move, names))
    sure = " (proved)" if reviewed_move.proved else ""
    change = _capitalize_first(_result_change_text(reviewed_move, names))
    gain = f"That is {reviewed_move.cost_text} better"
    return f"{gain}. {change}{sure}." if change else f"{gain}{sure}."


def _result_change_text(reviewed_move: ReviewedMove, names: Names) -> str:
    """Return the change of a proved result, which is that of the reader or of a named player."""
    change = reviewed_move.result_change_text
    if not change or names.you in {None, reviewed_move.seat}:
        return change
    return f"for {_final_names(reviewed_move, names).name(reviewed_move.seat)}, {change}"


def _why_text(reviewed_move: ReviewedMove, names: Names) -> str:
    """Return the merits of the best move, and the best reply to the played one, as text."""
    who = _final_names(reviewed_move, names)
    merits = move_merits(_state_before(reviewed_move), reviewed_move.line, who)
    return f"{merits} {_reply_text(reviewed_move, names)}".strip()


def _played_text(reviewed_move: ReviewedMove, names: Names) -> str:
    """Return the name of the played move."""
    called = _final_names(reviewed_move, names)
    return move_text(_state_before(reviewed_move), reviewed_move.move, called)


def sums_data(review: Review, names: Names = NUMBERED_NAMES) -> dict[str, Any] | None:
    """Return the sums of each player as a table, and a sentence on their meaning.

    It is None while the review is running. `summary_lines` has the details.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> told = sums_data(pg.review(record), Names(you=0))
    >>> told["columns"], told["rows"]
    (['Mistakes'], [['You', '1'], ['Blue', '0']])
    """
    if not review.is_complete:
        return None
    seats = range(review.start.seats)
    known = seat_names(review.end, names)
    people = ["You" if seat == names.you else known.name(seat) for seat in seats]
    mistakes = Counter(each.seat for each in review.moves if each.is_mistake)
    sums = {"Mistakes": [str(mistakes[seat]) for seat in seats]}
    if review.started:
        sums["Luck"] = [_luck_points_text(review.luck(seat)) for seat in seats]
    elif review.unit != RESULT_UNIT:
        sums["Points lost"] = [review.loss_text(seat).split()[0] for seat in seats]
    accuracies = [review.accuracy(seat) for seat in seats]
    if any(each is not None for each in accuracies):
        sums["Accuracy"] = ["–" if each is None else f"{each:.0f}%" for each in accuracies]
    meaning = next(text for name, text in SUM_TEXTS.items() if name in sums)
    cells = zip(people, *sums.values(), strict=True)
    return {"columns": list(sums), "rows": [list(row) for row in cells], "meaning": meaning}


def _verdict_name(reviewed_move: ReviewedMove) -> str:
    return f"{reviewed_move.verdict.capitalize()}."


def _good_move_texts(reviewed_move: ReviewedMove, names: Names) -> list[str]:
    """Return the texts about a good or unclear move: verdict, cost and best move."""
    lost = _cost_sentence(reviewed_move, names)
    said = "Good, as far as the search knows." if lost and not reviewed_move.proved else "Good."
    if reviewed_move.is_unclear:
        said, lost = UNCLEAR_MOVE_TEXT, f"As far as it knows, {lost}" if lost else ""
    has_better = reviewed_move.best is not None and (lost or reviewed_move.proved)
    better = _best_move_text(reviewed_move, names) if has_better else ""
    return [said, _capitalize_first(lost), better]


def _best_move_text(reviewed_move: ReviewedMove, names: Names) -> str:
    """Return the best move as a sentence; empty if it has the same name as the move played."""
    called = _final_names(reviewed_move, names)
    played, best = (
        move_text(_state_before(reviewed_move), move, called)
        for move in (reviewed_move.move, reviewed_move.best)
    )
    return "" if played == best else f"Best: {best}."


def _capitalize_first(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return f"{text[:1].upper()}{text[1:]}"


def saved_review_text(node: Node, names: Names = NUMBERED_NAMES) -> str:
    """Return the saved review of a move as text; empty if it was not reviewed.

    Examples
    --------
    >>> from polygames.search.review import annotate
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> annotate(pg.review(record), record)
    >>> saved_review_text(record.node)
    'Blunder. A won game is now lost (proved). Best: A to D.'
    """
    each = read_move(node)
    if each is None:
        return ""
    return verdict_sentence(each, names, is_short=True)


def mover_text(reviewed_move: ReviewedMove, names: Names = NUMBERED_NAMES) -> str:
    """Return the number, player and name of a move, as the beginning of a text about it.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> mover_text(pg.review(record).moves[0])
    '1. Red: A to C.'
    """
    number = _move_number_text(reviewed_move)
    if reviewed_move.seat == CHANCE:
        return f"{number}."
    words = move_text(
        _state_before(reviewed_move), reviewed_move.move, _final_names(reviewed_move, names)
    )
    is_alone = _state_before(reviewed_move).seats == 1  # a single player needs no name
    return (
        f"{number}. {words}."
        if is_alone
        else f"{number}. {_mover_name(reviewed_move, names)}: {words}."
    )


def _move_number_text(reviewed_move: ReviewedMove) -> str:
    """Return the number of a move as text; the number of its round in games with dice."""
    rolls, node = 0, reviewed_move.node
    while node is not None and node.parent is not None:
        rolls += node.parent.state.turn == CHANCE
        node = node.parent
    return f"Round {rolls}" if rolls else f"{reviewed_move.ply}"


def _final_names(reviewed_move: ReviewedMove, names: Names) -> Names:
    """Return the names of the seats at the end of the game, which are used throughout."""
    assert reviewed_move.node is not None  # noqa: S101 - reviews of records have nodes
    return seat_names(reviewed_move.node.end.state, names)


def _mover_name(reviewed_move: ReviewedMove, names: Names) -> str:
    """Return the name of the player who moved: the name then, and the final one if it changed."""
    then = seat_names(_state_before(reviewed_move), names).name(reviewed_move.seat)
    final = _final_names(reviewed_move, names).name(reviewed_move.seat)
    return then if then == final else f"{then}, later {final}"


def has_fixed_result(review: Review) -> bool:
    """Return True if no move of a game could change its result."""
    own = [each for each in review.moves if each.value is not None]
    return any(each.all_alike for each in own) and all(
        each.all_alike or each.verdict == "forced" for each in own
    )


def summary_lines(review: Review, names: Names = NUMBERED_NAMES) -> list[str]:
    """Return the result with the moves that decided the game, then a line for each seat.

    While a review is running, the lines are about the moves reviewed so far.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> summary_lines(pg.review(record))[0]
    'Turning point: move 1 (Red, 100% to 0%).'
    """
    caption = position_caption(review.end, names)
    alone = len(caption.seats) == 1  # the label of a single player is its points
    known = [names.name(0)] if alone else [label.name for label in caption.seats]
    if not review.is_complete:
        counts = [_partial_counts_text(review, seat, name) for seat, name in enumerate(known)]
        return [*filter(None, [_result_text(review, names)]), *counts]
    lines = [_headline(review, names)]
    for seat, name in enumerate(known):
        said = f"{name}: {_verdict_counts_text(review, seat)}"
        has_points = review.unit != RESULT_UNIT and review.loss(seat) >= MIN_SHOWN_LOSS
        if has_points and not review.started:
            said += f", {review.loss_text(seat)} lost"
        lines.append(said + _accuracy_text(review, seat) + _score_sum_text(review, seat))
    return [line for line in lines if line]


def _headline(review: Review, names: Names) -> str:
    """Return the result of the game, and the moves that decided it."""
    found = review.turning_points()
    moments = [
        f"{_moment_name(each)} ({_mover_name(each, names)}, {each.cost_text})"
        if review.start.seats > 1
        else f"{_moment_name(each)} ({each.cost_text})"
        for each in found
    ]
    said = f"Turning point{'s' * (len(found) > 1)}: {', '.join(moments)}." if found else ""
    return " ".join(filter(None, (_result_text(review, names), said)))


def costliest_move_text(review: Review, names: Names = NUMBERED_NAMES) -> str:
    """Return a sentence about the move that cost most; empty if no move was a mistake.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> costliest_move_text(pg.review(record))
    "Red's move 1 cost most: the chance to win fell from 100% to 0%."
    """
    if has_fixed_result(review):
        return DECIDED_TEXT
    found = review.turning_points(1)
    if not found or not found[0].cost_text:
        return ""
    [each] = found
    is_you = each.seat == names.you or review.start.seats == 1
    who = "Your" if is_you else _final_names(each, names).possessive(each.seat)
    is_in_points = each.rules.measure == "value"
    cost = each.cost_text if is_in_points else f"the chance to win fell from {each.cost_text}"
    return f"{who} {_moment_name(each)} cost most: {cost}."


def _result_text(review: Review, names: Names) -> str:
    """Return the result of the game as a sentence; empty if it is not over."""
    state = review.end
    if state.outcome is None:
        return ""
    status = _capitalize_first(position_caption(state, names).status)
    return status if status.endswith((".", "!")) else f"{status}."


def _moment_name(reviewed_move: ReviewedMove) -> str:
    """Return the number of a move as a name: ``move 6`` or ``round 3``."""
    number = _move_number_text(reviewed_move)
    return number.lower() if number.startswith("Round") else f"move {number}"


def _accuracy_text(review: Review, seat: Seat) -> str:
    """Return the accuracy of a seat as text, or the reason why there is none."""
    accuracy, number = review.accuracy(seat), review.decisions(seat)
    if accuracy is not None:
        return f", accuracy {accuracy:.0f}%"
    if number >= MIN_MOVES_FOR_ACCURACY:
        return f", accuracy not shown: {review.unclear(seat)} moves are unclear"
    return f", accuracy not shown: {number} of {MIN_MOVES_FOR_ACCURACY} real choices"


def _partial_counts_text(review: Review, seat: Seat, name: str) -> str:
    """Return the counts of a seat's verdicts in the moves judged so far, as text."""
    if not any(each.seat == seat for each in review.moves):
        return f"{name}: not reviewed yet"
    return f"{name}: {_verdict_counts_text(review, seat)} so far"


def _verdict_counts_text(review: Review, seat: Seat) -> str:
    """Return a seat's counts of each kind of mistake, and of unclear moves, as text."""
    counts, unclear = review.counts(seat), review.unclear(seat)
    bad = [
        verdict_count_text(count, name)
        for name in reversed(VERDICT_GLYPHS)
        if (count := counts[name])
    ]
    if not unclear:
        return ", ".join(bad) or "no mistake"
    return ", ".join([*(bad or ["no sure mistake"]), f"{unclear} unclear"])


def _score_sum_text(review: Review, seat: Seat) -> str:
    """Return a seat's points in a dice game as a sum of expected points, luck and losses.

    Return only the luck, or an empty text, if the parts are unknown.
    """
    luck = review.luck(seat)
    if review.skill(seat) is None:
        return f", luck {luck:+.1f}" if any(each.lucks for each in review.moves) else ""
    sure = sum(
        (each.loss for each in review.line if each.seat == seat and not each.is_unclear), 0.0
    )
    reached, expected, luck, lost = (
        round(part, 1) + 0.0  # replaces -0.0 by 0.0
        for part in (review.reached[seat], review.started[seat], luck, sure)
    )
    if not review.unclear(seat):
        lost = round(expected + luck - reached, 1)  # so that the displayed sum is exact
    said = f"{expected:.1f} expected {_signed_text(luck)} luck"
    if lost >= MIN_SHOWN_LOSS:
        said += f" {_signed_text(-lost)} lost by moves"
    rest = reached - (expected + luck - lost)
    if abs(rest) >= MIN_SHOWN_LOSS:
        said += f" {_signed_text(rest)} unclear"
    return f": {said} = {count_text(f'{reached:g}', 'point')}"


def _signed_text(value: float) -> str:
    """Return a number with its sign as a term of a sum.

    Examples
    --------
    >>> _signed_text(2.25), _signed_text(-0.5)
    ('+ 2.2', '− 0.5')
    """
    return f"{'−' if value < 0 else '+'} {abs(value):.1f}"


def chart_data(review: Review, length: int, names: Names = NUMBERED_NAMES) -> dict[str, Any]:
    """Return the chart of a review as a dictionary.

    Curves and marks, with coordinates from 0 to 1, and labels. The band of a curve has the interval
    of each value that was searched: the place of the position, the lower end and the upper end.
    """
    low, high = _axis_range(review)
    across, height = max(1, length), (high - low) or 1.0
    seats = (0,) if review.is_opposed else range(review.start.seats)
    labels = position_caption(review.end, names).seats

    def place(ply: int, value: float) -> list[float]:
        return [round(ply / across, 4), round(min(1, max(0, (value - low) / height)), 4)]

    known = {seat: review.curve(seat) for seat in seats}
    curves = [
        {
            "color": labels[seat].color,
            "points": [place(ply, value) for ply, value in known[seat]],
            "band": [
                [*place(each.node.number, estimate.low), place(0, estimate.high)[1]]
                for each in review.line_positions
                if each.node is not None
                and not each.is_quick
                and (estimate := each.for_seat(seat)) is not None
            ],
        }
        for seat in seats
    ]
    marks = []
    for each in review.line:
        is_slight = each.is_unclear and each.measured_loss < each.rules.mistake
        if each.after is None or is_slight or each.label not in MARKED_VERDICTS:
            continue
        is_first = review.is_opposed and each.seat == 1
        at = place(each.ply, -each.after if is_first else each.after)
        mark = {"verdict": each.label, "ply": each.ply, "title": _mark_tooltip(each, names)}
        marks.append({"at": at, "color": labels[each.seat].color, **mark})
    return {
        "curves": curves,
        "marks": marks,
        "proved": [
            place(each.node.number, estimate.value)
            for each in review.line_positions
            for seat in seats
            if each.node is not None
            and (estimate := each.for_seat(seat)) is not None
            and estimate.proved
        ],
        "certain": _proved_point_label(review),
        "zero": place(0, 0)[1] if low < 0 < high else None,
        "luck": _luck_bars(review, across, names),
        "measure": _axis_label(review, seat_names(review.end, names)),
        "top": "100%" if review.unit == RESULT_UNIT else f"{high:.3g}",
        "bottom": "0%" if review.unit == RESULT_UNIT else f"{low:.3g}",
        "length": length,
        "end": _end_label(review, length),
    }


def hint_places(state: State[Any], move: Any) -> list[str]:
    """Return up to two places to mark as a hint: a place to click first, or an area that changes.

    For a move of a single click that place is the answer, so another place is added.

    Examples
    --------
    >>> state = pg.new("split")
    >>> hint_places(state, state.draw((0, 5), (10, 5)))
    ['area 0']
    """
    info = info_of(state)
    spelling = info.spell(move)
    if not spelling:
        then = set(_target_areas(state.play(move)).values())
        return [name for name, size in _target_areas(state).items() if size not in then][:1]
    if len(spelling) > 1:
        return [spelling[0]]
    ways = clickable_moves(state)
    others = sorted(way[0] for way in ways if len(way) == 1 and way != spelling)
    return sorted([spelling[0], *others[len(others) // 2 :][:1]])


def _target_areas(state: State[Any]) -> dict[str, float]:
    """Return the areas of the clickable polygons of a position, by name, in square units."""
    return {
        name: round(abs(sum(a * d - b * c for (a, b), (c, d) in _iter_sides(each.points))) / 2, 6)
        for name, each in shapes_by_target(info_of(state).scene(state)).items()
        if isinstance(each, Polygon)
    }


def _iter_sides(points: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(points, (*points[1:], *points[:1]), strict=True)


def _end_label(review: Review, length: int) -> str:
    """Return the label of the right end of the axis: the last move, or the last round with dice."""
    rolls = sum(each.seat == CHANCE for each in review.moves)
    return f"round {rolls}" if rolls else f"move {length}"


def _axis_label(review: Review, names: Names) -> str:
    """Return the label of the vertical axis: the chance to win, or the unit of the values."""
    if review.unit == RESULT_UNIT:
        return f"{names.possessive(0)} chance to win"
    whose = f" for {names.name(0, is_mid_sentence=True)}" if review.is_opposed else ""
    return f"{review.unit}{whose}"


def _proved_point_label(review: Review) -> str:
    """Return the label for proved points on the curve, with the value at which they are drawn."""
    at = info_of(review.start).engine.verdicts.proved_win_value
    return "proved" if at is None else f"proved: shown at ±{at:g}"


def _state_before(reviewed_move: ReviewedMove) -> State[Any]:
    assert reviewed_move.node is not None  # noqa: S101 - reviews of records have nodes
    assert reviewed_move.node.parent is not None  # noqa: S101 - each move led from somewhere
    return reviewed_move.node.parent.state


def _reply_text(reviewed_move: ReviewedMove, names: Names) -> str:
    """Return the best reply to a mistake as a sentence; empty if there is none."""
    if len(reviewed_move.answer) < 2 or reviewed_move.node is None:  # noqa: PLR2004 - the move and its answer
        return ""
    state, has_own_totals = reviewed_move.node.state, len(reviewed_move.next.estimates) > 1
    if state.outcome is not None or state.turn == CHANCE or has_own_totals:
        return ""
    line, players = reviewed_move.answer[1:3], _final_names(reviewed_move, names)
    reply = reply_text(state, line, reviewed_move.seat, players, is_mid_sentence=True)
    return f"After the move that was played, {reply}"


def _reasons_text(reviewed_move: ReviewedMove, names: Names) -> str:
    """Return the reasons why a move is good, as text."""
    line = (
        reviewed_move.line
        if reviewed_move.line[:1] == (reviewed_move.move,)
        else (reviewed_move.move,)
    )
    return move_merits(_state_before(reviewed_move), line, _final_names(reviewed_move, names))


def _cost_sentence(reviewed_move: ReviewedMove, names: Names) -> str:
    """Return the cost of a move as a sentence, with its effect on the result."""
    cost, sure = reviewed_move.cost_text, " (proved)" if reviewed_move.proved else ""
    is_in_points = reviewed_move.rules.measure == "value"
    parts = [f"it loses {cost}"] if is_in_points and cost else []
    if change := _result_change_text(reviewed_move, names):
        parts.append(change)
    elif cost and not is_in_points:
        whose = _final_names(reviewed_move, names).possessive(
            reviewed_move.seat, is_mid_sentence=True
        )
        parts.append(f"{whose} chance to win falls from {cost}")
    return f"{': '.join(parts)}{sure}." if parts else ""


def _proved_result_text(reviewed_move: ReviewedMove, names: Names) -> str:
    """Return the proved result after a move as a sentence.

    Empty if unproved or the game is over.
    """
    is_over = reviewed_move.node is not None and reviewed_move.node.state.outcome is not None
    if not reviewed_move.proved or reviewed_move.chance is None or is_over:
        return ""
    who, seat = _final_names(reviewed_move, names), reviewed_move.seat
    ends = {1.0: who.with_verb(seat, "wins"), 0.5: "It is a tie", 0.0: who.with_verb(seat, "loses")}
    words = ends.get(reviewed_move.chance, "")
    number = reviewed_move.distance
    within = "" if number is None else f" within {count_text(number, 'move')}"
    return f"{words}{within} with best play (proved)." if words else "Proved."


def _luck_text(reviewed_move: ReviewedMove, names: Names) -> str:
    if not reviewed_move.lucks or reviewed_move.node is None:
        return ""
    state = reviewed_move.node.state
    lucks = [_luck_points_text(luck) for luck in reviewed_move.lucks]
    if state.seats > 1:
        who = seat_names(state, names)
        lucks = [
            f"{luck} for {who.name(seat, is_mid_sentence=True)}" for seat, luck in enumerate(lucks)
        ]
    return f"Luck of this roll: {', '.join(lucks)}."


def _luck_points_text(luck: float) -> str:
    """Return luck in points as text with its sign.

    Examples
    --------
    >>> _luck_points_text(1.04), _luck_points_text(-0.26), _luck_points_text(0.04)
    ('+1 point', '−0.3 points', '0 points')
    """
    shown = points_text(abs(luck))
    return shown if shown == "0 points" else f"{'−' if luck < 0 else '+'}{shown}"


def _roll_text(reviewed_move: ReviewedMove, names: Names = NUMBERED_NAMES) -> str:
    """Return the name of a dice roll or other move."""
    return (
        str(reviewed_move.move)
        if reviewed_move.node is None
        else move_text(_state_before(reviewed_move), reviewed_move.move, names)
    )


def _mark_tooltip(reviewed_move: ReviewedMove, names: Names) -> str:
    """Return the tooltip of a mark on the curve."""
    roll = _roll_text(reviewed_move, names)
    return f"{_move_number_text(reviewed_move)}. {roll}: {reviewed_move.label}"


def _axis_range(review: Review) -> tuple[float, float]:
    """Return the lowest and highest value of the vertical axis; symmetric for two opponents."""
    seats = (0,) if review.is_opposed else range(review.start.seats)
    values = [value for seat in seats for value in review.for_seat(seat) if value is not None]
    far = max(map(abs, values), default=1.0) or 1.0
    if review.is_opposed:
        far = 1.0 if review.unit == RESULT_UNIT else 1.1 * far
        return -far, far
    return min(0.0, *values, 0.0), 1.1 * far


def _luck_bars(review: Review, ply_width: int, names: Names) -> list[dict[str, Any]]:
    rolls: Sequence[ReviewedMove] = [each for each in review.moves if each.lucks]
    most = max((abs(luck) for each in rolls for luck in each.lucks), default=1.0) or 1.0
    seats: Sequence[Seat] = range(review.start.seats)
    return [
        {
            "at": round((each.ply - 1 + (seat + 0.5) / len(seats)) / ply_width, 4),
            "height": round(each.lucks[seat] / most, 3),
            "title": f"{_roll_text(each, names)}: luck {_luck_points_text(each.lucks[seat])}",
        }
        for each in rolls
        for seat in seats
    ]
