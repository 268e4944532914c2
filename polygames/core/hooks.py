"""Parts of higher floors that core and searches call: `polygames` names them as it is imported.

So a result that shows itself as a picture knows neither matplotlib nor the module that draws it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_hooks: dict[str, Callable[..., Any]] = {}


def set_hooks(hooks: Mapping[str, Callable[..., Any]]) -> None:
    """Name parts of higher floors, from now on.

    Examples
    --------
    >>> set_hooks({"png of dots": lambda dots: b"." * dots})
    >>> hook("png of dots")(3)
    b'...'
    """
    _hooks.update(hooks)


def hook(name: str) -> Callable[..., Any]:
    """Return a part of a higher floor; KeyError where nobody has named it."""
    return _hooks[name]
