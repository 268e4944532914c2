// The size of a board: the free space of the page, and the corner that is dragged.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  computeDraggedWidth,
  computeFreeHeight,
  addResizeHandle,
} from "../../../polygames/view/js/page/sizing.js";

const BOX = { width: 400, height: 500 };

/** Create a board with a corner, and a log of the widths that are stored. */
function board(width = null) {
  const kept = [];
  const styles = {};
  const classes = {};
  const heard = {};
  const model = {
    width,
    get: () => model.width,
    set: (_, value) => {
      model.width = value;
    },
    save_changes: () => kept.push(model.width),
    on: (name, act) => {
      heard[name] = act;
    },
    off: (name) => delete heard[name],
  };
  const corner = {
    acts: {},
    parentElement: { getBoundingClientRect: () => BOX },
    setPointerCapture() {},
    addEventListener(name, act) {
      this.acts[name] = act;
    },
    removeEventListener(name) {
      delete this.acts[name];
    },
  };
  const root = {
    classList: {
      toggle: (name, on) => {
        classes[name] = on;
      },
    },
    style: {
      setProperty: (name, value) => {
        styles[name] = value;
      },
    },
    getBoundingClientRect: () => ({ width: 900 }),
  };
  const end = addResizeHandle(model, corner)(root);
  const fire = (name, x = 0, y = 0) =>
    corner.acts[name]({ clientX: x, clientY: y, pointerId: 1, preventDefault() {} });
  return { end, fire, kept, styles, classes, model, heard, corner };
}

test("the corner stays under the pointer; a board grows no wider than its place, and can be taken again", () => {
  const ways = [
    [80, 100],
    [-80, -100],
    [5000, 0],
    [-5000, 0],
  ];
  assert.deepEqual(
    ways.map((way) => computeDraggedWidth(BOX, way, 900)),
    [480, 320, 900, 200],
  );
});

test("a drag is seen at once, and kept at its end; a click keeps nothing", () => {
  const { fire, kept, styles, classes } = board();
  fire("pointerdown", 10, 10);
  fire("pointerup");
  assert.deepEqual(kept, []);
  fire("pointerdown", 10, 10);
  fire("pointermove", 50, 60);
  assert.deepEqual(
    [styles["--pg-own"], classes["polygames-resized"], kept.length],
    ["440px", true, 0],
  );
  fire("pointerup");
  assert.deepEqual(kept, [440]);
  fire("pointermove", 90, 90);
  assert.equal(styles["--pg-own"], "440px", "nothing is held");
});

test("a drag that is broken off changes nothing", () => {
  const { fire, kept, styles } = board(300);
  fire("pointerdown");
  fire("pointermove", 100, 100);
  fire("pointercancel");
  assert.deepEqual([styles["--pg-own"], kept.length], ["300px", 0]);
});

test("every view has the width that is kept; a double click gives it up", () => {
  const { fire, kept, styles, classes, model, heard, end, corner } = board(350);
  assert.equal(styles["--pg-own"], "350px");
  model.width = 420;
  heard["change:width"]();
  assert.equal(styles["--pg-own"], "420px");
  fire("dblclick");
  assert.deepEqual([kept, classes["polygames-resized"]], [[null], false]);
  end();
  assert.deepEqual([Object.keys(corner.acts), Object.keys(heard)], [[], []]);
});

test("what stands above a board is left in sight; further down its cell's code, a quarter of the window at most", () => {
  assert.equal(computeFreeHeight({ visible: 647, above: 120, code: 80 }), 519);
  assert.equal(computeFreeHeight({ visible: 600, above: 2000, code: 80 }), 512);
  assert.equal(computeFreeHeight({ visible: 600, above: 2000, code: 900 }), 442);
});
