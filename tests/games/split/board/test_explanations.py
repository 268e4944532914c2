"""What is said of a move of Split is true: areas are measured by shapely."""

import re
from collections import Counter

import pytest
from helpers import split
from page_driver import PageDriver
from reasons import reason_cases
from shapely import LineString, Point
from shapely import Polygon as Shape
from shapely.ops import split as cut_by

import polygames as pg
from polygames.core.descriptions import effect_reason, move_merits, move_text
from polygames.core.registry import info_of
from polygames.games.split.board.explanations import area_text, describe_move
from polygames.games.split.board.scene import preview
from polygames.games.split.rules import DrawLine, FillArea
from polygames.scene.model import Text

N, NUMBER = r"(Player \d|Red|Blue)", r"(\d+(?:\.\d+)?(?:e-\d+)?)"
X = rf"(?:a little (?:more|less) than )?{NUMBER}"
KINDS = {
    "decides": rf"This ends the game\. {N} wins? with {X} points\.",
    "fills": rf"{N} gets? {X} points?\.",
    "chooses": rf"{N} gets {X} points?, not {X}\.",
    "colour": rf"{N} moves next(?: and could fill an area of {X})?\.",
    "own": rf"{N} chooses which part {N} fills: at least {X} points?\.",
    "first": rf"Then {N} chooses a colour\.",
    "leaves": rf"{N} could fill an area of {X} at once\.",
    "joins": rf"{N} could join two (red|blue) lines in the area of {X}\.",
    "threat": (
        rf"{N} cannot fill an area now, and cannot join two (red|blue) lines\. "
        rf"{N} could then join two (red|blue) lines in the area of {X}\."
    ),
    "quiet": rf"{N} cannot fill an area now, and cannot join two (red|blue) lines\.",
}
ANSWERS = {
    "fills back": rf"Then {N} fills an area of {X}\.",
    "own back": rf"Then {N} draws a (red|blue) line for at least {X} points?\.",
    "no points": rf"Then {N} draws a line that gives no points at once\.",
}

MERITS = {
    **{kind: KINDS[kind] for kind in ("decides", "chooses", "own")},
    "colour": rf"{N} moves next\.",
    "fills": rf"{N} gets {X} points?(, the most that is possible now)?\.",
    "fair": rf"{N} chooses a colour next, so the best line is fair to both colours\.",
    "ends": (
        r"Players can only fill areas now, the largest first\. "
        rf"{N} will reach {X} points\."
    ),
    "keeps": (
        r"(Neither part|No area) can be filled at once"
        rf"(?:, and {N} cannot join two (red|blue) lines)?"
        rf"(?:\. {N} could then join two (red|blue) lines in the area of {X})?\."
    ),
    "returns": rf"{N} can fill an area of {X}\. Then {N} can fill one of {X}\.",
}

MOST = 6
"""So many areas are filled in all orders."""


def shapes(state):
    return [Shape(area.polygon) for area in state.areas]


def called(state, seat):
    return f"Player {seat + 1}" if state.seat_colors is None else state.seat_colors[seat].title()


def ends_of(state, move):
    spots = (move.start, move.end)
    return [state.map.lines[spot.line].point_at(spot.position) for spot in spots]


def pieces(state, move):
    """Return the areas of the two pieces of a line, by shapely."""
    (x0, y0), (x1, y1) = ends_of(state, move)
    middle = Point((x0 + x1) / 2, (y0 + y1) / 2)
    whole = max(shapes(state), key=lambda shape: shape.buffer(1e-9).contains(middle))
    dx, dy = (x1 - x0) * 1e-6, (y1 - y0) * 1e-6
    parts = cut_by(whole, LineString([(x0 - dx, y0 - dy), (x1 + dx, y1 + dy)]))
    return sorted(part.area for part in parts.geoms)


def near(text, value):
    """Say whether a written number is a value, rounded."""
    return float(text) == pytest.approx(value, abs=0.00501, rel=0.06 if value < 0.005 else 1e-6)


def is_own(state, move):
    mine = "red" if state.seat_colors is None else state.seat_colors[state.turn]
    return all(state.colors[spot.line] == mine for spot in (move.start, move.end))


