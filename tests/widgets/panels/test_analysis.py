"""What an analysis says in words where a result is proved, and where points are."""

from contextlib import closing
from random import Random

import pytest

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.core.descriptions import effect_reason, move_merits
from polygames.search.analysis.rows import merge_rows, value_text
from polygames.widgets.panels import analysis as panel_module
from polygames.widgets.panels import analysis_text
from polygames.widgets.panels.analysis_text import bar_data


def found(game, value, distance=None, **analysis):
    state = pg.new(game)
    move = state.legal_moves.sample(Random(1))
    known = MoveValue(move, value, value, value, proved=True, chance=value > 0, distance=distance)
    return Analysis(state, (known,), **analysis)


@pytest.mark.parametrize(
    ("value", "distance", "words", "standing"),
    [
        (50.0, None, "wins", "Player 1 wins"),
        (50.0, 1, "wins in 1", "Player 1 wins in 1"),
        (-50.0, None, "loses", "Player 2 wins"),
        (12.5, None, "+12.5", "Player 1 ahead by 12.5 at the end, proved"),
    ],
)
def test_an_end_of_the_scale_that_is_proved_is_told_as_a_result(value, distance, words, standing):
    analysis = found("split", value, distance, unit="points", scale=(-50.0, 50.0))
    assert value_text(analysis, analysis.moves[0]) == words
    assert bar_data(analysis)["text"] == standing


@pytest.mark.parametrize("chance", [0.5, 0.53, 0.47])
def test_the_bar_and_the_first_row_name_the_same_seat_as_ahead(chance):
    state = pg.new("split")
    move = state.draw((9.5, 0), (9.5, 10))
    for value, leader in ((-1.3, 2), (1.3, 1)):
        each = MoveValue(move, value, value - 5, value + 5, chance=chance)
        analysis = Analysis(state, (each,), unit="points", scale=(-50.0, 50.0))
        its = chance if leader == 1 else 1 - chance
        assert value_text(analysis, each).startswith("+1.3" if value > 0 else "−1.3")
        assert bar_data(analysis)["text"] == f"Player {leader} ahead by 1.3 · {its:.0%}"


def test_an_interval_around_even_is_a_band_on_both_sides_of_the_middle():
    """The bar was full of one colour at "−22 to +5", because it showed the chance to win."""
    state = pg.new("split")
    move = state.draw((9.5, 0), (9.5, 10))
    each = MoveValue(move, -8.0, -22.0, 5.0, chance=0.0)
    analysis = Analysis(state, (each,), unit="points", scale=(-50.0, 50.0), is_early=True)
    bar = bar_data(analysis)
    assert bar["text"].endswith("−22 to +5")
    assert (bar["low"], bar["share"], bar["high"]) == (0.28, 0.42, 0.55)
    other = state.play(move)
    move = next(iter(other.legal_moves))
    each = MoveValue(move, -8.0, -22.0, 5.0, chance=0.0)
    analysis = Analysis(other, (each,), unit="points", scale=(-50.0, 50.0), is_early=True)
    bar = bar_data(analysis)
    is_first = other.turn == 0
    expected = (0.28, 0.42, 0.55) if is_first else (0.45, 0.58, 0.72)
    assert (bar["low"], bar["share"], bar["high"]) == expected


def test_a_bar_is_full_only_if_the_result_is_proved():
    state = pg.new("split")
    move = state.draw((9.5, 0), (9.5, 10))
    guess = MoveValue(move, 9.0, 8.0, 10.0, chance=1.0)
    bar = bar_data(Analysis(state, (guess,), unit="points", scale=(-50.0, 50.0)))
    assert (bar["low"], bar["share"], bar["high"]) == (0.99, 0.99, 0.99)
    bar = bar_data(found("split", 50.0, unit="points", scale=(-50.0, 50.0)))
    assert (bar["low"], bar["share"], bar["high"]) == (1.0, 1.0, 1.0)


