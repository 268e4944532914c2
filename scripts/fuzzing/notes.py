"""Comments that look like reviews, some of them very long: read in no time, or taken for words."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import REFUSED
from fuzzing.material import pool
from fuzzing.mutate import mutated
from polygames.core.text_limits import LINE
from polygames.search.review import annotate, read_review
from polygames.search.review.findings import VERDICTS

if TYPE_CHECKING:
    from random import Random

    from fuzzing.case import Run

__all__ = ["notes"]

INPUTS = 30
LONG = 1 / 40
"""The share of comments that are as long as a line may be."""
NUMBERS = ("1", "-1", "0.5", "1e+04", "-1.235e-05", "inf", "nan", "9" * 30, "1e999", "+1", "")


def notes(run: Run) -> None:
    """Read reviews out of comments that no review has written."""
    samples = [each for each in pool(run.game, run.case.seed) if each.record.moves]
    sample = run.rng.choice(samples)
    for _ in range(INPUTS):
        run.counts["inputs"] += 1
        record = sample.record
        nodes = record.path[1:]
        for node in run.rng.sample(nodes, min(len(nodes), 3)):
            words = comment(run.rng, [*sample.moves, *map(str, record.moves)])
            with suppress(pg.OptionError):  # half a surrogate pair cannot be written
                node.comment = words
        given = [node.comment for node in nodes if node.comment]
        found = run.works("read_review", given, partial(read_review, record))
        if found is not REFUSED and found is not None:
            run.counts["accepted"] += 1
            run.works("words", given, partial(_shown, found))
            run.works("table", given, found.table)
            run.works("annotate", given, partial(annotate, found, record))
            again = run.works("read again", given, partial(read_review, record))
            run.require(again is None or len(again.moves) >= len(found.moves), "it stays", given)
        run.call("to_text", given, partial(_again, record))
        for node in nodes:
            node.comment = ""


def comment(rng: Random, moves: list[str]) -> str:
    """Return a comment that is nearly a review."""
    text, other = note(rng, moves), note(rng, moves)
    if rng.random() < LONG:
        at = rng.randrange(len(text))
        piece = text[at : at + rng.choice((1, 1, 2, 9, 60))]
        text = text[:at] + piece * (LINE // 2 // len(piece)) + text[at:] + rng.choice(("", "\n"))
    elif rng.random() < 2 / 3:
        text = mutated(text, other, rng)
    return text[: LINE // 2]


def note(rng: Random, moves: list[str]) -> str:
    """Return what a review may have written."""
    words = rng.choice(("", "", "so ", "Review: ", "a\nb "))
    number = [rng.choice(NUMBERS) for _ in range(4)]
    if rng.random() < 1 / 3:
        return f"{words}Review: luck +{number[0]}, -{number[1]}"
    between = f" ({number[1]} to {number[2]})" if rng.random() < 1 / 2 else ""
    loses = f"; loses {number[3]}" if rng.random() < 1 / 2 else ""
    line = ", then ".join(rng.choices(moves, k=rng.randrange(1, 4)))
    best = f" Best: {line}" if rng.random() < 2 / 3 else ""
    value = f"value {number[0]}{between}{loses}{rng.choice(('', ', exactly'))}."
    return f"{words}Review: {rng.choice(VERDICTS)}; {value}{best}"


def _shown(found: Any) -> tuple[str, dict[str, Any]]:
    return str(found), found.to_dict()


def _again(record: pg.Record) -> pg.Record:
    return pg.Record.from_text(record.to_text())
