// A board on a page of the class: the two layers of a notebook's board, with texts, choices and
// tools
// around them.

import {
  createButton,
  createSeatChip,
  formatClock,
  createElement,
  patchChildren,
  runClocks,
} from "./dom.js";
import { LinkModel } from "./link.js";
import pointer from "./pointer.js";
import sheet from "./svg_surface.js";

const CANVAS_NAME = "class";
const NO_ANSWER_TEXT =
  "The teacher's computer is not answering. If your move arrives later, it still counts.";

/** Create a board in an element. `send` sends a message to the server. Return functions that
 *  update it. */
export function createBoard(container, send) {
  const part = (name) => createElement("div", { className: `polygames-${name}` });
  const head = part("head");
  const stack = part("stack");
  const choices = part("choices");
  const tools = part("tools");
  const grid = createElement("div", { className: "polygames-grid" }, head, stack, choices, tools);
  const root = createElement("div", { className: "polygames-board polygames-class" }, grid);
  let models = null;
  let versionMark = null;
  let ends = [];
  const stopClocks = runClocks(grid);
  const readTexts = {}; // the last text of each kind that was read aloud
  // On a portrait screen, the rest is above and below the board.
  const portrait = matchMedia("(orientation: portrait)");
  const updateLayout = () => root.classList.toggle("polygames-below", portrait.matches);
  portrait.addEventListener("change", updateLayout);
  updateLayout();
  const post = (content) =>
    send(
      { do: "board", content: { ...content, mark: versionMark } },
      content.kind === "move" || content.kind === "line",
      Boolean(content.again),
    );

  const mount = (traits) => {
    const under = part("svg-layer");
    const over = part("pointer-layer");
    stack.replaceChildren(under, over);
    container.replaceChildren(root);
    models = {
      sheet: new LinkModel({
        picture: "",
        pixels: [1, 1],
        name: CANVAS_NAME,
        is_drawn_on: false,
        ...traits.sheet,
      }),
      pointer: new LinkModel(
        {
          frame: "{}",
          previews: "{}",
          saved: { canvas: CANVAS_NAME },
          width: null,
          patience: 5000,
          silence: NO_ANSWER_TEXT,
          gone: "",
          ...traits.pointer,
        },
        post,
      ),
    };
    ends = [
      sheet.initialize({ model: models.sheet }),
      sheet.render({ model: models.sheet, el: under }),
      pointer.initialize({ model: models.pointer }),
      pointer.render({ model: models.pointer, el: over }),
    ];
  };

  /** Have new texts around the board read aloud. */
  const announce = (news) => {
    const texts = {
      status: news.status,
      words: news.words,
      asked: undoRequestText(news),
      rematch: news.rematchText,
    };
    for (const [name, text] of Object.entries(texts)) {
      if (text && text !== readTexts[name])
        models?.pointer.emit("msg:custom", { kind: "said", text });
      if (models) readTexts[name] = text;
    }
  };

  const firstTraits = {};
  return {
    root,
    /** Update the traits of a layer. The board appears once it has both a frame and a picture. */
    update: ({ of, values, mark: now }) => {
      if (now) versionMark = now;
      if (models) return models[of].update(values);
      firstTraits[of] = values;
      if (firstTraits.sheet && firstTraits.pointer) mount(firstTraits);
    },
    /** Pass a message of the server to the pointer layer. */
    onMessage: (content) => models?.pointer.emit("msg:custom", content),
    /** Update everything around the board. */
    show: (news, ...more) => {
      root.classList.add(`polygames-of-${news.game}`);
      root.classList.toggle("polygames-plain", Boolean(news.plain));
      announce(news);
      patchChildren(head, createSeats(news), createTexts(news));
      patchChildren(choices, ...createChoices(news));
      patchChildren(tools, ...createTools(news, send), ...more);
    },
    /** Remove the board. */
    close: () => {
      stopClocks();
      portrait.removeEventListener("change", updateLayout);
      for (const end of ends) end?.();
      root.remove();
    },
  };
}

/** Create the chips of the players. */
function createSeats(news) {
  const seats = news.seats ?? [];
  const className = `polygames-seats${seats.length > 4 ? " polygames-many" : ""}`;
  return createElement("div", { className }, ...seats.map(createSeatChip));
}

/** Create the status, and below it the teacher's message and the aim of the game.
 *
 *  The pointer layer shows "more" where they are longer than their box. A text that was opened
 *  stays open. */
