"""A review says what every move cost, calls a mistake only what is one, and can be kept."""

from dataclasses import replace
from random import Random
from threading import Event

import joblib
import pytest
from helpers import record_game, to_move
from oracles.review_by_brute_force import (
    EXHAUSTIBLE_GAMES,
    brute_force,
    find_faults,
    random_record,
    territory_faults,
)

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.core.errors import OptionError
from polygames.core.plugs import Verdicts
from polygames.plots import review_curve
from polygames.search.review import annotate, reviewing
from polygames.search.review.verdicts import judge_move


@pytest.mark.slow
@pytest.mark.parametrize(("game", "most"), [("polygon", 1), ("territory", 3), ("splinter", 2)])
def test_no_verdict_is_wrong_by_values_of_brute_force(game, most):
    rng, bounds, moves = Random(3), brute_force(2 if game == "splinter" else 60), []
    for options in EXHAUSTIBLE_GAMES[game][:most]:
        found = pg.review(random_record(game, options, rng), seconds=0.05, progress=False)
        assert found.is_complete
        moves += found.moves
    assert [fault for each in moves for fault in find_faults(each, bounds)] == []
    assert any(each.proved for each in moves)


@pytest.mark.parametrize("penalty", [1 / 3, 0.5, 1, -0.5])
@pytest.mark.parametrize("ending", ["all", "stuck"])
@pytest.mark.parametrize("others", [{}, {"swap": True}, {"value": "linear"}, {"solitaire": True}])
def test_moves_of_territory_cost_what_brute_force_says_the_last_ones_included(
    penalty, ending, others
):
    if "solitaire" in others:
        ending = "all"
    seen = last = 0
    for seed in range(3):
        options = {"size": 3 + seed % 2, "seed": seed, "penalty": penalty, "ending": ending}
        record = random_record("territory", options | others, Random(seed))
        for each in pg.review(record, seconds=60, progress=False).moves:
            assert each.proved, "boards so small are solved at once"
            seen += 1
            last += each.node.state.outcome is not None
            assert territory_faults(each) == []
    assert seen > last == 3


def test_a_last_move_is_worth_the_lead_and_not_the_end_of_the_scale():
    """Where nothing else is known of the move, the end of the game says it."""
    record = pg.Record(pg.new("territory", size=4, seed=2, penalty=0.5, ending="stuck"))
    while record.state.outcome is None:
        record.push(next(iter(record.state.legal_moves)))
    last = record.path[-1]
    before = last.parent.state
    lead = last.state.scores[before.turn] - last.state.scores[1 - before.turn]
    unknown = Analysis(before, (), "points", "", (-99.0, 99.0), "lead")
    assert judge_move(last, unknown, None).value == pytest.approx(lead)
    result = replace(unknown, measure="result")
    assert judge_move(last, result, None).value in {-99.0, 0.0, 99.0}
    total = replace(unknown, measure="total")
    assert judge_move(last, total, None).value == last.state.scores[before.turn]


def test_what_moves_look_like_at_once_calls_none_bad():
    """No search has looked ahead: the noise of a search says nothing of them."""
    state = pg.new("territory", size=4, seed=2, penalty=0.5)
    best, played = list(state.legal_moves)[:2]
    values = MoveValue(best, 30.0, -60.0, 60.0), MoveValue(played, 0.0, -90.0, 60.0)
    node = pg.Record(state).root.new_child(played)

    def found(depth):
        moves = tuple(replace(each, depth=depth) for each in values)
        return judge_move(node, Analysis(state, moves, "points", "", (-99.0, 99.0), "lead"), None)

    assert (found(0).verdict, found(2).verdict) == ("good", "blunder")


def test_a_won_game_thrown_away_is_a_blunder_and_what_wins_is_best():
    found = pg.review(record_game("polygon", "A-C", "C-E", n=6), seconds=2)
    first, second = found.moves
    assert (first.verdict, first.value, first.after, first.loss) == ("blunder", 1, -1, 2)
    assert (first.ply, first.seat, first.proved, first.chance) == (1, 0, True, 1)
    assert first.line[0] == first.best != first.move
    assert first.answer[0] == first.move
    assert (second.verdict, second.best, second.loss) == ("best", second.move, 0)


def judged(best, played, **more):
    state = pg.new("splinter")
    moves = list(state.legal_moves)[:2]
    values = [MoveValue(moves[0], **best), MoveValue(moves[1], **played)]
    node = pg.Record(state).root.new_child(moves[1])
    return judge_move(node, Analysis(state, tuple(values)), None, **more)


def estimate(value, half):
    chance = (1 + value) / 2
    return {"value": value, "low": value - half, "high": value + half, "chance": chance}


def test_a_loss_within_the_noise_is_no_mistake():
    assert judged(estimate(0.5, 0.4), estimate(-0.1, 0.4)).verdict == "good"
    assert judged(estimate(0.5, 0.1), estimate(-0.1, 0.1)).verdict == "blunder"
    assert judged(estimate(0.5, 0.01), estimate(0.35, 0.01)).verdict == "inaccuracy"
    assert judged(estimate(0.5, 0.01), estimate(0.27, 0.01)).verdict == "mistake"


