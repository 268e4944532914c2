"""The sessions of all boards, and which of them show the same record.

Several boards may show one record, and an action at one of them changes all. Agents and dice move
only for the active session: the one that a person used last.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary, WeakSet

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from polygames.records.record import Record


class SharedSession(Protocol):
    """The attributes of a session that decide which boards show the same game."""

    record: Record
    views: set[str]

    @property
    def file(self) -> Path | None:
        """The file of the autosave; None if there is none."""

    @property
    def on_change(self) -> Callable[[], None]:
        """The function to call after each change of the game."""

    def stop_job(self) -> None:
        """Stop the agent that is thinking."""


_ACTIVE_SESSIONS: WeakKeyDictionary[Record, weakref.ref[SharedSession]] = WeakKeyDictionary()


def active_session(record: Record) -> SharedSession | None:
    """Return the session that runs the agents and dice of a record; None if there is none."""
    return _ACTIVE_SESSIONS.get(record, _no_session)()


def activate(session: SharedSession) -> None:
    """Make a session the active one for its record, which runs its agents and dice."""
    _ACTIVE_SESSIONS[session.record] = weakref.ref(session)


def deactivate(session: SharedSession) -> None:
    """Make a session inactive; do nothing if another session of its record is active."""
    if active_session(session.record) is session:
        del _ACTIVE_SESSIONS[session.record]


def _no_session() -> None:
    return None


_OPEN_SESSIONS: WeakSet[SharedSession] = WeakSet()


def register_session(session: SharedSession) -> None:
    """Add a session to the open sessions."""
    _OPEN_SESSIONS.add(session)


def unregister_session(session: SharedSession) -> None:
    """Remove a session from the open sessions."""
    _OPEN_SESSIONS.discard(session)


def other_sessions(session: SharedSession) -> list[SharedSession]:
    """Return the other sessions with the same record or file whose board is on a page.

    The old board of a cell that was run again is on no page.
    """
    return [
        other
        for other in tuple(_OPEN_SESSIONS)
        if other is not session
        and other.views
        and (
            other.record is session.record
            or (session.file is not None and other.file == session.file)
        )
    ]


def sharing_text(session: SharedSession) -> str:
    """Return a message about other boards with this game; empty if there are none."""
    found = other_sessions(session)
    if any(other.record is session.record for other in found):
        return "Another board shows the same game. Both boards change together."
    if found and session.file is not None:
        name = session.file.name
        return f"Another board continues {name}, too. Only one of them can save there."
    return ""
