"""Where everything stands at a board in JupyterLab: all of it in sight, and nothing jumps."""

import json

import pytest
from person import frame_of, middle

import polygames as pg

LAPTOP, DESK = {"width": 1366, "height": 768}, {"width": 1920, "height": 1080}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FINGER = 44
"""Pixels that a cell has at least: eight of them and the words beside them fill the page."""
HIGHEST = 316
"""How many pixels wide the board of Splinter is at least, beside which five lines are in sight."""
LINES = 5
LINES_BELOW_TWO_ROWS_OF_TABS = 3
"""The lines of an analysis in sight on a phone for Territory, whose eighth tab is the editor."""
"""How many lines of the analysis are to be in sight."""

# A game of each kind, and what it needs to be over soon.
GAMES = {
    "polygon": "n=8, max_plies=60",
    "splinter": "max_plies=30",
    "split": "",
    "splitter": "",
    "territory": "size=6",
}
ALL_PAGES = ("Analysis", "Moves", "Review", "Plots", "New game", "Record", "Help")
SCROLLER = ".jp-WindowedPanel-outer"
BOXES = """selectors => selectors.flatMap(selector =>
  [...document.querySelectorAll(selector)].filter(each => each.checkVisibility()).map(each => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return { selector, left, top, right, bottom };
  }))"""
SIDEWAYS = """() => ['.jp-OutputArea-output', '.polygames-board', '.polygames-tools']
  .flatMap(each => [...document.querySelectorAll(each)])
  .filter(each => each.scrollWidth > each.clientWidth).map(each => each.className)"""
PLAY_ON = """
from random import Random
import time
rng = Random(1)
while board.state.outcome is None:
    time.sleep(0.02)
    board.play(board.state.legal_moves.sample(rng))
"""


def start(game, options=""):
    given = ", ".join(part for part in (f"'{game}'", options, "autosave=None, seed=3") if part)
    return f"import polygames as pg\nboard = pg.play({given})\nboard"


def boxes(page, *selectors):
    return page.page.evaluate(BOXES, list(selectors))


def box(page, selector):
    return boxes(page, selector)[0]


def cell_width(page):
    """Return how wide a cell of Splitter is on the page, in pixels."""
    items = frame_of(page)["items"]
    corners = next(each["points"] for each in items if each["target"].startswith("r"))
    wide = max(x for x, _ in corners) - min(x for x, _ in corners)
    stack = box(page, ".polygames-stack")
    _, _, width, _ = (float(n) for n in page.layer.get_attribute("viewBox").split())
    return wide * (stack["right"] - stack["left"]) / width


def scroll_to_the_board(page):
    """Turn the wheel until the board is at the top."""
    inside = box(page, SCROLLER)
    page.page.mouse.move((inside["left"] + inside["right"]) / 2, inside["bottom"] - 20)
    page.page.mouse.wheel(0, box(page, ".polygames-head")["top"] - inside["top"] - 4)
    page.wait_until(lambda: box(page, ".polygames-head")["top"] < inside["top"] + 6)


def analyse(page):
    page.button("Analyse")
    page.page.locator(".polygames-values tr").first.wait_for()


def assert_in_sight(page, *, count=LINES):
    """Check that the board, the status, the tools and the first lines are on the screen."""
    inside = box(page, SCROLLER)
    parts = (".polygames-stack", ".polygames-head", ".polygames-tools")
    lines = boxes(page, ".polygames-values tr")[:count]
    assert lines or not count
    found = [*(box(page, part) for part in parts), *boxes(page, ".polygames-choices"), *lines]
    for each in found:
        assert each["top"] >= inside["top"] - 1, each
        assert each["bottom"] <= inside["bottom"] + 1, each
        assert each["left"] >= inside["left"] - 1, each
        assert each["right"] <= inside["right"] + 1, each
    assert page.page.evaluate(SIDEWAYS) == [], "an output scrolls sideways"
    panel = box(page, ".polygames-side")
    for line in lines:
        assert line["bottom"] <= panel["bottom"], "the panel need not be scrolled"


