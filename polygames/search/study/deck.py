"""A deck of one's own mistakes, with spaced repetition; its file is written whole at each answer.

When a card is due next is said by the scheduler of fsrs, the free spaced-repetition scheduler:
a card that was found comes back after days, then weeks; one that was missed within minutes.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal

from polygames.core.errors import RecordError
from polygames.core.lazy import table
from polygames.core.options import choice, refuse, shown
from polygames.records.files import located, write_whole
from polygames.runtime.optional_imports import Late
from polygames.search.study.cards import Card, dumped

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from polygames.search.study.mistakes import Mistake

FILE: Final = "polygames-deck.json"
"""The deck in the working directory."""
COLUMNS: Final = ["game", "played", "best", "loss", "kind", "phase", "due", "source"]
"""Of the table."""
LARGEST: Final = 50_000_000
"""The most bytes that a deck may have."""

fsrs = Late("fsrs", "a deck with due dates")

Answer = Literal["right", "with help", "wrong"]
"""How a card was answered."""
RATINGS: Final[dict[Answer, str]] = {"right": "Good", "with help": "Hard", "wrong": "Again"}
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
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> deck = pg.collection(record).deck("deck.json", keep=None, progress=False)
    >>> len(deck), len(deck.due())
    (1, 1)
    >>> deck.answer(deck.due()[0], "right")
    >>> len(Deck("deck.json").due())
    0
    """

    def __init__(self, path: str | os.PathLike[str] = FILE) -> None:
        self.path = located(path, "the file of a deck")
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
        rated = RATINGS[choice("the answer to a card", how, tuple(RATINGS))]
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
        rows = [
            {
                "game": card.game,
                "played": card.played,
                "best": card.best,
                "loss": card.loss,
                "kind": card.kind,
                "phase": card.phase,
                "due": "" if card.is_new else f"{card.due:%Y-%m-%d %H:%M}",
                "source": card.source,
            }
            for card in self
        ]
        return table(rows, COLUMNS)

    def __repr__(self) -> str:
        """Say how many cards there are, and how many are due."""
        return f"<Deck of {len(self)} cards in {self.path}: {len(self.due())} due>"

    def _read(self) -> None:
        """Take in what the file holds: another program may have written it."""
        try:
            if self.path.stat().st_size > LARGEST:
                msg = f"{self.path} is not a deck: it has more than {LARGEST} bytes"
                raise RecordError(msg)
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        except OSError as error:
            msg = f"{self.path}: {error.strerror or error}"
            raise RecordError(msg) from None
        except UnicodeDecodeError as error:
            msg = f"{self.path} is not a deck: {error}"
            raise RecordError(msg) from None
        self._cards = _cards(text, str(self.path))

    def _write(self) -> None:
        write_whole(self.path, dumped(list(self)))


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
            msg = f"{name}, card {number}, {shown(each)}: {error}"
            raise RecordError(msg) from None
        found[card.number] = card
    return found


def _now(now: datetime | None) -> datetime:
    if now is None:
        return datetime.now(UTC)
    if not isinstance(now, datetime) or now.tzinfo is None:
        refuse("the time", "must be a datetime with a time zone", now)
    return now
