"""What a person draws on a position: where it lies, and that it hides nothing."""

from math import dist

import pytest

from polygames.scene.model import Disc, Polygon, Segment, Text, Window
from polygames.scene.palette import PAPER
from polygames.scene.user_marks import (
    MARK_COLORS,
    DrawnMark,
    describe_marks,
    draw_marks,
    shapes_by_target,
)

SQUARES = (
    Window(0, 0, 10, 10),
    *(
        Polygon(((x, 0), (x + 1, 0), (x + 1, 1), (x, 1)), fill="#ffffff", target=f"s{x}")
        for x in range(10)
    ),
)


def test_an_arrow_leaves_the_middle_of_both_places_free():
    _, shape = draw_marks([DrawnMark("arrow", ("s1", "s8"), "red")], SQUARES)
    assert shape.fill == MARK_COLORS["red"]
    xs = [x for x, _ in shape.points]
    assert 1.5 < min(xs) < 2
    assert 8 < max(xs) < 8.5


def test_the_tip_of_an_arrow_is_at_its_end():
    _, shape = draw_marks([DrawnMark("arrow", ("s8", "s1"))], SQUARES)
    tip = min(shape.points, key=lambda point: dist(point, (1.5, 0.5)))
    assert tip[1] == pytest.approx(0.5)
    assert max(abs(y - 0.5) for _, y in shape.points) < 0.2


def test_an_arrow_between_neighbours_still_has_a_shaft_and_a_head():
    _, shape = draw_marks([DrawnMark("arrow", ("s1", "s2"))], SQUARES)
    xs = sorted({round(x, 9) for x, _ in shape.points})
    assert len(xs) == 3
    assert xs[2] - xs[0] > 0.5


def test_every_kind_has_a_rim_of_paper_under_it():
    for kind, places in {"line": ("s1", "s2"), "circle": ("s1",), "arrow": ("s1", "s2")}.items():
        first, *_ = draw_marks([DrawnMark(kind, places)], SQUARES)
        assert first.stroke == PAPER
    first, *_ = draw_marks([DrawnMark("number", ("s1",), "green", 3)], SQUARES)
    assert first.fill == PAPER


def test_a_circle_goes_around_and_a_number_aside():
    _, ring = draw_marks([DrawnMark("circle", ("s4",))], SQUARES)
    assert (ring.center, ring.fill) == ((4.5, 0.5), None)
    *_, text = draw_marks([DrawnMark("number", ("s4",), "blue", 12)], SQUARES)
    assert (text.text, text.at[0] > 4.8, text.at[1] < 0.2) == ("12", True, True)


def test_a_number_at_a_bare_point_is_on_it():
    *_, text = draw_marks([DrawnMark("number", ((3.0, 4.0),), "blue", 1)], SQUARES)
    assert isinstance(text, Text)
    assert text.at == (3.0, 4.0)


def test_in_a_shape_that_is_no_square_a_mark_is_where_it_is_widest():
    corner = Polygon(((0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (0, 1)), target="tile")
    _, ring = draw_marks([DrawnMark("circle", ("tile",))], (Window(0, 0, 9, 9), corner))
    x, y = ring.center
    assert (0 < x < 3 and 0 < y < 1) or (2 < x < 3 and 0 < y < 3)


def test_marks_keep_their_size_on_the_screen_under_zoom():
    mark = DrawnMark("circle", ((5.0, 5.0),))
    whole = draw_marks([mark], SQUARES)[0]
    near = draw_marks([mark], SQUARES, window=Window(4, 4, 6, 6))[0]
    assert near.radius == pytest.approx(whole.radius / 5)


def test_a_place_is_looked_up_in_other_pictures_and_left_out_if_it_is_nowhere():
    mark = DrawnMark("circle", ("gone",))
    before = (Disc((2.0, 2.0), 0.5, target="gone"),)
    assert draw_marks([mark], SQUARES) == ()
    assert draw_marks([mark], SQUARES, other_scenes=[before])[0].center == (2.0, 2.0)


def test_what_is_named_twice_is_what_was_there_first():
    twice = (
        Disc((1, 1), 1, target="die"),
        Disc((5, 5), 1, target="die"),
        Segment((0, 0), (1, 1), PAPER),
    )
    assert shapes_by_target(twice)["die"].center == (1, 1)


def test_marks_are_said_in_words():
    marks = [DrawnMark("circle", ((2.5, 3.0),), "red"), DrawnMark("line", ("A", "B"), "black")]
    assert describe_marks(marks) == "red circle at 2.5,3, black line from A to B"
    assert describe_marks([]) == ""
