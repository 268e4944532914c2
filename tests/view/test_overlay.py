"""Overlays: what is drawn over a picture is read in it, and stands where its targets are."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import dist
from random import Random

import pytest
from helpers import contrast, random_states, to_move
from patience import WAIT_TIMEOUT_SECONDS
from shapely import LineString, Point

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.core.registry import info_of
from polygames.games.split.board.overlay import HEAT_COLORS
from polygames.games.split.moves import DrawLine
from polygames.games.splitter.rules import Placement, Roll
from polygames.scene import palette
from polygames.scene.highlights import arrow_axis
from polygames.scene.model import Disc, Polygon, Segment, Text, distance_to_segment, scene_window
from polygames.search.analysis.anytime import deepen
from polygames.search.analysis.rows import has_number, is_unclear, merge_rows, values_by_target
from polygames.view import arrows
from polygames.view import overlay as module
from polygames.view.overlay import (
    BEST_MOVE_COLORS,
    LOSS_COLORS,
    draw_analysis,
    draw_line,
    legend_text,
)

OPTIONS = {"polygon": {"n": 7}, "splitter": {"players": 1}, "territory": {"size": 5, "seed": 2}}


@pytest.fixture(scope="module", params=pg.games())
def analysis(request):
    """Return an analysis of a position in which something can be chosen."""
    return pg.analyse(begun(request.param), seconds=0.5)


def begun(game):
    """Return a position after two moves or more in which a seat is to move."""
    return to_move(pg.new(game, **OPTIONS.get(game, {})), 1, 2)


def test_the_colours_are_read_on_paper():
    for ink in (*BEST_MOVE_COLORS, *LOSS_COLORS, *HEAT_COLORS):
        assert contrast(ink, palette.PAPER) >= 3, ink
    for ink in LOSS_COLORS:
        assert contrast(ink, palette.PAPER) >= 4.5, ink


def test_an_overlay_lies_on_the_board(analysis):
    window = scene_window(info_of(analysis.state).scene(analysis.state))
    drawn = draw_analysis(analysis)
    assert drawn
    for each in drawn:
        if isinstance(each, Text | Disc):
            x, y = each.at if isinstance(each, Text) else each.center
            assert window.left <= x <= window.right
            assert window.top <= y <= window.bottom


def test_the_numbers_of_the_best_moves_do_not_cover_each_other():
    state = pg.new("splinter")
    before = next(move for move in state.legal_moves if str(move) == "h9-h10")
    ends = [move for move in state.legal_moves if str(move)[:2] == "h9"]
    moves = [before, *(move for move in ends if move != before)][:3]
    values = tuple(MoveValue(move, 0.3 - k / 10, -0.5, 0.5) for k, move in enumerate(moves))
    numbers = [each.at for each in draw_analysis(Analysis(state, values)) if isinstance(each, Text)]
    size = module.small_print_size(info_of(state).scene(state))
    for one, other in combinations(numbers[-3:], 2):
        assert dist(one, other) > 2 * 0.62 * size


def test_no_move_is_drawn_over_a_number(analysis):
    drawn = draw_analysis(analysis)
    numbers = (k for k, each in enumerate(drawn) if isinstance(each, Text) and each.fixed)
    kinds = {type(each) for each in drawn[next(numbers, len(drawn)) :]}
    assert kinds <= {Text, Disc}


@pytest.mark.parametrize("game", ["territory", "splitter"])
def test_no_frame_of_a_move_runs_over_what_a_place_is_worth(game):
    state = to_move(pg.new(game, **OPTIONS[game]), 1)
    for found in deepen(state, seconds=WAIT_TIMEOUT_SECONDS):
        own = info_of(state).board.overlay(found, info_of(state).scene(state))
        if values := [each for each in own if isinstance(each, Text)]:
            break
    drawn = draw_analysis(found)
    marks = [
        at for at, each in enumerate(drawn) if getattr(each, "stroke", None) in BEST_MOVE_COLORS
    ]
    assert values
    assert marks
    for each in values:
        at = drawn.index(each)
        assert isinstance(drawn[at - 1], Polygon), "its paper is below it"
        assert at > max(m for m in marks if not isinstance(drawn[m], Disc))


def test_of_lines_between_the_same_borders_one_is_drawn():
    state = pg.new("split")
    lines = [state.draw((0, y), (10, y)) for y in (5, 5.1, 4.9)]
    lines.append(state.draw((5, 0), (0, 5)))
    values = tuple(MoveValue(move, 0.3 - k / 10, -0.5, 0.5) for k, move in enumerate(lines))
    found = Analysis(state, values)
    assert [each.move for each in found.distinct.moves] == [lines[0], lines[3]]
    numbers = {each.text for each in draw_analysis(found) if isinstance(each, Text)}
    assert {"1", "2"} <= numbers
    assert "3" not in numbers


def test_an_overlay_says_what_it_means_and_not_by_colour_alone(analysis):
    assert "1, 2, 3" in legend_text(analysis)
    words = {each.text for each in draw_analysis(analysis) if isinstance(each, Text)}
    widths = {each.width for each in draw_analysis(analysis) if isinstance(each, Segment)}
    is_vague = not any(has_number(analysis, each) for each in analysis.moves)
    assert words or len(widths) > 1 or is_vague
    assert info_of(analysis.state).board.overlay_legend in legend_text(analysis)


def test_the_best_move_is_numbered_and_its_line_can_be_drawn(analysis):
    best = analysis.moves[0]
    drawn = draw_line(analysis, best, info_of(analysis.state).board.highlight_move)
    numbered = {each.text for each in drawn if isinstance(each, Text)}
    assert "1" in numbered
    assert len(best.line) == 1 or analysis.state.game != "split" or "2" in numbered


def test_a_line_that_is_pointed_at_runs_below_the_number_of_its_area():
    state = pg.new("split")
    cut = state.draw((0, 0.5), (10, 9.5))
    found = Analysis(state, (MoveValue(cut, 0.0, -1.0, 1.0, line=(cut,)),))
    (number,) = [each for each in info_of(state).scene(state) if isinstance(each, Text)]
    number = replace(number, rim=module.TEXT_BACKGROUND_PX)
    drawn = draw_line(found, found.moves[0], info_of(state).board.highlight_move)
    last_line = max(at for at, each in enumerate(drawn) if isinstance(each, Segment))
    assert number in drawn[last_line + 1 :]
    rank = next(each for each in drawn if isinstance(each, Text) and each.text == "1")
    assert dist(rank.at, number.at) > number.size


def test_words_that_no_line_runs_through_are_not_written_twice():
    state = pg.new("split")
    cut = state.draw((0, 1), (10, 1))
    found = Analysis(state, (MoveValue(cut, 0.0, -1.0, 1.0, line=(cut,)),))
    drawn = draw_line(found, found.moves[0], info_of(state).board.highlight_move)
    assert [each.text for each in drawn if isinstance(each, Text)] == ["1"]


def test_points_of_polygon_have_signs_for_won_lost_and_open():
    state = pg.new("polygon", n=8).play(pg.new("polygon", n=8).parse("A-C"))
    moves = list(state.legal_moves)[:3]
    values = (
        MoveValue(moves[0], 1.0, 1.0, 1.0, proved=True),
        MoveValue(moves[1], 0.0, -1.0, 1.0),
        MoveValue(moves[2], -1.0, -1.0, -1.0, proved=True),
    )
    places = info_of(state).board.overlay(Analysis(state, values), info_of(state).scene(state))
    assert [each.text for each in places if isinstance(each, Text)] == ["+", "×"]
    assert len([each for each in places if isinstance(each, Disc)]) == 3


def test_a_move_that_is_proved_to_lose_is_none_of_the_best_where_another_wins():
    state = pg.new("polygon", n=8)
    won, lost = list(state.legal_moves)[:2]
    values = (
        MoveValue(won, 1.0, 1.0, 1.0, proved=True),
        MoveValue(lost, -1.0, -1.0, -1.0, proved=True),
    )
    numbers = [
        each.text for each in draw_analysis(Analysis(state, values)) if isinstance(each, Text)
    ]
    assert "1" in numbers
    assert "2" not in numbers
    numbers = [
        each.text for each in draw_analysis(Analysis(state, values[1:])) if isinstance(each, Text)
    ]
    assert "1" in numbers, "where all lose the best of them is shown"


def test_of_moves_whose_intervals_say_nothing_only_the_first_gets_a_number():
    state = pg.new("polygon", n=8)
    values = [MoveValue(m, 0.1, -1, 0.98, visits=9) for m in list(state.legal_moves)[:1]]
    values += [MoveValue(m, 0.0, -1, 0.98, visits=9) for m in list(state.legal_moves)[1:3]]
    drawn = draw_analysis(Analysis(state, tuple(values)))
    assert {each.text for each in drawn if isinstance(each, Text)} & {"1", "2", "3"} == {"1"}


def test_moves_of_which_nothing_is_known_get_no_number():
    state = pg.new("polygon", n=8)
    values = tuple(MoveValue(move, 0.0, -1.0, 1.0) for move in list(state.legal_moves)[:2])
    assert draw_analysis(Analysis(state, values)) == info_of(state).board.overlay(
        Analysis(state, values), info_of(state).scene(state)
    )


@pytest.mark.parametrize(("low", "high", "told"), [(0.1, 0.3, ["60"]), (-1.0, 1.0, [])])
def test_a_piece_of_splinter_has_a_number_where_enough_is_known(low, high, told):
    state = pg.new("splinter", board=["Wwb", "..B"])
    move = next(iter(state.legal_moves))
    found = Analysis(state, (MoveValue(move, 0.2, low, high),))
    drawn = info_of(state).board.overlay(found, info_of(state).scene(state))
    assert len([each for each in drawn if isinstance(each, Disc)]) == 1
    assert [each.text for each in drawn if isinstance(each, Text)] == told


def test_the_heat_of_split_lies_along_borders_and_gets_better_with_the_analysis():
    state = pg.new("split").play(pg.new("split").parse("draw 0,3 - 10,4"))
    state = state.play(state.parse("color red"))
    found = pg.analyse(state, seconds=0.5)
    heat = [each for each in info_of(state).board.overlay(found, ()) if isinstance(each, Segment)]
    assert len(heat) > 20
    assert len({each.width for each in heat}) > 3
    for each in heat:
        assert all(-0.1 <= part <= 10.1 for part in (*each.start, *each.end))


def test_the_heat_of_split_is_greatest_where_the_best_line_of_the_analysis_ends():
    for number in range(3):
        states = random_states(pg.new("split"), number)
        state = next(each for each in states if each.ply >= 4 and each.phase == "line")
        found = pg.analyse(state, seconds=0.5)
        drawn = info_of(state).board.overlay(found, ())
        widest = max((each for each in drawn if isinstance(each, Segment)), key=lambda s: s.width)
        best = next(each.move for each in found.moves if isinstance(each.move, DrawLine))
        ends = [state.map.lines[line].point_at(at) for line, at in (best.start, best.end)]
        heats = [each for each in drawn if each.width == widest.width]
        for end in ends:
            assert any(far(end, each) < 0.6 for each in heats), state.to_text()


def far(at, stretch):
    """Return how far a place is from a stretch of a border."""
    return LineString([stretch.start, stretch.end]).distance(Point(at))


def ranks(analysis):
    """Return which numbers stand on the board, and the marks of which moves are drawn."""
    info = info_of(analysis.state)
    drawn = sum(
        module.highlight_best_moves(
            analysis, info.scene(analysis.state), info.board.highlight_move
        ),
        (),
    )
    return {each.text for each in drawn if isinstance(each, Text)}, set(drawn)


def test_a_number_on_the_board_is_that_of_the_row_which_names_the_move(analysis):
    numbers, drawn = ranks(analysis)
    rows = merge_rows(analysis)[: module.MAX_ARROWS]
    for rank, row in enumerate(rows, start=1):
        if str(rank) in numbers:
            assert is_drawn(analysis.state, row[0].move, rank, drawn)
        else:
            is_worse = row[0].proved and row[0].value < analysis.moves[0].value
            is_no_better = rank > 1 and is_unclear(analysis, row[0])
            assert is_worse or is_no_better or not module._has_information(analysis, row[0])
    assert numbers <= {str(rank) for rank, _ in enumerate(rows, start=1)}


@pytest.mark.parametrize("game", pg.games())
def test_many_moves_of_one_worth_leave_their_number_to_no_others(game):
    state, rng = begun(game), Random(1)
    moves = list(dict.fromkeys(state.legal_moves.sample(rng) for _ in range(40)))[:12]
    last = len(moves) - 1
    values = tuple(
        MoveValue(move, 0.1 if k == last else 0.3, -0.2, 0.5) for k, move in enumerate(moves)
    )
    found = Analysis(state, values)
    _, drawn = ranks(found)
    for rank, row in enumerate(merge_rows(found)[: module.MAX_ARROWS], start=1):
        assert is_drawn(state, row[0].move, rank, drawn)


def is_drawn(state, move, rank, drawn):
    """Say whether the mark of a move is on the board; its arrow may be moved aside."""
    marks = info_of(state).board.highlight_move(state, move, BEST_MOVE_COLORS[rank - 1])
    axis, weight = arrow_axis(marks), arrows.ARROW_WIDTH_BY_RANK[rank - 1]
    if axis is None:
        return shapes_of(marks) <= drawn
    step = arrows.ARROW_SHIFT * module.small_print_size(info_of(state).scene(state))
    return any(
        shapes_of(arrows.restyle_arrow(marks, axis, weight, side * step)) <= drawn
        for side in arrows.SHIFT_ORDER
    )


def ranked(state, *names):
    """Return an analysis in which some moves of Splinter are the best, in this order."""
    moves = sorted(state.legal_moves, key=str)
    first = [next(move for move in moves if str(move) == name) for name in names]
    ordered = [*first, *(move for move in moves if move not in first)]
    values = (MoveValue(m, 0.3 - k / 200, 0.1, 0.5 - k / 200) for k, m in enumerate(ordered))
    return Analysis(state, tuple(values))


AT_ONCE = {
    "from the same square": ("h9-h10", "h9-g10", "h9-g9"),
    "into the same square": ("g10-h10", "h9-h10", "i10-h10"),
    "along the same line": ("h7-h8", "h9-h10", "h11-h10"),
}


@pytest.mark.parametrize("names", AT_ONCE.values(), ids=AT_ONCE)
def test_candidates_of_splinter_are_told_apart_and_hide_no_king(names):
    """Three arrows and their numbers lay on each other and on the crowns of both kings."""
    state = pg.new("splinter")
    picture = info_of(state).scene(state)
    drawn = draw_analysis(ranked(state, *names), picture)
    size = module.small_print_size(picture)
    shapes = [each for each in drawn if isinstance(each, Polygon) and each.fill in BEST_MOVE_COLORS]
    assert sorted(each.fill for each in shapes) == sorted(BEST_MOVE_COLORS)
    ways = [arrow_axis(around(drawn, each)) for each in shapes]
    for (a, b), (c, d) in combinations(ways, 2):
        assert max(dist(a, c), dist(b, d)) > 0.4 * size
        assert max(dist(a, d), dist(b, c)) > 0.4 * size
    discs = [each for each in drawn if isinstance(each, Disc) and each.fixed]
    assert len(discs) == len(names)
    for way, ink in zip(ways, (each.fill for each in shapes), strict=True):
        (disc,) = [each for each in discs if each.fill == ink]
        assert dist(disc.center, way[1]) < 2.5 * size, "a number stands near the tip of its arrow"
        for line in ways:
            assert distance_to_segment(disc.center, *line) > disc.radius
    crowns = [each for each in picture if isinstance(each, Polygon) and each.fill == palette.ORANGE]
    assert len(crowns) == 2
    for crown in crowns:
        at = module.shape_center(crown)
        assert all(dist(at, disc.center) > disc.radius + 0.29 for disc in discs)
        assert all(distance_to_segment(at, *way) > 0.29 for way in ways)


def around(drawn, shape):
    """Return what makes an arrow out of its shape."""
    return tuple(
        each for each in drawn if isinstance(each, Polygon) and each.points == shape.points
    )


def test_the_arrow_of_the_best_move_is_the_thickest():
    state = pg.new("splinter")
    drawn = draw_analysis(ranked(state, "h9-h10", "h9-g10", "h9-g9"))
    wide = [
        dist(each.points[2], each.points[4])
        for ink in BEST_MOVE_COLORS
        for each in drawn
        if isinstance(each, Polygon) and each.fill == ink
    ]
    assert wide == sorted(wide, reverse=True)
    assert len(set(wide)) == 3


def shapes_of(marks):
    """Return marks without words: where a better move has written a word there is no other."""
    return {each for each in marks if not isinstance(each, Text)}


def mirrored():
    """Return an analysis of Splitter: of two placements in the same cells, and of another one."""
    state = pg.new("splitter", players=1).play(Roll(5, 1))
    moves = [Placement(2, 0, 5), Placement(2, 7, 5), Placement(3, 7, 5)]
    values = (MoveValue(move, 30 - k, 20, 40) for k, move in enumerate(moves))
    return Analysis(state, tuple(values)), moves


def test_the_number_of_a_placement_lies_on_the_cell_that_its_row_names():
    found, moves = mirrored()
    picture = info_of(found.state).scene(found.state)
    cells, drawn = module.target_shapes(picture), draw_analysis(found, picture)
    discs = [each for each in drawn if isinstance(each, Disc) and each.fixed]
    at = {each.text: each.at for each in drawn if isinstance(each, Text) and each.fixed}
    window = scene_window(picture)
    for rank, move in enumerate(moves, start=1):
        left, top, right, bottom = module.shape_bounds(cells[f"r{move.row}c{move.column}"])
        x, y = at[str(rank)]
        far = 1.5 * module.small_print_size(picture)
        assert left - far <= x <= right + far, rank
        assert top - far <= y <= bottom + far, rank
    for each in discs:
        (x, y), r = each.center, each.radius - 1e-9
        assert window.left + r <= x <= window.right - r, "all of it is on the board"
        assert window.top + r <= y <= window.bottom - r


def test_where_two_placements_share_cells_the_numbers_of_the_better_one_are_written():
    found, moves = mirrored()
    own = info_of(found.state).board.highlight_move(found.state, moves[0], BEST_MOVE_COLORS[0])
    words = [each for each in draw_analysis(found) if isinstance(each, Text) and each.halo]
    for word in (each for each in own if isinstance(each, Text)):
        assert [each for each in words if each.at == word.at] == [word]


def test_a_best_move_of_split_runs_below_the_number_of_its_area():
    state = pg.new("split")
    cut = state.draw((0, 0.5), (10, 9.5))
    found = Analysis(state, (MoveValue(cut, 0.5, 0.3, 0.6, line=(cut,)),))
    (number,) = [each for each in info_of(state).scene(state) if isinstance(each, Text)]
    drawn, _ = module.highlight_best_moves(
        found, info_of(state).scene(state), info_of(state).board.highlight_move
    )
    assert module.texts_under(drawn, info_of(state).scene(state)) == (
        replace(number, rim=module.TEXT_BACKGROUND_PX),
    )
    assert replace(number, rim=module.TEXT_BACKGROUND_PX) in draw_analysis(found)


def box_of(each, shrink=0.0):
    """Return left, top, right and bottom of a word, as its letters are drawn."""
    (x, y), wide, high = each.at, 0.27 * each.size * len(each.text), 0.36 * each.size
    return x - wide + shrink, y - high + shrink, x + wide - shrink, y + high - shrink


def covers(one, other):
    (l1, t1, r1, b1), (l2, t2, r2, b2) = one, other
    return min(r1, r2) > max(l1, l2) and min(b1, b2) > max(t1, t2)


@pytest.mark.parametrize("game", ["splinter", "splitter", "territory"])
def test_numbers_of_moves_and_places_cover_neither_each_other_nor_those_of_the_board(game):
    """Discs hid the end of "−38" in Territory and "35.6" in Splitter, tags the number of a tile."""
    options = {"territory": {"size": 10, "penalty": 0.5}, "splitter": {"players": 1}}
    for seed in range(6):
        state = to_move(pg.new(game, **options.get(game, {})), seed, 2 * seed)
        picture = info_of(state).scene(state)
        drawn = draw_analysis(guessed(state, Random(seed)), picture)
        discs = [
            (x - each.radius, y - each.radius, x + each.radius, y + each.radius)
            for each in drawn
            if isinstance(each, Disc) and each.fixed
            for x, y in [each.center]
        ]
        written = [each for each in drawn if isinstance(each, Text) and not each.fixed]
        on_board = [each for each in picture if isinstance(each, Text)]
        assert discs
        assert written
        for each in (*written, *on_board):
            assert not any(covers(disc, box_of(each, 0.02)) for disc in discs), (seed, each)
        if game == "territory":
            for one in written:
                assert not any(covers(box_of(one), box_of(each)) for each in on_board), (seed, one)


@pytest.mark.parametrize("pad", ["A", "B"])
def test_no_value_covers_the_star_or_heart_of_a_cell(pad):
    """The values of Splitter's cells lay on the lower half of the stars."""
    start = pg.new("splitter", players=1, pad=pad)
    state = start.play(Roll(5, 1))
    picture = info_of(state).scene(state)
    found = guessed(state, Random(1))
    drawn = draw_analysis(found, picture)
    cells, values = module.target_shapes(picture), values_by_target(found)
    signed = {t for t in values if any(word in cells[t].label for word in ("star", "heart"))}
    assert signed
    for target in signed:
        left, top, right, bottom = module.shape_bounds(cells[target])
        inside = [
            (at, each)
            for at, each in enumerate(drawn)
            if isinstance(each, Text | Polygon)
            for x, y in [each.at if isinstance(each, Text) else module.shape_center(each)]
            if left < x < right and top < y < bottom
        ]
        ground = [at for at, each in inside if getattr(each, "fill", "") == cells[target].fill]
        field = ground[0]  # the other one is the paper of the value
        signs = [each for at, each in inside if at > field and len(getattr(each, "points", "")) > 4]
        boxes = [module.shape_bounds(each) for each in signs]
        words = [box_of(each) for _, each in inside if isinstance(each, Text)]
        assert len(boxes) == 1, "the large one is covered, a small one is seen"
        assert words
        assert not any(covers(boxes[0], word) for word in words), target


def guessed(state, rng):
    """Return an analysis that gives each move a value, found by chance."""
    low, high = (0, 60) if state.game == "splitter" else (-1, 1)
    if state.game == "territory":
        low, high = -300, 300
    moves = list(state.legal_moves)
    values = sorted((rng.uniform(low / 2, high / 2) for _ in moves), reverse=True)
    near = (high - low) / 8
    found = [MoveValue(m, v, v - near, v + near) for m, v in zip(moves, values, strict=True)]
    return Analysis(state, tuple(found), "result", "", (low, high))
