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

WORKER_CPU_SECONDS = 3.0
"""CPU time after which a new process replaces a worker, so that its memory stays small."""


@dataclass
class Campaign:
    """The attacks, counts and findings of a run."""

    seed: int
    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """The counts of each attack, by its name."""
    findings: dict[str, Finding] = field(default_factory=dict)
    """The findings by their signatures."""
    unconfirmed: Counter[str] = field(default_factory=Counter)
    """The number of findings, by signature, that did not occur again when their case ran alone."""
    seconds: float = 0.0
    """The CPU time of all processes."""
    _next: Counter[str] = field(default_factory=Counter)
    _spent: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def run_cases(self, attacks: Iterable[Attack]) -> None:
        """Run a fixed number of cases of each attack, the same ones every time."""
        for attack in attacks:
            while (first := self._next[attack.name]) < attack.cases:
                self._count(wait_for_end(Worker(attack, self.seed, first, attack.cases - first)))

    def run_case(self, attack: Attack, number: int) -> None:
        """Run one case."""
        self._count(wait_for_end(Worker(attack, self.seed, number, 1)))

    def run_for(
        self,
        attacks: Sequence[Attack],
        seconds: float,
        show: Callable[[float], None] = lambda _: None,
    ) -> None:
        """Run for some seconds or until Ctrl-C. Each attack gets its share of the time."""
        began = time.monotonic()
        while (elapsed := time.monotonic() - began) < seconds:
            show(elapsed)
            attack = min(attacks, key=lambda each: self._spent[each.name] / each.share)
            worker = Worker(attack, self.seed, self._next[attack.name], 1 << 30, WORKER_CPU_SECONDS)
            try:
                wait_for_end(worker)
            except KeyboardInterrupt:
                return
            finally:
                self._count(worker)

    def total(self, column: str) -> int:
        """Return a count over all attacks."""
        return sum(counts[column] for counts in self.counts.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the results as JSON data."""
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
            self._add_finding(worker.attack, finding)

    def _add_finding(self, attack: Attack, finding: Finding) -> None:
        """Add a finding if it occurs again when its case runs alone.

        Other programs on the machine can make a call slow or fail.
        """
        if (known := self.findings.get(finding.signature)) is not None:
            known.hits += 1
        elif self._is_repeatable(attack, finding):
            self.findings[finding.signature] = finding
        else:
            self.unconfirmed[finding.signature] += 1

    def _is_repeatable(self, attack: Attack, finding: Finding) -> bool:
        number = int(finding.command.rpartition(" ")[2])
        alone = wait_for_end(Worker(attack, self.seed, number, 1))
        return finding.signature in {again.signature for again in alone.findings}


def wait_for_end(worker: Worker) -> Worker:
    """Wait until a worker has ended, and return it. An interrupt kills the worker."""
    try:
        while not worker.poll():
            time.sleep(0.01)
    finally:
        worker.kill()
    return worker
