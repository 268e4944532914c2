"""Run notebooks and save the output for readers without a kernel, or check that it is saved.

    python scripts/freeze_notebooks.py [--check] [PATH...]

A path is a notebook or a folder of notebooks, by default ``notebooks``. A frozen notebook was run
from top to bottom without an error. The picture of a widget is saved instead of the widget, which
would show "Error displaying widget" without its kernel. A saved picture has few colours. A solution
has only the pictures that the student's copy hides; the page without a server shows both. Output
that differs between runs or machines is removed. A student's copy does not show results that the
student should predict, but the solution does. The notebook runs in a copy of its folder, so
it leaves no files behind.
"""

from __future__ import annotations

import argparse
import io
import re
import shutil
import sys
from base64 import b64decode, b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import nbformat
from nbclient import NotebookClient
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nbformat import NotebookNode

NOTEBOOKS_FOLDER: Final = Path(__file__).resolve().parents[1] / "notebooks"

WIDGET_MIME_TYPE: Final = "application/vnd.jupyter.widget-view+json"

PICTURE_MIME_TYPES: Final = ("image/png", "image/jpeg")

SHOWN_TAGS: Final = {"check", "exercise", "hide-input", "shown"}
"""Tags of cells whose output a student's copy shows even after a prediction."""

MAX_PICTURE_COLORS: Final = 64

KERNEL_SPEC: Final = {
    "display_name": "Python 3 (ipykernel)",
    "language": "python",
    "name": "python3",
}

CELL_TIMEOUT_SECONDS: Final = 300
"""The maximum running time of a cell."""

TRANSIENT_METADATA: Final = {"collapsed", "execution", "scrolled", "ExecuteTime"}
"""Metadata that front ends add to a cell about its run and its display."""

MAX_ALT_LENGTH: Final = 300
"""The maximum length of the alternative text that is added to a picture."""

BOARD_TEXT: Final = re.compile(r"\w[\w ]* board: ")
"""The start of a board's text output."""


def main() -> None:
    """Freeze the given notebooks, or report those that are not frozen."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, default=[NOTEBOOKS_FOLDER])
    parser.add_argument(
        "--check", action="store_true", help="change nothing; fail if a notebook is not frozen"
    )
    arguments = parser.parse_args()
    failed = False
    for path in find_notebooks(arguments.paths):
        if not arguments.check:
            freeze(path)
        faults = find_problems(path)
        failed |= bool(faults)
        print(f"{path}: {'; '.join(faults) or 'frozen'}")
    sys.exit(int(failed))


def find_notebooks(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the given notebooks and those in the given folders, without Jupyter's copies."""
    for path in paths:
        found = sorted(path.rglob("*.ipynb")) if path.is_dir() else [path]
        yield from (each for each in found if ".ipynb_checkpoints" not in each.parts)


def freeze(path: Path) -> None:
    """Run a notebook and save it without output that needs a kernel."""
    notebook = read(path)
    with TemporaryDirectory() as work:
        NotebookClient(
            notebook,
            timeout=CELL_TIMEOUT_SECONDS,
            kernel_name=KERNEL_SPEC["name"],
            record_timing=False,
            coalesce_streams=True,
            store_widget_state=False,
            resources={"metadata": {"path": str(copy_folder(path, Path(work)))}},
        ).execute()
    text = to_text(clean_notebook(notebook, path))
    new = path.with_suffix(".ipynb.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def copy_folder(path: Path, work: Path) -> Path:
    """Copy the folder of a notebook without its notebooks, and return the copy.

    A notebook of this project gets a copy of the whole folder ``notebooks``.
    """
    folder = path.resolve().parent
    root = NOTEBOOKS_FOLDER if folder.is_relative_to(NOTEBOOKS_FOLDER) else folder
    copy = work / root.name
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns(".*", "*.ipynb"))
    return copy / folder.relative_to(root)


def find_problems(path: Path) -> list[str]:
    """Return the reasons why a notebook is not frozen; none if it is frozen."""
    notebook, found = read(path), []
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        found.append("its cells were not run once each from top to bottom")
    for number, cell in enumerate(code, 1):
        for output in cell.outputs:
            if output.output_type == "error":
                found.append(f"code cell {number} ends in an error")
            if is_board(output) and not has_picture(output) and not is_solution(path):
                found.append(f"code cell {number} shows a board without a saved picture")
    if to_text(clean_notebook(notebook, path)) != path.read_text(encoding="utf-8"):
        found.append("it has data that only its kernel or only one run can use")
    return found


