"""The wall, the teacher's dashboard, as a notebook widget."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import anywidget

from polygames.classroom.pages.broadcast import run_command
from polygames.classroom.pages.handlers import STATIC_FOLDER
from polygames.core.errors import PolygamesError
from polygames.view.js_bundle import JS_FOLDER, bundle_module

if TYPE_CHECKING:
    from polygames.classroom.pages.broadcast import Connections


class WallWidget(anywidget.AnyWidget):
    """The teacher's dashboard (wall) as a notebook widget: all tables of a class, live.

    The client sends ``open_wall`` and gets the whole class; then it gets changes. The teacher's
    commands are those of the web page: see `polygames.classroom.pages.broadcast.run_command`.
    """

    _esm = bundle_module(STATIC_FOLDER / "wall_widget.js")
    _css = "".join(
        path.read_text(encoding="utf-8")
        for path in (
            JS_FOLDER / "look.css",
            STATIC_FOLDER / "wall.css",
            JS_FOLDER / "shared" / "dark_board.css",
        )
    )

    def __init__(self, connections: Connections) -> None:
        super().__init__()
        self._connections = connections
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:  # a script, a test
            self._loop = None
        self.on_msg(self._handle_client_message)
        connections.post(lambda: connections.walls.add(self._forward))

    def close(self) -> None:
        """Stop the updates, and close the widget."""
        self._connections.post(lambda: self._connections.walls.discard(self._forward))
        super().close()

    def _forward(self, message: dict[str, Any]) -> None:
        """Send a message to the client; called in the server's thread."""
        if self._loop is None:
            self.send(message)
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.send, message)

    def _handle_client_message(self, _: object, content: object, __: object) -> None:
        """Handle a message from the client: ``open_wall`` or a command from the teacher."""
        if not isinstance(content, dict):
            return
        if content.get("do") == "open_wall":
            self.send(self._connections.wall_message())
            return
        try:
            words = run_command(self._connections.room, content)
        except (PolygamesError, OSError) as error:
            self.send({"kind": "error", "text": str(error)})
        else:
            if words:
                self.send({"kind": "notice", "text": words})
