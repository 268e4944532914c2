"""What compiled code calls is compiled as a part of it, and translated once.

Numba makes a program of every function: it has a door for Python and holds all that it calls,
which is optimised and translated to machine code again for each caller on the way up. Here a
function that compiled code calls is only typed and written down, for whoever calls it; what Python
calls is optimised and translated as a whole. Python can call a part later: then it gets a door.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from numba.core import codegen, compiler, compiler_lock, sigutils, targetconfig

WHOLE: Any = codegen.JITCodeLibrary
COMPILER: Any = compiler.Compiler
"""They have no types."""


def is_called_by_compiled() -> bool:
    """Say whether a function is compiled because of one that is being compiled."""
    stack: Any = targetconfig.ConfigStack
    return stack.top_or_none() is not None


class Part(WHOLE):  # type: ignore[misc]  # see above
    """The code of a function without a door: it is linked into what calls it."""

    def _optimize_final_module(self) -> None:
        """Leave it to the whole."""

    def _finalize_final_module(self) -> None:
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """Who is told where the function's globals are: nobody, it has no address."""
        return SimpleNamespace(set_env=lambda *_: None)


def is_part(compiled: Any) -> bool:
    """Say whether a result of numba has no door for Python."""
    return isinstance(getattr(compiled, "library", None), Part)


class PartsCompiler(COMPILER):  # type: ignore[misc]  # see above
    """Numba's compiler, for a whole or for a part of what is being compiled."""

    def __init__(self, typing: Any, target: Any, _: None, args: Any, *rest: Any) -> None:
        result, flags, kinds = rest
        self._codegen, self._is_part = target.codegen(), is_called_by_compiled()
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = self._is_part
        code = (Part if self._is_part else WHOLE)(self._codegen, "compiled")
        code.enable_object_caching()
        super().__init__(typing, target, code, args, result, flags, kinds)

    def compile_extra(self, function: Any) -> Any:
        """Compile a function; for a whole, take what numba has for calls like ``min`` as parts."""
        if self._is_part:
            return super().compile_extra(function)
        self._codegen._library_class = Part  # noqa: SLF001 - no public way
        try:
            found = super().compile_extra(function)
        finally:
            del self._codegen._library_class  # noqa: SLF001 - the class has its own
        for env in found._find_referenced_environments():  # noqa: SLF001 - numba does so for code from disk
            self._codegen.set_env(env.env_name, env)
        return found


def give_doors(dispatcher: Any) -> None:
    """Keep parts from Python: what it calls is compiled again, with a door."""
    add_overload, compile_ = dispatcher.add_overload, dispatcher.compile

    def add(compiled: Any) -> None:
        if is_part(compiled):
            dispatcher.overloads[tuple(compiled.signature.args)] = compiled
        else:
            add_overload(compiled)

    def compile_with_door(signature: Any) -> Any:
        lock: Any = compiler_lock.global_compiler_lock
        with lock:
            args = tuple(sigutils.normalize_signature(signature)[0])  # type: ignore[no-untyped-call]
            if not is_called_by_compiled() and is_part(dispatcher.overloads.get(args)):
                del dispatcher.overloads[args]
            return compile_(signature)

    dispatcher.add_overload, dispatcher.compile = add, compile_with_door
