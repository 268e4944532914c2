"""A review tells what every move cost, calls a mistake only what is one, and can be interrupted."""

from dataclasses import replace
from random import Random
from threading import Event

import joblib
import pytest
from helpers import make_review, play_on, record_game, to_move
from oracles.review_by_brute_force import (
    EXHAUSTIBLE_GAMES,
    brute_force,
    find_faults,
    random_record,
    territory_value,
)

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.core.descriptions import move_text
from polygames.core.errors import OptionError
from polygames.core.plugs import Verdicts
from polygames.plots import review_curve
from polygames.search.review import Estimate, Review, annotate, reviewer, reviewing
from polygames.search.review.findings import Candidate, Finding, find_alternatives
from polygames.search.review.positions import Scale, exact_estimate
from polygames.search.review.table import evaluate_positions

RESULT = Scale("result", -1.0, 1.0, "result", 2)

# --- Proved values are exact --------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("game", "most"), [("polygon", 1), ("territory", 3), ("splinter", 2)])
def test_no_value_or_verdict_is_wrong_by_brute_force(game, most):
    rng, bounds, seen = Random(3), brute_force(2 if game == "splinter" else 60), 0
    for options in EXHAUSTIBLE_GAMES[game][:most]:
        found = pg.review(random_record(game, options, rng), seconds=0.05, progress=False)
        assert found.is_complete
        assert list(find_faults(found, bounds)) == []
        seen += sum(each.proved for each in found.moves)
    assert seen


@pytest.mark.parametrize("penalty", [1 / 3, 0.5, 1, -0.5])
@pytest.mark.parametrize("ending", ["all", "stuck"])
@pytest.mark.parametrize("others", [{}, {"swap": True}, {"value": "linear"}, {"solitaire": True}])
def test_small_boards_of_territory_have_the_values_of_brute_force(penalty, ending, others):
    ending = "all" if "solitaire" in others else ending
    for seed in range(3):
        options = {"size": 3 + seed % 2, "seed": seed, "penalty": penalty, "ending": ending}
        record = random_record("territory", options | others, Random(seed))
        found = pg.review(record, seconds=60, progress=False)
        assert all(each.proved for each in found.moves), "boards so small are solved at once"
        for each in found.positions:
            assert each.for_seat(0).value == pytest.approx(territory_value(each.node.state))


@pytest.mark.parametrize(
    ("measure", "value"), [("lead", "lead"), ("total", "score"), ("result", "end of the scale")]
)
def test_the_value_of_a_last_move_is_that_of_the_finished_game(measure, value):
    """Where no search knows anything, the end of the game does."""
    record = play_on(record_game("territory", size=4, seed=2, penalty=0.5, ending="stuck"), 1)
    *_, before, last = record.path
    own, other = (last.state.scores[seat] for seat in (before.state.turn, 1 - before.state.turn))
    scale = Scale("points", -99.0 if measure != "total" else 0.0, 99.0, measure, 2)
    first, _ = evaluate_positions([before, last], {id(before): Finding(scale=scale)}, scale)
    known = {"lead": own - other, "score": own, "end of the scale": 99.0 if own > other else -99.0}
    assert own != other
    assert first.for_seat(before.state.turn).value == pytest.approx(known[value])


# --- Verdicts -----------------------------------------------------------------------------------


def test_a_won_game_thrown_away_is_a_blunder_and_what_wins_is_best():
    found = pg.review(record_game("polygon", "A-C", "C-E", n=6), seconds=2)
    first, second = found.moves
    assert (first.verdict, first.value, first.after, first.loss) == ("blunder", 1, -1, 2)
    assert (first.ply, first.seat, first.proved, first.chance) == (1, 0, True, 1)
    assert first.line[0] == first.best != first.move
    assert first.answer[0] == first.move
    assert (second.verdict, second.best, second.loss) == ("best", second.move, 0)


