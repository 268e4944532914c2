// Pages are updated in place: what a user is doing survives.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Element } from "../fake_page.js";
import {
  addAttributes,
  createButton,
  createElement,
  deferDuringPress,
  patchChildren,
} from "../../../polygames/view/js/shared/dom.js";
import { createSvgElement } from "../../../polygames/view/js/shared/drawing.js";

let home;
beforeEach(() => {
  home = new Element("div");
  document.body.replaceChildren(home);
});
const texts = () => home.children.map(({ textContent }) => textContent);
const item = (key, ...children) => createElement("button", { key }, ...children);

test("an element with the same kind and key stays, with its typed text and focus", () => {
  const field = () => createElement("input", { value: "", maxLength: 9 });
  patchChildren(home, createElement("form", {}, field()));
  const [input] = home.all("input");
  input.focus();
  input.value = "half a wo";
  patchChildren(home, createElement("p", {}, "news"), createElement("form", {}, field()));
  assert.deepEqual(home.all("input"), [input]);
  assert.deepEqual([input.value, document.activeElement], ["half a wo", input]);
});

test("a value that the program changes is shown, and one that it drops is emptied", () => {
  const field = (options) => createElement("input", options);
  patchChildren(home, field({ value: "a", disabled: true, title: "one" }));
  patchChildren(home, field({ value: "b" }));
  const [input] = home.children;
  assert.deepEqual([input.value, input.disabled, input.title], ["b", false, ""]);
});

test("others move around an element that is pressed or has the focus", () => {
  patchChildren(home, ...["a", "b", "c", "d"].map((each) => item(each, each)));
  const pressed = home.children[2];
  let count = 0;
  pressed.addEventListener("click", () => (count += 1));
  const release = pressed.press();
  patchChildren(home, ...["c", "d", "new", "a", "b"].map((each) => item(each, each)));
  assert.deepEqual(texts(), ["c", "d", "new", "a", "b"]);
  patchChildren(home, ...["b", "d", "c"].map((each) => item(each, each)));
  assert.deepEqual(texts(), ["b", "d", "c"]);
  release();
  assert.deepEqual([count, document.activeElement], [1, pressed]);
});

test("a press on an element that goes away does not reach the one that takes its place", () => {
  const pressed = [];
  const button = (words) => createButton(words, () => pressed.push(words));
  patchChildren(home, button("Undo"));
  const release = home.children[0].press();
  patchChildren(home, button("Give up"));
  release();
  assert.deepEqual([pressed, texts()], [[], ["Give up"]]);
});

test("the newest handler counts", () => {
  const pressed = [];
  for (const version of [1, 2])
    patchChildren(
      home,
      item(1, "go"),
      createButton("x", () => pressed.push(version)),
    );
  home.find("button", "x").click();
  assert.deepEqual(pressed, [2]);
});

test("a list that the user opened or closed stays so", () => {
  const fold = (open) => createElement("details", { open }, createElement("summary", {}, "more"));
  patchChildren(home, fold(true));
  const [details] = home.children;
  assert.equal(details.open, true);
  details.open = false;
  patchChildren(home, fold(true));
  assert.equal(details.open, false);
});

test("texts are data, and null, undefined and empty texts are no children", () => {
  patchChildren(home, "<b>", null, item(1, 0, undefined, ""), "");
  assert.deepEqual([home.textContent, home.childNodes.length], ["<b>0", 2]);
  patchChildren(home, "<i>", item(1, 7));
  assert.equal(home.textContent, "<i>7");
});

test("data, styles and attributes follow, also when they go", () => {
  const part = (data, style, attributes) => createElement("p", { data, style, attributes });
  patchChildren(home, part({ a: 1, b: 2 }, { color: "red" }, { role: "img", "aria-label": "x" }));
  patchChildren(home, part({ a: 3 }, { left: "1px" }, { role: "img", "aria-label": null }));
  const [{ dataset, style, attributes }] = home.children;
  assert.deepEqual([{ ...dataset }, { ...style }], [{ a: 3 }, { left: "1px" }]);
  assert.deepEqual(attributes, { role: "img" });
});

test("shapes are updated by their attributes", () => {
  const shape = (attributes, more) => {
    const made = createSvgElement("circle", attributes);
    addAttributes(made, more);
    return made;
  };
  patchChildren(home, shape({ r: 1, fill: "red" }, { key: "a", class: "chosen" }));
  const [circle] = home.children;
  patchChildren(home, shape({ r: 2 }, { key: "b" }), shape({ r: 3 }, { key: "a" }));
  assert.equal(home.children[1], circle);
  assert.deepEqual(circle.attributes, { r: "3", "vector-effect": "non-scaling-stroke" });
});

test("an element that is on the page already is used as it is", () => {
  const own = createElement("p", {}, "own");
  patchChildren(home, own);
  own.append(" words");
  patchChildren(home, createElement("p", {}, "other"), own);
  assert.deepEqual([texts(), home.children[1]], [["other", "own words"], own]);
});

test("an update waits until a press that is under way has been released and counted", async () => {
  const log = [];
  patchChildren(
    home,
    createButton("x", () => log.push("click")),
  );
  const update = deferDuringPress(home, () => log.push("update"));
  update();
  const release = home.children[0].press();
  update();
  update();
  assert.deepEqual(log, ["update"]);
  release();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(log, ["update", "click", "update"]);
});

test("an update does not wait for a release that the page never gets", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let count = 0;
  const update = deferDuringPress(home, () => (count += 1));
  home.press();
  update();
  context.mock.timers.tick(2000);
  assert.equal(count, 1);
});
