"""The pupils of a class: their names, and the tokens that identify their pages."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Final

from polygames.classroom.room.names import MAX_NAME_CHARS, is_look_alike, plain_name
from polygames.core.errors import OptionError
from polygames.table.players import computer_name, is_agent

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_PUPILS: Final = 200
"""Further pupils are refused."""


@dataclass(frozen=True, slots=True)
class Pupil:
    """A pupil: an id, a name, and the hash of the token by which a page logs in."""

    id: str
    name: str
    token_hash: str
    is_player: bool = True
    """Whether the pupil gets tables; a notebook that only reports exercises does not."""


def new_token() -> str:
    """Return a random login token that cannot be guessed."""
    return token_urlsafe(18)


def hash_token(token: str) -> str:
    """Return the hash of a token to store instead of the token itself."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class People:
    """The pupils of a class, in the order of joining.

    Examples
    --------
    >>> people = People()
    >>> ana, token = people.create_pupil("Ana")
    >>> people.add(ana)
    >>> people.create_pupil("Ana")[0].name
    'Ana 2'
    >>> people.find_by_token(token) is ana, people.find_by_token("guess")
    (True, None)
    """

    def __init__(self) -> None:
        self._pupils: dict[str, Pupil] = {}
        self._count = 0

    def __iter__(self) -> Iterator[Pupil]:
        return iter(tuple(self._pupils.values()))

    def __len__(self) -> int:
        return len(self._pupils)

    def create_pupil(self, name: object, *, is_player: bool = True) -> tuple[Pupil, str]:
        """Create a pupil and a login token and return them, without adding them to the class.

        Raise OptionError if the class is full.
        """
        if len(self._pupils) >= MAX_PUPILS:
            msg = f"the class is full: it has {MAX_PUPILS} pupils"
            raise OptionError(msg)
        token = new_token()
        free = self._make_unique(plain_name(name))
        return Pupil(f"p{self._count + 1}", free, hash_token(token), is_player), token

    def find_by_name(self, name: object) -> Pupil | None:
        """Return the pupil with this name, ignoring case; None if there is none."""
        wanted = plain_name(name).casefold()
        return next((pupil for pupil in self if pupil.name.casefold() == wanted), None)

    def find_similar(self, name: str) -> Pupil | None:
        """Return the pupil with this name or a look-alike; None if there is none."""
        return self.find_by_name(name) or next(
            (p for p in self if is_look_alike(p.name, name)), None
        )

    def add(self, pupil: Pupil) -> None:
        """Add a pupil, or replace the pupil with the same id."""
        self._pupils[pupil.id] = pupil
        self._count = max(self._count, int(pupil.id[1:]))

    def remove(self, pupil_id: str) -> None:
        """Remove a pupil from the class."""
        self._pupils.pop(pupil_id, None)

    def get(self, pupil_id: str) -> Pupil | None:
        """Return the pupil with this id; None if there is none."""
        return self._pupils.get(pupil_id)

    def display_name(self, occupant: str) -> str:
        """Return the displayed name of the pupil or agent at a seat, or "nobody yet".

        Examples
        --------
        >>> People().display_name("level 2"), People().display_name("")
        ('Computer (level 2)', 'nobody yet')
        """
        pupil = self._pupils.get(occupant)
        if pupil is None and is_agent(occupant):
            return computer_name(occupant)
        return pupil.name if pupil else occupant or "nobody yet"

    def find_by_token(self, token: object) -> Pupil | None:
        """Return the pupil with this login token; None if there is none."""
        if not isinstance(token, str):
            return None
        key = hash_token(token)
        return next(
            (p for p in self._pupils.values() if hmac.compare_digest(p.token_hash, key)), None
        )

    def _make_unique(self, name: str) -> str:
        """Return the name, with a number appended if it looks like another pupil's name."""
        found, number = name, 1
        while self.find_similar(found) is not None:
            number += 1
            found = f"{name[: MAX_NAME_CHARS - 4]} {number}"
        return found
