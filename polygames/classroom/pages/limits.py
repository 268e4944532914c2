"""How much is heard, and of whom: messages of a page, wrong codes of a device, new links."""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_PAGE_MESSAGE_BYTES: Final = 16_384
"""Bytes of a message; no page of ours says more."""

MESSAGES_PER_SECOND: Final = 30.0
"""Messages a second that are heard for long."""

MESSAGE_BURST: Final = 60.0
"""Messages that are heard at once."""

MAX_REJECTED_MESSAGES: Final = 200
"""After so many messages that were too many a page is sent away."""

ANONYMOUS_RATE_LIMIT: Final = {"rate": 1.0, "burst": 6.0, "patience": 10}
"""What is heard of a page that has not said who it is: code and name, a few times."""


REPORT_RATE_LIMIT: Final = {"rate": 1.0, "burst": 250.0}
"""How many reports of exercises are heard of a page: they are written to the disk."""

CPU_SHARE: Final = 0.1
"""The share of one processor core that the messages of one pupil may take for long."""

CPU_BURST_SECONDS: Final = 2.0
"""The processor time that they may take at once."""

CONNECT_RATE_LIMIT: Final = {"rate": 5.0, "burst": 100.0}
"""How often a device may connect: a class behind one address comes back at once, and no more."""

TARPIT_SECONDS: Final = 1.0
"""Seconds that a device which comes more often has to wait for its refusal."""

MOST_HELD: Final = 200
"""So many wait at a time, and are told why; the others are refused at once, without a word."""

ABUSE_COST: Final = 10.0
"""A page that says too much, or leaves without a name after it has spoken, counts as so many."""


class Meter:
    """Says whether a page says too much.

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
        """Whether so much was too much that the page is to be sent away."""
        return self._refused > self._patience

    def allows(self) -> bool:
        """Whether one more message is heard."""
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
        """How long it takes until one more message is heard."""
        return max(0.0, (1 - self._left) / self._rate)

    def charge(self, much: float) -> None:
        """Count so many messages more; twice what is heard at once is owed at most."""
        self._left = max(-2 * self._burst, self._left - much)


class CpuBudget:
    """The processor time that the messages of one pupil may cost, as a token bucket.

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
        """How long the next message has to wait."""
        now = self._now()
        self._left = min(CPU_BURST_SECONDS, self._left + CPU_SHARE * (now - self._at))
        self._at = now
        return max(0.0, -self._left / CPU_SHARE)

    def charge(self, seconds: float) -> None:
        """Take the processor time of a message."""
        self._left -= seconds


class Gate:
    """The wrong codes of one page: after some of them it has to wait. Each page has its own gate.

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
        """Whether a code is the right one, and this page may try one."""
        if self.wait_seconds:
            return False
        if hmac.compare_digest(given.encode("utf-8", "replace"), code.encode()):
            return True
        self._wrong.append(self._now())
        return False

    @property
    def wait_seconds(self) -> float:
        """How long the page has to wait until it may try another code."""
        if len(self._wrong) < self.MOST:
            return 0.0
        return max(0.0, self._wrong[0] + self.SECONDS - self._now())


class Doorstep:
    """Bounds how often a device connects: to begin a link costs more than to refuse one.

    Examples
    --------
    >>> doorstep = Doorstep(lambda: 0.0)
    >>> sum(doorstep.allows("10.0.0.66") for _ in range(500)), doorstep.allows("10.0.0.7")
    (100, True)
    """

    MOST: Final = 1000
    """So many devices are known at a time."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._meters, self._held = now, OrderedDict[str, Meter](), 0

    def allows(self, place: str) -> bool:
        """Whether a device may connect once more."""
        return self._meter(place).allows()

    def wait_seconds(self, place: str) -> float:
        """Return how long a device has to wait until it may connect once more."""
        return self._meter(place).wait_seconds

    def strike(self, place: str) -> None:
        """Let a device wait longer: a page of it had to be sent away."""
        self._meter(place).charge(ABUSE_COST)

    def _meter(self, place: str) -> Meter:
        meter = self._meters.pop(place, None) or Meter(self._now, **CONNECT_RATE_LIMIT)
        self._meters[place] = meter
        if len(self._meters) > self.MOST:
            self._meters.popitem(last=False)
        return meter

    async def hold(self) -> bool:
        """Let somebody wait, so that the next try comes later; False if too many wait already."""
        if self._held >= MOST_HELD:
            return False
        self._held += 1
        try:
            await asyncio.sleep(TARPIT_SECONDS)
        finally:
            self._held -= 1
        return True
