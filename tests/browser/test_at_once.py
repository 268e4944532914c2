"""A move is painted by the page as it is made, and the kernel's answer takes its place."""

import json

import pytest
from link import IS_PENDING_JS, MADE_COUNT_JS, READ_CANVAS_JS, Link
from person import Screen, any_painter, both_painters

BOARD = "import polygames as pg\nboard = pg.play({game!r}, seed=1, autosave=None{more})\nboard"
PLACED = """
import json
from random import Random

state, rng = board.info.new(**board.record.options), Random({seed})
while state.ply < {plies} or state.turn != 0 or not board.info.spell(next(iter(state.legal_moves))):
    state = state.play(state.legal_moves.sample(rng))
board.load(pg.Record(state))
"""
WHERE = """
made = board.frame()
items = {{item["target"]: item for item in made["items"] if item["target"]}}


def middle(target):
    points = items[target].get("points") or [items[target]["center"]]
    return [sum(axis) / len(points) for axis in zip(*points)]


ways = [move["spelling"] for move in made["moves"] if items.keys() >= set(move["spelling"])]
print(json.dumps([middle(target) for target in ways[{number} % len(ways)]]))
"""
GAMES = {
    "splinter": 8,
    "polygon": 2,
    "splitter": 16,
    "territory": 6,
}
WATCHED = """([x, y]) => {
  const stack = document.querySelector('.polygames-stack'), canvas = stack.querySelector('canvas');
  const layer = stack.querySelector('.polygames-layer-made'), seen = window.watched = [];
  const look = () => {
    const pixel = canvas.getContext('2d').getImageData(x * canvas.width, y * canvas.height, 1, 1);
    seen.push([layer.children.length > 0, [...pixel.data].slice(0, 3).join()]);
    requestAnimationFrame(look);
  };
  look();
}"""


def show(show_board, game, more=""):
    return show_board(BOARD.format(game=game, more=more))


def played(page, places):
    for place in places:
        page.click(place)


@any_painter
@pytest.mark.parametrize("game", GAMES)
def test_a_click_is_painted_before_the_kernel_hears_of_it(show_board, game):
    page = show(show_board, game, ", players=2" if game == "splitter" else "")
    page.run(PLACED.format(seed=0, plies=GAMES[game]))
    places = json.loads(page.run(WHERE.format(number=5)))
    page.settle()
    link = Link(page)
    before, plies = page.page.evaluate(READ_CANVAS_JS), page.value("board.version")
    with link.hold():
        played(page, places)
        assert page.page.evaluate(IS_PENDING_JS)
        assert page.page.evaluate(MADE_COUNT_JS)
        assert page.page.evaluate(READ_CANVAS_JS) == before, (
            "the kernel's picture is still the old one"
        )
    assert page.page.evaluate(READ_CANVAS_JS) != before
    assert page.value("board.version") != plies or page.value("board.choice") != "None"


@both_painters
def test_a_line_never_leaves_the_screen_until_it_is_in_the_kernels_picture(show_board):
    page = show(show_board, "split")
    page.settle()
    link = Link(page)
    page.page.evaluate(WATCHED, [0.5, (3 + 0.25) / 10.5])
    with link.hold():
        page.drag((0, 3), (10, 3))
        assert page.page.evaluate(IS_PENDING_JS)
        page.frames()
    page.until("board.state.phase", "color")
    seen = page.page.evaluate("() => window.watched")
    first = next(at for at, (made, _) in enumerate(seen) if made)
    ink = seen[-1][1]
    assert ink != seen[0][1], "the line is where the test looks"
    assert all(made or color == ink for made, color in seen[first:]), "no frame is without it"


def test_keys_fingers_and_buttons_are_as_quick(show_board):
    page = show(show_board, "split")
    link = Link(page)
    page.drag((0, 3), (10, 3))
    page.until("board.state.phase", "color")
    with link.hold():
        page.button("play blue: Player 2 moves next")
        assert page.page.evaluate(MADE_COUNT_JS), "the choice"
    page.until("board.state.phase", "line")
    finger = Screen(page)
    with link.hold():
        finger.send("touchStart", (0, 7))
        finger.send("touchMove", (5, 7))
        finger.send("touchMove", (10, 7))
        finger.send("touchEnd")
        page.page.get_by_role("button", name="Confirm").click()
        assert page.page.evaluate(MADE_COUNT_JS), "the line of a finger"
    page.until("len(board.record.moves)", 3)
    page = show(show_board, "territory")
    page.layer.focus()
    with Link(page).hold():
        page.page.keyboard.press("n")
        page.page.keyboard.press("Enter")
        assert page.page.evaluate(MADE_COUNT_JS), "the tile of a key"


def test_a_move_that_nobody_answers_is_asked_for_once_more_and_then_given_back(show_board):
    page = show(show_board, "split")
    page.run("board.pointer.patience = 400")
    link = Link(page)
    link.lose(2)
    page.drag((0, 3), (10, 3))
    link.wait_for_answers()
    said = page.page.locator(".polygames-refusal").text_content()
    assert said.startswith("The kernel is not answering.")
    assert page.value("board.state.ply") == "0"
    link.lose(1)
    page.drag((0, 3), (10, 3))
    page.until("board.state.ply", 1)
    link.wait_for_answers()