def test_what_is_not_proved_cannot_lose_to_what_is_open():
    lost = {**estimate(-1, 0), "proved": True}
    assert judged(estimate(0, 1), lost).verdict == "good"


def test_a_proved_loss_counts_beside_an_estimate_of_more_than_the_games_doubt():
    lost, doubt = (
        {**estimate(-1, 0), "proved": True},
        pg.game("splinter").engine.verdicts.estimate_noise,
    )
    for best, verdict in ((-1 + doubt / 2, "good"), (-1 + 2 * doubt, "blunder")):
        reaching = {**estimate(best, 0.6), "low": -1.0}
        assert judged(reaching, lost).verdict == verdict
        assert judged(reaching, estimate(-1, 0)).verdict == "good"


def test_a_slower_win_is_no_mistake():
    won = {**estimate(1, 0), "proved": True}
    slower = judged({**won, "distance": 3}, {**won, "distance": 9})
    assert (slower.verdict, slower.loss) == ("good", 0)
    assert judged({**won, "distance": 9}, {**won, "distance": 9}).verdict == "best"


def test_a_mirror_image_of_the_best_move_is_best():
    state = pg.new("splitter", players=1).play("roll 6-3")
    best, image, other = map(state.parse, ("r3c7=6", "r3c0=6", "r2c3=6"))
    values = [(best, 30.0), (image, 28.0), (other, 28.0)]
    moves = tuple(MoveValue(move, value, value - 0.1, value + 0.1) for move, value in values)
    for move, verdict in ((image, "best"), (other, "mistake")):
        node = pg.Record(state).root.new_child(move)
        found = judge_move(node, Analysis(state, moves, "points", "", (0.0, 80.0), "total"), None)
        assert (found.verdict, found.best) == (verdict, image if move == image else best)


def test_how_soon_a_lost_game_ends_is_told_of_its_longest_defence():
    """It said "loses within 2 moves" of a game that lasts 6: those were of the move played."""
    lost = {**estimate(-1, 0), "proved": True}
    for longest, played, verdict in ((6, 2, "good"), (None, 2, "good"), (6, 6, "best")):
        found = judged({**lost, "distance": longest}, {**lost, "distance": played})
        assert (found.verdict, found.distance) == (verdict, longest)


def test_beside_a_proved_tie_another_move_may_be_worth_more():
    found = judged({**estimate(0, 0), "proved": True}, estimate(-0.25, 0.75))
    assert (found.low, found.value, found.high, found.proved_before) == (0, 0, 0.5, False)


def test_one_proved_move_proves_no_tie_and_what_comes_later_takes_a_move_more():
    state = pg.new("splinter")
    node = pg.Record(state).root.new_child(next(iter(state.legal_moves)))
    reply = next(iter(node.state.legal_moves))
    for value, is_solved, proof in ((0, False, False), (0, True, True), (1, False, True)):
        sure = {**estimate(value, 0), "proved": True, "distance": 1}
        later = Analysis(node.state, (MoveValue(reply, **sure),), is_solved=is_solved)
        found = judge_move(node, Analysis(state, ()), later)
        assert (found.proved_after, found.distance) == (proof, 2 if value else None)


def test_a_proved_tie_is_called_one_in_python_too():
    tied, lost = {**estimate(0, 0), "proved": True}, {**estimate(-1, 0), "proved": True}
    found = replace(judged(tied, lost), proved=True)
    assert f"{found.ply}. {found.move}: blunder, a tied game is now lost (proved)" in str(found)


def test_the_only_move_is_forced():
    record = record_game("polygon", "A-C", "C-E", "E-A", n=6)
    while len(record.state.legal_moves) > 1:
        record.push(next(iter(record.state.legal_moves)))
    record.push(next(iter(record.state.legal_moves)))
    assert pg.review(record, seconds=0.2).moves[-1].verdict == "forced"


def test_a_line_that_no_search_would_try_is_judged_in_the_same_search():
    state = pg.new("split")
    odd = state.draw((0, 0.7312), (10, 0.7745))
    found = pg.review(record_game("split", odd), seconds=0.2).moves[0]
    assert found.after is not None
    assert found.low <= found.value <= found.high
    assert found.loss == pytest.approx(found.value - found.after)
    state.play(found.best)


def of_two_searches(loss, half, later_loss, later_half):
    """Judge a move of Split by what two searches say of it that look equally far."""
    state, lead = pg.new("split"), 1.7
    first, second = [state.legal_moves.sample(Random(seed)) for seed in (1, 2)]
    node = pg.Record(state).root.new_child(second)
    value, later = lead - loss, later_loss - lead
    best = MoveValue(first, lead, lead - 3, lead + 3, depth=4, chance=0.7)
    played = MoveValue(second, value, value - half, value + half, depth=4, chance=0.5)
    ends = later - later_half, later + later_half
    answer = MoveValue("color red", later, *ends, depth=4, chance=0.6)
    return judge_move(node, Analysis(state, (best, played)), Analysis(node.state, (answer,)))


