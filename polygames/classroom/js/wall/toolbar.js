// The tools above the tables of the wall, the address for the pupils, and the notes to all.

import { createButton, createElement } from "../../../view/js/shared/dom.js";
import { createField } from "./forms.js";
import { createBoardsButton, isRacing } from "./results.js";

/** Format a code as it is read aloud. */
const formatCode = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** Create the address for pupils; where none can connect, what the teacher can do about it. */
export function createAddress({ join_info: { url, qr, local_only }, code, people }) {
  const createFoldedAddress = (words, ...parts) =>
    createElement(
      "details",
      { key: words, className: "wall-address", open: !people.length },
      createElement("summary", {}, words),
      ...parts,
    );
  if (local_only)
    return createFoldedAddress(
      "Only this computer can join",
      createElement("p", {}, local_only.reason),
      createElement("pre", {}, local_only.remedies.join("\n")),
      createElement(
        "p",
        {},
        `On this computer, open ${url} in another window and enter the code ${formatCode(code)}.`,
      ),
    );
  const picture = qr && {
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`,
    alt: "the address as a QR code",
  };
  const rows = [
    ["Open", new URL(url, location.href).href],
    ["Code", formatCode(code)],
  ].flatMap(([name, text]) => [createElement("span", {}, name), createElement("b", {}, text)]);
  return createFoldedAddress(
    "Address for the pupils",
    createElement(
      "div",
      { className: "wall-join-info" },
      picture ? createElement("img", picture) : null,
      createElement("div", {}, ...rows),
    ),
  );
}

/** Return the notes to all: that the class is paused, and the teacher's message. */
export const createMessages = ({ news: { paused, announcement }, send }) => [
  paused ? createElement("b", { className: "wall-paused" }, "The class is paused") : null,
  announcement ? `Message to all: ${announcement}` : null,
  announcement ? createButton("Clear the message", () => send({ do: "announce", text: "" })) : null,
];

/** Return the tools above the tables. */
export function createTools(wall) {
  const { news, send } = wall;
  const createOpener = (words, form) =>
    createButton(words, () => {
      Object.assign(wall, { form: wall.form === form ? "" : form, confirmation: null });
      wall.render();
    });
  const code = createElement("b", {}, formatCode(news.code));
  return [
    createElement("span", { className: "wall-code" }, "Code ", code),
    ...createDoorTools(wall),
    ...(news.dice === "wall" ? createDiceTools(wall) : []),
    // A fast pupil's board shows the dice to come.
    news.dice === "same" && !isRacing(news) ? createBoardsButton(wall) : null,
    createOpener("New round …", "round"),
    news.puzzle_count ? createOpener("Puzzle race …", "race") : null,
    news.question ? null : createOpener("Question …", "question"),
    createMessageForm(wall),
    createFlipper(wall, "hidesNames", "names"),
    createFlipper(wall, "hidesOld", "old tables"),
    createButton("Save", () => send({ do: "save_games" })),
    ...news.warnings.map((each) => createElement("span", { className: "wall-warning" }, each)),
  ];
}

/** Return the buttons that lock the class, change its code and pause it. */
function createDoorTools({ news: { locked, paused }, send, confirm }) {
  const changeCode = () =>
    confirm(
      { do: "change_code" },
      "The class gets a new code.",
      "Change the code",
      "Pupils who are in the class stay. They do not need the new code.",
    );
  return [
    createButton(
      locked ? "Unlock class" : "Lock class",
      () => send({ do: "lock", locked: !locked }),
      {
        key: "lock",
        className: locked ? "mod-primary" : "",
        title:
          "In a locked class, new pupils ask you first. Pupils of the class can always come back.",
      },
    ),
    createButton("New code", changeCode),
    createButton(paused ? "Continue" : "Pause all", () => send({ do: "pause", paused: !paused }), {
      key: "pause",
      className: paused ? "mod-primary" : "",
    }),
  ];
}

/** Return the button that rolls the dice for all, and the last roll. It asks first if tables have
 *  not placed that roll. */
function createDiceTools({ news: { rolls, unplaced_count: count }, send, confirm }) {
  const roll = () =>
    count
      ? confirm(
          { do: "roll_dice", is_forced: true },
          `${count === 1 ? "1 table has" : `${count} tables have`} not placed the last roll.`,
          "Roll again",
          "They get the new roll when they have placed the last one. Everybody sees it now.",
        )
      : send({ do: "roll_dice" });
  return [
    createButton("Roll the dice", roll, { className: "mod-primary" }),
    rolls.length ? createElement("b", { className: "wall-roll" }, rolls.at(-1)) : null,
  ];
}

/** Create the form for a message to all. */
function createMessageForm({ fields, send }) {
  const onsubmit = (event) => {
    event.preventDefault();
    send({ do: "announce", text: fields.message ?? "" });
    fields.message = "";
    event.target.reset();
  };
  return createElement(
    "form",
    { className: "wall-input-form", onsubmit },
    createField(fields, "message", "a message to all", { maxLength: 200 }),
    createButton("Send", null, { type: "submit" }),
  );
}

/** Create the button that hides something on the wall, or shows it again. */
const createFlipper = (wall, name, words) =>
  createButton(
    `${wall[name] ? "Show" : "Hide"} ${words}`,
    () => {
      wall[name] = !wall[name];
      wall.render();
    },
    { key: name },
  );