def judge(best, played, **finding):
    """Return the review of a move by the estimates of the best other move and of the move."""
    record = play_on(record_game("splinter"), 0, 1)
    root, node = record.path
    other = next(move for move in root.state.legal_moves if move != node.move)
    reply = next(iter(node.state.legal_moves))
    findings = {
        id(root): Finding(Candidate(best, (other,)), **finding),
        id(node): Finding(proof=Candidate(played.for_opponent(), (reply,)))
        if played.proved
        else Finding(Candidate(played.for_opponent(), (reply,))),
    }
    (move,) = Review(root.state, evaluate_positions(record.path, findings, RESULT)).moves
    return move


def estimate(value, error):
    return Estimate(value, value - 2 * error, value + 2 * error, chance=(1 + value) / 2)


def proof(value, distance=None):
    return exact_estimate(value, (1 + value) / 2, distance)


@pytest.mark.parametrize(
    ("value", "after", "error", "label"),
    [
        (0.5, 0.42, 0.01, "good"),
        (0.5, 0.35, 0.01, "inaccuracy"),
        (0.5, 0.27, 0.01, "mistake"),
        (0.5, -0.1, 0.1, "blunder"),
        (0.5, -0.1, 0.2, "blunder"),
        (0.5, -0.1, 0.22, "unclear"),  # 0.6 is less than two errors of the difference
        (0.5, 0.45, 0.4, "good"),
    ],
)
def test_a_bad_verdict_needs_a_loss_above_a_threshold_and_above_two_errors(
    value, after, error, label
):
    found = judge(estimate(value, error), estimate(after, error))
    assert found.label == label
    assert (found.verdict == "good") is (label in {"good", "unclear"})
    assert found.loss == found.value - found.after, "an unclear loss is a number, too"


@pytest.mark.parametrize("game", pg.games())
def test_values_have_the_error_that_their_game_declares(game):
    """The interval of 95% has two errors on each side, within the interval of the analysis."""
    state = to_move(pg.new(game, **({"size": 6} if game == "territory" else {})), 1)
    value = MoveValue(state.legal_moves.sample(Random(1)), 0.25, -8.0, 8.0)
    analysis, rules = Analysis(state, (value,), scale=(-9.0, 9.0)), pg.game(game).engine.verdicts
    found = find_alternatives(analysis, ()).alternative.estimate
    error = rules.standard_error(0.25)
    far = 8.25 if error is None else 2 * error
    assert found.value == 0.25
    assert (found.low, found.high) == pytest.approx((max(-8, 0.25 - far), min(8, 0.25 + far)))


def test_a_value_of_which_only_the_mean_is_known_makes_no_proved_loss_a_mistake():
    """The error is then the largest possible one."""
    state = pg.new("polygon", n=6)
    even = MoveValue(state.parse("A-D"), 0.0, -1.0, 1.0)
    best = find_alternatives(Analysis(state, (even,)), ()).alternative.estimate
    assert (best.low, best.high) == (-1, 1)
    assert judge(best, proof(-1)).label == "unclear"


def test_a_quick_look_calls_no_move_bad_unless_it_is_a_proof():
    found = make_review(0.9, 0.1, 0.1)
    quick = replace(found, positions=tuple(replace(p, is_quick=True) for p in found.positions))
    assert [each.label for each in found.moves] == ["blunder", "best"]
    assert [each.label for each in quick.moves] == ["good", "best"]
    assert quick.is_quick_look
    certain = judge(proof(1), proof(-1))
    assert replace(certain, before=replace(certain.before, is_quick=True)).verdict == "blunder"


def test_a_slower_win_is_no_mistake():
    slower = judge(proof(1, 3), proof(1, 9))
    assert (slower.verdict, slower.loss) == ("good", 0)
    assert judge(proof(1, 9), proof(1, 8)).verdict == "best", "with the move, it is as fast"


@pytest.mark.parametrize(
    ("longest", "after", "verdict"), [(6, 2, "good"), (None, 2, "good"), (6, 5, "best")]
)
def test_how_soon_a_lost_game_ends_is_said_of_its_longest_defence(longest, after, verdict):
    """It said "loses within 2 moves" of a game that lasts 6: those were of the move played."""
    found = judge(proof(-1, longest), proof(-1, after), is_rest_proved=True)
    assert (found.verdict, found.distance, found.proved) == (verdict, longest, True)


