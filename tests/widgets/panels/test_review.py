"""The page that looks back at a game: what was lost, why, and another try."""

import re
from dataclasses import replace
from random import Random
from threading import Event

import pytest
from helpers import make_review, record_game
from page_driver import PageDriver, find_by_label
from patience import await_condition

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.games.splitter.board import scene as scenes
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.scene.model import Segment, Text
from polygames.search.review import Estimate, Review, ReviewedPosition
from polygames.search.review.findings import find_alternatives
from polygames.search.review.positions import exact_estimate
from polygames.view.review_text import (
    chart_data,
    find_moments,
    has_fixed_result,
    mover_text,
    summary_lines,
    sums_data,
    verdict_sentence,
)
from polygames.view.suggestions import BETTER_WORD, PLAYED_COLOR, PLAYED_WORD, SUGGESTION_COLOR
from polygames.widgets.autosave import end_of_game
from polygames.widgets.panels.review import REVIEW_INVITATION


@pytest.fixture
def board(open_board):
    """A board with a short game that was reviewed."""
    board = open_board("polygon", n=6, seats=("human", "human"))
    for move in ("A-C", "C-E", "E-A"):
        board.play(move)
    board.review()
    return board


def go(board, ply):
    board.get_panel("Review")._handle_message({"kind": "go_to_ply", "ply": ply})


def press(board, what):
    board.get_panel("Review")._handle_message({"kind": "press_button", "button": what})


def told(board):
    return board.get_panel("Review").display.content


def words(board):
    """Return the words beside marks on the board."""
    shown = {BETTER_WORD, PLAYED_WORD}
    return [each.text for each in board.overlay if isinstance(each, Text) and each.text in shown]


def colors(board):
    return {each.stroke for each in board.overlay if isinstance(each, Segment)}


def test_a_review_shows_the_curve_its_marks_and_what_each_seat_did(board):
    assert PageDriver(board).tab == "Review"
    assert board.get_panel("Review").review.is_complete
    chart = told(board)["chart"]
    first = chart["marks"][0]
    assert (first["verdict"], first["ply"]) == ("blunder", 1)
    assert first["at"][0] == pytest.approx(1 / 3, abs=1e-3)
    assert (chart["length"], chart["end"]) == (3, "move 3")
    last = board.get_panel("Review").review.moves[-1]
    won = last.after if last.seat == 0 else -last.after
    assert chart["curves"][0]["points"][-1] == [1, (won + 1) / 2]
    assert len(chart["proved"]) == 4
    headline, red, blue = told(board)["summary"]
    assert headline == "Turning point: move 1 (Red, 100% to 0%)."
    assert red.startswith("Red: 1 blunder")
    assert blue.startswith("Blue: no mistake")
    assert board.record.root.children[0].glyph == "??"
    assert board.record.root.children[0].comment == ""


def test_the_page_and_python_give_the_same_review_of_a_game(open_board):
    board = open_board("splinter", seats=("human", "human"))
    for _ in range(2):
        board.play(next(iter(board.state.legal_moves)))
    board.review()
    found = board.get_panel("Review").review
    assert found == pg.review(board.record, seconds=found.work.seconds, progress=False)


def test_the_curve_of_a_game_that_is_over_ends_at_its_result(open_board):
    board = open_board("polygon", n=4, seats=("human", "human"))
    while board.state.outcome is None:
        board.play(next(iter(board.state.legal_moves)))
    board.review()
    chart = told(board)["chart"]
    assert chart["curves"][0]["points"][-1] == [1, float(0 in board.state.outcome.winners)]


def test_a_place_on_the_curve_shows_the_move_and_the_better_one_beside_it(board):
    go(board, 1)
    assert board.record.node.number == 1
    assert told(board)["ply"] == 1
    moment = told(board)["moment"]
    assert (moment["played"], moment["better"]) == ("Red: A to C.", "Better: A to D.")
    assert moment["cost"] == "A won game is now lost (proved)."
    assert moment["is_last"], "the board marks the played move as the last one"
    assert words(board) == ["better"]
    go(board, 99)
    assert board.record.node.number == 3
    assert words(board) == []


