"""Build the site of the project: pages, games that play, reference; every warning is an error.

    python scripts/website.py [--out build/site] [--without-lite]

The pages come from the folder ``docs``, from the generators in `scripts/webpages` (games,
encodings, reference) and from measured results (`benchmarks.report`). The first button opens the
play page, in the folder ``play`` of the site. The folder ``lite`` has the lessons as a page
without a server. Both need the extras ``docs`` and ``lite``, and npm. With ``--without-lite`` the
site has neither, and the extra ``docs`` is enough.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from webpages import boards, encodings, figures, games, printed, reference
from webpages.links import GENERATED_PAGES, REPOSITORY_ROOT, SITE_PAGES, move_links

import polygames as pg

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCE_FOLDER: Final = REPOSITORY_ROOT / "build" / "site-source"
MAX_PAGE_BYTES: Final = 300_000
"""The largest allowed page of a game or puzzle in bytes, so that pages load quickly."""


SECTION_PAGES: Final = {
    "board": ("study", "puzzles", "pages", "play", "lite"),
    "teachers": ("classroom", "classroom_lesson", "lessons", "teacher/index"),
    "python": ("terminal", "many_machines", "any_language", "frameworks", "encodings"),
    "researchers": ("gallery", "results", "benchmarks", "checked"),
    "authors": ("contributing", "changelog"),
}
"""The pages of each section, by the page in the first menu."""


class TooLargeError(Exception):
    """A page of a game is larger than `MAX_PAGE_BYTES`."""


def gather(source: Path, *, with_lite: bool = True) -> dict[str, int]:
    """Write all sources for Sphinx into an empty folder; return the sizes of the games' pages."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(REPOSITORY_ROOT / "docs", source, ignore=shutil.ignore_patterns("__pycache__"))
    for page in source.rglob("*.md"):
        at = page.relative_to(source).as_posix()
        text = page.read_text("utf-8")
        if with_lite:
            text = boards.add_board_column(text)
        text = printed.add_pdf_column(text)
        page.write_text(move_links(text, f"docs/{at}", at), encoding="utf-8")
    front = source / "index.md"
    front.write_text(
        games.fill_front_page(front.read_text("utf-8"), with_lite=with_lite), encoding="utf-8"
    )
    teachers = source / "teachers.md"
    teachers.write_text(printed.fill_teachers_page(teachers.read_text("utf-8")), encoding="utf-8")
    printed.write_pdfs(source / "extra" / printed.PDF_FOLDER)
    for file, there in pages_of_the_repository().items():
        (source / there).parent.mkdir(parents=True, exist_ok=True)
        text = printed.add_pdf_column((REPOSITORY_ROOT / file).read_text("utf-8"), "../")
        if with_lite and Path(file).stem in boards.LESSON_GAMES:
            text = boards.add_board_line(text, Path(file).stem)
        (source / there).write_text(move_links(text, file, there), encoding="utf-8")
    for name, text in {**figures.files(), "encodings.md": encodings.page()}.items():
        (source / name).write_text(text, encoding="utf-8")
    lessons = sorted((source / "teacher").glob("[0-9c]*.md"))
    for top, below in {**SECTION_PAGES, "teacher/index": [path.stem for path in lessons]}.items():
        with (source / f"{top}.md").open("a", encoding="utf-8") as section:
            section.write("\n".join(["\n```{toctree}\n:hidden:\n", *below, "```\n"]))
    for name in pg.games():
        (source / "games" / f"{name}.md").write_text(
            games.page(name, with_lite=with_lite), encoding="utf-8"
        )
    for at, text in reference.pages().items():
        (source / at).parent.mkdir(parents=True, exist_ok=True)
        (source / at).write_text(text, encoding="utf-8")
    return games.replays(source / "extra" / "replays", with_lite=with_lite)


def pages_of_the_repository() -> dict[str, str]:
    """Return the hand-written pages outside docs, with their places on the site."""
    known = {page: there for page, there in SITE_PAGES.items() if page not in GENERATED_PAGES}
    teacher = sorted((REPOSITORY_ROOT / "notebooks" / "teacher").glob("[0-9c]*.md"))
    return known | {
        path.relative_to(REPOSITORY_ROOT).as_posix(): f"teacher/{path.name}" for path in teacher
    }


def build(out: Path, source: Path = SOURCE_FOLDER, *, with_lite: bool = True) -> None:
    """Build the site into a folder, with or without the page that needs no server."""
    sizes = gather(source, with_lite=with_lite)
    large = {name: size for name, size in sizes.items() if size > MAX_PAGE_BYTES}
    if large:
        msg = f"more than {MAX_PAGE_BYTES} bytes: {large}"
        raise TooLargeError(msg)
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", "-E"]
    command += ["-d", str(source.parent / "site-doctrees"), str(source), str(out)]
    subprocess.run(
        command, check=True, env=os.environ | {"POLYGAMES_REPOSITORY": str(REPOSITORY_ROOT)}
    )
    (out / "_static" / "webpack-macros.html").unlink(missing_ok=True)  # the theme's own template
    if with_lite:
        build_browser_pages(out)


def build_browser_pages(out: Path) -> None:
    """Build the pages in which Python runs, into the folders ``lite`` and ``play`` of the site."""
    for command_name, folder in (("build", "lite"), ("play", "play")):
        command = [sys.executable, "-m", "lite", command_name]
        command += ["--out", str(out.resolve() / folder)]
        subprocess.run(command, cwd=REPOSITORY_ROOT, check=True)


def main(args: Sequence[str]) -> None:
    """Build the site into the folder that the command line names."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=REPOSITORY_ROOT / "build" / "site", help="emptied first"
    )
    parser.add_argument("--without-lite", action="store_true", help="leave that page out")
    given = parser.parse_args(args)
    if not given.without_lite and not (find_spec("jupyterlite_core") and shutil.which("npm")):
        sys.exit(
            "the page without a server needs npm and the extra lite: pip install -e '.[docs,lite]'."
            " Without that page: --without-lite"
        )
    build(given.out, with_lite=not given.without_lite)
    print(f"The site is in {given.out}: open index.html there")


if __name__ == "__main__":
    main(sys.argv[1:])
