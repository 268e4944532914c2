"""The start of a board that plays in a class."""

from __future__ import annotations

import json
from contextlib import suppress
from getpass import getuser
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import OptionError
from polygames.core.options import raise_option_error
from polygames.records.append_log import digest
from polygames.records.atomic_files import read_text, resolve_path, write_atomically
from polygames.records.record import Record
from polygames.widgets.remote.room_client import parse_address
from polygames.widgets.remote.room_transport import RoomTransport
from polygames.widgets.remote.session import RemoteSession

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

SEATS_FILE: Final = "room-seats.json"
"""The file with the seat tokens of a notebook, for the next kernel."""


def remote_session(
    record: Record,
    *,
    room: str,
    name: str | None,
    seed: int,
    autosave: str | os.PathLike[str] | None,
    required_options: Mapping[str, Any],
) -> RemoteSession:
    """Return the session of a board that plays in a class.

    Parameters
    ----------
    record
        The start of a game of the kind that the caller wants to play.
    room
        The address of the room, with its code after a ``#``.
    name
        The name of the notebook in the room.
    seed, autosave
        As for `polygames.play`.
    required_options
        The options of the game that were given; the game of the class must have the same values.

    Raises
    ------
    OptionError
        If the game cannot be opened; the connection is then closed.
    """
    if record.moves:
        msg = "the class starts the game: give the name of a game, not a record with moves"
        raise OptionError(msg)
    parse_address(room)  # before the file of seats is opened
    known = SeatTokens(autosave)
    transport = RoomTransport(room, notebook_name(name), record.game, known.load_token(room))
    try:
        known.save_token(room, transport.token)
        start = Record.from_text(transport.shared_game.start)
        _check_same_game(start, record, required_options)
        return RemoteSession(start, (), seed=seed, autosave=autosave, transport=transport)
    except BaseException:
        transport.close()
        raise


def notebook_name(name: str | None) -> str:
    """Return the name of the notebook: the one given, or the name of its user."""
    if name is not None and not isinstance(name, str):
        raise_option_error("the option name", "must be text", name)
    found = name or ""
    with suppress(OSError, KeyError, ImportError):  # a user without a name
        found = found or getuser()
    return found or "Notebook"


def _check_same_game(start: Record, requested: Record, required_options: Mapping[str, Any]) -> None:
    """Raise OptionError if the game of the class is not the requested one, with its options."""
    other = {key: each for key, each in required_options.items() if start.options.get(key) != each}
    if start.game != requested.game or other:
        wanted = ", ".join([requested.game, *(f"{key}={each!r}" for key, each in other.items())])
        has = ", ".join([start.game, *(f"{key}={start.options.get(key)!r}" for key in other)])
        msg = f"the class plays {has}, not {wanted}"
        raise OptionError(msg)


class SeatTokens:
    """The tokens that identify a notebook to rooms, in a private file in its games folder."""

    def __init__(self, autosave: str | os.PathLike[str] | None) -> None:
        folder = None if autosave is None else resolve_path(autosave, "the option autosave")
        is_folder = folder is not None and folder.suffix.lower() != ".txt"
        self._file = folder / SEATS_FILE if folder is not None and is_folder else None

    def load_token(self, room: str) -> str:
        """Return the token for a room; empty if there is none."""
        found = self._read_tokens().get(digest(room), "")
        return found if isinstance(found, str) else ""

    def save_token(self, room: str, token: str) -> None:
        """Save the token for a room if there is a folder for it."""
        if self._file is None:
            return
        with suppress(OSError):  # the seat is then lost with the kernel
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.touch(0o600)
            write_atomically(self._file, json.dumps(self._read_tokens() | {digest(room): token}))

    def _read_tokens(self) -> dict[str, Any]:
        found: Any = {}
        with suppress(OSError, ValueError):  # RecordError is a ValueError
            found = json.loads(read_text(self._file, "the file of seats")) if self._file else {}
        return found if isinstance(found, dict) else {}
