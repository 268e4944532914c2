"""Warnings about the user's call, not about a line of this package."""

from __future__ import annotations

import sys
import warnings

__all__ = ["warn_caller"]


def warn_caller(message: str) -> None:
    """Issue a UserWarning that points to the user's code instead of this package."""
    frame, level = sys._getframe(1), 2  # noqa: SLF001 - Python 3.12 has skip_file_prefixes instead
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == "polygames":
        frame, level = frame.f_back, level + 1
    warnings.warn(message, stacklevel=level)
