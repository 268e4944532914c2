"""The server of a class: what it gives away, whom it lets in, and what survives its end."""

import asyncio
import gzip
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from html.parser import HTMLParser
from itertools import count
from urllib.error import HTTPError

import pytest
from classlinks import (
    OPEN_LINKS,
    close_link,
    fetch,
    frame_of,
    guess_codes,
    join_class,
    open_link,
    receive,
    run,
    send,
    wait_until_closed,
)
from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClosedError

import polygames as pg
from polygames.classroom.pages.connection import Connection
from polygames.classroom.pages.handlers import TRY_LATER_CLOSE_CODE, PageSocket
from polygames.classroom.pages.rate_limits import (
    ANONYMOUS_RATE_LIMIT,
    MAX_REJECTED_MESSAGES,
    MESSAGE_BURST,
    TokenBucket,
)
from polygames.classroom.pages.server import _load_or_create_key


@pytest.fixture
def opened():
    """Return a function that opens a class; all are closed at the end."""
    made = []

    def start(what="polygon", **options):
        made.append(pg.classroom(what, port=0, **{"folder": None, **options}))
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.mark.parametrize("left", ["", " \n"])
def test_an_empty_key_of_the_wall_is_made_anew(tmp_path, left):
    (tmp_path / "wall.key").write_text(left)
    key = _load_or_create_key(tmp_path)
    assert len(key) > 20
    assert _load_or_create_key(tmp_path) == key == (tmp_path / "wall.key").read_text()


class Addresses(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, _, attributes):
        named = dict(attributes)
        self.found += [each for each in (named.get("src"), named.get("href")) if each]


@pytest.mark.parametrize("page", ["", "wall"])
def test_a_page_is_small_and_loads_nothing_from_elsewhere(opened, page):
    class_ = opened()
    waiting, seen, size = [page], set(), 0
    while waiting:
        name = waiting.pop()
        headers, body = fetch(class_.url + name, **{"Accept-Encoding": "gzip"})
        seen.add(name)
        size += len(body)
        is_packed = headers["Content-Encoding"] == "gzip"
        assert is_packed or len(body) < 1024
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        text = (gzip.decompress(body) if is_packed else body).decode()
        found = Addresses(text).found if headers["Content-Type"].startswith("text/html") else []
        if name.endswith(".js"):
            assert "\nimport " not in text
        local = [each.removeprefix("./") for each in found if not each.startswith("data:")]
        assert not [each for each in local if ":" in each or each.startswith("/")]
        waiting += [each for each in local if each not in seen]
    assert seen == {page, "class.css", "wall_page.js" if page else "class.js"}
    assert size < 70_000
    assert "Server" not in headers


def test_there_is_no_other_address(opened):
    class_ = opened()
    for path in ("room.jsonl", "../pyproject.toml", "%2e%2e/server.py", "wall.key", "js/class.js"):
        with pytest.raises(HTTPError, match="404"):
            fetch(class_.url + path)


def test_only_this_computer_gets_in_unless_the_network_is_let_in(opened):
    here, wide = opened(), opened(lan=True)
    assert here.server.entrance.socket.getsockname()[0] == "127.0.0.1"
    assert wide.server.entrance.socket.getsockname()[0] == "0.0.0.0"  # noqa: S104 - asked for
    assert here.url.startswith("http://127.0.0.1:")


def test_a_page_of_another_site_is_not_connected(opened):
    async def tries():
        with pytest.raises(HTTPClientError, match="403"):
            await open_link(class_.url, Origin="http://example.org")
        await open_link(class_.url, Origin=class_.url.rstrip("/"))

    class_ = opened()
    run(tries())


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8765", ""])
def test_a_name_that_is_not_ours_is_refused_though_it_leads_here(opened, host):
    async def tries():
        with pytest.raises(HTTPClientError, match="421"):
            await open_link(class_.url, Host=host)

    class_ = opened()
    with pytest.raises(HTTPError, match="421"):
        fetch(class_.url, Host=host)
    run(tries())


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.:8765", "[::1]:8765", "192.168.1.7:1"])
def test_an_address_and_a_name_of_this_computer_lead_to_the_class(opened, host):
    assert fetch(opened().url, Host=host)[1]


def test_pages_without_a_name_keep_nobody_out(opened, monkeypatch):
    async def crowd():
        ana, _ = await join_class(class_.url, class_.code, "Ana")
        silent = [await open_link(class_.url) for _ in range(3)]
        ben, _ = await join_class(class_.url, class_.code, "Ben")
        await wait_until_closed(silent[0])  # the first who came
        await send(ben, do="resign")
        assert await receive(ana, "page_state")

    monkeypatch.setattr("polygames.classroom.pages.handlers.MAX_ANONYMOUS_PAGES", 3)
    class_ = opened()
    run(crowd())
    assert class_.people == ("Ana", "Ben")


