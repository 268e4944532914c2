// The dialog for a new game: against whom, and who begins; or puzzles.

import { createButton, createElement } from "../../view/js/shared/dom.js";

const PERSON = "person";

/** Create the dialog. It removes itself when it is closed. */
export function createNewGameDialog({ game, levels, opponent, seat_names, difficulties }, send) {
  const start = (other, seat) => send({ do: "new_game", game, opponent: other, seat });
  const dialog = createElement("dialog", { className: "play-dialog", ariaLabel: "New game" });
  const close = () => dialog.close();
  const choose = (words, act, isMain = false) =>
    createButton(
      words,
      () => {
        close();
        act();
      },
      { className: isMain ? "mod-primary" : "" },
    );
  const seat = createSelect(
    "You play",
    seat_names.map((name, at) => [at, seatText(name, at)]),
  );
  const level = createSelect(
    "Level",
    levels.map((name) => [name, levelText(name, levels)]),
    levels.includes(opponent) ? opponent : levels[0],
  );
  const stars = createSelect(
    "Difficulty",
    difficulties.map((name, at) => [at + 1, `${"★".repeat(at + 1)} ${name}`]),
  );
  const valueOf = (label) => label.querySelector("select").value;
  const groups = levels.length
    ? [
        createGroup(
          "Against the computer",
          level,
          seat,
          choose("Play", () => start(valueOf(level), Number(valueOf(seat))), true),
        ),
        createGroup(
          "Two people on this device",
          choose("Play together", () => start(PERSON, 0)),
        ),
      ]
    : [
        createGroup(
          "Alone",
          choose("Play", () => start("alone", 0), true),
        ),
      ];
  const puzzles = createGroup(
    "Puzzles",
    stars,
    choose("Solve puzzles", () =>
      send({ do: "start_puzzles", game, stars: Number(valueOf(stars)) }),
    ),
  );
  dialog.append(
    createElement(
      "div",
      { className: "polygames-board" },
      createElement("h2", { textContent: "New game" }),
      ...groups,
      difficulties.length ? puzzles : null,
      createButton("Cancel", close),
    ),
  );
  dialog.onclose = () => dialog.remove();
  queueMicrotask(() => dialog.showModal());
  return dialog;
}

const createGroup = (title, ...children) =>
  createElement("fieldset", {}, createElement("legend", { textContent: title }), ...children);

const createSelect = (label, options, chosen) =>
  createElement(
    "label",
    {},
    `${label} `,
    createElement(
      "select",
      {},
      ...options.map(([value, words]) =>
        createElement("option", { value, textContent: words, selected: value === chosen }),
      ),
    ),
  );

const seatText = (name, at) => {
  const order = at === 0 ? "you begin" : "the computer begins";
  return name && !/player/i.test(name) ? `${name}: ${order}` : order;
};

const levelText = (name, levels) => {
  if (name === levels[0]) return `${name}: easiest`;
  return name === levels.at(-1) ? `${name}: hardest` : name;
};
