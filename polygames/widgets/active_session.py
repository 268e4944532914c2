"""Who answers where several boards show one record: the one where somebody last did something."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from polygames.records.record import Record
    from polygames.widgets.session import Session

_LEADERS: WeakKeyDictionary[Record, weakref.ref[Session]] = WeakKeyDictionary()


def leader_of(record: Record) -> Session | None:
    """Return the session whose agents and dice move, of those that share a record."""
    return _LEADERS.get(record, _nobody)()


def take_lead(session: Session) -> None:
    """Let the agents and dice of this session move, not those of others with its record."""
    _LEADERS[session.record] = weakref.ref(session)


def resign(session: Session) -> None:
    """Leave the lead to another session, if this one has it."""
    if leader_of(session.record) is session:
        del _LEADERS[session.record]


def _nobody() -> None:
    return None
