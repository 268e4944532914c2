"""What the page of results says is what the files of figures hold."""

import json
from pathlib import Path

import pytest

from benchmarks import report
from polygames.arena.pairs import pair_interval
from polygames.arena.ratings import wilson

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")


def results(name):
    path = ROOT / "benchmarks" / "results" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


TEMPLATES = """
{each learned > rows} {seed:d} | {pairs} | {wins > 0} | {wins > 1} | {wins > 2} |
{share:.1%} ({interval:.1%}) |

{each split_values > explained} {key} | {2-8:.1%} | {8-14:.1%} | {14-20:.1%} | {20-40:.1%} |
{2-40:.1%} | {learned from:.1%} |

{each polygon_shapes > cases} {key} | {polygons:d} | {concurrent:d} | {seat 0 wins:d} |
{interval:.1%} | {replayed:#} |

{each splitter_rivals > pads} {key} | {decisions:d} | {with rivals:d} |
{at least > 0:.2f} ± {at least > 1:.2f} | {at most > 0:.2f} ± {at most > 1:.2f} |

{each polygon_rules > cases} {key} | {unfinished} of {games}, after {most moves} | {length:.2f} |
{first seat:.2f} | {decisions that matter:.2f} | {turns > 0:.2f} ± {turns > 1:.2f} |

{each polygon_levels > rows} {key} | {pairs} | {share:.1%} ({interval:.1%}) |

{each polygon_ten > cases > A-C > depths} A-C | {key} | {over before:.1%} |
{lines > mean:.1e} ± {lines > half:.0e} | {seat 0 > mean:.1e} ± {seat 0 > half:.0e} |
{seat 1 > mean:.1e} ± {seat 1 > half:.0e} |

{each polygon_ten > cases > A-E > depths} A-E | {key} | {over before:.1%} |
{lines > mean:.1e} ± {lines > half:.0e} | {seat 0 > mean:.1e} ± {seat 0 > half:.0e} |
{seat 1 > mean:.1e} ± {seat 1 > half:.0e} |

{each territory_advantage > proved} {key} x {key} | {boards} | {advantage:.1f} |
{lead with swap:.1f} | {worth of the right:.1f} |

{each split_endings > agents} {key} | {games} | {one open area} | {less than twice the limit} |
{won} | {lost} | {open} | {tries} | {beyond the bounds} |

{each openings > rows} {game} | {kind} | {openings:d} | {games:d} | {off:.2f} | {lost:d} |
{seconds:.1f} |

{each territory_solver > rows > penalty 0.5} {key} | {proved} of {boards} | {median:.2g} |
{largest:.2g} |
"""
"""What `benchmarks.report` writes a row by for each thing in a file."""


def template_rows():
    """Yield the rows that are written as those of the benchmarks' page are."""
    for template in TEMPLATES.strip().split("\n\n"):
        for row in report.rows("| " + template.replace("\n", " ")):
            first, rest = row.replace("– ± –", "").removeprefix("| ").split(" | ", 1)
            if "_solver" in template and int(first) < 28:
                continue  # the page has the largest boards
            if "polygon_shapes" in template or "polygon_rules" in template:
                first = first.replace("-", " | ")
            yield f"| {first} | {rest}"


def splinter_rows():
    """Yield a row of the page for each board and number of pieces."""
    for case, found in results("splinter_small")["cases"].items():
        for pieces in [key for key in found if key.endswith(" pieces")]:
            every, fair = found[pieces]["all"], found[pieces]["fair"]
            yield (
                f"| {case} | {pieces.split()[0]} | {every['starts']:,} | {every['mover wins']:,} "
                f"| {every['mover loses']:,} | {every['ties']:,} | {every['most plies']} "
                f"| {fair['mover wins']}, {fair['mover loses']}, {fair['ties']} |"
            )


def splitter_rows():
    """Yield a row of the page for each pad: what no player exceeds, and what strong scores."""
    strong = results("splitter_agents")["rows"]
    for pad, found in results("splitter_bound")["pads"].items():
        drawn, mean = found["drawn"], strong[f"strong-{pad}"]["mean"]
        below = max(each["found"][0] for each in found["beam"].values())
        yield (
            f"| {pad} | {drawn['hindsight'][0]:.2f} ± {drawn['hindsight'][1]:.2f} "
            f"| {found['proved']:.2f} "
            f"| {drawn['penalised'][0]:.2f} ± {drawn['penalised'][1]:.2f} "
            f"| {below:.2f} | {mean:.2f} | {found['proved'] - mean:.2f} |"
        )


