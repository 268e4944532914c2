"""Protection of a lesson's kernel from `exit()` and `quit()` in a student's code."""

from __future__ import annotations

import sys
from typing import Any, Final, NoReturn

REFUSED_EXIT_TEXT: Final = (
    "exit() and quit() are switched off in a lesson, because they end the kernel. To leave a"
    " function, use return."
)


class RefusedExitError(RuntimeError):
    """The error of a call of `exit()` or `quit()` in the kernel of a lesson.

    It is not a SystemExit: IPython would advise the student to use `exit`, and in the callback of a
    widget a SystemExit ends the kernel.
    """


def refuse_exit() -> None:
    """Make `exit()` and `quit()` raise `RefusedExitError`, if this process is a Jupyter kernel.

    IPython's terminal is unchanged, because its users leave it by `exit`. In a kernel both names
    call the method `ask_exit` of the shell, which is replaced. So a new namespace, as after
    ``%reset``, is protected as well.
    """
    ipython: Any = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    if shell and not type(shell).__module__.startswith("IPython.terminal"):
        shell.ask_exit = _raise_refused_exit


def _raise_refused_exit() -> NoReturn:
    raise RefusedExitError(REFUSED_EXIT_TEXT)
