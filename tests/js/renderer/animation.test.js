// The animation of a move: what moves from where, what ends it, and when nothing moves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sendMessage, updateFrame } from "../../../polygames/view/js/pointer/state.js";
import { onKey } from "../../../polygames/view/js/pointer/keyboard.js";
import {
  ANSWER_PAUSE_MS,
  endOutdatedMotion,
  showMotion,
  MOTION_MS,
  afterMotion,
  endMotion,
} from "../../../polygames/view/js/renderer/animation.js";
import { createLayers } from "../../../polygames/view/js/renderer/layers.js";
import { fadeLostPieces } from "../../../polygames/view/js/renderer/renderer.js";
import { board, click, frame, PIECES } from "../helpers.js";
import { Element } from "../fake_page.js";

const DISC = { kind: "disc", center: [5, 5], radius: 1, fill: "#222222" };
const PUSH = {
  shapes: [DISC],
  cover: [
    {
      kind: "polygon",
      points: [
        [4, 4],
        [6, 4],
        [6, 6],
      ],
      fill: "#ffffff",
    },
  ],
  shift: [1, 0],
  turn: 0,
  scale: 1,
  origin: [0, 0],
};
const LINE = { ...PUSH, cover: [], shift: null, scale: 0, origin: [2, 3] };

/** Create a layer over a canvas with a picture, and count how often the picture was copied. */
function surface({ transform = "" } = {}) {
  const svg = new Element("svg");
  const before = new Element("canvas");
  const layers = createLayers();
  const copies = [];
  const canvas = Object.assign(new Element("canvas"), {
    width: 200,
    height: 200,
    style: { transform },
  });
  svg.closest = () => ({ querySelector: () => canvas });
  before.getContext = () => ({ drawImage: (...given) => copies.push(given) });
  return { svg, layers, before, copies };
}

const coming = ({ layers }) => layers.motion.all("g").map(({ attributes }) => attributes.style);

test("what is pushed comes from where it was, over a cover and over the old picture", () => {
  const { ui } = board();
  const sheet = surface();
  showMotion(ui, sheet, { version: 1, motions: [PUSH] });
  assert.match(coming(sheet)[0], /translate\(1px, 0px\)/);
  assert.equal(sheet.layers.motion.children[0].name, "polygon", "the cover is below");
  assert.equal(sheet.copies.length, 1);
  assert.equal(sheet.before.style.display, "block");
  endMotion(ui);
});

test("it is over by itself, and what waited comes then", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { ui } = board();
  const sheet = surface();
  const done = [];
  showMotion(ui, sheet, { version: 1, motions: [LINE] });
  assert.match(coming(sheet)[0], /scale\(0\); transform-origin: 2px 3px/);
  afterMotion(ui, () => done.push("fades"));
  assert.ok(MOTION_MS >= 150 && MOTION_MS <= 250);
  context.mock.timers.tick(MOTION_MS - 1);
  assert.deepEqual(done, []);
  context.mock.timers.tick(1);
  assert.deepEqual(done, ["fades"]);
  assert.deepEqual([sheet.layers.motion.children.length, sheet.before.style.display], [0, "none"]);
});

test("the next move ends it at once, and so does a look elsewhere", () => {
  const { ui } = board();
  const sheet = surface();
  const done = [];
  showMotion(ui, sheet, { version: 1, motions: [PUSH] });
  afterMotion(ui, () => done.push(1));
  showMotion(ui, sheet, { version: 2, motions: [PUSH, LINE] });
  assert.deepEqual([done.length, coming(sheet).length], [1, 2]);
  endOutdatedMotion(ui);
  assert.ok(ui.motion, "nothing has changed");
  ui.camera.pan(0, 0);
  ui.camera.zoom(0.5);
  endOutdatedMotion(ui);
  assert.equal(ui.motion, null);
  ui.camera.stop();
});

test("what was drawn or pushed by hand here is shown already; what is thrown is not", () => {
  const { ui } = board();
  const sheet = surface();
  sendMessage(ui, "line", { start: [0, 2], end: [5, 2] });
  showMotion(ui, sheet, { version: 1, motions: [LINE] });
  assert.equal(ui.motion, null);
  showMotion(ui, sheet, { version: 1, motions: [] });
  assert.equal(ui.motion, null);
  showMotion(ui, sheet, { version: 1, motions: [PUSH, LINE, { ...PUSH, turn: 90 }] });
  assert.equal(coming(sheet).length, 1);
  showMotion(ui, sheet, { version: 2, motions: [] });
  assert.ok(ui.motion, "somebody else's");
  endMotion(ui);
});

