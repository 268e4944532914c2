import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { currentMark } from "../../../polygames/view/js/pointer/annotations.js";
import {
  isTouchToPlay,
  onCancel,
  onDown,
  onMove,
  onUp,
} from "../../../polygames/view/js/pointer/input.js";
import { onKey } from "../../../polygames/view/js/pointer/keyboard.js";
import { at, board, click, drag, PEN, PIECES, SQUARE } from "../helpers.js";

const RIGHT = { button: 2 };
const drawing = (mark, places, color = "green") => ({
  kind: "draw_mark",
  version: 1,
  mark,
  places,
  color,
});

test("the right button draws an arrow by a drag and a circle by a click, at names or points", () => {
  const { ui, sent } = board(PIECES);
  drag(ui, [2, 5], [5, 5], RIGHT);
  drag(ui, [2, 5], [2, 5], RIGHT);
  drag(ui, [2, 9], [5, 5], RIGHT);
  assert.deepEqual(sent, [
    drawing("arrow", ["a", "b"]),
    drawing("circle", ["a"]),
    drawing("arrow", [[2, 9], "b"]),
  ]);
});

test("Shift, Alt and both choose the colour", () => {
  const { ui, sent } = board(PIECES);
  for (const keys of [{ shiftKey: true }, { altKey: true }, { shiftKey: true, altKey: true }])
    drag(ui, [2, 5], [2, 5], { ...RIGHT, ...keys });
  assert.deepEqual(
    sent.map(({ color }) => color),
    ["red", "blue", "black"],
  );
});

test("the right button only cancels what is half done, and draws nothing then", () => {
  const { ui, sent } = board(PIECES);
  ui.spelled = ["a"];
  drag(ui, [2, 5], [5, 5], RIGHT);
  assert.deepEqual([ui.spelled, sent], [[], []]);
});

test("a mark can be drawn where nobody at the board is to move", () => {
  const { ui, sent } = board({ ...PIECES, active: false });
  drag(ui, [2, 5], [5, 5], RIGHT);
  assert.equal(sent[0].kind, "draw_mark");
});

test("while the page says so any pointer draws, and plays nothing", () => {
  const { ui, sent } = board({
    ...PIECES,
    drawing_tool: { kind: "number", color: "blue", on: true },
  });
  drag(ui, [2, 5], [2, 5], { pointerType: "touch" });
  assert.deepEqual(sent, [drawing("number", ["a"], "blue")]);
  assert.equal(isTouchToPlay(ui, [at([9, 9])]), true);
});

test("where lines are drawn the right button draws a mark, no line", () => {
  const { ui, sent } = board({ regions: [SQUARE], pen: PEN });
  drag(ui, [0, 4], [9.8, 4], RIGHT);
  assert.deepEqual(sent, [
    drawing("arrow", [
      [0, 4],
      [9.8, 4],
    ]),
  ]);
});

test("a mark is shown while it is drawn, and dropped with Escape or when the press is taken away", () => {
  const { ui, sent } = board(PIECES);
  for (const drop of [() => onKey(ui, { key: "Escape" }), () => onCancel(ui, { pointerId: 1 })]) {
    onDown(ui, at([2, 5], RIGHT));
    onMove(ui, at([5, 5], RIGHT));
    assert.deepEqual(currentMark(ui), {
      start: [2, 5],
      end: [5, 5],
      kind: "arrow",
      color: "green",
    });
    drop();
    assert.equal(currentMark(ui), null);
    onUp(ui, at([5, 5], RIGHT));
  }
  assert.deepEqual(sent, []);
});

test("keys draw at the cursor, begin and end an arrow, and erase all", () => {
  const { ui, sent } = board({ ...PIECES, moves: [] });
  assert.equal(onKey(ui, { key: "c" }), false);
  for (const key of ["n", "c", "a", "n", "a", "x"]) onKey(ui, { key });
  const first = sent[0].places[0];
  const [from, to] = sent[1].places;
  assert.deepEqual(
    sent.map(({ kind, mark }) => mark ?? kind),
    ["circle", "arrow", "erase_marks"],
  );
  assert.equal(first, from);
  assert.deepEqual([from, to], ["a", "b"]);
});

// --- A finger that rests draws as the right button does

const finger = (point, parts = {}) => at(point, { pointerType: "touch", ...parts });
const HELD = 560; // longer than a long press, in ms

test("a finger that rests on a piece draws a circle, or an arrow to where it goes then, and plays nothing", async () => {
  const { ui, sent } = board(PIECES);
  onDown(ui, finger([2, 5]));
  await pause(HELD);
  assert.deepEqual(ui.spelled, []);
  onUp(ui, finger([2, 5]));
  onDown(ui, finger([2, 5]));
  await pause(HELD);
  onMove(ui, finger([5, 5]));
  onUp(ui, finger([5, 5]));
  assert.deepEqual(sent, [drawing("circle", ["a"]), drawing("arrow", ["a", "b"])]);
});

test("a finger that moves on or is lifted plays, and one that begins a line goes on to draw it", async () => {
  const { ui, sent } = board(PIECES);
  onDown(ui, finger([2, 5]));
  onMove(ui, finger([5, 5]));
  await pause(HELD);
  onUp(ui, finger([5, 5]));
  assert.deepEqual(
    sent.map(({ kind, spelling }) => [kind, spelling]),
    [["move", ["a", "b"]]],
  );
  const lines = board({ regions: [SQUARE], pen: PEN }).ui;
  onDown(lines, finger([0.2, 4]));
  await pause(HELD);
  assert.deepEqual([lines.draft, lines.anchors.length], [null, 1]);
});

test("a tap that ends a move plays when the finger is lifted there, and not when it has gone away or rested", async () => {
  const moves = ["a", "b"].map((target) => ({ spelling: [target], label: target, preview: [] }));
  const tap = async (end, wait = 0) => {
    const { ui, sent } = board({ ...PIECES, moves });
    onDown(ui, finger([2, 5]));
    assert.deepEqual(sent, [], "not yet");
    await pause(wait);
    onUp(ui, finger(end));
    return sent.map(({ kind }) => kind);
  };
  assert.deepEqual(await tap([2.4, 5]), ["move"], "a finger is never quite still");
  assert.deepEqual(await tap([5, 5]), []);
  assert.deepEqual(await tap([2, 5], HELD), ["draw_mark"]);
});

test("a finger that ends a move begun before draws nothing, however long it rests", async () => {
  const { ui, sent } = board(PIECES);
  click(ui, [2, 5], { pointerType: "touch" });
  onDown(ui, finger([5, 5]));
  await pause(HELD);
  onUp(ui, finger([5, 5]));
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ["move"],
  );
});
