"""What is said of a move of Polygon is true: segments are counted by exact quotients."""

import re
from collections import Counter
from itertools import pairwise

import pytest
from helpers import polygon
from oracles.polygon_by_fractions import Game, rational
from reasons import reason_cases

import polygames as pg
from polygames.core.descriptions import move_merits
from polygames.games.polygon.board import explanations as module
from polygames.games.polygon.board.explanations import later_segment_text

NAMES = ("Red", "Blue")
CORNERS = ((0, 0), (3, 0), (5, 2), (5, 5), (2, 6), (-1, 3))
LEFT = (
    r"(Red|Blue) (?:(cannot) draw a segment\. (Red|Blue) wins|can only draw (.+?)|"
    r"has (\d+) segments to choose from)\."
)
SENTENCE = re.compile(rf"{LEFT}(?: If (?:Red|Blue) draws (.+?), {LEFT})?")


def twin(state):
    """Return the same position in the plain writing."""
    game = Game(rational(state.options["vertices"]))
    names = [state.name(point) for point in state.path]
    for start, end in pairwise(names):
        game = game.play((point(game, start), point(game, end)))
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
    for state, line, sentence in reason_cases("polygon", 1000, vertices=CORNERS):
        after = state.play(line[0])
        found = SENTENCE.fullmatch(sentence)
        assert found, sentence
        check_left(after, found.groups()[:5], known, seen)
        if found[6]:
            seen["answer"] += 1
            check_left(after.play(line[1]), found.groups()[6:], known, seen)
    assert min(seen[kind] for kind in ("none", "one", "many", "answer")) > 20


def check_left(state, said, known, seen):
    who, none, winner, only, many = said
    count = known.setdefault(state, None)
    if count is None:
        count = known[state] = len(twin(state).moves())
    assert who == NAMES[state.turn]
    if none:
        assert count == 0
        assert winner == NAMES[1 - state.turn]
    elif only:
        assert count == 1
    else:
        assert count == int(many)
    seen["none" if none else "one" if only else "many"] += 1


ANYONE = r"(?:Red|Blue)"
WHO = r"(Red|Blue)"
CHOICE = rf"{WHO} has (?:(\d+) segments to choose from|only one segment to draw)\."
ROOM = rf"After any reply, {WHO} has at least (\d+) segments? to choose from\."
KINDS = {
    "last": rf"{WHO} cannot draw a segment\.(?: {WHO} wins\.)?",
    "only": rf"{WHO} can only draw (.+?)\. Then {WHO} can draw the last segment\.",
    "all": rf"After any reply, {WHO} can draw the last segment\.",
    "most": rf"After (\d+) of {WHO}'s (\d+) replies, {WHO} can draw the last segment\.",
    "any other": rf"After any other segment, {WHO} could draw the last one\.",
    "others": rf"After (\d+) of {WHO}'s (\d+) other segments, {WHO} could draw the last one\.",
    "fewest": (
        rf"{CHOICE} (After any other segment, {ANYONE} has more|No other segment leaves fewer)\."
    ),
    "fewer": rf"{CHOICE} After (\d+) of {WHO}'s (\d+) other segments, {WHO} has more\.",
    "most room": rf"{ROOM} After any other segment, {WHO} could have fewer\.",
    "room": rf"{ROOM} After (\d+) of the (\d+) other segments, {WHO} could have fewer\.",
    "count": CHOICE,
    "more": ROOM,
}
OPTIONS = (
    {"n": 6},
    {"n": 7},
    {"n": 8, "colors": "mixed"},
    {"n": 7, "colors": "any", "max_plies": 20},
    {"n": 7, "colors": "same", "claim": True},
    {"vertices": CORNERS, "concurrent": "lenient"},
)


def draws(state):
    """Return the segments that may be drawn, without a claim."""
    return [move for move in state.legal_moves if not str(move).startswith("claim")]


def ends(state):
    """Say whether the seat to move can draw a segment after which there is none."""
    return any(not draws(state.play(move)) for move in draws(state))


def least(state):
    """Return how many segments the worst reply leaves; no reply is worse than any."""
    return min((len(draws(state.play(move))) for move in draws(state)), default=999)


