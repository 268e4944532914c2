// The review panel: its buttons have fixed places, and arrow keys step through the game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrangeButtons, plyAfter } from "../../../polygames/view/js/review/review.js";

const names = (buttons) => arrangeButtons(buttons, true).map(({ what }) => what);
const pressable = (buttons) =>
  arrangeButtons(buttons, true)
    .filter(({ can }) => can)
    .map(({ what }) => what);

test("every button has one place, whatever can be pressed", () => {
  const done = {
    previous: "◀ Mistake",
    next: "Next mistake ▶",
    try: "Try again",
    keep: "Save in the record",
    start: "Review again",
  };
  const trying = { hint: "Where?", answer: "Show the answer", next: "Next mistake" };
  assert.deepEqual(names(done), ["previous", "next", "try", "answer", "longer", "keep", "start"]);
  assert.deepEqual(names(trying), [
    "previous",
    "next",
    "hint",
    "answer",
    "longer",
    "keep",
    "start",
  ]);
  assert.deepEqual(names({ stop: "Stop" }), [
    "previous",
    "next",
    "try",
    "answer",
    "longer",
    "keep",
    "stop",
  ]);
  assert.deepEqual(pressable(done), ["previous", "next", "try", "keep", "start"]);
  assert.deepEqual(pressable(trying), ["next", "hint", "answer"]);
});

test("a button says what it is told to say, one that cannot be pressed what it says else", () => {
  const [previous, next] = arrangeButtons({ next: "Next mistake" }, true);
  assert.deepEqual([previous.label, previous.can], ["◀ Mistake", false]);
  assert.deepEqual([next.label, next.can], ["Next mistake", true]);
});

test("before a review there is one button", () => {
  assert.deepEqual(arrangeButtons({ start: "Review" }, false), [
    { what: "start", label: "Review", can: true },
  ]);
});

test("a puzzle has all of its buttons, in the order in which it names them", () => {
  const named = {
    hint: "Hint",
    answer: "Show the answer",
    again: "Start again",
    next: "Next puzzle ▶",
    mine: "At my level ▶",
  };
  assert.deepEqual(
    arrangeButtons(named, false).map(({ what }) => what),
    Object.keys(named),
  );
  assert.deepEqual(
    arrangeButtons(named, false).map(({ label, can }) => [label, can]),
    Object.values(named).map((label) => [label, true]),
  );
});

test("arrow keys step through the game and stay inside", () => {
  assert.deepEqual([plyAfter("ArrowRight", 3, 9), plyAfter("ArrowLeft", 3, 9)], [4, 2]);
  assert.deepEqual([plyAfter("ArrowRight", 9, 9), plyAfter("ArrowLeft", 0, 9)], [9, 0]);
  assert.deepEqual([plyAfter("Home", 3, 9), plyAfter("End", 3, 9)], [0, 9]);
  assert.deepEqual([plyAfter("Enter", 3, 9), plyAfter("ArrowRight", 0, undefined)], [null, null]);
});