def misere_rows():
    """Yield a row of the page for each polygon of misere Polygon."""
    words = {"+": "wins", "-": "loses", "?": "open"}
    for case, found in results("polygon_misere")["cases"].items():
        rule, corners = case.split("-")
        moves = ", ".join(f"{one['move']} {words[one['winner']]}" for one in found["first moves"])
        whole = {"+": "seat 0", "-": "seat 1", "?": "open"}[found["value"]]
        proved = sum(one["replayed"] for one in found["first moves"])
        yield f"| {rule} | {corners} | {whole} | {moves or 'none'} | {proved:,} |"


def choice_rows():
    """Yield a row of the page for each kind of first lines of Split, and each line played again."""
    found = results("split_choice")

    def span(key, row):
        return "{:.1%} ({:.1%} to {:.1%})".format(*row[key])

    for name, row in found["gains"].items():
        spans = (span(key, row) for key in ("gain at least", "gain at most"))
        tied, sure = row["all games tied"], row["one colour won all"]
        yield f"| {name.split('-')[0]} | {row['lines']} | {' | '.join(spans)} | {tied} | {sure} |"
    for agent, rows in found["best"].items():
        for row in rows:
            (a, _), (b, _) = row["line"]
            games, ties = len(row["games"]), row["games"].count("=")
            low, high = wilson(ties, games)
            shares = f"{ties} of {games} | {low:.1%} to {high:.1%} | {row['drawer']:.1%}"
            yield f"| {agent} | {a:g} and {b:g} | {shares} |"


def easy_rows():
    """Yield a row of the page for each of Take It Easy's agents and bounds."""
    found = results("take_it_easy")
    yield f"| no player, proved | | {found['proved']:.2f} |"
    names = {
        "penalised": "no player, with the penalty",
        "hindsight": "no board in hindsight",
        "learned": "agent *learned*",
        "careful": "agent *careful*",
    }
    for kind, row in found["drawn"].items():
        name = names[kind]
        yield f"| {name} | {row['games']} | {row['mean'][0]:.2f} ± {row['mean'][1]:.2f} |"


ROWS = (template_rows, splinter_rows, splitter_rows, misere_rows, choice_rows, easy_rows)


@pytest.mark.parametrize("row", [row for rows in ROWS for row in rows()])
def test_a_row_is_on_the_page(row):
    assert row in PAGE


def test_what_the_page_says_in_words_is_so():
    cases = results("splinter_small")["cases"].values()
    parts = [found[key] for found in cases for key in found if key.endswith(" pieces")]
    assert not any(part["fair"]["mover loses"] for part in parts)
    shapes = results("polygon_shapes")["cases"]
    for name, found in shapes.items():
        assert set(found["values"]) == {"-" if "-8-" in name else "+"}
    assert set(shapes["different-7-wide"]["first moves that win"]) == {"2"}
    more = shapes["different-7-narrow"]["first moves that win"]["23"]
    assert f"in {more} of the 1000 narrow ones" in PAGE


def test_what_the_page_says_of_splitter_in_words_is_so():
    pads = results("splitter_bound")["pads"]
    for pad in pads.values():
        assert f"{pad['groups']:.3f} and {pad['stars']:.3f} points" in PAGE
    assert (
        f"none has more than {pads['A']['proved']:.2f} together, and {pads['B']['proved']:.2f}"
        in PAGE
    )
    rows = results("splitter_agents")["rows"]
    for pad in pads:
        strong = rows[f"strong-{pad}"]
        low, high = strong["interval"]
        assert f"{strong['mean']:.2f} ({low:.2f} to {high:.2f})" in PAGE.replace("\n", " ")
        assert strong["games"] == 500
    for small in results("splitter_bound")["small"].values():
        assert small["optimum"] <= small["penalised"] <= small["proved"]
        assert small.get("by its values", small["optimum"]) == small["optimum"]
        assert small.get("learned", small["optimum"]) >= small["optimum"]


def test_what_the_page_says_of_taking_over_in_words_is_so():
    proved = results("territory_advantage")["proved"].values()
    assert sum(each["boards"] for each in proved) == 480
    assert all(each["ahead"] == 1 for each in proved)
    for each in proved:  # seat 0 is ahead on none
        behind, size = each["lead with swap"]["mean"], each["size of the lead with swap"]["mean"]
        assert behind == pytest.approx(-size)
    for key in ("size of the lead with swap", "size of the lead"):
        one, two, three = (each[key]["mean"] for each in proved)
        assert f"by {one:.1f}, {two:.1f} and {three:.1f}" in PAGE


