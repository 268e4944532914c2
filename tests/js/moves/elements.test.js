import assert from "node:assert/strict";
import { test } from "node:test";

import { editComment } from "../../../polygames/view/js/moves/elements.js";
import { Element } from "../fake_page.js";

/** Open the editor of a comment. Return a function that presses a key in it, and the result. */
function writing() {
  const item = new Element("div");
  const ends = [];
  item.querySelector = () => null;
  Element.prototype.remove = () => {};
  editComment(item, "", (text) => ends.push(text));
  const [area] = item.children;
  area.value = "漢字";
  const press = (key, parts = {}) =>
    area.heard.keydown({ key, preventDefault() {}, stopPropagation() {}, ...parts });
  return { press, ends };
}

test("Escape and Enter that an input method uses leave a comment open", () => {
  const { press, ends } = writing();
  for (const key of ["Escape", "Enter"]) {
    press(key, { isComposing: true });
    press(key, { keyCode: 229 });
  }
  assert.deepEqual(ends, []);
  press("Escape");
  assert.deepEqual(ends, [null]);
});
