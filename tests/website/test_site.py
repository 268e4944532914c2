"""The site as a visitor finds it: every warning an error, looked at without a network."""

import threading
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import tracked
from webpages import boards

import polygames as pg
from benchmarks.lib.front_end import OFFLINE_FLAGS, SERVER_HOST, chromium
from polygames.core.links import parse_link
from polygames.play_page.open_game import OpenGame
from scripts import website

pytestmark = pytest.mark.site

LOOKS = {
    "light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_args):
        pass


class Links(HTMLParser):
    """What a page links to or loads, and the places on it that can be linked to."""

    def __init__(self, text):
        super().__init__()
        self.found, self.loaded, self.places = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        self.places |= {known.get("id"), known.get("name")}
        if tag in {"script", "img", "iframe"} and known.get("src"):
            self.loaded.append(known["src"])
        if tag == "link" and known.get("rel") in {"stylesheet", "icon", "preload"}:
            self.loaded.append(known["href"])
        if tag == "a" and known.get("href"):
            self.found.append(known["href"])


def build_empty_pages(out):
    """Write empty pages in place of those in which Python runs, which take minutes to build."""
    for folder in ("lite", "play"):
        (out / folder).mkdir()
        (out / folder / "index.html").write_text("<!DOCTYPE html><title>empty</title>", "utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(website, "build_browser_pages", build_empty_pages)
        website.build(folder / "site", folder / "source")
    return folder / "site"


@pytest.fixture(scope="module")
def url(site):
    server = ThreadingHTTPServer((SERVER_HOST, 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{SERVER_HOST}:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser():
    with chromium(*OFFLINE_FLAGS) as browser:
        yield browser


def pages(site):
    known = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*.html"))}
    return {at: Links(path.read_text("utf-8")) for at, path in known.items()}


def test_every_inner_link_leads_to_a_page_and_a_place_on_it(site):
    known = pages(site)
    broken = []
    for at, links in known.items():
        for link in (*links.found, *links.loaded):
            parts = urlsplit(urljoin(f"x:/{at}", link) if not urlsplit(link).scheme else link)
            if urlsplit(link).scheme:
                continue
            base = at if not urlsplit(link).path else urlsplit(urljoin(f"//x/{at}", link)).path[1:]
            there = unquote(base)
            is_page = there in known and not there.startswith(("replays/", "play/"))
            is_lost = is_page and parts.fragment and parts.fragment not in known[there].places
            if not (site / there).is_file() or is_lost:
                broken.append((at, link))
    assert broken == []
    assert len(known) > 40


def test_the_pages_for_teachers_link_to_a_pdf_for_each_lesson(site):
    known = pages(site)
    wanted = {f"{path.stem}.pdf" for path in tracked.notebooks("solutions")}
    for at in ("teachers.html", "lessons.html", "teacher/choose.html"):
        linked = [link.rpartition("print/")[2] for link in known[at].found if "print/" in link]
        assert wanted <= {*linked}
    assert all((site / "print" / name).read_bytes().startswith(b"%PDF") for name in wanted)


def test_each_game_and_each_lesson_leads_to_a_board(site):
    known = pages(site)
    for name in pg.games():
        assert f"../play/index.html#{name}" in known[f"games/{name}.html"].loaded
    for lesson, game in boards.LESSON_GAMES.items():
        address = f"play/index.html#{game}" if game else "play/index.html"
        assert f"../{address}" in known[f"teacher/{lesson}.html"].found
        assert address in known["lessons.html"].found


@pytest.mark.parametrize("name", pg.games())
def test_a_shown_game_is_played_on_at_the_sites_own_board(name, url, browser):
    page = browser.new_page()
    page.goto(f"{url}replays/{name}.html#3")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Play on from here").click()
    assert opened.value.url.startswith(f"{url}play/index.html#{name}/game/")
    assert len(OpenGame.from_link(parse_link(opened.value.url), number=1).table.record.moves) == 3
    opened.value.close()
    page.close()


def test_no_page_loads_anything_from_another_machine(site):
    loaded = {link for links in pages(site).values() for link in links.loaded}
    assert [link for link in loaded if urlsplit(link).netloc] == []


def test_no_page_of_a_game_is_larger_than_promised(site):
    sizes = {path.name: path.stat().st_size for path in (site / "replays").iterdir()}
    assert len(sizes) == 4 * len(pg.games())
    assert max(sizes.values()) <= website.MAX_PAGE_BYTES


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_fits_its_window_and_complains_of_nothing(look, site, url, browser):
    context = browser.new_context(**LOOKS[look])
    page, said = context.new_page(), []
    page.on("console", lambda m: said.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    lost = []
    page.on("response", lambda answer: lost.append(answer.url) if answer.status >= 400 else None)
    wrong = {}
    for at in pages(site):
        said.clear()
        page.goto(url + at)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        complaints = [text for text in said if not text.startswith("Failed to load resource")]
        if wide > 0 or complaints:
            wrong[at] = (wide, complaints)
    context.close()
    assert wrong == {}
    assert [at for at in lost if not at.endswith("/favicon.ico")] == []


@pytest.mark.parametrize("name", pg.games())
def test_the_five_games_of_the_front_page_are_stepped_by_keys(name, url, browser):
    page = browser.new_page()
    page.goto(url)
    frame = page.frame_locator(f"iframe[src^='replays/{name}.html']")
    frame.locator(".status").scroll_into_view_if_needed()
    frame.get_by_role("button", name="First position").click()
    start = frame.locator(".board svg").inner_html()
    page.keyboard.press("ArrowRight")
    assert frame.locator(".move[aria-current]").inner_text().startswith("1.")
    assert frame.locator(".board svg").inner_html() != start
    page.keyboard.press("End")
    assert frame.get_by_role("button", name="Next", exact=True).is_disabled()
    page.close()


def test_a_page_of_a_game_is_told_to_a_screen_reader_and_printed(url, browser):
    page = browser.new_page()
    page.goto(f"{url}replays/split.html")
    tree = page.locator("main").aria_snapshot()
    assert 'heading "Split: Level 4 against Level 5" [level=1]' in tree
    assert '- toolbar "Steps"' in tree
    assert '- button "Next"' in tree
    assert "- img " in tree
    assert page.locator(".status[aria-live=polite]").inner_text()
    page.emulate_media(media="print")
    assert not page.locator(".steps").is_visible()
    assert page.locator(".board svg").is_visible()
    assert page.locator("ol.line").is_visible()
    page.close()
