// A picture as SVG: the newest one is drawn on a canvas. And the pen on it.

import assert from "node:assert/strict";
import test from "node:test";

import {
  createPainter,
  addPenListeners,
} from "../../../polygames/view/js/svg_surface/svg_surface.js";

function easel() {
  const drawn = [];
  const images = [];
  const canvas = {
    getContext: () => ({ drawImage: (image, ...at) => drawn.push([image.number, ...at]) }),
  };
  const newImage = () => (images.push({ number: images.length }), images.at(-1));
  return { canvas, drawn, images, show: createPainter(canvas, () => drawn.push("done"), newImage) };
}

test("a picture fills the canvas once it is read", () => {
  const { canvas, drawn, images, show } = easel();
  show({ text: "<svg/>", width: 300, height: 200 });
  assert.deepEqual(drawn, []);
  images[0].onload();
  assert.deepEqual(drawn, [[0, 0, 0, 300, 200], "done"]);
  assert.deepEqual([canvas.width, canvas.height], [300, 200]);
});

test("an older picture that is read late is not drawn over a newer one", () => {
  const { drawn, images, show } = easel();
  for (const width of [1, 2]) show({ text: "<svg/>", width, height: 1 });
  images[1].onload();
  images[0].onload();
  assert.deepEqual(drawn, [[1, 0, 0, 2, 1], "done"]);
});

function surface() {
  const heard = {};
  const sent = [];
  const canvas = {
    style: {},
    setPointerCapture() {},
    removeEventListener: (kind) => delete heard[kind],
    addEventListener: (kind, act) => (heard[kind] = act),
    getBoundingClientRect: () => ({ left: 10, top: 20, width: 100, height: 50 }),
  };
  const end = addPenListeners(canvas, { send: (message) => sent.push(message) });
  const at = (clientX, clientY) => ({ clientX, clientY, buttons: 1, pointerId: 1 });
  return { heard, sent, end, at };
}

test("a pen gives every place it passes while it is down, as shares of the picture", () => {
  const { heard, sent, end, at } = surface();
  heard.pointerdown(at(60, 45));
  heard.pointermove(at(85, 45));
  heard.pointermove(at(110, 70));
  heard.pointermove({ ...at(60, 45), buttons: 0 });
  heard.pointerup(at(60, 45));
  const places = [
    [0.5, 0.5],
    [0.75, 0.5],
    [1, 1],
  ];
  assert.deepEqual(
    sent.flatMap(({ at: place }) => (place ? [place] : [])),
    places,
  );
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ["press", "draw", "draw", "lift"],
  );
  end();
  assert.deepEqual(Object.keys(heard), []);
});
