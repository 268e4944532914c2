"""The painter without kernel and browser: the messages that it sends are recorded."""

import json
from collections import Counter

import ipycanvas.canvas
import numpy as np
import pytest
from ipycanvas import MultiCanvas, hold_canvas

from polygames.scene.model import Disc, Polygon, Segment, Text, Window
from polygames.widgets.painter.canvas import hold_messages, paint

NAMES = {number: name for name, number in ipycanvas.canvas.COMMANDS.items()}
ATTRIBUTES = {number: name for name, number in ipycanvas.Canvas.ATTRS.items()}
MANAGER = ipycanvas.canvas._CANVAS_MANAGER

RED, BLUE, INK = "#cc3311", "#0072b2", "#222222"
WINDOW = Window(0, 0, 10, 10)


@pytest.fixture
def sent(monkeypatch):
    """Collect messages: each a list of commands (name, arguments)."""
    messages = []

    def record(command, buffers=()):
        commands = command if isinstance(command[0], list) else [command]
        json.dumps([each[:2] for each in commands])  # as the wire demands
        left = list(buffers)
        messages.append([decoded(each, left) for each in commands])
        assert not left

    monkeypatch.setattr(MANAGER, "_send_custom", record)
    monkeypatch.setattr(MANAGER, "_caching", False)
    monkeypatch.setattr(MANAGER, "_current_canvas", None)
    monkeypatch.setattr(MANAGER, "_commands_cache", [])
    monkeypatch.setattr(MANAGER, "_buffers_cache", [])
    return messages


def decoded(command, buffers):
    """Put the command's buffers in the place of their descriptions, as the client does."""
    number, arguments, count = (*command, *([], 0)[len(command) - 1 :])
    name = NAMES[number]
    own, buffers[:] = buffers[:count], buffers[count:]
    values = [
        np.asarray(own[each["idx"]]).reshape(each["shape"]) if isinstance(each, dict) else each
        for each in arguments
    ]
    if name == "set":
        values[0] = ATTRIBUTES[values[0]]
    return name, values


@pytest.fixture
def layer(sent):
    """A layer for a board of 500 pixels on a display with pixels half as wide."""
    layer = MultiCanvas(2, width=1000, height=1000)[0]
    sent.clear()
    return layer


def painted(sent, name):
    return [values for command, values in sent[-1] if command == name]


def counts(sent):
    return Counter(command for command, _ in sent[-1])


def square(x, y, **style):
    return Polygon(((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)), **style)


def test_one_painting_is_one_message_and_sets_all_for_a_client_that_connects_anew(layer, sent):
    scene = (WINDOW, square(0, 0, fill=RED), Disc((5, 5), 1, BLUE, INK), Text((5, 5), "a", 1))
    for _ in range(2):
        paint(layer, scene)
    assert [command for command, _ in sent[0]][:2] == ["switchCanvas", "clear"]
    first, second = ([v for c, v in message if c == "set"] for message in sent)
    assert first == second != []
    paint(layer, (), WINDOW)
    assert [command for command, _ in sent[2]] == ["switchCanvas", "clear"]


def test_a_thousand_dots_and_lines_are_two_calls(layer, sent):
    dots = [Disc((k / 100, 3), 0.01, fill=RED) for k in range(1000)]
    lines = [Segment((k / 100, 0), (k / 100, 9), BLUE) for k in range(1000)]
    paint(layer, (WINDOW, *dots, *lines))
    calls = counts(sent)
    assert (calls["fillStyledCircles"], calls["strokeStyledLineSegments"]) == (1, 1)
    assert sum(calls.values()) < 8


def test_polygons_of_any_number_of_corners_share_a_call(layer, sent):
    triangle = Polygon(((0, 0), (1, 0), (0, 2)), fill=BLUE, alpha=0.5)
    paint(layer, (WINDOW, square(1, 1, fill=RED), triangle))
    ((count, points, corners, colors, alphas),) = painted(sent, "fillStyledPolygons")
    assert count == 2
    assert corners.tolist() == [4, 3]
    assert points.tolist() == [100, 100, 200, 100, 200, 200, 100, 200, 0, 0, 100, 0, 0, 200]
    assert colors.tolist() == [0xCC, 0x33, 0x11, 0, 0x72, 0xB2]
    assert alphas.tolist() == [1, 0.5]


def test_discs(layer, sent):
    paint(layer, (WINDOW, Disc((5, 5), 1, RED, INK, width=3, alpha=0.5), Disc((1, 2), 0.5, BLUE)))
    ((x, y, radius, colors, alphas),) = painted(sent, "fillStyledCircles")
    assert (x.tolist(), y.tolist(), radius.tolist()) == ([500, 100], [500, 200], [100, 50])
    assert colors.ravel().tolist() == [0xCC, 0x33, 0x11, 0, 0x72, 0xB2]
    assert alphas.tolist() == [0.5, 1]
    ((x, *_, alpha),) = painted(sent, "strokeStyledCircles")
    assert (x.tolist(), alpha) == ([500], 1)


