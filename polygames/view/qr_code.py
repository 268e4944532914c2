"""QR codes of addresses, by the library segno."""

from __future__ import annotations

import io
from typing import Any, Final

from polygames.core.lazy_imports import is_available, missing_library_error

TOO_LONG_TEXT: Final = "This link is too long for a QR code. Send it in a message."


def qr_svg(address: str) -> str:
    """Return the QR code of an address as SVG.

    It is empty if segno is not installed, or if the address is too long for a QR code.
    """
    out = io.BytesIO()
    if code := _make_qr_code(address):
        # with a unit, the picture has a viewBox, so that a page can scale it
        code.save(out, kind="svg", scale=6, unit="px", xmldecl=False, border=3)
    return out.getvalue().decode()


def missing_code_text() -> str:
    """Return a sentence why `qr_svg` is empty: no library, or a link that is too long."""
    if not is_available("segno"):
        return str(missing_library_error("segno", "A QR code"))
    return TOO_LONG_TEXT


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
