// The review panel: its buttons have fixed places, arrow keys step through the game, and a press
// survives news.

import assert from "node:assert/strict";
import { test } from "node:test";

import { showPanel } from "../panel.js";
import review, { arrangeButtons, plyAfter } from "../../../polygames/view/js/review/review.js";

const names = (buttons) => arrangeButtons(buttons, true).map(({ name }) => name);
const pressable = (buttons) =>
  arrangeButtons(buttons, true)
    .filter(({ isEnabled }) => isEnabled)
    .map(({ name }) => name);

test("every button has one place, whatever isEnabled be pressed", () => {
  const done = {
    previous: "◀ Mistake",
    next: "Next mistake ▶",
    retry: "Try again",
    save: "Save in the record",
    start: "Review again",
  };
  const trying = { hint: "Where?", show_answer: "Show the answer", next: "Next mistake" };
  assert.deepEqual(names(done), [
    "previous",
    "next",
    "retry",
    "show_answer",
    "search_longer",
    "train",
    "save",
    "start",
  ]);
  assert.deepEqual(names(trying), [
    "previous",
    "next",
    "hint",
    "show_answer",
    "search_longer",
    "train",
    "save",
    "start",
  ]);
  assert.deepEqual(names({ stop: "Stop" }), [
    "previous",
    "next",
    "retry",
    "show_answer",
    "search_longer",
    "train",
    "save",
    "stop",
  ]);
  assert.deepEqual(pressable(done), ["previous", "next", "retry", "save", "start"]);
  assert.deepEqual(pressable(trying), ["next", "hint", "show_answer"]);
});

test("a button says what it is told to say, one that cannot be pressed what it says else", () => {
  const [previous, next] = arrangeButtons({ next: "Next mistake" }, true);
  assert.deepEqual([previous.label, previous.isEnabled], ["◀ Mistake", false]);
  assert.deepEqual([next.label, next.isEnabled], ["Next mistake", true]);
});

test("before a review there is one button", () => {
  assert.deepEqual(arrangeButtons({ start: "Review" }, false), [
    { name: "start", label: "Review", isEnabled: true },
  ]);
});

test("a puzzle has all of its buttons, in the order in which it names them", () => {
  const named = {
    hint: "Hint",
    show_answer: "Show the answer",
    restart: "Start again",
    next: "Next puzzle ▶",
    my_level: "At my level ▶",
  };
  assert.deepEqual(
    arrangeButtons(named, false).map(({ name }) => name),
    Object.keys(named),
  );
  assert.deepEqual(
    arrangeButtons(named, false).map(({ label, isEnabled }) => [label, isEnabled]),
    Object.values(named).map((label) => [label, true]),
  );
});

test("arrow keys step through the game and stay inside", () => {
  assert.deepEqual([plyAfter("ArrowRight", 3, 9), plyAfter("ArrowLeft", 3, 9)], [4, 2]);
  assert.deepEqual([plyAfter("ArrowRight", 9, 9), plyAfter("ArrowLeft", 0, 9)], [9, 0]);
  assert.deepEqual([plyAfter("Home", 3, 9), plyAfter("End", 3, 9)], [0, 9]);
  assert.deepEqual([plyAfter("Enter", 3, 9), plyAfter("ArrowRight", 0, undefined)], [null, null]);
});

const CHART = {
  curves: [{ points: [[0, 0.5]], color: "red" }],
  ...{ marks: [], proved: [], luck: [], certain: "", zero: null },
  ...{ measure: "points", top: "9", bottom: "-9", length: 4, end: "move 4" },
};
const content = (parts = {}) => ({
  ...{ buttons: { next: "Next mistake", start: "Review again" }, summary: ["You: 1 mistake"] },
  ...{ chart: CHART, ply: 0, text: "Press a button.", is_above_board: false },
  ...parts,
});

test("a press on a button and the focus survive news", () => {
  const { el, put, sent } = showPanel(review, content());
  const next = el.querySelector('[data-button="next"]');
  const release = next.press();
  put(content({ ply: 2, text: "Searching", buttons: { next: "Next", stop: "Stop" } }));
  assert.equal(el.querySelector('[data-button="next"]'), next);
  release();
  assert.deepEqual([next.textContent, document.activeElement], ["Next", next]);
  assert.deepEqual(sent, [{ kind: "press_button", button: "next" }]);
});

test("a press on a button that has just been replaced by another one does nothing", () => {
  const { el, put, sent } = showPanel(review, content());
  const release = el.querySelector('[data-button="start"]').press();
  put(content({ buttons: { stop: "Stop" } }));
  release();
  assert.deepEqual(sent, []);
});

test("a click on the curve, or a key, goes to a ply, also after news", () => {
  const { el, put, sent } = showPanel(review, content());
  const chart = el.querySelector(".polygames-curve");
  put(content({ ply: 1 }));
  assert.equal(el.querySelector(".polygames-curve"), chart);
  chart.fire("click", { clientX: 200 });
  chart.fire("keydown", { key: "ArrowRight" });
  assert.deepEqual(
    sent.map(({ ply }) => ply),
    [4, 2],
  );
});

test("without a curve the counts are below the text", () => {
  const { el, put, end, model } = showPanel(review, content({ chart: null, is_above_board: true }));
  const classes = () => el.children.map(({ attributes }) => attributes.class);
  assert.deepEqual(classes(), [
    "polygames-review-buttons",
    "polygames-review-text polygames-above",
    "polygames-muted",
  ]);
  const [, words] = el.children;
  put(content());
  assert.equal(el.lastChild, words, "the text stays, because screen readers watch it");
  assert.equal(classes()[0], "polygames-muted");
  end();
  assert.deepEqual(model.heard, {});
});
