"""Repeat the build of Binder for this repository, without Docker, and run the notebooks there.

    python scripts/binder_replay.py [--all]

repo2docker prints its Dockerfile. This script runs the project's own steps of it (pip, postBuild)
in a virtual environment with the Python and the Jupyter versions of the image. Then it executes
each notebook with ``binder/start``, as for a visitor.

Every lesson is run once, with its solutions. This uses every library, shows every game and runs
every cell with an answer. (nbval runs the students' copies.) With ``--all`` the copies run as well.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

IMAGE_PACKAGES = {"ipykernel", "ipywidgets", "jupyter_server", "jupyterlab", "notebook"}
"""Packages of the image, which a repository does not pin."""

MAX_PARALLEL_NOTEBOOKS = 2
"""The number of notebooks that run at the same time. Each keeps about one core busy."""


@dataclass(frozen=True)
class Image:
    """The build that repo2docker describes."""

    python: str
    """The version of Python, such as ``3.11``."""

    pins: tuple[str, ...]
    """The image's versions of Jupyter, as requirements for pip."""

    steps: tuple[str, ...]
    """The shell commands that concern this repository, in order."""


def main() -> None:
    """Clone HEAD, build its image as a virtual environment, run its notebooks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--all", action="store_true", help="run the students' copies as well")
    chosen = parser.parse_args()
    root = Path(__file__).resolve().parents[1]
    with TemporaryDirectory() as work:
        repo, prefix = Path(work, "repo"), Path(work, "env")
        run("git", "clone", "--quiet", str(root), str(repo))
        image = describe_image(repo)
        env = build_image(image, repo, prefix)
        notebooks = notebooks_of(repo, copies=chosen.all)
        with ThreadPoolExecutor(MAX_PARALLEL_NOTEBOOKS) as pool:
            for _ in pool.map(partial(execute, repo=repo, env=env), notebooks):
                pass  # the first failure ends the run


def notebooks_of(repo: Path, *, copies: bool) -> list[Path]:
    """Return the notebooks to run: the solved ones, and the copies on request."""
    solved = {path.name: path for path in repo.glob("notebooks/solutions/*.ipynb")}
    students = sorted(repo.glob("notebooks/*.ipynb"))
    once = [solved.get(path.name, path) for path in students]
    return sorted({*students, *once}) if copies else once


def describe_image(repo: Path) -> Image:
    """Return the build that repo2docker would make."""
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(repo)]
    reply = subprocess.run(command, capture_output=True, text=True, check=False)
    text = reply.stdout + reply.stderr
    found = re.search(r"Building conda environment for python=(\S+)", text)
    if reply.returncode or found is None:
        sys.exit(f"repo2docker refuses the repository:\n{text}")
    own = text[text.rindex("WORKDIR ${REPO_DIR}") :]
    steps = re.findall(r"^RUN (.+(?:\\\n.+)*)", own, re.MULTILINE)
    return Image(found[1], jupyter_pins(found[1]), tuple(s for s in steps if "chown" not in s))


def jupyter_pins(python: str) -> tuple[str, ...]:
    """Read the image's versions of Jupyter from the lock file that repo2docker ships."""
    spec = find_spec("repo2docker")
    if spec is None or spec.origin is None:
        sys.exit("repo2docker is not installed: pip install -e '.[ci]'")
    folder = Path(spec.origin).parent / "buildpacks" / "conda"
    lock = (folder / f"environment.py-{python}-linux-64.lock").read_text()
    packages = re.findall(r"/([\w.-]+)-(\d[\w.]*)-[^-/]+\.conda", lock)
    return tuple(
        sorted(f"{name}=={version}" for name, version in packages if name in IMAGE_PACKAGES)
    )


def build_image(image: Image, repo: Path, prefix: Path) -> dict[str, str]:
    """Create the environment, run the image's steps, and return a session's variables."""
    print(f"Python {image.python}, {', '.join(image.pins)}", flush=True)
    uv = (sys.executable, "-m", "uv")
    run(*uv, "venv", "--quiet", "--seed", "--python", image.python, str(prefix))
    install = ("pip", "install", "--quiet", "--compile-bytecode", "--python", str(prefix))
    run(*uv, *install, *image.pins)  # the image has these already; its steps install the rest
    env = os.environ | {
        "HOME": str(prefix.parent),
        "KERNEL_PYTHON_PREFIX": str(prefix),
        "NB_PYTHON_PREFIX": str(prefix),
        "PATH": f"{prefix}/bin:{os.environ['PATH']}",
        "PIP_QUIET": "1",
        "REPO_DIR": str(repo),
    }
    for step in image.steps:
        print(f"RUN {step}", flush=True)
        run("bash", "-ec", step, cwd=repo, env=env)
    run("pip", "check", cwd=repo, env=env)
    return env


def execute(notebook: Path, repo: Path, env: dict[str, str]) -> None:
    """Run all cells of a notebook as in the image. Raise CalledProcessError if a cell fails."""
    print(f"notebook {notebook.relative_to(repo)}", flush=True)
    start = str(repo / "binder" / "start")
    nbconvert = ["jupyter", "nbconvert", "--to", "notebook", "--execute", "--inplace"]
    run(start, *nbconvert, "--log-level", "WARN", str(notebook), cwd=repo, env=env)


def run(*command: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    """Run a command, looked up on the path of `env`; stop if it fails."""
    program = shutil.which(command[0], path=(env or os.environ)["PATH"]) or command[0]
    subprocess.run([program, *command[1:]], cwd=cwd, env=env, check=True)


if __name__ == "__main__":
    main()
