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
from polygames.core.options import check_choice, check_flag, raise_option_error, short_repr, whole
from polygames.games.polygon.proofs.pn_search import INFINITE_PROOF_NUMBER
from polygames.games.polygon.proofs.proof import compress_text, decompress_text, parse_json_object
from polygames.records.atomic_files import read_text, resolve_path, write_atomically
from polygames.runtime.jit import np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.polygon.proofs.dfpn import HashTable

CHECKPOINT_FORMAT: Final = "polygames polygon checkpoint 3"
MAX_SAVED_ENTRIES: Final = 1 << 18
"""Maximum number of table entries saved: those with the most work. More take long to write."""
MAX_ENTRIES_READ: Final = 1 << 20
"""Maximum number of table entries loaded: earlier versions saved as many."""
MAX_CHECKPOINT_BYTES: Final = 1 << 26
MAX_SHOWN_PATH_CHARS: Final = 500
"""Longer paths are shortened in messages."""
MAX_NODE_COUNT: Final = 1 << 53
"""Upper bound of the number of positions in a search."""


@dataclass(frozen=True)
class SavedRootMove:
    """The saved progress of the search of one root move, and of its symmetric images."""

    winner: int | None
    is_stuck: bool
    attacker: int
    nodes: int
    open_leaves: int

    @classmethod
    def from_json(cls, name: str, facts: object) -> SavedRootMove:
        """Parse the saved progress of one root move; raise OptionError if it is malformed."""
        names = set(cls.__dataclass_fields__)
        if not isinstance(facts, dict) or set(facts) != names:
            raise_option_error(name, f"must have {', '.join(sorted(names))}", facts)
        kept = cls(
            check_choice(f"{name}, winner,", facts["winner"], (None, 0, 1)),
            check_flag(f"{name}, is_stuck,", facts["is_stuck"]),
            check_choice(f"{name}, attacker,", facts["attacker"], (0, 1)),
            whole(f"{name}, nodes,", facts["nodes"], 0, MAX_NODE_COUNT),
            whole(f"{name}, open_leaves,", facts["open_leaves"], 0, MAX_NODE_COUNT),
        )
        if kept.is_stuck and kept.winner is not None:
            raise_option_error(name, "must have no winner if it is stuck", facts)
        return kept


@dataclass(frozen=True)
class Snapshot:
    """The progress of a search: positions searched, state of each root move, and table rows."""

    nodes: int
    saved_moves: Sequence[SavedRootMove]
    table: HashTable | None
    """Rows of the transposition table."""


