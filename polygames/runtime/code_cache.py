"""A disk cache of compiled code, with a key computed from everything that was compiled.

numba's own cache checks the file of a function only. But machine code also contains the functions
that it calls and the constants that it uses, from any module. If one of these changes, numba would
run the old code. Here the name of a file is a digest of the function, all functions that it
reaches, its types, and the versions of the compilers. So a file is never stale: changed code has
another name, and processes with different versions cannot disturb each other. A file begins with a
digest of the rest, and a damaged file is compiled again. Damaged machine code would crash.

If several processes need the same code, one compiles it and the others wait. Functions called only
by compiled code are stored in the code of their callers (see the end of this module).

numba chooses the folder: ``NUMBA_CACHE_DIR`` if that is set, else ``__pycache__`` beside the
source, or the user's cache if that is read-only.
"""

from __future__ import annotations

import gc
import inspect
import os
import pickle
import sys
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import llvmlite
import numba
import numpy as np
from filelock import FileLock, Timeout
from numba.core import (
    caching,
    codegen,
    compiler,
    compiler_lock,
    serialize,
    sigutils,
    targetconfig,
)
from numba.core.caching import _Cache
from numba.core.dispatcher import Dispatcher

from polygames.runtime.compile_listeners import notify_listeners

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

dumps: Any = serialize.dumps
implementation_of: Any = caching.CompileResultCacheImpl
"""numba ships no types for these."""

MAX_FILES_PER_FUNCTION = 16
"""The maximum number of files per function, the newest: one per version and signature."""

CACHE_FORMAT_VERSION = 2
"""The format of the files: since 2 a file begins with a digest."""

LIBRARY_VERSIONS = (
    CACHE_FORMAT_VERSION,
    numba.__version__,
    llvmlite.__version__,
    np.__version__,
    sys.implementation.cache_tag,
    getattr(sys, "abiflags", ""),
)


def add_disk_cache(dispatcher: Any) -> None:
    """Add a disk cache to a function compiled by numba.

    If no folder is writable, the function is compiled in every process.
    """
    implementation = _cache_locator(inspect.getfile(dispatcher.py_func), dispatcher.py_func)
    if implementation is not None:
        cache = CodeCache(dispatcher, implementation)
        dispatcher._cache = cache  # noqa: SLF001 - no public way
        dispatcher.compile = cache.with_process_lock(dispatcher.compile)


_locator_class: Any = caching._CacheLocator  # noqa: SLF001 - no public way
if "POLYGAMES_READ_ONLY" in os.environ:  # in a sandbox, compiled code can be read, not written
    _locator_class.ensure_cache_path = lambda _: None

_implementations: dict[str, Any] = {}


def _cache_locator(file: str, function: FunctionType) -> Any:
    """Return numba's cache locator for a file's functions, or None if no folder is writable."""
    if file not in _implementations:
        found = None
        with suppress(RuntimeError):  # numba finds no folder
            found = implementation_of(function)
        _implementations[file] = found
    return _implementations[file]


