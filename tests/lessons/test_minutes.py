"""The minutes of the lessons: the parts of a page, the table, and the paths agree."""

import re

import make_lessons as maker
import pytest
import tracked

PAGES = maker.COPIES_FOLDER / "teacher"
README = (PAGES / "README.md").read_text(encoding="utf-8")
MINUTES = {
    name: int(minutes) for minutes, name in re.findall(r"\| (\d+) \| \[page\]\((\w+)\.md\)", README)
}


@pytest.mark.parametrize("name", [path.stem for path in tracked.notebooks("solutions")])
def test_the_parts_of_a_lesson_take_as_long_as_the_table_says(name):
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    total, parts = re.search(r"\*\*Minutes\.\*\* (\d+): (.*?)\.(?: |\n)", page).groups()
    assert int(total) == MINUTES[name]
    assert sum(int(part) for part in re.findall(r" (\d+)(?= ·|$)", parts)) == int(total)


def test_a_path_takes_no_longer_than_it_is_called():
    ten = re.search(r"\*\*Ten hours\.\*\* (.*?)a project", README, re.DOTALL)[1]
    assert sum(int(n) for n in re.findall(r"\((\d+)(?: minutes)?\)", ten)) + 60 <= 10 * 60
    five = re.search(r"\*\*Five hours\.\*\* (.*?)Without", README, re.DOTALL)[1]
    told = [int(n) for n in re.findall(r"\((\d+)(?: minutes)?\)", five)]
    assert told == [70, 70]
    assert MINUTES["06_territory"] + sum(told) + 60 <= 5 * 60


@pytest.mark.parametrize(("name", "parts"), [("02b_last_move", 3), ("04_splinter", 5)])
def test_the_path_of_five_hours_takes_its_minutes_from_the_pages(name, parts):
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    minutes = re.findall(r" (\d+)(?= ·|\.)", re.search(r"\*\*Minutes\.\*\*.*?:(.*)", page)[1])
    assert sum(map(int, minutes[:parts])) == 70


def test_each_lesson_stands_once_among_those_to_choose_from():
    page = (PAGES / "choose.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\((\d\w+)\.md\)", page)) == [*MINUTES]
