"""One card of a deck: the position before a mistake, what was played, and when it is due."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import PolygamesError
from polygames.core.notation import fault
from polygames.core.registry import from_text
from polygames.core.words import merits, move_words, reason
from polygames.records.record import Record
from polygames.search.review import review

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.protocol import State
    from polygames.search.study.mistakes import Mistake

RIGHT: Final = frozenset({"best", "good", "forced"})
"""What a review may say of a move that counts as right: what is lost is within the noise."""
SECONDS: Final = 0.3
"""How long a move is thought about that is neither the best nor the mistake."""


@dataclass(frozen=True)
class Card:
    """A position in which somebody went wrong.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> (mistake,) = pg.collection(record).review(keep=None, progress=False).mistakes
    >>> card = Card.of(mistake)
    >>> card.is_right("A-D"), card.is_right("B-E"), card.is_right("A-C")
    (True, True, False)
    """

    game: str
    position: str
    """The position as text."""
    played: str
    """The mistake."""
    best: str
    """What was better."""
    line: tuple[str, ...] = ()
    """The best move, and how the game may go on."""
    answer: tuple[str, ...] = ()
    """The mistake, and what may follow."""
    loss: float = 0.0
    verdict: str = "mistake"
    kind: str = ""
    phase: str = ""
    source: str = ""
    """From which game it comes, and where it stood there."""
    schedule: Mapping[str, Any] = field(default_factory=dict)
    """What the scheduler keeps; empty for a new card."""

    @classmethod
    def of(cls, mistake: Mistake) -> Card:
        """Make a card of a mistake."""
        found, state = mistake.found, mistake.state.view(mistake.state.turn)
        return cls(
            game=state.to_text().split()[0],
            position=state.to_text(),
            played=str(found.move),
            best=str(found.best),
            line=tuple(map(str, found.line)),
            answer=tuple(map(str, found.answer)),
            loss=found.loss,
            verdict=found.verdict,
            kind=mistake.kind,
            phase=mistake.phase,
            source=f"{mistake.entry.name}, move {found.ply}",
        )

    @property
    def number(self) -> str:
        """What the card is known by: the same position is one card."""
        return sha256(self.position.encode()).hexdigest()[:16]

    @cached_property
    def state(self) -> State[Any]:
        """The position."""
        return from_text(self.position)

    @property
    def due(self) -> datetime:
        """When it is to be asked next; a new card is due at once."""
        said = self.schedule.get("due")
        return datetime.fromisoformat(said) if said else datetime.min.replace(tzinfo=UTC)

    @property
    def is_new(self) -> bool:
        """Whether it was never asked."""
        return not self.schedule.get("last_review")

    @property
    def task(self) -> str:
        """What is asked.

        Examples
        --------
        >>> import polygames as pg
        >>> card = Card("polygon", pg.new("polygon", n=6).to_text(), "A-C", "A-D", source="a.txt")
        >>> card.task
        'Here you played: A to C. Find a better move. (a.txt)'
        """
        words = move_words(self.state, self.state.parse(self.played))
        return f"Here you played: {words}. Find a better move. ({self.source})"

    def is_right(self, move: Any, seconds: float = SECONDS) -> bool:
        """Say whether a move is as good as the best one.

        The mistake never is. Any other move is judged as a review judges it.

        Raises
        ------
        MoveError
            If it is no legal move.
        """
        move = self.state.parse(move) if isinstance(move, str) else move
        if str(move) in {self.best, self.played}:
            return str(move) == self.best
        record = Record(self.state)
        record.push(move)
        return review(record, seconds=seconds, progress=False).moves[0].verdict in RIGHT

    def why(self, *, is_right: bool) -> str:
        """Say by facts of the rules what the best move does, or what the mistake does."""
        state = self.state
        texts = self.line or (self.best,) if is_right else self.answer or (self.played,)
        line, now = [], state
        for text in texts[:2]:
            try:
                line.append(now.parse(text))
            except PolygamesError:
                break
            now = now.play(line[-1])
        return merits(state, line) if is_right else reason(state, line)

    def later(self, schedule: Mapping[str, Any]) -> Card:
        """Return the card with what a scheduler says of it."""
        return replace(self, schedule=dict(schedule))

    def to_dict(self) -> dict[str, Any]:
        """Return the card as plain data."""
        names = self.__dataclass_fields__
        values = {name: getattr(self, name) for name in names}
        tuples = {"line": list(self.line), "answer": list(self.answer)}
        return values | tuples | {"schedule": dict(self.schedule)}

    @classmethod
    def from_dict(cls, data: object) -> Card:
        """Read a card; ValueError if it is none."""
        if not isinstance(data, dict):
            fault("a card is an object")
        if unknown := data.keys() - cls.__dataclass_fields__.keys():
            fault(f"a card has no {min(unknown)!r}")
        for name in ("game", "position", "played", "best"):
            if not isinstance(data.get(name), str):
                fault(f"{name!r} of a card must be a text")
        lines = {name: _texts(name, data.get(name, [])) for name in ("line", "answer")}
        card = cls(**(data | lines))
        if not isinstance(card.schedule, dict) or not isinstance(card.loss, int | float):
            fault("'schedule' of a card must be an object, and 'loss' a number")
        try:
            state, due = card.state, card.due
            state.parse(card.played), state.parse(card.best)
        except (PolygamesError, TypeError) as error:
            fault(f"this is no card: {error}")
        if due.tzinfo is None:
            fault("'due' of a card needs a time zone")
        return card

    def __str__(self) -> str:
        """Say what is asked, and when."""
        due = "new" if self.is_new else f"due {self.due:%Y-%m-%d %H:%M} UTC"
        return f"{self.game}: {self.task} ({self.kind or self.verdict}; {due})"


def _texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        fault(f"{name!r} of a card must be a list of texts")
    return tuple(value)


def dumped(cards: list[Card]) -> str:
    """Write cards, each on a line, so that changes of a file can be read."""
    lines = ",\n".join(json.dumps(card.to_dict(), separators=(", ", ": ")) for card in cards)
    return f'{{"polygames deck": 1, "cards": [\n{lines}\n]}}\n'
