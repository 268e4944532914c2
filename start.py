"""Start polygames: create an environment, install the packages, and open a board.

    python3 start.py                 JupyterLab, at the first notebook, with a board
    python3 start.py test            the tests

JupyterLab opens the folder `workspace`, with your own copy of the notebooks. Git and the tests
ignore it. The first start takes a minute or two and needs the internet. It also starts a process of
low priority that compiles the searches while you play. Later starts are fast.
Further arguments go to JupyterLab or pytest: `python3 start.py --no-browser`, `python3 start.py
test -k splinter`. The script needs only Python, on Windows (`py start.py`), macOS and Linux.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

MIN_PYTHON = (3, 11)
REPOSITORY_ROOT = Path(__file__).resolve().parent
ENVIRONMENT_FOLDER = REPOSITORY_ROOT / ".venv"
IS_WINDOWS = os.name == "nt"
WORKSPACE_NAME = "workspace"
COPY_NOTEBOOKS = [
    "-m",
    "polygames",
    "notebooks",
    f"{WORKSPACE_NAME}/notebooks",
    "--solutions",
    "--update",
]
LAB_COMMAND = [  # the printed address opens the same notebook
    *("-m", "jupyterlab", f"--ServerApp.root_dir={WORKSPACE_NAME}"),
    "--LabApp.default_url=/lab/tree/notebooks/00_play.ipynb",
]
TEST_COMMAND = ["-m", "pytest"]
COMPILE_PROGRAM = """
import os
from polygames.cli.main import main
if hasattr(os, "nice"):
    os.nice(19)  # the lowest priority, so that JupyterLab and the first board stay fast
main(["doctor", "--compile"])
"""


def main(arguments: list[str]) -> int | str:
    """Set up the environment, then start JupyterLab or the tests."""
    if arguments[:1] in (["-h"], ["--help"]):
        print((__doc__ or "").strip())
        return 0
    if sys.version_info < MIN_PYTHON:
        lowest = ".".join(map(str, MIN_PYTHON))
        return f"polygames needs Python {lowest} or later; this is {sys.version.split()[0]}"
    is_test = arguments[:1] == ["test"]
    try:
        is_new = set_up("test" if is_test else "lab")
        if not is_test:
            make_workspace()
        if is_new and not is_test:
            compile_in_background()
    except subprocess.CalledProcessError as error:
        return f"this command failed, see above: {' '.join(map(str, error.cmd))}"
    except KeyboardInterrupt:
        return "stopped; the next start continues from here"
    return run([*TEST_COMMAND, *arguments[1:]] if is_test else [*LAB_COMMAND, *arguments])


def set_up(extra: str) -> bool:
    """Create the environment and install the package with an extra; return False if both exist."""
    done = ENVIRONMENT_FOLDER / f"polygames-{extra}"
    asked = hashlib.sha256((REPOSITORY_ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if answers("-c", "pass") and done.is_file() and done.read_text(encoding="utf-8") == asked:
        return False
    print(f"Setting up {ENVIRONMENT_FOLDER} (once; a minute or two) ...", flush=True)
    if not answers("-m", "pip", "--version"):
        make_environment()
    install("pip", "install", "-q", "uv")
    install("uv", "pip", "install", "-q", "--compile-bytecode", "-e", f".[{extra}]")
    done.write_text(asked, encoding="utf-8")
    return True


def compile_in_background() -> None:
    """Start a process of low priority that compiles the searches, and do not wait for it."""
    print("The searches are compiled in the background (once; a few minutes). You can play now.")
    sys.stdout.flush()
    priority = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)  # on Windows
    subprocess.Popen(
        [python(), "-c", COMPILE_PROGRAM],
        cwd=REPOSITORY_ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=priority,
    )


def make_workspace() -> None:
    """Copy the notebooks to the workspace, and update those that the user has not edited."""
    games = Path("notebooks", "polygames-files")  # an earlier version saved games there
    if (REPOSITORY_ROOT / games).is_dir() and not (
        REPOSITORY_ROOT / WORKSPACE_NAME / games
    ).exists():
        shutil.copytree(REPOSITORY_ROOT / games, REPOSITORY_ROOT / WORKSPACE_NAME / games)
    subprocess.run([python(), *COPY_NOTEBOOKS], cwd=REPOSITORY_ROOT, check=True)


def make_environment() -> None:
    """Create the environment. On Debian and Ubuntu, this needs the package python3-venv."""
    try:
        venv.create(ENVIRONMENT_FOLDER, with_pip=True, clear=not answers("-c", "pass"))
    except subprocess.CalledProcessError:
        print("On Debian and Ubuntu, first run: sudo apt install python3-venv", file=sys.stderr)
        raise


def answers(*arguments: str) -> bool:
    """Return True if the environment's Python runs. It stops working when its base Python goes."""
    try:
        reply = subprocess.run([python(), *arguments], capture_output=True, check=False)
    except OSError:
        return False
    return reply.returncode == 0


def install(*arguments: str) -> None:
    """Run pip or uv for the environment."""
    variables = {**os.environ, "VIRTUAL_ENV": str(ENVIRONMENT_FOLDER)}
    subprocess.run([python(), "-m", *arguments], cwd=REPOSITORY_ROOT, env=variables, check=True)


def python(*, is_windows: bool = IS_WINDOWS) -> Path:
    """Return the path of the environment's Python."""
    return ENVIRONMENT_FOLDER / ("Scripts/python.exe" if is_windows else "bin/python")


def run(arguments: list[str], *, is_windows: bool = IS_WINDOWS) -> int:
    """Replace this process with the program; on Windows, run the program and wait for it."""
    settings = [str(REPOSITORY_ROOT / "binder"), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, settings))
    os.chdir(REPOSITORY_ROOT)
    command = [str(python(is_windows=is_windows)), *arguments]
    if not is_windows:
        os.execv(command[0], command)
    while True:
        try:
            return subprocess.call(command)
        except KeyboardInterrupt:  # the program receives it as well, and ends by itself
            continue


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
