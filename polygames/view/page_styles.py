"""The style sheets of a page with a board outside a notebook."""

from __future__ import annotations

from typing import Final

from polygames.view.js_bundle import JS_FOLDER

BOARD_STYLES: Final = (
    *("look", "layout", "pointer/pointer", "svg_surface/svg_surface"),
    "shared/dark_board",
)


def read_page_styles() -> str:
    """Return the styles of a board."""
    files = (JS_FOLDER / f"{part}.css" for part in BOARD_STYLES)
    return "".join(path.read_text(encoding="utf-8") for path in files)