def pages_beside(page, names=ALL_PAGES):
    """Open one page beside the board after the other, and give their names."""
    more = page.page.get_by_role("button", name="More", exact=True)
    for name in names:
        if more.is_visible():  # beside a review
            more.click()
        page.page.get_by_role("tab", name=name, exact=True).click()
        page.page.get_by_role("tabpanel", name=name, exact=True).wait_for()
        page.frames()
        yield name


def act(page):
    """Say much, play a whole game, and go back: all that could move the board."""
    page.run("board.show_message('A message. ' * 30)")
    page.run(PLAY_ON)
    page.button("Undo")
    page.until("board.state.outcome is None", True)


def test_all_tools_fit_the_narrowest_panel_with_a_computer_to_be_paused(show_board):
    page = show_board(start("split", "level=2"), viewport={"width": 1280, "height": 720})
    assert page.page.get_by_role("button", name="Pause").is_visible()
    assert page.page.evaluate(SIDEWAYS) == []


@pytest.mark.parametrize("game", pg.games())
def test_all_is_on_one_screen_of_a_laptop_and_follows_to_a_larger_one(show_board, game):
    page = show_board(start(game, GAMES[game]), viewport=LAPTOP)
    analyse(page)
    page.settle()
    assert_in_sight(page)
    small = box(page, ".polygames-stack")
    page.page.set_viewport_size(DESK)
    page.settle()
    assert_in_sight(page)
    large = box(page, ".polygames-stack")
    assert large["bottom"] - large["top"] > 1.3 * (small["bottom"] - small["top"])
    page.page.set_viewport_size(LAPTOP)
    page.settle()
    assert box(page, ".polygames-stack") == small
    inside = box(page, SCROLLER)
    with page.steady():
        for name in pages_beside(page):
            side = box(page, ".polygames-side")
            assert side["bottom"] <= small["bottom"] + 1, name
            assert side["bottom"] <= inside["bottom"] + 1, name
            assert side["bottom"] - side["top"] >= 200, name
        act(page)


def test_what_is_told_of_a_position_moves_nothing_below_it(show_board):
    page = show_board(start("territory", "penalty=0.5"), viewport=LAPTOP)
    page.settle()
    before = box(page, ".polygames-side")
    page.run(PLAY_ON)
    page.page.get_by_text("A match has two games").first.wait_for()
    assert page.page.evaluate(HIDDEN) == [], "all words are to be seen"
    page.button("Second game")
    page.page.get_by_text("both games").first.wait_for()
    assert box(page, ".polygames-side") == before
    assert page.page.evaluate(HIDDEN) == []
    page.run(PLAY_ON.replace("Random(1)", "Random(2)"))  # else it is tied
    page.page.get_by_text("wins the match").first.wait_for()
    assert page.page.evaluate(HIDDEN) == []


@pytest.mark.parametrize("game", pg.games())
def test_all_is_on_one_screen_of_a_phone(show_board, game):
    page = show_board(start(game, GAMES[game]), **PHONE)
    page.settle()
    scroll_to_the_board(page)
    analyse(page)
    counts = {"splitter": 0, "territory": LINES_BELOW_TWO_ROWS_OF_TABS}
    assert_in_sight(page, count=counts.get(game, LINES))
    for each in boxes(page, ".polygames-tools button", ".polygames-tabs button"):
        assert each["bottom"] - each["top"] >= 40, each
    for each in boxes(page, ".polygames-tools button"):
        assert each["right"] - each["left"] >= 40, each
    stack = box(page, ".polygames-stack")
    if game == "splitter":
        assert cell_width(page) >= FINGER
    if game == "splinter":  # the highest board
        assert stack["right"] - stack["left"] >= HIGHEST
    with page.steady():
        # The board is smaller beside a review on a phone.
        names = [name for name in ALL_PAGES if name != "Review"]
        assert [*pages_beside(page, names)] == names
        act(page)


