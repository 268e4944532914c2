// The forms of the wall: a new round, a race, a position to discuss, a confirmation, and pupils who
// wait to be admitted.

import { createButton, createElement } from "../../../view/js/shared/dom.js";
import { isRacing } from "./results.js";

/** Create an input whose text is stored in `fields`, so that a form can be closed and opened
 *  again. */
export const createField = (fields, name, label, options) =>
  createElement("input", {
    placeholder: label,
    ariaLabel: label,
    value: fields[name] ?? "",
    oninput: ({ target }) => {
      fields[name] = target.value;
    },
    ...options,
  });

/** Create a list of choices, each with a value and a text. The chosen value is stored in
 *  `fields`. */
const createSelect = (fields, name, ariaLabel, choices) =>
  createElement(
    "select",
    {
      ariaLabel,
      onchange: ({ target }) => {
        fields[name] = target.value;
      },
    },
    ...choices.map(([value, words]) =>
      createElement("option", { value, selected: value === (fields[name] ?? "") }, words),
    ),
  );

const FORMS = { round: createRoundForm, race: createRaceForm, discussion: createDiscussionForm };

/** Create the open form: of a new round, a race or a position to discuss; null for none. */
export const createForm = (wall) => FORMS[wall.form]?.(wall) ?? null;

const toNumber = (text) => (text ? Number(text) : null);

/** Create the form of a new round. */
function createRoundForm(wall) {
  const { fields, news } = wall;
  const method = createSelect(fields, "method", "how a new round is paired", [
    ["random", "random pairs"],
    ["swiss", "Swiss: equal points"],
    ["ladder", "ladder"],
  ]);
  const minutes = createSelect(fields, "minutes", "minutes on each clock", [
    ["", "clock as before"],
    ["0", "no clock"],
    ...[1, 3, 5, 10, 15, 30].map((each) => [`${each}`, `${each} min each`]),
  ]);
  return createStartForm(
    wall,
    "round",
    () => ({
      do: "start_round",
      method: fields.method,
      minutes: toNumber(fields.minutes),
      puzzle: toNumber(fields.puzzle),
    }),
    createElement("b", {}, "A new round for all:"),
    method,
    news.seat_count > 1 ? minutes : null,
    news.puzzle_count
      ? createElement(
          "label",
          {},
          "start with puzzle ",
          createPuzzleField(wall, "puzzle", "the number of a puzzle to begin with"),
        )
      : null,
  );
}

/** Create the form of a puzzle race. */
function createRaceForm(wall) {
  const { fields } = wall;
  const createNumbers = (name, label, unit, numbers) =>
    createSelect(
      fields,
      name,
      label,
      numbers.map((each) => [`${each}`, `${each} ${unit}`]),
    );
  return createStartForm(
    wall,
    "race",
    () => ({
      do: "start_race",
      minutes: toNumber(fields.raceMinutes),
      count: toNumber(fields.raceCount),
      stars: toNumber(fields.raceStars),
    }),
    createElement("b", {}, "Everyone solves the same puzzles:"),
    createNumbers("raceMinutes", "minutes of the race", "minutes", [2, 3, 5, 10, 15]),
    createNumbers("raceCount", "puzzles of the race", "puzzles", [5, 10, 20, 30]),
    createSelect(
      fields,
      "raceStars",
      "the hardest puzzles of the race",
      [5, 4, 3, 2, 1].map((each) => [`${each}`, `up to ${"★".repeat(each)}`]),
    ),
  );
}