def test_a_moment_shows_both_moves_on_the_position_before_them(board):
    go(board, 0)
    press(board, "next")
    moment = told(board)["moment"]
    assert board.record.node is board.record.root
    assert (moment["title"], moment["badge"]) == ("Moment 1 of 1", "Blunder: 100% to 0%")
    assert not moment["is_last"]
    assert told(board)["ply"] == 1
    assert sorted(words(board)) == ["better", "played"]
    assert {PLAYED_COLOR, SUGGESTION_COLOR} <= colors(board)
    assert "next" not in told(board)["buttons"], "it is the only one"
    board.open_panel("Moves")
    assert words(board) == []
    board.open_panel("Review")
    board.refresh()
    assert sorted(words(board)) == ["better", "played"]


def test_in_a_comparison_the_move_before_is_not_marked(board):
    panel = board.get_panel("Review")
    second = panel.review.moves[1]
    panel.go_to_moment(second)
    assert board.record.node.number == 1
    assert not panel.is_comparing, "the second move was the best one"
    assert board.highlight_last_move()
    better = next(each for each in board.state.legal_moves if each != second.move)
    before = replace(second.before, line=(better,), estimates=(exact_estimate(-1.0),))
    blunder = replace(
        second, before=before, next=replace(second.next, estimates=(exact_estimate(1.0),))
    )
    assert blunder.label == "blunder"
    panel.go_to_moment(blunder)
    assert panel.is_comparing
    assert board.highlight_last_move() == ()
    go(board, 1)
    assert board.highlight_last_move()


def test_another_try_hides_the_answer_and_judges_the_move(board):
    go(board, 1)
    press(board, "retry")
    assert board.record.node is board.record.root
    assert told(board)["moment"] is None
    assert words(board) == []
    assert list(told(board)["buttons"]) == ["back", "hint", "show_answer", "moves"]
    for _ in range(2):  # it is judged again when it is tried again
        board.play("A-E")
        assert told(board)["text"].startswith("Not yet.")
        assert board.record.node is board.record.root
    press(board, "hint")
    assert told(board)["text"] == "Hint: look at the green ring."
    assert board.overlay, "the place is lit, and the move is not named"
    board.play("A-D")
    assert told(board)["text"].startswith("Right: it is the best move.")


def test_the_verdict_on_the_game_and_on_a_try_is_above_the_board(board):
    page = PageDriver(board)
    go(board, 1)
    assert '<div class="polygames-status">The game goes on.</div>' in page.header
    assert "Look at the moment that cost most." in page.header
    press(board, "retry")
    assert "Find a better move for Red. Play it on the board." in page.header
    assert not board.overlay
    board.play("A-E")
    assert "Not yet." in page.header
    board.open_panel("Analysis")
    board.refresh()
    assert "Not yet." not in page.header


def test_another_try_is_left_by_a_button_or_by_walking_on_in_the_game(board):
    go(board, 1)
    press(board, "retry")
    press(board, "back")
    assert board.record.node is board.record.root
    assert sorted(words(board)) == ["better", "played"]
    press(board, "retry")
    board.go_to(board.record.root.children[0])
    assert told(board)["moment"]["is_last"]
    assert "retry" in told(board)["buttons"]
    go(board, 3)
    press(board, "retry")
    board.go_to(board.record.root)
    assert "back" not in told(board)["buttons"]
    assert not told(board)["text"].startswith("Find a better move")


def test_undo_takes_a_try_back_to_the_position_to_better_and_no_further(board):
    page = PageDriver(board)
    go(board, 3)
    press(board, "retry")
    posed = board.record.node
    assert posed.number == 2
    assert page.button("Undo").disabled
    page.tell("key", key="u")
    assert board.record.node is posed
    assert "nothing to take back" in board.message
    board.play("E-B")
    assert told(board)["text"].startswith("Right")
    go(board, 3)
    press(board, "retry")
    board.get_panel("Review")._judge_retry = lambda _: None  # it takes its time
    board.play("E-B")
    assert not page.button("Undo").disabled
    board.undo()
    assert board.record.node is posed
    assert list(told(board)["buttons"])[:3] == ["back", "hint", "show_answer"]
    press(board, "back")
    assert not page.button("Undo").disabled


