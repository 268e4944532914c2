"""Proofs of wins: written by the solver, replayed by the rules.

A proof is a strategy: for the winner one move in each reachable position, for the loser all of
them. The positions are visited depth first, the loser's moves in the order of
`PolygonGame.segments`. So only the winner's moves are written, each as its index among the legal
ones, mostly in one byte. In the first position, and in the one after the first move, only the
first of the loser's moves in each orbit of the position's symmetries is visited.

`check_proof` replays a proof with rules.py, which is exact. A proof that passes is valid, no matter
how the search that wrote it works.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NoReturn

from polygames.core.errors import PolygamesError
from polygames.core.options import check_choice, raise_option_error, short_repr
from polygames.games.polygon.notation import from_text
from polygames.games.polygon.symmetry import orbits
from polygames.records.atomic_files import read_text, resolve_path, write_atomically

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from polygames.games.polygon.rules import PolygonGame

PROOF_HEADER = "polygames polygon proof 1"
LONG_PLACE_BYTE = 255
"""The byte before an index of two bytes."""
SYMMETRIC_PLIES = 2
"""The number of plies on which symmetries are used."""
MAX_PROOF_BYTES = 1 << 26
"""Maximum size of a proof that is loaded."""


class ProofError(PolygamesError, ValueError):
    """An invalid proof, or text that is not a proof."""


@dataclass(frozen=True)
class Proof:
    """A proof that a seat wins from a position against any play."""

    state: PolygonGame
    winner: int
    choices: bytes
    """The winner's moves as bytes; see `places`."""

    @classmethod
    def from_indices(cls, state: PolygonGame, winner: int, indices: Iterable[int]) -> Proof:
        """Build a proof from the winner's moves, given as indices in the lists of legal moves."""
        return cls(state, winner, b"".join(map(_encode_index, indices)))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the proof to a file atomically and return the path."""
        head = json.dumps({"winner": self.winner, "position": self.state.to_text()})
        return write_atomically(
            path, "\n".join([PROOF_HEADER, head, *wrap(compress_text(self.choices, 9), 100), ""])
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Proof:
        """Load a proof from a file without checking it; see `check_proof`.

        Raise ProofError if the file is not one that `save` wrote.
        """
        try:
            state, winner, choices = _parse_proof(
                read_text(resolve_path(path), "a proof", MAX_PROOF_BYTES)
            )
        except (ValueError, OSError) as error:
            msg = f"cannot read {path} as a proof: {error}"
            raise ProofError(msg) from None
        return cls(state, winner, choices)

    def move_indices(self) -> Iterator[int]:
        """Yield the winner's moves as indices in the lists of legal moves."""
        numbers = iter(self.choices)
        for number in numbers:
            yield number if number < LONG_PLACE_BYTE else next(numbers, 0) << 8 | next(numbers, 0)

    def __repr__(self) -> str:
        return f"<proof that seat {self.winner} wins, {len(self.choices):,} bytes>"


def check_proof(proof: Proof, *, progress: bool = True) -> int:
    """Replay a proof under the rules, and return the number of its positions.

    Parameters
    ----------
    proof
        The proof to check.
    progress
        Whether to show a bar: about 5,000 positions a second are checked.

    Raises
    ------
    ProofError
        If the proof is invalid; the message names the position.
    """
    from polygames.runtime.progress import progress as shown

    return sum(1 for _ in shown(_iter_positions(proof), "positions checked", is_shown=progress))


def _iter_positions(proof: Proof) -> Iterator[PolygonGame]:
    """Replay a proof and yield its positions; raise ProofError if it is invalid."""
    state, places = proof.state, proof.move_indices()
    if proof.winner not in range(state.seats) or state.is_claimed:
        _raise_proof_error(state, f"seat {proof.winner} cannot win from here")
    yield from _walk_positions(state, proof.winner, places, depth=0)
    if next(places, None) is not None:
        _raise_proof_error(proof.state, "there are moves after its end")


