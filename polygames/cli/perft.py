"""Count the move sequences of each length up to a depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.words import add_game, count, options_of

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Take a game and a depth."""
    add_game(parser)
    parser.add_argument("depth", type=count)


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Count."""
    state = pg.new(given.game, **options_of(given))
    if not state.legal_moves.finite:
        msg = f"perft counts moves, and those of {given.game} form a continuum"
        raise pg.OptionError(msg)
    counts = []
    for depth in range(1, given.depth + 1):
        counts.append(pg.perft(state, depth))
        say(f"{depth} {counts[-1]}")
    return {"game": given.game, "counts": counts}
