"""Presence: the seats that pages have claimed, and the boards that show the same record.

Every page that shows a board sends its own page id. A claimed seat is played only from the page
that claimed it. Any page can play a seat that nobody has claimed.

Several boards may show one record, and an action at one of them changes all. Agents and dice move
only for the active session: the one that a person used last.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet

from IPython import get_ipython

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.records.record import Record
    from polygames.widgets.session import Session


class SeatClaims:
    """The pages that show a board, and the seats that each page has claimed (reserved for itself).

    Examples
    --------
    >>> claims = SeatClaims()
    >>> claims.register_view("client 1", page="A", view="a")
    >>> claims.register_view("client 2", page="B", view="b")
    >>> claims.toggle_claim(0, "client 1")
    >>> claims.claiming_page(0), claims.can_play(0, "client 1"), claims.can_play(0, "client 2")
    ('A', True, False)
    >>> claims.toggle_claim(0, "client 1")
    >>> claims.can_play(0, "client 2")
    True
    """

    def __init__(self) -> None:
        self._pages: dict[str, str] = {}
        self._claims: dict[Seat, str] = {}
        self._views: set[str] = set()

    @property
    def is_displayed(self) -> bool:
        """Whether a page shows the board now, as far as the kernel knows."""
        return bool(self._views)

    @property
    def has_many_views(self) -> bool:
        """Whether the board is shown in more than one view, on one page or several."""
        return len(self._views) > 1

    def register_view(self, client_id: str, *, page: str, view: str) -> None:
        """Register a client that shows the board, with its page and its view."""
        self._pages[client_id] = page
        self._views.add(view)

    def remove_view(self, view: str) -> None:
        """Remove a view that was closed; claims remain, as the page may just be reloading."""
        self._views.discard(view)

    def claiming_page(self, seat: Seat) -> str | None:
        """Return the page that has claimed a seat; None if no page has."""
        return self._claims.get(seat)

    def toggle_claim(self, seat: Seat, client_id: str) -> None:
        """Claim a seat for the page of a client, or release it if this page has claimed it."""
        page = self._pages.get(client_id, client_id)
        if self._claims.get(seat) == page:
            del self._claims[seat]
        else:
            self._claims[seat] = page

    def can_play(self, seat: Seat, client_id: str) -> bool:
        """Return True if no page other than the client's has claimed the seat."""
        return self.claiming_page(seat) in (None, self._pages.get(client_id, client_id))

    def clear(self) -> None:
        """Release all seats."""
        self._claims.clear()


def current_client_id() -> str:
    """Return the session id of the client that sent the current message; empty if unknown."""
    kernel: Any = getattr(get_ipython(), "kernel", None)
    try:
        parent = kernel.get_parent("shell")
    except (AttributeError, TypeError):  # no kernel, or one that serves a single page
        return ""
    return str((parent or {}).get("header", {}).get("session", ""))


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
        and other.seat_claims.is_displayed
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
