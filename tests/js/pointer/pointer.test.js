// The whole layer on a page: from its modules or, with JOINED, from the bundle that the board
// loads.

import assert from "node:assert/strict";
import { test } from "node:test";

import { at, frame, PEN, PIECES, SQUARE } from "../helpers.js";
import { Element, Model } from "../fake_page.js";

const { default: pointer } = await import(
  process.env.JOINED ?? "../../../polygames/view/js/pointer/pointer.js"
);

/** Create a layer that shows a frame. `fire` sends an event to it. */
function layer(shown) {
  const model = new Model(shown);
  const el = new Element("div");
  const end = pointer.render({ model, el });
  const [svg, tip, said, here] = el.children;
  model.greetings = model.sent.splice(0);
  const fire = (kind, event) => {
    const met = {
      stopped: false,
      preventDefault() {
        this.stopped = true;
      },
      stopPropagation() {},
    };
    svg.heard[kind](Object.assign(met, event));
    return met.stopped;
  };
  return { model, svg, tip, said, here, fire, end };
}

const colors = (svg, name) => svg.all(name).map(({ attributes }) => attributes.stroke);

test("a frame is shown, and a click on a target lights up the next ones", () => {
  const { svg, said, fire, model } = layer(frame(PIECES));
  assert.equal(svg.attributes.viewBox, "0 0 10 10");
  assert.equal(svg.attributes["aria-label"], "a board");
  assert.equal(said.lastChild.textContent, "your turn");
  fire("pointermove", at([2, 5]));
  assert.equal(svg.style.cursor, "pointer");
  fire("pointerdown", at([2, 5]));
  fire("pointerup", at([2, 5]));
  assert.ok(svg.focused);
  assert.equal(svg.captured, 1);
  assert.ok(colors(svg, "circle").length >= 3, "the piece, and where it can go");
  assert.deepEqual(model.sent, []);
});

test("words stand beside what is pointed at, and go with the pointer", () => {
  const { tip, fire } = layer(frame(PIECES));
  fire("pointermove", at([5, 5]));
  assert.deepEqual([tip.textContent, tip.style.visibility], ["cell b", "visible"]);
  fire("pointerleave", {});
  assert.deepEqual([tip.textContent, tip.style.visibility], ["", "hidden"]);
});

test("a line is shown while it is drawn: dashed while it is not allowed", () => {
  const { svg, fire, model } = layer(frame({ regions: [SQUARE], pen: PEN }));
  fire("pointerdown", at([0, 0.5]));
  fire("pointermove", at([1, 0]));
  assert.equal(svg.all("line")[0].attributes["stroke-dasharray"], "3 5");
  fire("pointermove", at([9.8, 4]));
  const [line] = svg.all("line");
  assert.deepEqual([line.attributes["stroke-dasharray"], line.attributes.x2], [undefined, "10"]);
  fire("pointerup", at([9.8, 4]));
  assert.deepEqual(
    model.sent.map(({ kind }) => kind),
    ["line"],
  );
});

test("a shape that has to stay convex is drawn in another colour while it is not", () => {
  const handles = [
    [1, 1],
    [9, 1],
    [9, 9],
    [1, 9],
  ].map((place, i) => ({
    name: "ABCD"[i],
    at: place,
    sends: { kind: "drop_handle", handle: "ABCD"[i] },
  }));
  const { svg, fire } = layer(frame({ handles, convex: true }));
  const [fine] = colors(svg, "polygon");
  fire("pointerdown", at([9, 9]));
  fire("pointermove", at([2, 2]));
  assert.notEqual(colors(svg, "polygon")[0], fine);
  assert.deepEqual(layer(frame({ handles })).svg.all("polygon"), [], "other handles make no shape");
});

test("a key that the layer takes is kept from the page; others and the browser's own are not", () => {
  const { fire, model } = layer(frame());
  assert.equal(fire("keydown", { key: "u" }), true);
  assert.equal(fire("keydown", { key: "x" }), false);
  assert.equal(fire("keydown", { key: "r", ctrlKey: true }), false);
  assert.deepEqual(
    model.sent.map(({ key }) => key),
    ["u"],
  );
});

test("what the last move lost fades, once", () => {
  const lost = { kind: "disc", center: [5, 5], radius: 1, fill: "#222222" };
  const { model, svg } = layer(frame());
  model.put(frame({ version: 2, fading: [lost] }));
  const [gone] = svg.all("g").filter(({ attributes }) => attributes.class === "polygames-fading");
  assert.equal(gone.all("circle").length, 1);
  model.put(frame({ version: 2, fading: [lost], status: "the same" }));
  assert.ok(svg.all("g").includes(gone), "it goes on fading");
});

test("a board with nothing to show yet hears nothing", () => {
  const { fire, model, svg } = layer({});
  fire("pointermove", at([1, 1]));
  fire("keydown", { key: "u" });
  assert.deepEqual(model.sent, []);
  model.put(frame());
  assert.equal(svg.attributes.viewBox, "0 0 10 10");
});

test("the kernel zooms, and answers what was asked; in the end nothing is heard", () => {
  const { fire, model, svg, tip, end } = layer(
    frame({ ...PIECES, moves: [{ spelling: ["a"], label: "a" }] }),
  );
  fire("pointermove", at([2, 5]));
  assert.equal(tip.textContent, "a", "at once");
  const { kind, ...request } = model.sent[0];
  assert.equal(kind, "request_preview");
  const preview = [{ kind: "disc", center: [2, 5], radius: 1, fill: "#123456" }];
  model.heard["msg:custom"]({ ...request, kind: "preview", label: "a, two replies", preview });
  assert.equal(tip.textContent, "a, two replies");
  assert.ok(svg.all("circle").some(({ attributes }) => attributes.fill === "#123456"));
  model.heard["msg:custom"]({ kind: "zoom", factor: 0.5 });
  assert.equal(svg.attributes.viewBox, "2.5 2.5 5 5");
  end();
  assert.deepEqual(model.heard, {});
});

test("a page that has missed the known items asks for its frame, and then shows it", () => {
  const { model, svg } = layer(frame(PIECES));
  model.put(frame({ ...PIECES, version: 2, items: [[0, 3]], known_items: 5 }));
  assert.deepEqual(model.sent, [{ kind: "request_frame" }]);
  assert.equal(svg.attributes["data-version"], "1");
  model.known_items = { number: 5, items: PIECES.items };
  model.heard["change:known_items"]();
  assert.equal(svg.attributes["data-version"], "2");
});
