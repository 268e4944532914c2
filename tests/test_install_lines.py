"""Every line with `pip install` that a reader finds installs something that is ours or on PyPI."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import distributions
import freeze_notebooks as freezer
import pytest
import tracked

from polygames.core.lazy_imports import EXTRA_BY_LIBRARY, PACKAGES_BY_EXTRA, missing_library_error

ROOT = Path(__file__).resolve().parents[1]
LINE = re.compile(r"pip\s+install\s+((?:-\w+ )*(?:'[^']+'|[\w.*/-]+)(?: (?!in\b)[a-z][\w-]+)*)")
"""What follows `pip install`: options, a requirement in quotes or names. Prose is not a name."""
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PLACEHOLDERS = {"no_library", "no_such_library", "..."}
"""Names in examples of error messages: no such package is meant."""
OTHERS = {"dask-jobqueue", "numpy numba", "matplotlib", "shapely", "numpy"}
"""Packages on PyPI that pages and errors name, beside those of the extras."""


def texts():
    """Yield the name and the text of everything that readers of the project see."""
    for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("notebooks/**/*.md")]:
        yield path, path.read_text(encoding="utf-8")
    for path in (ROOT / "polygames").rglob("*.py"):
        yield path, path.read_text(encoding="utf-8")
    for path in tracked.notebooks():
        yield path, "\n".join(cell.source for cell in freezer.read(path).cells)


def install_lines():
    """Return what is to be installed, each with the files that say so."""
    found = {}
    for path, text in texts():
        for line in LINE.findall(text):
            found.setdefault(line, set()).add(path.relative_to(ROOT).as_posix())
    for library in EXTRA_BY_LIBRARY:
        line = str(missing_library_error(library, "a result")).partition("pip install ")[2]
        found.setdefault(line, set()).add("polygames/core/lazy_imports.py")
    return {line: files for line, files in found.items() if line not in PLACEHOLDERS}


LINES = install_lines()


def test_lines_of_every_kind_are_found():
    named = {"'.[class]'", "'.[tables]'", "dist/*.whl", "polygames_notebooks-*.whl", "ortools"}
    assert named <= {*LINES}
    assert len(LINES["polygames_notebooks-*.whl"]) == 2 * len(tracked.notebooks("solutions"))


@pytest.mark.parametrize("line", LINES)
def test_a_line_installs_the_checkout_the_wheel_or_known_packages(line):
    requirement = re.sub(r"^(-\w+ )+", "", line)
    if extras := re.fullmatch(r"'\.\[([\w,]+)\]'", requirement):
        assert {*extras[1].split(",")} <= {*SETTINGS["project"]["optional-dependencies"]}
    else:
        wheels = {"dist/*.whl", "polygames_notebooks-*.whl"}
        assert requirement in wheels | {*PACKAGES_BY_EXTRA.values()} | OTHERS, LINES[line]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Return a clone with its wheel in `dist` and beside it, and an environment of its own."""
    folder = tmp_path_factory.mktemp("install") / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    (folder / "dist").mkdir()
    distributions.build_distributions(folder / "dist")
    (wheel,) = (folder / "dist").glob("*.whl")
    shutil.copy(wheel, folder)
    uv = [sys.executable, "-m", "uv", "venv", "--quiet", "--python", sys.executable, ".venv"]
    subprocess.run(uv, cwd=folder, check=True)
    return folder


@pytest.mark.dist
@pytest.mark.parametrize("line", LINES)
def test_a_line_works_as_it_is_typed(line, checkout):
    command = f"'{sys.executable}' -m uv pip install --quiet --python .venv {line}"
    subprocess.run(["bash", "-c", command], cwd=checkout, check=True)
    if "." in line:  # it brings the package
        tried = [".venv/bin/python", "-c", "import polygames as pg; pg.new('split')"]
        subprocess.run(tried, cwd=checkout, check=True)