test("nothing moves under reduced motion, nor over a picture that is being zoomed", () => {
  const { ui } = board();
  showMotion(ui, surface({ transform: "scale(2)" }), { version: 1, motions: [PUSH] });
  assert.equal(ui.motion, null);
  globalThis.matchMedia = () => ({ matches: true });
  showMotion(ui, surface(), { version: 1, motions: [PUSH] });
  delete globalThis.matchMedia;
  assert.equal(ui.motion, null);
});

test("what is lost fades once it has been pushed, unless there is another position by then", () => {
  const { ui } = board({ fading: [DISC] });
  const sheet = surface();
  const faded = () => sheet.layers.fading.all("circle").length;
  showMotion(ui, sheet, { version: 1, motions: [PUSH] });
  fadeLostPieces(ui, sheet.layers);
  assert.equal(faded(), 0);
  endMotion(ui);
  assert.equal(faded(), 1);
  showMotion(ui, sheet, { version: 1, motions: [PUSH] });
  fadeLostPieces(ui, sheet.layers);
  updateFrame(ui, frame({ version: 2 }));
  endMotion(ui);
  assert.equal(faded(), 0);
});

test("the answer to an own move comes after a pause, in which that move is seen", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 5000 });
  const look = { line: { strokes: [["#222222", 2]] } };
  const { ui } = board({ look });
  const sheet = surface();
  sendMessage(ui, "line", { start: [0, 2], end: [5, 2] });
  updateFrame(ui, frame({ version: 2 }));
  context.mock.timers.tick(300); // the computer thinks
  showMotion(ui, sheet, { version: 2, motions: [PUSH] });
  updateFrame(ui, frame({ version: 3 }));
  showMotion(ui, sheet, { version: 3, motions: [LINE] }); // as if the colour was chosen first
  updateFrame(ui, frame({ version: 4 }));
  assert.equal(sheet.copies.length, 1, "the picture with the own move stays");
  context.mock.timers.tick(ANSWER_PAUSE_MS - 301);
  assert.equal(coming(sheet).length, 0);
  const made = () => sheet.layers.made.children;
  assert.equal(made().length, 1, "the picture may not be there yet");
  context.mock.timers.tick(1);
  assert.equal(coming(sheet).length, 2);
  assert.equal(made().length, 1);
  context.mock.timers.tick(MOTION_MS);
  assert.deepEqual([ui.motion, made().length], [null, 0]);
  showMotion(ui, sheet, { version: 4, motions: [PUSH] });
  assert.equal(coming(sheet).length, 1, "only the first answer waits");
  endMotion(ui);
});

test("no pause follows a computer that thought for long, nor comes before the dice", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 5000 });
  for (const [ms, motions] of [
    [ANSWER_PAUSE_MS, [PUSH]],
    [0, [{ ...PUSH, turn: 90 }]],
  ]) {
    const { ui } = board();
    const sheet = surface();
    sendMessage(ui, "line", { start: [0, 2], end: [5, 2] });
    context.mock.timers.tick(ms);
    showMotion(ui, sheet, { version: 2, motions });
    assert.equal(coming(sheet).length, 1);
    endMotion(ui);
  }
});

test("a press, a key or a later position ends the pause, and the press counts", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 5000 });
  for (const act of [
    (ui) => {
      click(ui, [2, 5]);
      assert.deepEqual(ui.spelled, ["a"]);
    },
    (ui) => onKey(ui, { key: "n" }),
    (ui) => updateFrame(ui, frame({ ...PIECES, version: 4 })),
  ]) {
    const { ui } = board(PIECES);
    const sheet = surface();
    sendMessage(ui, "move", { spelling: ["a", "b"] });
    showMotion(ui, sheet, { version: 2, motions: [PUSH] });
    updateFrame(ui, frame({ ...PIECES, version: 3 }));
    assert.ok(ui.motion);
    act(ui);
    assert.deepEqual([ui.motion, sheet.before.style.display], [null, "none"]);
  }
});
