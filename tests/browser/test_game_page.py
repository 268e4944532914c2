"""A game saved as a page, opened as a file in a browser that is cut off from any network."""

from dataclasses import replace
from random import Random

import pytest
from helpers import play_moves, play_on
from person import record_announcements, wait_for_announcement

import polygames as pg
from polygames.core.links import PLAY_ADDRESS_VARIABLE, parse_link
from polygames.play_page.open_game import OpenGame
from polygames.records.node import iter_nodes
from polygames.search.puzzles.puzzle import PuzzleStep

SIZES = {"laptop": (1366, 768), "phone": (390, 844)}
PLAY_PAGE = "https://school.example/play/"
GO_TO_AND_WAIT_FOR_LINK = """(place) => new Promise((done) => {
  const link = document.querySelector("a.play-on");
  new MutationObserver(done).observe(link, { attributes: true });
  location.hash = place;
}).then(() => {})"""
HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"


@pytest.fixture
def open_page(chromium):
    """Return a function that opens a file; in the end no page has complained."""
    pages = []

    def start(path, size="laptop", **options):
        width, height = SIZES[size]
        view = {"width": width, "height": height}
        context = chromium.new_context(viewport=view, offline=True, **options)
        page = context.new_page()
        pages.append(page)
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda said: page.errors.append(said.text))
        page.on(
            "request", lambda asked: page.errors.append(asked.url) if asked.url != url else None
        )
        url = path.as_uri()
        page.goto(url)
        return page

    yield start
    for page in pages:
        page.context.close()
    assert [page.errors for page in pages if page.errors] == []


@pytest.fixture
def game(tmp_path):
    """A game of three moves, with a branch at the second; it is at its end."""
    record = pg.Record(pg.new("polygon"), players=("Ada", "Bob"))
    for move in ("A-C", "C-E", "E-A"):
        record.push(move, comment=f"after {move}")
    record.goto(1)
    record.push("C-F", aside=True, comment="what if")
    record.goto(0)
    record.goto(3)
    return record.save_html(tmp_path / "game.html")


def said(page):
    """Return what is said of the move that led to the position."""
    return page.locator(".said b").inner_text()


def test_keys_step_through_the_game_and_its_branches(open_page, game):
    page = open_page(game)
    assert said(page).startswith("3. ")
    steps = (
        ("ArrowLeft", "2. Blue: C to E"),
        ("ArrowDown", "2. Blue: C to F"),
        ("ArrowUp", "2. Blue: C to E"),
        ("ArrowRight", "3. Red: E to A"),
        ("Home", "Start"),
        ("End", "3. Red: E to A"),
    )
    for key, words in steps:
        page.keyboard.press(key)
        assert said(page) == words


def test_the_move_and_the_position_are_spoken_at_each_step(open_page, game):
    page = open_page(game)
    page.locator(".move").first.wait_for()
    record_announcements(page)
    for times in (1, 2):
        for key, move, status in (("ArrowLeft", "2. ", "Red"), ("ArrowRight", "3. ", "Blue")):
            page.keyboard.press(key)
            wait_for_announcement(page, move, times)
            wait_for_announcement(page, status, times)


def test_buttons_moves_and_the_address_go_to_a_position(open_page, game):
    page = open_page(game)
    page.get_by_role("button", name="First position").click()
    assert said(page) == "Start"
    assert page.get_by_role("button", name="Back", exact=True).is_disabled()
    page.get_by_role("button", name="Next", exact=True).click()
    assert said(page).endswith("A to C")
    page.locator(".move", has_text="C to F").click()
    assert page.locator(".said").inner_text().endswith("what if")
    page.evaluate("location.hash = '#1'")
    page.locator(".said b", has_text="A to C").wait_for()


def test_a_swipe_on_the_board_steps(open_page, game):
    page = open_page(game, "phone", has_touch=True)
    swipe = """(by) => {
      const board = document.querySelector(".board > svg");
      const at = (type, clientX) => board.dispatchEvent(
        new PointerEvent(type, { clientX, clientY: 200, pointerType: "touch", bubbles: true }));
      at("pointerdown", 200); at("pointerup", 200 + by);
    }"""
    page.evaluate(swipe, 90)
    assert said(page).endswith("C to E")
    page.evaluate(swipe, -90)
    assert said(page).endswith("E to A")


