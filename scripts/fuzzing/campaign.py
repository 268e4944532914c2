"""A run of attacks: which process runs what next, and what came of it."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.material import pool
from fuzzing.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fuzzing.case import Finding
    from fuzzing.kinds import Attack

__all__ = ["Campaign", "warm_up"]

BATCH = 3.0
"""CPU seconds until a process is replaced by a fresh one: nothing piles up in it."""

SMALL = {"seconds": 0.05, "visits": 4, "nodes": 50}

FLEETING = {"kills"}
"""Kinds whose cases depend on time: what they find once is kept."""


@dataclass
class Campaign:
    """What was run, counted and found."""

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
    _busy: set[str] = field(default_factory=set)
    """The attacks that a process is at: no two run the same cases."""
    _spent: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def run_cases(self, attacks: Iterable[Attack], scale: float = 1.0) -> None:
        """Run a fixed number of cases of each attack: the same every time."""
        for attack in attacks:
            end = max(1, round(attack.cases * scale))
            while self._next[attack.name] < end:
                first = self._next[attack.name]
                self._take(Worker(attack, self.seed, first, end - first))

    def run_case(self, attack: Attack, number: int) -> None:
        """Run one case."""
        self._take(Worker(attack, self.seed, number, 1))

    def run_for(
        self,
        attacks: Sequence[Attack],
        seconds: float,
        jobs: int = 1,
        show: Callable[[float], None] = lambda _: None,
    ) -> None:
        """Run until the time is over or Ctrl-C; every attack gets its share of it."""
        began, running = time.monotonic(), list[Worker]()
        try:
            while running or time.monotonic() - began < seconds:
                most = min(jobs, len(attacks))
                while len(running) < most and time.monotonic() - began < seconds:
                    running.append(self._begin(attacks))
                time.sleep(0.05)
                for worker in [worker for worker in running if worker.poll()]:
                    running.remove(worker)
                    self._take(worker)
                show(time.monotonic() - began)
        except KeyboardInterrupt:
            for worker in running:
                worker.kill()
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
            "not seen again": dict(self.unconfirmed),
        }

    def _begin(self, attacks: Sequence[Attack]) -> Worker:
        """Start a process for the attack that is most behind its share."""
        idle = [each for each in attacks if each.name not in self._busy]
        attack = min(idle, key=lambda each: self._spent[each.name] / each.share)
        self._busy.add(attack.name)
        return Worker(attack, self.seed, self._next[attack.name], 1 << 30, BATCH)

    def _take(self, worker: Worker) -> None:
        """Wait for a process; count what it did, and confirm what it found."""
        while not worker.poll():
            time.sleep(0.01)
        self._count(worker)

    def _count(self, worker: Worker) -> None:
        name = worker.attack.name
        self._busy.discard(name)
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
        elif attack.kind in FLEETING or self._comes_again(attack, finding):
            self.findings[finding.signature] = finding
        else:
            self.unconfirmed[finding.signature] += 1

    def _comes_again(self, attack: Attack, finding: Finding) -> bool:
        number = int(finding.command.rpartition(" ")[2])
        alone = Worker(attack, self.seed, number, 1)
        while not alone.poll():
            time.sleep(0.01)
        return finding.signature in {again.signature for again in alone.findings}


def warm_up(attacks: Iterable[Attack], seed: int) -> None:
    """Load and compile what the attacks use, so that it does not count in each process."""
    for game in sorted({attack.game for attack in attacks}):
        pool(game, seed)
        state = pg.new(game)
        with suppress(Exception):
            pg.play(state, autosave=None).close()
        for name in pg.game(game).agents:
            _choose(game, name)
        with suppress(Exception):
            pg.analyse(state, seconds=0.05)
        with suppress(Exception):
            pg.solve(state, seconds=0.05)


def _choose(game: str, name: str) -> None:
    """Let an agent choose once, with as little work as it takes."""
    import inspect
    from itertools import islice
    from random import Random

    from fuzzing.calls import loaded
    from fuzzing.material import random_line

    rng = Random(0)
    known = inspect.signature(loaded(pg.game(game).agent_makers[name])).parameters
    options = {option: value for option, value in SMALL.items() if option in known}
    state = pg.new(game)
    for _, after in islice(random_line(state, rng), 3):
        if after.outcome is None and after.turn != pg.CHANCE:
            with suppress(Exception):
                pg.agent(name, game=game, **options).choose(after.view(after.turn), rng)
