// The analysis panel: rows are updated in place while the analysis goes on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { showPanel } from "../panel.js";
import analysis from "../../../polygames/view/js/analysis/analysis.js";

const row = (move, parts = {}) => ({
  ...{ move, text: `to ${move}`, full_text: `to ${move}`, rank: 1, value: "50%", count: 1 },
  range: { left: 0.4, right: 0.6, at: 0.5, text: "40% to 60%", proved: false },
  ...{ line: [move, "B", "C"], reason: "", scene: [move] },
  ...parts,
});
const CHOICE = {
  name: "seconds",
  label: "Time",
  value: 5,
  offered: [
    [5, "5 s"],
    [9, "9 s"],
  ],
};
const BAR = { low: 0.1, share: 0.25, high: 0.6, text: "25%", seats: [{ color: "red", mark: "-" }] };
const content = (rows, parts = {}) => ({
  ...{ rows, position: 1, version: 1, note: "", bar: BAR, choices: [CHOICE] },
  ...parts,
});

function open(...rows) {
  const panel = showPanel(analysis, content(rows));
  const rowOf = (index) => panel.el.all("tr")[index];
  const sentKinds = (kind) => panel.sent.filter((each) => each.kind === kind);
  return { ...panel, rowOf, sentKinds };
}

test("a pressed row plays the move that it showed when it was pressed", () => {
  const { rowOf, put, sentKinds } = open(row("a"), row("b"));
  const release = rowOf(1).press();
  put(content([row("b"), row("a")], { version: 2 }));
  release();
  assert.deepEqual(sentKinds("play_row"), [{ kind: "play_row", version: 1, row: 1, move: "b" }]);
});

test("rows keep their order while one is focused by keys, and take the new one after that", () => {
  const { el, rowOf, put } = open(row("a"), row("b"));
  const texts = () => el.querySelectorAll(".polygames-move-text").map((each) => each.textContent);
  const focused = rowOf(0);
  focused.focus();
  put(content([row("b"), row("c"), row("a", { value: "60%" })]));
  assert.deepEqual(texts(), ["to a", "to b", "to c"]);
  assert.match(focused.textContent, /60%/);
  assert.equal(document.activeElement, focused);
  focused.fire("focusout", { relatedTarget: null });
  document.activeElement = document.body;
  put(content([row("b"), row("c"), row("a")]));
  assert.deepEqual(texts(), ["to b", "to c", "to a"]);
});

test("the focus goes to the last row where its own is gone", () => {
  const { rowOf, put } = open(row("a"), row("b"));
  rowOf(1).focus();
  put(content([row("a")], { position: 2 }));
  assert.equal(document.activeElement, rowOf(0));
});

test("a step of the line is pressed while the analysis goes on, which waits for the press", async () => {
  const { el, put, sentKinds } = open(row("a"), row("b"));
  const values = () => el.querySelectorAll(".polygames-move-value").map((td) => td.textContent);
  const [before] = values();
  const release = el.find("button", "2. B").press();
  put(content([row("a", { value: "51%" }), row("b")], { version: 2 }));
  assert.equal(values()[0], before);
  release();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(values()[0], "51%");
  assert.deepEqual(sentKinds("play_line"), [
    { kind: "play_line", version: 1, row: 0, move: "a", ply: 1 },
  ]);
});

test("the board draws the row that is pointed at", () => {
  const { board, rowOf } = open(row("a"), row("b"));
  const drawn = [];
  board.addEventListener("polygames-look", ({ detail }) => drawn.push(detail));
  rowOf(1).fire("pointerover", { pointerType: "mouse" });
  rowOf(1).fire("pointerleave", { pointerType: "mouse" });
  assert.deepEqual(drawn, [["b"], null]);
  assert.ok(rowOf(1).classList.contains("polygames-selected"), "its line stays shown");
});

test("a choice is sent, and an open list of choices is not rebuilt", () => {
  const { el, put, sentKinds } = open(row("a"));
  const [select] = el.all("select");
  put(content([row("a")], { note: "deeper" }));
  assert.equal(el.all("select")[0], select);
  select.value = "9";
  select.fire("change");
  assert.deepEqual(sentKinds("set_choice"), [{ kind: "set_choice", name: "seconds", value: 9 }]);
});

test("the bar shows the evaluation and its interval, and is gone without one", () => {
  const { el, put, end, model } = open(row("a"));
  const [bar] = el.children;
  assert.deepEqual([bar.ariaLabel, bar.textContent], ["25%", "-25%"]);
  const places = ["low", "share", "high"].map((name) => bar.style[`--pg-${name}`]);
  assert.deepEqual(places, ["10%", "25%", "60%"]);
  put(content([], { bar: null, is_stopped: true }));
  assert.equal(el.querySelector(".polygames-evaluation"), null);
  assert.ok(el.classList.contains("polygames-stopped"));
  end();
  end();
  assert.deepEqual(model.heard, {});
});
