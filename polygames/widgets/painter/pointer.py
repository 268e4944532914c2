"""The layer above the board that handles mouse, touch and keys on the client."""

from __future__ import annotations

from typing import Any, Final

import traitlets

from polygames.view.js_bundle import JS_FOLDER, bundle_module
from polygames.view.known_items import KnownItems, to_compact_json
from polygames.widgets.page_widget import PageWidget

AS_TEXT: Final = {"sync": True, "to_json": lambda value, _: to_compact_json(value)}
"""Traitlet tags that send a value as JSON text. Otherwise ipywidgets searches each list for binary
buffers, which takes longer than everything else."""


class Pointer(PageWidget):
    """The pointer layer: shows the possible moves, previews them, and sends finished moves.

    The kernel sends the `frame` (see `polygames.view.frame`), whose items may refer to the
    `known_items`. A client cannot set either.

    The messages in both directions are in the table ``polygames/view/js/messages.json``.

    A page paints a ``move`` and a ``line`` at once, and gives each a number, its ``id``. After the
    new picture the kernel sends ``confirmed``, with the ``id`` and the new ``version`` of the
    board. If the move is illegal, it sends ``refused`` with the ``id``. If there is no answer for
    `patience` milliseconds, the page sends the message ``again``, once, and then takes the move
    back. The kernel plays no message for an earlier version of the board. So a lost message, a
    lost answer and a late one are all handled alike. If a move arrives after the page has taken it
    back, the page shows it with the next picture.

    The modules in ``js/pointer/`` have one subject each. ``state.js`` has all mutable state.
    """

    _esm = bundle_module(JS_FOLDER / "pointer" / "pointer.js")
    _css = "".join(
        (JS_FOLDER / f"{name}.css").read_text(encoding="utf-8")
        for name in ("look", "layout", "pointer/pointer", "shared/dark_board")
    )

    frame = traitlets.Dict().tag(
        sync=True,
        to_json=lambda frame, pointer: pointer.items_of_page.frame_json(frame),
        from_json=lambda _, pointer: pointer.frame,
    )
    known_items = traitlets.Unicode("{}").tag(
        sync=True, from_json=lambda _, pointer: pointer.known_items
    )

    saved = traitlets.Dict().tag(sync=True)
    """The data for the picture in a saved notebook: the widget ids of the ``canvas`` and of the
    board (``view``), and the ``title``. ``is_last`` is True if the kernel ends with the page: then
    only the picture is saved."""

    width = traitlets.Int(None, allow_none=True).tag(sync=True)
    """The width that a person has chosen for the board, in pixels; None for automatic."""

    patience = traitlets.Int(5000).tag(sync=True)
    """The time in milliseconds for which a page waits for the answer to a move."""

    gone = traitlets.Unicode().tag(sync=True)
    """The message that the board shows when its kernel has stopped."""

    def __init__(self, **traits: Any) -> None:
        self.items_of_page = KnownItems()
        super().__init__(**traits)

    def show_frame(self, frame: dict[str, Any]) -> None:
        """Send a frame to the pages, in one message with the known items if they change."""
        with self.hold_sync():
            if self.items_of_page.update(frame["items"]):
                self.known_items = self.items_of_page.to_json()
            self.frame = frame
