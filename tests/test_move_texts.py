"""One function words a move wherever people read it, with the numbers of the board's axes."""

import re
from random import Random

import pytest

import polygames as pg
from polygames.cli.main import main
from polygames.core.analysis import Analysis, MoveValue
from polygames.core.descriptions import move_text
from polygames.core.protocol import CHANCE
from polygames.plots import puzzle_plot
from polygames.scene.model import Text
from polygames.study.explorer import move_label
from polygames.view.frame import last_move_text, played_move_text
from polygames.view.puzzle_text import answer_texts
from polygames.view.review_text import mover_text
from polygames.view.webpage.record_data import PageTree
from polygames.widgets.panels.moves import MoveList

WORDS = "⟨one description⟩"
"""The description of every move of a game, as long as a test replaces it."""


@pytest.fixture(params=pg.games())
def game(request):
    """Let a game describe every move with the same words."""
    board = pg.game(request.param).board
    before = board.describe_move
    object.__setattr__(board, "describe_move", lambda *_: WORDS)  # it is frozen
    yield request.param
    object.__setattr__(board, "describe_move", before)


def one_move(game):
    """Return a record that ends after the first move of a player."""
    record = pg.Record(pg.new(game, **({"seed": 3} if game == "territory" else {})))
    while not record.moves or record.node.parent.state.turn == CHANCE:
        record.push(record.state.legal_moves.sample(Random(1)))
    return record


def review_texts(record):
    """Return the texts of the move of a record in its review, on all pages and printed."""
    review = pg.review(record, seconds=0.05, progress=False)
    found = review.moves[-1]
    return [str(found), review.table()[-1]["said"], mover_text(found)]


def analysis_texts(record):
    """Return the rows of an analysis, printed and as a figure."""
    before = record.node.parent.state
    value = MoveValue(record.node.move, 0.5, low=0.5, high=0.5, proved=True)
    found = Analysis(before, (value,))
    return [str(found), found.plot().get_yticklabels()[0].get_text(), found.table()[0]["said"]]


def puzzle_texts(record):
    puzzle = pg.puzzles(record.game)[0]
    shown = puzzle_plot(puzzle, answer=True).get_title(loc="left")
    return [" ".join(shown.split()), answer_texts(puzzle.steps[0], puzzle.state)[0]]


def list_texts(record):
    """Return the move in the lists of a notebook and of a saved page, and in an opening tree."""
    before = record.node.parent.state
    rows = MoveList().rows(record), PageTree(record.root)
    for _ in rows[1].draw():
        pass
    return [
        rows[0][-1]["text"],
        rows[1]._rows[-1]["move"],
        record.table()[-1]["said"],
        move_label(before, record.node.move),
    ]


def spoken_texts(record):
    return [played_move_text(record.node), last_move_text(record.node)]


@pytest.mark.parametrize(
    "texts_of", [review_texts, analysis_texts, puzzle_texts, list_texts, spoken_texts]
)
def test_one_function_words_a_move_wherever_people_read_it(game, texts_of):
    texts = texts_of(one_move(game))
    assert [text for text in texts if WORDS not in text] == []


AXES = {
    "territory": ({"seed": 3}, [], r"row (?P<row>\d+), column (?P<column>\d+)"),
    "splitter": ({}, ["roll 5-2"], r"row (?P<row>\d+), column (?P<column>\d+)"),
    "splinter": ({}, [], r" to (?P<column>[a-o])(?P<row>\d+)"),
}
"""A position with axes: options, moves, and the row and column in the words of a move."""


@pytest.mark.parametrize("game", AXES)
def test_the_words_of_a_move_count_rows_and_columns_as_the_axes_of_the_board(game):
    options, moves, pattern = AXES[game]
    state = pg.new(game, **options)
    for text in moves:
        state = state.play(state.parse(text))
    info = pg.game(game)
    scene = info.scene(state)
    places = {each.target: each for each in scene if getattr(each, "target", None)}
    texts = [each for each in scene if isinstance(each, Text)]
    for move in state.legal_moves:
        place = places[info.spell(move)[-1]]
        found = re.search(pattern, move_text(state, move))
        left, top = (min(point[axis] for point in place.points) for axis in (0, 1))
        cell = (left, top) if game != "territory" else first_cell(place)
        rows = [t.text for t in texts if t.at[0] < 0 and cell[1] < t.at[1] < cell[1] + 1]
        columns = [t.text for t in texts if t.at[1] < 0 and cell[0] < t.at[0] < cell[0] + 1]
        assert found["row"] in rows
        assert found["column"] in columns


def first_cell(tile):
    """Return the leftmost cell of a tile's highest row."""
    top = min(y for _, y in tile.points)
    return min(x for x, y in tile.points if y == top), top


def test_the_review_of_a_folder_names_moves_as_the_board_does(tmp_path, capsys):
    record = pg.Record(pg.new("territory", size=4, seed=2, penalty=0.5))
    while record.state.outcome is None:
        record.push(list(record.state.legal_moves)[-1])
    record.save(tmp_path / "game.txt")
    main(["review", str(tmp_path), "--seconds", "0.05"])
    lines = capsys.readouterr().out
    assert "blunder" in lines
    assert "row " in lines
    assert not re.search(r"\br\d+c\d+", lines)