def check(state, move, sentence, seen):  # noqa: C901 - a case for each kind
    """Check a sentence by trying every segment, reply and answer."""
    kind, said = next((k, f.groups()) for k, p in KINDS.items() if (f := re.fullmatch(p, sentence)))
    seen[kind] += 1
    me, other = NAMES[state.turn], NAMES[1 - state.turn]
    after = state.play(move)
    replies = draws(after)
    others = [state.play(each) for each in draws(state) if each != move]
    left, many = [len(draws(each)) for each in others], len(replies)
    count = None if many == 1 else many
    if kind != "last":
        assert not ends(after), "it speaks for a move after which the other one wins at once"
    match kind:
        case "last":
            assert many == 0
            told = other, None if state.rules.claim else me
        case "only":
            assert many == 1
            assert ends(after.play(replies[0]))
            told = other, later_segment_text(replies[0], len(state.lines)), me
        case "all" | "most":
            lost = sum(ends(after.play(reply)) for reply in replies)
            assert 2 * lost >= (many if kind == "most" else 2 * many)
            told = (lost, other, many, me) if kind == "most" else (me,)
        case "any other":
            assert others
            assert all(map(ends, others))
            told = (other,)
        case "others":
            told = sum(map(ends, others)), me, len(others), other
        case "fewest":
            assert min(left) >= many < max(left)
            has_more = f"After any other segment, {other} has more"
            told = other, count, has_more if min(left) > many else "No other segment leaves fewer"
        case "fewer":
            more = sum(each > many for each in left)
            assert 2 * more > len(others)
            told = other, count, more, me, len(others), other
        case "count":
            assert 2 * sum(each < many for each in left) <= len(left)
            told = other, count
        case "more":
            assert least(after) > many
            told = me, least(after)
        case "room" | "most room":
            fewer = sum(least(each) < least(after) for each in others)
            assert others
            assert 2 * fewer > len(others)
            assert kind == "room" or fewer == len(others)
            told = me, least(after), *((fewer, len(others)) * (kind == "room")), me
    assert said == tuple(each if each is None else str(each) for each in told)


@pytest.fixture(params=[True, False], ids=["engine", "rules"])
def by_engine(request, monkeypatch):
    """Let the compiled rules count, or the rules."""
    monkeypatch.setattr(module, "_has_compiled_rules", lambda: request.param)
    module._cached_reply_counts.cache_clear()
    yield request.param
    module._cached_reply_counts.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("count", [90, pytest.param(450, marks=pytest.mark.long)])
def test_every_sentence_for_a_move_is_true_in_thousands_of_positions(by_engine, count):
    seen, count = Counter(), count if by_engine else count // 3
    for k, options in enumerate(OPTIONS):
        for state, line, sentence in reason_cases(
            "polygon", count, seed=k, say=move_merits, **options
        ):
            if sentence:
                check(state, line[0], sentence, seen)
    if count == 450:  # the rules leave what takes them long
        assert seen.keys() == KINDS.keys()
    assert len(seen) >= 7
    assert seen.total() >= 1.5 * count


@pytest.mark.slow
def test_the_compiled_rules_and_the_rules_say_the_same(monkeypatch):
    same = 0
    for state, line, _ in reason_cases("polygon", 800, seed=9, n=7):
        said = []
        for by_engine in (True, False):
            monkeypatch.setattr(module, "_has_compiled_rules", lambda ready=by_engine: ready)
            module._cached_reply_counts.cache_clear()
            said.append(move_merits(state, line))
        if said[1]:  # the rules look at few positions only
            assert said[0] == said[1]
            same += 1
    assert same > 150


@pytest.mark.usefixtures("by_engine")
def test_what_is_said_in_a_small_game_is_what_trying_all_segments_gives():
    seen = Counter()
    for state, line, sentence in reason_cases("polygon", 60, seed=5, say=move_merits, n=6):
        if sentence:
            check(state, line[0], sentence, seen)
    assert len(seen) >= 4


@pytest.mark.usefixtures("by_engine")
def test_a_move_that_loses_at_once_has_nothing_that_speaks_for_it():
    lost = 0
    for state, line, sentence in reason_cases("polygon", 80, seed=6, say=move_merits, n=6):
        if ends(state.play(line[0])):
            assert sentence == ""
            lost += 1
    assert lost > 5


@pytest.mark.usefixtures("by_engine")
def test_near_the_length_cap_and_of_claims_nothing_is_said():
    state = polygon("A-C", "C-E", n=6, max_plies=5)
    assert {move_merits(state, [move]) for move in state.legal_moves} == {""}
    state = pg.new("polygon", claim=True)
    assert move_merits(state, [state.parse("claim")]) == ""


def test_a_position_that_takes_long_is_left(monkeypatch):
    monkeypatch.setattr(module, "_has_compiled_rules", lambda: False)
    state = polygon("A-K", n=20)
    module._cached_reply_counts.cache_clear()
    assert move_merits(state, [next(iter(state.legal_moves))]) == ""
