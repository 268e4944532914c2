"""A run of attacks: the schedule of its processes, counts and findings."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fuzzing.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fuzzing.case import Finding
    from fuzzing.kinds import Attack

__all__ = ["Campaign"]

BATCH = 3.0
"""CPU seconds until a process is replaced by a fresh one: nothing piles up in it."""


@dataclass
class Campaign:
    """The attacks, counts and findings of a run."""

    seed: int
    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """By the name of the attack."""
    findings: dict[str, Finding] = field(default_factory=dict)
    """By signature."""
    unconfirmed: Counter[str] = field(default_factory=Counter)
    """What did not come again when its case was run alone."""
    seconds: float = 0.0
    """CPU time of all processes."""
    _next: Counter[str] = field(default_factory=Counter)
    _spent: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def run_cases(self, attacks: Iterable[Attack]) -> None:
        """Run a fixed number of cases of each attack: the same every time."""
        for attack in attacks:
            while (first := self._next[attack.name]) < attack.cases:
                self._count(ended(Worker(attack, self.seed, first, attack.cases - first)))

    def run_case(self, attack: Attack, number: int) -> None:
        """Run one case."""
        self._count(ended(Worker(attack, self.seed, number, 1)))

    def run_for(
        self,
        attacks: Sequence[Attack],
        seconds: float,
        show: Callable[[float], None] = lambda _: None,
    ) -> None:
        """Run until the time is over or Ctrl-C; every attack gets its share of it."""
        began = time.monotonic()
        while (gone := time.monotonic() - began) < seconds:
            show(gone)
            attack = min(attacks, key=lambda each: self._spent[each.name] / each.share)
            worker = Worker(attack, self.seed, self._next[attack.name], 1 << 30, BATCH)
            try:
                ended(worker)
            except KeyboardInterrupt:
                return
            finally:
                self._count(worker)

    def total(self, what: str) -> int:
        """Return a count over all attacks."""
        return sum(counts[what] for counts in self.counts.values())

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as JSON knows it."""
        return {
            "seeds": [self.seed],
            "CPU seconds": round(self.seconds),
            "counts": {name: dict(counts) for name, counts in sorted(self.counts.items())},
            "findings": [finding.to_dict() for finding in self.findings.values()],
        }

    def _count(self, worker: Worker) -> None:
        """Add the counts of a process, and confirm its findings."""
        name = worker.attack.name
        self._spent[name] += time.monotonic() - worker.began
        self._next[name] = worker.next
        self.seconds += worker.seconds
        self.counts[name]["CPU ms"] += round(1000 * worker.seconds)
        self.counts[name].update(worker.counts)
        for finding in worker.findings:
            self._keep(worker.attack, finding)

    def _keep(self, attack: Attack, finding: Finding) -> None:
        """Keep a finding that comes again when its case is run alone: the machine is shared."""
        if (known := self.findings.get(finding.signature)) is not None:
            known.hits += 1
        elif self._comes_again(attack, finding):
            self.findings[finding.signature] = finding
        else:
            self.unconfirmed[finding.signature] += 1

    def _comes_again(self, attack: Attack, finding: Finding) -> bool:
        number = int(finding.command.rpartition(" ")[2])
        alone = ended(Worker(attack, self.seed, number, 1))
        return finding.signature in {again.signature for again in alone.findings}


def ended(worker: Worker) -> Worker:
    """Wait for a process, and return it; an interrupt ends it, too."""
    try:
        while not worker.poll():
            time.sleep(0.01)
    finally:
        worker.kill()
    return worker
