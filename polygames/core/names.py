"""What sentences call the players of a game: by their number, their name, or "you"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from unicodedata import bidirectional

if TYPE_CHECKING:
    from polygames.core.protocol import Seat

__all__ = ["NUMBERED", "Names", "apart"]

_YOUR: Final = {"has": "have", "is": "are", "does": "do"}
"""Verbs of which "you" takes more than the ``s`` away."""


def apart(name: str) -> str:
    """Return a name as it stands in a sentence that runs the other way: nothing turns around it.

    Examples
    --------
    >>> apart("Ada"), apart("\u05d3\u05df") == "\u2068\u05d3\u05df\u2069"
    ('Ada', True)
    """
    runs_left = any(bidirectional(sign) in {"R", "AL"} for sign in name)
    return f"\u2068{name}\u2069" if runs_left and not name.startswith("\u2068") else name


@dataclass(frozen=True, slots=True)
class Names:
    """What the players of a game are called where something is said of them.

    A sentence is given the names that it needs; nobody replaces them in it afterwards.

    Examples
    --------
    >>> names = Names(("", "Ada"), you=0)
    >>> names.does(0, "draws"), names.does(1, "draws"), names.of(0, within=True)
    ('You draw', 'Ada draws', 'you')
    >>> NUMBERED.does(1, "wins"), names.whose(0, within=True), names.whose(1)
    ('Player 2 wins', 'your', "Ada's")
    """

    known: tuple[str, ...] = ()
    """By seat; who has no name or an empty one is called by the number, which counts from 1."""

    you: Seat | None = None
    """Who reads what is said."""

    def of(self, seat: Seat, *, within: bool = False) -> str:
        """Return what a seat is called, at the beginning of a sentence or `within` one."""
        if seat == self.you:
            return "you" if within else "You"
        return self.own(seat) or f"Player {seat + 1}"

    def own(self, seat: Seat) -> str:
        """Return the name of a seat's player, "You" for who reads; empty where there is none."""
        if seat == self.you:
            return "You"
        return apart(self.known[seat]) if 0 <= seat < len(self.known) else ""

    def does(self, seat: Seat, verb: str, *, within: bool = False) -> str:
        """Return who does something, with the verb as it is said of one other person."""
        return f"{self.of(seat, within=within)} {self.verb(seat, verb)}"

    def verb(self, seat: Seat, verb: str) -> str:
        """Return a verb as it is said of a seat; it is given as it is said of one other person."""
        return _YOUR.get(verb, verb.removesuffix("s")) if seat == self.you else verb

    def whose(self, seat: Seat, *, within: bool = False) -> str:
        """Return whose something is."""
        if seat == self.you:
            return "your" if within else "Your"
        return f"{self.of(seat)}'s"


NUMBERED: Final = Names()
"""Nobody has a name: Player 1, Player 2."""
