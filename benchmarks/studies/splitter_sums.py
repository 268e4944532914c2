"""Whether the sums of a review of Splitter add up, over many games.

``python -m benchmarks.studies.splitter_sums [--games N]`` plays games of one to four players, of
both pads, by agents from random to strong. For each seat it adds up what it could expect at the
start, the luck of each roll, and what each placement changed, each found for itself; and compares
that with the sheet.
"""

from __future__ import annotations

import argparse
from math import fsum
from random import Random
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

import polygames as pg
from benchmarks.lib import machine
from polygames.games.splitter.engine.evaluator import evaluator_of
from polygames.search.review.luck import expected_of, lucks_of

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAYERS = ("random", "level 1", "level 2", "level 3", "level 4")


def random_game(rng: Random) -> pg.Record:
    """Play a game by agents that are drawn, one for each seat."""
    state: Any = pg.new("splitter", players=rng.randint(1, 4), pad=rng.choice("AB"))
    agents = [pg.agent(rng.choice(PLAYERS), game="splitter") for _ in range(state.seats)]
    record = pg.Record(state)
    while (state := record.state).outcome is None:
        if state.turn == pg.CHANCE:
            record.push(state.legal_moves.sample(rng))
        else:
            record.push(agents[state.turn].choose(state.view(state.turn), rng))
    return record


def play_of(record: pg.Record, seat: int) -> float:
    """Return what the placements of a seat changed, one by one: mostly they cost something.

    Each is compared with the best one by the learned values, and then one round ahead.
    """
    changes = []
    for node in record.path[1:]:
        before: Any = node.parent.state if node.parent is not None else None
        if before.turn != seat:
            continue
        evaluator, sheet = evaluator_of(before.pad), before.sheets[seat]
        best = evaluator.expected(sheet) + evaluator.luck(before)
        after = before.play(node.move)
        changes.append(evaluator.expected(after.sheet(seat)) - best)
    return fsum(changes)


def errors(record: pg.Record) -> Sequence[float]:
    """Return for each seat by how much the parts differ from the points of its sheet."""
    rolls = [node for node in record.path[1:] if node.parent and node.parent.state.turn < 0]
    lucks = [lucks_of(node) for node in rolls]
    start: Any = record.start
    found = []
    for seat in range(start.seats):
        begun = evaluator_of(start.pad).expected(start.sheets[seat])
        parts = (begun, fsum(luck[seat] for luck in lucks), play_of(record, seat))
        found.append(abs(fsum(parts) - record.state.scores[seat]))
    return found


def summed(games: int, seed: int = 0) -> dict[str, Any]:
    """Return the largest error over so many games, and that of what a review says at the start."""
    worst, seats, offset = 0.0, 0, 0.0
    for number in tqdm(range(games)):
        record = random_game(Random(f"{seed} {number}"))
        each = errors(record)
        worst, seats = max(worst, *each), seats + len(each)
        said = expected_of(record.start, "total")
        own = evaluator_of(record.start.pad).expected(record.start.sheets[0])  # type: ignore[attr-defined]  # of Splitter
        offset = max(offset, abs(said[0] - own))
    return {"games": games, "seats": seats, "largest error": worst, "start differs by": offset}


def main() -> None:
    """Add up, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    given = parser.parse_args()
    figures = summed(given.games)
    print(figures)
    machine.write("splitter_sums", figures)


if __name__ == "__main__":
    main()
