"""What programs keep of moves, damaged, and comments that look like it: no game is lost by them."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import REFUSED
from fuzzing.material import pool
from fuzzing.mutate import NUMBERS, mutated
from polygames.core.options import LINE
from polygames.search.review import annotate, read_review
from polygames.search.review.findings import VERDICTS

if TYPE_CHECKING:
    from random import Random

    from fuzzing.case import Run

__all__ = ["notes"]

INPUTS = 30
LONG = 1 / 40
"""The share of texts that are as long as a line may be."""
WORDS = ("v", "l", "h", "a", "c", "d", "loss", "p", "n", "in", "luck")
FLAGS = ("pb", "pa", "pr", "alike")


def notes(run: Run) -> None:
    """Read reviews out of damaged data, and none out of comments."""
    samples = [each for each in pool(run.game, run.case.seed) if each.record.moves]
    sample = run.rng.choice(samples)
    moves = [*sample.moves, *map(str, sample.record.moves)]
    for _ in range(INPUTS):
        run.counts["inputs"] += 1
        given = damaged(sample.text, moves, run.rng)
        record = run.call("from_text", given, partial(pg.Record.from_text, given))
        if record is not REFUSED:
            _check(run, record, given)
        typed = pg.Record.from_text(sample.text)
        with suppress(pg.OptionError):  # half a surrogate pair cannot be written
            typed.comment = changed(note(run.rng, moves), run.rng, moves)
        for each in (typed, run.call("typed", typed.comment, partial(_again, typed))):
            if each is not REFUSED:
                run.require(each.comment == typed.comment, "a comment stays", typed.comment)
                run.require(read_review(each) is None, "it is no review", typed.comment)


def _check(run: Run, record: pg.Record, given: str) -> None:
    """Read what is kept, show it, and keep and read it again."""
    found = run.works("read_review", given, partial(read_review, record))
    again = run.works("to_text", given, partial(_again, record))
    if found is REFUSED or found is None or again is REFUSED:
        return
    run.counts["accepted"] += 1
    run.require(read_review(again) == found, "it is read again as it was", given)
    run.works("words", given, partial(_shown, found))
    run.works("table", given, found.table)
    run.works("annotate", given, partial(annotate, found, record))
    kept = run.works("read again", given, partial(read_review, record))
    run.require(kept is None or kept.moves == found.moves, "it stays as it was", given)


def damaged(text: str, moves: list[str], rng: Random) -> str:
    """Return a record with lines of data below some of its moves, and one at its start."""
    lines = []
    for line in text.rstrip("\n").split("\n"):
        lines.append(line)
        if (not line or line.lstrip()[:1].isdigit()) and rng.random() < 1 / 2:
            found = data(rng, moves) if line else whole(rng)
            said = f"% review {rng.choice((1, 1, 1, 1, 1, 2, 'x'))} {json.dumps(found)}"
            said = changed(said, rng, moves) if rng.random() < 1 / 4 else said
            lines.insert(len(lines) - (not line), said)
    return "\n".join(lines) + "\n"


def data(rng: Random, moves: list[str]) -> dict[str, Any]:
    """Return what a review may have kept of a move."""
    if rng.random() < 1 / 5:
        return {"is": "chance", "lucks": [number(rng) for _ in range(rng.randrange(4))]}
    found: dict[str, Any] = {key: number(rng) for key in rng.sample(WORDS, rng.randrange(6))}
    found |= dict.fromkeys(rng.sample(FLAGS, rng.randrange(3)), rng.random() < 2 / 3)
    for key in rng.sample(("line", "then", "best"), rng.randrange(3)):
        found[key] = ";".join(rng.choices(["", "^", *moves], k=rng.randrange(1, 4)))
    return found | {"is": rng.choice(VERDICTS)}


def whole(rng: Random) -> dict[str, Any]:
    """Return what a review may have kept at the start."""
    work = ["polygames", None, number(rng), number(rng)]
    scale, rolls = [number(rng), number(rng)], [number(rng)]
    return {"moves": rng.randrange(9), "scale": scale, "work": work, "started": rolls}


def number(rng: Random) -> object:
    """Return a number, or what nearly is one."""
    return rng.choice((0.5, 1.0, 0, 1, rng.random(), -rng.random(), 9.5, rng.choice(NUMBERS), None))


def changed(text: str, rng: Random, moves: list[str]) -> str:
    """Return a text that was damaged, or made as long as a line may be."""
    if rng.random() < LONG:
        at = rng.randrange(len(text))
        piece = text[at : at + rng.choice((1, 1, 2, 9, 60))]
        text = text[:at] + piece * (LINE // 2 // len(piece)) + text[at:]
    elif rng.random() < 2 / 3:
        text = mutated(text, note(rng, moves), rng)
    return text[: LINE // 2]


def note(rng: Random, moves: list[str]) -> str:
    """Return a comment that looks like what a review says."""
    words = rng.choice(("", "", "so ", "Review: ", "a\nb ", "% review 1 {}\n"))
    value, low, high, loss = (rng.choice(NUMBERS) for _ in range(4))
    if rng.random() < 1 / 3:
        return f"{words}Review: luck +{value}, -{low}"
    between = f" ({low} to {high})" if rng.random() < 1 / 2 else ""
    loses = f"; loses {loss}" if rng.random() < 1 / 2 else ""
    line = ", then ".join(rng.choices(moves, k=rng.randrange(1, 4)))
    best = f" Best: {line}" if rng.random() < 2 / 3 else ""
    value = f"value {value}{between}{loses}{rng.choice(('', ', exactly'))}."
    return f"{words}Review: {rng.choice(VERDICTS)}; {value}{best}"


def _shown(found: Any) -> tuple[str, dict[str, Any]]:
    return str(found), found.to_dict()


def _again(record: pg.Record) -> pg.Record:
    return pg.Record.from_text(record.to_text())
