"""A class in Chromium: what the pages of pupils and the wall show, and what is pressed there."""

import pytest
from boardpage import wait_until
from person import record_announcements, wait_for_announcement
from phone import LAPTOP_OPTIONS, PHONE_OPTIONS, TALL_PHONE_OPTIONS, table_frame

import polygames as pg
from polygames.table.seat_view import SeatView

IS_WIDER_THAN_SCREEN = "() => document.documentElement.scrollWidth > innerWidth"
CUT_BUTTONS = """buttons => buttons.filter(each => each.scrollWidth > each.clientWidth)
  .map(each => each.textContent)"""
DENIED = """for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get() { throw new DOMException(name, 'SecurityError'); } });
}"""


def test_wall_and_class_pages_work_where_storage_is_denied(phones, open_class):
    class_ = open_class("split")
    wall, ana, ben = phones(viewport={"width": 1366, "height": 768}), phones(), phones()
    for each in (wall, ana, ben):
        each.context.add_init_script(DENIED)
    wall.page.goto(class_.wall_url)
    ana.join(class_, "Ana")
    ben.join(class_, "Ben")
    wall.page.get_by_text("Ana").first.wait_for()
    assert class_.wall_url.partition("#")[2] not in wall.page.url, "a projector shows the address"


def test_a_swipe_over_a_board_that_draws_no_line_keeps_the_page(phones, open_class):
    class_ = open_class("split")
    ana = phones()
    ana.page.goto("about:blank")  # only then there is a page to go back to
    ana.join(class_, "Ana")
    phones().join(class_, "Ben")
    ana.says("Your turn")
    frame = table_frame(SeatView(class_.room.tables[1], 0))
    for start, end in (((2, 5), (9, 5)), ((9, 5), (2, 5)), ((5, 2), (5, 9))):
        ana.swipe(frame, start, end)
    ana.page.wait_for_timeout(500)  # to go back takes a moment
    assert ana.page.url.startswith(class_.url)
    ana.says("Your turn")


def test_a_reload_and_a_server_that_was_away_give_the_seat_back(seat_two, open_class):
    class_ = open_class("polygon", n=6)
    ana, ben = seat_two(class_)
    table = class_.room.tables[1]
    ana.play(table)
    wait_until(ana.page, lambda: len(table.record.moves) == 1)
    ana.page.reload()
    ana.says("Ben is to move")
    port, board = class_.server.port, box_of(ben.page, ".polygames-stack")
    class_.close()
    ben.page.get_by_role("heading", name="The class is over.").wait_for()
    assert not ben.page.evaluate(IS_WIDER_THAN_SCREEN)
    with ben.page.expect_download() as download:
        ben.page.get_by_role("link", name="Save my games as a page").tap()
    assert "was not finished" in download.value.path().read_text("utf-8")
    again = open_class(port=port)
    ben.page.get_by_role("heading", name="The class is over.").wait_for(state="detached")
    ben.page.wait_for_selector(".polygames-pointer svg")
    assert box_of(ben.page, ".polygames-stack") == board
    table = again.room.tables[1]
    ben.play(table)
    wait_until(ben.page, lambda: len(table.record.moves) == 2)
    ana.says("Your turn")
    for each in (ana, ben):
        each.errors.clear()  # the server was away


def test_a_pupil_whose_partner_was_removed_goes_on_against_the_computer_on_a_phone(
    seat_two, open_class
):
    class_ = open_class("polygon", n=6)
    ana, ben = seat_two(class_)
    class_.room.seating.remove_pupil("p2")
    ana.page.get_by_text("A seat at this board is free.").wait_for()
    cut = ana.page.locator(".polygames-tools > .jupyter-button").evaluate_all(CUT_BUTTONS)
    assert cut == [], "the words of a button are wider than it"
    ana.page.get_by_role("button", name="Play the computer").tap()
    ana.page.get_by_text("The computer takes the seat of the missing player.").wait_for()
    ana.page.get_by_role("button", name="Yes, go on").tap()
    ana.says("Your turn")
    table = class_.room.tables[1]
    ana.play(table)
    wait_until(ana.page, lambda: len(table.record.moves) == 2)
    ben.page.get_by_role("button", name="Join").wait_for()


