// The question to the class on the wall: its form, and the answers.

import { createButton, createElement } from "../../../view/js/shared/dom.js";
import { createBars } from "../elements.js";
import { createCloseButton, createField } from "./forms.js";

/** Create the current question, or the form for one if it is open; null for neither. */
export const createQuestion = (wall) =>
  wall.news.question
    ? createAnswers(wall)
    : wall.form === "question"
      ? createQuestionForm(wall)
      : null;

function createAnswers(wall) {
  const { news, send } = wall;
  const { text, answer_count, revealed, counts } = news.question;
  const close = () => {
    wall.form = "";
    send({ do: "close_question" });
  };
  return createElement(
    "div",
    { key: "question", className: "wall-question" },
    createElement("b", {}, text),
    createElement("span", {}, `${answer_count} of ${news.people.length} have answered`),
    revealed
      ? createBars(counts)
      : createButton("Show the results to everyone", () => send({ do: "reveal_answers" }), {
          className: "mod-primary",
        }),
    createButton("Close the question", close),
  );
}

function createQuestionForm(wall) {
  const { fields, send } = wall;
  const onsubmit = (event) => {
    event.preventDefault();
    const choices = (fields.choices ?? "")
      .split(";")
      .map((each) => each.trim())
      .filter(Boolean);
    send({
      do: "ask_question",
      text: fields.question ?? "",
      choices,
      right: (fields.right ?? "").trim(),
    });
    Object.assign(fields, { question: "", choices: "", right: "" });
    wall.form = "";
    wall.render();
  };
  return createElement(
    "div",
    { key: "form", className: "wall-question" },
    createElement(
      "form",
      { className: "wall-input-form", onsubmit },
      createField(fields, "question", "a question", { maxLength: 200 }),
      createField(fields, "choices", "choices", {
        maxLength: 400,
        placeholder: "choices, separated by ; (leave empty for a number)",
      }),
      createField(fields, "right", "the right answer", {
        maxLength: 200,
        placeholder: "the right answer, if there is one",
      }),
      createButton("Ask", null, { type: "submit", className: "mod-primary" }),
      createButton("Discuss a board …", () => {
        wall.form = "discussion";
        wall.render();
      }),
      createCloseButton(wall),
    ),
  );
}
