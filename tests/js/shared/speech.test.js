// What a screen reader is given, one after another.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Element } from "../fake_page.js";
import { speaker } from "../../../polygames/view/js/shared/speech.js";

/** A live region whose time passes when it is told to. */
function region() {
  const el = new Element("div"), due = [], say = speaker(el, { later: (act) => due.push(act) });
  const said = () => el.children[0].children.map(({ textContent }) => textContent);
  return { el, say, said, wait: (times = 1) => { for (let i = 0; i < times; i += 1) due.shift()?.(); } };
}

test("the first words are said at once, and those that follow each in its turn", () => {
  const { el, say, said, wait } = region();
  assert.equal(el.children[0].attributes["aria-live"], "polite", "it is there before anything is said");
  for (const words of ["You: a", "Red: b", "your turn"]) say(words);
  assert.deepEqual(said(), ["You: a"]);
  wait();
  assert.deepEqual(said(), ["You: a", "Red: b"], "what was said stays");
  wait(2);
  assert.deepEqual(said(), ["You: a", "Red: b", "your turn"]);
  say("at once again");
  assert.equal(said().at(-1), "at once again");
});

test("the same words twice are two elements, so both are heard", () => {
  const { say, said, wait } = region();
  say("cancelled");
  say("cancelled");
  wait(2);
  assert.deepEqual(said(), ["cancelled", "cancelled"]);
});

test("where a cursor was is dropped once there is something newer, and nothing else is", () => {
  const { say, said, wait } = region();
  for (const place of ["a1", "a2", "a3"]) say(place, true);
  wait(2);
  assert.deepEqual(said(), ["a1", "a3"]);
  say("b", true);
  say("c", true);
  say("You: c");
  say("d", true);
  wait(9);
  assert.deepEqual(said(), ["a1", "a3", "b", "You: c", "d"]);
});

test("nothing is said without words, and the region does not grow for ever", () => {
  const { say, said, wait } = region();
  say("");
  assert.deepEqual(said(), []);
  for (let i = 0; i < 20; i += 1) say(`${i}`);
  wait(30);
  assert.equal(said().length, 8);
  assert.equal(said().at(-1), "19");
});
