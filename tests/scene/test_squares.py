"""A board of squares: names at its edge; whose each square is, by colour, sign and words."""

from polygames.scene.model import Polygon, SeatLabel, Text, scene_window
from polygames.scene.squares import draw_squares
from polygames.scene.text_picture import draw_as_text

BOARD = draw_squares(2, 3, {"a1": SeatLabel("Red", "#cc3311", "x"), "c2": "#0072b2"})


def test_the_first_square_is_at_the_bottom_left_and_says_whose_it_is():
    cells = {each.target: each for each in BOARD if isinstance(each, Polygon)}
    assert sorted(cells) == ["a1", "a2", "b1", "b2", "c1", "c2"]
    assert cells["a1"].points[0] == (0, 1)
    assert (cells["a1"].fill, cells["a1"].label) == ("#cc3311", "a1, Red")
    assert (cells["c2"].fill, cells["b1"].fill) == ("#0072b2", "#ffffff")


def test_the_names_of_rows_and_columns_stand_within_the_window():
    window = scene_window(BOARD)
    texts = {each.text: each.at for each in BOARD if isinstance(each, Text)}
    assert sorted(texts) == ["1", "2", "a", "b", "c", "x"]
    assert all(
        window.left < x < window.right and window.top < y < window.bottom for x, y in texts.values()
    )
    assert texts["x"] == (0.5, 1.5)


def test_a_terminal_shows_signs_and_strong_colours_and_leaves_pale_ones_empty():
    shown = draw_as_text(BOARD, 40)
    assert "▒" in shown
    assert "x" in shown
    assert "▓" in shown
    assert "▒" not in draw_as_text(draw_squares(2, 3, {"a1": "#f4f4f4"}), 40)
