"""Moves by their text, for games that need no reader of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from polygames.core.registry import game

if TYPE_CHECKING:
    from polygames.core.state import GameState

LETTER = re.compile(r"[^\W\d_]+")
NUMBER = re.compile(r"\d+")


def parse(state: GameState, text: str) -> Any:
    """Return the legal move that a text names, among those of a finite game.

    Raises
    ------
    IllegalMoveError
        If the text has the form of a legal move, but names none.
    InvalidMoveError
        If it has not.

    Examples
    --------
    >>> import polygames as pg
    >>> str(parse(pg.new("splinter"), "h9-h10"))
    'h9-h10'
    >>> parse(pg.new("splinter"), "h1-h2")
    Traceback (most recent call last):
    ...
    polygames.core.errors.IllegalMoveError: illegal move 'h1-h2': ...
    """
    moves = {str(move): move for move in state.legal_moves}
    if (named := text.strip()) in moves:
        return moves[named]
    known = [*moves] or [*map(str, game(state.game).new().legal_moves)]  # none once it is over
    if _form(named) in map(_form, known):
        raise state.refuse(named, state.why_not(named) or "it is not one of the legal moves")
    raise state.unreadable(text, f"a move such as {known[0]}")


def _form(text: str) -> str:
    """Return a text with a letter for each word, and a digit for each number."""
    return NUMBER.sub("0", LETTER.sub("a", text))
