"""Whether a game and a framework are there for a bridge."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from polygames.core import registry
from polygames.core.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    from polygames.core.plugs import Encoding
    from polygames.core.protocol import State


def need(module: str, extra: str) -> None:
    """Raise MissingExtraError, with the command to type, unless a framework is installed.

    Examples
    --------
    >>> need("json", "lab")
    >>> need("no_such_framework", "openspiel")
    Traceback (most recent call last):
    ...
    polygames.core.errors.MissingExtraError: this bridge needs no_such_framework: ...
    """
    if find_spec(module) is None:
        msg = f"this bridge needs {module}: pip install 'polygames-notebooks[{extra}]'"
        raise MissingExtraError(msg)


def encoding_of(start: State[Any], **options: Any) -> Encoding:
    """Return how a game is written in numbers; OptionError if it does not say so.

    Examples
    --------
    >>> encoding_of(registry.new("splinter")).actions
    2160
    """
    info = registry.game(start.game)
    if info.engine.encoding is None:
        msg = f"{info.name} cannot be used in other frameworks: its GameInfo has no encoding"
        raise OptionError(msg)
    return info.engine.encoding(start, **options)
