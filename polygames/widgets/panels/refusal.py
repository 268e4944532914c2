"""A refusal in a panel: one sentence, and the whole error behind *details*."""

from __future__ import annotations

from html import escape

from polygames.core.descriptions import error_text


def refusal_html(error: Exception) -> str:
    """Return an error as HTML: one sentence, then the whole error behind *details* if it is longer.

    Examples
    --------
    >>> refusal_html(OSError("There is no file a.txt."))
    "<span role='alert'>There is no file a.txt.</span>"
    """
    short, full = error_text(error), str(error)
    has_details = bool(getattr(error, "short", "")) and full != short
    more = f"<details><summary>details</summary>{escape(full)}</details>" if has_details else ""
    return f"<span role='alert'>{escape(short)}</span>{more}"
