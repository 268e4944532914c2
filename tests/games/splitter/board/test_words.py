"""What is said of a placement in Splitter is true: groups are those of the plain second writing."""

import re
from collections import Counter

import pytest
from oracles import splitter_plainly as plainly
from reasons import cases

import polygames as pg
from polygames.games.splitter.board.words import why

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
COUNT = "|".join([*WORDS, r"\d+"])
PARTS = {
    "one": r"the (1) scores at once",
    "scores": rf"({COUNT}) (\d)s score(, doubled by a star)?",
    "alone": r"the (\d) is alone and needs (\d) more",
    "needs": r"the (\d)s are (\d) and need (\d) more",
    "over": rf"({COUNT}) (\d)s together are too many and score nothing",
    "lone never": r"the (\d) is alone and can no longer become \d",
    "never": r"the (\d)s are (\d) and can no longer become \d",
}


def can_become(sheet, group, free, value):
    """Say whether a group can have exactly so many cells one day: every way is tried."""
    tried = set()

    def grow(cells):
        while True:
            beside = {
                p for p, k in sheet.items() if k == value and p not in cells and touches(p, cells)
            }
            if not beside:
                break
            cells = cells | beside
        if len(cells) >= value or cells in tried:
            return len(cells) == value
        tried.add(cells)
        return any(grow(cells | {p}) for p in free if p not in cells and touches(p, cells))

    return grow(frozenset(group))


def touches(place, cells):
    r, c = place
    return bool({(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & cells)


@pytest.mark.slow
@pytest.mark.parametrize("pad", ["A", "B"])
def test_every_sentence_is_true_in_a_thousand_positions(pad):
    seen = Counter()
    for state, line, sentence in cases("splitter", 1000, seed=3, pad=pad):
        check(state, line[0], sentence, seen)
    assert min(seen[kind] for kind in PARTS) > 5


def check(state, move, sentence, seen):
    after = state.play(move)  # one player: it is written at once
    before, now = (plainly.numbers(each.rows[0]) for each in (state, after))
    pad = " ".join(state.pad.rows)
    fresh = set(now) - set(before)
    assert len(fresh) == 2
    gain = plainly.total(pad, after.rows[0]) - plainly.total(pad, state.rows[0])
    words, _, points = sentence.rpartition(": ")
    told = re.match(r"([+−]\d+) point", points)
    assert gain == (int(told[1].replace("−", "-")) if told else 0)
    groups = [frozenset(g) for g in plainly.groups(now) if fresh & set(g)]
    free = set(plainly.marks(pad)) - set(now)
    stars = {p for p, kind in plainly.marks(pad).items() if kind == "*"}
    said = sorted(kind_of(part, seen) for part in (words[:1].lower() + words[1:]).split("; "))
    true = sorted(fact_of(now, g, free, stars) for g in groups)
    if true == [("scores", 1, 1, False)] * 2:
        true = true[:1]  # of two 1s it is said once
    assert said == true, sentence


def fact_of(sheet, group, free, stars):
    value, size = sheet[next(iter(group))], len(group)
    if size == value:
        return ("scores", value, size, bool(group & stars) and value > 1)
    if size > value:
        return ("over", value, size, False)
    return ("needs" if can_become(sheet, group, free, value) else "never", value, size, False)


def size_of(word):
    return WORDS.index(word) if word in WORDS else int(word)


def kind_of(part, seen):  # noqa: PLR0911 - a return for each kind
    kind, found = next(
        (kind, found) for kind, text in PARTS.items() if (found := re.fullmatch(text, part))
    )
    seen[kind] += 1
    match kind:
        case "one":
            return ("scores", 1, 1, False)
        case "scores":
            return ("scores", int(found[2]), size_of(found[1]), bool(found[3]))
        case "alone":
            assert int(found[2]) == int(found[1]) - 1
            return ("needs", int(found[1]), 1, False)
        case "needs":
            assert int(found[2]) + int(found[3]) == int(found[1])
            return ("needs", int(found[1]), int(found[2]), False)
        case "over":
            return ("over", int(found[2]), size_of(found[1]), False)
        case "lone never":
            return ("never", int(found[1]), 1, False)
    return ("never", int(found[1]), int(found[2]), False)


def test_of_two_ones_it_is_said_once_that_they_score():
    state = pg.new("splitter").play(pg.new("splitter").parse("roll 1-1"))
    move = next(iter(state.legal_moves))
    assert why(state, [move]).count("scores at once") == 1
