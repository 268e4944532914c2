// The lesson on the wall: its steps, and the position that the class discusses.

import { createButton, createElement } from "../../../view/js/shared/dom.js";
import { createFold } from "./results.js";

/** Create the current step of the lesson, the button for the next one, and the list of all steps;
 *  null without a lesson. */
export function createLesson(wall) {
  const { lesson } = wall.news;
  if (!lesson) return null;
  const { title, steps, step } = lesson;
  const start = (number) => startStep(wall, number);
  const words = step
    ? `Step ${step} of ${steps.length}: ${steps[step - 1].title}`
    : `${title}: ${steps.length} ${steps.length === 1 ? "step" : "steps"}`;
  const next = step ? "Next step" : "Start the lesson";
  return createElement(
    "div",
    { key: "lesson", className: "wall-form wall-lesson" },
    createElement("b", {}, words),
    step < steps.length
      ? createButton(next, () => start(step + 1), {
          className: "mod-primary",
          title: steps[step].title,
        })
      : createElement("span", { className: "wall-muted" }, "This is the last step."),
    createFold("steps", false, "All steps", createSteps(lesson, start)),
  );
}

/** Create the list of all steps. A press starts a step and closes the list. */
function createSteps({ steps, step }, start) {
  const press = ({ target }, number) => {
    target.closest("details").open = false;
    start(number);
  };
  return createElement(
    "ol",
    {},
    ...steps.map(({ title }, at) =>
      createElement(
        "li",
        { key: `${at}` },
        createButton(title, (event) => press(event, at + 1), {
          ariaCurrent: at + 1 === step ? "step" : "false",
        }),
      ),
    ),
  );
}

/** Start a step. The teacher confirms first if it ends games. */
function startStep(wall, number) {
  const content = { do: "start_step", number };
  const isNewStart = wall.news.lesson.steps[number - 1].ends_games;
  Object.assign(wall, { form: "", confirmation: null });
  if (isNewStart) {
    wall.showsBoards = false;
    wall.endGames(content, "start the step");
  } else wall.send(content);
  wall.render();
}

/** Create the position that the class discusses, with its question; null for none. */
export function createDiscussion({ news: { discussion }, send }) {
  if (!discussion) return null;
  const { text, picture } = discussion;
  return createElement(
    "div",
    { key: "discussion", className: "wall-question wall-discussion" },
    createElement("b", {}, text),
    createElement("img", {
      src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`,
      alt: "the position to discuss",
    }),
    createButton("Close the position", () => send({ do: "end_discussion" })),
  );
}
