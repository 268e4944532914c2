"""Random games that are played in OpenSpiel and by our rules at once, move for move.

    python -m benchmarks.peers.same_games --games 2000

Both sides must offer the same moves (in Split, the grid's must be legal), say who is to move and
end with the same result. OpenSpiel chooses by number, our side reads the text that it gives the
move. Needs the extra ``openspiel``.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import Any

import polygames as pg

__all__ = ["same_game"]


def same_game(game: Any, seed: int) -> int:
    """Play one random game of a game of `polygames.bridges.openspiel`; return how many moves.

    AssertionError if the two sides differ.
    """
    rng = Random(seed)
    theirs, ours = game.new_initial_state(), game.new_initial_state().position
    while not theirs.is_terminal():
        turn = ours.turn if ours.turn != pg.CHANCE else -1
        texts = {action: theirs.action_to_string(action) for action in theirs.legal_actions()}
        moves = {text: ours.parse(text) for text in texts.values()}  # IllegalMoveError else
        same("the end", ours.outcome, None)
        same("who is to move", theirs.current_player(), turn)
        if ours.legal_moves.finite:
            same("the moves", {*moves.values()}, {*ours.legal_moves})
        action = rng.choice([*texts])
        theirs.apply_action(action)
        ours = ours.play(moves[texts[action]])
    same("the end", theirs.position.to_text(), ours.to_text())
    same("the result", theirs.returns(), _returns(ours))
    return int(theirs.move_number())


def same(what: str, theirs: object, ours: object) -> None:
    """Raise AssertionError unless both sides say the same."""
    if theirs != ours:
        msg = f"{what}: {theirs} in OpenSpiel, {ours} here"
        raise AssertionError(msg)


def _returns(state: Any) -> list[float]:
    """Return what a game brought, told from the outcome only."""
    if state.seats == 1:
        return [float(state.outcome.scores[0])]
    won = [seat in state.outcome.winners for seat in range(2)]
    return [float(won[0] - won[1]), float(won[1] - won[0])]


def main() -> None:
    """Play games of each kind, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="of each game")
    parser.add_argument("--only", choices=pg.games(), help="one game")
    chosen = parser.parse_args()
    from polygames.bridges import openspiel

    for name in [chosen.only] if chosen.only else pg.games():
        game, start = openspiel.load(name), process_time()
        moves = sum(same_game(game, seed) for seed in range(chosen.games))
        seconds = process_time() - start
        print(f"{name}: {chosen.games} games, {moves} moves, the same; {seconds:.0f} s")


if __name__ == "__main__":
    main()
