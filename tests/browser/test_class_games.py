"""Whole games in a class by touch, from the first move to the result, whatever happens to pages."""

import socket
import time
from contextlib import ExitStack, contextmanager
from random import Random
from urllib.parse import urlsplit

import pytest
from boardpage import wait_until
from patience import wait_for_condition
from phone import LAPTOP_OPTIONS, TABLET_OPTIONS, TALL_PHONE_OPTIONS, table_frame

from benchmarks.lib.delay_proxy import run_proxy
from benchmarks.lib.front_end import free_port
from polygames.classroom.pages.page_texts import seats_of

SMALL = {
    "split": {"fill_limit": 45},
    "splinter": {"board": ["....B", "...bw", "..w..", ".Ww.."]},
    "polygon": {"n": 5},
    "splitter": {"pad": "*##* #### .##.", "players": 2},
    "territory": {"size": 4, "penalty": 0.5},
}
"""Games that are soon over."""

FULL = {game: {} for game in SMALL} | {"split": {"fill_limit": 20}, "splitter": {"players": 2}}


def games(*kept):
    """Return all games; those that are not kept are `long`."""
    return [pytest.param(game, marks=[] if game in kept else [pytest.mark.long]) for game in SMALL]


def move(table, by_seat, rng):
    """Let the page of the seat that is to move touch a move."""
    any_page = by_seat[0].page
    wait_until(
        any_page, lambda: not table.is_in_play or table.mover in table.seats
    )  # the dice roll
    before, mover = table.version, by_seat[table.state.turn]
    mover.play(table, rng.randrange(1000))
    wait_until(any_page, lambda: table.version > before)


def play_out(class_, table, by_seat, seed=3):
    """Play to the end by touch; each page is told who has won."""
    rng = Random(seed)
    while table.is_in_play:
        move(table, by_seat, rng)
    won = [seat for seat, each in enumerate(seats_of(table, class_.room.people)) if each["has_won"]]
    for seat, phone in enumerate(by_seat):
        phone.says("You win!" if won == [seat] else "wins" if len(won) == 1 else "A tie")
    return won


@pytest.mark.parametrize("game", SMALL)
def test_two_phones_play_a_game_to_its_end_by_touch_and_a_tablet_watches(phones, open_class, game):
    class_ = open_class(game, **SMALL[game])
    ana, ben = (phones(**TALL_PHONE_OPTIONS).join(class_, name) for name in ("Ana", "<b>Ben</b>"))
    cem = phones(**TABLET_OPTIONS).join(class_, "Cem")
    cem.page.get_by_label("Watch a table").select_option("1")
    cem.page.get_by_role("button", name="Back to my table").wait_for()
    won = play_out(class_, class_.room.tables[1], (ana, ben))
    cem.says(f"{('Ana', '<b>Ben</b>')[won[0]]} wins" if len(won) == 1 else "A tie")
    cem.press("Back to my table")
    cem.says("Waiting for another player")
    for phone in (ana, ben):
        phone.page.get_by_role("button", name="Play again").wait_for()
    assert "<b>Ben</b>" in ana.page.locator(".polygames-seat").nth(1).inner_text()


@pytest.mark.parametrize("game", games("split"))
def test_whatever_happens_to_a_page_its_game_goes_on_to_the_end(phones, open_class, game):
    class_ = open_class(game, **({} if game == "splinter" else SMALL[game]))  # not over in one move
    ana, ben = (phones(**TALL_PHONE_OPTIONS).join(class_, name) for name in ("Ana", "Ben"))
    table, rng = class_.room.tables[1], Random(2)
    ana.page.reload()
    move(table, (ana, ben), rng)
    ana.press("Undo")
    ben.page.get_by_text("Ana asks to undo the last move.").first.wait_for()
    ben.press("Yes")
    ana.says("Your turn")
    with ben.asleep():
        move(table, (ana, ben), rng)
    address = class_.url.replace(urlsplit(class_.url).hostname, "localhost")
    class_.room.seating.allow_device_change("p2")
    new = phones(**TALL_PHONE_OPTIONS).join(class_, "Ben", address)
    ben.page.get_by_text("You are now playing on another device.").wait_for()
    move(table, (ana, new), rng)
    play_out(class_, table, (ana, new))
    new.press("Play again")
    ana.page.get_by_text("Ben wants to play again.").first.wait_for()
    assert 2 not in class_.room.tables
    ana.press("Play again")
    wait_until(new.page, lambda: 2 in class_.room.tables)
    assert class_.room.tables[2].seats == ["p2", "p1"]
    new.says("Your turn")
    ana.press("Give up")
    ana.press("Yes, give up")
    new.says("You win! (Ana gives up)")
    ana.says("Ben wins (you give up)")


@contextmanager
def network(port, class_, place):
    """Let devices reach a class at a port of their own; it sees them at `place`."""
    with run_proxy(port, urlsplit(class_.url).port, 0.02, place), socket.socket() as tried:
        wait_for_condition(lambda: tried.connect_ex(("127.0.0.1", port)) == 0)
        yield


@pytest.mark.long
def test_a_phone_that_wakes_after_a_minute_in_another_network_plays_on(phones, open_class):
    class_, port = open_class("polygon", n=6), free_port()
    ana = phones(**TALL_PHONE_OPTIONS).join(class_, "Ana")
    with ExitStack() as networks:
        networks.enter_context(network(port, class_, "127.0.0.2"))
        ben = phones(**TALL_PHONE_OPTIONS).join(class_, "Ben", f"http://127.0.0.1:{port}/")
        table = class_.room.tables[1]
        with ben.asleep():
            networks.close()
            move(table, (ana, ben), Random(1))
            time.sleep(61)
            networks.enter_context(network(port, class_, "127.0.0.3"))
        play_out(class_, table, (ana, ben))