def _walk_positions(
    start: PolygonGame, winner: int, move_indices: Iterator[int], depth: int
) -> Iterator[PolygonGame]:
    """Yield a position of a proof and all positions below it, in depth-first order.

    The position `start` is `depth` plies below the first one.
    """
    todo: list[Iterator[PolygonGame]] = [iter([start])]
    while todo:
        after = next(todo[-1], None)
        if after is None:
            todo.pop()
        else:
            yield after
            todo.append(_next_positions(after, winner, move_indices, depth + len(todo) - 1))


def _next_positions(
    state: PolygonGame, winner: int, move_indices: Iterator[int], depth: int
) -> Iterator[PolygonGame]:
    """Return the next positions: one after the winner's move, or one per move of the loser."""
    if state.ply >= state.rules.max_plies:
        _raise_proof_error(state, "the game ends here by its limit of plies")
    segments = state.segments
    if state.turn == winner:
        place = next(move_indices, None)
        if place is None or place >= len(segments):
            _raise_proof_error(
                state, f"seat {winner} has {len(segments)} moves, there is no number {place}"
            )
        return iter([state.with_segment(*segments[place])])
    if depth < SYMMETRIC_PLIES:
        segments = tuple(segments[group[0]] for group in orbits(state))
    return (state.with_segment(*segment) for segment in segments)


def _parse_proof(text: str) -> tuple[PolygonGame, int, bytes]:
    """Parse a proof into position, winner and moves; raise ValueError if malformed."""
    title, _, rest = text.partition("\n")
    if title != PROOF_HEADER:
        msg = f"expected {PROOF_HEADER!r} in its first line, not {short_repr(title)}"
        raise ValueError(msg)
    head, _, body = rest.partition("\n")
    facts = parse_json_object(head)
    winner = check_choice("its winner", facts.get("winner"), (0, 1))
    position = facts.get("position")
    if not isinstance(position, str):
        raise_option_error("its position", "must be text", position)
    return from_text(position), winner, decompress_text("".join(body.split()), MAX_PROOF_BYTES)


def _encode_index(index: int) -> bytes:
    return (
        bytes([index]) if index < LONG_PLACE_BYTE else bytes([LONG_PLACE_BYTE]) + index.to_bytes(2)
    )


def _raise_proof_error(state: PolygonGame, reason: str) -> NoReturn:
    moves = " ".join(map(str, state.moves)) or "no move"
    msg = f"not a proof: {reason} (after {moves})"
    raise ProofError(msg)


def longest_defence(
    state: PolygonGame, winner: int, move_indices: Iterator[int], max_positions: int
) -> PolygonGame | None:
    """Return the last position of the longest game in a proof; None if the proof is too long.

    `move_indices` are the indices of the winner's moves from the position after the first move on;
    `max_positions` is the maximum number of positions to visit.
    """
    last = state
    for count, each in enumerate(_walk_positions(state, winner, move_indices, depth=1)):
        if count == max_positions:
            return None
        last = max(last, each, key=lambda one: one.ply)
    return last


# --- files ----------------------------------------------------------------------------------------


def compress_text(data: bytes, level: int) -> str:
    """Compress bytes to base64 text; level 9 gives the smallest result."""
    return b64encode(zlib.compress(data, level)).decode()


def decompress_text(text: str, max_bytes: int) -> bytes:
    """Decompress base64 text to at most `max_bytes` bytes; raise ValueError if malformed.

    A short text can expand to a thousand times as many bytes: decompression stops at the limit.
    """
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(b64decode(text, validate=True), max_bytes + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(data) > max_bytes:
        msg = f"it has more than {max_bytes:,} bytes"
        raise ValueError(msg)
    if not stream.eof or stream.unused_data:
        msg = "it is incomplete, or has bytes after its end"
        raise ValueError(msg)
    return data


def parse_json_object(text: str) -> dict[str, Any]:
    """Parse a JSON object; raise ValueError if the text is not one."""
    try:
        facts = json.loads(text)
    except RecursionError:
        msg = "it is nested too deeply"
        raise ValueError(msg) from None
    if not isinstance(facts, dict):
        msg = f"expected a JSON object, not {short_repr(facts)}"
        raise ValueError(msg)  # noqa: TRY004 - the text is what is wrong
    return facts
