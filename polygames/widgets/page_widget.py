"""What the widgets with a page of their own have in common: how the kernel hears them."""

from __future__ import annotations

from typing import Any

import anywidget

from polygames.view.esm import JS_FOLDER, bundle_module


class PageWidget(anywidget.AnyWidget):
    """A widget whose page speaks to the kernel, and is heard where it asks to be.

    With ipykernel 7 a page has a second thread for its messages (a "subshell"), which answers while
    a cell runs. But what it sends of a widget goes to the thread that has last told it something of
    that widget: for a new board this is the thread of the cells, and so the first click would wait
    until the cell ends. Here it does not matter which thread hears a page
    (`polygames.runtime.owner`), so the page chooses.
    """

    def open(self) -> None:
        """Begin to speak to pages."""
        super().open()
        if hasattr(self.comm, "_reply_subshell_for"):
            self.comm._reply_subshell_for = _asked_for  # noqa: SLF001 - ipykernel has no public way


class KeptKeys(PageWidget):
    """Keeps what is pressed within a box, to which it belongs, from the notebook."""

    _esm = bundle_module(JS_FOLDER / "page" / "keys.js")


def kept_keys(box: Any) -> Any:
    """Return a box of widgets in which letters and arrows are no commands of the notebook."""
    box.children = (*box.children, KeptKeys())
    return box.add_class("polygames-keys")


def _asked_for(_: object, asked: str | None) -> str | None:
    """Return the subshell that a message names; None is the thread of the cells."""
    return asked