def test_the_game_plays_by_itself_and_stops_at_its_end(open_page, game):
    page = open_page(game)
    page.get_by_role("button", name="Play automatically").click()
    assert said(page) == "Start"
    page.locator(".said b", has_text="3. ").wait_for()
    page.get_by_role("button", name="Play automatically").get_by_text("Play").wait_for()


@pytest.mark.parametrize("name", pg.games())
def test_the_link_to_the_play_page_opens_the_shown_position(name, open_page, tmp_path, monkeypatch):
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, PLAY_PAGE)
    record = play_on(pg.Record(pg.new(name), players=("Ada",)), 2, 6)
    record.goto(2)
    record.push(record.state.legal_moves.sample(Random(9)), comment="aside", aside=True)
    page = open_page(record.save_html(tmp_path / "game.html"))
    link = page.locator("a.play-on")
    link.wait_for()
    for place, node in enumerate([record.root, *(node for node, _ in iter_nodes(record.root))]):
        record.node = node
        page.evaluate(GO_TO_AND_WAIT_FOR_LINK, place)
        address = link.get_attribute("href")
        assert address.startswith(PLAY_PAGE)
        opened = OpenGame.from_link(parse_link(address), number=1)
        assert opened.table.record.moves == record.moves
        assert opened.table.state == record.state
        assert "Ada" not in parse_link(address).content
        words = "Open this game" if node.state.outcome else "Play on from here"
        assert link.inner_text() == words


@pytest.mark.parametrize("size", SIZES)
def test_the_link_to_the_play_page_is_in_the_window_and_a_puzzle_hides_it(
    size, open_page, tmp_path, monkeypatch
):
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, PLAY_PAGE)
    record = play_on(pg.Record(pg.new("split")), 2, 6)
    page = open_page(record.save_html(tmp_path / "game.html"), size)
    page.locator("a.play-on").wait_for()
    box = page.locator("a.play-on").bounding_box()
    assert box["y"] + box["height"] <= SIZES[size][1]
    page = open_page(pg.puzzles("polygon")[3].save_html(tmp_path / "puzzle.html"), size)
    page.locator("a.play-on[href]").wait_for(state="attached")
    assert not page.locator("a.play-on").is_visible()
    page.get_by_role("button", name="Show the solution").click()
    assert page.locator("a.play-on").is_visible()


def test_nothing_that_stands_in_a_record_is_run(open_page, tmp_path):
    record = pg.Record(pg.new("split"), players=(HOSTILE, HOSTILE))
    record.push("draw 0,5 - 10,5", comment=HOSTILE)
    record.comment = HOSTILE
    page = open_page(record.save_html(tmp_path / "hostile.html"))
    for key in ("Home", "End"):
        page.keyboard.press(key)
    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0
    assert HOSTILE in page.locator(".said").inner_text()


def test_a_script_that_is_not_the_pages_own_does_not_run(open_page, game):
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("</body>", "<script>hacked = 1</script></body>"), encoding="utf-8")
    page = open_page(game)
    assert page.evaluate("window.hacked") is None
    assert "Content Security Policy" in page.errors.pop()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", pg.games())
def test_every_game_fits_its_screen(name, size, open_page, tmp_path):
    record = pg.Record(pg.new(name))
    page = open_page(record.save_html(tmp_path / "game.html"), size, color_scheme="dark")
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    steps = page.locator(".steps").bounding_box()
    assert steps["y"] + steps["height"] <= SIZES[size][1]


INSIDE = """(shape) => {
  const { left, top, width, height } = shape.getBoundingClientRect();
  for (let i = 1; i < 400; i++) {
    const at = [left + width * ((i * 0.618) % 1), top + height * ((i * 0.755) % 1)];
    if (document.elementFromPoint(...at) === shape) return at;
  }
}"""
"""Finds a point at which nothing lies over a shape."""


