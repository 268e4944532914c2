import assert from "node:assert/strict";
import { test } from "node:test";

import { Element } from "../fake_page.js";
import {
  keepPlaces,
  addRowListeners,
  indexAfterKey,
  indexOfMove,
  createHoverReporter,
  showLine,
} from "../../../polygames/view/js/analysis/rows.js";

test("keys go up and down the rows and stay inside", () => {
  const places = [
    [0, "ArrowDown"],
    [2, "ArrowDown"],
    [0, "ArrowUp"],
    [1, "Home"],
    [1, "End"],
    [1, "x"],
  ];
  assert.deepEqual(
    places.map(([row, key]) => indexAfterKey(row, key, 3)),
    [1, 2, 0, 0, 2, null],
  );
});

/** Create rows with listeners, and a log of what they call. */
function body(more = {}) {
  const heard = {};
  const seen = [];
  const played = [];
  const pressed = [];
  const rows = [0, 1].map((index) => ({
    dataset: { index: String(index) },
    focus() {
      seen.push(`focus ${index}`);
    },
  }));
  const el = {
    children: rows,
    contains: (each) => each === rows[0] || each === rows[1],
    addEventListener: (kind, act) => (heard[kind] = act),
  };
  document.activeElement = rows[0];
  const aim = addRowListeners(el, {
    look: (index) => seen.push(index),
    press: (index) => pressed.push(index),
    play: (index) => played.push(index),
    ...more,
  });
  const on = (index, parts = {}) => ({
    target: { closest: () => rows[index] ?? null },
    preventDefault() {},
    stopPropagation() {},
    ...parts,
  });
  return { heard, seen, played, pressed, aim, rows, on };
}

test("the mouse shows a row, tells what is pressed when it goes down, and plays it with one click", () => {
  const { heard, seen, played, pressed, on } = body();
  heard.pointerover(on(1, { pointerType: "mouse" }));
  heard.pointerdown(on(1, { pointerType: "mouse" }));
  assert.deepEqual([pressed, played], [[1], []]);
  heard.click(on(1));
  heard.pointerleave(on(null, { pointerType: "mouse" }));
  assert.deepEqual([seen, played, pressed], [[1, null], [1], [1]]);
});

test("a finger shows a row first, and plays it the second time", () => {
  const { heard, seen, played, on } = body();
  for (const index of [0, 1, 1]) {
    heard.pointerdown(on(index, { pointerType: "touch" }));
    heard.click(on(index));
  }
  assert.deepEqual([seen, played], [[0, 1], [1]]);
});

test("keys reach the rows, Enter plays, Escape shows the board again", () => {
  const { heard, seen, played, on } = body();
  heard.focusin(on(0));
  heard.keydown(on(0, { key: "ArrowDown" }));
  heard.keydown(on(1, { key: "Enter" }));
  heard.keydown(on(1, { key: "Escape" }));
  assert.deepEqual([seen, played], [[0, "focus 1", null], [1]]);
});

test("rows keep their places while somebody aims, with what is known of them now", () => {
  const row = (move, rank, value) => ({ move, rank, value });
  const shown = [row("a", 1, "60%"), row("b", 2, "50%"), row("c", 3, "40%")];
  const fresh = [row("b", 1, "70%"), row("d", 2, "65%"), row("a", 3, "55%")];
  const kept = keepPlaces(shown, fresh);
  assert.deepEqual(kept, [fresh[2], fresh[0], { ...shown[2], past: true }]);
  assert.deepEqual(
    keepPlaces(kept, shown),
    shown,
    "what is among the best again is no longer past",
  );
  assert.deepEqual(
    keepPlaces(shown.slice(0, 1), fresh).map(({ move }) => move),
    ["a", "b", "d"],
  );
  assert.deepEqual(
    [indexOfMove(fresh, shown[0]), indexOfMove(fresh, shown[2]), indexOfMove(fresh, undefined)],
    [2, -1, -1],
  );
});

