"""What the pictures draw with: matplotlib, or where that is missing something that draws nothing.

A picture also says in words what it shows. The words are found by the same steps as the drawing, so
these steps must run everywhere, also on a page without a server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.lazy import Lazy
from polygames.runtime.optional_imports import has

if TYPE_CHECKING:
    from collections.abc import Iterator


class Blank:
    """Takes whatever is drawn with it and draws nothing; all that it is asked for is blank too.

    Examples
    --------
    >>> axes = Blank()
    >>> bars = axes.bar([1, 2], [3, 4], color="red")
    >>> axes.text(0, 0.4 * axes.get_ylim()[1], "high") is axes, list(bars)
    (True, [])
    """

    def __getattr__(self, name: str) -> Blank:
        """Return something blank; what Python or a notebook looks for is not there."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: object, **__: object) -> Blank:
        """Draw nothing."""
        return self

    def __getitem__(self, _: object) -> Blank:
        """Return something blank."""
        return self

    def __iter__(self) -> Iterator[Blank]:
        """Yield nothing."""
        return iter(())

    def __rmul__(self, _: object) -> Blank:
        """Stand for a number that is not known."""
        return self


BLANK: Final = Blank()


def tool(path: str) -> Any:
    """Return what draws, by its dotted name; without matplotlib, what draws nothing.

    Examples
    --------
    >>> tool("matplotlib.patches:Circle").__name__
    'Circle'
    """
    return Lazy(path).load() if has("matplotlib") else BLANK
