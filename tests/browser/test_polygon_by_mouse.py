"""Polygon, played in JupyterLab by mouse and keys, at any zoom."""

import re
from math import log10

from person import any_painter, frame_of, places


def code(*moves, **options):
    """Return the code of a cell that shows a board after some moves."""
    options = "".join(f", {name}={value!r}" for name, value in options.items())
    played = "".join(f"board.play({move!r}); " for move in moves)
    made = f"board = pg.play('polygon', autosave=None{options})"
    return f"import polygames as pg\n{made}\n{played}\nboard"


def zoom(page):
    """Return the zoom that the board tells, as a power of ten."""
    words = page.value("board._zoom_label.value")
    power = re.search(r"<sup>(.*?)</sup>", words)
    return float(power[1]) if power else log10(float(words.removeprefix("Zoom: ")[:-1]))


def wheel_to(page, power):
    """Turn the wheel with Ctrl held down, where the mouse is, until so deep a zoom is reached."""
    page.page.keyboard.down("Control")
    while (reached := zoom(page)) < power:
        for _ in range(10):
            page.page.mouse.wheel(0, -346)
        page.wait_until(lambda reached=reached: zoom(page) > reached)
    page.page.keyboard.up("Control")
    page.wait_until(lambda: window(page) == page.value("board.pointer.frame['window']"))


def window(page):
    """Return what the page shows, as the kernel would say it."""
    left, top, wide, high = map(float, page.layer.get_attribute("viewBox").split())
    return str([left, top, left + wide, top + high])


@any_painter
def test_ten_to_the_thirty_is_reached_by_wheel_and_a_target_is_clicked_there(show_board):
    page = show_board(code("E-A", "A-D", "D-B", "B-F", "F-C", n=6))
    assert (
        page.value("[board.state.name(point) for point in board.state.targets]") == "['E', '1x4']"
    )
    page.move(places(page)["1x4"])
    wheel_to(page, 30)
    at = places(page)["1x4"]
    assert max(map(abs, at)) < 1.2, "the point that was zoomed at is still in sight"
    strokes = page.value("{getattr(each, 'stroke', None) for each in board.scene}")
    assert "#cc3311" in strokes, "and so are both lines"
    assert "#0072b2" in strokes
    page.move(at)
    assert page.tip.startswith("C to crossing 1×4")
    page.click(at)
    page.until("board.state.ply", 6)
    page.page.keyboard.press("0")
    page.until("board.view == board.whole_view", "True")


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
