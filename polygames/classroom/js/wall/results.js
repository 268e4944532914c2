// The results of a class on the wall: a race, the exercises, the games and the cross table.

import { createButton, createElement } from "../../../view/js/shared/dom.js";
import { createBars, createTableRow, formatClock } from "../elements.js";

/** Create a part that can be folded. Updates do not change whether it is open. */
export const createFold = (key, open, words, ...parts) =>
  createElement("details", { key, open }, createElement("summary", {}, words), ...parts);

export const isRacing = ({ race }) => Boolean(race && !race.is_over);

/** Create the button that shows or hides the boards. On a projector, everybody would see the answers
 *  of a race, or the dice to come. */
export function createBoardsButton(wall) {
  const flip = () => {
    wall.showsBoards = !wall.showsBoards;
    wall.render();
  };
  return createButton(wall.showsBoards ? "Hide the boards" : "Show the boards", flip, {
    key: "boards",
    title: "On a projector, everybody would see them",
  });
}

/** Create the ranking of a race that runs or has just ended; null for none. */
export function createRace(wall) {
  const { race, paused } = wall.news;
  if (!race) return null;
  const clock = createElement("time", {
    textContent: formatClock(race.seconds_left),
    data: { secondsLeft: race.seconds_left, running: paused ? "" : "1" },
  });
  const tools = [
    createElement("b", {}, "Puzzle race · ", clock),
    createBoardsButton(wall),
    createButton("End the race", () => wall.endGames({ do: "end_race" }, "", () => false)),
  ];
  return createElement(
    "div",
    { key: "race", className: "wall-race" },
    ...(race.is_over ? [createElement("b", {}, "The race is over")] : tools),
    race.hardest
      ? createElement("span", { className: "wall-hardest" }, hardestText(race.hardest))
      : null,
    createElement("ol", {}, ...race.rows.map((each) => createRacer(each, race.puzzle_count))),
  );
}

const hardestText = ({ place, puzzle, solved_count, attempt_count }) =>
  `Hardest: number ${place} of the race (puzzle ${puzzle} of the game). ${solved_count} of ${attempt_count} solved it.`;

/** Create the row of a pupil in a race. */
const createRacer = ({ name, solved_count, wrong_count }, puzzle_count) =>
  createElement(
    "li",
    { key: name },
    createElement("span", { className: "wall-name" }, name),
    createElement(
      "span",
      { className: "wall-bar" },
      createElement("i", { style: { width: `${(100 * solved_count) / puzzle_count}%` } }),
    ),
    createElement("b", {}, solved_count),
    createElement("span", { className: "wall-muted" }, wrong_count ? `${wrong_count} wrong` : ""),
  );

const CHECK_SIGNS = { right: "✓", "not quite": "~", "not yet": "·", "": "" };

/** Create the table of the pupils' results in the exercises of the notebooks; null for none. */
export function createExercises({ exercise_results: progress }) {
  if (!progress) return null;
  const { exercises, rows, answers } = progress;
  const createCell = (result) =>
    createElement(
      "td",
      { className: `wall-check-result wall-${result.replace(" ", "-")}`, title: result },
      CHECK_SIGNS[result],
    );
  const createPupil = ({ name, results }) =>
    createElement(
      "tr",
      {},
      createElement("td", { className: "wall-name" }, name),
      ...results.map(createCell),
    );
  const right = exercises.map(
    (_, at) => rows.filter(({ results }) => results[at] === "right").length,
  );
  const charts = answers.flatMap(([name, counts]) => [
    createElement("b", {}, name),
    createBars(counts),
  ]);
  return createFold(
    "exercises",
    true,
    "Exercises: ✓ right, ~ not quite, · not yet",
    createElement(
      "table",
      { className: "wall-exercises" },
      createTableRow(["", ...exercises], "th"),
      ...rows.map(createPupil),
      createTableRow(["right", ...right]),
    ),
    charts.length ? createFold("answers", false, "Answers on the board", ...charts) : null,
  );
}

/** Create a folded table. */
const createTable = (name, title, head, rows) =>
  createFold(
    name,
    false,
    title,
    createElement(
      "table",
      { className: `wall-${name}` },
      createTableRow(head, "th"),
      ...rows.map((row) => createTableRow(row)),
    ),
  );

const COLUMNS = ["name", "games", "won", "tied", "lost", "points"];
const EXTRA_COLUMNS = ["puzzles", "exercises"]; // only in some classes

export function createResults({ results: rows }) {
  const names = [...COLUMNS, ...EXTRA_COLUMNS.filter((each) => each in (rows[0] ?? {}))];
  return createTable(
    "results",
    "Results",
    names,
    rows.map((row) => names.map((name) => row[name])),
  );
}

export const createCrossTable = ({ cross_table: [head, ...rows] }) =>
  createTable("cross", "Cross table", head, rows);
