"""The rules of Split, numbered as in its RULES.md (in brackets)."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from call_counts import count_calls
from helpers import random_states, split, values
from hypothesis import given, settings
from oracles import split_by_shapely as oracle
from strategies import running_split_states, seeds, split_states

import polygames as pg
from polygames.games.split import rules
from polygames.games.split.rules import ChooseArea, ChooseColor, DrawLine, FillArea
from polygames.geometry.planar import Chord, Spot

TOP, RIGHT, BOTTOM, LEFT = range(4)

FIRST = "draw 0@0.5 - 2@0.5"  # halves the square: line 4, red, seat 0 when seat 1 takes blue
BLUE = "color blue"


def line(start, end):
    return DrawLine(Spot(*start), Spot(*end))


def refusal(state, move):
    """Return why a move is refused, with its text and the position; the state stays as it was."""
    before = state.to_text()
    with pytest.raises(pg.IllegalMoveError) as caught:
        state.play(move)
    assert move not in state.legal_moves
    assert state.to_text() == before
    message = str(caught.value)
    assert str(move) in message
    assert state.turn_text() in message
    return message


CORNER = "draw 0@0.1 - 3@0.2"  # cuts off 1 by 2: an area of 1

REFUSED = [
    ((FIRST,), ChooseColor("neutral"), "red or blue"),  # [2]
    *(
        ((FIRST, BLUE), move, "draw a line or fill an area now")
        for move in (ChooseColor("red"), None, 7)
    ),
    ((), line((TOP, 0.2), (TOP, 0.8)), "one line"),  # [3]
    ((FIRST, BLUE), line((LEFT, 0.5), (RIGHT, 0.5)), "no area has both ends"),
    ((FIRST, BLUE), line((5, 0.5), (RIGHT, 0.5)), "there is no line 5, only 0 to 4"),
    ((FIRST, BLUE), line((-1, 0.5), (RIGHT, 0.5)), "there is no line -1"),
    *(
        ((), line((TOP, at), (BOTTOM, 0.5)), "is not inside line 0")
        for at in (-0.5, 1.5, float("nan"), float("inf"), 0.0, 1.0)  # the last two are corners [4]
    ),
    ((FIRST, BLUE), line((TOP, 0.5), (LEFT, 0.5)), "another line ends at 0.5 of line 0"),  # [4]
    ((FIRST, BLUE), line((TOP, 0.5), (RIGHT, 0.5)), "another line ends at 0.5 of line 0"),
    ((FIRST, BLUE, "draw 1@0.5 - 4@0.5"), line((4, 0.5), (RIGHT, 0.2)), "ends at 0.5 of line 4"),
    ((CORNER, BLUE), FillArea(1), "is worth 99, too much to fill at a limit of 5"),  # [6]
    *(((CORNER, BLUE), FillArea(k), "there is no area") for k in (-1, 2, 1.0, 0.5, "1", None)),
    ((CORNER, BLUE), line((TOP, 0.05), (LEFT, 0.1)), "can only be filled: play 'fill 0'"),
    ((CORNER, BLUE, "fill 0"), FillArea(0), "area 0 is filled"),  # [7]
    ((CORNER, BLUE, "fill 0"), line((TOP, 0.05), (LEFT, 0.1)), "area 0 is filled"),
]
"""What was played, a move that a rule forbids then, and why."""


@pytest.mark.parametrize(("texts", "move", "reason"), REFUSED, ids=str)
def test_what_a_rule_forbids_is_refused_with_the_reason(texts, move, reason):
    assert reason in refusal(split(*texts), move)


def test_1_board_is_one_area_of_100_with_neutral_sides_and_y_down():
    (area,) = split().areas
    assert area.polygon == ((0, 0), (10, 0), (10, 10), (0, 10))
    assert (area.value, area.owner) == (100, None)
    assert area.colors == ("neutral",) * 4


def test_2_first_line_is_red_and_drawn_by_seat_0():
    start = split()
    assert (start.turn, start.color, start.seat_colors) == (0, "red", None)
    state = start.play(start.parse(FIRST))
    assert state.colors == ("neutral",) * 4 + ("red",)
    assert (state.turn, state.phase, state.choice) == (1, "color", None)


def test_2_after_the_first_line_there_are_two_moves_and_both_are_colours():
    state = split(FIRST)
    assert list(state.legal_moves) == [ChooseColor("red"), ChooseColor("blue")]
    assert pg.perft(state, 1) == 2
    assert "choose a colour now" in refusal(state, line((4, 0.5), (RIGHT, 0.5)))


@pytest.mark.parametrize(
    ("choice", "seat_colors", "blue"), [("blue", ("red", "blue"), 1), ("red", ("blue", "red"), 0)]
)
def test_2_blue_moves_after_the_choice_whoever_took_it(choice, seat_colors, blue):
    state = split(FIRST, f"color {choice}")
    assert state.seat_colors == seat_colors
    assert (state.turn, state.color, state.phase) == (blue, "blue", "line")
    again = state.play(state.draw((5, 5), (10, 5)))
    assert again.colors[-1] == "blue"
    assert (again.turn, again.color) == (1 - blue, "red")


def test_3_a_line_has_no_direction():
    there, back = line((TOP, 0.25), (BOTTOM, 0.75)), line((BOTTOM, 0.75), (TOP, 0.25))
    assert there == back
    assert str(there) == str(back)
    assert split().play(there) == split().play(back)


@pytest.mark.parametrize(("least", "legal"), [(1.0, True), (1.001, False)])
def test_3_a_piece_may_be_as_small_as_min_area_and_no_smaller(least, legal):
    cap = line((TOP, 0.1), (LEFT, 0.2))  # a triangle of 1 by 2
    state = split(min_area=least)
    assert (cap in state.legal_moves) is legal
    if not legal:
        assert "a piece of 1 is smaller than the least area 1.001" in refusal(state, cap)


def test_4_an_end_takes_no_second_end_from_the_other_side_of_the_line():
    state = split(FIRST, BLUE, "draw 1@0.5 - 4@0.5")
    assert "another line ends at 0.5 of line 4" in refusal(state, line((4, 0.5), (LEFT, 0.5)))
    assert line((4, 0.4999), (LEFT, 0.5)) in state.legal_moves


@given(running_split_states())
def test_4_every_side_of_an_area_lies_on_a_line_of_its_own(state):
    for face in state.map.faces:
        lines = [edge.line for edge in face.edges]
        assert len(set(lines)) == len(lines) >= 3


@pytest.mark.parametrize("corner", [0.0, 1.0])
@pytest.mark.parametrize(("off", "legal"), [(0.9e-10, False), (1.1e-10, True)])
def test_4_a_corner_reaches_as_far_as_a_billionth_of_a_unit(corner, off, legal):
    move = line((TOP, abs(corner - off)), (BOTTOM, 0.5))  # the side is 10 long
    assert (move in split().legal_moves) is legal
    if not legal:
        assert "of line 0 is within 1e-09 of a corner" in refusal(split(), move)


@pytest.mark.parametrize("off", [-1.1e-10, -0.9e-10, 1e-16, 1e-13, 0.9e-10, 1.1e-10])
def test_4_an_end_reaches_as_far_as_a_billionth_of_a_unit_to_both_sides(off):
    state = split(FIRST, BLUE, "draw 1@0.5 - 4@0.5")  # line 4 is 10 long
    for other in (LEFT, RIGHT):
        move = line((4, 0.5 + off), (other, 0.25 if off < 0 else 0.75))
        assert (move in state.legal_moves) is (abs(off) > 1e-10)
        if abs(off) < 1e-10 and 0.5 + off != 0.5:
            reason = f"another line ends at 0.5 of line 4, within 1e-09 of {0.5 + off!r}"
            assert reason in refusal(state, move)


TO_RED_PAIR = (FIRST, BLUE, "draw 4@0.5 - 1@0.5", "draw 4@0.2 - 3@0.5")  # red 4, blue 5, red 6


def test_5_both_ends_on_own_lines_let_the_opponent_choose_the_area():
    state = split(*TO_RED_PAIR, "draw 5@0.5 - 1@0.3", "draw 4@0.1 - 6@0.5")
    assert (state.turn, state.phase) == (1, "area")  # seat 0, red, has just joined red 4 and red 6
    assert list(state.legal_moves) == [ChooseArea(k) for k in state.choice]
    pieces = [state.areas[k].value for k in state.choice]
    for k, value in zip(state.choice, pieces, strict=True):
        after = state.play(ChooseArea(k))
        assert after.scores == (pytest.approx(value), 0)
        assert after.areas[k].owner == 0
        (other,) = set(state.choice) - {k}
        assert after.areas[other].owner is None
        assert (after.turn, after.phase, after.choice) == (1, "line", None)


def test_5_nothing_but_one_of_the_two_areas_can_be_chosen():
    state = split(*TO_RED_PAIR, "draw 5@0.5 - 1@0.3", "draw 4@0.1 - 6@0.5")
    first, second = state.choice
    for k in set(range(len(state.areas))) - {first, second}:
        assert f"choose area {first} or {second}" in refusal(state, ChooseArea(k))
    assert "choose an area now" in refusal(state, FillArea(first))
    assert "choose an area now" in refusal(state, line((RIGHT, 0.8), (BOTTOM, 0.8)))


@pytest.mark.parametrize(
    "ends",
    [
        ("draw 4@0.1 - 3@0.2",),  # one own line and a side of the square
        ("draw 0@0.2 - 3@0.2",),  # two sides of the square
        ("draw 0@0.8 - 5@0.5",),  # a line of the opponent and a side
        ("draw 4@0.2 - 5@0.5",),  # one own line and one of the opponent
        ("draw 4@0.2 - 3@0.5", "draw 4@0.1 - 6@0.5"),  # two lines of the opponent
    ],
)
def test_5_other_ends_lead_to_no_choice(ends):
    state = split(FIRST, BLUE, "draw 4@0.5 - 1@0.5", *ends)
    assert (state.phase, state.choice, state.turn) == ("line", None, len(ends) % 2)
    assert state.scores == (0, 0)


def numbered(state, value):
    return next(k for k, found in enumerate(values(state)) if found == pytest.approx(value))


def test_6_small_area_is_filled_whole_by_the_mover_then_the_opponent_moves():
    state = split(CORNER, BLUE)
    k = numbered(state, 1)
    after = state.play(FillArea(k))
    assert after.scores == (0, pytest.approx(1))
    assert after.areas[k].owner == 1
    assert (after.turn, after.phase) == (0, "line")
    assert after.map == state.map  # no line is added


def test_6_comes_before_5_when_both_ends_would_be_on_own_lines():
    # Two red lines and a red one across leave a small area with two red sides.
    state = split("draw 0@0.1 - 2@0.1", BLUE, "draw 4@0.6 - 1@0.5", "draw 4@0.45 - 3@0.45")
    k = numbered(state, 10 * 0.45)  # left of red 4 and above red 6, worth 4.5
    own = [color for color in state.areas[k].colors if color == "red"]
    assert own == ["red", "red"]
    state = state.play(state.draw((9, 0), (10, 1)))  # blue moves elsewhere; red is to move
    assert state.draw((1, 2), (0.5, 4.5)) == FillArea(k)
    after = state.play(FillArea(k))
    assert after.choice is None
    assert after.scores == (pytest.approx(4.5), 0)


@pytest.mark.parametrize(
    ("inclusive", "above", "small"),
    [
        (True, 0, True),
        (False, 0, False),
        (True, 4e-7, True),  # rounds to the limit
        (True, 6e-7, False),  # rounds to above it
        (False, -4e-7, False),  # rounds to the limit
        (False, -6e-7, True),  # rounds to below it
    ],
)
def test_6_the_limit_is_compared_after_rounding_to_six_decimals(inclusive, above, small):
    height = (5 + above) / 2.5 * 2 / 10
    state = split(f"draw 0@0.25 - 3@{height!r}", BLUE, fill_inclusive=inclusive)
    k = numbered(state, 5)
    assert state.areas[k].value == pytest.approx(5 + above, abs=1e-9)
    assert state.is_small(k) is small
    assert (FillArea(k) in state.legal_moves) is small


def test_6_least_area_does_not_keep_a_small_area_from_being_filled():
    # Pieces of a cut have at least 2.25; a position from elsewhere has one of 1.
    text = split(CORNER, BLUE).to_text().replace("min_area 1e-06", "min_area 2.25")
    state = pg.from_text(text)
    k = numbered(state, 1)
    assert state.rules.min_area > state.areas[k].value
    assert state.play(FillArea(k)).scores == (0, pytest.approx(1))


def test_7_border_of_a_filled_area_takes_ends_from_its_open_side():
    state = split(CORNER, BLUE)
    state = state.play(FillArea(numbered(state, 1)))
    move = line((4, 0.5), (BOTTOM, 0.5))  # line 4 is the border of the filled corner
    assert move in state.legal_moves
    after = state.play(move)
    assert sum(values(after)) == pytest.approx(100, abs=1e-9)
    assert after.scores == state.scores


def ending(left):
    """Return the position with the left part of this width open, which may be filled by seat 1."""
    state = split(f"draw 0@{left!r} - 2@{left!r}", BLUE, fill_limit=49.999999)
    return replace(state, owners=(None, 0))


def test_8_more_than_50_wins_at_once_though_areas_are_open():
    state = ending(0.4)
    assert state.scores == (pytest.approx(60), 0)
    assert state.outcome.winners == {0}
    assert state.outcome.reason == "more than 50 points"
    assert None in {area.owner for area in state.areas}
    assert list(state.legal_moves) == []
    assert "the game is over: seat 0 wins" in refusal(state, FillArea(0))


@pytest.mark.parametrize(
    ("surplus", "winners"),
    [
        (5e-7, {0, 1}),  # 50.0000005: within rounding of half
        (2e-6, {0}),  # 50.000002: more than half
    ],
)
def test_8_half_is_not_more_than_half_up_to_rounding(surplus, winners):
    state = ending(0.5 - surplus / 100)
    if state.outcome is None:
        state = state.play(FillArea(state.open_areas[0]))
    assert state.outcome.winners == winners


def test_8_all_filled_50_to_50_is_a_draw():
    text = (
        "split\nfill_limit 5.0\nfill_inclusive True\nmin_area 1e-06\nply 2\nturn 1\n"
        "colors red blue\nline red draw 0@0.5 - 2@0.5\nareas 01\n"
    )
    state = pg.from_text(text)
    assert state.scores == (50, 50)
    assert state.outcome == pg.Outcome(frozenset({0, 1}), (50, 50), "all filled, 50 to 50")
    assert str(state.outcome) == "tie of seats 0 and 1, 50 - 50 (all filled, 50 to 50)"
    assert not state.legal_moves


def test_presets_are_those_of_the_two_programs_and_an_option_beside_one_wins():
    assert pg.new("split").options == pg.new("split", preset="seed").options
    assert pg.new("split").options == {"fill_limit": 5, "fill_inclusive": True, "min_area": 1e-6}
    program = {"fill_limit": 5, "fill_inclusive": False, "min_area": 1}
    assert pg.new("split", preset="2026").options == program
    assert pg.new("split", preset="2026", fill_limit=8).options == program | {"fill_limit": 8}


@pytest.mark.parametrize(
    "options",
    [
        *({"fill_limit": limit} for limit in (50, 0, -1, 0.0099, 1e308)),
        *({"min_area": least} for least in (0, -1, 2.26, 1e308)),
        {"fill_limit": 1e-300, "min_area": 1e-301},
        {"fill_limit": 10, "min_area": 5},
        {"fill_limit": 10, "min_area": 5, "fill_inclusive": False},
        {"fill_limit": 7, "min_area": 3.1500001},
        {"fill_limit": 1.0, "preset": "2026"},
    ],
    ids=str,
)
def test_options_that_would_leave_an_area_without_a_move_are_refused(options):
    bounds = r"0 < 2 \* min_area <= 0\.9 \* fill_limit and 0\.01 <= fill_limit < 50, not min_area="
    with pytest.raises(pg.OptionError, match=bounds):
        pg.new("split", **options)


@pytest.mark.parametrize(
    "options",
    [
        {"fill_limit": 2, "min_area": 0.9},
        {"fill_limit": 7, "min_area": 3.15},
        {"fill_limit": 0.3, "min_area": 0.135},
        {"fill_limit": 0.01},
        {"fill_limit": 49.999},
        {"min_area": 1e-300},
    ],
    ids=str,
)
def test_options_at_the_ends_of_their_range_are_accepted(options):
    assert pg.new("split", **options).options.items() >= options.items()


def test_a_game_of_the_2026_preset_has_at_most_199_turns():
    # Pieces of at least 1 make at most 100 areas, hence 99 lines and 100 fills.
    longest = 0
    for seed in range(30):
        *_, end = random_states(pg.new("split", preset="2026"), seed)
        assert min(values(end)) >= 1 - 1e-9
        lines = len(end.map.chords)
        fills = sum(owner is not None for owner in end.owners)
        assert len(end.areas) == lines + 1 <= 100
        # Lines, fills and choices of an area (which are fills) and the choice of a colour.
        assert lines + fills + 1 == end.ply
        longest = max(longest, lines + fills)
    assert 40 < longest <= 199


# --- Random moves -------------------------------------------------------------------------------

SAMPLES = 4000


def share(count):
    return pytest.approx(count / SAMPLES, abs=0.03)  # four standard deviations of a fair coin


def test_sample_picks_every_open_area_equally_often():
    state = split(CORNER, BLUE, "draw 1@0.5 - 2@0.5")  # a small corner and two larger areas
    assert len(state.open_areas) == 3
    rng = Random(1)
    found = Counter()
    for _ in range(SAMPLES):
        match state.legal_moves.sample(rng):
            case FillArea(area):
                found[area] += 1
            case DrawLine(start, end):
                found[state.map.face_between(start, end)] += 1
    assert set(found) == set(state.open_areas)
    for count in found.values():
        assert share(count) == 1 / 3


@pytest.mark.slow
def test_sample_picks_all_pairs_of_sides_and_all_tenths_of_a_side_equally_often():
    rng = Random(3)
    moves = [split().legal_moves.sample(rng) for _ in range(SAMPLES)]
    pairs = Counter((move.start.line, move.end.line) for move in moves)
    assert set(pairs) == set(combinations(range(4), 2))
    assert all(share(count) == 1 / 6 for count in pairs.values())
    ends = [spot for move in moves for spot in (move.start, move.end)]
    for side in (TOP, RIGHT, BOTTOM, LEFT):
        tenths = Counter(int(spot.position * 10) for spot in ends if spot.line == side)
        assert set(tenths) == set(range(10))
        for count in tenths.values():
            assert count / tenths.total() == pytest.approx(1 / 10, abs=0.03)


def test_sample_draws_the_sides_again_when_a_line_is_refused():
    # The least piece of 11 refuses most short cuts; two opposite sides are legal far more often.
    state = split(fill_limit=25, min_area=11)
    rng = Random(4)
    kinds = Counter()
    for _ in range(SAMPLES):
        move = state.legal_moves.sample(rng)
        assert move in state.legal_moves
        kinds[move.end.line - move.start.line == 2] += 1
    # Adjacent sides: P(xy > 0.22) = 1 - 0.22 (1 + ln(1 / 0.22)) = 0.4469.
    # Opposite sides: P(0.22 < x + y < 1.78) = 1 - 0.22 ** 2 = 0.9516.
    expected = 2 * 0.9516 / (2 * 0.9516 + 4 * 0.4469)
    assert share(kinds[True]) == expected


HARD = {"fill_limit": 10, "min_area": 4.5}
"""Options that leave little room: a tenth of an area just above the limit."""
LOW = ("draw 3@0.100001 - 1@0.100001", "color red")  # an area of 10.0001, a strip


@pytest.mark.parametrize("inclusive", [True, False])
def test_an_area_just_above_the_limit_has_moves_that_are_soon_found(inclusive):
    state = split(*LOW, **HARD, fill_inclusive=inclusive)
    number, moves = count_calls(
        lambda: [
            *(state.legal_moves.sample(Random(seed)) for seed in range(20)),
            *state.legal_moves.candidates(40, Random(1)),
        ]
    )
    assert number < 200_000
    assert all(move in state.legal_moves for move in moves)


def test_where_chance_finds_no_line_the_one_that_halves_the_area_is_taken(monkeypatch):
    monkeypatch.setattr(rules, "MAX_LINE_ATTEMPTS", 0)
    state = split(*LOW, **HARD)
    strip = numbered(state, 10.0001)
    seen = set()
    for seed in range(20):
        move = state.legal_moves.sample(Random(seed))
        assert move in state.legal_moves
        area = state.map.face_between(move.start, move.end)
        pieces = state.map.split_face(area, move.start, move.end)
        assert pieces.first_face.area == pytest.approx(pieces.second_face.area)
        seen.add((area, move))
    assert {area for area, _ in seen} == {strip, 1 - strip}
    assert len(seen) == 2, "no chance is in it but that of the area"


@pytest.mark.parametrize("options", [{}, {"preset": "2026"}, HARD, {"fill_limit": 1.0}], ids=str)
def test_games_of_halving_lines_alone_come_to_their_end(monkeypatch, options):
    monkeypatch.setattr(rules, "MAX_LINE_ATTEMPTS", 0)
    for seed in range(3):
        *_, end = random_states(pg.new("split", **options), seed)
        assert end.outcome is not None


@given(running_split_states(), seeds)
@settings(max_examples=40)
def test_samples_and_candidates_are_legal_and_repeat_with_their_seed(state, seed):
    moves = state.legal_moves
    assert moves.sample(Random(seed)) in moves
    offered = moves.candidates(12, Random(seed))
    assert all(move in moves for move in offered)
    assert offered == moves.candidates(12, Random(seed))
    fills = [FillArea(k) for k in state.open_areas if state.is_small(k)]
    if state.phase == "line":
        assert set(fills) <= set(offered)
        assert moves.finite or len(offered) == max(12, len(fills) + (not fills))


def test_continuum_refuses_to_be_counted_and_says_what_to_use():
    moves = split().legal_moves
    assert not moves.finite
    for attempt in (len, iter, list):
        with pytest.raises(TypeError, match=r"continuum.*legal_moves\.sample\(rng\)"):
            attempt(moves)


def test_moves_are_finite_when_only_small_areas_are_left():
    state = split("draw 0@0.5 - 2@0.5", BLUE, fill_limit=49)
    assert not state.legal_moves.finite
    state = split(
        "draw 0@0.5 - 2@0.5", BLUE, "draw 3@0.5 - 4@0.5", "draw 1@0.4 - 4@0.4", fill_limit=49
    )
    assert state.legal_moves.finite
    assert list(state.legal_moves) == [FillArea(k) for k in range(4)]
    assert pg.perft(state, 1) == 4


# --- The map, judged by shapely, which is told the coordinates of the lines and nothing else ------

GAMES = 30


@given(split_states())
def test_faces_are_valid_convex_apart_and_those_that_shapely_finds_in_the_bare_lines(state):
    oracle.check_faces(state)
    assert oracle.area_error(state) < 1e-9
    oracle.check_union(state)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "least"), [("seed", 1e-6), ("2026", 1 - 1e-9)])
def test_random_games_keep_the_map_whole(preset, least):
    lines = 0
    for game in range(GAMES):
        states = list(random_states(pg.new("split", preset=preset), f"map {game}"))
        assert max(map(oracle.area_error, states)) < 1e-9
        assert min(area.value for area in states[-1].areas) >= least
        if game % 3 == 0:
            lines += oracle.check_game(states)[0]
    assert lines > 15 * GAMES / 3


# --- The judge itself can say no ----------------------------------------------------------------


def with_line(state, start, end):
    """Return the state after a line whose coordinates are then moved elsewhere."""
    after = state.play(state.draw((2, 0), (2, 10)))
    lines = (*after.map.lines[:-1], Chord(start, end))
    object.__setattr__(after.map, "lines", lines)
    return after


@pytest.mark.parametrize(
    ("start", "end", "problem"),
    [
        ((2, 0), (10, 5), "crosses the lines"),
        ((2, 0.1), (2, 10), "ends are on the lines"),
        ((2, 0), (4, 0), "both ends are on line"),
        ((5, 0), (2, 10), "ends are on the lines"),  # an end that was there
        ((0, 0), (2, 10), "ends are on the lines"),  # a corner
        ((2, 0), (2, 12), "ends are on the lines"),
    ],
)
def test_the_judge_refuses_a_line_that_breaks_a_rule(start, end, problem):
    state = split("draw 0@0.5 - 2@0.5", "color blue")
    oracle.check_line(state, with_line(state, (2.0, 0.0), (2.0, 10.0)))
    with pytest.raises(AssertionError, match=problem):
        oracle.check_line(state, with_line(state, start, end))


def test_the_judge_refuses_a_line_in_a_filled_area():
    state = split("draw 0@0.5 - 2@0.5", "color blue")
    after = state.play(state.draw((2, 0), (2, 10)))
    object.__setattr__(state, "owners", (0, 0))
    state.__dict__.pop("areas", None)
    with pytest.raises(AssertionError, match="was filled"):
        oracle.check_line(state, after)


def test_the_judge_refuses_a_map_that_its_lines_do_not_make():
    state = split("draw 0@0.5 - 2@0.5", "color blue")
    moved = with_line(state, (2.1, 0.0), (2.0, 10.0))
    with pytest.raises(AssertionError, match=r"an area differs by 0\.5"):
        oracle.check_union(moved)
    missing = with_line(state, (2.0, 0.0), (2.0, 9.0))
    with pytest.raises(AssertionError, match="shapely finds 2 areas, not 3"):
        oracle.check_union(missing)


@given(split_states())
def test_areas_are_shapely_polygons_with_their_corners(state):
    for polygon, area in zip(state.to_shapely(), state.areas, strict=True):
        assert tuple(polygon.exterior.coords)[:-1] == area.polygon
