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

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-component-update",
    "--no-first-run",
    "--disable-quic",
)
ALONE = ("--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",)
"""With this a browser finds no machine but this one."""
SETTINGS = (
    f"--ServerApp.ip={HOST}",
    "--expose-app-in-browser",
    "--IdentityProvider.token=",
    "--ServerApp.disable_check_xsrf=True",
    "--allow-root",
)
SHOWN = "() => window.jupyterapp?.shell.currentWidget?.sessionContext"
READY = """async () => {
  const panel = jupyterapp.shell.currentWidget;
  await panel.context.ready; await panel.revealed; await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
}"""
RUN_ALL = "() => jupyterapp.commands.execute('notebook:run-all-cells')"
EXPLORED = """const name = 'polygames.explored';
if (!localStorage.getItem(name)) localStorage.setItem(name, 'yes');"""
"""Run on a new page: boards show all their tools there at once."""
EXECUTE = """async code => {
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
    """Return a port that nobody listens on."""
    with socket.socket() as free:
        free.bind((HOST, 0))
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
    """Write a notebook, open it in Lab, run all cells, and wait for the board that they show.

    The name may have a folder below `root` before it. Lab shows it among others (mode ``lab``) or
    alone (``doc``).
    """
    file = root / f"{name}.ipynb"
    file.parent.mkdir(exist_ok=True)
    write_notebook(file, *codes)
    page.goto(f"{url}/{mode}/tree/{name}.ipynb?reset")
    page.wait_for_function(SHOWN, timeout=90_000)
    page.evaluate(READY)
    page.evaluate(RUN_ALL)
    page.locator(".polygames-pointer svg").first.wait_for(timeout=90_000)


def run_in_kernel(page: Any, code: str) -> str:
    """Run code in the kernel of the open notebook, and return its output."""
    result = page.evaluate(EXECUTE, code)
    if result["error"]:
        raise RuntimeError(result["error"])
    return str(result["out"])


@contextmanager
def serving(app: str, root: Path, *options: str) -> Iterator[str]:
    """Run ``jupyter lab``, ``jupyter notebook`` or ``voila`` in a folder, and give its address.

    The server is configured as binder/ says, takes its home in the folder, and asks nobody for
    a password: it listens to this machine only.
    """
    env = os.environ | {"HOME": str(root), "JUPYTER_CONFIG_PATH": str(ROOT / "binder")}
    port = free_port()
    module = "jupyterlab" if app == "lab" else app
    command = [sys.executable, "-m", module, "--no-browser", f"--port={port}", *options]
    if app != "voila":
        command += [*SETTINGS, f"--ServerApp.root_dir={root}"]
    log = root / f"{app}.log"
    with log.open("w") as file:
        process = subprocess.Popen(command, env=env, cwd=root, stdout=file, stderr=file)  # noqa: S603 - our own command
    try:
        _await(process, port, log)
        yield f"http://{HOST}:{port}"
    finally:
        process.terminate()
        process.wait(30)


def _await(process: subprocess.Popen[bytes], port: int, log: Path, seconds: float = 180) -> None:
    """Wait until the server listens."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    message = f"the server did not start: {log.read_text()[-2000:]}"
    raise RuntimeError(message)


@contextmanager
def chromium(*flags: str) -> Iterator[Any]:
    """Start Debian's Chromium, as playwright's; playwright brings none of its own."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        message = "Chromium is missing: .ci/run installs it"
        raise RuntimeError(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        yield browser
        browser.close()
