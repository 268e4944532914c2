from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polygames.scene.model import Disc, Polygon, Segment, Text, Window
from polygames.scene.svg import svg

WINDOW = Window(0, 0, 10, 5)
TRIANGLE = ((1, 1), (4, 1), (1, 4))


def parsed(*scene, width=480, **options):
    return ET.fromstring(svg((WINDOW, *scene), width, **options))  # noqa: S314 - our own text


def drawn(primitive, **options):
    """Return the one element that a primitive becomes, after title and paper."""
    (element,) = list(parsed(primitive, **options))[2:]
    return element


def tag(element):
    return element.tag.removeprefix("{http://www.w3.org/2000/svg}")


def test_root_says_that_it_is_a_picture_of_the_windows_shape():
    root = parsed(width=480)
    assert tag(root) == "svg"
    assert root.get("role") == "img"
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "480",
        "240",
        "0 0 480 240",
    )


def test_title_comes_first_for_the_screen_reader():
    first = parsed(title="Split & more")[0]
    assert (tag(first), first.text) == ("title", "Split & more")


def test_same_scene_gives_the_same_text():
    scene = (WINDOW, Polygon(TRIANGLE, fill="#cc3311", label="area"), Text((5, 2), "5", 1))
    assert svg(scene) == svg(tuple(scene))


def test_polygon():
    element = drawn(Polygon(TRIANGLE, fill="#cc3311", stroke="#222222", width=2, alpha=0.25))
    assert tag(element) == "polygon"
    assert element.attrib == {
        "points": "48,48 192,48 48,192",
        "fill": "#cc3311",
        "fill-opacity": "0.25",
        "stroke": "#222222",
        "stroke-width": "2",
    }


def test_outline_only_is_not_filled():
    element = drawn(Polygon(TRIANGLE, stroke="#222222"))
    assert (element.get("fill"), element.get("fill-opacity")) == ("none", None)


def test_disc():
    element = drawn(Disc((5, 2.5), 0.5, fill="#0072b2"))
    assert tag(element) == "circle"
    assert element.attrib == {"cx": "240", "cy": "120", "r": "24", "fill": "#0072b2"}


def test_segment():
    element = drawn(Segment((0, 5), (10, 0), "#009e73", 3, 0.5))
    assert tag(element) == "line"
    assert element.attrib == {
        "x1": "0",
        "y1": "240",
        "x2": "480",
        "y2": "0",
        "stroke": "#009e73",
        "stroke-width": "3",
        "stroke-opacity": "0.5",
    }


def test_arrow_is_a_line_with_a_head_at_its_end():
    line, head = list(parsed(Segment((1, 1), (9, 1), "#222222", 2, arrow=True)))[2:]
    assert float(line.get("x2")) < 9 * 48
    corners = [tuple(map(float, corner.split(","))) for corner in head.get("points").split()]
    assert corners[0] == (9 * 48, 48)
    assert {x for x, _ in corners[1:]} == {float(line.get("x2"))}
    assert head.get("fill") == "#222222"


@pytest.mark.parametrize(
    ("align", "anchor"), [("left", "start"), ("center", "middle"), ("right", "end")]
)
def test_text_alignment(align, anchor):
    element = drawn(Text((5, 2), "centre", 0.5, align=align))
    assert (element.get("text-anchor"), element.get("x"), element.get("font-size")) == (
        anchor,
        "240",
        "24",
    )


def test_text_stands_upright_about_its_point():
    element = drawn(Text((5, 2), "X", 1))
    assert float(element.get("y")) == pytest.approx(96 + 0.35 * 48, abs=0.01)


def test_bold_and_halo_are_said_only_where_asked_for():
    plain, rich = (
        drawn(Text((5, 2), "a", 1)),
        drawn(Text((5, 2), "a", 1, bold=True, halo="#ffffff")),
    )
    added = {name: value for name, value in rich.items() if name not in plain.attrib}
    assert added == {
        "font-weight": "bold",
        "stroke": "#ffffff",
        "stroke-width": "3",
        "paint-order": "stroke",
        "stroke-linejoin": "round",
    }


def test_label_is_the_title_of_its_shape():
    for shape in (Polygon(TRIANGLE, fill="#cc3311", label="a < b"), Disc((1, 1), 1, label="a < b")):
        (title,) = drawn(shape)
        assert (tag(title), title.text) == ("title", "a < b")


def test_line_widths_are_pixels_at_every_size():
    widths = [
        drawn(Segment((0, 0), (1, 1), "#222222", 2), width=w).get("stroke-width")
        for w in (100, 900)
    ]
    assert widths == ["2", "2"]


def test_fixed_sizes_are_those_of_the_scene():
    assert drawn(Disc((1, 1), 0.5, fixed=True)).get("r") == "24"
    assert drawn(Text((1, 1), "a", 0.5, fixed=True)).get("font-size") == "24"


def test_painting_order_is_that_of_the_scene():
    scene = (Text((5, 2), "a", 1), Disc((5, 2), 1), Segment((0, 0), (1, 1), "#222222"))
    assert [tag(each) for each in parsed(*scene)] == ["title", "rect", "text", "circle", "line"]


@pytest.mark.parametrize(
    ("x", "written"),
    [(0, "0"), (-1e-9, "0"), (1 / 3, "16"), (1 / 7, "6.86"), (2, "96"), (0.1 + 0.2, "14.4")],
)
def test_numbers_are_short(x, written):
    assert drawn(Disc((x, 1), 1)).get("cx") == written


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_words_can_be_read_back_but_for_what_xml_forbids(words):
    label = Polygon(TRIANGLE, fill="#cc3311", label=words)
    title, _, polygon, text = parsed(label, Text((5, 2), words, 1), title=words)
    forbidden = {*map(chr, range(32)), "\ufffe", "\uffff"} - {"\t", "\n"}
    expected = "".join("\ufffd" if letter in forbidden else letter for letter in words)
    assert [title.text, polygon[0].text, text.text] == [expected] * 3


def test_half_of_a_surrogate_pair_does_no_harm():
    assert drawn(Text((5, 2), "a\ud800b", 1)).text == "a\ufffdb"


@pytest.mark.parametrize("offset", [0, 1e9])
@pytest.mark.parametrize("size", [1e-6, 1e12])
def test_every_magnitude_is_drawn_in_pixels(offset, size):
    if offset and size < 1:
        offset = 1.0  # farther out, doubles end
    window = Window(offset, offset, offset + size, offset + size)
    root = ET.fromstring(svg((window, Disc((offset + size / 2, offset), size / 4, fill="#222222"))))  # noqa: S314 - our own text
    circle = root[2]
    assert [float(circle.get(name)) for name in ("cx", "cy", "r")] == pytest.approx(
        [240, 0, 120], abs=0.1
    )
