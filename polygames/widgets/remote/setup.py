"""The start of a board that plays with another notebook, over any kind of connection."""

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
from polygames.widgets.board_options import HUMAN_SEAT
from polygames.widgets.remote.file_transport import FileTransport
from polygames.widgets.remote.paste_transport import PasteTransport
from polygames.widgets.remote.session import RemoteSession
from polygames.widgets.remote.transport import REMOTE_PLAYER

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from polygames.widgets.remote.transport import Transport

PASTE_ROOM: Final = "paste"
"""The value of `room` for players who send each other their moves."""

SEATS_FILE: Final = "room-seats.json"
"""The file with the seat tokens of a notebook, for the next kernel."""


def remote_session(
    record: Record,
    *,
    room: object,
    seats: tuple[Any, ...],
    name: str | None,
    seed: int,
    autosave: str | os.PathLike[str] | None,
    required_options: Mapping[str, Any],
) -> RemoteSession:
    """Return the session of a board that plays with another notebook.

    Parameters
    ----------
    record
        The start of the game, if there is no game yet.
    room
        The address of a room with its code, the path of a file, or `PASTE_ROOM`.
    seats
        The player of each seat, if given.
    name
        The name of the notebook in a room.
    seed, autosave
        As for `polygames.play`.
    required_options
        The options of the game that were given; an existing game must have the same values.

    Raises
    ------
    OptionError, RecordError
        If the game cannot be opened; the connection is then closed.
    """
    if record.moves:
        msg = (
            "a game with another notebook must start at a position: give record.state, not a record"
        )
        raise OptionError(msg)
    names = seats or (HUMAN_SEAT, REMOTE_PLAYER)
    carrier = _open_transport(record, room, names, name, seed, autosave)
    try:
        start = Record.from_text(carrier.shared_game.start)
        _check_same_game(start, record, required_options)
        if carrier.shared_game.seat is not None:  # assigned by the room
            at = carrier.shared_game.seat
            names = tuple(
                HUMAN_SEAT if seat == at else REMOTE_PLAYER for seat in range(start.start.seats)
            )
        return RemoteSession(start, names, seed=seed, autosave=autosave, transport=carrier)
    except BaseException:
        carrier.close()
        raise


def _open_transport(
    record: Record,
    room: object,
    names: tuple[Any, ...],
    name: str | None,
    seed: int,
    autosave: str | os.PathLike[str] | None,
) -> Transport:
    if room == PASTE_ROOM:
        here = {seat for seat, who in enumerate(names) if who == HUMAN_SEAT}
        return PasteTransport(record, here, seed)
    if isinstance(room, str) and "://" in room:
        from polygames.widgets.remote.room_transport import RoomTransport

        known = SeatTokens(autosave)
        link = RoomTransport(room, notebook_name(name), record.game, known.load_token(room))
        known.save_token(room, link.token)
        return link
    return FileTransport(resolve_path(room, "the option room").absolute(), record, seed)


def notebook_name(name: str | None) -> str:
    """Return the name of the notebook: the one given, or the name of its user."""
    if name is not None and not isinstance(name, str):
        raise_option_error("the option name", "must be text", name)
    found = name or ""
    with suppress(OSError, KeyError, ImportError):  # a user without a name
        found = found or getuser()
    return found or "Notebook"


def _check_same_game(start: Record, requested: Record, required_options: Mapping[str, Any]) -> None:
    """Raise OptionError if the existing game differs from the requested game or options."""
    other = {key: each for key, each in required_options.items() if start.options.get(key) != each}
    if start.game != requested.game or other:
        wanted = ", ".join([requested.game, *(f"{key}={each!r}" for key, each in other.items())])
        has = ", ".join([start.game, *(f"{key}={start.options.get(key)!r}" for key in other)])
        msg = f"the other notebook plays {has}, not {wanted}"
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
