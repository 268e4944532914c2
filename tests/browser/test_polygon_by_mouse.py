"""Polygon, played in JupyterLab by mouse and keys, whole and zoomed."""

import pytest
from person import any_painter, frame_of, places


def code(*moves, **options):
    """Return the code of a cell that shows a board after some moves."""
    options = "".join(f", {name}={value!r}" for name, value in options.items())
    played = "".join(f"board.play({move!r}); " for move in moves)
    made = f"board = pg.play('polygon', autosave=None{options})"
    return f"import polygames as pg\n{made}\n{played}\nboard"


def window(page):
    """Return the window that the page shows."""
    left, top, wide, high = map(float, page.layer.get_attribute("viewBox").split())
    return [left, top, left + wide, top + high]


def wheel_to_the_end(page):
    """Turn the wheel with Ctrl held down, where the mouse is, until the zoom ends."""
    page.page.keyboard.down("Control")
    for _ in range(40):
        page.page.mouse.wheel(0, -346)
    page.page.keyboard.up("Control")
    page.wait_until(lambda: frame_of(page)["window"] == pytest.approx(window(page), abs=1e-12))


@any_painter
def test_two_close_points_are_parted_by_the_wheel_and_one_is_clicked(show_board):
    page = show_board(code("E-A", "A-D", "D-B", "B-F", "F-C", n=6))
    assert (
        page.value("[board.state.name(point) for point in board.state.targets]") == "['E', '1x4']"
    )
    at = places(page)["1x4"]
    page.move(at)
    wheel_to_the_end(page)
    left, top, right, bottom = window(page)
    assert right - left < 2e-4, "the zoom is deep"
    assert left < at[0] < right, "the point that was zoomed at is still visible"
    assert top < at[1] < bottom
    page.move(at)
    assert page.tip.startswith("C to crossing 1×4")
    page.click(at)
    page.until("board.state.ply", 6)
    page.page.keyboard.press("0")
    page.until("board._conversation.visible_window", "None")


def test_a_key_zooms_to_the_points_that_can_be_chosen(show_board):
    page = show_board(code("A-E", "E-C", "C-F", "F-B", "B-D", "D-A", "A-2x5", n=6))
    whole = window(page)
    page.layer.focus()
    page.page.keyboard.press("t")
    page.wait_until(lambda: window(page)[0] > whole[0])
    left, top, right, bottom = window(page)
    shown = places(page)
    for move in frame_of(page)["moves"]:
        x, y = shown[move["spelling"][-1]]
        assert left < x < right
        assert top < y < bottom
    page.button("Whole board")
    page.wait_until(lambda: window(page) == whole)


def test_a_corner_is_dragged_and_a_dent_is_refused(show_board):
    page = show_board(code(n=5))
    page.button("Drag corners")
    page.until("len(board.pointer.frame['handles'])", 5)
    page.drag(frame_of(page)["handles"][0]["at"], [0.3, -1.05])
    page.until("board.record.options['vertices'] is None", "False")
    kept = page.value("board.state.vertices[0]")
    assert "A is now at (30, 105)" in page.text
    page.drag(frame_of(page)["handles"][0]["at"], [0.0, 0.3])
    page.page.wait_for_function(
        "() => document.body.innerText.includes('not a strictly convex polygon')"
    )
    assert page.value("board.state.vertices[0]") == kept
    page.button("Drag corners")
    page.until("len(board.pointer.frame['handles'])", 0)
    at = places(page)
    page.click(at["A"])
    page.click(at["C"])
    page.until("[str(move) for move in board.record.moves]", ["A-C"])
