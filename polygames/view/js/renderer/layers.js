// The elements that the layer is made of, and the kernel's picture under them.

import { createElement, createPart } from "../shared/dom.js";
import { createArrowHead, createSvgElement } from "../shared/drawing.js";

const LAYER_NAMES = [
  "motion",
  "fading",
  "looked",
  "made",
  "hover",
  "lit",
  "preview",
  "line",
  "cursor",
];

/** The groups to draw in, from the lowest to the topmost. */
export const createLayers = () =>
  Object.fromEntries(
    LAYER_NAMES.map((name) => [name, createSvgElement("g", { class: `polygames-layer-${name}` })]),
  );

/** The layer's elements: the drawing, words at the pointer, why something was refused, that the
 *  kernel is gone, what a screen reader says, below them the old picture while a move is shown, and
 *  the corner that sizes the board. */
export function createSurface(el) {
  el.classList.add("polygames-pointer");
  const svg = createSvgElement("svg", {
    tabindex: 0,
    role: "application",
    preserveAspectRatio: "xMidYMid meet",
  });
  const layers = createLayers();
  const [tip, note, goneNote, corner] = ["tip", "note", "gone-note", "corner"].map((name) =>
    createPart("div", `polygames-${name}`),
  );
  const voice = createVoice();
  const before = createElement("canvas", { className: "polygames-before", width: 0, height: 0 });
  svg.append(createArrowHead(), ...Object.values(layers));
  corner.title = "drag to size the board; double click: as large as there is room";
  el.append(svg, tip, voice.said, voice.here, note, goneNote, before, corner);
  return { svg, layers, before, corner, tip, voice, note, goneNote };
}

/** Move and enlarge the kernel's picture under the layer. */
export function shiftPicture(el, svg, x, y, scale) {
  const canvas = el.closest(".polygames-stack")?.querySelector("canvas");
  if (!canvas) return;
  const box = svg.getBoundingClientRect();
  const still = Math.abs(scale - 1) < 1e-9 && Math.hypot(x, y) < 1e-6;
  canvas.style.transformOrigin = `${box.width / 2}px ${box.height / 2}px`;
  canvas.style.transform = still ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
}

// --- What a screen reader says of a board. Nobody else writes for it, whatever carries the board

const MAX_LOG_LINES = 6; // sayings that are still there to be read again

/** An element that is heard and not seen. */
function createLiveRegion(name, role) {
  const spoken = createElement("div", { className: `polygames-${name}`, dir: "auto" });
  for (const [key, value] of Object.entries({ role, "aria-live": "polite" }))
    spoken.setAttribute(key, value);
  return spoken;
}

/** Two regions: `said` is what happens, one thing below the other, so that nothing is lost and the same is
 *  said again when it happens again; `here` is where the cursor is, which only counts while it is there. */
function createVoice() {
  const said = createLiveRegion("said", "log");
  const here = createLiveRegion("here", "status");
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