HIDDEN = """() => [...document.querySelectorAll('.polygames-numbers')]
  .filter(each => each.scrollHeight > each.clientHeight + 1).map(each => each.innerText)"""
THREE_MOVES = """
board.session.pause(paused=True)
for text in ('draw 0,5 - 10,5', 'color blue', 'draw 5,0 - 5,5'):
    board.play(text); board.session.pause(paused=True)
"""
CAN_BE_CUT = ".polygames-seat span:not(.polygames-for-ears), .polygames-tools button"
NOT_CUT = f"""() => ![...document.querySelectorAll('{CAN_BE_CUT}')].some(
  each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1)"""


BROKEN = """() => [...document.querySelectorAll('.polygames-part')].filter(each => {
  const line = Number.parseFloat(getComputedStyle(each).lineHeight);
  return each.getBoundingClientRect().height > 1.5 * line || each.scrollWidth > each.clientWidth;
}).map(each => each.innerText)"""
# The lines that each name takes.
ROWS = """() => [...document.querySelectorAll('.polygames-seat')].map(seat => {
  const parts = [...seat.querySelectorAll('.polygames-part')];
  return new Set(parts.map(each => Math.round(each.getBoundingClientRect().top))).size;
})"""


@pytest.mark.parametrize("size", [{"viewport": LAPTOP}, PHONE], ids=["laptop", "phone"])
def test_no_tool_nor_name_of_a_player_is_cut_and_a_name_breaks_after_its_colour_only(
    show_board, size
):
    page = show_board(start("split", "seats=('human', 'level 2')"), **size)
    page.run(THREE_MOVES)
    page.page.get_by_text("Computer (level 2)").first.wait_for()
    page.shows(NOT_CUT)
    if size is not PHONE:
        assert page.page.evaluate(BROKEN) == []
        assert page.page.evaluate(ROWS) == [1, 1], "both names have room for one line"
    page.run("board.new(seats=('level 1', 'level 2'))")
    page.page.get_by_text("Computer (level 1)").first.wait_for()
    page.until("board.session.is_over", "True", seconds=60)
    page.page.get_by_text("winner:").first.wait_for(state="attached")
    page.shows(NOT_CUT)


def test_a_pad_fills_its_place_whoever_plays(show_board):
    page = show_board(start("splitter", "players=2"), viewport=LAPTOP)
    page.run("board.new(players=1)")
    page.settle()
    shape = page.page.evaluate(
        "() => { const { width, height } = document.querySelector('.polygames-stack canvas');"
        " return width / height; }"
    )
    stack = box(page, ".polygames-stack")
    wide, high = stack["right"] - stack["left"], stack["bottom"] - stack["top"]
    assert wide / high == pytest.approx(shape, rel=0.01)
    _, _, width, height = (float(n) for n in page.layer.get_attribute("viewBox").split())
    assert width / height == pytest.approx(shape, rel=0.01), "no bands beside the pad"


def test_confirm_is_in_sight_and_the_board_does_not_move_for_it(show_board):
    page = show_board(start("splitter"), **PHONE)
    page.settle()
    scroll_to_the_board(page)
    items = {item["target"]: item for item in frame_of(page)["items"]}
    ways = json.loads(page.run("import json; print(json.dumps([*board.position.moves_by_clicks]))"))
    with page.steady():
        for target in next(way for way in ways if len(way) == 2):
            page.click(middle(items[target]))
        confirm = page.page.get_by_role("button", name="Confirm", exact=True)
        confirm.wait_for()
        seen, inside = confirm.bounding_box(), box(page, SCROLLER)
        assert seen["y"] + seen["height"] <= inside["bottom"]
        assert seen["height"] >= 40
        confirm.click()
        page.until("board.choice", "None")


