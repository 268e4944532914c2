// The review panel: its buttons have fixed places, and arrow keys step through the game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrangeButtons, plyAfter } from "../../../polygames/view/js/review/review.js";

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
