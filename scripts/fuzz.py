"""Attack every registered game with random input; report findings and how to repeat them.

    python scripts/fuzz.py                                    # an hour of everything
    python scripts/fuzz.py --minutes 5 --only 'split/*'       # one game; '*/texts' is one kind
    python scripts/fuzz.py --seed 3 --only split/texts --case 17
    python scripts/fuzz.py --seed 0 --fixed                   # a minute: the same cases each time
    python scripts/fuzz.py --seed 0 --fixed 0.1               # a tenth of them: the slow tests
    python scripts/fuzz.py --only '*/texts' --cases 100       # 20,000 damaged texts and files

Ctrl-C ends a run and saves its counts. The counts are added to those of earlier runs in
benchmarks/results/fuzz.json; ``--anew`` starts from zero. The exit code is 1 if there is a finding.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from fnmatch import fnmatch
from importlib import import_module
from math import ceil
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import tqdm
from fuzzing.campaign import Campaign
from fuzzing.kinds import all_attacks
from fuzzing.warm import warm_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fuzzing.kinds import Attack

REPOSITORY_ROOT = Path(__file__).parents[1]
RESULTS_NAME = "fuzz"
TABLE_COLUMNS = ("cases", "inputs", "accepted", "games", "plies", "faults", "CPU ms")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attacks, print and save their results, and return the exit code."""
    options = parse_arguments(arguments)
    attacks = select_attacks(options.only)
    if not attacks or (options.case is not None and len(attacks) > 1):
        print(f"{len(attacks)} attacks are called {options.only!r}; there are:")
        print(*(attack.name for attack in all_attacks()), sep="\n")
        return 2
    seed = SystemRandom().randrange(10**6) if options.seed is None else options.seed
    campaign = Campaign(seed)
    print(f"seed {seed}: {len(attacks)} attacks; loading", flush=True)
    warm_up(attacks, seed)
    if options.case is not None:
        campaign.run_case(attacks[0], options.case)
    elif options.fixed or options.cases:
        campaign.run_cases(
            replace(each, cases=options.cases or ceil(options.fixed * each.cases))
            for each in attacks
        )
    else:
        run_with_progress(campaign, attacks, 60 * options.minutes)
        save_counts(campaign, anew=options.anew)
    print_report(campaign)
    return bool(campaign.findings)


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    about, _, more = (__doc__ or "").partition("\n\n")
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=about, epilog=more, formatter_class=form)
    parser.add_argument("--seed", type=int, help="by default a new one each time")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--only", default="*", metavar="GAME/KIND", help="may contain *")
    parser.add_argument("--case", type=int, help="the number of one case to run again")
    parser.add_argument(
        "--cases", type=int, help="the number of cases of each kind; save no counts"
    )
    parser.add_argument(
        "--fixed",
        type=float,
        nargs="?",
        const=1.0,
        metavar="SHARE",
        help="run the fixed cases of a minute, or a share of them; save no counts",
    )
    parser.add_argument("--anew", action="store_true", help="reset the counts of earlier runs")
    return parser.parse_args(arguments)


def select_attacks(only: str) -> list[Attack]:
    """Return the attacks that match a name, with * as a wildcard."""
    pattern = only if "/" in only else f"{only}/*"
    return [attack for attack in all_attacks() if fnmatch(attack.name, pattern)]


def run_with_progress(campaign: Campaign, attacks: Sequence[Attack], seconds: float) -> None:
    """Run for some seconds with a progress bar, which also shows the counts."""
    tqdm.tqdm.monitor_interval = 0  # no thread beside forked processes
    with tqdm.tqdm(total=round(seconds), unit="s", mininterval=1) as bar:

        def show(elapsed: float) -> None:
            counts: dict[str, object] = {w: campaign.total(w) for w in ("inputs", "games")}
            bar.set_postfix(counts | {"findings": len(campaign.findings)}, refresh=False)
            bar.update(min(round(elapsed), bar.total or 0) - bar.n)

        campaign.run_for(attacks, seconds, show)


def print_report(campaign: Campaign) -> None:
    """Print the counts as a table, then every finding."""
    found = Counter(
        name for each in campaign.findings.values() for name in [attack_name(each.command)]
    )
    width = max(map(len, campaign.counts), default=0)
    print(f"{'':{width}}", *(f"{column:>9}" for column in (*TABLE_COLUMNS, "findings")))
    for name, counts in sorted(campaign.counts.items()):
        row = (*(counts[column] for column in TABLE_COLUMNS), found[name])
        print(f"{name:{width}}", *(f"{count or '':>9}" for count in row))
    total = (*map(campaign.total, TABLE_COLUMNS), len(campaign.findings))
    print(f"{'':{width}}", *(f"{count:>9}" for count in total))
    for finding in sorted(campaign.findings.values(), key=lambda each: each.signature):
        print(f"\n{finding.signature} (seen {finding.hits} times)")
        print(f"  {finding.problem}\n  {finding.given}\n  {finding.command}")
    for signature, times in campaign.unconfirmed.items():
        print(f"\nnot seen again when run alone, {times} times: {signature}")


def attack_name(command: str) -> str:
    """Return the name of the attack in a command."""
    return command.partition("--only ")[2].partition(" ")[0]


def save_counts(campaign: Campaign, *, anew: bool) -> None:
    """Add the counts to those of earlier runs."""
    sys.path.insert(0, str(REPOSITORY_ROOT))
    machine = import_module("benchmarks.lib.machine")
    before = {} if anew else machine.read(RESULTS_NAME)
    figures = {"command": "python scripts/fuzz.py", **add_counts(before, campaign.to_dict())}
    machine.write(RESULTS_NAME, figures)


def add_counts(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return the sum of two runs, by attack, and by kind for all games together."""
    old = before.get("counts", {})
    counts = {
        name: Counter(old.get(name, {})) + Counter(now["counts"].get(name))
        for name in sorted({*old, *now["counts"]})
    }
    kinds: dict[str, Counter[str]] = {}
    for name, each in counts.items():
        for kind in (name.partition("/")[2], "total"):
            kinds.setdefault(kind, Counter()).update(
                {column: each[column] for column in TABLE_COLUMNS}
            )
    found = {each["signature"]: each for each in (*before.get("findings", ()), *now["findings"])}
    return {
        "seeds": [*before.get("seeds", ()), *now["seeds"]],
        "CPU seconds": before.get("CPU seconds", 0) + now["CPU seconds"],
        "counts": {name: dict(each) for name, each in counts.items()},
        "attacks": {
            kind: dict(kinds[kind]) for kind in sorted(kinds, key=lambda k: (k == "total", k))
        },
        "findings": list(found.values()),
    }


if __name__ == "__main__":
    sys.exit(main())
