"""Where people sit: which page of the browser plays which seat, where several show one board.

Every page that shows a board greets it with a name of its own. A person who takes a seat on a page
is the only one who moves for it; a seat that nobody has taken is played from any page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from IPython import get_ipython

if TYPE_CHECKING:
    from polygames.core.protocol import Seat


class Places:
    """The pages that show a board, and the seats that were taken on them.

    Examples
    --------
    >>> places = Places()
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
