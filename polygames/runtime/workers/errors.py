"""Errors as data: said in one line, and made so that they arrive in another process."""

from __future__ import annotations

import pickle
from textwrap import shorten
from traceback import format_exception, format_exception_only


def one_line(error: BaseException) -> str:
    """Return the kind of an error and what it says, in one line.

    Examples
    --------
    >>> one_line(ValueError("no such move"))
    'ValueError: no such move'
    """
    if isinstance(error, SyntaxError):  # of which Python says the line of code first
        return shorten(f"{type(error).__name__}: {error}", 200, placeholder=" ...")
    said = format_exception_only(error)[0].removeprefix(f"{type(error).__module__}.")
    return shorten(said, 200, placeholder=" ...")


def as_exception(error: BaseException) -> Exception:
    """Return an error that can be caught as an `Exception` and says its words.

    What an agent raises may be neither: SystemExit, or an error whose words cannot be made.

    Examples
    --------
    >>> as_exception(SystemExit(3))
    RuntimeError('SystemExit: 3')
    >>> as_exception(ValueError("no such move"))
    ValueError('no such move')
    """
    try:
        str(error)
        words_can_be_made = True
    except BaseException:  # noqa: BLE001 - it is a stranger's code
        words_can_be_made = False
    if isinstance(error, Exception) and words_can_be_made:
        return error
    return RuntimeError(one_line(error))


def picklable(error: BaseException) -> BaseException:
    """Return an error that arrives in another process, and its traceback with it.

    Examples
    --------
    >>> picklable(ValueError("no such move"))
    ValueError('no such move')
    """
    try:
        from joblib import wrap_non_picklable_objects

        sent = wrap_non_picklable_objects(error, keep_wrapper=False)
        found: BaseException = pickle.loads(pickle.dumps(sent))  # noqa: S301 - just written here
    except Exception:  # noqa: BLE001 - an error may hold anything; then its words are sent
        found = RuntimeError(one_line(error))
    if error.__traceback__ is not None:  # pickling drops it
        found.add_note("".join(format_exception(error)))
    return found
