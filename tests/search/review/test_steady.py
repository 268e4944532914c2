"""Label, sentence and curve of a review are of one measure, and the same in every run."""

import re
from dataclasses import replace
from itertools import combinations, count
from pathlib import Path

import numpy as np
import pytest
from helpers import make_review, play_on, record_game

import polygames as pg
from polygames.plots import review_curve
from polygames.search.review import results, reviewing
from polygames.view.review_text import (
    chart_data,
    mover_text,
    summary_lines,
    verdict_sentence,
)

MARKED = {"inaccuracy", "mistake", "blunder"}


def test_what_nobody_can_judge_counts_in_no_accuracy(monkeypatch):
    """In Polygon random players had 94%: nothing was known of most of their moves."""
    monkeypatch.setattr(results, "MIN_MOVES_FOR_ACCURACY", 1)
    accurate = make_review(0.55, 0.55, 0.55)
    assert accurate.accuracy(0) == 100
    positions = tuple(
        replace(p, estimates=(p.estimates[0]._replace(low=-1.0, high=1.0),))
        for p in accurate.positions
    )
    assert replace(accurate, positions=positions).accuracy(0) is None
    blunder = make_review(0.55, 0.1, 0.1)
    assert 10 < blunder.accuracy(0) < 15
    unclear = make_review(0.55, 0.1, 0.1, error=0.5)
    assert unclear.moves[0].is_unclear
    assert (unclear.accuracy(0), unclear.loss(0)) == (None, 0.0)
    assert unclear.moves[0].loss == blunder.loss(0)


def test_of_few_moves_no_accuracy_is_said_and_why():
    few = make_review(*[0.5] * 10)
    assert (few.accuracy(0), few.accuracy(1)) == (100, None)
    assert summary_lines(few) == [
        "White: no mistake, accuracy 100%",
        "Black: no mistake, accuracy not shown: 4 of 5 real choices",
    ]


def test_the_figure_of_a_review_in_points_draws_the_curve_of_the_board():
    record = pg.Record(pg.new("territory", size=4, seed=2, penalty=0.5))
    for _ in range(4):
        record.push(next(iter(record.state.legal_moves)))
    found = pg.review(record, seconds=0.05, progress=False)
    ax, chart = review_curve(found), chart_data(found, 4)
    heights = [value for _, value in found.curve()]
    assert ax.lines[0].get_ydata().tolist() == pytest.approx(heights)
    assert (ax.get_ylabel(), chart["measure"]) == (found.unit, f"{found.unit} for Blue")
    top = float(chart["top"])
    shown = [2 * top * (y - 0.5) for _, y in chart["curves"][0]["points"]]
    assert shown == pytest.approx(heights, abs=0.01 * top)


# --- Whole games, read sentence by sentence -----------------------------------------------------

STUDY = {
    "territory": ({"preset": "half", "size": 8}, ("random", "greedy", "level 2")),
    "split": ({}, ("random", "greedy", "level 2")),
    "splitter": ({}, ("random", "greedy", "level 2")),
    "splinter": ({}, ("random", "greedy", "level 2")),
    "polygon": ({"n": 7}, ("random", "mobility", "level 2")),
}
"""The games, and who plays: against one like itself, the strong one against a random one."""


def played(game, name, seed):
    """Return a game of one of the players; the strong one plays against a random one."""
    options, _ = STUDY[game]
    other = "random" if name.startswith("level") else name
    agents = [pg.agent(each, game=game) for each in (name, other)]
    return play_on(record_game(game, **options), seed, 40, agents)


@pytest.mark.slow
@pytest.mark.parametrize("which", range(3))
@pytest.mark.parametrize("game", STUDY)
def test_a_review_has_one_voice(game, which):
    """With ``pytest -s`` all that is said of the games is printed, to be read."""
    found = pg.review(played(game, STUDY[game][1][which], which), seconds=0.03, progress=False)
    for line in summary_lines(found):
        print(line)  # noqa: T201 - to be read
    for each in found.moves:
        said = verdict_sentence(each)
        print(f"  {mover_text(each)} {said}")  # noqa: T201 - to be read
        assert faults_of(each, said) == []
    for seat, line in enumerate(summary_lines(found)[-found.start.seats :]):
        check_sums(found, seat, line)


