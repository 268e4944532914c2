"""What compiled code calls is compiled as a part of it, and translated once.

Numba makes a program of every function: it has a door for Python and holds all that it calls,
which is optimised and translated to machine code again for each caller on the way up. Here a
function that compiled code calls is only typed and written down, for whoever calls it; what Python
calls is optimised and translated as a whole. Python can call a part later: then it gets a door.
"""

from __future__ import annotations

from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.sigutils import normalize_signature
from numba.core.targetconfig import ConfigStack

if TYPE_CHECKING:
    from collections.abc import Iterator

library: Any = JITCodeLibrary
compiler: Any = Compiler
one_at_a_time: Any = global_compiler_lock
arguments_of: Any = normalize_signature
being_compiled: Any = ConfigStack
"""They have no types."""


def is_called_by_compiled() -> bool:
    """Say whether a function is compiled because of one that is being compiled."""
    return being_compiled.top_or_none() is not None


class Part(library):  # type: ignore[misc]  # see above
    """The code of a function without a door: it is linked into what calls it."""

    def _optimize_final_module(self) -> None:
        """Leave it to the whole."""

    def _finalize_final_module(self) -> None:
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """Who is told where what the function names is: nobody, it has no address."""
        return SimpleNamespace(set_env=lambda *_: None)


def is_part(compiled: Any) -> bool:
    """Say whether a result of numba has no door for Python."""
    return isinstance(getattr(compiled, "library", None), Part)


class PartsCompiler(compiler):  # type: ignore[misc]  # see above
    """Numba's compiler, for a whole or for a part of what is being compiled."""

    def __init__(self, typing: Any, target: Any, _: None, args: Any, *rest: Any) -> None:
        result, flags, kinds = rest
        self._codegen, self._is_part = target.codegen(), is_called_by_compiled()
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = self._is_part
        code = (Part if self._is_part else library)(self._codegen, "compiled")
        code.enable_object_caching()
        super().__init__(typing, target, code, args, result, flags, kinds)

    def compile_extra(self, function: Any) -> Any:
        """Compile a function, and what it calls as parts."""
        if self._is_part:
            return super().compile_extra(function)
        with _parts_only(self._codegen):
            found = super().compile_extra(function)
        for env in found._find_referenced_environments():  # noqa: SLF001 - as numba does, loading code from disk
            self._codegen.set_env(env.env_name, env)
        return found


@contextmanager
def _parts_only(codegen: Any) -> Iterator[None]:
    """Take what numba has for calls like ``min`` as parts, too."""
    codegen._library_class = Part  # noqa: SLF001 - no public way
    try:
        yield
    finally:
        del codegen._library_class  # noqa: SLF001 - the class has its own


def give_doors(dispatcher: Any) -> None:
    """Keep parts from Python: what it calls is compiled again, with a door."""
    add_overload, compile_ = dispatcher.add_overload, dispatcher.compile

    def add(compiled: Any) -> None:
        if is_part(compiled):
            dispatcher.overloads[tuple(compiled.signature.args)] = compiled
        else:
            add_overload(compiled)

    def compile_with_door(signature: Any) -> Any:
        with one_at_a_time:
            args = tuple(arguments_of(signature)[0])
            if not is_called_by_compiled() and is_part(dispatcher.overloads.get(args)):
                del dispatcher.overloads[args]
            return compile_(signature)

    dispatcher.add_overload, dispatcher.compile = add, compile_with_door