def test_a_port_that_is_taken_is_named_and_no_folder_is_made(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(pg.OptionError, match=f"cannot use port {port}"):
            pg.classroom("split", folder=tmp_path / "class", port=port)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("port", [-1, 65_536, "8000", 80.5, True])
def test_a_port_that_does_not_exist_is_refused_before_a_folder_is_made(tmp_path, port):
    with pytest.raises(pg.OptionError, match="the option port must be a whole number from 0 to 65"):
        pg.classroom("split", folder=tmp_path / "class", port=port)
    assert not (tmp_path / "class").exists()


def test_ten_megabytes_and_floods_end_their_own_page_only(opened):
    async def attack():
        ana, _ = await join_class(class_.url, class_.code, "Ana")
        eve = await open_link(class_.url)
        with suppress(WebSocketClosedError):
            await send(eve, do="join", code="x" * 10_000_000, name="Eve")
        await wait_until_closed(OPEN_LINKS.pop())
        mal, _ = await join_class(class_.url, class_.code, "Mal")
        with suppress(WebSocketClosedError):
            for _ in range(int(MESSAGE_BURST) + MAX_REJECTED_MESSAGES + 50):
                await send(mal, do="handle_board_message", content={"kind": "key", "key": "u"})
        await wait_until_closed(OPEN_LINKS.pop())
        await send(ana, do="resign")
        assert await receive(ana, "page_state")

    class_ = opened()
    run(attack())
    assert class_.people == ("Ana", "Mal")
    assert class_.tables[1].moves == []


def test_a_page_that_is_sent_away_is_read_no_further(opened, monkeypatch):
    heard_of = []
    whole = PageSocket.on_message

    async def noted(self, message):
        heard_of.append(message)
        await whole(self, message)

    async def flood():
        eve = await open_link(class_.url)
        with suppress(WebSocketClosedError):
            for _ in range(2000):  # it all lies ready before the first one is refused
                await send(eve, do="open_wall", key="guess")
        await wait_until_closed(eve)

    monkeypatch.setattr(PageSocket, "on_message", noted)
    class_ = opened()
    run(flood())
    assert len(heard_of) < 2 * (ANONYMOUS_RATE_LIMIT["burst"] + ANONYMOUS_RATE_LIMIT["patience"])


def test_a_pupil_whose_messages_cost_too_much_waits_and_the_others_do_not(opened, monkeypatch):
    async def costly():
        ana, _ = await join_class(class_.url, class_.code, "Ana")
        eve, token = await join_class(class_.url, class_.code, "Eve")
        await close_link(eve)
        class_.server.connections.budget_of("p2").charge(10_000)  # of every page with this seat
        eve = await open_link(class_.url)
        for message in ({"do": "rejoin", "code": class_.code, "token": token}, {"do": "show_help"}):
            await send(eve, **message)
        await receive(eve, "logged_in")
        await send(ana, do="show_help")
        await receive(ana, "help")

    def noted(self, pupil, content):
        handled.append((pupil.name, content["do"]))
        ask(self, pupil, content)

    handled, ask = [], Connection._handle_request
    monkeypatch.setattr(Connection, "_handle_request", noted)
    class_ = opened()
    run(costly())
    assert handled == [("Ana", "show_help")]


def test_what_a_message_costs_is_charged_to_its_pupil(opened, monkeypatch):
    async def costly():
        ana, _ = await join_class(class_.url, class_.code, "Ana")
        await send(ana, do="show_help")
        await receive(ana, "help")
        await send(ana, do="show_help")
        await receive(ana, "help")  # the first one is charged by now

    seconds = count()
    monkeypatch.setattr(time, "thread_time", lambda: next(seconds) / 10)
    charged = []
    monkeypatch.setattr(TokenBucket, "charge", lambda _, much: charged.append(much))
    class_ = opened()
    run(costly())
    assert charged
    assert all(much == pytest.approx(0.1) for much in charged)


async def refusal(link):
    """Return why the server closes a link."""
    await wait_until_closed(link)
    return link.close_code, link.close_reason


def test_a_device_whose_pages_are_sent_away_is_told_how_long_it_waits(opened):
    async def attack():
        _, token = await join_class(class_.url, class_.code, "Ana")
        for _ in range(12):
            link = await open_link(class_.url)
            with suppress(WebSocketClosedError):
                await send(link, do="open_wall", key="guess")
                await send(link, do="open_wall", key="guess")
            link.close()
            await wait_until_closed(link)
        # who has a token, and the teacher, come in from the same device all the same
        back = await open_link(class_.url, token=token)
        await send(back, do="rejoin", token=token)
        assert (await receive(back, "logged_in"))["name"] == "Ana"
        key = class_.server.key
        wall = await open_link(class_.url, token=key)
        await send(wall, do="open_wall", key=key)
        assert await receive(wall, "wall_state")
        return await refusal(await open_link(class_.url))

    class_ = opened()
    code, reason = run(attack())
    assert code == TRY_LATER_CLOSE_CODE
    assert re.fullmatch(r"Too many pages from your network. Wait \d+ seconds.", reason)
    bucket_of = class_.server._application.settings["connection_buckets"]
    assert not bucket_of("127.0.0.1").allows()
    assert bucket_of("10.0.0.7").allows()


def test_forty_two_wrong_codes_shut_out_nobody_behind_the_same_address(opened):
    async def attack():
        await guess_codes(class_.url)
        await join_class(class_.url, class_.code, "Ana")

    class_ = opened()
    run(attack())
    assert class_.people == ("Ana",)


def test_of_a_crowd_of_pages_without_a_name_the_first_make_room(opened, monkeypatch):
    async def crowd():
        ana, _ = await join_class(class_.url, class_.code, "Ana")
        silent = [await open_link(class_.url) for _ in range(4)]
        await wait_until_closed(silent[0])
        await send(ana, do="show_help")
        assert await receive(ana, "help")

    monkeypatch.setattr("polygames.classroom.pages.handlers.MAX_ANONYMOUS_PER_ADDRESS", 3)
    class_ = opened()
    run(crowd())


def test_of_many_pages_with_one_seat_the_first_make_room_and_others_come_in(opened, monkeypatch):
    async def crowd():
        _, token = await join_class(class_.url, class_.code, "Ana")
        twins = [await open_link(class_.url, token=token) for _ in range(3)]
        await wait_until_closed(twins[0])
        await join_class(class_.url, class_.code, "Ben")

    monkeypatch.setattr("polygames.classroom.pages.handlers.MAX_PAGES_PER_PUPIL", 2)
    class_ = opened()
    run(crowd())
    assert class_.people == ("Ana", "Ben")


def test_who_says_nothing_is_sent_away(opened, monkeypatch):
    async def wait():
        await open_link(class_.url)
        await wait_until_closed(OPEN_LINKS.pop())

    monkeypatch.setattr("polygames.classroom.pages.handlers.LOGIN_TIMEOUT_SECONDS", 0.05)
    class_ = opened()
    run(wait())


@pytest.mark.usefixtures("nim")
def test_two_pages_play_a_game_from_outside_to_its_end_and_both_are_told(opened):
    async def turn(link):
        while not (frame := await frame_of(link))["active"] and frame["status"] != "over":
            pass
        return frame

    async def play():
        links = [(await join_class(class_.url, class_.code, name))[0] for name in ("Ana", "Ben")]
        for ply in range(7):
            frame = await turn(links[ply % 2])
            move = {"kind": "move", "version": frame["version"], "id": 1, **frame["moves"][0]}
            await send(links[ply % 2], do="handle_board_message", content=move)
        return [(await turn(link))["status"] for link in links]

    class_ = opened("nim", heap=7)
    assert run(play()) == ["over", "over"]
    assert [row["won"] for row in class_.results()] == [1, 0]


def test_pages_learn_that_the_class_is_over_before_they_are_disconnected(opened):
    async def end():
        ana, _ = await join_class(class_.url, class_.code, "Ana")
        await asyncio.get_running_loop().run_in_executor(None, class_.close)
        return await receive(ana, "class_over")

    class_ = opened()
    assert "Ana: 0 finished games" in run(end())["html"]


SERVER = """
import sys, time
import polygames as pg
class_ = pg.classroom(*sys.argv[3:], folder=sys.argv[1], port=int(sys.argv[2]))
print(class_.url, class_.code, class_.wall_url, flush=True)
time.sleep(600)
"""


def served(folder, port, *what):
    command = [sys.executable, "-c", SERVER, str(folder), str(port), *what]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().split()


def killed(process):
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()


@pytest.mark.slow
def test_a_server_that_is_killed_loses_no_move_and_all_addresses_hold(tmp_path):
    async def play(url, code):
        ana, first = await join_class(url, code, "Ana")
        _, second = await join_class(url, code, "Ben")
        await frame_of(ana)
        frame = await frame_of(ana)
        move = {"kind": "move", "version": frame["version"], "id": 1, **frame["moves"][3]}
        await send(ana, do="handle_board_message", content=move)
        while (await receive(ana, "board_message"))["content"]["kind"] != "confirmed":
            pass
        return move, (first, second)

    async def go_on(url, code, move, tokens):
        ana, ben = await open_link(url), await open_link(url)
        for link, token in zip((ana, ben), tokens, strict=True):
            await send(link, do="rejoin", code=code, token=token)
        frame = await frame_of(ben)
        assert frame["active"]
        await send(
            ana, do="handle_board_message", content={**move, "again": 1}
        )  # its answer was perhaps lost
        while (await receive(ana, "board_message"))["content"]["kind"] != "confirmed":
            pass
        return frame["version"]

    process, (url, code, wall) = served(tmp_path, 0, "polygon")
    try:
        move, tokens = run(play(url, code))
    finally:
        killed(process)
    port = url.rstrip("/").rpartition(":")[2]
    process, again = served(tmp_path, port)
    try:
        assert again == [url, code, wall]
        version = run(go_on(url, code, move, tokens))
    finally:
        killed(process)
    record = pg.classroom(folder=tmp_path, open_door=False).tables[1]
    assert len(record.moves) == 1
    assert version == 3  # the start, a pupil who sits down, a move
