// What the layer is made of, and the kernel's picture under it.

import { arrowHead, element } from "./marks.js";
import { newLayers } from "./painting.js";

const part = (name) => Object.assign(document.createElement("div"), { className: `polygames-${name}` });

/** The layer's elements: the drawing, words at the pointer, why something was refused, that the
 *  kernel is gone, what a screen reader says, and below them the old picture while a move is shown. */
export function newPaper(el) {
  el.classList.add("polygames-pointer");
  const svg = element("svg", { tabindex: 0, role: "application", preserveAspectRatio: "xMidYMid meet" });
  const layers = newLayers(), tip = part("tip"), said = part("said");
  const note = part("note"), obituary = part("obituary");
  const before = Object.assign(document.createElement("canvas"), { className: "polygames-before" });
  said.setAttribute("aria-live", "polite");
  svg.append(arrowHead(), ...Object.values(layers));
  el.append(svg, tip, said, note, obituary, before);
  return { svg, layers, before, tip, said, note, obituary };
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
