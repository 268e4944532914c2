// The review panel: its buttons have fixed places, a moment names both moves, arrow keys step through
// the game, and a press survives news.

import assert from "node:assert/strict";
import { test } from "node:test";

import { showPanel } from "../panel.js";
import review, {
  arrangeButtons,
  listButtons,
  plyAfter,
} from "../../../polygames/view/js/review/review.js";

const settle = () => new Promise((resolve) => setTimeout(resolve));
const names = (buttons) => arrangeButtons(buttons).map(({ name }) => name);
const pressable = (buttons) =>
  arrangeButtons(buttons)
    .filter(({ isEnabled }) => isEnabled)
    .map(({ name }) => name);

test("every button has one place, whether it can be pressed or not", () => {
  const done = { next: "Next moment ▶", retry: "Try it yourself", moves: "All moves" };
  const trying = { back: "◀ Back", hint: "Where?", show_answer: "Show the best" };
  assert.deepEqual(names(done), ["previous", "next", "retry", "train", "moves"]);
  assert.deepEqual(names(trying), ["back", "next", "hint", "show_answer", "moves"]);
  assert.deepEqual(pressable(done), ["next", "retry", "moves"]);
  assert.deepEqual(pressable(trying), ["back", "hint", "show_answer"]);
});

test("a button has the label that it is given, and a disabled one its usual label", () => {
  const [previous, next] = arrangeButtons({ next: "Next" });
  assert.deepEqual([previous.label, previous.isEnabled], ["◀ Back", false]);
  assert.deepEqual([next.label, next.isEnabled], ["Next", true]);
});

test("a puzzle has all of its buttons, in the order in which it names them", () => {
  const named = { hint: "Hint", show_answer: "Show the answer", next: "Next puzzle ▶" };
  assert.deepEqual(
    listButtons(named).map(({ name, label, isEnabled }) => [name, label, isEnabled]),
    Object.entries(named).map((each) => [...each, true]),
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
const MOMENT = {
  ...{ title: "Moment 1 of 3", place: "move 2", verdict: "blunder", badge: "Blunder: 5 points" },
  ...{ played: "You: A to C.", better: "Better: A to D.", cost: "That is 5 points better." },
  ...{ why: "Blue has 2 segments.", is_last: false },
};
const SUMS = { columns: ["Mistakes"], rows: [["You", "1"]], meaning: "A mistake costs." };
const content = (parts = {}) => ({
  ...{ buttons: { next: "Next moment ▶", start: "Review again" }, summary: ["You: 1 mistake"] },
  ...{ chart: CHART, ply: 0, text: "Press a button.", is_above_board: false },
  ...{ progress: null, moment: null, sums: SUMS },
  ...parts,
});

test("a press on a button and the focus survive news, which wait for the press", async () => {
  const { el, put, sent } = showPanel(review, content());
  const next = el.querySelector('[data-button="next"]');
  const release = next.press();
  put(content({ ply: 2, text: "Searching", buttons: { next: "Next", stop: "Stop" } }));
  assert.equal(next.textContent, "Next moment ▶");
  release();
  await settle();
  assert.equal(el.querySelector('[data-button="next"]'), next);
  assert.deepEqual([next.textContent, document.activeElement], ["Next", next]);
  assert.deepEqual(sent, [{ kind: "press_button", button: "next" }]);
});

test("a moment says what was played and what was better, each with its mark", () => {
  const { el } = showPanel(review, content({ moment: MOMENT }));
  const text = (name) => el.querySelector(`.polygames-${name}`)?.textContent;
  assert.equal(text("moment-title"), "Moment 1 of 3move 2✖ Blunder: 5 points");
  assert.deepEqual(
    [text("played-move"), text("better-move"), text("moment-cost")],
    ["You: A to C.", "Better: A to D.", "That is 5 points better."],
  );
  assert.equal(el.querySelectorAll(".polygames-swatch").length, 2);
  assert.equal(el.querySelector(".polygames-review-text").ariaLive, "polite");
});

test("the move before the shown position has the mark of a last move", () => {
  const { el } = showPanel(review, content({ moment: { ...MOMENT, is_last: true } }));
  assert.ok(el.querySelector(".polygames-last-move"));
  assert.equal(el.querySelector(".polygames-played-move"), null);
});

test("the sums are a table with one sentence; reasons and details are closed at first", () => {
  const { el, put } = showPanel(review, content({ moment: MOMENT }));
  const sums = el.querySelector(".polygames-sums");
  assert.equal(sums.textContent, "MistakesYou1A mistake costs.");
  const details = el.querySelector("details");
  assert.ok(!details.open);
  assert.equal(details.textContent, "DetailsBlue has 2 segments.You: 1 mistake");
  details.open = true;
  put(content({ moment: null, ply: 3 }));
  assert.ok(el.querySelector("details").open, "an open list stays open");
});

test("a running review shows its progress, and can be stopped", () => {
  const progress = { done: 3, all: 9, text: "Looking …" };
  const { el, put, sent } = showPanel(
    review,
    content({ progress, buttons: { moves: "All moves", stop: "Stop" }, sums: null, text: "" }),
  );
  const bar = el.querySelector("progress");
  assert.deepEqual([bar.value, bar.max, bar.ariaLabel], [3, 9, "Looking …"]);
  assert.ok(el.classList.contains("polygames-has-review"));
  const pressed = el.querySelectorAll("button").filter(({ disabled }) => !disabled);
  for (const each of pressed) each.click();
  assert.deepEqual(
    sent.map(({ button }) => button),
    ["stop", "moves"],
  );
  put(content());
  assert.equal(el.querySelector("progress"), null);
});

test("the first moment of a review has only its progress and a button that stops it", () => {
  const progress = { done: 0, all: 9, text: "Looking …" };
  const { el } = showPanel(review, content({ chart: null, progress, buttons: { stop: "Stop" } }));
  assert.ok(el.classList.contains("polygames-has-review"));
  assert.deepEqual(
    el.querySelectorAll("button").map(({ textContent }) => textContent),
    ["Stop"],
  );
});

test("a click on the curve, or a key on it, goes to a ply, also after news", () => {
  const { el, put, sent } = showPanel(review, content());
  const chart = el.querySelector(".polygames-curve");
  put(content({ ply: 1 }));
  assert.equal(el.querySelector(".polygames-curve"), chart);
  chart.fire("click", { clientX: 200 });
  chart.fire("keydown", { key: "ArrowRight" });
  el.querySelector('[data-button="next"]').fire("keydown", { key: "End" });
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
  assert.ok(el.children.includes(words), "the text stays, because screen readers watch it");
  end();
  assert.deepEqual(model.heard, {});
});

test("the next puzzle is the main button only when no puzzle waits for an answer", () => {
  const buttons = { show_answer: "Show the answer", next: "Next puzzle ▶" };
  const { el, put } = showPanel(review, content({ chart: null, buttons }));
  const isMain = () => el.querySelector('[data-button="next"]').classList.contains("mod-primary");
  assert.ok(!isMain());
  put(content({ chart: null, buttons: { next: "Next puzzle ▶" } }));
  assert.ok(isMain());
});
