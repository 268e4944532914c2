"""Pages that are written from right to left: the board is not turned, names keep their place."""

import pytest
from person import press_keys

import polygames as pg

HEBREW = "\u05e2\u05d3\u05d4 (1)"
PARTS = ("seats", "status", "stack", "tools", "side")
BOXES = """parts => parts.map((part) => {
  const { x, width } = document.querySelector(`.polygames-${part}`).getBoundingClientRect();
  const grid = document.querySelector('.polygames-grid').getBoundingClientRect();
  return [x - grid.x, width].map(Math.round);
})"""
TURN = "dir => { document.documentElement.dir = dir; }"
SIZES = {"laptop": (1366, 768), "phone": (390, 844)}


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("split", "laptop"),
        ("splitter", "phone"),
        pytest.param("split", "phone", marks=pytest.mark.long),
        pytest.param("splitter", "laptop", marks=pytest.mark.long),
    ],
)
def test_a_board_on_a_page_from_right_to_left_is_as_on_any_other(show_board, game, size):
    view = dict(zip(("width", "height"), SIZES[size], strict=True))
    code = f"import polygames as pg\nboard = pg.play({game!r})\nboard"
    page = show_board(code, viewport=view)
    page.settle()
    before, tools = page.page.evaluate(BOXES, PARTS), order(page)
    try:
        page.page.evaluate(TURN, "rtl")
        page.settle()
        assert page.page.evaluate(BOXES, PARTS) == before
        assert order(page) == tools
        page.layer.focus()
        press_keys(
            page, "n Enter ArrowDown Enter" if game == "splitter" else "n Enter ArrowDown h Enter"
        )
        page.until("len(board.record.moves) > 0 or board.choice is not None", "True")
    finally:
        page.page.evaluate(TURN, "")


def order(page):
    """Return how far each tool stands to the right of the first."""
    tools = page.page.locator(".polygames-tools > button:not(.polygames-first)").all()
    places = [box["x"] for box in (each.bounding_box() for each in tools) if box]
    return [round(x - places[0]) for x in places]


def test_a_name_from_right_to_left_stands_where_it_belongs_in_a_sentence(chromium, tmp_path):
    record = pg.Record(pg.new("polygon"), players=(HEBREW, "Ada"))
    record.push("A-C", comment=HEBREW)
    page = chromium.new_page()
    page.goto(record.save_html(tmp_path / "game.html").as_uri())
    page.locator(".move").first.wait_for()
    places = page.evaluate("""() => {
      const text = document.querySelector('h1').firstChild, range = document.createRange();
      return ['Polygon', '\u05e2', 'against', 'Ada'].map((word) => {
        const at = text.data.indexOf(word);
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().x;
      });
    }""")
    assert places == sorted(places), "a title from left to right"
    page.context.close()
