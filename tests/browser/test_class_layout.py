"""The pages of a class show names and controls whole."""

import pytest
from phone import LAPTOP_OPTIONS, PHONE_OPTIONS, TABLET_OPTIONS

NAME = "Ömer Ågy"
"""A name with letters that are higher and deeper than most."""

SHOW_OVERFLOW = ".polygames-seat > span { overflow: visible !important }"


@pytest.mark.parametrize("kind", ["wall", "phone", "laptop"])
def test_the_dots_and_rings_of_letters_are_not_cut_off(phones, show_wall, open_class, kind):
    class_ = open_class("territory", minutes=5)
    class_.room.seating.join("Ana")
    if kind == "wall":
        class_.room.seating.join(NAME)
        page = show_wall(class_).page
    else:
        options = PHONE_OPTIONS if kind == "phone" else LAPTOP_OPTIONS | {"has_touch": True}
        page = phones(**options).join(class_, NAME).page
    chip = page.locator(".polygames-seat", has_text="Ömer").first
    chip.wait_for()
    page.add_style_tag(content="time { visibility: hidden }")
    before = chip.screenshot()
    page.add_style_tag(content=SHOW_OVERFLOW)
    assert chip.screenshot() == before


@pytest.mark.parametrize("options", [LAPTOP_OPTIONS, TABLET_OPTIONS, PHONE_OPTIONS])
def test_the_tools_of_a_pupil_keep_their_width_after_a_move(phones, open_class, options):
    class_ = open_class("territory")
    room = class_.room
    for name in ("Cem", "Dea"):
        room.seating.join(name)
    ana = phones(**options | {"has_touch": True}).join(class_, "Anastasia")
    watch = ana.page.locator(".class-watch")
    waiting = watch.bounding_box()["width"]
    tools = ana.page.locator(".polygames-tools")
    height = tools.bounding_box()["height"]
    pupil = room.people.find_by_name("Anastasia")
    room.seating.join("Ben")
    ana.says("Your turn")
    table = room.seating.table_of(pupil.id)
    room.play(pupil, next(iter(table.state.legal_moves)), version=table.version)
    ana.page.get_by_role("button", name="Undo", exact=True).wait_for()
    controls = ana.page.locator(".polygames-tools > *").all()
    boxes = [each.bounding_box() for each in controls]
    width = ana.page.viewport_size["width"]
    assert len(boxes) == 5
    if options is LAPTOP_OPTIONS:  # the choices below do not move away from a finger
        assert tools.bounding_box()["height"] == height
    assert min(waiting, watch.bounding_box()["width"]) >= 70
    assert all(box["width"] >= 36 and box["x"] + box["width"] <= width for box in boxes)


def test_the_aim_of_the_game_is_read_whole_on_a_laptop(phones, open_class):
    ana = phones(**LAPTOP_OPTIONS, has_touch=True).join(open_class("territory"), "Ana")
    message = ana.page.locator(".polygames-message")
    message.wait_for()
    assert message.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