def click(page, state, move):
    """Click what makes a move: on the picture, or its button; a line has a button only."""
    info = pg.game(state.game)
    targets = info.spell(move) or (info.board.preview(state, move).label,)
    for target in targets:
        shape = page.locator(f'[data-target="{target}"]').last
        shape.scroll_into_view_if_needed()
        page.mouse.click(*shape.evaluate(INSIDE))


@pytest.mark.parametrize("name", pg.games())
def test_a_puzzle_answers_a_wrong_move_and_is_solved_by_the_right_ones(name, open_page, tmp_path):
    puzzle = pg.puzzles(name)[0]
    state = puzzle.state
    page = open_page(puzzle.save_html(tmp_path / "puzzle.html"))
    assert puzzle.task in page.locator(".task").inner_text()
    assert not page.locator("ol.line").is_visible()
    wrong = state.parse(next(iter(puzzle.steps[0].wrong)))
    click(page, state, wrong)
    assert "wrong move" in page.locator(".answer").inner_text()
    page.get_by_role("button", name="Try again").click()
    for step in puzzle.steps:
        click(page, state, state.parse(step.move))
        assert "right" in page.locator(".answer").inner_text()
        for text in filter(None, (step.move, step.reply)):
            state = state.play(state.parse(text))
    assert "You have solved it!" in page.locator(".answer").inner_text()
    assert page.locator("ol.line").is_visible()


def split_puzzle_to_fill():
    """Return a puzzle whose solution is to fill the larger of two small corners: 4.5 and 2."""
    state = play_moves(pg.new("split"), "draw 0,3 - 3,0", "color blue", "draw 10,8 - 8,10")
    fills = {k: f"fill {k}" for k in state.open_areas if state.is_small(k)}
    right, wrong = sorted(fills, key=lambda k: -state.areas[k].value)
    step = PuzzleStep(fills[right], 1.0, 0.0, wrong={fills[wrong]: (0.0, "")})
    known = pg.puzzles("split")[0]
    return replace(known, text=state.to_text(), task="Fill the larger one.", steps=(step,)), right


@pytest.mark.parametrize("way", ["mouse", "finger"])
@pytest.mark.parametrize("size", SIZES)
def test_a_line_through_a_small_area_fills_it_on_a_saved_puzzle(open_page, tmp_path, way, size):
    puzzle, area = split_puzzle_to_fill()
    page = open_page(puzzle.save_html(tmp_path / "puzzle.html"), size, has_touch=way == "finger")
    box = page.locator(f'[data-target="area {area}"]').bounding_box()
    # From inside the corner, across its middle, to beyond its long side.
    start, *rest = (
        (box["x"] + x * box["width"], box["y"] + y * box["height"])
        for x, y in ((0.05, 0.3), (0.3, 0.3), (0.8, 0.3))
    )
    if way == "mouse":
        page.mouse.move(*start)
        page.mouse.down()
        for at in rest:
            page.mouse.move(*at)
        page.mouse.up()
    else:
        touch = page.context.new_cdp_session(page)
        for kind, *at in (
            ("touchStart", start),
            *(("touchMove", place) for place in rest),
            ("touchEnd",),
        ):
            points = [dict(zip("xy", place, strict=True)) for place in at]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.get_by_text("right. You have solved it!").wait_for()


def test_a_puzzle_is_solved_by_keys(open_page, tmp_path):
    puzzle = next(each for each in pg.puzzles("polygon") if len(each.steps) == 1)
    page = open_page(puzzle.save_html(tmp_path / "puzzle.html"))
    for target in pg.game("polygon").spell(puzzle.solution[0]):
        page.locator(f'[data-target="{target}"]').last.focus()
        page.keyboard.press("Enter")
    assert "You have solved it!" in page.locator(".answer").inner_text()


def test_a_click_on_the_curve_goes_to_the_move(open_page, tmp_path):
    record = pg.Record(pg.new("polygon", n=6))
    for move in ("A-C", "C-E", "E-A"):
        record.push(move)
    page = open_page(pg.review(record, seconds=1, progress=False).save_html(tmp_path / "r.html"))
    box = page.locator(".polygames-curve").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)
    assert said(page).startswith("3. ")
    page.mouse.click(box["x"] + 50, box["y"] + box["height"] / 2)
    assert said(page) == "Start"
