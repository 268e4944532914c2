"""The play page, without a browser: games, puzzles, hints, links, and what is kept."""

from __future__ import annotations

import json
import random

import pytest
from scripted_page import ScriptedPage

import polygames as pg
from polygames.core.descriptions import Names
from polygames.core.links import PUZZLE_LINK, Link, parse_link
from polygames.play_page.open_game import NO_OPPONENT, PERSON_OPPONENT
from polygames.play_page.replay import GAMES_WITHOUT_REVIEW, LATER_MISTAKE_TEXT, Replay
from polygames.table.puzzle_table import next_step
from polygames.view.qr_code import TOO_LONG_TEXT

PAGE = "https://example.org/play/"
FOR_TWO = [name for name in pg.games() if pg.new(name).seats == 2]
SMALL_GAMES = {
    "split": {"fill_limit": 45},
    "splinter": {"max_plies": 12},
    "polygon": {"n": 5},
    "splitter": {"pad": "*##* #### .##."},
    "territory": {"size": 4, "penalty": 0.5},
}


@pytest.fixture
def page():
    return ScriptedPage()


def small_link(name):
    """Return the part of a link that opens a small game."""
    return pg.Record(pg.new(name, **SMALL_GAMES[name])).as_link().fragment


def play_to_the_end(page, seed=0):
    """Play random moves of the person until the game is over."""
    rng = random.Random(seed)
    while page.table.result is None:
        state = page.table.state
        page.move(state.legal_moves.sample(rng))
        page.wait()
        assert page.table.state.ply > state.ply, page.last("board_message")


@pytest.mark.parametrize("name", pg.games())
def test_a_game_opens_with_a_board_and_is_played_to_its_end(page, name):
    page.open(small_link(name))
    page.wait()
    layers = {each["layer"] for each in page.messages if each["kind"] == "traits"}
    assert layers == {"pointer", "sheet"}
    assert page.state["status"].startswith("Your turn · ")
    play_to_the_end(page)
    assert not any(each["kind"] == "error" for each in page.messages)
    assert page.state["replay"]["number"] == len(page.table.record.moves)
    assert not page.frame["active"]


@pytest.mark.parametrize("name", FOR_TWO)
def test_two_people_move_in_turns_on_one_device(page, name):
    page.send("new_game", game=name, opponent=PERSON_OPPONENT, seat=0)
    rng = random.Random(1)
    for _ in range(4):
        turn = page.table.state.turn
        assert page.opened.page_seat == turn
        assert page.frame["active"]
        page.move(page.table.state.legal_moves.sample(rng))
        page.wait()
    assert "Computer" not in json.dumps(page.state["seats"])
    assert "You" not in {each["name"] for each in page.state["seats"]}


def motions(page):
    """Return the versions of the animations that the page has got."""
    found = [each["content"] for each in page.messages if each["kind"] == "board_message"]
    return [each["version"] for each in found if each["kind"] == "motion"]


@pytest.mark.parametrize("name", FOR_TWO)
def test_the_answer_of_the_computer_is_announced_as_a_step_of_its_own(page, name):
    page.open(small_link(name))
    page.wait()
    version = page.table.version
    page.move(next(iter(page.table.state.legal_moves.candidates(1, random.Random(0)))))
    page.wait()
    assert page.table.version > version + 1
    assert motions(page)[0] == version + 1, "in every game, so that the page pauses before it"


def test_the_reply_of_a_puzzle_is_announced_as_a_step_of_its_own(page):
    puzzle = next(each for each in pg.puzzles("splinter") if len(each.steps) > 1)
    page.open(Link("splinter", PUZZLE_LINK, puzzle.key).fragment)
    version = page.table.version
    page.move(puzzle.state.parse(puzzle.steps[0].move))
    assert page.table.version == version + 2
    assert motions(page) == [version + 1]


@pytest.mark.parametrize("name", FOR_TWO)
def test_the_computer_begins_if_the_person_wants_so(page, name):
    page.send("new_game", game=name, opponent="level 1", seat=1)
    assert page.state["status"] == "Computer (level 1) is thinking …"
    page.wait()
    assert page.table.state.turn == 1
    assert page.frame["active"]


@pytest.mark.parametrize("name", pg.games())
def test_a_new_game_has_the_rules_of_a_new_board_in_a_notebook(page, name):
    page.open(name)
    preset = pg.game(name).board.default_preset
    rules = pg.game(name).presets[preset] if preset else {}
    options = page.table.record.options
    assert {rule: options[rule] for rule in rules} == rules
    assert page.state["fragment"] == name


def test_undo_takes_back_the_moves_of_the_person_and_of_the_computer(page):
    page.open("territory")
    start = page.table.state
    page.move(next(iter(start.legal_moves)))
    page.wait()
    page.tool("Undo")
    assert page.table.state == start
    assert not page.state["tools"][0]["is_enabled"]


