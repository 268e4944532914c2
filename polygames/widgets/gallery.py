"""The gallery: pictures of the games, each a button that opens a board in its place."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from html import escape
from random import Random
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.core.registry import game, games
from polygames.runtime.game_lock import with_game_lock
from polygames.widgets.header import SAVED_PICTURE_TEXT, static_image
from polygames.widgets.interfaces import close_tree
from polygames.widgets.tasks.worker import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable

THUMBNAIL_PLIES: Final = 12
"""The number of moves before the position in a picture."""

PAINT_DELAY_SECONDS: Final = 0.5
"""Seconds that a page needs to draw new widgets."""

THUMBNAIL_WIDTH_PX: Final = 132
"""The width of a picture, in pixels."""

_GALLERY_STYLE: Final = f"""<style>
.polygames-gallery {{ flex-flow: row wrap; gap: 8px; overflow: visible; }}
.polygames-gallery > .jupyter-button {{
  width: {THUMBNAIL_WIDTH_PX + 16}px; height: {THUMBNAIL_WIDTH_PX + 40}px;
  margin: 0; padding: {THUMBNAIL_WIDTH_PX + 4}px 0 0; color: #222;
  font-size: 15px; border: 1px solid #8888; border-radius: 6px;
  background: #fff no-repeat center 6px / auto {THUMBNAIL_WIDTH_PX}px; }}
.polygames-gallery > .jupyter-button:is(:hover, :focus-visible) {{ outline: 2px solid #0072b2; }}
%s</style>"""


class ReplaceableBox(widgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A box of buttons that a board can temporarily replace."""

    _own_children: tuple[widgets.Widget, ...] = ()  # the children while no board is shown

    def close(self) -> None:
        """Close all widgets of the box, including a board that replaces the buttons."""
        for child in {*self.children, *self._own_children}:
            close_tree(child)
        self.layout.close()
        super().close()


class Gallery(ReplaceableBox):
    """A widget with a picture of each game; a click on a picture replaces them all by a board.

    Parameters
    ----------
    play
        The function that creates a board: `polygames.play`, with options such as `autosave`.
    """

    def __init__(self, play: Callable[..., widgets.Box]) -> None:
        super().__init__()
        self._play = play
        row = widgets.HBox([self._game_button(name) for name in games()])
        row.add_class("polygames-gallery")
        pick = ".polygames-gallery > .polygames-pick-{} {{ background-image: url({}); }}\n"
        look = _GALLERY_STYLE % "".join(pick.format(name, _thumbnail(name)) for name in games())
        self._own_children = self.children = (widgets.HTML(look), row)

    def _game_button(self, name: str) -> widgets.Button:
        info = game(name)
        button = widgets.Button(description=info.title, tooltip=info.summary)
        button.add_class(f"polygames-pick-{name}")
        button.on_click(lambda _: self.open_game(name))
        return button

    @with_game_lock
    def open_game(self, name: str) -> None:
        """Replace the pictures with a board for a game.

        The computer plays at level 1 if the game has levels and a fixed number of players.
        """
        info = game(name)
        level = {"level": 1} if info.level_names and info.seats_option is None else {}
        pressed = self._own_children[1].children[games().index(name)]
        replace_children(self, self._play(name, **level), "the games", pressed)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the gallery for display, with its pictures as HTML for a saved notebook."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        cell = '<td><img src="{}" width="{}" alt=""><br>{}</td>'
        shown = [
            (_thumbnail(name), THUMBNAIL_WIDTH_PX, escape(game(name).title)) for name in games()
        ]
        row = "".join(cell.format(*each) for each in shown)
        page = f"<p><b>{SAVED_PICTURE_TEXT}.</b></p><table><tr>{row}</tr></table>"
        titles = ", ".join(title for *_, title in shown)
        return {**data, "text/html": page, "text/plain": f"the games: {titles}"}, metadata


def replace_children(
    box: Any,
    guest: widgets.Widget,
    return_label: str,
    opener: widgets.Widget,
    on_return: Callable[[], None] = lambda: None,
) -> None:
    """Replace the children of a box with a guest widget and a button that leads back.

    The button gets the focus. When it is pressed, `on_return` is called, and the focus returns to
    `opener`. Without a focus the keys would trigger notebook commands.
    """
    if hasattr(guest, "finish_updates"):  # a board
        guest.finish_updates()
    back = widgets.Button(
        description=f"◀ Back to {return_label}", tooltip=f"go back to {return_label}"
    )
    back.layout.width, back.layout.align_self = "auto", "flex-start"
    back.add_class("polygames-back")
    waiting = box.children, box._dom_classes  # noqa: SLF001 - there is no other way to all

    @with_game_lock
    def leave(_: object) -> None:
        box.children, box._dom_classes = waiting  # noqa: SLF001 - as above
        close_tree(guest)
        close_tree(back)
        on_return()
        _focus(opener)

    back.on_click(leave)
    box._dom_classes = ("polygames-opened-board",)  # noqa: SLF001 - not a board's own: it is around one
    box.children = (back, guest)
    _focus(back)


def _focus(widget: widgets.Widget) -> None:
    """Move the keyboard focus to a widget, after the page has had time to draw it."""
    if (loop := running_loop()) is not None:
        loop.call_later(PAINT_DELAY_SECONDS, widget.focus)


@cache
def _thumbnail(name: str) -> str:
    """Return a picture of a game after some random moves, as a data URL."""
    state, rng = game(name).new(), Random(3)
    while state.ply < THUMBNAIL_PLIES and state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
    kind, data = static_image(game(name).scene(state), THUMBNAIL_WIDTH_PX)
    coded = data if kind == "image/png" else b64encode(data.encode()).decode()
    return f"data:{kind};base64,{coded}"
