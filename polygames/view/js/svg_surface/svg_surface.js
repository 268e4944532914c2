// The picture of a board as SVG, for pages without ipycanvas. It is drawn on a canvas, so that
// zoom,
// animation and saved notebooks work as with ipycanvas.

import { createKernelLink } from "../shared/kernel_link.js";

/** @import { WidgetModel } from "../types.js" */

const SURFACES_KEY = Symbol.for("polygames.svg_surfaces"); // also read by page/saved_picture.js

/** Return a function that draws an SVG picture on a canvas and then calls `done`.
 *
 *  Of pictures that overlap in time, only the newest is drawn. */
export function createPainter(canvas, done, newImage = () => new Image()) {
  let lastTurn = 0;
  return ({ text, width, height }) => {
    const turn = ++lastTurn;
    const image = newImage();
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    canvas.isLate = true;
    image.onload = () => {
      URL.revokeObjectURL(address);
      if (turn !== lastTurn) return; // a newer picture follows
      Object.assign(canvas, { width, height });
      canvas.getContext("2d").drawImage(image, 0, 0, width, height);
      canvas.isLate = false;
      done();
    };
    image.src = address;
  };
}

/** Called once for each board, however many views it has: all views show this canvas. */
function initialize({ model }) {
  const canvas = document.createElement("canvas");
  const surfaces = (globalThis[SURFACES_KEY] ??= new Map());
  const draw = createPainter(canvas, () => canvas.dispatchEvent(new Event("drawn")));
  const show = () => {
    const [width, height] = model.get("pixels");
    draw({ text: model.get("picture"), width, height });
  };
  const name = model.get("name");
  surfaces.set(name, canvas);
  model.on("change:picture", show);
  model.on("change:pixels", show);
  show();
  return () => surfaces.delete(name);
}

function render({ model, el }) {
  const source = globalThis[SURFACES_KEY].get(model.get("name"));
  const canvas = document.createElement("canvas");
  const show = () => {
    Object.assign(canvas, { width: source.width, height: source.height });
    if (source.width && source.height) canvas.getContext("2d").drawImage(source, 0, 0);
  };
  el.classList.add("polygames-svg-surface");
  el.append(canvas);
  source.addEventListener("drawn", show);
  show();
  const end = model.get("is_drawn_on") ? addPenListeners(canvas, model) : () => {};
  return () => {
    source.removeEventListener("drawn", show);
    end();
  };
}

/** Send where a pen is pressed, moved and lifted, as shares of the picture.
 *
 *  Every position is sent, because a fast pen would skip cells otherwise. Return a function that
 *  ends this.
 *
 *  @param {WidgetModel} model */
export function addPenListeners(canvas, model) {
  const send = createKernelLink(model);
  const toShare = ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / height];
  };
  const handlers = {
    pointerdown: (event) => {
      canvas.setPointerCapture(event.pointerId);
      send({ kind: "press", at: toShare(event) });
    },
    pointermove: (event) => {
      if (event.buttons) send({ kind: "draw", at: toShare(event) });
    },
    pointerup: () => send({ kind: "lift" }),
  };
  canvas.style.touchAction = "none";
  for (const [kind, act] of Object.entries(handlers)) canvas.addEventListener(kind, act);
  return () => {
    for (const [kind, act] of Object.entries(handlers)) canvas.removeEventListener(kind, act);
  };
}

export default { initialize, render };