def test_segments(layer, sent):
    paint(layer, (WINDOW, Segment((0, 1), (2, 3), RED, 2, 0.5), Segment((0, 0), (9, 9), BLUE, 2)))
    ((count, points, corners, colors, alphas),) = painted(sent, "strokeStyledLineSegments")
    assert (count, corners) == (2, 2)
    assert points.tolist() == [0, 100, 200, 300, 0, 0, 900, 900]
    assert colors.tolist() == [0xCC, 0x33, 0x11, 0, 0x72, 0xB2]
    assert alphas.tolist() == [0.5, 1]


def test_widths_are_pixels_of_the_screen_at_any_zoom(layer, sent):
    scene = (WINDOW, Segment((4, 4), (6, 6), RED, 3))
    for window, ratio in [(None, 2), (Window(4, 4, 6, 6), 2), (None, 1)]:
        paint(layer, scene, window, pixel_ratio=ratio)
    widths = [[v for c, v in message if c == "set" and v[0] == "line_width"] for message in sent]
    assert widths == [[["line_width", 6]], [["line_width", 6]], [["line_width", 3]]]


def test_text_with_halo_is_stroked_and_then_filled(layer, sent):
    paint(layer, (WINDOW, Text((5, 2), "word", 0.4, RED, "left", bold=True, halo="#ffffff")))
    settings = dict(values for command, values in sent[0] if command == "set")
    assert settings == {
        "font": "bold 40.00px sans-serif",
        "text_align": "left",
        "text_baseline": "middle",
        "stroke_style": "#ffffff",
        "line_width": 6,
        "line_join": "round",
        "fill_style": RED,
    }
    words = [(command, values) for command, values in sent[0] if command.endswith("Text")]
    assert words == [("strokeText", ["word", 500, 200]), ("fillText", ["word", 500, 200])]


def test_texts_alike_are_set_up_once(layer, sent):
    paint(layer, (WINDOW, *(Text((x, 5), str(x), 1) for x in range(10))))
    assert counts(sent) == {"switchCanvas": 1, "clear": 1, "set": 4, "fillText": 10}


def test_zoom_answers_with_its_mapping_shows_the_window_and_leaves_out_the_rest(layer, sent):
    scene = (WINDOW, square(4, 4, fill=RED), square(0, 0, fill=BLUE))
    view = paint(layer, scene, Window(4, 4, 6, 6))
    assert (view.scale, view.to_px((5, 5))) == (500, (500, 500))
    (box,) = painted(sent, "fillStyledRects")
    assert [side.tolist() for side in box[:4]] == [[0], [0], [500], [500]]


def test_fixed_sizes_keep_those_they_have_in_the_scenes_own_window(layer, sent):
    scene = (WINDOW, Disc((5, 5), 0.1, fill=RED, fixed=True), Text((5, 5), "a", 0.3, fixed=True))
    for window in (None, Window(4.9, 4.9, 5.1, 5.1)):
        paint(layer, scene, window)
        ((_, _, radius, *_),) = painted(sent, "fillStyledCircles")
        assert radius.tolist() == [10]
        assert ["font", "30.00px sans-serif"] in painted(sent, "set")
    paint(layer, scene[1:2], Window(4, 4, 6, 6), full_window=WINDOW)  # what lies over the board
    ((_, _, radius, *_),) = painted(sent, "fillStyledCircles")
    assert radius.tolist() == [10]


def break_off_on(canvas):
    canvas.fill_polygons(np.zeros((1, 3, 2)))
    raise ZeroDivisionError


def test_nested_holds_are_one_message(layer, sent):
    with hold_messages():
        paint(layer, (WINDOW, square(0, 0, fill=RED)))
        with hold_messages():
            layer.fill_rect(0, 0, 1, 1)
        assert sent == []
    assert len(sent) == 1
    assert counts(sent)["fillRect"] == 1


def test_error_inside_sends_nothing_and_leaves_canvases_speaking(layer, sent):
    with pytest.raises(ZeroDivisionError), hold_messages():
        break_off_on(layer)
    assert sent == []
    layer.fill_rect(0, 0, 2, 2)
    assert [command for message in sent for command, _ in message] == ["switchCanvas", "fillRect"]


def test_error_in_an_inner_hold_takes_back_its_commands_only(layer, sent):
    other = MultiCanvas(1)[0]
    with hold_messages():
        layer.fill_rect(0, 0, 1, 1)
        with pytest.raises(ZeroDivisionError), hold_messages():
            break_off_on(other)
        layer.fill_rect(0, 0, 2, 2)
    assert [command for command, _ in sent[-1]] == ["switchCanvas", "fillRect", "fillRect"]


def test_held_is_heard_even_after_a_hold_of_ipycanvas_broke(layer, sent):
    with pytest.raises(ZeroDivisionError), hold_canvas():
        break_off_on(layer)
    sent.clear()
    paint(layer, (WINDOW, square(0, 0, fill=RED)))
    assert counts(sent)["fillStyledRects"] == 1


def test_painting_that_fails_leaves_the_last_picture(layer, sent):
    with pytest.raises(ValueError, match="hex"):
        paint(layer, (WINDOW, square(0, 0, fill="no colour")))
    assert sent == []
    assert MANAGER._caching is False
