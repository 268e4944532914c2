"""How much is heard, and of whom: messages of a page, wrong codes of a device, new links."""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST: Final = 16_384
"""Bytes of a message; no page of ours says more."""

RATE: Final = 30.0
"""Messages a second that are heard for long."""

BURST: Final = 60.0
"""Messages that are heard at once."""

PATIENCE: Final = 200
"""After so many messages that were too many a page is sent away."""

STRANGER: Final = {"rate": 1.0, "burst": 6.0, "patience": 10}
"""What is heard of a page that has not said who it is: code and name, a few times."""


REPORTS: Final = {"rate": 1.0, "burst": 250.0}
"""How many reports of exercises are heard of a page: they are written to the disk."""

CPU_SHARE: Final = 0.1
"""The share of one processor core that the messages of one pupil may take for long."""

CPU_BURST_SECONDS: Final = 2.0
"""The processor time that they may take at once."""

COMING: Final = {"rate": 5.0, "burst": 100.0}
"""How often a device may connect: a class behind one address comes back at once, and no more."""

HELD: Final = 1.0
"""Seconds that a device which comes more often has to wait for its refusal."""

MOST_HELD: Final = 200
"""So many wait at a time; the others are refused at once."""

STRIKE: Final = 10.0
"""A page that says too much, or leaves without a name after it has spoken, counts as so many."""


class Meter:
    """Says whether a page says too much.

    Examples
    --------
    >>> meter = Meter(lambda: 0.0)
    >>> sum(meter.allows() for _ in range(1000)) == BURST
    True
    """

    def __init__(
        self,
        now: Callable[[], float],
        *,
        rate: float = RATE,
        burst: float = BURST,
        patience: float = PATIENCE,
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
    """Lets nobody guess: after some wrong codes from one place none is looked at for a while.

    Examples
    --------
    >>> gate = Gate(lambda: 0.0)
    >>> [gate.opens("ACDEFH", "GUESS", "10.0.0.7") for _ in range(3)]
    [False, False, False]
    >>> gate.opens("ACDEFH", "ACDEFH", "10.0.0.7")
    True
    """

    MOST: Final = 30
    SECONDS: Final = 60.0

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._wrong: dict[str, list[float]] = {}

    def opens(self, code: str, given: str, place: str) -> bool:
        """Whether a code is the right one."""
        if self.is_shut(place):
            return False
        if hmac.compare_digest(given.encode("utf-8", "replace"), code.encode()):
            return True
        self._wrong.setdefault(place, []).append(self._now())
        return False

    def is_shut(self, place: str) -> bool:
        """Whether a place has guessed too often."""
        since = self._now() - self.SECONDS
        recent = [at for at in self._wrong.get(place, ()) if at > since]
        if recent:
            self._wrong[place] = recent
        else:
            self._wrong.pop(place, None)
        return len(recent) >= self.MOST


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

    def strike(self, place: str) -> None:
        """Let a device wait longer: a page of it had to be sent away."""
        self._meter(place).charge(STRIKE)

    def _meter(self, place: str) -> Meter:
        meter = self._meters.pop(place, None) or Meter(self._now, **COMING)
        self._meters[place] = meter
        if len(self._meters) > self.MOST:
            self._meters.popitem(last=False)
        return meter

    async def hold(self) -> None:
        """Let somebody wait, so that the next try comes later."""
        if self._held < MOST_HELD:
            self._held += 1
            try:
                await asyncio.sleep(HELD)
            finally:
                self._held -= 1
