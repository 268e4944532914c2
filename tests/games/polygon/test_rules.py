"""The rules of Polygon, number by number as in RULES.md, and whole games counted."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from call_counts import count_calls
from fuzzing.plugs import twin_of
from helpers import perft_cases, play_moves, polygon, random_states
from hypothesis import given
from oracles.polygon_by_fractions import Game, rational, regular
from strategies import AFFINE_HEXAGON, UNEVEN_HEXAGON, polygon_states

import polygames as pg
from polygames.core.state import move_name_key
from polygames.games.polygon.rules import Claim, Draw, new

LENGTHS = {5: 24, 7: 12, 8: 48, 9: 252, 10: 144, 11: 12}


def ends(state):
    """Yield the end of every game that can be played from a position."""
    if state.outcome is not None:
        yield state
    for move in state.legal_moves:
        yield from ends(state.play(move))


def lengths(state):
    return dict(sorted(Counter(end.ply for end in ends(state)).items()))


def texts(state):
    return [str(move) for move in state.legal_moves]


def targets(state):
    return {state.name(point) for point in state.targets}


def is_won(state, known):
    """Say whether the seat to move wins with best play."""
    if state not in known:
        known[state] = any(not is_won(state.play(move), known) for move in state.legal_moves)
    return known[state]


# --- Whole games --------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"n": 3}, {"vertices": ((0, 0), (5, 1), (2, 2))}])
def test_with_three_vertices_the_game_is_over_at_once_and_seat_1_wins(options):
    state = new(**options)
    assert state.outcome.winners == {1}
    assert state.scores == (0, 1)
    assert not state.legal_moves


def test_with_four_vertices_the_first_of_four_moves_ends_the_game():
    state = new(n=4)
    assert texts(state) == ["A-C", "B-D", "C-A", "D-B"]
    assert lengths(state) == {1: 4}
    assert {end.outcome.winners for end in ends(state)} == {frozenset({0})}


def test_with_five_vertices_ten_first_moves_lead_to_five_forced_moves():
    state = new(n=5)
    assert len(state.legal_moves) == 10
    assert lengths(state) == {5: 10}
    assert {end.outcome.winners for end in ends(state)} == {frozenset({0})}


def test_with_five_vertices_the_fifth_move_ends_where_the_first_began():
    """Without the exemption of rule 4 the fourth move would be the last: seat 1 would win."""
    for end in ends(new(n=5)):
        assert end.here is end.path[0]
        before = play_moves(new(n=5), *map(str, end.moves[:4]))
        assert before.targets == (before.path[0],)
        assert len(end.dots) == 5


def test_with_six_vertices_the_long_diagonals_win_and_the_short_ones_lose():
    state, known = new(n=6), {}
    won = [str(m) for m in state.legal_moves if not is_won(state.play(m), known)]
    assert won == ["A-D", "B-E", "C-F", "D-A", "E-B", "F-C"]
    assert len(state.legal_moves) == 18


@pytest.mark.parametrize(
    "options", [{"n": 6}, {"vertices": AFFINE_HEXAGON}, {"vertices": AFFINE_HEXAGON[::-1]}]
)
def test_games_in_the_hexagon_by_length(options):
    assert lengths(new(**options)) == LENGTHS


def test_a_hexagon_with_no_three_diagonals_through_a_point_can_differ():
    moved = ((0, 0), (1, 0), (2, 1), (2, 2), (1, 2), (0, Fraction(3, 2)))
    assert lengths(new(vertices=moved)) != LENGTHS


@pytest.mark.parametrize("grown", [10**12, 10**30])
def test_a_grown_hexagon_plays_the_same(grown):
    corners = [(x * grown, y * grown + 1) for x, y in AFFINE_HEXAGON]
    assert lengths(new(vertices=corners)) == LENGTHS


# --- The rules, one by one ----------------------------------------------------------------------


@pytest.mark.parametrize("n", range(3, 12))
def test_rule_2_first_segments_join_vertices_that_are_not_neighbours(n):
    moves = list(new(n=n).legal_moves)
    assert len(moves) == n * (n - 3)
    assert Draw("A", "B") not in moves
    assert all(move.is_first for move in moves)


def test_rule_2_direction_matters():
    assert polygon("A-C") != polygon("C-A")
    assert polygon("A-C").here is polygon("C-A").path[0]


def test_rule_3_a_segment_begins_where_the_last_one_ended():
    state = polygon("A-C")
    assert {move.start for move in state.legal_moves} == {"C"}
    refused(state, "A-D", "the segment must start at C, where the last one ended")
    assert targets(state) == {"E", "F"}


def test_rule_4_a_dotted_point_takes_no_end_but_the_first_start_does():
    state = polygon("A-C", "C-E")
    assert state.why_no_target("C") == "a segment ends here already"
    assert state.why_no_target("E") == "a segment cannot end where it starts"
    assert "A" in targets(state)
    assert state.path[0] not in state.dots
    assert state.path[0] in state.play(Draw("E", "A")).dots


def test_rule_4_the_first_start_is_ended_at_one_time_only():
    state = polygon("A-C", "C-E", "E-A", n=8)
    assert state.here is state.path[0]
    assert state.play(Draw("A", "D")).why_no_target("A") == "a segment ends here already"


STAR = ("A-D", "D-G", "G-B", "B-F", "F-H")
ONE_PLAYER = "segments 1 and 3 must have different colours"
TWO_PLAYERS = "segments 1 and 4 must have the same colour"


@pytest.mark.parametrize(
    ("colors", "moves", "reasons"),
    [
        ("different", 5, (ONE_PLAYER, None)),
        ("same", 5, (None, TWO_PLAYERS)),
        ("any", 5, (None, None)),
        ("mixed", 5, (ONE_PLAYER, None)),  # as different, for seat 1
        ("different", 4, (ONE_PLAYER,)),
        ("mixed", 4, (None,)),  # as the same, for seat 0
    ],
)
def test_rule_5_colours_at_a_crossing_of_one_player_and_of_two(colors, moves, reasons):
    state = polygon(*STAR[:moves], colors=colors, n=8)
    assert state.turn == moves % 2
    for crossing, reason in zip(("1x3", "1x4"), reasons, strict=False):
        assert state.why_no_target(crossing) == reason


LONG = ("A-D", "D-B", "B-E", "E-C")
"""In the hexagon the three long diagonals meet; C-F would make three."""


def test_rule_6_three_segments_through_a_point_make_it_no_target():
    strict, lenient = (
        polygon(*LONG, "C-F", concurrent=concurrent) for concurrent in ("strict", "lenient")
    )
    center = strict.point("1x3")
    assert strict.crossings[center] == (1, 3, 5)
    assert strict.point("3x5") is strict.point("1x5") is center
    assert strict.name(center) == "1x3"
    assert strict.why_no_target(center) == "3 segments cross here, but only two may"
    # All three are seat 0's.
    assert lenient.why_no_target(center) == "segments 1 and 3 must have different colours"


def test_rule_6_lenient_asks_for_some_two_that_fit():
    moves = ("B-E", "E-A", "A-D", "D-B", "B-F", "F-C", "C-2x5")
    state = polygon(*moves, concurrent="lenient")
    assert state.crossings[state.point("1x3")] == (1, 3, 6)
    assert state.why_no_target("1x3") is None


def test_rule_6_a_point_close_to_a_crossing_is_another_point():
    size = 10**30
    corners = [(size * x, size * y) for x, y in AFFINE_HEXAGON]
    moved = [(0, 1), *corners[1:]]
    near = polygon(*LONG, "C-F", vertices=moved, colors="any")
    assert len(polygon(*LONG, "C-F", vertices=corners, colors="any").crossings) + 2 == len(
        near.crossings
    )
    assert near.point("1x3") is not near.point("3x5")


def test_rule_7_neighbours_are_joined_by_an_edge():
    state = polygon("A-C")
    assert state.why_no_target("B") == "neighbouring corners are already joined by a side"
    refused(state, "C-D", "neighbouring corners are already joined by a side")


def test_rule_7_no_segment_runs_along_another():
    state = polygon("A-C", "C-F", "F-B", colors="any")
    assert state.why_no_target("1x3") == "the segment would overlap segment 3"
    assert polygon("A-C", "C-E").why_no_target("C") is not None
    assert polygon("A-C").why_no_target("A") == "the segment would overlap segment 1"


def test_rule_8_the_player_who_cannot_move_loses():
    for end in ends(new(n=6)):
        assert end.outcome.winners == {(end.ply + 1) % 2}
        assert end.outcome.reason == "no segment can be drawn"
        assert end.scores == tuple(float(seat in end.outcome.winners) for seat in (0, 1))


def test_rule_9_a_game_too_long_is_unfinished_and_has_no_winner():
    *_, end = random_states(new(n=7, colors="any", max_plies=9), 1)
    assert end.ply == 9
    assert end.outcome.winners == frozenset()
    assert end.scores == (0, 0)
    assert end.outcome.reason == "unfinished after 9 moves"


def test_a_claim_loses_and_says_whether_it_was_right():
    wrong = polygon("A-C", "claim", n=5, claim=True)
    assert wrong.outcome.winners == {0}
    assert wrong.outcome.reason == "Blue claims that no move is left, wrongly, 1 could be drawn"
    right = polygon("A-C", "claim", n=4, claim=True)
    assert right.outcome.winners == {0}
    assert right.outcome.reason == "Blue claims that no move is left, rightly"
    assert polygon("claim", claim=True).outcome.winners == {1}


def test_with_claims_the_game_does_not_end_by_itself():
    state = polygon("A-C", n=4, claim=True)
    assert state.outcome is None
    assert list(state.legal_moves) == [Claim()]
    assert list(new(n=3, claim=True).legal_moves) == [Claim()]
    assert polygon("A-C", "claim", n=4, claim=True).scores == (1, 0)


def test_a_claim_in_the_mixed_game_counts_what_its_player_could_draw():
    state = polygon("A-D", "D-G", "G-B", n=8, colors="mixed", claim=True)
    count = len(state.segments)
    reason = state.play(Claim()).outcome.reason
    assert reason.endswith(f"wrongly, {count} could be drawn")


def test_without_the_option_there_are_no_claims():
    refused(polygon("A-C"), "claim", "claims are switched off")
    with pytest.raises(pg.IllegalMoveError, match="claims are switched off"):
        new().play(Claim())


@given(polygon_states())
def test_a_point_is_a_target_exactly_if_nothing_speaks_against_it(state):
    if state.outcome is not None:
        assert all(state.why_no_target(p).startswith("the game is over") for p in state.points)
        return
    draws = [move for move in state.legal_moves if isinstance(move, Draw)]
    starts = state.vertices if state.here is None else [state.here]
    for start in starts:
        for end in state.points:
            move = state.draw(start, end)
            reason = state.why_no_target(end, start)
            assert (move in draws) == (reason is None) == (state.why_not(move) is None)
            assert state.why_no_target(state.name(end), state.name(start)) == reason
            if reason is not None:
                with pytest.raises(pg.IllegalMoveError) as caught:
                    state.play(move)
                assert reason in str(caught.value)


@given(polygon_states())
def test_names_lead_back_to_points(state):
    names = [state.name(point) for point in state.points]
    assert len(set(names)) == len(names)
    assert [state.point(name) for name in names] == list(state.points)


@pytest.mark.parametrize("point", ["Z", "1x9", "2x1", "nonsense", "a"])
def test_what_is_no_point_is_said_so(point):
    assert polygon("A-C", "C-F", "F-B").why_no_target(point) == f"there is no point {point}"


def test_at_the_start_vertices_can_be_begun_at():
    state = new()
    assert all(state.why_no_target(point) is None for point in state.vertices)
    assert state.why_no_target("A", "1x2") == "the first segment must start at a corner, not at 1x2"
    assert state.why_no_target("B", "A") == "neighbouring corners are already joined by a side"
    assert state.why_no_target("A", "A") == "a segment cannot end where it starts"
    refused(state, "1x2-A", "the first segment must start at a corner, not at 1x2")
    assert new(n=3, claim=True).why_no_target("A") == "a triangle has no diagonals"


def test_a_point_of_another_position_is_none_here():
    other = polygon("A-D", "D-G", "G-B", n=8)
    point = other.point("1x3")
    assert polygon("A-D", n=8).why_no_target(point).startswith("there is no point <point")


def refused(state, text, reason):
    with pytest.raises(pg.IllegalMoveError) as caught:
        state.parse(text)
    assert reason in str(caught.value)
    assert f"illegal move '{text}'" in str(caught.value)


@pytest.mark.parametrize("thing", [None, 7, ("A", "C")])
def test_a_thing_that_is_no_move_is_refused(thing):
    with pytest.raises(pg.IllegalMoveError, match="a move must join two points"):
        new().play(thing)


@pytest.mark.parametrize("colors", ["different", "any"])
def test_equal_positions_have_the_same_future(colors):
    """Every position of the pentagon and of the hexagon's games up to ply 6, by any order."""
    for n, plies in ((5, 9), (6, 6)):
        level = [new(n=n, colors=colors)]
        merged = 0
        for _ in range(plies):
            seen = {}
            for state in level:
                for move in state.legal_moves:
                    after = state.play(move)
                    twin = seen.setdefault(after, after)
                    merged += twin is not after
                    assert hash(twin) == hash(after)
                    assert set(twin.targets) == set(after.targets)
                    assert twin.dots == after.dots
                    assert set(twin.crossings) == set(after.crossings)
                    assert twin.outcome == after.outcome
                    if move_name_key(twin) == move_name_key(after):
                        assert list(twin.legal_moves) == list(after.legal_moves)
            level = list(seen)
        if (n, colors) == (6, "different"):
            assert merged


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 2}, "the option n of polygon must be a whole number from 3 to 500, not 2"),
        ({"n": 6.0}, "from 3 to 500, not 6.0"),
        ({"n": 6.5, "vertices": UNEVEN_HEXAGON}, "the option n of polygon"),
        ({"colors": "blue"}, "'different' or 'same' or 'any' or 'mixed', not 'blue'"),
        ({"concurrent": "no"}, "'strict' or 'lenient', not 'no'"),
        ({"claim": "yes"}, "True or False, not 'yes'"),
        ({"max_plies": 0}, "from 1 to 1000, not 0"),
        ({"max_plies": True}, "from 1 to 1000, not True"),
        (
            {"n": 5, "vertices": UNEVEN_HEXAGON},
            "the option n of polygon must be 6, as in vertices, not 5",
        ),
        ({"vertices": ((0, 0), (1, 0.5), (0, 1))}, r"vertex B .* not \(1, 0.5\)"),
        ({"vertices": ((0, 0), (2, 0), (1, 0), (0, 3))}, "vertices A, B, C lie on one line"),
        ({"vertices": "ABC"}, "vertex A"),
        ({"vertices": 7}, "vertices"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(pg.OptionError, match=message):
        new(**options)


@pytest.mark.slow
def test_the_largest_polygons_are_ready_at_once():
    def ready():
        state = new(vertices=[(k, k * k * 10**290) for k in range(500)])
        assert len(state.legal_moves) == 500 * 497
        assert len(state.play(state.parse("A-C")).legal_moves) == 496

    number, _ = count_calls(ready)
    assert number < 15_000_000


def test_vertices_may_be_text_and_are_told_plainly():
    corners = [("0", "0"), ["1/2", 0], (Fraction(4, 2), "1.5"), (0, 1)]
    state = new(vertices=corners)
    assert state.options["vertices"] == ((0, 0), (Fraction(1, 2), 0), (2, Fraction(3, 2)), (0, 1))
    assert state.options["n"] == 4
    assert state == new(vertices=state.options["vertices"], n=4)
    assert type(state.options["vertices"][2][0]) is int


# --- A second way to find the moves, and counts found in both ways -------------------------------


def by_fractions(options):
    """Return the same start in the independent way."""
    kinds = {key: options[key] for key in ("colors", "concurrent") if key in options}
    vertices = options.get("vertices")
    return Game(rational(vertices) if vertices else regular(options["n"]), **kinds)


@pytest.mark.parametrize(("options", "depth", "count"), perft_cases("polygon", 700))
def test_as_many_games_are_played_as_others_count(options, depth, count):
    assert pg.perft(pg.new("polygon", **options), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("options", "depth", "count"), perft_cases("polygon", 20, deepest=6))
def test_as_many_games_are_played_by_fractions(options, depth, count):
    assert by_fractions(options).perft(depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "plies"),
    [
        ({"n": 5, "colors": "any"}, 14),
        ({"n": 6, "colors": "any"}, 18),
        ({"n": 6, "colors": "any", "concurrent": "lenient"}, 18),
        ({"n": 6, "colors": "mixed", "concurrent": "lenient"}, 18),
        ({"n": 7, "colors": "different"}, 12),
        ({"n": 8, "colors": "same"}, 13),
        ({"n": 9, "colors": "mixed"}, 10),
        ({"n": 12, "colors": "any"}, 11),
        ({"vertices": UNEVEN_HEXAGON, "colors": "any"}, 20),
        ({"vertices": UNEVEN_HEXAGON[1:], "colors": "same", "concurrent": "lenient"}, 20),
    ],
)
def test_random_games_have_the_same_targets_and_crossings_by_fractions(options, plies):
    state = pg.new("polygon", **options, max_plies=plies + 1)
    twin, rng = twin_of(state), Random(str(options))
    while state.outcome is None:
        twin.agree(state)
        move = state.legal_moves.sample(rng)
        state = state.play(move)
        twin.play(move)
    assert state.ply >= 4
