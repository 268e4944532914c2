"""A person at a board in the browser: mouse, keys or a finger, whichever game it is.

What is to be played comes from the frame that the board has sent to its page, and how it is played
is what a person does: nothing here calls the kernel to make a move.
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
"""For what hangs on the page, not on how its picture came there."""

ON_BOARD = "document.activeElement === document.querySelector('.polygames-pointer svg')"
IN_BOARD = "document.activeElement.closest('.polygames-board') !== null"
FOCUSED = "document.activeElement.textContent.trim()"
TEXT_FIELD = "document.activeElement.matches('.polygames-board input[type=text]')"
LIST = "document.activeElement.matches('.polygames-board select')"
CELLS = """() => jupyterapp.shell.currentWidget.content.widgets.map(
  ({model}) => [model.type, model.sharedModel.getSource()])"""
COMMANDS = "a b x m y z c v l o j k i g G d d"
"""What a notebook does with a cell, each at one key: add, cut, change its type, delete."""
NOT_YET = "board.state.outcome is None and not board.session.is_human_turn"


def press(page, keys):
    for key in keys.split():
        page.page.keyboard.press(key)


def tab_until(page, seen, most=40):
    """Press Tab until something is focused, as often as a person would."""
    for _ in range(most):
        page.page.keyboard.press("Tab")
        if page.page.evaluate(seen):
            return
    pytest.fail(f"Tab does not reach {seen}; it is at {page.page.evaluate(FOCUSED)!r}")


def go_to_cell(page):
    """Select the board's cell with a click into its code, and leave the code.

    A page that restores its tabs may have another notebook, which is hidden.
    """
    page.page.locator(".jp-CodeCell .cm-content:visible").first.click()
    page.page.keyboard.press("Escape")


def assert_keys_stay(page):
    """Press the notebook's commands all over a board, and check that no cell has changed."""
    before = page.page.evaluate(CELLS)
    button, tab = f"{FOCUSED} === 'Hint'", f"{FOCUSED} === 'Record'"  # Enter opens its panel
    for place in (ON_BOARD, button, tab, TEXT_FIELD, LIST):
        if place == TEXT_FIELD:
            page.page.get_by_label("File", exact=True).wait_for()
        if not page.page.evaluate(place):
            tab_until(page, place)
        press(page, f"{COMMANDS} Enter")
        assert page.page.evaluate(CELLS) == before, place
        assert page.page.evaluate(IN_BOARD), f"{place}: the focus has left the board"
    press(page, "Escape")  # Enter has opened the list


class Hand:
    """Plays what it is told on a page."""

    def __init__(self, page):
        self.page = page

    def begin(self):
        """Come to the board."""

    def play(self, frame, move):
        """Make a move that is spelled on the board, or by a button."""
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

    def button(self, text):
        self.page.page.get_by_role("button", name=text, exact=True).tap()


class Keys(Hand):
    def begin(self):
        go_to_cell(self.page)
        tab_until(self.page, ON_BOARD)

    def play(self, frame, move):
        """Go to one target after the other, round those that can be chosen."""
        spelled = []
        for target in move["spelling"]:
            stops = next_targets(frame, spelled)
            if target not in stops:
                press(self.page, str(choices(frame).index(move) + 1))
                return
            now = stops.index(spelled[-1]) if spelled and spelled[-1] in stops else -1
            further = (stops.index(target) - now) % len(stops) or len(stops)
            regions = len(frame["regions"]) if now < 0 else 0  # the cursor goes to these first
            press(self.page, "n " * (regions + further))
            press(self.page, "Enter")
            spelled.append(target)

    def line(self, _frame):
        press(self.page, "n Enter h Enter")

    def button(self, text):
        names = [button.inner_text() for button in self.page.choices.all()]
        press(self.page, str(names.index(text) + 1))


def places(page):
    """Return where the things of a board lie that its page knows, by their names."""
    items = frame_of(page)["items"]
    return {item["target"]: item["center"] for item in items if "center" in item}


def begin_split(page):
    """Draw the first line of Split, from (0, 3) to (10, 3), and let the other one play blue."""
    page.drag((0, 3), (10, 3))
    page.until("board.state.phase", "color")
    page.button("play blue: Player 2 moves next")
    page.until("len(board.record.moves)", 2)


LISTEN = """(selector) => {
  const heard = window.heard = [];
  const keep = (changes) => heard.push(...changes.flatMap(({ addedNodes }) =>
    [...addedNodes].map(({ textContent }) => textContent)));
  const regions = document.querySelectorAll(selector);
  for (const each of regions) new MutationObserver(keep).observe(each, { childList: true });
}"""


def listen(tab, selector="[aria-live]"):
    """Note what a screen reader is given to say from now on: what is added to a live region."""
    tab.evaluate(LISTEN, selector)


def told(tab, words, times=1):
    """Wait until something has been said so often."""
    tab.wait_for_function(
        "([words, n]) => window.heard.filter((said) => said.includes(words)).length >= n",
        arg=[words, times],
    )


def frame_of(page):
    """Return what the page was told."""
    return json.loads(page.run("import json; print(json.dumps(board.pointer.frame))"))


def middle(item):
    """Return the middle of an item, or else the place that is deepest inside it: tiles are bent."""
    points = item.get("points") or [item["center"]]
    corners = zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True)
    places = [mean(points), *map(mean, corners)]
    inside = [at for at in places if is_inside(at, points)]
    return max(inside or places, key=lambda at: min(map(partial(dist, at), points)))


def mean(points):
    return [sum(axis) / len(points) for axis in zip(*points, strict=True)]


def is_inside(at, points):
    """Say whether a place is inside a polygon: a ray from there crosses its border oddly often."""
    x, y = at
    edges = zip(points, [*points[1:], points[0]], strict=True)
    return (
        sum((v > y) != (w > y) and x < u + (t - u) * (y - v) / (w - v) for (u, v), (t, w) in edges)
        % 2
    )


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
    """Return what can be chosen next, in the order of the cursor."""
    found = set()
    for move in frame["moves"]:
        if frame.get("any_order") and {*spelled} <= {*move["spelling"]}:
            found |= {*move["spelling"]} - {*spelled}
        elif move["spelling"][: len(spelled)] == spelled:
            found |= {*move["spelling"][len(spelled) : len(spelled) + 1]}
    return [item["target"] for item in frame["items"] if item["target"] in found]
