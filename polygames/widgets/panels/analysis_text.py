"""The texts of the analysis panel: the evaluation bar, the rows of moves, and their notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.analysis import RESULT_UNIT
from polygames.core.descriptions import (
    NUMBERED_NAMES,
    Names,
    effect_reason,
    move_merits,
    position_caption,
)
from polygames.core.descriptions import move_text as named
from polygames.search.analysis.rows import (
    SIMILAR_TEXT,
    UNCLEAR_TEXT,
    clamp_chance,
    decimal_text,
    has_number,
    interval_text,
    is_close,
    is_open,
    is_unclear,
    merge_rows,
    move_texts,
    percent_text,
    proved_result,
    signed_value_text,
    value_text,
)
from polygames.view.frame import scene_to_json
from polygames.view.overlay import draw_line, legend_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.analysis import Analysis, MoveValue
    from polygames.scene.model import Scene, SeatLabel

DEFAULT_ROWS: Final = 8
"""The default number of rows."""

MIN_SIMILAR_MOVES: Final = 3
"""The least number of similar moves for the note that none of them stands out."""

PAIR_LENGTH: Final = 2
MIN_SHOWN_LEAD: Final = 0.05
"""The smallest lead in points that is displayed; below it nobody is ahead."""


def bar_data(
    analysis: Analysis, names: Names = NUMBERED_NAMES, *, proved: str = ", proved"
) -> dict[str, Any]:
    """Return the evaluation bar as a dictionary: the filled share (0 to 1), the seats and a text.

    With two seats the share is the chance of seat 0 to win, if it is known. Otherwise, and where
    the text is an interval, it is the value on the scale of the game, which is the same for all
    positions. From `low` to `high` the value is uncertain: no seat's colour fills that band. The
    text names the seat that leads in points, if there are points, even if its chance to win is the
    smaller one.

    Examples
    --------
    >>> bar_data(pg.analyse(pg.new("polygon", n=5), seconds=5))["text"]
    'Red wins in 5'
    """
    state, best = analysis.state, analysis.moves[0]
    labels = position_caption(state, names).seats
    low, high = analysis.scale
    if len(labels) != PAIR_LENGTH or low >= 0:
        share = (best.value - low) / ((high - low) or 1)
        is_told = has_number(analysis, best)
        band = _interval_shares(analysis, best)
        figure = (
            signed_value_text(analysis, best.value) if is_told else interval_text(analysis, best)
        )
        return _as_bar_data(share, band, [labels[state.turn]], f"{figure} {analysis.unit}")
    at = (best.value - low) / ((high - low) or 1)
    mine = at if best.chance is None else best.chance
    is_in_points = analysis.unit != RESULT_UNIT and abs(best.value) >= MIN_SHOWN_LEAD
    is_ahead = best.value > 0 if is_in_points else mine >= 0.5  # noqa: PLR2004 - one half
    leader, its = (state.turn, mine) if is_ahead else (1 - state.turn, 1 - mine)
    text = _bar_text(analysis, labels, leader, its, proved)
    if best.proved or (analysis.unit != RESULT_UNIT and has_number(analysis, best)):
        shown = mine if best.proved else clamp_chance(mine)  # a chance, which has no interval
        band = (shown, shown)
    else:
        shown = 0.5 if is_unclear(analysis, best) else at
        band = _interval_shares(analysis, best)
    if state.turn != 0:
        shown, band = 1 - shown, (1 - band[1], 1 - band[0])
    return _as_bar_data(shown, band, labels, text)


def _interval_shares(analysis: Analysis, move_value: MoveValue) -> tuple[float, float]:
    """Return the ends of a move's interval, scaled to the range 0 to 1."""
    found = interval_data(analysis, move_value)
    return found["left"], found["right"]


