"""The sandbox of untrusted code: the command line of bubblewrap, and a test that it works here.

Bubblewrap is the command ``bwrap`` of the package `bubblewrap` of Linux distributions. Code that
runs in it

- sees no other process, and all its processes end together,
- has no network,
- sees no home folder, only the system and the folders from which Python imports, read-only,
- can write only to ``/tmp`` and ``/dev/shm``, which are private, in memory, and limited in size.

It needs no privileges where the system allows user namespaces. Many containers forbid them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

HIDDEN_FOLDERS: Final = ("/home", "/root", "/run", "/var", "/mnt", "/media")
"""The folders that are empty in the sandbox: files of people, and sockets of other programs."""
READ_ONLY_VARIABLE: Final = "POLYGAMES_READ_ONLY"
"""The environment variable that is set in the sandbox; see `polygames.runtime.code_cache`."""
TEST_MEMORY_MB: Final = 500.0
TEST_TIMEOUT_SECONDS: Final = 60.0
"""The limits of the test that bubblewrap works here."""

SANDBOX_TEXT: Final = "Code from other people runs in bubblewrap: it can change nothing of yours."
NO_SANDBOX_TEXT: Final = (
    "Code from other people can change your files, because bubblewrap (the command bwrap) does not "
    "work here. If you do not trust its authors, run it in a container."
)


def sandbox_command(megabytes: float | None, import_folders: list[str]) -> list[str]:
    """Return the words that run the command after them in bubblewrap.

    Parameters
    ----------
    megabytes
        The size of each of the two writable folders; None for no limit.
    import_folders
        The folders that can be read, even if they are in a hidden folder.

    Examples
    --------
    >>> words = sandbox_command(50, ["/srv/python"])
    >>> "--ro-bind-try /srv/python /srv/python" in " ".join(words)
    True
    """
    tmpfs = ["--size", f"{megabytes:.0f}000000", "--tmpfs"] if megabytes else ["--tmpfs"]
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    words += ["--setenv", READ_ONLY_VARIABLE, "1", "--setenv", "TMPDIR", "/tmp"]  # noqa: S108 - a private one
    words += ["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"]
    words += [*tmpfs, "/dev/shm", *tmpfs, "/tmp"]  # noqa: S108 - private ones
    hidden = [folder for folder in HIDDEN_FOLDERS if Path(folder).is_dir()]
    for folder in hidden:
        words += ["--tmpfs", folder]
    for folder in import_folders:
        words += ["--ro-bind-try", folder, folder]
    for folder in ["/dev", "/proc", *hidden]:
        words += ["--remount-ro", folder]
    return [*words, "--"]


def import_folders() -> list[str]:
    """Return the folders from which this Python imports, and that of the compiled code.

    The home folder and ``/tmp`` are left out, since they contain more than modules.
    """
    package = Path(__file__).parents[2]
    compiled = os.environ.get("NUMBA_CACHE_DIR", package)
    found = [sys.base_prefix, sys.prefix, package, compiled, *sys.path]
    folders = dict.fromkeys(Path(folder).resolve() for folder in found)
    private = {Path("/"), Path("/tmp"), Path.home()}  # noqa: S108 - not used
    return [str(folder) for folder in folders if folder not in private]


@cache
def has_bubblewrap() -> bool:
    """Return True if bubblewrap is installed and can start Python, which finds this package."""
    code = "from importlib.util import find_spec; assert find_spec('polygames')"
    start = [sys.executable, "-P", "-c", code]
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            [*sandbox_command(TEST_MEMORY_MB, import_folders()), *start],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TEST_TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def protection_text() -> str:
    """Return the sentence about the protection from other people's code on this machine."""
    return SANDBOX_TEXT if has_bubblewrap() else NO_SANDBOX_TEXT
