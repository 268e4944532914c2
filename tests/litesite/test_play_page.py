"""The play page in Chromium: by touch, after a reload, without a network, from links."""

from __future__ import annotations

import os
import random
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from person import ends
from phone import LAPTOP_OPTIONS, TALL_PHONE_OPTIONS, Phone, table_frame

import polygames as pg
from benchmarks.lib import front_end
from polygames.core.links import Link, parse_link
from polygames.play_page.open_game import OpenGame
from polygames.play_page.replay import GAMES_WITHOUT_REVIEW
from polygames.table.seat_view import SeatView

pytestmark = pytest.mark.lite

SMALL_GAMES = {
    "split": {"fill_limit": 45},
    "splinter": {"max_plies": 12},
    "polygon": {"n": 5},
    "splitter": {"pad": "*##* #### .##."},
    "territory": {"size": 4, "penalty": 0.5},
}
IS_PERSONS_TURN_OR_OVER = """() => {
  const status = document.querySelector('.polygames-status')?.textContent ?? '';
  return status.startsWith('Your turn') || document.querySelector('.play-steps') !== null;
}"""
IS_SAVED = """async () => (await caches.keys()).includes('polygames-play-memory')
  && (await (await caches.open('polygames-play-memory')).keys()).length === 1"""
WATCH_OLD_PICTURE = """() => {
  const picture = document.querySelector('.polygames-previous-picture');
  window.wasSeen = false;
  new MutationObserver(() => { window.wasSeen ||= getComputedStyle(picture).display === 'block'; })
    .observe(picture, {attributes: true});
}"""
MAX_MOVES = 40
FIRST_VISIT_MS = 120_000


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Yield the address of the page, which is built here."""
    from lite.play import build_play_page
    from lite.serve import server

    folder = tmp_path_factory.mktemp("play") / "play"
    build_play_page(folder, front_end.REPOSITORY_ROOT / ".cache" / "lite")
    with server(Path(folder)) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://{front_end.SERVER_HOST}:{served.server_port}/"
        served.shutdown()


class Player(Phone):
    """Somebody who plays on the page."""

    def __init__(self, browser, address, **options):
        super().__init__(browser, **(options or TALL_PHONE_OPTIONS))
        self.address, self.asked = address, []
        self.page.on("request", lambda request: self.asked.append(urlsplit(request.url)))

    def open(self, fragment):
        """Open what a link has, as in a new tab."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}#{fragment}")
        self.page.locator(".polygames-pointer svg").wait_for(timeout=FIRST_VISIT_MS)

    def open_new(self, fragment):
        """Open a link as at the first visit."""
        self.page.goto(self.address)
        self.page.evaluate("() => localStorage.clear()")
        self.open(fragment)

    def saved(self, name):
        """Return the saved game of a kind as text; None if there is none."""
        return self.page.evaluate("key => localStorage.getItem(key)", f"polygames-play-game-{name}")

    def opened(self):
        """Return the game on the page: the one of its address, or else the saved one."""
        link = parse_link(self.page.url)
        if link.kind:
            return OpenGame.from_link(link, number=1)
        return OpenGame.from_json(self.saved(link.game), number=1)

    def wait_for_turn(self):
        self.page.wait_for_function(IS_PERSONS_TURN_OR_OVER)

    def play_once(self, name, rng):
        """Play a random move by touch."""
        self.wait_for_turn()
        opened, saved, address = self.opened(), self.saved(name), self.page.url
        before = len(opened.table.record.moves)
        frame = table_frame(SeatView(opened.table, opened.page_seat, opened.names))
        if frame["moves"]:
            for target in rng.choice(frame["moves"])["spelling"]:
                self.touch(frame, target)
            if name == "splitter":
                self.press("Confirm")
        else:
            self.draw(frame, *ends(frame))
        self.page.wait_for_function(
            "([key, text, hash]) => localStorage.getItem(key) !== text || location.hash !== hash",
            arg=[f"polygames-play-game-{name}", saved, f"#{urlsplit(address).fragment}"],
        )
        assert len(self.opened().table.record.moves) > before

    def shot(self, name):
        if folder := os.environ.get("POLYGAMES_SHOTS"):
            self.page.screenshot(path=f"{folder}/{name}.png")


