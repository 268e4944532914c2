"""A teacher starts the steps of a lesson at the wall, and pupils at phones follow."""

import os
from pathlib import Path

from boardpage import wait_until

LESSON = Path(__file__).parents[2] / "examples" / "lessons" / "territory_first_lesson.toml"


def shot(wall, name):
    if folder := os.environ.get("POLYGAMES_SHOTS"):
        wall.page.screenshot(path=Path(folder) / f"lesson {name}.png")


def test_a_teacher_starts_the_steps_of_a_lesson_one_press_each(phones, show_wall, open_class):
    class_ = open_class(lesson=LESSON)
    wall = show_wall(class_)
    ana, ben = (phones().join(class_, name) for name in ("Ana", "Ben"))
    ledger, lesson = class_.room.ledger, wall.page.locator(".wall-lesson > b")

    def press(name, step):
        wall.page.get_by_role("button", name=name, exact=True).click()
        wait_until(wall.page, lambda: ledger.lesson_step == step)
        wall.page.get_by_text(f"Step {step} of 7:").wait_for()
        shot(wall, f"step {step}")

    assert lesson.inner_text() == "Territory, the first lesson: 7 steps"
    press("Start the lesson", 1)
    assert lesson.inner_text() == "Step 1 of 7: Who wins more often?"
    ana.press("equal")
    wait_until(wall.page, lambda: ledger.question.answers == {"p1": "equal"})
    press("Next step", 2)
    ben.page.get_by_text("Who wins more often?").wait_for(state="detached")
    assert ledger.round == 1
    press("Next step", 3)
    ana.says("Puzzle 1 of 20")
    wall.page.get_by_text("All steps").click()
    press(
        "Red is to move. Which tile would you claim, and why?", 4
    )  # a jump, in the list of all steps
    board = wall.page.locator(".wall-discussion img").bounding_box()
    assert board["height"] > 400  # large enough for a class
    wall.page.get_by_text("All steps").click()
    press("Look at the results. In how many games did the first player win?", 6)
    wall.page.locator(".wall-discussion").wait_for(state="detached")
    ana.page.get_by_text("Look at the results.").first.wait_for()
    assert ledger.is_paused
    press("Next step", 7)
    ana.press("the first player")
    wait_until(wall.page, lambda: ledger.questions[-1].answers == {"p1": "the first player"})
    wall.page.get_by_text("This is the last step.").wait_for()
