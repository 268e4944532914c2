"""The Review page in JupyterLab: a game is looked back at with what a person has."""

import pytest
from person import places

import polygames as pg

LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
MAX_CONTROLS = 12
PLAYED = """
import polygames as pg
board = pg.play("polygon", n=6, autosave=None, seats=("human", "human"))
for move in ("A-C", "C-F", "F-B"):
    board.play(move)
board
"""
REVIEWED = """
import polygames as pg
from dataclasses import replace
from random import Random
from polygames.search.review.positions import exact_estimate
record, rng = pg.Record(pg.new({game!r})), Random(4)
while len(record.moves) < {plies} or record.state.turn < 0:
    record.push(record.state.legal_moves.sample(rng))
played, other = [*dict.fromkeys(record.state.legal_moves.sample(rng) for _ in range(99))][:2]
seat = record.state.turn
record.push(played)
mistake = record.node
found = pg.review(record, seconds=0.01, progress=False)
low, high = found.scale
def worth(value):
    return exact_estimate(value if seat == 0 or not found.is_opposed else -value)
before, after = found.positions[-2:]
before = replace(before, estimates=(worth(high),) * len(before.estimates), line=(other,))
after = replace(after, estimates=(worth(low),) * len(after.estimates), is_quick=False)
found = replace(found, positions=(*found.positions[:-2], before, after))
assert [m.is_mistake for m in found.moves][-1]
board = pg.play({game!r}, autosave=None, seats=("human",) * record.start.seats)
board.session.pause(paused=True)
board.load(record)
panel = board.get_panel("Review")
board.go_to(mistake.parent)
panel.review = found
panel.refresh()
board"""
PLIES = {"polygon": 2}
MANY_PLIES = 14
AT = "[str(move) for move in board.record.moves]"
WORDS = ".polygames-review-text"
CONTROLS_JS = """() => [...document.querySelectorAll(
  '.polygames-board :is(button, select, input, textarea, summary, [role=slider])')]
    .filter((each) => each.checkVisibility() && !each.matches('.polygames-more'))
    .map((each) => each.ariaLabel ?? each.textContent.trim())"""
BOXES_JS = """() => Object.fromEntries(
  ['.polygames-status', '.polygames-stack', '.polygames-curve', '.polygames-review-text'].map(
    (name) => [name, document.querySelector(`.polygames-board ${name}`).getBoundingClientRect()],
  ))"""
DRAWN_WORDS = (
    "sorted(e.text for e in board.overlay if getattr(e, 'text', '') in ('better', 'played'))"
)


def reviewed(game):
    return REVIEWED.format(game=game, plies=PLIES.get(game, MANY_PLIES))


def said(page, words):
    text = page.page.locator(WORDS).filter(has_text=words)
    text.wait_for()
    return text.inner_text()


def press(page, name):
    page.page.locator(f".polygames-review-button[data-button={name}]:enabled").click()


def open_review(page):
    page.page.get_by_role("tab", name="Review", exact=True).click()
    page.page.locator(".polygames-review-button[data-button=next]:enabled").wait_for()


def test_a_person_looks_back_and_plays_a_mistake_better(show_board):
    page = show_board(PLAYED, viewport=LAPTOP)
    open_review(page)
    assert page.page.locator(".polygames-curve-mark").count() >= 1
    box = page.page.locator(".polygames-curve").bounding_box()
    page.page.mouse.click(box["x"] + 3, box["y"] + 30)
    page.until(AT, [])
    press(page, "next")
    moment = said(page, "Moment 1 of")
    assert "Red: A to C." in moment
    assert "Better: A to D." in moment
    assert "A won game is now lost (proved)." in moment
    page.until(DRAWN_WORDS, ["better", "played"])
    press(page, "retry")
    page.until(DRAWN_WORDS, [])
    assert "Better" not in page.page.locator(WORDS).inner_text()
    press(page, "hint")
    said(page, "Hint")
    at = places(page)
    page.layer.evaluate("layer => layer.scrollIntoView({block: 'center'})")
    page.frames()
    page.click(at["A"])
    page.click(at["D"])
    said(page, "Right")


@pytest.mark.parametrize("game", pg.games())
def test_a_review_has_twelve_controls_at_most_and_draws_the_better_move(show_board, game):
    page = show_board(reviewed(game), viewport=LAPTOP)
    open_review(page)
    press(page, "next")
    said(page, "Moment ")
    page.until(DRAWN_WORDS, ["better", "played"])
    controls = page.page.evaluate(CONTROLS_JS)
    assert len(controls) <= MAX_CONTROLS, controls
    assert {"Undo", "More", "All moves", "Try it yourself"} <= set(controls)
    boxes = page.page.evaluate(BOXES_JS)
    assert boxes[".polygames-status"]["bottom"] < boxes[".polygames-curve"]["top"]
    assert boxes[WORDS]["bottom"] <= LAPTOP["height"]
    page.page.get_by_role("button", name="More").click()
    assert page.page.get_by_role("button", name="Think longer").is_visible()
    assert page.page.get_by_role("tab", name="Moves", exact=True).is_visible()
    assert len(page.page.evaluate(CONTROLS_JS)) > MAX_CONTROLS


@pytest.mark.parametrize("game", pg.games())
def test_on_a_phone_the_board_the_curve_and_the_moment_are_on_one_screen(show_board, game):
    page = show_board(reviewed(game), viewport=PHONE, has_touch=True, is_mobile=True)
    open_review(page)
    press(page, "next")
    said(page, "Moment ")
    page.page.locator(".polygames-board").evaluate("board => board.scrollIntoView()")
    page.frames()
    boxes = page.page.evaluate(BOXES_JS)
    order = [boxes[name] for name in boxes]
    assert order == sorted(order, key=lambda box: box["top"])
    assert order[0]["top"] >= 0
    assert order[-1]["bottom"] <= PHONE["height"], boxes


def test_the_review_starts_at_the_press_and_moves_undo_and_pages_stay_alive(show_board):
    code = """
import polygames as pg
from random import Random
rng = Random(4)
board = pg.play("splinter", autosave=None, seats=("human", "human"))
for _ in range(14):
    board.play(board.state.legal_moves.sample(rng))
board"""
    page = show_board(code, viewport=LAPTOP)
    page.page.get_by_role("tab", name="Review", exact=True).click()
    bar = page.page.locator(".polygames-progress progress")
    bar.wait_for()
    page.button("Undo")
    page.until("len(board.record.moves)", 13)
    page.run("board.play(next(iter(board.state.legal_moves)))")
    press(page, "moves")
    page.page.get_by_role("tab", name="Moves", exact=True, selected=True).wait_for()
    assert page.value("board.get_panel('Review').is_running") == "True"
    page.page.get_by_role("tab", name="Review", exact=True).click()
    assert page.page.locator(".polygames-progress").inner_text().strip()
    page.page.get_by_role("button", name="Stop").click()
    bar.wait_for(state="hidden")
