"""After a game: the result card, a rematch, stars and saved games, by mouse, keys and touch."""

import pytest

LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
BOARD = """import polygames as pg
from random import Random
board = pg.play({game!r}, seats=('human', {opponent!r}), seed=4, autosave={folder!r}, {options})
board"""
FINISH = """
rng = Random(1)
while board.state.outcome is None:
    board.play(board.state.legal_moves.sample(rng))"""
IN_SIGHT = """names => names.every(name => {
  const { top, bottom, width } = document.querySelector(name).getBoundingClientRect();
  const scroller = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return width > 0 && top >= scroller.top - 1 && bottom <= scroller.bottom + 1;
})"""
PARTS = [".polygames-head", ".polygames-stack", ".polygames-choices"]
CARD = ["Rematch", "Review", "Next puzzle"]


def open_game(show_board, game="polygon", options="n=5", folder=None, opponent="random", **given):
    code = BOARD.format(game=game, options=options, folder=folder, opponent=opponent)
    return show_board(code, explored=False, **given)


@pytest.mark.parametrize("game", ["splinter", "territory"])
@pytest.mark.parametrize(("viewport", "has_touch"), [(LAPTOP, False), (PHONE, True)])
def test_the_result_and_its_buttons_are_in_sight_with_the_board(
    show_board, game, viewport, has_touch
):
    page = open_game(show_board, game, "", viewport=viewport, has_touch=has_touch)
    if has_touch:  # a person has scrolled to the board
        page.page.locator(".polygames-head").evaluate("each => each.scrollIntoView(true)")
    page.run(FINISH)
    page.page.get_by_role("button", name="Rematch").wait_for()
    page.settle()
    assert page.choices.all_inner_texts() == CARD
    assert page.page.evaluate(IN_SIGHT, PARTS)
    status = page.page.locator(".polygames-status").inner_text()
    assert status.startswith(("You won", "You lost", "A tie"))


def test_nothing_moves_when_a_game_ends(show_board):
    for explored in (False, True):
        code = BOARD.format(game="splinter", options="", folder=None, opponent="random")
        page = show_board(code, explored=explored, viewport=LAPTOP)
        places = (
            "() => [...document.querySelectorAll('.polygames-tools > button, .polygames-stack')]"
        )
        places += ".filter(each => each.offsetParent).map(each => each.getBoundingClientRect().top)"
        before = page.page.evaluate(places)
        page.run(FINISH)
        page.page.get_by_role("button", name="Rematch").wait_for()
        page.settle()
        assert page.page.evaluate(places) == before


def test_a_rematch_by_mouse_then_the_stars_are_in_the_form(show_board):
    page = open_game(show_board, folder="ladder", opponent="level 1", viewport=LAPTOP)
    page.run(FINISH)
    page.page.get_by_text("Level 1 beaten as Red ★☆. Now try it as Blue.").wait_for()
    page.button("Rematch")
    page.until("board.session.players", ("level 1", "human"))
    page.page.get_by_role("button", name="Rematch").wait_for(state="hidden")
    focused = "document.activeElement.closest('.polygames-pointer') !== null"
    page.page.wait_for_function(focused)
    page.page.get_by_role("button", name="New game").click()
    page.page.get_by_role("listitem", name="Level 1: 1 of 2 stars").wait_for()


def test_the_card_is_read_aloud_once_and_used_by_keys(show_board):
    page = open_game(show_board, viewport=LAPTOP)
    page.page.evaluate(
        """() => {
          window.watched = [];
          const live = document.querySelector('.polygames-pointer [aria-live]');
          new MutationObserver(() => {
            const text = live.textContent.trim();
            if (text.includes('You won') && watched.at(-1) !== text) watched.push(text);
          }).observe(live, { childList: true, subtree: true, characterData: true });
        }"""
    )
    page.layer.focus()
    page.run(FINISH)
    page.page.get_by_role("button", name="Rematch").wait_for()
    page.page.wait_for_function("() => watched.length > 0")
    page.page.keyboard.press("Tab")
    page.page.wait_for_function("() => document.activeElement.textContent.trim() === 'Rematch'")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")  # Review
    page.until("board.get_panel('Review').is_running", "False")
    page.settle()
    assert len(page.page.evaluate("watched")) == 1


def test_a_saved_game_is_looked_at_and_reviewed_from_its_picture(show_board):
    page = open_game(show_board, folder="mine", viewport=LAPTOP)
    page.run(FINISH)
    page.run("board.new()\nboard.play('A-C')")
    page.page.get_by_role("button", name="New game").click()
    page.page.get_by_role("button", name="My games").click()
    cards = page.page.locator(".polygames-game-card")
    cards.first.wait_for()
    assert cards.count() == 2
    assert "turn" in cards.first.inner_text()
    assert cards.locator("img").first.evaluate("each => each.naturalWidth > 100")
    page.page.get_by_role("button", name="Look: You won against random").click()
    page.page.get_by_role("button", name="Rematch").wait_for()
    page.page.get_by_role("button", name="Back to your games").click()
    page.page.wait_for_function("() => document.activeElement.closest('.polygames-saved-games')")
    page.page.get_by_role("button", name="Review: You won against random").click()
    saved = page.page.locator(".polygames-review-button[data-button=save]:enabled")
    saved.wait_for(state="attached")  # it is hidden behind More


def test_a_saved_game_is_continued_by_touch_on_a_phone(show_board):
    page = open_game(show_board, folder="touched", viewport=PHONE, has_touch=True)
    page.run("board.session.paused = True\nboard.play('A-C')")
    page.page.get_by_role("button", name="New game").tap()
    page.page.get_by_role("button", name="My games").tap()
    page.page.get_by_role("button", name="Continue: ").tap()
    page.page.get_by_text("You continue the game of Polygon").wait_for()
    assert page.page.locator(".polygames-saved-games").count() == 0


def test_a_puzzle_is_one_click_from_the_end_of_a_game_and_leads_back(show_board):
    page = open_game(show_board, viewport=LAPTOP)
    page.run(FINISH)
    page.page.get_by_role("button", name="Next puzzle", exact=True).click()
    page.until("board.has_open_task", "True")
    page.page.get_by_role("button", name="Rematch").wait_for(state="hidden")
    page.page.get_by_role("button", name="Back to the game").click()
    page.page.get_by_role("button", name="Rematch").wait_for()
