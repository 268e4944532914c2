"""The layer above the board that handles mouse, touch and keys on the client."""

from __future__ import annotations

import json
from typing import Final

import traitlets

from polygames.view.js_bundle import JS_FOLDER, bundle_module
from polygames.widgets.page_widget import PageWidget

AS_TEXT: Final = {"sync": True, "to_json": lambda value, _: json.dumps(value)}
"""Traitlet tags that send a value as JSON text. Otherwise ipywidgets searches each list for binary
buffers, which takes longer than everything else."""


class Pointer(PageWidget):
    """The pointer layer: shows the possible moves, previews them, and sends finished moves.

    The kernel sends the `frame` (see `polygames.view.frame`). If a frame has ``peeks``, the kernel
    sends the missing previews of its ``moves`` later, in `previews`. A client cannot set either.

    The client sends messages ``{"kind": ..., "version": ...}`` of these kinds:

    - ``move`` with a ``spelling``
    - ``line`` with two points, ``start`` and ``end``
    - ``key`` with a ``key`` that the frame declares
    - ``view`` with the ``window`` to show (none for the whole board), and the ``space`` of its
      coordinates
    - ``peek`` with a ``spelling``, complete or partial; the kernel sends it back with the previews
      of its ``moves``
    - ``reveal`` with a ``target`` outside the visible part
    - ``screen`` with the width of the board in ``pixels`` of the screen
    - the kind that a handle of the frame ``sends``, with the point it was dragged ``to``
    - ``draw`` with a mark to draw on the position: the kind of mark (``what``, or ``nothing`` to
      erase all marks), the ``places`` (names or points), its ``color`` and the ``space``
    - ``ends``, if the frame has ``maps``, with the place ``at`` which a line would start; the
      kernel sends it back with a ``scene`` of the values of the lines from there

    The kernel sends these messages, besides the answers to ``peek`` and ``ends``:

    - ``refused`` with a ``text``, shown at the pointer for some seconds
    - ``zoom`` with a ``factor``
    - ``copy`` with a ``text`` to copy to the clipboard, and its name (``what``)
    - ``picture``, to copy the picture to the clipboard; the page answers ``copy`` and ``picture``
      with ``copied`` when it is done
    - ``motion`` with the ``motions`` of a move and the ``version`` before it, before the new
      picture

    A page paints a ``move`` and a ``line`` at once, and gives each a number, its ``id``. After the
    new picture the kernel sends ``answered``, with the ``id`` and the new ``version`` of the board.
    If the move is illegal, it sends ``refused`` with the ``id``. If there is no answer for
    `patience` milliseconds, the page sends the message ``again``, once, and then takes the move
    back. The kernel plays no message for an earlier version of the board. So a lost message, a
    lost answer and a late one are all handled alike. If a move arrives after the page has taken it
    back, the page shows it with the next picture.

    The modules in ``js/pointer/`` have one subject each. ``state.js`` has all mutable state.
    """

    _esm = bundle_module(JS_FOLDER / "pointer" / "pointer.js")
    _css = "".join(
        (JS_FOLDER / f"{name}.css").read_text(encoding="utf-8")
        for name in ("look", "layout", "pointer/pointer")
    )

    frame = traitlets.Dict().tag(from_json=lambda _, pointer: pointer.frame, **AS_TEXT)
    previews = traitlets.Dict().tag(from_json=lambda _, pointer: pointer.previews, **AS_TEXT)

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
