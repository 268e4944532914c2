"""Play, review and save the games that the site shows: a record for each, in docs/games.

    python scripts/show_games.py [GAME ...]

Two levels play, the better one second; in Splinter low ones, since better ones play for long. The
review writes what it found beside the moves. What a search finds in some seconds differs a little
from run to run: the records are kept, not made anew with the site.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.search.review import annotate

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "games"
SECONDS: Final = 2.0
"""How long the review thinks about each position."""


@dataclass(frozen=True)
class Show:
    """A game: its options, who plays, with which seed, and a sentence to begin with."""

    words: str
    levels: tuple[str, ...] = ("level 4", "level 5")
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 1


SHOWS: Final = {
    "split": Show("Red draws the first line; then Blue may choose the colour."),
    "splinter": Show(
        "Each push moves a whole row of pieces. Watch the two kings.",
        ("level 1", "level 3"),
        seed=3,
    ),
    "polygon": Show("Eight corners: with best play the second player wins.", options={"n": 8}),
    "splitter": Show("Every roll is written twice, left and right.", ("level 5",), seed=3),
    "territory": Show(
        "A tile of the other colour costs half of what it is worth.",
        options={"preset": "half", "size": 8, "seed": 3},
    ),
}


def played(game: str) -> pg.Record:
    """Return a game, reviewed."""
    show, rng = SHOWS[game], Random(SHOWS[game].seed)
    agents = [pg.agent(level, game=game) for level in show.levels]
    players = dict(enumerate(level.capitalize() for level in show.levels))
    record = pg.Record(pg.new(game, **show.options), players=players)
    record.comment = show.words
    while record.outcome is None:
        state = record.state
        if state.turn == pg.CHANCE:
            record.push(state.legal_moves.sample(rng))
        else:
            record.push(agents[state.turn % len(agents)].choose(state.view(state.turn), rng))
    annotate(pg.review(record, seconds=SECONDS, progress=False), record)
    return record


def main(games: Sequence[str]) -> None:
    """Save the games that are named; all by default."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in games or list(SHOWS):
        record = played(game)
        saved = record.save(FOLDER / f"{game}.txt")
        print(f"{saved.name}: {record!r}")


if __name__ == "__main__":
    main(sys.argv[1:])