test("a mouse aims from its first step on the rows until it leaves them", () => {
  let settled = 0;
  const { heard, aim, on } = body({ settle: () => settled++ });
  const mouse = { pointerType: "mouse" };
  heard.pointerover(on(1, mouse));
  assert.ok(!aim.isAimed(), "rows that appear under a mouse that rests may still be put in order");
  heard.pointermove(on(1, mouse));
  assert.ok(aim.isAimed());
  heard.pointerleave(on(null, mouse));
  assert.deepEqual([aim.isAimed(), settled], [false, 1]);
  heard.pointermove(on(1, mouse));
  aim.rest();
  assert.ok(!aim.isAimed(), "another position: nobody has aimed at its rows so far");
});

test("keys aim until they leave the rows, and a row that was only clicked does not", () => {
  let settled = 0;
  const { heard, aim, rows, on } = body({ settle: () => settled++ });
  const reached = (byKeys) => {
    const event = on(0);
    event.target.matches = () => byKeys;
    return event;
  };
  heard.focusin(reached(false));
  assert.ok(!aim.isAimed());
  heard.focusin(reached(true));
  heard.focusout(on(0, { relatedTarget: rows[1] }));
  assert.ok(aim.isAimed());
  document.activeElement = null;
  assert.ok(!aim.isAimed(), "its row was taken away: the page says nothing of that");
  document.activeElement = rows[1];
  heard.focusout(on(1, { relatedTarget: null }));
  assert.deepEqual([aim.isAimed(), settled], [false, 1]);
});

test("a finger that has shown a row aims at it, and shows first in another position", () => {
  const { heard, seen, played, aim, on } = body();
  const tap = () => {
    heard.pointerdown(on(1, { pointerType: "touch" }));
    heard.click(on(1));
  };
  tap();
  assert.ok(aim.isAimed());
  aim.rest();
  tap();
  assert.deepEqual([seen, played], [[1, 1], []]);
});

test("the kernel hears that rows are pointed at once, and that none is after a moment", () => {
  const sent = [];
  const waiting = new Set();
  const later = (act) => (waiting.add(act), act);
  const never = (act) => waiting.delete(act);
  const point = createHoverReporter((message) => sent.push(message), later, never);
  for (const on of [true, true, false, true]) point(on); // to the next row, which is rebuilt
  assert.deepEqual([sent, waiting.size], [[{ kind: "hover_rows", is_hovered: true }], 0]);
  point(false);
  for (const act of waiting) act();
  assert.deepEqual(sent.at(-1), { kind: "hover_rows", is_hovered: false });
});

test("a row without a line of moves is said in sentences", () => {
  const el = new Element("div");
  const row = { full_text: "A to C", line: [], range: { text: "scored 58% (32% to 81%)" } };
  const show = (shown) => {
    showLine(el, shown, () => {});
    return el.textContent;
  };
  assert.equal(show(row), "A to C. Scored 58% (32% to 81%)");
  assert.equal(
    show({ ...row, reason: "Reviews give it 60%" }),
    "A to C. Reviews give it 60% · scored 58% (32% to 81%)",
  );
  assert.equal(show(null), "");
});

test("a press on a step of the line arrives while the line changes", () => {
  const el = new Element("div");
  document.body.append(el);
  const walked = [];
  const show = (...line) =>
    showLine(el, { full_text: "", line, range: { text: "50%" } }, (ply) =>
      walked.push([line, ply]),
    );
  show("A-C", "D-F");
  const release = el.find("button", "2. D-F").press();
  show("A-C", "D-F", "B-C");
  release();
  assert.deepEqual(walked, [[["A-C", "D-F", "B-C"], 1]]);
  const releaseOther = el.find("button", "2. D-F").press();
  show("A-C", "E-F");
  releaseOther();
  assert.equal(walked.length, 1, "it is not a press on another move");
});