def test_the_same_dice_follow_after_undo(page):
    page.open("splitter")
    page.move(next(iter(page.table.state.legal_moves)))
    rolled = page.table.state
    page.tool("Undo")
    page.move(next(iter(page.table.state.legal_moves)))
    assert page.table.state == rolled


@pytest.mark.parametrize("name", pg.games())
def test_a_hint_names_a_move_and_marks_it_until_a_move_is_played(page, name):
    page.open(small_link(name))
    page.wait()
    picture = page.picture
    page.tool("Hint")
    assert page.state["goal"] == "The computer is looking for a hint …"
    page.wait()
    assert page.state["goal"].startswith("Hint: ")
    assert page.picture != picture
    assert ">hint<" in page.picture
    page.move(page.table.state.legal_moves.sample(random.Random(2)))
    page.wait()
    assert not page.state["goal"].startswith("Hint")
    assert ">hint<" not in page.picture


def test_a_hint_that_comes_too_late_is_not_shown(page):
    page.open("polygon")
    page.tool("Hint")
    page.move(next(iter(page.table.state.legal_moves)))
    page.wait()
    assert not page.state["goal"].startswith("Hint")


# After a game


@pytest.mark.parametrize("name", pg.games())
def test_a_finished_game_is_looked_at_move_by_move_and_says_what_was_better(page, name):
    page.open(small_link(name))
    page.wait()
    play_to_the_end(page)
    last = page.state["replay"]["last"]
    scores = [chip["score"] for chip in page.state["seats"]]
    page.send("go_to", move=1)
    assert page.state["replay"]["number"] == 1
    assert not any(chip["has_won"] for chip in page.state["seats"]), (
        "the chips are of this position"
    )
    assert page.state["goal"], "the move in words"
    page.send("go_to", move=last)
    assert [chip["score"] for chip in page.state["seats"]] == scores
    if name in GAMES_WITHOUT_REVIEW:
        assert [each["label"] for each in page.state["tools"]] == ["Rematch"]
        return
    page.tool("What was better?")
    page.wait()
    replay = page.state["replay"]
    assert replay["progress"] == ""
    assert len(replay["mistakes"]) <= 3
    assert replay["is_faultless"] == (not replay["mistakes"])
    for mistake in replay["mistakes"]:
        assert mistake["text"].startswith(f"Move {mistake['number']}: ")
        page.send("go_to", move=mistake["number"] - 1)
        assert ">played<" in page.picture


def test_a_winner_reads_why_a_losing_move_did_not_lose():
    record = pg.Record(pg.new("polygon", n=6))
    for text in ("A-C", "C-E", "E-B", "B-D"):
        record.push(text)
    while record.outcome is None:
        record.push(next(iter(record.state.legal_moves)))
    (winner,) = record.outcome.winners
    replay = Replay(record, Names())
    replay.start_review()
    while replay.review_next_move():
        pass
    texts = {each.number: each.text for each in replay.mistakes}
    assert texts
    for number, text in texts.items():
        is_winners = record.path[number - 1].state.turn == winner
        assert text.endswith(LATER_MISTAKE_TEXT) == is_winners


def test_work_that_fails_later_is_told(page, monkeypatch):
    page.open("polygon")
    monkeypatch.setattr("polygames.play_page.page.analyse", lambda *_, **__: 1 / 0)
    page.tool("Hint")
    page.wait()
    assert page.last("error")["text"] == "That did not work. Please try again."


def test_no_move_is_played_in_an_earlier_position(page):
    page.open(small_link("territory"))
    play_to_the_end(page)
    moves = page.table.record.moves
    page.send("go_to", move=0)
    assert not page.frame["active"]
    page.move(moves[0])
    assert page.table.record.moves == moves


def test_a_rematch_begins_on_the_other_seat(page):
    page.open(small_link("polygon"))
    page.wait()
    seat = page.opened.seat
    play_to_the_end(page)
    page.tool("Rematch")
    page.wait()
    assert page.opened.seat == 1 - seat
    assert page.table.record.start == pg.new("polygon", n=5)


# What the browser keeps


@pytest.mark.parametrize("name", pg.games())
def test_a_game_goes_on_after_the_page_was_loaded_again(page, name):
    page.open(name)
    page.wait()
    page.move(page.table.state.legal_moves.sample(random.Random(3)))
    page.wait()
    saved = page.last("saved")
    assert saved["name"] == f"game-{name}"
    again = ScriptedPage()
    again.open(name, {"game": saved["text"]})
    again.wait()
    assert again.table.state == page.table.state
    assert again.opened.opponent == page.opened.opponent
    again.tool("Undo")
    assert len(again.table.record.moves) < len(page.table.record.moves)


