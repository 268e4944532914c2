// The elements of the pointer layer, and the kernel's picture below them.

import { createElement, createPart } from "../shared/dom.js";
import { createBoxReader } from "../shared/per_frame.js";
import { createArrowHead, createSvgElement } from "../shared/drawing.js";

/** @import { Surface, Voice } from "../types.js" */

const LAYER_NAMES = [
  "motion",
  "fading",
  "looked",
  "made",
  "hover",
  "lit",
  "preview",
  "line",
  "ghost",
  "cursor",
];

/** Create the SVG groups to draw in, from the lowest to the topmost. */
export const createLayers = () =>
  Object.fromEntries(
    LAYER_NAMES.map((name) => [name, createSvgElement("g", { class: `polygames-layer-${name}` })]),
  );

/** Create the elements of the pointer layer.
 *
 *  These are the drawing, the tooltip, the note about a refused move, the note about a stopped
 *  kernel, the live regions for screen readers, the old picture during an animation, and the
 *  corner that resizes the board.
 *
 *  @param {HTMLElement} el
 *  @returns {Surface} */
export function createSurface(el) {
  el.classList.add("polygames-pointer");
  const svg = createSvgElement("svg", {
    tabindex: 0,
    role: "application",
    preserveAspectRatio: "xMidYMid meet",
  });
  const layers = createLayers();
  const [tip, note, goneNote, corner] = ["tip", "note", "kernel-stopped-note", "corner"].map(
    (name) => createPart("div", `polygames-${name}`),
  );
  const voice = createVoice();
  const before = createElement("canvas", {
    className: "polygames-previous-picture",
    width: 0,
    height: 0,
  });
  svg.append(createArrowHead(), ...Object.values(layers));
  corner.title = "drag to change the size of the board; double-click to use all the room";
  el.append(svg, tip, voice.said, voice.here, note, goneNote, before, corner);
  return { svg, box: createBoxReader(svg), layers, before, corner, tip, voice, note, goneNote };
}

/** Move and scale the kernel's picture below the layer, whose rectangle is `box`. */
export function shiftPicture(el, box, x, y, scale) {
  const canvas = el.closest(".polygames-stack")?.querySelector("canvas");
  if (!canvas) return;
  const still = Math.abs(scale - 1) < 1e-9 && Math.hypot(x, y) < 1e-6;
  canvas.style.transformOrigin = `${box.width / 2}px ${box.height / 2}px`;
  canvas.style.transform = still ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
}

// --- Texts for screen readers. All texts of a board pass through here, on every kind of page

const MAX_LOG_LINES = 6; // kept so that they can be read again

/** Create an element that screen readers read aloud and nobody sees. */
function createLiveRegion(name, role) {
  const spoken = createElement("div", { className: `polygames-${name}`, dir: "auto" });
  for (const [key, value] of Object.entries({ role, "aria-live": "polite" }))
    spoken.setAttribute(key, value);
  return spoken;
}

/** Create two live regions. `said` is a log of events, so that none is lost and a repeated text
 *  is read again. `here` describes the place of the cursor.
 *
 *  @returns {Voice} */
function createVoice() {
  const said = createLiveRegion("spoken-log", "log");
  const here = createLiveRegion("cursor-text", "status");
  return {
    said,
    here,
    say: (text) => {
      if (!text) return;
      said.append(createElement("p", { textContent: text }));
      while (said.children.length > MAX_LOG_LINES) said.firstChild.remove();
    },
    place: (text) => {
      if (here.textContent !== text) here.textContent = text;
    },
  };
}