class Checkpoint:
    """A JSON file with the progress of a search, written atomically.

    Raise OptionError if its folder does not exist.
    """

    WRITE_SECONDS = 120.0
    """Seconds between two writes."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        with self._read_errors(path):
            self.path = resolve_path(path, "the option checkpoint")
            if not Path(os.path.realpath(self.path)).parent.is_dir():
                msg = "there is no such folder"
                raise ValueError(msg)
            self.has_file = self.path.exists()
        self.written_at = monotonic()

    @property
    def is_due(self) -> bool:
        """True if the last write was more than `WRITE_SECONDS` ago."""
        return monotonic() - self.written_at > self.WRITE_SECONDS

    def write(self, position: str, snapshot: Snapshot) -> None:
        """Write the progress of the search of a position to the file."""
        facts = {
            "position": position,
            "nodes": snapshot.nodes,
            "choices": list(map(asdict, snapshot.saved_moves)),
            # Compressing the keys of the table would take time and save little.
            "table": snapshot.table
            and compress_text(b"".join(p.tobytes() for p in snapshot.table), 0),
        }
        text = _to_json(facts)
        head = json.dumps({"format": CHECKPOINT_FORMAT, "check": _checksum(text)})
        write_atomically(self.path, f"{head[:-1]}, {text[1:]}")
        self.written_at = monotonic()

    def read(self, position: str) -> Snapshot:
        """Return the saved progress of the search of a position.

        Raise OptionError if the file is damaged or is about another position.
        """
        with self._read_errors(self.path):
            facts = parse_json_object(read_text(self.path, "a checkpoint", MAX_CHECKPOINT_BYTES))
            found = facts.pop("format", None)
            if found != CHECKPOINT_FORMAT:
                raise_option_error("its format", f"must be {CHECKPOINT_FORMAT!r}", found)
            if facts.pop("check", None) != _checksum(_to_json(facts)):
                msg = "it was changed after it was written"
                raise ValueError(msg)
            about = facts.get("position")
            snapshot = _parse_snapshot(facts) if about == position else None
        if snapshot is None:
            msg = f"the checkpoint {self.path} is of another position: {short_repr(about)}"
            raise OptionError(msg)
        return snapshot

    @contextmanager
    def _read_errors(self, path: object) -> Iterator[None]:
        """Convert an error inside the with block to an OptionError that names the file."""
        try:
            yield
        except (ValueError, TypeError, OSError) as error:
            name = str(path) if len(str(path)) < MAX_SHOWN_PATH_CHARS else short_repr(str(path))
            why = error.strerror if isinstance(error, OSError) else error  # without the name
            msg = f"cannot read {name} as a checkpoint of polygon: {why}"
            raise OptionError(msg) from None


def _to_json(facts: dict[str, Any]) -> str:
    return json.dumps(facts, sort_keys=True)


def _checksum(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _parse_snapshot(facts: dict[str, Any]) -> Snapshot:
    if not isinstance(facts.get("choices"), list):
        raise_option_error("choices", "must be a list", facts.get("choices"))
    choices = [
        SavedRootMove.from_json(f"choice {k}", kept) for k, kept in enumerate(facts["choices"])
    ]
    nodes = whole("nodes", facts.get("nodes"), 0, MAX_NODE_COUNT)
    table = facts.get("table")
    return Snapshot(nodes, choices, None if table is None else _parse_table(table))


# --- The table ------------------------------------------------------------------------------------


def rows_with_most_work(table: HashTable) -> HashTable:
    """Return the table rows with the most positions searched, at most `MAX_SAVED_ENTRIES`."""
    rows = np.flatnonzero(table.node_counts)
    if rows.size > MAX_SAVED_ENTRIES:
        rows = rows[
            np.argpartition(table.node_counts[rows], rows.size - MAX_SAVED_ENTRIES)[
                rows.size - MAX_SAVED_ENTRIES :
            ]
        ]
    columns: list[Any] = [part[rows] for part in table]
    return type(table)(*columns)


def _parse_table(text: object) -> HashTable:
    """Parse saved rows of a transposition table; raise ValueError if no search can store them."""
    from polygames.games.polygon.proofs.dfpn import HashTable, empty_table

    empty = empty_table(0)
    row = sum(part.itemsize for part in empty)
    if not isinstance(text, str):
        raise_option_error("table", "must be text", text)
    data = decompress_text(text, MAX_ENTRIES_READ * row)
    if len(data) % row:
        raise_option_error(
            "the number of bytes of its table", f"must be a multiple of {row}", len(data)
        )
    count, at = len(data) // row, 0
    columns: list[Any] = []
    for part in empty:
        columns.append(np.frombuffer(data, part.dtype, count, at).copy())
        at += columns[-1].nbytes
    found = HashTable(*columns)
    if not _is_sound(found):
        msg = "its table has impossible numbers"
        raise ValueError(msg)
    return found


def _is_sound(t: HashTable) -> bool:
    """Return True if the numbers in a table are possible results of a search; see `dfpn`."""
    in_range = all(
        bool(((part >= 0) & (part <= INFINITE_PROOF_NUMBER)).all()) for part in (t.phi, t.delta)
    )
    # A proved win is a disproved loss, and the other way round.
    fit = ((t.phi != 0) | (t.delta == INFINITE_PROOF_NUMBER)) & (
        (t.delta != 0) | (t.phi == INFINITE_PROOF_NUMBER)
    )
    return in_range and bool(
        fit.all() and ((t.node_counts > 0) & (t.node_counts <= MAX_NODE_COUNT)).all()
    )
