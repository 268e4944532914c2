"""The layer over the board that takes the mouse, touches and keys, all on the client."""

from __future__ import annotations

import json
from typing import Final

import traitlets

from polygames.view.esm import JS_FOLDER, bundle_module
from polygames.widgets.page_widget import PageWidget

AS_TEXT: Final = {"sync": True, "to_json": lambda value, _: json.dumps(value)}
"""ipywidgets looks for buffers in each list of what it sends otherwise, which takes longer than
all else."""


class Pointer(PageWidget):
    """Shows what can be done, previews it, and sends finished moves.

    The kernel sends `frame` (see `polygames.view.frame`), and when there is time
    `previews`, what a frame that has ``peeks`` lacks of its ``moves``; no client can set them.
    It answers with messages ``{"kind": ..., "version": ...}``: ``move`` with a ``spelling``,
    ``line`` with two points ``start`` and ``end``, ``key`` with a ``key`` that the frame
    declares, ``view`` with the ``window`` to show (none for the whole board) and the ``space``
    it is given in, ``peek`` with a ``spelling``, whole or begun (and gets it back with the
    previews of its ``moves``), ``reveal`` with a ``target`` that is out of sight, ``screen``
    with how many ``pixels`` of it the board is wide; and what a handle of the frame ``sends``,
    with the point it was dragged ``to``. ``draw`` has a mark to draw on the position: ``what`` it
    is (or ``nothing``, to erase all), the ``places`` (names or points), its ``color`` and the
    ``space``.

    Where a frame has ``maps`` the client sends ``ends`` with the place ``at`` which a line would
    begin, and gets it back with a ``scene``: what lines from there are worth.

    Besides the answers to ``peek`` the kernel sends ``refused`` with a ``text``, which is shown at
    the pointer for some seconds, ``zoom`` with a ``factor``, ``copy`` with a ``text`` and its name
    (``what``), ``picture`` (to be copied; the page answers both with ``copied`` once they are on
    the clipboard), and ``motion`` with the ``version`` that a move leaves and its ``motions``,
    before the new picture.

    A page paints a ``move`` and a ``line`` at once, and gives each a number, its ``id``. It hears
    ``answered`` with the ``id`` and the ``version`` of the board then, right after the new picture
    was sent, or ``refused`` with the ``id``. If it hears nothing for `patience` milliseconds it
    asks ``again``, once, and then it takes the move back. What comes for an earlier version than
    that of the board is not played: so it does not matter whether the first message was lost, or
    only its answer, or whether both were merely late. A page that has taken back a move which
    arrives all the same shows it when the board does.

    The modules in ``js/pointer/`` have one subject each; ``state.js`` holds all that changes.
    """

    _esm = bundle_module(JS_FOLDER / "pointer" / "pointer.js")
    _css = "".join(
        (JS_FOLDER / f"{name}.css").read_text(encoding="utf-8")
        for name in ("look", "layout", "pointer/pointer")
    )

    frame = traitlets.Dict().tag(from_json=lambda _, pointer: pointer.frame, **AS_TEXT)
    previews = traitlets.Dict().tag(from_json=lambda _, pointer: pointer.previews, **AS_TEXT)

    saved = traitlets.Dict().tag(sync=True)
    """What the client draws into a saved notebook: the id of the ``canvas``, and that of the board
    (``view``), whose outputs show it; ``is_last`` if the kernel ends with the page: then only the
    picture is saved."""

    width = traitlets.Int(None, allow_none=True).tag(sync=True)
    """How wide a person has made the board, in pixels; None if the page decides."""

    patience = traitlets.Int(5000).tag(sync=True)
    """For how many milliseconds a page waits for the answer to a move."""

    gone = traitlets.Unicode().tag(sync=True)
    """What the board says once its kernel is gone."""
