import assert from "node:assert/strict";
import { test } from "node:test";

import { normalizeKey, onKey, cursorStops } from "../../../polygames/view/js/pointer/keyboard.js";
import { pieceAreas } from "../../../polygames/view/js/pointer/border.js";
import { tipText } from "../../../polygames/view/js/pointer/tooltip.js";
import { cursorPoint } from "../../../polygames/view/js/shared/geometry.js";
import { board, close, PEN, PIECES, region, SQUARE } from "../helpers.js";

const press = (ui, ...keys) =>
  keys.map((key) => onKey(ui, typeof key === "string" ? { key } : key));

test("Escape answers what waits to be confirmed, once nothing is half done", () => {
  const back = { spelling: ["take back"], label: "take back", preview: [] };
  const { ui, sent } = board({ ...PIECES, moves: [...PIECES.moves, back], escape: ["take back"] });
  press(ui, "ArrowRight", "Enter", "Escape");
  assert.deepEqual([ui.spelled, sent], [[], []]);
  press(ui, "Escape");
  assert.deepEqual(sent, [{ kind: "move", version: 1, spelling: ["take back"] }]);
});

test("n and p go round what can be clicked", () => {
  const moves = ["a", "b", "c"].map((target) => ({ spelling: [target], label: "", preview: [] }));
  const { ui } = board({ ...PIECES, moves });
  const visited = ["n", "n", "n", "n", "p", "p"].map((key) => (press(ui, key), ui.cursor.target));
  assert.deepEqual(visited, ["a", "b", "c", "a", "c", "b"]);
  ui.cursor = null;
  press(ui, "PageUp");
  assert.equal(ui.cursor.target, "c");
});

test("where nothing can be clicked, the cursor reads what has a label", () => {
  const { ui } = board({ ...PIECES, moves: [], active: false });
  assert.deepEqual(
    cursorStops(ui).map(({ label }) => label),
    ["cell a", "cell b", "cell c"],
  );
});

test("an arrow goes to the nearest item that way, rather ahead than aside", () => {
  const items = [
    ["here", [0, 0]],
    ["ahead", [3, 0]],
    ["aside", [2, 2]],
    ["behind", [-1, 0]],
    ["far", [9, 0]],
    ["near", [5, 1]],
  ].map(([target, center]) => ({ target, label: target, center, radius: 0.1 }));
  const { ui } = board({ items, moves: [] });
  ui.cursor = ui.frame.items[0];
  press(ui, "ArrowRight");
  assert.equal(ui.cursor.target, "ahead");
  press(ui, "ArrowRight");
  assert.equal(ui.cursor.target, "near", "four away by its cost, and the far one six");
  press(ui, "ArrowRight", "ArrowRight");
  assert.equal(ui.cursor.target, "far", "there is nothing further");
});

test("Escape takes back a half-spelled move, then the cursor, then it is the page's", () => {
  const { ui } = board(PIECES);
  press(ui, "n", "Enter");
  assert.deepEqual(ui.spelled, ["a"]);
  assert.deepEqual(press(ui, "Escape"), [true]);
  assert.deepEqual(ui.spelled, []);
  assert.ok(ui.cursor);
  assert.deepEqual(press(ui, "Escape", "Escape"), [true, false]);
  assert.equal(ui.cursor, null);
});