def test_the_answer_is_shown_on_request_and_another_try_takes_it_from_the_board(board):
    for ply in (1, 2):
        go(board, ply)
        for _ in range(3):
            press(board, "show_line")
            assert board.record.node.number == ply - 1
            assert told(board)["text"].startswith("Best: ")
            assert board.overlay
            go(board, ply)
        press(board, "retry")
        assert board.record.node.number == ply - 1, "the same move is posed again"
        assert told(board)["text"].startswith("Find a better move")
        assert not board.overlay
        press(board, "show_answer")
        assert told(board)["text"].startswith("Best: ")


def test_a_review_is_kept_in_the_record_and_shown_when_it_is_loaded(open_board, board, tmp_path):
    press(board, "save")
    again = pg.load(board.save(tmp_path / "game.txt"))
    other = open_board("polygon", n=6, seats=("human", "human"))
    assert told(other)["text"] == REVIEW_INVITATION
    assert list(told(other)["buttons"]) == ["start"]
    other.load(again)
    assert told(other)["chart"]["marks"][0]["verdict"] == "blunder"
    go(other, 1)
    assert "A won game is now lost (proved)." in told(other)["moment"]["cost"]
    other.new()
    assert told(other)["text"] == REVIEW_INVITATION


FINISHED = "F-C C-E E-A A-D D-B B-1x4 1x4-2x5 2x5-F"


def test_a_finished_game_opens_at_its_first_moment_and_is_not_reviewed_again(open_board):
    board = open_board("polygon", n=6, seats=("human", "human"))
    for move in FINISHED.split():
        board.play(move)
    PageDriver(board).press("Review")
    panel = board.get_panel("Review")
    first = panel.review
    assert told(board)["moment"]["title"].startswith("Moment 1 of ")
    assert sorted(words(board)) == ["better", "played"]
    assert panel.heading[0] in {"Red won.", "Blue won."}
    board.go_to(end_of_game(board.record))
    board.open_panel("Analysis")
    board.review()
    assert panel.review is first
    assert told(board)["moment"]["title"].startswith("Moment 1 of ")


def test_the_moments_are_walked_in_their_order_and_end_at_both_ends(open_board):
    board = open_board("polygon", n=6, seats=("human", "human"))
    for move in FINISHED.split():
        board.play(move)
    board.review()
    count = len(find_moments(board.get_panel("Review").review))
    titles = [told(board)["moment"]["title"]]
    while "next" in told(board)["buttons"]:
        press(board, "next")
        titles.append(told(board)["moment"]["title"])
    assert titles == [f"Moment {number} of {count}" for number in range(1, count + 1)]
    while "previous" in told(board)["buttons"]:
        press(board, "previous")
    assert told(board)["moment"]["title"] == titles[0]


def test_a_game_that_goes_on_stays_where_it_is_and_is_reviewed_again_after_more_moves(board):
    assert board.record.node.number == 3
    first = board.get_panel("Review").review
    board.open_panel("Analysis")
    board.play(next(iter(board.state.legal_moves)))
    board.open_panel("Review")
    assert board.record.node.number == 4
    assert len(board.get_panel("Review").review.line) == len(first.line) + 1


def test_the_sums_are_short_and_have_a_sentence_for_their_meaning(board):
    sums = told(board)["sums"]
    assert sums["columns"] == ["Mistakes"]
    assert sums["rows"] == [["Red", "1"], ["Blue", "0"]]
    assert len(sums["meaning"].split()) < 10
    found = make_review(0.89, 0.58, 0.58, 0.58, error=0.25)
    assert sums_data(replace(found, is_complete=False)) is None


