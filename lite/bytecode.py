"""Bytecode for wheels, so that a page imports modules without compiling them first.

It saves a third of the work of a second visit. The unpacked files of a wheel have new time stamps,
so the bytecode is of the unchecked kind (PEP 552) and ignores the time of the source. Only
Pyodide's own Python can write it: `add_bytecode` runs this file there.
"""

from __future__ import annotations

import sys
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Final

__all__ = ["add_bytecode", "replace_sources"]

SITE: Final = "/lib/python{}.{}/site-packages/"
"""The folder of unpacked wheels in the browser, for tracebacks."""


def add_bytecode(folder: Path, pyodide: Path) -> None:
    """Add bytecode to all wheels of a folder, beside the sources."""
    _run_in_pyodide(folder, pyodide)


def replace_sources(folder: Path, pyodide: Path) -> None:
    """Replace the sources in all zip files of a folder by bytecode without docstrings.

    A page then loads half as much, and the memory of Python stays small enough to be saved.
    """
    _run_in_pyodide(folder, pyodide)


def _run_in_pyodide(folder: Path, pyodide: Path) -> None:
    """Run this file in Pyodide, for the wheels and zip files of a folder."""
    from lite.running import run

    here = Path(__file__)
    program = (str(each) for each in (here.with_suffix(".mjs"), pyodide, folder, here))
    run("node", *program, cwd=folder)


def _rewrite(wheel: Path) -> None:
    """Write a wheel again with the bytecode of each module that can be compiled."""
    made = wheel.with_suffix(".new")
    with (
        zipfile.ZipFile(wheel) as source,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as into,
    ):
        for each in source.infolist():
            content = source.read(each)
            into.writestr(each, content, each.compress_type)
            name = Path(each.filename)
            if name.suffix == ".py" and not name.parts[0].endswith((".data", ".dist-info")):
                tag = f"{name.stem}.{sys.implementation.cache_tag}.pyc"
                into.writestr(str(name.parent / "__pycache__" / tag), _compiled(name, content))
    made.replace(wheel)


def _replace(archive: Path) -> None:
    """Write a zip file again with bytecode in place of each module."""
    made = archive.with_suffix(".new")
    with (
        zipfile.ZipFile(archive) as source,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as into,
    ):
        for each in source.infolist():
            content, name = source.read(each), Path(each.filename)
            if name.suffix == ".py":
                content, name = _compiled(name, content, optimize=2), name.with_suffix(".pyc")
            into.writestr(name.as_posix(), content)
    made.replace(archive)


def _compiled(name: Path, content: bytes, *, optimize: int = -1) -> bytes:
    """Return the bytecode file of a module, which Python loads without checking the source."""
    from importlib.util import source_hash

    to_hash_pyc = import_module("importlib._bootstrap_external")._code_to_hash_pyc  # noqa: SLF001 - py_compile calls it

    place = SITE.format(*sys.version_info) + str(name)
    code = compile(content, place, "exec", dont_inherit=True, optimize=optimize)
    return bytes(to_hash_pyc(code, source_hash(content), checked=False))


if __name__ == "__main__" and sys.platform == "emscripten":
    import warnings

    warnings.simplefilter("ignore")  # of other people's code
    for _wheel in sorted(Path("/wheels").glob("*.whl")):
        _rewrite(_wheel)
    for _archive in sorted(Path("/wheels").glob("*.zip")):
        _replace(_archive)