class CodeCache(_Cache):
    """The disk cache of one function, with the interface that numba calls."""

    def __init__(self, dispatcher: Any, implementation: Any) -> None:
        self._dispatcher, self._implementation = dispatcher, implementation
        self._directory = Path(implementation.locator.get_cache_path())
        function = dispatcher.py_func
        name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
        self._name = name.replace("<", "").replace(">", "")
        self._enabled = True
        self._process_locks = list[FileLock]()

    @property
    def cache_path(self) -> str:
        """The folder of the cached files."""
        return str(self._directory)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the cached code for argument types, or None if it must be compiled."""
        target_context.refresh()
        if not self._enabled:
            return None
        file = self._file_for(sig, target_context.codegen())
        if (code := _read_code(file)) is None and not is_nested_compilation():
            lock_file = file.with_suffix(".lock")
            self._process_locks.append(acquire_process_lock(lock_file, notify_listeners))
            code = _read_code(file)
        if code is None:
            return None
        try:
            data = pickle.loads(code)  # noqa: S301 - written below
            return self._implementation.rebuild(target_context, data)
        except (ImportError, AttributeError):  # it names a module that only an older version has
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the compiled code for argument types."""
        if is_part(data):
            return
        # Functions are handed on by their types, so their addresses are never used.
        addresses = {
            f"numba.dynamic.globals.{id(each):x}" for each in compiled_callees(self._dispatcher)
        }
        named = data.library._dynamic_globals  # noqa: SLF001 - numba has no other way to it
        named[:] = set(named) - addresses
        if not (self._enabled and self._implementation.check_cachable(data)):
            return
        file = self._file_for(sig, data.codegen)
        unfinished = file.with_suffix(f".{uuid4().hex}")
        try:  # other processes see all of the file or nothing
            self._directory.mkdir(parents=True, exist_ok=True)
            unfinished.write_bytes(add_digest(dumps(self._implementation.reduce(data))))
            unfinished.replace(file)
            self._delete_oldest_files()
        except OSError:  # such as a full disk: the code runs all the same
            unfinished.unlink(missing_ok=True)

    def with_process_lock(self, compile_: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Wrap a compile function to release the locks that `load_overload` acquired."""

        def compile_in_turns(sig: Any) -> Any:
            try:
                return compile_(sig)
            finally:
                while self._process_locks:
                    release_process_lock(self._process_locks.pop())

        return compile_in_turns

    def enable(self) -> None:
        """Enable the disk cache of the function."""
        self._enabled = True

    def disable(self) -> None:
        """Disable the disk cache of the function."""
        self._enabled = False

    def flush(self) -> None:
        """Delete the cached files of the function."""
        for file in self._list_files():
            file.unlink(missing_ok=True)

    def _file_for(self, sig: Any, codegen: Any) -> Path:
        kinds = [
            _describe_type(kind) for kind in getattr(sig, "args", sig)
        ]  # also where it is a tuple
        result = str(getattr(sig, "return_type", None))
        key = cache_key(self._dispatcher, kinds, result, codegen.magic_tuple(), LIBRARY_VERSIONS)
        return self._directory / f"{self._name}.{key}.nbc"

    def _list_files(self) -> list[Path]:
        return list(self._directory.glob(f"{self._name}.*.nbc"))

    def _delete_oldest_files(self) -> None:
        newest_first = sorted(self._list_files(), key=lambda file: -file.stat().st_mtime)
        for file in newest_first[MAX_FILES_PER_FUNCTION:]:
            file.unlink(missing_ok=True)


def _read_code(file: Path) -> bytes | None:
    """Return the code in a file, or None if the file is missing or damaged."""
    try:
        return check_digest(file.read_bytes())
    except OSError:
        return None


def add_digest(code: bytes) -> bytes:
    """Return code preceded by its SHA-256 digest."""
    return sha256(code).digest() + code


def check_digest(content: bytes) -> bytes | None:
    """Return the code in a file's content, or None if the digest does not match."""
    size = sha256().digest_size
    code = content[size:]
    return code if content[:size] == sha256(code).digest() else None


def _describe_type(numba_type: Any) -> object:
    """Return a description of a numba type, including the field names of named tuples."""
    fields = getattr(getattr(numba_type, "instance_class", None), "_fields", ())
    return (
        str(numba_type),
        fields,
        [_describe_type(part) for part in getattr(numba_type, "types", ())],
    )


# --- Digests of code -----------------------------------------------------------------------------


def cache_key(dispatcher: Any, *facts: object) -> str:
    """Return a hash of a compiled function, all functions that it calls, and further facts.

    `facts` has everything else that affects the code; each `repr` must be complete.
    """
    order = compiled_callees(dispatcher)
    number = {function: place for place, function in enumerate(order)}
    total = sha256(repr(facts).encode())
    for text, callees in map(_digest_without_callees, order):
        total.update(f"{text} {[number[callee] for callee in callees]}".encode())
    return total.hexdigest()[:32]


@cache
def compiled_callees(dispatcher: Any) -> list[Any]:
    """Return a function and all compiled functions that it calls, directly or indirectly."""
    order = {dispatcher: None}
    found = [dispatcher]
    for function in found:  # the list grows during the loop
        found += [callee for callee in _digest_without_callees(function)[1] if callee not in order]
        order |= dict.fromkeys(found)
    return list(order)


@cache
def _digest_without_callees(dispatcher: Any) -> tuple[str, list[Any]]:
    """Return a hash of a function without its compiled callees, and a list of these callees."""
    function, callees = dispatcher.py_func, list[Any]()
    parts = [
        (function.__module__, function.__qualname__, sorted(dispatcher.targetoptions.items())),
        _comparable_form(function.__code__, callees),
        _comparable_form((function.__defaults__, function.__kwdefaults__), callees),
        [(name, _comparable_form(value, callees)) for name, value in _iter_names(function)],
    ]
    return sha256(repr(parts).encode()).hexdigest(), callees


def _iter_names(function: FunctionType) -> Iterator[tuple[str, object]]:
    """Yield the names and values of the globals, attributes and cells that a function uses.

    Globals, attributes, cells.
    """
    yield from _iter_attributes(
        function.__globals__, list(dict.fromkeys(_names_in_code(function.__code__)))
    )
    cells = function.__closure__ or ()
    yield from zip(
        function.__code__.co_freevars, (cell.cell_contents for cell in cells), strict=True
    )


def _iter_attributes(namespace: dict[str, Any], names: list[str]) -> Iterator[tuple[str, object]]:
    for name in names:
        if name in namespace:
            yield name, namespace[name]
            if isinstance(namespace[name], ModuleType):
                yield from _iter_attributes(vars(namespace[name]), [n for n in names if n != name])


def _names_in_code(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in_code(constant)


def _comparable_form(value: Any, callees: list[Any]) -> object:  # noqa: PLR0911 - one return for each kind of value
    """Return a form of a value with a complete `repr`; append compiled functions to `callees`."""
    if isinstance(value, Dispatcher):
        callees.append(value)
        return "compiled"
    if isinstance(value, CodeType):
        constants = [_comparable_form(constant, callees) for constant in value.co_consts]
        shape = (value.co_argcount, value.co_kwonlyargcount, value.co_flags)
        names = (value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars)
        return value.co_code, value.co_exceptiontable, shape, names, constants
    if isinstance(value, np.ndarray | np.generic):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, tuple | list | frozenset):
        return type(value).__name__, [_comparable_form(each, callees) for each in value]
    if isinstance(value, dict):
        return [
            (_comparable_form(k, callees), _comparable_form(v, callees)) for k, v in value.items()
        ]
    if isinstance(value, type) and hasattr(value, "_fields"):  # a NamedTuple
        defaults = getattr(value, "_field_defaults", {})
        return value.__qualname__, value._fields, _comparable_form(defaults, callees)
    if isinstance(value, ModuleType):  # its attributes in use are separate entries
        return value.__name__
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return type(value).__name__, repr(value)
    module = getattr(value, "__module__", None)
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
    return type(value).__name__, module, name, _source_digest(str(module))


@cache
def _source_digest(module: str) -> str:
    """Return a digest of a module's file, or an empty text for a built-in module."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return sha256(Path(file).read_bytes()).hexdigest() if file else ""


# --- One process compiles, the others wait -------------------------------------------------------

CACHE_LOCK_TIMEOUT_SECONDS: Final = 60.0
"""The time to wait for another process, in seconds; then the work is done twice."""
CACHE_LOCK_POLL_SECONDS: Final = 0.02
"""The time between two attempts, in seconds."""


def acquire_process_lock(file: Path, on_wait: Callable[[], object]) -> FileLock:
    """Return a lock on a file, after at most a minute; call `on_wait` if another process holds it.

    After a minute, or in a folder without write permission, the lock is returned without being
    acquired. The system releases it when its process ends.
    """
    lock = FileLock(file, poll_interval=CACHE_LOCK_POLL_SECONDS)
    with suppress(OSError):  # includes Timeout
        try:
            lock.acquire(timeout=0)
        except Timeout:
            on_wait()
            lock.acquire(timeout=CACHE_LOCK_TIMEOUT_SECONDS)
    return lock


def release_process_lock(lock: FileLock) -> None:
    """Remove the lock's file, then release the lock if it was acquired."""
    if lock.is_locked:
        with suppress(OSError):  # on Windows the file remains; it locks nothing
            Path(lock.lock_file).unlink()
        lock.release()


# --- Parts ---------------------------------------------------------------------------------------

# numba compiles every function to a separate program. It has a wrapper for calls from Python and
# contains all its callees, which are optimised and translated again for each caller. Here a
# function called by compiled code is only typed and lowered, to be linked into its callers. A
# function called by Python is optimised and translated as a whole. If Python calls a part later,
# it is compiled again with a wrapper.

CODE_LIBRARY: Any = codegen.JITCodeLibrary
COMPILER_CLASS: Any = compiler.Compiler
"""numba ships no types for these."""


def is_nested_compilation() -> bool:
    """Return True if a function is being compiled as part of compiling another one."""
    stack: Any = targetconfig.ConfigStack
    return stack.top_or_none() is not None


class LinkedPart(CODE_LIBRARY):  # type: ignore[misc]  # see above
    """The code of a function without a Python wrapper, which is linked into its callers."""

    def _optimize_functions(self, _: Any) -> None:
        """Do nothing: the caller's code is optimised as a whole."""

    def _optimize_final_module(self) -> None:
        """Do nothing, for the same reason."""

    def _finalize_final_module(self) -> None:
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """Return a stub that ignores the address of the globals, because a part has none."""
        return SimpleNamespace(set_env=lambda *_: None)


def is_part(compiled: Any) -> bool:
    """Return True if a compilation result has no Python wrapper."""
    return isinstance(getattr(compiled, "library", None), LinkedPart)


class PartsCompiler(COMPILER_CLASS):  # type: ignore[misc]  # see above
    """numba's compiler, for a whole function or for a part of one that is being compiled."""

    def __init__(self, typing: Any, target: Any, _: None, args: Any, *more_args: Any) -> None:
        result, flags, kinds = more_args
        self._codegen, self._is_part = target.codegen(), is_nested_compilation()
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = self._is_part
        code = (LinkedPart if self._is_part else CODE_LIBRARY)(self._codegen, "compiled")
        code.enable_object_caching()
        super().__init__(typing, target, code, args, result, flags, kinds)

    def compile_extra(self, function: Any) -> Any:
        """Compile a function.

        If Python calls it, numba's own helpers such as ``min`` are linked as parts.
        """
        if self._is_part:
            return super().compile_extra(function)
        self._codegen._library_class = LinkedPart  # noqa: SLF001 - no public way
        try:
            found = super().compile_extra(function)
        finally:
            del self._codegen._library_class  # noqa: SLF001 - the class has its own
        for env in found._find_referenced_environments():  # noqa: SLF001 - numba does so for code from disk
            self._codegen.set_env(env.env_name, env)
        return found


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Pause the garbage collector: it would visit numba's objects again and again, in vain."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def add_python_wrapper(dispatcher: Any) -> None:
    """Recompile a function with a Python wrapper when Python calls it and it has none."""
    add_overload, compile_ = dispatcher.add_overload, dispatcher.compile

    def add(compiled: Any) -> None:
        if is_part(compiled):
            dispatcher.overloads[tuple(compiled.signature.args)] = compiled
        else:
            add_overload(compiled)

    def compile_with_door(signature: Any) -> Any:
        lock: Any = compiler_lock.global_compiler_lock
        with lock:
            known: Any = sigutils.normalize_signature  # numba ships no types
            args = tuple(known(signature)[0])
            if not is_nested_compilation() and is_part(dispatcher.overloads.get(args)):
                del dispatcher.overloads[args]
            with pause_garbage_collection():
                return compile_(signature)

    dispatcher.add_overload, dispatcher.compile = add, compile_with_door