async def test_a_running_review_shows_its_progress_and_the_other_buttons_stay_alive(
    open_board, monkeypatch
):
    go_on = Event()

    def slow(record, *, stop, **_):
        found = pg.review(record, progress=False)
        for shown in (1, 2, 3):
            yield replace(found, positions=found.positions[-shown:], is_complete=False)
            while not go_on.wait(0.005):
                if stop.is_set():
                    return
        yield found

    monkeypatch.setattr("polygames.widgets.panels.review.reviewing", slow)
    board = open_board("polygon", n=6, seats=("human", "human"))
    for move in ("A-C", "C-E", "E-A"):
        board.play(move)
    board.review()
    await await_condition(lambda: told(board)["progress"]["done"] == 1)
    assert told(board)["progress"]["all"] == 3
    assert told(board)["progress"]["text"].endswith("…")
    page = PageDriver(board)
    assert not page.button("Undo").disabled
    board.undo()
    assert board.record.node.number == 2
    board.play("E-B")
    press(board, "moves")
    assert page.tab == "Moves"
    assert board.get_panel("Review").is_running
    go_on.set()
    await await_condition(lambda: not board.get_panel("Review").is_running)
    assert page.tab == "Moves"


def test_nonsense_of_a_client_changes_nothing(board):
    before = told(board)
    for content in (
        None,
        {},
        {"kind": "press_button", "button": "boom"},
        {"kind": "go_to_ply", "ply": "x"},
    ):
        board.get_panel("Review")._handle_message(content)
    assert told(board) == before


@pytest.mark.slow
def test_luck_is_shown_in_splitter(open_board, monkeypatch):
    monkeypatch.setattr("polygames.widgets.panels.review.MAX_SECONDS_PER_POSITION", 0.02)
    board = open_board("splitter", seats=("greedy",))
    board.review()
    chart = told(board)["chart"]
    assert chart["luck"]
    assert chart["end"] == f"round {board.state.pad.rounds}"
    assert chart["curves"][0]["points"][-1][0] == 1
    said = told(board)["summary"][-1]
    assert " expected " in said
    assert said.startswith("Computer (greedy): ")
    points = board.record.root.end.state.scores[0]  # the board shows an earlier moment
    assert said.endswith(f" = {points} points")
    assert find_by_label(board.get_panel("Review").box, "How well did I play?")
    go(board, 2)
    assert told(board)["moment"]["title"] == "Round 1"
    assert re.match(r"(both|\d)", told(board)["moment"]["played"]), "who plays alone needs no name"


def test_a_review_of_splitter_shows_the_sheet_of_who_wrote_with_what_was_written(
    open_board, monkeypatch
):
    monkeypatch.setattr("polygames.widgets.panels.review.MAX_SECONDS_PER_POSITION", 0.02)
    board = open_board("splitter", players=2, seats=("human", "human"))
    record = pg.Record(pg.new("splitter", players=2))
    for seed in range(6):
        record.push(record.state.legal_moves.sample(Random(seed)))
    board.load(record)
    board.review()
    for node in record.path[1:]:
        if node.parent.state.turn == pg.CHANCE:
            continue
        go(board, node.number)
        seat, move = node.parent.state.turn, node.move
        assert board.large_seat == seat
        assert board.highlight_last_move() == scenes.draw_cell_outlines(
            node.parent.state, move, LAST_MOVE_COLOR
        )
        assert board.visible_state().sheet(seat)[
            node.parent.state.pad.places.index((move.row, move.column))
        ]


def test_what_cannot_be_chosen_is_said_to_be_so_and_not_marked():
    record = pg.Record(pg.new("territory", size=4, seed=2))
    while record.state.outcome is None:
        record.push(next(iter(record.state.legal_moves)))
    found = pg.review(record, seconds=0.2, progress=False)
    assert found.mistakes == ()
    assert found.loss(0) == found.loss(1) == 0
    assert verdict_sentence(found.moves[0]).startswith("All moves are equally good.")
    assert found.accuracy(0) is None
    assert has_fixed_result(found)
    assert not has_fixed_result(pg.review(record_game("polygon", "A-C", n=6), progress=False))


def judge(state, best, played, before, after, **settings):
    """Return a review of one move by the values before and after it."""
    record = pg.Record(state)
    record.push(played)
    first, second = record.path
    positions = (
        ReviewedPosition((before,), (best,), node=first),
        ReviewedPosition((after,), node=second),
    )
    return Review(state, positions, "points", **settings)


