"""The cards of the tables on the wall: they keep their content, and names have room."""

import pytest
from boardpage import wait_until

FULL_CARDS = """() => [...document.querySelectorAll('.wall-card')]
  .filter((card) => /^Table/.test(card.innerText) && card.querySelector('img')?.naturalWidth
    && card.getBoundingClientRect().height > 100)
  .map((card) => card.innerText.match(/\\d+/)[0])"""

CUT_NAMES = """() => [...document.querySelectorAll('.wall-card .polygames-seat > span')]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.innerText)"""


def play_once(class_, number):
    """Play a move at a table."""
    table = class_.room.tables[number]
    pupil = class_.room.people.get(table.mover)
    class_.room.play(pupil, next(iter(table.state.legal_moves)), version=table.version)


@pytest.mark.parametrize("name", ["territory", "splinter"])
def test_all_cards_keep_their_content_when_tables_are_added(show_wall, open_class, name):
    class_ = open_class(name)
    for pupil in ("Ana", "Ben", "Cem", "Dea"):
        class_.room.seating.join(pupil)
    wall = show_wall(class_).page
    wall.locator(".wall-card img").nth(1).wait_for()

    def press(name):
        wall.get_by_role("button", name=name, exact=True).first.click()

    def expect(*numbers):
        wait_until(wall, lambda: wall.evaluate(FULL_CARDS) == [*numbers])

    press("New round …")
    press("Start the round")
    expect("3", "4")
    play_once(class_, 3)
    wall.get_by_text("move 1").wait_for()
    expect("3", "4")
    for button in ("Hide names", "Show names"):
        press(button)
        expect("3", "4")
    wall.locator(".wall-card").nth(1).click()
    expect("3", "4")
    assert "Table 4" in wall.locator(".wall-enlarged").inner_text()
    press("Close table 4")
    expect("3", "4")
    wall.locator(".wall-card").nth(0).click()
    wall.locator(".wall-enlarged").wait_for()
    wall.keyboard.press("Escape")
    wall.locator(".wall-enlarged").wait_for(state="detached")
    press("Show old tables")
    expect("1", "2", "3", "4")


@pytest.mark.parametrize(
    ("count", "width", "height", "least"),
    [(2, 1920, 1080, 500), (2, 1366, 768, 380), (8, 1366, 768, 160), (12, 1280, 720, 150)],
)
def test_names_are_whole_beside_a_clock_and_few_cards_are_large(
    show_wall, open_class, count, width, height, least
):
    class_ = open_class("splinter", minutes=5)
    names = ["Ana", "Ömer", "BenBen", "Dea"]
    for number in range(2 * count):
        class_.room.seating.join(f"{names[number % 4]}{number // 4 or ''}")
    class_.room.ledger.is_present = lambda _: True
    class_.room.start_clocks()
    wall = show_wall(class_, viewport={"width": width, "height": height}).page
    wall.locator(".wall-card img").nth(count - 1).wait_for()
    assert wall.locator(".wall-card time").count() == 2 * count
    assert wall.evaluate(CUT_NAMES) == []
    boxes = [each.bounding_box() for each in wall.locator(".wall-card").all()]
    assert all(box["width"] >= least for box in boxes)
    assert max(box["y"] + box["height"] for box in boxes) <= height  # without scrolling
