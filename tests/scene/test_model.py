from dataclasses import FrozenInstanceError

import pytest

from polygames.scene.model import Disc, Polygon, Segment, Text, Window, scene_window

SQUARE = Polygon(((0, 0), (4, 0), (4, 3), (0, 3)), fill="#d8d8d8")


def test_window_of_a_scene_is_the_one_it_holds():
    assert scene_window((SQUARE, Window(-9, -9, 9, 9))) == Window(-9, -9, 9, 9)


@pytest.mark.parametrize(
    ("primitive", "window"),
    [
        (SQUARE, Window(0, 0, 4, 3)),
        (Segment((5, 1), (2, 7), "#222222"), Window(2, 1, 5, 7)),
        (Disc((1, 2), 3), Window(-2, -1, 4, 5)),
        (Text((8, 9), "here", 2), Window(8, 9, 8, 9)),
    ],
)
def test_window_of_a_scene_without_one_surrounds_what_it_holds(primitive, window):
    assert scene_window((primitive,)) == window


def test_window_of_several_primitives_surrounds_all():
    scene = (SQUARE, Disc((4, 3), 1), Segment((2, 2), (-7, 2), "#222222"))
    assert scene_window(scene) == Window(-7, 0, 5, 4)


def test_window_of_an_empty_scene_is_the_unit_square():
    assert scene_window(()) == Window(0, 0, 1, 1)


@pytest.mark.parametrize(
    ("primitive", "name"),
    [(SQUARE, "fill"), (Disc((0, 0), 1), "radius"), (Text((0, 0), "a", 1), "size")],
)
def test_primitives_are_frozen(primitive, name):
    with pytest.raises(FrozenInstanceError):
        setattr(primitive, name, None)


def test_primitives_are_values():
    assert len({Disc((0, 0), 1), Disc((0.0, 0.0), 1.0), Disc((0, 0), 2)}) == 2
