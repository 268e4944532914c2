"""The base class of widgets with their own JavaScript, and how the kernel gets their messages."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from polygames.view.js_bundle import JS_FOLDER, bundle_module


class PageWidget(anywidget.AnyWidget):
    """A widget whose page chooses the kernel thread that handles its messages.

    With ipykernel 7 a page has a second thread for its messages (a "subshell"), which answers while
    a cell runs. But ipykernel routes a message of a widget to the thread that last sent an update
    of that widget. For a new board this is the thread of the cells, so the first click would wait
    until the cell ends. Any thread may handle a message here (`polygames.runtime.game_lock`), so
    the page chooses.
    """

    def open(self) -> None:
        """Open the connection to the pages."""
        super().open()
        if hasattr(self.comm, "_reply_subshell_for"):
            self.comm._reply_subshell_for = _requested_subshell  # noqa: SLF001 - ipykernel has no public way


class StoredAnswer(PageWidget):
    """The last checked answer to an exercise, stored by the page in the notebook's metadata.

    It needs no view. When it is new, the page sets `answer` to the one in the notebook, if there is
    one. Later the page stores each answer that the kernel sets. JupyterLab, Notebook 7 and
    JupyterLite give access to the notebook; elsewhere the page does nothing.
    """

    _esm = bundle_module(JS_FOLDER / "page" / "stored_answer.js")

    exercise = traitlets.Unicode().tag(sync=True)
    """The name of the exercise, which is the key of its answer in the metadata."""

    answer = traitlets.List(traitlets.Unicode(), None, allow_none=True).tag(sync=True)
    """The texts of the answer's parts; None if no answer is known."""


class InputHelper(PageWidget):
    """A widget that keeps the keys of its box from the notebook, and names the sliders there."""

    _esm = bundle_module(JS_FOLDER / "page" / "inputs.js")


def with_input_helper(box: Any) -> Any:
    """Add an `InputHelper` to a box of inputs, and return the box.

    Key presses in the box trigger no notebook commands, and its sliders have names for screen
    readers.
    """
    box.children = (*box.children, InputHelper())
    return box.add_class("polygames-inputs")


def _requested_subshell(_: object, subshell_id: str | None) -> str | None:
    """Return the subshell id unchanged; None means the thread that runs the cells."""
    return subshell_id
