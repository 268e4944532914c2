"""The layer over the board that takes the mouse, touches and keys, all on the client."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import anywidget
import traitlets

from polygames.widgets.esm import joined

__all__ = ["Pointer"]

_JS: Final = Path(__file__).parent / "js"


class Pointer(anywidget.AnyWidget):
    """Shows what can be done, previews it, and sends finished moves.

    The kernel sends one value, `frame` (see `polygames.widgets.frame`). The client answers with
    messages ``{"kind": ..., "version": ...}``: ``move`` with a ``spelling``, ``line`` with two
    points ``start`` and ``end``, ``key`` with a ``key`` that the frame declares, ``view`` with the
    ``window`` to show (none for the whole board) and the ``space`` it is given in, ``peek`` with a
    ``spelling`` to preview (and gets it back with the preview), ``reveal`` with a ``target`` that
    is out of sight; and what a handle of the frame ``sends``, with the point it was dragged ``to``.

    Besides the answers to ``peek`` the kernel sends ``refused`` with a ``text``, which is shown at
    the pointer for some seconds, ``zoom`` with a ``factor`` and ``copy`` with a ``text``.

    The modules in ``js/`` have one subject each; ``state.js`` holds all that changes.
    """

    _esm = joined(_JS / "pointer.js")
    _css = "".join(
        (_JS / f"{name}.css").read_text(encoding="utf-8") for name in ("look", "layout", "pointer")
    )

    frame = traitlets.Dict().tag(sync=True)

    saved = traitlets.Dict().tag(sync=True)
    """What the client draws into a saved notebook: the id of the ``canvas``, and that of the board
    (``view``), whose outputs show it."""

    gone = traitlets.Unicode().tag(sync=True)
    """What the board says once its kernel is gone."""
