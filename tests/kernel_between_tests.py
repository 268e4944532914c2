"""What tests in the browser have done in their kernel, between one test and the next."""

import gc
import os
import sys
import threading

from IPython import get_ipython
from ipywidgets import Widget

from polygames.widgets.board import BoardWidget
from polygames.widgets.painter.layers import painter_name


def paint_with(name):
    """Have boards painted so from now on: a kernel of a user chooses once."""
    os.environ["POLYGAMES_PAINTER"] = name
    painter_name.cache_clear()


def clean():
    """Close the boards, forget all names, and return what goes on all the same."""
    for widget in widgets():
        if isinstance(widget, BoardWidget):
            widget.close()
    for widget in widgets():
        widget.close()
    get_ipython().reset(new_session=False)
    return [each.name for each in threading.enumerate() if each.name.startswith("polygames")]


def widgets():
    """Return the widgets that are open, without ipycanvas' own, which serves all canvases."""
    canvas = sys.modules.get("ipycanvas.canvas")
    own = getattr(canvas, "_CANVAS_MANAGER", None)
    every = [each for each in gc.get_objects() if issubclass(type(each), Widget)]
    return [each for each in every if each.comm is not None and each is not own]
