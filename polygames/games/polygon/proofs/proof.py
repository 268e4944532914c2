"""Proofs of who wins: written by the solver, replayed by the rules.

A proof is a strategy: for the winner one move in each position it can come to, for the loser all
of them. The positions are gone through depth first, the loser's moves in the order of
`PolygonGame.segments`; so only the winner's moves have to be written down, each as its place
among the legal ones, mostly in one byte. In the first position, and in the one after the first
move, only one of the loser's moves that a symmetry of the position makes the same is gone into:
the first.

`check_proof` replays it with rules.py, which is exact. What it accepts is true whatever the
search that wrote the proof has done.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NoReturn

from polygames.core.errors import PolygamesError
from polygames.core.options import choice, refuse, short_repr
from polygames.games.polygon.notation import from_text
from polygames.games.polygon.symmetry import orbits
from polygames.records.files import resolve_path, text_of, write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from polygames.games.polygon.rules import PolygonGame

PROOF_HEADER = "polygames polygon proof 1"
LONG_PLACE_BYTE = 255
"""The byte before a place of two bytes."""
SYMMETRIC_PLIES = 2
"""On how many plies symmetries are used."""
MAX_PROOF_BYTES = 1 << 26
"""How long a proof may be that is read."""


class ProofError(PolygamesError, ValueError):
    """A proof that proves nothing, or text that is not a proof."""


@dataclass(frozen=True)
class Proof:
    """A proof that a seat wins from a position, however the other one plays."""

    state: PolygonGame
    winner: int
    choices: bytes
    """The winner's moves; see `written`."""

    @classmethod
    def of_choices(cls, state: PolygonGame, winner: int, places: Iterable[int]) -> Proof:
        """Make a proof of the places of the winner's moves among the legal ones."""
        return cls(state, winner, b"".join(map(_written, places)))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the proof to a file, whole or not at all."""
        head = json.dumps({"winner": self.winner, "position": self.state.to_text()})
        return write_whole(
            path, "\n".join([PROOF_HEADER, head, *wrap(compress_text(self.choices, 9), 100), ""])
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Proof:
        """Read a proof from a file; `check_proof` says whether it proves anything.

        ProofError if the file is not one that `save` wrote.
        """
        try:
            state, winner, choices = _read(text_of(resolve_path(path), "a proof", MAX_PROOF_BYTES))
        except (ValueError, OSError) as error:
            msg = f"{path} is no proof that can be read: {error}"
            raise ProofError(msg) from None
        return cls(state, winner, choices)

    def places(self) -> Iterator[int]:
        """Yield the places of the winner's moves among the legal ones."""
        numbers = iter(self.choices)
        for number in numbers:
            yield number if number < LONG_PLACE_BYTE else next(numbers, 0) << 8 | next(numbers, 0)

    def __repr__(self) -> str:
        return f"<proof that seat {self.winner} wins, {len(self.choices):,} bytes>"


def check_proof(proof: Proof, *, progress: bool = True) -> int:
    """Replay a proof by the rules and return how many positions it has.

    Parameters
    ----------
    proof
        The proof to check.
    progress
        Whether to show a bar: about 5,000 positions a second are checked.

    Raises
    ------
    ProofError
        If it proves nothing; the message says where.
    """
    from polygames.runtime.progress import progress as shown

    return sum(1 for _ in shown(_iter_positions(proof), "positions checked", show=progress))


def _iter_positions(proof: Proof) -> Iterator[PolygonGame]:
    """Yield the positions of a proof."""
    state, places = proof.state, proof.places()
    if proof.winner not in range(state.seats) or state.is_claimed:
        _fail(state, f"seat {proof.winner} cannot win from here")
    yield from _walk(state, proof.winner, places, depth=0)
    if next(places, None) is not None:
        _fail(proof.state, "there are moves left after its end")


def _walk(
    start: PolygonGame, winner: int, places: Iterator[int], depth: int
) -> Iterator[PolygonGame]:
    """Yield the positions of a proof from one on, which lies so many plies below the first."""
    todo: list[Iterator[PolygonGame]] = [iter([start])]
    while todo:
        after = next(todo[-1], None)
        if after is None:
            todo.pop()
        else:
            yield after
            todo.append(_followers(after, winner, places, depth + len(todo) - 1))


def _followers(
    state: PolygonGame, winner: int, places: Iterator[int], depth: int
) -> Iterator[PolygonGame]:
    """Return the positions to go into: after the winner's move, or after each of the loser."""
    if state.ply >= state.rules.max_plies:
        _fail(state, "the game is broken off here")
    segments = state.segments
    if state.turn == winner:
        place = next(places, None)
        if place is None or place >= len(segments):
            _fail(state, f"seat {winner} has {len(segments)} moves, and number {place} is to win")
        return iter([state.joined(*segments[place])])
    if depth < SYMMETRIC_PLIES:
        segments = tuple(segments[group[0]] for group in orbits(state))
    return (state.joined(*segment) for segment in segments)


def _read(text: str) -> tuple[PolygonGame, int, bytes]:
    """Return what a proof says; ValueError if the text is none."""
    title, _, rest = text.partition("\n")
    if title != PROOF_HEADER:
        msg = f"it begins {short_repr(title)}, not {PROOF_HEADER!r}"
        raise ValueError(msg)
    head, _, body = rest.partition("\n")
    facts = facts_of(head)
    winner = choice("its winner", facts.get("winner"), (0, 1))
    position = facts.get("position")
    if not isinstance(position, str):
        refuse("its position", "must be text", position)
    return from_text(position), winner, decompress_text("".join(body.split()), MAX_PROOF_BYTES)


def _written(place: int) -> bytes:
    return (
        bytes([place]) if place < LONG_PLACE_BYTE else bytes([LONG_PLACE_BYTE]) + place.to_bytes(2)
    )


def _fail(state: PolygonGame, reason: str) -> NoReturn:
    moves = " ".join(map(str, state.moves)) or "no move"
    msg = f"not a proof: {reason} (after {moves})"
    raise ProofError(msg)


def longest_defence(
    state: PolygonGame, winner: int, places: Iterator[int], most: int
) -> PolygonGame | None:
    """Return the end of the longest game that a proof allows; None if it is too long to read.

    `places` are the winner's moves from the position after the first move on, as a proof has them;
    `most` is how many positions to go through.
    """
    last = state
    for count, each in enumerate(_walk(state, winner, places, depth=1)):
        if count == most:
            return None
        last = max(last, each, key=lambda one: one.ply)
    return last


# --- files ----------------------------------------------------------------------------------------


def compress_text(data: bytes, level: int) -> str:
    """Return bytes as text, compressed more the higher the level, up to 9."""
    return b64encode(zlib.compress(data, level)).decode()


def decompress_text(text: str, most: int) -> bytes:
    """Return the bytes that were packed; ValueError if there are none, or more than so many.

    A short text can stand for a thousand times as many bytes: no more are made than are wanted.
    """
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(b64decode(text, validate=True), most + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(data) > most:
        msg = f"it holds more than {most:,} bytes"
        raise ValueError(msg)
    if not stream.eof or stream.unused_data:
        msg = "it is cut off, or goes on after its end"
        raise ValueError(msg)
    return data


def facts_of(text: str) -> dict[str, Any]:
    """Return what a JSON object holds; ValueError if the text is none."""
    try:
        facts = json.loads(text)
    except RecursionError:
        msg = "it is nested too deeply"
        raise ValueError(msg) from None
    if not isinstance(facts, dict):
        msg = f"it holds no facts but a {type(facts).__name__}"
        raise ValueError(msg)  # noqa: TRY004 - the text is what is wrong
    return facts
