"""Say what each move of a position is worth, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.words import add_start, record_of

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Take a position and how long to think."""
    add_start(parser)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to think (2)")
    parser.add_argument("--seed", type=int, default=0)


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Analyse the last position of the record."""
    state = record_of(given).state
    found = pg.analyse(state, seconds=given.seconds, seed=given.seed)
    say(found)
    moves = [
        {
            "move": str(each.move),
            "value": each.value,
            "low": each.low,
            "high": each.high,
            "proved": each.proved,
        }
        for each in found.moves
    ]
    whose = {"game": state.game, "ply": state.ply, "turn": state.turn}
    return {**whose, "unit": found.unit, "note": found.note, "moves": moves}
