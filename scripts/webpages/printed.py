"""The printed lessons on the site: PDF files, links to them, and the first questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from polygames.lessons import first_question
from polygames.lessons.double_pages import double_page, double_pages, lesson_name
from polygames.lessons.printed_texts import PRINTED_LESSONS
from polygames.lessons.sheets import print_sheets
from webpages.links import REPOSITORY_ROOT, move_links

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PDF_FOLDER: Final = "print"
"""The folder of the PDF files on the site."""

CHOOSE_PAGE: Final = "notebooks/teacher/choose.md"
TEACHERS_MARK_PATTERN: Final = re.compile(r"<!-- [^\n]*scripts/website\.py writes them -->\n")
"""The mark on the page for teachers that the tables and the questions replace."""

TABLE_PATTERN: Final = re.compile(r"(?:^\|.*\|\n)+", re.MULTILINE)
LESSON_LINK_PATTERN: Final = re.compile(r"\]\([^)]*?(\d\w+)\.(?:ipynb|md)\)")

TEACHERS_PART: Final = """\
{tables}

A PDF has the double page of a lesson to print: the rules, a question and a picture to play on, and
on its back the key with reasons and a surprise. {all_lessons}, and {boards}.

<details><summary>The first question of each lesson</summary>

{questions}

</details>
"""


def write_pdfs(folder: Path) -> None:
    """Write a PDF file for each lesson, one for all lessons, and one with boards and pads."""
    folder.mkdir(parents=True)
    for lesson in PRINTED_LESSONS:
        print_sheets(folder / f"{lesson}.pdf", double_page(lesson))
    print_sheets(folder / "lessons.pdf", double_pages())
    print_sheets(folder / "boards.pdf")


def pdf_link(name: str, words: str, up: str = "") -> str:
    """Return a link to a PDF file; `up` leads from the page to the top of the site.

    Examples
    --------
    >>> pdf_link("01_nim", "PDF", "../")
    '<a href="../print/01_nim.pdf">PDF</a>'
    """
    return f'<a href="{up}{PDF_FOLDER}/{name}.pdf">{words}</a>'


def add_pdf_column(text: str, up: str = "") -> str:
    r"""Return a page with a column of PDF files in each table that links to printed lessons.

    Examples
    --------
    >>> print(add_pdf_column("| lesson |\n|---|\n| [01](01_nim.md) |\n"))
    | lesson | print |
    |---|---|
    | [01](01_nim.md) | <a href="print/01_nim.pdf">PDF</a> |
    <BLANKLINE>
    """
    return add_lesson_column(text, "print", lambda lesson: pdf_link(lesson, "PDF", up))


def add_lesson_column(text: str, title: str, cell_of: Callable[[str], str]) -> str:
    """Return a page with another column in each table whose rows all link to printed lessons."""

    def extend(table: re.Match[str]) -> str:
        head, line, *rows = table[0].splitlines()
        lessons = [LESSON_LINK_PATTERN.search(row) for row in rows]
        if not all(found and found[1] in PRINTED_LESSONS for found in lessons):
            return table[0]
        cells = [cell_of(found[1]) for found in lessons if found]
        longer = [f"{row} {cell} |" for row, cell in zip(rows, cells, strict=True)]
        return "\n".join([f"{head} {title} |", f"{line}---|", *longer, ""])

    return TABLE_PATTERN.sub(extend, text)


def fill_teachers_page(text: str) -> str:
    """Return the page for teachers with the tables of choose.md and the first questions."""
    choose = (REPOSITORY_ROOT / CHOOSE_PAGE).read_text(encoding="utf-8")
    tables = choose[choose.index("\n## From age") : choose.index("\n## If you have")]
    tables = move_links(add_pdf_column(tables), CHOOSE_PAGE, "teachers.md")
    part = TEACHERS_PART.format(
        tables=tables.replace("\n## ", "\n### ").strip(),
        all_lessons=pdf_link("lessons", "Here are all lessons in one file"),
        boards=pdf_link("boards", "here are boards and pads"),
        questions="\n".join(map(_first_question, PRINTED_LESSONS)),
    )
    return TEACHERS_MARK_PATTERN.sub(lambda _: part, text)


def _first_question(lesson: str) -> str:
    """Return the first question of a lesson with its choices, as an item of a list."""
    asked = first_question(lesson)
    choices = " ".join(
        f"**{letter}** {words}." for letter, words in zip("ABC", asked.choices, strict=True)
    )
    return f"- {lesson_name(lesson)} ({pdf_link(lesson, 'PDF')}): {asked.text} {choices}"