def test_a_mirror_image_of_the_best_move_is_best():
    state = pg.new("splitter", players=1).play("roll 6-3")
    best, image, other = map(state.parse, ("r3c7=6", "r3c0=6", "r2c3=6"))
    values = [(best, 30.0), (image, 28.0), (other, 27.0)]
    moves = tuple(MoveValue(move, value, value - 0.1, value + 0.1) for move, value in values)
    node = pg.Record(state).root.new_child(image)
    found = find_alternatives(Analysis(state, moves, "points"), [node])
    assert found.alternative.line == (other,)
    solved = Analysis(state, (replace(moves[0], proved=True), *moves[1:]), is_solved=True)
    assert find_alternatives(solved, [node]).played[image].value == 30


def test_beside_a_proved_tie_another_move_may_be_worth_more():
    found = judge(proof(0), Estimate(-0.25, -0.5, 0.5))
    assert (found.low, found.value, found.high, found.proved_before) == (0, 0, 0.5, False)


@pytest.mark.parametrize(
    ("value", "is_rest_proved", "is_proved"), [(0, False, False), (0, True, True), (1, False, True)]
)
def test_a_win_proves_the_position_before_it_and_a_tie_only_with_all_other_moves(
    value, is_rest_proved, is_proved
):
    found = judge(proof(-1), proof(value, 1), is_rest_proved=is_rest_proved)
    assert (found.proved_after, found.proved_before, found.loss) == (True, is_proved, 0)
    assert found.distance == (2 if value else 1 if is_proved else None)


def test_a_proof_counts_before_any_estimate():
    won, even = proof(1), estimate(0.5, 0.1)
    found = judge(estimate(0.9, 0.1), even, proof=Candidate(won, ()))
    assert (found.value, found.proved_before, found.proved_after) == (1, True, False)
    assert judge(estimate(0.9, 0.1), won).value == 1


def test_what_a_search_proves_of_a_position_limits_all_later_values(monkeypatch):
    """Otherwise a move is even, and the next one is played in a won game."""
    record = record_game("polygon", "A-C", "C-E", "E-A", n=6)

    def find(task, _):
        value, is_proved = (-1.0, True) if task.state.ply == 1 else (0.5, False)
        move = next(each for each in task.state.legal_moves if each not in task.extra_moves)
        best = MoveValue(move, value, value, value, proved=is_proved)
        return Analysis(task.state, (best,), is_solved=is_proved)

    monkeypatch.setattr(reviewer, "_analyse_task", find)
    first, second, third = pg.review(record, progress=False).moves
    assert (first.value, first.after, first.proved) == (1, 1, True)
    assert (second.value, second.after, second.proved) == (-1, -1, True)
    assert (third.value, third.proved_before) == (1, True)


def test_a_played_move_that_may_keep_a_proved_win_is_unclear_if_no_other_is_known():
    found = judge(estimate(0.1, 0.1), estimate(0.3, 0.1), proof=Candidate(proof(1), ()))
    assert (found.best, found.label, found.loss) == (None, "unclear", 0.7)
    assert str(found).endswith("good, chance to win 100% to 65%")


def test_a_proved_tie_is_called_one_in_python_too():
    found = judge(proof(0), proof(-1), is_rest_proved=True)
    words = move_text(found.node.parent.state, found.move)
    assert f"{found.ply}. {words}: blunder, a tied game is now lost (proved)" in str(found)


def test_the_only_move_is_forced():
    record = record_game("polygon", "A-C", "C-E", "E-A", n=6)
    while len(record.state.legal_moves) > 1:
        record.push(next(iter(record.state.legal_moves)))
    record.push(next(iter(record.state.legal_moves)))
    assert pg.review(record, seconds=0.2).moves[-1].verdict == "forced"


