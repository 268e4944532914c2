// The texts for screen readers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Element } from "../fake_page.js";
import { createSurface } from "../../../polygames/view/js/renderer/layers.js";

const told = (region) => region.children.map(({ textContent }) => textContent);

test("what happens is said one after the other, and the same again when it happens again", () => {
  const { voice } = createSurface(new Element("div"));
  for (const words of ["You: A to C.", "cancelled", "cancelled", ""]) voice.say(words);
  assert.deepEqual(told(voice.said), ["You: A to C.", "cancelled", "cancelled"]);
  voice.place("corner B");
  assert.deepEqual(told(voice.said).length, 3, "where the cursor is takes nothing away");
  for (let i = 0; i < 20; i += 1) voice.say(`${i}`);
  assert.deepEqual(told(voice.said), ["14", "15", "16", "17", "18", "19"]);
});

test("where the cursor is takes the place of where it was", () => {
  const { voice } = createSurface(new Element("div"));
  voice.place("corner A");
  voice.place("corner B");
  assert.equal(voice.here.textContent, "corner B");
  assert.deepEqual(
    [voice.said, voice.here].map((each) => each.attributes["aria-live"]),
    ["polite", "polite"],
  );
});
