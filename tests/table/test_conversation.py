"""The same conversation on every carrier: a board of a notebook, and a page of a class.

Each test runs on both. What differs between them is in `Notebook` and `ClassPage` only.
"""

from random import Random

import pytest
from classpages import Page, connections
from page_driver import PageDriver

import polygames as pg
from polygames.core.descriptions import Names
from polygames.table.conversation import Conversation
from polygames.view.frame import first_steps, ghost_data
from polygames.view.messages import parse_message
from polygames.view.position_view import view_of

GAMES = {
    "split": {},
    "splinter": {},
    "polygon": {"n": 8},
    "splitter": {"players": 2, "pad": "*##* #### .##."},
    "territory": {"size": 5, "seed": 3},
}
OF_CARRIER = {"spoken_text", "picture_width", "drawing_tool", "has_line_values", "ghost"}
"""The keys of a frame that only some carriers have, those for one person, and the spoken text."""

HALVING_LINE = {"start": [0, 5], "end": [10, 5]}
"""A line of Split from side to side."""

ILLEGAL_SPELLING = ["no such place"]


class Notebook:
    """A board in a notebook at which two people play."""

    def __init__(self, game, open_board):
        start = pg.new(game, **GAMES[game])
        self.board = open_board(start, seats=("human",) * start.seats, seed=1)
        self.heard = []
        self.board.pointer.send = self.heard.append

    @property
    def record(self):
        return self.board.record

    @property
    def frame(self):
        return self.board.pointer.frame

    def say(self, kind, **content):
        PageDriver(self.board).tell(kind, **{"version": self.frame["version"]} | content)

    def wait_turn(self):
        """Make it nobody's turn at this page."""
        self.board.session.players = ("level 1",) * self.board.state.seats
        self.board.session.paused = True
        self.board.send_frame()


class ClassPage:
    """The page of the pupil who is to move, in a class for two."""

    def __init__(self, game, _):
        room = connections(game, options=GAMES[game])
        self.pages = [Page(room).join(name) for name in ("Ana", "Ben")]
        self.table, self.is_waiting = room.room.tables[1], False

    @property
    def page(self):
        return self.pages[self.table.state.turn - self.is_waiting]

    @property
    def record(self):
        return self.table.record

    @property
    def frame(self):
        return self.page.frame

    @property
    def heard(self):
        found = [each for page in self.pages for each in page.heard]
        return [each["content"] for each in found if each["kind"] == "board_message"]

    def say(self, kind, **content):
        self.page.board(kind=kind, **{"version": self.frame["version"]} | content)

    def wait_turn(self):
        self.is_waiting = True


@pytest.fixture(params=[Notebook, ClassPage], ids=["notebook", "class"])
def carrier(request, open_board):
    return lambda game: request.param(game, open_board)


def play_first(page, **more):
    """Play the first move of the frame, as its page does; return the spelling."""
    frame = page.frame
    if frame["regions"]:
        page.say("line", **HALVING_LINE, **more)
        return None
    way = frame["moves"][0]["spelling"]
    page.say("move", spelling=way, **more)
    return way


def answers(page, *kinds):
    assert all(parse_message(each, "to_page") for each in page.heard)
    return [each for each in page.heard if each["kind"] in (kinds or ("confirmed", "refused"))]


def moves_of_people(page):
    return [node.move for node in page.record.path[1:] if node.parent.state.turn >= 0]


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_played_and_confirmed(carrier, game):
    page = carrier(game)
    before = page.frame["version"]
    play_first(page, id=7)
    if "escape" in page.frame:
        page.say("move", spelling=["confirm"], id=7)
    assert len(moves_of_people(page)) == 1
    assert answers(page)[-1] == {"kind": "confirmed", "id": 7, "version": page.frame["version"]}
    assert page.frame["version"] > before


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_move_is_refused_in_the_same_words_and_changes_nothing(carrier, game):
    page = carrier(game)
    before = page.frame
    page.say("move", spelling=ILLEGAL_SPELLING, id=3)
    text = "this move is not possible now"
    assert answers(page) == [{"kind": "refused", "text": text, "id": 3}]
    assert (moves_of_people(page), page.frame) == ([], before)


