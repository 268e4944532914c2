// The picture of a board as SVG, where there is no ipycanvas: drawn on a canvas, so that all who look
// at the picture (zoom, motion, the saved notebook) find what they find with ipycanvas.

import { createKernelLink } from "../shared/kernel_link.js";

const SURFACES_KEY = Symbol.for("polygames.svg_surfaces"); // the pointer layer of the board looks here, too

/** Draw each new picture on a canvas, the newest only; `done` is called when it is there. Returns
 *  what is called for a new one. */
export function createPainter(canvas, done, newImage = () => new Image()) {
  let last = 0;
  return ({ text, width, height }) => {
    const turn = ++last;
    const image = newImage();
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    canvas.isLate = true;
    image.onload = () => {
      URL.revokeObjectURL(address);
      if (turn !== last) return; // a newer one is on its way
      Object.assign(canvas, { width, height });
      canvas.getContext("2d").drawImage(image, 0, 0, width, height);
      canvas.isLate = false;
      done();
    };
    image.src = address;
  };
}

/** Once for a board, however many views it has: all show what is drawn here. */
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

/** Tell where a pen goes down, moves and is lifted, as shares of the picture: every place, or a fast
 *  pen would leave out cells. */
export function addPenListeners(canvas, model) {
  const send = createKernelLink(model);
  const place = ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / height];
  };
  const heard = {
    pointerdown: (event) => {
      canvas.setPointerCapture(event.pointerId);
      send({ kind: "press", at: place(event) });
    },
    pointermove: (event) => {
      if (event.buttons) send({ kind: "draw", at: place(event) });
    },
    pointerup: () => send({ kind: "lift" }),
  };
  canvas.style.touchAction = "none";
  for (const [kind, act] of Object.entries(heard)) canvas.addEventListener(kind, act);
  return () => {
    for (const [kind, act] of Object.entries(heard)) canvas.removeEventListener(kind, act);
  };
}

export default { initialize, render };
