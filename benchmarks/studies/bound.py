"""How much any player of a game of chance scores at most in the mean, who does not see what comes.

    python -m benchmarks.studies.bound splitter [--games N] [--beam N] [--widths W ...]
    python -m benchmarks.studies.bound take_it_easy [--games N] [--kinds KIND ...]

For both games the same is done (`benchmarks.lib.without_foresight`): an easier game is solved by
dynamic programming, which proves a bound; on seeded games the best in hindsight, less what was
luck, gives another (an information relaxation); and both are held against what agents score.

Times are CPU time of this process. Each part is written as soon as it is done.
"""

from __future__ import annotations

import argparse

from benchmarks.lib.without_foresight import splitter, take_it_easy

STUDIES = {"splitter": splitter.study, "take_it_easy": take_it_easy.study}


def main() -> None:
    """Read the arguments, and study."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=STUDIES)
    parser.add_argument("--games", type=int, help="of each kind; by default 1,000")
    parser.add_argument("--beam", type=int, help="splitter: games of each pad, from below")
    parser.add_argument("--widths", type=int, nargs="*", metavar="W", help="splitter: of the beam")
    parser.add_argument(
        "--kinds",
        nargs="*",
        choices=take_it_easy.KINDS,
        default=take_it_easy.KINDS,
        help="take_it_easy: which agents and bounds are drawn",
    )
    chosen = parser.parse_args()
    STUDIES[chosen.game](chosen)


if __name__ == "__main__":
    main()
