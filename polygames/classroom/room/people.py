"""Who is in a class: names, and the token by which a page shows that it is the same pupil."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Final

from polygames.classroom.room.names import MAX_LETTERS, look_alike, plain_name
from polygames.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_PUPILS: Final = 200
"""More pupils than this do not get in."""


@dataclass(frozen=True, slots=True)
class Pupil:
    """A pupil: an id, a name, and what the token of the page hashes to."""

    id: str
    name: str
    key: str
    plays: bool = True
    """Whether the pupil gets tables; else it is a notebook that reports exercises only."""


def new_token() -> str:
    """Return a token that nobody guesses."""
    return token_urlsafe(18)


def hash_token(token: str) -> str:
    """Return what is kept of a token: nobody gets in with it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class People:
    """The pupils of a class, in the order in which they came.

    Examples
    --------
    >>> people = People()
    >>> ana, token = people.invite("Ana")
    >>> people.add(ana)
    >>> people.invite("Ana")[0].name
    'Ana 2'
    >>> people.with_token(token) is ana, people.with_token("guess")
    (True, None)
    """

    def __init__(self) -> None:
        self._pupils: dict[str, Pupil] = {}
        self._count = 0

    def __iter__(self) -> Iterator[Pupil]:
        return iter(tuple(self._pupils.values()))

    def __len__(self) -> int:
        return len(self._pupils)

    def invite(self, name: object, *, plays: bool = True) -> tuple[Pupil, str]:
        """Return who a pupil would be, and the token; `add` lets them in."""
        if len(self._pupils) >= MAX_PUPILS:
            msg = f"the class is full: {MAX_PUPILS} are in it"
            raise OptionError(msg)
        token = new_token()
        free = self._free(plain_name(name))
        return Pupil(f"p{self._count + 1}", free, hash_token(token), plays), token

    def named(self, name: object) -> Pupil | None:
        """Return who is called so; None if nobody is."""
        wanted = plain_name(name).casefold()
        return next((pupil for pupil in self if pupil.name.casefold() == wanted), None)

    def resembling(self, name: str) -> Pupil | None:
        """Return who has this name, or one that looks like it; None if nobody has."""
        return self.named(name) or next((p for p in self if look_alike(p.name, name)), None)

    def add(self, pupil: Pupil) -> None:
        """Let a pupil in, or in the place of who has this id."""
        self._pupils[pupil.id] = pupil
        self._count = max(self._count, int(pupil.id[1:]))

    def remove(self, who: str) -> None:
        """Let a pupil go."""
        self._pupils.pop(who, None)

    def get(self, who: str) -> Pupil | None:
        """Return a pupil by id."""
        return self._pupils.get(who)

    def name(self, who: str) -> str:
        """Return what somebody on a seat is called."""
        pupil = self._pupils.get(who)
        return pupil.name if pupil else who or "nobody yet"

    def with_token(self, token: object) -> Pupil | None:
        """Return whose token this is; None if it is nobody's."""
        if not isinstance(token, str):
            return None
        key = hash_token(token)
        return next((p for p in self._pupils.values() if hmac.compare_digest(p.key, key)), None)

    def _free(self, name: str) -> str:
        """Return a name that nobody has yet."""
        found, number = name, 1
        while self.resembling(found) is not None:
            number += 1
            found = f"{name[: MAX_LETTERS - 4]} {number}"
        return found