def small_after(state, move):
    """Return the areas of at most 5 that are open after a line."""
    open_before = [
        shape.area
        for shape, area in zip(shapes(state), state.areas, strict=True)
        if area.owner is None
    ]
    parts = pieces(state, move)
    whole = min(open_before, key=lambda area: abs(area - sum(parts)))
    open_before.remove(whole)
    return [area for area in (*open_before, *parts) if area <= 5 + 1e-6]


def small_open(state):
    """Return the areas that are open and can be filled."""
    pairs = zip(shapes(state), state.areas, strict=True)
    sizes = [shape.area for shape, area in pairs if area.owner is None]
    return [size for size in sizes if size <= 5 + 1e-6]


def agree(said, told):
    """Compare what is said with names and colours, with sizes, or with sizes of which it is one."""
    for text, value in zip(said, told, strict=True):
        if isinstance(value, str | None):
            assert text == value
        else:
            assert any(near(text, each) for each in (value if isinstance(value, list) else [value]))


def check(state, move, kind, said):  # noqa: C901, PLR0912 - a case for each kind
    mover, other = called(state, state.turn), called(state, 1 - state.turn)
    ink, after = (state.seat_colors or ("red",) * 2)[state.turn], state.play(move)
    theirs, ours = (after.seat_colors or ("red",) * 2)[:: 1 - 2 * after.turn]
    match kind:
        case "decides":
            (winner,) = after.outcome.winners
            pairs = zip(shapes(after), after.areas, strict=True)
            own = sum(shape.area for shape, area in pairs if area.owner == winner)
            assert own > 50
            told = called(after, winner), own
        case "fills" | "fills back":
            told = mover, shapes(state)[move.area].area
        case "chooses":
            first = sorted(state.choice, key=lambda k: k != move.area)
            told = other, *(shapes(state)[k].area for k in first)
        case "colour":
            told = "Blue", max(small_open(after), default=None)
        case "own":
            told = other, mover, pieces(state, move)[0]
        case "own back":
            told = mover, ink, pieces(state, move)[0]
        case "first":
            assert state.ply == 0
            told = (other,)
        case "leaves":
            told = other, max(small_after(state, move))
        case "joins":
            told = other, theirs, with_two(after, theirs)
        case "threat":
            told = other, theirs, mover, ours, with_two(after, ours)
        case "quiet":
            assert not with_two(after, ours)
            told = other, theirs
        case "no points":
            told = (mover,)
    agree(said, told)
    if kind in {"own", "own back", "no points"}:
        assert is_own(state, move) == (kind != "no points")
    if kind in {"joins", "threat", "quiet"}:
        assert not small_after(state, move)
        assert bool(with_two(after, theirs)) == (kind == "joins")


def check_merit(state, line, kind, said):  # noqa: C901 - a case for each kind
    """Check a sentence that is said for a move."""
    move, mover, other = line[0], called(state, state.turn), called(state, 1 - state.turn)
    after = state.play(move)
    match kind:
        case "fills":
            check(state, move, kind, said[:2])
            small = small_open(state)
            assert not said[2] or (len(small) > 1 and near(said[1], max(small)))
        case "colour":
            agree(said, [called(after, after.turn)])
        case "fair":
            assert state.ply == 0
            agree(said, [other])
        case "ends":
            end = after
            while end.outcome is None:
                end = end.play(max(end.legal_moves, key=lambda fill: end.areas[fill.area].value))
            assert end.scores[state.turn] > 50
            agree(said, [called(after, state.turn), end.scores[state.turn]])
            if len(after.open_areas) <= MOST:
                assert filled_to_the_end(after).outcome.winners == {state.turn}
        case "keeps":
            left, they, theirs, we, ours, points = said
            check_kept(state, after, small_after(state, move), left)
            if they:
                agree([they, theirs], [other, after.seat_colors[after.turn]])
                assert not with_two(after, theirs)
            if we:
                told = [mover, after.seat_colors[1 - after.turn], with_two(after, ours)]
                agree([we, ours, points], told)
        case "returns":
            then = after.play(line[1])
            lost, won = shapes(after)[line[1].area].area, shapes(then)[line[2].area].area
            agree(said, [other, lost, mover, won])
            assert float(said[3]) >= float(said[1])
        case _:
            assert kind != "decides" or state.turn in after.outcome.winners
            assert kind != "chooses" or float(said[1]) < float(said[2])
            check(state, move, kind, said)


