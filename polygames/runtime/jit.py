"""Decorators that compile functions with numba: lazily, with a disk cache, without the GIL.

Modules of compiled functions import `np` from here. If functions are compiled, it is numpy. Without
numba or numpy they run as plain Python, and `np` is `polygames.runtime.numpy_fallback`. Its lists
are faster than arrays there, because access to an array element takes ten times as long. So every
engine can be imported, and many can play, without either library. Code that needs more of numpy
than an engine imports numpy itself.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import main_thread
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from polygames.core.lazy_imports import import_with_parents, is_available
from polygames.runtime.compile_listeners import notify_listeners
from polygames.runtime.once import once
from polygames.runtime.scheduling import has_threads, pausing

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    import numpy.typing as npt


def _is_jit_off() -> bool:
    """Return True if ``NUMBA_DISABLE_JIT`` disables compilation."""
    with suppress(ValueError):  # numba also ignores a value that is not a number
        return int(os.environ.get("NUMBA_DISABLE_JIT") or 0) != 0
    return False


HAS_NUMBA: Final = is_available("numba") and is_available("numpy") and not _is_jit_off()
"""Whether functions are compiled. ``NUMBA_DISABLE_JIT=1`` has the effect of a missing numba."""

if not TYPE_CHECKING:
    if HAS_NUMBA:
        import numpy as np
        import numpy.typing as npt
    else:
        from polygames.runtime import numpy_fallback as np
        from polygames.runtime import numpy_fallback as npt

__all__ = [
    "HAS_NUMBA",
    "Array",
    "compiled",
    "compiled_for",
    "compiled_no_refcount",
    "load_numba",
    "np",
    "npt",
]

Array = npt.NDArray[Any]

F = TypeVar("F", bound="Callable[..., Any]")


def compiled(function: F) -> F:
    """Compile a function at its first call, with a disk cache and without the GIL.

    Without numba the function is unchanged; if there are no threads either, each call may pause.
    A function called by Python must not return a named tuple. numba creates it through Python
    and ignores a failure, so an interrupt would crash the process.
    """
    return _compile(function)


def compiled_no_refcount(function: F, *, has_pauses: bool = False) -> F:
    """Compile a function that creates no arrays, without reference counting of its arguments.

    In small functions that are called often, reference counting takes most of the time. Without
    numba the function is unchanged, and pauses only with `has_pauses`.
    """
    if HAS_NUMBA or has_pauses:
        return _compile(function, _nrt=False)
    return function


def compiled_for(signature: Any, function: F) -> F:
    """Compile a function now, for one numba signature only."""
    return _compile(function, signature)


def _compile(function: F, signature: Any = None, **options: Any) -> F:
    if not HAS_NUMBA:
        return function if has_threads() else pausing(function)
    load_numba()
    from numba import njit
    from numba.core.options import DefaultOptions

    from polygames.runtime.code_cache import PartsCompiler, add_disk_cache, add_python_wrapper

    known = {name: value for name, value in options.items() if hasattr(DefaultOptions, name)}
    known |= {"nogil": True, "error_model": "numpy"}
    dispatcher: Any = njit(pipeline_class=PartsCompiler, **known)(function)
    add_disk_cache(dispatcher)
    add_python_wrapper(
        dispatcher
    )  # last: it holds numba's lock while the files of the code are locked
    _unify_constant_types(dispatcher)
    if signature is not None:
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return cast(F, dispatcher)


def _unify_constant_types(dispatcher: Any) -> None:
    """Make a call ``f(0)`` in compiled code use the same compilation as ``f(n)``.

    numba would compile the function again for a constant, to the same code.
    """
    from numba.core.types import unliteral

    plain: Any = unliteral
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(
        [plain(each) for each in args], {name: plain(each) for name, each in kws.items()}
    )


@once
def load_numba() -> None:
    """Import numba in a separate thread; an import error is raised in the calling thread.

    KeyboardInterrupt is raised in the main thread only, so it cannot leave numba half imported. A
    second call waits for the thread of an interrupted first call.
    """
    pool = ThreadPoolExecutor(max_workers=1)
    try:
        pool.submit(_load_all_of_numba).result()
    finally:
        pool.shutdown(wait=False)


@once
def _load_all_of_numba() -> None:
    """Import numba, with the modules that it imports at the first compilation or cache hit."""
    before = set(sys.modules)
    try:
        target: Any = import_with_parents("numba.core.registry").cpu_target
        target.typing_context.refresh()
        target.target_context.refresh()
        _report_compiling()
    except BaseException:
        for name in [*sys.modules]:  # the parts that did load would spoil the next attempt
            if name.partition(".")[0] == "numba" and name not in before:
                del sys.modules[name]
        raise


def _report_compiling() -> None:
    """Register a listener with numba that calls `notify_listeners` at each compilation."""
    from numba.core.event import Listener, register

    class Reporter(Listener):
        def on_start(self, event: object) -> None:
            del event
            if not main_thread().is_alive():  # the program has ended and would wait for the code
                raise SystemExit
            notify_listeners()

        def on_end(self, event: object) -> None:
            del event

    register("numba:compile", Reporter())  # type: ignore[no-untyped-call]  # numba left it so
