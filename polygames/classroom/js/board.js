// A board on a page of the class: the two layers of a notebook's board, with texts, choices and
// tools around them.

import pointer from "../../view/js/pointer/pointer.js";
import {
  createButton,
  createElement,
  createPart,
  deferDuringPress,
  patchChildren,
} from "../../view/js/shared/dom.js";
import sheet from "../../view/js/svg_surface/svg_surface.js";
import { createQuestioner, createSeatChip, formatClock, runClocks } from "./elements.js";
import { LinkModel } from "./link.js";

const CANVAS_NAME = "class";
const PORTRAIT = "(orientation: portrait)";
const DECLINED_TEXT = "The other player said no: the move stays.";
const NO_ANSWER_TEXT =
  "The teacher's computer is not answering. If your move arrives later, it still counts.";

/** Return what a message says about the page if it is higher than wide: a game may then draw its
 *  parts below each other. */
export const getOrientation = () => (matchMedia(PORTRAIT).matches ? { is_upright: true } : {});

/** Create a board in an element. `send` sends a message to the server. Return functions that
 *  update it. */
export function createBoard(container, send, createOwnTools = createTools) {
  const part = (name) => createPart("div", `polygames-${name}`);
  const head = part("head");
  const stack = part("stack");
  const choices = part("choices");
  const tools = part("tools");
  const grid = createElement("div", { className: "polygames-grid" }, head, stack, choices, tools);
  const root = createElement("div", { className: "polygames-board polygames-class" }, grid);
  let models = null;
  let positionHash = null;
  let ends = [];
  const clocks = runClocks(grid);
  const readTexts = {}; // the last text of each kind that was read aloud
  // On a portrait screen, the rest is above and below the board.
  const portrait = matchMedia(PORTRAIT);
  const updateLayout = () => root.classList.toggle("polygames-below", portrait.matches);
  const onTurn = () => {
    updateLayout();
    send({ do: "turn_page", is_upright: portrait.matches });
  };
  portrait.addEventListener("change", onTurn);
  updateLayout();
  const post = (content) =>
    send(
      { do: "handle_board_message", content: { ...content, position_hash: positionHash } },
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
          known_items: "{}",
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
      announcement: news.announcement,
      request: undoRequestText(news),
      rematch: news.rematch_text,
      answer: news.is_takeback_declined ? DECLINED_TEXT : "",
      away: news.away?.names ? `${news.away.names}: away` : "",
    };
    for (const [name, text] of Object.entries(texts)) {
      if (text && text !== readTexts[name])
        models?.pointer.emit("msg:custom", { kind: "spoken_text", text });
      if (models) readTexts[name] = text;
    }
  };

  let isZoomed = false;
  let shown = null; // the last news, and a function that creates further tools
  const showTexts = deferDuringPress(grid, () => {
    const { news, more } = shown;
    const restoreFocus = rememberFocus(head, tools);
    patchChildren(head, createSeats(news), createAnnouncement(news), createTexts(news));
    patchChildren(choices, ...createChoices(news));
    const zoomOut = () => models.pointer.emit("msg:custom", { kind: "zoom", factor: null });
    const zoomButton = isZoomed ? [createButton("Zoom out", zoomOut)] : [];
    patchChildren(tools, ...zoomButton, ...createOwnTools(news, send, question), ...more(question));
    const isAsking = tools.querySelector(".class-question, .class-takeback-request") !== null;
    tools.classList.toggle("class-asks", isAsking);
    restoreFocus();
    clocks.resume();
  });
  const question = createQuestioner(() => shown && showTexts());

  const firstTraits = {};
  return {
    root,
    /** Update the traits of a layer. The board appears once it has both a frame and a picture. */
    update: ({ layer, values, position_hash }) => {
      positionHash = position_hash;
      if (layer === "pointer") {
        const frame = JSON.parse(values.frame);
        const wasZoomed = isZoomed;
        isZoomed = String(frame.window) !== String(frame.rest ?? frame.home);
        if (shown && isZoomed !== wasZoomed) showTexts();
      }
      if (models) return models[layer].update(values);
      firstTraits[layer] = values;
      if (firstTraits.sheet && firstTraits.pointer) mount(firstTraits);
    },
    /** Pass a message of the server to the pointer layer. */
    onMessage: (content) => models?.pointer.emit("msg:custom", content),
    /** Update everything around the board. */
    show: (news, more) => {
      root.classList.add(`polygames-of-${news.game}`);
      root.classList.toggle("polygames-no-move-buttons", !news.has_move_buttons);
      root.classList.toggle("class-has-announcement", Boolean(news.announcement));
      announce(news);
      shown = { news, more };
      showTexts();
    },
    /** Stop the clocks until the next news. */
    stopClocks: clocks.stop,
    /** Remove the board. */
    close: () => {
      clocks.end();
      portrait.removeEventListener("change", onTurn);
      for (const end of ends) end?.();
      root.remove();
    },
  };
}

