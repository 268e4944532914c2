"""The texts of the analysis panel: the evaluation bar, the rows of moves, and their notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.analysis import RESULT_UNIT
from polygames.core.words import NUMBERED, Names, caption, merits, reason
from polygames.core.words import move_words as named
from polygames.search.analysis.rows import (
    SIMILAR_TEXT,
    UNCLEAR_TEXT,
    alike,
    ends,
    has_number,
    is_close,
    is_open,
    is_unclear,
    move_words,
    percent,
    plain,
    result_of,
    signed_value_text,
    worth,
)
from polygames.view.frame import primitives
from polygames.view.overlay import legend, line_scene

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


def bar(analysis: Analysis, names: Names = NUMBERED, *, proved: str = ", proved") -> dict[str, Any]:
    """Return the evaluation bar: the share of the first seat, from 0 to 1, the seats and the text.

    With two seats the share is the chance of seat 0 to win, if it is known. Otherwise it is the
    value on the scale of the game, which is the same for all positions. The text names the seat
    that leads in points, if there are points, even if its chance to win is the smaller one.

    Examples
    --------
    >>> bar(pg.analyse(pg.new("polygon", n=5), seconds=5))["text"]
    'Red wins in 5'
    """
    state, best = analysis.state, analysis.moves[0]
    labels = caption(state, names).seats
    low, high = analysis.scale
    if len(labels) != PAIR_LENGTH or low >= 0:
        share = (best.value - low) / ((high - low) or 1)
        is_told = has_number(analysis, best)
        figure = signed_value_text(analysis, best.value) if is_told else ends(analysis, best)
        return _bar(share, [labels[state.turn]], f"{figure} {analysis.unit}")
    chance = best.chance
    mine = (best.value - low) / ((high - low) or 1) if chance is None else chance
    is_in_points = analysis.unit != RESULT_UNIT and abs(best.value) >= MIN_SHOWN_LEAD
    is_ahead = best.value > 0 if is_in_points else mine >= 0.5  # noqa: PLR2004 - one half
    leader, its = (state.turn, mine) if is_ahead else (1 - state.turn, 1 - mine)
    share = 0.5 if is_unclear(analysis, best) else mine if state.turn == 0 else 1 - mine
    return _bar(share, labels, _standing(analysis, labels, leader, its, proved))


def interval(analysis: Analysis, each: MoveValue) -> dict[str, Any]:
    """Return a value and the ends of its interval as shares of the scale (0 to 1), and a text."""
    low, high = analysis.scale
    width = (high - low) or 1
    left, at, right = (
        min(1.0, max(0.0, (end - low) / width)) for end in (each.low, each.value, each.high)
    )
    if each.proved:
        words = "proved"
    elif is_unclear(analysis, each):
        words = "not enough known yet"
    elif analysis.unit == RESULT_UNIT:
        words = f"the chance is likely {ends(analysis, each)}"
    else:
        what = "the average total" if low >= 0 else "the lead"
        words = f"{what} at the end is likely {ends(analysis, each)}"
    return {"left": left, "at": at, "right": right, "words": words, "proved": each.proved}


def line_words(analysis: Analysis, each: MoveValue, names: Names = NUMBERED) -> list[str]:
    """Return the name of each move of a line.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> line_words(found, found.moves[0])[0]
    'A to C'
    """
    state, said = analysis.state, []
    for move in each.line:
        said.append(named(state, move, names))
        state = state.play(move)
    return said


def depth_words(analysis: Analysis) -> str:
    """Return how far a search got, as text: its depth in moves or its number of tries.

    Examples
    --------
    >>> depth_words(pg.analyse(pg.new("polygon", n=5), seconds=5))
    'all is proved'
    """
    if analysis.is_proved:
        return "all is proved"
    depth = max((each.depth for each in analysis.moves), default=0)
    if depth > 1:
        return f"it looked {depth} moves ahead"
    tries = sum(each.visits for each in analysis.moves)
    return f"based on {tries:,} tries" if tries else "it was a quick look"


def _bar(share: float, labels: Sequence[SeatLabel], text: str) -> dict[str, Any]:
    seats = [{"name": each.name, "mark": each.mark, "color": each.color} for each in labels]
    return {"share": round(min(1.0, max(0.0, share)), 4), "seats": seats, "text": text}


def _standing(
    analysis: Analysis, labels: Sequence[SeatLabel], leader: int, chance: float, proved: str
) -> str:
    """Return the leader and the lead or chance as text; an interval is of the seat to move."""
    best, name = analysis.moves[0], labels[leader].name
    if result_of(analysis, best) is not None:
        within = "" if best.distance is None else f" in {best.distance}"
        tie = "A tie" if analysis.is_proved else "At least a tie"  # another move may be better
        return f"{name} wins{within}" if best.value else tie
    if is_unclear(analysis, best):
        return "Not known yet" if is_open(analysis, best) else UNCLEAR_TEXT.capitalize()
    if not has_number(analysis, best):
        return f"{labels[analysis.state.turn].name} {ends(analysis, best)}"
    return (
        f"{name} {percent(chance)}"
        if analysis.unit == RESULT_UNIT
        else _lead(best, name, chance, proved)
    )


def _lead(best: MoveValue, name: str, chance: float, proved: str) -> str:
    """Return the lead of a player in points as text, with the chance to win if known."""
    lead = abs(best.value)
    ahead = f"{name} ahead by {plain(lead)}" if lead >= MIN_SHOWN_LEAD else "Even"
    if best.proved:
        return f"{ahead} at the end{proved}"
    if best.chance is None:
        return ahead
    whose = "" if lead >= MIN_SHOWN_LEAD else f"{name} "  # the leader is named already
    return f"{ahead} · {whose}{percent(chance)}"


def standing(analysis: Analysis, names: Names = NUMBERED) -> str:
    """Return the result of a proved position as a sentence.

    Examples
    --------
    >>> standing(pg.analyse(pg.new("polygon", n=5), seconds=5))
    'With best play: Red wins in 5.'
    """
    return f"With best play: {bar(analysis, names, proved='')['text']}."


def content_of(
    analysis: Analysis,
    mark: Any,
    lines: int = DEFAULT_ROWS,
    picture: Scene | None = None,
    names: Names = NUMBERED,
) -> dict[str, Any]:
    """Return the content that the page displays for an analysis, as plain JSON.

    `mark` draws a move. `picture` is the background of the lines, by default the picture of the
    whole position. `names` are the names of the players.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> content_of(found, None)["rows"][0]["worth"]
    'wins in 5'
    """
    if not analysis.moves:
        return {"bar": None, "rows": [], "note": str(analysis), "details": "", "position": None}
    groups = alike(analysis)
    rows = [
        _row(analysis, rank, group, mark, picture, names)
        for rank, group in enumerate(groups[:lines], 1)
    ]
    hidden = sum(len(group) for group in groups[lines:])
    more = f"{hidden} more {'move is' if hidden == 1 else 'moves are'} not shown." if hidden else ""
    quick = "This is a quick look. Better numbers follow." if analysis.is_quick_look else ""
    state = analysis.state
    mover = f"{caption(state, names).seats[state.turn].name} to move." if state.seats > 1 else ""
    doubts = _doubts(analysis, [group[0] for group in groups[:lines]], rows)
    parts = (mover, quick, _figures_words(analysis), doubts, legend(analysis), more)
    note = " ".join(part for part in parts if part)
    return {
        "bar": bar(analysis, names),
        "rows": rows,
        "note": note,
        "details": analysis.note,
        "position": hash(analysis.state),
    }


def _is_among_best(analysis: Analysis, each: MoveValue) -> bool:
    """Return True if a move is the best one or may be as good."""
    return each.high >= analysis.moves[0].low


def _doubts(analysis: Analysis, moves: Sequence[MoveValue], rows: Sequence[dict[str, Any]]) -> str:
    """Return notes on rows without a number, and on whether any move stands out."""
    said = []
    if any(row["worth"] == SIMILAR_TEXT for row in rows):
        if len(moves) >= MIN_SIMILAR_MOVES and all(is_close(analysis, each) for each in moves):
            these = f"these {len(moves)} moves"
            said.append(f"No move stands out. The search sees no difference between {these}.")
        else:
            said.append("Similar: the search sees no difference from the first move.")
    if any(row["worth"] == UNCLEAR_TEXT for row in rows):
        said.append("Unclear: the search does not know enough to judge it.")
    return " ".join(said)


def _worth(analysis: Analysis, each: MoveValue) -> str:
    """Return the value of a move as a row shows it; similar if it may be as good as the first.

    The first row is never similar to itself: it shows the same value as the bar.
    """
    is_similar = not has_number(analysis, each) and is_close(analysis, each)
    return SIMILAR_TEXT if is_similar else worth(analysis, each)


def _figures_words(analysis: Analysis) -> str:
    """Return a sentence that explains the numbers in the rows; empty if all is proved."""
    if analysis.is_proved:
        return ""
    if analysis.unit == RESULT_UNIT:
        return "Numbers: the chance to win."
    if analysis.scale[0] >= 0:
        return "Numbers: the expected points at the end."
    chance = " and the chance to win" if analysis.chance is not None else ""
    return f"Numbers: the expected lead at the end{chance}."


def _row(
    analysis: Analysis,
    rank: int,
    group: tuple[MoveValue, ...],
    mark: Any,
    picture: Scene | None,
    names: Names,
) -> dict[str, Any]:
    short, full = move_words(analysis, group, names)
    first = group[0]
    return {
        "rank": rank,
        "move": str(first.move),
        "worth": _worth(analysis, first),
        "words": short,
        "full": full,
        "line": line_words(analysis, first, names),
        "why": (merits if _is_among_best(analysis, first) else reason)(
            analysis.state, first.line or (first.move,), names
        ),
        "count": len(group),
        "range": interval(analysis, first),
        "scene": primitives(line_scene(analysis, first, mark, picture)),
    }
