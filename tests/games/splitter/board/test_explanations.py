"""What is said of a placement in Splitter is true: groups are those of the plain oracle."""

import re
from collections import Counter

import pytest
from oracles import splitter_plainly as plainly
from reasons import reason_cases

import polygames as pg
from polygames.games.splitter.board.explanations import explain_move, reasons_for_move

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
COUNT = "|".join([*WORDS, r"\d+"])
PARTS = {
    "one": r"(?:the (1) scores|both (1)s score)(, doubled by a star)?",
    "scores": rf"(?:both groups of )?({COUNT}) (\d)s score(, doubled by a star)?",
    "alone": (
        rf"(?:the|both) (\d)s?(,? (?:each )?on a star,?)? needs? ({COUNT}) more \ds? "
        r"\((\d+) free cells? next to (?:it|each)(, (?:one of )?which touches other \ds)?\)"
    ),
    "needs": (
        rf"(?:both groups of )?({COUNT}) (\d)s(, (?:one|each) on a star,)? "
        rf"need ({COUNT}) more \ds? "
        r"\((\d+) free cells? next to (?:them|each)(, (?:one of )?which touches other \ds)?\)"
    ),
    "over": rf"(?:both groups of )?({COUNT}) (\d)s are too many and score nothing",
    "lone never": r"(?:the|both) (\d)s? ha(?:s|ve) too little room to score",
    "never": rf"(?:both groups of )?({COUNT}) (\d)s have too little room to score",
    "closed": r"(?:a group|groups) of ((?:\ds(?:, | and )?)+) can no longer score",
}
POINTS = {
    "most": r"This move (gives \d+) points? now, the most possible\.",
    "some": r"This move (gives no|loses \d+) points? now, but other moves lose (some|more)\.",
    "same": r"This move (gives no|gives \d+|loses \d+) points? now, like all other moves\.",
    "less": (
        r"This move (gives no|gives \d+|loses \d+) points? now\. "
        r"Another move (gives up to \d+|loses none|loses only \d+)\."
    ),
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
    for state, line, sentence in reason_cases("splitter", 1000, seed=3, pad=pad):
        check(state, line[0], sentence, seen)
    assert min(seen[kind] for kind in (*PARTS, *POINTS)) > 5
    assert min(seen["touches"], seen["open"]) > 5
    assert seen["star"] > 5


def check(state, move, sentence, seen):
    after = state.play(move)  # one player: it is written at once
    before, now = (plainly.cell_numbers(each.rows[0]) for each in (state, after))
    pad = " ".join(state.pad.rows)
    fresh = set(now) - set(before)
    assert len(fresh) == 2
    *texts, points = re.split(r"(?<=\.) (?!Another)", sentence)
    assert all(re.fullmatch(r"[A-Z][^.;:]*\.", text) for text in texts), "whole sentences"
    check_points(state, after, pad, points, seen)
    groups = [frozenset(g) for g in plainly.groups(now) if fresh & set(g)]
    free = set(plainly.cell_marks(pad)) - set(now)
    stars = {p for p, kind in plainly.cell_marks(pad).items() if kind == "*"}
    parts = [text[0].lower() + text[1:-1] for text in texts]
    closed = re.fullmatch(PARTS["closed"], parts[-1])
    if closed:
        seen["closed"] += 1
        parts.pop()
    lost = {
        before[min(g)]
        for g in map(frozenset, plainly.groups(before))
        if can_score(before, g, free | fresh) and not fresh & neighbours_of_value(now, g)
        if not can_score(now, g, free)
    }
    told = {int(number) for number in re.findall(r"\d", closed[1])} if closed else set()
    assert told == lost, sentence
    check_merits(reasons_for_move(state, [move]), closed, seen)
    said = sorted(kind_of(part, seen) for part in parts)
    true = [fact_of(now, g, free, stars) for g in groups]
    assert said == sorted({*true}), sentence  # of what is alike both are told in one
    assert any(re.match("both", part) for part in parts) == (len({*true}) < len(true))


def check_points(state, after, pad, points, seen):
    kind, found = next(
        (kind, found) for kind, text in POINTS.items() if (found := re.fullmatch(text, points))
    )
    seen[kind] += 1
    had = plainly.total(pad, state.rows[0])
    gains = {plainly.total(pad, state.play(each).rows[0]) - had for each in state.legal_moves}
    gain = plainly.total(pad, after.rows[0]) - had
    assert gain == number_of(found[1])
    match kind:
        case "same":
            assert gains == {gain}
        case "most" | "some":
            assert gain == max(gains) > min(gains)
            assert (gain > 0) == (kind == "most")
            assert kind == "most" or (gain < 0) == (found[2] == "more")
        case "less":
            assert gain < max(gains) == number_of(found[2])


def check_merits(sentence, closed, seen):
    """Check that what speaks for a placement is no bad thing, and that it says what stays open."""
    assert not re.search("little room|too many|no longer|Another move|no points now, l", sentence)
    assert not closed or "still score" not in sentence
    seen["open"] += "still score" in sentence


def number_of(text):
    """Return the points that a text gives or loses."""
    verb, *_, count = text.split()
    return 0 if count in {"no", "none"} else int(count) * (-1 if verb == "loses" else 1)


def neighbours_of_value(now, group):
    """Return the cells with the number of a group that touch it."""
    return {p for p, k in now.items() if k == now[min(group)] and touches(p, group)}


def can_score(sheet, group, free):
    """Say whether a group is too small to score, and can come to score."""
    value = sheet[min(group)]
    return len(group) < value and can_become(sheet, group, free, value)


def fact_of(sheet, group, free, stars):
    value, size, star = sheet[min(group)], len(group), bool(group & stars)
    if size == value:
        return ("scores", value, size, star, 0, False)
    if size > value:
        return ("over", value, size, False, 0, False)
    if not can_become(sheet, group, free, value):
        return ("never", value, size, False, 0, False)
    beside = {p for p in free if touches(p, group)}
    return ("needs", value, size, star, len(beside), has_link(sheet, group, beside))


def has_link(sheet, group, beside):
    """Say whether one more cell joins a group to others of its number, and not to too many."""
    value = sheet[min(group)]
    for cell in beside:
        joined = next(set(g) for g in plainly.groups({**sheet, cell: value}) if cell in g)
        if len(joined) > len(group) + 1 and len(joined) <= value:
            return True
    return False


def size_of(word):
    return WORDS.index(word) if word in WORDS else int(word)


def kind_of(part, seen):
    kind, found = next(
        (kind, found) for kind, text in PARTS.items() if (found := re.fullmatch(text, part))
    )
    seen[kind] += 1
    match kind:
        case "one":
            fact = ("scores", 1, 1, bool(found[3]), 0, False)
        case "scores":
            fact = ("scores", int(found[2]), size_of(found[1]), bool(found[3]), 0, False)
        case "alone":
            assert size_of(found[3]) == int(found[1]) - 1
            fact = ("needs", int(found[1]), 1, bool(found[2]), int(found[4]), bool(found[5]))
        case "needs":
            assert size_of(found[1]) + size_of(found[4]) == int(found[2])
            place = (bool(found[3]), int(found[5]), bool(found[6]))
            fact = ("needs", int(found[2]), size_of(found[1]), *place)
        case "over":
            fact = ("over", int(found[2]), size_of(found[1]), False, 0, False)
        case "lone never":
            fact = ("never", int(found[1]), 1, False, 0, False)
        case _:
            fact = ("never", int(found[2]), size_of(found[1]), False, 0, False)
    seen["star"] += fact[3]
    seen["touches"] += fact[5]
    return fact


def test_of_two_ones_it_is_said_that_both_score():
    state = pg.new("splitter").play(pg.new("splitter").parse("roll 1-1"))
    move = next(iter(state.legal_moves))
    assert explain_move(state, [move]).startswith("Both 1s score. This move gives 2 points now")


def test_no_reason_speaks_against_the_answer_of_a_puzzle():
    """Its hint was to keep room for groups; then its answer was said to have no room left."""
    for puzzle in pg.puzzles("splitter"):
        said = reasons_for_move(puzzle.state, [puzzle.state.parse(puzzle.steps[0].move)])
        assert not re.search("little room|no longer|Another move", said)
