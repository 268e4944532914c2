"""The start of a board that plays with another notebook, over any kind of connection."""

from __future__ import annotations

import json
from contextlib import suppress
from getpass import getuser
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import OptionError
from polygames.core.options import refuse
from polygames.records.files import resolve_path, text_of, write_whole
from polygames.records.log import digest
from polygames.records.record import Record
from polygames.widgets.remote.carrier import REMOTE_PLAYER
from polygames.widgets.remote.pasted import Pasted
from polygames.widgets.remote.session import RemoteSession
from polygames.widgets.remote.shared_file import SharedFile
from polygames.widgets.seats import HUMAN_SEAT

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from polygames.widgets.remote.carrier import Carrier

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
    named: Mapping[str, Any],
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
    named
        The options of the game that were given; an existing game must have the same values.

    Raises
    ------
    OptionError, RecordError
        If the game cannot be opened; the connection is then closed.
    """
    if record.moves:
        msg = "a game with another notebook begins at a position: give record.state, not a record"
        raise OptionError(msg)
    names = seats or (HUMAN_SEAT, REMOTE_PLAYER)
    carrier = _carrier(record, room, names, name, seed, autosave)
    try:
        start = Record.from_text(carrier.common.start)
        _refuse_other(start, record, named)
        if carrier.common.seat is not None:  # assigned by the room
            at = carrier.common.seat
            names = tuple(
                HUMAN_SEAT if seat == at else REMOTE_PLAYER for seat in range(start.start.seats)
            )
        return RemoteSession(start, names, seed=seed, autosave=autosave, carrier=carrier)
    except BaseException:
        carrier.close()
        raise


def _carrier(
    record: Record,
    room: object,
    names: tuple[Any, ...],
    name: str | None,
    seed: int,
    autosave: str | os.PathLike[str] | None,
) -> Carrier:
    if room == PASTE_ROOM:
        here = {seat for seat, who in enumerate(names) if who == HUMAN_SEAT}
        return Pasted(record, here, seed)
    if isinstance(room, str) and "://" in room:
        from polygames.widgets.remote.room_link import RoomLink

        known = Seats(autosave)
        link = RoomLink(room, notebook_name(name), record.game, known.token(room))
        known.keep(room, link.token)
        return link
    return SharedFile(resolve_path(room, "the option room").absolute(), record, seed)


def notebook_name(name: str | None) -> str:
    """Return the name of the notebook: the one given, or the name of its user."""
    if name is not None and not isinstance(name, str):
        refuse("the option name", "must be a text", name)
    found = name or ""
    with suppress(OSError, KeyError, ImportError):  # a user without a name
        found = found or getuser()
    return found or "Notebook"


def _refuse_other(start: Record, asked: Record, named: Mapping[str, Any]) -> None:
    """Raise OptionError if the existing game is not the requested one."""
    other = {key: each for key, each in named.items() if start.options.get(key) != each}
    if start.game != asked.game or other:
        wanted = ", ".join([asked.game, *(f"{key}={each!r}" for key, each in other.items())])
        has = ", ".join([start.game, *(f"{key}={start.options.get(key)!r}" for key in other)])
        msg = f"the game there is another one: you have asked for {wanted}, and it is {has}"
        raise OptionError(msg)


class Seats:
    """The seat tokens of a notebook, in a private file in its folder of games."""

    def __init__(self, autosave: str | os.PathLike[str] | None) -> None:
        folder = None if autosave is None else resolve_path(autosave, "the option autosave")
        is_folder = folder is not None and folder.suffix.lower() != ".txt"
        self._file = folder / SEATS_FILE if folder is not None and is_folder else None

    def token(self, room: str) -> str:
        """Return the token for a room; empty if there is none."""
        found = self._all().get(digest(room), "")
        return found if isinstance(found, str) else ""

    def keep(self, room: str, token: str) -> None:
        """Save the token for a room if there is a folder for it."""
        if self._file is None:
            return
        with suppress(OSError):  # the seat is then lost with the kernel
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.touch(0o600)
            write_whole(self._file, json.dumps(self._all() | {digest(room): token}))

    def _all(self) -> dict[str, Any]:
        found: Any = {}
        with suppress(OSError, ValueError):  # RecordError is a ValueError
            found = json.loads(text_of(self._file, "the file of seats")) if self._file else {}
        return found if isinstance(found, dict) else {}
