"""What a screen reader is given to say on the pages of a class and on a saved page."""

import polygames as pg

LISTEN = """() => {
  const heard = window.heard = [];
  const keep = (changes) => heard.push(...changes.flatMap(({ addedNodes }) =>
    [...addedNodes].map(({ textContent }) => textContent)));
  const regions = document.querySelectorAll('[aria-live]');
  for (const each of regions) new MutationObserver(keep).observe(each, { childList: true });
}"""
"""What is added to a live region is read out."""


def told(page, words, times=1):
    """Wait until something has been said so often."""
    page.wait_for_function(
        "([words, n]) => window.heard.filter((said) => said.includes(words)).length >= n",
        arg=[words, times],
    )


def pupil(browser, class_, name):
    """Return the page of a pupil who sits down."""
    page = browser.new_page()
    page.goto(class_.url)
    page.fill("#code", class_.code)
    page.fill("#name", name)
    page.get_by_role("button", name="Sit down").click()
    page.locator(".polygames-pointer svg").wait_for()
    return page


def test_a_class_says_ones_own_move_the_answer_and_whose_turn_it_is(chromium, tmp_path):
    with pg.classroom("splinter", folder=tmp_path, port=0) as class_:
        ana, ben = (pupil(chromium, class_, name) for name in ("Ana", "Ben"))
        for mover, other in ((ana, ben), (ben, ana)):
            mover.locator(".polygames-status", has_text="Your turn").wait_for()
            for page in (ana, ben):
                page.evaluate(LISTEN)
            mover.locator(".polygames-pointer svg").focus()
            for key in ("n", "Enter", "Enter", "Enter", "n", "Enter"):
                mover.keyboard.press(key)
            told(mover, "it is chosen already", 2)
            told(mover, ": pawn")
            told(other, ": pawn")
            told(other, "Your turn")
        for page in (ana, ben):
            page.context.close()


def test_a_saved_page_says_the_move_and_the_position_at_each_step(chromium, tmp_path):
    record = pg.Record(pg.new("polygon"))
    for move in ("A-C", "C-E"):
        record.push(move)
    page = chromium.new_page()
    page.goto(record.save_html(tmp_path / "game.html").as_uri())
    page.locator(".move").first.wait_for()
    page.evaluate(LISTEN)
    for times, (key, move, status) in enumerate(
        (("ArrowLeft", "1. ", "Blue"), ("ArrowRight", "2. ", "Red")) * 2, start=2
    ):
        page.keyboard.press(key)
        told(page, move, times // 2)
        told(page, status, times // 2)
    page.context.close()
