"""QR codes of addresses, by the library segno."""

from __future__ import annotations

import io
from typing import Any

from polygames.core.lazy_imports import is_available


def qr_svg(address: str) -> str:
    """Return the QR code of an address as SVG.

    It is empty if segno is not installed, or if the address is too long for a QR code.
    """
    out = io.BytesIO()
    if code := _make_qr_code(address):
        code.save(out, kind="svg", scale=6, xmldecl=False, border=3)
    return out.getvalue().decode()


def qr_text(address: str) -> str:
    """Return the QR code of an address as text for a terminal; empty if there is none."""
    out = io.StringIO()
    if code := _make_qr_code(address):
        code.terminal(out, compact=True)
    return out.getvalue()


def _make_qr_code(address: str) -> Any:
    """Return the QR code of an address; None if there is no library or the address is too long."""
    if not is_available("segno"):
        return None
    import segno
    from segno.encoder import DataOverflowError

    try:
        return segno.make_qr(address, error="m", boost_error=False)
    except DataOverflowError:
        return None
