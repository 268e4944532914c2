"""The pictures in the help: a game shows itself by a few moves."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from polygames.core.protocol import CHANCE
from polygames.scene.marks import LAST
from polygames.scene.svg import svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.form_texts import Tour
    from polygames.core.info import GameInfo
    from polygames.core.protocol import State
    from polygames.scene.model import Scene

WIDTH = 240
"""What the pictures are drawn for; on the page they take the width that there is."""


def tour_of(info: GameInfo) -> str:
    """Return the tour of a game as HTML: its pictures and a first move to try; empty without one.

    Examples
    --------
    >>> import polygames as pg
    >>> tour_of(pg.game("split")).count("<svg")
    3
    """
    if info.tour is None:
        return ""
    shown = "".join(_figure(picture, words) for picture, words in pictures(info, info.tour))
    first = f"<p><b>A first move to try.</b> {escape(info.tour.first_move)}</p>"
    row = f"<div style='display:flex;flex-wrap:wrap;gap:8px'>{shown}</div>"
    return f"<div class='polygames-tour'>{row}{first}</div>"


def pictures(info: GameInfo, tour: Tour) -> Iterator[tuple[str, str]]:
    """Yield each picture of a tour as SVG, and what is said of it."""
    state = info.new(**tour.options)
    marks: Scene = ()
    for moves, words in tour.steps:
        for text in filter(None, (part.strip() for part in moves.split(";"))):
            move = state.parse(text)
            marks = () if info.mark is None or state.turn == CHANCE else _marks(info, state, move)
            state = state.play(move)
        yield svg((*info.scene(state), *marks), WIDTH, title=words), words


def _marks(info: GameInfo, state: State[Any], move: Any) -> Scene:
    assert info.mark is not None  # noqa: S101 - the caller has looked
    return info.mark(state, move, LAST)


def _figure(picture: str, words: str) -> str:
    picture = picture.replace("<svg ", "<svg style='width:100%;height:auto' ", 1)
    style = "flex:1 1 7em;max-width:15em;margin:0"
    return f"<figure style='{style}'>{picture}<figcaption>{escape(words)}</figcaption></figure>"