test("the kernel gets the keys that the frame declares; the page gets all others", () => {
  const { ui, sent } = board({ keys: ["u", "t"] });
  assert.deepEqual(press(ui, "u", "t", "r", "x", "Backspace", "h"), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  assert.deepEqual(
    sent,
    ["u", "t"].map((key) => ({ kind: "key", version: 1, key })),
  );
});

test("a number presses a button when it is one's turn", () => {
  const { ui, sent } = board(PIECES);
  assert.deepEqual(press(ui, "2", "1"), [false, true]);
  assert.deepEqual(
    sent.map(({ spelling }) => spelling),
    [["pass"]],
  );
  assert.deepEqual(press(board({ ...PIECES, active: false }).ui, "1"), [false]);
});

test("up and down stop at fractions, and at the end of the line that halves the area", () => {
  const { ui } = board({ regions: [SQUARE], pen: PEN });
  press(ui, "n");
  const shares = ["ArrowDown", "ArrowDown"].map((key) => (press(ui, key), ui.cursor.share));
  assert.deepEqual(shares, [2 / 3, 3 / 4]);
  press(ui, "Enter", ...Array(6).fill("ArrowDown"));
  const [x, y] = pieceAreas(ui.line);
  assert.equal(ui.cursor.edge, 2);
  close(x + y, 100);
});

test("left and right walk along the border, with shift ten times as far", () => {
  const { ui } = board({ regions: [SQUARE], pen: PEN });
  press(ui, "n", "ArrowRight");
  const [near] = cursorPoint(ui.cursor);
  close(near, 5 + 0.08);
  press(ui, { key: "ArrowRight", shiftKey: true });
  close(cursorPoint(ui.cursor)[0], near + 0.8);
});

test("a typed number turns the line, Backspace takes a digit back, h halves", () => {
  const { ui, sent } = board({ regions: [SQUARE], pen: PEN });
  press(ui, "n", "Enter", "ArrowDown", "1", "2", ",", "5");
  assert.equal(ui.typed, "12.5");
  close(Math.min(...pieceAreas(ui.line)), 12.5);
  press(ui, "Backspace", "Backspace");
  close(Math.min(...pieceAreas(ui.line)), 12);
  press(ui, "h");
  close(pieceAreas(ui.line)[0], 50);
  assert.match(tipText(ui), /^cut in half: 50.00 \| 50.00/);
  press(ui, "Enter");
  assert.equal(sent[0].kind, "line");
  assert.deepEqual([ui.typed, ui.anchors], ["", []]);
});

test("h halves exactly an area with a long number, and the text has two decimals", () => {
  const corners = [
    [0, 0],
    [10, 0],
    [10, 20 / 3],
    [0, 7],
  ];
  const { ui } = board({ regions: [region(corners, 68.33333333333333)], pen: PEN });
  press(ui, "n", "Enter", "h");
  assert.equal(tipText(ui), "cut in half: 34.17 | 34.17");
  const [x, y] = pieceAreas(ui.line);
  close(x, y);
  press(ui, "Backspace");
  assert.equal(ui.typed, "");
  press(ui, "h", "1", "2");
  close(Math.min(...pieceAreas(ui.line)), 12);
});

test("a value that no line cuts off is said, and nothing is drawn", () => {
  const { ui, sent } = board({ regions: [SQUARE], pen: PEN });
  press(ui, "n", "Enter", "2", "0", "0");
  assert.equal(tipText(ui), "no line from here cuts off 200");
  press(ui, "Enter");
  assert.deepEqual(sent, []);
});

test("plus, minus and 0 zoom; a shifted arrow moves the picture of a board without a pen", () => {
  const { ui, sent } = board(PIECES);
  press(ui, "+", "=");
  close(ui.camera.view[2] - ui.camera.view[0], 10 / 1.5 ** 2);
  const [left] = ui.camera.view;
  press(ui, { key: "ArrowRight", shiftKey: true });
  close(ui.camera.view[0], left + 10 / 1.5 ** 2 / 8);
  press(ui, "-", "-", "0");
  assert.deepEqual(ui.camera.view, [0, 0, 10, 10]);
  assert.deepEqual(sent.at(-1), {
    kind: "show_window",
    version: 1,
    window: null,
  });
});

test("a cursor that leaves the visible part moves the picture", () => {
  const { ui } = board(PIECES);
  ui.camera.zoom(1 / 10, [2, 5]);
  press(ui, "n");
  assert.deepEqual(ui.camera.view, [1.8, 4.5, 2.8, 5.5], "the first cell is visible");
  press(ui, "ArrowRight");
  close(ui.camera.view, [4.5, 4.5, 5.5, 5.5]);
});

test("Enter where nothing can be chosen says why, each time", () => {
  const { ui, said, sent } = board(PIECES);
  press(ui, "Enter", "Enter");
  assert.deepEqual(
    said.slice(-2),
    Array(2).fill("press n to go to the next place that you can choose"),
  );
  press(ui, "n", "Enter", "Enter");
  assert.match(said.at(-1), /^it is already chosen/);
  assert.deepEqual(sent, []);
  const idle = board({ ...PIECES, active: false });
  press(idle.ui, "n", "Enter");
  assert.equal(idle.said.at(-1), "your turn", "what goes on");
});

test("letters work with Caps Lock, and with Cyrillic and Greek layouts", () => {
  const { ui, sent } = board();
  const keys = [
    ["u", "KeyU"],
    ["U", "KeyU"],
    ["г", "KeyU"],
    ["Г", "KeyU"],
    ["θ", "KeyU"],
  ];
  for (const [key, code] of keys) assert.ok(onKey(ui, { key, code }), key);
  assert.deepEqual(
    sent.map((each) => each.key),
    keys.map(() => "u"),
  );
  assert.equal(
    normalizeKey({ key: "r", code: "KeyP" }),
    "r",
    "a Latin layout of another order is believed",
  );
  assert.equal(normalizeKey({ key: "ö", code: "Semicolon" }), "ö");
});
