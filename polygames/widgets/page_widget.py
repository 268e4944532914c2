"""The base class of widgets with their own JavaScript, and how the kernel gets their messages."""

from __future__ import annotations

from typing import Any

import anywidget

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


class KeyBlocker(PageWidget):
    """A widget that prevents key presses in its box from triggering notebook commands."""

    _esm = bundle_module(JS_FOLDER / "page" / "keys.js")


def with_key_blocker(box: Any) -> Any:
    """Add a `KeyBlocker` to a box: key presses in it trigger no notebook commands.

    Return the box.
    """
    box.children = (*box.children, KeyBlocker())
    return box.add_class("polygames-keys")


def _requested_subshell(_: object, subshell_id: str | None) -> str | None:
    """Return the subshell id unchanged; None means the thread that runs the cells."""
    return subshell_id
