"""The builder of the page without a server, as far as nothing is downloaded; .ci/run builds it."""

from __future__ import annotations

import hashlib
import json
import urllib.request
import zipfile
from argparse import ArgumentTypeError
from itertools import pairwise
from threading import Thread

import nbformat
import pytest

import polygames as pg
from lite import contents
from lite.address import address
from lite.lock import lock, with_distribution
from lite.pictures import pictures
from lite.serve import kept_for, server
from polygames.lessons.figures import saved_picture

KNOWN = {
    "info": {"python": "3.14.2"},
    "packages": {
        name: {"name": name, "file_name": f"{name}.whl", "depends": depends}
        for name, depends in {
            "numpy": [],
            "matplotlib": ["numpy", "Kiwi_Solver", "anywidget"],
            "kiwi-solver": [],
            "shapely": ["numpy"],
            "joblib": [],
            "pillow": [],
            "anywidget": [],
            "scipy": ["numpy"],
        }.items()
    },
}


@pytest.fixture
def wheels(tmp_path):
    """Wheels of a package and of what it asks for, in part."""
    asks = {
        "anywidget": [],
        "Poly_Games": [
            "anywidget>=0.9",
            "numpy",
            'numba; sys_platform != "emscripten"',
            'colorama; platform_system == "Windows"',
            'pytest; extra == "test"',
        ],
    }
    for name, requirements in asks.items():
        with zipfile.ZipFile(tmp_path / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
            lines = [f"Name: {name}", "Version: 1.0"]
            lines += [f"Requires-Dist: {each}" for each in requirements]
            wheel.writestr(f"{name}-1.0.dist-info/METADATA", "\n".join(lines))
            wheel.writestr(f"{name.lower()}/__init__.py", "")
    return sorted(tmp_path.glob("*.whl"))


def test_the_lock_names_the_wheels_there_are_and_asks_for_nothing_else(wheels):
    made = lock(KNOWN, wheels)
    assert made["info"] == KNOWN["info"]
    assert {*made["packages"]} == {"anywidget", "poly-games"}
    ours = made["packages"]["poly-games"]
    assert ours["depends"] == ["anywidget"]
    assert ours["imports"] == ["poly_games"]
    assert ours["sha256"] == hashlib.sha256(wheels[0].read_bytes()).hexdigest()


def test_the_full_distribution_is_taken_from_its_address_with_all_it_needs(wheels):
    made = with_distribution(lock(KNOWN, wheels), KNOWN, "https://example.org/full/")
    files = {name: each["file_name"] for name, each in made["packages"].items()}
    assert files.pop("anywidget") == wheels[1].name, "what we have is ours"
    assert files.pop("poly-games") == wheels[0].name
    assert {*files} == {"numpy", "matplotlib", "kiwi-solver", "shapely", "joblib", "pillow"}
    assert files["numpy"] == "https://example.org/full/numpy.whl"


def test_an_address_is_one_of_the_web():
    assert address("https://example.org/full") == address("https://example.org/full/")
    with pytest.raises(ArgumentTypeError, match="https://"):
        address("full")


@pytest.fixture
def first_notebook(tmp_path):
    contents.write(tmp_path)
    notebook = nbformat.read(tmp_path / contents.FIRST, as_version=4)
    nbformat.validate(notebook)
    return notebook


def test_each_cell_of_the_first_notebook_shows_a_board_when_it_is_run_first(
    first_notebook, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)  # the boards save their games here
    codes = [cell.source for cell in first_notebook.cells if cell.cell_type == "code"]
    for name, source in zip(pg.games(), codes, strict=True):
        *before, shown = source.splitlines()
        names = {}  # as in a new kernel
        exec("\n".join(before), names)  # noqa: S102 - our own words
        board = eval(shown, names)  # noqa: S307 - our own words
        assert board.record.game == name
        board.close()


def test_the_text_before_each_cell_says_who_plays(first_notebook):
    cells = first_notebook.cells
    for before, cell in pairwise(cells):
        if cell.cell_type == "code":
            alone = "level=" not in cell.source
            assert before.cell_type == "markdown"
            assert "Run this cell to show a board." in before.source
            assert ("You play alone." in before.source) == alone
            assert ("You play against the computer" in before.source) != alone


def test_the_lessons_and_their_data_are_there(tmp_path):
    contents.write(tmp_path)
    assert (tmp_path / "00_play.ipynb").is_file()
    assert (tmp_path / "data").is_dir()
    assert not list(tmp_path.rglob("solutions"))


@pytest.mark.parametrize(
    ("name", "kind"), [("a.mjs", "text/javascript"), ("a.wasm", "application/wasm")]
)
def test_a_browser_gets_the_types_it_insists_on_and_may_keep_the_file(tmp_path, name, kind):
    (tmp_path / name).write_bytes(b"x")
    (tmp_path / "all.json").write_text(json.dumps({}))
    with server(tmp_path) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        root = f"http://127.0.0.1:{served.server_port}"
        with urllib.request.urlopen(f"{root}/{name}") as answer:  # noqa: S310 - our own server
            got = answer.headers
        with urllib.request.urlopen(f"{root}/all.json") as answer:  # noqa: S310 - our own server
            page = answer.headers
        served.shutdown()
    assert got["Content-Type"] == kind
    assert "max-age" in got["Cache-Control"]
    assert page["Cache-Control"] == "no-cache"


def test_pages_are_asked_for_each_time():
    assert kept_for("/lab/index.html?path=start.ipynb") == kept_for("/") == "no-cache"


def test_the_first_notebook_leads_to_every_lesson(first_notebook, tmp_path):
    words = "".join(cell.source for cell in first_notebook.cells)
    for lesson in tmp_path.glob("[0-9]*.ipynb"):
        assert f"]({lesson.name})" in words


@pytest.mark.slow
def test_the_pictures_of_the_lessons_are_found_by_their_words(tmp_path):
    taken = pictures()
    for place, picture in taken.items():
        (tmp_path / place.rpartition("/")[2]).write_bytes(picture)
    words = "A cake. Worth of its slices to Ann: 1, 1, 1, 1, 4, 4; Bob: 3, 3, 3, 1, 1, 1. "
    assert saved_picture(words, tmp_path).startswith(b"\x89PNG")
    assert saved_picture(words + "Else.", tmp_path) is None
    assert len(taken) > 40