@pytest.mark.parametrize("game", GAMES)
def test_a_tap_out_of_turn_is_refused_in_the_same_words(carrier, game):
    page = carrier(game)
    page.wait_turn()
    assert not page.frame["active"]
    for kind, content in (
        ("move", {"spelling": ILLEGAL_SPELLING}),
        ("line", HALVING_LINE),
    ):
        page.say(kind, id=4, **content)
        assert answers(page)[-1] == {"kind": "refused", "text": "it is not your turn", "id": 4}
    assert moves_of_people(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_comes_twice_is_played_once_and_asked_again_it_is_confirmed_again(
    carrier, game
):
    page = carrier(game)
    version = page.frame["version"]
    way = play_first(page, id=1)
    if "escape" in page.frame:
        way = ["confirm"]
        page.say("move", spelling=way, id=1)
    moves, frame = moves_of_people(page), page.frame
    again = {"spelling": way} if way else HALVING_LINE
    kind = "move" if way else "line"
    count = len(answers(page))
    page.say(kind, version=version, id=1, **again)
    assert len(answers(page)) == count, "too late, and nobody asks"
    page.say(kind, version=version, id=1, again=1, **again)
    assert answers(page)[count:] == [{"kind": "confirmed", "id": 1, "version": frame["version"]}]
    assert moves_of_people(page) == moves


@pytest.mark.parametrize("game", GAMES)
def test_frames_of_the_same_position_are_the_same_on_both_carriers(game, open_board):
    pages = [Notebook(game, open_board), ClassPage(game, open_board)]
    rng = Random(4)
    for _ in range(6):
        frames = [plain({k: v for k, v in p.frame.items() if k not in OF_CARRIER}) for p in pages]
        assert frames[0].keys() == frames[1].keys()
        for key in frames[0].keys() - {"version", "status"}:
            assert frames[0][key] == frames[1][key], key
        if frames[0]["moves"]:
            kind, said = "move", {"spelling": rng.choice(frames[0]["moves"])["spelling"]}
        else:
            kind, said = "line", HALVING_LINE
        for page in pages:
            page.say(kind, id=1, **said)


def plain(value):
    """Return data as JSON would give it back, without what names a player."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if key not in {"label", "text"}}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


@pytest.mark.parametrize("game", [name for name in GAMES if name != "split"])
def test_a_preview_that_is_requested_is_sent_and_none_for_what_is_no_move(carrier, game):
    page = carrier(game)
    way = page.frame["moves"][0]["spelling"]
    page.say("request_preview", spelling=ILLEGAL_SPELLING)
    page.say("request_preview", spelling=way)
    (found,) = answers(page, "preview")
    assert tuple(found["spelling"]) == tuple(way)
    assert found["label"]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_shown_its_zoom_and_goes_back(carrier, game):
    page = carrier(game)
    left, top, right, bottom = page.frame["home"]
    part = [left, top, (left + right) / 2, (top + bottom) / 2]
    before = page.frame["window"]
    page.say("show_window", window=part)
    assert page.frame["window"] == part
    page.say("show_window", window=None)
    assert page.frame["window"] == before


def test_splinter_shows_its_pieces_and_not_the_whole_empty_board(carrier):
    page = carrier("splinter")
    assert page.frame["window"] == page.frame["rest"] != page.frame["home"]
    page.say("show_window", window=page.frame["home"])
    assert page.frame["window"] == page.frame["home"]


class RecordingCarrier:
    """A carrier that records what it is asked to do."""

    def __init__(self):
        self.done = []

    def __getattr__(self, name):
        return lambda *arguments: self.done.append((name, *arguments))


def test_a_click_that_comes_twice_does_not_confirm_the_placement_that_it_has_shown():
    record = pg.Record(pg.new("splitter"))
    record.push("roll 3-3")  # then the click of a cell is a placement, and a second one confirms it
    carrier = RecordingCarrier()
    talk = Conversation(carrier)
    talk.show(view_of(record.node, 0), version=1, is_active=True)
    cell = next(way for way in talk.view.moves_by_clicks if len(way) == 1)
    click = {"kind": "move", "version": 1, "spelling": cell}
    talk.handle(click | {"id": 1})
    talk.handle(click | {"id": 1, "again": 1})  # the answer was slow
    assert [name for name, *_ in carrier.done if name in {"play", "send_board_again"}] == [
        "send_board_again"
    ]
    talk.handle(click | {"id": 2})
    assert ("play", talk.view.moves_by_clicks[cell]) in carrier.done


def talk_after_roll(talk, roll):
    """Show a position after a roll; return a click that is a placement by itself."""
    record = pg.Record(pg.new("splitter"))
    record.push(roll)
    talk.show(view_of(record.node, 0), version=1, is_active=True)
    return next(way for way in talk.view.moves_by_clicks if len(way) == 1)


def test_a_draft_is_gone_at_another_table_even_if_its_version_is_the_same():
    talk = Conversation(RecordingCarrier())
    cell = talk_after_roll(talk, "roll 3-3")
    talk.handle({"kind": "move", "version": 1, "spelling": cell, "id": 1})
    assert talk.page.draft is not None
    talk_after_roll(talk, "roll 2-2")
    assert talk.page.draft is None


def test_the_first_move_of_a_page_that_was_reloaded_is_no_repetition():
    carrier = RecordingCarrier()
    talk = Conversation(carrier)
    cell = talk_after_roll(talk, "roll 3-3")
    talk.set_confirmation(is_confirming=False)
    click = {"kind": "move", "spelling": cell, "id": 1}
    talk.handle(click | {"version": 1})
    talk.show(talk.view, version=2, is_active=True)
    talk.handle(click | {"version": 2, "again": 1})  # the first of the new page was lost
    assert [name for name, *_ in carrier.done].count("play") == 2


def test_a_view_for_another_reader_does_not_reuse_words_that_name_the_players():
    record = pg.Record(pg.new("split"))
    record.push("draw 0,4 - 10,6")
    choose = record.state.parse("color blue")
    ana, you = Names(("Ana", "Ben")), Names(("Ana", "Ben"), you=1)
    known = view_of(record.node, None, ana)
    before = known.preview(record.state, choose).label
    label = view_of(record.node, 1, you, known).preview(record.state, choose).label
    assert label == view_of(record.node, 1, you).preview(record.state, choose).label != before


def test_a_placement_waits_until_it_is_confirmed_by_its_cell_or_the_button(carrier):
    page = carrier("splitter")
    first = page.frame
    way = next(e["spelling"] for e in first["moves"] if len(e["spelling"]) == 2)
    page.say("move", spelling=way, id=1)
    assert moves_of_people(page) == []
    assert [tuple(each) for each in page.frame["buttons"]] == [("confirm",), ("take back",)]
    page.say("move", spelling=["take back"], id=2)
    assert (moves_of_people(page), page.frame["moves"]) == ([], first["moves"])
    page.say("move", spelling=way, id=3)
    page.say("move", spelling=way[-1:], id=4)  # its cell once more
    assert len(moves_of_people(page)) == 1
    assert [each["kind"] for each in answers(page)] == ["confirmed"] * 4


class Listener:
    """The texts that a conversation reads out while a record is played."""

    def __init__(self, game, **options):
        self.record = pg.Record(pg.new(game, **options))
        self.talk, self.version = Conversation(carrier=None), 0
        self.hear()

    def hear(self):
        self.version += 1
        self.talk.show(view_of(self.record.node), version=self.version, is_active=True)
        return self.talk.spoken_moves()

    def play(self, move):
        self.record.push(move)
        return self.hear()


def test_scores_are_read_out_after_a_move_that_changes_them_and_only_then():
    told = Listener("territory", size=4, seed=1, penalty=0.5)
    first = told.play("r2c1")
    assert first.endswith("Blue 1, Red 0.")
    assert told.hear() == first, "a frame that is sent again has the same text"
    told.record.pop()
    assert told.hear() == "Back to the start. Blue 0, Red 0."
    split = Listener("split")
    assert "0.00" not in split.play("draw 0,3 - 3,0") + split.play("color blue")
    assert split.play("fill 0").endswith("Red 0.00, Blue 4.50.")


def test_no_scores_are_read_out_where_nothing_is_counted_and_of_many_seats_only_those_that_change():
    assert Listener("polygon", n=5).play("A-C") == "Red: A to C."
    told = Listener("splitter", players=3, pad="*##* #### .##.")
    for move in ("roll 2-2", "r0c1=2", "r0c1=2"):
        told.play(move)
    assert told.play("r1c0=2").endswith(" opposite. Player 1 2, Player 2 2.")


@pytest.mark.parametrize("game", GAMES)
def test_each_pupil_is_shown_a_move_until_the_first_own_move(game):
    page = ClassPage(game, None)
    shown = []
    for _ in range(6):
        mover, ghost = page.page, page.frame.get("ghost")
        shown.append((page.pages.index(mover), bool(ghost and mover.frame["active"])))
        move = ghost or ghost_data(first_steps(page.table.state)).get("ghost")
        if move is None:  # a colour is chosen with a button
            play_first(page, id=1)
        else:
            page.say(**move, id=1)
        if "escape" in page.frame:
            assert page.frame.get("ghost") is None, "a placement waits for confirmation"
            page.say("move", spelling=["confirm"], id=1)
    guided = [seat for seat, has_ghost in shown if has_ghost]
    assert guided == [0, 1], "each once"
    assert shown[0] == (0, True)
