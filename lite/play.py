"""The play page: a folder of plain files with a board, Pyodide and the package.

Everything a browser needs is in the folder, so any static host serves it, under any path.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import zipfile
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import polygames as pg
from lite.bytecode import replace_sources
from lite.parts import pyodide
from polygames.view.help import iter_tour_pictures
from polygames.view.js_bundle import bundle_module
from polygames.view.page_styles import read_page_styles

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["build_play_page"]

PACKAGE_FOLDER: Final = Path(pg.__file__).parent
PAGE_FOLDER: Final = PACKAGE_FOLDER / "play_page" / "js"
PYODIDE_FILES: Final = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"),
)
LIBRARY: Final = "python_stdlib.zip"
LEFT_OUT: Final = ("arena", "bridges", "cli", "lessons", "plots", "study", "widgets")
"""The folders of the package that the page never imports."""
NEEDED_SUFFIXES: Final = (".json", ".md", ".npz", ".py")
OTHER_PACKAGES: Final = ("mistune", "segno")
"""Packages in pure Python that the page imports."""
UNUSED_MODULES: Final = (
    *("_pyio", "_pyrepl", "antigravity", "bdb", "cProfile", "cgi", "cmd", "code"),
    *("compileall", "configparser", "ctypes", "curses", "dbm", "difflib", "doctest"),
    *("ensurepip", "filecmp", "fileinput", "formatter", "ftplib", "getopt", "getpass"),
    *("idlelib", "imaplib", "lib2to3", "mailbox", "mimetypes", "modulefinder"),
    *("multiprocessing", "netrc", "nntplib", "optparse", "pdb", "pickletools", "plistlib"),
    *("poplib", "profile", "pstats", "pty", "py_compile", "pyclbr", "pydoc", "pydoc_data"),
    *("rlcompleter", "sched", "shelve", "smtplib", "sqlite3", "symtable", "tabnanny"),
    *("tarfile", "telnetlib", "test", "this", "timeit", "tkinter", "trace", "tty", "turtle"),
    *("turtledemo", "unittest", "venv", "wave", "webbrowser", "wsgiref", "xdrlib"),
    *("xmlrpc", "zipapp"),
)
"""Modules of Python's standard library that the page never imports."""
USED_ENCODINGS: Final = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8")
BUILD_DIGITS: Final = 16

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
"""The policy of the page: it loads its own files only."""


def build_play_page(out: Path, cache: Path) -> None:
    """Build the page into a folder, which is emptied first.

    All files but two are in a folder that is named after their contents. So a browser never mixes
    the files of two builds.

    Parameters
    ----------
    out
        The folder of the page.
    cache
        The folder of downloads for later builds.
    """
    out, npm = out.absolute(), pyodide(cache.absolute())
    shutil.rmtree(out, ignore_errors=True)
    files = out / "files"
    (files / "pyodide").mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copy(npm / name, files / "pyodide")
    _write_library(files / "pyodide" / LIBRARY, npm)
    _write_package(files / "polygames.zip", npm)
    (files / "play.js").write_text(bundle_module(PAGE_FOLDER / "play.js"), "utf-8")
    shutil.copy(PAGE_FOLDER / "worker.js", files)
    own = (PACKAGE_FOLDER / "classroom" / "js" / "class.css", PAGE_FOLDER / "play.css")
    styles = read_page_styles() + "".join(each.read_text("utf-8") for each in own)
    (files / "play.css").write_text(styles, "utf-8")
    names = sorted(
        each.relative_to(files).as_posix() for each in files.rglob("*") if each.is_file()
    )
    build = _hash_files(files, names)
    files.rename(out / build)
    _write_page(out, build)
    worker = (PAGE_FOLDER / "service_worker.js").read_text("utf-8")
    cached = json.dumps(["./", *(f"{build}/{name}" for name in names)])
    worker = worker.replace("{build}", build).replace('["{files}"]', cached)
    (out / "service_worker.js").write_text(worker, "utf-8")


def _write_page(out: Path, build: str) -> None:
    """Write the page itself, with a card for each game."""
    page = (PAGE_FOLDER / "index.html").read_text("utf-8")
    cards = "\n".join(map(_card_html, pg.games()))
    parts = {"policy": CONTENT_SECURITY_POLICY, "cards": cards, "build": build}
    for name, text in parts.items():
        page = page.replace(f"{{{name}}}", text)
    (out / "index.html").write_text(page, "utf-8")


def _hash_files(folder: Path, names: list[str]) -> str:
    """Return a hash of the names and the contents of files."""
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + (folder / name).read_bytes())
    return digest.hexdigest()[:BUILD_DIGITS]


def _write_library(library: Path, npm: Path) -> None:
    """Write the used part of the standard library as bytecode."""
    with tempfile.TemporaryDirectory() as made:
        lean = Path(made) / library.name
        with (
            zipfile.ZipFile(npm / library.name) as source,
            zipfile.ZipFile(lean, "w") as into,
        ):
            for each in source.infolist():
                if not each.is_dir() and _is_used(each.filename.removesuffix(".py")):
                    into.writestr(each, source.read(each))
        replace_sources(lean.parent, npm)
        shutil.copy(lean, library)


def _is_used(module: str) -> bool:
    """Return True if a module of the standard library, such as ``json/decoder``, is needed."""
    top, _, rest = module.partition("/")
    return rest in USED_ENCODINGS if top == "encodings" else top not in UNUSED_MODULES


def _write_package(archive: Path, npm: Path) -> None:
    """Write the package as bytecode."""
    with tempfile.TemporaryDirectory() as made:
        sources = Path(made) / archive.name
        with zipfile.ZipFile(sources, "w") as into:
            for file, name in _iter_package_files():
                into.write(file, name)
        replace_sources(sources.parent, npm)
        shutil.copy(sources, archive)


def _iter_package_files() -> Iterator[tuple[Path, str]]:
    """Yield the files of the package that the page needs, and their names in the archive."""
    for name in ("polygames", *OTHER_PACKAGES):
        found = find_spec(name)
        assert found is not None  # noqa: S101 - they are installed with the extra `lite`
        assert found.origin is not None  # noqa: S101 - they are folders
        folder = Path(found.origin).parent
        for file in sorted(folder.rglob("*")):
            parts = file.relative_to(folder).parts
            if parts[0] not in LEFT_OUT and file.suffix in NEEDED_SUFFIXES:
                yield file, f"{name}/{'/'.join(parts)}"


def _card_html(name: str) -> str:
    """Return the link to a game with its picture."""
    info = pg.game(name)
    assert info.guide.tour is not None  # noqa: S101 - all five games have one
    *_, (picture, _) = iter_tour_pictures(info, info.guide.tour)
    return (
        f'<a href="#{name}">{picture}<b>{escape(info.title)}</b>'
        f"<span>{escape(info.summary.partition('.')[0])}.</span></a>"
    )
