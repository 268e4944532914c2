"""The page with the analysis: the evaluation bar, the best moves in rows that act, the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import anywidget
import traitlets

from polygames.core.analysis import RESULT
from polygames.core.registry import info_of
from polygames.core.words import move_words as named
from polygames.core.words import reason
from polygames.runtime.owner import owned
from polygames.search.overlay import legend, line_scene
from polygames.search.readiness import is_quick_look
from polygames.widgets.client_state import primitives
from polygames.widgets.esm import JS, joined
from polygames.widgets.painter.pointer import AS_TEXT
from polygames.widgets.panels.panel import Board, Panel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.analysis import Analysis, MoveValue
    from polygames.scene.model import SeatLabel


PAIR: Final = 2
ROOM: Final = 36
"""How many characters of a move fit into a row."""

OPEN: Final = "open"

UNCLEAR: Final = "unclear"
WIDE: Final = 0.7
"""An interval that covers so much of the scale says nothing of a position."""

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
    labels = info_of(state).board.caption(state).seats
    low, high = analysis.scale
    if len(labels) != PAIR or low >= 0:
        share = (best.value - low) / ((high - low) or 1)
        label = labels[state.turn]
        return _bar(share, [label], f"{_figure(analysis, best)} {analysis.unit}")
    chance = best.chance
    mine = (best.value - low) / ((high - low) or 1) if chance is None else chance
    leader = state.turn if mine >= 0.5 else 1 - state.turn  # noqa: PLR2004 - one half
    share = 0.5 if is_unclear(analysis, best) else mine if state.turn == 0 else 1 - mine
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
    if is_unclear(analysis, each):
        return OPEN if _is_open(analysis, each) else UNCLEAR
    if analysis.unit == RESULT:
        return _percent(_share(each))
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
    preview, name = info_of(analysis.state).board.preview, named(analysis.state, first)
    label = preview(analysis.state, first).label if preview else name
    full = label if label.startswith(name) else f"{name} · {label}"
    others = len(group) - 1
    more = f" and {others} more" if others else ""
    short = full if len(full + more) <= ROOM else name
    return short + more, full + more


def line_words(analysis: Analysis, each: MoveValue) -> str:
    """Return how the game may go on after a move; empty if nothing is known of it."""
    state, names = analysis.state, []
    for move in each.line:
        names.append(named(state, move))
        state = state.play(move)
    return "then " + ", ".join(names[1:]) if len(names) > 1 else ""


def _explained(analysis: Analysis, each: MoveValue) -> str:
    """Return how the game may go on after a move, and what the move does."""
    said = line_words(analysis, each)
    why = reason(analysis.state, each.line or (each.move,))
    return f"{said}. {why}" if said and why else said or why


def _bar(share: float, labels: Sequence[SeatLabel], text: str) -> dict[str, Any]:
    seats = [{"name": _name(each), "mark": each.mark, "color": each.color} for each in labels]
    return {"share": round(min(1.0, max(0.0, share)), 4), "seats": seats, "text": text}


def _standing(analysis: Analysis, best: MoveValue, leader: SeatLabel, chance: float) -> str:
    """Say who is ahead, by how much or how likely."""
    name = _name(leader)
    if _result(analysis, best) is not None:
        within = "" if best.distance is None else f" in {best.distance}"
        return f"{name} wins{within}" if best.value else "A tie"
    if is_unclear(analysis, best):
        return "Not known yet" if _is_open(analysis, best) else UNCLEAR.capitalize()
    if analysis.unit == RESULT:
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


def is_unclear(analysis: Analysis, each: MoveValue) -> bool:
    """Say whether so little is known of a move that no number is worth reading.

    Examples
    --------
    >>> import polygames as pg
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> is_unclear(found, found.moves[0])
    False
    """
    low, high = analysis.scale
    return not each.proved and each.high - each.low >= WIDE * (high - low)


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


_JS: Final = JS / "values"

SHOWN: Final = 8
"""How many rows there are at most."""

INVITATION: Final = (
    "Press Analyse, and the moves are judged better and better while you look. Point at a move to "
    "see its line on the board; press it to play it."
)


class AnalysisWidget(anywidget.AnyWidget):
    """Shows what it is `told`; no client can set that.

    The client sends ``play`` with the ``version`` it was told and the number of a ``row``; and
    ``seen`` or ``unseen`` with the name of its ``page``, now and then while somebody looks.
    """

    _esm = joined(_JS / "values.js")
    _css = (_JS / "values.css").read_text(encoding="utf-8")

    told = traitlets.Dict().tag(from_json=lambda _, widget: widget.told, **AS_TEXT)


class AnalysisPanel(Panel):
    """The best moves of the position on the board.

    Parameters
    ----------
    board
        The board that it stands beside.
    play
        Plays a move that a person has chosen in a row.
    see
        Called with the name of a page that shows the board, and with False when it does not.
    """

    def __init__(self, board: Board, play: Callable[[Any], Any], see: Callable[..., Any]) -> None:
        super().__init__(board, AnalysisWidget())
        self._play, self._see = play, see
        self._version = 0
        self._moves: tuple[Any, ...] = ()
        self._ready: tuple[Analysis, dict[str, Any]] | None = None
        self.box.on_msg(lambda _, content, __: self._take(content))
        self.say(INVITATION)

    def prepare(self, analysis: Analysis, mark: Any) -> None:
        """Make ready what will be shown of an analysis: this takes its time, in any thread."""
        self._ready = analysis, told_of(analysis, mark)

    def show_analysis(self, analysis: Analysis, mark: Any, *, status: str = "") -> None:
        """Show an analysis; `mark` draws a move on the board."""
        if self._ready is None or self._ready[0] is not analysis:
            self.prepare(analysis, mark)
        _, told = self._ready or (None, told_of(analysis, mark))
        self._moves = tuple(group[0].move for group in alike(analysis)[:SHOWN])
        self._tell(told | {"note": f"{status} {told['note']}".strip()})

    def forget(self) -> None:
        """Draw the moves anew: the board shows another part of the position."""
        self._ready = None

    def say(self, words: str) -> None:
        """Show no analysis, but some words."""
        self._moves = ()
        self._tell({"bar": None, "rows": [], "note": words, "details": "", "position": None})

    def _tell(self, content: dict[str, Any]) -> None:
        self._version += 1
        self.box.told = {"version": self._version, **content}

    @owned
    def _take(self, content: object) -> None:
        """Do what a message of the client says, if it is one."""
        match content:
            case {"kind": "seen", "page": str(page)}:
                self._see(page[:40], seen=True)
            case {"kind": "unseen", "page": str(page)}:
                self._see(page[:40], seen=False)
            case {"kind": "play", "version": int(version), "row": int(row)}:
                if 0 <= row < len(self._moves) and version <= self._version:
                    self._play(self._moves[row])


def told_of(analysis: Analysis, mark: Any) -> dict[str, Any]:
    """Return what the page is told of an analysis: plain JSON.

    Examples
    --------
    >>> import polygames as pg
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> told_of(found, None)["rows"][0]["worth"]
    'wins in 5'
    """
    if not analysis.moves:
        return {"bar": None, "rows": [], "note": str(analysis), "details": "", "position": None}
    groups = alike(analysis)
    rows = [_row(analysis, rank, group, mark) for rank, group in enumerate(groups[:SHOWN], 1)]
    seat = info_of(analysis.state).board.caption(analysis.state).seats[analysis.state.turn]
    name = seat.name.partition(" (")[0]
    hidden = sum(len(group) for group in groups[SHOWN:])
    more = f"{hidden} more moves are worse." if hidden else ""
    quick = "This is a quick look; a better one follows." if is_quick_look(analysis) else ""
    parts = (f"{name} to move.", quick, more, legend(analysis))
    note = " ".join(part for part in parts if part)
    return {
        "bar": bar(analysis),
        "rows": rows,
        "note": note,
        "details": analysis.note,
        "position": hash(analysis.state),
    }


def _row(analysis: Analysis, rank: int, group: tuple[MoveValue, ...], mark: Any) -> dict[str, Any]:
    short, full = move_words(analysis, group)
    first = group[0]
    return {
        "rank": rank,
        "worth": worth(analysis, first),
        "words": short,
        "full": full,
        "line": _explained(analysis, first),
        "count": len(group),
        "range": interval(analysis, first),
        "scene": primitives(line_scene(analysis, first, mark)),
    }
