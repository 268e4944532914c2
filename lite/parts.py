"""The foreign parts of the site: Pyodide from npm, and wheels from PyPI."""

from __future__ import annotations

import json
import shutil
import tarfile
import zipfile
from pathlib import Path
from typing import Final

from lite.bytecode import add_bytecode
from lite.pictures import pictures
from lite.running import pip, run

__all__ = ["PYODIDE", "own_wheel", "pyodide", "wheels"]

ROOT: Final = Path(__file__).parents[1]

PYODIDE: Final = "314.0.6"
"""The Pyodide release of the kernel (jupyterlite-pyodide-kernel 0.8)."""

PYTHON: Final = "3.14"
"""The Python of that release."""

NEEDED: Final = (
    # the kernel of JupyterLite: it starts only if all these are there
    *("asttokens", "comm", "decorator", "executing", "ipython", "ipython_pygments_lexers"),
    *("matplotlib-inline", "micropip", "packaging", "prompt_toolkit", "pure_eval", "pygments"),
    *("six", "stack_data", "traitlets", "typing_extensions", "wcwidth"),
    # the boards
    *("anywidget", "ipywidgets", "mistune", "psygnal", "tqdm"),
)
FULL: Final = ("ipycanvas",)
"""The packages that need numpy."""

STUB: Final = ("jedi", "0.99")
"""An empty package that the kernel requires. It saves 5 MB, and there is no completion by types."""


def pyodide(cache: Path) -> Path:
    """Return the folder of the npm package, downloaded once."""
    folder = cache / f"pyodide-{PYODIDE}"
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        name = run("npm", "pack", "--silent", f"pyodide@{PYODIDE}", cwd=cache).split()[-1]
        with tarfile.open(cache / name) as packed:
            packed.extractall(cache / "unpacked", filter="data")
        (cache / "unpacked" / "package").rename(folder)
    return folder


def wheels(cache: Path, *, full: bool) -> list[Path]:
    """Return the needed wheels, each for every platform, downloaded once."""
    names = [*NEEDED, *(FULL if full else ()), f"bytecode for {PYODIDE}"]
    folder = cache / ("wheels-full" if full else "wheels")
    listed = folder / "names.json"
    if not listed.is_file() or json.loads(listed.read_text()) != names:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        platform = f"--python-version={PYTHON} --implementation=py --abi=none --platform=any"
        pip(
            "download",
            "--no-deps",
            "--only-binary=:all:",
            *platform.split(),
            *names[:-1],
            cwd=folder,
        )
        _stub(folder)
        add_bytecode(folder, pyodide(cache))
        listed.write_text(json.dumps(names))
    return sorted(folder.glob("*.whl"))


def own_wheel(work: Path, cache: Path) -> Path:
    """Build the wheel of the package without the notebooks, which are separate files of the site.

    It contains the pictures of the lessons, because the page cannot draw them.
    """
    pip("wheel", "--no-deps", f"--wheel-dir={work / 'own'}", str(ROOT), cwd=ROOT)
    whole = next((work / "own").glob("*.whl"))
    lean = work / "lean" / whole.name
    lean.parent.mkdir()
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(lean, "w", zipfile.ZIP_DEFLATED) as into:
        for each in source.infolist():
            if not each.filename.endswith(".ipynb"):
                into.writestr(each, source.read(each))
        for name, picture in pictures().items():
            into.writestr(name, picture, zipfile.ZIP_STORED)
    add_bytecode(lean.parent, pyodide(cache))
    return lean


def _stub(folder: Path) -> None:
    """Write an empty wheel."""
    name, version = STUB
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        about = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        wheel.writestr(f"{info}/METADATA", about)
        tags = "Wheel-Version: 1.0\nGenerator: lite\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        wheel.writestr(f"{info}/WHEEL", tags)
        wheel.writestr(f"{info}/RECORD", "")