/** Return a function that focuses the button at the place of a focused one that an update has
 *  removed. Otherwise the pointer layer would move the focus to the picture. */
function rememberFocus(...parts) {
  const focused = document.activeElement;
  const part = parts.find((each) => each.contains(focused));
  if (!part) return () => {};
  const findControls = () => [...part.querySelectorAll("button, select")];
  const at = findControls().indexOf(focused);
  return () => {
    if (part.contains(focused)) return;
    const controls = findControls();
    controls[Math.min(at, controls.length - 1)]?.focus({ preventScroll: true });
  };
}

/** Create the chips of the players. */
function createSeats(news) {
  const seats = news.seats ?? [];
  const className = `polygames-seats${seats.length > 2 ? " polygames-seat-grid" : ""}${seats.length > 4 ? " polygames-many-seats" : ""}`;
  return createElement("div", { className }, ...seats.map(createSeatChip));
}

/** Create the teacher's message to all; null for none. It has a line of its own, so that it is seen
 *  and the rules below it stay whole. */
const createAnnouncement = ({ announcement: text }) =>
  text
    ? createElement("div", {
        key: "announcement",
        className: "class-announcement",
        dir: "auto",
        textContent: text,
      })
    : null;

/** Create the status, and below it the aim of the game.
 *
 *  The pointer layer shows "more" where they are longer than their box. A text that was opened
 *  stays open. */
