"""Rate limits of the server: messages of a page, wrong codes, processor time, connections."""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_PAGE_MESSAGE_BYTES: Final = 16_384
"""Bytes of a message from a page; the project's own pages send less."""

MESSAGES_PER_SECOND: Final = 30.0
"""Sustained messages per second from one page."""

MESSAGE_BURST: Final = 60.0
"""Messages from one page at once."""

MAX_REJECTED_MESSAGES: Final = 200
"""Messages over the limit after which a page is disconnected."""

ANONYMOUS_RATE_LIMIT: Final = {"rate": 1.0, "burst": 6.0, "patience": 10}
"""Arguments of the `Meter` for a page without a login: a few codes and names."""


REPORT_RATE_LIMIT: Final = {"rate": 1.0, "burst": 250.0}
"""Arguments of the `Meter` for a page's exercise reports, which are written to disk."""

CPU_SHARE: Final = 0.1
"""Sustained share of one processor core for the messages of one pupil."""

CPU_BURST_SECONDS: Final = 2.0
"""Processor time, in seconds, for the messages of one pupil at once."""

CONNECT_RATE_LIMIT: Final = {"rate": 5.0, "burst": 100.0}
"""Arguments of the `Meter` for the connections of one IP address.

The burst allows a whole class behind one address to reconnect at once.
"""

TARPIT_SECONDS: Final = 1.0
"""Seconds of delay before a connection over the limit is refused."""

MOST_HELD: Final = 200
"""Delayed connections at a time; further ones are refused at once, without a reason."""

ABUSE_COST: Final = 10.0
"""Connections charged for a page that is dropped, or leaves without logging in."""


class Meter:
    """A token bucket that limits the messages of a page, and counts the rejected ones.

    Examples
    --------
    >>> meter = Meter(lambda: 0.0)
    >>> sum(meter.allows() for _ in range(1000)) == MESSAGE_BURST
    True
    """

    def __init__(
        self,
        now: Callable[[], float],
        *,
        rate: float = MESSAGES_PER_SECOND,
        burst: float = MESSAGE_BURST,
        patience: float = MAX_REJECTED_MESSAGES,
    ) -> None:
        self._now, self._at = now, now()
        self._rate, self._burst, self._patience = rate, burst, patience
        self._left, self._refused = burst, 0

    @property
    def is_out(self) -> bool:
        """Whether so many messages were rejected that the page must be disconnected."""
        return self._refused > self._patience

    def allows(self) -> bool:
        """Count a message; return True if it is within the limit."""
        now = self._now()
        self._left = min(self._burst, self._left + self._rate * (now - self._at))
        self._at = now
        if self._left < 1:
            self._refused += 1
            return False
        self._left -= 1
        return True

    @property
    def wait_seconds(self) -> float:
        """The seconds until the next message is allowed."""
        return max(0.0, (1 - self._left) / self._rate)

    def charge(self, much: float) -> None:
        """Charge additional messages; the debt is at most twice the burst."""
        self._left = max(-2 * self._burst, self._left - much)


class CpuBudget:
    """The processor time that the messages of one pupil may use, as a token bucket.

    Examples
    --------
    >>> seconds = [0.0]
    >>> budget = CpuBudget(lambda: seconds[0])
    >>> budget.charge(CPU_BURST_SECONDS + 1)
    >>> budget.wait_seconds
    10.0
    >>> seconds[0] = 10.0
    >>> budget.wait_seconds
    0.0
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._at, self._left = now, now(), CPU_BURST_SECONDS

    @property
    def wait_seconds(self) -> float:
        """The seconds that the next message has to wait."""
        now = self._now()
        self._left = min(CPU_BURST_SECONDS, self._left + CPU_SHARE * (now - self._at))
        self._at = now
        return max(0.0, -self._left / CPU_SHARE)

    def charge(self, seconds: float) -> None:
        """Charge the processor time of a message, in seconds."""
        self._left -= seconds


class Gate:
    """A limit on wrong codes: after `MOST` within `SECONDS` a page must wait. One for each page.

    Examples
    --------
    >>> gate = Gate(lambda: 0.0)
    >>> [gate.opens("482913", "123456") for _ in range(3)], gate.opens("482913", "482913")
    ([False, False, False], True)
    """

    MOST: Final = 5
    SECONDS: Final = 60.0

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._wrong: deque[float] = deque(maxlen=self.MOST)

    def opens(self, code: str, given: str) -> bool:
        """Return True if the code is right and the page may try a code now."""
        if self.wait_seconds:
            return False
        if hmac.compare_digest(given.encode("utf-8", "replace"), code.encode()):
            return True
        self._wrong.append(self._now())
        return False

    @property
    def wait_seconds(self) -> float:
        """The seconds until the page may try another code."""
        if len(self._wrong) < self.MOST:
            return 0.0
        return max(0.0, self._wrong[0] + self.SECONDS - self._now())


class Doorstep:
    """A rate limit on new connections, by IP address.

    A connection costs the server more than a refusal.

    Examples
    --------
    >>> doorstep = Doorstep(lambda: 0.0)
    >>> sum(doorstep.allows("10.0.0.66") for _ in range(500)), doorstep.allows("10.0.0.7")
    (100, True)
    """

    MOST: Final = 1000
    """IP addresses tracked at a time; the least recently seen is dropped."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._meters, self._held = now, OrderedDict[str, Meter](), 0

    def allows(self, place: str) -> bool:
        """Count a connection; return True if it is within the limit of the address."""
        return self._meter(place).allows()

    def wait_seconds(self, place: str) -> float:
        """Return the seconds until an address may connect again."""
        return self._meter(place).wait_seconds

    def strike(self, place: str) -> None:
        """Charge an address for a page that had to be disconnected."""
        self._meter(place).charge(ABUSE_COST)

    def _meter(self, place: str) -> Meter:
        meter = self._meters.pop(place, None) or Meter(self._now, **CONNECT_RATE_LIMIT)
        self._meters[place] = meter
        if len(self._meters) > self.MOST:
            self._meters.popitem(last=False)
        return meter

    async def hold(self) -> bool:
        """Wait for the tarpit delay; return False at once if too many connections wait."""
        if self._held >= MOST_HELD:
            return False
        self._held += 1
        try:
            await asyncio.sleep(TARPIT_SECONDS)
        finally:
            self._held -= 1
        return True
