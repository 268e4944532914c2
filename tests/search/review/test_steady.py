"""Label, sentence and curve of a review are of one measure, and say what the searches say."""

import re
from dataclasses import replace
from itertools import combinations, count
from pathlib import Path
from random import Random

import numpy as np
import pytest
from helpers import make_review, play_on, record_game

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.plots import review_curve
from polygames.search.review import results, reviewer, reviewing
from polygames.search.review.verdicts import judge_move, proofs_to_points
from polygames.widgets.panels.review_text import (
    chart_data,
    mover_text,
    summary_lines,
    verdict_sentence,
)

MARKED = {"inaccuracy", "mistake", "blunder"}


def test_what_is_proved_counts_in_front_of_it_too(monkeypatch):
    """Else a move is said to be even, and the next one to be played in a won game."""
    record = record_game("polygon", "A-C", "C-E", "E-A", n=6)
    open_, lost = (0.0, -1.0, 1.0), (-1.0, -1.0, -1.0)
    answers = iter([open_, open_, lost, open_])

    def found(task, _):
        value, is_proved = next(answers), task.state.ply == 2
        best = MoveValue(
            task.extra_moves[0] if task.extra_moves else "E-B", *value, proved=is_proved
        )
        return reviewer.PositionAnswer(Analysis(task.state, (best,), is_solved=is_proved))

    monkeypatch.setattr(reviewer, "_analyse_task", found)
    first, second, third = pg.review(record, progress=False).moves
    assert (first.value, first.after, first.proved_after) == (-1, -1, True)
    assert (second.value, second.after, second.proved) == (1, 1, True)
    assert (third.value, third.proved_before) == (-1, True)


def test_of_a_move_and_its_answer_the_larger_tree_counts():
    """White's curve fell from 89 to 56% and nothing was said: a small tree had the say."""
    state = pg.new("splinter")
    played, other = list(state.legal_moves)[:2]
    node = pg.Record(state).root.new_child(played)
    best = MoveValue(other, 0.8, 0.4, 1.0, visits=3654, chance=0.9)
    seen_little = MoveValue(played, 0.76, 0.4, 1.0, visits=212, chance=0.88)
    reply = next(iter(node.state.legal_moves))
    answer = MoveValue(reply, -0.12, -0.7, 0.5, visits=157006, chance=0.44)
    each = judge_move(node, Analysis(state, (best, seen_little)), Analysis(node.state, (answer,)))
    assert (each.chance, each.chance_after) == (0.9, 0.56)
    assert each.is_unclear, "the first tree does not say that another move is better"


def test_what_nobody_can_judge_counts_in_no_accuracy(monkeypatch):
    """In Polygon random players had 94%: nothing was known of most of their moves."""
    monkeypatch.setattr(results, "MIN_MOVES_FOR_ACCURACY", 1)
    review = make_review([0.55, 0.55, 0.55, 0.4], ["best", "good", "best", "good"], after=0.4)
    first, second, third, last = review.moves

    def accuracy(*moves):
        return replace(review, moves=moves).accuracy(0)

    open_first = replace(first, low=-1.0, high=1.0)
    blunder = replace(third, verdict="blunder", after=-1.0, loss=1.1, proved_after=True)
    unclear = replace(third, after=-1.0, verdict="good", proved_after=True)
    assert accuracy(first, second) == 100
    assert accuracy(open_first, second) is None
    assert accuracy(open_first, second, blunder, last) == accuracy(blunder) < 15
    assert accuracy(replace(blunder, low=-1.0, high=1.0)) == accuracy(blunder)
    assert unclear.is_unclear
    assert accuracy(unclear) is None


def test_of_few_moves_no_accuracy_is_said_and_why():
    few = make_review([0.5] * 9, ["best"] * 9)
    assert (few.accuracy(0), few.accuracy(1)) == (100, None)
    assert summary_lines(few) == [
        "White: no mistake, accuracy 100%",
        "Black: no mistake, no accuracy: it needs at least 5 real choices (this game: 4)",
    ]


