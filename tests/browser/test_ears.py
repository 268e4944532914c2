"""The board by ear: what a screen reader is given to say while somebody plays by keys."""

from __future__ import annotations

import pytest
from person import press

import polygames as pg

pytestmark = pytest.mark.browser

LISTEN = """() => {
  const regions = [...document.querySelectorAll('[aria-live]')];
  const heard = window.watched = [];
  const keep = (changes) => heard.push(...changes.flatMap(({ addedNodes }) =>
    [...addedNodes].map(({ textContent }) => textContent)));
  for (const each of regions) new MutationObserver(keep).observe(each, { childList: true });
}"""
"""What is added to a live region is read; what is written over is not counted."""

GAMES = {  # options, keys that do nothing, what is said of them, and keys of a move and its words
    "split": (
        "",
        "n Enter Enter",
        "a line goes from",
        "ArrowDown h Enter",
        "You: cuts 50.00 and",
        "Press 1: ",
    ),
    "splinter": ("", "n Enter Enter", "This is chosen", "n Enter", "You: pawn", "Black"),
    "polygon": (", n=6", "n Enter Enter", "This is chosen", "n n Enter", "You: A to", "Blue"),
    "splitter": (
        ", dice=['roll 4-1', 'roll 2-2']",
        "n Enter Enter",
        "This is chosen",
        "ArrowDown Enter",
        "You: ",
        "Press 1: ",
    ),
    "territory": (", seed=3", "Enter", "press n to go", "n Enter", "You: ", "Blue"),
}


def hear(page, words):
    """Wait until something was said, after what was heard before; return it."""
    told(page.page, words)
    return page.page.evaluate("window.watched.splice(0)")


def told(page, words):
    page.wait_for_function(
        "words => window.watched.some((said) => said.includes(words))", arg=words
    )


@pytest.mark.parametrize("game", GAMES)
def test_where_one_is_what_enter_does_and_what_was_played_are_said(show_board, game):
    options, wrong, refused, keys, played, after = GAMES[game]
    page = show_board(f"import polygames as pg\nboard = pg.play({game!r}{options})\nboard")
    page.layer.focus()
    page.page.evaluate(LISTEN)
    press(page, wrong)
    heard = hear(page, refused)
    assert all("click" not in each and "green" not in each for each in heard), heard
    press(page, keys)
    heard += hear(page, played)
    heard += hear(page, after)
    own = next(i for i, each in enumerate(heard) if each.startswith("You: "))
    assert not any("can be claimed" in each for each in heard[own + 1 :]), heard
    assert page.errors == []


def test_the_answer_comes_after_ones_own_move_and_both_are_kept(show_board):
    page = show_board(
        "import polygames as pg\nboard = pg.play('splinter', seats=('human', 'level 1'))\nboard"
    )
    page.layer.focus()
    page.page.evaluate(LISTEN)
    press(page, "n Enter n Enter")
    heard = hear(page, "Black: ")
    own, answer = (
        next(i for i, each in enumerate(heard) if each.startswith(who))
        for who in ("You: ", "Black: ")
    )
    assert own < answer, heard
    press(page, "Escape n Escape n")
    assert len(hear(page, "press Enter")) >= 1
    assert page.errors == []


def test_a_page_of_a_class_says_ones_own_move_and_what_the_other_plays(chromium, tmp_path):
    with pg.classroom("splinter", folder=tmp_path, port=0) as class_:
        pages = [pupil(chromium, class_, name) for name in ("Ana", "Ben")]
        ana, ben = pages
        for mover, other in ((ana, ben), (ben, ana)):
            mover.locator(".polygames-status", has_text="Your turn").wait_for()
            for page in pages:
                page.evaluate(LISTEN)
            mover.locator(".polygames-pointer svg").focus()
            for key in ("n", "Enter", "n", "Enter"):
                mover.keyboard.press(key)
            told(mover, "You: pawn")
            told(other, ": pawn")
            told(other, "Your turn")
        for page in pages:
            page.context.close()


def pupil(browser, class_, name):
    """Return the page of a pupil who sits down."""
    page = browser.new_page()
    page.goto(class_.url)
    page.fill("#code", class_.code)
    page.fill("#name", name)
    page.get_by_role("button", name="Sit down").click()
    page.locator(".polygames-pointer svg").wait_for()
    return page


def test_a_saved_page_says_each_position_and_the_same_words_again(chromium, tmp_path):
    record = pg.Record(pg.new("polygon"))
    for move in ("A-C", "C-E"):
        record.push(move)
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.goto(record.save_html(tmp_path / "game.html").as_uri())
    page.locator(".move").first.wait_for()
    page.evaluate(LISTEN)
    for key in ("ArrowLeft", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_function("count => window.watched.length >= count", arg=1)
        (words,) = page.evaluate("window.watched.splice(0)")
        assert words.startswith("1. " if key == "ArrowLeft" else "2. ")
    context.close()