def test_the_dice_of_a_game_are_the_same_after_the_page_was_loaded_again(page):
    page.open("splitter")
    again = ScriptedPage()
    again.open("splitter", {"game": page.last("saved")["text"]})
    for each in (page, again):
        each.move(next(iter(each.table.state.legal_moves)))
    assert again.table.state == page.table.state


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"record": "no"}', '{"seat": 0}'])
def test_a_damaged_saved_game_is_named_and_a_new_one_begins(page, text):
    page.open("polygon", {"game": text})
    assert page.last("error")["text"] == "Your saved game cannot be read. Here is a new one."
    assert page.table.record.moves == []


@pytest.mark.parametrize("name", pg.games())
def test_a_game_of_a_link_is_kept_in_the_address_and_leaves_the_saved_game_alone(page, name):
    page.open(small_link(name))
    page.wait()
    page.move(page.table.state.legal_moves.sample(random.Random(8)))
    page.wait()
    assert page.last("saved") is None
    again = ScriptedPage()
    again.open(page.state["fragment"])
    again.wait()
    assert again.table.record.moves == page.table.record.moves
    assert again.opened.page_seat == page.opened.page_seat
    assert not again.opened.rematch(number=2).is_saved_game


@pytest.mark.parametrize("name", ["polygon", "territory"])
def test_a_finished_game_of_a_link_has_no_you(page, name):
    page.open(small_link(name))
    page.wait()
    play_to_the_end(page)
    again = ScriptedPage()
    again.open(page.state["fragment"])
    assert "You" not in again.state["status"]


# Puzzles


@pytest.mark.parametrize("name", pg.games())
def test_a_puzzle_is_solved_and_the_next_one_was_not_solved_before(page, name):
    page.send("start_puzzles", game=name, stars=1)
    first = page.opened.puzzle
    while not page.table.is_solved:
        step, _ = next_step(page.table)
        page.move(page.table.state.parse(step.move))
        page.wait()
    assert page.state["status"].endswith("Right! The puzzle is solved.")
    assert json.loads(page.last("saved")["text"]) == [first.key]
    page.tool("Next puzzle")
    assert page.opened.puzzle.number == first.number + 1
    again = ScriptedPage()
    again.open(name, {"puzzles": json.dumps([first.key])})
    again.send("start_puzzles", game=name, stars=1)
    assert again.opened.puzzle.key != first.key


@pytest.mark.parametrize("name", pg.games())
def test_a_wrong_move_of_a_puzzle_is_refused_with_the_reason(page, name):
    page.send("start_puzzles", game=name, stars=1)
    state, (step, _) = page.table.state, next_step(page.table)
    wrong = next(iter(step.wrong), None)
    assert wrong is not None
    page.move(state.parse(wrong))
    assert page.table.state == state
    assert page.state["goal"].startswith("Not this move")
    assert page.state["goal"].endswith("Try again.")
    assert page.state["fragment"].startswith(f"{name}/puzzle/"), "a reload shows it again"
    assert page.last("board_message")["content"]["kind"] == "refused"


@pytest.mark.parametrize("merits", ["", "It has a reason."])
def test_a_hint_compares_its_move_with_the_others_if_nothing_else_speaks_for_it(
    page, monkeypatch, merits
):
    monkeypatch.setattr("polygames.play_page.page.move_merits", lambda *_: merits)
    monkeypatch.setattr("polygames.play_page.page.comparison_text", lambda _: "It is better.")
    page.open(small_link("territory"))
    page.tool("Hint")
    page.wait()
    assert page.state["goal"].endswith("It is better.") == (not merits)


def test_a_shown_answer_does_not_count_as_solved(page):
    page.send("start_puzzles", game="territory", stars=1)
    page.tool("Show the answer")
    assert page.state["goal"].startswith("The answer: ")
    assert ">answer<" in page.picture
    while not page.table.is_solved:
        step, _ = next_step(page.table)
        page.move(page.table.state.parse(step.move))
    assert json.loads(page.last("saved")["text"]) == []


# Links


@pytest.mark.parametrize("name", pg.games())
def test_a_copied_link_opens_the_same_game_on_another_page(page, name):
    page.open(name)
    page.wait()
    page.move(page.table.state.legal_moves.sample(random.Random(4)))
    page.wait()
    page.send("copy_link", page=PAGE)
    message = page.last("link")
    assert message["code"].startswith("<svg")
    assert "viewBox" in message["code"], "the dialog scales it to its width"
    assert message["note"] == ""
    again = ScriptedPage()
    again.open(message["address"].partition("#")[2])
    assert again.table.record.moves == page.table.record.moves
    assert again.table.state == page.table.state