HIT = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.textContent ?? ''"
"""The label of the button at a place of the page."""


@pytest.mark.parametrize("options", [PHONE_OPTIONS, LAPTOP_OPTIONS | {"has_touch": True}])
def test_a_second_tap_at_the_same_place_meets_no_other_button(phones, open_class, options):
    class_ = open_class("polygon", n=6, level=1)
    ana = phones(**options).join(class_, "Ana")
    room = class_.room
    room.play(room.people.get("p1"), "A-C", version=room.tables[1].version)
    ana.page.get_by_role("button", name="Undo").wait_for()
    for name, question in (("Give up", "Give up this game?"), ("I am not Ana", "Leave the seat")):
        button = ana.page.get_by_role("button", name=name, exact=True)
        box = button.bounding_box()
        button.click()
        ana.page.get_by_text(question).wait_for()
        for share in (0.05, 0.5, 0.95):
            place = [box["x"] + share * box["width"], box["y"] + box["height"] / 2]
            assert ana.page.evaluate(HIT, place) in ("", "No")
        ana.page.get_by_text(question).wait_for(state="hidden")  # after some seconds
    assert room.tables[1].result is None


SEEN = """() => {
  const box = document.querySelector('.polygames-texts').getBoundingClientRect();
  return [...document.querySelectorAll('.polygames-status, .polygames-message')].every((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    const isWhole = each.scrollHeight <= each.clientHeight + 1;
    return top >= box.top - 1 && bottom <= box.bottom + 1 && isWhole;
  });
}"""
"""Whether the words above the board are all seen."""


@pytest.mark.parametrize("game", pg.games())
def test_a_phone_says_what_the_game_is_about_and_how_to_play_it(seat_two, open_class, game):
    class_ = open_class(game, **({"players": 2} if game == "splitter" else {}))
    ana, _ = seat_two(class_)
    message = ana.page.locator(".polygames-message")
    assert pg.game(game).summary in message.inner_text()
    assert ana.page.evaluate(SEEN)
    wide, high = ana.page.evaluate(
        "(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])(document.documentElement)"
    )
    assert wide <= PHONE_OPTIONS["viewport"]["width"]
    assert high <= PHONE_OPTIONS["viewport"]["height"]
    assert ana.page.get_by_role("button", name="Undo").count() == 0
    ana.page.get_by_role("button", name="How to play").tap()
    help_ = ana.page.get_by_role("dialog", name="How to play")
    help_.wait_for()
    assert help_.locator("svg:visible").count() == 1
    help_.get_by_text("All rules").tap()
    assert help_.get_by_role("listitem").count() >= 6
    assert help_.evaluate("each => each.scrollWidth <= each.clientWidth")
    help_.get_by_role("button", name="Close").tap()
    help_.wait_for(state="detached")


@pytest.mark.parametrize("game", pg.games())
def test_the_longest_question_of_a_race_is_read_whole_on_a_phone(phones, open_class, game):
    class_ = open_class(game)
    ana = phones().join(class_, "Ana")
    known = pg.puzzles(game)
    longest = max(known, key=lambda each: len(each.task))
    class_.room.rounds.start_race(5, len(known))
    class_.room.ledger.race.puzzle_numbers = (longest.number,) * len(known)
    class_.room.rounds.skip_puzzle(class_.room.people.get("p1"))
    ana.says(longest.task)
    ana.page.wait_for_function(SEEN)


