"""Links that open a game, a position or a puzzle on the play page.

After the ``#``, a link has the name of a game, and perhaps a puzzle, a position or a game:
``split``, ``split/puzzle/7``, ``split/position/TEXT`` or ``split/game/TEXT``. The texts are
compressed. Browsers do not send the part after the ``#`` to a server.
"""

from __future__ import annotations

import os
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from polygames.core.errors import OptionError
from polygames.core.options import short_repr

PLAY_ADDRESS_VARIABLE: Final = "POLYGAMES_PLAY_ADDRESS"
"""The environment variable with the address of the play page."""

POSITION_LINK: Final = "position"
GAME_LINK: Final = "game"
PUZZLE_LINK: Final = "puzzle"

MAX_LINK_CHARS: Final = 20_000
"""The maximum length of a link in characters."""

MAX_LINKED_TEXT_BYTES: Final = 200_000
"""The maximum length of an unpacked text in bytes."""

_LINK_PATTERN: Final = re.compile(
    rf"([a-z][a-z0-9_]*)(?:/({POSITION_LINK}|{GAME_LINK}|{PUZZLE_LINK})/([A-Za-z0-9_-]+))?"
)
_RAW_DEFLATE: Final = -15
"""The window size with which zlib writes no header."""


class Link(NamedTuple):
    """A parsed link: a game, and perhaps a puzzle, a position or a record.

    Examples
    --------
    >>> Link("split", "puzzle", "7").fragment
    'split/puzzle/7'
    >>> parse_link("https://example.org/play/#split/puzzle/7")
    Link(game='split', kind='puzzle', content='7')
    >>> parse_link(Link("split").fragment)
    Link(game='split', kind='', content='')
    """

    game: str
    kind: str = ""
    """``position``, ``game`` or ``puzzle``; empty for a new game."""
    content: str = ""
    """The text of the position or record; the number or the key of the puzzle."""

    @property
    def fragment(self) -> str:
        """The part of the link after the ``#``."""
        if not self.kind:
            return self.game
        is_text = self.kind != PUZZLE_LINK
        return f"{self.game}/{self.kind}/{_pack(self.content) if is_text else self.content}"

    def address(self, page: str | None = None) -> str:
        """Return the whole link.

        Parameters
        ----------
        page
            The address of the play page, by default the environment variable
            ``POLYGAMES_PLAY_ADDRESS``.

        Raises
        ------
        OptionError
            If there is no address, or it is not one of the web.

        Examples
        --------
        >>> Link("split").address("https://example.org/play/")
        'https://example.org/play/#split'
        >>> Link("split").address("play")
        Traceback (most recent call last):
        ...
        polygames.core.errors.OptionError: the address of the play page must begin with...
        """
        known = play_address() if page is None else _checked_address(page)
        if known is None:
            msg = (
                "there is no address for the link: give the address of the play page, or set "
                f"the environment variable {PLAY_ADDRESS_VARIABLE} (https://.../play/)"
            )
            raise OptionError(msg)
        return f"{known}#{self.fragment}"


def play_address() -> str | None:
    """Return the address of the play page from the environment variable, or None."""
    known = os.environ.get(PLAY_ADDRESS_VARIABLE)
    return _checked_address(known) if known else None


def parse_link(text: object) -> Link:
    """Parse a link, or its part after the ``#``. It can come from anybody.

    Raises
    ------
    OptionError
        If the text is not a link. Whether its puzzle or position exists is not checked here.

    Examples
    --------
    >>> parse_link("split/goal/7")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: this link cannot be read: 'split/goal/7'. Perhaps...
    """
    fragment = text.rpartition("#")[2] if isinstance(text, str) else ""
    is_short = isinstance(text, str) and len(text) <= MAX_LINK_CHARS
    found = _LINK_PATTERN.fullmatch(fragment) if is_short else None
    content = None
    if found is not None:
        game, kind, packed = found[1], found[2] or "", found[3] or ""
        content = _unpack(packed) if kind in {POSITION_LINK, GAME_LINK} else packed
    if found is None or content is None:
        msg = (
            f"this link cannot be read: {short_repr(text)}. Perhaps a part of it is missing: copy "
            "the whole link again"
        )
        raise OptionError(msg)
    return Link(game, kind, content)


def _checked_address(page: object) -> str:
    """Return the address of a page without its part after the ``#``."""
    is_web = isinstance(page, str) and urlsplit(page).scheme in {"http", "https"}
    if not is_web or not urlsplit(str(page)).netloc:
        msg = (
            "the address of the play page must begin with https:// or http://, not "
            f"{short_repr(page)}"
        )
        raise OptionError(msg)
    return str(page).partition("#")[0]


def _pack(text: str) -> str:
    """Compress a text to letters, digits, ``-`` and ``_``, which are safe in every link."""
    packer = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=_RAW_DEFLATE)
    packed = packer.compress(text.encode()) + packer.flush()
    return urlsafe_b64encode(packed).decode().rstrip("=")


def _unpack(packed: str) -> str | None:
    """Return the text of `_pack`; None if it is damaged or too long."""
    unpacker = zlib.decompressobj(_RAW_DEFLATE)
    try:
        raw = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        text = unpacker.decompress(raw, MAX_LINKED_TEXT_BYTES).decode()
    except (ValueError, zlib.error):
        return None
    return text if unpacker.eof and not unpacker.unused_data else None
