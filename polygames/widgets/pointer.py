"""The layer over the board that takes the mouse, touches and keys, all on the client."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import anywidget
import traitlets

__all__ = ["Pointer"]

_JS: Final = Path(__file__).parent / "js"


class Pointer(anywidget.AnyWidget):
    """Shows what can be done, previews it, and sends finished moves.

    The kernel sends one value, `frame` (see `polygames.widgets.frame`). The client answers with
    messages ``{"kind": ..., "version": ...}``: ``move`` with a ``spelling``, ``line`` with two
    points ``start`` and ``end``, ``key`` with a ``key``, ``view`` with the ``window`` to show (none
    for the whole board) and the ``space`` it is given in, ``peek`` with a ``spelling`` to preview
    (and gets it back with the preview); on boards of their own also ``drag`` with
    a ``handle`` moved ``to`` a point, and ``reveal`` with a ``target`` that is out of sight.
    """

    # One module of four files: what they say needs no build step, and each has one subject.
    _esm = "\n".join(
        (_JS / name).read_text(encoding="utf-8")
        for name in ("geometry.js", "marks.js", "camera.js", "pointer.js")
    )
    _css = (_JS / "pointer.css").read_text(encoding="utf-8")

    frame = traitlets.Dict().tag(sync=True)