@pytest.fixture(scope="module")
def player(chromium, address):
    player = Player(chromium, address)
    yield player
    player.context.close()


def small_link(name):
    return pg.Record(pg.new(name, **SMALL_GAMES[name])).as_link().fragment


def test_a_visitor_chooses_a_game_from_five_pictures_and_makes_a_move(chromium, address):
    player = Player(chromium, address)
    player.page.goto(address)
    links = player.page.locator(".play-games a")
    assert links.count() == len(pg.games())
    assert all(each.bounding_box()["height"] >= 44 for each in links.all())
    player.shot("play-home")
    links.filter(has_text="Territory").tap()
    player.page.locator(".polygames-pointer svg").wait_for(timeout=FIRST_VISIT_MS)
    player.play_once("territory", random.Random(1))
    player.shot("play-first-move")
    hosts = {each.hostname for each in player.asked if each.scheme in {"http", "https", "ws"}}
    assert hosts == {front_end.SERVER_HOST}
    assert player.errors == []
    player.context.close()


@pytest.mark.parametrize("name", pg.games())
def test_a_whole_game_is_played_by_touch_and_looked_at_again(player, name):
    player.open_new(small_link(name))
    rng = random.Random(2)
    for _ in range(MAX_MOVES):
        player.wait_for_turn()
        if player.opened().table.result is not None:
            break
        player.play_once(name, rng)
    player.page.locator(".play-steps").wait_for()
    if name not in GAMES_WITHOUT_REVIEW:
        player.press("What was better?")
        player.page.locator(".play-mistake, .play-replay p:not([role])").first.wait_for()
    player.shot(f"play-over-{name}")
    player.page.get_by_label("first position").tap()
    player.page.get_by_text("The start, before").wait_for()
    assert player.errors == []


def test_the_picture_with_the_own_move_stays_for_a_moment_before_the_answer(player):
    player.open_new("polygon")
    player.page.evaluate(WATCH_OLD_PICTURE)
    player.play_once("polygon", random.Random(3))
    player.page.wait_for_function("() => window.wasSeen")
    assert player.errors == []


def test_the_replay_of_a_finished_game_is_in_sight_on_a_laptop(chromium, address):
    record = pg.Record(pg.new("territory", **SMALL_GAMES["territory"]))
    while record.outcome is None:
        record.push(next(iter(record.state.legal_moves)))
    laptop = Player(chromium, address, **LAPTOP_OPTIONS)
    laptop.open(record.as_link().fragment)
    laptop.page.get_by_label("one move back").click()
    laptop.page.get_by_role("button", name="What was better?").click()
    laptop.page.locator(".play-mistake, .play-replay p:not([role])").first.wait_for()
    laptop.shot("play-laptop-replay")
    box = laptop.page.locator(".play-steps").bounding_box()
    assert box["y"] + box["height"] <= LAPTOP_OPTIONS["viewport"]["height"]
    assert laptop.errors == []
    laptop.context.close()


def test_a_game_goes_on_after_a_reload_from_the_saved_memory_of_python(player):
    player.open_new("polygon")
    player.play_once("polygon", random.Random(3))
    player.wait_for_turn()
    moves = player.opened().table.record.moves
    player.page.wait_for_function(IS_SAVED)
    warnings = []
    player.page.on("console", lambda message: warnings.append(message.text))
    player.page.reload()
    player.wait_for_turn()
    assert player.opened().table.record.moves == moves
    assert not any("memory of Python" in each for each in warnings)
    player.play_once("polygon", random.Random(4))
    assert player.errors == []


def test_the_page_starts_the_plain_way_if_its_saved_memory_is_damaged(player):
    player.open_new("split")
    player.page.wait_for_function(IS_SAVED)
    player.page.evaluate("""async () => {
      const cache = await caches.open('polygames-play-memory');
      const [name] = await cache.keys();
      await cache.put(name, new Response(new Uint8Array(1000)));
    }""")
    player.open("split")
    player.play_once("split", random.Random(5))
    assert player.errors == []


