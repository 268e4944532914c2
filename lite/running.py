"""Commands of other tools, and their error messages."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["pip", "run"]


def run(*command: str, cwd: Path) -> str:
    """Run a command and return its output. Raise RuntimeError if it fails."""
    reply = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if reply.returncode:
        msg = f"{' '.join(command)} failed: {reply.stdout}{reply.stderr}"
        raise RuntimeError(msg)
    return reply.stdout


def pip(*arguments: str, cwd: Path) -> None:
    """Run the pip of this Python."""
    run(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments, cwd=cwd)
