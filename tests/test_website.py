"""The pages that the site is gathered from: what they link to, name and show is there."""

import re

import pytest
from webpages import games, reference
from webpages.links import LINK, ROOT, place

import polygames as pg
from polygames.search.review import read_review


def listed():
    folders = ("docs", "notebooks/teacher")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.md")]
    return [*sorted(path.relative_to(ROOT).as_posix() for path in found), "README.md"]


def test_the_reference_shows_every_public_name_once():
    shown = [name for names in reference.GROUPS.values() for name in names]
    assert sorted(shown) == sorted({*pg.__all__} - {"CHANCE", "Seat"})


WRITTEN = {f"docs/games/{name}.md" for name in games.LESSONS} | {
    "docs/reference/index.md",
    "docs/benchmarks.md",
}
"""Pages that the site writes for itself."""


@pytest.mark.parametrize("page", listed())
def test_every_link_of_a_page_leads_to_a_file(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for found in LINK.finditer(text):
        target = ((ROOT / page).parent / found[1]).resolve()
        assert target.exists() or target.relative_to(ROOT).as_posix() in WRITTEN, found[0]


@pytest.mark.parametrize("name", pg.games())
def test_the_page_of_a_game_has_all_of_its_parts(name):
    page = games.page(name)
    titles = re.findall(r"^## (.+)", page, re.MULTILINE)
    assert titles[0] == "A game to step through"
    assert titles[-5:] == [
        "The rules",
        "The computer's players",
        "What is known",
        "The lesson",
        "Puzzles",
    ]
    assert page.count("<svg") == 3
    assert page.count("<iframe") == 1 + games.PUZZLES
    for agent in pg.game(name).agents:
        assert re.search(rf"^\| `{agent}` \| \w", page, re.MULTILINE), agent
    assert place(f"notebooks/teacher/{games.LESSONS[name][0]}.md")


@pytest.mark.parametrize("name", pg.games())
def test_the_game_that_is_shown_is_whole_and_reviewed(name):
    record = pg.load(games.GAMES / f"{name}.txt")
    assert record.game == name
    assert record.outcome is not None
    assert record.root.comment
    review = read_review(record)
    assert review.is_complete
    assert not any(each.is_old for each in review.moves)


def test_a_part_of_the_benchmarks_that_is_not_there_is_named():
    with pytest.raises(LookupError, match="'Chess: the levels'"):
        games.part("Chess: the levels")


@pytest.mark.parametrize("name", pg.games())
def test_puzzles_on_a_page_go_from_easy_to_hard(name):
    shown = [puzzle.difficulty for puzzle in games.chosen(name)]
    assert len(shown) == games.PUZZLES
    assert shown == sorted(shown)
    assert shown[0] < shown[-1]
