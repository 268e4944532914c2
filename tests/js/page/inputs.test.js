// Sliders of a lesson have names and values in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nameSliders } from "../../../polygames/view/js/page/inputs.js";
import { part } from "./panels.js";

test("a slider is named by its label, and its value is the text beside it, now and later", () => {
  let update;
  globalThis.MutationObserver = class {
    constructor(act) {
      update = act;
    }
    observe() {}
    disconnect() {
      update = null;
    }
  };
  const handle = part("div", "noUi-handle");
  handle.setAttribute("role", "slider");
  const readout = part("div", "widget-readout", "60 %");
  const box = part(
    "div",
    "widget-inline-hbox widget-slider",
    part("label", "widget-label", "percent full "),
    part("div", "slider-container", handle),
    readout,
  );
  const root = part("div", "", box, part("div", "", "a text"));
  const end = nameSliders(root);
  const spoken = () => ["aria-label", "aria-valuetext"].map((name) => handle.getAttribute(name));
  assert.deepEqual(spoken(), ["percent full", "60 %"]);
  readout.textContent = "61 %";
  handle.setAttribute("aria-valuetext", "61.00"); // as the slider itself does
  update();
  assert.deepEqual(spoken(), ["percent full", "61 %"]);
  end();
  assert.equal(update, null);
});