def test_a_corner_sizes_the_board_and_a_reload_keeps_it(open_board):
    page = open_board(start("split"), viewport=LAPTOP)  # it is loaded again: a page of its own
    page.settle()
    before = box(page, ".polygames-stack")
    corner = page.page.locator(".polygames-corner").bounding_box()
    x, y = corner["x"] + 12, corner["y"] + 12
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    page.page.mouse.move(x - 120, y - 120, steps=4)
    page.page.mouse.up()
    after = box(page, ".polygames-stack")
    assert after["right"] == pytest.approx(before["right"] - 120, abs=2)
    page.until("board.pointer.width", round(after["right"] - after["left"]))
    side = box(page, ".polygames-side")
    assert side["left"] < before["right"], "the panel follows"
    page.page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    page.page.reload()
    page.ready()
    page.wait()
    page.settle()
    again = box(page, ".polygames-stack")
    assert again["right"] - again["left"] == pytest.approx(after["right"] - after["left"], abs=1)
    page.page.locator(".polygames-corner").dblclick(position={"x": 12, "y": 12})
    page.until("board.pointer.width", "None")
    right = "document.querySelector('.polygames-stack').getBoundingClientRect().right"
    page.shows(f"before => Math.abs({right} - before) <= 1", before["right"])


@pytest.mark.parametrize("width", [300, 520])
def test_a_width_fixes_the_board(show_board, width):
    page = show_board(start("split", f"width={width}"), viewport=LAPTOP)
    stack, side = box(page, ".polygames-stack"), box(page, ".polygames-side")
    assert stack["right"] - stack["left"] == pytest.approx(width, abs=1)
    if width <= 400:
        assert side["left"] > stack["right"], "beside the board"
    else:
        assert side["top"] > stack["bottom"], "below the board"


def test_words_above_the_board_are_shown_whole_on_a_phone_and_move_nothing(show_board):
    page = show_board(start("splinter"), **PHONE)
    page.settle()
    more = page.page.locator(".polygames-more")
    more.wait_for()
    before = box(page, ".polygames-stack")
    message = page.page.locator(".polygames-message")
    cut = "message => message.scrollHeight > message.clientHeight + 4"
    assert message.evaluate(cut)
    assert box(page, ".polygames-message")["bottom"] <= box(page, ".polygames-texts")["bottom"] + 1
    line = message.evaluate("message => parseFloat(getComputedStyle(message).lineHeight)")
    last = box(page, ".polygames-message")["bottom"] - line
    assert box(page, ".polygames-more")["top"] >= last - 1, "the line above stays whole"
    more.tap()
    page.page.locator(".polygames-more[aria-expanded=true]").wait_for()
    page.frames()
    assert box(page, ".polygames-stack") == before
    assert not message.evaluate(cut)
    seen = """() => {
      const box = document.querySelector('.polygames-message').getBoundingClientRect();
      const at = document.elementFromPoint(box.left + 20, box.bottom - 4);
      return Boolean(at.closest('.polygames-texts-content'));
    }"""
    assert page.page.evaluate(seen), "the last line lies above the board"
    more.tap()
    assert more.get_attribute("aria-expanded") == "false"
    page.run("board.show_message('Short.')")
    page.page.locator(".polygames-more").wait_for(state="hidden")


def test_a_page_that_goes_on_below_fades_there_and_not_at_its_end(show_board):
    page = show_board(start("splitter", "players=2"), viewport=LAPTOP)
    page.page.get_by_role("tab", name="Help", exact=True).click()
    faded = page.page.locator(".polygames-panel.polygames-scrollable")
    faded.wait_for()
    arrow = "() => getComputedStyle(document.querySelector('.polygames-side'), '::after').content"
    assert "↓" in page.page.evaluate(arrow), "an arrow says so, too"
    faded.evaluate("page => { page.scrollTop = page.scrollHeight; }")
    faded.wait_for(state="detached")
    assert page.page.evaluate(arrow) == "none"