def interval_data(analysis: Analysis, move_value: MoveValue) -> dict[str, Any]:
    """Return a move's value and interval, scaled to the range 0 to 1, and a text on them."""
    low, high = analysis.scale
    width = (high - low) or 1
    left, at, right = (
        min(1.0, max(0.0, (end - low) / width))
        for end in (move_value.low, move_value.value, move_value.high)
    )
    if move_value.proved:
        words = "proved"
    elif is_unclear(analysis, move_value):
        words = "not enough known yet"
    elif analysis.unit == RESULT_UNIT:
        words = f"the chance is likely {interval_text(analysis, move_value)}"
    else:
        what = "the average total" if low >= 0 else "the lead"
        words = f"{what} at the end is likely {interval_text(analysis, move_value)}"
    return {"left": left, "at": at, "right": right, "text": words, "proved": move_value.proved}


def line_texts(
    analysis: Analysis, move_value: MoveValue, names: Names = NUMBERED_NAMES
) -> list[str]:
    """Return the names of the moves in the expected continuation of an analysed move.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> line_texts(found, found.moves[0])[0]
    'A to C'
    """
    state, said = analysis.state, []
    for move in move_value.line:
        said.append(named(state, move, names))
        state = state.play(move)
    return said


def depth_text(analysis: Analysis) -> str:
    """Return the depth of a search in moves, or its number of tries, as text.

    Examples
    --------
    >>> depth_text(pg.analyse(pg.new("polygon", n=5), seconds=5))
    'all is proved'
    """
    if analysis.is_proved:
        return "all is proved"
    depth = max((each.depth for each in analysis.moves), default=0)
    if depth > 1:
        return f"it looked {depth} moves ahead"
    tries = sum(each.visits for each in analysis.moves)
    return f"based on {tries:,} tries" if tries else "it was a quick look"


def _as_bar_data(
    share: float, band: tuple[float, float], labels: Sequence[SeatLabel], text: str
) -> dict[str, Any]:
    seats = [{"name": each.name, "mark": each.mark, "color": each.color} for each in labels]
    ends = zip(("low", "share", "high"), (band[0], share, band[1]), strict=True)
    places = {name: round(min(1.0, max(0.0, end)), 4) for name, end in ends}
    return {**places, "seats": seats, "text": text}


def _bar_text(
    analysis: Analysis, labels: Sequence[SeatLabel], leader: int, chance: float, proved: str
) -> str:
    """Return the leader and its lead or chance to win as text.

    An interval is for the seat to move.
    """
    best, name = analysis.moves[0], labels[leader].name
    if proved_result(analysis, best) is not None:
        within = "" if best.distance is None else f" in {best.distance}"
        tie = "A tie" if analysis.is_proved else "At least a tie"  # another move may be better
        return f"{name} wins{within}" if best.value else tie
    if is_unclear(analysis, best):
        return "Not known yet" if is_open(analysis, best) else UNCLEAR_TEXT.capitalize()
    if not has_number(analysis, best):
        return f"{labels[analysis.state.turn].name} {interval_text(analysis, best)}"
    return (
        f"{name} {percent_text(chance)}"
        if analysis.unit == RESULT_UNIT
        else _lead_text(best, name, chance, proved)
    )


def _lead_text(best: MoveValue, name: str, chance: float, proved: str) -> str:
    """Return the lead of a player in points as text, with the chance to win if known."""
    lead = abs(best.value)
    ahead = f"{name} ahead by {decimal_text(lead)}" if lead >= MIN_SHOWN_LEAD else "Even"
    if best.proved:
        return f"{ahead} at the end{proved}"
    if best.chance is None:
        return ahead
    whose = "" if lead >= MIN_SHOWN_LEAD else f"{name} "  # the leader is named already
    return f"{ahead} · {whose}{percent_text(chance)}"


def proved_result_text(analysis: Analysis, names: Names = NUMBERED_NAMES) -> str:
    """Return the result of a proved position as a sentence.

    Examples
    --------
    >>> proved_result_text(pg.analyse(pg.new("polygon", n=5), seconds=5))
    'With best play: Red wins in 5.'
    """
    return f"With best play: {bar_data(analysis, names, proved='')['text']}."


