"""Who is at a game: the seats that pages have claimed, and the boards that show the same record.

Every page that shows a board greets it with a name of its own. A person who takes a seat on a page
is the only one who moves for it; a seat that nobody has taken is played from any page.

Several boards may show one record: what is done at one is done at all, and the agents and dice of
one of them move, where somebody last did something.
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
    """The pages that show a board, and the seats that were taken on them.

    Examples
    --------
    >>> places = SeatClaims()
    >>> places.greet("client 1", page="A", view="a")
    >>> places.greet("client 2", page="B", view="b")
    >>> places.take(0, "client 1")
    >>> places.page_of(0), places.allows(0, "client 1"), places.allows(0, "client 2")
    ('A', True, False)
    >>> places.take(0, "client 1")
    >>> places.allows(0, "client 2")
    True
    """

    def __init__(self) -> None:
        self._pages: dict[str, str] = {}
        self._taken: dict[Seat, str] = {}
        self._views: set[str] = set()

    @property
    def is_seen(self) -> bool:
        """Whether a page shows the board now, as far as is known."""
        return bool(self._views)

    @property
    def are_many(self) -> bool:
        """Whether more than one page, or view on a page, shows the board."""
        return len(self._views) > 1

    def greet(self, who: str, *, page: str, view: str) -> None:
        """Note that a client shows the board: on which page, and in which view of it."""
        self._pages[who] = page
        self._views.add(view)

    def leave(self, view: str) -> None:
        """Note that a view is gone; a seat stays taken, as the page may only be loaded again."""
        self._views.discard(view)

    def page_of(self, seat: Seat) -> str | None:
        """Return the page that plays a seat; None if any does."""
        return self._taken.get(seat)

    def take(self, seat: Seat, who: str) -> None:
        """Play a seat on a client's page only; if it does so already, on any page again."""
        page = self._pages.get(who, who)
        if self._taken.get(seat) == page:
            del self._taken[seat]
        else:
            self._taken[seat] = page

    def allows(self, seat: Seat, who: str) -> bool:
        """Whether a client may move for a seat."""
        return self.page_of(seat) in (None, self._pages.get(who, who))

    def clear(self) -> None:
        """Let every seat be played from any page."""
        self._taken.clear()


def client() -> str:
    """Return which client sent what is being handled; empty where nobody can tell."""
    kernel: Any = getattr(get_ipython(), "kernel", None)
    try:
        parent = kernel.get_parent("shell")
    except (AttributeError, TypeError):  # there is no kernel, or it belongs to one page alone
        return ""
    return str((parent or {}).get("header", {}).get("session", ""))


_ACTIVE_SESSIONS: WeakKeyDictionary[Record, weakref.ref[Session]] = WeakKeyDictionary()


def active_session(record: Record) -> Session | None:
    """Return the session whose agents and dice move, of those that share a record."""
    return _ACTIVE_SESSIONS.get(record, _nobody)()


def activate(session: Session) -> None:
    """Let the agents and dice of this session move, not those of others with its record."""
    _ACTIVE_SESSIONS[session.record] = weakref.ref(session)


def deactivate(session: Session) -> None:
    """Leave the lead to another session, if this one has it."""
    if active_session(session.record) is session:
        del _ACTIVE_SESSIONS[session.record]


def _nobody() -> None:
    return None


_OPEN_SESSIONS: WeakSet[Session] = WeakSet()


def register(session: Session) -> None:
    """Count a session among those that are open."""
    _OPEN_SESSIONS.add(session)


def unregister(session: Session) -> None:
    """Count a session no longer."""
    _OPEN_SESSIONS.discard(session)


def others(session: Session) -> list[Session]:
    """Return the other sessions of a game, or of its file, whose boards are on a page.

    The board of a cell that was run again is on none.
    """
    return [
        other
        for other in tuple(_OPEN_SESSIONS)
        if other is not session
        and other.places.is_seen
        and (
            other.record is session.record
            or (session.file is not None and other.file == session.file)
        )
    ]


def sharing_note(session: Session) -> str:
    """Return what a person should know of other boards with this game; empty if there is none."""
    found = others(session)
    if any(other.record is session.record for other in found):
        return "Another board shows this game: what is done at one is done at both."
    if found and session.file is not None:
        return f"Another board goes on with {session.file.name}: the next one gets a new file."
    return ""
