"""Who wins misere Polygon, in which the one who cannot draw a segment *wins*.

    python -m benchmarks.studies.polygon_misere [--corners N ...] [--rules RULE ...] [--nodes N]

The package has no such rule; nothing but the end differs, so the study searches with the rules as
they are and turns the last position round. Regular polygons, and a proof for each first move that
no symmetry makes the same as another: best-first proof-number search by rules.py alone (the engine
of small positions, `proofs/best_first.py`), of so many positions at most. Nothing is drawn by
chance.

Each proof is replayed by the rules: one move for the winner, all answers of the other, and where
nothing can be drawn it is the winner's turn. Where games can be endless, a line that reaches the
length cap of 200 moves proves nothing for anybody. A move that is not proved stays ``?``.

The results, `benchmarks/results/polygon_misere.json`, are written case by case; a run goes on after
what the file has, and tries again what is open where more positions are allowed.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from polygames.games.polygon.proofs.best_first import INFINITY, BestFirstBranch, winner_of
from polygames.games.polygon.symmetry import orbits
from polygames.runtime.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.polygon.proofs.best_first import _Node
    from polygames.games.polygon.rules import PolygonGame

NAME = "polygon_misere"
COMMAND = "python -m benchmarks.studies.polygon_misere"
RULES = ("different", "same", "mixed", "any")
CORNERS = (3, 4, 5, 6, 7, 8)
NODES = 60_000
"""How many positions to look at after a first move, at most."""
STEP = 500
SIGNS = {0: "+", 1: "-", None: "?"}


class MisereBranch(BestFirstBranch):
    """The search in a position where the seat that cannot move wins; it uses no symmetry."""

    def _leaf(self, state: PolygonGame, parent: _Node | None) -> _Node:
        node = super()._leaf(state, parent)
        if state.ply < state.rules.max_plies and not state.segments:
            node.phi, node.delta = 0, INFINITY
        return node

    def _children(self, node: _Node) -> list[_Node] | None:
        children: list[_Node] = []
        for segment in node.state.segments:
            children.append(self._leaf(node.state.joined(*segment), node))
            if not children[-1].delta:
                break
        return children

    def strategy(self, winner: int) -> Iterator[str]:
        """Yield the winner's moves, all answers of the other to each in their order."""
        left = [self.root]
        while left:
            node = left.pop()
            if not node.children:
                continue
            if node.state.turn == winner:
                child = next(child for child in node.children if not child.delta)
                yield str(child.state.moves[-1])
                left.append(child)
            else:
                left.extend(reversed(node.children))


def winner_after(state: PolygonGame, nodes: int) -> tuple[int | None, int, int]:
    """Return the seat that wins, or None; the positions looked at; and those of the proof."""
    looked = 0
    for attacker in (1 - state.turn, state.turn):
        branch = MisereBranch(state, attacker, lambda: True)
        while (winner := winner_of(branch, state)) is None and branch.nodes < nodes:
            branch.advance(STEP)
        looked += branch.nodes
        if winner is not None and (winner == attacker or not branch.open_leaves):
            return winner, looked, replayed(state, winner, branch.strategy(winner))
    return None, looked, 0


def replayed(state: PolygonGame, winner: int, strategy: Iterator[str]) -> int:
    """Replay a proof by the rules alone; return how many positions it has.

    The moves of the winner come in the order in which they are needed; ValueError if they are no
    proof.
    """
    positions, left = 0, [state]
    while left:
        at = left.pop()
        positions += 1
        moves = list(at.legal_moves)
        if not moves and (at.turn != winner or at.ply >= at.rules.max_plies):
            msg = f"the proof ends with {at.to_text()}"
            raise ValueError(msg)
        if moves and at.turn == winner:
            left.append(at.play(at.parse(next(strategy))))
        else:
            left.extend(at.play(move) for move in reversed(moves))
    if next(strategy, None) is not None:
        msg = "the proof goes on after its end"
        raise ValueError(msg)
    return positions


def row(rule: str, corners: int, nodes: int) -> dict[str, Any]:
    """Prove what can be proved of one polygon under one rule."""
    start: Any = pg.new("polygon", n=corners, colors=rule)
    before, first = process_time(), []
    for group in progress(orbits(start) if start.segments else (), f"{rule} {corners}"):
        segment = start.segments[group[0]]
        winner, looked, positions = winner_after(start.joined(*segment), nodes)
        first.append(
            {
                "move": str(start.draw(*segment)),
                "alike": len(group),
                "winner": SIGNS[winner],
                "looked at": looked,
                "replayed": positions,
            }
        )
    signs = {move["winner"] for move in first}
    value = "+" if not first or "+" in signs else "?" if "?" in signs else "-"
    return {
        "value": value,
        "first moves": first,
        "nodes": nodes,
        "CPU seconds": round(process_time() - before, 1),
    }


def main() -> None:
    """Prove, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corners", type=int, nargs="*", default=CORNERS, choices=CORNERS)
    parser.add_argument("--rules", nargs="*", default=RULES, choices=RULES)
    parser.add_argument("--nodes", type=int, default=NODES, help="after a first move, at most")
    chosen = parser.parse_args()
    figures = machine.read(NAME)
    figures |= {"command": COMMAND, "cases": figures.get("cases", {})}
    for corners in chosen.corners:
        for rule in chosen.rules:
            key = f"{rule}-{corners}"
            done = figures["cases"].get(key)
            is_open = done and any(move["winner"] == "?" for move in done["first moves"])
            if done and (not is_open or done["nodes"] >= chosen.nodes):
                continue
            figures["cases"][key] = row(rule, corners, chosen.nodes)
            print(key, figures["cases"][key], flush=True)
            order = [f"{rule}-{n}" for rule in RULES for n in CORNERS]
            figures["cases"] = {
                name: figures["cases"][name] for name in order if name in figures["cases"]
            }
            machine.write(NAME, figures)


if __name__ == "__main__":
    main()
