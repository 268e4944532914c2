// The elements that the layer is made of, and the kernel's picture under them.

import { arrowHead, element } from "../shared/drawing.js";

const LAYERS = ["motion", "fading", "looked", "made", "hover", "lit", "preview", "line", "cursor"];

/** The groups to draw in, from the lowest to the topmost. */
export const newLayers = () => Object.fromEntries(LAYERS.map((name) => [name, element("g", { class: `polygames-layer-${name}` })]));

const part = (name) => Object.assign(document.createElement("div"), { className: `polygames-${name}` });

/** The layer's elements: the drawing, words at the pointer, why something was refused, that the
 *  kernel is gone, what a screen reader says, below them the old picture while a move is shown, and
 *  the corner that sizes the board. */
export function newSurface(el) {
  el.classList.add("polygames-pointer");
  const svg = element("svg", { tabindex: 0, role: "application", preserveAspectRatio: "xMidYMid meet" });
  const layers = newLayers(), tip = part("tip"), said = part("said");
  const note = part("note"), goneNote = part("gone-note"), corner = part("corner");
  const before = Object.assign(document.createElement("canvas"), { className: "polygames-before", width: 0, height: 0 });
  said.setAttribute("aria-live", "polite");
  svg.append(arrowHead(), ...Object.values(layers));
  corner.title = "drag to size the board; double click: as large as there is room";
  el.append(svg, tip, said, note, goneNote, before, corner);
  return { svg, layers, before, corner, tip, said, note, goneNote };
}

/** Say something to a screen reader. */
export function say({ said }, text) {
  if (said.textContent !== text) said.textContent = text;
}

/** Move and enlarge the kernel's picture under the layer. */
export function shift(el, svg, x, y, scale) {
  const canvas = el.closest(".polygames-stack")?.querySelector("canvas");
  if (!canvas) return;
  const box = svg.getBoundingClientRect(), still = Math.abs(scale - 1) < 1e-9 && Math.hypot(x, y) < 1e-6;
  canvas.style.transformOrigin = `${box.width / 2}px ${box.height / 2}px`;
  canvas.style.transform = still ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
}
