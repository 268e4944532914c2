// The connection to the kernel, also without a kernel; and the heartbeat.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Element, Model } from "../fake_page.js";
import { frame, PIECES } from "../helpers.js";
import pointer from "../../../polygames/view/js/pointer/pointer.js";
import { startHeartbeat, createKernelLink } from "../../../polygames/view/js/shared/kernel_link.js";
import { addPenListeners } from "../../../polygames/view/js/svg_surface/svg_surface.js";

/** Let a model throw what JupyterLab and Voila throw without a kernel. */
const dead = (model, text = "Cannot send") =>
  Object.assign(model, {
    send: () => {
      throw new Error(text);
    },
  });

test("what is sent arrives as it is", () => {
  const sent = [];
  const send = createKernelLink({ send: (message) => sent.push(message) });
  assert.equal(send({ kind: "key", key: "u" }), true);
  assert.deepEqual(sent, [{ kind: "key", key: "u" }]);
});

for (const words of [
  "Cannot send",
  "Kernel is dead",
  "Could not send message",
  "Could not send message: status is not connected",
]) {
  test(`a kernel that is gone (${words}) is no fault of who sends`, () => {
    assert.equal(createKernelLink(dead({}, words))({ kind: "key" }), false);
  });
}

test("any other fault is thrown", () => {
  assert.throws(
    () => createKernelLink(dead({}, "Converting circular structure to JSON"))({}),
    /circular/,
  );
});

test("a board whose kernel is gone is pointed at, clicked, typed at and closed without a fault", () => {
  const model = new Model(frame(PIECES));
  const el = new Element("div");
  const end = pointer.render({ model, el });
  dead(model);
  const [svg] = el.children;
  const at = {
    clientX: 40,
    clientY: 100,
    button: 0,
    pointerId: 1,
    pointerType: "mouse",
    preventDefault() {},
    stopPropagation() {},
  };
  for (const kind of ["pointermove", "pointerdown", "pointerup"]) svg.heard[kind](at);
  svg.heard.keydown({ key: "u", preventDefault() {}, stopPropagation() {} });
  end();
});

test("a pen that is drawn with when the kernel is gone makes no fault", () => {
  const canvas = new Element("canvas");
  addPenListeners(canvas, dead({}));
  for (const kind of ["pointerdown", "pointermove", "pointerup"])
    canvas.heard[kind]({ clientX: 5, clientY: 5, buttons: 1, pointerId: 1 });
});

/** Create a page that can be hidden, with a timer that is run by hand. */
function stage() {
  const heard = {};
  const sent = [];
  const page = {
    visibilityState: "visible",
    addEventListener: (kind, act) => (heard[kind] = act),
    removeEventListener: (kind) => delete heard[kind],
  };
  const parts = {
    page,
    sent,
    heard,
    every: (act) => (parts.pulse = act),
    stop: () => (parts.pulse = null),
  };
  parts.Watcher = class {
    constructor(act) {
      parts.sight = (isIntersecting) => act([{ isIntersecting }]);
    }
    observe() {}
    disconnect() {}
  };
  parts.end = startHeartbeat({ closest: () => null }, ({ kind }) => sent.push(kind), parts);
  return parts;
}

test("while the board is seen the kernel hears of it again and again", () => {
  const { sent, pulse, end } = stage();
  pulse();
  pulse();
  assert.deepEqual(sent, ["page_visible", "page_visible", "page_visible"]);
  end();
});

test("a page that is hidden or scrolled away says so once, and is then silent", () => {
  const all = stage();
  all.page.visibilityState = "hidden";
  all.heard.visibilitychange();
  all.pulse();
  assert.deepEqual(all.sent, ["page_visible", "page_hidden"]);
  all.page.visibilityState = "visible";
  all.heard.visibilitychange();
  all.sight(false);
  all.pulse();
  assert.deepEqual(all.sent.slice(2), ["page_visible", "page_hidden"]);
  all.end();
});

test("a board that is taken from the page says so, and hears no more", () => {
  const all = stage();
  all.end();
  assert.equal(all.sent.at(-1), "page_hidden");
  assert.deepEqual([all.pulse, Object.keys(all.heard)], [null, []]);
});
