"""The notebooks as they are kept: frozen, in short cells, with the board in sight."""

import json
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path
from statistics import median

import freeze_notebooks as freezer
import nbformat
import pytest
import tracked
from nbconvert import HTMLExporter
from traitlets.config import Config

import polygames as pg

NOTEBOOKS = tracked.notebooks()
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQMAAAAl21bKAAAAA1BMVEUA"
    "AACnej3aAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)
BINDER = Path(__file__).parents[1] / "binder"
SOLVED = {path for path in NOTEBOOKS if path.parent.name == "solutions"}
LESSONS = [path for path in NOTEBOOKS if (path.parent / "solutions" / path.name).exists()]

every_lesson = pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])

every_notebook = pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=[str(path.relative_to(freezer.NOTEBOOKS_FOLDER)) for path in NOTEBOOKS]
)

every_page = pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path,
            id=str(path.relative_to(freezer.NOTEBOOKS_FOLDER)),
            marks=[pytest.mark.long] if path in SOLVED else [],
        )
        for path in NOTEBOOKS
    ],
)


def outputs(notebook):
    return [output for cell in notebook.cells for output in cell.get("outputs", ())]


# --- The notebooks of this project -------------------------------------------------------------


@every_notebook
def test_notebook_is_frozen(path):
    assert freezer.find_problems(path) == []


@every_notebook
def test_cells_are_short(path):
    cells = [cell for cell in freezer.read(path).cells if cell.cell_type == "code"]
    cells = [cell for cell in cells if "jupyter" not in cell.metadata]  # the others are folded
    lines = [len([line for line in cell.source.splitlines() if line.strip()]) for cell in cells]
    assert median(lines) <= 3
    assert sum(count <= 12 for count in lines) >= 0.9 * len(lines)
    assert max(lines) <= 30


@pytest.mark.slow
@every_page
def test_html_shows_every_picture_and_no_broken_widget(path):
    notebook = freezer.read(path)
    html, _ = HTMLExporter().from_notebook_node(notebook)
    pictures = [each.data["image/png"] for each in outputs(notebook) if freezer.has_picture(each)]
    within = sum(
        str(each.get("data", "")).count("data:image/png;base64") for each in outputs(notebook)
    )
    assert html.count('src="data:image/png;base64') == len(pictures) + within
    text = html.replace("\n", "")
    assert all(picture.replace("\n", "") in text for picture in pictures)
    assert "Error displaying widget" not in html
    assert freezer.WIDGET_MIME_TYPE not in html


@pytest.mark.slow
@every_page
def test_every_picture_says_in_words_what_it_shows(path):
    # The "lab" template of nbconvert has no place for alt text; "classic" writes it.
    notebook = freezer.read(path)
    html, _ = HTMLExporter(template_name="classic").from_notebook_node(notebook)
    assert "No description has been provided" not in html
    for output in filter(freezer.has_picture, outputs(notebook)):
        words = freezer.alt_text(output)
        assert len(words) > 15
        assert not words.startswith("<")


def test_first_notebook_shows_a_board_of_each_game_the_first_after_two_lines_of_code():
    notebook = freezer.read(freezer.NOTEBOOKS_FOLDER / "00_play.ipynb")
    boards = [output for output in outputs(notebook) if freezer.is_board(output)]
    assert len(boards) == len(pg.games())
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    assert len([*filter(None, first.source.splitlines())]) == 2
    assert "Split" in boards[0].data["text/plain"]


def test_export_with_the_settings_of_the_server_hides_plumbing():
    settings = json.loads((BINDER / "jupyter_nbconvert_config.json").read_text(encoding="utf-8"))
    notebook = freezer.read(freezer.NOTEBOOKS_FOLDER / "06_territory.ipynb")
    plain, _ = HTMLExporter().from_notebook_node(notebook)
    hidden, _ = HTMLExporter(config=Config(settings)).from_notebook_node(notebook)
    assert "SystemExit" in plain
    assert "SystemExit" not in hidden
    assert hidden.count('alt="') >= plain.count('alt="')


@every_lesson
def test_lesson_mailed_alone_says_in_one_sentence_what_is_missing(path, tmp_path):
    guard = next(cell for cell in freezer.read(path).cells if cell.cell_type == "code")
    code = f"import sys\nsys.modules['polygames'] = None\n{guard.source}"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("This lesson needs the package polygames")
    assert done.stderr.count("\n") == 1


def test_every_relative_link_of_the_lessons_stays_within_their_folder():
    """So it works in a copy, too: in the workspace, from a wheel, and where somebody mails it."""
    read = freezer.read
    texts = {path: "\n".join(cell.source for cell in read(path).cells) for path in NOTEBOOKS}
    texts |= {
        path: path.read_text("utf-8") for path in freezer.NOTEBOOKS_FOLDER.rglob("teacher/*.md")
    }
    for path, text in texts.items():
        for link in re.findall(r"\]\((?![a-z]+:|#)([^)#\s]+)", text):
            target = (path.parent / link).resolve()
            assert target.is_file(), (path.name, link)
            assert target.is_relative_to(freezer.NOTEBOOKS_FOLDER), (path.name, link)


# --- Freezing ----------------------------------------------------------------------------------


def cell(source, count=1, **more):
    return {
        "cell_type": "code",
        "id": f"cell-{count}",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": count,
    } | more


def shown(data, count=1, **more):
    metadata = {"output_type": "execute_result", "metadata": {}, "execution_count": count}
    return metadata | {"data": data} | more


