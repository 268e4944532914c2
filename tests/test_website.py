"""The pages that the site is gathered from: what they link to, name and show is there."""

import inspect
import re
from doctest import DocTestParser
from html.parser import HTMLParser
from importlib import import_module
from inspect import isroutine
from typing import Protocol

import page_data
import pytest
import website
from webpages import boards, games, printed, reference
from webpages.links import RELATIVE_LINK, REPOSITORY_ROOT, site_path

import polygames as pg
from polygames.core.lazy_imports import Lazy
from polygames.core.links import PLAY_ADDRESS_VARIABLE, parse_link
from polygames.lessons import first_question
from polygames.lessons.printed_texts import PRINTED_LESSONS
from polygames.search.review import read_review
from polygames.widgets.board import BoardWidget

TOP_PAGES = ("CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "README.md", "SECURITY.md")


def listed():
    folders = ("docs", "notebooks/teacher")
    found = [path for folder in folders for path in (REPOSITORY_ROOT / folder).rglob("*.md")]
    return [*sorted(path.relative_to(REPOSITORY_ROOT).as_posix() for path in found), *TOP_PAGES]


def test_the_reference_shows_every_public_name_once():
    shown = [name for names in reference.NAME_GROUPS.values() for name in names]
    assert sorted(shown) == sorted({*pg.__all__} - {"CHANCE", "Seat"})


SHOWN_BY = {
    "Record.is_watched": "watch",
    "Record.unwatch": "watch",
    "MctsAgent.start_search": "grow",
    "Review.decisions": "accuracy",
    "Review.luck": "skill",
    "BoardWidget.analysis": "analyse",
    "BoardWidget.erase_marks": "draw_mark",
}
"""Members that undo or tell what another member does, and stand in its example."""


def examples(*values):
    """Return the code that docstrings show as run."""
    texts = [inspect.getdoc(each) or "" for each in values if each is not None]
    return "".join(each.source for text in texts for each in DocTestParser().get_examples(text))


def members(kind):
    """Return the functions of a class that its page shows, but those of other packages."""
    names = reference.BOARD_MEMBERS if kind is BoardWidget else dir(kind)
    named = {name: getattr(kind, name) for name in names if not name.startswith("_")}
    called = {name: getattr(each, "fget", each) for name, each in named.items()}
    return {name: each for name, each in called.items() if isroutine(each) and is_ours(each)}


def is_ours(function):
    """Say whether a function is of this package; what is written in C is of no module."""
    return (getattr(function, "__module__", None) or "").startswith("polygames")


def without_example(kind):
    """Yield the members of a class that have no example and are in none of the class."""
    if issubclass(kind, Exception) or Protocol in kind.__bases__:
        return
    shown = members(kind)
    for name, member in shown.items():
        also = shown.get(SHOWN_BY.get(f"{kind.__name__}.{name}"))
        if not examples(member) and not re.search(rf"(\.|def ){name}\b", examples(kind, also)):
            yield f"{kind.__name__}.{name}"


def named_on_the_pages():
    """Return what can be called of the reference, by its name."""
    names = {module: reference.names_of(module) for module, _ in reference.MODULE_PAGES.values()}
    names["polygames"] = [name for group in reference.NAME_GROUPS.values() for name in group]
    names |= {f"polygames.games.{name}.rules": ["new"] for name in pg.games()}
    found = {f"{at}.{name}": getattr(import_module(at), name) for at in names for name in names[at]}
    loaded = {k: each.load() if isinstance(each, Lazy) else each for k, each in found.items()}
    shown = {k: each for k, each in loaded.items() if callable(each)}
    del shown["polygames.authoring.Scene"]  # the type of a picture
    return shown | {"board": BoardWidget}


def test_every_name_of_the_reference_has_an_example():
    shown = named_on_the_pages()
    agents = {type(pg.agent(name, game=of)) for of in pg.games() for name in pg.game(of).agents}
    missing = [name for name, value in shown.items() if not examples(value)]
    missing += [kind.__name__ for kind in agents if not examples(kind)]
    for kind in filter(inspect.isclass, shown.values()):
        missing += without_example(kind)
    assert missing == []


@pytest.mark.parametrize("page", listed())
def test_every_relative_link_of_a_page_leads_to_a_file_of_the_repository(page):
    text = re.sub(
        r"^```.*?^```",
        "",
        (REPOSITORY_ROOT / page).read_text(encoding="utf-8"),
        flags=re.MULTILINE | re.DOTALL,
    )
    linked = [found["path"] for found in RELATIVE_LINK.finditer(text)]
    for link in linked + re.findall(r'(?:href|src)="(?![a-z]+:|#)([^"#]+)', text):
        assert ((REPOSITORY_ROOT / page).parent / link).exists(), link


@pytest.mark.parametrize("name", pg.games())
def test_the_page_of_a_game_has_all_of_its_parts(name):
    page = games.page(name, with_lite=False)
    titles = re.findall(r"^## (.+)", page, re.MULTILINE)
    assert titles[0] == "A game to step through"
    assert titles[-4:] == ["The rules", "The computer's players", "The lesson", "Puzzles"]
    assert page.count("<svg") == 3
    assert page.count("<iframe") == 1 + games.PUZZLES_PER_GAME
    for agent in pg.game(name).agents:
        assert re.search(rf"^\| `{agent}` \| \w", page, re.MULTILINE), agent
    assert site_path(f"notebooks/teacher/{games.GAME_LESSONS[name][0]}.md")


class Frames(HTMLParser):
    """The attributes of the frames on a page."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "iframe":
            self.found.append(dict(attrs))


@pytest.mark.parametrize("name", pg.games())
def test_the_page_of_a_game_has_a_board_in_a_frame_if_the_play_page_is_built(name):
    frames = Frames(games.page(name, with_lite=True)).found
    [board] = [frame for frame in frames if "board" in frame["class"]]
    assert board["src"] == f"../play/index.html#{name}"
    assert parse_link(board["src"]).game == name
    assert board["title"] == f"A board of {pg.game(name).title}"
    assert board["loading"] == "lazy"
    assert "play/index.html" not in games.page(name, with_lite=False)


def test_the_shown_games_link_to_the_play_page_of_the_site_if_it_is_built(tmp_path, monkeypatch):
    monkeypatch.delenv(PLAY_ADDRESS_VARIABLE, raising=False)
    monkeypatch.setattr(games, "select_puzzles", lambda _: [])
    monkeypatch.setattr(games.pg, "games", lambda: ("polygon",))
    for with_lite in (True, False):
        games.replays(tmp_path, with_lite=with_lite)
        data = page_data.data_of((tmp_path / "polygon.html").read_text("utf-8"))
        known = data.get("play", {}).get("address")
        assert known == ("../play/index.html#polygon/game/" if with_lite else None)


def test_each_lesson_has_a_link_to_a_board():
    assert boards.LESSON_GAMES.keys() == PRINTED_LESSONS.keys()
    assert {*boards.LESSON_GAMES.values()} == {*pg.games(), ""}
    for lesson in PRINTED_LESSONS:
        text = read_page(f"notebooks/teacher/{lesson}.md")
        page = boards.add_board_line(text, lesson)
        title, _, link = page.splitlines()[:3]
        assert title == text.splitlines()[0]
        assert link == boards.board_link(lesson, "../")
        assert page.endswith(text.partition("\n")[2].rstrip())
    table = boards.add_board_column(read_page("docs/lessons.md"))
    linked = re.findall(r'<a href="play/index\.html#?(\w*)">Try', table)
    assert linked == [boards.LESSON_GAMES[lesson] for lesson in sorted(PRINTED_LESSONS)]


@pytest.mark.parametrize("name", pg.games())
def test_the_game_that_is_shown_is_whole_and_reviewed(name):
    record = pg.load(games.RECORDS_FOLDER / f"{name}.txt")
    assert record.game == name
    assert record.outcome is not None
    assert record.root.comment
    review = read_review(record)
    assert review.is_complete


def test_a_part_of_the_benchmarks_that_is_not_there_is_named():
    with pytest.raises(LookupError, match="'Chess: the levels'"):
        games.benchmark_section("Chess: the levels")


@pytest.mark.parametrize("name", pg.games())
def test_puzzles_on_a_page_go_from_easy_to_hard(name):
    shown = [puzzle.difficulty for puzzle in games.select_puzzles(name)]
    assert len(shown) == games.PUZZLES_PER_GAME
    assert shown == sorted(shown)
    assert shown[0] < shown[-1]


def read_page(path):
    return (REPOSITORY_ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["docs/lessons.md", printed.CHOOSE_PAGE])
def test_each_lesson_of_a_table_has_a_link_to_its_pdf(page):
    text = printed.add_pdf_column(read_page(page), "../")
    linked = re.findall(r'^\|.*\| <a href="\.\./print/(\w+)\.pdf">PDF</a> \|$', text, re.MULTILINE)
    assert sorted(linked) == [*PRINTED_LESSONS]


def test_a_table_without_lessons_gets_no_pdf_column():
    text = read_page("docs/puzzles.md")
    assert printed.add_pdf_column(text) == text


def test_the_page_for_teachers_begins_with_the_lessons_to_choose_from_and_their_first_questions():
    text = printed.fill_teachers_page(read_page("docs/teachers.md"))
    assert "website.py" not in text
    first, _ = text.split("## Prepare a lesson")
    tables, questions = first.split("<details>")
    for lesson in PRINTED_LESSONS:
        pdf = f'<a href="print/{lesson}.pdf">PDF</a>'
        assert f"(teacher/{lesson}.md)" in tables
        assert pdf in tables
        (question,) = (line for line in questions.splitlines() if pdf in line)
        asked = first_question(lesson)
        assert all(part in question for part in (asked.text, *asked.choices))


@pytest.mark.slow
def test_the_site_has_a_pdf_for_each_lesson_and_for_everything(tmp_path):
    printed.write_pdfs(tmp_path / "print")
    files = {path.stem: path.read_bytes() for path in (tmp_path / "print").glob("*.pdf")}
    assert sorted(files) == sorted([*PRINTED_LESSONS, "lessons", "boards"])
    assert all(data.startswith(b"%PDF") and len(data) < 500_000 for data in files.values())


FRONT_PAGE = (REPOSITORY_ROOT / "docs" / "index.md").read_text(encoding="utf-8")
BUTTON = '<a class="play" href="play/index.html">'


def test_the_front_page_has_a_button_to_play_only_if_the_page_it_opens_is_built():
    whole, without = (games.fill_front_page(FRONT_PAGE, with_lite=lite) for lite in (True, False))
    assert BUTTON in whole
    assert "lite" not in without
    assert "website.py" not in whole
    for page in (whole, without):
        shown = re.findall(r'<iframe class="replay" src="replays/(\w+)\.html#\d+"', page)
        assert sorted(shown) == sorted(pg.games())


def test_the_first_menu_shows_every_section_with_python_and_the_reference():
    (listed,) = re.findall(r"```{toctree}\n:hidden:\n\n(.*?)```", FRONT_PAGE, re.DOTALL)
    sections = [re.sub(r".*<(.+)>", r"\1", line) for line in listed.splitlines()]
    assert {"python", "reference/index", "board", *website.SECTION_PAGES} <= {*sections}
    settings = (REPOSITORY_ROOT / "docs" / "conf.py").read_text(encoding="utf-8")
    (links,) = re.findall(r'"header_links_before_dropdown": (\d+)', settings)
    assert int(links) == len(sections)


@pytest.mark.parametrize("with_lite", [True, False])
def test_one_command_builds_the_site_and_the_page_that_its_first_button_opens(
    with_lite, tmp_path, monkeypatch
):
    commands = []
    monkeypatch.setattr(website, "find_spec", lambda _: True)
    monkeypatch.setattr(website.shutil, "which", lambda _: "npm")
    monkeypatch.setattr(website, "SOURCE_FOLDER", tmp_path / "source")
    monkeypatch.setattr(website, "gather", lambda *_, **options: commands.append(options) or {})
    monkeypatch.setattr(website.subprocess, "run", lambda words, **_: commands.append(words))
    website.main(["--out", str(tmp_path / "site"), *([] if with_lite else ["--without-lite"])])
    options, sphinx, *lite = commands
    assert options == {"with_lite": with_lite}
    assert "sphinx" in sphinx
    built = [
        ["-m", "lite", command, "--out", str(tmp_path / "site" / folder)]
        for command, folder in (("build", "lite"), ("play", "play"))
    ]
    assert [words[1:] for words in lite] == (built if with_lite else [])


def test_without_npm_the_command_says_what_is_missing_and_builds_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(website.shutil, "which", lambda _: None)
    with pytest.raises(SystemExit, match="needs npm and the extra lite: pip install -e"):
        website.main(["--out", str(tmp_path / "site")])
    assert not (tmp_path / "site").exists()