def check_kept(state, after, small, left):
    """Check that a line leaves no more to fill than there was, and how this is said."""
    assert len(small) == len(small_open(state))
    assert after.choice is None
    assert left == ("Neither part" if small else "No area")


def filled_to_the_end(state):
    """Return the end of a game in which each player fills the best area, found by trying all."""
    if state.outcome is not None:
        return state
    ends = [filled_to_the_end(state.play(move)) for move in state.legal_moves]
    return max(ends, key=lambda end: end.scores[state.turn] - end.scores[1 - state.turn])


def with_two(state, color):
    """Return the open areas above 5 that two lines of a colour border, by shapely."""
    lines = [
        LineString(line)
        for line, ink in zip(state.map.lines, state.colors, strict=True)
        if ink == color
    ]
    return [
        shape.area
        for shape, area in zip(shapes(state), state.areas, strict=True)
        if area.owner is None
        and shape.area > 5 + 1e-6
        and sum(shape.exterior.intersection(line.buffer(1e-7)).length > 1e-4 for line in lines) > 1
    ]


def found_in(sentence, kinds):
    for kind, pattern in kinds.items():
        if found := re.match(pattern, sentence):
            return kind, found.groups(), sentence[found.end() :].strip()
    return None


@pytest.mark.slow
def test_every_sentence_is_true_in_thousands_of_positions():
    seen = Counter()
    for state, line, sentence in reason_cases("split", 2500, seed=1):
        kind, said, rest = found_in(sentence, KINDS)
        check(state, line[0], kind, said)
        seen[kind] += 1
        if rest:
            after = state.play(line[0])
            kind, said, rest = found_in(rest, ANSWERS)
            assert not rest
            check(after, line[1], kind, said)
            seen[kind] += 1
    assert seen.keys() == {*KINDS, *ANSWERS}
    assert sum(seen.values()) >= 1000


@pytest.mark.slow
def test_every_sentence_for_a_move_is_true_and_tells_no_loss():
    seen = Counter()
    for state, line, sentence in reason_cases("split", 2500, seed=3, say=move_merits):
        if sentence:
            kind, said, rest = found_in(sentence, MERITS)
            assert not rest
            check_merit(state, line, kind, said)
            seen[kind] += 1
    for puzzle in pg.puzzles("split"):
        move = puzzle.state.parse(puzzle.steps[0].move)
        if sentence := move_merits(puzzle.state, [move]):
            kind, said, rest = found_in(sentence, MERITS)
            assert not rest
            check_merit(puzzle.state, [move], kind, said)
            seen[kind] += 1
    assert seen.keys() == MERITS.keys()
    assert sum(seen.values()) >= 1000


@pytest.mark.slow
def test_the_name_of_a_line_tells_its_two_pieces():
    added = []
    for state, line, _ in reason_cases("split", 1000, seed=2):
        if isinstance(line[0], DrawLine):
            over = rf"(?:a little (more|less) than )?{NUMBER}"
            words = move_text(state, line[0])
            found = re.fullmatch(rf"cuts {X} into (?:about )?{over} \+ {over}, .*", words)
            parts = pieces(state, line[0])
            assert found[1] == area_text(sum(parts)), (
                "an area has one size in a list, that of the board"
            )
            for side, text, part in zip(
                found.groups()[1::2], found.groups()[2::2], parts, strict=True
            ):
                assert near(text, part)
                assert (float(text) != 5) == (side is None) or part == 5
                assert side is None or (part > 5) == (side == "more")
            if parts[0] >= 0.005:
                added.append(round(float(found[1]) - float(found[3]) - float(found[5]), 3))
    assert max(map(abs, added)) <= 0.01, "the pieces add up to the whole, but for the last digit"