@pytest.fixture
def keep(tmp_path):
    """Write a notebook of these cells and return its path."""

    def keep(*cells, **metadata):
        path = tmp_path / "lesson.ipynb"
        notebook = {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
        path.write_text(json.dumps(notebook), encoding="utf-8")
        return path

    return keep


@pytest.fixture
def frozen_as_far_as_kept(keep):
    """Clean a notebook without running it."""

    def clean(*cells, **metadata):
        path = keep(*cells, **metadata)
        path.write_text(freezer.to_text(freezer.clean_notebook(freezer.read(path), path)))
        return path

    return clean


@pytest.mark.slow
def test_freezing_runs_the_cells_and_keeps_pictures_but_no_widgets_and_no_files(keep):
    path = keep(
        cell("import polygames as pg", None),
        cell("board = pg.play('split', seed=1)\nboard", None, id="cell-2"),
        cell("board.play('draw 0,5 - 10,5')", None, id="cell-3"),
        cell("print(len(board.record.moves))\nprint('moves')", None, id="cell-4"),
    )
    freezer.freeze(path)
    notebook = freezer.read(path)
    assert freezer.find_problems(path) == []
    board, text = outputs(notebook)
    assert set(board.data) == {"image/png", "text/plain"}
    assert text.text == "1\nmoves\n"
    assert "widgets" not in notebook.metadata
    assert [each.id for each in notebook.cells] == ["cell-None", "cell-2", "cell-3", "cell-4"]
    assert list(path.parent.iterdir()) == [path]
    once = path.read_bytes()
    freezer.freeze(path)
    assert path.read_bytes() == once


def test_cleaning_twice_changes_nothing(frozen_as_far_as_kept):
    path = frozen_as_far_as_kept(cell("1"), widgets={"state": {}})
    assert freezer.to_text(freezer.clean_notebook(freezer.read(path), path)) == path.read_text()


def test_cell_ids_stay_and_missing_ones_are_made_from_the_name(keep):
    path = keep(cell("1", 1), cell("2", 2), cell("3", 3), cell("4", 4))
    text = json.loads(path.read_text())
    del text["cells"][0]["id"]
    text["cells"][1]["id"] = "lesson-0"
    text["cells"][3]["id"] = text["cells"][2]["id"]
    path.write_text(json.dumps(text))
    named = freezer.clean_notebook(freezer.read(path), path)
    assert [each.id for each in named.cells] == ["lesson-1", "lesson-0", "cell-3", "lesson-2"]


@pytest.mark.parametrize(
    ("folder", "seen"),
    [("notebooks", "text board check"), ("solutions", "text board check answer more")],
)
def test_a_copy_hides_what_is_to_be_predicted_and_the_solution_keeps_it(keep, folder, seen):
    def tagged(name, tag=""):
        return cell(name, id=name, outputs=[shown({name: ""})], metadata={"tags": [tag]})

    def text(source):
        return {"cell_type": "markdown", "id": source[:5], "metadata": {}, "source": source}

    path = keep(
        tagged("text"), text("Look. **Predict.** How many?"), tagged("board", "shown"),
        tagged("check", "check"), tagged("answer"), text("So many."), tagged("more", "predicted"),
    )  # fmt: skip
    cleaned = freezer.clean_notebook(freezer.read(path), path.parent / folder / path.name)
    assert [*chain(*(output.data for output in outputs(cleaned)))] == seen.split()


@pytest.mark.parametrize(
    ("extra", "problem"),
    [
        ({"execution_count": None}, "not run"),
        ({"execution_count": 7}, "not run"),
        ({"metadata": {"execution": {"iopub.status.busy": "2026-01-01"}}}, "only one run can use"),
        ({"outputs": [shown({"text/plain": "Split board: over"})]}, "without a saved picture"),
        (
            {"outputs": [shown({"image/png": PIXEL, freezer.WIDGET_MIME_TYPE: {}})]},
            "only its kernel",
        ),
        ({"outputs": [shown({"image/png": PIXEL, "image/svg+xml": "<svg/>"})]}, "only its kernel"),
    ],
)
def test_check_finds_what_is_not_frozen(frozen_as_far_as_kept, extra, problem):
    path = frozen_as_far_as_kept(cell("1"))
    assert freezer.find_problems(path) == []
    notebook = freezer.read(path)
    notebook.cells[0].update(nbformat.from_dict(extra))
    path.write_text(freezer.to_text(notebook))
    assert problem in " ".join(freezer.find_problems(path))


def test_check_finds_widget_state_and_errors(frozen_as_far_as_kept):
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}
    path = frozen_as_far_as_kept(cell("1", outputs=[error]))
    assert "ends in an error" in " ".join(freezer.find_problems(path))
    notebook = freezer.read(path)
    notebook.metadata.widgets = {"state": {}}
    path.write_text(freezer.to_text(notebook))
    assert "only its kernel" in " ".join(freezer.find_problems(path))


def test_command_tells_which_notebook_is_not_frozen(frozen_as_far_as_kept, monkeypatch, capsys):
    path = frozen_as_far_as_kept(cell("1", None))
    before = path.read_bytes()
    monkeypatch.setattr("sys.argv", ["freeze_notebooks.py", "--check", str(Path(path).parent)])
    with pytest.raises(SystemExit, match="1"):
        freezer.main()
    assert "lesson.ipynb: its cells were not run" in capsys.readouterr().out
    assert path.read_bytes() == before
