"""A clock for a table: how many seconds each seat has left."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import Seat


class TableClock:
    """Counts for one seat at a time; without minutes it counts nothing.

    Parameters
    ----------
    minutes
        What each seat has; None for a game without a clock.
    seats
        How many there are.
    now
        Tells the time, in seconds.

    Examples
    --------
    >>> times = iter([0.0, 70.0])
    >>> clock = TableClock(1, 2, lambda: next(times))
    >>> clock.run(0)
    >>> clock.look()
    >>> clock.left, clock.is_out(0)
    ([0.0, 60.0], True)
    """

    def __init__(self, minutes: float | None, seats: int, now: Callable[[], float]) -> None:
        self.left = None if minutes is None else [60.0 * minutes] * seats
        """The seconds left, by seat, when it was last looked at."""
        self._now, self._since = now, 0.0
        self.running: Seat | None = None
        """For whom it counts now."""
        self._is_held = False

    def look(self) -> None:
        """Take off what has passed."""
        if self.left is None or self.running is None or self._is_held:
            return
        now = self._now()
        self.left[self.running] = max(0.0, self.left[self.running] - now + self._since)
        self._since = now

    def run(self, seat: Seat | None) -> None:
        """Count for a seat from now on, or for nobody."""
        if self.left is None:
            return
        self.look()
        self.running = seat if seat is None or seat >= 0 else None
        self._since = self._now()

    def hold(self, *, is_held: bool) -> None:
        """Stand still, or go on."""
        if self.left is None or is_held == self._is_held:
            return
        self.look()
        self._is_held, self._since = is_held, self._now()

    def take(self, left: Sequence[float] | None) -> None:
        """Show what was written down with a move."""
        if self.left is not None and left is not None:
            self.left = list(left)

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat has no time left."""
        return self.left is not None and self.left[seat] <= 0
