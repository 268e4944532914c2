// A board without a page: 200 by 200 pixels, with a real camera, and a log of what it sent and read
// aloud.

import assert from "node:assert/strict";
import { after } from "node:test";

import { Camera } from "../../polygames/view/js/pointer/camera.js";
import { onDown, onMove, onUp } from "../../polygames/view/js/pointer/input.js";
import {
  clearPending,
  createBoardState,
  sendMessage,
  updateFrame,
} from "../../polygames/view/js/pointer/state.js";

import { checkMessage } from "./messages.js";

export const HOME = [0, 0, 10, 10];

/** Return a frame as the kernel sends it (`frame` of polygames/view/frame.py), with some parts
 *  set. */
export const frame = (parts = {}) => ({
  ...{
    version: 1,
    active: true,
    title: "a board",
    status: "your turn",
    home: HOME,
    window: HOME,
    fixed: 10,
  },
  ...{
    items: [],
    moves: [],
    buttons: [],
    fading: [],
    regions: [],
    pen: null,
    handles: [],
    convex: false,
    keys: ["u", "r", "?"],
  },
  ...parts,
});

/** Create a board that shows a frame. */
export function board(parts = {}) {
  const sent = [];
  const said = [];
  const places = [];
  const camera = new Camera({
    box: () => ({ left: 0, top: 0, width: 200, height: 200 }),
    ask: (window) => sendMessage(ui, "show_window", { window }),
    shift: () => {},
  });
  const ui = createBoardState({
    camera,
    post: ({ id, ...message }) => {
      checkMessage("from_page", { ...message, ...(id === undefined ? {} : { id }) });
      sent.push(message);
    },
    say: (text) => said.push(text),
    place: (text) => places.push(text),
  });
  updateFrame(ui, frame(parts));
  after(() => {
    clearPending(ui);
    camera.stop();
  }); // no test waits for an answer
  return { ui, sent, said, places };
}

/** Return a pointer event at a point of the board (20 pixels per unit when all of it is
 *  visible). */
export const at = ([x, y], parts = {}) => ({
  clientX: 20 * x,
  clientY: 20 * y,
  button: 0,
  pointerId: 1,
  pointerType: "mouse",
  ...parts,
});

export function drag(ui, from, to, parts = {}) {
  onDown(ui, at(from, parts));
  onMove(ui, at(to, parts));
  onUp(ui, at(to, parts));
}

export const click = (ui, point, parts) => drag(ui, point, point, parts);

/** Assert that numbers are equal, up to rounding. */
export const close = (found, expected, within = 1e-9) =>
  [found]
    .flat()
    .forEach((value, i) =>
      assert.ok(Math.abs(value - [expected].flat()[i]) <= within, `${found} is not ${expected}`),
    );

/** Return a region with these corners. `blocked` has the points of each edge where no line may
 *  end. */
export const region = (corners, value, blocked = {}, owner = "neutral") => ({
  name: "area 0",
  value,
  edges: corners.map((start, i) => ({ start, owner, color: "#222222", blocked: blocked[i] ?? [] })),
});

export const SQUARE = region(
  [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ],
  100,
);
export const PEN = { color: "#cc3311", owner: "red", minimum: 1, own: "a line of your own" };

/** A strip on the left that any line fills, and a region on its right that lines cut. */
const STRIP = [
  [0, 0],
  [3, 0],
  [3, 10],
  [0, 10],
];
const REST = [
  [3, 0],
  [10, 0],
  [10, 10],
  [3, 10],
];
export const STRIPS = {
  items: [
    ["area 0", "small", STRIP],
    ["area 1", "open", REST],
  ].map(([target, label, points]) => ({ target, label, points })),
  moves: [{ spelling: ["area 0"], label: "fill it" }],
  regions: [region(REST, 70)],
  pen: { ...PEN, fills: [{ ...region(STRIP, 30), means: ["area 0"] }] },
};

/** Three cells whose moves need two clicks, and a choice without a place. */
export const PIECES = {
  items: ["a", "b", "c"].map((target, i) => ({
    target,
    label: `cell ${target}`,
    center: [2 + 3 * i, 5],
    radius: 1,
  })),
  moves: [["a", "b"], ["a", "c"], ["pass"]].map((spelling) => ({
    spelling,
    label: spelling.join("-"),
  })),
  buttons: [["pass"]],
};