def clean_notebook(notebook: NotebookNode, path: Path) -> NotebookNode:
    """Remove data from a notebook that only its kernel, or only this run, can use."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata.get("polygames", {}).pop("answers", None)
    notebook.metadata.update(kernelspec=dict(KERNEL_SPEC), language_info={"name": "python"})
    name_cells(notebook, path.stem)
    hidden = [cell.id for cell in cells_to_predict(notebook)]
    for cell in notebook.cells:
        for key in TRANSIENT_METADATA & set(cell.metadata):
            del cell.metadata[key]
        if cell.id in hidden and not is_solution(path):
            cell.outputs = []
        for output in cell.get("outputs", ()):
            clean_output(output)
            if is_solution(path) and cell.id not in hidden:
                remove_picture(output)
    return notebook


def cells_to_predict(notebook: NotebookNode) -> Iterator[NotebookNode]:
    """Yield the cells with results to predict: those after a text with a prediction.

    Other cells have the tag ``predicted``; what is needed for a prediction has the tag ``shown``.
    """
    asked = False
    for cell in notebook.cells:
        tags = {*cell.metadata.get("tags", ())}
        if cell.cell_type != "code":
            asked = "**Predict" in cell.source
        elif "predicted" in tags or (asked and not tags & SHOWN_TAGS):
            yield cell


def name_cells(notebook: NotebookNode, stem: str) -> None:
    """Give a new id to each cell that has none, or the id of an earlier cell."""
    notebook.nbformat_minor = max(notebook.nbformat_minor, 5)  # the first with ids
    used_ids: set[str] = set()
    spare = (f"{stem}-{number}" for number in range(10_000))
    known = {cell.get("id") for cell in notebook.cells}
    for cell in notebook.cells:
        if cell.get("id") is None or cell["id"] in used_ids:
            cell["id"] = next(name for name in spare if name not in known)
        used_ids.add(cell["id"])


def clean_output(output: NotebookNode) -> None:
    """Remove the widget of an output, and its SVG if it has a picture.

    JupyterLab hides SVG of a notebook that it does not trust.
    """
    output.get("data", {}).pop(WIDGET_MIME_TYPE, None)
    output.get("metadata", {}).pop(WIDGET_MIME_TYPE, None)
    if has_picture(output):
        output.data.pop("image/svg+xml", None)
        describe(output)
        if "image/png" in output.data:
            output.data["image/png"] = shrink_picture(output.data["image/png"])


def shrink_picture(picture: str) -> str:
    """Return a PNG in base64 with a palette of few colours."""
    image = Image.open(io.BytesIO(b64decode(picture)))
    if image.mode == "P":
        return picture
    small = io.BytesIO()
    image.convert("RGB").quantize(MAX_PICTURE_COLORS).save(small, "PNG", optimize=True)
    return b64encode(small.getvalue()).decode()


def remove_picture(output: NotebookNode) -> None:
    """Remove the picture of an output, and its description."""
    for kind in PICTURE_MIME_TYPES:
        output.get("data", {}).pop(kind, None)
        output.get("metadata", {}).pop(kind, None)


def is_solution(path: Path) -> bool:
    """Return True for a notebook with solutions, whose pictures are not saved."""
    return path.parent.name == "solutions"


def describe(output: NotebookNode) -> None:
    """Add the text of the board or position to a picture without alternative text."""
    text = output.data.get("text/plain", "")
    if text and not text.startswith("<") and not alt_text(output):
        kind = next(kind for kind in PICTURE_MIME_TYPES if kind in output.data)
        about = "" if BOARD_TEXT.match(text) else "position of "
        output.metadata.setdefault(kind, {})["alt"] = (
            about + " ".join(text.split())[:MAX_ALT_LENGTH]
        )


def alt_text(output: NotebookNode) -> str:
    """Return the alternative text of a picture, or an empty text."""
    return next((output.metadata.get(kind, {}).get("alt", "") for kind in PICTURE_MIME_TYPES), "")


def is_board(output: NotebookNode) -> bool:
    """Return True if an output is a board."""
    return BOARD_TEXT.match(output.get("data", {}).get("text/plain", "")) is not None


def has_picture(output: NotebookNode) -> bool:
    """Return True if an output has a picture that every front end shows."""
    return any(kind in output.get("data", {}) for kind in PICTURE_MIME_TYPES)


def read(path: Path) -> NotebookNode:
    """Read a notebook without adding ids to cells, unlike the usual reader."""
    notebook: NotebookNode = nbformat.v4.reads(path.read_text(encoding="utf-8"))  # type: ignore[no-untyped-call]  # nbformat is typed in part
    return notebook


def to_text(notebook: NotebookNode) -> str:
    """Return the text of a notebook's file. Raise ValidationError if it is invalid."""
    nbformat.validate(notebook)
    text: str = nbformat.writes(notebook)  # type: ignore[no-untyped-call]  # nbformat is typed in part
    return text.rstrip("\n") + "\n"


if __name__ == "__main__":
    main()