def test_what_the_page_says_of_learned_values_in_words_is_so():
    trained, explained = results("splinter_train"), results("splinter_train")["explained"]
    for said in (
        f"{trained['games']:,} games, {trained['positions']:,} positions",
        f"explains {explained['net'][-1]:.1%} of the variance",
        f"squares fit, {explained['linear']:.1%}",
    ):
        assert said in PAGE
    spent = trained["CPU seconds"]
    assert spent["games"] + 2 * spent["fit"] < 5 * 60
    shares = [sum(both) / 2 for row in results("learned")["rows"].values() for both in row["games"]]
    (low, high), mean = pair_interval(shares), sum(shares) / len(shares)
    assert f"Together {mean:.1%} ({low:.1%} to {high:.1%}) of {len(shares)} pairs" in PAGE
    values = results("split_values")
    for name in ("net", "search"):
        more, low, high = values[f"gain of the {name}"]
        assert f"adds {more:+.1%} ({low:+.1%} to {high:+.1%})" in PAGE
    for name in ("evaluation", "net", "candidate"):
        assert f"{values['microseconds'][name]:.2f}" in PAGE


def test_what_the_page_says_of_polygons_levels_in_words_is_so():
    rows = results("polygon_levels")["rows"]
    ends = rows["level 5 against level 1"]["share"]
    odds = 1.0
    for low in range(1, 5):
        row = rows[f"level {low + 1} against level {low}"]
        share = row["share"]
        odds *= share / (1 - share)
        assert row["interval"][0] < 0.7 <= share <= 0.85
    assert f"would make {odds / (1 + odds):.1%}; they make {ends:.1%}" in PAGE


def test_what_the_page_says_of_misere_in_words_is_so():
    cases = results("polygon_misere")["cases"]

    def won(case):
        return {one["move"]: one["winner"] for one in cases[case]["first moves"]}

    for rule in ("different", "same", "mixed"):
        assert cases[f"{rule}-4"]["value"] == cases[f"{rule}-5"]["value"] == "-"
    assert won("different-6") == {"A-C": "-", "A-D": "+"}
    assert won("different-7") == {"A-C": "-", "A-D": "+"}
    assert won("same-6") == {"A-C": "-", "A-D": "-"}
    data = json.loads((ROOT / "notebooks/data/polygon_outcomes.json").read_text(encoding="utf-8"))
    usual = {
        (case["colors"], case["n"]): {one["move"]: one["value"] for one in case["first_moves"]}
        for case in data["cases"]
    }
    assert usual["different", 6] == {"A-C": -1, "A-D": 1}
    assert usual["different", 7] == {"A-C": 1, "A-D": -1}
    assert usual["same", 6] == {"A-C": 1, "A-D": 1}


def test_what_the_page_says_of_endings_and_large_boards_in_words_is_so():
    for row in results("split_endings")["agents"].values():
        assert row["beyond the bounds"] == 0
        assert row["won"] + row["lost"] + row["open"] == row["less than twice the limit"]
    rows = results("split_endings")["agents"].values()
    total = {key: sum(row[key] for row in rows) for key in next(iter(rows))}
    near, decided = total["less than twice the limit"], total["won"] + total["lost"]
    assert f"decide {decided} of the {near} endings" in PAGE
    assert f"and none of {total['tries']} games went beyond them" in PAGE
    assert f"apply to {near} of {total['one open area']} endings" in PAGE
    kinds = {row["kind"]: row for row in results("openings")["rows"] if row["game"] == "polygon"}
    chance, balanced = kinds["by chance"], kinds["balanced"]
    assert f"({chance['lost']} of {chance['openings']} were won by one seat)" in PAGE
    assert f"{balanced['openings']} balanced ones {balanced['lost']} were" in PAGE
    row = results("territory_solver")["rows"]["penalty 0.5"]["36"]
    assert f"36 tiles take {row['median']:.1f} seconds in the median" in PAGE
    assert row["median"] <= 15


def test_what_the_page_says_of_colour_rules_in_words_is_so():
    cases = results("polygon_rules")["cases"]
    endless = [cases[f"any-{corners}"] for corners in range(5, 10)]
    assert all(case["unfinished"] == case["games"] for case in endless)
    assert sum(case["games"] for case in endless) == 300
    for corners in range(6, 10):
        case = cases[f"mixed-{corners}"]
        assert case["unfinished"] > case["games"] / 2
    for corners in (4, 5, 6, 7):
        assert not cases[f"different-{corners}"]["unfinished"]
    assert not cases["same-6"]["unfinished"]
    for case, said in (("same-7", 21), ("same-8", 73), ("different-8", 23)):
        assert (cases[case]["unfinished"], cases[case]["games"]) == (said, 200)
    for case, said in (("different-9", 22), ("same-9", 29)):
        assert (cases[case]["unfinished"], cases[case]["games"]) == (said, 40)
    seven, eight = cases["different-7"], cases["different-8"]
    assert f"{seven['decisions that matter'][0]:.0%} of the decisions" in PAGE
    assert f"where {eight['decisions that matter'][0]:.0%} of the decisions" in PAGE
    assert eight["length"][0] / seven["length"][0] == pytest.approx(5 / 3, abs=0.05)
    assert seven["turns"][0] / cases["different-6"]["turns"][0] == pytest.approx(2, abs=0.2)