def test_the_service_worker_keeps_all_files_of_the_build_and_no_other(player, address):
    listed = player.page.evaluate("""async () => {
      const names = await caches.keys();
      const files = names.filter(name => name.startsWith('polygames-play-files '));
      return [files.length, (await (await caches.open(files[0])).keys()).map(each => each.url)];
    }""")
    count, urls = listed
    assert count == 1
    build = urls[-1].removeprefix(address).partition("/")[0]
    assert all(url == address or url.startswith(f"{address}{build}/") for url in urls)
    own = {each.path for each in player.asked if each.hostname == front_end.SERVER_HOST}
    missing = {path for path in own if path.count("/") > 1} - {urlsplit(url).path for url in urls}
    assert missing == set(), "the page needs these files without a network, too"


def test_the_second_visit_needs_no_network(player):
    player.open("territory")
    player.page.evaluate("() => navigator.serviceWorker.ready")
    player.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    player.context.set_offline(True)
    player.open("territory")
    player.press("New game")
    player.press("Play")
    player.play_once("territory", random.Random(6))
    player.context.set_offline(False)
    player.errors.clear()  # the page looks for a newer version of itself


@pytest.mark.parametrize("name", pg.games())
def test_a_hint_and_the_rules_are_shown(player, name):
    player.open_new(name)
    player.wait_for_turn()
    player.press("Hint")
    player.page.get_by_text("Hint: ").first.wait_for()
    player.shot(f"play-hint-{name}")
    player.press("How to play")
    player.page.locator(".class-help svg").first.wait_for()
    player.press("Close")
    assert player.errors == []


def test_back_to_the_games_and_in_again_goes_on_with_the_game(player):
    player.open_new("polygon")
    player.play_once("polygon", random.Random(9))
    player.page.get_by_role("link", name="Games").tap()  # the computer may be thinking
    player.page.get_by_text("Choose a game").wait_for()
    player.page.wait_for_timeout(500)
    assert player.page.url.rstrip("#") == player.address
    player.page.locator(".play-games a").filter(has_text="Polygon").tap()
    player.page.locator(".polygames-pointer svg").wait_for()  # visible again
    player.wait_for_turn()
    assert player.opened().table.record.moves
    player.page.keyboard.press("?")
    player.page.locator(".class-help").wait_for()
    player.press("Close")
    assert player.errors == []


def test_a_puzzle_refuses_a_wrong_move_with_the_reason_and_shows_the_answer(player):
    puzzle = pg.puzzles("territory")[0]
    player.open(f"territory/puzzle/{puzzle.number}")
    state = puzzle.state
    wrong = next(each for each in state.legal_moves if each != puzzle.solution[0])
    opened = OpenGame.of_puzzle(puzzle, number=1)
    look = SeatView(opened.table, opened.page_seat, opened.names)
    frame = table_frame(look)
    spelling = {move: each for each, move in look.position.moves_by_clicks.items()}[wrong]
    for target in spelling:
        player.touch(frame, target)
    player.page.get_by_text("Try again.").first.wait_for()
    player.press("Show the answer")
    player.page.get_by_text("The answer: ").first.wait_for()
    player.shot("play-puzzle")
    assert player.errors == []


def test_a_copied_link_opens_the_same_position_on_a_laptop(player, chromium, address):
    player.open_new("splinter")
    player.play_once("splinter", random.Random(7))
    player.wait_for_turn()
    player.press("Link")
    link = player.page.get_by_label("the link", exact=True).input_value()
    player.page.locator(".play-code svg").wait_for()
    player.shot("play-link")
    player.press("Close")
    laptop = Player(chromium, address, **LAPTOP_OPTIONS, color_scheme="dark")
    laptop.open(link.partition("#")[2])
    laptop.wait_for_turn()
    laptop.shot("play-laptop-dark")
    moves = laptop.opened().table.record.moves
    assert moves == player.opened().table.record.moves
    laptop.context.close()


def test_a_damaged_link_says_why_and_shows_the_games(player):
    for fragment in ("chess", "split/game/AAAA", Link("split", "position", "no").fragment, "%00"):
        player.page.goto("about:blank")
        player.page.goto(f"{player.address}#{fragment}")
        player.page.locator(".class-notice:not([hidden])").wait_for(timeout=FIRST_VISIT_MS)
        player.page.get_by_text("Choose a game").wait_for()
    player.shot("play-damaged-link")
    assert player.errors == []
