"""The sessions of all boards, and which of them show the same record.

Several boards may show one record, and an action at one of them changes all. Agents and dice move
only for the active session: the one that a person used last.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakSet

if TYPE_CHECKING:
    from polygames.records.record import Record
    from polygames.widgets.session import Session


_ACTIVE_SESSIONS: WeakKeyDictionary[Record, weakref.ref[Session]] = WeakKeyDictionary()


def active_session(record: Record) -> Session | None:
    """Return the session that runs the agents and dice of a record; None if there is none."""
    return _ACTIVE_SESSIONS.get(record, _no_session)()


def activate(session: Session) -> None:
    """Make a session the active one for its record, which runs its agents and dice."""
    _ACTIVE_SESSIONS[session.record] = weakref.ref(session)


def deactivate(session: Session) -> None:
    """Make a session inactive; do nothing if another session of its record is active."""
    if active_session(session.record) is session:
        del _ACTIVE_SESSIONS[session.record]


def _no_session() -> None:
    return None


_OPEN_SESSIONS: WeakSet[Session] = WeakSet()


def register_session(session: Session) -> None:
    """Add a session to the open sessions."""
    _OPEN_SESSIONS.add(session)


def unregister_session(session: Session) -> None:
    """Remove a session from the open sessions."""
    _OPEN_SESSIONS.discard(session)


def other_sessions(session: Session) -> list[Session]:
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


def sharing_text(session: Session) -> str:
    """Return a message about other boards with this game; empty if there are none."""
    found = other_sessions(session)
    if any(other.record is session.record for other in found):
        return "Another board shows the same game. Both boards change together."
    if found and session.file is not None:
        name = session.file.name
        return f"Another board continues {name}, too. Only one of them can save there."
    return ""
