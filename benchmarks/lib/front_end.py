"""Front ends for benchmarks and browser tests: a Jupyter server of our own, Debian's Chromium."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORY_ROOT = Path(__file__).parents[2]
BINDER_FOLDER = REPOSITORY_ROOT / "binder"
"""The folder with the settings of the server, for Binder and the README."""
SERVER_HOST = "127.0.0.1"
CHROMIUM_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-component-update",
    "--no-first-run",
    "--disable-quic",
)
OFFLINE_FLAGS = ("--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",)
"""With these flags, a browser finds no other machine."""
SERVER_OPTIONS = (
    f"--ServerApp.ip={SERVER_HOST}",
    "--expose-app-in-browser",
    "--IdentityProvider.token=",
    "--ServerApp.disable_check_xsrf=True",
    "--allow-root",
)
HAS_NOTEBOOK_JS = "() => window.jupyterapp?.shell.currentWidget?.sessionContext"
WAIT_FOR_KERNEL_JS = """async () => {
  const panel = jupyterapp.shell.currentWidget;
  await panel.context.ready; await panel.revealed; await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
}"""
RUN_ALL_JS = "() => jupyterapp.commands.execute('notebook:run-all-cells')"
SHOW_ALL_TOOLS_JS = """const name = 'polygames.explored';
if (!localStorage.getItem(name)) localStorage.setItem(name, 'yes');"""
"""A script for new pages, with which boards show all their tools at once."""
RUN_CODE_JS = """async code => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({code, store_history: false});
  let out = '', error = null;
  future.onIOPub = ({content}) => {
    out += content.text ?? '';
    if (content.traceback) error = content.traceback.join('\\n');
  };
  await future.done;
  return {out: out.trim(), error};
}"""


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as free:
        free.bind((SERVER_HOST, 0))
        return int(free.getsockname()[1])


def write_notebook(path: Path, *codes: str) -> None:
    """Write a notebook with a cell for each code."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    cells = [nbformat.v4.new_code_cell(code) for code in codes]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, path)


def open_notebook(
    page: Any, url: str, root: Path, name: str, *codes: str, mode: str = "lab"
) -> None:
    """Write a notebook, open it in Lab, run all cells, and wait for their board.

    The name may begin with a folder below `root`. Lab shows the notebook with its other parts (mode
    ``lab``) or alone (``doc``).
    """
    file = root / f"{name}.ipynb"
    file.parent.mkdir(exist_ok=True)
    write_notebook(file, *codes)
    page.goto(f"{url}/{mode}/tree/{name}.ipynb?reset")
    page.wait_for_function(HAS_NOTEBOOK_JS, timeout=90_000)
    page.evaluate(WAIT_FOR_KERNEL_JS)
    page.evaluate(RUN_ALL_JS)
    page.locator(".polygames-pointer svg").first.wait_for(timeout=90_000)


def run_in_kernel(page: Any, code: str) -> str:
    """Run code in the kernel of the open notebook, and return its output."""
    result = page.evaluate(RUN_CODE_JS, code)
    if result["error"]:
        raise RuntimeError(result["error"])
    return str(result["out"])


@contextmanager
def run_server(app: str, root: Path, *options: str, config: Path = BINDER_FOLDER) -> Iterator[str]:
    """Run ``jupyter lab``, ``jupyter notebook`` or ``voila`` in a folder; yield its address.

    The server has the configuration in a folder, and `root` as its home. It needs no password,
    because it accepts connections from this machine only.
    """
    env = os.environ | {"HOME": str(root), "JUPYTER_CONFIG_PATH": str(config)}
    port = free_port()
    module = "jupyterlab" if app == "lab" else app
    command = [sys.executable, "-m", module, "--no-browser", f"--port={port}", *options]
    if app != "voila":
        command += [*SERVER_OPTIONS, f"--ServerApp.root_dir={root}"]
    log = root / f"{app}.log"
    with log.open("w") as file:
        process = subprocess.Popen(command, env=env, cwd=root, stdout=file, stderr=file)  # noqa: S603 - our own command
    try:
        _wait_for_server(process, port, log)
        yield f"http://{SERVER_HOST}:{port}"
    finally:
        process.terminate()
        process.wait(30)


def _wait_for_server(
    process: subprocess.Popen[bytes], port: int, log: Path, seconds: float = 180
) -> None:
    """Wait until the server listens."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection((SERVER_HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    message = f"the server did not start: {log.read_text()[-2000:]}"
    raise RuntimeError(message)


@contextmanager
def chromium(*flags: str) -> Iterator[Any]:
    """Start Debian's Chromium with Playwright, which is installed without a browser."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        message = "Chromium is missing: .ci/run installs it"
        raise RuntimeError(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*CHROMIUM_FLAGS, *flags])
        yield browser
        browser.close()
