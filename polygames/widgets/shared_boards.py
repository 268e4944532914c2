"""Boards that show the same game: each says so, as what is done at one is done at all."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from polygames.widgets.session import Session

_OPEN: WeakSet[Session] = WeakSet()


def join(session: Session) -> None:
    """Count a session among those that are open."""
    _OPEN.add(session)


def part(session: Session) -> None:
    """Count a session no longer."""
    _OPEN.discard(session)


def others(session: Session) -> list[Session]:
    """Return the other sessions of a game, or of its file, whose boards are on a page.

    The board of a cell that was run again is on none.
    """
    return [
        other
        for other in tuple(_OPEN)
        if other is not session
        and other.places.is_seen
        and (
            other.record is session.record
            or (session.file is not None and other.file == session.file)
        )
    ]


def warning(session: Session) -> str:
    """Return what a person should know of other boards with this game; empty if there is none."""
    found = others(session)
    if any(other.record is session.record for other in found):
        return "Another board shows this game: what is done at one is done at both."
    if found and session.file is not None:
        return f"Another board goes on with {session.file.name}: the next one gets a new file."
    return ""
