"""A simulated person at a board in the browser, with a mouse, keys or a finger, for any game.

The moves come from the frame that the board has sent to its page. They are played with events of
the browser only, never by calls in the kernel.
"""

from __future__ import annotations

import json
from functools import partial
from math import dist

import pytest

both_painters = pytest.mark.parametrize("painter", ["canvas", "svg"], indirect=True)
any_painter = pytest.mark.parametrize(
    "painter", ["canvas", pytest.param("svg", marks=pytest.mark.long)], indirect=True
)
"""For tests whose result depends on the page, and hardly on the painter of the picture."""

IS_ON_BOARD_JS = "document.activeElement === document.querySelector('.polygames-pointer svg')"
IS_IN_BOARD_JS = "document.activeElement.closest('.polygames-board') !== null"
FOCUSED_TEXT_JS = "document.activeElement.textContent.trim()"
IS_TEXT_FIELD_JS = "document.activeElement.matches('.polygames-board input[type=text]')"
IS_LIST_JS = "document.activeElement.matches('.polygames-board select')"
READ_CELLS_JS = """() => jupyterapp.shell.currentWidget.content.widgets.map(
  ({model}) => [model.type, model.sharedModel.getSource()])"""
CELL_COMMANDS = "a b x m y z c v l o j k i g G d d"
"""The keys with which a notebook adds, cuts, changes or deletes a cell."""
IS_COMPUTER_TURN = "board.state.outcome is None and not board.session.is_human_turn"


def press_keys(page, keys):
    for key in keys.split():
        page.page.keyboard.press(key)


def tab_until(page, condition, max_presses=40):
    """Press Tab until an expression is true on the page, for example that a part has the focus."""
    for _ in range(max_presses):
        page.page.keyboard.press("Tab")
        if page.page.evaluate(condition):
            return
    pytest.fail(f"Tab does not reach {condition}; it is at {page.page.evaluate(FOCUSED_TEXT_JS)!r}")


def go_to_tab(page, name):
    """Go to a tab by keys: the tabs are one stop of the Tab key, and arrow keys lead along them."""
    tab_until(page, "document.activeElement.matches('.polygames-board [role=tab]')")
    while page.page.evaluate(FOCUSED_TEXT_JS) != name:
        press_keys(page, "ArrowRight")


def go_to_cell(page):
    """Select the board's cell with a click into its code, and leave the code.

    A page that restores its tabs may have another notebook, which is hidden.
    """
    page.page.locator(".jp-CodeCell .cm-content:visible").first.click()
    page.page.keyboard.press("Escape")


def assert_keys_stay(page):
    """Press the notebook's command keys in all parts of a board; check that no cell changes."""
    before = page.page.evaluate(READ_CELLS_JS)
    button, tab = (f"{FOCUSED_TEXT_JS} === '{text}'" for text in ("Hint", "Record"))
    for place in (IS_ON_BOARD_JS, button, tab, IS_TEXT_FIELD_JS, IS_LIST_JS):
        if place == IS_TEXT_FIELD_JS:
            page.page.get_by_label("File", exact=True).wait_for()
        if place == tab:
            go_to_tab(page, "Record")
        elif not page.page.evaluate(place):
            tab_until(page, place)
        press_keys(page, f"{CELL_COMMANDS} Enter")
        assert page.page.evaluate(READ_CELLS_JS) == before, place
        assert page.page.evaluate(IS_IN_BOARD_JS), f"{place}: the focus has left the board"
    press_keys(page, "Escape")  # Enter has opened the list


class Hand:
    """A way to play moves on a page; the base class."""

    def __init__(self, page):
        self.page = page

    def begin(self):
        """Prepare to play, for example focus the board."""

    def play(self, frame, move):
        """Play a move by its targets on the board, or by a button."""
        places = {item["target"]: middle(item) for item in frame["items"]}
        for target in move["spelling"]:
            if target in places:
                self.point(places[target])
            else:
                self.button(move["label"])

    def button(self, text):
        self.page.button(text)


class Mouse(Hand):
    def point(self, place):
        self.page.click(place)

    def line(self, frame):
        self.page.drag(*ends(frame))


