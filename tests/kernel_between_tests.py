"""Functions that tests in the browser run in their kernel between two tests."""

import gc
import os
import sys
import threading

from IPython import get_ipython
from ipywidgets import Widget

import polygames as pg
from polygames.widgets import guide
from polygames.widgets.board import BoardWidget
from polygames.widgets.painter.layers import painter_name


def paint_with(name):
    """Set the painter of new boards. A user's kernel chooses its painter only once."""
    os.environ["POLYGAMES_PAINTER"] = name
    painter_name.cache_clear()


def know_all_games():
    """Let the person know all games, so that new boards have no guide."""
    guide.KNOWN_GAMES.update(pg.games())


def clean():
    """Close all boards, delete all names, and return the names of threads that still run."""
    for widget in widgets():
        if isinstance(widget, BoardWidget):
            widget.close()
    for widget in widgets():
        widget.close()
    get_ipython().reset(new_session=False)
    return [each.name for each in threading.enumerate() if each.name.startswith("polygames")]


def widgets():
    """Return the open widgets, without the manager that ipycanvas keeps for all canvases."""
    canvas = sys.modules.get("ipycanvas.canvas")
    own = getattr(canvas, "_CANVAS_MANAGER", None)
    every = [each for each in gc.get_objects() if issubclass(type(each), Widget)]
    return [each for each in every if each.comm is not None and each is not own]
