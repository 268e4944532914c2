"""A deck of one's own mistakes, with spaced repetition; its file is written whole at each answer.

A card has the position before a mistake, what was played, and when it is due. That is said by the
scheduler of fsrs, the free spaced-repetition scheduler: a card that was found comes back after
days, then weeks; one that was missed within minutes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Literal

from polygames.core.errors import PolygamesError, RecordError
from polygames.core.lazy import LazyModule, table
from polygames.core.notation import fault
from polygames.core.options import choice, refuse, short_repr
from polygames.core.registry import from_text
from polygames.core.words import merits, move_words, reason
from polygames.records.files import named_errors, resolve_path, text_of, write_whole
from polygames.records.own_folder import DECK_FILE
from polygames.records.record import Record, utc
from polygames.search.review import review

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping

    from polygames.core.protocol import State
    from polygames.study.mistakes import Mistake

CORRECT_VERDICTS: Final = frozenset({"best", "good", "forced"})
"""What a review may say of a move that counts as right: what is lost is within the noise."""
CARD_SECONDS_PER_POSITION: Final = 0.3
"""How long a move is thought about that is neither the best nor the mistake."""


@dataclass(frozen=True, repr=False)
class Card:
    """A position in which somebody went wrong.

    Examples
    --------
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

    def __repr__(self) -> str:
        """Return one line: the game, where the position comes from, and both moves."""
        return f"<Card of {self.game}, {self.source}: {self.played}, better {self.best}>"

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
        """What is asked."""
        words = move_words(self.state, self.state.parse(self.played))
        return f"Here you played: {words}. Find a better move. ({self.source})"

    def is_right(self, move: Any, seconds: float = CARD_SECONDS_PER_POSITION) -> bool:
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
        return review(record, seconds=seconds, progress=False).moves[0].verdict in CORRECT_VERDICTS

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


def dump_cards(cards: list[Card]) -> str:
    """Write cards, each on a line, so that changes of a file can be read."""
    lines = ",\n".join(json.dumps(card.to_dict(), separators=(", ", ": ")) for card in cards)
    return f'{{"polygames deck": 1, "cards": [\n{lines}\n]}}\n'


DECK_COLUMNS: Final = ["game", "played", "best", "loss", "kind", "phase", "due", "source"]
"""The columns of the table."""
MAX_DECK_BYTES: Final = 50_000_000
"""The most bytes that a deck may have."""

fsrs = LazyModule("fsrs", "a deck with due dates")

Answer = Literal["right", "with help", "wrong"]
"""How a card was answered."""
FSRS_RATINGS: Final[dict[Answer, str]] = {"right": "Good", "with help": "Hard", "wrong": "Again"}
"""What each answer is to the scheduler."""


