import assert from "node:assert/strict";
import { test } from "node:test";

import { Element } from "../fake_page.js";
import { chooseItem } from "../../../polygames/view/js/pointer/actions.js";
import { findPointed } from "../../../polygames/view/js/pointer/targets.js";
import {
  moveStartPoint,
  paintBand,
  paintNextTargets,
} from "../../../polygames/view/js/renderer/renderer.js";
import { drawPrimitive } from "../../../polygames/view/js/shared/drawing.js";
import { board, PIECES } from "../helpers.js";

/** Return what is drawn: the ring, and the band if there is one. */
function drawn(ui) {
  const layer = new Element("g");
  paintBand(ui, layer, findPointed(ui));
  return layer.children.map(({ name, attributes }) => [
    name,
    ...["cx", "cy", "x1", "y1", "x2", "y2"]
      .filter((key) => key in attributes)
      .map((key) => Number(attributes[key])),
  ]);
}

/** Return the look of lines that join targets, with their start if it is fixed. */
const look = (start = null) => ({ line: { strokes: [], band: "#cc3311", start } });

test("the start that was chosen has a ring, and a band leads to the pointer", () => {
  const { ui } = board({ ...PIECES, look: look() });
  ui.pointer = [4, 9];
  assert.deepEqual(drawn(ui), [], "nothing is chosen");
  chooseItem(ui, ui.frame.items[0]);
  assert.deepEqual(drawn(ui), [
    ["circle", 2, 5],
    ["line", 2, 5, 4, 9],
  ]);
  ui.pointer = [5, 5];
  assert.deepEqual(drawn(ui), [["circle", 2, 5]], "the move that is pointed at draws its line");
});

test("a start that is given has them at once; the keyboard's place goes before the pointer", () => {
  const { ui } = board({ ...PIECES, look: look([1, 1]) });
  assert.deepEqual(drawn(ui), [["circle", 1, 1]]);
  ui.pointer = [4, 9];
  ui.cursor = ui.frame.items[2];
  assert.deepEqual(drawn(ui), [
    ["circle", 1, 1],
    ["line", 1, 1, 8, 5],
  ]);
});

test("a point that cannot be chosen next is no longer green", () => {
  const items = ["a", "b", "c"].map((target, i) => ({
    target,
    label: target,
    center: [2 + 3 * i, 5],
    radius: 1,
    fixed: true,
  }));
  const moves = [
    ["a", "c"],
    ["c", "a"],
    ["b", "a"],
  ].map((spelling) => ({ spelling, label: "", preview: [] }));
  const { ui } = board({ items, moves });
  chooseItem(ui, ui.frame.items[0]);
  const layer = new Element("g");
  paintNextTargets(ui, layer);
  assert.deepEqual(
    layer.children.map(({ attributes }) => [Number(attributes.cx), attributes.fill]),
    [
      [2, "#00664a"],
      [5, "#8c8c8c"],
      [8, "none"],
    ],
  );
});

test("a board without a band, or where somebody else is to move, has neither", () => {
  assert.equal(moveStartPoint(board(PIECES).ui), null);
  assert.equal(moveStartPoint(board({ ...PIECES, active: false, look: look([1, 1]) }).ui), null);
});

test("a text is shifted by the unit of its size, and hidden below its least zoom", () => {
  const text = { kind: "text", at: [4, 5], text: "a", size: 0.5, shift: [2, -1], min_zoom: 3 };
  const places = [
    [{ ...text, fixed: true }, 1],
    [{ ...text, fixed: true }, 1 / 4],
    [text, 1 / 4],
  ].map(([primitive, unit]) => {
    const { x, y, visibility = "visible" } = drawPrimitive(primitive, unit).attributes;
    return [Number(x), Number(y), visibility];
  });
  assert.deepEqual(places, [
    [6, 4, "hidden"],
    [4.5, 4.75, "visible"],
    [6, 4, "visible"],
  ]);
});
