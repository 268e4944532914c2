"""The first command of the README, in a fresh clone, leaves the second one as it was."""

import os
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest

from benchmarks.lib.front_end import HAS_NOTEBOOK_JS, SERVER_OPTIONS, WAIT_FOR_KERNEL_JS, free_port

ROOT = Path(__file__).resolve().parents[2]
START = """
import sys
from pathlib import Path
import start
start.ENVIRONMENT_FOLDER, start.set_up = Path(sys.argv[1]), lambda extra: None
sys.exit(start.main(sys.argv[2:]))
"""
"""Run the clone's start.py with the environment of these tests in the place of one of its own."""
NEW_NOTEBOOK = """async () => {
  await jupyterapp.commands.execute(
    'notebook:create-new', {kernelName: 'python3', cwd: 'notebooks'});
}"""
SET_SOURCE = """source => {
  jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.setSource(source);
}"""
IS_NEW = "() => jupyterapp.shell.currentWidget.title.label === 'Untitled.ipynb'"
TYPED = "import os\n1 / 0"
START_TIMEOUT_SECONDS = 180


@pytest.fixture
def clone(tmp_path):
    """Return a fresh clone of the project."""
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    return folder


@pytest.fixture
def environment(clone, tmp_path):
    """Return the variables with which the clone's own package is imported."""
    return os.environ | {"PYTHONPATH": str(clone), "HOME": str(tmp_path)}


@contextmanager
def started(clone, environment, log):
    """Run the README's first command without opening a browser; give the address of the server."""
    port = free_port()
    options = ["--no-browser", f"--port={port}", *SERVER_OPTIONS]
    command = [sys.executable, "-c", START, sys.prefix, *options]
    with log.open("w") as file:
        process = subprocess.Popen(command, cwd=clone, env=environment, stdout=file, stderr=file)
    url = f"http://127.0.0.1:{port}"
    try:
        end = time.monotonic() + START_TIMEOUT_SECONDS
        while not answers(f"{url}/api"):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(60)


def answers(url):
    try:
        urllib.request.urlopen(url).close()  # noqa: S310 - our own server
    except OSError:
        return False
    return True


def git_status(clone):
    command = ["git", "status", "--porcelain"]
    return subprocess.run(command, cwd=clone, capture_output=True, text=True, check=True).stdout


def play_and_save(page, url):
    """Play on the board that opens, and save the notebook as the menu does."""
    page.page.goto(url)  # Lab itself leads to the first notebook
    page.wait()
    assert page.page.url.startswith(f"{url}/lab/tree/notebooks/00_play.ipynb")
    page.until("Out[1].session.is_human_turn", "True")
    page.drag((0, 5), (10, 6))
    page.until("len(Out[1].record.moves) >= 2 and Out[1].session.is_human_turn", "True")
    page.shot("after a move")
    page.page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")


def make_a_notebook(page):
    page.page.evaluate(NEW_NOTEBOOK)
    page.page.wait_for_function(IS_NEW)
    page.page.wait_for_function(HAS_NOTEBOOK_JS)
    page.page.evaluate(WAIT_FOR_KERNEL_JS)
    page.page.evaluate(SET_SOURCE, TYPED)
    page.page.evaluate("() => jupyterapp.commands.execute('notebook:run-cell')")
    page.page.get_by_text("ZeroDivisionError").first.wait_for()
    page.page.evaluate("() => void jupyterapp.commands.execute('docmanager:save')")
    page.page.locator(".jp-Dialog .jp-mod-accept").click()  # the name that Lab suggests
    page.page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")


def test_an_evening_of_play_changes_no_file_of_the_project_and_the_tests_pass(
    clone, environment, new_page, tmp_path
):
    with started(clone, environment, tmp_path / "first.log") as url:
        page = new_page()
        play_and_save(page, url)
        make_a_notebook(page)
        page.page.context.close()
    mine = clone / "workspace" / "notebooks"
    assert nbformat.read(mine / "Untitled.ipynb", as_version=4).cells[0].source == TYPED
    assert list((mine / "polygames-files" / "autosave").glob("split*"))
    assert git_status(clone) == ""
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"]
    names = ["tests/test_notebooks.py", "tests/test_binder_replay.py", "notebooks/00_play.ipynb"]
    ended = subprocess.run(
        [*command, *names], cwd=clone, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout
    with started(clone, environment, tmp_path / "second.log"):
        assert "Updated" not in (tmp_path / "second.log").read_text()
    assert (mine / "Untitled.ipynb").is_file()