def faults_of(each, said):
    """Return where label, loss and words of a move are not of one voice."""
    if each.value is None:
        return []
    rules, found = each.rules, []
    is_judged = each.label not in {"best", "forced", "unclear"}
    if each.label != (rules.classify_loss(each.measured_loss) if is_judged else each.label):
        found.append(f"{each.label} loses {each.loss}")
    begins = {"best": "The best", "forced": "The only"}.get(each.label, each.label.capitalize())
    if not said.startswith("All moves are equally good" if each.all_alike else begins):
        found.append("another label is said")
    told = "t loses " if rules.measure == "value" else "chance to win falls from "
    has_result = each.proved and rules.measure == "chance"
    is_told = each.cost_text and each.label not in {"best", "forced"} and not each.all_alike
    if is_told and not has_result and f"{told}{each.cost_text}" not in said:
        found.append(f"it does not say {each.cost_text!r}")
    if is_told and is_judged:
        numbers = [float(part) for part in re.findall(r"[\d.]+", each.cost_text)]
        shown = numbers[0] if rules.measure == "value" else (numbers[0] - numbers[1]) / 100
        if rules.classify_loss(round(shown, 9)) != each.verdict:
            found.append(f"{shown} is no {each.verdict}")
    if not is_told and told in said:
        found.append("it says a loss")
    if any(wrong in said for wrong in ("-0%", "−0 ", "loses 0 ", " 1 points", "nan", "None")):
        found.append("a number is not written as people do")
    return [f"{each.ply}: {fault}: {said}" for fault in found]


def check_sums(found, seat, line):
    """Counts, points and accuracy of a seat are those of its moves."""
    own = [each for each in found.moves if each.seat == seat and each.value is not None]
    labels = {label: [each.loss for each in own if each.label == label] for label in MARKED}
    good = [each.loss for each in own if each.label in {"best", "good", "forced"}]
    order = [good, *(labels[name] for name in ("inaccuracy", "mistake", "blunder"))]
    assert all(max(a) <= min(b) for a, b in combinations(filter(None, order), 2))
    for name, losses in labels.items():
        assert (results.verdict_count_text(len(losses), name) in line) is bool(losses)
    if found.unit == "final lead in points" and found.loss(seat) >= 0.05:
        assert f"{found.loss_text(seat)} lost" in line
    number, accuracy = found.decisions(seat), found.accuracy(seat)
    assert (accuracy is None) is (number < max(results.MIN_MOVES_FOR_ACCURACY, found.unclear(seat)))
    assert ("accuracy not shown" in line) is (accuracy is None)
    if accuracy is not None:
        shares = [
            each.rules.to_common_scale(each.measured_loss) for each in found._accuracy_moves(seat)
        ]
        assert accuracy == pytest.approx(np.mean(100 * np.exp(-4.354 * np.array(shares))))
    if found.started:
        check_sum_of_parts(line)


def check_sum_of_parts(line):
    """The parts of a player's points add up as they are written."""
    parts, result = line.partition(": ")[2].rsplit(": ", 1)[-1].split(" = ")
    numbers = re.findall(r"[+−]? ?[\d.]+(?= (?:expected|luck|lost|unclear))", parts)
    total = sum(float(each.replace(" ", "").replace("−", "-")) for each in numbers)
    assert len(numbers) >= 2
    assert result.split()[0] == f"{round(total, 1):g}"


@pytest.mark.parametrize("game", STUDY)
def test_the_same_work_gives_the_same_review_whatever_the_clock_says(monkeypatch, game):
    """`pg.review` gave 51 and 75 where the page of the board said 61 and 80."""
    record = played(game, "random", 5)
    while len(record.moves) > 8:
        record.pop()
    record.node.children.clear()
    first = pg.review(record, seconds=0.02, progress=False)
    late = count(step=1000)
    monkeypatch.setattr("polygames.runtime.clock.monotonic", lambda: next(late))
    assert pg.review(record, seconds=0.02, progress=False) == first
    *_, grown = reviewing(record, seconds=0.02, at_once=True)
    assert grown == first


def test_the_table_of_the_docs_says_what_the_games_declare():
    text = (Path(__file__).parents[3] / "docs/board.md").read_text(encoding="utf-8")
    for game in pg.games():
        [row] = re.findall(rf"^\| [\w, ]*{game.capitalize()}\b.*(\| less.*)\|$", text, re.MULTILINE)
        rules = pg.game(game).engine.verdicts
        least = [rules.inaccuracy, rules.mistake, rules.blunder]
        told = [float(each) for each in re.findall(r"[\d.]+", row)]
        per = 1 if rules.measure == "value" else 100
        assert told == pytest.approx([per * each for each in (least[0], *least)])