def test_the_figure_of_a_review_in_points_draws_the_curve_of_the_board():
    record = pg.Record(pg.new("territory", size=4, seed=2, penalty=0.5))
    for _ in range(4):
        record.push(next(iter(record.state.legal_moves)))
    found = pg.review(record, seconds=0.05, progress=False)
    ax, chart = review_curve(found), chart_data(found, 4)
    heights = [each.value if each.seat == 0 else -each.value for each in found.moves]
    assert ax.lines[0].get_ydata().tolist()[:4] == pytest.approx(heights)
    assert (ax.get_ylabel(), chart["measure"]) == (found.unit, f"{found.unit} for Blue")
    top = float(chart["top"])
    shown = [2 * top * (y - 0.5) for _, y in chart["curves"][0]["points"]]
    assert shown[:4] == pytest.approx(heights, abs=0.01 * top)


def test_a_judgement_says_which_of_its_two_values_is_proved():
    state = pg.new("splinter")
    played, other = list(state.legal_moves)[:2]
    node = pg.Record(state).root.new_child(played)
    reply = next(iter(node.state.legal_moves))
    open_before = MoveValue(other, 0.8, 0.4, 1.0, visits=3654, chance=0.9)
    tie = MoveValue(reply, 0.0, 0.0, 0.0, proved=True, chance=0.5)
    even = MoveValue(reply, 0.0, -0.3, 0.3, visits=9000, chance=0.5)
    win = MoveValue(other, 1.0, 1.0, 1.0, proved=True, chance=1.0)
    for best, answer, flags in (
        (open_before, tie, (False, False, True)),
        (open_before, even, (False, False, False)),
        (win, even, (False, True, False)),
        (win, tie, (True, True, True)),
    ):
        later = Analysis(node.state, (answer,), is_solved=answer is tie)
        each = judge_move(node, Analysis(state, (best,)), later)
        assert (each.proved, each.proved_before, each.proved_after) == flags


