"""The site, built by JupyterLite from Pyodide, the wheels and the notebooks."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from lite import contents
from lite.lock import lock, with_distribution
from lite.parts import own_wheel, pyodide, wheels
from lite.running import run

__all__ = ["build"]

HERE: Final = Path(__file__).parent
PYODIDE_FILES: Final = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
)
APPS: Final = ("lab", "notebooks", "tree")
"""JupyterLab with its list of files, single notebooks for phones, and the list alone."""
KERNEL: Final = "@jupyterlite/pyodide-kernel-extension:kernel"

DOOR: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>polygames</title>
<link rel="icon" href="lab/favicon.ico">
<meta http-equiv="refresh" content="0; url=lab/index.html?path={first}">
<!-- the pages below read their settings here, too -->
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{{}}</script>
</head>
<body><a href="lab/index.html?path={first}">Open the games</a></body>
</html>
"""
"""The page at the root, which opens the first notebook."""

SIZE: Final = '<meta name="viewport" content="width=device-width, initial-scale=1">'
NARROW: Final = """
    <script>
      if (matchMedia("(max-width: 760px)").matches) {
        const search = location.search || "?path=%s";
        location.replace(`../notebooks/index.html${search}${location.hash}`);
      }
    </script>"""
"""A script after that line of Lab's page. It opens single notebooks on narrow screens."""

OWN_FILES: Final = ("page.js", "page.css")
OWN: Final = """
    <link rel="stylesheet" href="../page.css">
    <script type="module" src="../page.js"></script>"""
"""The lines after that line that load these files, on each page with a notebook."""


def build(out: Path, cache: Path, *, full: str | None = None) -> None:
    """Build the site.

    Parameters
    ----------
    out
        The folder of the site, emptied first.
    cache
        The folder of downloads for later builds.
    full
        The address of the full Pyodide distribution. Without it the site uses no other machine,
        and has no numpy, plots and ipycanvas.
    """
    out, cache = out.absolute(), cache.absolute()
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        source, files = work / "source", work / "files"
        files.mkdir()
        contents.write(files)
        packages = _put_pyodide(source / "static" / "pyodide", work, cache, full)
        settings = _settings(packages)
        (source / "jupyter-lite.json").write_text(json.dumps(settings, indent=1))
        shutil.rmtree(out, ignore_errors=True)
        _run_builder(source, files, out)
    (out / "index.html").write_text(DOOR.format(first=contents.FIRST), encoding="utf-8")
    for name in OWN_FILES:
        shutil.copy(HERE / name, out)
    _add_to_head(out / "lab" / "index.html", OWN + NARROW % contents.FIRST)
    _add_to_head(out / "notebooks" / "index.html", OWN)


def _add_to_head(file: Path, lines: str) -> None:
    """Add lines to the head of a page."""
    page = file.read_text(encoding="utf-8")
    file.write_text(page.replace(SIZE, SIZE + lines, 1), encoding="utf-8")


def _put_pyodide(folder: Path, work: Path, cache: Path, full: str | None) -> list[str]:
    """Copy Pyodide, the wheels and their lock; return the names of the packages."""
    folder.mkdir(parents=True)
    npm = pyodide(cache)
    for name in PYODIDE_FILES:
        shutil.copy(npm / name, folder)
    found = [*wheels(cache, full=full is not None), own_wheel(work, cache)]
    for wheel in found:
        shutil.copy(wheel, folder)
    known = json.loads((npm / "pyodide-lock.json").read_text())
    ours = lock(known, found)
    if full is not None:
        ours = with_distribution(ours, known, full)
    (folder / "pyodide-lock.json").write_text(json.dumps(ours, indent=1))
    return sorted(ours["packages"])


def _settings(packages: list[str]) -> dict[str, Any]:
    """Return the settings of the page: load all packages of the lock, and use no registry."""
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": packages}}
    page = {
        "appName": "polygames",
        "exposeAppInBrowser": True,  # for page.js
        "litePluginSettings": {KERNEL: kernel},
    }
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": page}


def _run_builder(source: Path, files: Path, out: Path) -> None:
    command = [sys.executable, "-m", "jupyter", "lite", "build", *map("--apps={}".format, APPS)]
    folders = [f"--lite-dir={source}", f"--contents={files}", f"--output-dir={out}"]
    run(*command, *folders, "--no-sourcemaps", "--no-unused-shared-packages", cwd=source)