def test_the_analysis_calls_the_players_what_the_board_calls_them():
    with closing(pg.play("split", level=2, autosave=None)) as board:
        move = board.state.draw((9.5, 0), (9.5, 10))
        each = MoveValue(move, -1.3, -6.3, 3.7, chance=0.5)
        found = Analysis(board.state, (each,), unit="points", scale=(-50.0, 50.0))
        panel = board.get_panel("Analysis")
        panel.show_analysis(found)
        shown = panel.box.content
        assert shown["bar"]["text"] == "Computer (level 2) ahead by 1.3 · 50%"
        assert [seat["name"] for seat in shown["bar"]["seats"]] == ["You", "Computer (level 2)"]
        assert "Player" not in f"{shown['note']} {shown['rows'][0]['reason']}"


def test_a_proved_tie_is_told_as_a_tie():
    analysis = found("splinter", 0.0)
    assert value_text(analysis, analysis.moves[0]) == "ties"
    assert bar_data(analysis)["text"] == "A tie"


def test_what_is_shown_is_made_but_once_where_the_next_answer_is_ready_before(monkeypatch):
    """Else the kernel makes both again, in the thread that answers clicks."""
    made, content_of = [], panel_module.panel_content

    def counted(analysis, *others):
        made.append(analysis)
        return content_of(analysis, *others)

    monkeypatch.setattr(panel_module, "panel_content", counted)
    with closing(pg.play("polygon", n=5, autosave=None)) as board:
        panel = board.get_panel("Analysis")
        answers = [pg.analyse(board.state, seconds=5, seed=seed) for seed in (0, 1)]
        for each in answers:
            panel._fill_caches(each)
        for each in answers:
            panel.show_analysis(each)
    assert list(map(id, made)) == list(map(id, answers))


def close_ones(*values, wide=0.71):
    """Return an analysis of Splinter's start whose first move has a number, and no other."""
    state = pg.new("splinter")
    moves = [
        MoveValue(move, value, value - reach, value + reach, depth=3)
        for move, value, reach in zip(
            state.legal_moves, values, [0.5] + [wide] * len(values), strict=False
        )
    ]
    return Analysis(state, tuple(moves))


def test_unclear_moves_that_may_be_as_good_as_the_first_are_similar_and_that_is_said_once():
    shown = analysis_text.panel_content(close_ones(0.12, 0.09, 0.04, 0.02, -0.02), None)
    assert [row["value"] for row in shown["rows"]] == ["56%", *["similar"] * 4]
    assert (
        shown["note"].count(
            "No move stands out. The search sees no difference between these 5 moves."
        )
        == 1
    )
    assert "Unclear" not in shown["note"]


def test_a_move_that_is_far_behind_has_its_interval_and_one_may_stand_out():
    """Within 0.27 two values of a tree of Splinter differ for nothing."""
    shown = analysis_text.panel_content(close_ones(0.3, 0.1, 0.0, -0.28), None)
    told = [row["value"] for row in shown["rows"]]
    assert told == ["65%", "similar", "15% to 86%", "1% to 72%"]
    assert "No move stands out" not in shown["note"]
    assert "Similar: the search sees no difference from the first move." in shown["note"]


def test_where_the_first_move_has_no_number_no_other_is_similar_to_it():
    found = close_ones(0.1, 0.1, 0.0, wide=0.8)
    first, *others = found.moves
    wide = MoveValue(first.move, 0.1, -0.7, 0.9, depth=3)
    shown = analysis_text.panel_content(Analysis(found.state, (wide, *others)), None)
    assert {row["value"] for row in shown["rows"]} == {"15% to 95%", "10% to 90%"}
    assert bar_data(Analysis(found.state, (wide, *others)))["text"] == "White 15% to 95%"


def test_the_best_move_and_what_may_be_as_good_have_what_speaks_for_them_the_others_all():
    rows = ("Ww...b", "..w.b.", "..bwB.", "......")
    found = pg.analyse(pg.new("splinter", board=rows), seconds=0.5)
    shown = analysis_text.panel_content(found, None, max_rows=40)
    for row, group in zip(shown["rows"], merge_rows(found), strict=False):
        line = group[0].line or (group[0].move,)
        say = move_merits if group[0].high >= found.moves[0].low else effect_reason
        assert row["reason"] == say(found.state, line)
    assert shown["rows"][0]["reason"]
