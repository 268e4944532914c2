"""A finished game stays as it ended: looking at it and trying moves only adds branches."""

from random import Random

import pytest
from helpers import play_on, record_game
from page_driver import PageDriver, press, send_message

import polygames as pg
from polygames.core.errors import PolygamesError
from polygames.records.node import iter_nodes
from polygames.search.review import annotate
from polygames.widgets.autosave import latest_games, load_saved_game, saved_files
from polygames.widgets.panels.saved_games import SavedGamesList

OPTIONS = {
    "polygon": {"n": 6},
    "splinter": {"max_plies": 40},
    "split": {"preset": "2026"},
    "splitter": {"players": 2},
    "territory": {"size": 4, "seed": 3},
}
PLAYERS = ("human", "random")
ACTIONS = 25


def finished(folder, game, players=PLAYERS, name="1"):
    """Save a finished game in a folder, and return its file."""
    start = record_game(game, by=players, **OPTIONS[game])
    start.seed = 5
    return play_on(start, 1).save(folder / f"{game}-{name}.txt")


def main_line(record):
    return [str(node.move) for node in record.root.line]


def size(record):
    """Return how many moves a record has, with all branches."""
    return len(list(iter_nodes(record.root)))


def only_game(folder):
    """Return the only saved game in a folder."""
    [file] = saved_files(folder)
    return load_saved_game(file)


def any_move(board, rng):
    return next(iter(board.state.legal_moves.candidates(1, rng)), None)


# What a person or a cell can do. Each returns how many moves it adds at most.


def look(board, rng):
    board.go_to(
        rng.choice([board.record.root, *(node for node, _ in iter_nodes(board.record.root))])
    )
    return 0


def undo(board, _):
    board.undo()
    return 0


def redo(board, _):
    board.redo()
    return 0


def play(board, rng):
    board.play(any_move(board, rng))
    return 1


def walk(board, rng):
    if (move := any_move(board, rng)) is not None:
        board.session.play_branch([move])
    return 1


def pop_by_code(board, _):
    board.record.pop()
    return 0


def push_by_code(board, rng):
    if (move := any_move(board, rng)) is not None:
        board.record.push(move)
    return 1


def redo_by_code(board, rng):
    board.record.redo(rng.randrange(2))
    return 0


def pose_a_puzzle(board, _):
    board.show_puzzle(pg.puzzles(board.info.name)[0])
    board.return_to_game()
    return 0


def write_and_erase(board, _):
    board.record.annotate(comment="hm")
    board.record.annotate(comment="")
    return 0


def reopen(board, _):
    kept = only_game(board.session.folder)
    board.resume(kept)
    assert board.record.node is board.record.root.end, "it opens at its end"
    return 0


DONE = (
    look,
    undo,
    redo,
    play,
    walk,
    pop_by_code,
    push_by_code,
    redo_by_code,
    pose_a_puzzle,
    write_and_erase,
    reopen,
)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", pg.games())
def test_whatever_is_tried_in_a_finished_game_it_stays_as_it_ended(game, seed, tmp_path, boards):
    file, rng = finished(tmp_path, game), Random(seed)
    before = pg.load(file)
    line, header = main_line(before), before.to_text().partition("\n\n")[0]
    boards.append(board := pg.play(game, level=1, autosave=tmp_path))
    kept = only_game(tmp_path)
    board.resume(kept)
    for _ in range(ACTIONS):
        action, count = rng.choice(DONE), size(board.record)
        try:
            most = action(board, rng)
        except PolygamesError:  # refused, as undo at the start
            most = 0
        assert size(board.record) - count in range(most + 1), f"{action.__name__}: nobody plays"
        assert main_line(board.record) == line, action.__name__
    saved = pg.load(file)
    assert main_line(saved) == line
    assert saved.outcome == before.outcome
    saved.node = saved.root.end
    assert saved.to_text().partition("\n\n")[0] == header
    assert len([*tmp_path.iterdir()]) == 1, "it is still kept in its own file"


@pytest.mark.parametrize("game", pg.games())
def test_a_finished_game_that_was_left_at_an_earlier_place_opens_at_its_end(
    game, tmp_path, open_board
):
    file = finished(tmp_path, game)
    record = pg.load(file)
    record.goto(2 if game == "splitter" else 1)
    record.save(file)
    text = file.read_text()
    kept = only_game(tmp_path)
    found = [open_board(file), open_board(pg.load(file))]
    for open_again in (lambda board: board.load(pg.load(file)), lambda board: board.resume(kept)):
        found.append(open_board(game, autosave=tmp_path))
        open_again(found[-1])
    for board in found:
        assert board.record.node is board.record.root.end
        assert board.state.outcome == record.outcome
        assert size(board.record) == size(record)
    assert file.read_text() == text


def test_my_games_tells_how_a_game_ended_and_shows_its_end_whatever_was_tried(tmp_path, boards):
    file = finished(tmp_path, "territory")
    told = set()
    for _ in range(2):
        boards.append(shelf := SavedGamesList(tmp_path, pg.play))
        [card] = shelf.display.content["cards"]
        told.add(card["headline"])
        assert [label for _, label in card["actions"]] == ["Look", "Review"]
        send_message(shelf.display, {"kind": "open", "file": file.name, "action": "look"})
        board = shelf.children[1]
        assert board.state.outcome is not None
        board.go_to(board.record.root.children[0])
        move = next(each for each in board.state.legal_moves if each != board.record.branches[0])
        board.play(move)
        press(shelf, "◀ Back to your games")
    assert told == {"You won against random"}
    assert latest_games(tmp_path) == [], "it is not offered to go on with"