@pytest.mark.parametrize(("first", "then", "became"), [
    (30.0, 20.0, "the game is still won"),
    (-3.0, -13.0, "the game is still lost"),
    (4.0, -6.0, "a won game is now lost"),
])  # fmt: skip
def test_points_that_are_given_away_are_told_whoever_wins(first, then, became):
    """Of a lost game it said "lost as before, by 24.5 points less" where that cost 24.5 more."""
    state = pg.new("territory", size=4, seed=2, penalty=0.5)
    best, played = list(state.legal_moves)[:2]
    ends = [exact_estimate(worth, float(worth > 0)) for worth in (first, then)]
    review = judge(state, best, played, *ends, scale=(-99.0, 99.0), measure="lead")
    (each,) = review.moves
    assert (each.verdict, each.loss) == ("blunder", 10.0)
    said = verdict_sentence(each)
    assert said.startswith(f"Blunder. It loses 10 points: {became} (proved). Best: ")
    assert summary_lines(review)[:2] == [
        "Turning point: move 1 (Blue, 10 points).",
        "Blue: 1 blunder, 10 points lost, accuracy not shown: 1 of 5 real choices",
    ]


def test_a_bare_win_counts_as_the_points_that_the_game_says():
    state = pg.new("split")
    best, played = (state.legal_moves.sample(Random(seed)) for seed in (1, 2))
    analysis = Analysis(
        state,
        (
            MoveValue(best, 50.0, 50.0, 50.0, proved=True, chance=1.0),
            MoveValue(played, -50.0, -50.0, -50.0, proved=True, chance=0.0),
        ),
        "points",
        scale=(-50.0, 50.0),
    )
    record = pg.Record(state)
    record.push(played)
    found = find_alternatives(analysis, record.path[1:])
    ends = found.proof.estimate, found.played[played]
    (each,) = judge(state, best, played, *ends, scale=found.scale[1:3]).moves
    assert (each.verdict, each.loss, found.scale.high) == ("blunder", 50.0, 25.0)
    assert verdict_sentence(each).startswith(
        "Blunder. It loses 50 points: a won game is now lost (proved)."
    )


def test_mistakes_are_looked_at_longer_and_what_was_none_is_taken_back(board):
    panel = board.get_panel("Review")
    assert "search_longer" not in told(board)["buttons"]  # all of it is proved
    first, second, *others = panel.review.positions
    wrong = [replace(each, estimates=(Estimate(1.0, 1.0, 1.0),)) for each in others]
    played = second.node.children[0].move
    better = next(each for each in second.node.state.legal_moves if each != played)
    second = replace(second, estimates=(Estimate(-1.0, -1.0, -1.0),), line=(better,))
    panel.review = replace(panel.review, positions=(first, second, *wrong))
    assert [each.verdict for each in panel.review.moves][:2] == ["blunder", "blunder"]
    panel.refresh()
    assert told(board)["buttons"]["search_longer"] == "Think longer"
    press(board, "search_longer")
    assert not panel.is_running
    assert [each.verdict for each in panel.review.moves][:2] == ["blunder", "best"]
    assert told(board)["text"].startswith("Checked again: ")
    assert "search_longer" not in told(board)["buttons"]


# --- Words and curve say the same


def test_an_unclear_move_is_ringed_on_the_curve_and_never_no_mistake():
    found = make_review(0.89, 0.58, 0.58, 0.58, error=0.25)
    assert [each.is_unclear for each in found.moves] == [True, False, False]
    assert summary_lines(found)[0].startswith("White: no sure mistake, 1 unclear")
    assert "1 of them unclear" in str(found)
    assert [found.unclear(seat) for seat in range(2)] == [1, 0]
    assert summary_lines(found)[1].startswith(
        "Black: no mistake, accuracy not shown: 1 of 5 real choices"
    )
    said = verdict_sentence(found.moves[0])
    assert said.startswith("Unclear: the search does not know enough to judge it. ")
    assert "White's chance to win falls from 89% to 58%" in said
    (mark,) = chart_data(found, 3)["marks"]
    assert (mark["verdict"], mark["ply"]) == ("unclear", 1)


