// The buttons below a board, for the line that is held.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createLineTools } from "../../../polygames/view/js/pointer/line_tools.js";
import { onDown, onMove, onUp } from "../../../polygames/view/js/pointer/input.js";
import { onKey } from "../../../polygames/view/js/pointer/keyboard.js";
import { pieceAreas } from "../../../polygames/view/js/pointer/border.js";
import { tipPoint, tipText } from "../../../polygames/view/js/pointer/tooltip.js";
import { at, board, click, close, drag, PEN, PIECES, SQUARE, STRIPS } from "../helpers.js";
import "../fake_page.js";

const DRAWING = { regions: [SQUARE], pen: { ...PEN, threshold: 5 } };
const FINGER = { pointerType: "touch" };
const A_LINE = [
  [0, 2],
  [9.9, 4],
];

/** Create a board with its buttons. `press` presses the one with a name, and `shown` returns the
 *  names of those that can be pressed. */
function open(parts = DRAWING) {
  const made = board(parts);
  const tools = createLineTools(made.ui, () => tools.update());
  tools.update();
  const [half, over, number, confirm, cancel] = tools.row.children;
  const named = { half, over, number, confirm, cancel };
  const press = (name) => {
    assert.ok(!tools.row.hidden && !named[name].disabled, `${name} can be pressed`);
    named[name].onclick({});
  };
  const type = (value) => {
    number.value = value;
    number.oninput({});
  };
  return { ...made, ...named, tools, press, type };
}

const areas = ({ line }) => pieceAreas(line).sort((p, q) => p - q);

test("a line that a finger draws waits, and Confirm draws it", () => {
  const { ui, sent, said, tools, press } = open();
  drag(ui, ...A_LINE, FINGER);
  tools.update();
  assert.deepEqual(sent, []);
  assert.equal(tipText(ui), "cuts 100 into 30 + 70");
  assert.deepEqual(tipPoint(ui), ui.line.b.point);
  assert.equal(said.at(-1), "cuts 100 into 30 + 70. Press Confirm, or change the line.");
  press("confirm");
  assert.deepEqual(sent, [{ kind: "line", version: 1, start: [0, 2], end: [10, 4] }]);
  assert.ok(tools.row.hidden);
});

test("a mouse draws a line when it is released, without a question", () => {
  const { ui, sent, tools } = open();
  onDown(ui, at(A_LINE[0]));
  onMove(ui, at(A_LINE[1]));
  tools.update();
  assert.ok(tools.row.hidden, "nobody can press a button during a drag");
  onUp(ui, at(A_LINE[1]));
  assert.equal(sent.length, 1);
});

test("a line that a mouse or the keys have begun can be turned and drawn by the buttons", () => {
  const begins = [
    (ui) => (click(ui, [0, 2]), onMove(ui, at([9, 3]))),
    (ui) => (onKey(ui, { key: "n" }), onKey(ui, { key: "Enter" })),
  ];
  for (const begin of begins) {
    const { ui, sent, tools, press } = open();
    begin(ui);
    tools.update();
    press("half");
    close(areas(ui), [50, 50]);
    press("confirm");
    assert.equal(sent.length, 1);
  }
});

test("a line cuts off half, a little more than the threshold, or a number", () => {
  const { ui, over, number, tools, press, type } = open();
  drag(ui, ...A_LINE, FINGER);
  tools.update();
  assert.equal(over.textContent, "Cut off 5.01");
  press("half");
  close(areas(ui), [50, 50]);
  press("over");
  close(areas(ui), [5.01, 94.99]);
  assert.equal(number.value, "5.01");
  type("12,5");
  close(areas(ui), [12.5, 87.5]);
  assert.equal(tipText(ui), "cuts 100 into 12.50 + 87.50");
});

test("Confirm cannot be pressed without a line that may be drawn", () => {
  const { ui, confirm, said, tools, press, type } = open();
  click(ui, [0, 2], FINGER);
  tools.update();
  assert.ok(confirm.disabled, "the line has no end");
  press("half");
  assert.ok(!confirm.disabled);
  type("400");
  assert.ok(confirm.disabled);
  assert.equal(said.at(-1), "no line from here cuts off 400");
  type("0.5"); // less than the least piece
  assert.ok(confirm.disabled);
});

test("Cancel and Escape drop the line", () => {
  for (const name of ["cancel", "Escape"]) {
    const { ui, sent, cancel, tools, press } = open();
    drag(ui, ...A_LINE, FINGER);
    tools.update();
    cancel.click = () => press("cancel");
    if (name === "cancel") press(name);
    else tools.row.heard.keydown({ key: "Escape", target: cancel });
    assert.deepEqual([sent, ui.line, ui.anchors, tools.row.hidden], [[], null, [], true]);
  }
});

test("a finger aims a held line anew, and begins another one elsewhere on a border", () => {
  const { ui, sent } = open();
  drag(ui, ...A_LINE, FINGER);
  drag(ui, [6, 5], [5, 6], FINGER); // inside: the same start, another direction
  close(ui.line.a.point, [0, 2]);
  close(ui.line.b.point, [10, 10], 1e-2);
  drag(ui, [4, 0], [5, 9.9], FINGER);
  close([...ui.line.a.point, ...ui.line.b.point], [4, 0, 5, 10]);
  assert.deepEqual([sent, ui.held], [[], true]);
});

test("a finger that aims a turned line anew is not bound to the number", () => {
  const { ui, tools, press } = open();
  drag(ui, ...A_LINE, FINGER);
  tools.update();
  press("half");
  click(ui, [5, 3], FINGER);
  close(ui.line.b.point, [10, 4]);
});

test("a small area is filled at once by a finger, and pieces have no such buttons", () => {
  const small = open(STRIPS);
  drag(small.ui, [0.5, 3], [2.5, 6], FINGER);
  assert.deepEqual(small.sent, [{ kind: "move", version: 1, spelling: ["area 0"] }]);
  const pieces = open(PIECES);
  click(pieces.ui, [2, 5], FINGER);
  pieces.tools.update();
  assert.ok(pieces.tools.row.hidden);
});

test("an area that is rounded to the threshold tells that it is a little more or less", () => {
  for (const [x, text] of [
    [0.5, "5.00 | 95.00"],
    [0.5004, "5.00+ | 95.00"],
    [0.4996, "5.00− | 95.00"],
  ]) {
    const { ui } = board(DRAWING);
    const side = (edge, y) => ({ region: SQUARE, edge, share: 0, point: [x, y] });
    Object.assign(ui, { anchors: [side(0, 0)], line: { a: side(0, 0), b: side(2, 10) } });
    assert.equal(tipText(ui), text);
  }
});
