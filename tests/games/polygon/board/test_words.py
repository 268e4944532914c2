"""What is said of a move of Polygon is true: segments are counted by exact quotients."""

import re
from collections import Counter
from itertools import pairwise

import pytest
from oracles.polygon_by_fractions import Game, rational
from reasons import cases

CORNERS = ((0, 0), (3, 0), (5, 2), (5, 5), (2, 6), (-1, 3))
LEFT = (
    r"(Red|Blue) (?:(no) segment to draw: (Red|Blue) wins|only (.+?)|(\d+) segments to choose from)"
)
SENTENCE = re.compile(rf"It leaves {LEFT}(?:; the answer (.+?) leaves {LEFT})?\.")


def twin(state):
    """Return the same position in the plain writing."""
    game = Game(rational(state.options["vertices"]))
    names = [state.name(point) for point in state.path]
    for start, end in pairwise(names):
        game = game.played((point(game, start), point(game, end)))
    return game


def point(game, name):
    """Return a point by its name: a corner, or the crossing of two segments."""
    if "x" not in name:
        return game.corners[ord(name) - ord("A")]
    pair = tuple(map(int, name.split("x")))
    return next(p for p, through in game.crossings().items() if through[:2] == pair)


@pytest.mark.slow
def test_every_sentence_is_true_in_a_thousand_positions():
    seen, known = Counter(), {}
    for state, line, sentence in cases("polygon", 1000, vertices=CORNERS):
        after = state.play(line[0])
        found = SENTENCE.fullmatch(sentence)
        assert found, sentence
        check(after, found.groups()[:5], known, seen)
        if found[6]:
            seen["answer"] += 1
            check(after.play(line[1]), found.groups()[6:], known, seen)
    assert min(seen[kind] for kind in ("none", "one", "many", "answer")) > 20


def check(state, said, known, seen):
    who, none, winner, only, many = said
    count = known.setdefault(state, None)
    if count is None:
        count = known[state] = len(twin(state).moves())
    names = ("Red", "Blue")
    assert who == names[state.turn]
    if none:
        assert count == 0
        assert winner == names[1 - state.turn]
    elif only:
        assert count == 1
    else:
        assert count == int(many)
    seen["none" if none else "one" if only else "many"] += 1