@pytest.mark.parametrize("name", pg.games())
def test_links_of_a_position_and_of_a_puzzle_open(page, name):
    puzzle = pg.puzzles(name)[4]
    page.open(parse_link(puzzle.state.link(PAGE)).fragment)
    assert page.opened.table.record.start == puzzle.state
    for content in (puzzle.key, str(puzzle.number)):
        page.open(Link(name, PUZZLE_LINK, content).fragment)
        assert page.opened.puzzle == puzzle
    page.send("copy_link", page=PAGE)
    assert page.last("link")["address"] == puzzle.link(PAGE)


def test_a_link_too_long_for_a_qr_code_is_still_copied(page):
    record, rng = pg.Record(pg.new("split", fill_limit=0.5)), random.Random(0)
    while record.outcome is None and len(record.moves) < 150:
        record.push(record.state.legal_moves.sample(rng))
    page.open(record.as_link().fragment)
    page.send("copy_link", page=PAGE)
    assert page.last("link")["address"] == record.link(PAGE)
    assert page.last("link")["code"] == ""
    assert page.last("link")["note"] == TOO_LONG_TEXT


@pytest.mark.parametrize(
    ("fragment", "text"),
    [
        ("chess", "the game of the link must be "),
        ("split/puzzle/99999", "the number of a puzzle of split must be "),
        ("split/puzzle/nosuchkey1", "this version of the page does not have the puzzle nosuchkey1"),
        ("split/goal/7", "this link cannot be read"),
        (Link("split", "position", "chess").fragment, "not a position"),
        (Link("split", "position", pg.new("polygon").to_text()).fragment, "the link is for split"),
        (Link("split", "game", "no game").fragment, ""),
    ],
)
def test_a_link_that_opens_nothing_says_why(page, fragment, text):
    page.open(fragment)
    assert page.opened is None
    assert text in page.last("error")["text"]


@pytest.mark.slow
def test_10000_changed_links_open_something_or_are_refused_with_a_text():
    rng = random.Random(5)
    whole = []
    for name in pg.games():
        record = pg.Record(pg.new(name))
        while record.outcome is None and len(record.moves) < 12:
            record.push(record.state.legal_moves.sample(rng))
        whole += [record.as_link(), Link(name, PUZZLE_LINK, "7")]
    page = ScriptedPage()
    opened = 0
    for _ in range(10_000):
        link = rng.choice(whole)
        if rng.random() < 0.5:
            changed = changed_text(link.fragment, rng)
        else:
            changed = link._replace(content=changed_text(link.content, rng)).fragment
        page.messages.clear()
        page.open(changed)
        if (error := page.last("error")) is None:
            assert page.state["game"] in pg.games()
            opened += 1
        else:
            assert error["text"] not in ("", "That did not work. Please try again.")
    assert 100 < opened < 9_900


def changed_text(text, rng):
    """Return a text with one character changed or removed."""
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(["", "A", "1", "9", "/", "#", "é", "\0", "%"]) + text[at + 1 :]


# Hostile messages


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", '"x"', "{}", '{"do": 7}', '{"do": "open"}', "[" * 100_000, "{" * 9],
)
def test_a_message_of_no_known_form_is_ignored(page, text):
    page.page.handle_message(text)
    assert page.messages == []


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize(
    "message",
    [
        {"do": "new_game", "game": "chess", "opponent": "level 1", "seat": 0},
        {"do": "new_game", "game": "split", "opponent": "level 9", "seat": 0},
        {"do": "new_game", "game": "split", "opponent": "level 1", "seat": 2},
        {"do": "new_game", "game": ["split"], "opponent": None, "seat": None},
        {"do": "start_puzzles", "game": "split", "stars": 9},
        {"do": "start_puzzles", "game": "chess", "stars": 1},
        {"do": "open", "fragment": ["split"], "saved": 7},
    ],
)
def test_a_request_for_something_that_does_not_exist_is_refused_with_a_text(page, message, opened):
    if opened:
        page.open("polygon")
    before = page.opened
    page.send(**message)
    assert page.last("error")["text"] not in ("", "That did not work. Please try again.")
    assert page.opened is before


def test_requests_without_a_game_are_ignored(page):
    for request in ("undo", "hint", "rematch", "next_puzzle", "show_help", "copy_link", "go_to"):
        assert page.send(request) == []


def test_how_to_play_has_pictures_and_rules(page):
    page.open("split")
    page.send("show_help")
    assert page.last("help")["html"].count("<svg") >= 1


def test_a_game_for_one_person_needs_no_opponent(page):
    page.send("new_game", game="splitter", opponent="level 1", seat=0)
    assert page.opened.opponent == NO_OPPONENT
    assert page.state["levels"] == []