def test_words_that_are_longer_than_their_place_on_a_phone_are_shown_whole_by_more(
    phones, open_class
):
    class_ = open_class("split")
    small = {**PHONE_OPTIONS, "viewport": {"width": 280, "height": 653}}
    ana = phones(**small).join(class_, "Ana")
    class_.room.rounds.start_race(5, 20)
    ana.says("Puzzle 1 of 20")
    more = ana.page.get_by_role("button", name="more")
    more.tap()
    ana.page.get_by_role("button", name="less").wait_for()
    class_.room.seating.join("Cem")  # others come in: what is read stays open
    ana.page.wait_for_timeout(300)
    ana.page.get_by_role("button", name="less").tap()
    more.wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_dark_where_the_device_is(show_wall, phones, open_class, scheme):
    class_ = open_class("polygon", n=6)
    ana = phones(**PHONE_OPTIONS, color_scheme=scheme).join(class_, "Ana")
    wall = show_wall(class_, color_scheme=scheme)
    for phone in (ana, wall):
        color = phone.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert color == {"light": "rgb(255, 255, 255)", "dark": "rgb(17, 17, 17)"}[scheme]


WALL = """
import polygames as pg
from IPython.display import display
room = pg.classroom("polygon", n=6, folder=None, port=0)
display(room)
board = pg.play("polygon", autosave=None)
board
"""


def test_the_wall_in_a_notebook_is_live_and_pauses(show_board):
    page = show_board(WALL)
    page.page.get_by_text("Only this computer can join").wait_for()
    page.page.get_by_text("pg.classroom('polygon', lan=True)").wait_for()
    assert page.page.locator(".wall-join-info img").count() == 0
    page.run("_ = room.room.seating.join('Ana'), room.room.seating.join('Ben')")
    page.page.get_by_text("Table 1 · move 0").wait_for()
    page.page.get_by_role("button", name="Pause all").click()
    page.until("room.room.ledger.is_paused", True)
    page.run("room.close()")


@pytest.mark.parametrize("screen", [(1366, 768), (1280, 720)])
def test_thirty_tables_are_in_sight_on_a_projector(show_wall, open_class, screen):
    class_ = open_class(
        "splinter", minutes=15
    )  # the highest board, and the longest names with clocks
    for number in range(60):
        class_.room.seating.join(f"Alexandra {number}")
    wall = show_wall(class_, viewport=dict(zip(("width", "height"), screen, strict=True)))
    wall.page.wait_for_selector(".wall-medium-cards")
    cards = wall.page.locator(".wall-card").all()
    assert len(cards) == 30
    assert max(box["y"] + box["height"] for box in (c.bounding_box() for c in cards)) <= screen[1]


def test_what_would_end_games_asks_before_it_does(show_wall, open_class):
    class_ = open_class("polygon", n=6)
    for name in ("Ana", "Ben", "Cem", "Dea", "Eva", "Fay"):
        class_.room.seating.join(name)
    for number in (1, 2):
        table = class_.room.tables[number]
        move = next(iter(table.state.legal_moves))
        class_.room.play(class_.room.people.get(table.seats[0]), move, version=table.version)
    wall = show_wall(class_)

    def press(name):
        wall.page.get_by_role("button", name=name, exact=True).click()

    press("Puzzle race …")
    press("Start the race")
    wall.page.get_by_text("This ends 2 unfinished games.").wait_for()
    assert class_.room.ledger.race is None
    press("No")
    assert class_.room.ledger.race is None
    wall.page.get_by_label("choose Cem").check()
    wall.page.get_by_label("choose Fay").check()
    press("Start a game for them")
    wall.page.get_by_text("This ends 1 unfinished game.").wait_for()
    press("End it and start their game")
    wall.page.get_by_text("Table 4 · move 0").wait_for()
    press("Puzzle race …")
    press("Start the race")
    wall.page.get_by_text("This ends 1 unfinished game.").wait_for()
    press("End it and start the race")
    wall.page.get_by_text("Puzzle race ·").wait_for()
    press("New round …")
    press("Start the round")
    wall.page.get_by_text("This ends the puzzle race.").wait_for()
    press("End it and start the round")
    wall.page.get_by_text("Puzzle race ·").wait_for(state="hidden")
    press("New round …")
    press("Start the round")  # nobody has moved: there is nothing to ask
    wait_until(wall.page, lambda: class_.room.ledger.round == 3)


