"""Checkpoints: the progress of a search in a file, to continue it later.

A file is trusted if it fits the position. Its checksum detects damage, not manipulation. Only a
proof is reliable; see `proof`.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import OptionError
from polygames.core.options import choice, flag, refuse, short_repr, whole
from polygames.games.polygon.proofs.best_first import INFINITE_PROOF_NUMBER
from polygames.games.polygon.proofs.proof import compress_text, decompress_text, facts_of
from polygames.records.files import resolve_path, text_of, write_whole
from polygames.runtime.compiling import np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.polygon.proofs.dfpn import HashTable

CHECKPOINT_FORMAT: Final = "polygames polygon checkpoint 3"
MAX_SAVED_ENTRIES: Final = 1 << 18
"""Maximum number of table entries saved: those with the most work. More take long to write."""
MOST_READ: Final = 1 << 20
"""Maximum number of table entries loaded: earlier versions saved as many."""
MAX_CHECKPOINT_BYTES: Final = 1 << 26
MAX_SHOWN_PATH_CHARS: Final = 500
"""Longer paths are shortened in messages."""
MOST_WORK: Final = 1 << 53
"""Upper bound of the number of positions in a search."""


@dataclass(frozen=True)
class Kept:
    """The saved progress of one root move and its images under symmetries."""

    winner: int | None
    is_stuck: bool
    attacker: int
    nodes: int
    open_leaves: int

    @classmethod
    def of(cls, what: str, facts: object) -> Kept:
        """Parse the saved progress of one root move; raise OptionError if it is malformed."""
        names = set(cls.__dataclass_fields__)
        if not isinstance(facts, dict) or set(facts) != names:
            refuse(what, f"has {', '.join(sorted(names))}", facts)
        kept = cls(
            choice(f"{what}, winner,", facts["winner"], (None, 0, 1)),
            flag(f"{what}, is_stuck,", facts["is_stuck"]),
            choice(f"{what}, attacker,", facts["attacker"], (0, 1)),
            whole(f"{what}, nodes,", facts["nodes"], 0, MOST_WORK),
            whole(f"{what}, open_leaves,", facts["open_leaves"], 0, MOST_WORK),
        )
        if kept.is_stuck and kept.winner is not None:
            refuse(what, "has a winner or is stuck", facts)
        return kept


@dataclass(frozen=True)
class Snapshot:
    """The progress of a search."""

    nodes: int
    choices: Sequence[Kept]
    table: HashTable | None
    """Rows of the transposition table."""


class Checkpoint:
    """A checkpoint file in JSON, written atomically; OptionError if its folder does not exist."""

    EVERY = 120.0
    """Seconds between two writes."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        with self._reading(path):
            self.path = resolve_path(path, "the option checkpoint")
            if not Path(os.path.realpath(self.path)).parent.is_dir():
                msg = "there is no such folder"
                raise ValueError(msg)
            self.is_there = self.path.exists()
        self.written = monotonic()

    @property
    def is_due(self) -> bool:
        """True if it is time to write again."""
        return monotonic() - self.written > self.EVERY

    def write(self, position: str, snapshot: Snapshot) -> None:
        """Write the snapshot of a search in a position."""
        facts = {
            "position": position,
            "nodes": snapshot.nodes,
            "choices": list(map(asdict, snapshot.choices)),
            # Compressing the keys of the table would take time and save little.
            "table": snapshot.table
            and compress_text(b"".join(p.tobytes() for p in snapshot.table), 0),
        }
        text = _text(facts)
        head = json.dumps({"format": CHECKPOINT_FORMAT, "check": _sum(text)})
        write_whole(self.path, f"{head[:-1]}, {text[1:]}")
        self.written = monotonic()

    def read(self, position: str) -> Snapshot:
        """Return the snapshot of a position; raise OptionError if another's or damaged."""
        with self._reading(self.path):
            facts = facts_of(text_of(self.path, "a checkpoint", MAX_CHECKPOINT_BYTES))
            found = facts.pop("format", None)
            if found != CHECKPOINT_FORMAT:
                refuse("its format", f"must be {CHECKPOINT_FORMAT!r}", found)
            if facts.pop("check", None) != _sum(_text(facts)):
                msg = "it was changed after it was written"
                raise ValueError(msg)
            about = facts.get("position")
            snapshot = _snapshot(facts) if about == position else None
        if snapshot is None:
            msg = f"the checkpoint {self.path} is about another position: {short_repr(about)}"
            raise OptionError(msg)
        return snapshot

    @contextmanager
    def _reading(self, path: object) -> Iterator[None]:
        """Convert every fault into an OptionError that names the file."""
        try:
            yield
        except (ValueError, TypeError, OSError) as error:
            name = str(path) if len(str(path)) < MAX_SHOWN_PATH_CHARS else short_repr(str(path))
            why = error.strerror if isinstance(error, OSError) else error  # without the name
            msg = f"{name} is no checkpoint of polygon that can be read: {why}"
            raise OptionError(msg) from None


def _text(facts: dict[str, Any]) -> str:
    return json.dumps(facts, sort_keys=True)


def _sum(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _snapshot(facts: dict[str, Any]) -> Snapshot:
    if not isinstance(facts.get("choices"), list):
        refuse("choices", "must be a list", facts.get("choices"))
    choices = [Kept.of(f"choice {k}", kept) for k, kept in enumerate(facts["choices"])]
    nodes = whole("nodes", facts.get("nodes"), 0, MOST_WORK)
    table = facts.get("table")
    return Snapshot(nodes, choices, None if table is None else _table(table))


# --- The table ------------------------------------------------------------------------------------


def costliest(table: HashTable) -> HashTable:
    """Return the rows of a table with the most work, at most `MAX_SAVED_ENTRIES`."""
    rows = np.flatnonzero(table.work)
    if rows.size > MAX_SAVED_ENTRIES:
        rows = rows[
            np.argpartition(table.work[rows], rows.size - MAX_SAVED_ENTRIES)[
                rows.size - MAX_SAVED_ENTRIES :
            ]
        ]
    columns: list[Any] = [part[rows] for part in table]
    return type(table)(*columns)


def _table(text: object) -> HashTable:
    """Parse rows of a table; raise ValueError if no search can have stored them."""
    from polygames.games.polygon.proofs.dfpn import HashTable, empty_table

    empty = empty_table(0)
    row = sum(part.itemsize for part in empty)
    if not isinstance(text, str):
        refuse("table", "must be text", text)
    data = decompress_text(text, MOST_READ * row)
    if len(data) % row:
        refuse("the number of bytes of its table", f"must be a multiple of {row}", len(data))
    count, at = len(data) // row, 0
    columns: list[Any] = []
    for part in empty:
        columns.append(np.frombuffer(data, part.dtype, count, at).copy())
        at += columns[-1].nbytes
    found = HashTable(*columns)
    if not _is_sound(found):
        msg = "its table has numbers that no search finds"
        raise ValueError(msg)
    return found


def _is_sound(t: HashTable) -> bool:
    """Return True if a search can have stored these numbers; see `dfpn`."""
    in_range = all(
        bool(((part >= 0) & (part <= INFINITE_PROOF_NUMBER)).all()) for part in (t.phi, t.delta)
    )
    # A proved win is a disproved loss, and the other way round.
    fit = ((t.phi != 0) | (t.delta == INFINITE_PROOF_NUMBER)) & (
        (t.delta != 0) | (t.phi == INFINITE_PROOF_NUMBER)
    )
    return in_range and bool(fit.all() and ((t.work > 0) & (t.work <= MOST_WORK)).all())
