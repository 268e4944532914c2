"""How a check of the contract says which promise a game breaks, and in which position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from polygames.core.errors import ConformanceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import State


def works(call: Callable[[], Any], state: State[Any], promise: str) -> Any:
    """Return what a call returns; ConformanceError if it raises an error."""
    try:
        return call()
    except Exception as error:
        message = _broken(state, f"{promise} (got {error!r})")
        raise ConformanceError(message) from error


def refuses(
    call: Callable[[], Any], error: type[Exception], state: State[Any], promise: str
) -> None:
    """Make a call that must raise an error of this type; ConformanceError else."""
    try:
        call()
    except error:
        return
    except Exception as other:
        message = _broken(state, f"{promise} (got {other!r})")
        raise ConformanceError(message) from other
    fail(state, f"{promise} (it was accepted)")


def require(kept: bool, state: State[Any], promise: str) -> None:  # noqa: FBT001 - the condition
    """Raise ConformanceError unless a promise is kept."""
    if not kept:
        fail(state, promise)


def fail(state: State[Any], promise: str) -> NoReturn:
    """Raise the ConformanceError that names a broken promise and the position."""
    raise ConformanceError(_broken(state, promise))


def _broken(state: State[Any], promise: str) -> str:
    try:
        position = state.to_text()
    except Exception:  # noqa: BLE001 - the promise in question may be that of its text
        position = repr(state)
    return f"{state.game} breaks its promise: {promise}\n{position}"