const createTexts = ({ status = "", goal = "" }) =>
  createElement(
    "div",
    { key: [status, goal].join("\n"), className: "polygames-texts" },
    createElement(
      "div",
      { className: "polygames-texts-content" },
      createElement("div", { className: "polygames-status", textContent: status }),
      createElement("div", { className: "polygames-message", textContent: goal }),
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
  (choices ?? []).map(({ label, button_class }) =>
    createButton(label, null, { className: button_class }),
  );

/** Create the button that opens the rules. */
const createHelpButton = (send) => createButton("How to play", () => send({ do: "show_help" }));

/** Return the tools of a pupil who waits: puzzles, help, and tables to watch. */
export const createWaitingTools = (news, send) => [
  news.can_practise ? createButton("Solve a puzzle", () => send({ do: "practise_puzzles" })) : null,
  createHelpButton(send),
  createTableChooser(news, send),
];

/** Return the text of another player's request to undo a move; "" for none. */
const undoRequestText = ({ takeback_requested_by: name }) =>
  name ? `${name} asks to undo the last move.` : "";

/** Return the tools below a board: to answer a request, to go back, or for the pupil's own game. */
function createTools(news, send, question) {
  if (news.takeback_requested_by && !news.away) return createAnswerTools(news, send);
  if (news.is_watching || news.is_practising) return createVisitTools(news, send);
  return [
    ...createAbsenceTools(news, send, question),
    ...createGameTools(news, send, question),
    ...createWaitingTools(news, send),
  ].filter(Boolean);
}

/** Return the text of another player's request, and the two answers. */
const createAnswerTools = (news, send) => [
  createElement("span", {
    textContent: undoRequestText(news),
    className: "class-takeback-request",
  }),
  createButton("Yes", () => send({ do: "answer_takeback", granted: true }), {
    className: "mod-primary",
  }),
  createButton("No", () => send({ do: "answer_takeback", granted: false })),
];

/** Return a text on players who are away, and the ways to go on without them. */
function createAbsenceTools({ away, is_playing }, send, question) {
  if (!away) return [];
  const { text, names, can_replace, can_change_partner } = away;
  const replace = () => send({ do: "replace_absent" });
  const change = () => send({ do: "change_partner" });
  return [
    createElement("span", { className: "class-question class-away" }, text),
    ...(can_replace
      ? question(
          "Play the computer",
          `The computer takes the seat of ${names}. Your board stays.`,
          "Yes, go on",
          replace,
        )
      : []),
    ...(can_change_partner
      ? question(
          "Another partner",
          `You leave this board. ${is_playing ? "It is saved, without points." : "Your result counts."}`,
          "Yes, leave it",
          change,
        )
      : []),
  ];
}

/** Return the tools of a pupil who watches another table, or solves puzzles while waiting. */
function createVisitTools({ is_practising, is_puzzle_over, away }, send) {
  const skip = () => send({ do: "skip_puzzle" });
  const back = () => send({ do: "watch_table", table: null });
  return [
    away ? createElement("span", { className: "class-question class-away" }, away.text) : null,
    is_practising
      ? createButton("Next puzzle", skip, { className: is_puzzle_over ? "mod-primary" : "" })
      : null,
    createButton(is_practising ? "Back" : "Back to my table", back),
    createHelpButton(send),
  ].filter(Boolean);
}

/** Return the tools for the pupil's own game; null for those that do not apply now. */
function createGameTools(news, send, question) {
  const { can_take_back, is_over, away } = news;
  const isPlaying = news.is_playing && !away; // nobody is there to answer
  const resign = () => send({ do: "resign" });
  return [
    news.is_takeback_declined
      ? createElement("span", { className: "class-question" }, DECLINED_TEXT)
      : null,
    isPlaying && can_take_back ? createTakeBackButton(news, send) : null,
    ...(isPlaying ? question("Give up", "Give up this game?", "Yes, give up", resign) : []),
    news.race_seconds_left ? createRaceClock(news) : null,
    news.can_skip ? createButton("Skip this puzzle", () => send({ do: "skip_puzzle" })) : null,
    ...(is_over ? createRematchTools(news, send) : []),
  ];
}

/** Return the text of other players' request to play again, and the button to agree or to ask. */
const createRematchTools = ({ rematch_text, has_requested_rematch }, send) => [
  rematch_text
    ? createElement("span", { textContent: rematch_text, className: "class-question" })
    : null,
  createButton(
    has_requested_rematch ? "You have asked …" : "Play again",
    () => send({ do: "rematch" }),
    {
      key: "rematch",
      className: has_requested_rematch ? "" : "mod-primary",
    },
  ),
];

/** Create the button that asks the others to undo the last move. */
const createTakeBackButton = ({ has_requested_takeback }, send) =>
  createButton(
    has_requested_takeback ? "You have asked …" : "Undo",
    () => has_requested_takeback || send({ do: "request_takeback" }),
    {
      key: "undo",
      ariaDisabled: String(has_requested_takeback), // a disabled button would lose the focus
    },
  );

/** Create the clock of a puzzle race. */
const createRaceClock = ({ race_seconds_left: seconds, paused }) =>
  createElement(
    "span",
    { className: "class-race" },
    "Time left ",
    createElement("time", {
      textContent: formatClock(seconds),
      data: { secondsLeft: seconds, running: paused ? "" : "1" },
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
      onchange: ({ target }) =>
        target.value && send({ do: "watch_table", table: Number(target.value) }),
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