def test_of_two_values_as_well_known_that_of_the_search_of_the_best_move_counts():
    for half in (0.1, 0.7, 2.66, 3.0):  # rounded, either interval may be the wider one
        assert of_two_searches(2, half, 9, half).loss == pytest.approx(2)
    assert of_two_searches(2, 3, 9, 2).loss == pytest.approx(9)


def test_what_one_search_does_not_say_is_noise_though_another_one_that_looks_as_far_says_so():
    assert pg.game("split").engine.verdicts.noise == 1
    for one, other, verdict in ((3, 3, "inaccuracy"), (0.5, 3, "good"), (3, 0.5, "good")):
        assert of_two_searches(one, 3, other, 2.9).verdict == verdict


def growing(chances, *, end):
    """Return a move of Split, and answers of a search: the chance after it, with an end or not."""
    state = pg.new("split")
    first, second = [state.legal_moves.sample(Random(seed)) for seed in (1, 2)]
    node = pg.Record(state).root.new_child(second)
    best = MoveValue(first, 2.0, 0.0, 4.0, depth=4, chance=0.7)
    answers = []
    for chance in chances:
        value = -50.0 if chance == 0 else 20 * chance - 12
        ends = (value, value) if chance == 0 else (value - 2, value + 2)
        line = (second, *end)
        known = {"depth": 4, "chance": chance, "proved": chance == 0, "line": line}
        moves = best, MoveValue(second, value, *ends, **known)
        answers.append(Analysis(state, moves, "points", "", (-50.0, 50.0)))
    return node, answers


@pytest.mark.parametrize(
    ("earlier", "last", "verdict"),
    [
        (0.1, 0.15, "blunder"),
        (0.48, 0.1, "mistake"),
        (0.65, 0.1, "good"),
        (0.1, 0.65, "good"),
        (0.75, 0.1, "best"),  # it said "good", and named the move itself as the best one
        (0.65, 0.0, "blunder"),  # proved
    ],
)
def test_a_move_is_as_bad_as_the_last_two_answers_both_say_unless_it_is_proved(
    monkeypatch, earlier, last, verdict
):
    node, answers = growing((0.2, earlier, last), end=())
    assert judge_move(node, answers[-1], None, answers[-2]).verdict == verdict
    _, with_lines = growing((last,), end=("color red",))  # says no other values
    running = __import__("importlib").import_module("polygames.search.review.reviewer")
    monkeypatch.setattr(running, "deepen", lambda *_, **__: iter([*answers, *with_lines]))
    monkeypatch.setattr(running, "load_search", lambda *_: None)
    record = pg.Record(node.parent.state)
    record.push(node.move)
    assert pg.review(record, seconds=1, progress=False).moves[0].verdict == verdict


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


def test_an_interrupt_keeps_what_was_judged(monkeypatch):
    record = record_game("polygon", "A-C", "C-E", "E-A", n=6)
    running = __import__("importlib").import_module("polygames.search.review.reviewer")
    asked, real = [], running.deepen

    def deepen(state, **options):
        asked.append(state)
        if state.ply == 2:
            raise KeyboardInterrupt
        return real(state, **options)

    monkeypatch.setattr(running, "deepen", deepen)
    with pytest.raises(pg.Interrupted) as stopped:
        pg.review(record, seconds=1, progress=False)
    found = stopped.value.result
    assert [each.ply for each in found.moves] == [1]
    assert not found.is_complete
    assert "interrupted" in str(found)


def test_a_flag_stops_a_review():
    stop = Event()
    record = record_game("polygon", "A-C", "C-E", "E-A", n=6)
    parts = []
    for part in reviewing(record, seconds=1, stop=stop):
        parts.append(part)
        stop.set()
    assert len(parts) == len(parts[0].moves) == 1


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
    assert found.curve(1) == [(0, -1), (1, 1)]


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


@pytest.mark.parametrize("game", ["split", "splitter", "territory"])
def test_a_large_loss_in_one_search_is_beyond_the_noise_though_the_intervals_overlap(game):
    options = {"size": 6, "seed": 1} if game == "territory" else {}
    state = to_move(pg.new(game, **options), 1)
    first, second = [state.legal_moves.sample(Random(seed)) for seed in (1, 2)]
    node, noise = pg.Record(state).root.new_child(second), pg.game(game).engine.verdicts.noise
    for loss, verdicts in ((noise / 2, {"good"}), (4 * noise, {"mistake", "blunder"})):
        values = [
            MoveValue(first, 8.0, -40.0, 40.0, depth=4, chance=0.7),
            MoveValue(second, 8.0 - loss, -45.0, 30.0, depth=4, chance=0.5),
        ]
        assert judge_move(node, Analysis(state, tuple(values)), None).verdict in verdicts
