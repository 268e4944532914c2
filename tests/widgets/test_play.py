"""What a board cannot be made of is refused before anything of it is made."""

import numpy as np
import pytest
from page_driver import open_widgets
from toys import NIM_GAME, register_game

import polygames as pg
from polygames.core.errors import OptionError
from polygames.widgets.board import BoardWidget
from polygames.widgets.session import Session

SEATS = r"the option seats must be a list of players such as \('human', 'random'\), not "
WIDTH = "the width of a board must be a whole number from 50 to 5000, not "
DICE = "the option dice must be 'auto', 'hand' or a list of rolls, not "
PLAYERS = "choose from human, level 1, .*random, greedy, potential"
NO_ROLL = "the option dice must be a list of rolls, not with "

REFUSED = [
    ({"width": 0}, WIDTH + "0"),
    ({"width": -520}, WIDTH + "-520"),
    ({"width": 10**9}, WIDTH + "10+"),
    ({"width": float("nan")}, WIDTH + "nan"),
    ({"width": "wide"}, WIDTH + "'wide'"),
    ({"width": True}, WIDTH + "True"),
    ({"seats": 5}, SEATS + "5"),
    ({"seats": "human"}, SEATS + "'human'"),
    ({"seats": {"human": 1}}, SEATS + "{'human': 1}"),
    ({"seats": [9]}, f"unknown player 9: {PLAYERS}"),
    ({"seats": [None]}, "a player must be the name of an agent.*, not None"),
    ({"seats": [["human"]]}, r"a player must be the name of an agent.*, not \['human'\]"),
    ({"seats": ("human", "nobody")}, f"unknown player 'nobody': {PLAYERS}"),
    ({"seats": ["human"] * 9, "players": 1}, "the option seats must have at most 1 player, not 9"),
    ({"dice": 5}, DICE + "5"),
    ({"dice": "by hand"}, DICE + "'by hand'"),
    ({"dice": [object()]}, NO_ROLL + "<object object at .*>: invalid move"),
    ({"dice": ["roll 4-1", "roll 7-7"]}, NO_ROLL + "'roll 7-7': invalid"),
    ({"autosave": 5}, "the option autosave must be the name of a file or folder, .*, not 5"),
    ({"autosave": ""}, "the option autosave .*, not ''"),
    ({"autosave": True}, "the option autosave .*, not True"),
    ({"autosave": "a\0b"}, "the option autosave .*, not 'a"),
    ({"seed": "x"}, "the option seed must be a whole number, not 'x'"),
    ({"seed": 1.5}, "the option seed must be a whole number, not 1.5"),
    ({"agent_options": 5}, "the option agent_options must be a dictionary such as .*, not 5"),
    ({"agent_options": {1: 2}}, "the option agent_options .*, not {1: 2}"),
    ({"agent_options": {"depth_of_thought": 1}, "seats": ["greedy"]}, "'depth_of_thought'"),
    ({"players": 0}, "players"),
]


@pytest.fixture(autouse=True)
def _no_widget_stays():
    pg.play("splitter", autosave=None).close()  # ipycanvas keeps one for all boards
    before = open_widgets()
    yield
    assert open_widgets() == before


@pytest.mark.parametrize(("options", "words"), REFUSED)
def test_what_a_board_cannot_be_made_of_is_refused_with_what_is_expected(options, words):
    with pytest.raises(OptionError, match=words):
        pg.play("splitter", **{"autosave": None, **options})


@pytest.mark.parametrize("given", [{"level": 1}, {"seats": ["human"]}, {"n": 6}, {"room": "x"}])
def test_players_and_options_are_those_of_a_game_that_is_named(given):
    with pytest.raises(OptionError, match="options need the name of a game"):
        pg.play(**given)


def test_a_session_and_a_board_made_by_hand_check_the_same():
    record = pg.Record(pg.new("split"))
    with pytest.raises(OptionError, match=r"must be a polygames\.Record, not 'split'"):
        Session("split", ("human",))
    with pytest.raises(OptionError, match=SEATS):
        Session(record, "human")
    with pytest.raises(OptionError, match="the option autosave"):
        Session(record, ("human",), autosave=5)
    with pytest.raises(OptionError, match="the argument of a board must be a session, not 'split'"):
        BoardWidget("split")
    with pytest.raises(OptionError, match=WIDTH):
        BoardWidget(Session(record, ("human",)), size=float("nan"))
    record.unwatch(record.pop)  # which never watched: those that are gone are struck out, too
    assert not record.is_watched, "no session stays either"


def test_a_board_that_goes_on_refuses_what_it_cannot_play_and_stays_as_it_was():
    board = pg.play("split", autosave=None)
    board.play("draw 0,5 - 10,5")
    record, shown = board.record, board.pointer.frame
    for wrong in (5, "game.txt", pg.Record(pg.new("splinter"))):
        with pytest.raises(
            OptionError, match="the record to continue must be a record of split, not"
        ):
            board.load(wrong)
    for seats in (5, "human", [9], ["nobody"]):
        with pytest.raises(OptionError):
            board.new(seats=seats)
    for seconds in (0, -1, float("nan"), "long", None):
        with pytest.raises(OptionError, match=r"seconds.*greater than 0"):
            board.analyse(seconds)
    assert board.record is record
    assert board.pointer.frame is shown
    board.close()


def test_numbers_of_numpy_and_any_sequence_will_do():
    board = pg.play(
        "splitter",
        width=np.int64(300),
        seed=np.int32(4),
        seats=np.array(["human"]),
        dice=(each for each in ["roll 4-1"]),
        autosave=None,
    )
    assert [str(move) for move in board.record.moves] == ["roll 4-1"]
    assert board.record.seed == 4
    board.close()


def test_a_roll_that_the_rules_may_allow_later_is_kept_and_told_when_it_falls():
    told = []
    with register_game(NIM_GAME):
        record = pg.Record(pg.new("nim", coin=True))
        session = Session(record, ("human", "human"), dice=["3"], on_error=told.append)
        session.advance()
        assert told[0].__notes__ == ["the list of rolls failed (position: ply 0, the dice to move)"]
        assert session.dice == ["3"]
        session.play("heads")
        assert session.is_human_turn