const createTexts = ({ status = "", words = "", aim = "" }) =>
  createElement(
    "div",
    { key: [status, words, aim].join("\n"), className: "polygames-words" },
    createElement(
      "div",
      { className: "polygames-all-words" },
      createElement("div", { className: "polygames-status", textContent: status }),
      createElement(
        "div",
        { className: "polygames-message" },
        words ? createElement("span", { className: "class-said", dir: "auto" }, words) : null,
        words && aim ? " " : null,
        aim,
      ),
      createElement("button", {
        type: "button",
        className: "polygames-more",
        textContent: "more",
        ariaExpanded: "false",
        hidden: true,
      }),
    ),
  );

/** Create the buttons for the moves without a place on the board. */
const createChoices = ({ choices }) =>
  (choices ?? []).map(({ words, plays }) => createButton(words, null, { className: plays }));

/** Create the button that opens the rules. */
const createHelpButton = (send) => createButton("How to play", () => send({ do: "help" }));

/** Return the tools of a pupil who waits: puzzles, help, and tables to watch. */
export const createWaitingTools = (news, send) => [
  news.idle ? createButton("Solve a puzzle", () => send({ do: "puzzle" })) : null,
  createHelpButton(send),
  createTableChooser(news, send),
];

/** Return the text of another player's request to undo a move; "" for none. */
const undoRequestText = ({ asked }) => (asked ? `${asked} asks to undo the last move.` : "");

/** Return the tools below a board: to answer a request, to go back, or for the pupil's own game. */
function createTools(news, send) {
  if (news.asked) return createAnswerTools(news, send);
  if (news.watching || news.puzzles) return createVisitTools(news, send);
  return [...createGameTools(news, send), ...createWaitingTools(news, send)].filter(Boolean);
}

/** Return the text of another player's request, and the two answers. */
const createAnswerTools = (news, send) => [
  createElement("span", { textContent: undoRequestText(news), className: "class-question" }),
  createButton("Yes", () => send({ do: "say back", yes: true }), { className: "mod-primary" }),
  createButton("No", () => send({ do: "say back", yes: false })),
];

/** Return the tools of a pupil who watches another table, or solves puzzles while waiting. */
function createVisitTools({ puzzles, done }, send) {
  const skip = () => send({ do: "skip" });
  const back = () => send({ do: "watch", table: null });
  return [
    puzzles ? createButton("Next puzzle", skip, { className: done ? "mod-primary" : "" }) : null,
    createButton(puzzles ? "Back" : "Back to my table", back),
    createHelpButton(send),
  ].filter(Boolean);
}

/** Return the tools for the pupil's own game; null for those that do not apply now. */
function createGameTools(news, send) {
  const { on, back, asking, race, skips, over } = news;
  return [
    on && back ? createTakeBackButton(asking, send) : null,
    on ? createButton("Give up", createGiveUpHandler(send)) : null,
    race ? createRaceClock(news) : null,
    skips ? createButton("Skip this puzzle", () => send({ do: "skip" })) : null,
    ...(over ? createRematchTools(news, send) : []),
  ];
}

/** Return the text of other players' request to play again, and the button to agree or to ask. */
const createRematchTools = ({ rematchText, rematchAsked }, send) => [
  rematchText
    ? createElement("span", { textContent: rematchText, className: "class-question" })
    : null,
  createButton(rematchAsked ? "You have asked …" : "Play again", () => send({ do: "again" }), {
    className: rematchAsked ? "" : "mod-primary",
  }),
];

/** Create the button that asks the others to undo the last move. */
const createTakeBackButton = (asking, send) =>
  createButton(asking ? "You have asked …" : "Undo", () => send({ do: "ask back" }), {
    disabled: asking,
  });

/** Return a handler that resigns at the second press. The first press asks for confirmation. */
const createGiveUpHandler =
  (send) =>
  ({ target }) => {
    if (target.dataset.sure) return send({ do: "give up" });
    target.dataset.sure = "1";
    target.textContent = "Give up this game?";
  };

/** Create the clock of a puzzle race. */
const createRaceClock = ({ race: left, paused }) =>
  createElement(
    "span",
    { className: "class-race" },
    "Time left ",
    createElement("time", {
      textContent: formatClock(left),
      data: { left, runs: paused ? "" : 1 },
    }),
  );

/** Create the list of tables to watch; null if there are none. */
function createTableChooser({ tables = [], table }, send) {
  const others = tables.filter(({ number }) => number !== table);
  if (!others.length) return null;
  return createElement(
    "select",
    {
      className: "class-watch",
      ariaLabel: "Watch a table",
      onchange: ({ target }) => target.value && send({ do: "watch", table: Number(target.value) }),
    },
    createElement("option", { key: 0, value: "", textContent: "Watch …" }),
    ...others.map(({ number, names }) =>
      createElement("option", {
        key: number,
        value: number,
        textContent: `${number}: ${names.join(" – ")}`,
      }),
    ),
  );
}