class Deck:
    """Cards in a file.

    Parameters
    ----------
    path
        The file; it is made when the first card is added.

    Raises
    ------
    RecordError
        If the file holds something else; it is left alone then.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> deck = pg.collection(record).deck("deck.json", keep=None, progress=False)
    >>> len(deck), len(deck.due())
    (1, 1)
    >>> deck.answer(deck.due()[0], "right")
    >>> len(Deck("deck.json").due())
    0
    """

    def __init__(self, path: str | os.PathLike[str] = DECK_FILE) -> None:
        self.path = resolve_path(path, "the file of a deck")
        self._cards: dict[str, Card] = {}
        self._read()

    def __len__(self) -> int:
        """Return how many cards there are."""
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        """Go through the cards, in the order in which they were added."""
        return iter(self._cards.values())

    def __contains__(self, card: object) -> bool:
        """Say whether the position of a card is in the deck."""
        return isinstance(card, Card) and card.number in self._cards

    def due(self, now: datetime | None = None, *, game: str | None = None) -> list[Card]:
        """Return the cards to be asked now, the longest due first; new ones last.

        Parameters
        ----------
        now
            The time; by default that of the clock.
        game
            The name of a game; by default those of all games.
        """
        now = _now(now)
        found = [card for card in self if card.due <= now and (game is None or card.game == game)]
        return sorted(found, key=lambda card: (card.is_new, card.due))

    def next_due(self, *, game: str | None = None) -> datetime | None:
        """Return when the next card is due; None if there is no card."""
        return min((c.due for c in self if game is None or c.game == game), default=None)

    def games(self, now: datetime | None = None) -> dict[str, int]:
        """Return how many cards of each game are due."""
        now = _now(now)
        found = dict.fromkeys((card.game for card in self), 0)
        for card in self.due(now):
            found[card.game] += 1
        return found

    def add(self, mistakes: Iterable[Mistake | Card]) -> Deck:
        """Add cards; a position that is there already keeps its due date. Return the deck."""
        cards = [each if isinstance(each, Card) else Card.of(each) for each in mistakes]
        self._read()
        for card in cards:
            self._cards.setdefault(card.number, card)
        self._write()
        return self

    def answer(self, card: Card, how: Answer, now: datetime | None = None) -> None:
        """Note how a card was answered: it says when it is due next. The file is written at once.

        Parameters
        ----------
        card
            A card of the deck.
        how
            ``"right"``, ``"with help"`` or ``"wrong"``.
        now
            The time; by default that of the clock.

        Raises
        ------
        OptionError
            If the deck has no such card, or there is no such answer.
        """
        rated = FSRS_RATINGS[choice("the answer to a card", how, tuple(FSRS_RATINGS))]
        self._read()
        if not isinstance(card, Card) or card.number not in self._cards:
            refuse("what is answered", "must be a card of this deck", card)
        known = self._cards[card.number]
        made = fsrs.Card.from_dict(dict(known.schedule)) if known.schedule else fsrs.Card()
        scheduler = fsrs.Scheduler(enable_fuzzing=False)
        rating = getattr(fsrs.Rating, rated)
        later, _ = scheduler.review_card(made, rating, _now(now))
        self._cards[card.number] = known.later(later.to_dict())
        self._write()

    def remove(self, card: Card) -> None:
        """Take a card away; nothing happens if it is not there."""
        self._read()
        self._cards.pop(card.number, None)
        self._write()

    def table(self) -> Any:
        """Return a row for each card (a DataFrame where pandas is installed)."""
        rows = [{name: getattr(card, name) for name in DECK_COLUMNS} for card in self]
        for row, card in zip(rows, self, strict=True):
            row["due"] = "" if card.is_new else utc(card.due.timestamp())
        return table(rows, DECK_COLUMNS)

    def __repr__(self) -> str:
        """Say how many cards there are, and how many are due."""
        return f"<Deck of {len(self)} cards in {self.path}: {len(self.due())} due>"

    def _read(self) -> None:
        """Take in what the file holds: another program may have written it."""
        try:
            with named_errors(self.path):
                text = text_of(self.path, "a deck", MAX_DECK_BYTES)
        except FileNotFoundError:
            return
        self._cards = _cards(text, str(self.path))

    def _write(self) -> None:
        with named_errors(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, dump_cards(list(self)))


def _cards(text: str, name: str) -> dict[str, Card]:
    """Read the cards of a deck; RecordError if it is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        msg = f"{name} is not a deck: {error}"
        raise RecordError(msg) from None
    if not isinstance(data, dict) or data.get("polygames deck") != 1:
        msg = f"{name} is not a deck: expected an object with 'polygames deck': 1"
        raise RecordError(msg)
    found = {}
    cards = data.get("cards")
    for number, each in enumerate(cards if isinstance(cards, list) else (), 1):
        try:
            card = Card.from_dict(each)
        except (ValueError, TypeError) as error:
            msg = f"{name}, card {number}, {short_repr(each)}: {error}"
            raise RecordError(msg) from None
        found[card.number] = card
    return found


def _now(now: datetime | None) -> datetime:
    if now is None:
        return datetime.now(UTC)
    if not isinstance(now, datetime) or now.tzinfo is None:
        refuse("the time", "must be a datetime with a time zone", now)
    return now
