"""Is it good to begin in Territory? Small boards on which it is not, looked for and proved.

    python -m benchmarks.studies.territory_first [--boards N] [--tiles N] [--seed S]

Every coloured tile pays the square of its area to whoever claims it (``penalty=-1``; with
``ending="all"`` the best play is the same for every penalty below 1, and the lead beyond what the
board settles in proportion). Random boards of up to `--tiles` tiles, with random tiles blue and the
others yellow, are solved by trying all play on the graph of tiles that touch. Kept is for each
number of tiles and either ending the board on which seat 0 does worst, as a share of all value;
each is solved again by `pg.solve`, which knows nothing of this search.
"""

from __future__ import annotations

import argparse
from functools import cache
from random import Random
from string import ascii_uppercase
from time import process_time
from typing import Any

import polygames as pg
from benchmarks.lib import machine

NAME = "territory_first"
COMMAND = "python -m benchmarks.studies.territory_first"
SIZES = ((2, 4), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4))
FEWEST = 3
ENDINGS = ("all", "stuck")
Graph = tuple[int, ...]
Cell = tuple[int, int]


def value(near: Graph, worth: tuple[int, ...], ending: str) -> int:
    """Return by how much seat 0 is ahead in the end; `near` has the neighbours of each as bits."""
    every = (1 << len(worth)) - 1

    @cache
    def best(mine: int, other: int) -> int:
        free = every & ~(mine | other)
        can = free
        if mine:
            touching = 0
            for tile in range(len(worth)):
                if mine >> tile & 1:
                    touching |= near[tile]
            can = touching & free
            if not can and ending == "all":
                can = free
        moves = [tile for tile in range(len(worth)) if can >> tile & 1]
        return max((worth[t] - best(other, mine | 1 << t) for t in moves), default=0)

    return best(0, 0)


def random_board(tiles: int, size: Cell, rng: Random) -> tuple[str, ...]:
    """Return rows of text: tiles that grow from random cells until the board is covered."""
    rows, columns = size
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    owner = dict(zip(rng.sample(cells, tiles), ascii_uppercase, strict=False))
    while len(owner) < len(cells):
        r, c = rng.choice(cells)
        around = [owner[at] for at in _around(r, c) if at in owner]
        if (r, c) not in owner and around:
            owner[r, c] = rng.choice(around)
    return tuple("".join(owner[r, c] for c in range(columns)) for r in range(rows))


def _around(r: int, c: int) -> tuple[Cell, ...]:
    return (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)


def graph(rows: tuple[str, ...]) -> tuple[Graph, tuple[int, ...]]:
    """Return the neighbours of each tile as bits, in the order of their letters, and the areas."""
    at = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
    letters = sorted(set(at.values()))
    near, area = dict.fromkeys(letters, 0), dict.fromkeys(letters, 0)
    for (r, c), letter in at.items():
        area[letter] += 1
        for other in _around(r, c):
            if at.get(other, letter) != letter:
                near[letter] |= 1 << letters.index(at[other])
    return tuple(near.values()), tuple(area.values())


def state_of(rows: tuple[str, ...], blue: str, ending: str) -> Any:
    """Return a board as a position: the tiles named are blue, the others yellow."""
    letters = sorted(set("".join(rows)))
    colors = {letter: "blue" if letter in blue else "yellow" for letter in letters}
    return pg.new("territory", tiles=rows, colors=colors, penalty=-1, ending=ending)


def search(ending: str, boards: int, most: int, seed: int) -> dict[str, Any]:
    """Return the worst board found for seat 0, by the number of tiles."""
    rng, worst = Random(f"first {ending} {seed}"), dict[str, Any]()
    for _ in range(boards):
        size = rng.choice(SIZES)
        tiles = rng.randint(FEWEST, min(most, size[0] * size[1]))
        rows = random_board(tiles, size, rng)
        near, area = graph(rows)
        worth = tuple(each * each * rng.randint(0, 1) for each in area)
        if not any(worth):
            continue
        lead, total = value(near, worth, ending), sum(worth)
        known = worst.get(str(tiles))
        if known is None or lead / total < known["lead"] / known["total"]:
            blue = "".join(x for x, each in zip(ascii_uppercase, worth, strict=False) if each)
            worst[str(tiles)] = {"lead": lead, "total": total, "rows": rows, "blue": blue}
    return dict(sorted(worst.items()))


def main() -> None:
    """Search, solve again, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=20_000, help="for either ending")
    parser.add_argument("--tiles", type=int, default=8, help="of a board at most")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    figures: dict[str, Any] = {
        "command": f"{COMMAND} --boards {chosen.boards} --tiles {chosen.tiles} --seed {chosen.seed}"
    }
    for ending in ENDINGS:
        start = process_time()
        worst = search(ending, chosen.boards, chosen.tiles, chosen.seed)
        spent = round(process_time() - start, 1)
        for found in worst.values():
            state = state_of(found["rows"], found["blue"], ending)
            found["solved again"] = pg.solve(state).value
        figures[ending] = {"boards": chosen.boards, "CPU seconds": spent, "worst": worst}
        print(ending, figures[ending])
    machine.write(NAME, figures)


if __name__ == "__main__":
    main()