class Screen:
    """Touches on a board, as the browser gets them from a screen."""

    def __init__(self, page):
        self.page = page
        self.session = page.page.context.new_cdp_session(page.page)

    def send(self, kind, *points):
        places = [dict(zip("xy", self.page.at(point), strict=True)) for point in points]
        touches = [place | {"id": number} for number, place in enumerate(places)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


class Finger(Hand):
    def begin(self):
        self.screen = Screen(self.page)

    def point(self, place):
        self.screen.send("touchStart", place)
        self.screen.send("touchEnd")

    def line(self, frame):
        start, end = ends(frame)
        self.screen.send("touchStart", start)
        for share in (0.3, 0.6, 1):
            between = [a + share * (b - a) for a, b in zip(start, end, strict=True)]
            self.screen.send("touchMove", between)
        self.screen.send("touchEnd")
        self.button("Confirm")  # a finger is not precise

    def button(self, text):
        self.page.page.get_by_role("button", name=text, exact=True).tap()


class Keys(Hand):
    def begin(self):
        go_to_cell(self.page)
        tab_until(self.page, IS_ON_BOARD_JS)

    def play(self, frame, move):
        """Move the cursor to one target of a move after the other."""
        spelled = []
        for target in move["spelling"]:
            stops = next_targets(frame, spelled)
            if target not in stops:
                press_keys(self.page, str(choices(frame).index(move) + 1))
                return
            now = stops.index(spelled[-1]) if spelled and spelled[-1] in stops else -1
            further = (stops.index(target) - now) % len(stops) or len(stops)
            regions = len(frame["regions"]) if now < 0 else 0  # the cursor goes to these first
            press_keys(self.page, "n " * (regions + further))
            press_keys(self.page, "Enter")
            spelled.append(target)

    def line(self, _frame):
        press_keys(self.page, "n Enter h Enter")

    def button(self, text):
        names = [button.inner_text() for button in self.page.choices.all()]
        press_keys(self.page, str(names.index(text) + 1))


def places(page):
    """Return the centres of the items in the frame of a page, by their targets."""
    items = frame_of(page)["items"]
    return {item["target"]: item["center"] for item in items if "center" in item}


def begin_split(page):
    """Draw the first line of Split, from (0, 3) to (10, 3), and choose blue for the opponent."""
    page.drag((0, 3), (10, 3))
    page.until("board.state.phase", "color")
    page.button("play blue: Player 2 moves next")
    page.until("len(board.record.moves)", 2)


LISTEN_JS = """(selector) => {
  const heard = window.heard = [];
  const keep = (changes) => heard.push(...changes.flatMap(({ addedNodes }) =>
    [...addedNodes].map(({ textContent }) => textContent)));
  const regions = document.querySelectorAll(selector);
  for (const each of regions) new MutationObserver(keep).observe(each, { childList: true });
}"""


def record_announcements(tab, selector="[aria-live]"):
    """Record all later announcements of a screen reader: additions to a live region."""
    tab.evaluate(LISTEN_JS, selector)


def wait_for_announcement(tab, words, times=1):
    """Wait until a text has been announced a number of times."""
    tab.wait_for_function(
        "([words, n]) => window.heard.filter((text) => text.includes(words)).length >= n",
        arg=[words, times],
    )


def frame_of(page):
    """Return the last frame that the board sent to its page."""
    return json.loads(page.run("import json; print(json.dumps(board.pointer.frame))"))


def middle(item):
    """Return the middle of an item, or the place deepest inside it: tiles may be concave."""
    points = item.get("points") or [item["center"]]
    corners = zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True)
    places = [mean(points), *map(mean, corners)]
    inside = [at for at in places if is_inside(at, points)]
    return max(inside or places, key=lambda at: min(map(partial(dist, at), points)))


def mean(points):
    return [sum(axis) / len(points) for axis in zip(*points, strict=True)]


def is_inside(at, points):
    """Return True if a place is inside a polygon, by the crossings of a ray with its border."""
    x, y = at
    edges = zip(points, [*points[1:], points[0]], strict=True)
    crossings = sum(
        (v > y) != (w > y) and x < u + (t - u) * (y - v) / (w - v) for (u, v), (t, w) in edges
    )
    return crossings % 2 == 1


def ends(frame):
    """Return the ends of a line across the largest region, from the middle of an edge."""
    edges = max(frame["regions"], key=lambda region: region["value"])["edges"]
    corners = [edge["start"] for edge in edges]
    found = []
    for k, share in ((0, 0.4), (len(corners) // 2, 0.5)):
        a, b = corners[k], corners[(k + 1) % len(corners)]
        found.append([(1 - share) * x + share * y for x, y in zip(a, b, strict=True)])
    return found


def choices(frame):
    """Return the moves that have a button, in the order of their keys."""
    moves = {tuple(move["spelling"]): move for move in frame["moves"]}
    return [moves[tuple(spelling)] for spelling in frame["buttons"]]


def next_targets(frame, spelled):
    """Return the possible next targets of a move, in the order of the cursor."""
    found = set()
    for move in frame["moves"]:
        if frame.get("any_order") and {*spelled} <= {*move["spelling"]}:
            found |= {*move["spelling"]} - {*spelled}
        elif move["spelling"][: len(spelled)] == spelled:
            found |= {*move["spelling"][len(spelled) : len(spelled) + 1]}
    return [item["target"] for item in frame["items"] if item["target"] in found]
