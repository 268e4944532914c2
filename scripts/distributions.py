"""Build the wheel and the sdist twice, compare the builds, and test them in clean environments.

    python scripts/distributions.py [--out dist] [--install]

The builds use two clones of HEAD with the time of its commit, so everybody can build the same
bytes. With ``--install``, each distribution is installed in a separate environment outside the
repository and plays a game. This needs hatchling, a part of the extra ``test``, and uv.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

REPOSITORY_ROOT: Final = Path(__file__).resolve().parents[1]

TRIAL_SCRIPT: Final = """
import polygames as pg
for name in pg.games():
    record = pg.Record(pg.new(name))
    record.push(record.state.legal_moves.sample(__import__("random").Random(1)))
    page = record.save_html(f"{name}.html")
    assert "<svg" in page.read_text(encoding="utf-8"), name
    assert pg.load(record.save(f"{name}.txt")).state == record.state, name
    assert len(pg.puzzles(name)) >= 50, name
board = pg.play("split", autosave=None)
assert pg.solve(pg.new("polygon", n=6)).value == 1
"""
"""A script that starts, saves, loads and shows each game, opens a board and solves a game."""


class UnequalError(Exception):
    """Raised if two builds of the same commit differ."""


def build_distributions(out: Path, source: Path = REPOSITORY_ROOT) -> dict[str, str]:
    """Build wheel and sdist of a clone of HEAD; return each file's name with its digest."""
    with TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        _run("git", "clone", "--quiet", str(source), str(clone))
        moment = _run("git", "-C", str(clone), "log", "-1", "--format=%ct").strip()
        environment = os.environ | {"SOURCE_DATE_EPOCH": moment}
        command = [sys.executable, "-m", "hatchling", "build", "-d", str(out.resolve())]
        subprocess.run(command, cwd=clone, env=environment, check=True, capture_output=True)
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(out.iterdir())}


def compare_builds(first: dict[str, str], second: dict[str, str]) -> None:
    """Raise UnequalError if two builds differ.

    Examples
    --------
    >>> compare({"a.whl": "12"}, {"a.whl": "12"})
    >>> compare({"a.whl": "12"}, {"a.whl": "13"})
    Traceback (most recent call last):
        ...
    UnequalError: built twice, and not equal: a.whl
    """
    unequal = sorted({name for name, _ in first.items() ^ second.items()})
    if unequal:
        msg = f"built twice, and not equal: {', '.join(unequal)}"
        raise UnequalError(msg)


def try_distribution(distribution: Path) -> None:
    """Install a wheel or an sdist in a separate environment, and play there."""
    with TemporaryDirectory() as folder:
        uv, place = (sys.executable, "-m", "uv"), Path(folder) / "venv"
        python = str(place / "bin" / "python")
        _run(*uv, "venv", "--quiet", "--python", sys.executable, str(place), at=folder)
        where = ("--quiet", "--python", python)
        _run(*uv, "pip", "install", *where, str(distribution.resolve()), at=folder)
        print(_run(python, "-m", "polygames", "doctor", at=folder), end="")
        _run(python, "-W", "error", "-c", TRIAL_SCRIPT, at=folder)


def main(args: Sequence[str]) -> None:
    """Build both distributions twice, compare the builds, and install them on request."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=REPOSITORY_ROOT / "dist", help="the folder, emptied first"
    )
    parser.add_argument("--install", action="store_true", help="try both in clean environments")
    given = parser.parse_args(args)
    shutil.rmtree(given.out, ignore_errors=True)
    given.out.mkdir(parents=True)
    digests = build_distributions(given.out)
    with TemporaryDirectory() as again:
        compare_builds(digests, build_distributions(Path(again)))
    for name, digest in digests.items():
        print(f"{digest}  {name}  {(given.out / name).stat().st_size // 1000} kB, twice the same")
        if given.install:
            try_distribution(given.out / name)


def _run(*command: str, at: str | Path = REPOSITORY_ROOT) -> str:
    """Run a command and return its output."""
    ended = subprocess.run(command, cwd=at, capture_output=True, text=True, check=False)
    if ended.returncode:
        sys.exit(f"{' '.join(command)}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


if __name__ == "__main__":
    main(sys.argv[1:])