def panel_content(
    analysis: Analysis,
    highlight_move: Any,
    max_rows: int = DEFAULT_ROWS,
    picture: Scene | None = None,
    names: Names = NUMBERED_NAMES,
) -> dict[str, Any]:
    """Return the data that the analysis panel displays, as JSON: bar, rows of moves and notes.

    `highlight_move` draws a move. `picture` is the background of the lines, by default the picture
    of the whole position. `names` are the names of the players.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> panel_content(found, None)["rows"][0]["value"]
    'wins in 5'
    """
    if not analysis.moves:
        return {"bar": None, "rows": [], "note": str(analysis), "details": "", "position": None}
    groups = merge_rows(analysis)
    rows = [
        _row_data(analysis, rank, group, highlight_move, picture, names)
        for rank, group in enumerate(groups[:max_rows], 1)
    ]
    hidden = sum(len(group) for group in groups[max_rows:])
    more = f"{hidden} more {'move is' if hidden == 1 else 'moves are'} not shown." if hidden else ""
    quick = "This is a quick look. Better numbers follow." if analysis.is_quick_look else ""
    state = analysis.state
    mover = (
        f"{position_caption(state, names).seats[state.turn].name} to move."
        if state.seats > 1
        else ""
    )
    doubts = _doubt_notes(analysis, [group[0] for group in groups[:max_rows]], rows)
    parts = (mover, quick, _numbers_note(analysis), doubts, legend_text(analysis), more)
    note = " ".join(part for part in parts if part)
    return {
        "bar": bar_data(analysis, names),
        "rows": rows,
        "note": note,
        "details": analysis.note,
        "position": hash(analysis.state),
    }


def _is_among_best(analysis: Analysis, move_value: MoveValue) -> bool:
    """Return True if a move is the best one, or may be equally good within its interval."""
    return move_value.high >= analysis.moves[0].low


def _doubt_notes(
    analysis: Analysis, moves: Sequence[MoveValue], rows: Sequence[dict[str, Any]]
) -> str:
    """Return sentences that explain rows marked as similar or unclear; empty if there are none."""
    said = []
    if any(row["value"] == SIMILAR_TEXT for row in rows):
        if len(moves) >= MIN_SIMILAR_MOVES and all(is_close(analysis, each) for each in moves):
            these = f"these {len(moves)} moves"
            said.append(f"No move stands out. The search sees no difference between {these}.")
        else:
            said.append("Similar: the search sees no difference from the first move.")
    if any(row["value"] == UNCLEAR_TEXT for row in rows):
        said.append("Unclear: the search does not know enough to judge it.")
    return " ".join(said)


def _value_text(analysis: Analysis, move_value: MoveValue) -> str:
    """Return the value of a move for its row, or "similar" if it may be as good as the first.

    The first row is never similar to itself: it shows the same value as the bar.
    """
    is_similar = not has_number(analysis, move_value) and is_close(analysis, move_value)
    return SIMILAR_TEXT if is_similar else value_text(analysis, move_value)


def _numbers_note(analysis: Analysis) -> str:
    """Return a sentence that explains the numbers in the rows; empty if everything is proved."""
    if analysis.is_proved:
        return ""
    if analysis.unit == RESULT_UNIT:
        return "Numbers: the chance to win."
    if analysis.scale[0] >= 0:
        return "Numbers: the expected points at the end."
    chance = " and the chance to win" if analysis.chance is not None else ""
    return f"Numbers: the expected lead at the end{chance}."


def _row_data(
    analysis: Analysis,
    rank: int,
    group: tuple[MoveValue, ...],
    highlight_move: Any,
    picture: Scene | None,
    names: Names,
) -> dict[str, Any]:
    short, full = move_texts(analysis, group, names)
    first = group[0]
    return {
        "rank": rank,
        "move": str(first.move),
        "value": _value_text(analysis, first),
        "text": short,
        "full_text": full,
        "line": line_texts(analysis, first, names),
        "reason": (move_merits if _is_among_best(analysis, first) else effect_reason)(
            analysis.state, first.line or (first.move,), names
        ),
        "count": len(group),
        "range": interval_data(analysis, first),
        "scene": scene_to_json(draw_line(analysis, first, highlight_move, picture)),
    }
