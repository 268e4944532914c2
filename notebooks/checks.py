"""How the exercises of the lessons are checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Trial = tuple[Callable[[Any], object], str]

__all__ = ["NOT_YET", "RIGHT", "WRONG", "check", "verdict"]

NOT_YET, WRONG, RIGHT = "Not yet:", "Not quite:", "Right."


def check(answer: Any, *trials: Trial) -> None:
    """Print whether an answer is right, and if not, what to think about next.

    Parameters
    ----------
    answer
        What an exercise asks for, or a list of what the function asked for returns; ``...`` and
        None, also in every place of such a list, mean that nothing was answered.
    trials
        Pairs of a test and a hint: the test is true of an answer that is right in this respect;
        the first hint whose test is not true, or fails with an error, is printed.
    """
    print(verdict(answer, *trials))


def verdict(answer: Any, *trials: Trial) -> str:
    """Return what `check` prints."""
    if is_empty(answer):
        return f"{NOT_YET} put your answer in place of the dots, and run both cells."
    for test, hint in trials:
        try:
            passed = bool(test(answer))
        except Exception as error:  # noqa: BLE001 - whatever the answer is, the hint helps more
            return f"{WRONG} {hint} ({type(error).__name__}: {error})"
        if not passed:
            return f"{WRONG} {hint}"
    return RIGHT


def is_empty(answer: Any) -> bool:
    """Say whether an answer is only the place for one."""
    if isinstance(answer, (list, tuple)) and answer:
        return all(map(is_empty, answer))
    return answer is None or answer is ...
