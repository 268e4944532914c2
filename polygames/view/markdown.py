"""What the help and the rules of a game have of Markdown, as HTML."""

from __future__ import annotations

import re
from html import escape


def as_html(text: str) -> str:
    r"""Write as HTML what our texts have of Markdown: paragraphs, a list in one, a few signs.

    Examples
    --------
    >>> as_html("**Nim.**\n\n1. One < two.\n2. The `n`\n   th.")
    '<p><b>Nim.</b></p><ol><li>One &lt; two.</li><li>The <code>n</code> th.</li></ol>'
    >>> as_html("Keys:\n\n- `Enter`: chooses")
    '<p>Keys:</p><ul><li><code>Enter</code>: chooses</li></ul>'
    """
    return "".join(_block(block) for block in re.split(r"\n\s*\n", text.strip()))


def _block(block: str) -> str:
    kind = "ol" if re.search(r"^1\. ", block, re.MULTILINE) else "ul"
    head, *items = re.split(r"^(?:\d+\.|-) ", block, flags=re.MULTILINE)
    first = f"<p>{_line(head)}</p>" if head.strip() else ""
    told = "".join(f"<li>{_line(item)}</li>" for item in items)
    return f"{first}<{kind}>{told}</{kind}>" if items else first


def _line(text: str) -> str:
    said = escape(" ".join(text.split()), quote=False)
    said = re.sub(r"`([^`]+)`", r"<code>\1</code>", said)
    said = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", said)
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", said)
