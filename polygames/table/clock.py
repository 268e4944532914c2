"""A game clock with the seconds left for each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import Seat


class TableClock:
    """A game clock: the seconds left for each seat, which run for one seat at a time.

    Without minutes there is no time limit.

    Examples
    --------
    >>> times = iter([0.0, 70.0])
    >>> clock = TableClock(1, 2, lambda: next(times))
    >>> clock.start(0)
    >>> clock.update()
    >>> clock.seconds_left, clock.is_out_of_time(0)
    ([0.0, 60.0], True)
    """

    def __init__(self, minutes: float | None, seats: int, now: Callable[[], float]) -> None:
        self.seconds_left = None if minutes is None else [60.0 * minutes] * seats
        """The seconds left, by seat, at the last update."""
        self._now, self._last_update = now, 0.0
        self.running_seat: Seat | None = None
        """The seat whose clock is running; None if no clock is."""
        self._is_paused = False

    def update(self) -> None:
        """Subtract the time since the last update from the seat whose clock is running."""
        if self.seconds_left is None or self.running_seat is None or self._is_paused:
            return
        now = self._now()
        self.seconds_left[self.running_seat] = max(
            0.0, self.seconds_left[self.running_seat] - now + self._last_update
        )
        self._last_update = now

    def start(self, seat: Seat | None) -> None:
        """Start a seat's clock and stop the others; None stops all clocks."""
        if self.seconds_left is None:
            return
        self.update()
        self.running_seat = seat if seat is None or seat >= 0 else None
        self._last_update = self._now()

    def pause_or_resume(self, *, is_paused: bool) -> None:
        """Pause or resume the clock."""
        if self.seconds_left is None or is_paused == self._is_paused:
            return
        self.update()
        self._is_paused, self._last_update = is_paused, self._now()

    def is_running_for(self, seat: Seat) -> bool:
        """Return True if the clock of a seat is running now."""
        return self.seconds_left is not None and self.running_seat == seat and not self._is_paused

    def restore(self, seconds_left: Sequence[float] | None) -> None:
        """Set each seat's remaining seconds to those recorded with a move."""
        if self.seconds_left is not None and seconds_left is not None:
            self.seconds_left = list(seconds_left)

    def is_out_of_time(self, seat: Seat) -> bool:
        """Return True if a seat has no time left."""
        return self.seconds_left is not None and self.seconds_left[seat] <= 0
