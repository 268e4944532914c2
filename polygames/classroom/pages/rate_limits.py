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
"""Arguments of the `TokenBucket` for a page without a login: a few codes and names."""


REPORT_RATE_LIMIT: Final = {"rate": 1.0, "burst": 250.0}
"""Arguments of the `TokenBucket` for a page's exercise reports, which are written to disk."""

CPU_SHARE: Final = 0.1
"""Sustained share of one processor core for the messages of one pupil."""

CPU_BURST_SECONDS: Final = 2.0
"""Processor time, in seconds, for the messages of one pupil at once."""

CONNECT_RATE_LIMIT: Final = {"rate": 5.0, "burst": 100.0}
"""Arguments of the `TokenBucket` for the connections of one IP address.

The burst allows a whole class behind one address to reconnect at once.
"""

TARPIT_SECONDS: Final = 1.0
"""Seconds of delay before a connection over the limit is refused."""

MAX_TARPITTED: Final = 200
"""Delayed connections at a time; further ones are refused at once, without a reason."""

ABUSE_COST: Final = 10.0
"""Connections charged for a page that is dropped, or leaves without logging in."""


class TokenBucket:
    """A token bucket that limits the messages of a page, and counts the rejected ones.

    Examples
    --------
    >>> meter = TokenBucket(lambda: 0.0)
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
        self._now, self._last_update = now, now()
        self._rate, self._burst, self._max_refused = rate, burst, patience
        self._tokens, self._refused_count = burst, 0

    @property
    def is_exhausted(self) -> bool:
        """Whether too many messages were rejected, so that the page must be disconnected."""
        return self._refused_count > self._max_refused

    def allows(self) -> bool:
        """Count a message; return True if it is within the limit."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + self._rate * (now - self._last_update))
        self._last_update = now
        if self._tokens < 1:
            self._refused_count += 1
            return False
        self._tokens -= 1
        return True

    @property
    def wait_seconds(self) -> float:
        """The seconds until the next message is allowed."""
        return max(0.0, (1 - self._tokens) / self._rate)

    def charge(self, amount: float) -> None:
        """Count additional messages against the limit; the debt is at most twice the burst."""
        self._tokens = max(-2 * self._burst, self._tokens - amount)


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
        self._now, self._last_update, self._seconds_left = now, now(), CPU_BURST_SECONDS

    @property
    def wait_seconds(self) -> float:
        """The seconds that the next message has to wait."""
        now = self._now()
        self._seconds_left = min(
            CPU_BURST_SECONDS, self._seconds_left + CPU_SHARE * (now - self._last_update)
        )
        self._last_update = now
        return max(0.0, -self._seconds_left / CPU_SHARE)

    def charge(self, seconds: float) -> None:
        """Subtract the processor time of a message, in seconds, from the budget."""
        self._seconds_left -= seconds


class LoginLimiter:
    """A limit on the wrong codes of one page: after `MAX_WRONG_CODES` it must wait.

    Examples
    --------
    >>> gate = LoginLimiter(lambda: 0.0)
    >>> [gate.check_code("482913", "123456") for _ in range(3)], gate.check_code("482913", "482913")
    ([False, False, False], True)
    """

    MAX_WRONG_CODES: Final = 5
    WINDOW_SECONDS: Final = 60.0

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._wrong_times: deque[float] = deque(maxlen=self.MAX_WRONG_CODES)

    def check_code(self, code: str, entered_code: str) -> bool:
        """Return True if an entered code is correct and the page may try one now."""
        if self.wait_seconds:
            return False
        if hmac.compare_digest(entered_code.encode("utf-8", "replace"), code.encode()):
            return True
        self._wrong_times.append(self._now())
        return False

    @property
    def wait_seconds(self) -> float:
        """The seconds until the page may try another code."""
        if len(self._wrong_times) < self.MAX_WRONG_CODES:
            return 0.0
        return max(0.0, self._wrong_times[0] + self.WINDOW_SECONDS - self._now())


class ConnectionLimiter:
    """A rate limit on new connections, by IP address.

    A connection costs the server more than a refusal.

    Examples
    --------
    >>> doorstep = ConnectionLimiter(lambda: 0.0)
    >>> sum(doorstep.allows("10.0.0.66") for _ in range(500)), doorstep.allows("10.0.0.7")
    (100, True)
    """

    MAX_ADDRESSES: Final = 1000
    """IP addresses tracked at a time; the least recently seen is dropped."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._buckets, self._delayed_count = now, OrderedDict[str, TokenBucket](), 0

    def allows(self, address: str) -> bool:
        """Count a connection; return True if it is within the limit of the address."""
        return self._bucket_of(address).allows()

    def wait_seconds(self, address: str) -> float:
        """Return the seconds until an address may connect again."""
        return self._bucket_of(address).wait_seconds

    def penalize(self, address: str) -> None:
        """Count additional connections of an IP address whose page had to be disconnected."""
        self._bucket_of(address).charge(ABUSE_COST)

    def _bucket_of(self, address: str) -> TokenBucket:
        meter = self._buckets.pop(address, None) or TokenBucket(self._now, **CONNECT_RATE_LIMIT)
        self._buckets[address] = meter
        if len(self._buckets) > self.MAX_ADDRESSES:
            self._buckets.popitem(last=False)
        return meter

    async def delay_refusal(self) -> bool:
        """Wait `TARPIT_SECONDS` and return True.

        Return False at once if too many connections wait.
        """
        if self._delayed_count >= MAX_TARPITTED:
            return False
        self._delayed_count += 1
        try:
            await asyncio.sleep(TARPIT_SECONDS)
        finally:
            self._delayed_count -= 1
        return True
