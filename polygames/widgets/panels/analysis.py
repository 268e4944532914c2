"""The page with the analysis: the evaluation bar, the best moves in rows that act, the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import anywidget
import traitlets

from polygames.core.registry import info_of
from polygames.search.overlay import legend, line_scene
from polygames.widgets.client_state import primitives
from polygames.widgets.esm import JS, joined
from polygames.widgets.painter.pointer import AS_TEXT
from polygames.widgets.panels.analysis_text import (
    alike,
    bar,
    interval,
    line_words,
    move_words,
    worth,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.analysis import Analysis, MoveValue

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


class AnalysisPanel:
    """The best moves of the position on the board.

    Parameters
    ----------
    play
        Plays a move that a person has chosen in a row.
    see
        Called with the name of a page that shows the board, and with False when it does not.
    """

    def __init__(self, play: Callable[[Any], Any], see: Callable[..., Any]) -> None:
        self._play, self._see = play, see
        self._version = 0
        self._moves: tuple[Any, ...] = ()
        self._ready: tuple[Analysis, dict[str, Any]] | None = None
        self.box = AnalysisWidget()
        self.box.on_msg(lambda _, content, __: self._take(content))
        self.say(INVITATION)

    def prepare(self, analysis: Analysis, mark: Any) -> None:
        """Make ready what will be shown of an analysis: this takes its time, in any thread."""
        self._ready = analysis, told_of(analysis, mark)

    def show(self, analysis: Analysis, mark: Any, *, status: str = "") -> None:
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
        self._tell({"bar": None, "rows": [], "note": words, "position": None})

    def _tell(self, content: dict[str, Any]) -> None:
        self._version += 1
        self.box.told = {"version": self._version, **content}

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
        return {"bar": None, "rows": [], "note": str(analysis), "position": None}
    groups = alike(analysis)
    rows = [_row(analysis, rank, group, mark) for rank, group in enumerate(groups[:SHOWN], 1)]
    seat = info_of(analysis.state).caption(analysis.state).seats[analysis.state.turn]
    name = seat.name.partition(" (")[0]
    about = f"{name} to move, {analysis.note}" if analysis.note else f"{name} to move"
    hidden = sum(len(group) for group in groups[SHOWN:])
    more = f"{hidden} more moves are worse." if hidden else ""
    parts = (f"{about}.", more, legend(analysis))
    note = " ".join(part for part in parts if part)
    return {"bar": bar(analysis), "rows": rows, "note": note, "position": hash(analysis.state)}


def _row(analysis: Analysis, rank: int, group: tuple[MoveValue, ...], mark: Any) -> dict[str, Any]:
    short, full = move_words(analysis, group)
    first = group[0]
    return {
        "rank": rank,
        "worth": worth(analysis, first),
        "words": short,
        "full": full,
        "line": line_words(analysis, first),
        "count": len(group),
        "range": interval(analysis, first),
        "scene": primitives(line_scene(analysis, first, mark)),
    }