def test_a_line_that_no_search_would_try_has_a_value():
    state = pg.new("split")
    odd = state.draw((0, 0.7312), (10, 0.7745))
    found = pg.review(record_game("split", odd), seconds=0.2).moves[0]
    assert found.low <= found.value <= found.high
    assert found.loss == found.value - found.after >= 0
    state.play(found.best)


# --- The course of a review ---------------------------------------------------------------------


def test_a_players_own_sign_stays():
    record = record_game("polygon", "A-C", n=6)
    record.glyph = "!?"
    annotate(pg.review(record, seconds=2), record)
    assert record.glyph == "!?"


def test_branches_are_looked_at_if_asked_for():
    record = record_game("polygon", "A-C", n=6)
    record.pop()
    record.push("A-D")
    assert [str(each.move) for each in pg.review(record, seconds=2).moves] == ["A-D"]
    found = pg.review(record, seconds=2, branches=True).moves
    assert [(str(each.move), each.verdict) for each in found] == [
        ("A-D", "best"),
        ("A-C", "blunder"),
    ]


def test_an_interrupt_keeps_the_last_moves(monkeypatch):
    record, real = record_game("polygon", "A-C", "C-E", "E-A", n=6), reviewer.deepen

    def deepen(state, **options):
        if state.ply == 0:
            raise KeyboardInterrupt
        return real(state, **options)

    monkeypatch.setattr(reviewer, "deepen", deepen)
    with pytest.raises(pg.Interrupted) as stopped:
        pg.review(record, seconds=1, progress=False)
    found = stopped.value.result
    assert [each.ply for each in found.moves] == [2, 3]
    assert not found.is_complete
    assert "interrupted" in str(found)
    assert [ply for ply, _ in found.curve()] == [1, 2, 3]


def test_a_flag_stops_a_review():
    stop, record = Event(), record_game("polygon", "A-C", "C-E", "E-A", n=6)
    growing = reviewing(record, seconds=1, stop=stop)
    assert [len(next(growing).moves) for _ in range(2)] == [0, 1]
    stop.set()
    assert list(growing) == []


def test_many_workers_find_the_same():
    record = record_game("polygon", "A-C", "C-E", "E-A", n=6)
    alone = pg.review(record, seconds=2, progress=False)
    with joblib.parallel_config(backend="threading", n_jobs=2):
        assert pg.review(record, seconds=2, progress=False) == alone
    with pytest.raises(OptionError, match="workers"):
        pg.review(record, workers=0)


def test_an_agent_that_keeps_its_tree_can_judge():
    record = record_game("splinter", "b3-c3", board=["BwW.", "..b.", "..wb"])
    found = pg.review(record, agent="mcts", seconds=0.05)
    assert len(found.moves) == 1
    with pytest.raises(OptionError, match="cannot review a game: choose one that searches"):
        pg.review(record, agent="greedy")


def test_it_shows_itself():
    found = pg.review(record_game("polygon", "A-C", "C-E", n=6), seconds=2)
    shown = found._repr_mimebundle_()
    assert "blunder" in shown["text/plain"]
    assert shown["image/png"]
    ax = review_curve(found)
    assert ax.lines[0].get_xydata().tolist() == [[0, 1], [1, -1], [2, -1]]
    (mark,) = (line for line in ax.lines if line.get_marker() not in {"None", None, ""})
    assert mark.get_xydata().tolist() == [[1, -1]], "where the board has it: after the move"
    assert list(found.frame()["verdict"]) == ["blunder", "best"]
    assert found.counts(0)["blunder"] == 1
    assert found.curve(1) == [(0, -1), (1, 1), (2, 1)]


def test_verdicts_are_declared_by_the_game():
    assert pg.game("splitter").engine.verdicts.measure == "value"
    assert pg.game("territory").engine.verdicts.classify_loss(5.0) == "mistake"
    assert pg.game("polygon").engine.verdicts.measure == "chance"
    assert [Verdicts().classify_loss(loss) for loss in (0.04, 0.05, 0.1, 0.15)] == [
        "good",
        "inaccuracy",
        "mistake",
        "blunder",
    ]
