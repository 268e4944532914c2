import assert from "node:assert/strict";
import { test } from "node:test";

import {
  isPageKey,
  isolateKeys,
  markEmptyChoices,
  removeCanvasTabStop,
  onMount,
} from "../../../polygames/view/js/page/mount.js";
import { Element } from "../fake_page.js";

test("letters, numbers, arrows and Enter are the board's; leaving, saving and F-keys the page's", () => {
  for (const key of ["d", "b", "Enter", " ", "ArrowDown", "0", "Delete", "F"])
    assert.ok(!isPageKey({ key }), key);
  for (const key of ["Tab", "Escape", "F5", "F11"]) assert.ok(isPageKey({ key }), key);
  for (const held of ["ctrlKey", "metaKey", "altKey"])
    assert.ok(isPageKey({ key: "s", [held]: true }), held);
  for (const held of ["shiftKey", "ctrlKey", "altKey"])
    assert.ok(!isPageKey({ key: "Enter", [held]: true }), `Enter with ${held} would run the cell`);
});

test("keys of the board reach no listener of the page, in either phase, until the board is gone", () => {
  const page = new EventTarget();
  const attributes = new Set();
  const button = {
    toggleAttribute: (name, on) => (on ? attributes.add(name) : attributes.delete(name)),
  };
  const root = Object.assign(new EventTarget(), { contains: (element) => element === button });
  const end = isolateKeys(root, page);
  const press = (key, target = button) => {
    let isStopped = false;
    const event = () =>
      Object.defineProperty(
        Object.assign(new Event("keydown"), { key, stopPropagation: () => (isStopped = true) }),
        "target",
        { value: target },
      );
    page.dispatchEvent(event());
    if (target === button) root.dispatchEvent(event());
    return [attributes.has("data-lm-suppress-shortcuts"), isStopped];
  };
  assert.deepEqual(press("d"), [true, true]);
  assert.deepEqual(press("Tab"), [false, false], "the page moves the focus");
  assert.deepEqual(press("d", {}), [false, false], "a key pressed outside the board");
  attributes.clear();
  end();
  assert.deepEqual(press("d"), [false, false]);
});

test("every canvas, now or later, is passed over by Tab", () => {
  let changed;
  globalThis.MutationObserver = class {
    constructor(act) {
      changed = act;
    }
    observe() {}
    disconnect() {
      changed = null;
    }
  };
  const root = new Element("div");
  const stack = new Element("div");
  stack.querySelectorAll = () => stack.children;
  root.querySelector = () => stack;
  const end = removeCanvasTabStop(root);
  const late = new Element("canvas");
  stack.append(late);
  changed();
  assert.deepEqual(
    [late.tabIndex, late.style.pointerEvents, late.attributes["aria-hidden"]],
    [-1, "none", "true"],
  );
  end();
  assert.equal(changed, null);
});

test("what needs the board begins once the layer is put there, once", () => {
  let sized;
  let root = null;
  let begun = 0;
  let ended = 0;
  const before = globalThis.ResizeObserver;
  globalThis.ResizeObserver = class {
    constructor(act) {
      sized = act;
    }
    observe() {}
    disconnect() {}
  };
  const end = onMount({ closest: () => root }, [
    () => {
      begun += 1;
      return () => {
        ended += 1;
      };
    },
  ]);
  globalThis.ResizeObserver = before;
  assert.equal(begun, 0);
  root = {};
  sized();
  sized();
  end();
  assert.deepEqual([begun, ended], [1, 1]);
});

test("new buttons below a picture in sight come into sight, and nothing scrolls otherwise", () => {
  let changed;
  globalThis.MutationObserver = class {
    constructor(act) {
      changed = act;
    }
    observe() {}
    disconnect() {}
  };
  globalThis.innerHeight = 800;
  let scrolls = 0;
  const classes = new Set();
  const at = (top, bottom) => () => ({ top, bottom });
  const row = { childElementCount: 0, scrollIntoView: () => (scrolls += 1) };
  const picture = {};
  const root = {
    querySelector: (selector) => (selector === ".polygames-choices" ? row : picture),
    classList: {
      contains: (name) => classes.has(name),
      toggle: (name, on) => (on ? classes.add(name) : classes.delete(name)),
    },
  };
  markEmptyChoices(root);
  const showButtons = (rowBox, pictureBox) => {
    for (const count of [0, 3]) {
      row.childElementCount = count;
      row.getBoundingClientRect = at(...rowBox);
      picture.getBoundingClientRect = at(...pictureBox);
      changed();
    }
    return scrolls;
  };
  assert.equal(showButtons([700, 750], [100, 690]), 0, "all is in sight");
  assert.equal(showButtons([790, 840], [-200, 780]), 0, "somebody looks at something else");
  assert.equal(showButtons([790, 840], [100, 780]), 1);
  changed();
  assert.equal(scrolls, 1, "the buttons are not new");
});