@pytest.mark.long
@pytest.mark.parametrize("game", FULL)
def test_a_phone_and_a_tablet_play_a_whole_game_of_ordinary_size(phones, open_class, game):
    class_ = open_class(game, **FULL[game])
    ana, ben = (
        phones(**TALL_PHONE_OPTIONS).join(class_, "Ana"),
        phones(**TABLET_OPTIONS).join(class_, "Ben"),
    )
    play_out(class_, class_.room.tables[1], (ana, ben))


@pytest.mark.parametrize("game", games("polygon"))
def test_a_phone_plays_the_computer_to_the_end(phones, open_class, game):
    class_ = open_class(game, level=1, **SMALL[game])
    ana, rng = phones(**TALL_PHONE_OPTIONS).join(class_, "Ana"), Random(1)
    table = class_.room.tables[1]
    while table.is_in_play:
        wait_until(ana.page, lambda: not table.is_in_play or table.mover == "p1")
        if table.is_in_play:
            move(table, (ana, ana), rng)
    ana.page.get_by_role("button", name="Play again").wait_for()
    ana.says("win" if len(table.result.winners) == 1 else "A tie")


def test_all_place_the_same_dice_alone_on_phone_tablet_and_laptop(phones, open_class):
    class_ = open_class("splitter", pad="*##* #### .##.", players=1, dice="same")
    kinds = {
        "Ana": TALL_PHONE_OPTIONS,
        "Ben": TABLET_OPTIONS,
        "Cem": {**LAPTOP_OPTIONS, "has_touch": True},
    }
    pages = [phones(**options).join(class_, name) for name, options in kinds.items()]
    for page, table in zip(pages, class_.room.tables.values(), strict=True):
        rng = Random(table.number)
        while table.is_in_play:
            move(table, (page,), rng)
        page.says("The game is over")
    rolls = {
        tuple(str(node.move) for node in table.record.path if str(node.move).startswith("roll"))
        for table in class_.room.tables.values()
    }
    assert len(rolls) == 1
    assert len(class_.results()) == 3
    assert all(row["games"] == 1 for row in class_.results())


def test_who_waits_solves_puzzles_and_comes_back_when_somebody_sits_down(phones, open_class):
    class_ = open_class("territory")
    ana = phones(**TALL_PHONE_OPTIONS).join(class_, "Ana")
    ana.press("Solve a puzzle")
    ana.says("Puzzle ·")
    (connection,) = (each for each in class_.server.connections.open_pages if each.pupil)
    practice = connection._practice
    right = practice.puzzle.steps[0].move
    ways = connection._view_of(practice.table).position.moves_by_clicks
    for wanted, words in ((False, "Wrong move"), (True, "Right!")):
        ((target, *_), *_) = [way for way, each in ways.items() if (str(each) == right) is wanted]
        ana.touch(table_frame(connection._view_of(practice.table)), target)
        ana.says(words)
    ana.press("Next puzzle")
    ana.says("Puzzle ·")
    class_.room.seating.join("Ben")
    ana.says("Your turn")
    assert class_.room.tables[1].record.moves == []


def test_a_line_through_a_small_area_fills_it_on_a_phone(phones, open_class):
    class_ = open_class("split")
    ana, ben = (phones(**TALL_PHONE_OPTIONS).join(class_, name) for name in ("Ana", "Ben"))
    table = class_.room.tables[1]
    frame = {"window": (-0.25, -0.25, 10.25, 10.25), "items": []}
    acts = (
        (ana, lambda: ana.draw(frame, (0, 3), (3, 0))),
        (ben, lambda: ben.touch(frame, "color blue")),
        (ben, lambda: ben.swipe(frame, (1.5, 1.5), (0.2, 0.4))),  # through the corner of 4.5
    )
    for phone, act in acts:
        before = table.version
        phone.says("Your turn")
        phone.page.wait_for_selector(f".polygames-pointer svg[data-version='{before}']")
        act()
        wait_until(phone.page, lambda before=before: table.version > before)
    assert table.state.scores == pytest.approx((0, 4.5), abs=1e-3)


def test_the_teachers_message_leaves_the_help_of_the_game_on_the_phone(phones, open_class):
    class_ = open_class("polygon", n=6)
    ana, _ = (phones(**TALL_PHONE_OPTIONS).join(class_, name) for name in ("Ana", "Ben"))
    texts = ana.page.locator(".polygames-message")
    help_text = texts.inner_text()
    assert "drag from line to line" in help_text or "Tap a place on the board." in help_text
    message = "Look at the results. In how many games did the first player win?"
    class_.say(message)
    shown = ana.page.locator(".class-announcement", has_text=message)
    shown.wait_for()
    assert texts.inner_text() == help_text
    assert shown.evaluate("each => each.scrollHeight <= each.clientHeight")
    assert ana.page.locator(".polygames-more").is_hidden()
    tools = ana.page.locator(".polygames-tools").bounding_box()
    assert tools["y"] + tools["height"] <= ana.page.viewport_size["height"]
    class_.say("")
    ana.page.locator(".class-announcement").wait_for(state="detached")
    assert texts.inner_text() == help_text
