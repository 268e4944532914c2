"""The address as a QR code, where segno is installed."""

from __future__ import annotations

import io
from typing import Any

from polygames.core.errors import MissingExtraError
from polygames.core.lazy import has


def qr_svg(address: str, *, scale: int = 6) -> str:
    """Return an address as a QR code in SVG.

    Raises
    ------
    MissingExtraError
        Without segno.
    """
    out = io.BytesIO()
    _made(address).save(out, kind="svg", scale=scale, xmldecl=False, border=3)
    return out.getvalue().decode()


def qr_text(address: str) -> str:
    """Return an address as a QR code for a terminal; empty without segno."""
    if not has("segno"):
        return ""
    out = io.StringIO()
    _made(address).terminal(out, compact=True)
    return out.getvalue()


def _made(address: str) -> Any:
    if not has("segno"):
        msg = "a QR code needs segno: pip install 'polygames-notebooks[class]'"
        raise MissingExtraError(msg)
    import segno

    return segno.make(address, error="m")