def test_the_wall_seats_who_waits_with_the_computer_and_lets_all_begin_at_a_puzzle(
    show_wall, phones, open_class
):
    class_ = open_class("territory")
    puzzle = next(each for each in pg.puzzles("territory") if each.state.seats == 1)
    ana, wall = phones().join(class_, "Ana"), show_wall(class_)

    def press(name):
        wall.page.get_by_role("button", name=name, exact=True).click()

    ana.says("Waiting for another player")
    wall.page.get_by_label("choose Ana").check()
    press("Start a game with the computer")
    ana.says("Your turn")
    ana.play(class_.room.tables[2])
    wall.page.get_by_text("Table 2 · move 2").wait_for()  # it has answered, and the wall knows
    wall.page.get_by_label("choose Ana").check()
    press("Start a game with the computer")
    wall.page.get_by_text("This ends 1 unfinished game.").wait_for()
    press("New round …")  # something else: nothing is ended, and its form is there
    wall.page.get_by_label("the number of a puzzle").fill(str(puzzle.number))
    press("Start the round")
    press("End it and start the round")
    wait_until(wall.page, lambda: 3 in class_.room.tables)
    table = class_.room.tables[3]
    assert (table.seats, table.state) == (["p1"], puzzle.state)
    ana.says("Your turn")
    wall.page.get_by_label("choose Ana").check()
    wall.page.get_by_role("button", name="Start a game with the computer").wait_for(
        state="detached"
    )


def box_of(page, what):
    return page.locator(what).bounding_box()


@pytest.mark.parametrize("screen", [(390, 780), (1366, 768)])
def test_a_question_does_not_move_the_board_and_all_is_on_one_screen(phones, open_class, screen):
    wide, high = screen
    class_ = open_class("polygon", n=6)
    options = PHONE_OPTIONS | {"viewport": {"width": wide, "height": high}}
    ana = phones(**options).join(class_, "Ana")
    phones().join(class_, "Ben")
    ana.says("Your turn")
    board = box_of(ana.page, ".polygames-stack")
    class_.ask("Who wins, if both play as well as they can?", ["the first", "the second"])
    ana.page.get_by_role("button", name="the second").wait_for()
    assert box_of(ana.page, ".polygames-stack") == board
    boxes = [box_of(ana.page, f".{each}") for each in ("class-question-card", "polygames-texts")]
    for box in [board, *boxes]:
        assert 0 <= box["x"] <= wide - box["width"]
        assert 0 <= box["y"] <= high - box["height"]
    if wide > 1000:
        assert boxes[0]["x"] >= board["x"] + board["width"]
    ana.page.get_by_role("button", name="the second").tap()
    wait_until(ana.page, lambda: class_.room.ledger.question.answers == {"p1": "the second"})
    ana.page.get_by_text("Who wins, if").tap()
    ana.page.get_by_role("button", name="the second").wait_for(state="hidden")
    class_.room.answer_question(class_.room.people.get("p2"), "the first")
    ana.play(class_.room.tables[1])
    wait_until(ana.page, lambda: len(class_.room.tables[1].record.moves) == 1)
    class_.reveal()
    ana.page.locator(".class-bar-chart").wait_for()
    class_.room.remove_question()
    ana.page.locator(".class-question-card").wait_for(state="detached")
    assert box_of(ana.page, ".polygames-stack") == board


def test_a_class_says_ones_own_move_the_answer_and_whose_turn_it_is(seat_two, open_class):
    ana, ben = seat_two(open_class("splinter"))
    for mover, other in ((ana, ben), (ben, ana)):
        mover.says("Your turn")
        for each in (ana, ben):
            record_announcements(each.page)
        mover.page.locator(".polygames-pointer svg").focus()
        for key in ("n", "Enter", "Enter", "Enter", "n", "Enter"):
            mover.page.keyboard.press(key)
        wait_for_announcement(mover.page, "it is already chosen", 2)
        wait_for_announcement(mover.page, ": pawn")
        wait_for_announcement(other.page, ": pawn")
        wait_for_announcement(other.page, "Your turn")