@pytest.mark.parametrize(
    ("before", "after", "games", "verdict"),
    [
        (0.2, 0.3, 100_000, "good"),
        (0.1, 0.1, 100_000, "mistake"),
        (0.3, 0.1, 100_000, "good"),
        (0.45, 0.1, 100_000, "good"),
        (0.1, 0.1, 1000, "good"),
        (-0.4, -0.4, 1000, "blunder"),
    ],
)
def test_a_tree_calls_a_move_bad_only_beyond_what_two_trees_are_apart(
    before, after, games, verdict
):
    """The tree before the move has to see that, and so has the tree after it.

    Two small trees are farther apart than two large ones.
    """
    state = pg.new("splinter")
    first, second = list(state.legal_moves)[:2]
    node = pg.Record(state).root.new_child(second)

    def valued(move, value, half, visits):
        ends = value - half, value + half
        return MoveValue(move, value, *ends, visits, chance=(1 + value) / 2)

    ways = valued(first, 0.5, 0.6, games), valued(second, before, 0.8, games // 10)
    reply = next(iter(node.state.legal_moves))
    later = Analysis(node.state, (valued(reply, -after, 0.6, games),))
    each = judge_move(node, Analysis(state, ways), later)
    assert each.verdict == verdict
    apart = pg.game("splinter").engine.verdicts.tree_noise_after(games // 10 + games)
    if verdict != "good":
        assert each.loss < each.value - each.after - apart / 2 + 1e-3, "half of it may be noise"


def test_the_loss_of_marked_moves_stands_in_the_sum_of_splitter():
    """It said "2.5 play" beside a blunder that costs more."""
    record = record_game("splitter")
    while record.state.outcome is None:
        record.push(record.state.legal_moves.sample(Random(record.state.ply)))
    found = pg.review(record, seconds=0.002, progress=False)
    [first, *_] = [each for each in found.moves if each.value is not None]
    blunder = first.with_loss(3.5)
    moves = tuple(blunder if each is first else each for each in found.moves)
    found = replace(found, moves=moves)
    lost = found.loss(0)
    other = found.skill(0) + lost
    assert lost >= 3.5
    sum_of_all = found.started[0] + found.luck(0) - lost + other
    assert sum_of_all == pytest.approx(found.reached[0], abs=1e-9)
    [said] = summary_lines(found)
    assert f"− {lost:.1f} lost by moves" in said
    assert said.endswith(f" other play = {record.state.scores[0]:g} points")


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


@pytest.mark.parametrize("which", range(3))
@pytest.mark.parametrize("game", STUDY)
def test_a_review_has_one_voice(monkeypatch, game, which):
    """With ``pytest -s`` all that is said of the games is printed, to be read."""
    looks, analysed = {}, reviewer._analyse_task

    def noted(task, stop=None):
        found = analysed(task, stop)
        looks[task.state.ply] = found.analysis
        return found

    monkeypatch.setattr(reviewer, "_analyse_task", noted)
    found = pg.review(played(game, STUDY[game][1][which], which), seconds=0.03, progress=False)
    for line in summary_lines(found):
        print(line)  # noqa: T201 - to be read
    for each in found.moves:
        said = verdict_sentence(found, each)
        print(f"  {mover_text(each)} {said}")  # noqa: T201 - to be read
        assert faults_of(each, said) == []
    for seat, line in enumerate(summary_lines(found)):
        check_sums(found, seat, line)
    if found.is_opposed:
        check_curve(found, looks)


def faults_of(each, said):
    """Return where label, loss and words of a move are not of one voice."""
    if each.value is None:
        return []
    rules, lost, found = each.rules, each.measured_loss, []
    is_judged = each.verdict not in {"best", "forced"}
    if each.verdict != (rules.classify_loss(lost) if is_judged else each.verdict) or (
        lost and not is_judged
    ):
        found.append(f"{each.verdict} loses {lost}")
    begins = each.verdict.capitalize() if is_judged else "The "
    begins = "All moves are equally good" if each.all_alike else begins
    if not said.startswith("Unclear" if each.is_unclear else begins):
        found.append("another label is said")
    told = "It loses " if rules.measure == "value" else "chance to win falls from "
    number = f"{told}{each.cost_text}"
    has_result = each.proved and rules.measure == "chance"
    if is_judged and each.cost_text and not has_result and number not in said:
        found.append(f"it does not say {number!r}")
    if is_judged and each.cost_text:
        numbers = [float(part) for part in re.findall(r"[\d.]+", each.cost_text)]
        shown = numbers[0] if rules.measure == "value" else (numbers[0] - numbers[1]) / 100
        if rules.classify_loss(round(shown, 9)) != each.verdict:
            found.append(f"{shown} is no {each.verdict}")
    if not each.cost_text and not each.is_unclear and told in said:
        found.append("it says a loss")
    if each.is_unclear and lost:
        found.append("unclear, and loses")
    if any(wrong in said for wrong in ("-0%", "−0 ", " 1 points", "nan", "None")):
        found.append("a number is not written as people do")
    return [f"{each.ply}: {fault}: {said}" for fault in found]


def check_sums(found, seat, line):
    """Counts, points and accuracy of a seat are those of its moves."""
    own = [each for each in found.moves if each.seat == seat and each.value is not None]
    assert found.loss(seat) == pytest.approx(sum(each.loss for each in own))
    worst = {name: [each.loss for each in own if each.verdict == name] for name in MARKED}
    good = [each.loss for each in own if each.verdict not in MARKED]
    order = [good, *(worst[name] for name in ("inaccuracy", "mistake", "blunder"))]
    assert all(max(a) <= min(b) for a, b in combinations(filter(None, order), 2))
    for name, losses in worst.items():
        assert (results.verdict_count_text(len(losses), name) in line) is bool(losses)
    if found.unit == "final lead in points" and found.loss(seat) >= 0.05:
        assert f"{results.points_text(found.loss(seat))} lost" in line
    number, accuracy = found.decisions(seat), found.accuracy(seat)
    assert (accuracy is None) is (number < max(results.MIN_MOVES_FOR_ACCURACY, found.unclear(seat)))
    assert ("no accuracy" in line) is (accuracy is None)
    if accuracy is not None:
        shares = [
            each.rules.to_common_scale(each.measured_loss) for each in found._accuracy_moves(seat)
        ]
        mean = sum(100 * np.exp(-4.354 * share) for share in shares) / len(shares)
        assert accuracy == pytest.approx(mean)


def check_curve(found, looks):
    """An interval holds what the look at the position said, and what was said before of it."""
    for each, later in zip(found.moves, [*found.moves[1:], None], strict=True):
        look = proofs_to_points(looks[each.ply - 1]).value
        assert each.low <= look <= each.high or each.proved_before
        assert each.low <= each.value <= each.high
        told = each.after if later is None or each.seat == later.seat else -each.after
        assert later is None or later.low <= told <= later.high or later.proved_before


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