def test_the_computer_answers_in_a_finished_game_only_once_resume_is_pressed(open_board):
    board = open_board(play_on(record_game("territory", size=4), 1), seats=PLAYERS)
    page, line = PageDriver(board), main_line(board.record)
    resume = page.button("Pause")
    assert resume.disabled
    board.undo()
    assert "The result stays the same." in page.header
    assert "Press Resume" in page.header
    assert "polygames-extra-tool" not in resume._dom_classes, "it is shown without Explore"
    board.go_to(board.record.root)
    board.play(any_move(board, Random(1)))
    assert len(board.record.moves) == 1, "nobody answers"
    page.press("Resume")
    assert len(board.record.moves) == 2
    board.play(any_move(board, Random(1)))
    assert len(board.record.moves) == 4, "the computer goes on playing here"
    board.go_to(board.record.root)
    board.play(any_move(board, Random(2)))
    assert len(board.record.moves) == 1, "but not where somebody looks next"
    assert main_line(board.record) == line


def test_moves_tried_in_a_finished_game_are_nobodys_turn_and_lead_back_to_its_end(open_board):
    record = play_on(record_game("territory", size=6, by=PLAYERS), 1)
    board = open_board(record, seats=PLAYERS)
    page, end = PageDriver(board), record.root.end
    redo = page.button("Redo")
    assert redo.disabled
    assert "polygames-extra-tool" in redo._dom_classes
    board.go_to(record.root)
    assert (redo.description, redo.disabled) == ("Redo", False)
    assert "polygames-extra-tool" not in redo._dom_classes, "it is shown without Explore"
    tried = next(move for move in board.state.legal_moves if move != record.root.children[0].move)
    board.play(tried)
    page.press("Resume")
    assert len(record.moves) == 2, "the computer has answered"
    assert "Trying moves: Blue claims" in page.header
    assert "Your turn" not in page.header
    assert "Trying moves: " in board.frame()["spoken_text"]
    page.press("Result")
    assert board.record.node is end
    assert redo.disabled
    assert (redo.description, "polygames-extra-tool" in redo._dom_classes) == ("Redo", True)


def test_after_a_tried_branch_that_ends_the_result_of_the_game_is_one_press_away(open_board):
    record = play_on(record_game("territory", size=4, by=PLAYERS), 1)
    board = open_board(record, seats=("human", "human"))
    page, rng = PageDriver(board), Random(2)
    board.go_to(record.root)
    board.play(next(m for m in board.state.legal_moves if m != record.root.children[0].move))
    while board.state.outcome is None:
        board.play(any_move(board, rng))
    assert record.node is not record.root.end
    page.press("Result")
    assert record.node is record.root.end


def test_a_move_tried_in_a_review_of_a_finished_game_is_a_branch_that_nobody_answers(open_board):
    record = play_on(record_game("polygon", "A-C", by=PLAYERS, n=6), 1)
    annotate(pg.review(record, progress=False), record)
    board = open_board(record)
    board.open_panel("Review")
    line, outcome = main_line(record), record.outcome
    for text in ("A-E", "A-D", "A-E"):
        board.go_to(record.root.children[0])
        send_message(board.get_panel("Review").display, {"kind": "press_button", "button": "retry"})
        assert board.record.node is record.root
        board.play(text)
        assert len(record.moves) <= 1, "nobody answers"
    assert main_line(record) == line
    assert record.outcome == outcome
    assert record.outcome == pg.Record.from_text(record.to_text()).outcome


def test_a_second_board_with_a_finished_game_does_not_play_in_it_either(open_board):
    record = play_on(record_game("territory", size=4), 1)
    line = main_line(record)
    first, second = (open_board(record, seats=PLAYERS) for _ in range(2))
    first.go_to(record.root)
    second.play(any_move(second, Random(1)))
    first.undo()
    first.play(any_move(first, Random(2)))
    assert main_line(record) == line
    assert record.node.number == 1


def test_walking_forward_by_code_swaps_no_branch_with_the_game(open_board):
    record = play_on(record_game("splinter", max_plies=6), 1)
    line, board = main_line(record), open_board(record)
    last = record.root.end
    board.go_to(last.parent)
    board.play(next(move for move in board.state.legal_moves if move != last.move))
    board.go_to(last.parent)
    record.redo()
    assert main_line(record) == line


def test_a_game_that_goes_on_is_not_played_by_the_computer_where_it_is_opened(open_board):
    record = record_game("splinter", by=PLAYERS)
    play_on(record, 1, 5)
    record.goto(1)
    board = open_board(record)
    assert board.record.node.number == 1, "the computer is to move, but the game goes on from here"
    assert board.session.paused
    PageDriver(board).press("Resume")
    assert board.record.node.number == 2


def test_dice_that_fall_after_a_move_tried_in_a_finished_game_leave_the_game_as_it_was(open_board):
    record = play_on(record_game("splitter", players=1), 1)
    line, board = main_line(record), open_board(record)
    board.go_to(record.root.children[0])
    for tried in range(1, 4):
        move = next(each for each in board.state.legal_moves if each not in board.record.branches)
        board.play(move)
        assert len(record.moves) == 1 + 2 * tried, "a placement and the next roll"
    assert main_line(record) == line
