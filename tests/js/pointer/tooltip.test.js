// The tooltip, and the note about a refusal.

import assert from "node:assert/strict";
import { test } from "node:test";

import { onDown, onMove, onUp } from "../../../polygames/view/js/pointer/input.js";
import { onKey } from "../../../polygames/view/js/pointer/keyboard.js";
import { nextTargets } from "../../../polygames/view/js/pointer/targets.js";
import {
  addedText,
  cursorText,
  isRefusalCurrent,
  isPointerAtMove,
  isTipOver,
  boxesToAvoid,
  noteCorner,
  showRefusal,
  tipCorner,
  tipText,
} from "../../../polygames/view/js/pointer/tooltip.js";
import { at, board, click, drag, PEN, PIECES, SQUARE, STRIPS } from "../helpers.js";

const DRAWN = { regions: [SQUARE], pen: PEN };
const size = { width: 50, height: 20 };
const box = { width: 200, height: 200 };

test("words stand beside the pointer, on the side where there is room", () => {
  assert.deepEqual(tipCorner([10, 10], size, box), [26, 28]);
  assert.deepEqual(tipCorner([190, 190], size, box), [124, 158]);
  assert.deepEqual(tipCorner([40, 10], { width: 190, height: 20 }, box), [2, 28]);
});

test("words at the end of a line stand where they do not cover it", () => {
  assert.deepEqual(
    tipCorner([100, 100], size, box, [20, 20]),
    [116, 118],
    "it comes from the other side",
  );
  assert.deepEqual(tipCorner([100, 100], size, box, [190, 180]), [116, 68], "above it");
  assert.deepEqual(
    tipCorner([190, 190], size, box, [20, 20]),
    [124, 158],
    "there is no room elsewhere",
  );
  assert.deepEqual(tipCorner([100, 100], size, box, [100, 100]), [116, 118]);
});

test("words beside what was chosen keep off what can be clicked next", () => {
  const meets = ([a, b], off) =>
    off.some(
      ({ left, top, right, bottom }) => a < right && a + 50 > left && b < bottom && b + 20 > top,
    );
  const sheet = [{ left: 20, top: 60, right: 180, bottom: 190 }];
  assert.ok(meets(tipCorner([100, 40], size, box), sheet), "they would lie on the cells");
  assert.deepEqual(tipCorner([100, 40], size, box, null, sheet), [116, 8], "above the point");
  const around = [60, 90, 120].flatMap((left) =>
    [60, 90, 120].map((top) => ({ left, top, right: left + 30, bottom: top + 30 })),
  );
  const corner = tipCorner([105, 105], size, box, null, around);
  assert.ok(!meets(corner, around), `beyond the squares around a piece, not ${corner}`);
  assert.deepEqual(
    tipCorner([10, 10], size, box, null, [{ left: 0, top: 0, right: 200, bottom: 200 }]),
    [26, 28],
    "no room",
  );
});

test("what words keep off are the places to be clicked, in pixels", () => {
  const { ui } = board(PIECES);
  const [first] = PIECES.moves[0].spelling;
  const item = ui.frame.items.find(({ target }) => target === first);
  assert.deepEqual(boxesToAvoid(ui, item), [], "nothing is chosen");
  ui.spelled = [first];
  assert.equal(boxesToAvoid(ui, item).length, nextTargets(ui).size);
  assert.ok(
    boxesToAvoid(ui, item).every(({ left, right, top, bottom }) => right > left && bottom > top),
  );
});

test("no words cover what a move has done until the mouse goes elsewhere", () => {
  const { ui } = board(PIECES);
  click(ui, [2, 5]);
  click(ui, [5, 5]);
  assert.equal(isPointerAtMove(ui), true);
  onMove(ui, at([6, 5]));
  assert.equal(isPointerAtMove(ui), false);
});