/** Create the form of a position to discuss. */
function createDiscussionForm(wall) {
  const { fields, news, send } = wall;
  const onsubmit = (event) => {
    event.preventDefault();
    const puzzle = toNumber(fields.discussionPuzzle);
    send({ do: "discuss", text: fields.discussion ?? "", puzzle });
    Object.assign(fields, { discussion: "", discussionPuzzle: "" });
    wall.form = "";
    wall.render();
  };
  return createElement(
    "form",
    { key: "discussion", className: "wall-form", onsubmit },
    createElement("b", {}, "A large board to discuss:"),
    createField(fields, "discussion", "a question about the position", { maxLength: 200 }),
    news.puzzle_count
      ? createElement(
          "label",
          {},
          "puzzle ",
          createPuzzleField(wall, "discussionPuzzle", "the number of a puzzle to show"),
        )
      : null,
    createButton("Show the board", null, { type: "submit", className: "mod-primary" }),
    createCloseButton(wall),
  );
}

/** Create the field for the number of a puzzle. */
const createPuzzleField = ({ fields, news }, name, label) =>
  createField(fields, name, label, {
    type: "number",
    min: 1,
    max: news.puzzle_count,
    placeholder: "puzzle no.",
  });

/** Create a form that starts a round or a race. */
function createStartForm(wall, name, createContent, ...parts) {
  const onsubmit = (event) => {
    event.preventDefault();
    Object.assign(wall, { form: "", showsBoards: false });
    wall.endGames(createContent(), `start the ${name}`);
    wall.render();
  };
  return createElement(
    "form",
    { key: name, className: "wall-form", onsubmit },
    ...parts,
    createButton(`Start the ${name}`, null, { type: "submit", className: "mod-primary" }),
    createCloseButton(wall),
  );
}

/** Create the button that closes the open form. */
export const createCloseButton = (wall) =>
  createButton("Cancel", () => {
    wall.form = "";
    wall.render();
  });

// --- Confirmations and newcomers

/** Send a command that ends unfinished games, after the teacher has confirmed it. `isEnded` tells
 *  which tables it concerns. */
export function endGames(wall, content, action, isEnded = (_table) => true) {
  const count = wall.cards.all.filter(({ table }) => table.is_unfinished && isEnded(table)).length;
  const ended = [
    content.do !== "create_table" && isRacing(wall.news) ? "the puzzle race" : "",
    count ? (count === 1 ? "1 unfinished game" : `${count} unfinished games`) : "",
  ].filter(Boolean);
  if (!ended.length) return wall.send(content);
  wall.confirm(
    content,
    `This ends ${ended.join(" and ")}.`,
    `End ${ended.length > 1 || count > 1 ? "them" : "it"}${action && ` and ${action}`}`,
    "Finished games and solved puzzles count. Unfinished games give no points. All moves are saved.",
  );
}

/** Create the confirmation of a command that ends games or a race, or removes a pupil. */
export function createConfirmation(wall) {
  if (!wall.confirmation) return null;
  const { content, question, action, note } = wall.confirmation;
  const close = () => {
    wall.confirmation = null;
    wall.render();
  };
  const confirm = () => {
    wall.send(content);
    close();
  };
  return createElement(
    "div",
    {
      key: "confirmation",
      className: "wall-form wall-confirmation",
      role: "alertdialog",
      ariaLabel: "Are you sure?",
    },
    createElement("b", {}, question),
    createElement("span", {}, note),
    createButton(action, confirm, { className: "mod-primary" }),
    createButton("No", close),
  );
}

/** Create the question about a newcomer who has the name of a pupil, or comes to a locked class.
 *  The teacher decides. */
export const createWaiting = ({ number, name, is_new }, send) => {
  const createDecision = (words, decision, className = "") =>
    createButton(words, () => send({ do: "decide_admission", number, decision }), { className });
  return createElement(
    "div",
    { key: `waiting ${number}`, className: "wall-form wall-waiting", role: "alert" },
    createElement("b", { className: "wall-name" }, name),
    createElement(
      "span",
      {},
      is_new
        ? "wants to join. The class is locked."
        : "is in the class already, and somebody else wants to join with this name.",
    ),
    ...(is_new
      ? [createDecision("Let in", "another", "mod-primary")]
      : [
          createDecision("The same pupil", "same", "mod-primary"),
          createDecision("Another pupil", "another"),
        ]),
    createDecision("Refuse", "refuse"),
  );
};
