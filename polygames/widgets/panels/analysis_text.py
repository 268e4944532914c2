"""What an analysis says, in words and figures: the evaluation bar and a row for each move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.analysis import RESULT
from polygames.core.registry import info_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.analysis import Analysis, MoveValue
    from polygames.scene.model import SeatLabel

PAIR: Final = 2
SHORT: Final = 9
"""A name of a move that is so long at most is written before what the move does."""

ROOM: Final = 36
"""How many characters of a move fit into a row."""

OPEN: Final = "open"

RESULTS: Final = {1.0: "wins", 0.0: "ties", -1.0: "loses"}


def bar(analysis: Analysis) -> dict[str, Any]:
    """Return the evaluation bar: how much of it is whose, from 0 to 1, and the words on it.

    With two seats it is that of seat 0, by the chance to win where there is one; else it is the
    value on the scale of the game. The scale is that of all positions.

    Examples
    --------
    >>> import polygames as pg
    >>> bar(pg.analyse(pg.new("polygon", n=5), seconds=5))["text"]
    'Red wins in 5'
    """
    state, best = analysis.state, analysis.moves[0]
    labels = info_of(state).caption(state).seats
    low, high = analysis.scale
    if len(labels) != PAIR or low >= 0:
        share = (best.value - low) / ((high - low) or 1)
        label = labels[state.turn]
        return _bar(share, [label], f"{_figure(analysis, best)} {analysis.unit}")
    chance = best.chance
    mine = (best.value - low) / ((high - low) or 1) if chance is None else chance
    leader = state.turn if mine >= 0.5 else 1 - state.turn  # noqa: PLR2004 - one half
    share = mine if state.turn == 0 else 1 - mine
    return _bar(share, labels, _standing(analysis, best, labels[leader], max(mine, 1 - mine)))


def alike(analysis: Analysis) -> list[tuple[MoveValue, ...]]:
    """Return the moves, those together that are worth the same or look the same, best first.

    Of each kind of moves the best one is there.

    Examples
    --------
    >>> import polygames as pg
    >>> len(alike(pg.analyse(pg.new("polygon", n=5), seconds=5)))
    1
    """
    merged: dict[tuple[str, ...], tuple[MoveValue, ...]] = {}
    for group in analysis.distinct.groups:
        key = worth(analysis, group[0]), move_words(analysis, group[:1])[0]
        merged[key] = (*merged.get(key, ()), *group)
    return list(merged.values())


def worth(analysis: Analysis, each: MoveValue) -> str:
    """Return what a move is worth to the mover, as short as can be.

    Examples
    --------
    >>> import polygames as pg
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> worth(found, found.moves[0])
    'wins in 5'
    """
    result = _result(analysis, each)
    if result is not None:
        how = RESULTS.get(result, f"{result:+.2f}")
        return how if each.distance is None else f"{how} in {each.distance}"
    if analysis.unit == RESULT:
        return OPEN if _is_open(analysis, each) else _percent(_share(each))
    figure = _figure(analysis, each)
    return figure if each.chance is None or each.proved else f"{figure} · {_percent(each.chance)}"


def interval(analysis: Analysis, each: MoveValue) -> dict[str, Any]:
    """Return where a value and its interval lie on the scale, from 0 to 1, and in words."""
    low, high = analysis.scale
    width = (high - low) or 1
    left, at, right = (
        min(1.0, max(0.0, (end - low) / width)) for end in (each.low, each.value, each.high)
    )
    if each.proved:
        words = "proved"
    elif analysis.unit == RESULT:
        words = f"between {(1 + each.low) / 2:.0%} and {(1 + each.high) / 2:.0%}"
    else:
        words = f"between {_signed(analysis, each.low)} and {_signed(analysis, each.high)}"
    return {"left": left, "at": at, "right": right, "words": words, "proved": each.proved}


def move_words(analysis: Analysis, group: Sequence[MoveValue]) -> tuple[str, str]:
    """Return the words for moves of the same worth: those in the row, and all there is to say."""
    first = group[0].move
    preview, name = info_of(analysis.state).preview, str(first)
    label = preview(analysis.state, first).label if preview else name
    full = label if len(name) > SHORT or label.startswith(name) else f"{name} · {label}"
    others = len(group) - 1
    more = f" and {others} more" if others else ""
    short = full if len(full + more) <= ROOM else name if len(name) <= SHORT else label
    return short + more, full + more


def line_words(analysis: Analysis, each: MoveValue) -> str:
    """Return how the game may go on after a move; empty if nothing is known of it."""
    preview, state, names = info_of(analysis.state).preview, analysis.state, []
    for move in each.line:
        name = str(move)
        names.append(name if len(name) <= SHORT or not preview else preview(state, move).label)
        state = state.play(move)
    return "then " + ", ".join(names[1:]) if len(names) > 1 else ""


def _bar(share: float, labels: Sequence[SeatLabel], text: str) -> dict[str, Any]:
    seats = [{"name": _name(each), "mark": each.mark, "color": each.color} for each in labels]
    return {"share": round(min(1.0, max(0.0, share)), 4), "seats": seats, "text": text}


def _standing(analysis: Analysis, best: MoveValue, leader: SeatLabel, chance: float) -> str:
    """Say who is ahead, by how much or how likely."""
    name = _name(leader)
    if _result(analysis, best) is not None:
        within = "" if best.distance is None else f" in {best.distance}"
        return f"{name} wins{within}" if best.value else "A tie"
    if analysis.unit == RESULT:
        if _is_open(analysis, best):
            return "Not known yet"
        return f"{name} {_percent(chance)}"
    lead = abs(best.value)
    ahead = f"{name} ahead by {_plain(lead)}" if lead >= 0.05 else "Even"  # noqa: PLR2004 - shown as 0.0
    if best.proved:
        return f"{ahead}, proved"
    return ahead if best.chance is None else f"{ahead} · {name} {_percent(chance)}"


def _result(analysis: Analysis, each: MoveValue) -> float | None:
    """Return +1, 0 or -1 if it is proved who wins, and only that: not by how many points."""
    if not each.proved or (analysis.unit != RESULT and each.value not in analysis.scale):
        return None
    low, high = analysis.scale
    return 2 * (each.value - low) / (high - low) - 1


def _percent(chance: float) -> str:
    """Write a chance that is not proved: it is never 0 or 1."""
    return f"{min(0.99, max(0.01, chance)):.0%}"


def _is_open(analysis: Analysis, each: MoveValue) -> bool:
    """Whether nothing is known of a move."""
    low, high = analysis.scale
    is_all_possible = (each.low, each.high) == (low, high)
    return not each.proved and is_all_possible and each.value == (low + high) / 2


def _name(label: SeatLabel) -> str:
    """Return what a seat is called, without its number."""
    return label.name.partition(" (")[0]


def _share(each: MoveValue) -> float:
    return (1 + each.value) / 2 if each.chance is None else each.chance


def _figure(analysis: Analysis, each: MoveValue) -> str:
    return _signed(analysis, each.value)


def _signed(analysis: Analysis, value: float) -> str:
    """Write a lead with its sign, and a total without."""
    if analysis.scale[0] >= 0:
        return _plain(value)
    return f"{'−' if value < 0 else '+'}{_plain(abs(value))}"


def _plain(value: float) -> str:
    return f"{value:.0f}" if value == round(value) else f"{value:.1f}"
