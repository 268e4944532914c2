"""The picture of a position, for a page, a file or a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from polygames.core.options import refuse
from polygames.core.registry import games, info_of
from polygames.scene.drawn_marks import words
from polygames.scene.svg import svg as svg_of_scene

if TYPE_CHECKING:
    from polygames.core.protocol import State
    from polygames.scene.drawn_marks import DrawnMark
    from polygames.scene.model import Scene


@runtime_checkable
class Drawable(Protocol):
    """A position with what was drawn on it: a record."""

    @property
    def state(self) -> State[Any]:
        """The position."""

    @property
    def marks(self) -> tuple[DrawnMark, ...]:
        """What is drawn on it."""

    def as_scene(self) -> Scene:
        """Return the picture with all of it."""


def svg(
    what: State[Any] | Drawable | Scene, width: float = 480, *, title: str | None = None
) -> str:
    """Return the picture of a position, or of a scene, as an SVG document.

    Parameters
    ----------
    what
        A state of any game, a record (its position, with the last move and all that is drawn on
        it), or the primitives of a scene in painting order.
    width
        Of the picture in pixels; the height follows.
    title
        What a screen reader says of the picture; by default the game's name and what its board
        says of this position, and "Board" for a scene.

    Returns
    -------
    str
        One ``<svg>`` element, fit for a page or a file.

    Raises
    ------
    OptionError
        If it is none of these.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("splinter")
    >>> picture = svg(state, 300)
    >>> picture == svg(pg.game("splinter").scene(state), 300, title="Splinter: White moves a piece")
    True
    """
    if isinstance(what, Drawable):
        state: Any = what.state
        said = ". ".join(filter(None, (_words(info_of(state), state), words(what.marks))))
        return svg_of_scene(what.as_scene(), width, title=title or said)
    if getattr(what, "game", None) in games():
        state = what
        info = info_of(state)
        return svg_of_scene(info.scene(state), width, title=title or _words(info, state))
    if not isinstance(what, (tuple, list)):
        refuse("what to draw", "must be a state, a record or a scene", what)
    return svg_of_scene(tuple(what), width, title=title or "Board")


def _words(info: Any, state: State[Any]) -> str:
    return f"{info.title}: {info.board.caption(state).status}"
