"""Rate limits of the server: messages of a page, wrong codes, processor time, connections."""

from __future__ import annotations

import hmac
from collections import deque
from functools import lru_cache
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

CPU_RATE_LIMIT: Final = {"rate": 0.1, "burst": 2.0, "cost": 0.0}
"""Arguments of the `TokenBucket` for the processor time of one pupil's messages, in seconds."""

CONNECT_RATE_LIMIT: Final = {"rate": 5.0, "burst": 100.0}
"""Arguments of the `TokenBucket` for the connections of one IP address.

The burst allows a whole class behind one address to reconnect at once.
"""

MAX_ADDRESSES: Final = 1000
"""IP addresses tracked at a time; the least recently seen is dropped."""

ABUSE_COST: Final = 10.0
"""Connections charged for a page that is dropped, or leaves without logging in."""


class TokenBucket:
    """A token bucket that limits the messages of a page, and counts the rejected ones.

    It gains `rate` tokens per second, up to `burst`. A message needs `cost` tokens. After more than
    `patience` rejected messages it is exhausted.

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
        cost: float = 1.0,
    ) -> None:
        self._now, self._last_update, self._cost = now, now(), cost
        self._rate, self._burst, self._max_refused = rate, burst, patience
        self._tokens, self._refused_count = burst, 0

    @property
    def is_exhausted(self) -> bool:
        """Whether so many messages were rejected that the page must be disconnected."""
        return self._refused_count > self._max_refused

    def allows(self) -> bool:
        """Count a message; return True if it is within the limit."""
        if self.wait_seconds:
            self._refused_count += 1
            return False
        self._tokens -= self._cost
        return True

    @property
    def wait_seconds(self) -> float:
        """The seconds until the next message is allowed."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + self._rate * (now - self._last_update))
        self._last_update = now
        return max(0.0, (self._cost - self._tokens) / self._rate)

    def charge(self, amount: float) -> None:
        """Count additional messages against the limit; the debt is at most twice the burst."""
        self._tokens = max(-2 * self._burst, self._tokens - amount)


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


def connection_buckets(now: Callable[[], float]) -> Callable[[str], TokenBucket]:
    """Return a function that returns the `TokenBucket` for the connections of an IP address.

    Examples
    --------
    >>> bucket_of = connection_buckets(lambda: 0.0)
    >>> sum(bucket_of("10.0.0.66").allows() for _ in range(500)), bucket_of("10.0.0.7").allows()
    (100, True)
    """
    return lru_cache(MAX_ADDRESSES)(lambda _: TokenBucket(now, **CONNECT_RATE_LIMIT))
