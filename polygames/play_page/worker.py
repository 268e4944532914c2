"""The entry point in Pyodide, for the Web Worker of a play page."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING

from polygames.core.registry import games
from polygames.play_page.page import PlayPage

if TYPE_CHECKING:
    from collections.abc import Callable


def preload() -> None:
    """Open each game once, so that the saved memory contains all modules of a first board."""
    page = PlayPage(lambda _: None, lambda _, __: None)
    for name in games():
        page.handle_message(json.dumps({"do": "open", "fragment": name, "saved": {}}))


def start(send: Callable[[str], object]) -> Callable[[str], None]:
    """Start a play page, and return its handler of messages. `send` is called with the replies.

    The random numbers are seeded again, because a restored memory has an old state of them.
    """
    random.seed()
    return PlayPage(send, asyncio.get_event_loop().call_later).handle_message
