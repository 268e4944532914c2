"""The teacher types and presses at the wall while twelve tables play."""

import pytest
from boardpage import wait_until
from crowd import Crowd

TABLES = 12
HOLD_MS = 150
"""How long a person holds a key or the mouse button, about."""


@pytest.fixture
def busy(open_class, show_wall):
    """Return a class in which twelve tables play without a pause, and its wall."""
    class_ = open_class("polygon", n=8)
    wall = show_wall(class_)
    wall.page.get_by_text("0 in the class").wait_for()  # the list opens if the class is small then
    with Crowd(class_, 2 * TABLES, think=0.2):
        wait_until(wall.page, lambda: len(class_.people) == 2 * TABLES)
        wait_until(wall.page, lambda: class_.room.tables[TABLES].record.moves)
        yield class_, wall.page


def type_slowly(page, label, text):
    page.get_by_label(label).click(delay=HOLD_MS)
    page.keyboard.type(text, delay=HOLD_MS)


def test_what_a_teacher_types_at_the_wall_arrives_while_twelve_tables_play(busy):
    class_, page = busy
    type_slowly(page, "a message to all", "Five minutes more")
    page.keyboard.press("Home")
    page.keyboard.type("Still ", delay=HOLD_MS)  # where the caret is
    assert page.get_by_label("a message to all").input_value() == "Still Five minutes more"
    page.keyboard.press("Enter")
    wait_until(page, lambda: class_.room.ledger.announcement == "Still Five minutes more")
    assert page.get_by_label("a message to all").input_value() == ""
    page.get_by_role("button", name="Question …").click(delay=HOLD_MS)
    type_slowly(page, "a question", "Who wins?")
    type_slowly(page, "choices", "first; second")
    page.keyboard.press("Enter")
    wait_until(page, lambda: class_.room.ledger.question)
    assert class_.room.ledger.question.choices == ("first", "second")


def test_every_press_at_the_wall_counts_while_twelve_tables_play(busy):
    class_, page = busy
    for number in range(10):
        is_paused = number % 2 == 0
        name = "Pause all" if is_paused else "Continue"
        page.get_by_role("button", name=name, exact=True).click(delay=HOLD_MS)
        wait_until(page, lambda now=is_paused: class_.room.ledger.is_paused == now)
    boxes = [page.get_by_label(f"choose Scripted {number}", exact=True) for number in range(8)]
    for box in boxes:
        box.click(delay=HOLD_MS)
    assert all(box.is_checked() for box in boxes)


def test_what_a_teacher_opened_stays_open_while_twelve_tables_play(busy):
    class_, page = busy
    page.get_by_role("button", name="New round …").click(delay=HOLD_MS)
    page.get_by_label("how a new round is paired").select_option("swiss")
    page.get_by_text("Results", exact=True).click(delay=HOLD_MS)
    pairing = page.get_by_label("how a new round is paired")
    pairing.focus()
    pairing.evaluate("each => { each.dataset.seen = 'yes'; }")
    before = sum(table.version for table in class_.room.tables.values())
    wait_until(
        page, lambda: sum(table.version for table in class_.room.tables.values()) > before + 60
    )
    assert pairing.input_value() == "swiss"
    assert pairing.evaluate("each => each.dataset.seen && each === document.activeElement")
    assert page.locator(".wall-results").is_visible()


def test_who_comes_with_a_known_name_waits_for_the_teacher_and_a_tablet_is_shared(
    phones, show_wall, open_class
):
    class_ = open_class("polygon", n=6)
    wall, address = show_wall(class_), f"{class_.url}#{class_.code}"
    phones().join(class_, "Ana")
    tablet = phones()
    tablet.page.goto(address)
    tablet.page.get_by_label("Your first name").fill("ana")
    tablet.press("Join")
    tablet.page.get_by_text("ana is in the class already.").wait_for()
    wall.page.get_by_role("button", name="Another pupil").click()
    tablet.says("to move")
    assert class_.people == ("Ana", "ana 2")
    tablet.press("I am not ana 2")
    tablet.press("Yes, leave")
    tablet.page.get_by_label("Your first name").fill("Ben")
    tablet.press("Join")
    wait_until(tablet.page, lambda: class_.people == ("Ana", "ana 2", "Ben"))


def test_the_teacher_strikes_a_result_locks_the_class_lets_in_and_changes_the_code(
    phones, show_wall, open_class
):
    class_ = open_class("polygon", n=6)
    ana, ben = (class_.room.seating.join(name)[0] for name in ("Ana", "Ben"))
    class_.room.play(ana, "A-C", version=class_.room.tables[1].version)
    class_.room.resign(ben)
    wall, code = show_wall(class_), class_.code

    def press(name):
        wall.page.get_by_role("button", name=name, exact=True).click()

    wall.page.locator(".wall-card").click()
    strike = "Cancel the result of table 1"
    box = wall.page.get_by_role("button", name=strike).bounding_box()
    assert box["y"] + box["height"] <= 768  # without scrolling
    press(strike)
    wall.page.get_by_text("The teacher has cancelled this result.").wait_for()
    assert class_.results()[0]["points"] == 0
    press("Lock class")
    wait_until(wall.page, lambda: class_.room.ledger.is_locked)
    cem = phones()
    cem.page.goto(f"{class_.url}#{class_.code}")
    cem.page.get_by_label("Your first name").fill("Cem")
    cem.press("Join")
    cem.page.get_by_text("The class is locked.").wait_for()
    press("Let in")
    cem.page.wait_for_selector(".polygames-pointer svg")
    assert class_.people == ("Ana", "Ben", "Cem")
    press("New code")
    press("Change the code")
    wait_until(wall.page, lambda: class_.code != code)
    wall.page.get_by_text(f"{class_.code[:3]} {class_.code[3:]}", exact=True).first.wait_for()


def test_what_a_pupil_has_begun_stays_when_others_come_in(seat_two, open_class):
    class_ = open_class("polygon", n=6)
    ana, _ = seat_two(class_)
    ana.press("Give up")
    ana.press("How to play")
    for name in ("Cem", "Dea"):
        class_.room.seating.join(name)
    ana.page.locator("option", has_text="Cem").wait_for(state="attached")  # the news have come
    help_ = ana.page.get_by_role("dialog", name="How to play")
    assert help_.is_visible()
    help_.get_by_role("button", name="Close").tap()
    ana.press("Yes, give up")
    wait_until(ana.page, lambda: class_.room.tables[1].result)