test("a piece that would be too small is refused at the place, by mouse and by keys", () => {
  const { ui, sent, said } = board(DRAWN);
  onDown(ui, at([0, 0.5]));
  onMove(ui, at([1, 0]));
  assert.equal(tipText(ui), "0.25 | 99.75\na piece must be at least 1");
  onUp(ui, at([1, 0]));
  assert.equal(ui.refusal.text, "a piece must be at least 1");
  assert.deepEqual([ui.refusal.at, ui.anchors], [ui.pointer, []]);
  assert.equal(said.at(-1), ui.refusal.text);
  for (const key of ["n", "ArrowDown", "Enter", "0", ".", "5", "Enter"]) onKey(ui, { key });
  assert.equal(ui.refusal.text, "a piece must be at least 1");
  assert.deepEqual([ui.refusal.at, sent], [ui.cursor.point, []]);
});

test("a drag that leads nowhere and a click beside the border say what a line is", () => {
  const { ui } = board(DRAWN);
  click(ui, [5, 5]);
  assert.equal(ui.refusal.text, "start your line on a border");
  drag(ui, [0, 5], [-1, 5]);
  assert.equal(ui.refusal.text, "a line must go from one edge of an area to another edge");
});

test("a refusal is the last word at its place until the pointer or the cursor moves", () => {
  const { ui } = board(PIECES);
  showRefusal(ui, "too late");
  assert.deepEqual(ui.refusal.at, [5, 5], "nobody has pointed anywhere: in the middle");
  onMove(ui, at([2, 5]));
  showRefusal(ui, "no");
  assert.ok(isRefusalCurrent(ui));
  onMove(ui, at([2.1, 5]));
  assert.ok(isRefusalCurrent(ui), "a hand is never quite still");
  onMove(ui, at([3, 5]));
  assert.ok(!isRefusalCurrent(ui));
  showRefusal(ui, "no");
  onKey(ui, { key: "n" });
  assert.ok(!isRefusalCurrent(ui));
});

test("a note stands above its point, and is always in sight", () => {
  const corners = [
    [100, 100],
    [0, 0],
    [200, 200],
  ].map((point) => noteCorner(point, { width: 80, height: 20 }, box));
  assert.deepEqual(corners, [
    [60, 66],
    [2, 14],
    [118, 166],
  ]);
});

test("only what a longer text adds is read aloud", () => {
  assert.equal(
    addedText("cell a. Press Enter: a.", "cell a. Press Enter: a, 2 points."),
    "2 points.",
  );
  assert.equal(addedText("cell a. Press Enter: a.", "cell a. Press Enter: a."), "");
  assert.equal(addedText("", "cell a."), "cell a.");
  assert.equal(addedText("cell a.", "cell b."), "cell b.");
  const text = (label) => `${label}. Press Enter to play it.`;
  assert.equal(addedText(text("A to C"), text("A to C, 1 reply")), "1 reply.");
});

test("of a place and its move, the one that names the other is read aloud alone", () => {
  const items = ["C", "D", "E"].map((target, index) => ({
    target,
    label: ["C", "a red tile", "row 1"][index],
    center: [index, 0],
    radius: 0.2,
  }));
  const labels = ["A to C", "red tile", "a star"];
  const moves = items.map(({ target }, index) => ({ spelling: [target], label: labels[index] }));
  const { ui } = board({ items, moves });
  const texts = ui.frame.items.map((cursor) => cursorText({ ...ui, cursor }));
  assert.deepEqual(texts, [
    "A to C. Press Enter to play it.",
    "a red tile. Press Enter to play it.",
    "row 1. Press Enter: a star.",
  ]);
});

test("the text beside a mouse that rests goes away, but not that of a move that has begun", () => {
  const { ui } = board(PIECES);
  const aged = (ms) => ({ ...at([2, 5]), timeStamp: performance.now() - ms });
  ui.mouse = aged(1000);
  assert.ok(!isTipOver(ui), "there is time to read it");
  ui.mouse = aged(4000);
  assert.ok(isTipOver(ui));
  for (const begun of [{ spelled: ["a"] }, { anchors: [{}] }, { cursor: ui.frame.items[0] }])
    assert.ok(!isTipOver({ ...ui, ...begun }));
});

test("a line that fills an area, and may end inside, has no pieces to read aloud", () => {
  const [region] = STRIPS.pen.fills;
  const a = { region, edge: 0, share: 0.5, point: [1, 0] };
  const line = { a, b: { region, point: [1, 1] } };
  assert.equal(cursorText({ ...board(STRIPS).ui, line }), "");
});
