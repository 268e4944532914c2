"""When two positions are the same one, up to the symmetries that a game declares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.core.words import move_words

if TYPE_CHECKING:
    from collections.abc import Hashable

    from polygames.core.protocol import State

_FIGURE: Final = re.compile(r"\d+\.\d+")


def key_of(state: State[Any]) -> Hashable:
    """Return what all images of a position have in common, and no other position has.

    The game declares its symmetries by the plug ``images``; without it a position is its text.

    Examples
    --------
    >>> import polygames as pg
    >>> start = pg.new("polygon", n=6)
    >>> key_of(start.play(start.parse("A-C"))) == key_of(start.play(start.parse("B-D")))
    True
    >>> key_of(start.play(start.parse("A-C"))) == key_of(start.play(start.parse("A-D")))
    False
    """
    images = info_of(state).engine.images
    return info_of(state).to_text(state) if images is None else frozenset(images(state))


def is_grouped(state: State[Any]) -> bool:
    """Say whether moves of a position are grouped by what they do: they form a continuum.

    Examples
    --------
    >>> import polygames as pg
    >>> is_grouped(pg.new("split")), is_grouped(pg.new("polygon"))
    (True, False)
    """
    return state.turn != CHANCE and not state.legal_moves.finite


def words_of(state: State[Any], move: Any) -> str:
    """Return what people call a move, and all that count as one with it.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("split")
    >>> words_of(state, state.draw((0, 3.01), (10, 3)))
    'cuts 100 into 30 + 70, side to side'
    """
    words = move_words(state, move)
    if not is_grouped(state):
        return words
    return _FIGURE.sub(lambda number: f"{float(number[0]):.0f}", words)