def test_while_it_looks_nobody_is_said_to_have_made_no_mistake():
    found = replace(make_review(0.5, 0.5, 0.5), is_complete=False)
    begun, empty = (replace(found, positions=found.positions[at:]) for at in (1, 2))
    assert summary_lines(empty) == ["White: not reviewed yet", "Black: not reviewed yet"]
    assert summary_lines(begun) == ["White: not reviewed yet", "Black: no mistake so far"]


def test_luck_is_said_in_points_for_each_player():
    record = record_game("splitter", "roll 4-1", players=2)
    positions = tuple(
        ReviewedPosition(tuple(Estimate(value, value, value) for value in values), node=node)
        for node, values in zip(record.path, ((30.0, 30.0), (30.14, 29.0)), strict=True)
    )
    review = Review(record.start, positions, "points", (0.0, 80.0), "total")
    assert verdict_sentence(review.moves[0]) == (
        "4 and 1. Luck of this roll: +0.1 points for Player 1, −1 point for Player 2."
    )


def test_what_is_unclear_is_gone_to_and_looked_at_longer_where_there_is_no_mistake(open_board):
    board = open_board("splinter", seats=("human", "human"))
    found = make_review(0.89, 0.58, 0.58, 0.58, error=0.25)
    record = pg.Record(found.start)
    for each in found.moves:
        record.push(each.move)
    board.load(record)
    panel = board.get_panel("Review")
    nodes = record.path
    positions = zip(found.positions, nodes, strict=True)
    panel.review = replace(
        found, positions=tuple(replace(each, node=node) for each, node in positions)
    )
    panel.refresh()
    assert "search_longer" in told(board)["buttons"]
    go(board, 0)
    press(board, "next")
    assert board.record.node.number == 0
    moment = told(board)["moment"]
    assert (moment["title"], moment["badge"]) == ("Moment 1 of 1", "Unclear: 89% to 58%")
    assert moment["cost"].startswith("Unclear: the search does not know enough")


def test_the_players_have_the_same_names_while_a_review_runs_and_afterwards():
    record = record_game("split", "draw 0,4 - 10,6", "color blue", "draw 3,0 - 4,4.8")
    found = pg.review(record, seconds=0.02, progress=False)
    begun = replace(found, positions=found.positions[-2:], is_complete=False)
    names = [
        [line.partition(":")[0] for line in summary_lines(each)[-2:]] for each in (begun, found)
    ]
    assert names[0] == names[1] == ["Red", "Blue"]


def test_a_move_after_dice_is_named_by_its_round_as_on_the_board():
    record = record_game("splitter", "roll 5-2", "r0c2=5", "roll 4-4", "r1c2=4")
    found = pg.review(record, seconds=0.02, progress=False)
    rounds = [mover_text(each).partition(".")[0] for each in found.moves]
    assert rounds == ["Round 1", "Round 1", "Round 2", "Round 2"]


def test_a_player_has_one_name_in_a_review_whoever_took_over():
    """One player was Blue and lost, then Red; the other one was Red and won, then Blue."""
    record = pg.Record(pg.new("territory", size=4, seed=2, penalty=0.5, swap=True))
    for text in ("r0c0", "takeover"):
        record.push(text)
    found = pg.review(record, progress=False)
    assert [mover_text(each).partition(":")[0] for each in found.moves] == [
        "1. Blue, later Red",
        "2. Red, later Blue",
    ]
    assert "Blue wins" in verdict_sentence(found.moves[1])


def test_a_good_move_in_the_words_of_the_best_one_has_no_better():
    record = record_game("split", "draw 0,5 - 10,5")
    found = pg.review(record, seconds=0.02, progress=False)
    other = record.root.state.draw((0, 5.0001), (10, 4.9999))
    first, last = found.positions
    found = replace(found, positions=(replace(first, line=(other,)), last))
    assert "Best" not in verdict_sentence(found.moves[0])


def test_a_player_has_a_colour_only_after_it_was_chosen():
    record = record_game("split", "draw 0,5 - 10,5", "color blue", "draw 3,0 - 4,5")
    found = pg.review(record, seconds=0.02, progress=False)
    assert [mover_text(each).partition(":")[0] for each in found.moves] == [
        "1. Player 1, later Red",
        "2. Player 2, later Blue",
        "3. Blue",
    ]
