"""The first game of each kind: a hand on the board shows how, until the first move."""

import pytest
from person import Finger, Keys, Mouse, frame_of

import polygames as pg

NEWCOMER = "from polygames.widgets import guide\nguide.KNOWN_GAMES.clear()\n"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PLAY = "import polygames as pg\n{}board = pg.play({!r}, seed=3, autosave=None{})\nboard"
HAND = ".polygames-ghost .polygames-ghost-hand"
CURRENT = ".polygames-guide [aria-current=step]"
IS_IN_BOARD_JS = """() => {
  const hand = document.querySelector('.polygames-ghost-hand').getBoundingClientRect();
  const board = document.querySelector('.polygames-stack').getBoundingClientRect();
  const [x, y] = [hand.left + hand.width / 2, hand.top + hand.height / 2];
  return x > board.left && x < board.right && y > board.top && y < board.bottom;
}"""


def code(game, setup=NEWCOMER):
    return PLAY.format(setup, game, "" if game == "splitter" else ", level=1")


def has_guide(page):
    return [page.page.locator(each).count() for each in (HAND, CURRENT)]


def play_ghost(page, hand):
    """Play the move that the ghost shows."""
    ghost = frame_of(page)["ghost"]
    hand.begin()
    if ghost["kind"] == "line":
        hand.line(frame_of(page))
    else:
        hand.play(frame_of(page), ghost)
    if page.value("board.info.name") == "splitter":
        page.shows("() => document.querySelectorAll('.polygames-ghost').length === 0")
        page.button("Confirm")
    page.until("board.session.running_job is None and board._guide.step", 2)


@pytest.mark.parametrize("game", pg.games())
@pytest.mark.parametrize("hand", [Mouse, Finger], ids=["mouse", "finger"])
def test_a_first_game_shows_a_gesture_until_it_is_made(show_board, game, hand):
    page = show_board(code(game), **(PHONE if hand is Finger else {}))
    for each in (HAND, CURRENT):
        page.page.locator(each).wait_for()
    assert has_guide(page) == [1, 1]
    assert page.page.evaluate(IS_IN_BOARD_JS)
    play_ghost(page, hand(page))
    page.shows("() => document.querySelectorAll('.polygames-ghost').length === 0")
    assert has_guide(page) == [0, 1]
    page.run("board.new()")
    page.until("board._guide.step", None)
    assert has_guide(page) == [0, 0], "a second game needs no guide"


def test_the_gesture_goes_away_while_the_mouse_makes_another_move(show_board):
    page = show_board(code("split"))
    page.page.locator(HAND).wait_for()
    page.page.mouse.move(*page.at((0, 8)))
    page.page.mouse.down()
    page.page.mouse.move(*page.at((5, 2)), steps=4)
    page.page.locator(HAND).wait_for(state="detached")
    page.page.keyboard.press("Escape")
    page.page.mouse.up()
    page.page.locator(HAND).wait_for()
    assert page.value("len(board.record.moves)") == "0"


def test_hide_this_works_by_keys_and_the_board_gets_the_focus(show_board):
    page = show_board(code("polygon"))
    page.page.locator(HAND).wait_for()
    page.page.get_by_role("button", name="Hide this").focus()
    page.page.keyboard.press("Enter")
    page.page.locator(HAND).wait_for(state="detached")
    page.page.locator(CURRENT).wait_for(state="detached")
    assert page.page.evaluate("() => document.activeElement.matches('.polygames-pointer svg')")
    page.run("board.new()")
    page.until("board._guide.step", None)
    assert has_guide(page) == [0, 0]


def test_a_person_who_wants_less_motion_sees_a_still_picture(show_board):
    moving = "() => document.querySelector('.polygames-ghost-hand').getAnimations().length"
    page = show_board(code("splinter"), reduced_motion="reduce")
    page.page.locator(HAND).wait_for()
    assert page.page.evaluate(moving) == 0
    page = show_board(code("splinter"))
    page.page.locator(HAND).wait_for()
    assert page.page.evaluate(moving) == 1


def test_the_first_move_by_keys_ends_the_gesture(show_board):
    page = show_board(code("split"))
    page.page.locator(HAND).wait_for()
    play_ghost(page, Keys(page))
    assert has_guide(page) == [0, 1]


def test_the_ghost_is_no_text_for_a_screen_reader(show_board):
    page = show_board(code("split"))
    page.page.locator(HAND).wait_for()
    assert page.page.locator(".polygames-ghost").get_attribute("aria-hidden") == "true"
    spoken = page.page.locator(".polygames-spoken-log").first.inner_text()
    assert "Drag" not in spoken


def test_a_pupil_sees_the_gesture_in_the_first_game_only(phones, open_class):
    class_ = open_class("polygon", n=5)
    ana, ben = (phones().join(class_, name) for name in ("Ana", "Ben"))
    ana.says("Your turn")
    (table,) = class_.room.tables.values()
    ana.page.locator(HAND).wait_for()
    assert ben.page.locator(HAND).count() == 0, "it is not the turn of this pupil"
    ana.play(table)
    ana.page.locator(HAND).wait_for(state="detached")
    ben.page.locator(HAND).wait_for()
    ben.play(table)
    ana.says("Your turn")
    assert ana.page.locator(HAND).count() == 0
