"""The points of the stars in Splitter on pad A, in many games of dice.

    python -m benchmarks.studies.splitter_dice --games 20000

Nobody plays. 22 rolls are thrown, and the script counts the most points that the two stars could
add. The stars are mirrored on pad A, so they contain the two numbers of one roll. Each of them
doubles one group of its number.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from benchmarks.lib import lesson_data

TWO_GROUPS = 12
"""The number of 6s that fill two groups of six."""


def stars(rolls: list[tuple[int, int]]) -> int:
    """Return the maximum number of points that the stars can add."""
    counted = Counter(number for roll in rolls for number in roll)
    groups = {k: counted[k] // k for k in range(1, 7)}
    return max(sum(k * min(roll.count(k), groups[k]) for k in set(roll)) for roll in rolls)


def main() -> None:
    """Roll the dice of the games, and save the counts."""
    chosen, command = lesson_data.parse_options("splitter_dice", __doc__, games=20_000, seed=0)
    rng = Random(chosen.seed)
    added: Counter[int] = Counter()
    twelve_sixes = 0
    for _ in range(chosen.games):
        rolls = [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(22)]
        added[stars(rolls)] += 1
        twelve_sixes += sum(roll.count(6) for roll in rolls) >= TWO_GROUPS
    facts = {
        "games": chosen.games,
        "stars_add": {str(points): count for points, count in sorted(added.items())},
        "games_with_twelve_sixes": twelve_sixes,
    }
    print(facts)
    lesson_data.write("splitter_dice", command, **facts)


if __name__ == "__main__":
    main()
