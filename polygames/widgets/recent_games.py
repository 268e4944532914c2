"""The last games of an autosave folder, to be gone on with."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from polygames.core.errors import PolygamesError
from polygames.core.registry import info_of
from polygames.records.record import Record
from polygames.widgets.autosave import keeper_of_file

if TYPE_CHECKING:
    from pathlib import Path

MOST: Final = 3
LOOKED_AT: Final = 8
"""How many files are read at most: a board opens at once, however many games there are."""
LARGEST: Final = 300_000
"""How many bytes a file may have to be read."""


@dataclass(frozen=True)
class Kept:
    """A game that was kept."""

    file: Path
    record: Record
    saved: float
    """When it was written last, in seconds since 1970."""

    @property
    def words(self) -> str:
        """When it was, how long, and how it stands."""
        plies = len(self.record.moves)
        moves = "1 move" if plies == 1 else f"{plies} moves"
        return f"{_when(self.saved)} · {moves} · {_standing(self.record)}"


def last_games(folder: Path, game: str, most: int = MOST) -> list[Kept]:
    """Return the last games of a folder that have a move and are not over, the newest first."""
    found: list[Kept] = []
    for saved, file in _newest(folder, game):
        if len(found) < most and (record := _record_in(file)) and _goes_on(record, game):
            found.append(Kept(file, record, saved))
    return found


def _newest(folder: Path, game: str) -> list[tuple[float, Path]]:
    """Return the newest files that may hold a record of a game, with the time of each."""
    found = []
    try:
        for file in folder.glob(f"{game}-*.txt"):
            about = file.lstat()
            if file.is_file() and not file.is_symlink() and 0 < about.st_size <= LARGEST:
                found.append((about.st_mtime, file))
    except OSError:  # a folder that cannot be read holds nothing to go on with
        return []
    return sorted(found, reverse=True)[:LOOKED_AT]


def _record_in(file: Path) -> Record | None:
    """Return the game of a file: the one that a board shows now, or else the one that is read."""
    keeper = keeper_of_file(file)
    if keeper is not None:
        return keeper.record
    try:
        return Record.from_text(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, PolygamesError):
        return None


def _goes_on(record: Record, game: str) -> bool:
    return record.game == game and bool(record.root.children) and record.state.outcome is None


def _standing(record: Record) -> str:
    """Say who is ahead, or else what is to be done."""
    state = record.state
    caption = info_of(state).caption(state)
    if not caption.scored:
        return caption.status
    pairs = zip(caption.seats, state.scores, strict=True)
    return ", ".join(f"{seat.name.partition(' (')[0]} {score:.4g}" for seat, score in pairs)


def _when(saved: float) -> str:
    """Say a time as people do: today 14:05, yesterday 9:30, 3 March 18:20."""
    then = time.localtime(saved)
    clock = time.strftime("%H:%M", then)
    for days, word in enumerate(("today", "yesterday")):
        if time.localtime(time.time() - days * 86_400)[:3] == then[:3]:
            return f"{word} {clock}"
    return f"{then.tm_mday} {time.strftime('%B', then)} {clock}"
