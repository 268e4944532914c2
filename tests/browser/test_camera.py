"""The client's camera in a plain page: what is seen after zooms and pans, without a kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

import polygames as pg

pytestmark = pytest.mark.browser

SOURCE = Path(pg.__file__).parent / "widgets" / "js" / "camera.js"
PAGE = '<svg style="display:block;width:200px;height:200px"></svg>'
SETUP = """
  window.sent = [];
  const svg = document.querySelector("svg");
  const send = (kind, content) => sent.push(content);
  window.eye = camera({ svg, el: svg, send, changed: () => {} });
"""
HOME = [-1, -1, 1, 1]


@pytest.fixture
def eye(chromium):
    """Return a function that does something with a camera and returns what it then shows."""
    page = chromium.new_page()
    page.set_content(PAGE)
    page.add_script_tag(content=SOURCE.read_text(encoding="utf-8") + SETUP)

    def call(expression):
        return page.evaluate(f"() => {{ {expression}; return [...eye.view]; }}")

    call.page = page
    yield call
    page.close()


def frame(space=None, window=HOME, home=HOME, moved=None):
    return {
        "window": window,
        "home": home,
        **({} if space is None else {"space": space, "moved": moved}),
    }


def take(eye, held=False, **parts):
    eye.page.evaluate("([frame, held]) => eye.take(frame, held)", [frame(**parts), held])


def test_zooming_out_undoes_zooming_in_and_ends_at_the_whole_board(eye):
    take(eye)
    assert eye("eye.zoom(1 / 2); eye.zoom(1 / 2)") == [-0.25, -0.25, 0.25, 0.25]
    assert eye("eye.zoom(2)") == [-0.5, -0.5, 0.5, 0.5]
    assert eye("eye.zoom(2); eye.zoom(2); eye.zoom(2)") == HOME


def test_a_zoom_leaves_its_place_where_it_is_and_a_pan_stays_within_the_board(eye):
    take(eye)
    assert eye("eye.zoom(1 / 2, [1, 1])") == [0, 0, 1, 1]
    assert eye("eye.pan(5, -0.25)") == [0, -0.25, 1, 0.75]
    assert eye("eye.pan(-9, -9)") == [-1, -1, 0, 0]


def test_after_a_gesture_the_kernel_is_asked_once(eye):
    take(eye, space=3)
    eye("eye.zoom(1 / 2); eye.zoom(1 / 2)")
    eye.page.wait_for_timeout(300)
    assert eye.page.evaluate("sent") == [{"window": [-0.25, -0.25, 0.25, 0.25], "space": 3}]


def test_a_deep_zoom_asks_at_once_and_waits_for_new_numbers(eye):
    take(eye, space=0)
    deep = eye("for (let k = 0; k < 100; k++) eye.zoom(1 / 2)")
    assert deep[2] - deep[0] == pytest.approx(2e-6), "a picture is enlarged a million times at most"
    first = eye.page.evaluate("sent[0]")
    assert first["window"][2] - first["window"][0] == pytest.approx(2 / 1024)
    moved = {"from": 0, "x": 0, "y": 0, "scale": 1024}
    take(eye, space=1, home=[-1024, -1024, 1024, 1024], moved=moved)
    left, _, right, _ = eye("")
    assert right - left == pytest.approx(2e-6 * 1024), "the gesture goes on in new coordinates"
    left, _, right, _ = eye("eye.zoom(1 / 2)")
    assert right - left == pytest.approx(1e-6 * 1024)


def test_a_gesture_on_a_picture_that_is_too_old_gives_way_to_the_new_one(eye):
    take(eye, space=0)
    eye("eye.zoom(1 / 2)")
    take(eye, space=5, moved={"from": 4, "x": 0, "y": 0, "scale": 8})
    assert eye("") == HOME


def test_a_new_picture_is_shown_as_it_is_when_nothing_is_under_way(eye):
    take(eye, space=0)
    eye("eye.zoom(1 / 2)")
    eye.page.wait_for_timeout(300)
    take(eye, space=1, home=[-2, -2, 2, 2], moved={"from": 0, "x": 0, "y": 0, "scale": 2})
    assert eye("") == HOME
    eye("eye.whole()")
    assert eye.page.evaluate("sent.at(-1)") == {"window": None, "space": 1}


def test_a_board_with_a_deepest_zoom_goes_no_deeper_than_its_numbers(eye):
    take(eye)
    deep = eye("for (let k = 0; k < 100; k++) eye.zoom(1 / 2)")
    assert deep[2] - deep[0] == pytest.approx(2e-6)
    take(eye, window=deep)
    eye.page.wait_for_timeout(300)
    deep = eye("eye.zoom(1 / 2)")
    assert deep[2] - deep[0] == pytest.approx(2e-6)


def test_what_keeps_its_size_grows_as_the_window_shrinks(eye):
    take(eye)
    eye("eye.zoom(1 / 4)")
    assert eye.page.evaluate("eye.growth()") == 0.25
    assert eye.page.evaluate("eye.unit()") == pytest.approx(0.5 / 200)
    assert eye.page.evaluate("eye.toScreen([0.25, -0.25])") == pytest.approx([200, 0])
    assert eye.page.evaluate("eye.toScene({ clientX: 108, clientY: 8 })") == pytest.approx(
        [0, -0.25], abs=0.02
    )