def test_two_fingers_zoom_on_every_page_of_a_class_and_on_the_board_they_zoom_the_board(
    phones, open_class, show_wall
):
    class_ = open_class("splinter")
    door = phones(**TALL_PHONE_OPTIONS)
    door.page.goto(class_.url)
    assert door.pinch(195, 700) > 1
    ana = phones(**TALL_PHONE_OPTIONS).join(class_, "Ana")
    assert ana.pinch(195, 300) == 1
    ana.page.get_by_role("button", name="Zoom out").wait_for()
    assert ana.pinch(195, 60) > 1
    ben = phones(**TALL_PHONE_OPTIONS).join(class_, "Ben")
    ben.press("How to play")
    ben.page.locator(".class-help").wait_for()
    assert ben.pinch(195, 600) > 1
    wall = show_wall(class_, **TALL_PHONE_OPTIONS)
    wall.page.locator(".wall-card").wait_for()
    assert wall.pinch(195, 600) > 1


@pytest.mark.parametrize("game", ["splitter", "splinter"])
def test_on_a_tall_phone_the_board_has_the_place_that_the_texts_leave(phones, open_class, game):
    class_ = open_class(game, **({"players": 2} if game == "splitter" else {}))
    ana = phones(**TALL_PHONE_OPTIONS).join(class_, "Ana")
    phones().join(class_, "Ben")
    ana.says("Your turn")
    wide, high = TALL_PHONE_OPTIONS["viewport"].values()
    board, tools = box_of(ana.page, ".polygames-stack"), box_of(ana.page, ".polygames-tools")
    assert tools["y"] + tools["height"] <= high
    assert board["width"] > 0.95 * wide or tools["y"] + tools["height"] > 0.95 * high
    if game == "splitter":
        frame = table_frame(SeatView(class_.room.tables[1], 0, is_upright=True))
        assert board["width"] / (frame["window"][2] - frame["window"][0]) > 36, "cells for a finger"


def test_a_turned_phone_gets_the_layout_of_its_new_shape(phones, open_class):
    class_ = open_class("splitter", players=2)
    ana = phones(**TALL_PHONE_OPTIONS).join(class_, "Ana")
    phones().join(class_, "Ben")
    ana.says("Your turn")

    def is_upright():
        box = box_of(ana.page, ".polygames-stack")
        return box["height"] > box["width"]

    assert is_upright()
    ana.page.set_viewport_size({"width": 844, "height": 390})
    wait_until(ana.page, lambda: not is_upright())
    ana.page.set_viewport_size({"width": 390, "height": 844})
    wait_until(ana.page, is_upright)


def test_the_focus_stays_on_a_tool_while_the_other_moves_and_a_question_mark_explains_the_game(
    seat_two, open_class
):
    class_ = open_class("polygon", n=7)
    ana, ben = seat_two(class_)
    ana.play(class_.room.tables[1])
    ben.says("Your turn")
    focused = "() => document.activeElement.textContent"
    ana.page.get_by_role("button", name="Undo", exact=True).press("Enter")
    ana.page.wait_for_function(f"{focused} === 'You have asked …'")
    ben.press("No")
    ana.page.wait_for_function(f"{focused} === 'Undo'")
    ben.play(class_.room.tables[1])
    ana.says("Your turn")
    assert ana.page.evaluate("document.activeElement.matches('.polygames-tools button')")
    ana.page.locator(".polygames-pointer svg").first.focus()
    ana.page.keyboard.press("?")
    ana.page.get_by_role("dialog", name="How to play").wait_for()


def test_the_wall_shows_whole_sentences_for_many_tables(show_wall, open_class):
    class_ = open_class("splinter", minutes=15)
    for number in range(28):
        class_.room.seating.join(f"Alexandra {number}")
    class_.room.resign(class_.room.people.get("p1"))
    wall = show_wall(class_)
    wall.page.wait_for_selector(".wall-medium-cards")
    wall.page.get_by_text("Splinter · 15 minutes for each player").wait_for()
    assert wall.page.locator(".wall-status").first.inner_text().startswith("Alexandra 1 wins (")
    clipped = "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).length"
    assert wall.page.locator(".wall-status").evaluate_all(clipped) == 0