@pytest.mark.parametrize(
    ("texts", "y", "said"),
    [
        (("draw 0,4.1667 - 10,4.1667", "color blue"), 2.08335, "41.67 into about 20.83 + 20.83"),
        (("draw 0,4.1667 - 10,4.1667", "color blue"), 0.51, "41.67 into 5.10 + 36.57"),
        ((), 0.50001, "100 into a little more than 5 + 95"),
        ((), 0.5, "100 into 5 + 95"),
    ],
)
def test_an_area_is_called_the_same_whatever_line_cuts_it_and_five_is_told_from_more(
    texts, y, said
):
    state = split(*texts)
    words = describe_move(state, state.draw((0, y), (10, y)))
    assert words == f"cuts {said}, left to right"


def test_an_area_has_one_size_on_the_board_in_words_and_in_the_scores(open_board):
    """The board had one decimal, scores two, and a list of moves now the one and now the other."""
    state = split("draw 0,4.1667 - 10,4.1667", "color blue", "draw 0,8.7 - 1.7,10")
    (small,) = [k for k in state.open_areas if state.is_small(k)]
    fill, cut = state.parse(f"fill {small}"), state.draw((0, 2), (10, 2))
    size = area_text(state.areas[small].value)
    texts = {each.text for each in info_of(state).scene(state) if isinstance(each, Text)}
    assert texts == {area_text(area.value) for area in state.areas} >= {size, "41.67"}
    assert describe_move(state, fill) == f"fills the area of {size}"
    assert effect_reason(state, [fill]).startswith(f"{called(state, state.turn)} gets {size}")
    assert describe_move(state, cut).startswith("cuts 41.67 into 20 + 21.67")
    assert preview(state, fill).label.endswith(f" {size}")
    board = open_board(state.play(fill), seats=("human", "human"))
    assert f"<b>{size}</b>" in PageDriver(board).header


def test_two_equal_parts_are_not_told_apart():
    texts = ("draw 0,2 - 10,2", "color blue", "draw 0,9 - 10,9", "draw 0,7 - 10,7")
    state = split(*texts, "draw 0,1 - 10,1", "draw 5,2 - 5,7")
    said = {effect_reason(state, [move]) for move in state.legal_moves}
    assert said == {"Red gets 25 points."}


def test_an_area_that_is_chosen_is_told_by_its_size_beside_the_other():
    texts = ("draw 0,4 - 10,6", "color blue", "draw 3,0 - 4,4.8", "draw 7,10 - 8,5.6")
    state = split(*texts, "draw 10,2 - 3.4,1.9", "draw 1.5,4.3 - 7.2,9")
    said = sorted(describe_move(state, move) for move in state.legal_moves)
    assert said == ["lets Red fill the larger part, 27.83", "lets Red fill the smaller part, 11.57"]


def test_an_area_just_beside_the_limit_is_told_from_one_that_can_only_be_filled():
    """A line was said to cut an area of 5, beside another of 5 that could only be filled."""
    state = split(
        "draw 0,0.5000003 - 10,0.5000003", "color blue", "draw 0,9.5000003 - 10,9.5000003"
    )
    over, under = sorted(state.open_areas, key=lambda k: state.areas[k].value)[1::-1]
    assert [state.is_small(k) for k in (over, under)] == [False, True]
    assert describe_move(state, FillArea(under)) == "fills the area of a little less than 5"
    assert describe_move(state, state.draw((5, 0), (5, 0.5))).startswith(
        "cuts a little more than 5 into 2.50"
    )


def test_half_of_the_square_is_no_win():
    """In a game that was tied the mover was said to come to 50.00."""
    state = pg.new("split", fill_limit=30)
    for text in ("0,5.00000003 - 10,5.00000003", "0,2.50000001 - 10,2.50000001", "0,7.5 - 10,7.5"):
        state = state.play(state.parse(f"draw {text}"))
        state = state.play(state.parse("color blue")) if state.phase == "color" else state
    fill = max(state.legal_moves, key=lambda fill: state.areas[fill.area].value)
    assert move_merits(state, [fill]) == "Blue gets 25 points."
